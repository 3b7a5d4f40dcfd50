// Block reduction, halved from above; the last 32 threads finish by shuffles.
//
//   s = block / 2     the first half adds the second half    whole warps
//   ...
//   s = 32            warp 0 adds 32 words and keeps 32 registers
//   s = 16 .. 1       five shuffles, all 32 lanes, no barrier

const int WARP = 32;
const unsigned ALL = 0xffffffff;

__global__ void sum_kernel(const int *in, int *out, int n) {
    extern __shared__ int tile[]; // blockDim.x words
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    tile[t] = i < n ? in[i] : 0;
    __syncthreads();

    for (int s = blockDim.x / 2; s > WARP; s /= 2) {
        if (t < s) tile[t] += tile[t + s];
        __syncthreads(); // for all, not only for those that added
    }
    if (t >= WARP) return; // whole warps

    int v = tile[t];
    if (blockDim.x > WARP) v += tile[t + WARP];
    for (int d = WARP / 2; d > 0; d /= 2)
        v += __shfl_down_sync(ALL, v, d);
    if (t == 0) out[blockIdx.x] = v;
}

void block_sums(const int *in, int *out, int n, int block) {
    if (n == 0) return;
    sum_kernel<<<(n + block - 1) / block, block, block * sizeof(int)>>>(in, out,
                                                                        n);
}
