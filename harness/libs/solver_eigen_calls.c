// cuSOLVER, dense: syevd and heevd (eigenvalues), gesvd (singular values).
// Computed in double precision, of floats too, and rounded once.
#include "base/base.h"
#include "base/heap.h"
#include "libs/eigen.h"
#include "libs/solver.h"

#include <string.h>

#define NEED(h)                                                                \
    sim_work_from(__builtin_return_address(0));                                \
    if (!(h)) return CUSOLVER_STATUS_NOT_INITIALIZED
#define WANT(ok)                                                               \
    if (!(ok)) return CUSOLVER_STATUS_INVALID_VALUE

typedef struct Eigen {
    bool wide, two;    // doubles; complex
    bool vectors, low; // of syevd
    char u, vt;        // of gesvd: A, S, O or N
    int m, n, lda, ldu, ldvt;
    void *a, *values, *to_u, *to_vt;
    int *info;
} Eigen;

static size_t real_bytes(const Eigen *d) {
    return d->wide ? sizeof(double) : sizeof(float);
}
static double get_real(const Eigen *d, const void *p, size_t i) {
    return d->wide ? ((const double *)p)[i] : (double)((const float *)p)[i];
}
static void put_real(const Eigen *d, void *p, size_t i, double v) {
    if (d->wide)
        ((double *)p)[i] = v;
    else
        ((float *)p)[i] = (float)v;
}

static void *matrix(const Eigen *d, const char *what, const void *p, int rows,
                    int cols, int ld, int access) {
    size_t e = real_bytes(d) * (d->two ? 2 : 1);
    return sim_work_range(what, p, (size_t)rows * e, (size_t)ld * e,
                          (size_t)cols, access);
}
static void *vector(const Eigen *d, const char *what, const void *p, int n) {
    return sim_work_range(what, p, (size_t)n * real_bytes(d), 0, 1, SIM_WRITES);
}
static bool put_info(const Eigen *d, int value) {
    int *info = sim_work_range("info", d->info, sizeof *info, 0, 1, SIM_WRITES);
    if (info) *info = value;
    return info;
}

// ---- eigenvalues

static double complex element(const Eigen *d, const void *a, size_t i) {
    if (!d->two) return get_real(d, a, i);
    return CMPLX(get_real(d, a, 2 * i), get_real(d, a, 2 * i + 1));
}

// The whole matrix out of one triangle, and what it is on the diagonal: real.
static void unfold(const Eigen *d, const void *a, double complex *full) {
    size_t n = (size_t)d->n, ld = (size_t)d->lda;
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++) {
            double complex v = d->low ? element(d, a, i + j * ld)
                                      : conj(element(d, a, j + i * ld));
            if (i == j) v = creal(v);
            full[i + j * n] = v;
            full[j + i * n] = conj(v);
        }
}

static bool run_eigen(void *args) {
    const Eigen *d = args;
    size_t n = (size_t)d->n, ld = (size_t)d->lda;
    void *a = matrix(d, "matrix A", d->a, d->n, d->n, d->lda,
                     SIM_READS | SIM_WRITES | SIM_PARTS);
    void *w = a ? vector(d, "the eigenvalues", d->values, d->n) : NULL;
    if (!w) return false;
    double complex *full = heap_new(n * n + 1, sizeof *full);
    double *values = heap_new(n + 1, sizeof *values);
    unfold(d, a, full);
    int left = eigen_hermitian(d->n, full, values);
    for (size_t i = 0; i < n; i++)
        put_real(d, w, i, values[i]);
    for (size_t j = 0; d->vectors && j < n; j++)
        for (size_t i = 0; i < n; i++) {
            double complex v = full[i + j * n];
            size_t to = i + j * ld;
            put_real(d, a, d->two ? 2 * to : to, creal(v));
            if (d->two) put_real(d, a, 2 * to + 1, cimag(v));
        }
    heap_free(full);
    heap_free(values);
    return put_info(d, left);
}

static cusolverStatus_t eigen_submit(cusolverDnHandle_t h, const char *name,
                                     bool (*run)(void *), const Eigen *d,
                                     double flops) {
    int parts = d->two ? 2 : 1;
    SimWork w = {.name = name,
                 .run = run,
                 .args = d,
                 .args_bytes = sizeof *d,
                 .flops = flops * parts * parts};
    return solver_submit(h, w, (double)d->m * d->n * parts, d->wide);
}

#define EIGEN(name, T, R, is_wide, is_two)                                     \
    cusolverStatus_t cusolverDn##name##_bufferSize(                            \
        cusolverDnHandle_t h, cusolverEigMode_t jobz, cublasFillMode_t uplo,   \
        int n, const T *A, int lda, const R *W, int *elements) {               \
        (void)jobz, (void)uplo, (void)A, (void)lda, (void)W;                   \
        return solver_work_area(h, n, n, elements);                            \
    }                                                                          \
    cusolverStatus_t cusolverDn##name(                                         \
        cusolverDnHandle_t h, cusolverEigMode_t jobz, cublasFillMode_t uplo,   \
        int n, T *A, int lda, R *W, T *work, int elements, int *info) {        \
        NEED(h);                                                               \
        (void)work, (void)elements;                                            \
        WANT(n >= 0 && lda >= max_of(n, 1));                                   \
        bool vectors = jobz == CUSOLVER_EIG_MODE_VECTOR;                       \
        Eigen d = {.wide = is_wide,                                            \
                   .two = is_two,                                              \
                   .vectors = vectors,                                         \
                   .low = uplo == CUBLAS_FILL_MODE_LOWER,                      \
                   .m = n,                                                     \
                   .n = n,                                                     \
                   .lda = lda,                                                 \
                   .a = A,                                                     \
                   .values = W,                                                \
                   .info = info};                                              \
        return eigen_submit(h, "cusolverDn" #name, run_eigen, &d,              \
                            (vectors ? 9.0 : 4.0 / 3) * n * n * n);            \
    }

EIGEN(Ssyevd, float, float, false, false)
EIGEN(Dsyevd, double, double, true, false)
EIGEN(Cheevd, cuComplex, float, false, true)
EIGEN(Zheevd, cuDoubleComplex, double, true, true)

// ---- singular values

// The first `cols` columns of x, `rows` long, as columns or as rows of p.
static void give_columns(const Eigen *d, void *p, int ld, const double *x,
                         int rows, int cols, bool as_rows) {
    for (int j = 0; j < cols; j++)
        for (int i = 0; i < rows; i++) {
            size_t to = as_rows ? (size_t)j + (size_t)i * (size_t)ld
                                : (size_t)i + (size_t)j * (size_t)ld;
            put_real(d, p, to, x[(size_t)i + (size_t)j * (size_t)rows]);
        }
}

static int columns_of_u(const Eigen *d) {
    return d->u == 'A' ? d->m : d->u == 'S' ? d->n : 0;
}

// The arrays that a call writes, in this process.
typedef struct Outputs {
    void *a, *s, *u, *vt;
} Outputs;

static bool outputs(const Eigen *d, Outputs *o) {
    int cols = columns_of_u(d);
    o->a =
        matrix(d, "matrix A", d->a, d->m, d->n, d->lda, SIM_READS | SIM_WRITES);
    if (o->a) o->s = vector(d, "the singular values", d->values, d->n);
    if (o->s && cols)
        o->u = matrix(d, "matrix U", d->to_u, d->m, cols, d->ldu, SIM_WRITES);
    if (o->s && (d->vt == 'A' || d->vt == 'S'))
        o->vt =
            matrix(d, "matrix VT", d->to_vt, d->n, d->n, d->ldvt, SIM_WRITES);
    return o->s && (o->u || !cols) && (o->vt || (d->vt != 'A' && d->vt != 'S'));
}

static bool run_svd(void *args) {
    const Eigen *d = args;
    Outputs o = {0};
    if (!outputs(d, &o)) return false;
    size_t m = (size_t)d->m, n = (size_t)d->n;
    double *u = heap_new(m * max_of(m, n) + 1, sizeof *u);
    double *v = heap_new(n * n + 1, sizeof *v);
    double *values = heap_new(n + 1, sizeof *values);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < m; i++)
            u[i + j * m] = get_real(d, o.a, i + j * (size_t)d->lda);
    svd_real(d->m, d->n, u, values, v);
    if (d->u == 'A') basis_complete(d->m, d->n, d->m, u);
    for (size_t i = 0; i < n; i++)
        put_real(d, o.s, i, values[i]);
    if (o.u) give_columns(d, o.u, d->ldu, u, d->m, columns_of_u(d), false);
    if (d->u == 'O') give_columns(d, o.a, d->lda, u, d->m, d->n, false);
    if (o.vt) give_columns(d, o.vt, d->ldvt, v, d->n, d->n, true);
    if (d->vt == 'O') give_columns(d, o.a, d->lda, v, d->n, d->n, true);
    heap_free(u);
    heap_free(v);
    heap_free(values);
    return put_info(d, 0);
}

static bool is_job(signed char c) {
    return c && strchr("ASON", c);
}

#define SVD(L, T, is_wide)                                                     \
    cusolverStatus_t cusolverDn##L##gesvd_bufferSize(                          \
        cusolverDnHandle_t h, int m, int n, int *elements) {                   \
        return solver_work_area(h, m, n, elements);                            \
    }                                                                          \
    cusolverStatus_t cusolverDn##L##gesvd(                                     \
        cusolverDnHandle_t h, signed char jobu, signed char jobvt, int m,      \
        int n, T *A, int lda, T *S, T *U, int ldu, T *VT, int ldvt, T *work,   \
        int elements, T *rwork, int *info) {                                   \
        NEED(h);                                                               \
        (void)work, (void)elements, (void)rwork;                               \
        /* As of cuSOLVER: no fewer rows than columns. */                      \
        WANT(n >= 0 && m >= n && lda >= max_of(m, 1) && is_job(jobu) &&        \
             is_job(jobvt) && !(jobu == 'O' && jobvt == 'O'));                 \
        WANT((jobu != 'A' && jobu != 'S') || ldu >= max_of(m, 1));             \
        WANT((jobvt != 'A' && jobvt != 'S') || ldvt >= max_of(n, 1));          \
        Eigen d = {.wide = is_wide,                                            \
                   .u = (char)jobu,                                            \
                   .vt = (char)jobvt,                                          \
                   .m = m,                                                     \
                   .n = n,                                                     \
                   .lda = lda,                                                 \
                   .ldu = ldu,                                                 \
                   .ldvt = ldvt,                                               \
                   .a = A,                                                     \
                   .values = S,                                                \
                   .to_u = U,                                                  \
                   .to_vt = VT,                                                \
                   .info = info};                                              \
        return eigen_submit(h, "cusolverDn" #L "gesvd", run_svd, &d,           \
                            14.0 * m * n * n + 8.0 * n * n * n);               \
    }

SVD(S, float, false)
SVD(D, double, true)
