// rejected by: case n=1 block=32 (threads from n on count as zeros)
// says: The counts of 0 are too large: threads from n on have no element, and must not count as one that is 0.
__global__ void running(const int *in, int *sums, int n) {
    extern __shared__ int tile[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    tile[t] = i < n ? in[i] : 0;
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
    __shared__ int v[1024];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    v[t] = i < n ? in[i] % 16 : 0;
    __syncthreads();
    if (t < 16) {
        int c = 0;
        for (int k = 0; k < blockDim.x; k++) c += v[k] == t;
        counts[blockIdx.x * 16 + t] = c;
    }
}

void three(const int *in, int *sums, int *smooth, int *counts, int n,
           int block) {
    if (n == 0) return;
    int blocks = (n + block - 1) / block;
    running<<<blocks, block, block * sizeof(int)>>>(in, sums, n);
    smoothed<<<blocks, block, block * sizeof(int)>>>(in, smooth, n);
    count<<<blocks, block>>>(in, counts, n);
}
