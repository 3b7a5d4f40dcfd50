// Matrix products on the CPU: the machine's CBLAS, or loops of our own.
#ifndef LIBS_CPUBLAS_H
#define LIBS_CPUBLAS_H

#include <stdbool.h>

// C = alpha * op(A) * op(B) + beta * C, all by columns, op(X) the transpose if
// tx. With beta 0, C is not read. One thread: the same bits every time.
//
// The first call looks for CBLAS: $KATASIM_BLAS (a library's path, or "none"),
// else OpenBLAS or the reference, by the names that Linux gives them.
void cpu_sgemm(bool ta, bool tb, int m, int n, int k, float alpha,
               const float *a, int lda, const float *b, int ldb, float beta,
               float *c, int ldc);
void cpu_dgemm(bool ta, bool tb, int m, int n, int k, double alpha,
               const double *a, int lda, const double *b, int ldb, double beta,
               double *c, int ldc);

#endif
