// cuBLAS as kata simulates it: for toolkits that come without NVIDIA's header.
//
// The names, numbers and parameters are those of the cuBLAS documentation; what
// the simulated library does not offer is not declared. Matrices are stored by
// columns: element (i, j) of a matrix with leading dimension ld is at i + j*ld.
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_
// NVIDIA's is in two parts; programs ask for the other one's guard to learn
// whether cuBLAS was included.
#define CUBLAS_API_H_

#include <stddef.h>

#ifdef KATA_LIBS_BUILD // the library itself is built without a toolkit
typedef struct SimStream *cudaStream_t;
typedef int cudaDataType;
typedef struct __half { unsigned short bits; } __half;
typedef struct { float x, y; } cuComplex;
typedef struct { double x, y; } cuDoubleComplex;
#else
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <driver_types.h>
#include <library_types.h>
#endif

#include "cublas_status.h"

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef enum { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER,
               CUBLAS_FILL_MODE_FULL } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C } cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST,
               CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED,
               CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;

// All algorithms are one here.
typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_ALGO0, CUBLAS_GEMM_ALGO1, CUBLAS_GEMM_ALGO2, CUBLAS_GEMM_ALGO3,
    CUBLAS_GEMM_ALGO4, CUBLAS_GEMM_ALGO5, CUBLAS_GEMM_ALGO6, CUBLAS_GEMM_ALGO7,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
    CUBLAS_GEMM_ALGO0_TENSOR_OP, CUBLAS_GEMM_ALGO1_TENSOR_OP,
    CUBLAS_GEMM_ALGO2_TENSOR_OP, CUBLAS_GEMM_ALGO3_TENSOR_OP,
    CUBLAS_GEMM_ALGO4_TENSOR_OP, CUBLAS_GEMM_ALGO5_TENSOR_OP,
    CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;

typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;

typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;

typedef cudaDataType cublasDataType_t;
typedef struct cublasContext *cublasHandle_t;
#define KATA_BLAS(name) cublasStatus_t name

// ---- handles
KATA_BLAS(cublasCreate_v2)(cublasHandle_t *h);
KATA_BLAS(cublasDestroy_v2)(cublasHandle_t h);
KATA_BLAS(cublasGetVersion_v2)(cublasHandle_t h, int *version);
KATA_BLAS(cublasSetStream_v2)(cublasHandle_t h, cudaStream_t s);
KATA_BLAS(cublasGetStream_v2)(cublasHandle_t h, cudaStream_t *s);
KATA_BLAS(cublasSetWorkspace_v2)(cublasHandle_t h, void *p, size_t bytes);
KATA_BLAS(cublasSetPointerMode_v2)(cublasHandle_t h, cublasPointerMode_t m);
KATA_BLAS(cublasGetPointerMode_v2)(cublasHandle_t h, cublasPointerMode_t *m);
KATA_BLAS(cublasSetMathMode)(cublasHandle_t h, cublasMath_t m);
KATA_BLAS(cublasGetMathMode)(cublasHandle_t h, cublasMath_t *m);
KATA_BLAS(cublasSetAtomicsMode)(cublasHandle_t h, cublasAtomicsMode_t m);
KATA_BLAS(cublasGetAtomicsMode)(cublasHandle_t h, cublasAtomicsMode_t *m);
KATA_BLAS(cublasSetSmCountTarget)(cublasHandle_t h, int count);
KATA_BLAS(cublasGetSmCountTarget)(cublasHandle_t h, int *count);
size_t cublasGetCudartVersion(void);
const char *cublasGetStatusName(cublasStatus_t s);
const char *cublasGetStatusString(cublasStatus_t s);

#define cublasCreate         cublasCreate_v2
#define cublasDestroy        cublasDestroy_v2
#define cublasGetVersion     cublasGetVersion_v2
#define cublasSetStream      cublasSetStream_v2
#define cublasGetStream      cublasGetStream_v2
#define cublasSetWorkspace   cublasSetWorkspace_v2
#define cublasSetPointerMode cublasSetPointerMode_v2
#define cublasGetPointerMode cublasGetPointerMode_v2

// ---- copies between host and device
#define KATA_VECTORS                                                           \
    int n, int element, const void *from, int from_step, void *to, int to_step
#define KATA_MATRICES                                                          \
    int rows, int cols, int element, const void *from, int from_ld, void *to,  \
        int to_ld
KATA_BLAS(cublasSetVector)(KATA_VECTORS);
KATA_BLAS(cublasGetVector)(KATA_VECTORS);
KATA_BLAS(cublasSetVectorAsync)(KATA_VECTORS, cudaStream_t s);
KATA_BLAS(cublasGetVectorAsync)(KATA_VECTORS, cudaStream_t s);
KATA_BLAS(cublasSetMatrix)(KATA_MATRICES);
KATA_BLAS(cublasGetMatrix)(KATA_MATRICES);
KATA_BLAS(cublasSetMatrixAsync)(KATA_MATRICES, cudaStream_t s);
KATA_BLAS(cublasGetMatrixAsync)(KATA_MATRICES, cudaStream_t s);

// ---- for float and double alike: cublasSgemm, cublasDgemm ...
#define KATA_H         cublasHandle_t h
#define KATA_X(T)      const T *x, int incx
#define KATA_XY(T)     const T *x, int incx, const T *y, int incy
#define KATA_AB(T)     const T *A, int lda, const T *B, int ldb
#define KATA_OPS       cublasOperation_t transa, cublasOperation_t transb
#define KATA_TRIANGLE  cublasFillMode_t uplo, cublasOperation_t trans

#define KATA_REAL(L, l, T)                                                     \
    KATA_BLAS(cublas##L##axpy_v2)                                              \
    (KATA_H, int n, const T *alpha, KATA_X(T), T *y, int incy);                \
    KATA_BLAS(cublas##L##scal_v2)                                              \
    (KATA_H, int n, const T *alpha, T *x, int incx);                           \
    KATA_BLAS(cublas##L##copy_v2)(KATA_H, int n, KATA_X(T), T *y, int incy);   \
    KATA_BLAS(cublas##L##swap_v2)                                              \
    (KATA_H, int n, T *x, int incx, T *y, int incy);                           \
    KATA_BLAS(cublas##L##dot_v2)(KATA_H, int n, KATA_XY(T), T *result);        \
    KATA_BLAS(cublas##L##nrm2_v2)(KATA_H, int n, KATA_X(T), T *result);        \
    KATA_BLAS(cublas##L##asum_v2)(KATA_H, int n, KATA_X(T), T *result);        \
    KATA_BLAS(cublasI##l##amax_v2)(KATA_H, int n, KATA_X(T), int *result);     \
    KATA_BLAS(cublasI##l##amin_v2)(KATA_H, int n, KATA_X(T), int *result);     \
    KATA_BLAS(cublas##L##rot_v2)                                               \
    (KATA_H, int n, T *x, int incx, T *y, int incy, const T *c, const T *s);   \
    KATA_BLAS(cublas##L##gemv_v2)                                              \
    (KATA_H, cublasOperation_t trans, int m, int n, const T *alpha,            \
     const T *A, int lda, KATA_X(T), const T *beta, T *y, int incy);           \
    KATA_BLAS(cublas##L##symv_v2)                                              \
    (KATA_H, cublasFillMode_t uplo, int n, const T *alpha, const T *A,         \
     int lda, KATA_X(T), const T *beta, T *y, int incy);                       \
    KATA_BLAS(cublas##L##ger_v2)                                               \
    (KATA_H, int m, int n, const T *alpha, KATA_XY(T), T *A, int lda);         \
    KATA_BLAS(cublas##L##gemm_v2)                                              \
    (KATA_H, KATA_OPS, int m, int n, int k, const T *alpha, KATA_AB(T),        \
     const T *beta, T *C, int ldc);                                            \
    KATA_BLAS(cublas##L##gemmStridedBatched)                                   \
    (KATA_H, KATA_OPS, int m, int n, int k, const T *alpha, const T *A,        \
     int lda, long long stride_a, const T *B, int ldb, long long stride_b,     \
     const T *beta, T *C, int ldc, long long stride_c, int batch);             \
    KATA_BLAS(cublas##L##gemmBatched)                                          \
    (KATA_H, KATA_OPS, int m, int n, int k, const T *alpha,                    \
     const T *const A[], int lda, const T *const B[], int ldb, const T *beta,  \
     T *const C[], int ldc, int batch);                                        \
    KATA_BLAS(cublas##L##geam)                                                 \
    (KATA_H, KATA_OPS, int m, int n, const T *alpha, const T *A, int lda,      \
     const T *beta, const T *B, int ldb, T *C, int ldc);                       \
    KATA_BLAS(cublas##L##dgmm)                                                 \
    (KATA_H, cublasSideMode_t side, int m, int n, const T *A, int lda,         \
     KATA_X(T), T *C, int ldc);                                                \
    KATA_BLAS(cublas##L##syrk_v2)                                              \
    (KATA_H, KATA_TRIANGLE, int n, int k, const T *alpha, const T *A, int lda, \
     const T *beta, T *C, int ldc);                                            \
    KATA_BLAS(cublas##L##trsm_v2)                                              \
    (KATA_H, cublasSideMode_t side, KATA_TRIANGLE, cublasDiagType_t diag,      \
     int m, int n, const T *alpha, const T *A, int lda, T *B, int ldb);

KATA_REAL(S, s, float)
KATA_REAL(D, d, double)

// ---- LU of many matrices, by pointers on the device
#define KATA_LU(L, T)                                                          \
    KATA_BLAS(cublas##L##getrfBatched)                                         \
    (KATA_H, int n, T *const A[], int lda, int *pivots, int *info, int batch); \
    KATA_BLAS(cublas##L##getrsBatched)                                         \
    (KATA_H, cublasOperation_t trans, int n, int nrhs, const T *const A[],     \
     int lda, const int *pivots, T *const B[], int ldb, int *info,             \
     int batch);                                                               \
    KATA_BLAS(cublas##L##getriBatched)                                         \
    (KATA_H, int n, const T *const A[], int lda, const int *pivots,            \
     T *const C[], int ldc, int *info, int batch);
KATA_LU(S, float)
KATA_LU(D, double)

#define cublasSaxpy  cublasSaxpy_v2
#define cublasDaxpy  cublasDaxpy_v2
#define cublasSscal  cublasSscal_v2
#define cublasDscal  cublasDscal_v2
#define cublasScopy  cublasScopy_v2
#define cublasDcopy  cublasDcopy_v2
#define cublasSswap  cublasSswap_v2
#define cublasDswap  cublasDswap_v2
#define cublasSdot   cublasSdot_v2
#define cublasDdot   cublasDdot_v2
#define cublasSnrm2  cublasSnrm2_v2
#define cublasDnrm2  cublasDnrm2_v2
#define cublasSasum  cublasSasum_v2
#define cublasDasum  cublasDasum_v2
#define cublasIsamax cublasIsamax_v2
#define cublasIdamax cublasIdamax_v2
#define cublasIsamin cublasIsamin_v2
#define cublasIdamin cublasIdamin_v2
#define cublasSrot   cublasSrot_v2
#define cublasDrot   cublasDrot_v2
#define cublasSgemv  cublasSgemv_v2
#define cublasDgemv  cublasDgemv_v2
#define cublasSsymv  cublasSsymv_v2
#define cublasDsymv  cublasDsymv_v2
#define cublasSger   cublasSger_v2
#define cublasDger   cublasDger_v2
#define cublasSgemm  cublasSgemm_v2
#define cublasDgemm  cublasDgemm_v2
#define cublasSsyrk  cublasSsyrk_v2
#define cublasDsyrk  cublasDsyrk_v2
#define cublasStrsm  cublasStrsm_v2
#define cublasDtrsm  cublasDtrsm_v2

#include "cublas_levels.h"

// ---- halves and mixed types
#define KATA_MIXED(T)                                                          \
    const void *A, cudaDataType atype, int lda, const void *B,                 \
        cudaDataType btype, int ldb, const T *beta, void *C,                   \
        cudaDataType ctype, int ldc
#if defined(__cplusplus) || defined(KATA_LIBS_BUILD) // C has no __half
KATA_BLAS(cublasHgemm)
(KATA_H, KATA_OPS, int m, int n, int k, const __half *alpha, KATA_AB(__half),
 const __half *beta, __half *C, int ldc);
KATA_BLAS(cublasHgemmStridedBatched)
(KATA_H, KATA_OPS, int m, int n, int k, const __half *alpha, const __half *A,
 int lda, long long stride_a, const __half *B, int ldb, long long stride_b,
 const __half *beta, __half *C, int ldc, long long stride_c, int batch);
KATA_BLAS(cublasHgemmBatched)
(KATA_H, KATA_OPS, int m, int n, int k, const __half *alpha,
 const __half *const A[], int lda, const __half *const B[], int ldb,
 const __half *beta, __half *const C[], int ldc, int batch);
#endif
KATA_BLAS(cublasSgemmEx)
(KATA_H, KATA_OPS, int m, int n, int k, const float *alpha, KATA_MIXED(float));
KATA_BLAS(cublasGemmEx)
(KATA_H, KATA_OPS, int m, int n, int k, const void *alpha, KATA_MIXED(void),
 cublasComputeType_t compute, cublasGemmAlgo_t algo);
KATA_BLAS(cublasGemmStridedBatchedEx)
(KATA_H, KATA_OPS, int m, int n, int k, const void *alpha, const void *A,
 cudaDataType atype, int lda, long long stride_a, const void *B,
 cudaDataType btype, int ldb, long long stride_b, const void *beta, void *C,
 cudaDataType ctype, int ldc, long long stride_c, int batch,
 cublasComputeType_t compute, cublasGemmAlgo_t algo);
KATA_BLAS(cublasGemmBatchedEx)
(KATA_H, KATA_OPS, int m, int n, int k, const void *alpha,
 const void *const A[], cudaDataType atype, int lda, const void *const B[],
 cudaDataType btype, int ldb, const void *beta, void *const C[],
 cudaDataType ctype, int ldc, int batch, cublasComputeType_t compute,
 cublasGemmAlgo_t algo);
KATA_BLAS(cublasDotEx)
(KATA_H, int n, const void *x, cudaDataType xtype, int incx, const void *y,
 cudaDataType ytype, int incy, void *result, cudaDataType result_type,
 cudaDataType compute);
KATA_BLAS(cublasNrm2Ex)
(KATA_H, int n, const void *x, cudaDataType xtype, int incx, void *result,
 cudaDataType result_type, cudaDataType compute);
KATA_BLAS(cublasAxpyEx)
(KATA_H, int n, const void *alpha, cudaDataType alpha_type, const void *x,
 cudaDataType xtype, int incx, void *y, cudaDataType ytype, int incy,
 cudaDataType compute);
KATA_BLAS(cublasScalEx)
(KATA_H, int n, const void *alpha, cudaDataType alpha_type, void *x,
 cudaDataType xtype, int incx, cudaDataType compute);

#ifdef __cplusplus
}

// Programs from before CUDA 11 name the compute type as a data type.
static inline cublasStatus_t
cublasGemmEx(KATA_H, KATA_OPS, int m, int n, int k, const void *alpha,
             KATA_MIXED(void), cudaDataType compute, cublasGemmAlgo_t algo) {
    cublasComputeType_t as = compute == CUDA_R_16F   ? CUBLAS_COMPUTE_16F
                             : compute == CUDA_R_32F ? CUBLAS_COMPUTE_32F
                             : compute == CUDA_R_64F ? CUBLAS_COMPUTE_64F
                                                     : CUBLAS_COMPUTE_32I;
    return cublasGemmEx(h, transa, transb, m, n, k, alpha, A, atype, lda, B,
                        btype, ldb, beta, C, ctype, ldc, as, algo);
}
#endif
#pragma GCC visibility pop

#endif
