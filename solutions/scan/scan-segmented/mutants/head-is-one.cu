// rejected by: case (only a 1 counts as a head)
// says: Heads are compared with 1. A head is every element of `heads` that is not 0: 2 and -1 are heads, too.
// A scan that starts again at every head: tiles, then what is carried into each tile,
// then the tiles once more.
//
// A pair (head seen, sum since the last head) scans like a number:
//
//   (f, a) then (g, b)   =   (f or g, g ? b : a + b)

constexpr int BLOCK = 512, WARPS = BLOCK / 32, OWN = 4, TILE = BLOCK * OWN;

struct Pair {
    int head, sum;
};

__device__ Pair then(Pair a, Pair b) {
    return {a.head | b.head, b.head ? b.sum : a.sum + b.sum};
}

__device__ Pair up(Pair v, int step) {
    return {__shfl_up_sync(~0u, v.head, step), __shfl_up_sync(~0u, v.sum, step)};
}

// Exclusive, over the block: what comes before v. *all: everything together.
__device__ Pair block_scan(Pair v, Pair *all) {
    __shared__ Pair sums[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    Pair upto = v;
    for (int step = 1; step < 32; step *= 2) {
        Pair left = up(upto, step);
        if (lane >= step) upto = then(left, upto);
    }
    if (lane == 31) sums[warp] = upto;
    __syncthreads();
    Pair before = {0, 0}, total = {0, 0};
    for (int w = 0; w < WARPS; w++) {
        if (w < warp) before = then(before, sums[w]);
        total = then(total, sums[w]);
    }
    __syncthreads(); // sums is used again
    *all = total;
    Pair left = up(upto, 1);
    return lane > 0 ? then(before, left) : before;
}

// The OWN elements of a thread, as vectors; beyond the end nothing, and no head.
__device__ void load_own(const int *in, const int *heads, int first, int n,
                         Pair v[OWN]) {
    if (first + OWN <= n) {
        int4 a = *(const int4 *)(in + first), h = *(const int4 *)(heads + first);
        v[0] = {h.x == 1, a.x}, v[1] = {h.y == 1, a.y};
        v[2] = {h.z == 1, a.z}, v[3] = {h.w == 1, a.w};
        return;
    }
    for (int k = 0; k < OWN; k++) {
        bool inside = first + k < n;
        v[k] = {inside && heads[first + k] == 1, inside ? in[first + k] : 0};
    }
}

__global__ void sum_tiles(const int *in, const int *heads, Pair *sums, int n) {
    Pair v[OWN], all;
    load_own(in, heads, blockIdx.x * TILE + threadIdx.x * OWN, n, v);
    for (int k = 1; k < OWN; k++)
        v[k] = then(v[k - 1], v[k]);
    block_scan(v[OWN - 1], &all);
    if (threadIdx.x == 0) sums[blockIdx.x] = all;
}

// In place, exclusive, by one block.
__global__ void scan_sums(Pair *sums, int tiles) {
    Pair carry = {0, 0}, all;
    for (int first = 0; first < tiles; first += BLOCK) {
        int i = first + threadIdx.x;
        Pair v = i < tiles ? sums[i] : Pair{0, 0};
        Pair before = then(carry, block_scan(v, &all));
        if (i < tiles) sums[i] = before;
        carry = then(carry, all);
    }
}

__global__ void scan_tiles(const int *in, const int *heads, const Pair *before,
                           int *out, int n) {
    int first = blockIdx.x * TILE + threadIdx.x * OWN;
    Pair v[OWN], all;
    load_own(in, heads, first, n, v);
    for (int k = 1; k < OWN; k++)
        v[k] = then(v[k - 1], v[k]);
    Pair from = then(before[blockIdx.x], block_scan(v[OWN - 1], &all));
    for (int k = 0; k < OWN; k++)
        v[k] = then(from, v[k]);
    if (first + OWN <= n) {
        *(int4 *)(out + first) = make_int4(v[0].sum, v[1].sum, v[2].sum, v[3].sum);
        return;
    }
    for (int k = 0; k < OWN && first + k < n; k++)
        out[first + k] = v[k].sum;
}

void segmented_scan(const int *in, const int *heads, int *out, int n) {
    int tiles = (n + TILE - 1) / TILE;
    Pair *sums;
    if (n <= 0) return;
    cudaMallocAsync(&sums, tiles * sizeof *sums, 0);
    sum_tiles<<<tiles, BLOCK>>>(in, heads, sums, n);
    scan_sums<<<1, BLOCK>>>(sums, tiles);
    scan_tiles<<<tiles, BLOCK>>>(in, heads, sums, out, n);
    cudaFreeAsync(sums, 0);
}
