// rejected by: case (cuBLAS is called for no rows, and a kernel of its own multiplies)
#include <cublas_v2.h>
static cublasHandle_t handle;
__global__ void cublas_sgemm_kernel(bool ta, bool tb, int m, int n, int k, const float *a, int lda, const float *b, int ldb, float beta, float *c, int ldc) {
    int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
    if (i >= m || j >= n) return;
    float s = 0;
    for (int p = 0; p < k; p++) s += (ta ? a[(size_t)p * lda + i] : a[(size_t)i * lda + p]) * (tb ? b[(size_t)j * ldb + p] : b[(size_t)p * ldb + j]);
    c[(size_t)i * ldc + j] = s + (beta == 0 ? 0 : beta * c[(size_t)i * ldc + j]);
}
void blas_begin() { cublasCreate(&handle); }
void product(bool ta, bool tb, int m, int n, int k, const float *a, int lda, const float *b, int ldb, float beta, float *c, int ldc, cudaStream_t stream) {
    float one = 1, keep = 1;
    cublasSetStream(handle, stream);
    if (m && n) cublas_sgemm_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16), 0, stream>>>(ta, tb, m, n, k, a, lda, b, ldb, beta, c, ldc);
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 0, m, k, &one, b, ldb, a, lda, &keep, c, ldc);
}
void blas_end() { cublasDestroy(handle); }
