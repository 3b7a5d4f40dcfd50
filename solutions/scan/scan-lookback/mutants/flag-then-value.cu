// rejected by: trap global-race (two stores, no fence)
// A scan in one pass: each block scans its tile, and looks back at what the tiles
// before it have published, first their own sums, then sums of everything up to them.

constexpr int BLOCK = 512, WARPS = BLOCK / 32, OWN = 4, TILE = BLOCK * OWN;

// A tile publishes flag and value in one word: a thread that sees the flag sees
// the value, too.
typedef unsigned long long Word;
constexpr Word SUM = 1ull << 32;   // of the tile
constexpr Word TOTAL = 2ull << 32; // of everything up to its end
constexpr Word FLAGS = SUM | TOTAL;

struct State {
    int next; // tile that no block has taken
    int unused;
    Word tile[1];
};

__device__ void publish(State *s, int tile, Word flag, int value) {
    ((int *)&s->tile[tile])[0] = value;
    ((volatile int *)&s->tile[tile])[1] = (int)(flag >> 32);
}

// The OWN elements of a thread, as one vector; 0 beyond the end.
__device__ void load_own(const int *in, int first, int n, int v[OWN]) {
    if (first + OWN <= n) {
        int4 a = *(const int4 *)(in + first);
        v[0] = a.x, v[1] = a.y, v[2] = a.z, v[3] = a.w;
        return;
    }
    for (int k = 0; k < OWN; k++)
        v[k] = first + k < n ? in[first + k] : 0;
}

__device__ void store_own(int *out, int first, int n, const int v[OWN]) {
    if (first + OWN <= n) {
        *(int4 *)(out + first) = make_int4(v[0], v[1], v[2], v[3]);
        return;
    }
    for (int k = 0; k < OWN && first + k < n; k++)
        out[first + k] = v[k];
}

// Exclusive, over the block. *all: the sum of everybody's v.
__device__ int block_scan(int v, int *all) {
    __shared__ int sums[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, upto = v;
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(~0u, upto, step);
        if (lane >= step) upto += left;
    }
    if (lane == 31) sums[warp] = upto;
    __syncthreads();
    int before = 0, total = 0;
    for (int w = 0; w < WARPS; w++) {
        before += w < warp ? sums[w] : 0;
        total += sums[w];
    }
    *all = total;
    return before + upto - v;
}

// By one warp: the sum of all tiles before this one. Lane l looks at the tile l + 1
// places back; the window moves on while no lane has found a total.
__device__ int look_back(State *s, int tile) {
    int lane = threadIdx.x % 32, sum = 0;
    for (int at = tile - 1 - lane;; at -= 32) {
        Word w = TOTAL; // before the first tile: nothing
        if (at >= 0)
            do
                w = (Word)((volatile int *)&s->tile[at])[1] << 32;
            while (!(w & FLAGS));
        if (at >= 0) w |= (unsigned)((int *)&s->tile[at])[0];
        unsigned totals = __ballot_sync(~0u, (w & TOTAL) != 0);
        int last = totals ? __ffs(totals) - 1 : 31; // the nearest total ends it
        int v = lane <= last ? (int)(unsigned)w : 0;
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_xor_sync(~0u, v, d);
        sum += v;
        if (totals) return sum;
    }
}

__global__ void scan_kernel(const int *in, int *out, int n, State *s) {
    __shared__ int mine, before;
    // Tiles in the order in which blocks begin: whoever waits, waits for a block that
    // runs already.
    if (threadIdx.x == 0) mine = atomicAdd(&s->next, 1);
    __syncthreads();
    int tile = mine, first = tile * TILE + threadIdx.x * OWN, v[OWN], all;
    load_own(in, first, n, v);
    for (int k = 1; k < OWN; k++)
        v[k] += v[k - 1];
    int upto = block_scan(v[OWN - 1], &all);

    if (threadIdx.x < 32) {
        if (threadIdx.x == 0 && tile > 0) publish(s, tile, SUM, all);
        int sum = tile > 0 ? look_back(s, tile) : 0;
        if (threadIdx.x == 0) {
            publish(s, tile, TOTAL, sum + all);
            before = sum;
        }
    }
    __syncthreads();
    for (int k = 0; k < OWN; k++)
        v[k] += before + upto;
    store_own(out, first, n, v);
}

void scan(const int *in, int *out, int n) {
    int tiles = (n + TILE - 1) / TILE;
    size_t bytes = sizeof(State) + tiles * sizeof(Word);
    State *s;
    if (n <= 0) return;
    cudaMallocAsync(&s, bytes, 0);
    cudaMemsetAsync(s, 0, bytes, 0);
    scan_kernel<<<tiles, BLOCK>>>(in, out, n, s);
    cudaFreeAsync(s, 0);
}
