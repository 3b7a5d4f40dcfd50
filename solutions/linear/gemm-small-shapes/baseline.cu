// baseline: cublasSgemmStridedBatched, fp32
//
// cuBLAS stores matrices by columns: our rows are its columns, and C^T = B^T A^T. Rows of
// no elements are still one apart for it.
//
// tiles128: 4
// tiles16: 132
// waves: half
#include <cublas_v2.h>

void small_products(const float *a, const float *b, float *c, int batch, int m, int n,
                    int k) {
    static cublasHandle_t handle;
    const float one = 1, zero = 0;
    if (batch == 0 || m == 0 || n == 0) return;
    if (!handle) {
        cublasCreate(&handle);
        cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);
    }
    cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
                              (long long)k * n, a, max(k, 1), (long long)m * k, &zero, c, n,
                              (long long)m * n, batch);
}
