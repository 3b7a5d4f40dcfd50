// rejected by: case (every pass sorts by the lowest digit)
// says: Only the lowest digit of the keys is in order. Each pass looks at another digit: it has to shift the key first.
// A radix sort of 32-bit keys, 8 bits at a time: four passes, each stable.
//
//   counts[digit][tile]   how often a digit is in a tile; each row scanned, it is how many
//                         keys with that digit are in the tiles before

constexpr int BITS = 8, DIGITS = 1 << BITS;
constexpr int BLOCK = DIGITS, WARPS = BLOCK / 32; // a thread for each digit
constexpr int OWN = 24, PART = OWN * 32, TILE = BLOCK * OWN;

__device__ int warp_scan(int v, int *all) { // exclusive
    int lane = threadIdx.x % 32, upto = v;
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(~0u, upto, step);
        if (lane >= step) upto += left;
    }
    *all = __shfl_sync(~0u, upto, 31);
    return upto - v;
}

__device__ int block_scan(int v, int *all) { // exclusive
    __shared__ int sums[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, of_warp, before = 0;
    int own = warp_scan(v, &of_warp);
    if (lane == 0) sums[warp] = of_warp;
    __syncthreads();
    *all = 0;
    for (int w = 0; w < WARPS; w++) {
        before += w < warp ? sums[w] : 0;
        *all += sums[w];
    }
    __syncthreads(); // sums is used again
    return before + own;
}

__global__ void count_digits(const unsigned *keys, int *counts, int n, int shift) {
    __shared__ int mine[WARPS][DIGITS]; // a copy for each warp: fewer meet at a word
    int warp = threadIdx.x / 32, all = 0;
    for (int w = 0; w < WARPS; w++)
        mine[w][threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < OWN; k++) {
        int i = blockIdx.x * TILE + k * BLOCK + threadIdx.x;
        if (i < n) atomicAdd(&mine[warp][keys[i] & (DIGITS - 1)], 1);
    }
    __syncthreads();
    for (int w = 0; w < WARPS; w++)
        all += mine[w][threadIdx.x];
    counts[threadIdx.x * gridDim.x + blockIdx.x] = all;
}

// A block for each digit: its row of the table in place, and all keys with that digit.
__global__ void scan_rows(int *counts, int *totals, int tiles) {
    int *row = counts + blockIdx.x * tiles, carry = 0, all;
    for (int first = 0; first < tiles; first += BLOCK) {
        int i = first + threadIdx.x;
        int before = block_scan(i < tiles ? row[i] : 0, &all);
        if (i < tiles) row[i] = carry + before;
        carry += all;
    }
    if (threadIdx.x == 0) totals[blockIdx.x] = carry;
}

// The lanes whose keys have the same digit. 8 votes: about half of what
// __match_any_sync takes.
__device__ unsigned same_digit(unsigned digit) {
    unsigned peers = ~0u;
    for (int b = 0; b < BITS; b++) {
        unsigned ones = __ballot_sync(~0u, digit >> b & 1);
        peers &= digit >> b & 1 ? ones : ~ones;
    }
    return peers;
}

__global__ void scatter(const unsigned *keys, const int *counts, const int *totals,
                        unsigned *out, int n, int shift) {
    __shared__ int seen[WARPS][DIGITS]; // in the part of a warp; then, in the parts before
    __shared__ int from[DIGITS];        // place in out less place in the tile
    __shared__ unsigned ordered[TILE];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, all;
    int first = blockIdx.x * TILE, here = min(TILE, n - first);
    unsigned key[OWN];
    int rank[OWN]; // among the keys of the part with the same digit

    for (int w = 0; w < WARPS; w++)
        seen[w][threadIdx.x] = 0;
    for (int k = 0; k < OWN; k++) { // beyond the end: the highest key, last in its tile
        int i = warp * PART + k * 32 + lane;
        key[k] = i < here ? keys[first + i] : ~0u;
    }
    __syncthreads();
    for (int k = 0; k < OWN; k++) {
        unsigned digit = key[k] & (DIGITS - 1), peers = same_digit(digit);
        int before = __popc(peers & ((1u << lane) - 1));
        rank[k] = seen[warp][digit] + before;
        __syncwarp();
        if (before == 0) seen[warp][digit] += __popc(peers);
        __syncwarp();
    }
    __syncthreads();

    int digit = threadIdx.x, sum = 0;
    for (int w = 0; w < WARPS; w++) {
        int own = seen[w][digit];
        seen[w][digit] = sum;
        sum += own;
    }
    int start = block_scan(sum, &all);
    for (int w = 0; w < WARPS; w++)
        seen[w][digit] += start;
    int smaller = block_scan(totals[digit], &all);
    from[digit] = smaller + counts[digit * gridDim.x + blockIdx.x] - start;
    __syncthreads();

    // In order in shared memory first: keys with one digit go out side by side.
    for (int k = 0; k < OWN; k++)
        ordered[seen[warp][key[k] & (DIGITS - 1)] + rank[k]] = key[k];
    __syncthreads();
    for (int i = threadIdx.x; i < here; i += BLOCK) {
        unsigned k = ordered[i];
        out[from[k & (DIGITS - 1)] + i] = k;
    }
}

void sort(const unsigned *keys, unsigned *out, int n) {
    if (n <= 0) return;
    int tiles = (n + TILE - 1) / TILE, *counts, *totals;
    unsigned *other;
    cudaMallocAsync(&counts, DIGITS * tiles * sizeof *counts, 0);
    cudaMallocAsync(&totals, DIGITS * sizeof *totals, 0);
    cudaMallocAsync(&other, n * sizeof *other, 0);
    const unsigned *from = keys;
    for (int shift = 0; shift < 32; shift += BITS) {
        unsigned *to = shift / BITS % 2 ? out : other; // the last of four: out
        count_digits<<<tiles, BLOCK>>>(from, counts, n, shift);
        scan_rows<<<DIGITS, BLOCK>>>(counts, totals, tiles);
        scatter<<<tiles, BLOCK>>>(from, counts, totals, to, n, shift);
        from = to;
    }
    cudaFreeAsync(other, 0);
    cudaFreeAsync(totals, 0);
    cudaFreeAsync(counts, 0);
}
