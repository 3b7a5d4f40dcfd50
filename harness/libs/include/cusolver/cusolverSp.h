// cuSOLVER's sparse part as kata simulates it: systems of equations in double
// precision, reorderings, permutations. The names, numbers and parameters are
// those of the cuSOLVER documentation. Whatever the factorisation is called, the
// simulated library puts the matrix into a band (Cuthill and McKee's order) and
// eliminates; all reorderings are that one.
#ifndef CUSOLVERSP_H_
#define CUSOLVERSP_H_

#include "cusolver_common.h"
#include <cusparse.h>
#include <stdint.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef struct cusolverSpContext *cusolverSpHandle_t;
#define KATA_SP(name) cusolverStatus_t cusolverSp##name
#define KATA_PATTERN                                                           \
    cusolverSpHandle_t h, int n, int nnz, const cusparseMatDescr_t d,          \
        const int *offsets, const int *indices
#define KATA_MATRIX                                                            \
    cusolverSpHandle_t h, int n, int nnz, const cusparseMatDescr_t d,          \
        const double *values, const int *offsets, const int *indices

KATA_SP(Create)(cusolverSpHandle_t *h);
KATA_SP(Destroy)(cusolverSpHandle_t h);
KATA_SP(SetStream)(cusolverSpHandle_t h, cudaStream_t s);
KATA_SP(GetStream)(cusolverSpHandle_t h, cudaStream_t *s);

// A x = b. *singularity, on the host: -1, or the first pivot within tol of zero.
#define KATA_SOLVE                                                             \
    KATA_MATRIX, const double *b, double tol, int reorder, double *x,          \
        int *singularity
KATA_SP(DcsrlsvluHost)(KATA_SOLVE);
KATA_SP(DcsrlsvqrHost)(KATA_SOLVE);
KATA_SP(DcsrlsvcholHost)(KATA_SOLVE);
KATA_SP(Dcsrlsvqr)(KATA_SOLVE);
KATA_SP(Dcsrlsvchol)(KATA_SOLVE);

// In host memory.
KATA_SP(XcsrissymHost)
(cusolverSpHandle_t h, int m, int nnz, const cusparseMatDescr_t d,
 const int *offsets, const int *ends, const int *indices, int *is_symmetric);
KATA_SP(XcsrsymrcmHost)(KATA_PATTERN, int *p);
KATA_SP(XcsrsymamdHost)(KATA_PATTERN, int *p);
KATA_SP(XcsrsymmdqHost)(KATA_PATTERN, int *p);
KATA_SP(XcsrmetisndHost)(KATA_PATTERN, const int64_t *options, int *p);
KATA_SP(Xcsrperm_bufferSizeHost)
(cusolverSpHandle_t h, int m, int n, int nnz, const cusparseMatDescr_t d,
 const int *offsets, const int *indices, const int *p, const int *q,
 size_t *bytes);
KATA_SP(XcsrpermHost)
(cusolverSpHandle_t h, int m, int n, int nnz, const cusparseMatDescr_t d,
 int *offsets, int *indices, const int *p, const int *q, int *map,
 void *buffer);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
