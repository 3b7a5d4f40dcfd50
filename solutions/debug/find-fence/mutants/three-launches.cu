// rejected by: gate launches (right, because the end of a launch orders everything)
// Running sums over a whole array in one launch: each block waits for the total of
// the block before it.
//
// line: E
// cause: unordered-writes

const int THREADS = 256;

__global__ void sum_up(const int *in, int *out, int *totals, int n) {
    __shared__ int tile[THREADS];
    int t = threadIdx.x, i = blockIdx.x * THREADS + t;
    tile[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < THREADS; d *= 2) {
        int left = t >= d ? tile[t - d] : 0;
        __syncthreads();
        tile[t] += left;
        __syncthreads();
    }
    if (i < n) out[i] = tile[t];
    if (t == THREADS - 1) totals[blockIdx.x] = tile[t];
}

__global__ void chain(int *totals, int blocks) {
    for (int b = 1; b < blocks; b++)
        totals[b] += totals[b - 1];
}

__global__ void add(int *out, const int *totals, int n) {
    int i = (blockIdx.x + 1) * THREADS + threadIdx.x;
    if (i < n) out[i] += totals[blockIdx.x];
}

void running_sums(const int *in, int *out, int n) {
    int blocks = (n + THREADS - 1) / THREADS, *totals;
    if (n == 0) return;
    cudaMalloc(&totals, blocks * sizeof(int));
    sum_up<<<blocks, THREADS>>>(in, out, totals, n);
    chain<<<1, 1>>>(totals, blocks);
    if (blocks > 1) add<<<blocks - 1, THREADS>>>(out, totals, n);
    cudaFree(totals);
}
