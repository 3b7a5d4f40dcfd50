// Inside cuBLAS: elements of any of BLAS's four types as complex doubles, and
// matrices of any of its shapes, for the routines that real matrices of the
// common shapes do not need (cublas_matrix.c has those).
#ifndef LIBS_FOUR_H
#define LIBS_FOUR_H

#include "libs/blas.h"

#include <complex.h>

typedef double complex Number;

typedef enum Four { FOUR_S, FOUR_D, FOUR_C, FOUR_Z } Four;

static inline bool four_is_complex(Four t) {
    return t >= FOUR_C;
}
static inline bool four_is_wide(Four t) {
    return t == FOUR_D || t == FOUR_Z;
}
static inline size_t four_bytes(Four t) {
    return (size_t)(four_is_complex(t) ? 2 : 1) * (four_is_wide(t) ? 8 : 4);
}

Number four_get(Four t, const void *p, size_t index);
void four_put(Four t, void *p, size_t index, Number v);

// An alpha or beta, as Scalar in blas.h.
typedef struct FourScalar {
    Number value;
    const void *device; // or NULL
    Four type;
} FourScalar;

FourScalar four_scalar(cublasHandle_t h, const void *p, Four t);
bool four_value(const FourScalar *s, Number *out); // in the work

// op(A); FOUR_R is A's conjugate, not transposed.
typedef enum FourOp { FOUR_N, FOUR_T, FOUR_H, FOUR_R } FourOp;

static inline FourOp four_op(cublasOperation_t t) {
    return t == CUBLAS_OP_N ? FOUR_N : t == CUBLAS_OP_T ? FOUR_T : FOUR_H;
}

typedef enum FourStore { FOUR_DENSE, FOUR_BAND, FOUR_PACKED } FourStore;
typedef enum FourKind { FOUR_GENERAL, FOUR_SYMMETRIC, FOUR_TRIANGLE } FourKind;

// A matrix as BLAS stores it. Of a symmetric, Hermitian or triangular one a
// triangle is there.
typedef struct FourMatrix {
    const char *what; // "matrix A"
    const void *p;    // of the program
    Four type;
    FourKind kind;
    FourStore store;
    int rows, cols, ld;
    int below, above; // diagonals of a band
    bool lower, hermitian, unit;
    void *at; // in this process, once somebody wanted it
} FourMatrix;

// In the work: asks for the memory. False: refused.
bool four_open(FourMatrix *m, int access);
// Finds element (i, j) among those stored. False: it is not there.
bool four_where(const FourMatrix *m, int i, int j, size_t *index);
Number four_at(const FourMatrix *m, int i, int j);
// op(A), by columns without gaps; the caller frees it (heap_free).
Number *four_expand(const FourMatrix *m, FourOp op);
// x = op(A) x, or op(A) of the result is x; A is a triangle.
void four_apply(const FourMatrix *m, FourOp op, bool solve, Number *x);

// A vector, gathered: the caller frees it. NULL: refused. *at: its first
// element in this process.
Number *four_vector(const char *what, Four t, const void *p, int n, int step,
                    int access, void **at);
void four_scatter(Four t, void *at, int n, int step, const Number *x);

// Hands work in: flops and elements as of real numbers.
cublasStatus_t four_submit(cublasHandle_t h, const char *name, Four t,
                           bool (*run)(void *), const void *args,
                           size_t args_bytes, double flops, double elements);

#endif
