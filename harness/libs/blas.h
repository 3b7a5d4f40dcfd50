// Inside cuBLAS: handles, scalars, typed elements, handing work in.
//
// Every routine has two halves: the call checks its arguments, fills a small
// structure and hands it in; the work, perhaps later, asks for its memory and
// computes. Only the second half may look at device memory.
#ifndef LIBS_BLAS_H
#define LIBS_BLAS_H

#include "base/base.h"
#include "sim/library.h"

#include <cublas_v2.h>

struct cublasContext {
    struct SimStream *stream;
    cublasPointerMode_t pointers;
    cublasMath_t math;
    cublasAtomicsMode_t atomics;
    int sms; // as asked for; nothing heeds it
};

// cudaDataType's numbers (library_types.h of the toolkit).
enum {
    R_32F = 0,
    R_64F = 1,
    R_16F = 2,
    R_8I = 3,
    R_32I = 10,
    R_16BF = 14,
    R_E4M3 = 28, // cublasLt's
    R_E5M2 = 29,
};

// Bytes of an element; 0 for a type that is not offered.
static inline size_t blas_size(cudaDataType t) {
    switch ((int)t) {
    case R_64F: return 8;
    case R_32F:
    case R_32I: return 4;
    case R_16F:
    case R_16BF: return 2;
    case R_8I:
    case R_E4M3:
    case R_E5M2: return 1;
    }
    return 0;
}

// One element as a number, and a number as an element: rounded to nearest even;
// an int32 wraps, an int8 stays at its limits.
double blas_get(cudaDataType t, const void *p);
void blas_put(cudaDataType t, void *p, double v);

// An alpha or beta. Behind a host pointer it is read at the call, behind a
// device pointer when the work runs.
typedef struct Scalar {
    double value;
    const void *device; // or NULL
    cudaDataType type;
} Scalar;

Scalar blas_scalar(cublasHandle_t h, const void *p, cudaDataType t);
// In the work: false if the device may not read it.
bool blas_value(const Scalar *s, double *out);

// A result: a host variable, or one in device memory.
typedef struct Result {
    void *p;
    bool device;
    cudaDataType type;
} Result;

Result blas_result(cublasHandle_t h, void *p, cudaDataType t);
bool blas_answer(const Result *r, double v); // in the work

// A vector's elements, in the work: first points at element 0, also when step
// is negative, as BLAS has it. NULL: refused.
void *blas_vector(const char *what, const void *p, int n, int step,
                  size_t element, int access);
// A matrix of rows x cols with a leading dimension.
void *blas_matrix(const char *what, const void *p, int64_t rows, int64_t cols,
                  int64_t ld, size_t element, int access);

// Hands work in on the handle's stream.
cublasStatus_t blas_submit(cublasHandle_t h, SimWork w);

// Work that is bound by memory, of n elements or so.
#define BLAS_WORK(name_, run_, args_, unit_, flops_, bytes_)                   \
    (SimWork) {                                                                \
        .name = (name_), .run = (run_), .args = &(args_),                      \
        .args_bytes = sizeof(args_), .unit = (unit_),                          \
        .flops = (double)(flops_), .bytes = (double)(bytes_)                   \
    }

#endif
