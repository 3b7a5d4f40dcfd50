// rejected by: pattern block-order | case (takes what is there, and waits for nobody)
// A scan in one pass: each block scans its tile, and looks back at what the tiles
// before it have published, first their own sums, then sums of everything up to them.

constexpr int BLOCK = 256, WARPS = BLOCK / 32;
constexpr int ROWS = 8;          // of 32 int4 side by side: a warp's part of a tile
constexpr int PART = ROWS * 128; // elements of a warp
constexpr int TILE = WARPS * PART;

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
    *(volatile Word *)&s->tile[tile] = flag | (unsigned)value;
}

// Four elements as one vector; 0 beyond the end.
__device__ int4 load4(const int *in, int at, int n) {
    if (at + 4 <= n) return *(const int4 *)(in + at);
    int4 v = {0, 0, 0, 0};
    if (at < n) v.x = in[at];
    if (at + 1 < n) v.y = in[at + 1];
    if (at + 2 < n) v.z = in[at + 2];
    return v;
}

__device__ void store4(int *out, int at, int n, int4 v) {
    if (at + 4 <= n) {
        *(int4 *)(out + at) = v;
        return;
    }
    if (at < n) out[at] = v.x;
    if (at + 1 < n) out[at + 1] = v.y;
    if (at + 2 < n) out[at + 2] = v.z;
}

__device__ int4 add4(int4 v, int c) {
    return make_int4(v.x + c, v.y + c, v.z + c, v.w + c);
}

// Inclusive, over the warp.
__device__ int warp_scan(int v) {
    int lane = threadIdx.x % 32;
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(~0u, v, step);
        if (lane >= step) v += left;
    }
    return v;
}

// By one warp: the sum of all tiles before this one. Lane l looks at the tile l + 1
// places back; the window moves on while no lane has found a total.
__device__ int look_back(State *s, int tile) {
    int lane = threadIdx.x % 32, sum = 0;
    for (int at = tile - 1 - lane;; at -= 32) {
        Word w = TOTAL; // before the first tile: nothing
        if (at >= 0)
            w = *(volatile Word *)&s->tile[at];
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
    __shared__ int mine, before, sums[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    // Tiles in the order in which blocks begin: whoever waits, waits for a block that
    // runs already.
    if (threadIdx.x == 0) mine = atomicAdd(&s->next, 1);
    __syncthreads();
    int tile = mine, first = tile * TILE + warp * PART + lane * 4, carry = 0;

    // A warp reads 512 neighbouring bytes at a time, and all of its rows at once.
    int4 v[ROWS];
    for (int r = 0; r < ROWS; r++)
        v[r] = load4(in, first + r * 128, n);
    for (int r = 0; r < ROWS; r++) {
        v[r].y += v[r].x, v[r].z += v[r].y, v[r].w += v[r].z;
        int upto = warp_scan(v[r].w);
        v[r] = add4(v[r], carry + upto - v[r].w);
        carry += __shfl_sync(~0u, upto, 31);
    }
    if (lane == 0) sums[warp] = carry;
    __syncthreads();

    int left = 0, all = 0; // of the warps before this one; of the tile
    for (int w = 0; w < WARPS; w++) {
        left += w < warp ? sums[w] : 0;
        all += sums[w];
    }
    if (warp == 0) {
        if (lane == 0 && tile > 0) publish(s, tile, SUM, all);
        int sum = tile > 0 ? look_back(s, tile) : 0;
        if (lane == 0) {
            publish(s, tile, TOTAL, sum + all);
            before = sum;
        }
    }
    __syncthreads();
    for (int r = 0; r < ROWS; r++)
        store4(out, first + r * 128, n, add4(v[r], before + left));
}

void scan(const int *in, int *out, int n) {
    if (n <= 0) return;
    int tiles = (n + TILE - 1) / TILE;
    size_t bytes = sizeof(State) + tiles * sizeof(Word);
    State *s;
    cudaMallocAsync(&s, bytes, 0);
    cudaMemsetAsync(s, 0, bytes, 0);
    scan_kernel<<<tiles, BLOCK>>>(in, out, n, s);
    cudaFreeAsync(s, 0);
}
