// cuSOLVER, sparse: systems, reorderings and permutations, and factors step by
// step, over a band matrix (band.h). Matrices are in double precision.
//
// Routines of the device read their matrix in one unit of work, in stream
// order, and wait for it, as the result on the host asks for.
#include "base/base.h"
#include "base/heap.h"
#include "libs/band.h"
#include "sim/library.h"

#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>
#include <math.h>
#include <string.h>

// Of the CUDA runtime, which this library is linked with.
int cudaDeviceSynchronize(void);
int cudaFree(void *p);

#define WANT(ok, or)                                                           \
    if (!(ok)) return CUSOLVER_STATUS_## or
#define HERE __builtin_return_address(0)

struct cusolverSpContext {
    struct SimStream *stream;
};

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *h) {
    WANT(h, INVALID_VALUE);
    WANT(cudaFree(NULL) == 0, NOT_INITIALIZED);
    *h = heap_new(1, sizeof **h);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t h) {
    WANT(h, NOT_INITIALIZED);
    cudaDeviceSynchronize();
    heap_free(h);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t h, cudaStream_t s) {
    WANT(h, NOT_INITIALIZED);
    h->stream = (struct SimStream *)s;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t h, cudaStream_t *s) {
    WANT(h && s, NOT_INITIALIZED);
    *s = (cudaStream_t)h->stream;
    return CUSOLVER_STATUS_SUCCESS;
}

// ---- a matrix, from host memory or in work from the device's

typedef struct Matrix {
    int n, nnz, base;
    const double *values; // NULL: the pattern alone
    const int *offsets, *indices;
} Matrix;

// A copy with numbers from 0; false: it is no matrix by rows.
typedef struct Copy {
    BandRows rows;
    int *offsets, *indices;
    double *values;
} Copy;

static bool copy_matrix(const Matrix *m, Copy *c) {
    *c = (Copy){.offsets = heap_new((size_t)m->n + 2, sizeof(int)),
                .indices = heap_new((size_t)m->nnz + 1, sizeof(int)),
                .values = heap_new((size_t)m->nnz + 1, sizeof(double))};
    bool ok = true;
    for (int i = 0; i <= m->n; i++) {
        c->offsets[i] = m->offsets[i] - m->base;
        ok = ok && c->offsets[i] >= (i ? c->offsets[i - 1] : 0) &&
             c->offsets[i] <= m->nnz;
    }
    for (int k = 0; k < m->nnz; k++) {
        c->indices[k] = m->indices[k] - m->base;
        ok = ok && c->indices[k] >= 0 && c->indices[k] < m->n;
        if (m->values) c->values[k] = m->values[k];
    }
    c->rows = (BandRows){m->n, c->offsets, c->indices, c->values};
    return ok && c->offsets[0] == 0 && c->offsets[m->n] == m->nnz;
}

static void copy_free(Copy *c) {
    heap_free(c->offsets);
    heap_free(c->indices);
    heap_free(c->values);
}

static Matrix matrix_of(int n, int nnz, const struct cusparseMatDescr *d,
                        const double *values, const int *offsets,
                        const int *indices) {
    return (Matrix){n,      nnz,     (int)cusparseGetMatIndexBase((void *)d),
                    values, offsets, indices};
}

// ---- one step: a factor, a solution or both

typedef struct Step {
    Matrix a;
    bool pivots, on_device, factor;
    double shift;
    Band **band; // made or used
    const double *b;
    double *x; // NULL: no solution
} Step;

// In this process; false: it is no matrix, or there is no memory.
static bool step_here(const Step *s, const Matrix *a, const double *b,
                      double *x) {
    if (s->factor) {
        Copy c;
        bool ok = copy_matrix(a, &c);
        band_free(*s->band);
        *s->band = ok ? band_factor(&c.rows, s->shift, s->pivots) : NULL;
        copy_free(&c);
    }
    if (*s->band && x) band_solve(*s->band, b, x);
    return *s->band;
}

static bool run_step(void *args) {
    const Step *s = args;
    Matrix a = s->a;
    size_t n = (size_t)a.n, nnz = (size_t)a.nnz, d = sizeof(double);
    const double *b = NULL;
    double *x = NULL;
    bool ok = true;
    if (s->factor) {
        a.offsets = sim_work_range("the row offsets", a.offsets,
                                   (n + 1) * sizeof(int), 0, 1, SIM_READS);
        a.indices = a.offsets
                        ? sim_work_range("the column indices", a.indices,
                                         nnz * sizeof(int), 0, 1, SIM_READS)
                        : NULL;
        a.values = a.indices ? sim_work_range("the values", a.values, nnz * d,
                                              0, 1, SIM_READS)
                             : NULL;
        ok = a.values;
    }
    if (ok && s->x) {
        b = sim_work_range("vector b", s->b, n * d, 0, 1, SIM_READS);
        x = b ? sim_work_range("vector x", s->x, n * d, 0, 1, SIM_WRITES)
              : NULL;
        ok = x;
    }
    return ok && step_here(s, &a, b, x);
}

static cusolverStatus_t take_step(cusolverSpHandle_t h, const char *name,
                                  const void *caller, const Step *s) {
    WANT(h, NOT_INITIALIZED);
    WANT(s->a.n > 0 && s->a.nnz >= 0, INVALID_VALUE);
    if (!s->on_device)
        return step_here(s, &s->a, s->b, s->x) ? CUSOLVER_STATUS_SUCCESS
                                               : CUSOLVER_STATUS_ALLOC_FAILED;
    double nnz = s->a.nnz + s->a.n;
    SimWork w = {.name = name,
                 .stream = h->stream,
                 .run = run_step,
                 .args = s,
                 .args_bytes = sizeof *s,
                 .unit = SIM_UNIT_F64,
                 .flops = nnz * sqrt((double)s->a.n),
                 .bytes = nnz * 12 * 2,
                 .waits = true,
                 .grid = (unsigned)(nnz / 1024) + 1,
                 .block = 256};
    sim_work_from(caller);
    WANT(sim_work_run(&w) == 0, EXECUTION_FAILED);
    return *s->band ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

static cusolverStatus_t solve_system(const char *name, const void *caller,
                                     bool pivots, bool on_device,
                                     cusolverSpHandle_t h, const Matrix *a,
                                     const double *b, double tol, double *x,
                                     int *singularity) {
    Band *band = NULL;
    WANT(a->values && a->offsets && a->indices && b && x && singularity,
         INVALID_VALUE);
    Step s = {.a = *a,
              .pivots = pivots,
              .on_device = on_device,
              .factor = true,
              .band = &band,
              .b = b,
              .x = x};
    cusolverStatus_t r = take_step(h, name, caller, &s);
    if (r == CUSOLVER_STATUS_SUCCESS) *singularity = band_singular(band, tol);
    band_free(band);
    return r;
}

#define SYSTEM(fn, pivots, on_device)                                          \
    cusolverStatus_t fn(KATA_SOLVE) {                                          \
        (void)reorder;                                                         \
        Matrix a = matrix_of(n, nnz, d, values, offsets, indices);             \
        return solve_system(#fn, HERE, pivots, on_device, h, &a, b, tol, x,    \
                            singularity);                                      \
    }
SYSTEM(cusolverSpDcsrlsvluHost, true, false)
SYSTEM(cusolverSpDcsrlsvqrHost, true, false)
SYSTEM(cusolverSpDcsrlsvcholHost, false, false)
SYSTEM(cusolverSpDcsrlsvqr, true, true)
SYSTEM(cusolverSpDcsrlsvchol, false, true)

// ---- patterns, in host memory

static bool has_entry(const Matrix *m, const int *ends, int i, int j) {
    for (int k = m->offsets[i] - m->base; k < ends[i] - m->base; k++)
        if (m->indices[k] - m->base == j) return true;
    return false;
}

cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t h, int m, int nnz,
                                         const cusparseMatDescr_t d,
                                         const int *offsets, const int *ends,
                                         const int *indices,
                                         int *is_symmetric) {
    WANT(h, NOT_INITIALIZED);
    WANT(offsets && ends && indices && is_symmetric, INVALID_VALUE);
    Matrix a = matrix_of(m, nnz, d, NULL, offsets, indices);
    *is_symmetric = 1;
    for (int i = 0; i < m && *is_symmetric; i++)
        for (int k = offsets[i] - a.base; k < ends[i] - a.base; k++)
            if (!has_entry(&a, ends, indices[k] - a.base, i)) *is_symmetric = 0;
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t reorder_pattern(cusolverSpHandle_t h, const Matrix *a,
                                        int *p) {
    Copy c;
    WANT(h, NOT_INITIALIZED);
    WANT(a->offsets && a->indices && p, INVALID_VALUE);
    bool ok = copy_matrix(a, &c);
    if (ok) band_order(&c.rows, p);
    copy_free(&c);
    WANT(ok, INVALID_VALUE);
    return CUSOLVER_STATUS_SUCCESS;
}

#define REORDER(fn)                                                            \
    cusolverStatus_t fn(KATA_PATTERN, int *p) {                                \
        Matrix a = matrix_of(n, nnz, d, NULL, offsets, indices);               \
        return reorder_pattern(h, &a, p);                                      \
    }
REORDER(cusolverSpXcsrsymrcmHost)
REORDER(cusolverSpXcsrsymamdHost)
REORDER(cusolverSpXcsrsymmdqHost)
cusolverStatus_t cusolverSpXcsrmetisndHost(KATA_PATTERN, const int64_t *options,
                                           int *p) {
    (void)options;
    Matrix a = matrix_of(n, nnz, d, NULL, offsets, indices);
    return reorder_pattern(h, &a, p);
}

cusolverStatus_t
cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t h, int m, int n, int nnz,
                                  const cusparseMatDescr_t d,
                                  const int *offsets, const int *indices,
                                  const int *p, const int *q, size_t *bytes) {
    (void)m, (void)n, (void)nnz, (void)d, (void)offsets, (void)indices;
    (void)p, (void)q;
    WANT(h, NOT_INITIALIZED);
    WANT(bytes, INVALID_VALUE);
    *bytes = 8; // nothing here needs one, but programs allocate it
    return CUSOLVER_STATUS_SUCCESS;
}

// B = A(p, q): row i is row p[i]; columns rise. map goes the same way.
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t h, int m, int n,
                                        int nnz, const cusparseMatDescr_t d,
                                        int *offsets, int *indices,
                                        const int *p, const int *q, int *map,
                                        void *buffer) {
    (void)buffer;
    WANT(h, NOT_INITIALIZED);
    WANT(offsets && indices && p && q && map, INVALID_VALUE);
    int base = (int)cusparseGetMatIndexBase(d), to = 0;
    int *inverse = heap_new((size_t)n + 1, sizeof *inverse);
    int *was = heap_new((size_t)nnz + 1, sizeof *was);
    int *old_map = heap_new((size_t)nnz + 1, sizeof *old_map);
    int *begin = heap_new((size_t)m + 2, sizeof *begin);
    memcpy(was, indices, (size_t)nnz * sizeof *was);
    memcpy(old_map, map, (size_t)nnz * sizeof *old_map);
    memcpy(begin, offsets, ((size_t)m + 1) * sizeof *begin);
    for (int j = 0; j < n; j++)
        inverse[q[j]] = j;
    for (int i = 0; i < m; i++) {
        int first = to;
        offsets[i] = to + base;
        for (int k = begin[p[i]] - base; k < begin[p[i] + 1] - base; k++) {
            int column = inverse[was[k] - base] + base, at = to++;
            for (; at > first && indices[at - 1] > column; at--) {
                indices[at] = indices[at - 1];
                map[at] = map[at - 1];
            }
            indices[at] = column;
            map[at] = old_map[k];
        }
    }
    heap_free(inverse);
    heap_free(was);
    heap_free(old_map);
    heap_free(begin);
    return CUSOLVER_STATUS_SUCCESS;
}

// ---- step by step

typedef struct Factors {
    Band *band;
    Step setup; // of QR: the matrix of the later steps
} Factors;

struct csrcholInfo {
    Factors f;
};
struct csrcholInfoHost {
    Factors f;
};
struct csrqrInfo {
    Factors f;
};
struct csrqrInfoHost {
    Factors f;
};

static cusolverStatus_t buffer_sizes(cusolverSpHandle_t h, const void *info,
                                     int nnz, size_t *internal, size_t *work) {
    WANT(h, NOT_INITIALIZED);
    WANT(info && internal && work, INVALID_VALUE);
    *internal = (size_t)nnz * 12;
    *work = (size_t)nnz * 12 + 8;
    return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t first_zero(cusolverSpHandle_t h, const Factors *f,
                                   double tol, int *position) {
    WANT(h, NOT_INITIALIZED);
    WANT(position && f->band, INVALID_VALUE);
    *position = band_singular(f->band, tol);
    return CUSOLVER_STATUS_SUCCESS;
}

#define INFO(Kind, kind, At, T)                                                \
    cusolverStatus_t cusolverSpCreate##Kind##Info##At(T *info) {               \
        WANT(info, INVALID_VALUE);                                             \
        *info = heap_new(1, sizeof **info);                                    \
        return CUSOLVER_STATUS_SUCCESS;                                        \
    }                                                                          \
    cusolverStatus_t cusolverSpDestroy##Kind##Info##At(T info) {               \
        cudaDeviceSynchronize();                                               \
        if (info) band_free(info->f.band);                                     \
        heap_free(info);                                                       \
        return CUSOLVER_STATUS_SUCCESS;                                        \
    }                                                                          \
    cusolverStatus_t cusolverSpD##kind##ZeroPivot##At(                         \
        cusolverSpHandle_t h, T info, double tol, int *position) {             \
        WANT(info, INVALID_VALUE);                                             \
        return first_zero(h, &info->f, tol, position);                         \
    }

#define CHOLESKY(At, Info, device)                                             \
    INFO(Csrchol, csrchol, At, Info)                                           \
    cusolverStatus_t cusolverSpXcsrcholAnalysis##At(KATA_PATTERN, Info info) { \
        (void)n, (void)nnz, (void)d, (void)offsets, (void)indices;             \
        WANT(h &&info, INVALID_VALUE);                                         \
        return CUSOLVER_STATUS_SUCCESS;                                        \
    }                                                                          \
    cusolverStatus_t cusolverSpDcsrcholBufferInfo##At(                         \
        KATA_MATRIX, Info info, size_t *internal, size_t *work) {              \
        (void)n, (void)d, (void)values, (void)offsets, (void)indices;          \
        return buffer_sizes(h, info, nnz, internal, work);                     \
    }                                                                          \
    cusolverStatus_t cusolverSpDcsrcholFactor##At(KATA_MATRIX, Info info,      \
                                                  void *buffer) {              \
        (void)buffer;                                                          \
        WANT(info &&values &&offsets &&indices, INVALID_VALUE);                \
        Step s = {.a = matrix_of(n, nnz, d, values, offsets, indices),         \
                  .on_device = device,                                         \
                  .factor = true,                                              \
                  .band = &info->f.band};                                      \
        return take_step(h, "cusolverSpDcsrcholFactor", HERE, &s);             \
    }                                                                          \
    cusolverStatus_t cusolverSpDcsrcholSolve##At(cusolverSpHandle_t h, int n,  \
                                                 const double *b, double *x,   \
                                                 Info info, void *buffer) {    \
        (void)buffer;                                                          \
        WANT(info && info->f.band && b && x, INVALID_VALUE);                   \
        Step s = {.a = {.n = n},                                               \
                  .on_device = device,                                         \
                  .band = &info->f.band,                                       \
                  .b = b,                                                      \
                  .x = x};                                                     \
        return take_step(h, "cusolverSpDcsrcholSolve", HERE, &s);              \
    }
CHOLESKY(, csrcholInfo_t, true)
CHOLESKY(Host, csrcholInfoHost_t, false)

// Square matrices only.
#define ORTHOGONAL(At, Info, device)                                           \
    INFO(Csrqr, csrqr, At, Info)                                               \
    cusolverStatus_t cusolverSpXcsrqrAnalysis##At(                             \
        cusolverSpHandle_t h, int m, int n, int nnz,                           \
        const cusparseMatDescr_t d, const int *offsets, const int *indices,    \
        Info info) {                                                           \
        (void)nnz, (void)d, (void)offsets, (void)indices;                      \
        WANT(h &&info, INVALID_VALUE);                                         \
        WANT(m == n, NOT_SUPPORTED);                                           \
        return CUSOLVER_STATUS_SUCCESS;                                        \
    }                                                                          \
    cusolverStatus_t cusolverSpDcsrqrBufferInfo##At(                           \
        cusolverSpHandle_t h, int m, int n, int nnz,                           \
        const cusparseMatDescr_t d, const double *values, const int *offsets,  \
        const int *indices, Info info, size_t *internal, size_t *work) {       \
        (void)m, (void)n, (void)d, (void)values, (void)offsets;                \
        (void)indices;                                                         \
        return buffer_sizes(h, info, nnz, internal, work);                     \
    }                                                                          \
    cusolverStatus_t cusolverSpDcsrqrSetup##At(                                \
        cusolverSpHandle_t h, int m, int n, int nnz,                           \
        const cusparseMatDescr_t d, const double *values, const int *offsets,  \
        const int *indices, double mu, Info info) {                            \
        WANT(h &&info &&values &&offsets &&indices, INVALID_VALUE);            \
        WANT(m == n, NOT_SUPPORTED);                                           \
        info->f.setup =                                                        \
            (Step){.a = matrix_of(n, nnz, d, values, offsets, indices),        \
                   .pivots = true,                                             \
                   .on_device = device,                                        \
                   .factor = true,                                             \
                   .shift = mu};                                               \
        return CUSOLVER_STATUS_SUCCESS;                                        \
    }                                                                          \
    cusolverStatus_t cusolverSpDcsrqrFactor##At(                               \
        cusolverSpHandle_t h, int m, int n, int nnz, double *b, double *x,     \
        Info info, void *buffer) {                                             \
        (void)m, (void)n, (void)nnz, (void)buffer;                             \
        WANT(info && info->f.setup.factor, INVALID_VALUE);                     \
        Step s = info->f.setup;                                                \
        s.band = &info->f.band;                                                \
        s.b = b;                                                               \
        s.x = b ? x : NULL;                                                    \
        return take_step(h, "cusolverSpDcsrqrFactor", HERE, &s);               \
    }                                                                          \
    cusolverStatus_t cusolverSpDcsrqrSolve##At(cusolverSpHandle_t h, int m,    \
                                               int n, double *b, double *x,    \
                                               Info info, void *buffer) {      \
        (void)m, (void)buffer;                                                 \
        WANT(info && info->f.band && b && x, INVALID_VALUE);                   \
        Step s = {.a = {.n = n},                                               \
                  .on_device = device,                                         \
                  .band = &info->f.band,                                       \
                  .b = b,                                                      \
                  .x = x};                                                     \
        return take_step(h, "cusolverSpDcsrqrSolve", HERE, &s);                \
    }
ORTHOGONAL(, csrqrInfo_t, true)
ORTHOGONAL(Host, csrqrInfoHost_t, false)
