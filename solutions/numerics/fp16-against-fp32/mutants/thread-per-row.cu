// rejected by: gate coalescing | gate traffic (a thread walks along a row)
// Rows of length 1: one thread has a row, in single precision.
#include <cuda_fp16.h>

__global__ void unit_kernel(const half *x, half *y, float *lengths, int rows, int cols) {
    int r = blockIdx.x * 256 + threadIdx.x;
    if (r >= rows) return;
    size_t row = (size_t)r * cols;
    float sum = 0;
    for (int c = 0; c < cols; c++) {
        float v = __half2float(x[row + c]);
        sum += v * v;
    }
    float length = sqrtf(sum);
    lengths[r] = length;
    for (int c = 0; c < cols; c++)
        y[row + c] = __float2half(length > 0 ? __half2float(x[row + c]) / length : 0);
}

void unit_rows(const half *x, half *y, float *lengths, int rows, int cols) {
    if (rows > 0) unit_kernel<<<(rows + 255) / 256, 256>>>(x, y, lengths, rows, cols);
}
