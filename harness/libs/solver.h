// The part that all of cuSOLVER's dense routines share.
#ifndef LIBS_SOLVER_H
#define LIBS_SOLVER_H

#include "sim/library.h"

#include <cusolverDn.h>

// Runs w, which reads and writes so many floats, or doubles if wide, in the
// stream of the handle. w has a name, a function, its arguments and flops.
cusolverStatus_t solver_submit(cusolverDnHandle_t h, SimWork w, double elements,
                               bool wide);

// Nothing here needs a work area, but programs allocate what they are told:
// elements of one for a matrix of m x n.
cusolverStatus_t solver_work_area(cusolverDnHandle_t h, int m, int n,
                                  int *elements);

// LU with pivots of 64 bits, of a float or double (wide) matrix.
cusolverStatus_t solver_lu(cusolverDnHandle_t h, bool wide, int m, int n,
                           void *A, int lda, int64_t *pivots, int *info);
cusolverStatus_t solver_lu_solve(cusolverDnHandle_t h, bool wide,
                                 cublasOperation_t trans, int n, int nrhs,
                                 const void *A, int lda, const int64_t *pivots,
                                 void *B, int ldb, int *info);

#endif
