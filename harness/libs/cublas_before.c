// The interface of cuBLAS before CUDA 4.0 (cublas.h), over that with handles:
// one handle for all, and the last call's status.
#include "libs/blas.h"

int cudaMalloc(void **p, size_t bytes);
int cudaFree(void *p);

static struct {
    cublasHandle_t handle;
    cublasStatus_t last;
} all;

// ---- the library

cublasStatus_t cublasInit(void);
cublasStatus_t cublasShutdown(void);
cublasStatus_t cublasGetError(void);
cublasStatus_t cublasAlloc(int n, int element, void **p);
cublasStatus_t cublasFree(void *p);
cublasStatus_t cublasSetKernelStream(cudaStream_t s);
#undef cublasGetVersion
cublasStatus_t cublasGetVersion(int *version);

#pragma GCC visibility push(default)

cublasStatus_t cublasInit(void) {
    return all.handle ? CUBLAS_STATUS_SUCCESS : cublasCreate_v2(&all.handle);
}

cublasStatus_t cublasShutdown(void) {
    cublasHandle_t h = all.handle;
    all.handle = NULL;
    return cublasDestroy_v2(h);
}

cublasStatus_t cublasGetError(void) {
    cublasStatus_t last = all.last;
    all.last = CUBLAS_STATUS_SUCCESS;
    return last;
}

cublasStatus_t cublasGetVersion(int *version) {
    return cublasGetVersion_v2(all.handle, version);
}

cublasStatus_t cublasAlloc(int n, int element, void **p) {
    if (n < 1 || element < 1 || !p) return CUBLAS_STATUS_INVALID_VALUE;
    sim_work_hold(__builtin_return_address(0));
    int e = cudaMalloc(p, (size_t)n * (size_t)element);
    sim_work_hold(NULL);
    return e == 0 ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

cublasStatus_t cublasFree(void *p) {
    sim_work_hold(__builtin_return_address(0));
    int e = cudaFree(p);
    sim_work_hold(NULL);
    return e == 0 ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}

cublasStatus_t cublasSetKernelStream(cudaStream_t s) {
    return cublasSetStream_v2(all.handle, s);
}

// ---- characters

static cublasOperation_t op_of(char c) {
    return c == 'N' || c == 'n' ? CUBLAS_OP_N : CUBLAS_OP_T;
}

static cublasFillMode_t triangle_of(char c) {
    return c == 'U' || c == 'u' ? CUBLAS_FILL_MODE_UPPER
                                : CUBLAS_FILL_MODE_LOWER;
}

static cublasSideMode_t side_of(char c) {
    return c == 'R' || c == 'r' ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT;
}

static cublasDiagType_t diagonal_of(char c) {
    return c == 'U' || c == 'u' ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
}

// ---- for float and double alike

#define H all.handle
#define DO(call)                                                               \
    do {                                                                       \
        sim_work_hold(__builtin_return_address(0));                            \
        cublasStatus_t status_ = (call);                                       \
        sim_work_hold(NULL);                                                   \
        if (status_ != CUBLAS_STATUS_SUCCESS) all.last = status_;              \
    } while (0)
#define GIVE(T, call)                                                          \
    T result = 0;                                                              \
    DO(call);                                                                  \
    return result

#define X(T)  const T *x, int incx
#define Y(T)  T *y, int incy
#define AB(T) const T *A, int lda, const T *B, int ldb

// A function with its declaration, which no header of ours has.
#define FN(type, name, parameters)                                             \
    type name parameters;                                                      \
    type name parameters

#define REAL(L, l, T)                                                          \
    FN(void, cublas##L##axpy, (int n, T alpha, X(T), Y(T))) {                  \
        DO(cublas##L##axpy_v2(H, n, &alpha, x, incx, y, incy));                \
    }                                                                          \
    FN(void, cublas##L##scal, (int n, T alpha, T *x, int incx)) {              \
        DO(cublas##L##scal_v2(H, n, &alpha, x, incx));                         \
    }                                                                          \
    FN(void, cublas##L##copy, (int n, X(T), Y(T))) {                           \
        DO(cublas##L##copy_v2(H, n, x, incx, y, incy));                        \
    }                                                                          \
    FN(void, cublas##L##swap, (int n, T *x, int incx, Y(T))) {                 \
        DO(cublas##L##swap_v2(H, n, x, incx, y, incy));                        \
    }                                                                          \
    FN(T, cublas##L##dot, (int n, X(T), const T *y, int incy)) {               \
        GIVE(T, cublas##L##dot_v2(H, n, x, incx, y, incy, &result));           \
    }                                                                          \
    FN(T, cublas##L##nrm2, (int n, X(T))) {                                    \
        GIVE(T, cublas##L##nrm2_v2(H, n, x, incx, &result));                   \
    }                                                                          \
    FN(T, cublas##L##asum, (int n, X(T))) {                                    \
        GIVE(T, cublas##L##asum_v2(H, n, x, incx, &result));                   \
    }                                                                          \
    FN(int, cublasI##l##amax, (int n, X(T))) {                                 \
        GIVE(int, cublasI##l##amax_v2(H, n, x, incx, &result));                \
    }                                                                          \
    FN(int, cublasI##l##amin, (int n, X(T))) {                                 \
        GIVE(int, cublasI##l##amin_v2(H, n, x, incx, &result));                \
    }                                                                          \
    FN(void, cublas##L##rot, (int n, T *x, int incx, Y(T), T c, T s)) {        \
        DO(cublas##L##rot_v2(H, n, x, incx, y, incy, &c, &s));                 \
    }                                                                          \
    FN(void, cublas##L##gemv,                                                  \
       (char trans, int m, int n, T alpha, const T *A, int lda, X(T), T beta,  \
        Y(T))) {                                                               \
        DO(cublas##L##gemv_v2(H, op_of(trans), m, n, &alpha, A, lda, x, incx,  \
                              &beta, y, incy));                                \
    }                                                                          \
    FN(void, cublas##L##symv,                                                  \
       (char uplo, int n, T alpha, const T *A, int lda, X(T), T beta, Y(T))) { \
        DO(cublas##L##symv_v2(H, triangle_of(uplo), n, &alpha, A, lda, x,      \
                              incx, &beta, y, incy));                          \
    }                                                                          \
    FN(void, cublas##L##ger,                                                   \
       (int m, int n, T alpha, X(T), const T *y, int incy, T *A, int lda)) {   \
        DO(cublas##L##ger_v2(H, m, n, &alpha, x, incx, y, incy, A, lda));      \
    }                                                                          \
    FN(void, cublas##L##gemm,                                                  \
       (char transa, char transb, int m, int n, int k, T alpha, AB(T), T beta, \
        T *C, int ldc)) {                                                      \
        DO(cublas##L##gemm_v2(H, op_of(transa), op_of(transb), m, n, k,        \
                              &alpha, A, lda, B, ldb, &beta, C, ldc));         \
    }                                                                          \
    FN(void, cublas##L##syrk,                                                  \
       (char uplo, char trans, int n, int k, T alpha, const T *A, int lda,     \
        T beta, T *C, int ldc)) {                                              \
        DO(cublas##L##syrk_v2(H, triangle_of(uplo), op_of(trans), n, k,        \
                              &alpha, A, lda, &beta, C, ldc));                 \
    }                                                                          \
    FN(void, cublas##L##trsm,                                                  \
       (char side, char uplo, char trans, char diag, int m, int n, T alpha,    \
        const T *A, int lda, T *B, int ldb)) {                                 \
        DO(cublas##L##trsm_v2(H, side_of(side), triangle_of(uplo),             \
                              op_of(trans), diagonal_of(diag), m, n, &alpha,   \
                              A, lda, B, ldb));                                \
    }

// cublas_v2.h gives these names to the functions with handles.
#undef cublasSaxpy
#undef cublasDaxpy
#undef cublasSscal
#undef cublasDscal
#undef cublasScopy
#undef cublasDcopy
#undef cublasSswap
#undef cublasDswap
#undef cublasSdot
#undef cublasDdot
#undef cublasSnrm2
#undef cublasDnrm2
#undef cublasSasum
#undef cublasDasum
#undef cublasIsamax
#undef cublasIdamax
#undef cublasIsamin
#undef cublasIdamin
#undef cublasSrot
#undef cublasDrot
#undef cublasSgemv
#undef cublasDgemv
#undef cublasSsymv
#undef cublasDsymv
#undef cublasSger
#undef cublasDger
#undef cublasSgemm
#undef cublasDgemm
#undef cublasSsyrk
#undef cublasDsyrk
#undef cublasStrsm
#undef cublasDtrsm

REAL(S, s, float)
REAL(D, d, double)
#pragma GCC visibility pop
