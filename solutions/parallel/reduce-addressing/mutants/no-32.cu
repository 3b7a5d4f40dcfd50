// rejected by: case (the last 32 threads leave out the second half of their 64 words)
// says: The loop stops with 64 sums left, and the shuffles add 32 of them. Where do tile[32] to tile[63] go?
const int WARP = 32;
const unsigned ALL = 0xffffffff;

__global__ void sum_kernel(const int *in, int *out, int n) {
    extern __shared__ int tile[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    tile[t] = i < n ? in[i] : 0;
    __syncthreads();

    for (int s = blockDim.x / 2; s > WARP; s /= 2) {
        if (t < s) tile[t] += tile[t + s];
        __syncthreads();
    }
    if (t >= WARP) return;

    int v = tile[t];
    for (int d = WARP / 2; d > 0; d /= 2)
        v += __shfl_down_sync(ALL, v, d);
    if (t == 0) out[blockIdx.x] = v;
}

void block_sums(const int *in, int *out, int n, int block) {
    if (n == 0) return;
    sum_kernel<<<(n + block - 1) / block, block, block * sizeof(int)>>>(in, out,
                                                                        n);
}
