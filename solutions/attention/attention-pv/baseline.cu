// baseline: cublasSgemmStridedBatched, fp32, one call per batch entry
//
// cuBLAS stores matrices by columns: our rows are its columns. O^T = V^T P^T in
// its view, so v goes first; columns of v and o are heads * dim apart.
#include <cublas_v2.h>

void attention_pv(const float *p, const float *v, float *o, int batch,
                  int heads, int lq, int lk, int dim) {
    static cublasHandle_t handle;
    const float one = 1, zero = 0;
    if (batch * heads == 0 || lq == 0 || dim == 0) return;
    if (!handle) {
        cublasCreate(&handle);
        cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);
    }
    int row = heads * dim; // from a token to the next
    for (int b = 0; b < batch; b++)
        cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, dim, lq, lk,
                                  &one, v + (size_t)b * lk * row, row, dim,
                                  p + (size_t)b * heads * lq * lk,
                                  lk > 0 ? lk : 1, (long long)lq * lk, &zero,
                                  o + (size_t)b * lq * row, row, dim, heads);
}
