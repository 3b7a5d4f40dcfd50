// cuBLAS over several GPUs, of matrices in host memory, as kata simulates it:
// the general product.
#ifndef CUBLAS_XT_H_
#define CUBLAS_XT_H_

#include "cublas_v2.h"

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef struct cublasXtContext *cublasXtHandle_t;
typedef enum { CUBLASXT_PINNING_DISABLED,
               CUBLASXT_PINNING_ENABLED } cublasXtPinnedMemMode_t;

KATA_BLAS(cublasXtCreate)(cublasXtHandle_t *h);
KATA_BLAS(cublasXtDestroy)(cublasXtHandle_t h);
KATA_BLAS(cublasXtDeviceSelect)(cublasXtHandle_t h, int n, int devices[]);
KATA_BLAS(cublasXtSetBlockDim)(cublasXtHandle_t h, int dim);
KATA_BLAS(cublasXtGetBlockDim)(cublasXtHandle_t h, int *dim);
KATA_BLAS(cublasXtSetPinningMemMode)
(cublasXtHandle_t h, cublasXtPinnedMemMode_t mode);

#define KATA_XT_GEMM(L, T)                                                     \
    KATA_BLAS(cublasXt##L##gemm)                                               \
    (cublasXtHandle_t h, KATA_OPS, size_t m, size_t n, size_t k,               \
     const T *alpha, const T *A, size_t lda, const T *B, size_t ldb,           \
     const T *beta, T *C, size_t ldc);
KATA_XT_GEMM(S, float)
KATA_XT_GEMM(D, double)

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
