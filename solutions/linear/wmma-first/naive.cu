// baseline: one thread for each result, float arithmetic, halves read from global memory
#include <cuda_fp16.h>

__global__ void product_kernel(const __half *a, const __half *b, float *c,
                               int m, int n, int k) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0.0f;

    if (row >= m || col >= n) return;
    for (int p = 0; p < k; p++)
        sum += __half2float(a[(size_t)row * k + p]) *
               __half2float(b[(size_t)p * n + col]);
    c[(size_t)row * n + col] = sum;
}

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 block(16, 16);
    dim3 grid((n + 15) / 16, (m + 15) / 16);
    product_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
