// rejected by: case (adds in half precision)
// says: The sum is kept in half precision, which has 11 bits. Add in float.
#include <cuda_fp16.h>

__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) return;
    const float *mine = in + (size_t)row * cols;
    float sum = 0.0f;
    __half part = __float2half(0.0f);
    for (int c = lane; c < cols; c += 32)
        part = __hadd(part, __float2half(mine[c]));
    sum = __half2float(part);
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) out[row] = sum;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;
    row_kernel<<<(rows + 7) / 8, 256>>>(in, out, rows, cols);
}
