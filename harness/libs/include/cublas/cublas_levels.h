// cuBLAS beyond the real routines that cublas_v2.h declares itself: complex
// numbers, bands, packed triangles, symmetric and Hermitian updates. Included
// by it; the names and parameters are those of the documentation.
#ifndef KATA_CUBLAS_LEVELS_H
#define KATA_CUBLAS_LEVELS_H

#define KATA_HALF cublasFillMode_t uplo, int n
#define KATA_SIDE cublasSideMode_t side, cublasFillMode_t uplo
#define KATA_TRI  KATA_TRIANGLE, cublasDiagType_t diag, int n

// ---- all four types
#define KATA_FOUR(L, T)                                                        \
    KATA_BLAS(cublas##L##gbmv_v2)                                              \
    (KATA_H, cublasOperation_t trans, int m, int n, int kl, int ku,            \
     const T *alpha, const T *A, int lda, KATA_X(T), const T *beta, T *y,      \
     int incy);                                                                \
    KATA_BLAS(cublas##L##trmv_v2)                                              \
    (KATA_H, KATA_TRI, const T *A, int lda, T *x, int incx);                   \
    KATA_BLAS(cublas##L##trsv_v2)                                              \
    (KATA_H, KATA_TRI, const T *A, int lda, T *x, int incx);                   \
    KATA_BLAS(cublas##L##tbmv_v2)                                              \
    (KATA_H, KATA_TRI, int k, const T *A, int lda, T *x, int incx);            \
    KATA_BLAS(cublas##L##tbsv_v2)                                              \
    (KATA_H, KATA_TRI, int k, const T *A, int lda, T *x, int incx);            \
    KATA_BLAS(cublas##L##tpmv_v2)                                              \
    (KATA_H, KATA_TRI, const T *AP, T *x, int incx);                           \
    KATA_BLAS(cublas##L##tpsv_v2)                                              \
    (KATA_H, KATA_TRI, const T *AP, T *x, int incx);                           \
    KATA_BLAS(cublas##L##symm_v2)                                              \
    (KATA_H, KATA_SIDE, int m, int n, const T *alpha, KATA_AB(T),              \
     const T *beta, T *C, int ldc);                                            \
    KATA_BLAS(cublas##L##syr2k_v2)                                             \
    (KATA_H, KATA_TRIANGLE, int n, int k, const T *alpha, KATA_AB(T),          \
     const T *beta, T *C, int ldc);                                            \
    KATA_BLAS(cublas##L##syrkx)                                                \
    (KATA_H, KATA_TRIANGLE, int n, int k, const T *alpha, KATA_AB(T),          \
     const T *beta, T *C, int ldc);                                            \
    KATA_BLAS(cublas##L##trmm_v2)                                              \
    (KATA_H, cublasSideMode_t side, KATA_TRIANGLE, cublasDiagType_t diag,      \
     int m, int n, const T *alpha, KATA_AB(T), T *C, int ldc);                 \
    KATA_BLAS(cublas##L##trsmBatched)                                          \
    (KATA_H, cublasSideMode_t side, KATA_TRIANGLE, cublasDiagType_t diag,      \
     int m, int n, const T *alpha, const T *const A[], int lda, T *const B[],  \
     int ldb, int batch);                                                      \
    KATA_BLAS(cublas##L##syr_v2)                                               \
    (KATA_H, KATA_HALF, const T *alpha, KATA_X(T), T *A, int lda);             \
    KATA_BLAS(cublas##L##syr2_v2)                                              \
    (KATA_H, KATA_HALF, const T *alpha, KATA_XY(T), T *A, int lda);            \
    KATA_BLAS(cublas##L##tpttr)                                                \
    (KATA_H, KATA_HALF, const T *AP, T *A, int lda);                           \
    KATA_BLAS(cublas##L##trttp)                                                \
    (KATA_H, KATA_HALF, const T *A, int lda, T *AP);
KATA_FOUR(S, float)
KATA_FOUR(D, double)
KATA_FOUR(C, cuComplex)
KATA_FOUR(Z, cuDoubleComplex)

// ---- real numbers
#define KATA_REAL_MORE(L, T)                                                   \
    KATA_BLAS(cublas##L##sbmv_v2)                                              \
    (KATA_H, KATA_HALF, int k, const T *alpha, const T *A, int lda, KATA_X(T), \
     const T *beta, T *y, int incy);                                           \
    KATA_BLAS(cublas##L##spmv_v2)                                              \
    (KATA_H, KATA_HALF, const T *alpha, const T *AP, KATA_X(T),                \
     const T *beta, T *y, int incy);                                           \
    KATA_BLAS(cublas##L##spr_v2)                                               \
    (KATA_H, KATA_HALF, const T *alpha, KATA_X(T), T *AP);                     \
    KATA_BLAS(cublas##L##spr2_v2)                                              \
    (KATA_H, KATA_HALF, const T *alpha, KATA_XY(T), T *AP);                    \
    KATA_BLAS(cublas##L##rotg_v2)(KATA_H, T *a, T *b, T *c, T *s);             \
    KATA_BLAS(cublas##L##rotm_v2)                                              \
    (KATA_H, int n, T *x, int incx, T *y, int incy, const T *param);           \
    KATA_BLAS(cublas##L##rotmg_v2)                                             \
    (KATA_H, T *d1, T *d2, T *x1, const T *y1, T *param);
KATA_REAL_MORE(S, float)
KATA_REAL_MORE(D, double)

// ---- complex numbers; RL, r, R: the real type
#define KATA_COMPLEX(L, l, T, RL, r, R)                                        \
    KATA_BLAS(cublas##L##axpy_v2)                                              \
    (KATA_H, int n, const T *alpha, KATA_X(T), T *y, int incy);                \
    KATA_BLAS(cublas##L##scal_v2)                                              \
    (KATA_H, int n, const T *alpha, T *x, int incx);                           \
    KATA_BLAS(cublas##L##r##scal_v2)                                           \
    (KATA_H, int n, const R *alpha, T *x, int incx);                           \
    KATA_BLAS(cublas##L##copy_v2)(KATA_H, int n, KATA_X(T), T *y, int incy);   \
    KATA_BLAS(cublas##L##swap_v2)                                              \
    (KATA_H, int n, T *x, int incx, T *y, int incy);                           \
    KATA_BLAS(cublas##L##dotu_v2)(KATA_H, int n, KATA_XY(T), T *result);       \
    KATA_BLAS(cublas##L##dotc_v2)(KATA_H, int n, KATA_XY(T), T *result);       \
    KATA_BLAS(cublas##RL##l##nrm2_v2)(KATA_H, int n, KATA_X(T), R *result);    \
    KATA_BLAS(cublas##RL##l##asum_v2)(KATA_H, int n, KATA_X(T), R *result);    \
    KATA_BLAS(cublasI##l##amax_v2)(KATA_H, int n, KATA_X(T), int *result);     \
    KATA_BLAS(cublasI##l##amin_v2)(KATA_H, int n, KATA_X(T), int *result);     \
    KATA_BLAS(cublas##L##rot_v2)                                               \
    (KATA_H, int n, T *x, int incx, T *y, int incy, const R *c, const T *s);   \
    KATA_BLAS(cublas##L##r##rot_v2)                                            \
    (KATA_H, int n, T *x, int incx, T *y, int incy, const R *c, const R *s);   \
    KATA_BLAS(cublas##L##gemv_v2)                                              \
    (KATA_H, cublasOperation_t trans, int m, int n, const T *alpha,            \
     const T *A, int lda, KATA_X(T), const T *beta, T *y, int incy);           \
    KATA_BLAS(cublas##L##symv_v2)                                              \
    (KATA_H, KATA_HALF, const T *alpha, const T *A, int lda, KATA_X(T),        \
     const T *beta, T *y, int incy);                                           \
    KATA_BLAS(cublas##L##hemv_v2)                                              \
    (KATA_H, KATA_HALF, const T *alpha, const T *A, int lda, KATA_X(T),        \
     const T *beta, T *y, int incy);                                           \
    KATA_BLAS(cublas##L##hbmv_v2)                                              \
    (KATA_H, KATA_HALF, int k, const T *alpha, const T *A, int lda, KATA_X(T), \
     const T *beta, T *y, int incy);                                           \
    KATA_BLAS(cublas##L##hpmv_v2)                                              \
    (KATA_H, KATA_HALF, const T *alpha, const T *AP, KATA_X(T),                \
     const T *beta, T *y, int incy);                                           \
    KATA_BLAS(cublas##L##geru_v2)                                              \
    (KATA_H, int m, int n, const T *alpha, KATA_XY(T), T *A, int lda);         \
    KATA_BLAS(cublas##L##gerc_v2)                                              \
    (KATA_H, int m, int n, const T *alpha, KATA_XY(T), T *A, int lda);         \
    KATA_BLAS(cublas##L##her_v2)                                               \
    (KATA_H, KATA_HALF, const R *alpha, KATA_X(T), T *A, int lda);             \
    KATA_BLAS(cublas##L##her2_v2)                                              \
    (KATA_H, KATA_HALF, const T *alpha, KATA_XY(T), T *A, int lda);            \
    KATA_BLAS(cublas##L##hpr_v2)                                               \
    (KATA_H, KATA_HALF, const R *alpha, KATA_X(T), T *AP);                     \
    KATA_BLAS(cublas##L##hpr2_v2)                                              \
    (KATA_H, KATA_HALF, const T *alpha, KATA_XY(T), T *AP);                    \
    KATA_BLAS(cublas##L##gemm_v2)                                              \
    (KATA_H, KATA_OPS, int m, int n, int k, const T *alpha, KATA_AB(T),        \
     const T *beta, T *C, int ldc);                                            \
    KATA_BLAS(cublas##L##gemm3m)                                               \
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
    KATA_BLAS(cublas##L##hemm_v2)                                              \
    (KATA_H, KATA_SIDE, int m, int n, const T *alpha, KATA_AB(T),              \
     const T *beta, T *C, int ldc);                                            \
    KATA_BLAS(cublas##L##syrk_v2)                                              \
    (KATA_H, KATA_TRIANGLE, int n, int k, const T *alpha, const T *A, int lda, \
     const T *beta, T *C, int ldc);                                            \
    KATA_BLAS(cublas##L##herk_v2)                                              \
    (KATA_H, KATA_TRIANGLE, int n, int k, const R *alpha, const T *A, int lda, \
     const R *beta, T *C, int ldc);                                            \
    KATA_BLAS(cublas##L##her2k_v2)                                             \
    (KATA_H, KATA_TRIANGLE, int n, int k, const T *alpha, KATA_AB(T),          \
     const R *beta, T *C, int ldc);                                            \
    KATA_BLAS(cublas##L##herkx)                                                \
    (KATA_H, KATA_TRIANGLE, int n, int k, const T *alpha, KATA_AB(T),          \
     const R *beta, T *C, int ldc);                                            \
    KATA_BLAS(cublas##L##trsm_v2)                                              \
    (KATA_H, cublasSideMode_t side, KATA_TRIANGLE, cublasDiagType_t diag,      \
     int m, int n, const T *alpha, const T *A, int lda, T *B, int ldb);
KATA_COMPLEX(C, c, cuComplex, S, s, float)
KATA_COMPLEX(Z, z, cuDoubleComplex, D, d, double)

#define cublasSgbmv cublasSgbmv_v2
#define cublasStrmv cublasStrmv_v2
#define cublasStrsv cublasStrsv_v2
#define cublasStbmv cublasStbmv_v2
#define cublasStbsv cublasStbsv_v2
#define cublasStpmv cublasStpmv_v2
#define cublasStpsv cublasStpsv_v2
#define cublasSsymm cublasSsymm_v2
#define cublasSsyr2k cublasSsyr2k_v2
#define cublasStrmm cublasStrmm_v2
#define cublasSsyr cublasSsyr_v2
#define cublasSsyr2 cublasSsyr2_v2
#define cublasDgbmv cublasDgbmv_v2
#define cublasDtrmv cublasDtrmv_v2
#define cublasDtrsv cublasDtrsv_v2
#define cublasDtbmv cublasDtbmv_v2
#define cublasDtbsv cublasDtbsv_v2
#define cublasDtpmv cublasDtpmv_v2
#define cublasDtpsv cublasDtpsv_v2
#define cublasDsymm cublasDsymm_v2
#define cublasDsyr2k cublasDsyr2k_v2
#define cublasDtrmm cublasDtrmm_v2
#define cublasDsyr cublasDsyr_v2
#define cublasDsyr2 cublasDsyr2_v2
#define cublasCgbmv cublasCgbmv_v2
#define cublasCtrmv cublasCtrmv_v2
#define cublasCtrsv cublasCtrsv_v2
#define cublasCtbmv cublasCtbmv_v2
#define cublasCtbsv cublasCtbsv_v2
#define cublasCtpmv cublasCtpmv_v2
#define cublasCtpsv cublasCtpsv_v2
#define cublasCsymm cublasCsymm_v2
#define cublasCsyr2k cublasCsyr2k_v2
#define cublasCtrmm cublasCtrmm_v2
#define cublasCsyr cublasCsyr_v2
#define cublasCsyr2 cublasCsyr2_v2
#define cublasZgbmv cublasZgbmv_v2
#define cublasZtrmv cublasZtrmv_v2
#define cublasZtrsv cublasZtrsv_v2
#define cublasZtbmv cublasZtbmv_v2
#define cublasZtbsv cublasZtbsv_v2
#define cublasZtpmv cublasZtpmv_v2
#define cublasZtpsv cublasZtpsv_v2
#define cublasZsymm cublasZsymm_v2
#define cublasZsyr2k cublasZsyr2k_v2
#define cublasZtrmm cublasZtrmm_v2
#define cublasZsyr cublasZsyr_v2
#define cublasZsyr2 cublasZsyr2_v2
#define cublasSsbmv cublasSsbmv_v2
#define cublasSspmv cublasSspmv_v2
#define cublasSspr cublasSspr_v2
#define cublasSspr2 cublasSspr2_v2
#define cublasSrotg cublasSrotg_v2
#define cublasSrotm cublasSrotm_v2
#define cublasSrotmg cublasSrotmg_v2
#define cublasDsbmv cublasDsbmv_v2
#define cublasDspmv cublasDspmv_v2
#define cublasDspr cublasDspr_v2
#define cublasDspr2 cublasDspr2_v2
#define cublasDrotg cublasDrotg_v2
#define cublasDrotm cublasDrotm_v2
#define cublasDrotmg cublasDrotmg_v2
#define cublasCaxpy cublasCaxpy_v2
#define cublasCscal cublasCscal_v2
#define cublasCsscal cublasCsscal_v2
#define cublasCcopy cublasCcopy_v2
#define cublasCswap cublasCswap_v2
#define cublasCdotu cublasCdotu_v2
#define cublasCdotc cublasCdotc_v2
#define cublasScnrm2 cublasScnrm2_v2
#define cublasScasum cublasScasum_v2
#define cublasIcamax   cublasIcamax_v2
#define cublasIcamin   cublasIcamin_v2
#define cublasCrot cublasCrot_v2
#define cublasCsrot cublasCsrot_v2
#define cublasCgemv cublasCgemv_v2
#define cublasCsymv cublasCsymv_v2
#define cublasChemv cublasChemv_v2
#define cublasChbmv cublasChbmv_v2
#define cublasChpmv cublasChpmv_v2
#define cublasCgeru cublasCgeru_v2
#define cublasCgerc cublasCgerc_v2
#define cublasCher cublasCher_v2
#define cublasCher2 cublasCher2_v2
#define cublasChpr cublasChpr_v2
#define cublasChpr2 cublasChpr2_v2
#define cublasCgemm cublasCgemm_v2
#define cublasChemm cublasChemm_v2
#define cublasCsyrk cublasCsyrk_v2
#define cublasCherk cublasCherk_v2
#define cublasCher2k cublasCher2k_v2
#define cublasCtrsm cublasCtrsm_v2
#define cublasZaxpy cublasZaxpy_v2
#define cublasZscal cublasZscal_v2
#define cublasZdscal cublasZdscal_v2
#define cublasZcopy cublasZcopy_v2
#define cublasZswap cublasZswap_v2
#define cublasZdotu cublasZdotu_v2
#define cublasZdotc cublasZdotc_v2
#define cublasDznrm2 cublasDznrm2_v2
#define cublasDzasum cublasDzasum_v2
#define cublasIzamax   cublasIzamax_v2
#define cublasIzamin   cublasIzamin_v2
#define cublasZrot cublasZrot_v2
#define cublasZdrot cublasZdrot_v2
#define cublasZgemv cublasZgemv_v2
#define cublasZsymv cublasZsymv_v2
#define cublasZhemv cublasZhemv_v2
#define cublasZhbmv cublasZhbmv_v2
#define cublasZhpmv cublasZhpmv_v2
#define cublasZgeru cublasZgeru_v2
#define cublasZgerc cublasZgerc_v2
#define cublasZher cublasZher_v2
#define cublasZher2 cublasZher2_v2
#define cublasZhpr cublasZhpr_v2
#define cublasZhpr2 cublasZhpr2_v2
#define cublasZgemm cublasZgemm_v2
#define cublasZhemm cublasZhemm_v2
#define cublasZsyrk cublasZsyrk_v2
#define cublasZherk cublasZherk_v2
#define cublasZher2k cublasZher2k_v2
#define cublasZtrsm cublasZtrsm_v2

#endif
