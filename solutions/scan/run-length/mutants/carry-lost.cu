// rejected by: trap global-race | case (counts of tiles are only added up within one turn of the scan)
// says: The scan of the counts forgets what the turns before it have added up. It shows where there are more tiles than its block has threads.
// A run begins where an element differs from the one before it. Count the beginnings of
// each tile, scan the counts, and let every beginning write its value and its place; a
// run's length is the distance to the next beginning.

constexpr int BLOCK = 256, WARPS = BLOCK / 32, OWN = 8, TILE = BLOCK * OWN;

// The k-th element of a thread: neighbouring lanes have neighbours, and a warp
// has a stretch of 32 * OWN.
__device__ int element(int k) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    return blockIdx.x * TILE + (warp * OWN + k) * 32 + lane;
}

__device__ unsigned beginnings(const int *in, int i, int n) {
    return __ballot_sync(~0u, i < n && (i == 0 || in[i] != in[i - 1]));
}

__global__ void count_tiles(const int *in, int *counts, int n) {
    __shared__ int sums[WARPS];
    int mine = 0;
    for (int k = 0; k < OWN; k++)
        mine += __popc(beginnings(in, element(k), n));
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x > 0) return;
    int all = 0;
    for (int w = 0; w < WARPS; w++)
        all += sums[w];
    counts[blockIdx.x] = all;
}

// In place, exclusive, by one block; *count is the sum.
__global__ void scan_counts(int *counts, int tiles, int *count) {
    __shared__ int sums[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, carry = 0;
    for (int first = 0; first < tiles; first += BLOCK) {
        int i = first + threadIdx.x, own = i < tiles ? counts[i] : 0, v = own;
        for (int step = 1; step < 32; step *= 2) {
            int left = __shfl_up_sync(~0u, v, step);
            if (lane >= step) v += left;
        }
        if (lane == 31) sums[warp] = v;
        __syncthreads();
        int before = 0, all = 0;
        for (int w = 0; w < WARPS; w++) {
            before += w < warp ? sums[w] : 0;
            all += sums[w];
        }
        if (i < tiles) counts[i] = carry + before + v - own;
        carry = all;
        __syncthreads();
    }
    if (threadIdx.x == 0) *count = carry;
}

__global__ void write_runs(const int *in, const int *before, int *values, int *begins,
                           int n) {
    __shared__ int sums[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, mine = 0;
    unsigned flags[OWN];
    for (int k = 0; k < OWN; k++) {
        flags[k] = beginnings(in, element(k), n);
        mine += __popc(flags[k]);
    }
    if (lane == 0) sums[warp] = mine;
    __syncthreads();
    int at = before[blockIdx.x];
    for (int w = 0; w < warp; w++)
        at += sums[w];
    for (int k = 0; k < OWN; k++) {
        int run = at + __popc(flags[k] & ((1u << lane) - 1));
        if (flags[k] >> lane & 1) {
            values[run] = in[element(k)];
            begins[run] = element(k);
        }
        at += __popc(flags[k]);
    }
}

// The last run ends with the array.
__global__ void measure_runs(const int *begins, const int *runs, int *lengths, int n) {
    int all = gridDim.x * BLOCK;
    for (int r = blockIdx.x * BLOCK + threadIdx.x; r < *runs; r += all)
        lengths[r] = (r + 1 < *runs ? begins[r + 1] : n) - begins[r];
}

// By itself the pool gives its memory back to the device whenever the host waits, and the next
// call asks for 4 bytes an element anew: that takes far longer than the kernels.
static void keep_memory() {
    static bool kept;
    cudaMemPool_t pool;
    unsigned long long all = ~0ull;
    if (kept) return;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
    kept = true;
}

void run_lengths(const int *in, int *values, int *lengths, int *runs, int n) {
    int tiles = (n + TILE - 1) / TILE, *counts, *begins;
    keep_memory();
    cudaMallocAsync(&counts, (tiles + 1) * sizeof *counts, 0);
    cudaMallocAsync(&begins, (n + 1) * sizeof *begins, 0);
    if (tiles > 0) count_tiles<<<tiles, BLOCK>>>(in, counts, n);
    scan_counts<<<1, BLOCK>>>(counts, tiles, runs);
    if (tiles > 0) {
        write_runs<<<tiles, BLOCK>>>(in, counts, values, begins, n);
        measure_runs<<<min(tiles, 1024), BLOCK>>>(begins, runs, lengths, n);
    }
    cudaFreeAsync(begins, 0);
    cudaFreeAsync(counts, 0);
}
