// Inside cuBLAS: one matrix product, for cublas*gemm* and for cublasLtMatmul.
#ifndef LIBS_GEMM_H
#define LIBS_GEMM_H

#include "libs/blas.h"

typedef enum Rounding { AS_STORED, TO_TF32, TO_F16, TO_BF16 } Rounding;

typedef struct Gemm {
    const char *name;
    cublasOperation_t ta, tb;
    int m, n, k;
    Scalar alpha, beta;
    const void *a, *b; // or, with `pointers`, arrays of pointers on the device
    void *c;
    cudaDataType atype, btype, ctype;
    int lda, ldb, ldc;
    long long stride_a, stride_b, stride_c; // in elements
    int batch;
    bool pointers;
    bool in_double;
    Rounding rounding;
    SimUnit unit;
} Gemm;

// Sizes that are not negative, leading dimensions that rows fit into.
bool gemm_is_valid(const Gemm *g);

// Chooses how to compute a product: the combinations that the documentation's
// table of cublasGemmEx allows. False: not supported.
bool gemm_plan(Gemm *g, cublasComputeType_t compute, cublasMath_t math);

// The type of alpha and beta.
cudaDataType gemm_scale_type(cublasComputeType_t compute);

// Fills in a work's unit, its flops, bytes and tiles.
void gemm_cost(const Gemm *g, SimWork *w);

// The address `elements` further on; NULL stays NULL, so that it is named.
const void *gemm_moved(const void *p, long long elements, cudaDataType t);

// In the work: op(A) op(B), m x n by columns without gaps, as double or float
// (in_double). The caller frees it (heap_free). NULL: refused.
void *gemm_sum(const Gemm *g, const void *a, const void *b);

// Bytes of an element of such a sum, and one of its elements.
static inline size_t gemm_wide(const Gemm *g) {
    return g->in_double ? sizeof(double) : sizeof(float);
}
static inline double gemm_at(const Gemm *g, const void *sum, int i, int j) {
    size_t at = (size_t)j * (size_t)g->m + (size_t)i;
    return g->in_double ? ((const double *)sum)[at]
                        : (double)((const float *)sum)[at];
}

#endif
