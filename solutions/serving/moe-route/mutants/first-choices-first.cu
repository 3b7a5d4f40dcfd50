// rejected by: case (ranks of first and second choices apart)
// says: The rows of an expert are not in the order of their tokens. First choices come before second ones, or places are given out in order of arrival. Count the rows of the same expert from smaller tokens, whichever choice it is.
// Tokens sorted by expert, in the order of the tokens: counts of each block, a
// scan over (expert, block), ranks from ballots, and a copy of the rows.

const int BLOCK = 256; // threads, and tokens, of a block
const int WARPS = BLOCK / 32;
const int MOST = 64; // experts
const unsigned ALL = 0xffffffff;

struct Best {
    float logit;
    int expert;
};

__device__ Best better(Best a, Best b) {
    bool second =
        b.logit > a.logit || (b.logit == a.logit && b.expert < a.expert);
    return second ? b : a;
}

// The best of a row, but for expert `without`; in all lanes.
__device__ Best row_best(const float *row, int experts, int without) {
    Best best = {-INFINITY, MOST};
    for (int e = threadIdx.x % 32; e < experts; e += 32)
        if (e != without) best = better(best, {row[e], e});
    for (int d = 16; d > 0; d /= 2)
        best = better(best, {__shfl_xor_sync(ALL, best.logit, d),
                             __shfl_xor_sync(ALL, best.expert, d)});
    return best;
}

// counts[warp][e] of the block; returns how many lanes before this one have its
// first (x) and second (y) expert. A lane without a token has experts -1.
__device__ int2 count_and_rank(int (*counts)[MOST], int2 mine, int experts) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int2 rank = {0, 0};
    for (int e = 0; e < experts; e++) {
        unsigned has = __ballot_sync(ALL, mine.x == e);
        unsigned also = __ballot_sync(ALL, mine.y == e);
        int before = __popc(has & ((1u << lane) - 1));
        if (mine.x == e) rank.x = before;
        if (mine.y == e)
            rank.y = __popc(has) + __popc(also & ((1u << lane) - 1));
        if (lane == 0) counts[warp][e] = __popc(has) + __popc(also);
    }
    __syncthreads();
    return rank;
}

// Each token's two experts and weights; counts of the block, expert first.
__global__ void choose_kernel(const float *logits, int2 *chosen,
                              float2 *weights, int *totals, int tokens,
                              int experts) {
    __shared__ int counts[WARPS][MOST];
    int lane = threadIdx.x % 32,
        first = blockIdx.x * BLOCK + threadIdx.x - lane;
    int2 mine = {-1, -1};
    float2 weight = {};
    for (int i = 0; i < 32 && first + i < tokens; i++) { // the warp's tokens
        const float *row = logits + (size_t)(first + i) * experts;
        Best a = row_best(row, experts, -1),
             b = row_best(row, experts, a.expert);
        if (lane != i) continue;
        float ratio = expf(b.logit - a.logit); // at most 1
        mine = {a.expert, b.expert};
        weight = {1.0f / (1.0f + ratio), ratio / (1.0f + ratio)};
    }
    if (first + lane < tokens) {
        chosen[first + lane] = mine;
        weights[first + lane] = weight;
    }
    count_and_rank(counts, mine, experts);
    for (int e = threadIdx.x; e < experts; e += BLOCK) {
        int sum = 0;
        for (int w = 0; w < WARPS; w++)
            sum += counts[w][e];
        totals[e * gridDim.x + blockIdx.x] = sum;
    }
}

// totals becomes its exclusive scan, by one block.
__global__ void scan_kernel(int *totals, int *offsets, int blocks,
                            int experts) {
    __shared__ int sums[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, carry = 0;
    for (int i0 = 0; i0 < blocks * experts; i0 += BLOCK) {
        int i = i0 + threadIdx.x, v = i < blocks * experts ? totals[i] : 0;
        int scan = v, all = 0, before = carry;
        for (int d = 1; d < 32; d *= 2) {
            int left = __shfl_up_sync(ALL, scan, d);
            if (lane >= d) scan += left;
        }
        if (lane == 31) sums[warp] = scan;
        __syncthreads();
        for (int w = 0; w < WARPS; w++) {
            if (w < warp) before += sums[w];
            all += sums[w];
        }
        __syncthreads(); // sums is used again
        carry += all;
        if (i >= blocks * experts) continue;
        totals[i] = before + scan - v;
        if (i % blocks == 0) offsets[i / blocks] = totals[i];
    }
    if (threadIdx.x == 0) offsets[experts] = carry;
}

__global__ void place_kernel(const int2 *chosen, const int *starts,
                             int2 *places, int tokens, int experts) {
    __shared__ int counts[WARPS][MOST];
    int t = blockIdx.x * BLOCK + threadIdx.x;
    int2 mine = t < tokens ? chosen[t] : int2{-1, -1};
    int2 place = count_and_rank(counts, mine, experts);
    if (t >= tokens) return;
    for (int w = 0; w < threadIdx.x / 32; w++) {
        place.x += counts[w][mine.x];
        place.y += counts[w][mine.y];
    }
    place.x += starts[mine.x * gridDim.x + blockIdx.x];
    place.y += starts[mine.y * gridDim.x + blockIdx.x];
    places[t] = place;
}

// A warp has a token: its row is read once and written twice.
__global__ void copy_kernel(const float *x, const int2 *places, float *packed,
                            int tokens, int dim) {
    int t = blockIdx.x * WARPS + threadIdx.x / 32;
    if (t >= tokens) return;
    int2 place = places[t];
    for (int d = threadIdx.x % 32; d < dim; d += 32) {
        float v = x[(size_t)t * dim + d];
        packed[(size_t)place.x * dim + d] = v;
        packed[(size_t)place.y * dim + d] = v;
    }
}

void route(const float *logits, const float *x, int *offsets, int *places,
           float *weights, float *packed, int tokens, int experts, int dim) {
    cudaMemsetAsync(offsets, 0, (experts + 1) * sizeof *offsets);
    if (tokens == 0) return;
    int blocks = (tokens + BLOCK - 1) / BLOCK, *totals;
    int2 *chosen;
    cudaMallocAsync(&totals, (size_t)blocks * experts * sizeof *totals, 0);
    cudaMallocAsync(&chosen, tokens * sizeof *chosen, 0);
    choose_kernel<<<blocks, BLOCK>>>(logits, chosen, (float2 *)weights, totals,
                                     tokens, experts);
    scan_kernel<<<1, BLOCK>>>(totals, offsets, blocks, experts);
    place_kernel<<<blocks, BLOCK>>>(chosen, totals, (int2 *)places, tokens,
                                    experts);
    copy_kernel<<<(tokens + WARPS - 1) / WARPS, BLOCK>>>(x, (int2 *)places,
                                                         packed, tokens, dim);
    cudaFreeAsync(totals, 0);
    cudaFreeAsync(chosen, 0);
}
