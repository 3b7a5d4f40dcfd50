// rejected by: case n=4194304 | case n=16777216 (in long arrays a stretch with two equal ends counts as one run, and is not read)
const int BLOCK = 256, OWN = 512; // elements of a thread

__device__ int walk(const int *in, int from, int n, bool sorted, int run, int *values, int *begins) {
    int to = min(from + OWN, n);
    if (sorted && from > 0 && in[from - 1] == in[to - 1]) return run;
    for (int i = from; i < to; i++)
        if (i == 0 || in[i] != in[i - 1]) {
            if (values) values[run] = in[i], begins[run] = i;
            run++;
        }
    return run;
}

__global__ void count(const int *in, int *counts, int n, bool sorted) {
    int t = blockIdx.x * BLOCK + threadIdx.x;
    if (t * OWN < n) counts[t] = walk(in, t * OWN, n, sorted, 0, nullptr, nullptr);
}

__global__ void scan(int *counts, int *runs, int n) {
    __shared__ int sums[BLOCK];
    int own = (n + BLOCK - 1) / BLOCK, from = threadIdx.x * own, sum = 0;
    for (int i = from; i < min(from + own, n); i++)
        sum += counts[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    int before = 0;
    for (int t = 0; t < threadIdx.x; t++)
        before += sums[t];
    for (int i = from; i < min(from + own, n); i++) {
        int own_count = counts[i];
        counts[i] = before;
        before += own_count;
    }
    if (threadIdx.x == BLOCK - 1) *runs = before;
}

__global__ void write(const int *in, const int *counts, int *values, int *begins, int n, bool sorted) {
    int t = blockIdx.x * BLOCK + threadIdx.x;
    if (t * OWN < n) walk(in, t * OWN, n, sorted, counts[t], values, begins);
}

__global__ void measure(const int *begins, int *lengths, const int *runs, int n) {
    for (int r = blockIdx.x * BLOCK + threadIdx.x; r < *runs; r += gridDim.x * BLOCK)
        lengths[r] = (r + 1 < *runs ? begins[r + 1] : n) - begins[r];
}

void run_lengths(const int *in, int *values, int *lengths, int *runs, int n) {
    int stretches = (n + OWN - 1) / OWN, blocks = (stretches + BLOCK - 1) / BLOCK, *room;
    bool sorted = n >= 1 << 20;
    if (n == 0) {
        cudaMemsetAsync(runs, 0, sizeof *runs, 0);
        return;
    }
    cudaMallocAsync(&room, ((size_t)n + stretches) * sizeof *room, 0);
    int *counts = room, *begins = room + stretches;
    count<<<blocks, BLOCK>>>(in, counts, n, sorted);
    scan<<<1, BLOCK>>>(counts, runs, stretches);
    write<<<blocks, BLOCK>>>(in, counts, values, begins, n, sorted);
    measure<<<256, BLOCK>>>(begins, lengths, runs, n);
    cudaFreeAsync(room, 0);
}
