// rejected by: case the draw just below a border (u is mix(seed) / (2^32 - 1))
// says: u is too large by a rounding in float, or because it is divided by 2^32 - 1, so the next token is drawn. It is mix(seed) / 2^32, and weights, sums and u are doubles.
// A token for each row of scores: top-k, temperature, top-p, and a draw.

constexpr int BLOCK = 256;
constexpr int K = 8;

// Spreads a seed over all 32 bits. Different seeds give different numbers.
__device__ unsigned int mix(unsigned int h) {
    h = (h ^ (h >> 16)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    return h ^ (h >> 16);
}

__device__ bool better(float v, int c, float w, int d) {
    return v > w || (v == w && c < d);
}

struct Top {
    float v[K];
    int c[K];
};

// Puts (v, c) in its place; all indices are constants.
__device__ void insert(Top &t, float v, int c) {
    if (!better(v, c, t.v[K - 1], t.c[K - 1])) return;
#pragma unroll
    for (int i = 0; i < K; i++) {
        if (better(v, c, t.v[i], t.c[i])) {
            float w = t.v[i];
            int d = t.c[i];
            t.v[i] = v, t.c[i] = c;
            v = w, c = d;
        }
    }
}

__global__ void sample_kernel(const float *logits, const unsigned *seeds, int *tokens,
                              int cols, int k, float p, float temperature) {
    __shared__ float sv[BLOCK / 32][K];
    __shared__ int sc[BLOCK / 32][K];
    const float *row = logits + (size_t)blockIdx.x * cols;
    Top t;
#pragma unroll
    for (int i = 0; i < K; i++) t.v[i] = -INFINITY, t.c[i] = 0x7fffffff;
    for (int c = threadIdx.x; c < cols; c += BLOCK) insert(t, row[c], c);
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int d = 16; d > 0; d /= 2) {
        Top o;
#pragma unroll
        for (int i = 0; i < K; i++) {
            o.v[i] = __shfl_down_sync(~0u, t.v[i], d);
            o.c[i] = __shfl_down_sync(~0u, t.c[i], d);
        }
        if (lane < d)
#pragma unroll
            for (int i = 0; i < K; i++) insert(t, o.v[i], o.c[i]);
    }
    if (lane == 0)
#pragma unroll
        for (int i = 0; i < K; i++) sv[warp][i] = t.v[i], sc[warp][i] = t.c[i];
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int w = 1; w < BLOCK / 32; w++)
        for (int i = 0; i < K; i++) insert(t, sv[w][i], sc[w][i]);
    if (temperature == 0.0f) {
        tokens[blockIdx.x] = t.c[0];
        return;
    }
    double weight[K], sum = 0.0;
#pragma unroll
    for (int i = 0; i < K; i++) {
        weight[i] = i < k ? exp(((double)t.v[i] - t.v[0]) / temperature) : 0.0;
        sum += weight[i];
    }
    double kept = 0.0;
    int n = 0;
#pragma unroll
    for (int i = 0; i < K; i++)
        if (i < k && (i == 0 || kept < p * sum)) {
            kept += weight[i];
            n = i + 1;
        }
    double u = mix(seeds[blockIdx.x]) / 4294967295.0, run = 0.0;
    int token = t.c[0];
    bool done = false;
#pragma unroll
    for (int i = 0; i < K; i++)
        if (i < n && !done) {
            run += weight[i];
            token = t.c[i];
            done = run > u * kept;
        }
    tokens[blockIdx.x] = token;
}

// k is at most 8, and at most cols.
void sample(const float *logits, const unsigned int *seeds, int *tokens, int rows, int cols,
            int k, float p, float temperature) {
    if (rows > 0)
        sample_kernel<<<rows, BLOCK>>>(logits, seeds, tokens, cols, k, p, temperature);
}
