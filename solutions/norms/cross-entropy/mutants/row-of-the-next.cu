// rejected by: case rows=7 (takes the label of the next row)
// says: Each row takes the label of the next one. Row r has labels[r].
#include <cfloat>

__device__ int valid;

__global__ void count(const int *labels, int rows, int ignore) {
    int n = 0;
    for (int r = threadIdx.x; r < rows; r += 32)
        n += labels[r] != ignore;
    for (int d = 16; d > 0; d /= 2)
        n += __shfl_down_sync(0xffffffff, n, d);
    if (threadIdx.x == 0) valid = n;
}

__global__ void cross_entropy_kernel(const float *x, const int *labels,
                                     float *loss, float *dx, int rows,
                                     int vocab, int ignore) {
    __shared__ float maxima[8], sums[8];
    int row = blockIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    x += (size_t)row * vocab;
    dx += (size_t)row * vocab;
    int label = labels[(row + 1) % rows];
    if (label == ignore) {
        for (int c = threadIdx.x; c < vocab; c += 256)
            dx[c] = 0;
        if (threadIdx.x == 0) loss[row] = 0;
        return;
    }
    float m = -FLT_MAX, s = 0;
    for (int c = threadIdx.x; c < vocab; c += 256) {
        float n = fmaxf(m, x[c]);
        s = s * expf(m - n) + expf(x[c] - n);
        m = n;
    }
    for (int d = 16; d > 0; d /= 2) {
        float om = __shfl_xor_sync(0xffffffff, m, d);
        float os = __shfl_xor_sync(0xffffffff, s, d);
        float n = fmaxf(m, om);
        s = s * expf(m - n) + os * expf(om - n);
        m = n;
    }
    if (lane == 0) {
        maxima[warp] = m;
        sums[warp] = s;
    }
    __syncthreads();
    m = maxima[0], s = sums[0];
    for (int w = 1; w < 8; w++) {
        float n = fmaxf(m, maxima[w]);
        s = s * expf(m - n) + sums[w] * expf(maxima[w] - n);
        m = n;
    }
    float mean = 1.0f / valid;
    for (int c = threadIdx.x; c < vocab; c += 256)
        dx[c] = mean * (expf(x[c] - m) / s - (c == label));
    if (threadIdx.x == 0) loss[row] = m - x[label] + logf(s);
}

void cross_entropy(const float *x, const int *labels, float *loss, float *dx,
                   int rows, int vocab, int ignore) {
    if (rows == 0) return;
    count<<<1, 32>>>(labels, rows, ignore);
    cross_entropy_kernel<<<rows, 256>>>(x, labels, loss, dx, rows, vocab,
                                        ignore);
}
