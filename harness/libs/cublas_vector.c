// cuBLAS level 1: vectors.
//
// One structure for all, and a run function for each routine and type: sums are
// taken in double, so they are at least as good as the library's.
#include "libs/blas.h"

#include <math.h>

typedef struct Vectors {
    int n, incx, incy;
    const void *x, *y;
    cudaDataType xtype, ytype;
    Scalar alpha, beta;
    Result result;
    bool smallest; // of amax and amin
} Vectors;

#define NEED(h)                                                                \
    sim_work_from(__builtin_return_address(0));                                \
    if (!(h)) return CUBLAS_STATUS_NOT_INITIALIZED
#define WANT(ok)                                                               \
    if (!(ok)) return CUBLAS_STATUS_INVALID_VALUE

static const char *at(const void *p, cudaDataType t, int64_t i, int step) {
    return (const char *)p + i * step * (int64_t)blas_size(t);
}

static const void *x_of(const Vectors *v, int access) {
    return blas_vector("vector x", v->x, v->n, v->incx, blas_size(v->xtype),
                       access);
}
static const void *y_of(const Vectors *v, int access) {
    return blas_vector("vector y", v->y, v->n, v->incy, blas_size(v->ytype),
                       access);
}

// ---- the work

static bool run_axpy(void *args) {
    const Vectors *v = args;
    double alpha;
    if (!blas_value(&v->alpha, &alpha)) return false;
    if (alpha == 0) return true;
    const char *x = x_of(v, SIM_READS);
    char *y = x ? (char *)y_of(v, SIM_READS | SIM_WRITES) : NULL;
    if (!y) return false;
    for (int i = 0; i < v->n; i++) {
        double xi = blas_get(v->xtype, at(x, v->xtype, i, v->incx));
        char *to = (char *)at(y, v->ytype, i, v->incy);
        double yi = blas_get(v->ytype, to);
        // fused, as on the device
        blas_put(v->ytype, to,
                 (int)v->ytype == R_64F
                     ? fma(alpha, xi, yi)
                     : (double)fmaf((float)alpha, (float)xi, (float)yi));
    }
    return true;
}

static bool run_scal(void *args) {
    const Vectors *v = args;
    double alpha;
    if (!blas_value(&v->alpha, &alpha)) return false;
    char *x = (char *)x_of(v, SIM_READS | SIM_WRITES);
    for (int i = 0; x && i < v->n; i++) {
        char *to = (char *)at(x, v->xtype, i, v->incx);
        blas_put(v->xtype, to, alpha * blas_get(v->xtype, to));
    }
    return x;
}

static bool run_copy(void *args) {
    const Vectors *v = args;
    const char *x = x_of(v, SIM_READS);
    char *y = x ? (char *)y_of(v, SIM_WRITES) : NULL;
    for (int i = 0; y && i < v->n; i++)
        blas_put(v->ytype, (char *)at(y, v->ytype, i, v->incy),
                 blas_get(v->xtype, at(x, v->xtype, i, v->incx)));
    return y;
}

static bool run_swap(void *args) {
    const Vectors *v = args;
    char *x = (char *)x_of(v, SIM_READS | SIM_WRITES);
    char *y = x ? (char *)y_of(v, SIM_READS | SIM_WRITES) : NULL;
    for (int i = 0; y && i < v->n; i++) {
        char *px = (char *)at(x, v->xtype, i, v->incx);
        char *py = (char *)at(y, v->ytype, i, v->incy);
        double t = blas_get(v->xtype, px);
        blas_put(v->xtype, px, blas_get(v->ytype, py));
        blas_put(v->ytype, py, t);
    }
    return y;
}

static bool run_rot(void *args) {
    const Vectors *v = args;
    double c, s;
    if (!blas_value(&v->alpha, &c) || !blas_value(&v->beta, &s)) return false;
    char *x = (char *)x_of(v, SIM_READS | SIM_WRITES);
    char *y = x ? (char *)y_of(v, SIM_READS | SIM_WRITES) : NULL;
    for (int i = 0; y && i < v->n; i++) {
        char *px = (char *)at(x, v->xtype, i, v->incx);
        char *py = (char *)at(y, v->ytype, i, v->incy);
        double a = blas_get(v->xtype, px), b = blas_get(v->ytype, py);
        blas_put(v->xtype, px, c * a + s * b);
        blas_put(v->ytype, py, c * b - s * a);
    }
    return y;
}

static bool run_dot(void *args) {
    const Vectors *v = args;
    const char *x = x_of(v, SIM_READS);
    const char *y = x ? y_of(v, SIM_READS) : NULL;
    double sum = 0;
    if (!y) return false;
    for (int i = 0; i < v->n; i++)
        sum += blas_get(v->xtype, at(x, v->xtype, i, v->incx)) *
               blas_get(v->ytype, at(y, v->ytype, i, v->incy));
    return blas_answer(&v->result, sum);
}

// Scaled by the largest, so that squares neither overflow nor vanish.
static bool run_nrm2(void *args) {
    const Vectors *v = args;
    const char *x = x_of(v, SIM_READS);
    double most = 0, sum = 0;
    if (!x) return false;
    for (int i = 0; i < v->n; i++) {
        double a = fabs(blas_get(v->xtype, at(x, v->xtype, i, v->incx)));
        if (isnan(a)) return blas_answer(&v->result, a);
        most = fmax(most, a);
    }
    if (most == 0 || isinf(most)) return blas_answer(&v->result, most);
    for (int i = 0; i < v->n; i++) {
        double a = blas_get(v->xtype, at(x, v->xtype, i, v->incx)) / most;
        sum += a * a;
    }
    return blas_answer(&v->result, most * sqrt(sum));
}

static bool run_asum(void *args) {
    const Vectors *v = args;
    const char *x = x_of(v, SIM_READS);
    double sum = 0;
    if (!x) return false;
    for (int i = 0; i < v->n; i++)
        sum += fabs(blas_get(v->xtype, at(x, v->xtype, i, v->incx)));
    return blas_answer(&v->result, sum);
}

// Counted from 1; the first of equal ones.
static bool run_extreme(void *args) {
    const Vectors *v = args;
    const char *x = x_of(v, SIM_READS);
    double best = 0;
    int where = 0;
    if (!x) return false;
    for (int i = 0; i < v->n; i++) {
        double a = fabs(blas_get(v->xtype, at(x, v->xtype, i, v->incx)));
        if (where && !(v->smallest ? a < best : a > best)) continue;
        best = a;
        where = i + 1;
    }
    return blas_answer(&v->result, where);
}

// ---- handing it in

static cublasStatus_t vector_submit(cublasHandle_t h, const char *name,
                                    bool (*run)(void *), Vectors v,
                                    double flops) {
    if (v.n <= 0) return CUBLAS_STATUS_SUCCESS;
    double bytes = v.n * ((double)blas_size(v.xtype) +
                          (v.y ? 2.0 * (double)blas_size(v.ytype) : 0));
    SimWork w = BLAS_WORK(name, run, v,
                          (int)v.xtype == R_64F ? SIM_UNIT_F64 : SIM_UNIT_F32,
                          flops * v.n, bytes);
    w.block = 256;
    w.grid = ((unsigned)v.n + 255) / 256;
    w.waits = v.result.p && !v.result.device;
    return blas_submit(h, w);
}

// A result over no elements, or over a step that is none.
static cublasStatus_t nothing(cublasHandle_t h, const char *name, Vectors v) {
    v.n = 0;
    SimWork w = BLAS_WORK(name, run_asum, v, SIM_UNIT_F32, 0, 0);
    w.waits = !v.result.device;
    return blas_submit(h, w);
}

static cublasStatus_t reduce(cublasHandle_t h, const char *name,
                             bool (*run)(void *), Vectors v, bool steps) {
    WANT(v.result.p);
    if (v.n <= 0 || (steps && v.incx <= 0)) return nothing(h, name, v);
    return vector_submit(h, name, run, v, 2);
}

#define LEVEL1(L, l, T, R)                                                     \
    cublasStatus_t cublas##L##axpy_v2(cublasHandle_t h, int n, const T *alpha, \
                                      KATA_X(T), T *y, int incy) {             \
        NEED(h);                                                               \
        WANT(alpha);                                                           \
        Vectors v = {.n = n,                                                   \
                     .incx = incx,                                             \
                     .incy = incy,                                             \
                     .x = x,                                                   \
                     .y = y,                                                   \
                     .xtype = R,                                               \
                     .ytype = R,                                               \
                     .alpha = blas_scalar(h, alpha, R)};                       \
        return vector_submit(h, "cublas" #L "axpy", run_axpy, v, 2);           \
    }                                                                          \
    cublasStatus_t cublas##L##scal_v2(cublasHandle_t h, int n, const T *alpha, \
                                      T *x, int incx) {                        \
        NEED(h);                                                               \
        WANT(alpha);                                                           \
        if (incx <= 0) return CUBLAS_STATUS_SUCCESS;                           \
        Vectors v = {.n = n,                                                   \
                     .incx = incx,                                             \
                     .x = x,                                                   \
                     .xtype = R,                                               \
                     .ytype = R,                                               \
                     .alpha = blas_scalar(h, alpha, R)};                       \
        return vector_submit(h, "cublas" #L "scal", run_scal, v, 1);           \
    }                                                                          \
    cublasStatus_t cublas##L##copy_v2(cublasHandle_t h, int n, KATA_X(T),      \
                                      T *y, int incy) {                        \
        NEED(h);                                                               \
        Vectors v = {.n = n,                                                   \
                     .incx = incx,                                             \
                     .incy = incy,                                             \
                     .x = x,                                                   \
                     .y = y,                                                   \
                     .xtype = R,                                               \
                     .ytype = R};                                              \
        return vector_submit(h, "cublas" #L "copy", run_copy, v, 0);           \
    }                                                                          \
    cublasStatus_t cublas##L##swap_v2(cublasHandle_t h, int n, T *x, int incx, \
                                      T *y, int incy) {                        \
        NEED(h);                                                               \
        Vectors v = {.n = n,                                                   \
                     .incx = incx,                                             \
                     .incy = incy,                                             \
                     .x = x,                                                   \
                     .y = y,                                                   \
                     .xtype = R,                                               \
                     .ytype = R};                                              \
        return vector_submit(h, "cublas" #L "swap", run_swap, v, 0);           \
    }                                                                          \
    cublasStatus_t cublas##L##rot_v2(cublasHandle_t h, int n, T *x, int incx,  \
                                     T *y, int incy, const T *c, const T *s) { \
        NEED(h);                                                               \
        WANT(c &&s);                                                           \
        Vectors v = {.n = n,                                                   \
                     .incx = incx,                                             \
                     .incy = incy,                                             \
                     .x = x,                                                   \
                     .y = y,                                                   \
                     .xtype = R,                                               \
                     .ytype = R,                                               \
                     .alpha = blas_scalar(h, c, R),                            \
                     .beta = blas_scalar(h, s, R)};                            \
        return vector_submit(h, "cublas" #L "rot", run_rot, v, 6);             \
    }                                                                          \
    cublasStatus_t cublas##L##dot_v2(cublasHandle_t h, int n, KATA_XY(T),      \
                                     T *result) {                              \
        NEED(h);                                                               \
        Vectors v = {.n = n,                                                   \
                     .incx = incx,                                             \
                     .incy = incy,                                             \
                     .x = x,                                                   \
                     .y = y,                                                   \
                     .xtype = R,                                               \
                     .ytype = R,                                               \
                     .result = blas_result(h, result, R)};                     \
        return reduce(h, "cublas" #L "dot", run_dot, v, false);                \
    }                                                                          \
    LEVEL1_OF_X(cublas##L##nrm2, T, T, R, R, run_nrm2, false)                  \
    LEVEL1_OF_X(cublas##L##asum, T, T, R, R, run_asum, false)                  \
    LEVEL1_OF_X(cublasI##l##amax, T, int, R, R_32I, run_extreme, false)        \
    LEVEL1_OF_X(cublasI##l##amin, T, int, R, R_32I, run_extreme, true)

#define LEVEL1_OF_X(name, T, TR, R, RR, run, least)                            \
    cublasStatus_t name##_v2(cublasHandle_t h, int n, KATA_X(T), TR *result) { \
        NEED(h);                                                               \
        Vectors v = {.n = n,                                                   \
                     .incx = incx,                                             \
                     .x = x,                                                   \
                     .xtype = R,                                               \
                     .ytype = R,                                               \
                     .result = blas_result(h, result, RR),                     \
                     .smallest = least};                                       \
        return reduce(h, #name, run, v, true);                                 \
    }

LEVEL1(S, s, float, R_32F)
LEVEL1(D, d, double, R_64F)

// ---- types as parameters

static bool is_real(cudaDataType t) {
    return blas_size(t) > 0 && (int)t != R_8I && (int)t != R_32I;
}

cublasStatus_t cublasDotEx(cublasHandle_t h, int n, const void *x,
                           cudaDataType xtype, int incx, const void *y,
                           cudaDataType ytype, int incy, void *result,
                           cudaDataType result_type, cudaDataType compute) {
    NEED(h);
    if (!is_real(xtype) || !is_real(ytype) || !is_real(result_type) ||
        !is_real(compute))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    Vectors v = {.n = n,
                 .incx = incx,
                 .incy = incy,
                 .x = x,
                 .y = y,
                 .xtype = xtype,
                 .ytype = ytype,
                 .result = blas_result(h, result, result_type)};
    return reduce(h, "cublasDotEx", run_dot, v, false);
}

cublasStatus_t cublasNrm2Ex(cublasHandle_t h, int n, const void *x,
                            cudaDataType xtype, int incx, void *result,
                            cudaDataType result_type, cudaDataType compute) {
    NEED(h);
    if (!is_real(xtype) || !is_real(result_type) || !is_real(compute))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    Vectors v = {.n = n,
                 .incx = incx,
                 .x = x,
                 .xtype = xtype,
                 .ytype = xtype,
                 .result = blas_result(h, result, result_type)};
    return reduce(h, "cublasNrm2Ex", run_nrm2, v, true);
}

cublasStatus_t cublasAxpyEx(cublasHandle_t h, int n, const void *alpha,
                            cudaDataType alpha_type, const void *x,
                            cudaDataType xtype, int incx, void *y,
                            cudaDataType ytype, int incy,
                            cudaDataType compute) {
    NEED(h);
    WANT(alpha);
    if (!is_real(alpha_type) || !is_real(xtype) || !is_real(ytype) ||
        !is_real(compute))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    Vectors v = {.n = n,
                 .incx = incx,
                 .incy = incy,
                 .x = x,
                 .y = y,
                 .xtype = xtype,
                 .ytype = ytype,
                 .alpha = blas_scalar(h, alpha, alpha_type)};
    return vector_submit(h, "cublasAxpyEx", run_axpy, v, 2);
}

cublasStatus_t cublasScalEx(cublasHandle_t h, int n, const void *alpha,
                            cudaDataType alpha_type, void *x,
                            cudaDataType xtype, int incx,
                            cudaDataType compute) {
    NEED(h);
    WANT(alpha);
    if (!is_real(alpha_type) || !is_real(xtype) || !is_real(compute))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    if (incx <= 0) return CUBLAS_STATUS_SUCCESS;
    Vectors v = {.n = n,
                 .incx = incx,
                 .x = x,
                 .xtype = xtype,
                 .ytype = xtype,
                 .alpha = blas_scalar(h, alpha, alpha_type)};
    return vector_submit(h, "cublasScalEx", run_scal, v, 1);
}
