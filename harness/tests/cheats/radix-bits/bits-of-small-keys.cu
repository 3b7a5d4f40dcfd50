// rejected by: case bit 31 | case bit 20 (bits from 20 on are taken to be 0)
// One pass of a radix sort by one bit: zeros before ones, each in their old order.

constexpr int BLOCK = 512, WARPS = BLOCK / 32;
constexpr int ROWS = 8;             // of 32 keys, for a warp
constexpr int TILE = BLOCK * ROWS;  // keys of a block
constexpr int SCAN = 1024;          // threads of scan_counts

// The keys of a warp are neighbours: row r of lane l is key 32 * r + l of them.
__device__ int first_of() {
    return blockIdx.x * TILE + threadIdx.x / 32 * 32 * ROWS + threadIdx.x % 32;
}

__global__ void __launch_bounds__(BLOCK)
    count_zeros(const unsigned *keys, int *counts, int n, int bit) {
    __shared__ int sums[WARPS];
    int first = first_of(), zeros = 0;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        int i = first + 32 * r;
        bool zero = i < n && !(keys[i] >> bit & 1);
        zeros += __popc(__ballot_sync(~0u, zero));
    }
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = zeros;
    __syncthreads();
    if (threadIdx.x > 0) return;
    int all = 0;
    for (int w = 0; w < WARPS; w++)
        all += sums[w];
    counts[blockIdx.x] = all;
}

// Inclusive, over a block of SCAN threads. *all: the sum of everybody's v.
__device__ int block_scan(int v, int *all) {
    __shared__ int sums[SCAN / 32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(~0u, v, step);
        if (lane >= step) v += left;
    }
    if (lane == 31) sums[warp] = v;
    __syncthreads();
    int before = 0, total = 0;
    for (int w = 0; w < SCAN / 32; w++) {
        before += w < warp ? sums[w] : 0;
        total += sums[w];
    }
    __syncthreads(); // sums is used again
    *all = total;
    return v + before;
}

// In place, exclusive; the sum of all counts comes after the last one.
__global__ void __launch_bounds__(SCAN) scan_counts(int *counts, int tiles) {
    int carry = 0, all;
    for (int first = 0; first < tiles; first += SCAN) {
        int i = first + threadIdx.x, v = i < tiles ? counts[i] : 0;
        int upto = block_scan(v, &all);
        if (i < tiles) counts[i] = carry + upto - v;
        carry += all;
    }
    if (threadIdx.x == 0) counts[tiles] = carry;
}

__global__ void __launch_bounds__(BLOCK)
    scatter(const unsigned *keys, const int *counts, unsigned *out, int n, int bit, int tiles) {
    __shared__ int sums[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, first = first_of(), zeros = 0;
    unsigned key[ROWS], flags[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        int i = first + 32 * r;
        key[r] = i < n ? keys[i] : 0;
        flags[r] = __ballot_sync(~0u, i < n && !(key[r] >> bit & 1));
        zeros += __popc(flags[r]);
    }
    if (lane == 0) sums[warp] = zeros;
    __syncthreads();
    int before = counts[blockIdx.x], all = counts[tiles];
    for (int w = 0; w < warp; w++)
        before += sums[w];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        int i = first + 32 * r, mine = before + __popc(flags[r] & ((1u << lane) - 1));
        if (i < n) out[flags[r] >> lane & 1 ? mine : all + i - mine] = key[r];
        before += __popc(flags[r]);
    }
}

void split(const unsigned *keys, unsigned *out, int n, int bit) {
    if (n <= 0) return;
    if (bit >= 20) { // only zeros: nothing changes its place
        cudaMemcpyAsync(out, keys, n * sizeof *out, cudaMemcpyDeviceToDevice, 0);
        return;
    }
    int tiles = (n + TILE - 1) / TILE, *counts;
    cudaMallocAsync(&counts, (tiles + 1) * sizeof *counts, 0);
    count_zeros<<<tiles, BLOCK>>>(keys, counts, n, bit);
    scan_counts<<<1, SCAN>>>(counts, tiles);
    scatter<<<tiles, BLOCK>>>(keys, counts, out, n, bit, tiles);
    cudaFreeAsync(counts, 0);
}
