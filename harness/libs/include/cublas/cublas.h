// The interface of cuBLAS before CUDA 4.0, as kata simulates it: for toolkits that
// come without NVIDIA's header. There are no handles, characters say what
// cublas_v2.h has enumerations for, scalars and results are values, and
// cublasGetError tells how the last call went.
#ifndef CUBLAS_H_
#define CUBLAS_H_
#ifdef CUBLAS_V2_H_
#error "cublas.h and cublas_v2.h are two interfaces: include one of them"
#endif

#include <driver_types.h>

#include "cublas_status.h"

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef cublasStatus_t cublasStatus;

cublasStatus_t cublasInit(void);
cublasStatus_t cublasShutdown(void);
cublasStatus_t cublasGetError(void);
cublasStatus_t cublasGetVersion(int *version);
cublasStatus_t cublasAlloc(int n, int element, void **p);
cublasStatus_t cublasFree(void *p);
cublasStatus_t cublasSetKernelStream(cudaStream_t s);

#define KATA_VECTORS                                                           \
    int n, int element, const void *from, int from_step, void *to, int to_step
#define KATA_MATRICES                                                          \
    int rows, int cols, int element, const void *from, int from_ld, void *to,  \
        int to_ld
cublasStatus_t cublasSetVector(KATA_VECTORS);
cublasStatus_t cublasGetVector(KATA_VECTORS);
cublasStatus_t cublasSetVectorAsync(KATA_VECTORS, cudaStream_t s);
cublasStatus_t cublasGetVectorAsync(KATA_VECTORS, cudaStream_t s);
cublasStatus_t cublasSetMatrix(KATA_MATRICES);
cublasStatus_t cublasGetMatrix(KATA_MATRICES);
cublasStatus_t cublasSetMatrixAsync(KATA_MATRICES, cudaStream_t s);
cublasStatus_t cublasGetMatrixAsync(KATA_MATRICES, cudaStream_t s);

// For float and double alike: cublasSgemm, cublasDgemm ...
#define KATA_REAL(L, l, T)                                                     \
    void cublas##L##axpy(int n, T alpha, const T *x, int incx, T *y,           \
                         int incy);                                            \
    void cublas##L##scal(int n, T alpha, T *x, int incx);                      \
    void cublas##L##copy(int n, const T *x, int incx, T *y, int incy);         \
    void cublas##L##swap(int n, T *x, int incx, T *y, int incy);               \
    T cublas##L##dot(int n, const T *x, int incx, const T *y, int incy);       \
    T cublas##L##nrm2(int n, const T *x, int incx);                            \
    T cublas##L##asum(int n, const T *x, int incx);                            \
    int cublasI##l##amax(int n, const T *x, int incx);                         \
    int cublasI##l##amin(int n, const T *x, int incx);                         \
    void cublas##L##rot(int n, T *x, int incx, T *y, int incy, T c, T s);      \
    void cublas##L##gemv(char trans, int m, int n, T alpha, const T *A,        \
                         int lda, const T *x, int incx, T beta, T *y,          \
                         int incy);                                            \
    void cublas##L##symv(char uplo, int n, T alpha, const T *A, int lda,       \
                         const T *x, int incx, T beta, T *y, int incy);        \
    void cublas##L##ger(int m, int n, T alpha, const T *x, int incx,           \
                        const T *y, int incy, T *A, int lda);                  \
    void cublas##L##gemm(char transa, char transb, int m, int n, int k,        \
                         T alpha, const T *A, int lda, const T *B, int ldb,    \
                         T beta, T *C, int ldc);                               \
    void cublas##L##syrk(char uplo, char trans, int n, int k, T alpha,         \
                         const T *A, int lda, T beta, T *C, int ldc);          \
    void cublas##L##trsm(char side, char uplo, char trans, char diag, int m,   \
                         int n, T alpha, const T *A, int lda, T *B, int ldb);
KATA_REAL(S, s, float)
KATA_REAL(D, d, double)
#undef KATA_REAL
#undef KATA_VECTORS
#undef KATA_MATRICES

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
