// rejected by: case (one warp has an atomic of shared memory number its lanes, and takes that for their rank)
const int BLOCK = 256, MOST = 64;

// Of equal logits the smaller expert.
__global__ void choose(const float *logits, int2 *places, float2 *weights, int tokens,
                       int experts) {
    int t = blockIdx.x * BLOCK + threadIdx.x;
    if (t >= tokens) return;
    const float *row = logits + (size_t)t * experts;
    int a = row[1] > row[0], b = 1 - a;
    for (int e = 2; e < experts; e++)
        if (row[e] > row[a]) {
            b = a;
            a = e;
        } else if (row[e] > row[b]) {
            b = e;
        }
    float ratio = expf(row[b] - row[a]);
    places[t] = make_int2(a, b);
    weights[t] = make_float2(1 / (1 + ratio), ratio / (1 + ratio));
}

// A warp counts, adds up, and counts once more.
__global__ void number(int *places, int *offsets, int tokens, int experts) {
    __shared__ int next[MOST];
    for (int e = threadIdx.x; e < MOST; e += 32)
        next[e] = 0;
    __syncwarp();
    for (int i = threadIdx.x; i < 2 * tokens; i += 32)
        atomicAdd(&next[places[i]], 1);
    __syncwarp();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int e = 0; e < experts; e++) {
            int count = next[e];
            offsets[e] = next[e] = sum;
            sum += count;
        }
        offsets[experts] = sum;
    }
    __syncwarp();
    for (int i = threadIdx.x; i < 2 * tokens; i += 32) {
        int expert = places[i];
        places[i] = atomicAdd(&next[expert], 1);
    }
}

__global__ void pack(const float *x, const int2 *places, float *packed, int dim) {
    int2 to = places[blockIdx.x];
    for (int d = threadIdx.x; d < dim; d += BLOCK)
        packed[(size_t)to.x * dim + d] = packed[(size_t)to.y * dim + d] =
            x[(size_t)blockIdx.x * dim + d];
}

void route(const float *logits, const float *x, int *offsets, int *places, float *weights,
           float *packed, int tokens, int experts, int dim) {
    if (tokens > 0)
        choose<<<(tokens + BLOCK - 1) / BLOCK, BLOCK>>>(logits, (int2 *)places,
                                                        (float2 *)weights, tokens, experts);
    number<<<1, 32>>>(places, offsets, tokens, experts);
    if (tokens > 0)
        pack<<<tokens, BLOCK>>>(x, (const int2 *)places, packed, dim);
}
