// rejected by: case rising rows (the sum stays relative to an old maximum)
// says: When a larger value comes, the sum stays relative to the old maximum. Take the factor exp(old - new) before the maximum is replaced, and multiply the sum by it.
#include <cfloat>

__global__ void softmax_kernel(const float *in, float *out, int cols) {
    __shared__ float maxima[8], sums[8];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    float m = -FLT_MAX, s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 256) {
        float n = fmaxf(m, x[c]);
        s += expf(x[c] - n);
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
    m = maxima[0];
    s = sums[0];
    for (int w = 1; w < 8; w++) {
        float n = fmaxf(m, maxima[w]);
        s = s * expf(m - n) + sums[w] * expf(maxima[w] - n);
        m = n;
    }

    for (int c = threadIdx.x; c < cols; c += 256)
        y[c] = expf(x[c] - m) / s;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<rows, 256>>>(in, out, cols);
}
