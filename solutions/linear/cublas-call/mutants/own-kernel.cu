// rejected by: case (a handle is made and destroyed, and a kernel of one's own multiplies)
#include <cublas_v2.h>

static cublasHandle_t handle;

void blas_begin() {
    cublasCreate(&handle);
}

__global__ void multiply(bool ta, bool tb, int m, int n, int k, const float *a, int lda,
                         const float *b, int ldb, float beta, float *c, int ldc) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= m || col >= n) return;

    float sum = 0;
    for (int p = 0; p < k; p++) {
        float x = ta ? a[(size_t)p * lda + row] : a[(size_t)row * lda + p];
        float y = tb ? b[(size_t)col * ldb + p] : b[(size_t)p * ldb + col];
        sum += x * y;
    }
    float *to = &c[(size_t)row * ldc + col];
    *to = beta == 0 ? sum : sum + beta * *to;
}

void product(bool ta, bool tb, int m, int n, int k, const float *a, int lda,
             const float *b, int ldb, float beta, float *c, int ldc,
             cudaStream_t stream) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + 15) / 16, (m + 15) / 16), block(16, 16);
    multiply<<<grid, block, 0, stream>>>(ta, tb, m, n, k, a, lda, b, ldb, beta, c, ldc);
}

void blas_end() {
    cublasDestroy(handle);
}
