// rejected by: pattern untouched | case nothing to sum up, beta 0 (returns early where k is 0)
// says: Where k is 0 nothing is stored. The sum of no products is 0, and C must hold it.
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
    if (m == 0 || n == 0 || k == 0) return;
    const float one = 1;
    cublasSetStream(handle, stream);
    cublasSgemm(handle, tb ? CUBLAS_OP_T : CUBLAS_OP_N,
                ta ? CUBLAS_OP_T : CUBLAS_OP_N, n, m, k, &one, b, ldb, a, lda,
                &beta, c, ldc);
}

void blas_end() {
    cublasDestroy(handle);
}
