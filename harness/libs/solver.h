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

#endif
