// rejected by: case tokens=257 | case (the scan takes all counts of block 0 first)
// says: The scan takes all counts of block 0 first, then those of block 1. All blocks of expert 0 come first, so the count of (expert, block) lies at expert * blocks + block.
// Tokens sorted by expert.

const int BLOCK = 256; // tokens of a block
const int MOST = 64;   // experts
const int WARPS = BLOCK / 32;

__device__ bool better(float v, int e, float w, int f) {
    return v > w || (v == w && e < f);
}

// One warp for a token: the two best experts.
__global__ void choose_kernel(const float *logits, int2 *chosen, float2 *weights,
                              int tokens, int experts) {
    int lane = threadIdx.x % 32;
    int t = blockIdx.x * WARPS + threadIdx.x / 32;
    if (t >= tokens) return;
    const float *row = logits + (size_t)t * experts;
    float v0 = -INFINITY, v1 = -INFINITY;
    int e0 = MOST, e1 = MOST;
    if (lane < experts) v0 = row[lane], e0 = lane;
    if (lane + 32 < experts) {
        v1 = row[lane + 32], e1 = lane + 32;
        if (better(v1, e1, v0, e0)) {
            float v = v0; v0 = v1; v1 = v;
            int e = e0; e0 = e1; e1 = e;
        }
    }
    for (int d = 16; d > 0; d /= 2) {
        float w0 = __shfl_xor_sync(~0u, v0, d), w1 = __shfl_xor_sync(~0u, v1, d);
        int f0 = __shfl_xor_sync(~0u, e0, d), f1 = __shfl_xor_sync(~0u, e1, d);
        if (better(w0, f0, v0, e0)) {
            v1 = v0, e1 = e0;
            if (better(w1, f1, v1, e1)) v1 = w1, e1 = f1;
            v0 = w0, e0 = f0;
        } else if (better(w0, f0, v1, e1)) {
            v1 = w0, e1 = f0;
        }
    }
    if (lane == 0) {
        float ratio = expf(v1 - v0);
        chosen[t] = make_int2(e0, e1);
        weights[t] = make_float2(1.0f / (1.0f + ratio), ratio / (1.0f + ratio));
    }
}

// Counts of a block, by expert.
__global__ void count_kernel(const int2 *chosen, int *counts, int tokens, int experts) {
    __shared__ int n[MOST];
    if (threadIdx.x < MOST) n[threadIdx.x] = 0;
    __syncthreads();
    int t = blockIdx.x * BLOCK + threadIdx.x;
    if (t < tokens) {
        int2 c = chosen[t];
        atomicAdd(&n[c.x], 1);
        atomicAdd(&n[c.y], 1);
    }
    __syncthreads();
    if (threadIdx.x < experts) counts[blockIdx.x * experts + threadIdx.x] = n[threadIdx.x];
}

// Exclusive scan over (expert, block), by one block.
__global__ void scan_kernel(int *counts, int *offsets, int blocks, int experts) {
    __shared__ int part[BLOCK];
    int n = blocks * experts, carry = 0;
    for (int at = 0; at < n; at += BLOCK) {
        int i = at + threadIdx.x;
        int v = i < n ? counts[i] : 0;
        part[threadIdx.x] = v;
        __syncthreads();
        for (int d = 1; d < BLOCK; d *= 2) {
            int add = threadIdx.x >= d ? part[threadIdx.x - d] : 0;
            __syncthreads();
            part[threadIdx.x] += add;
            __syncthreads();
        }
        int first = carry + part[threadIdx.x] - v;
        if (i < n) {
            counts[i] = first;
            if (i % blocks == 0) offsets[i / blocks] = first;
        }
        carry += part[BLOCK - 1];
        __syncthreads();
    }
    if (threadIdx.x == 0) offsets[experts] = carry;
    if (n == 0)
        for (int e = threadIdx.x; e < experts; e += BLOCK) offsets[e] = 0;
}

// Ranks within the block, and the places.
__global__ void place_kernel(const int2 *chosen, const int *firsts, int2 *places,
                             int tokens, int experts) {
    __shared__ int warp_count[WARPS][MOST];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int i = threadIdx.x; i < WARPS * MOST; i += BLOCK) warp_count[i / MOST][i % MOST] = 0;
    __syncthreads();
    int t = blockIdx.x * BLOCK + threadIdx.x;
    int2 c = t < tokens ? chosen[t] : make_int2(-1, -1);
    unsigned below = (1u << lane) - 1;
    int rx = 0, ry = 0;
    for (int e = 0; e < experts; e++) {
        unsigned m = __ballot_sync(~0u, c.x == e || c.y == e);
        if (c.x == e) rx = __popc(m & below);
        if (c.y == e) ry = __popc(m & below);
        if (lane == 0) warp_count[warp][e] = __popc(m);
    }
    __syncthreads();
    if (t < tokens) {
        for (int w = 0; w < warp; w++) {
            rx += warp_count[w][c.x];
            ry += warp_count[w][c.y];
        }
        places[t] = make_int2(firsts[blockIdx.x * experts + c.x] + rx,
                              firsts[blockIdx.x * experts + c.y] + ry);
    }
}

// A warp for a token.
__global__ void copy_kernel(const float *x, const int2 *places, float *packed,
                            int tokens, int dim) {
    int t = blockIdx.x * WARPS + threadIdx.x / 32;
    if (t >= tokens) return;
    int2 p = places[t];
    for (int d = threadIdx.x % 32; d < dim; d += 32) {
        float v = x[(size_t)t * dim + d];
        packed[(size_t)p.x * dim + d] = v;
        packed[(size_t)p.y * dim + d] = v;
    }
}

void route(const float *logits, const float *x, int *offsets, int *places,
           float *weights, float *packed, int tokens, int experts, int dim) {
    int2 *chosen;
    int *counts;
    int blocks = (tokens + BLOCK - 1) / BLOCK;
    cudaMallocAsync(&chosen, (tokens + 1) * sizeof *chosen, 0);
    cudaMallocAsync(&counts, (blocks * experts + 1) * sizeof *counts, 0);
    int warps = (tokens + WARPS - 1) / WARPS;
    if (blocks > 0) {
        choose_kernel<<<warps, BLOCK>>>(logits, chosen, (float2 *)weights, tokens, experts);
        count_kernel<<<blocks, BLOCK>>>(chosen, counts, tokens, experts);
    }
    scan_kernel<<<1, BLOCK>>>(counts, offsets, blocks, experts);
    if (blocks > 0) {
        place_kernel<<<blocks, BLOCK>>>(chosen, counts, (int2 *)places, tokens, experts);
        copy_kernel<<<warps, BLOCK>>>(x, (int2 *)places, packed, tokens, dim);
    }
    cudaFreeAsync(counts, 0);
    cudaFreeAsync(chosen, 0);
}
