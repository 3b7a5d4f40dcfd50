// rejected by: case many ones | case large numbers | case small numbers (the first version)
// says: Squares and sums are computed in halves, and are too large or too small for them. Convert to float first, and back only for the store.
// Rows of length 1: stored in half precision.
#include <cuda_fp16.h>

constexpr int BLOCK = 256;

// One thread has a row.
__global__ void unit_kernel(const half *x, half *y, float *lengths, int rows,
                            int cols) {
    int r = blockIdx.x * BLOCK + threadIdx.x;
    if (r >= rows) return;
    size_t row = (size_t)r * cols;
    half sum = __float2half(0);
    for (int c = 0; c < cols; c++)
        sum = __hadd(sum, __hmul(x[row + c], x[row + c]));
    half length = hsqrt(sum);
    lengths[r] = __half2float(length);
    for (int c = 0; c < cols; c++)
        y[row + c] = __hdiv(x[row + c], length);
}

void unit_rows(const half *x, half *y, float *lengths, int rows, int cols) {
    if (rows > 0)
        unit_kernel<<<(rows + BLOCK - 1) / BLOCK, BLOCK>>>(x, y, lengths, rows,
                                                           cols);
}
