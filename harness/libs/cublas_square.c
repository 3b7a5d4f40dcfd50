// cuBLAS level 3 beyond what real matrices of the common shapes need
// (cublas_matrix.c, cublas_gemm.c): complex products, symmetric factors,
// triangles.
#include "base/heap.h"
#include "libs/four.h"

#define NEED(h)                                                                \
    sim_work_from(__builtin_return_address(0));                                \
    if (!(h)) return CUBLAS_STATUS_NOT_INITIALIZED
#define WANT(ok)                                                               \
    if (!(ok)) return CUBLAS_STATUS_INVALID_VALUE

// C = alpha op(A) op(B) + beta C; in a triangle of C alone, and with
// conj(alpha) op(B)^T op(A)^T beside it (both).
typedef struct Level3 {
    FourMatrix a, b, c;
    FourOp opa, opb;
    FourScalar alpha, beta;
    bool solve, right, both;
    long long stride_a, stride_b, stride_c; // in elements
    int batch;
    bool pointers; // p of the matrices: arrays of pointers on the device
    const void *x; // of dgmm
    int incx;
} Level3;

static const void *moved(const FourMatrix *m, long long elements) {
    return m->p ? (const char *)m->p + elements * (long long)four_bytes(m->type)
                : NULL;
}

// ---- one product

// out (m x n) += a (m x k) b (k x n), all without gaps.
static void multiply_numbers(int m, int n, int k, const Number *a,
                             const Number *b, Number *out) {
    for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++) {
            Number f = b[(size_t)l + (size_t)j * (size_t)k];
            const Number *col = a + (size_t)l * (size_t)m;
            Number *to = out + (size_t)j * (size_t)m;
            for (int i = 0; i < m; i++)
                to[i] += col[i] * f;
        }
}

// The other half of a rank-2k update: the first one turned, conjugated if C is
// Hermitian.
static void add_turned(int n, bool hermitian, Number alpha, Number *sum) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++) {
            size_t x = (size_t)i + (size_t)j * (size_t)n;
            size_t y = (size_t)j + (size_t)i * (size_t)n;
            Number p = alpha * sum[x], q = alpha * sum[y];
            sum[x] = p + (hermitian ? conj(q) : q);
            sum[y] = q + (hermitian ? conj(p) : p);
        }
}

static void put_product(const Level3 *v, Number alpha, Number beta,
                        const Number *sum) {
    const FourMatrix *c = &v->c;
    for (int j = 0; j < c->cols; j++)
        for (int i = 0; i < c->rows; i++) {
            size_t at;
            if (!four_where(c, i, j, &at)) continue;
            Number old = beta != 0 ? beta * four_get(c->type, c->at, at) : 0;
            Number x =
                alpha * sum[(size_t)i + (size_t)j * (size_t)c->rows] + old;
            if (c->hermitian && i == j) x = creal(x);
            four_put(c->type, c->at, at, x);
        }
}

static bool one_product(Level3 *v, Number alpha, Number beta) {
    bool flip = v->opa == FOUR_T || v->opa == FOUR_H;
    int k = flip ? v->a.rows : v->a.cols;
    if (!four_open(&v->a, SIM_READS) || !four_open(&v->b, SIM_READS))
        return false;
    // Of a triangle the other half stays as it is.
    bool reads = beta != 0;
    int parts = v->c.kind == FOUR_GENERAL ? 0 : SIM_PARTS;
    if (!four_open(&v->c, reads ? SIM_READS | SIM_WRITES : SIM_WRITES | parts))
        return false;
    Number *a = four_expand(&v->a, v->opa), *b = four_expand(&v->b, v->opb);
    size_t n = (size_t)v->c.rows * (size_t)v->c.cols;
    Number *sum = heap_new(n + 1, sizeof *sum);
    if (alpha != 0) multiply_numbers(v->c.rows, v->c.cols, k, a, b, sum);
    if (v->both) add_turned(v->c.rows, v->c.hermitian, alpha, sum);
    put_product(v, v->both ? 1 : alpha, beta, sum);
    heap_free(a);
    heap_free(b);
    heap_free(sum);
    return true;
}

static const void *const *addresses(const FourMatrix *m, int batch) {
    size_t bytes = (size_t)batch * sizeof(void *);
    return sim_work_range("an array of pointers", m->p, bytes, 0, 1, SIM_READS);
}

// Does `one` for each matrix of a batch.
static bool each_of_batch(Level3 *v, bool (*one)(Level3 *, Number, Number)) {
    Number alpha, beta;
    const void *const *a = NULL, *const *b = NULL, *const *c = NULL;
    if (!four_value(&v->alpha, &alpha) || !four_value(&v->beta, &beta))
        return false;
    if (v->pointers) {
        a = addresses(&v->a, v->batch);
        c = a ? addresses(&v->c, v->batch) : NULL;
        b = c && v->b.p ? addresses(&v->b, v->batch) : NULL;
        if (!c || (v->b.p && !b)) return false;
    }
    bool ok = true;
    for (int i = 0; ok && i < max_of(v->batch, 1); i++) {
        Level3 t = *v;
        t.a.p = a ? a[i] : moved(&v->a, i * v->stride_a);
        t.b.p = b ? b[i] : moved(&v->b, i * v->stride_b);
        t.c.p = c ? c[i] : moved(&v->c, i * v->stride_c);
        ok = one(&t, alpha, beta);
    }
    return ok;
}

static bool run_products(void *args) {
    return each_of_batch(args, one_product);
}

// ---- one triangle: C = alpha op(A)^(+-1) B, or from the right

static FourOp op_turned(FourOp op) {
    static const FourOp of[] = {[FOUR_N] = FOUR_T,
                                [FOUR_T] = FOUR_N,
                                [FOUR_H] = FOUR_R,
                                [FOUR_R] = FOUR_H};
    return of[op];
}

static bool one_triangle(Level3 *v, Number alpha, Number beta) {
    (void)beta;
    bool own = !v->b.p; // B is C
    if (!four_open(&v->a, SIM_READS)) return false;
    if (!own && !four_open(&v->b, SIM_READS)) return false;
    if (!four_open(&v->c, own ? SIM_READS | SIM_WRITES : SIM_WRITES))
        return false;
    Number *x = four_expand(own ? &v->c : &v->b, v->right ? FOUR_T : FOUR_N);
    int rows = v->right ? v->c.cols : v->c.rows;
    int cols = v->right ? v->c.rows : v->c.cols;
    FourOp op = v->right ? op_turned(v->opa) : v->opa;
    for (size_t i = 0; i < (size_t)rows * (size_t)cols; i++)
        x[i] *= alpha;
    for (int j = 0; j < cols && alpha != 0; j++)
        four_apply(&v->a, op, v->solve, x + (size_t)j * (size_t)rows);
    for (int j = 0; j < v->c.cols; j++)
        for (int i = 0; i < v->c.rows; i++) {
            size_t from = v->right ? (size_t)j + (size_t)i * (size_t)rows
                                   : (size_t)i + (size_t)j * (size_t)rows;
            size_t to = (size_t)i + (size_t)j * (size_t)v->c.ld;
            four_put(v->c.type, v->c.at, to, x[from]);
        }
    heap_free(x);
    return true;
}

static bool run_triangles(void *args) {
    return each_of_batch(args, one_triangle);
}

// ---- sums

static bool one_sum(Level3 *v, Number alpha, Number beta) {
    size_t n = (size_t)v->c.rows * (size_t)v->c.cols;
    bool ok = (alpha == 0 || four_open(&v->a, SIM_READS)) &&
              (beta == 0 || four_open(&v->b, SIM_READS)) &&
              four_open(&v->c, SIM_WRITES);
    if (!ok) return false;
    Number *a = alpha != 0 ? four_expand(&v->a, v->opa) : NULL;
    Number *b = beta != 0 ? four_expand(&v->b, v->opb) : NULL;
    Number *sum = heap_new(n + 1, sizeof *sum);
    for (size_t i = 0; i < n; i++)
        sum[i] = (a ? alpha * a[i] : 0) + (b ? beta * b[i] : 0);
    put_product(v, 1, 0, sum);
    heap_free(a);
    heap_free(b);
    heap_free(sum);
    return true;
}

static bool run_sum(void *args) {
    return each_of_batch(args, one_sum);
}

// C = diag(x) A, or A diag(x).
static bool run_diagonal(void *args) {
    Level3 *v = args;
    int n = v->right ? v->c.cols : v->c.rows;
    if (!four_open(&v->a, SIM_READS) || !four_open(&v->c, SIM_WRITES))
        return false;
    Number *x =
        four_vector("vector x", v->c.type, v->x, n, v->incx, SIM_READS, NULL);
    for (int j = 0; x && j < v->c.cols; j++)
        for (int i = 0; i < v->c.rows; i++)
            four_put(v->c.type, v->c.at,
                     (size_t)i + (size_t)j * (size_t)v->c.ld,
                     x[v->right ? j : i] * four_at(&v->a, i, j));
    heap_free(x);
    return x;
}

// ---- handing it in

static FourMatrix dense(const char *what, Four t, const void *p, int rows,
                        int cols, int ld) {
    return (FourMatrix){.what = what,
                        .p = p,
                        .type = t,
                        .rows = rows,
                        .cols = cols,
                        .ld = ld,
                        .below = rows,
                        .above = cols};
}

static FourMatrix before_op(const char *what, Four t, const void *p, FourOp op,
                            int rows, int cols, int ld) {
    return op == FOUR_N ? dense(what, t, p, rows, cols, ld)
                        : dense(what, t, p, cols, rows, ld);
}

static FourMatrix halved(const char *what, Four t, FourKind kind, bool mirror,
                         cublasFillMode_t uplo, const void *p, int n, int ld) {
    FourMatrix m = dense(what, t, p, n, n, ld);
    m.kind = kind;
    m.hermitian = mirror;
    m.lower = uplo == CUBLAS_FILL_MODE_LOWER;
    return m;
}

static bool ld_is_enough(const FourMatrix *m) {
    return m->rows >= 0 && m->cols >= 0 && m->ld >= max_of(m->rows, 1);
}

static cublasStatus_t level3_submit(cublasHandle_t h, const char *name,
                                    bool (*run)(void *), const Level3 *v,
                                    double k) {
    WANT(ld_is_enough(&v->a) && (!v->b.p || ld_is_enough(&v->b)) &&
         ld_is_enough(&v->c));
    double mn = (double)v->c.rows * v->c.cols * max_of(v->batch, 1);
    if (mn == 0 || v->batch < 0) return CUBLAS_STATUS_SUCCESS;
    return four_submit(h, name, v->c.type, run, v, sizeof *v, 2 * mn * k,
                       mn * 2 + (mn > 0 ? k * (v->c.rows + v->c.cols) : 0));
}

static Level3 product_of(cublasHandle_t h, Four t, cublasOperation_t ta,
                         cublasOperation_t tb, int m, int n, int k,
                         const void *alpha, const void *A, int lda,
                         const void *B, int ldb, const void *beta, void *C,
                         int ldc) {
    FourOp opa = four_op(ta), opb = four_op(tb);
    return (Level3){.opa = opa,
                    .opb = opb,
                    .a = before_op("matrix A", t, A, opa, m, k, lda),
                    .b = before_op("matrix B", t, B, opb, k, n, ldb),
                    .c = dense("matrix C", t, C, m, n, ldc),
                    .alpha = four_scalar(h, alpha, t),
                    .beta = four_scalar(h, beta, t)};
}

static cublasStatus_t mirrored_times(cublasHandle_t h, const char *name, Four t,
                                     bool mirror, cublasSideMode_t side,
                                     cublasFillMode_t uplo, int m, int n,
                                     const void *alpha, const void *A, int lda,
                                     const void *B, int ldb, const void *beta,
                                     void *C, int ldc) {
    bool left = side == CUBLAS_SIDE_LEFT;
    WANT(alpha && beta && uplo != CUBLAS_FILL_MODE_FULL);
    FourMatrix s = halved("matrix A", t, FOUR_SYMMETRIC, mirror, uplo, A,
                          left ? m : n, lda);
    FourMatrix b = dense("matrix B", t, B, m, n, ldb);
    Level3 v = {.a = left ? s : b,
                .b = left ? b : s,
                .c = dense("matrix C", t, C, m, n, ldc),
                .alpha = four_scalar(h, alpha, t),
                .beta = four_scalar(h, beta, t)};
    return level3_submit(h, name, run_products, &v, left ? m : n);
}

// C's triangle from A and B, both n x k, or turned ones. alpha and beta are of
// types of their own: real for Hermitian updates.
static cublasStatus_t triangle_of(cublasHandle_t h, const char *name, Four t,
                                  bool mirror, bool both, cublasFillMode_t uplo,
                                  cublasOperation_t trans, int n, int k,
                                  FourScalar alpha, const void *A, int lda,
                                  const void *B, int ldb, FourScalar beta,
                                  void *C, int ldc) {
    bool flip = trans != CUBLAS_OP_N;
    FourOp back = mirror ? FOUR_H : FOUR_T;
    WANT(uplo != CUBLAS_FILL_MODE_FULL);
    Level3 v = {
        .opa = flip ? back : FOUR_N,
        .opb = flip ? FOUR_N : back,
        .a = dense("matrix A", t, A, flip ? k : n, flip ? n : k, lda),
        .b = dense("matrix B", t, B, flip ? k : n, flip ? n : k, ldb),
        .c = halved("matrix C", t, FOUR_TRIANGLE, mirror, uplo, C, n, ldc),
        .alpha = alpha,
        .beta = beta,
        .both = both};
    return level3_submit(h, name, run_products, &v, k / (both ? 1.0 : 2.0));
}

static cublasStatus_t
triangle_by(cublasHandle_t h, const char *name, Four t, bool solve,
            cublasSideMode_t side, cublasFillMode_t uplo,
            cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
            const void *alpha, const void *A, int lda, const void *B, int ldb,
            void *C, int ldc, int batch, bool pointers) {
    WANT(alpha && uplo != CUBLAS_FILL_MODE_FULL && batch >= 0);
    int order = side == CUBLAS_SIDE_LEFT ? m : n;
    Level3 v = {
        .opa = four_op(trans),
        .a = halved("matrix A", t, FOUR_TRIANGLE, false, uplo, A, order, lda),
        .b = dense("matrix B", t, B, m, n, ldb),
        .c = dense("matrix C", t, C, m, n, ldc),
        .alpha = four_scalar(h, alpha, t),
        .solve = solve,
        .right = side != CUBLAS_SIDE_LEFT,
        .batch = batch,
        .pointers = pointers};
    v.a.unit = diag == CUBLAS_DIAG_UNIT;
    if (!B || B == C) v.b.p = NULL;
    if (solve) v.c.what = "matrix B";
    return level3_submit(h, name, run_triangles, &v, order / 2.0);
}

// ---- what programs call

#define OF(t, p) four_scalar(h, p, FOUR_##t)

#define COMPLEX_PRODUCT(L, T)                                                  \
    cublasStatus_t cublas##L##gemm_v2(KATA_H, KATA_OPS, int m, int n, int k,   \
                                      const T *alpha, KATA_AB(T),              \
                                      const T *beta, T *C, int ldc) {          \
        NEED(h);                                                               \
        WANT(alpha &&beta);                                                    \
        Level3 v = product_of(h, FOUR_##L, transa, transb, m, n, k, alpha, A,  \
                              lda, B, ldb, beta, C, ldc);                      \
        return level3_submit(h, "cublas" #L "gemm", run_products, &v, k);      \
    }                                                                          \
    cublasStatus_t cublas##L##gemmStridedBatched(                              \
        KATA_H, KATA_OPS, int m, int n, int k, const T *alpha, const T *A,     \
        int lda, long long stride_a, const T *B, int ldb, long long stride_b,  \
        const T *beta, T *C, int ldc, long long stride_c, int batch) {         \
        NEED(h);                                                               \
        WANT(alpha &&beta &&batch >= 0);                                       \
        if (batch == 0) return CUBLAS_STATUS_SUCCESS;                          \
        Level3 v = product_of(h, FOUR_##L, transa, transb, m, n, k, alpha, A,  \
                              lda, B, ldb, beta, C, ldc);                      \
        v.stride_a = stride_a;                                                 \
        v.stride_b = stride_b;                                                 \
        v.stride_c = stride_c;                                                 \
        v.batch = batch;                                                       \
        return level3_submit(h, "cublas" #L "gemmStridedBatched",              \
                             run_products, &v, k);                             \
    }                                                                          \
    cublasStatus_t cublas##L##gemmBatched(                                     \
        KATA_H, KATA_OPS, int m, int n, int k, const T *alpha,                 \
        const T *const A[], int lda, const T *const B[], int ldb,              \
        const T *beta, T *const C[], int ldc, int batch) {                     \
        NEED(h);                                                               \
        WANT(alpha &&beta &&batch >= 0);                                       \
        if (batch == 0) return CUBLAS_STATUS_SUCCESS;                          \
        Level3 v = product_of(h, FOUR_##L, transa, transb, m, n, k, alpha, A,  \
                              lda, B, ldb, beta, (void *)(uintptr_t)C, ldc);   \
        v.batch = batch;                                                       \
        v.pointers = true;                                                     \
        return level3_submit(h, "cublas" #L "gemmBatched", run_products, &v,   \
                             k);                                               \
    }                                                                          \
    cublasStatus_t cublas##L##geam(                                            \
        KATA_H, KATA_OPS, int m, int n, const T *alpha, const T *A, int lda,   \
        const T *beta, const T *B, int ldb, T *C, int ldc) {                   \
        NEED(h);                                                               \
        WANT(alpha &&beta);                                                    \
        Level3 v = product_of(h, FOUR_##L, transa, transb, m, n, 0, alpha, A,  \
                              lda, B, ldb, beta, C, ldc);                      \
        v.a = before_op("matrix A", FOUR_##L, A, v.opa, m, n, lda);            \
        v.b = before_op("matrix B", FOUR_##L, B, v.opb, m, n, ldb);            \
        return level3_submit(h, "cublas" #L "geam", run_sum, &v, 1);           \
    }

#define DIAGONAL(L, T)                                                         \
    cublasStatus_t cublas##L##dgmm(KATA_H, cublasSideMode_t side, int m,       \
                                   int n, const T *A, int lda, KATA_X(T),      \
                                   T *C, int ldc) {                            \
        NEED(h);                                                               \
        Level3 v = {.a = dense("matrix A", FOUR_##L, A, m, n, lda),            \
                    .c = dense("matrix C", FOUR_##L, C, m, n, ldc),            \
                    .right = side != CUBLAS_SIDE_LEFT,                         \
                    .x = x,                                                    \
                    .incx = incx};                                             \
        return level3_submit(h, "cublas" #L "dgmm", run_diagonal, &v, 1);      \
    }                                                                          \
    cublasStatus_t cublas##L##gemm3m(KATA_H, KATA_OPS, int m, int n, int k,    \
                                     const T *alpha, KATA_AB(T),               \
                                     const T *beta, T *C, int ldc) {           \
        NEED(h);                                                               \
        WANT(alpha &&beta);                                                    \
        Level3 v = product_of(h, FOUR_##L, transa, transb, m, n, k, alpha, A,  \
                              lda, B, ldb, beta, C, ldc);                      \
        return level3_submit(h, "cublas" #L "gemm3m", run_products, &v, k);    \
    }

#define MIRRORED(name, L, T, mirror)                                           \
    cublasStatus_t cublas##name##_v2(                                          \
        KATA_H, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,    \
        const T *alpha, KATA_AB(T), const T *beta, T *C, int ldc) {            \
        NEED(h);                                                               \
        return mirrored_times(h, "cublas" #name, FOUR_##L, mirror, side, uplo, \
                              m, n, alpha, A, lda, B, ldb, beta, C, ldc);      \
    }

#define RANK_K(name, L, T, RL, R, mirror)                                      \
    cublasStatus_t cublas##name##_v2(KATA_H, KATA_TRIANGLE, int n, int k,      \
                                     const R *alpha, const T *A, int lda,      \
                                     const R *beta, T *C, int ldc) {           \
        NEED(h);                                                               \
        WANT(alpha &&beta);                                                    \
        return triangle_of(h, "cublas" #name, FOUR_##L, mirror, false, uplo,   \
                           trans, n, k, OF(RL, alpha), A, lda, A, lda,         \
                           OF(RL, beta), C, ldc);                              \
    }

// call: with its _v2, if it has one.
#define RANK_2K(call, name, L, T, RL, R, mirror, twice)                        \
    cublasStatus_t cublas##call(KATA_H, KATA_TRIANGLE, int n, int k,           \
                                const T *alpha, KATA_AB(T), const R *beta,     \
                                T *C, int ldc) {                               \
        NEED(h);                                                               \
        WANT(alpha &&beta);                                                    \
        return triangle_of(h, "cublas" #name, FOUR_##L, mirror, twice, uplo,   \
                           trans, n, k, OF(L, alpha), A, lda, B, ldb,          \
                           OF(RL, beta), C, ldc);                              \
    }

#define PRODUCT_BY(L, T)                                                       \
    cublasStatus_t cublas##L##trmm_v2(                                         \
        KATA_H, cublasSideMode_t side, KATA_TRIANGLE, cublasDiagType_t diag,   \
        int m, int n, const T *alpha, KATA_AB(T), T *C, int ldc) {             \
        NEED(h);                                                               \
        return triangle_by(h, "cublas" #L "trmm", FOUR_##L, false, side, uplo, \
                           trans, diag, m, n, alpha, A, lda, B, ldb, C, ldc,   \
                           0, false);                                          \
    }                                                                          \
    cublasStatus_t cublas##L##trsmBatched(                                     \
        KATA_H, cublasSideMode_t side, KATA_TRIANGLE, cublasDiagType_t diag,   \
        int m, int n, const T *alpha, const T *const A[], int lda,             \
        T *const B[], int ldb, int batch) {                                    \
        NEED(h);                                                               \
        WANT(batch >= 0);                                                      \
        if (batch == 0) return CUBLAS_STATUS_SUCCESS;                          \
        return triangle_by(h, "cublas" #L "trsmBatched", FOUR_##L, true, side, \
                           uplo, trans, diag, m, n, alpha, A, lda, NULL, 0,    \
                           (void *)(uintptr_t)B, ldb, batch, true);            \
    }

#define SOLVE_BY(L, T)                                                         \
    cublasStatus_t cublas##L##trsm_v2(                                         \
        KATA_H, cublasSideMode_t side, KATA_TRIANGLE, cublasDiagType_t diag,   \
        int m, int n, const T *alpha, const T *A, int lda, T *B, int ldb) {    \
        NEED(h);                                                               \
        return triangle_by(h, "cublas" #L "trsm", FOUR_##L, true, side, uplo,  \
                           trans, diag, m, n, alpha, A, lda, NULL, 0, B, ldb,  \
                           0, false);                                          \
    }

#define ALL_SQUARES(L, T)                                                      \
    MIRRORED(L##symm, L, T, false)                                             \
    RANK_2K(L##syr2k_v2, L##syr2k, L, T, L, T, false, true)                    \
    RANK_2K(L##syrkx, L##syrkx, L, T, L, T, false, false)                      \
    PRODUCT_BY(L, T)

#define COMPLEX_SQUARES(L, T, RL, R)                                           \
    COMPLEX_PRODUCT(L, T)                                                      \
    DIAGONAL(L, T)                                                             \
    MIRRORED(L##hemm, L, T, true)                                              \
    RANK_K(L##syrk, L, T, L, T, false)                                         \
    RANK_K(L##herk, L, T, RL, R, true)                                         \
    RANK_2K(L##her2k_v2, L##her2k, L, T, RL, R, true, true)                    \
    RANK_2K(L##herkx, L##herkx, L, T, RL, R, true, false)                      \
    SOLVE_BY(L, T)

ALL_SQUARES(S, float)
ALL_SQUARES(D, double)
ALL_SQUARES(C, cuComplex)
ALL_SQUARES(Z, cuDoubleComplex)
COMPLEX_SQUARES(C, cuComplex, S, float)
COMPLEX_SQUARES(Z, cuDoubleComplex, D, double)
