// cuSPARSE: handles, descriptors, and what all routines share.
#include "libs/sparse.h"

#include "base/heap.h"

#include <math.h>
#include <string.h>

// Of the CUDA runtime, which this library is linked with.
int cudaDeviceSynchronize(void);
int cudaFree(void *p);

#define WANT(ok, or)                                                           \
    if (!(ok)) return CUSPARSE_STATUS_## or

// ---- numbers

size_t sparse_size(cudaDataType t) {
    switch ((int)t) {
    case SPARSE_R_32F: return 4;
    case SPARSE_R_64F:
    case SPARSE_C_32F: return 8;
    case SPARSE_C_64F: return 16;
    }
    return 0;
}

Number sparse_get(cudaDataType t, const void *p, int64_t i) {
    const float *f = p;
    const double *d = p;
    switch ((int)t) {
    case SPARSE_R_32F: return (double)f[i];
    case SPARSE_R_64F: return d[i];
    case SPARSE_C_32F: return CMPLX((double)f[2 * i], (double)f[2 * i + 1]);
    }
    return CMPLX(d[2 * i], d[2 * i + 1]);
}

void sparse_put(cudaDataType t, void *p, int64_t i, Number v) {
    float *f = p;
    double *d = p;
    switch ((int)t) {
    case SPARSE_R_32F: f[i] = (float)creal(v); return;
    case SPARSE_R_64F: d[i] = creal(v); return;
    case SPARSE_C_32F:
        f[2 * i] = (float)creal(v);
        f[2 * i + 1] = (float)cimag(v);
        return;
    }
    d[2 * i] = creal(v);
    d[2 * i + 1] = cimag(v);
}

SparseScalar sparse_scalar(cusparseHandle_t h, const void *p, cudaDataType t) {
    if (h->pointers == CUSPARSE_POINTER_MODE_DEVICE)
        return (SparseScalar){.device = p, .type = t};
    return (SparseScalar){.value = sparse_get(t, p, 0), .type = t};
}

bool sparse_value(const SparseScalar *s, Number *out) {
    *out = s->value;
    if (!s->device) return true;
    const void *p =
        sim_work_range("a scalar (the pointer mode is device)", s->device,
                       sparse_size(s->type), 0, 1, SIM_READS);
    if (p) *out = sparse_get(s->type, p, 0);
    return p;
}

// ---- entries

static size_t index_size(cusparseIndexType_t t) {
    return t == CUSPARSE_INDEX_64I ? 8 : 4;
}

static int64_t index_at(cusparseIndexType_t t, const void *p, int64_t i) {
    return t == CUSPARSE_INDEX_64I ? ((const int64_t *)p)[i]
                                   : ((const int32_t *)p)[i];
}

// n indices, from 0.
static int64_t *read_indices(const char *what, const void *p, int64_t n,
                             cusparseIndexType_t t, cusparseIndexBase_t base) {
    const void *at =
        sim_work_range(what, p, (size_t)n * index_size(t), 0, 1, SIM_READS);
    if (!at) return NULL;
    int64_t *out = heap_new((size_t)n + 1, sizeof *out);
    for (int64_t i = 0; i < n; i++)
        out[i] = index_at(t, at, i) - (int64_t)base;
    return out;
}

// From offsets of n lines to the line of each entry. NULL: they do not rise
// from 0 to nnz, which the device would take for entries anywhere.
static int64_t *spread(const int64_t *offsets, int64_t n, int64_t nnz) {
    if (offsets[0] != 0 || offsets[n] != nnz) return NULL;
    for (int64_t i = 0; i < n; i++)
        if (offsets[i] > offsets[i + 1]) return NULL;
    int64_t *line = heap_new((size_t)nnz + 1, sizeof *line);
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = offsets[i]; k < offsets[i + 1]; k++)
            line[k] = i;
    return line;
}

static bool read_entries(const struct cusparseSpMatDescr *m, Entries *e,
                         bool values) {
    bool by_rows = m->format == CUSPARSE_FORMAT_CSR;
    bool coo = m->format == CUSPARSE_FORMAT_COO;
    *e = (Entries){.n = m->nnz, .type = m->type};
    const char *first = coo       ? "the row indices"
                        : by_rows ? "the row offsets"
                                  : "the column offsets";
    int64_t lines = coo ? m->nnz : (by_rows ? m->rows : m->cols) + 1;
    int64_t *offsets =
        read_indices(first, m->offsets, lines, m->offset_type, m->base);
    int64_t *indices = NULL, *line = NULL;
    if (offsets)
        indices = read_indices(by_rows || coo ? "the column indices"
                                              : "the row indices",
                               m->indices, m->nnz, m->index_type, m->base);
    if (indices)
        e->values = sim_work_range("the values", m->values,
                                   (size_t)m->nnz * sparse_size(m->type), 0, 1,
                                   values ? SIM_READS : SIM_BOUNDS);
    if (e->values && coo) {
        line = offsets;
        offsets = NULL;
    } else if (e->values) {
        line = spread(offsets, lines - 1, m->nnz);
        // An address that no program has: the offsets are told of as it is.
        if (!line)
            sim_work_range("entries beyond nnz (the offsets do not rise from "
                           "the index base to nnz)",
                           NULL, 1, 0, 1, SIM_READS);
    }
    heap_free(offsets);
    bool columns = m->format == CUSPARSE_FORMAT_CSC;
    e->row = columns ? indices : line;
    e->col = columns ? line : indices;
    return line;
}

bool entries_read(const struct cusparseSpMatDescr *m, Entries *e) {
    return read_entries(m, e, true);
}
bool entries_pattern(const struct cusparseSpMatDescr *m, Entries *e) {
    return read_entries(m, e, false);
}

void entries_free(Entries *e) {
    heap_free(e->row);
    heap_free(e->col);
}

// ---- handing it in

cusparseStatus_t sparse_submit(cusparseHandle_t h, const char *name,
                               bool (*run)(void *), const void *args,
                               size_t args_bytes, cudaDataType type,
                               double flops, double bytes) {
    bool wide = (int)type == SPARSE_R_64F || (int)type == SPARSE_C_64F;
    SimWork w = {.name = name,
                 .stream = h->stream,
                 .run = run,
                 .args = args,
                 .args_bytes = args_bytes,
                 .unit = wide ? SIM_UNIT_F64 : SIM_UNIT_F32,
                 .flops = flops,
                 .bytes = bytes,
                 .grid = (unsigned)fmin(bytes / 4096 + 1, 1e9),
                 .block = 256};
    return sim_work_run(&w) == 0 ? CUSPARSE_STATUS_SUCCESS
                                 : CUSPARSE_STATUS_EXECUTION_FAILED;
}

// ---- handles

cusparseStatus_t cusparseCreate(cusparseHandle_t *h) {
    WANT(h, INVALID_VALUE);
    // As the real one it needs a device that lives.
    WANT(cudaFree(NULL) == 0, NOT_INITIALIZED);
    *h = heap_new(1, sizeof **h);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t h) {
    WANT(h, NOT_INITIALIZED);
    cudaDeviceSynchronize();
    heap_free(h);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetVersion(cusparseHandle_t h, int *version) {
    (void)h;
    WANT(version, INVALID_VALUE);
    *version = CUSPARSE_VERSION;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSetStream(cusparseHandle_t h, cudaStream_t s) {
    WANT(h, NOT_INITIALIZED);
    h->stream = (struct SimStream *)s;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t h, cudaStream_t *s) {
    WANT(h && s, NOT_INITIALIZED);
    *s = (cudaStream_t)h->stream;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t h,
                                        cusparsePointerMode_t mode) {
    WANT(h, NOT_INITIALIZED);
    h->pointers = mode;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t h,
                                        cusparsePointerMode_t *mode) {
    WANT(h && mode, NOT_INITIALIZED);
    *mode = h->pointers;
    return CUSPARSE_STATUS_SUCCESS;
}

static const char *const names[][2] = {
    {"CUSPARSE_STATUS_SUCCESS", "success"},
    {"CUSPARSE_STATUS_NOT_INITIALIZED", "the handle was not made"},
    {"CUSPARSE_STATUS_ALLOC_FAILED", "memory for the library ran out"},
    {"CUSPARSE_STATUS_INVALID_VALUE", "a parameter has an invalid value"},
    {"CUSPARSE_STATUS_ARCH_MISMATCH", "this GPU cannot do it"},
    {"CUSPARSE_STATUS_MAPPING_ERROR", "GPU memory could not be reached"},
    {"CUSPARSE_STATUS_EXECUTION_FAILED", "a kernel of the library failed"},
    {"CUSPARSE_STATUS_INTERNAL_ERROR", "the library itself failed"},
    {"CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED",
     "this matrix type is not supported"},
    {"CUSPARSE_STATUS_ZERO_PIVOT", "a pivot is zero"},
    {"CUSPARSE_STATUS_NOT_SUPPORTED", "this combination is not supported"},
    {"CUSPARSE_STATUS_INSUFFICIENT_RESOURCES", "resources ran out"},
};
const char *cusparseGetErrorName(cusparseStatus_t s) {
    return (size_t)s < COUNT_OF(names) ? names[s][0] : "unknown status";
}
const char *cusparseGetErrorString(cusparseStatus_t s) {
    return (size_t)s < COUNT_OF(names) ? names[s][1] : "unknown status";
}

// ---- older descriptors

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *d) {
    WANT(d, INVALID_VALUE);
    *d = heap_new(1, sizeof **d);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t d) {
    heap_free(d);
    return CUSPARSE_STATUS_SUCCESS;
}
#define SETTING(Name, T, field)                                                \
    cusparseStatus_t cusparseSetMat##Name(cusparseMatDescr_t d, T v) {         \
        WANT(d, INVALID_VALUE);                                                \
        d->field = v;                                                          \
        return CUSPARSE_STATUS_SUCCESS;                                        \
    }                                                                          \
    T cusparseGetMat##Name(const cusparseMatDescr_t d) {                       \
        return d->field;                                                       \
    }
SETTING(Type, cusparseMatrixType_t, type)
SETTING(FillMode, cusparseFillMode_t, fill)
SETTING(DiagType, cusparseDiagType_t, diag)
SETTING(IndexBase, cusparseIndexBase_t, base)

// ---- vectors and matrices

// A copy of it on the heap is the descriptor.
static void *kept(const void *d, size_t bytes) {
    return memcpy(heap_new(1, bytes), d, bytes);
}

static bool is_index(cusparseIndexType_t t) {
    return t == CUSPARSE_INDEX_32I || t == CUSPARSE_INDEX_64I;
}

cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *v, int64_t size,
                                     int64_t nnz, void *indices, void *values,
                                     KATA_1_TYPE) {
    struct cusparseSpVecDescr d = {size,       nnz,  indices, values,
                                   index_type, base, type};
    WANT(v && size >= 0 && nnz >= 0 && nnz <= size, INVALID_VALUE);
    WANT(is_index(index_type) && sparse_size(type), NOT_SUPPORTED);
    *v = kept(&d, sizeof d);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t v) {
    heap_free((void *)v);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *v, int64_t size,
                                     void *values, cudaDataType type) {
    struct cusparseDnVecDescr d = {size, values, type};
    WANT(v && size >= 0, INVALID_VALUE);
    WANT(sparse_size(type), NOT_SUPPORTED);
    *v = kept(&d, sizeof d);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *v,
                                          int64_t size, const void *values,
                                          cudaDataType type) {
    return cusparseCreateDnVec((cusparseDnVecDescr_t *)v, size, (void *)values,
                               type);
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t v) {
    heap_free((void *)v);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t v, void **values) {
    WANT(v && values, INVALID_VALUE);
    *values = v->values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t v, void *values) {
    WANT(v, INVALID_VALUE);
    v->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *m, int64_t rows,
                                     int64_t cols, int64_t ld, void *values,
                                     cudaDataType type, cusparseOrder_t order) {
    struct cusparseDnMatDescr d = {rows, cols, ld, values, type, order};
    bool by_columns = order == CUSPARSE_ORDER_COL;
    WANT(m && rows >= 0 && cols >= 0 && ld >= (by_columns ? rows : cols),
         INVALID_VALUE);
    WANT(sparse_size(type), NOT_SUPPORTED);
    *m = kept(&d, sizeof d);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *m,
                                          int64_t rows, int64_t cols,
                                          int64_t ld, const void *values,
                                          cudaDataType type,
                                          cusparseOrder_t order) {
    return cusparseCreateDnMat((cusparseDnMatDescr_t *)m, rows, cols, ld,
                               (void *)values, type, order);
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t m) {
    heap_free((void *)m);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t m, void *values) {
    WANT(m, INVALID_VALUE);
    m->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t matrix_new(cusparseSpMatDescr_t *m,
                                   const struct cusparseSpMatDescr *d) {
    WANT(m && d->rows >= 0 && d->cols >= 0 && d->nnz >= 0, INVALID_VALUE);
    WANT(is_index(d->offset_type) && is_index(d->index_type) &&
             sparse_size(d->type),
         NOT_SUPPORTED);
    *m = kept(d, sizeof *d);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *m, KATA_SHAPE,
                                   void *offsets, void *indices, void *values,
                                   KATA_2_TYPES) {
    struct cusparseSpMatDescr d = {.format = CUSPARSE_FORMAT_CSR,
                                   .rows = rows,
                                   .cols = cols,
                                   .nnz = nnz,
                                   .offsets = offsets,
                                   .indices = indices,
                                   .values = values,
                                   .offset_type = offset_type,
                                   .index_type = index_type,
                                   .base = base,
                                   .type = type};
    return matrix_new(m, &d);
}
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t *m,
                                        KATA_SHAPE, const void *offsets,
                                        const void *indices, const void *values,
                                        KATA_2_TYPES) {
    return cusparseCreateCsr((cusparseSpMatDescr_t *)m, rows, cols, nnz,
                             (void *)offsets, (void *)indices, (void *)values,
                             offset_type, index_type, base, type);
}
// The same arrays; the offsets are those of columns.
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *m, KATA_SHAPE,
                                   void *offsets, void *indices, void *values,
                                   KATA_2_TYPES) {
    cusparseStatus_t e =
        cusparseCreateCsr(m, rows, cols, nnz, offsets, indices, values,
                          offset_type, index_type, base, type);
    if (e == CUSPARSE_STATUS_SUCCESS) (*m)->format = CUSPARSE_FORMAT_CSC;
    return e;
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *m, KATA_SHAPE,
                                   void *row_indices, void *col_indices,
                                   void *values, KATA_1_TYPE) {
    struct cusparseSpMatDescr d = {.format = CUSPARSE_FORMAT_COO,
                                   .rows = rows,
                                   .cols = cols,
                                   .nnz = nnz,
                                   .offsets = row_indices,
                                   .indices = col_indices,
                                   .values = values,
                                   .offset_type = index_type,
                                   .index_type = index_type,
                                   .base = base,
                                   .type = type};
    return matrix_new(m, &d);
}
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t m) {
    heap_free((void *)m);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t m,
                                      int64_t *rows, int64_t *cols,
                                      int64_t *nnz) {
    WANT(m && rows && cols && nnz, INVALID_VALUE);
    *rows = m->rows;
    *cols = m->cols;
    *nnz = m->nnz;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t m,
                                           cusparseSpMatAttribute_t attribute,
                                           void *data, size_t bytes) {
    WANT(m && data && bytes == sizeof(int), INVALID_VALUE);
    if (attribute == CUSPARSE_SPMAT_FILL_MODE)
        m->fill = *(cusparseFillMode_t *)data;
    else
        m->diag = *(cusparseDiagType_t *)data;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t m, void *offsets,
                                        void *indices, void *values) {
    WANT(m && m->format == CUSPARSE_FORMAT_CSR, INVALID_VALUE);
    m->offsets = offsets;
    m->indices = indices;
    m->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t m, void *offsets,
                                        void *indices, void *values) {
    WANT(m && m->format == CUSPARSE_FORMAT_CSC, INVALID_VALUE);
    m->offsets = offsets;
    m->indices = indices;
    m->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t m, void *rows,
                                        void *columns, void *values) {
    WANT(m && m->format == CUSPARSE_FORMAT_COO, INVALID_VALUE);
    m->offsets = rows;
    m->indices = columns;
    m->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t m, void *values) {
    WANT(m, INVALID_VALUE);
    m->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
