// rejected by: case m, n and k differ | pattern transposed | trap out-of-bounds (the flags turn A and B; C is still by columns)
#include <cublas_v2.h>

static cublasHandle_t handle;

void blas_begin() {
    cublasCreate(&handle);
}

void product(bool ta, bool tb, int m, int n, int k, const float *a, int lda,
             const float *b, int ldb, float beta, float *c, int ldc,
             cudaStream_t stream) {
    const float one = 1;
    cublasSetStream(handle, stream);
    cublasSgemm(handle, ta ? CUBLAS_OP_N : CUBLAS_OP_T,
                tb ? CUBLAS_OP_N : CUBLAS_OP_T, m, n, k, &one, a, lda, b, ldb,
                &beta, c, ldc);
}

void blas_end() {
    cublasDestroy(handle);
}
