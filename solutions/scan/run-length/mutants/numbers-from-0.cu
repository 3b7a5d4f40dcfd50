// rejected by: trap global-race (each block numbers its runs from 0)
constexpr int BLOCK = 256;
__device__ int block_scan(int x, int *total) { // exclusive
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = x;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int y = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += y;
        __syncthreads();
    }
    int r = s[t] - x;
    *total = s[BLOCK - 1];
    __syncthreads();
    return r;
}
__device__ int is_first(const int *in, int i, int n) { return i < n && (i == 0 || in[i] != in[i - 1]); }
__global__ void count(const int *in, int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x, total;
    block_scan(is_first(in, i, n), &total);
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
}
__global__ void scan_blocks(int *sums, int blocks, int *runs) {
    int base = 0, total;
    for (int b = 0; b < blocks; b += BLOCK) {
        int i = b + threadIdx.x;
        int x = i < blocks ? sums[i] : 0;
        int r = block_scan(x, &total);
        if (i < blocks) sums[i] = base + r;
        base += total;
    }
    if (threadIdx.x == 0) *runs = base;
}
__global__ void write(const int *in, const int *sums, int *values, int *begins, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x, total;
    int f = is_first(in, i, n);
    int r = block_scan(f, &total);
    if (f) {
        values[r] = in[i];
        begins[r] = i;
    }
}
__global__ void measure(const int *begins, int *lengths, const int *runs, int n) {
    int r = blockIdx.x * BLOCK + threadIdx.x;
    if (r < *runs) lengths[r] = (r + 1 < *runs ? begins[r + 1] : n) - begins[r];
}
void run_lengths(const int *in, int *values, int *lengths, int *runs, int n) {
    if (n == 0) { cudaMemsetAsync(runs, 0, sizeof(int), 0); return; }
    int blocks = (n + BLOCK - 1) / BLOCK;
    int *sums, *begins;
    cudaMallocAsync(&sums, blocks * sizeof(int), 0);
    cudaMallocAsync(&begins, (n + 1) * sizeof(int), 0);
    count<<<blocks, BLOCK>>>(in, sums, n);
    scan_blocks<<<1, BLOCK>>>(sums, blocks, runs);
    write<<<blocks, BLOCK>>>(in, sums, values, begins, n);
    measure<<<blocks, BLOCK>>>(begins, lengths, runs, n);
    cudaFreeAsync(sums, 0);
    cudaFreeAsync(begins, 0);
}
