// rejected by: case rows=7 (adds the roots of the sums of warps)
// says: Each warp takes the root of its own sum, and the roots are added. Add the sums of all warps first, and take one root.
#include <cuda_fp16.h>

constexpr int BLOCK = 256;

__global__ void unit_kernel(const half *x, half *y, float *lengths, int cols) {
    __shared__ float part[BLOCK / 32];
    size_t row = (size_t)blockIdx.x * cols;
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        float v = __half2float(x[row + c]);
        sum += v * v;
    }
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    float length = 0.0f;
    for (int w = 0; w < BLOCK / 32; w++) length += sqrtf(part[w]);
    if (threadIdx.x == 0) lengths[blockIdx.x] = length;
    float inv = length > 0.0f ? 1.0f / length : 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[row + c] = __float2half(__half2float(x[row + c]) * inv);
}

void unit_rows(const half *x, half *y, float *lengths, int rows, int cols) {
    if (rows > 0) unit_kernel<<<rows, BLOCK>>>(x, y, lengths, cols);
}
