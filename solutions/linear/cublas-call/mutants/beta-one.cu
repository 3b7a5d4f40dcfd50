// rejected by: trap uninitialised-global | case garbage in C, beta 0 (always adds to C)
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
    cublasSgemm(handle, tb ? CUBLAS_OP_T : CUBLAS_OP_N,
                ta ? CUBLAS_OP_T : CUBLAS_OP_N, n, m, k, &one, b, ldb, a, lda,
                &one, c, ldc);
}

void blas_end() {
    cublasDestroy(handle);
}
