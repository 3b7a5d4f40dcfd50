// rejected by: case rows=1500 (only as many labels are counted as the block has threads)
// says: Not all labels are counted: each thread of one block looks at one. With more rows than threads, a thread has to go on at r + blockDim.x.
const int BLOCK = 256;

__device__ int valid;

__global__ void count_kernel(const int *labels, int rows, int ignore) {
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    int n = 0, r = threadIdx.x;
    if (threadIdx.x < rows)
        n += labels[r] != ignore;
    atomicAdd(&total, n);
    __syncthreads();
    if (threadIdx.x == 0) valid = total;
}

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
    count_kernel<<<1, 256>>>(labels, rows, ignore);
    cross_entropy_kernel<<<rows, BLOCK>>>(x, labels, loss, dx, vocab, ignore);
}
