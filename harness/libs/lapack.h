// Factors of dense matrices on the CPU, in double precision, all by columns:
// element (i, j) of a is at a[i + j * lda].
#ifndef LIBS_LAPACK_H
#define LIBS_LAPACK_H

#include <stdbool.h>

// A = P L U in place, m x n. pivot[i] (from 1): the row that took the place of
// row i; NULL: none change places. Returns 0, or the first column (from 1)
// whose pivot is zero.
int lu_factor(int m, int n, double *a, int lda, int *pivot);
// Solves A X = B, or A^T X = B, in place of B.
void lu_solve(bool transposed, int n, int nrhs, const double *a, int lda,
              const int *pivot, double *b, int ldb);
// A = L L^T in the lower triangle, or U^T U in the upper one; the other
// triangle stays. Returns 0, or the order (from 1) of the first minor that is
// not positive.
int cholesky_factor(bool lower, int n, double *a, int lda);
void cholesky_solve(bool lower, int n, int nrhs, const double *a, int lda,
                    double *b, int ldb);
// A = Q R: R in the upper triangle, Q as reflections below it and in tau.
void qr_factor(int m, int n, double *a, int lda, double *tau);
// C = op(Q) C or C op(Q), C m x n, Q of k reflections.
void qr_apply(bool left, bool transposed, int m, int n, int k, const double *a,
              int lda, const double *tau, double *c, int ldc);

#endif
