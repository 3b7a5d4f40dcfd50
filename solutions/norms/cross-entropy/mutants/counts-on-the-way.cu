// rejected by: case rows=7 | case rows=1500 (blocks divide by a count that others still add to)
// says: A block divides by the count that it finds, and blocks that come later have not added to it yet. Count in a kernel of its own, launched before.
const int BLOCK = 256;

__device__ int valid;

__device__ void combine(float &m, float &s, float m2, float s2) {
    float n = fmaxf(m, m2);
    if (n == -INFINITY) return;
    s = s * expf(m - n) + s2 * expf(m2 - n);
    m = n;
}

__global__ void cross_entropy_kernel(const float *x, const int *labels,
                                     float *loss, float *dx, int vocab,
                                     int ignore) {
    __shared__ float ms[BLOCK / 32], ss[BLOCK / 32];
    x += (size_t)blockIdx.x * vocab;
    dx += (size_t)blockIdx.x * vocab;
    int label = labels[blockIdx.x];
    if (threadIdx.x == 0 && label != ignore) atomicAdd(&valid, 1);
    if (label == ignore) {
        for (int c = threadIdx.x; c < vocab; c += BLOCK) dx[c] = 0.0f;
        if (threadIdx.x == 0) loss[blockIdx.x] = 0.0f;
        return;
    }
    float m = -INFINITY, s = 0.0f;
    for (int c = threadIdx.x; c < vocab; c += BLOCK) combine(m, s, x[c], 1.0f);
    for (int d = 16; d > 0; d >>= 1) {
        float m2 = __shfl_xor_sync(~0u, m, d), s2 = __shfl_xor_sync(~0u, s, d);
        combine(m, s, m2, s2);
    }
    if (threadIdx.x % 32 == 0) {
        ms[threadIdx.x / 32] = m;
        ss[threadIdx.x / 32] = s;
    }
    __syncthreads();
    m = ms[0], s = ss[0];
    for (int w = 1; w < BLOCK / 32; w++) combine(m, s, ms[w], ss[w]);

    if (threadIdx.x == 0) loss[blockIdx.x] = m - x[label] + logf(s);
    float scale = 1.0f / valid;
    for (int c = threadIdx.x; c < vocab; c += BLOCK)
        dx[c] = (expf(x[c] - m) / s - (c == label)) * scale;
}

void cross_entropy(const float *x, const int *labels, float *loss, float *dx,
                   int rows, int vocab, int ignore) {
    if (rows == 0) return;
    int zero = 0;
    cudaMemcpyToSymbol(valid, &zero, sizeof(int));
    cross_entropy_kernel<<<rows, BLOCK>>>(x, labels, loss, dx, vocab, ignore);
}
