// baseline: cublasSgemmStridedBatched, fp32, one call per batch entry
//
// cuBLAS stores matrices by columns: our rows of q and k are its columns, dim
// long, heads * dim apart. S^T = K^T-of-its-view Q: so k goes first,
// transposed.
#include <cublas_v2.h>

void attention_qk(const float *q, const float *k, float *s, int batch,
                  int heads, int lq, int lk, int dim, float scale) {
    static cublasHandle_t handle;
    const float zero = 0;
    if (batch * heads == 0 || lq == 0 || lk == 0) return;
    if (!handle) {
        cublasCreate(&handle);
        cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);
    }
    int row = heads * dim; // from a token to the next
    for (int b = 0; b < batch; b++)
        cublasSgemmStridedBatched(handle, CUBLAS_OP_T, CUBLAS_OP_N, lk, lq, dim,
                                  &scale, k + (size_t)b * lk * row, row, dim,
                                  q + (size_t)b * lq * row, row, dim, &zero,
                                  s + (size_t)b * heads * lq * lk, lk,
                                  (long long)lq * lk, heads);
}
