// baseline: cublasSdot, fp32, result on the device
#include <cublas_v2.h>

void dot(const float *a, const float *b, float *out, int n) {
    static cublasHandle_t handle;
    if (!handle) {
        cublasCreate(&handle);
        cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    }
    cublasSdot(handle, n, a, 1, b, 1, out);
}
