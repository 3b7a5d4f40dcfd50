// rejected by: case (tiles of 256: each begins with its own sum, too)
// says: A tile begins with its own sum, too. It needs the sum of what comes before it: an exclusive scan.
constexpr int BLOCK = 256;
__device__ int scan_in_block(int x) { // inclusive
    __shared__ int tile[BLOCK];
    int t = threadIdx.x;
    tile[t] = x;
    __syncthreads();
    for (int step = 1; step < BLOCK; step *= 2) {
        int left = t >= step ? tile[t - step] : 0;
        __syncthreads();
        tile[t] += left;
        __syncthreads();
    }
    int r = tile[t];
    __syncthreads();
    return r;
}
__global__ void sum_tile(const int *in, int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int s = scan_in_block(i < n ? in[i] : 0);
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = s;
}

__global__ void scan_sums(int *sums, int blocks) {
    int run = 0;
    for (int b = 0; b < blocks; b++) { run += sums[b]; sums[b] = run; }
}
__global__ void scan_tile(const int *in, const int *before, int *out, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int s = scan_in_block(i < n ? in[i] : 0);
    if (i < n) out[i] = s + before[blockIdx.x];
}
void scan(const int *in, int *out, int n) {
    if (n <= 0) return;
    int blocks = (n + BLOCK - 1) / BLOCK;
    int *sums;
    cudaMallocAsync(&sums, blocks * sizeof(int), 0);
    sum_tile<<<blocks, BLOCK>>>(in, sums, n);
    scan_sums<<<1, 1>>>(sums, blocks);
    scan_tile<<<blocks, BLOCK>>>(in, sums, out, n);
    cudaFreeAsync(sums, 0);
}
