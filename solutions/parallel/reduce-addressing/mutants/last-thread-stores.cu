// rejected by: case (the last thread of the warp stores the sum)
// says: The sums gather in thread 0, and another thread stores. Who holds the block's sum at the end?
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
    if (blockDim.x > WARP) v += tile[t + WARP];
    for (int d = WARP / 2; d > 0; d /= 2)
        v += __shfl_down_sync(ALL, v, d);
    if (t == WARP - 1) out[blockIdx.x] = v;
}

void block_sums(const int *in, int *out, int n, int block) {
    if (n == 0) return;
    sum_kernel<<<(n + block - 1) / block, block, block * sizeof(int)>>>(in, out,
                                                                        n);
}
