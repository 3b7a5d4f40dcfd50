// rejected by: build (has the library do it)
#include <cublas_v2.h>

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    static cublasHandle_t handle;
    const float one = 1, zero = 0;
    if (!handle) cublasCreate(&handle);
    if (m == 0 || n == 0) return;
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n > 0 ? n : 1,
                a, k > 0 ? k : 1, &zero, c, n);
}
