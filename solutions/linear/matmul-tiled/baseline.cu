// baseline: cublasSgemm, fp32 in and out, CUBLAS_PEDANTIC_MATH (no tensor cores)
//
// What a library makes of the same product on the same GPU. Pedantic math
// forbids TF32, which would be ten times as fast and a thousand times less
// exact: no kernel written with float arithmetic is to be held against that.
//
// cuBLAS stores matrices by columns. Seen that way, C by rows is its
// transpose, and C^T = B^T A^T: so b goes first.
#include <cublas_v2.h>

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    static cublasHandle_t handle; // made once, as any program would
    const float one = 1, zero = 0;
    if (m == 0 || n == 0) return;
    if (!handle) {
        cublasCreate(&handle);
        cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);
    }
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a,
                k > 0 ? k : 1, &zero, c, n);
}
