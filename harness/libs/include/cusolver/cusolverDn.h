// cuSOLVER's dense part as kata simulates it: for toolkits that come without
// NVIDIA's header. The names, numbers and parameters are those of the cuSOLVER
// documentation; matrices are stored by columns. Factors of
// real types only; all is computed in double precision and rounded once.
#ifndef CUSOLVERDN_H_
#define CUSOLVERDN_H_

#include "cusolver_common.h"

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

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
