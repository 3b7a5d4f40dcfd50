// cuSOLVER, dense: the routines that are told the type at the call (Xgetrf
// ...), and syevj, which is syevd by another name. The typed routines do the
// work.
#include "base/base.h"
#include "base/heap.h"
#include "libs/solver.h"

#define NEED(h)                                                                \
    sim_work_from(__builtin_return_address(0));                                \
    if (!(h)) return CUSOLVER_STATUS_NOT_INITIALIZED
#define WANT(ok)                                                               \
    if (!(ok)) return CUSOLVER_STATUS_INVALID_VALUE

enum { REAL_32 = 0, REAL_64 = 1 }; // cudaDataType's numbers

struct cusolverDnParams {
    int unused;
};
struct syevjInfo {
    int sweeps;
};

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params) {
    WANT(params);
    *params = heap_new(1, sizeof **params);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params) {
    heap_free(params);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params,
                                         cusolverDnFunction_t f,
                                         cusolverAlgMode_t alg) {
    (void)f, (void)alg;
    WANT(params);
    return CUSOLVER_STATUS_SUCCESS;
}

// Sizes that an int holds, and one real type.
static bool is_real(cudaDataType t) {
    return (int)t == REAL_32 || (int)t == REAL_64;
}
static bool is_int(int64_t n) {
    return n >= 0 && n <= INT32_MAX;
}

static cusolverStatus_t sizes(cusolverDnHandle_t h, cudaDataType t,
                              size_t *on_device, size_t *on_host) {
    if (!h) return CUSOLVER_STATUS_NOT_INITIALIZED;
    WANT(on_device && on_host);
    if (!is_real(t)) return CUSOLVER_STATUS_NOT_SUPPORTED;
    *on_device = 256;
    *on_host = 0;
    return CUSOLVER_STATUS_SUCCESS;
}

// The typed routine of a call; where it was called counts as the place.
#define TYPED(type, name, ...)                                                 \
    sim_work_hold(__builtin_return_address(0));                                \
    cusolverStatus_t status = (int)(type) == REAL_64                           \
                                  ? cusolverDnD##name(h, __VA_ARGS__)          \
                                  : cusolverDnS##name(h, __VA_ARGS__);         \
    sim_work_hold(NULL);                                                       \
    return status
#define REAL(t)                                                                \
    if (!is_real(t)) return CUSOLVER_STATUS_NOT_SUPPORTED
#define UNUSED                                                                 \
    (void)params, (void)compute, (void)on_device, (void)device_bytes,          \
        (void)on_host, (void)host_bytes

cusolverStatus_t cusolverDnXgetrf_bufferSize(KATA_X, int64_t m, int64_t n,
                                             cudaDataType a, const void *A,
                                             int64_t lda, KATA_SIZES) {
    (void)params, (void)m, (void)n, (void)A, (void)lda, (void)compute;
    return sizes(h, a, on_device, on_host);
}
cusolverStatus_t cusolverDnXgetrf(KATA_X, int64_t m, int64_t n, cudaDataType a,
                                  void *A, int64_t lda, int64_t *pivots,
                                  KATA_BUFFERS) {
    NEED(h);
    UNUSED;
    REAL(a);
    WANT(is_int(m) && is_int(n) && is_int(lda));
    return solver_lu(h, (int)a == REAL_64, (int)m, (int)n, A, (int)lda, pivots,
                     info);
}
cusolverStatus_t cusolverDnXgetrs(KATA_X, cublasOperation_t trans, int64_t n,
                                  int64_t nrhs, cudaDataType a, const void *A,
                                  int64_t lda, const int64_t *pivots,
                                  cudaDataType b, void *B, int64_t ldb,
                                  int *info) {
    NEED(h);
    (void)params;
    REAL(a);
    WANT(a == b && is_int(n) && is_int(nrhs) && is_int(lda) && is_int(ldb));
    return solver_lu_solve(h, (int)a == REAL_64, trans, (int)n, (int)nrhs, A,
                           (int)lda, pivots, B, (int)ldb, info);
}

cusolverStatus_t cusolverDnXpotrf_bufferSize(KATA_X, cublasFillMode_t uplo,
                                             int64_t n, cudaDataType a,
                                             const void *A, int64_t lda,
                                             KATA_SIZES) {
    (void)params, (void)uplo, (void)n, (void)A, (void)lda, (void)compute;
    return sizes(h, a, on_device, on_host);
}
cusolverStatus_t cusolverDnXpotrf(KATA_X, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType a, void *A, int64_t lda,
                                  KATA_BUFFERS) {
    NEED(h);
    UNUSED;
    REAL(a);
    WANT(is_int(n) && is_int(lda));
    TYPED(a, potrf, uplo, (int)n, A, (int)lda, NULL, 0, info);
}
cusolverStatus_t cusolverDnXpotrs(KATA_X, cublasFillMode_t uplo, int64_t n,
                                  int64_t nrhs, cudaDataType a, const void *A,
                                  int64_t lda, cudaDataType b, void *B,
                                  int64_t ldb, int *info) {
    NEED(h);
    (void)params;
    REAL(a);
    WANT(a == b && is_int(n) && is_int(nrhs) && is_int(lda) && is_int(ldb));
    TYPED(a, potrs, uplo, (int)n, (int)nrhs, A, (int)lda, B, (int)ldb, info);
}

cusolverStatus_t cusolverDnXgeqrf_bufferSize(KATA_X, int64_t m, int64_t n,
                                             cudaDataType a, const void *A,
                                             int64_t lda, cudaDataType t,
                                             const void *tau, KATA_SIZES) {
    (void)params, (void)m, (void)n, (void)A, (void)lda, (void)t, (void)tau;
    (void)compute;
    return sizes(h, a, on_device, on_host);
}
cusolverStatus_t cusolverDnXgeqrf(KATA_X, int64_t m, int64_t n, cudaDataType a,
                                  void *A, int64_t lda, cudaDataType t,
                                  void *tau, KATA_BUFFERS) {
    NEED(h);
    UNUSED;
    REAL(a);
    WANT(a == t && is_int(m) && is_int(n) && is_int(lda));
    TYPED(a, geqrf, (int)m, (int)n, A, (int)lda, tau, NULL, 0, info);
}

cusolverStatus_t cusolverDnXsyevd_bufferSize(KATA_X, cusolverEigMode_t jobz,
                                             cublasFillMode_t uplo, int64_t n,
                                             cudaDataType a, const void *A,
                                             int64_t lda, cudaDataType w,
                                             const void *W, KATA_SIZES) {
    (void)params, (void)jobz, (void)uplo, (void)n, (void)A, (void)lda;
    (void)w, (void)W, (void)compute;
    return sizes(h, a, on_device, on_host);
}
cusolverStatus_t cusolverDnXsyevd(KATA_X, cusolverEigMode_t jobz,
                                  cublasFillMode_t uplo, int64_t n,
                                  cudaDataType a, void *A, int64_t lda,
                                  cudaDataType w, void *W, KATA_BUFFERS) {
    NEED(h);
    UNUSED;
    REAL(a);
    WANT(a == w && is_int(n) && is_int(lda));
    TYPED(a, syevd, jobz, uplo, (int)n, A, (int)lda, W, NULL, 0, info);
}

cusolverStatus_t cusolverDnXgesvd_bufferSize(
    KATA_X, signed char jobu, signed char jobvt, int64_t m, int64_t n,
    cudaDataType a, const void *A, int64_t lda, cudaDataType s, const void *S,
    cudaDataType u, const void *U, int64_t ldu, cudaDataType vt, const void *VT,
    int64_t ldvt, KATA_SIZES) {
    (void)params, (void)jobu, (void)jobvt, (void)m, (void)n, (void)A, (void)lda;
    (void)s, (void)S, (void)u, (void)U, (void)ldu, (void)vt, (void)VT;
    (void)ldvt, (void)compute;
    return sizes(h, a, on_device, on_host);
}
cusolverStatus_t cusolverDnXgesvd(KATA_X, signed char jobu, signed char jobvt,
                                  int64_t m, int64_t n, cudaDataType a, void *A,
                                  int64_t lda, cudaDataType s, void *S,
                                  cudaDataType u, void *U, int64_t ldu,
                                  cudaDataType vt, void *VT, int64_t ldvt,
                                  KATA_BUFFERS) {
    NEED(h);
    UNUSED;
    REAL(a);
    WANT(a == s && a == u && a == vt && is_int(m) && is_int(n) && is_int(lda) &&
         is_int(ldu) && is_int(ldvt));
    TYPED(a, gesvd, jobu, jobvt, (int)m, (int)n, A, (int)lda, S, U, (int)ldu,
          VT, (int)ldvt, NULL, 0, NULL, info);
}

// ---- Jacobi's method

cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t *info) {
    WANT(info);
    *info = heap_new(1, sizeof **info);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t info) {
    heap_free(info);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t info,
                                              double tolerance) {
    WANT(info && tolerance >= 0);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int most) {
    WANT(info && most > 0);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sorted) {
    (void)sorted; // they always are
    WANT(info);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXsyevjGetResidual(cusolverDnHandle_t h,
                                             syevjInfo_t info,
                                             double *residual) {
    WANT(h && info && residual);
    *residual = 0;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnXsyevjGetSweeps(cusolverDnHandle_t h,
                                           syevjInfo_t info, int *sweeps) {
    WANT(h && info && sweeps);
    *sweeps = info->sweeps;
    return CUSOLVER_STATUS_SUCCESS;
}

#define JACOBI(name, same, T, R)                                               \
    cusolverStatus_t cusolverDn##name##_bufferSize(                            \
        cusolverDnHandle_t h, cusolverEigMode_t jobz, cublasFillMode_t uplo,   \
        int n, const T *A, int lda, const R *W, int *elements,                 \
        syevjInfo_t params) {                                                  \
        (void)params;                                                          \
        return cusolverDn##same##_bufferSize(h, jobz, uplo, n, A, lda, W,      \
                                             elements);                        \
    }                                                                          \
    cusolverStatus_t cusolverDn##name(                                         \
        cusolverDnHandle_t h, cusolverEigMode_t jobz, cublasFillMode_t uplo,   \
        int n, T *A, int lda, R *W, T *work, int elements, int *info,          \
        syevjInfo_t params) {                                                  \
        NEED(h);                                                               \
        WANT(params);                                                          \
        params->sweeps = 1;                                                    \
        sim_work_hold(__builtin_return_address(0));                            \
        cusolverStatus_t s = cusolverDn##same(h, jobz, uplo, n, A, lda, W,     \
                                              work, elements, info);           \
        sim_work_hold(NULL);                                                   \
        return s;                                                              \
    }
JACOBI(Ssyevj, Ssyevd, float, float)
JACOBI(Dsyevj, Dsyevd, double, double)
JACOBI(Cheevj, Cheevd, cuComplex, float)
JACOBI(Zheevj, Zheevd, cuDoubleComplex, double)
