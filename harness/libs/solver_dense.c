// cuSOLVER, dense: handles, LU, Cholesky, QR. The factors are computed in
// double precision, also of floats, and rounded once.
#include "base/base.h"
#include "base/heap.h"
#include "libs/lapack.h"
#include "libs/solver.h"

#include <math.h>

// Of the CUDA runtime, which this library is linked with.
int cudaDeviceSynchronize(void);
int cudaFree(void *p);

#define NEED(h)                                                                \
    sim_work_from(__builtin_return_address(0));                                \
    if (!(h)) return CUSOLVER_STATUS_NOT_INITIALIZED
#define WANT(ok)                                                               \
    if (!(ok)) return CUSOLVER_STATUS_INVALID_VALUE

struct cusolverDnContext {
    struct SimStream *stream;
};

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *h) {
    WANT(h);
    if (cudaFree(NULL) != 0) return CUSOLVER_STATUS_NOT_INITIALIZED;
    *h = heap_new(1, sizeof **h);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t h) {
    if (!h) return CUSOLVER_STATUS_NOT_INITIALIZED;
    cudaDeviceSynchronize();
    heap_free(h);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t h, cudaStream_t s) {
    if (!h) return CUSOLVER_STATUS_NOT_INITIALIZED;
    h->stream = (struct SimStream *)s;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t h, cudaStream_t *s) {
    if (!h) return CUSOLVER_STATUS_NOT_INITIALIZED;
    WANT(s);
    *s = (cudaStream_t)h->stream;
    return CUSOLVER_STATUS_SUCCESS;
}

// ---- the work

typedef struct Dense {
    enum { GETRF, GETRS, POTRF, POTRS, GEQRF, ORMQR, ORGQR } what;
    bool wide;        // doubles
    bool wide_pivots; // int64_t
    int m, n, k, lda, ldb;
    bool lower, left, transposed;
    const void *a, *tau;
    void *b, *to_tau; // b: right-hand sides, or C
    void *pivots;
    int *info;
} Dense;

static size_t size_of_real(const Dense *d) {
    return d->wide ? sizeof(double) : sizeof(float);
}

// A matrix as doubles, without gaps between its columns. NULL: refused.
typedef struct Held {
    double *at;
    void *device; // in this process
    int rows, cols, ld;
} Held;

static Held hold(const Dense *d, const char *what, const void *p, int rows,
                 int cols, int ld, int access) {
    size_t e = size_of_real(d);
    Held h = {.rows = rows, .cols = cols, .ld = ld};
    h.device = sim_work_range(what, p, (size_t)rows * e, (size_t)ld * e,
                              (size_t)cols, access);
    if (!h.device) return h;
    h.at = heap_new((size_t)rows * (size_t)cols + 1, sizeof *h.at);
    for (int j = 0; j < cols; j++)
        for (int i = 0; i < rows; i++) {
            size_t from = (size_t)j * (size_t)ld + (size_t)i;
            h.at[(size_t)j * (size_t)rows + (size_t)i] =
                d->wide ? ((const double *)h.device)[from]
                        : (double)((const float *)h.device)[from];
        }
    return h;
}

static void put_back(const Dense *d, const Held *h) {
    for (int j = 0; j < h->cols; j++)
        for (int i = 0; i < h->rows; i++) {
            size_t to = (size_t)j * (size_t)h->ld + (size_t)i;
            double v = h->at[(size_t)j * (size_t)h->rows + (size_t)i];
            if (d->wide)
                ((double *)h->device)[to] = v;
            else
                ((float *)h->device)[to] = (float)v;
        }
}

static bool put_info(const Dense *d, int value) {
    int *info = sim_work_range("info", d->info, sizeof *info, 0, 1, SIM_WRITES);
    if (info) *info = value;
    return info;
}

// The n pivots in device memory: written from `own`, or read into it.
static bool move_pivots(const Dense *d, int n, int *own, bool write) {
    size_t size = d->wide_pivots ? sizeof(int64_t) : sizeof(int);
    void *at = sim_work_range("the pivots", d->pivots, (size_t)n * size, 0, 1,
                              write ? SIM_WRITES : SIM_READS);
    for (int i = 0; at && i < n; i++)
        if (d->wide_pivots && write)
            ((int64_t *)at)[i] = own[i];
        else if (d->wide_pivots)
            own[i] = (int)((const int64_t *)at)[i];
        else if (write)
            ((int *)at)[i] = own[i];
        else
            own[i] = ((const int *)at)[i];
    return at;
}

// The first n columns of Q in the place of its reflections.
static bool run_columns_of_q(const Dense *d) {
    Held a = hold(d, "matrix A", d->a, d->m, d->n, d->lda,
                  SIM_READS | SIM_WRITES | SIM_PARTS);
    Held tau = a.at
                   ? hold(d, "tau", d->tau, d->k, 1, max_of(d->k, 1), SIM_READS)
                   : (Held){0};
    size_t m = (size_t)max_of(d->m, 1);
    double *q = heap_new(m * (size_t)max_of(d->n, 1), sizeof *q);
    for (int i = 0; i < d->n; i++)
        q[(size_t)i * m + (size_t)i] = 1;
    bool ok = tau.at;
    if (ok) {
        qr_apply(true, false, d->m, d->n, d->k, a.at, (int)m, tau.at, q,
                 (int)m);
        double *was = a.at;
        a.at = q;
        put_back(d, &a);
        a.at = was;
        ok = put_info(d, 0);
    }
    heap_free(a.at);
    heap_free(tau.at);
    heap_free(q);
    return ok;
}

static bool run_factor(const Dense *d) {
    int least = min_of(d->m, d->n), info = 0;
    int access = SIM_READS | SIM_WRITES | (d->what == POTRF ? SIM_PARTS : 0);
    Held a = hold(d, "matrix A", d->a, d->m, d->n, d->lda, access);
    Held tau = {0};
    int *pivots =
        d->pivots ? heap_new((size_t)least + 1, sizeof *pivots) : NULL;
    bool ok = a.at;
    if (ok && d->what == GEQRF) {
        tau = hold(d, "tau", d->to_tau, least, 1, least, SIM_WRITES);
        ok = tau.at;
    }
    if (ok && d->what == GETRF)
        info = lu_factor(d->m, d->n, a.at, max_of(d->m, 1), pivots);
    if (ok && pivots) ok = move_pivots(d, least, pivots, true);
    if (ok && d->what == POTRF)
        info = cholesky_factor(d->lower, d->n, a.at, max_of(d->n, 1));
    if (ok && d->what == GEQRF) {
        qr_factor(d->m, d->n, a.at, max_of(d->m, 1), tau.at);
        put_back(d, &tau);
    }
    if (ok) {
        put_back(d, &a);
        ok = put_info(d, info);
    }
    heap_free(a.at);
    heap_free(tau.at);
    heap_free(pivots);
    return ok;
}

// A's part is read, B is overwritten.
static bool run_apply(const Dense *d) {
    bool q = d->what == ORMQR;
    int order = q ? (d->left ? d->m : d->n) : d->n;
    int cols = q ? d->k : d->n;
    int access = SIM_READS | (d->what == GETRS ? 0 : SIM_PARTS);
    Held a = hold(d, "matrix A", d->a, order, cols, d->lda, access);
    Held b = {0}, tau = {0};
    int *pivots = NULL;
    bool ok = a.at;
    if (ok && d->what == GETRS && d->pivots) {
        pivots = heap_new((size_t)d->n + 1, sizeof *pivots);
        ok = move_pivots(d, d->n, pivots, false);
    }
    for (int i = 0; ok && pivots && i < d->n; i++)
        ok = pivots[i] >= 1 && pivots[i] <= d->n;
    if (ok && q) {
        tau = hold(d, "tau", d->tau, d->k, 1, max_of(d->k, 1), SIM_READS);
        ok = tau.at;
    }
    if (ok) {
        b = hold(d, q ? "matrix C" : "matrix B", d->b, q ? d->m : d->n,
                 q ? d->n : d->k, d->ldb, SIM_READS | SIM_WRITES);
        ok = b.at;
    }
    int lda = max_of(order, 1), ldb = max_of(b.rows, 1);
    if (ok && d->what == GETRS)
        lu_solve(d->transposed, d->n, d->k, a.at, lda, pivots, b.at, ldb);
    if (ok && d->what == POTRS)
        cholesky_solve(d->lower, d->n, d->k, a.at, lda, b.at, ldb);
    if (ok && q)
        qr_apply(d->left, d->transposed, d->m, d->n, d->k, a.at, lda, tau.at,
                 b.at, ldb);
    if (ok) {
        put_back(d, &b);
        ok = put_info(d, 0);
    }
    heap_free(a.at);
    heap_free(b.at);
    heap_free(tau.at);
    heap_free(pivots);
    return ok;
}

static bool run_dense(void *args) {
    const Dense *d = args;
    if (d->what == ORGQR) return run_columns_of_q(d);
    bool factor = d->what == GETRF || d->what == POTRF || d->what == GEQRF;
    return factor ? run_factor(d) : run_apply(d);
}

cusolverStatus_t solver_submit(cusolverDnHandle_t h, SimWork w, double elements,
                               bool wide) {
    w.stream = h->stream;
    w.unit = wide ? SIM_UNIT_F64 : SIM_UNIT_F32;
    w.bytes = 2 * elements * (double)(wide ? sizeof(double) : sizeof(float));
    w.grid = (unsigned)fmin(elements / 1024 + 1, 1e9);
    w.block = 256;
    return sim_work_run(&w) == 0 ? CUSOLVER_STATUS_SUCCESS
                                 : CUSOLVER_STATUS_EXECUTION_FAILED;
}

static cusolverStatus_t dense_submit(cusolverDnHandle_t h, const char *name,
                                     const Dense *d, double flops,
                                     double elements) {
    SimWork w = {.name = name,
                 .run = run_dense,
                 .args = d,
                 .args_bytes = sizeof *d,
                 .flops = flops};
    return solver_submit(h, w, elements, d->wide);
}

cusolverStatus_t solver_work_area(cusolverDnHandle_t h, int m, int n,
                                  int *elements) {
    if (!h) return CUSOLVER_STATUS_NOT_INITIALIZED;
    WANT(elements && m >= 0 && n >= 0);
    *elements = max_of(max_of(m, n), 1) * 32;
    return CUSOLVER_STATUS_SUCCESS;
}

static bool is_transposed(cublasOperation_t t) {
    return t != CUBLAS_OP_N;
}

cusolverStatus_t solver_lu(cusolverDnHandle_t h, bool wide, int m, int n,
                           void *A, int lda, int64_t *pivots, int *info) {
    WANT(m >= 0 && n >= 0 && lda >= max_of(m, 1));
    Dense d = {.what = GETRF,
               .wide = wide,
               .wide_pivots = true,
               .m = m,
               .n = n,
               .lda = lda,
               .a = A,
               .pivots = pivots,
               .info = info};
    double least = min_of(m, n);
    return dense_submit(h, "cusolverDnXgetrf", &d,
                        least * least * (max_of(m, n) - least / 3),
                        (double)m * n);
}

cusolverStatus_t solver_lu_solve(cusolverDnHandle_t h, bool wide,
                                 cublasOperation_t trans, int n, int nrhs,
                                 const void *A, int lda, const int64_t *pivots,
                                 void *B, int ldb, int *info) {
    WANT(n >= 0 && nrhs >= 0 && lda >= max_of(n, 1) && ldb >= max_of(n, 1));
    Dense d = {.what = GETRS,
               .wide = wide,
               .wide_pivots = true,
               .n = n,
               .k = nrhs,
               .lda = lda,
               .ldb = ldb,
               .transposed = is_transposed(trans),
               .a = A,
               .b = B,
               .pivots = (void *)(uintptr_t)pivots,
               .info = info};
    return dense_submit(h, "cusolverDnXgetrs", &d, 2.0 * n * n * nrhs,
                        (double)n * (n + nrhs));
}

// ---- entry points

#define DENSE(L, T, is_wide)                                                   \
    cusolverStatus_t cusolverDn##L##getrf_bufferSize(                          \
        cusolverDnHandle_t h, int m, int n, T *A, int lda, int *elements) {    \
        (void)A, (void)lda;                                                    \
        return solver_work_area(h, m, n, elements);                            \
    }                                                                          \
    cusolverStatus_t cusolverDn##L##getrf(cusolverDnHandle_t h, int m, int n,  \
                                          T *A, int lda, T *work, int *pivots, \
                                          int *info) {                         \
        NEED(h);                                                               \
        (void)work;                                                            \
        WANT(m >= 0 && n >= 0 && lda >= max_of(m, 1));                         \
        Dense d = {.what = GETRF,                                              \
                   .wide = is_wide,                                            \
                   .m = m,                                                     \
                   .n = n,                                                     \
                   .lda = lda,                                                 \
                   .a = A,                                                     \
                   .pivots = pivots,                                           \
                   .info = info};                                              \
        double least = min_of(m, n);                                           \
        return dense_submit(h, "cusolverDn" #L "getrf", &d,                    \
                            least * least * (max_of(m, n) - least / 3),        \
                            (double)m * n);                                    \
    }                                                                          \
    cusolverStatus_t cusolverDn##L##getrs(                                     \
        cusolverDnHandle_t h, cublasOperation_t trans, int n, int nrhs,        \
        const T *A, int lda, const int *pivots, T *B, int ldb, int *info) {    \
        NEED(h);                                                               \
        WANT(n >= 0 && nrhs >= 0 && lda >= max_of(n, 1) &&                     \
             ldb >= max_of(n, 1));                                             \
        Dense d = {.what = GETRS,                                              \
                   .wide = is_wide,                                            \
                   .n = n,                                                     \
                   .k = nrhs,                                                  \
                   .lda = lda,                                                 \
                   .ldb = ldb,                                                 \
                   .transposed = is_transposed(trans),                         \
                   .a = A,                                                     \
                   .b = B,                                                     \
                   .pivots = (void *)(uintptr_t)pivots,                        \
                   .info = info};                                              \
        return dense_submit(h, "cusolverDn" #L "getrs", &d,                    \
                            2.0 * n * n * nrhs, (double)n * (n + nrhs));       \
    }                                                                          \
    cusolverStatus_t cusolverDn##L##potrf_bufferSize(                          \
        cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T *A, int lda,     \
        int *elements) {                                                       \
        (void)uplo, (void)A, (void)lda;                                        \
        return solver_work_area(h, n, n, elements);                            \
    }                                                                          \
    cusolverStatus_t cusolverDn##L##potrf(                                     \
        cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T *A, int lda,     \
        T *work, int elements, int *info) {                                    \
        NEED(h);                                                               \
        (void)work, (void)elements;                                            \
        WANT(n >= 0 && lda >= max_of(n, 1));                                   \
        Dense d = {.what = POTRF,                                              \
                   .wide = is_wide,                                            \
                   .m = n,                                                     \
                   .n = n,                                                     \
                   .lda = lda,                                                 \
                   .lower = uplo == CUBLAS_FILL_MODE_LOWER,                    \
                   .a = A,                                                     \
                   .info = info};                                              \
        return dense_submit(h, "cusolverDn" #L "potrf", &d,                    \
                            (double)n * n * n / 3, (double)n * n);             \
    }                                                                          \
    cusolverStatus_t cusolverDn##L##potrs(                                     \
        cusolverDnHandle_t h, cublasFillMode_t uplo, int n, int nrhs,          \
        const T *A, int lda, T *B, int ldb, int *info) {                       \
        NEED(h);                                                               \
        WANT(n >= 0 && nrhs >= 0 && lda >= max_of(n, 1) &&                     \
             ldb >= max_of(n, 1));                                             \
        Dense d = {.what = POTRS,                                              \
                   .wide = is_wide,                                            \
                   .n = n,                                                     \
                   .k = nrhs,                                                  \
                   .lda = lda,                                                 \
                   .ldb = ldb,                                                 \
                   .lower = uplo == CUBLAS_FILL_MODE_LOWER,                    \
                   .a = A,                                                     \
                   .b = B,                                                     \
                   .info = info};                                              \
        return dense_submit(h, "cusolverDn" #L "potrs", &d,                    \
                            2.0 * n * n * nrhs, (double)n * (n + nrhs));       \
    }                                                                          \
    cusolverStatus_t cusolverDn##L##geqrf_bufferSize(                          \
        cusolverDnHandle_t h, int m, int n, T *A, int lda, int *elements) {    \
        (void)A, (void)lda;                                                    \
        return solver_work_area(h, m, n, elements);                            \
    }                                                                          \
    cusolverStatus_t cusolverDn##L##geqrf(cusolverDnHandle_t h, int m, int n,  \
                                          T *A, int lda, T *tau, T *work,      \
                                          int elements, int *info) {           \
        NEED(h);                                                               \
        (void)work, (void)elements;                                            \
        WANT(m >= 0 && n >= 0 && lda >= max_of(m, 1));                         \
        Dense d = {.what = GEQRF,                                              \
                   .wide = is_wide,                                            \
                   .m = m,                                                     \
                   .n = n,                                                     \
                   .lda = lda,                                                 \
                   .a = A,                                                     \
                   .to_tau = tau,                                              \
                   .info = info};                                              \
        double least = min_of(m, n);                                           \
        return dense_submit(h, "cusolverDn" #L "geqrf", &d,                    \
                            2 * least * least * (max_of(m, n) - least / 3),    \
                            (double)m * n);                                    \
    }                                                                          \
    cusolverStatus_t cusolverDn##L##ormqr_bufferSize(                          \
        cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t trans,  \
        int m, int n, int k, const T *A, int lda, const T *tau, const T *C,    \
        int ldc, int *elements) {                                              \
        (void)side, (void)trans, (void)k, (void)A, (void)lda, (void)tau;       \
        (void)C, (void)ldc;                                                    \
        return solver_work_area(h, m, n, elements);                            \
    }                                                                          \
    cusolverStatus_t cusolverDn##L##ormqr(                                     \
        cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t trans,  \
        int m, int n, int k, const T *A, int lda, const T *tau, T *C, int ldc, \
        T *work, int elements, int *info) {                                    \
        NEED(h);                                                               \
        (void)work, (void)elements;                                            \
        bool left = side == CUBLAS_SIDE_LEFT;                                  \
        WANT(m >= 0 && n >= 0 && k >= 0 && k <= (left ? m : n) &&              \
             lda >= max_of(left ? m : n, 1) && ldc >= max_of(m, 1));           \
        Dense d = {.what = ORMQR,                                              \
                   .wide = is_wide,                                            \
                   .m = m,                                                     \
                   .n = n,                                                     \
                   .k = k,                                                     \
                   .lda = lda,                                                 \
                   .ldb = ldc,                                                 \
                   .left = left,                                               \
                   .transposed = is_transposed(trans),                         \
                   .a = A,                                                     \
                   .tau = tau,                                                 \
                   .b = C,                                                     \
                   .info = info};                                              \
        return dense_submit(h, "cusolverDn" #L "ormqr", &d, 4.0 * m * n * k,   \
                            (double)m * n + (double)(left ? m : n) * k);       \
    }

DENSE(S, float, false)
DENSE(D, double, true)

#define COLUMNS_OF_Q(L, T, is_wide)                                            \
    cusolverStatus_t cusolverDn##L##orgqr_bufferSize(                          \
        cusolverDnHandle_t h, int m, int n, int k, const T *A, int lda,        \
        const T *tau, int *elements) {                                         \
        (void)k, (void)A, (void)lda, (void)tau;                                \
        return solver_work_area(h, m, n, elements);                            \
    }                                                                          \
    cusolverStatus_t cusolverDn##L##orgqr(cusolverDnHandle_t h, int m, int n,  \
                                          int k, T *A, int lda, const T *tau,  \
                                          T *work, int elements, int *info) {  \
        NEED(h);                                                               \
        (void)work, (void)elements;                                            \
        WANT(m >= n && n >= k && k >= 0 && lda >= max_of(m, 1));               \
        Dense d = {.what = ORGQR,                                              \
                   .wide = is_wide,                                            \
                   .m = m,                                                     \
                   .n = n,                                                     \
                   .k = k,                                                     \
                   .lda = lda,                                                 \
                   .a = A,                                                     \
                   .tau = tau,                                                 \
                   .info = info};                                              \
        return dense_submit(h, "cusolverDn" #L "orgqr", &d, 4.0 * m * n * k,   \
                            2.0 * m * n);                                      \
    }

COLUMNS_OF_Q(S, float, false)
COLUMNS_OF_Q(D, double, true)
