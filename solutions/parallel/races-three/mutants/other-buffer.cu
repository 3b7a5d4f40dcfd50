// rejected by: case n=256 block=256 (after the last step the two buffers have changed roles once more)
// says: These are the running sums before the last step. Does the loop do the step d = blockDim.x / 2? With two buffers, is the result read from the one that the last step wrote?
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
    if (i < n) sums[i] = to[t];
}

__global__ void smoothed(const int *in, int *smooth, int n) {
    extern __shared__ int tile[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    tile[t] = i < n ? in[i] : 0;
    for (int round = 0; round < 2; round++) {
        __syncthreads();
        int left = t > 0 ? tile[t - 1] : 0;
        int right = t + 1 < blockDim.x ? tile[t + 1] : 0;
        __syncthreads();
        tile[t] = left + 2 * tile[t] + right;
    }
    if (i < n) smooth[i] = tile[t];
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
