// A warp takes a row.
#include "kernelpack.h"

static const unsigned ALL = 0xffffffff;

static __global__ void softmax_kernel(const float *x, float *y, int rows, int cols) {
    int r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (r >= rows) return;
    x += (size_t)r * cols, y += (size_t)r * cols;
    float most = -INFINITY, sum = 0;
    for (int c = lane; c < cols; c += 32)
        most = fmaxf(most, x[c]);
    for (int d = 16; d; d /= 2)
        most = fmaxf(most, __shfl_xor_sync(ALL, most, d));
    if (most == -INFINITY) most = 0; // a row that is masked throughout
    for (int c = lane; c < cols; c += 32)
        sum += expf(x[c] - most);
    for (int d = 16; d; d /= 2)
        sum += __shfl_xor_sync(ALL, sum, d);
    for (int c = lane; c < cols; c += 32)
        y[c] = sum == 0 ? 0 : expf(x[c] - most) / sum;
}

int kp_softmax(const float *x, float *y, int rows, int cols) {
    if (rows < 0 || cols < 0) return KP_BAD_ARGUMENT;
    if (rows == 0 || cols == 0) return KP_OK;
    if (!x || !y) return KP_BAD_ARGUMENT;
    softmax_kernel<<<(rows + 3) / 4, 128>>>(x, y, rows, cols);
    return cudaGetLastError() == cudaSuccess ? KP_OK : KP_DEVICE_ERROR;
}
