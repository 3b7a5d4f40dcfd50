// Inside cuSPARSE: descriptors, numbers of any type, a matrix's entries.
#ifndef LIBS_SPARSE_H
#define LIBS_SPARSE_H

#include "base/base.h"
#include "sim/library.h"

#include <complex.h>
#include <cusparse.h>

typedef double complex Number;

struct cusparseContext {
    struct SimStream *stream;
    cusparsePointerMode_t pointers;
};

struct cusparseMatDescr {
    cusparseMatrixType_t type;
    cusparseFillMode_t fill;
    cusparseDiagType_t diag;
    cusparseIndexBase_t base;
};

struct cusparseSpVecDescr {
    int64_t size, nnz;
    void *indices, *values;
    cusparseIndexType_t index_type;
    cusparseIndexBase_t base;
    cudaDataType type;
};

struct cusparseDnVecDescr {
    int64_t size;
    void *values;
    cudaDataType type;
};

struct cusparseDnMatDescr {
    int64_t rows, cols, ld;
    void *values;
    cudaDataType type;
    cusparseOrder_t order;
};

struct cusparseSpMatDescr {
    cusparseFormat_t format;
    int64_t rows, cols, nnz;
    void *offsets; // of COO: the row indices
    void *indices, *values;
    cusparseIndexType_t offset_type, index_type;
    cusparseIndexBase_t base;
    cudaDataType type;
    cusparseFillMode_t fill;
    cusparseDiagType_t diag;
};

// cudaDataType's numbers (library_types.h of the toolkit).
enum { SPARSE_R_32F = 0, SPARSE_R_64F = 1, SPARSE_C_32F = 4, SPARSE_C_64F = 5 };

// Bytes of a value; 0: a type that is not offered.
size_t sparse_size(cudaDataType t);
Number sparse_get(cudaDataType t, const void *p, int64_t i);
void sparse_put(cudaDataType t, void *p, int64_t i, Number v);

// An alpha or beta: of the host it is read at the call.
typedef struct SparseScalar {
    Number value;
    const void *device; // or NULL
    cudaDataType type;
} SparseScalar;
SparseScalar sparse_scalar(cusparseHandle_t h, const void *p, cudaDataType t);
// In the work: false if the device may not read it.
bool sparse_value(const SparseScalar *s, Number *out);

// The entries of a matrix, in the order in which they are stored, from 0.
typedef struct Entries {
    int64_t n, *row, *col;
    const void *values; // in this process
    cudaDataType type;
} Entries;
// In the work: false if the device may not read the matrix, or if its offsets
// are no row pointers. entries_free in either case.
bool entries_read(const struct cusparseSpMatDescr *m, Entries *e);
// The same where only the places count, and the values may be unwritten.
bool entries_pattern(const struct cusparseSpMatDescr *m, Entries *e);
void entries_free(Entries *e);

// Solves op(A) y = y in place, A a square triangle by its attributes; entries
// of the other one do not count. Their indices are inside.
void sparse_substitute(const struct cusparseSpMatDescr *a,
                       cusparseOperation_t op, const Entries *e, Number *y);

// In the work: a dense matrix, and where its element (i, j) is.
void *sparse_dense(const char *what, const struct cusparseDnMatDescr *m,
                   int access);
int64_t sparse_dense_at(const struct cusparseDnMatDescr *m, int64_t i,
                        int64_t j);
Number sparse_conj_if(cusparseOperation_t op, Number v);
double sparse_bytes(const struct cusparseSpMatDescr *m);
bool sparse_same_types(cudaDataType a, cudaDataType b, cudaDataType c,
                       cudaDataType compute);
// Nothing here needs a buffer, but programs allocate one, and 0 bytes give
// none.
cusparseStatus_t sparse_small_buffer(cusparseHandle_t h, size_t *bytes);

// Hands work in on the handle's stream. bytes: that it moves.
cusparseStatus_t sparse_submit(cusparseHandle_t h, const char *name,
                               bool (*run)(void *), const void *args,
                               size_t args_bytes, cudaDataType type,
                               double flops, double bytes);

#endif
