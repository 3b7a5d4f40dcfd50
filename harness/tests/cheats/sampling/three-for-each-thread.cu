// rejected by: case the largest far apart (a thread keeps three candidates, and k may be eight)
const int BLOCK = 256;

__device__ unsigned int mix(unsigned int h) {
    h = (h ^ (h >> 16)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    return h ^ (h >> 16);
}

// Larger: a larger score, or the same one in a smaller column.
__device__ unsigned long long key_of(float x, unsigned column) {
    unsigned bits = __float_as_uint(x + 0.0f);
    bits ^= bits >> 31 ? 0xffffffffu : 0x80000000u;
    return (unsigned long long)bits << 32 | ~column;
}

__device__ float score_of(unsigned long long key) {
    unsigned bits = key >> 32;
    return __uint_as_float(bits ^ (bits >> 31 ? 0x80000000u : 0xffffffffu));
}

__global__ void choose(const float *logits, const unsigned int *seeds, int *tokens, int cols,
                       int k, float p, float temperature) {
    __shared__ unsigned long long of_warp[BLOCK / 32], best[8];
    const float *row = logits + (size_t)blockIdx.x * cols;
    unsigned long long a = 0, b = 0, c = 0;
#pragma unroll 8
    for (int i = threadIdx.x; i < cols; i += BLOCK) {
        float x = row[i];
        if (c && x <= score_of(c)) continue;
        unsigned long long key = key_of(x, i);
        c = max(c, min(b, key));
        b = max(b, min(a, key));
        a = max(a, key);
    }
    for (int i = 0; i < k; i++) {
        unsigned long long most = a;
        for (int d = 16; d > 0; d /= 2)
            most = max(most, __shfl_xor_sync(0xffffffff, most, d));
        if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = most;
        __syncthreads();
        for (unsigned long long key : of_warp)
            most = max(most, key);
        if (a == most) a = b, b = c, c = 0;
        if (threadIdx.x == 0) best[i] = most;
        __syncthreads();
    }
    if (threadIdx.x > 0) return;
    int n = 0, at = 0;
    if (temperature > 0) {
        double all = 0, kept = 0, sum = 0, weight[8];
#pragma unroll
        for (int i = 0; i < 8; i++) {
            weight[i] = i < k ? exp(((double)score_of(best[i]) - score_of(best[0])) / temperature) : 0;
            all += weight[i];
        }
#pragma unroll
        for (int i = 0; i < 8; i++)
            if (i < k && (i == 0 || kept < (double)p * all)) kept += weight[i], n++;
        double aim = mix(seeds[blockIdx.x]) / 4294967296.0 * kept;
#pragma unroll
        for (int i = 0; i < 8; i++) {
            sum += weight[i];
            at += i < n - 1 && sum <= aim;
        }
    }
    tokens[blockIdx.x] = (int)~(unsigned)best[at];
}

void sample(const float *logits, const unsigned int *seeds, int *tokens, int rows, int cols,
            int k, float p, float temperature) {
    if (rows)
        choose<<<rows, BLOCK>>>(logits, seeds, tokens, cols, k, p, temperature);
}
