// Eigenvalues and singular values of dense matrices on the CPU, in double
// precision, all by columns without gaps: element (i, j) is at a[i + j * rows].
#ifndef LIBS_EIGEN_H
#define LIBS_EIGEN_H

#include <complex.h>

// a: Hermitian, n x n, both triangles; comes back with the eigenvectors as its
// columns. values: ascending. Returns 0, or how many did not converge.
int eigen_hermitian(int n, double complex *a, double *values);

// A = U S V^T, m >= n. a comes back as U's first n columns; v: n x n, V and not
// its transpose. values: descending.
void svd_real(int m, int n, double *a, double *values, double *v);

// Makes columns from..to-1 of u (m rows) orthonormal to each other and to those
// before them, which are orthonormal already.
void basis_complete(int m, int from, int to, double *u);

#endif
