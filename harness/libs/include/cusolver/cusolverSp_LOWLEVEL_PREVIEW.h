// cuSOLVER's sparse factors step by step, as kata simulates them: Cholesky and
// QR of square matrices in double precision; see cusolverSp.h.
#ifndef CUSOLVERSP_LOWLEVEL_PREVIEW_H_
#define CUSOLVERSP_LOWLEVEL_PREVIEW_H_

#include "cusolverSp.h"

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef struct csrcholInfo *csrcholInfo_t;
typedef struct csrcholInfoHost *csrcholInfoHost_t;
typedef struct csrqrInfo *csrqrInfo_t;
typedef struct csrqrInfoHost *csrqrInfoHost_t;

// At: Host or nothing.
#define KATA_CHOL(At, Info)                                                    \
    KATA_SP(CreateCsrcholInfo##At)(Info * info);                               \
    KATA_SP(DestroyCsrcholInfo##At)(Info info);                                \
    KATA_SP(XcsrcholAnalysis##At)(KATA_PATTERN, Info info);                    \
    KATA_SP(DcsrcholBufferInfo##At)                                            \
    (KATA_MATRIX, Info info, size_t *internal, size_t *work);                  \
    KATA_SP(DcsrcholFactor##At)(KATA_MATRIX, Info info, void *buffer);         \
    KATA_SP(DcsrcholZeroPivot##At)                                             \
    (cusolverSpHandle_t h, Info info, double tol, int *position);              \
    KATA_SP(DcsrcholSolve##At)                                                 \
    (cusolverSpHandle_t h, int n, const double *b, double *x, Info info,       \
     void *buffer);
KATA_CHOL(, csrcholInfo_t)
KATA_CHOL(Host, csrcholInfoHost_t)

#define KATA_QR(At, Info)                                                      \
    KATA_SP(CreateCsrqrInfo##At)(Info * info);                                 \
    KATA_SP(DestroyCsrqrInfo##At)(Info info);                                  \
    KATA_SP(XcsrqrAnalysis##At)                                                \
    (cusolverSpHandle_t h, int m, int n, int nnz, const cusparseMatDescr_t d,  \
     const int *offsets, const int *indices, Info info);                       \
    KATA_SP(DcsrqrBufferInfo##At)                                              \
    (cusolverSpHandle_t h, int m, int n, int nnz, const cusparseMatDescr_t d,  \
     const double *values, const int *offsets, const int *indices, Info info,  \
     size_t *internal, size_t *work);                                          \
    KATA_SP(DcsrqrSetup##At)                                                   \
    (cusolverSpHandle_t h, int m, int n, int nnz, const cusparseMatDescr_t d,  \
     const double *values, const int *offsets, const int *indices, double mu,  \
     Info info);                                                               \
    KATA_SP(DcsrqrFactor##At)                                                  \
    (cusolverSpHandle_t h, int m, int n, int nnz, double *b, double *x,        \
     Info info, void *buffer);                                                 \
    KATA_SP(DcsrqrZeroPivot##At)                                               \
    (cusolverSpHandle_t h, Info info, double tol, int *position);              \
    KATA_SP(DcsrqrSolve##At)                                                   \
    (cusolverSpHandle_t h, int m, int n, double *b, double *x, Info info,      \
     void *buffer);
KATA_QR(, csrqrInfo_t)
KATA_QR(Host, csrqrInfoHost_t)

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
