// rejected by: case (ranks within a block come from a counter in shared memory)
// says: The rows of an expert are not in the order of their tokens: an atomicAdd in shared memory gives ranks in order of arrival. The rank is the number of smaller tokens with that expert.
// Count by block, scan, place by rank, copy.
const int BLOCK = 256;
const int MOST = 64;
const unsigned ALL = 0xffffffff;

// A warp for each token chooses.
__global__ void choose_kernel(const float *logits, int2 *chosen, float2 *weights, int tokens, int experts) {
    int t = (blockIdx.x * BLOCK + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (t >= tokens) return;
    const float *row = logits + (size_t)t * experts;
    float v[2];
    for (int i = 0; i < 2; i++) {
        int e = lane + 32 * i;
        v[i] = e < experts ? row[e] : -INFINITY;
    }
    int pick[2];
    float score[2];
    for (int k = 0; k < 2; k++) {
        int e = 1000;
        float best = -INFINITY;
        for (int i = 0; i < 2; i++) {
            int c = lane + 32 * i;
            if (c >= experts || (k == 1 && c == pick[0])) continue;
            if (e == 1000 || v[i] > best) best = v[i], e = c;
        }
        for (int d = 16; d > 0; d /= 2) {
            float ob = __shfl_xor_sync(ALL, best, d);
            int oe = __shfl_xor_sync(ALL, e, d);
            if (oe < 1000 && (e == 1000 || ob > best || (ob == best && oe < e))) best = ob, e = oe;
        }
        pick[k] = e, score[k] = best;
    }
    if (lane == 0) {
        float ratio = expf(score[1] - score[0]);
        chosen[t] = make_int2(pick[0], pick[1]);
        weights[t] = make_float2(1 / (1 + ratio), ratio / (1 + ratio));
    }
}

// counts[e * blocks + block]: a thread for each expert walks over the block's tokens.
__global__ void count_kernel(const int2 *chosen, int *counts, int tokens, int experts) {
    __shared__ int2 mine[BLOCK];
    int t = blockIdx.x * BLOCK + threadIdx.x, e = threadIdx.x;
    mine[threadIdx.x] = t < tokens ? chosen[t] : make_int2(-1, -1);
    __syncthreads();
    if (e >= experts) return;
    int n = 0;
    for (int i = 0; i < BLOCK; i++) n += (mine[i].x == e) + (mine[i].y == e);
    counts[e * gridDim.x + blockIdx.x] = n;
}

// One block scans all counts.
__global__ void scan_kernel(int *counts, int *offsets, int blocks, int experts) {
    __shared__ int part[BLOCK];
    int all = blocks * experts, each = (all + BLOCK - 1) / BLOCK, x = threadIdx.x;
    int from = min(x * each, all), to = min(from + each, all), sum = 0;
    for (int i = from; i < to; i++) sum += counts[i];
    part[x] = sum;
    __syncthreads();
    int before = 0;
    for (int i = 0; i < x; i++) before += part[i];
    for (int i = from; i < to; i++) {
        int n = counts[i];
        counts[i] = before;
        if (i % blocks == 0) offsets[i / blocks] = before;
        before += n;
    }
    if (x == BLOCK - 1) offsets[experts] = before;
    if (blocks == 0 && x < experts) offsets[x] = 0;
}

__global__ void place_kernel(const int2 *chosen, const int *starts, int2 *places, int tokens, int experts) {
    __shared__ int2 mine[BLOCK];
    __shared__ int place[BLOCK][2];
    int t = blockIdx.x * BLOCK + threadIdx.x, e = threadIdx.x;
    mine[threadIdx.x] = t < tokens ? chosen[t] : make_int2(-1, -1);
    __syncthreads();
    __shared__ int next[MOST];
    if (e < experts) next[e] = starts[e * gridDim.x + blockIdx.x];
    __syncthreads();
    if (t < tokens) {
        place[threadIdx.x][0] = atomicAdd(&next[mine[threadIdx.x].x], 1);
        place[threadIdx.x][1] = atomicAdd(&next[mine[threadIdx.x].y], 1);
    }
    __syncthreads();
    if (t < tokens) places[t] = make_int2(place[threadIdx.x][0], place[threadIdx.x][1]);
}

__global__ void copy_kernel(const float *x, const int2 *places, float *packed, int tokens, int dim) {
    int t = (blockIdx.x * BLOCK + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (t >= tokens) return;
    int2 p = places[t];
    for (int d = lane; d < dim; d += 32) {
        float v = x[(size_t)t * dim + d];
        packed[(size_t)p.x * dim + d] = v;
        packed[(size_t)p.y * dim + d] = v;
    }
}

void route(const float *logits, const float *x, int *offsets, int *places,
           float *weights, float *packed, int tokens, int experts, int dim) {
    int2 *chosen;
    int *counts, blocks = (tokens + BLOCK - 1) / BLOCK, warps = (tokens + 7) / 8;
    cudaMallocAsync(&chosen, (tokens + 1) * sizeof *chosen, 0);
    cudaMallocAsync(&counts, (blocks * experts + 1) * sizeof *counts, 0);
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
