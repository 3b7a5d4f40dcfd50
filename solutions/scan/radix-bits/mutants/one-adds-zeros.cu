// rejected by: trap out-of-bounds | trap global-race | case (a one goes to all zeros and the zeros before it)
// says: A one goes as many places after all zeros as there are ones before it. The number of zeros before it is another number.
// One pass of a radix sort by one bit: zeros before ones, each in their old order.
//
// Positions follow from a count: a zero goes behind the zeros before it, a one behind
// all zeros and the ones before it.

constexpr int BLOCK = 512, WARPS = BLOCK / 32, OWN = 4, TILE = BLOCK * OWN;
constexpr int PARTS = OWN * WARPS; // of a tile: 32 neighbouring keys each

__device__ bool is_zero(const unsigned *keys, int i, int n, int bit) {
    return i < n && !(keys[i] >> bit & 1);
}

__global__ void count_zeros(const unsigned *keys, int *zeros, int n, int bit) {
    int count = 0;
    for (int k = 0; k < OWN; k++) {
        int i = blockIdx.x * TILE + k * BLOCK + threadIdx.x;
        count += __syncthreads_count(is_zero(keys, i, n, bit));
    }
    if (threadIdx.x == 0) zeros[blockIdx.x] = count;
}

// Exclusive, over a warp. *all: the sum of everybody's v.
__device__ int warp_scan(int v, int *all) {
    int lane = threadIdx.x % 32, upto = v;
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(~0u, upto, step);
        if (lane >= step) upto += left;
    }
    *all = __shfl_sync(~0u, upto, 31);
    return upto - v;
}

// In place, exclusive, by one warp; the sum of all goes behind the last.
__global__ void scan_counts(int *zeros, int tiles) {
    int carry = 0, all;
    for (int first = 0; first < tiles; first += 32) {
        int i = first + threadIdx.x, v = i < tiles ? zeros[i] : 0;
        int before = warp_scan(v, &all);
        if (i < tiles) zeros[i] = carry + before;
        carry += all;
    }
    if (threadIdx.x == 0) zeros[tiles] = carry;
}

__global__ void scatter(const unsigned *keys, const int *zeros, unsigned *out, int n,
                        int bit) {
    __shared__ int parts[PARTS]; // zeros of 32 keys; then, those before them
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, first = blockIdx.x * TILE;
    unsigned key[OWN], ballot[OWN];
    for (int k = 0; k < OWN; k++) {
        int i = first + k * BLOCK + threadIdx.x;
        key[k] = i < n ? keys[i] : 0;
        ballot[k] = __ballot_sync(~0u, i < n && !(key[k] >> bit & 1));
        if (lane == 0) parts[k * WARPS + warp] = __popc(ballot[k]);
    }
    __syncthreads();
    if (warp == 0) {
        int carry = zeros[blockIdx.x], all;
        for (int p = lane; p < PARTS; p += 32) {
            int before = warp_scan(parts[p], &all);
            parts[p] = carry + before;
            carry += all;
        }
    }
    __syncthreads();
    int all_zeros = zeros[gridDim.x];
    for (int k = 0; k < OWN; k++) {
        int i = first + k * BLOCK + threadIdx.x;
        int before = parts[k * WARPS + warp] + __popc(ballot[k] & ((1u << lane) - 1));
        bool zero = ballot[k] >> lane & 1;
        if (i < n) out[zero ? before : all_zeros + before] = key[k];
    }
}

void split(const unsigned *keys, unsigned *out, int n, int bit) {
    int tiles = (n + TILE - 1) / TILE, *zeros;
    if (n <= 0) return;
    cudaMallocAsync(&zeros, (tiles + 1) * sizeof *zeros, 0);
    count_zeros<<<tiles, BLOCK>>>(keys, zeros, n, bit);
    scan_counts<<<1, 32>>>(zeros, tiles);
    scatter<<<tiles, BLOCK>>>(keys, zeros, out, n, bit);
    cudaFreeAsync(zeros, 0);
}
