// Inside cublasLt: what its descriptors hold.
//
//     cublas_lt.c         makes, sets and asks descriptors; algorithms
//     cublas_lt_matmul.c  the product and its epilogue
//     cublas_lt_move.c    cublasLtMatrixTransform
//
// Fields keep the sizes that programs set them with.
#ifndef LIBS_LT_H
#define LIBS_LT_H

#include "libs/gemm.h"

#include <cublasLt.h>

typedef struct LtLayout {
    int32_t type, order;
    uint64_t rows, cols;
    int64_t ld;
    int32_t batch;
    int64_t stride, plane; // between matrices of a batch, in elements
} LtLayout;

typedef struct LtDesc {
    int32_t compute, scale, pointer_mode, ta, tb, tc, fill, epilogue;
    void *bias;
    int64_t bias_stride;
    void *aux;
    int64_t aux_ld, aux_stride, alpha_stride;
    int32_t sms, aux_type, bias_type; // a type of -1: D's
    const float *a_scale, *b_scale, *c_scale, *d_scale;
    float *amax;
    int8_t fast;
} LtDesc;

typedef struct LtMove { // of cublasLtMatrixTransform
    int32_t scale, pointer_mode, ta, tb;
} LtMove;

// The bits that epilogues are made of.
enum {
    LT_RELU = 2,
    LT_BIAS = 4,
    LT_DRELU = 8,
    LT_BGRAD = 16,
    LT_GELU = 32,
    LT_DGELU = 64,
    LT_AUX = 128,
    LT_BGRADA = 256,
    LT_BGRADB = 512,
};

// A matrix's range in a work, as blas_matrix; element (i, j) of it.
void *lt_matrix(const char *what, const void *p, const LtLayout *l, int access);
static inline size_t lt_offset(const LtLayout *l, int64_t i, int64_t j) {
    int64_t at = l->order == CUBLASLT_ORDER_ROW ? i * l->ld + j : j * l->ld + i;
    return (size_t)at * blas_size((cudaDataType)l->type);
}
static inline double lt_get(const LtLayout *l, const void *p, int64_t i,
                            int64_t j) {
    return blas_get((cudaDataType)l->type,
                    (const char *)p + lt_offset(l, i, j));
}
static inline void lt_put(const LtLayout *l, void *p, int64_t i, int64_t j,
                          double v) {
    blas_put((cudaDataType)l->type, (char *)p + lt_offset(l, i, j), v);
}

// Of a type and an order that are offered here?
bool lt_is_known(const LtLayout *l);

// Can they be computed? Fills in the product. An error as cublasLt gives it.
cublasStatus_t lt_plan(const LtDesc *e, const LtLayout *a, const LtLayout *b,
                       const LtLayout *c, const LtLayout *d, Gemm *g);

#endif
