// rejected by: case (the shuffles begin with a step of 32, which doubles every sum)
// says: The shuffles begin with a step of 32. No lane is that far away, so each adds its own value to itself, and all sums are doubled.
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
    for (int d = WARP; d > 0; d /= 2)
        v += __shfl_down_sync(ALL, v, d);
    if (t == 0) out[blockIdx.x] = v;
}

void block_sums(const int *in, int *out, int n, int block) {
    if (n == 0) return;
    sum_kernel<<<(n + block - 1) / block, block, block * sizeof(int)>>>(in, out,
                                                                        n);
}
