// baseline: cublasDgemm
//
// cuBLAS stores matrices by columns. Seen that way, C by rows is its transpose, and
// C^T = B^T A^T: so b goes first.
#include <cublas_v2.h>

void product(const double *a, const double *b, double *c, int m, int n, int k) {
    static cublasHandle_t handle; // made once, as any program would
    const double one = 1, zero = 0;
    if (m == 0 || n == 0) return;
    if (!handle) cublasCreate(&handle);
    cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k > 0 ? k : 1, &zero,
                c, n);
}
