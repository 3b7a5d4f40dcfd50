// Forward: a warp takes a row. Backward: the same for dx, and a thread for each column of the
// two others, so that nothing is added by atomics.
#include "kernelpack.h"

static const unsigned ALL = 0xffffffff;

static __device__ float warp_sum(float v) {
    for (int d = 16; d; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

// Mean and 1 / sigma of a row, known to all lanes.
static __device__ float2 moments_of(const float *x, float eps, int cols) {
    float sum = 0, square = 0;
    for (int c = threadIdx.x % 32; c < cols; c += 32)
        sum += x[c];
    float mean = warp_sum(sum) / cols;
    for (int c = threadIdx.x % 32; c < cols; c += 32)
        square += (x[c] - mean) * (x[c] - mean);
    return make_float2(mean, rsqrtf(warp_sum(square) / cols + eps));
}

static __global__ void forward(const float *x, const float *gain, const float *shift, float eps,
                               float *y, int rows, int cols) {
    int r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (r >= rows) return;
    x += (size_t)r * cols, y += (size_t)r * cols;
    float2 m = moments_of(x, eps, cols);
    for (int c = threadIdx.x % 32; c < cols; c += 32)
        y[c] = (x[c] - m.x) * m.y * gain[c] + shift[c];
}

static __global__ void backward_x(const float *x, const float *gain, const float *dy, float eps,
                                  float *dx, int rows, int cols) {
    int r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (r >= rows) return;
    x += (size_t)r * cols, dy += (size_t)r * cols, dx += (size_t)r * cols;
    float2 m = moments_of(x, eps, cols);
    float a = 0, b = 0;
    for (int c = threadIdx.x % 32; c < cols; c += 32) {
        a += dy[c] * gain[c];
        b += dy[c] * gain[c] * (x[c] - m.x) * m.y;
    }
    a = warp_sum(a) / cols, b = warp_sum(b) / cols;
    for (int c = threadIdx.x % 32; c < cols; c += 32)
        dx[c] = m.y * (dy[c] * gain[c] - a - (x[c] - m.x) * m.y * b);
}

// A warp takes 1 column of all rows; it computes the moments of each row again.
static __global__ void backward_weights(const float *x, const float *dy, float eps, float *dgain,
                                        float *dshift, int rows, int cols) {
    int c = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (c >= cols) return;
    float gain = 0, shift = 0;
    for (int r = 0; r < rows; r++) {
        float2 m = moments_of(x + (size_t)r * cols, eps, cols);
        gain += dy[(size_t)r * cols + c] * (x[(size_t)r * cols + c] - m.x) * m.y;
        shift += dy[(size_t)r * cols + c];
    }
    if (threadIdx.x % 32 == 0) dgain[c] = gain, dshift[c] = shift;
}

static int told(void) {
    return cudaGetLastError() == cudaSuccess ? KP_OK : KP_DEVICE_ERROR;
}

int kp_layernorm(const float *x, const float *gain, const float *shift, float eps, float *y,
                 int rows, int cols) {
    if (rows < 0 || cols < 0 || !(eps >= 0)) return KP_BAD_ARGUMENT;
    if (rows == 0 || cols == 0) return KP_OK;
    if (!x || !gain || !shift || !y) return KP_BAD_ARGUMENT;
    forward<<<(rows + 3) / 4, 128>>>(x, gain, shift, eps, y, rows, cols);
    return told();
}

int kp_layernorm_backward(const float *x, const float *gain, const float *dy, float eps,
                          float *dx, float *dgain, float *dshift, int rows, int cols) {
    if (rows < 0 || cols < 0 || !(eps >= 0)) return KP_BAD_ARGUMENT;
    if (cols == 0) return KP_OK;
    if (!dgain || !dshift || (rows && (!x || !gain || !dy || !dx))) return KP_BAD_ARGUMENT;
    if (rows) backward_x<<<(rows + 3) / 4, 128>>>(x, gain, dy, eps, dx, rows, cols);
    backward_weights<<<(cols + 3) / 4, 128>>>(x, dy, eps, dgain, dshift, rows, cols);
    return told();
}
