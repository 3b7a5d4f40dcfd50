// rejected by: case n=256 block=256 (both rounds as one formula, which is another one at the ends)
// says: Only at the ends of a stretch is smooth wrong. In the second round, too, a neighbour outside of the stretch counts as 0: it gets nothing from the first round, as the formula 1 4 6 4 1 assumes.
__global__ void running(const int *in, int *sums, int n) {
    extern __shared__ int tile[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int *from = tile, *to = tile + blockDim.x;

    from[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        to[t] = t >= d ? from[t] + from[t - d] : from[t];
        __syncthreads();
        int *x = from; from = to; to = x;
    }
    if (i < n) sums[i] = from[t];
}

__global__ void smoothed(const int *in, int *smooth, int n) {
    extern __shared__ int tile[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    auto at = [&](int k) { return k >= 0 && k < (int)blockDim.x ? tile[k] : 0; };
    tile[t] = i < n ? in[i] : 0;
    __syncthreads();
    // both rounds at once: 1 4 6 4 1
    int x = at(t - 2) + 4 * at(t - 1) + 6 * at(t) + 4 * at(t + 1) + at(t + 2);
    if (i < n) smooth[i] = x;
}

__global__ void count(const int *in, int *counts, int n) {
    __shared__ int bins[16];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    if (t < 16) bins[t] = 0;
    __syncthreads();
    if (i < n) atomicAdd(&bins[in[i] % 16], 1);
    __syncthreads();
    if (t < 16) counts[blockIdx.x * 16 + t] = bins[t];
}

void three(const int *in, int *sums, int *smooth, int *counts, int n,
           int block) {
    if (n == 0) return;
    int blocks = (n + block - 1) / block;
    running<<<blocks, block, 2 * block * sizeof(int)>>>(in, sums, n);
    smoothed<<<blocks, block, block * sizeof(int)>>>(in, smooth, n);
    count<<<blocks, block>>>(in, counts, n);
}
