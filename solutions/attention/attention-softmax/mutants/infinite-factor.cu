// rejected by: case all dropped (0 times infinity)
// says: With drop = 1 the factor 1 / (1 - drop) is infinite, and 0 times infinity is not a number. Choose 0 where a probability is dropped, and do not multiply.
__device__ float uniform(unsigned seed, unsigned long long index) {
    unsigned long long z =
        (index + 1) * 0x9E3779B97F4A7C15ull + seed * 0xD1342543DE82EF95ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return (z >> 40) * (1.0f / 16777216.0f);
}

__global__ void softmax_kernel(const float *s, const int *lengths, float *p,
                               int rows_per_batch, int lk, float drop,
                               unsigned seed) {
    __shared__ float maxima[8], sums[8];
    size_t first = (size_t)blockIdx.x * lk;
    int length = lengths[blockIdx.x / rows_per_batch];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v[16], m = -INFINITY, sum = 0;
    if (length == 0) {
        for (int j = threadIdx.x; j < lk; j += 256)
            p[first + j] = 0;
        return;
    }
#pragma unroll
    for (int k = 0; k < 16; k++) {
        int j = threadIdx.x + k * 256;
        v[k] = j < length ? s[first + j] : -INFINITY;
        m = fmaxf(m, v[k]);
    }
    for (int d = 16; d > 0; d /= 2)
        m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
    if (lane == 0) maxima[warp] = m;
    __syncthreads();
    for (int w = 0; w < 8; w++)
        m = fmaxf(m, maxima[w]);
#pragma unroll
    for (int k = 0; k < 16; k++) {
        v[k] = expf(v[k] - m);
        sum += v[k];
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (lane == 0) sums[warp] = sum;
    __syncthreads();
    sum = 0;
    for (int w = 0; w < 8; w++)
        sum += sums[w];
#pragma unroll
    for (int k = 0; k < 16; k++) {
        int j = threadIdx.x + k * 256;
        if (j >= lk) break;
        float keep = uniform(seed, first + j) >= drop;
        p[first + j] = v[k] / sum * keep * (1 / (1 - drop));
    }
}

void attention_softmax(const float *s, const int *lengths, float *p, int batch,
                       int heads, int lq, int lk, float drop,
                       unsigned int seed) {
    int rows = batch * heads * lq;
    if (rows == 0 || lk == 0) return;
    softmax_kernel<<<rows, 256>>>(s, lengths, p, heads * lq, lk, drop, seed);
}
