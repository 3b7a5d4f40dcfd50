// rejected by: case drop is a number of the mask (drops an element whose number is drop)
// says: An element is kept only if its number is larger than drop. It is kept if the number is at least drop: >=, not >.
const int BLOCK = 256;

__device__ float uniform(unsigned seed, unsigned long long index) {
    unsigned long long z =
        (index + 1) * 0x9E3779B97F4A7C15ull + seed * 0xD1342543DE82EF95ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return (z >> 40) * (1.0f / 16777216.0f);
}

__device__ float block_max(float v) {
    __shared__ float part[8];
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < 8; w++)
        v = fmaxf(v, part[w]);
    return v;
}

__device__ float block_sum(float v) {
    __shared__ float part[8];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0.0f;
    for (int w = 0; w < 8; w++)
        v += part[w];
    return v;
}

__global__ void softmax_kernel(const float *s, const int *lengths, float *p,
                               int rows_per_batch, int lk, float drop,
                               unsigned seed) {
    size_t first = (size_t)blockIdx.x * lk;
    int length = lengths[blockIdx.x / rows_per_batch];
    __shared__ float row[4096];
    float most = -INFINITY, sum = 0.0f;
    for (int j = threadIdx.x; j < length; j += BLOCK) {
        row[j] = s[first + j];
        most = fmaxf(most, row[j]);
    }
    most = block_max(most);
    for (int j = threadIdx.x; j < length; j += BLOCK)
        sum += expf(row[j] - most);
    sum = block_sum(sum);
    for (int j = threadIdx.x; j < lk; j += BLOCK) {
        float out = 0.0f;
        if (j < length && uniform(seed, first + j) > drop)
            out = expf(row[j] - most) / sum / (1.0f - drop);
        p[first + j] = out;
    }
}

void attention_softmax(const float *s, const int *lengths, float *p, int batch,
                       int heads, int lq, int lk, float drop,
                       unsigned int seed) {
    int rows = batch * heads * lq;
    if (rows == 0 || lk == 0) return;
    softmax_kernel<<<rows, BLOCK>>>(s, lengths, p, heads * lq, lk, drop, seed);
}
