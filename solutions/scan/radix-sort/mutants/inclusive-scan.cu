// rejected by: trap out-of-bounds | guard (the table's scan includes the entry itself)
// A radix sort of 32-bit keys, 4 bits at a time: eight passes, each stable.
//
//   counts[digit][tile]   how often a digit is in a tile; scanned in this order it is the
//                         place of the tile's first key with that digit

constexpr int BITS = 4, DIGITS = 1 << BITS;
constexpr int BLOCK = 512, WARPS = BLOCK / 32, OWN = 4, TILE = BLOCK * OWN;
constexpr int PARTS = OWN * WARPS; // of a tile: 32 neighbouring keys each
static_assert(WARPS == DIGITS, "a warp for each digit in rank_tile");

__device__ int warp_scan(int v, int *all) { // exclusive
    int lane = threadIdx.x % 32, upto = v;
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(~0u, upto, step);
        if (lane >= step) upto += left;
    }
    *all = __shfl_sync(~0u, upto, 31);
    return upto - v;
}

__global__ void count_digits(const unsigned *keys, int *counts, int n, int shift) {
    __shared__ int mine[DIGITS];
    if (threadIdx.x < DIGITS) mine[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < OWN; k++) {
        int i = blockIdx.x * TILE + k * BLOCK + threadIdx.x;
        int digit = i < n ? keys[i] >> shift & (DIGITS - 1) : DIGITS;
        unsigned peers = __match_any_sync(~0u, digit); // one addition for all of them
        if (digit < DIGITS && __ffs(peers) - 1 == threadIdx.x % 32)
            atomicAdd(&mine[digit], __popc(peers));
    }
    __syncthreads();
    if (threadIdx.x < DIGITS)
        counts[threadIdx.x * gridDim.x + blockIdx.x] = mine[threadIdx.x];
}

// In place, exclusive, by one block.
__global__ void scan_counts(int *counts, int n) {
    __shared__ int sums[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, carry = 0, all;
    for (int first = 0; first < n; first += BLOCK) {
        int i = first + threadIdx.x, before = 0, total = 0;
        int own = warp_scan(i < n ? counts[i] : 0, &all);
        if (lane == 0) sums[warp] = all;
        __syncthreads();
        for (int w = 0; w < WARPS; w++) {
            before += w < warp ? sums[w] : 0;
            total += sums[w];
        }
        if (i < n) counts[i] += carry + before + own;
        carry += total;
        __syncthreads(); // sums is used again
    }
}

__global__ void scatter(const unsigned *keys, const int *counts, unsigned *out, int n,
                        int shift) {
    // Of each digit: how often it is in a part; then, the place of the part's first one.
    __shared__ int parts[PARTS][DIGITS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, all;
    unsigned key[OWN];
    int digit[OWN], rank[OWN]; // among the keys of the part with the same digit
    for (int i = threadIdx.x; i < PARTS * DIGITS; i += BLOCK)
        parts[0][i] = 0;
    __syncthreads();
    for (int k = 0; k < OWN; k++) {
        int i = blockIdx.x * TILE + k * BLOCK + threadIdx.x;
        key[k] = i < n ? keys[i] : 0;
        digit[k] = i < n ? key[k] >> shift & (DIGITS - 1) : DIGITS;
        unsigned peers = __match_any_sync(~0u, digit[k]);
        rank[k] = __popc(peers & ((1u << lane) - 1));
        if (digit[k] < DIGITS && rank[k] == 0)
            parts[k * WARPS + warp][digit[k]] = __popc(peers);
    }
    __syncthreads();
    int carry = counts[warp * gridDim.x + blockIdx.x]; // a warp for each digit
    for (int p = lane; p < PARTS; p += 32) {
        int before = warp_scan(parts[p][warp], &all);
        parts[p][warp] = carry + before;
        carry += all;
    }
    __syncthreads();
    for (int k = 0; k < OWN; k++)
        if (digit[k] < DIGITS)
            out[parts[k * WARPS + warp][digit[k]] + rank[k]] = key[k];
}

void sort(const unsigned *keys, unsigned *out, int n) {
    int tiles = (n + TILE - 1) / TILE, *counts;
    unsigned *other;
    if (n <= 0) return;
    cudaMallocAsync(&counts, DIGITS * tiles * sizeof *counts, 0);
    cudaMallocAsync(&other, n * sizeof *other, 0);
    const unsigned *from = keys;
    for (int shift = 0; shift < 32; shift += BITS) {
        unsigned *to = shift / BITS % 2 ? out : other;
        count_digits<<<tiles, BLOCK>>>(from, counts, n, shift);
        scan_counts<<<1, BLOCK>>>(counts, DIGITS * tiles);
        scatter<<<tiles, BLOCK>>>(from, counts, to, n, shift);
        from = to;
    }
    cudaFreeAsync(other, 0);
    cudaFreeAsync(counts, 0);
}
