// cuSOLVER's dense part as kata simulates it: for toolkits that come without
// NVIDIA's header. The names, numbers and parameters are those of the cuSOLVER
// documentation; matrices are stored by columns. Factors of
// real types only; all is computed in double precision and rounded once.
#ifndef CUSOLVERDN_H_
#define CUSOLVERDN_H_

#include "cusolver_common.h"
#include <stdint.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef struct cusolverDnContext *cusolverDnHandle_t;
#define KATA_DN(name) cusolverStatus_t cusolverDn##name

KATA_DN(Create)(cusolverDnHandle_t *h);
KATA_DN(Destroy)(cusolverDnHandle_t h);
KATA_DN(SetStream)(cusolverDnHandle_t h, cudaStream_t s);
KATA_DN(GetStream)(cusolverDnHandle_t h, cudaStream_t *s);

// info, on the device: 0, or the first pivot that is zero (getrf) or not positive
// (potrf), from 1. getrf without pivots if `pivots` is NULL.
#define KATA_DENSE(L, T, Q)                                                    \
    KATA_DN(L##getrf_bufferSize)                                               \
    (cusolverDnHandle_t h, int m, int n, T * A, int lda, int *elements);       \
    KATA_DN(L##getrf)                                                          \
    (cusolverDnHandle_t h, int m, int n, T * A, int lda, T * work,             \
     int *pivots, int *info);                                                  \
    KATA_DN(L##getrs)                                                          \
    (cusolverDnHandle_t h, cublasOperation_t trans, int n, int nrhs,           \
     const T *A, int lda, const int *pivots, T *B, int ldb, int *info);        \
    KATA_DN(L##potrf_bufferSize)                                               \
    (cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T * A, int lda,       \
     int *elements);                                                           \
    KATA_DN(L##potrf)                                                          \
    (cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T * A, int lda,       \
     T * work, int elements, int *info);                                       \
    KATA_DN(L##potrs)                                                          \
    (cusolverDnHandle_t h, cublasFillMode_t uplo, int n, int nrhs, const T *A, \
     int lda, T *B, int ldb, int *info);                                       \
    KATA_DN(L##geqrf_bufferSize)                                               \
    (cusolverDnHandle_t h, int m, int n, T * A, int lda, int *elements);       \
    KATA_DN(L##geqrf)                                                          \
    (cusolverDnHandle_t h, int m, int n, T * A, int lda, T * tau, T * work,    \
     int elements, int *info);                                                 \
    KATA_DN(L##Q##_bufferSize)                                                 \
    (cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t trans,     \
     int m, int n, int k, const T *A, int lda, const T *tau, const T *C,       \
     int ldc, int *elements);                                                  \
    KATA_DN(L##Q)                                                              \
    (cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t trans,     \
     int m, int n, int k, const T *A, int lda, const T *tau, T *C, int ldc,    \
     T *work, int elements, int *info);

KATA_DENSE(S, float, ormqr)
KATA_DENSE(D, double, ormqr)

// Eigenvalues, ascending, of a symmetric or Hermitian matrix, of which one
// triangle is read; its eigenvectors take A's place.
#define KATA_EIGEN(name, T, R)                                                 \
    KATA_DN(name##_bufferSize)                                                 \
    (cusolverDnHandle_t h, cusolverEigMode_t jobz, cublasFillMode_t uplo,      \
     int n, const T *A, int lda, const R *W, int *elements);                   \
    KATA_DN(name)                                                              \
    (cusolverDnHandle_t h, cusolverEigMode_t jobz, cublasFillMode_t uplo,      \
     int n, T *A, int lda, R *W, T *work, int elements, int *info);

KATA_EIGEN(Ssyevd, float, float)
KATA_EIGEN(Dsyevd, double, double)
KATA_EIGEN(Cheevd, cuComplex, float)
KATA_EIGEN(Zheevd, cuDoubleComplex, double)

// Singular values, descending, of A with no fewer rows than columns. The jobs:
// 'A' all columns, 'S' the first n, 'O' in A's place, 'N' none.
#define KATA_SVD(L, T)                                                         \
    KATA_DN(L##gesvd_bufferSize)                                               \
    (cusolverDnHandle_t h, int m, int n, int *elements);                       \
    KATA_DN(L##gesvd)                                                          \
    (cusolverDnHandle_t h, signed char jobu, signed char jobvt, int m, int n,  \
     T * A, int lda, T * S, T * U, int ldu, T * VT, int ldvt, T * work,        \
     int elements, T * rwork, int *info);

KATA_SVD(S, float)
KATA_SVD(D, double)

// The first n columns of Q, made of the reflections of geqrf.
#define KATA_Q(L, T)                                                           \
    KATA_DN(L##orgqr_bufferSize)                                               \
    (cusolverDnHandle_t h, int m, int n, int k, const T *A, int lda,           \
     const T *tau, int *elements);                                             \
    KATA_DN(L##orgqr)                                                          \
    (cusolverDnHandle_t h, int m, int n, int k, T *A, int lda, const T *tau,   \
     T *work, int elements, int *info);
KATA_Q(S, float)
KATA_Q(D, double)

// ---- eigenvalues by Jacobi's method, which is any method here
typedef struct syevjInfo *syevjInfo_t;
KATA_DN(CreateSyevjInfo)(syevjInfo_t *info);
KATA_DN(DestroySyevjInfo)(syevjInfo_t info);
KATA_DN(XsyevjSetTolerance)(syevjInfo_t info, double tolerance);
KATA_DN(XsyevjSetMaxSweeps)(syevjInfo_t info, int most);
KATA_DN(XsyevjSetSortEig)(syevjInfo_t info, int sorted);
KATA_DN(XsyevjGetResidual)
(cusolverDnHandle_t h, syevjInfo_t info, double *residual);
KATA_DN(XsyevjGetSweeps)(cusolverDnHandle_t h, syevjInfo_t info, int *sweeps);
#define KATA_JACOBI(name, T, R)                                                \
    KATA_DN(name##_bufferSize)                                                 \
    (cusolverDnHandle_t h, cusolverEigMode_t jobz, cublasFillMode_t uplo,      \
     int n, const T *A, int lda, const R *W, int *elements,                    \
     syevjInfo_t params);                                                      \
    KATA_DN(name)                                                              \
    (cusolverDnHandle_t h, cusolverEigMode_t jobz, cublasFillMode_t uplo,      \
     int n, T *A, int lda, R *W, T *work, int elements, int *info,             \
     syevjInfo_t params);
KATA_JACOBI(Ssyevj, float, float)
KATA_JACOBI(Dsyevj, double, double)
KATA_JACOBI(Cheevj, cuComplex, float)
KATA_JACOBI(Zheevj, cuDoubleComplex, double)

// ---- routines for any type, which say it at the call; real ones here
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef enum {
    CUSOLVERDN_GETRF = 0,
    CUSOLVERDN_POTRF = 1
} cusolverDnFunction_t;
typedef enum {
    CUSOLVER_ALG_0 = 0,
    CUSOLVER_ALG_1 = 1,
    CUSOLVER_ALG_2 = 2
} cusolverAlgMode_t;
KATA_DN(CreateParams)(cusolverDnParams_t *params);
KATA_DN(DestroyParams)(cusolverDnParams_t params);
KATA_DN(SetAdvOptions)
(cusolverDnParams_t params, cusolverDnFunction_t f, cusolverAlgMode_t alg);
#define KATA_X       cusolverDnHandle_t h, cusolverDnParams_t params
#define KATA_SIZES   cudaDataType compute, size_t *on_device, size_t *on_host
#define KATA_BUFFERS                                                           \
    cudaDataType compute, void *on_device, size_t device_bytes, void *on_host, \
        size_t host_bytes, int *info
KATA_DN(Xgetrf_bufferSize)
(KATA_X, int64_t m, int64_t n, cudaDataType a, const void *A, int64_t lda,
 KATA_SIZES);
KATA_DN(Xgetrf)
(KATA_X, int64_t m, int64_t n, cudaDataType a, void *A, int64_t lda,
 int64_t *pivots, KATA_BUFFERS);
KATA_DN(Xgetrs)
(KATA_X, cublasOperation_t trans, int64_t n, int64_t nrhs, cudaDataType a,
 const void *A, int64_t lda, const int64_t *pivots, cudaDataType b, void *B,
 int64_t ldb, int *info);
KATA_DN(Xpotrf_bufferSize)
(KATA_X, cublasFillMode_t uplo, int64_t n, cudaDataType a, const void *A,
 int64_t lda, KATA_SIZES);
KATA_DN(Xpotrf)
(KATA_X, cublasFillMode_t uplo, int64_t n, cudaDataType a, void *A,
 int64_t lda, KATA_BUFFERS);
KATA_DN(Xpotrs)
(KATA_X, cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType a,
 const void *A, int64_t lda, cudaDataType b, void *B, int64_t ldb, int *info);
KATA_DN(Xgeqrf_bufferSize)
(KATA_X, int64_t m, int64_t n, cudaDataType a, const void *A, int64_t lda,
 cudaDataType t, const void *tau, KATA_SIZES);
KATA_DN(Xgeqrf)
(KATA_X, int64_t m, int64_t n, cudaDataType a, void *A, int64_t lda,
 cudaDataType t, void *tau, KATA_BUFFERS);
KATA_DN(Xsyevd_bufferSize)
(KATA_X, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
 cudaDataType a, const void *A, int64_t lda, cudaDataType w, const void *W,
 KATA_SIZES);
KATA_DN(Xsyevd)
(KATA_X, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
 cudaDataType a, void *A, int64_t lda, cudaDataType w, void *W, KATA_BUFFERS);
KATA_DN(Xgesvd_bufferSize)
(KATA_X, signed char jobu, signed char jobvt, int64_t m, int64_t n,
 cudaDataType a, const void *A, int64_t lda, cudaDataType s, const void *S,
 cudaDataType u, const void *U, int64_t ldu, cudaDataType vt, const void *VT,
 int64_t ldvt, KATA_SIZES);
KATA_DN(Xgesvd)
(KATA_X, signed char jobu, signed char jobvt, int64_t m, int64_t n,
 cudaDataType a, void *A, int64_t lda, cudaDataType s, void *S, cudaDataType u,
 void *U, int64_t ldu, cudaDataType vt, void *VT, int64_t ldvt, KATA_BUFFERS);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
