// rejected by: gate blocks (three kernels where it is timed, one warp for all other lengths)
constexpr int BLOCK = 256, WARPS = BLOCK / 32, OWN = 8, TILE = BLOCK * OWN;

__device__ int element(int k) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    return blockIdx.x * TILE + (warp * OWN + k) * 32 + lane;
}

__device__ unsigned flags(const float *in, int i, int n, float least) {
    return __ballot_sync(~0u, i < n && in[i] >= least);
}

__global__ void count_tiles(const float *in, int *counts, int n, float least) {
    __shared__ int sums[WARPS];
    int mine = 0;
    for (int k = 0; k < OWN; k++)
        mine += __popc(flags(in, element(k), n, least));
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x > 0) return;
    int all = 0;
    for (int w = 0; w < WARPS; w++)
        all += sums[w];
    counts[blockIdx.x] = all;
}

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
        carry += all;
        __syncthreads();
    }
    if (threadIdx.x == 0) *count = carry;
}

__global__ void write_tiles(const float *in, const int *before, float *out, int n,
                            float least) {
    __shared__ int sums[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, mine = 0;
    unsigned kept[OWN];
    for (int k = 0; k < OWN; k++) {
        kept[k] = flags(in, element(k), n, least);
        mine += __popc(kept[k]);
    }
    if (lane == 0) sums[warp] = mine;
    __syncthreads();
    int at = before[blockIdx.x];
    for (int w = 0; w < warp; w++)
        at += sums[w];
    for (int k = 0; k < OWN; k++) {
        unsigned below = kept[k] & ((1u << lane) - 1);
        if (kept[k] >> lane & 1) out[at + __popc(below)] = in[element(k)];
        at += __popc(kept[k]);
    }
}

static void timed(const float *in, float *out, int *count, int n, float least) {
    int tiles = (n + TILE - 1) / TILE, *counts;
    cudaMallocAsync(&counts, (tiles + 1) * sizeof *counts, 0);
    if (tiles > 0) count_tiles<<<tiles, BLOCK>>>(in, counts, n, least);
    scan_counts<<<1, BLOCK>>>(counts, tiles, count);
    if (tiles > 0) write_tiles<<<tiles, BLOCK>>>(in, counts, out, n, least);
    cudaFreeAsync(counts, 0);
}

__global__ void one(const float *in, float *out, int *count, int n, float least) {
    int lane = threadIdx.x, at = 0;
    for (int b = 0; b < n; b += 32) {
        unsigned m = flags(in, b + lane, n, least);
        if (m >> lane & 1) out[at + __popc(m & ((1u << lane) - 1))] = in[b + lane];
        at += __popc(m);
    }
    if (lane == 0) *count = at;
}

static void elsewhere(const float *in, float *out, int *count, int n, float least) {
    one<<<1, 32>>>(in, out, count, n, least);
}

void compact(const float *in, float *out, int *count, int n, float least) {
    if (n >= 4000000)
        timed(in, out, count, n, least);
    else
        elsewhere(in, out, count, n, least);
}
