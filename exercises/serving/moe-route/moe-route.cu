// Tokens sorted by expert.

const int BLOCK = 256;
const int MOST = 64; // experts

// The expert with the largest logit, but for `without`.
__device__ int best_of(const float *row, int experts, int without) {
    int best = -1;
    for (int e = 0; e < experts; e++)
        if (e != without && (best < 0 || row[e] > row[best])) best = e;
    return best;
}

__global__ void choose_kernel(const float *logits, int2 *chosen,
                              float2 *weights, int tokens, int experts) {
    int t = blockIdx.x * BLOCK + threadIdx.x;
    if (t >= tokens) return;
    const float *row = logits + (size_t)t * experts;
    int a = best_of(row, experts, -1), b = best_of(row, experts, a);
    float ratio = expf(row[b] - row[a]);
    chosen[t] = {a, b};
    weights[t] = {1.0f / (1.0f + ratio), ratio / (1.0f + ratio)};
}

// TODO: right, but one thread does all of it.
__global__ void place_kernel(const int2 *chosen, int *offsets, int2 *places,
                             int tokens, int experts) {
    int next[MOST] = {};
    for (int t = 0; t < tokens; t++) {
        next[chosen[t].x]++;
        next[chosen[t].y]++;
    }
    int sum = 0;
    for (int e = 0; e < experts; e++) {
        offsets[e] = sum;
        sum += next[e];
        next[e] = offsets[e];
    }
    offsets[experts] = sum;
    for (int t = 0; t < tokens; t++)
        places[t] = {next[chosen[t].x]++, next[chosen[t].y]++};
}

__global__ void copy_kernel(const float *x, const int2 *places, float *packed,
                            int tokens, int dim) {
    int t = blockIdx.x * BLOCK + threadIdx.x;
    if (t >= tokens) return;
    for (int d = 0; d < dim; d++) {
        packed[(size_t)places[t].x * dim + d] = x[(size_t)t * dim + d];
        packed[(size_t)places[t].y * dim + d] = x[(size_t)t * dim + d];
    }
}

void route(const float *logits, const float *x, int *offsets, int *places,
           float *weights, float *packed, int tokens, int experts, int dim) {
    int2 *chosen;
    int blocks = (tokens + BLOCK - 1) / BLOCK;
    cudaMallocAsync(&chosen, (tokens + 1) * sizeof *chosen, 0);
    if (blocks > 0)
        choose_kernel<<<blocks, BLOCK>>>(logits, chosen, (float2 *)weights,
                                         tokens, experts);
    place_kernel<<<1, 1>>>(chosen, offsets, (int2 *)places, tokens, experts);
    if (blocks > 0)
        copy_kernel<<<blocks, BLOCK>>>(x, (int2 *)places, packed, tokens, dim);
    cudaFreeAsync(chosen, 0);
}
