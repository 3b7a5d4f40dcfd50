// Calling cuBLAS on matrices that are stored by rows.
#include <cublas_v2.h>

static cublasHandle_t handle;

// Once, before the first product.
void blas_begin() {
    cublasCreate(&handle);
}

// C = op(A) op(B) + beta C, enqueued in `stream`. C is m x n.
void product(bool ta, bool tb, int m, int n, int k, const float *a, int lda,
             const float *b, int ldb, float beta, float *c, int ldc,
             cudaStream_t stream) {
    // TODO: call cublasSgemm. It takes every matrix to be stored by columns.
}

// Once, after the last product.
void blas_end() {
    cublasDestroy(handle);
}
