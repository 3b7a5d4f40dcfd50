// cuBLAS level 2 beyond gemv, symv and ger of real matrices: bands, packed
// triangles, complex numbers.
#include "base/heap.h"
#include "libs/four.h"

#define NEED(h)                                                                \
    sim_work_from(__builtin_return_address(0));                                \
    if (!(h)) return CUBLAS_STATUS_NOT_INITIALIZED
#define WANT(ok)                                                               \
    if (!(ok)) return CUBLAS_STATUS_INVALID_VALUE

// y = alpha op(A) x + beta y; x = op(A) x; A += alpha x y^T, or both ways.
typedef struct Level2 {
    Four type;
    FourMatrix a;
    FourOp op;
    FourScalar alpha, beta;
    const void *x, *y;
    int nx, ny, incx, incy;
    bool solve, conjugate, both;
} Level2;

// ---- the work

static bool run_mv(void *args) {
    Level2 *v = args;
    Number alpha, beta;
    void *at = NULL;
    if (!four_value(&v->alpha, &alpha) || !four_value(&v->beta, &beta))
        return false;
    bool flip = v->op != FOUR_N;
    int rows = flip ? v->a.cols : v->a.rows,
        cols = flip ? v->a.rows : v->a.cols;
    bool ok = four_open(&v->a, SIM_READS);
    Number *x = ok ? four_vector("vector x", v->type, v->x, cols, v->incx,
                                 SIM_READS, NULL)
                   : NULL;
    Number *y =
        x ? four_vector("vector y", v->type, v->y, rows, v->incy,
                        beta != 0 ? SIM_READS | SIM_WRITES : SIM_WRITES, &at)
          : NULL;
    for (int i = 0; y && i < rows; i++) {
        Number sum = 0;
        for (int j = 0; j < cols; j++) {
            Number e = flip ? four_at(&v->a, j, i) : four_at(&v->a, i, j);
            sum += (v->op == FOUR_H ? conj(e) : e) * x[j];
        }
        y[i] = alpha * sum + (beta != 0 ? beta * y[i] : 0);
    }
    if (y) four_scatter(v->type, at, rows, v->incy, y);
    heap_free(x);
    heap_free(y);
    return at;
}

static bool run_triangle(void *args) {
    Level2 *v = args;
    void *at = NULL;
    if (!four_open(&v->a, SIM_READS)) return false;
    Number *x = four_vector("vector x", v->type, v->x, v->nx, v->incx,
                            SIM_READS | SIM_WRITES, &at);
    if (!x) return false;
    four_apply(&v->a, v->op, v->solve, x);
    four_scatter(v->type, at, v->nx, v->incx, x);
    heap_free(x);
    return true;
}

static void add_outer(Level2 *v, Number alpha, const Number *x,
                      const Number *y) {
    Number back = v->a.hermitian ? conj(alpha) : alpha;
    for (int j = 0; j < v->ny; j++)
        for (int i = 0; i < v->nx; i++) {
            size_t at;
            if (!four_where(&v->a, i, j, &at)) continue;
            Number e = four_get(v->type, v->a.at, at);
            e += alpha * x[i] * (v->conjugate ? conj(y[j]) : y[j]);
            if (v->both) e += back * y[i] * (v->conjugate ? conj(x[j]) : x[j]);
            if (v->a.hermitian && i == j) e = creal(e);
            four_put(v->type, v->a.at, at, e);
        }
}

static bool run_rank(void *args) {
    Level2 *v = args;
    Number alpha;
    if (!four_value(&v->alpha, &alpha)) return false;
    Number *x =
        four_vector("vector x", v->type, v->x, v->nx, v->incx, SIM_READS, NULL);
    Number *y = NULL;
    bool ok = x;
    if (ok && v->y) {
        y = four_vector("vector y", v->type, v->y, v->ny, v->incy, SIM_READS,
                        NULL);
        ok = y;
    }
    ok = ok && four_open(&v->a, SIM_READS | SIM_WRITES);
    if (ok) add_outer(v, alpha, x, y ? y : x);
    heap_free(x);
    heap_free(y);
    return ok;
}

// ---- handing it in

static bool is_triangle(cublasFillMode_t uplo, int n, int incx) {
    return uplo != CUBLAS_FILL_MODE_FULL && n >= 0 && incx != 0;
}

// A square matrix of which a triangle is stored: dense (k < 0), packed (ld 0)
// or a band of k diagonals beside the main one.
static FourMatrix half_of(Four t, FourKind kind, cublasFillMode_t uplo, int n,
                          int k, const void *p, int ld) {
    bool low = uplo == CUBLAS_FILL_MODE_LOWER;
    return (FourMatrix){.what = "matrix A",
                        .p = p,
                        .type = t,
                        .kind = kind,
                        .store = !ld      ? FOUR_PACKED
                                 : k >= 0 ? FOUR_BAND
                                          : FOUR_DENSE,
                        .rows = n,
                        .cols = n,
                        .ld = ld,
                        .below = low ? k : 0,
                        .above = low ? 0 : k,
                        .lower = low};
}

// Elements that a call reads and writes.
static double extent_of(const Level2 *v) {
    double n = v->a.rows, m = v->a.cols;
    double a = v->a.store == FOUR_BAND
                   ? m * (v->a.below + v->a.above + 1)
                   : n * m / (v->a.kind == FOUR_GENERAL ? 1 : 2);
    return a + n + m;
}

static cublasStatus_t level2_submit(cublasHandle_t h, const char *name,
                                    bool (*run)(void *), const Level2 *v) {
    if (v->a.rows == 0 || v->a.cols == 0) return CUBLAS_STATUS_SUCCESS;
    double elements = extent_of(v);
    return four_submit(h, name, v->type, run, v, sizeof *v, 2 * elements,
                       elements);
}

static cublasStatus_t times_vector(cublasHandle_t h, const char *name, Four t,
                                   FourMatrix a, FourOp op, const void *alpha,
                                   const void *x, int incx, const void *beta,
                                   void *y, int incy) {
    WANT(alpha && beta && incx != 0 && incy != 0);
    Level2 v = {.type = t,
                .a = a,
                .op = op,
                .alpha = four_scalar(h, alpha, t),
                .beta = four_scalar(h, beta, t),
                .x = x,
                .y = y,
                .incx = incx,
                .incy = incy};
    return level2_submit(h, name, run_mv, &v);
}

static cublasStatus_t triangle_times(cublasHandle_t h, const char *name,
                                     FourMatrix a, FourOp op,
                                     cublasDiagType_t diag, bool solve, void *x,
                                     int incx) {
    a.unit = diag == CUBLAS_DIAG_UNIT;
    Level2 v = {.type = a.type,
                .a = a,
                .op = op,
                .solve = solve,
                .x = x,
                .nx = a.rows,
                .incx = incx};
    return level2_submit(h, name, run_triangle, &v);
}

static cublasStatus_t add_rank(cublasHandle_t h, const char *name, FourMatrix a,
                               FourScalar alpha, bool conjugate, bool both,
                               const void *x, int incx, const void *y,
                               int incy) {
    Level2 v = {.type = a.type,
                .a = a,
                .alpha = alpha,
                .conjugate = conjugate,
                .both = both,
                .x = x,
                .y = y,
                .nx = a.rows,
                .ny = a.cols,
                .incx = incx,
                .incy = incy};
    return level2_submit(h, name, run_rank, &v);
}

// ---- a triangle from one storage into another

typedef struct Restore {
    FourMatrix from, to;
} Restore;

static bool run_restore(void *args) {
    Restore *v = args;
    if (!four_open(&v->from, SIM_READS)) return false;
    if (!four_open(&v->to, SIM_WRITES | SIM_PARTS)) return false;
    for (int j = 0; j < v->to.cols; j++)
        for (int i = 0; i < v->to.rows; i++) {
            size_t at;
            if (four_where(&v->to, i, j, &at))
                four_put(v->to.type, v->to.at, at, four_at(&v->from, i, j));
        }
    return true;
}

static cublasStatus_t restore(cublasHandle_t h, const char *name,
                              FourMatrix from, FourMatrix to) {
    WANT(to.rows >= 0);
    if (to.rows == 0) return CUBLAS_STATUS_SUCCESS;
    from.what = "the triangle";
    to.what = "its copy";
    Restore v = {from, to};
    double n = (double)to.rows * to.rows;
    return four_submit(h, name, to.type, run_restore, &v, sizeof v, 0, n);
}

#define RESTORES(L, T)                                                         \
    cublasStatus_t cublas##L##tpttr(KATA_H, cublasFillMode_t uplo, int n,      \
                                    const T *AP, T *A, int lda) {              \
        NEED(h);                                                               \
        WANT(is_triangle(uplo, n, 1) && lda >= max_of(n, 1));                  \
        return restore(h, "cublas" #L "tpttr",                                 \
                       half_of(FOUR_##L, FOUR_TRIANGLE, uplo, n, -1, AP, 0),   \
                       half_of(FOUR_##L, FOUR_TRIANGLE, uplo, n, -1, A, lda)); \
    }                                                                          \
    cublasStatus_t cublas##L##trttp(KATA_H, cublasFillMode_t uplo, int n,      \
                                    const T *A, int lda, T *AP) {              \
        NEED(h);                                                               \
        WANT(is_triangle(uplo, n, 1) && lda >= max_of(n, 1));                  \
        return restore(h, "cublas" #L "trttp",                                 \
                       half_of(FOUR_##L, FOUR_TRIANGLE, uplo, n, -1, A, lda),  \
                       half_of(FOUR_##L, FOUR_TRIANGLE, uplo, n, -1, AP, 0));  \
    }
RESTORES(S, float)
RESTORES(D, double)
RESTORES(C, cuComplex)
RESTORES(Z, cuDoubleComplex)

// ---- what programs call

#define GENERAL_BAND(L, T)                                                     \
    cublasStatus_t cublas##L##gbmv_v2(KATA_H, cublasOperation_t trans, int m,  \
                                      int n, int kl, int ku, const T *alpha,   \
                                      const T *A, int lda, KATA_X(T),          \
                                      const T *beta, T *y, int incy) {         \
        NEED(h);                                                               \
        WANT(m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda > kl + ku);         \
        FourMatrix a = {.what = "matrix A",                                    \
                        .p = A,                                                \
                        .type = FOUR_##L,                                      \
                        .store = FOUR_BAND,                                    \
                        .rows = m,                                             \
                        .cols = n,                                             \
                        .ld = lda,                                             \
                        .below = kl,                                           \
                        .above = ku};                                          \
        return times_vector(h, "cublas" #L "gbmv", FOUR_##L, a,                \
                            four_op(trans), alpha, x, incx, beta, y, incy);    \
    }

// name: "Dsbmv", with a matrix of its kind.
#define HALF_TIMES(name, L, T, k, ld, mirror, ...)                             \
    cublasStatus_t cublas##name##_v2(KATA_H, cublasFillMode_t uplo, int n,     \
                                     __VA_ARGS__, KATA_X(T), const T *beta,    \
                                     T *y, int incy) {                         \
        NEED(h);                                                               \
        WANT(is_triangle(uplo, n, incx) && (ld) >= 0);                         \
        FourMatrix a = half_of(FOUR_##L, FOUR_SYMMETRIC, uplo, n, k, A, ld);   \
        a.hermitian = mirror;                                                  \
        return times_vector(h, "cublas" #name, FOUR_##L, a, FOUR_N, alpha, x,  \
                            incx, beta, y, incy);                              \
    }
#define DENSE_TIMES(name, L, T, mirror)                                        \
    HALF_TIMES(name, L, T, -1, max_of(lda, 1), mirror, const T *alpha,         \
               const T *A, int lda)
#define BAND_TIMES(name, L, T, mirror)                                         \
    HALF_TIMES(name, L, T, k, lda > k && k >= 0 ? lda : -1, mirror, int k,     \
               const T *alpha, const T *A, int lda)
#define PACKED_TIMES(name, L, T, mirror)                                       \
    HALF_TIMES(name, L, T, -1, 0, mirror, const T *alpha, const T *A)

#define TRIANGLE(name, L, T, k, ld, is_solve, ...)                             \
    cublasStatus_t cublas##L##name##_v2(KATA_H, KATA_TRIANGLE,                 \
                                        cublasDiagType_t diag, int n,          \
                                        __VA_ARGS__, T *x, int incx) {         \
        NEED(h);                                                               \
        WANT(is_triangle(uplo, n, incx) && (ld) >= 0);                         \
        FourMatrix a = half_of(FOUR_##L, FOUR_TRIANGLE, uplo, n, k, A, ld);    \
        return triangle_times(h, "cublas" #L#name, a, four_op(trans), diag,    \
                              is_solve, x, incx);                              \
    }
#define TRIANGLES(L, T)                                                        \
    TRIANGLE(trmv, L, T, -1, max_of(lda, 1), false, const T *A, int lda)       \
    TRIANGLE(trsv, L, T, -1, max_of(lda, 1), true, const T *A, int lda)        \
    TRIANGLE(tbmv, L, T, k, lda > k && k >= 0 ? lda : -1, false, int k,        \
             const T *A, int lda)                                              \
    TRIANGLE(tbsv, L, T, k, lda > k && k >= 0 ? lda : -1, true, int k,         \
             const T *A, int lda)                                              \
    TRIANGLE(tpmv, L, T, -1, 0, false, const T *A)                             \
    TRIANGLE(tpsv, L, T, -1, 0, true, const T *A)

// A += alpha x x^T, and A += alpha x y^T + alpha y x^T. RL: the type of alpha.
#define RANK1(name, L, T, RL, R, mirror, ld, ...)                              \
    cublasStatus_t cublas##name##_v2(KATA_H, cublasFillMode_t uplo, int n,     \
                                     const R *alpha, KATA_X(T), __VA_ARGS__) { \
        NEED(h);                                                               \
        WANT(alpha &&is_triangle(uplo, n, incx));                              \
        FourMatrix a = half_of(FOUR_##L, FOUR_SYMMETRIC, uplo, n, -1, A, ld);  \
        a.hermitian = mirror;                                                  \
        return add_rank(h, "cublas" #name, a,                                  \
                        four_scalar(h, alpha, FOUR_##RL), mirror, false, x,    \
                        incx, NULL, 0);                                        \
    }
#define RANK2(name, L, T, mirror, ld, ...)                                     \
    cublasStatus_t cublas##name##_v2(KATA_H, cublasFillMode_t uplo, int n,     \
                                     const T *alpha, KATA_XY(T),               \
                                     __VA_ARGS__) {                            \
        NEED(h);                                                               \
        WANT(alpha &&is_triangle(uplo, n, incx) && incy != 0);                 \
        FourMatrix a = half_of(FOUR_##L, FOUR_SYMMETRIC, uplo, n, -1, A, ld);  \
        a.hermitian = mirror;                                                  \
        return add_rank(h, "cublas" #name, a, four_scalar(h, alpha, FOUR_##L), \
                        mirror, true, x, incx, y, incy);                       \
    }
#define RANKS(L, T, RL, R, mirror, d, p)                                       \
    RANK1(L##d##r, L, T, RL, R, mirror, max_of(lda, 1), T *A, int lda)         \
    RANK2(L##d##r2, L, T, mirror, max_of(lda, 1), T *A, int lda)               \
    RANK1(L##p##r, L, T, RL, R, mirror, 0, T *A)                               \
    RANK2(L##p##r2, L, T, mirror, 0, T *A)

#define GENERAL_RANK(name, L, T, mirror)                                       \
    cublasStatus_t cublas##name##_v2(KATA_H, int m, int n, const T *alpha,     \
                                     KATA_XY(T), T *A, int lda) {              \
        NEED(h);                                                               \
        WANT(alpha &&m >= 0 && n >= 0 && lda >= max_of(m, 1) && incx != 0 &&   \
             incy != 0);                                                       \
        FourMatrix a = {.what = "matrix A",                                    \
                        .p = A,                                                \
                        .type = FOUR_##L,                                      \
                        .rows = m,                                             \
                        .cols = n,                                             \
                        .ld = lda,                                             \
                        .below = m,                                            \
                        .above = n};                                           \
        return add_rank(h, "cublas" #name, a, four_scalar(h, alpha, FOUR_##L), \
                        mirror, false, x, incx, y, incy);                      \
    }

#define GENERAL_TIMES(L, T)                                                    \
    cublasStatus_t cublas##L##gemv_v2(                                         \
        KATA_H, cublasOperation_t trans, int m, int n, const T *alpha,         \
        const T *A, int lda, KATA_X(T), const T *beta, T *y, int incy) {       \
        NEED(h);                                                               \
        WANT(m >= 0 && n >= 0 && lda >= max_of(m, 1));                         \
        FourMatrix a = {.what = "matrix A",                                    \
                        .p = A,                                                \
                        .type = FOUR_##L,                                      \
                        .rows = m,                                             \
                        .cols = n,                                             \
                        .ld = lda};                                            \
        return times_vector(h, "cublas" #L "gemv", FOUR_##L, a,                \
                            four_op(trans), alpha, x, incx, beta, y, incy);    \
    }

#define REAL_BANDS(L, T)                                                       \
    GENERAL_BAND(L, T)                                                         \
    BAND_TIMES(L##sbmv, L, T, false)                                           \
    PACKED_TIMES(L##spmv, L, T, false)                                         \
    TRIANGLES(L, T)                                                            \
    RANKS(L, T, L, T, false, sy, sp)

#define COMPLEX_BANDS(L, T, RL, R)                                             \
    GENERAL_TIMES(L, T)                                                        \
    GENERAL_BAND(L, T)                                                         \
    DENSE_TIMES(L##symv, L, T, false)                                          \
    DENSE_TIMES(L##hemv, L, T, true)                                           \
    BAND_TIMES(L##hbmv, L, T, true)                                            \
    PACKED_TIMES(L##hpmv, L, T, true)                                          \
    TRIANGLES(L, T)                                                            \
    GENERAL_RANK(L##geru, L, T, false)                                         \
    GENERAL_RANK(L##gerc, L, T, true)                                          \
    RANK1(L##syr, L, T, L, T, false, max_of(lda, 1), T *A, int lda)            \
    RANK2(L##syr2, L, T, false, max_of(lda, 1), T *A, int lda)                 \
    RANKS(L, T, RL, R, true, he, hp)

REAL_BANDS(S, float)
REAL_BANDS(D, double)
COMPLEX_BANDS(C, cuComplex, S, float)
COMPLEX_BANDS(Z, cuDoubleComplex, D, double)
