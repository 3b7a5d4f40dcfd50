// The helpers that all routines of cuBLAS share: see blas.h.
#include "libs/blas.h"

#include "sim/half.h"

#include <math.h>
#include <string.h>

double blas_get(cudaDataType t, const void *p) {
    switch ((int)t) {
    case R_64F: return *(const double *)p;
    case R_32F: return *(const float *)p;
    case R_32I: return *(const int32_t *)p;
    case R_16F: return float_of_half(*(const uint16_t *)p);
    case R_16BF: return float_of_bf16(*(const uint16_t *)p);
    case R_8I: return *(const int8_t *)p;
    case R_E4M3: return float_of_e4m3(*(const uint8_t *)p);
    case R_E5M2: return float_of_half((uint32_t) * (const uint8_t *)p << 8);
    }
    return 0;
}

void blas_put(cudaDataType t, void *p, double v) {
    switch ((int)t) {
    case R_64F: *(double *)p = v; break;
    case R_32F: *(float *)p = (float)v; break;
    case R_32I: *(int32_t *)p = (int32_t)(uint32_t)(int64_t)v; break;
    case R_16F: *(uint16_t *)p = (uint16_t)half_of_float((float)v); break;
    case R_16BF: *(uint16_t *)p = (uint16_t)bf16_of_float((float)v); break;
    case R_8I: *(int8_t *)p = (int8_t)fmax(-128, fmin(127, rint(v))); break;
    }
}

Scalar blas_scalar(cublasHandle_t h, const void *p, cudaDataType t) {
    if (h->pointers == CUBLAS_POINTER_MODE_DEVICE)
        return (Scalar){.device = p, .type = t};
    return (Scalar){.value = blas_get(t, p), .type = t};
}

bool blas_value(const Scalar *s, double *out) {
    *out = s->value;
    if (!s->device) return true;
    size_t n = blas_size(s->type);
    const void *p = sim_work_range("a scalar (the pointer mode is device)",
                                   s->device, n, n, 1, SIM_READS);
    if (p) *out = blas_get(s->type, p);
    return p;
}

Result blas_result(cublasHandle_t h, void *p, cudaDataType t) {
    return (Result){p, h->pointers == CUBLAS_POINTER_MODE_DEVICE, t};
}

bool blas_answer(const Result *r, double v) {
    size_t n = blas_size(r->type);
    void *p = r->device
                  ? sim_work_range("the result (the pointer mode is device)",
                                   r->p, n, n, 1, SIM_WRITES)
                  : r->p;
    if (p) blas_put(r->type, p, v);
    return p;
}

void *blas_vector(const char *what, const void *p, int n, int step,
                  size_t element, int access) {
    size_t far = (size_t)(step < 0 ? -(int64_t)step : step);
    char *low = sim_work_range(what, p, element, far * element,
                               step == 0 && n > 0 ? 1 : (size_t)n, access);
    if (!low || step >= 0 || n == 0) return low;
    return low + (size_t)(n - 1) * far * element;
}

void *blas_matrix(const char *what, const void *p, int64_t rows, int64_t cols,
                  int64_t ld, size_t element, int access) {
    return sim_work_range(what, p, (size_t)rows * element, (size_t)ld * element,
                          (size_t)cols, access);
}

cublasStatus_t blas_submit(cublasHandle_t h, SimWork w) {
    w.stream = h->stream;
    return sim_work_run(&w) == 0 ? CUBLAS_STATUS_SUCCESS
                                 : CUBLAS_STATUS_EXECUTION_FAILED;
}
