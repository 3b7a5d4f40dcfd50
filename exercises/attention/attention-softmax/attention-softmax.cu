// Softmax over attention scores, with padding and dropout.

const int BLOCK = 256;

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

__global__ void softmax_kernel(const float *s, const int *lengths, float *p,
                               int rows_per_batch, int lk, float drop,
                               unsigned seed) {
    size_t first = (size_t)blockIdx.x * lk;
    int length = lengths[blockIdx.x / rows_per_batch];

    // TODO: maximum and sum over the visible keys. What if there are none?
    float most = 0.0f, sum = 1.0f;

    for (int j = threadIdx.x; j < lk; j += BLOCK) {
        // TODO: what does not exist is 0; what is dropped is 0; what is kept is
        // scaled.
        p[first + j] = expf(s[first + j] - most) / sum;
    }
    (void)length, (void)drop, (void)seed;
}

// lk is at most 4096.
void attention_softmax(const float *s, const int *lengths, float *p, int batch,
                       int heads, int lq, int lk, float drop,
                       unsigned int seed) {
    int rows = batch * heads * lq;
    if (rows == 0 || lk == 0) return;
    softmax_kernel<<<rows, BLOCK>>>(s, lengths, p, heads * lq, lk, drop, seed);
}
