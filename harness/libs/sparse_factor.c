// cuSPARSE: incomplete factors of a matrix by rows, in its own pattern.
#include "libs/sparse.h"

#include "base/heap.h"

#include <math.h>
#include <string.h>

#define WANT(ok, or)                                                           \
    if (!(ok)) return CUSPARSE_STATUS_## or

int cudaDeviceSynchronize(void);

// Both kinds have the same.
struct csrilu02Info {
    int pivot; // the first row without one, from the index base; -1: all have
};
struct csric02Info {
    int pivot;
};

typedef struct Factor {
    int m, nnz, base;
    void *values;
    const int *offsets, *indices;
    cudaDataType type;
    bool cholesky;
    int *pivot; // of the info
} Factor;

static double value_at(const Factor *f, const void *v, int k) {
    return (int)f->type == SPARSE_R_64F ? ((const double *)v)[k]
                                        : (double)((const float *)v)[k];
}
static void set_value(const Factor *f, void *v, int k, double to) {
    if ((int)f->type == SPARSE_R_64F)
        ((double *)v)[k] = to;
    else
        ((float *)v)[k] = (float)to;
}

typedef struct Rows {
    const int *offsets, *indices;
    void *values;
    int base, *at; // at[j]: the place of column j in the row at hand, or -1
    int *diagonal; // places, -1: the pattern has none
} Rows;

static int row_begin(const Rows *r, int i) {
    return r->offsets[i] - r->base;
}
static int row_end(const Rows *r, int i) {
    return r->offsets[i + 1] - r->base;
}
static int column(const Rows *r, int k) {
    return r->indices[k] - r->base;
}

// Row i minus multiples of the rows above it. Returns its pivot.
static double eliminate_row(const Factor *f, Rows *r, int i) {
    for (int k = row_begin(r, i); k < row_end(r, i); k++) {
        int j = column(r, k);
        if (j >= i || r->diagonal[j] < 0) continue;
        double by =
            value_at(f, r->values, k) / value_at(f, r->values, r->diagonal[j]);
        set_value(f, r->values, k, by);
        by = value_at(f, r->values, k); // as rounded
        for (int l = r->diagonal[j] + 1; l < row_end(r, j); l++) {
            int to = r->at[column(r, l)];
            if (to < 0 || column(r, l) <= j) continue;
            set_value(f, r->values, to,
                      value_at(f, r->values, to) -
                          by * value_at(f, r->values, l));
        }
    }
    int d = r->diagonal[i];
    return d < 0 ? 0 : value_at(f, r->values, d);
}

// Row i of the lower factor: L(i, j) = (A(i, j) - L(i, :j) L(j, :j)) / L(j, j).
static double cholesky_row(const Factor *f, Rows *r, int i) {
    double pivot = 0;
    for (int k = row_begin(r, i); k < row_end(r, i); k++) {
        int j = column(r, k);
        if (j > i) continue;
        double sum = value_at(f, r->values, k);
        for (int l = row_begin(r, j); l < row_end(r, j); l++) {
            int c = column(r, l);
            if (c >= j || r->at[c] < 0) continue;
            sum -= value_at(f, r->values, l) * value_at(f, r->values, r->at[c]);
        }
        if (j == i) {
            pivot = sum;
            set_value(f, r->values, k, sqrt(sum));
        } else if (r->diagonal[j] >= 0) {
            set_value(f, r->values, k,
                      sum / value_at(f, r->values, r->diagonal[j]));
        }
    }
    return pivot;
}

static void factorise(const Factor *f, Rows *r) {
    r->at = heap_new((size_t)f->m + 1, sizeof *r->at);
    r->diagonal = heap_new((size_t)f->m + 1, sizeof *r->diagonal);
    memset(r->at, -1, ((size_t)f->m + 1) * sizeof *r->at);
    memset(r->diagonal, -1, ((size_t)f->m + 1) * sizeof *r->diagonal);
    for (int i = 0; i < f->m; i++) {
        for (int k = row_begin(r, i); k < row_end(r, i); k++) {
            r->at[column(r, k)] = k;
            if (column(r, k) == i) r->diagonal[i] = k;
        }
        double pivot =
            f->cholesky ? cholesky_row(f, r, i) : eliminate_row(f, r, i);
        bool none = pivot == 0 || (f->cholesky && !(pivot > 0));
        if (none && *f->pivot < 0) *f->pivot = i + f->base;
        for (int k = row_begin(r, i); k < row_end(r, i); k++)
            r->at[column(r, k)] = -1;
    }
    heap_free(r->at);
    heap_free(r->diagonal);
}

static bool is_pattern(const Factor *f, const Rows *r) {
    if (r->offsets[0] != f->base || row_end(r, f->m - 1) != f->nnz)
        return false;
    for (int i = 0; i < f->m; i++)
        if (row_begin(r, i) > row_end(r, i)) return false;
    for (int k = 0; k < f->nnz; k++)
        if (column(r, k) < 0 || column(r, k) >= f->m) return false;
    return true;
}

static bool run_factor(void *args) {
    const Factor *f = args;
    Rows r = {.base = f->base};
    size_t nnz = (size_t)f->nnz, size = sparse_size(f->type);
    r.offsets =
        sim_work_range("the row offsets", f->offsets,
                       ((size_t)f->m + 1) * sizeof(int), 0, 1, SIM_READS);
    r.indices = r.offsets ? sim_work_range("the column indices", f->indices,
                                           nnz * sizeof(int), 0, 1, SIM_READS)
                          : NULL;
    r.values = r.indices ? sim_work_range("the values", f->values, nnz * size,
                                          0, 1, SIM_READS | SIM_WRITES)
                         : NULL;
    if (!r.values) return false;
    if (is_pattern(f, &r)) factorise(f, &r);
    return true;
}

static cusparseStatus_t factor_submit(cusparseHandle_t h, const char *name,
                                      const void *caller, Factor *f,
                                      const struct cusparseMatDescr *d) {
    WANT(h, NOT_INITIALIZED);
    WANT(f->m >= 0 && f->nnz >= 0 && d && f->pivot, INVALID_VALUE);
    if (f->m == 0) return CUSPARSE_STATUS_SUCCESS;
    f->base = (int)d->base;
    *f->pivot = -1;
    sim_work_from(caller);
    double nnz = f->nnz;
    return sparse_submit(h, name, run_factor, f, sizeof *f, f->type,
                         nnz * nnz / f->m,
                         nnz * (4 + 2 * (double)sparse_size(f->type)));
}

static cusparseStatus_t zero_pivot(cusparseHandle_t h, const int *pivot,
                                   int *position) {
    WANT(h, NOT_INITIALIZED);
    WANT(pivot && position, INVALID_VALUE);
    cudaDeviceSynchronize(); // as documented
    *position = *pivot;
    return *pivot < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

#define INFO(Name, T)                                                          \
    cusparseStatus_t cusparseCreate##Name##Info(T *info) {                     \
        WANT(info, INVALID_VALUE);                                             \
        *info = heap_new(1, sizeof **info);                                    \
        (*info)->pivot = -1;                                                   \
        return CUSPARSE_STATUS_SUCCESS;                                        \
    }                                                                          \
    cusparseStatus_t cusparseDestroy##Name##Info(T info) {                     \
        cudaDeviceSynchronize();                                               \
        heap_free(info);                                                       \
        return CUSPARSE_STATUS_SUCCESS;                                        \
    }
INFO(Csrilu02, csrilu02Info_t)
INFO(Csric02, csric02Info_t)

cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t h,
                                             csrilu02Info_t info,
                                             int *position) {
    return zero_pivot(h, info ? &info->pivot : NULL, position);
}
cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t h,
                                            csric02Info_t info, int *position) {
    return zero_pivot(h, info ? &info->pivot : NULL, position);
}

// The analysis finds which rows can be done side by side: nothing here needs
// it.
#define FACTOR(fn, T, R, Info, is_cholesky)                                    \
    cusparseStatus_t fn##_bufferSize(cusparseHandle_t h, int m, int nnz,       \
                                     const cusparseMatDescr_t d, T *values,    \
                                     const int *offsets, const int *indices,   \
                                     Info info, int *bytes) {                  \
        (void)m, (void)nnz, (void)d, (void)values, (void)offsets;              \
        (void)indices, (void)info;                                             \
        WANT(h, NOT_INITIALIZED);                                              \
        WANT(bytes, INVALID_VALUE);                                            \
        *bytes = 8;                                                            \
        return CUSPARSE_STATUS_SUCCESS;                                        \
    }                                                                          \
    cusparseStatus_t fn##_analysis(                                            \
        cusparseHandle_t h, int m, int nnz, const cusparseMatDescr_t d,        \
        const T *values, const int *offsets, const int *indices, Info info,    \
        cusparseSolvePolicy_t policy, void *buffer) {                          \
        (void)m, (void)nnz, (void)values, (void)offsets, (void)indices;        \
        (void)policy, (void)buffer;                                            \
        WANT(h, NOT_INITIALIZED);                                              \
        WANT(d &&info, INVALID_VALUE);                                         \
        return CUSPARSE_STATUS_SUCCESS;                                        \
    }                                                                          \
    cusparseStatus_t fn(cusparseHandle_t h, int m, int nnz,                    \
                        const cusparseMatDescr_t d, T *values,                 \
                        const int *offsets, const int *indices, Info info,     \
                        cusparseSolvePolicy_t policy, void *buffer) {          \
        (void)policy, (void)buffer;                                            \
        Factor f = {.m = m,                                                    \
                    .nnz = nnz,                                                \
                    .values = values,                                          \
                    .offsets = offsets,                                        \
                    .indices = indices,                                        \
                    .type = (cudaDataType)R,                                   \
                    .cholesky = is_cholesky,                                   \
                    .pivot = info ? &info->pivot : NULL};                      \
        return factor_submit(h, #fn, __builtin_return_address(0), &f, d);      \
    }
FACTOR(cusparseScsrilu02, float, SPARSE_R_32F, csrilu02Info_t, false)
FACTOR(cusparseDcsrilu02, double, SPARSE_R_64F, csrilu02Info_t, false)
FACTOR(cusparseScsric02, float, SPARSE_R_32F, csric02Info_t, true)
FACTOR(cusparseDcsric02, double, SPARSE_R_64F, csric02Info_t, true)
