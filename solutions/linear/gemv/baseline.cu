// baseline: cublasSgemv, fp32, once for each product
//
// cuBLAS stores matrices by columns. Read that way, m rows of n are an n x m
// matrix, the transpose: so y = A x needs its flag T, and z = B^T w its N.
#include <cublas_v2.h>

void gemv(const float *a, const float *x, float *y, const float *b,
          const float *w, float *z, int m, int n) {
    static cublasHandle_t handle; // made once, as any program would
    const float one = 1, zero = 0;
    if (!handle) cublasCreate(&handle);
    if (m == 0 || n == 0) { // cuBLAS returns at once and writes nothing
        cudaMemsetAsync(y, 0, m * sizeof(float));
        cudaMemsetAsync(z, 0, n * sizeof(float));
        return;
    }
    cublasSgemv(handle, CUBLAS_OP_T, n, m, &one, a, n, x, 1, &zero, y, 1);
    cublasSgemv(handle, CUBLAS_OP_N, n, m, &one, b, n, w, 1, &zero, z, 1);
}
