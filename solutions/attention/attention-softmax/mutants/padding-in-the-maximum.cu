// rejected by: case all scores far below zero (keys that do not exist have score 0 in the maximum)
// says: The maximum of a row is 0 or more: it begins there (FLT_MIN is the smallest number above 0), or keys that do not exist count in it with score 0. Where all visible scores are far below 0, every exponential becomes 0. Begin at -INFINITY, and take the maximum over the visible keys alone.
// Softmax over attention scores, with padding and dropout.
//
//   memory      s[0 .. length) --> v       keys that exist, read once
//   registers   maximum, exponentials, sum
//   memory      p[0 .. lk)     <-- v / sum, dropped or scaled; 0 past the
//   length

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int MOST = 16; // elements per thread: rows up to 4096
const unsigned ALL = 0xffffffff;

// A number in [0, 1) that depends on seed and index only: the same for any
// launch shape. (The mixing function of SplitMix64; 24 bits are exact.)
__device__ float uniform(unsigned seed, unsigned long long index) {
    unsigned long long z =
        (index + 1) * 0x9E3779B97F4A7C15ull + seed * 0xD1342543DE82EF95ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return (z >> 40) * (1.0f / 16777216.0f);
}

// Over the block, known to all its threads. `part` is of no other call:
// somebody may still be reading that of an earlier one.
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

// EACH elements per thread: a constant, so that v is in registers.
template <int EACH>
__global__ void softmax_kernel(const float *s, const int *lengths, float *p,
                               int rows_per_batch, int lk, float drop,
                               unsigned seed) {
    __shared__ float maxima[WARPS], sums[WARPS];
    size_t first = (size_t)blockIdx.x * lk;
    int length = lengths[blockIdx.x / rows_per_batch];
    if (length == 0) { // nobody to look at: the whole block is done
        for (int j = threadIdx.x; j < lk; j += BLOCK)
            p[first + j] = 0.0f;
        return;
    }
    float v[EACH], most = -INFINITY, sum = 0.0f;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int j = threadIdx.x + k * BLOCK;
        v[k] = j < length ? s[first + j] : 0.0f;
    }
#pragma unroll
    for (int k = 0; k < EACH; k++)
        most = fmaxf(most, v[k]);
    most = block_max(most, maxima);
#pragma unroll
    for (int k = 0; k < EACH; k++)
        sum += v[k] = threadIdx.x + k * BLOCK < length ? expf(v[k] - most) : 0.0f;
    float scale = 1.0f / block_sum(sum, sums), kept = 1.0f / (1.0f - drop);

#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int j = threadIdx.x + k * BLOCK;
        if (j >= lk) break;
        // A select: at drop = 1 the factor is infinite.
        bool keep = j < length && uniform(seed, first + j) >= drop;
        p[first + j] = keep ? v[k] * scale * kept : 0.0f;
    }
}

// The kernel with the fewest registers that holds a row.
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

// lk is at most MOST * BLOCK.
void attention_softmax(const float *s, const int *lengths, float *p, int batch,
                       int heads, int lq, int lk, float drop,
                       unsigned int seed) {
    int rows = batch * heads * lq;
    if (rows == 0 || lk == 0) return;
    launch<1>(s, lengths, p, rows, heads * lq, lk, drop, seed);
}
