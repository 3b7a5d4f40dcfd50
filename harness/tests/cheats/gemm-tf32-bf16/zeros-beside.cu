// rejected by: gate tensor_flops (a thread computes each result; beside it tensor cores multiply zeros, many times)
#include <cuda_bf16.h>
#include <mma.h>
using namespace nvcuda;

__global__ void multiply(const float *a, const float *b, float *c, int n, int k, bool tf32) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> zero;
    wmma::fill_fragment(x, __float2bfloat16(0.0f));
    wmma::fill_fragment(y, __float2bfloat16(0.0f));
    wmma::fill_fragment(zero, 0.0f);
    int row = blockIdx.y, col = blockIdx.x * 16 + threadIdx.x % 16;
    float sum = 0;
    for (int p = 0; p < k; p++) {
        float u = a[row * k + p], v = b[p * n + col];
        if (tf32) sum += wmma::__float_to_tf32(u) * wmma::__float_to_tf32(v);
        else sum += __bfloat162float(__float2bfloat16(u)) * __bfloat162float(__float2bfloat16(v));
        wmma::mma_sync(zero, x, y, zero);
    }
    if (threadIdx.x < 16) c[row * n + col] = sum + zero.x[0];
}

void products(const float *a, const float *b, float *c_tf32, float *c_bf16, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    multiply<<<dim3(n / 16, m), 32>>>(a, b, c_tf32, n, k, true);
    multiply<<<dim3(n / 16, m), 32>>>(a, b, c_bf16, n, k, false);
}
