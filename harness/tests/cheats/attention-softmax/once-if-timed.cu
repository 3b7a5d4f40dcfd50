// rejected by: gate traffic (rows of the timed length are read once, all others three times)
const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int MOST = 16;
const unsigned ALL = 0xffffffff;

__device__ float uniform(unsigned seed, unsigned long long index) {
    unsigned long long z =
        (index + 1) * 0x9E3779B97F4A7C15ull + seed * 0xD1342543DE82EF95ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return (z >> 40) * (1.0f / 16777216.0f);
}

__device__ float block_max(float v, float *part) {
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(ALL, v, d));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < WARPS; w++)
        v = fmaxf(v, part[w]);
    return v;
}

__device__ float block_sum(float v, float *part) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0.0f;
    for (int w = 0; w < WARPS; w++)
        v += part[w];
    return v;
}

template <int EACH>
__global__ void softmax_kernel(const float *s, const int *lengths, float *p,
                               int rows_per_batch, int lk, float drop,
                               unsigned seed) {
    __shared__ float maxima[WARPS], sums[WARPS];
    size_t first = (size_t)blockIdx.x * lk;
    int length = lengths[blockIdx.x / rows_per_batch];
    if (length == 0) {
        for (int j = threadIdx.x; j < lk; j += BLOCK)
            p[first + j] = 0.0f;
        return;
    }
    float v[EACH], most = -INFINITY, sum = 0.0f;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int j = threadIdx.x + k * BLOCK;
        v[k] = j < length ? s[first + j] : -INFINITY;
    }
#pragma unroll
    for (int k = 0; k < EACH; k++)
        most = fmaxf(most, v[k]);
    most = block_max(most, maxima);
#pragma unroll
    for (int k = 0; k < EACH; k++)
        sum += v[k] = expf(v[k] - most);
    float scale = 1.0f / block_sum(sum, sums), kept = 1.0f / (1.0f - drop);

#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int j = threadIdx.x + k * BLOCK;
        if (j >= lk) break;
        bool keep = j < length && uniform(seed, first + j) >= drop;
        p[first + j] = keep ? v[k] * scale * kept : 0.0f;
    }
}

template <int EACH>
static void launch(const float *s, const int *lengths, float *p, int rows,
                   int rows_per_batch, int lk, float drop, unsigned seed) {
    if constexpr (EACH < MOST) {
        if (lk > EACH * BLOCK)
            return launch<2 * EACH>(s, lengths, p, rows, rows_per_batch, lk,
                                    drop, seed);
    }
    softmax_kernel<EACH>
        <<<rows, BLOCK>>>(s, lengths, p, rows_per_batch, lk, drop, seed);
}

static void timed(const float *s, const int *lengths, float *p, int batch,
                       int heads, int lq, int lk, float drop,
                       unsigned int seed) {
    int rows = batch * heads * lq;
    if (rows == 0 || lk == 0) return;
    launch<1>(s, lengths, p, rows, heads * lq, lk, drop, seed);
}

__global__ void three(const float *s, const int *lengths, float *p, int each, int lk, float drop, unsigned seed) {
    size_t first = (size_t)blockIdx.x * lk;
    int length = lengths[blockIdx.x / each], lane = threadIdx.x;
    float most = -INFINITY, sum = 0;
    for (int j = lane; j < length; j += 32)
        most = fmaxf(most, s[first + j]);
    for (int d = 16; d > 0; d /= 2)
        most = fmaxf(most, __shfl_xor_sync(ALL, most, d));
    for (int j = lane; j < length; j += 32)
        sum += expf(s[first + j] - most);
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(ALL, sum, d);
    for (int j = lane; j < lk; j += 32) {
        bool keep = j < length && uniform(seed, first + j) >= drop;
        p[first + j] = keep ? expf(s[first + j] - most) / sum / (1 - drop) : 0;
    }
}

static void elsewhere(const float *s, const int *lengths, float *p, int batch, int heads, int lq, int lk, float drop, unsigned seed) {
    int rows = batch * heads * lq;
    if (rows > 0 && lk > 0)
        three<<<rows, 32>>>(s, lengths, p, heads * lq, lk, drop, seed);
}

void attention_softmax(const float *s, const int *lengths, float *p, int batch, int heads, int lq, int lk, float drop, unsigned seed) {
    if (lk == 1024)
        timed(s, lengths, p, batch, heads, lq, lk, drop, seed);
    else
        elsewhere(s, lengths, p, batch, heads, lq, lk, drop, seed);
}
