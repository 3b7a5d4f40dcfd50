// rejected by: case (alpha is 0)
// says: The product is multiplied by 0. D = alpha op(X) op(Y) + beta D needs an alpha of 1.
#include <cublas_v2.h>

static cublasHandle_t handle;

void blas_begin() {
    cublasCreate(&handle);
}

void product(bool ta, bool tb, int m, int n, int k, const float *a, int lda,
             const float *b, int ldb, float beta, float *c, int ldc,
             cudaStream_t stream) {
    float alpha = 0;
    cublasSetStream(handle, stream);
    cublasSgemm(handle, tb ? CUBLAS_OP_T : CUBLAS_OP_N,
                ta ? CUBLAS_OP_T : CUBLAS_OP_N, n, m, k, &alpha, b, ldb, a, lda,
                &beta, c, ldc);
}

void blas_end() {
    cublasDestroy(handle);
}
