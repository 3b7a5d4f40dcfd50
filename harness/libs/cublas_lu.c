// cuBLAS: LU of many small matrices, by arrays of pointers on the device. They
// are factored in double precision, also floats, and rounded once.
#include "libs/blas.h"

#include "base/heap.h"
#include "libs/lapack.h"

#include <string.h>

#define NEED(h)                                                                \
    sim_work_from(__builtin_return_address(0));                                \
    if (!(h)) return CUBLAS_STATUS_NOT_INITIALIZED
#define WANT(ok)                                                               \
    if (!(ok)) return CUBLAS_STATUS_INVALID_VALUE

typedef struct Batch {
    enum { GETRF, GETRS, GETRI } what;
    cudaDataType type;
    int n, nrhs, lda, ldb, batch;
    bool transposed;
    const void *a;     // array of pointers on the device
    const void *b;     // the same, of B or of the inverses
    const int *pivots; // n for each, on the device; NULL: no row changes places
    int *info;         // one for each, on the device
} Batch;

static void load_matrix(cudaDataType t, const void *p, int rows, int cols,
                        int ld, double *to) {
    for (int j = 0; j < cols; j++)
        for (int i = 0; i < rows; i++)
            to[i + (size_t)j * (size_t)rows] = blas_get(
                t, (const char *)p +
                       ((size_t)j * (size_t)ld + (size_t)i) * blas_size(t));
}

static void store_matrix(cudaDataType t, void *p, int rows, int cols, int ld,
                         const double *from) {
    for (int j = 0; j < cols; j++)
        for (int i = 0; i < rows; i++)
            blas_put(t,
                     (char *)p +
                         ((size_t)j * (size_t)ld + (size_t)i) * blas_size(t),
                     from[i + (size_t)j * (size_t)rows]);
}

static bool are_rows(const int *pivots, int n) {
    for (int i = 0; pivots && i < n; i++)
        if (pivots[i] < 1 || pivots[i] > n) return false;
    return true;
}

// The inverse, or the number of the pivot that is zero.
static int invert(const Batch *v, const double *a, const int *pivots,
                  double *b) {
    for (int i = 0; i < v->n; i++)
        if (a[i + (size_t)i * (size_t)v->n] == 0) return i + 1;
    memset(b, 0, (size_t)v->n * (size_t)v->n * sizeof *b);
    for (int i = 0; i < v->n; i++)
        b[i + (size_t)i * (size_t)v->n] = 1;
    lu_solve(false, v->n, v->n, a, v->n, pivots, b, v->n);
    return 0;
}

static bool run_matrix(const Batch *v, const void *pa, const void *pb,
                       int *pivots, int *info) {
    bool factor = v->what == GETRF;
    int cols = v->what == GETRS ? v->nrhs : v->n;
    double *a = heap_new((size_t)v->n * (size_t)v->n + 1, sizeof *a);
    double *b = heap_new((size_t)v->n * (size_t)cols + 1, sizeof *b);
    void *at =
        blas_matrix("a matrix A", pa, v->n, v->n, v->lda, blas_size(v->type),
                    factor ? SIM_READS | SIM_WRITES : SIM_READS);
    void *to = at && !factor
                   ? blas_matrix(v->what == GETRS ? "a matrix B" : "an inverse",
                                 pb, v->n, cols, v->ldb, blas_size(v->type),
                                 v->what == GETRS ? SIM_READS | SIM_WRITES
                                                  : SIM_WRITES)
                   : at;
    if (to) load_matrix(v->type, at, v->n, v->n, v->lda, a);
    if (to && factor) {
        *info = lu_factor(v->n, v->n, a, v->n, pivots);
        store_matrix(v->type, at, v->n, v->n, v->lda, a);
    } else if (to) {
        *info = 0;
        if (v->what == GETRS) load_matrix(v->type, to, v->n, cols, v->ldb, b);
        if (are_rows(pivots, v->n)) {
            if (v->what == GETRI)
                *info = invert(v, a, pivots, b);
            else
                lu_solve(v->transposed, v->n, cols, a, v->n, pivots, b, v->n);
        }
        store_matrix(v->type, to, v->n, cols, v->ldb, b);
    }
    heap_free(a);
    heap_free(b);
    return to;
}

static bool run_batch(void *args) {
    const Batch *v = args;
    size_t n = (size_t)v->batch, p = sizeof(void *);
    const void *const *a = sim_work_range("the array of pointers to A", v->a,
                                          n * p, 0, 1, SIM_READS);
    const void *const *b = a;
    if (a && v->what != GETRF)
        b = sim_work_range(v->what == GETRS ? "the array of pointers to B"
                                            : "the array of pointers to C",
                           v->b, n * p, 0, 1, SIM_READS);
    int *pivots = NULL;
    bool ok = b;
    if (ok && v->pivots) {
        pivots = sim_work_range("the pivots", v->pivots,
                                n * (size_t)v->n * sizeof *pivots, 0, 1,
                                v->what == GETRF ? SIM_WRITES : SIM_READS);
        ok = pivots;
    }
    int *info = NULL, none;
    if (ok && v->what != GETRS) {
        info =
            sim_work_range("info", v->info, n * sizeof *info, 0, 1, SIM_WRITES);
        ok = info;
    }
    for (size_t i = 0; ok && i < n; i++)
        ok =
            run_matrix(v, a[i], b[i], pivots ? pivots + i * (size_t)v->n : NULL,
                       info ? info + i : &none);
    return ok;
}

static cublasStatus_t batch_submit(cublasHandle_t h, const char *name,
                                   const Batch *v) {
    WANT(v->n >= 0 && v->batch >= 0 && v->lda >= max_of(v->n, 1));
    if (v->n == 0 || v->batch == 0) return CUBLAS_STATUS_SUCCESS;
    double n = v->n, k = v->what == GETRS ? v->nrhs : n;
    SimWork w = BLAS_WORK(
        name, run_batch, *v,
        (int)v->type == R_64F ? SIM_UNIT_F64 : SIM_UNIT_F32,
        v->batch * (v->what == GETRF ? 2 * n * n * n / 3 : 2 * n * n * k),
        v->batch * 2 * n * (n + k) * (double)blas_size(v->type));
    w.grid = (unsigned)v->batch;
    w.block = 128;
    return blas_submit(h, w);
}

#define BATCHES(L, T, R)                                                       \
    cublasStatus_t cublas##L##getrfBatched(cublasHandle_t h, int n,            \
                                           T *const A[], int lda, int *pivots, \
                                           int *info, int batch) {             \
        NEED(h);                                                               \
        Batch v = {.what = GETRF,                                              \
                   .type = R,                                                  \
                   .n = n,                                                     \
                   .lda = lda,                                                 \
                   .batch = batch,                                             \
                   .a = A,                                                     \
                   .pivots = pivots,                                           \
                   .info = info};                                              \
        return batch_submit(h, "cublas" #L "getrfBatched", &v);                \
    }                                                                          \
    cublasStatus_t cublas##L##getrsBatched(                                    \
        cublasHandle_t h, cublasOperation_t trans, int n, int nrhs,            \
        const T *const A[], int lda, const int *pivots, T *const B[], int ldb, \
        int *info, int batch) {                                                \
        NEED(h);                                                               \
        WANT(info &&nrhs >= 0 && ldb >= max_of(n, 1));                         \
        *info = 0; /* of the host: which parameter is wrong */                 \
        Batch v = {.what = GETRS,                                              \
                   .type = R,                                                  \
                   .n = n,                                                     \
                   .nrhs = nrhs,                                               \
                   .lda = lda,                                                 \
                   .ldb = ldb,                                                 \
                   .batch = batch,                                             \
                   .transposed = trans != CUBLAS_OP_N,                         \
                   .a = A,                                                     \
                   .b = B,                                                     \
                   .pivots = pivots};                                          \
        return batch_submit(h, "cublas" #L "getrsBatched", &v);                \
    }                                                                          \
    cublasStatus_t cublas##L##getriBatched(                                    \
        cublasHandle_t h, int n, const T *const A[], int lda,                  \
        const int *pivots, T *const C[], int ldc, int *info, int batch) {      \
        NEED(h);                                                               \
        WANT(ldc >= max_of(n, 1));                                             \
        Batch v = {.what = GETRI,                                              \
                   .type = R,                                                  \
                   .n = n,                                                     \
                   .lda = lda,                                                 \
                   .ldb = ldc,                                                 \
                   .batch = batch,                                             \
                   .a = A,                                                     \
                   .b = C,                                                     \
                   .pivots = pivots,                                           \
                   .info = info};                                              \
        return batch_submit(h, "cublas" #L "getriBatched", &v);                \
    }

BATCHES(S, float, R_32F)
BATCHES(D, double, R_64F)
