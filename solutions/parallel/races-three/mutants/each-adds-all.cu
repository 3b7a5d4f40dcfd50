// rejected by: gate instructions (each thread adds all elements before its own)
__global__ void running(const int *in, int *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int sum = 0;
    for (int k = blockIdx.x * blockDim.x; k <= i; k++) sum += in[k];
    sums[i] = sum;
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
