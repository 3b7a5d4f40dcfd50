// cuSPARSE: products, triangular systems, sparse vectors, conversions. The work
// holds copies of the descriptors, which may be gone when it runs.
#include "libs/sparse.h"

#include "base/heap.h"

#include <string.h>

#define NEED(h)                                                                \
    sim_work_from(__builtin_return_address(0));                                \
    if (!(h)) return CUSPARSE_STATUS_NOT_INITIALIZED
#define WANT(ok, or)                                                           \
    if (!(ok)) return CUSPARSE_STATUS_## or

// Element i of device memory that begins at `base` and is `at` in this process.
// An index that lies outside is the device's to find.
static bool fetch_element(const char *what, const void *base, const void *at,
                          int64_t i, int64_t n, cudaDataType t, Number *out) {
    if (i >= 0 && i < n) {
        *out = sparse_get(t, at, i);
        return true;
    }
    size_t size = sparse_size(t);
    const void *p = sim_work_range(what, (const char *)base + i * (int64_t)size,
                                   size, 0, 1, SIM_READS);
    if (p) *out = sparse_get(t, p, 0);
    return p;
}

Number sparse_conj_if(cusparseOperation_t op, Number v) {
    return op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conj(v) : v;
}

double sparse_bytes(const struct cusparseSpMatDescr *m) {
    double index = m->index_type == CUSPARSE_INDEX_64I ? 8 : 4;
    return (double)m->nnz * (index + (double)sparse_size(m->type)) +
           (double)m->rows * index;
}

// ---- matrix times dense matrix; a vector is one of one column

typedef struct Product {
    struct cusparseSpMatDescr a;
    struct cusparseDnMatDescr b, c;
    cusparseOperation_t opa, opb;
    SparseScalar alpha, beta;
    bool vector;
} Product;

static bool is_by_rows(const struct cusparseDnMatDescr *m) {
    return m->order == CUSPARSE_ORDER_ROW;
}

void *sparse_dense(const char *what, const struct cusparseDnMatDescr *m,
                   int access) {
    size_t e = sparse_size(m->type);
    int64_t line = is_by_rows(m) ? m->cols : m->rows;
    int64_t lines = is_by_rows(m) ? m->rows : m->cols;
    return sim_work_range(what, m->values, (size_t)line * e, (size_t)m->ld * e,
                          (size_t)lines, access);
}

int64_t sparse_dense_at(const struct cusparseDnMatDescr *m, int64_t i,
                        int64_t j) {
    return is_by_rows(m) ? i * m->ld + j : i + j * m->ld;
}

// sum[i, j] += op(A)[i, k] op(B)[k, j]. An index outside of A's shape is an
// address that the device checks.
static bool add_products(const Product *p, const Entries *e, const void *b,
                         Number *sum) {
    const char *what = p->vector ? "vector x" : "matrix B";
    bool ta = p->opa != CUSPARSE_OPERATION_NON_TRANSPOSE;
    bool tb = p->opb != CUSPARSE_OPERATION_NON_TRANSPOSE;
    int64_t inner = ta ? p->a.rows : p->a.cols;
    size_t size = sparse_size(p->b.type);
    for (int64_t n = 0; n < e->n; n++) {
        int64_t i = ta ? e->col[n] : e->row[n], k = ta ? e->row[n] : e->col[n];
        Number v = sparse_conj_if(p->opa, sparse_get(e->type, e->values, n));
        if (i < 0 || i >= p->c.rows)
            return sim_work_range(p->vector ? "vector y" : "matrix C",
                                  (char *)p->c.values + i * (int64_t)size, size,
                                  0, 1, SIM_WRITES);
        for (int64_t j = 0; j < p->c.cols; j++) {
            int64_t at = tb ? sparse_dense_at(&p->b, j, k)
                            : sparse_dense_at(&p->b, k, j);
            Number x;
            if (k >= 0 && k < inner)
                x = sparse_get(p->b.type, b, at);
            else if (!fetch_element(what, p->b.values, b, at, 0, p->b.type, &x))
                return false;
            sum[i + j * p->c.rows] += v * sparse_conj_if(p->opb, x);
        }
    }
    return true;
}

static bool run_product(void *args) {
    const Product *p = args;
    Number alpha, beta;
    Entries e = {0};
    if (!sparse_value(&p->alpha, &alpha) || !sparse_value(&p->beta, &beta))
        return false;
    bool ok = entries_read(&p->a, &e);
    const void *b =
        ok ? sparse_dense(p->vector ? "vector x" : "matrix B", &p->b, SIM_READS)
           : NULL;
    void *c = b ? sparse_dense(p->vector ? "vector y" : "matrix C", &p->c,
                               beta != 0 ? SIM_READS | SIM_WRITES : SIM_WRITES)
                : NULL;
    size_t n = (size_t)(p->c.rows * p->c.cols);
    Number *sum = heap_new(n + 1, sizeof *sum);
    ok = c && add_products(p, &e, b, sum);
    for (int64_t j = 0; ok && j < p->c.cols; j++)
        for (int64_t i = 0; i < p->c.rows; i++) {
            int64_t at = sparse_dense_at(&p->c, i, j);
            Number v = alpha * sum[i + j * p->c.rows];
            if (beta != 0) v += beta * sparse_get(p->c.type, c, at);
            sparse_put(p->c.type, c, at, v);
        }
    heap_free(sum);
    entries_free(&e);
    return ok;
}

static cusparseStatus_t product_submit(cusparseHandle_t h, const char *name,
                                       Product *p) {
    double columns = (double)p->c.cols, size = (double)sparse_size(p->c.type);
    double bytes =
        sparse_bytes(&p->a) + (double)(p->a.rows + p->a.cols) * columns * size;
    return sparse_submit(h, name, run_product, p, sizeof *p, p->c.type,
                         2 * (double)p->a.nnz * columns, bytes);
}

static struct cusparseDnMatDescr column_of(const struct cusparseDnVecDescr *v) {
    return (struct cusparseDnMatDescr){.rows = v->size,
                                       .cols = 1,
                                       .ld = max_of(v->size, (int64_t)1),
                                       .values = v->values,
                                       .type = v->type,
                                       .order = CUSPARSE_ORDER_COL};
}

bool sparse_same_types(cudaDataType a, cudaDataType b, cudaDataType c,
                       cudaDataType compute) {
    return a == b && b == c && c == compute;
}

cusparseStatus_t cusparseSpMV(KATA_SPMV, void *buffer) {
    NEED(h);
    (void)buffer, (void)alg;
    WANT(alpha && A && x && beta && y, INVALID_VALUE);
    WANT(sparse_same_types(A->type, x->type, y->type, compute), NOT_SUPPORTED);
    bool t = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
    WANT(x->size == (t ? A->rows : A->cols) &&
             y->size == (t ? A->cols : A->rows),
         INVALID_VALUE);
    Product p = {.a = *A,
                 .b = column_of(x),
                 .c = column_of(y),
                 .opa = op,
                 .alpha = sparse_scalar(h, alpha, compute),
                 .beta = sparse_scalar(h, beta, compute),
                 .vector = true};
    return product_submit(h, "cusparseSpMV", &p);
}

cusparseStatus_t cusparseSpMM(KATA_SPMM, void *buffer) {
    NEED(h);
    (void)buffer, (void)alg;
    WANT(alpha && A && B && beta && C, INVALID_VALUE);
    WANT(sparse_same_types(A->type, B->type, C->type, compute), NOT_SUPPORTED);
    bool ta = opa != CUSPARSE_OPERATION_NON_TRANSPOSE;
    bool tb = opb != CUSPARSE_OPERATION_NON_TRANSPOSE;
    WANT(C->rows == (ta ? A->cols : A->rows) &&
             (tb ? B->cols : B->rows) == (ta ? A->rows : A->cols) &&
             C->cols == (tb ? B->rows : B->cols),
         INVALID_VALUE);
    Product p = {.a = *A,
                 .b = *B,
                 .c = *C,
                 .opa = opa,
                 .opb = opb,
                 .alpha = sparse_scalar(h, alpha, compute),
                 .beta = sparse_scalar(h, beta, compute)};
    return product_submit(h, "cusparseSpMM", &p);
}

// Nothing here needs a buffer, but programs allocate one, and 0 bytes give
// none.
cusparseStatus_t sparse_small_buffer(cusparseHandle_t h, size_t *bytes) {
    WANT(h, NOT_INITIALIZED);
    WANT(bytes, INVALID_VALUE);
    *bytes = 8;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMV_bufferSize(KATA_SPMV, size_t *bytes) {
    (void)op, (void)alpha, (void)A, (void)x, (void)beta, (void)y;
    (void)compute, (void)alg;
    return sparse_small_buffer(h, bytes);
}
cusparseStatus_t cusparseSpMV_preprocess(KATA_SPMV, void *buffer) {
    (void)op, (void)alpha, (void)A, (void)x, (void)beta, (void)y;
    (void)compute, (void)alg, (void)buffer;
    return h ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;
}
cusparseStatus_t cusparseSpMM_bufferSize(KATA_SPMM, size_t *bytes) {
    (void)opa, (void)opb, (void)alpha, (void)A, (void)B, (void)beta, (void)C;
    (void)compute, (void)alg;
    return sparse_small_buffer(h, bytes);
}
cusparseStatus_t cusparseSpMM_preprocess(KATA_SPMM, void *buffer) {
    (void)opa, (void)opb, (void)alpha, (void)A, (void)B, (void)beta, (void)C;
    (void)compute, (void)alg, (void)buffer;
    return h ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;
}

// ---- triangular systems

struct cusparseSpSVDescr {
    bool analysed;
};

typedef struct Triangle {
    struct cusparseSpMatDescr a;
    struct cusparseDnVecDescr x, y;
    cusparseOperation_t op;
    SparseScalar alpha;
} Triangle;

// Entries by line of op(A): which of them, line by line, from first[line] on.
static int64_t *by_lines(const int64_t *line, int64_t nnz, int64_t n,
                         int64_t *first) {
    int64_t *order = heap_new((size_t)nnz + 1, sizeof *order);
    int64_t *next = heap_new((size_t)n + 1, sizeof *next);
    for (int64_t k = 0; k < nnz; k++)
        first[line[k] + 1]++;
    for (int64_t i = 0; i < n; i++)
        first[i + 1] += first[i];
    memcpy(next, first, ((size_t)n + 1) * sizeof *next);
    for (int64_t k = 0; k < nnz; k++)
        order[next[line[k]]++] = k;
    heap_free(next);
    return order;
}

// Solves in place; entries of the other triangle do not count.
void sparse_substitute(const struct cusparseSpMatDescr *a,
                       cusparseOperation_t op, const Entries *e, Number *y) {
    bool flip = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
    bool lower = (a->fill == CUSPARSE_FILL_MODE_LOWER) != flip;
    bool unit = a->diag == CUSPARSE_DIAG_TYPE_UNIT;
    const int64_t *row = flip ? e->col : e->row, *col = flip ? e->row : e->col;
    int64_t n = a->rows;
    int64_t *first = heap_new((size_t)n + 2, sizeof *first);
    int64_t *order = by_lines(row, e->n, n, first);
    for (int64_t s = 0; s < n; s++) {
        int64_t i = lower ? s : n - 1 - s;
        Number sum = y[i], pivot = unit ? 1 : 0;
        for (int64_t k = first[i]; k < first[i + 1]; k++) {
            int64_t j = col[order[k]];
            Number v =
                sparse_conj_if(op, sparse_get(e->type, e->values, order[k]));
            if (j == i && !unit)
                pivot += v;
            else if (lower ? j < i : j > i)
                sum -= v * y[j];
        }
        y[i] = sum / pivot;
    }
    heap_free(order);
    heap_free(first);
}

static bool run_triangle(void *args) {
    const Triangle *t = args;
    size_t bytes = (size_t)t->x.size * sparse_size(t->x.type);
    Number alpha;
    Entries e = {0};
    if (!sparse_value(&t->alpha, &alpha)) return false;
    bool ok = entries_read(&t->a, &e);
    const void *x =
        ok ? sim_work_range("vector x", t->x.values, bytes, 0, 1, SIM_READS)
           : NULL;
    void *y =
        x ? sim_work_range("vector y", t->y.values, bytes, 0, 1, SIM_WRITES)
          : NULL;
    for (int64_t k = 0; y && k < e.n; k++)
        if (e.row[k] < 0 || e.row[k] >= t->a.rows || e.col[k] < 0 ||
            e.col[k] >= t->a.rows)
            y = NULL;
    if (y) {
        Number *v = heap_new((size_t)t->x.size + 1, sizeof *v);
        for (int64_t i = 0; i < t->x.size; i++)
            v[i] = alpha * sparse_get(t->x.type, x, i);
        sparse_substitute(&t->a, t->op, &e, v);
        for (int64_t i = 0; i < t->x.size; i++)
            sparse_put(t->y.type, y, i, v[i]);
        heap_free(v);
    }
    entries_free(&e);
    return y;
}

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *d) {
    WANT(d, INVALID_VALUE);
    *d = heap_new(1, sizeof **d);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t d) {
    heap_free(d);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_bufferSize(KATA_SPSV, size_t *bytes) {
    (void)op, (void)alpha, (void)A, (void)x, (void)y, (void)compute;
    (void)alg, (void)d;
    return sparse_small_buffer(h, bytes);
}
cusparseStatus_t cusparseSpSV_analysis(KATA_SPSV, void *buffer) {
    (void)op, (void)alpha, (void)x, (void)y, (void)compute;
    (void)alg, (void)buffer;
    WANT(h, NOT_INITIALIZED);
    WANT(A && d && A->rows == A->cols, INVALID_VALUE);
    d->analysed = true;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_solve(KATA_SPSV) {
    NEED(h);
    (void)alg;
    WANT(alpha && A && x && y && d && d->analysed, INVALID_VALUE);
    WANT(A->rows == A->cols && x->size == A->rows && y->size == A->rows,
         INVALID_VALUE);
    WANT(sparse_same_types(A->type, x->type, y->type, compute), NOT_SUPPORTED);
    Triangle t = {.a = *A,
                  .x = *x,
                  .y = *y,
                  .op = op,
                  .alpha = sparse_scalar(h, alpha, compute)};
    double bytes =
        sparse_bytes(A) + 2 * (double)A->rows * (double)sparse_size(A->type);
    return sparse_submit(h, "cusparseSpSV_solve", run_triangle, &t, sizeof t,
                         A->type, 2 * (double)A->nnz, bytes);
}

// ---- sparse vectors

typedef struct Sparse {
    struct cusparseSpVecDescr x;
    struct cusparseDnVecDescr y;
    SparseScalar alpha, beta;
    enum { AXPBY, GATHER, SCATTER } what;
} Sparse;

static bool run_sparse(void *args) {
    const Sparse *s = args;
    size_t size = sparse_size(s->x.type), n = (size_t)s->x.nnz;
    bool gather = s->what == GATHER,
         wide = s->x.index_type == CUSPARSE_INDEX_64I;
    Number alpha = 1, beta = 1;
    if (s->what == AXPBY &&
        (!sparse_value(&s->alpha, &alpha) || !sparse_value(&s->beta, &beta)))
        return false;
    const void *index = sim_work_range("the indices", s->x.indices,
                                       n * (wide ? 8 : 4), 0, 1, SIM_READS);
    void *x = index ? sim_work_range("the values", s->x.values, n * size, 0, 1,
                                     gather ? SIM_WRITES : SIM_READS)
                    : NULL;
    int access = gather             ? SIM_READS | SIM_PARTS
                 : s->what == AXPBY ? SIM_READS | SIM_WRITES
                                    : SIM_WRITES | SIM_BOUNDS;
    void *y = x ? sim_work_range("vector y", s->y.values,
                                 (size_t)s->y.size * size, 0, 1, access)
                : NULL;
    if (!y) return false;
    for (int64_t i = 0; s->what == AXPBY && i < s->y.size; i++)
        sparse_put(s->y.type, y, i, beta * sparse_get(s->y.type, y, i));
    for (int64_t k = 0; k < s->x.nnz; k++) {
        int64_t i =
            wide ? ((const int64_t *)index)[k] : ((const int32_t *)index)[k];
        i -= (int64_t)s->x.base;
        char *at = (char *)s->y.values + i * (int64_t)size;
        if ((i < 0 || i >= s->y.size || s->what == SCATTER) &&
            !sim_work_range("vector y", at, size, 0, 1,
                            gather ? SIM_READS : SIM_WRITES))
            return false;
        if (gather)
            sparse_put(s->x.type, x, k, sparse_get(s->y.type, y, i));
        else
            sparse_put(
                s->y.type, y, i,
                alpha * sparse_get(s->x.type, x, k) +
                    (s->what == AXPBY ? sparse_get(s->y.type, y, i) : 0));
    }
    return true;
}

static cusparseStatus_t sparse_vector(cusparseHandle_t h, const char *name,
                                      Sparse *s) {
    WANT(s->x.size == s->y.size, INVALID_VALUE);
    WANT(s->x.type == s->y.type, NOT_SUPPORTED);
    double bytes = (double)s->x.nnz * (double)(2 * sparse_size(s->x.type) + 4);
    return sparse_submit(h, name, run_sparse, s, sizeof *s, s->x.type,
                         2 * (double)s->x.nnz, bytes);
}

cusparseStatus_t cusparseAxpby(cusparseHandle_t h, const void *alpha,
                               cusparseConstSpVecDescr_t x, const void *beta,
                               cusparseDnVecDescr_t y) {
    NEED(h);
    WANT(alpha && x && beta && y, INVALID_VALUE);
    Sparse s = {.x = *x,
                .y = *y,
                .alpha = sparse_scalar(h, alpha, x->type),
                .beta = sparse_scalar(h, beta, x->type),
                .what = AXPBY};
    return sparse_vector(h, "cusparseAxpby", &s);
}
cusparseStatus_t cusparseGather(cusparseHandle_t h, cusparseConstDnVecDescr_t y,
                                cusparseSpVecDescr_t x) {
    NEED(h);
    WANT(x && y, INVALID_VALUE);
    Sparse s = {.x = *x, .y = *y, .what = GATHER};
    return sparse_vector(h, "cusparseGather", &s);
}
cusparseStatus_t cusparseScatter(cusparseHandle_t h,
                                 cusparseConstSpVecDescr_t x,
                                 cusparseDnVecDescr_t y) {
    NEED(h);
    WANT(x && y, INVALID_VALUE);
    Sparse s = {.x = *x, .y = *y, .what = SCATTER};
    return sparse_vector(h, "cusparseScatter", &s);
}

// ---- conversions

typedef struct Dense {
    struct cusparseSpMatDescr a;
    struct cusparseDnMatDescr b;
} Dense;

static bool run_dense(void *args) {
    const Dense *d = args;
    Entries e = {0};
    bool ok = entries_read(&d->a, &e);
    void *b = ok ? sparse_dense("matrix B", &d->b, SIM_WRITES) : NULL;
    for (int64_t j = 0; b && j < d->b.cols; j++)
        for (int64_t i = 0; i < d->b.rows; i++)
            sparse_put(d->b.type, b, sparse_dense_at(&d->b, i, j), 0);
    for (int64_t k = 0; b && k < e.n; k++)
        if (e.row[k] >= 0 && e.row[k] < d->b.rows && e.col[k] >= 0 &&
            e.col[k] < d->b.cols)
            sparse_put(d->b.type, b, sparse_dense_at(&d->b, e.row[k], e.col[k]),
                       sparse_get(e.type, e.values, k));
    entries_free(&e);
    return b;
}

cusparseStatus_t cusparseSparseToDense_bufferSize(
    cusparseHandle_t h, cusparseConstSpMatDescr_t A, cusparseDnMatDescr_t B,
    cusparseSparseToDenseAlg_t alg, size_t *bytes) {
    (void)A, (void)B, (void)alg;
    return sparse_small_buffer(h, bytes);
}
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t h,
                                       cusparseConstSpMatDescr_t A,
                                       cusparseDnMatDescr_t B,
                                       cusparseSparseToDenseAlg_t alg,
                                       void *buffer) {
    NEED(h);
    (void)alg, (void)buffer;
    WANT(A && B && A->rows == B->rows && A->cols == B->cols, INVALID_VALUE);
    WANT(A->type == B->type, NOT_SUPPORTED);
    Dense d = {*A, *B};
    double bytes = sparse_bytes(A) +
                   (double)(B->rows * B->cols) * (double)sparse_size(B->type);
    return sparse_submit(h, "cusparseSparseToDense", run_dense, &d, sizeof d,
                         A->type, 0, bytes);
}

typedef struct Offsets {
    const int *from;
    int *to;
    int nnz, m, base;
    bool to_csr;
} Offsets;

static bool run_offsets(void *args) {
    const Offsets *o = args;
    size_t coo = (size_t)o->nnz * sizeof(int);
    size_t csr = ((size_t)o->m + 1) * sizeof(int);
    const int *from = sim_work_range("the input", o->from,
                                     o->to_csr ? coo : csr, 0, 1, SIM_READS);
    int *to = from ? sim_work_range("the output", o->to, o->to_csr ? csr : coo,
                                    0, 1, SIM_WRITES)
                   : NULL;
    if (!to) return false;
    int k = 0;
    for (int i = 0; i <= o->m; i++) {
        if (o->to_csr) {
            while (k < o->nnz && from[k] - o->base < i)
                k++;
            to[i] = k + o->base;
        } else if (i < o->m) {
            for (; k < o->nnz && k < from[i + 1] - o->base; k++)
                to[k] = i + o->base;
        }
    }
    return true;
}

static cusparseStatus_t offsets_submit(cusparseHandle_t h, const char *name,
                                       const Offsets *o) {
    WANT(o->nnz >= 0 && o->m >= 0, INVALID_VALUE);
    return sparse_submit(h, name, run_offsets, o, sizeof *o,
                         (cudaDataType)SPARSE_R_32F, 0,
                         4.0 * ((double)o->nnz + o->m));
}
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t h, const int *coo_rows,
                                  int nnz, int m, int *csr_offsets,
                                  cusparseIndexBase_t base) {
    NEED(h);
    Offsets o = {coo_rows, csr_offsets, nnz, m, (int)base, true};
    return offsets_submit(h, "cusparseXcoo2csr", &o);
}
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t h, const int *csr_offsets,
                                  int nnz, int m, int *coo_rows,
                                  cusparseIndexBase_t base) {
    NEED(h);
    Offsets o = {csr_offsets, coo_rows, nnz, m, (int)base, false};
    return offsets_submit(h, "cusparseXcsr2coo", &o);
}
