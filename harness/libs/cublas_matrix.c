// cuBLAS levels 2 and 3 without the general product: matrix times vector,
// sums, triangles.
#include "libs/blas.h"

#include "base/heap.h"
#include "libs/cpublas.h"

#include <string.h>

#define NEED(h)                                                                \
    sim_work_from(__builtin_return_address(0));                                \
    if (!(h)) return CUBLAS_STATUS_NOT_INITIALIZED
#define WANT(ok)                                                               \
    if (!(ok)) return CUBLAS_STATUS_INVALID_VALUE

typedef struct Matrices {
    int m, n, k;
    cublasOperation_t ta, tb;
    cublasFillMode_t uplo;
    cublasSideMode_t side;
    cublasDiagType_t diag;
    Scalar alpha, beta;
    const void *a, *b, *x;
    void *c;
    int lda, ldb, ldc, incx, incy;
    cudaDataType type;
} Matrices;

static size_t size_of(const Matrices *v) {
    return blas_size(v->type);
}
static SimUnit matrix_unit(const Matrices *v) {
    return (int)v->type == R_64F ? SIM_UNIT_F64 : SIM_UNIT_F32;
}

// Element (i, j) and element i of a vector, as numbers.
static double at(const Matrices *v, const void *p, int ld, int64_t i,
                 int64_t j) {
    return (int)v->type == R_64F ? ((const double *)p)[i + j * ld]
                                 : (double)((const float *)p)[i + j * ld];
}
static void set(const Matrices *v, void *p, int ld, int64_t i, int64_t j,
                double value) {
    if ((int)v->type == R_64F)
        ((double *)p)[i + j * ld] = value;
    else
        ((float *)p)[i + j * ld] = (float)value;
}

static bool scalars(const Matrices *v, double *alpha, double *beta) {
    return blas_value(&v->alpha, alpha) && blas_value(&v->beta, beta);
}

static int reads_if(bool used) {
    return used ? SIM_READS | SIM_WRITES : SIM_WRITES;
}

static bool is_op(cublasOperation_t t) {
    return t == CUBLAS_OP_N || t == CUBLAS_OP_T || t == CUBLAS_OP_C;
}

static cublasStatus_t matrix_submit(cublasHandle_t h, const char *name,
                                    bool (*run)(void *), const Matrices *v,
                                    double flops, double elements) {
    SimWork w = BLAS_WORK(name, run, *v, matrix_unit(v), flops,
                          elements * (double)size_of(v));
    w.block = 128;
    w.grid = (unsigned)(elements / 1024) + 1;
    return blas_submit(h, w);
}

// ---- matrix times vector

static bool run_gemv(void *args) {
    const Matrices *v = args;
    bool t = v->ta != CUBLAS_OP_N;
    int rows = t ? v->n : v->m, cols = t ? v->m : v->n; // of op(A)
    double alpha, beta;
    if (!scalars(v, &alpha, &beta)) return false;
    const void *a = blas_matrix("matrix A", v->a, v->m, v->n, v->lda,
                                size_of(v), SIM_READS);
    const void *x =
        a ? blas_vector("vector x", v->x, cols, v->incx, size_of(v), SIM_READS)
          : NULL;
    void *y = x ? blas_vector("vector y", v->c, rows, v->incy, size_of(v),
                              reads_if(beta != 0))
                : NULL;
    if (!y) return false;
    // Down the columns, so that memory is read in order.
    double *sum = heap_new((size_t)rows + 1, sizeof *sum);
    for (int j = 0; j < v->n && alpha != 0; j++)
        for (int i = 0; i < v->m; i++) {
            double aij = at(v, a, v->lda, i, j);
            if (t)
                sum[j] += aij * at(v, x, v->incx, 0, i);
            else
                sum[i] += aij * at(v, x, v->incx, 0, j);
        }
    for (int i = 0; i < rows; i++) {
        double old = beta != 0 ? beta * at(v, y, v->incy, 0, i) : 0;
        set(v, y, v->incy, 0, i, alpha * sum[i] + old);
    }
    heap_free(sum);
    return true;
}

// Element (i, j) of a symmetric matrix of which one triangle is stored.
static double mirrored(const Matrices *v, const void *a, int64_t i, int64_t j) {
    bool stored = v->uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
    return stored ? at(v, a, v->lda, i, j) : at(v, a, v->lda, j, i);
}

static bool run_symv(void *args) {
    const Matrices *v = args;
    double alpha, beta;
    if (!scalars(v, &alpha, &beta)) return false;
    const void *a = blas_matrix("matrix A", v->a, v->n, v->n, v->lda,
                                size_of(v), SIM_READS | SIM_PARTS);
    const void *x =
        a ? blas_vector("vector x", v->x, v->n, v->incx, size_of(v), SIM_READS)
          : NULL;
    void *y = x ? blas_vector("vector y", v->c, v->n, v->incy, size_of(v),
                              reads_if(beta != 0))
                : NULL;
    for (int i = 0; y && i < v->n; i++) {
        double sum = 0;
        for (int j = 0; j < v->n && alpha != 0; j++)
            sum += mirrored(v, a, i, j) * at(v, x, v->incx, 0, j);
        double old = beta != 0 ? beta * at(v, y, v->incy, 0, i) : 0;
        set(v, y, v->incy, 0, i, alpha * sum + old);
    }
    return y;
}

static bool run_ger(void *args) {
    const Matrices *v = args;
    double alpha;
    if (!blas_value(&v->alpha, &alpha)) return false;
    const void *x =
        blas_vector("vector x", v->x, v->m, v->incx, size_of(v), SIM_READS);
    const void *y =
        x ? blas_vector("vector y", v->b, v->n, v->incy, size_of(v), SIM_READS)
          : NULL;
    void *a = y ? blas_matrix("matrix A", v->c, v->m, v->n, v->ldc, size_of(v),
                              SIM_READS | SIM_WRITES)
                : NULL;
    for (int j = 0; a && j < v->n; j++)
        for (int i = 0; i < v->m; i++)
            set(v, a, v->ldc, i, j,
                at(v, a, v->ldc, i, j) +
                    alpha * at(v, x, v->incx, 0, i) * at(v, y, v->incy, 0, j));
    return a;
}

// ---- sums and scalings of matrices

// NULL and *ok: the operand is not used.
static const void *term(const Matrices *v, const char *what, const void *p,
                        cublasOperation_t t, int ld, double factor, bool *ok) {
    if (factor == 0 || !*ok) return NULL;
    bool flip = t != CUBLAS_OP_N;
    const void *at_p =
        blas_matrix(what, p, flip ? v->n : v->m, flip ? v->m : v->n, ld,
                    size_of(v), SIM_READS);
    *ok = at_p;
    return at_p;
}

static bool run_geam(void *args) {
    const Matrices *v = args;
    double alpha, beta;
    bool ok = scalars(v, &alpha, &beta);
    if (!ok) return false;
    const void *a = term(v, "matrix A", v->a, v->ta, v->lda, alpha, &ok);
    const void *b = term(v, "matrix B", v->b, v->tb, v->ldb, beta, &ok);
    void *c = ok ? blas_matrix("matrix C", v->c, v->m, v->n, v->ldc, size_of(v),
                               SIM_WRITES)
                 : NULL;
    for (int j = 0; c && j < v->n; j++)
        for (int i = 0; i < v->m; i++) {
            bool ta = v->ta != CUBLAS_OP_N, tb = v->tb != CUBLAS_OP_N;
            double sum = 0;
            if (a) sum += alpha * at(v, a, v->lda, ta ? j : i, ta ? i : j);
            if (b) sum += beta * at(v, b, v->ldb, tb ? j : i, tb ? i : j);
            set(v, c, v->ldc, i, j, sum);
        }
    return c;
}

static bool run_dgmm(void *args) {
    const Matrices *v = args;
    bool left = v->side == CUBLAS_SIDE_LEFT;
    const void *a = blas_matrix("matrix A", v->a, v->m, v->n, v->lda,
                                size_of(v), SIM_READS);
    const void *x = a ? blas_vector("vector x", v->x, left ? v->m : v->n,
                                    v->incx, size_of(v), SIM_READS)
                      : NULL;
    void *c = x ? blas_matrix("matrix C", v->c, v->m, v->n, v->ldc, size_of(v),
                              SIM_WRITES)
                : NULL;
    for (int j = 0; c && j < v->n; j++)
        for (int i = 0; i < v->m; i++)
            set(v, c, v->ldc, i, j,
                at(v, a, v->lda, i, j) * at(v, x, v->incx, 0, left ? i : j));
    return c;
}

// ---- triangles

// The product is taken whole, and only C's triangle is touched.
static bool run_syrk(void *args) {
    const Matrices *v = args;
    bool t = v->ta != CUBLAS_OP_N, wide = (int)v->type == R_64F;
    double alpha, beta;
    if (!scalars(v, &alpha, &beta)) return false;
    const void *a = blas_matrix("matrix A", v->a, t ? v->k : v->n,
                                t ? v->n : v->k, v->lda, size_of(v), SIM_READS);
    void *c = a ? blas_matrix("matrix C", v->c, v->n, v->n, v->ldc, size_of(v),
                              reads_if(beta != 0) | SIM_PARTS)
                : NULL;
    if (!c) return false;
    void *sum = heap_new((size_t)v->n * (size_t)v->n, size_of(v));
    if (wide)
        cpu_dgemm(t, !t, v->n, v->n, v->k, alpha, a, v->lda, a, v->lda, 0, sum,
                  v->n);
    else
        cpu_sgemm(t, !t, v->n, v->n, v->k, (float)alpha, a, v->lda, a, v->lda,
                  0, sum, v->n);
    for (int j = 0; j < v->n; j++) {
        int from = v->uplo == CUBLAS_FILL_MODE_LOWER ? j : 0;
        int to = v->uplo == CUBLAS_FILL_MODE_LOWER ? v->n : j + 1;
        for (int i = from; i < to; i++) {
            double old = beta != 0 ? beta * at(v, c, v->ldc, i, j) : 0;
            set(v, c, v->ldc, i, j, at(v, sum, v->n, i, j) + old);
        }
    }
    heap_free(sum);
    return true;
}

// Solves op(A) y = y in place, y of n elements `step` apart. `flip`: A is used
// transposed, by the operation or because it stands on the right.
static void solve(const Matrices *v, const void *a, bool flip, int n,
                  double *y) {
    bool lower = (v->uplo == CUBLAS_FILL_MODE_LOWER) != flip;
    for (int s = 0; s < n; s++) {
        int i = lower ? s : n - 1 - s;
        double sum = y[i];
        for (int j = lower ? 0 : i + 1; j < (lower ? i : n); j++)
            sum -= at(v, a, v->lda, flip ? j : i, flip ? i : j) * y[j];
        if (v->diag == CUBLAS_DIAG_NON_UNIT) sum /= at(v, a, v->lda, i, i);
        y[i] = sum;
    }
}

static bool run_trsm(void *args) {
    const Matrices *v = args;
    bool left = v->side == CUBLAS_SIDE_LEFT, t = v->ta != CUBLAS_OP_N;
    int order = left ? v->m : v->n, systems = left ? v->n : v->m;
    double alpha;
    if (!blas_value(&v->alpha, &alpha)) return false;
    const void *a = alpha != 0
                        ? blas_matrix("matrix A", v->a, order, order, v->lda,
                                      size_of(v), SIM_READS | SIM_PARTS)
                        : "";
    void *b = a ? blas_matrix("matrix B", v->c, v->m, v->n, v->ldc, size_of(v),
                              reads_if(alpha != 0))
                : NULL;
    if (!b) return false;
    double *y = heap_new((size_t)order + 1, sizeof *y);
    for (int s = 0; s < systems; s++) {
        for (int i = 0; i < order && alpha != 0; i++)
            y[i] = alpha * at(v, b, v->ldc, left ? i : s, left ? s : i);
        // X op(A) = B is op(A)^T X^T = B^T.
        if (alpha != 0) solve(v, a, left ? t : !t, order, y);
        for (int i = 0; i < order; i++)
            set(v, b, v->ldc, left ? i : s, left ? s : i,
                alpha != 0 ? y[i] : 0);
    }
    heap_free(y);
    return true;
}

// ---- entry points

#define LEVEL2(L, T, R)                                                        \
    cublasStatus_t cublas##L##gemv_v2(                                         \
        KATA_H, cublasOperation_t trans, int m, int n, const T *alpha,         \
        const T *A, int lda, KATA_X(T), const T *beta, T *y, int incy) {       \
        NEED(h);                                                               \
        WANT(alpha &&beta &&is_op(trans) && m >= 0 && n >= 0 &&                \
             lda >= max_of(m, 1) && incx != 0 && incy != 0);                   \
        if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;                    \
        Matrices v = {.m = m,                                                  \
                      .n = n,                                                  \
                      .ta = trans,                                             \
                      .a = A,                                                  \
                      .lda = lda,                                              \
                      .x = x,                                                  \
                      .incx = incx,                                            \
                      .c = y,                                                  \
                      .incy = incy,                                            \
                      .type = R,                                               \
                      .alpha = blas_scalar(h, alpha, R),                       \
                      .beta = blas_scalar(h, beta, R)};                        \
        return matrix_submit(h, "cublas" #L "gemv", run_gemv, &v, 2.0 * m * n, \
                             (double)m * n + m + n);                           \
    }                                                                          \
    cublasStatus_t cublas##L##symv_v2(                                         \
        KATA_H, cublasFillMode_t uplo, int n, const T *alpha, const T *A,      \
        int lda, KATA_X(T), const T *beta, T *y, int incy) {                   \
        NEED(h);                                                               \
        WANT(alpha &&beta &&n >= 0 && lda >= max_of(n, 1) && incx != 0 &&      \
             incy != 0 && uplo != CUBLAS_FILL_MODE_FULL);                      \
        if (n == 0) return CUBLAS_STATUS_SUCCESS;                              \
        Matrices v = {.n = n,                                                  \
                      .uplo = uplo,                                            \
                      .a = A,                                                  \
                      .lda = lda,                                              \
                      .x = x,                                                  \
                      .incx = incx,                                            \
                      .c = y,                                                  \
                      .incy = incy,                                            \
                      .type = R,                                               \
                      .alpha = blas_scalar(h, alpha, R),                       \
                      .beta = blas_scalar(h, beta, R)};                        \
        return matrix_submit(h, "cublas" #L "symv", run_symv, &v, 2.0 * n * n, \
                             n * (n + 1.0) / 2);                               \
    }                                                                          \
    cublasStatus_t cublas##L##ger_v2(KATA_H, int m, int n, const T *alpha,     \
                                     KATA_XY(T), T *A, int lda) {              \
        NEED(h);                                                               \
        WANT(alpha &&m >= 0 && n >= 0 && lda >= max_of(m, 1) && incx != 0 &&   \
             incy != 0);                                                       \
        if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;                    \
        Matrices v = {.m = m,                                                  \
                      .n = n,                                                  \
                      .x = x,                                                  \
                      .incx = incx,                                            \
                      .b = y,                                                  \
                      .incy = incy,                                            \
                      .c = A,                                                  \
                      .ldc = lda,                                              \
                      .type = R,                                               \
                      .alpha = blas_scalar(h, alpha, R)};                      \
        return matrix_submit(h, "cublas" #L "ger", run_ger, &v, 2.0 * m * n,   \
                             2.0 * m * n);                                     \
    }

#define LEVEL3(L, T, R)                                                        \
    cublasStatus_t cublas##L##geam(                                            \
        KATA_H, KATA_OPS, int m, int n, const T *alpha, const T *A, int lda,   \
        const T *beta, const T *B, int ldb, T *C, int ldc) {                   \
        NEED(h);                                                               \
        WANT(alpha &&beta &&is_op(transa) && is_op(transb) && m >= 0 &&        \
             n >= 0 && lda >= max_of(transa == CUBLAS_OP_N ? m : n, 1) &&      \
             ldb >= max_of(transb == CUBLAS_OP_N ? m : n, 1) &&                \
             ldc >= max_of(m, 1));                                             \
        if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;                    \
        Matrices v = {.m = m,                                                  \
                      .n = n,                                                  \
                      .ta = transa,                                            \
                      .tb = transb,                                            \
                      .a = A,                                                  \
                      .lda = lda,                                              \
                      .b = B,                                                  \
                      .ldb = ldb,                                              \
                      .c = C,                                                  \
                      .ldc = ldc,                                              \
                      .type = R,                                               \
                      .alpha = blas_scalar(h, alpha, R),                       \
                      .beta = blas_scalar(h, beta, R)};                        \
        return matrix_submit(h, "cublas" #L "geam", run_geam, &v, 3.0 * m * n, \
                             3.0 * m * n);                                     \
    }                                                                          \
    cublasStatus_t cublas##L##dgmm(KATA_H, cublasSideMode_t side, int m,       \
                                   int n, const T *A, int lda, KATA_X(T),      \
                                   T *C, int ldc) {                            \
        NEED(h);                                                               \
        WANT(m >= 0 && n >= 0 && lda >= max_of(m, 1) && ldc >= max_of(m, 1));  \
        if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;                    \
        Matrices v = {.m = m,                                                  \
                      .n = n,                                                  \
                      .side = side,                                            \
                      .a = A,                                                  \
                      .lda = lda,                                              \
                      .x = x,                                                  \
                      .incx = incx,                                            \
                      .c = C,                                                  \
                      .ldc = ldc,                                              \
                      .type = R};                                              \
        return matrix_submit(h, "cublas" #L "dgmm", run_dgmm, &v,              \
                             (double)m * n, 2.0 * m * n);                      \
    }                                                                          \
    cublasStatus_t cublas##L##syrk_v2(KATA_H, KATA_TRIANGLE, int n, int k,     \
                                      const T *alpha, const T *A, int lda,     \
                                      const T *beta, T *C, int ldc) {          \
        NEED(h);                                                               \
        WANT(alpha &&beta &&is_op(trans) && n >= 0 && k >= 0 &&                \
             lda >= max_of(trans == CUBLAS_OP_N ? n : k, 1) &&                 \
             ldc >= max_of(n, 1) && uplo != CUBLAS_FILL_MODE_FULL);            \
        if (n == 0) return CUBLAS_STATUS_SUCCESS;                              \
        Matrices v = {.n = n,                                                  \
                      .k = k,                                                  \
                      .ta = trans,                                             \
                      .uplo = uplo,                                            \
                      .a = A,                                                  \
                      .lda = lda,                                              \
                      .c = C,                                                  \
                      .ldc = ldc,                                              \
                      .type = R,                                               \
                      .alpha = blas_scalar(h, alpha, R),                       \
                      .beta = blas_scalar(h, beta, R)};                        \
        return matrix_submit(h, "cublas" #L "syrk", run_syrk, &v,              \
                             (double)n * (n + 1.0) * k, (double)n * (k + n));  \
    }                                                                          \
    cublasStatus_t cublas##L##trsm_v2(                                         \
        KATA_H, cublasSideMode_t side, KATA_TRIANGLE, cublasDiagType_t diag,   \
        int m, int n, const T *alpha, const T *A, int lda, T *B, int ldb) {    \
        NEED(h);                                                               \
        WANT(alpha &&is_op(trans) && m >= 0 && n >= 0 &&                       \
             lda >= max_of(side == CUBLAS_SIDE_LEFT ? m : n, 1) &&             \
             ldb >= max_of(m, 1) && uplo != CUBLAS_FILL_MODE_FULL);            \
        if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;                    \
        Matrices v = {.m = m,                                                  \
                      .n = n,                                                  \
                      .ta = trans,                                             \
                      .uplo = uplo,                                            \
                      .side = side,                                            \
                      .diag = diag,                                            \
                      .a = A,                                                  \
                      .lda = lda,                                              \
                      .c = B,                                                  \
                      .ldc = ldb,                                              \
                      .type = R,                                               \
                      .alpha = blas_scalar(h, alpha, R)};                      \
        double order = side == CUBLAS_SIDE_LEFT ? m : n;                       \
        return matrix_submit(h, "cublas" #L "trsm", run_trsm, &v,              \
                             order * m * n, order * order / 2 + 2.0 * m * n);  \
    }

LEVEL2(S, float, R_32F)
LEVEL2(D, double, R_64F)
LEVEL3(S, float, R_32F)
LEVEL3(D, double, R_64F)
