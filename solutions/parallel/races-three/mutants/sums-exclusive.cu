// rejected by: case n=256 block=256 (running sums without the element itself)
// says: These are the sums of the elements before i. Element i is part of its own sum, so thread t loads in[i].
__global__ void running(const int *in, int *sums, int n) {
    extern __shared__ int tile[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    tile[t] = t > 0 && i - 1 < n ? in[i - 1] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int x = t >= d ? tile[t - d] : 0;
        __syncthreads();
        tile[t] += x;
        __syncthreads();
    }
    if (i < n) sums[i] = tile[t];
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
    running<<<blocks, block, block * sizeof(int)>>>(in, sums, n);
    smoothed<<<blocks, block, block * sizeof(int)>>>(in, smooth, n);
    count<<<blocks, block>>>(in, counts, n);
}
