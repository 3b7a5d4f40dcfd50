// cuBLAS as it was before CUDA 4.0: cublas.h, which old programs include.
#include <cublas.h>

#include "ok.h"

#define BLAS(call) CHECK((call) == CUBLAS_STATUS_SUCCESS)

int main(int argc, char **) {
    float a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {1, 0, 2, 0, 1, 1}, c[4], *A, *B, *C;
    cublasStatus s = cublasInit();
    CHECK(s == CUBLAS_STATUS_SUCCESS);
    BLAS(cublasAlloc(6, sizeof(float), (void **)&A));
    BLAS(cublasAlloc(6, sizeof(float), (void **)&B));
    BLAS(cublasAlloc(argc > 1 ? 2 : 4, sizeof(float), (void **)&C));
    BLAS(cublasSetMatrix(2, 3, sizeof(float), a, 2, A, 2));
    BLAS(cublasSetMatrix(3, 2, sizeof(float), b, 3, B, 3));
    cublasSgemm('n', 'N', 2, 2, 3, 1, A, 2, B, 3, 0, C, 2); // in argc > 1 too large
    if (argc > 1) return 0;
    BLAS(cublasGetError());
    BLAS(cublasGetMatrix(2, 2, sizeof(float), C, 2, c, 2));
    CHECK(c[0] == 11 && c[1] == 14 && c[2] == 8 && c[3] == 10);
    cublasSaxpy(4, 2, A, 1, C, 1);
    BLAS(cublasGetVector(4, sizeof(float), C, 1, c, 1));
    CHECK(c[0] == 13 && c[3] == 18);
    CHECK(cublasSdot(3, A, 1, B, 1) == 7 && cublasSasum(6, A, 1) == 21);
    CHECK(cublasIsamax(6, A, 1) == 6 && cublasIsamin(6, A, 1) == 1);
    cublasSgemv('T', 2, 3, 1, A, 2, B, 1, 0, C, 1); // rows (1,2) (3,4) (5,6) by (1,0)
    BLAS(cublasGetVector(3, sizeof(float), C, 1, c, 1));
    CHECK(c[0] == 1 && c[1] == 3 && c[2] == 5);
    cublasSscal(-1, 2, A, 1);
    cublasSgemm('N', 'N', 2, 2, 3, 1, A, 1, B, 3, 0, C, 2); // lda < m
    CHECK(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE);
    BLAS(cublasGetError());
    BLAS(cublasFree(A));
    BLAS(cublasFree(B));
    BLAS(cublasFree(C));
    BLAS(cublasShutdown());
    return finish();
}
