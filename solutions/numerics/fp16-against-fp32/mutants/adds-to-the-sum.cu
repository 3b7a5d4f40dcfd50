// rejected by: case small numbers (adds 1e-6 to the sum before the root)
// says: A small number is added to the sum before the root. Where all numbers of a row are small it is not small beside them: leave it out, and test for a length of 0.
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
    sum = 0.0f;
    for (int w = 0; w < BLOCK / 32; w++) sum += part[w];
    float length = sqrtf(sum);
    if (threadIdx.x == 0) lengths[blockIdx.x] = length;
    float inv = rsqrtf(sum + 1e-6f);
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[row + c] = __float2half(__half2float(x[row + c]) * inv);
}

void unit_rows(const half *x, half *y, float *lengths, int rows, int cols) {
    if (rows > 0) unit_kernel<<<rows, BLOCK>>>(x, y, lengths, cols);
}
