// rejected by: case rows=40 (the length is that of the first warp's elements)
// says: The length is that of the first warp's elements. The sums of all warps have to be added.
// Rows of length 1: stored in half precision, added up in single.
#include <cuda_fp16.h>

constexpr int BLOCK = 256, WARPS = BLOCK / 32;

// The sum over the block, in every thread.
__device__ float block_sum(float v) {
    __shared__ float part[WARPS];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    float sum = 0;
    for (int w = 0; w < 1; w++)
        sum += part[w];
    return sum;
}

__global__ void unit_kernel(const half *x, half *y, float *lengths, int cols) {
    size_t row = (size_t)blockIdx.x * cols;
    float sum = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        float v = __half2float(x[row + c]); // first wider, then the square
        sum += v * v;
    }
    float length = sqrtf(block_sum(sum));
    if (threadIdx.x == 0) lengths[blockIdx.x] = length;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        float v = __half2float(x[row + c]);
        y[row + c] = __float2half(length > 0 ? v / length : 0); // rounded once
    }
}

void unit_rows(const half *x, half *y, float *lengths, int rows, int cols) {
    if (rows > 0) unit_kernel<<<rows, BLOCK>>>(x, y, lengths, cols);
}
