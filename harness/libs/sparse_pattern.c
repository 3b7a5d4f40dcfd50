// cuSPARSE: work whose result is sparse, or that begins with a sparse vector:
// SpGEMM, SDDMM, dense to sparse, SpVV; and SpSM, SpSV of many columns.
#include "libs/sparse.h"

#include "base/heap.h"

#include <string.h>

#define NEED(h)                                                                \
    sim_work_from(__builtin_return_address(0));                                \
    if (!(h)) return CUSPARSE_STATUS_NOT_INITIALIZED
#define WANT(ok, or)                                                           \
    if (!(ok)) return CUSPARSE_STATUS_## or

// Of the CUDA runtime, which this library is linked with.
int cudaStreamSynchronize(struct SimStream *s);
int cudaStreamIsCapturing(struct SimStream *s, int *is);

// The host asks for a result that a call has made: how many entries there are.
// Nobody waits for what is captured, and will run later.
static cusparseStatus_t waited(cusparseHandle_t h, cusparseStatus_t s) {
    int captured = 0;
    if (cudaStreamIsCapturing(h->stream, &captured) != 0 || captured) return s;
    if (s == CUSPARSE_STATUS_SUCCESS && cudaStreamSynchronize(h->stream) != 0)
        return CUSPARSE_STATUS_EXECUTION_FAILED;
    return s;
}

// ---- writing a pattern

static bool put_indices(const char *what, void *p, cusparseIndexType_t type,
                        int64_t base, const int64_t *index, int64_t n) {
    size_t size = type == CUSPARSE_INDEX_64I ? 8 : 4;
    void *at = sim_work_range(what, p, (size_t)n * size, 0, 1, SIM_WRITES);
    for (int64_t i = 0; at && i < n; i++)
        if (type == CUSPARSE_INDEX_64I)
            ((int64_t *)at)[i] = index[i] + base;
        else
            ((int32_t *)at)[i] = (int32_t)(index[i] + base);
    return at;
}

// The offsets of a matrix by rows or columns: line of each entry, in order.
static bool put_offsets(const struct cusparseSpMatDescr *m, const int64_t *line,
                        int64_t n) {
    int64_t lines = m->format == CUSPARSE_FORMAT_CSC ? m->cols : m->rows;
    int64_t *offsets = heap_new((size_t)lines + 1, sizeof *offsets);
    for (int64_t k = 0; k < n; k++)
        offsets[line[k] + 1]++;
    for (int64_t i = 0; i < lines; i++)
        offsets[i + 1] += offsets[i];
    bool ok = put_indices("the offsets", m->offsets, m->offset_type, m->base,
                          offsets, lines + 1);
    heap_free(offsets);
    return ok;
}

// Entries of the host, in the order in which they are stored.
typedef struct Made {
    int64_t n, *row, *col;
    Number *values;
} Made;

static void made_free(Made *m) {
    heap_free(m->row);
    heap_free(m->col);
    heap_free(m->values);
    *m = (Made){0};
}

static Made made_new(int64_t most) {
    size_t n = (size_t)most + 1;
    return (Made){0, heap_new(n, sizeof(int64_t)), heap_new(n, sizeof(int64_t)),
                  heap_new(n, sizeof(Number))};
}

static void made_add(Made *m, int64_t i, int64_t j, Number v) {
    m->row[m->n] = i;
    m->col[m->n] = j;
    m->values[m->n++] = v;
}

static bool put_entries(const struct cusparseSpMatDescr *m, const Made *from) {
    bool coo = m->format == CUSPARSE_FORMAT_COO;
    bool columns = m->format == CUSPARSE_FORMAT_CSC;
    if (coo && !put_indices("the row indices", m->offsets, m->offset_type,
                            m->base, from->row, from->n))
        return false;
    if (!put_indices("the indices", m->indices, m->index_type, m->base,
                     columns ? from->row : from->col, from->n))
        return false;
    size_t bytes = (size_t)from->n * sparse_size(m->type);
    void *v = sim_work_range("the values", m->values, bytes, 0, 1, SIM_WRITES);
    for (int64_t k = 0; v && k < from->n; k++)
        sparse_put(m->type, v, k, from->values[k]);
    return v;
}

// ---- dense to sparse

typedef struct ToSparse {
    struct cusparseDnMatDescr a;
    struct cusparseSpMatDescr b;
    struct cusparseSpMatDescr *told; // learns how many entries there are
} ToSparse;

static bool run_to_sparse(void *args) {
    const ToSparse *t = args;
    const void *a = sparse_dense("matrix A", &t->a, SIM_READS);
    bool columns = t->b.format == CUSPARSE_FORMAT_CSC;
    if (!a) return false;
    Made m = made_new(t->a.rows * t->a.cols);
    for (int64_t k = 0; k < t->a.rows * t->a.cols; k++) {
        int64_t i = columns ? k % t->a.rows : k / t->a.cols;
        int64_t j = columns ? k / t->a.rows : k % t->a.cols;
        Number v = sparse_get(t->a.type, a, sparse_dense_at(&t->a, i, j));
        if (v != 0) made_add(&m, i, j, v);
    }
    bool ok = true;
    if (!t->told)
        ok = put_entries(&t->b, &m);
    else if (t->b.format != CUSPARSE_FORMAT_COO)
        ok = put_offsets(&t->b, columns ? m.col : m.row, m.n);
    if (t->told) t->told->nnz = m.n;
    made_free(&m);
    return ok;
}

static cusparseStatus_t to_sparse(cusparseHandle_t h, const char *name,
                                  cusparseConstDnMatDescr_t A,
                                  cusparseSpMatDescr_t B, bool analyse) {
    WANT(A && B && A->rows == B->rows && A->cols == B->cols, INVALID_VALUE);
    WANT(A->type == B->type, NOT_SUPPORTED);
    ToSparse t = {*A, *B, analyse ? B : NULL};
    double bytes = (double)(A->rows * A->cols) * (double)sparse_size(A->type);
    return sparse_submit(h, name, run_to_sparse, &t, sizeof t, A->type, 0,
                         bytes);
}

cusparseStatus_t cusparseDenseToSparse_bufferSize(KATA_TO_SPARSE,
                                                  size_t *bytes) {
    (void)A, (void)B, (void)alg;
    return sparse_small_buffer(h, bytes);
}
cusparseStatus_t cusparseDenseToSparse_analysis(KATA_TO_SPARSE, void *buffer) {
    NEED(h);
    (void)alg, (void)buffer;
    return waited(h,
                  to_sparse(h, "cusparseDenseToSparse_analysis", A, B, true));
}
cusparseStatus_t cusparseDenseToSparse_convert(KATA_TO_SPARSE, void *buffer) {
    NEED(h);
    (void)alg, (void)buffer;
    return to_sparse(h, "cusparseDenseToSparse_convert", A, B, false);
}

// ---- a dense product at the entries of a sparse matrix

typedef struct Sampled {
    struct cusparseDnMatDescr a, b;
    struct cusparseSpMatDescr c;
    cusparseOperation_t opa, opb;
    SparseScalar alpha, beta;
} Sampled;

static Number number_of_op(const struct cusparseDnMatDescr *m, const void *p,
                           cusparseOperation_t op, int64_t i, int64_t j) {
    bool flip = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
    int64_t at = flip ? sparse_dense_at(m, j, i) : sparse_dense_at(m, i, j);
    return sparse_conj_if(op, sparse_get(m->type, p, at));
}

static bool run_sampled(void *args) {
    const Sampled *s = args;
    Number alpha, beta;
    Entries e = {0};
    if (!sparse_value(&s->alpha, &alpha) || !sparse_value(&s->beta, &beta))
        return false;
    bool ok = beta != 0 ? entries_read(&s->c, &e) : entries_pattern(&s->c, &e);
    const void *a = ok ? sparse_dense("matrix A", &s->a, SIM_READS) : NULL;
    const void *b = a ? sparse_dense("matrix B", &s->b, SIM_READS) : NULL;
    size_t bytes = (size_t)s->c.nnz * sparse_size(s->c.type);
    void *c =
        b ? sim_work_range("the values", s->c.values, bytes, 0, 1, SIM_WRITES)
          : NULL;
    bool flip = s->opa != CUSPARSE_OPERATION_NON_TRANSPOSE;
    int64_t inner = flip ? s->a.rows : s->a.cols;
    for (int64_t n = 0; c && n < e.n; n++) {
        int64_t i = e.row[n], j = e.col[n];
        if (i < 0 || i >= s->c.rows || j < 0 || j >= s->c.cols) {
            c = NULL;
            break;
        }
        Number sum = 0;
        for (int64_t k = 0; k < inner; k++)
            sum += number_of_op(&s->a, a, s->opa, i, k) *
                   number_of_op(&s->b, b, s->opb, k, j);
        Number old = beta != 0 ? beta * sparse_get(s->c.type, c, n) : 0;
        sparse_put(s->c.type, c, n, alpha * sum + old);
    }
    entries_free(&e);
    return c;
}

cusparseStatus_t cusparseSDDMM(KATA_SDDMM, void *buffer) {
    NEED(h);
    (void)alg, (void)buffer;
    WANT(alpha && A && B && beta && C, INVALID_VALUE);
    WANT(sparse_same_types(A->type, B->type, C->type, compute), NOT_SUPPORTED);
    bool ta = opa != CUSPARSE_OPERATION_NON_TRANSPOSE;
    bool tb = opb != CUSPARSE_OPERATION_NON_TRANSPOSE;
    int64_t inner = ta ? A->rows : A->cols;
    WANT(inner == (tb ? B->cols : B->rows) &&
             C->rows == (ta ? A->cols : A->rows) &&
             C->cols == (tb ? B->rows : B->cols),
         INVALID_VALUE);
    Sampled s = {.a = *A,
                 .b = *B,
                 .c = *C,
                 .opa = opa,
                 .opb = opb,
                 .alpha = sparse_scalar(h, alpha, compute),
                 .beta = sparse_scalar(h, beta, compute)};
    double size = (double)sparse_size(compute);
    return sparse_submit(h, "cusparseSDDMM", run_sampled, &s, sizeof s, compute,
                         2 * (double)(C->nnz * inner),
                         sparse_bytes(C) +
                             (double)((A->rows * A->cols) + B->rows * B->cols) *
                                 size);
}
cusparseStatus_t cusparseSDDMM_bufferSize(KATA_SDDMM, size_t *bytes) {
    (void)opa, (void)opb, (void)alpha, (void)A, (void)B, (void)beta, (void)C;
    (void)compute, (void)alg;
    return sparse_small_buffer(h, bytes);
}
cusparseStatus_t cusparseSDDMM_preprocess(KATA_SDDMM, void *buffer) {
    (void)opa, (void)opb, (void)alpha, (void)A, (void)B, (void)beta, (void)C;
    (void)compute, (void)alg, (void)buffer;
    return h ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;
}

// ---- sparse times sparse

struct cusparseSpGEMMDescr {
    Made made; // C's entries, without alpha
    bool done;
};

typedef struct Gustavson {
    struct cusparseSpMatDescr a, b, c;
    SparseScalar alpha;
    struct cusparseSpGEMMDescr *d;
    struct cusparseSpMatDescr *told;
} Gustavson;

static bool inside_of(const struct cusparseSpMatDescr *m, const Entries *e) {
    for (int64_t k = 0; k < e->n; k++)
        if (e->row[k] < 0 || e->row[k] >= m->rows || e->col[k] < 0 ||
            e->col[k] >= m->cols)
            return false;
    return true;
}

// Row by row; a row of C has the columns that any row of B that counts has.
static Made multiply_rows(const Gustavson *g, const Entries *a,
                          const Entries *b) {
    int64_t cols = g->b.cols, most = 0;
    int64_t *first = heap_new((size_t)g->b.rows + 2, sizeof *first);
    for (int64_t k = 0; k < b->n; k++)
        first[b->row[k] + 1]++;
    for (int64_t i = 0; i < g->b.rows; i++)
        first[i + 1] += first[i];
    for (int64_t k = 0; k < a->n; k++)
        most += first[a->col[k] + 1] - first[a->col[k]];
    Made made = made_new(most);
    Number *sum = heap_new((size_t)cols + 1, sizeof *sum);
    bool *has = heap_new((size_t)cols + 1, sizeof *has);
    for (int64_t k = 0; k < a->n;) {
        int64_t i = a->row[k];
        for (; k < a->n && a->row[k] == i; k++)
            for (int64_t l = first[a->col[k]]; l < first[a->col[k] + 1]; l++) {
                sum[b->col[l]] += sparse_get(a->type, a->values, k) *
                                  sparse_get(b->type, b->values, l);
                has[b->col[l]] = true;
            }
        for (int64_t j = 0; j < cols; j++) {
            if (!has[j]) continue;
            made_add(&made, i, j, sum[j]);
            has[j] = false;
            sum[j] = 0;
        }
    }
    heap_free(first);
    heap_free(sum);
    heap_free(has);
    return made;
}

static bool run_rows(void *args) {
    const Gustavson *g = args;
    Entries a = {0}, b = {0};
    bool ok = entries_read(&g->a, &a) && entries_read(&g->b, &b) &&
              inside_of(&g->a, &a) && inside_of(&g->b, &b);
    if (ok) {
        made_free(&g->d->made);
        g->d->made = multiply_rows(g, &a, &b);
        g->told->nnz = g->d->made.n;
    }
    entries_free(&a);
    entries_free(&b);
    return ok;
}

static bool run_rows_copy(void *args) {
    const Gustavson *g = args;
    Made *m = &g->d->made;
    Number alpha;
    if (!sparse_value(&g->alpha, &alpha)) return false;
    for (int64_t k = 0; k < m->n; k++)
        m->values[k] *= alpha;
    bool ok = put_offsets(&g->c, m->row, m->n) && put_entries(&g->c, m);
    made_free(m);
    return ok;
}

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *d) {
    WANT(d, INVALID_VALUE);
    *d = heap_new(1, sizeof **d);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t d) {
    if (d) made_free(&d->made);
    heap_free(d);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_workEstimation(KATA_SPGEMM, size_t *bytes,
                                               void *buffer) {
    (void)opa, (void)opb, (void)alpha, (void)A, (void)B, (void)beta, (void)C;
    (void)compute, (void)alg, (void)d, (void)buffer;
    return sparse_small_buffer(h, bytes);
}
cusparseStatus_t cusparseSpGEMM_compute(KATA_SPGEMM, size_t *bytes,
                                        void *buffer) {
    NEED(h);
    (void)alg;
    WANT(alpha && A && B && beta && C && d, INVALID_VALUE);
    WANT(A->cols == B->rows && C->rows == A->rows && C->cols == B->cols,
         INVALID_VALUE);
    WANT(sparse_same_types(A->type, B->type, C->type, compute) &&
             opa == CUSPARSE_OPERATION_NON_TRANSPOSE &&
             opb == CUSPARSE_OPERATION_NON_TRANSPOSE &&
             A->format == CUSPARSE_FORMAT_CSR &&
             B->format == CUSPARSE_FORMAT_CSR &&
             C->format == CUSPARSE_FORMAT_CSR,
         NOT_SUPPORTED);
    if (!buffer) return sparse_small_buffer(h, bytes);
    Gustavson g = {.a = *A, .b = *B, .d = d, .told = C};
    d->done = true;
    return waited(h, sparse_submit(h, "cusparseSpGEMM_compute", run_rows, &g,
                                   sizeof g, compute, 2 * (double)A->nnz,
                                   sparse_bytes(A) + sparse_bytes(B)));
}
// beta is 0 in all that programs do: C has no arrays before.
cusparseStatus_t cusparseSpGEMM_copy(KATA_SPGEMM) {
    NEED(h);
    (void)opa, (void)opb, (void)alg, (void)A, (void)B, (void)beta;
    WANT(alpha && C && d && d->done, INVALID_VALUE);
    Gustavson g = {.c = *C, .alpha = sparse_scalar(h, alpha, compute), .d = d};
    return waited(h, sparse_submit(h, "cusparseSpGEMM_copy", run_rows_copy, &g,
                                   sizeof g, compute, 0, sparse_bytes(C)));
}

// ---- triangular systems with many right-hand sides

struct cusparseSpSMDescr {
    bool analysed;
};

typedef struct Columns {
    struct cusparseSpMatDescr a;
    struct cusparseDnMatDescr b, c;
    cusparseOperation_t opa, opb;
    SparseScalar alpha;
} Columns;

static bool run_columns(void *args) {
    const Columns *s = args;
    Number alpha;
    Entries e = {0};
    if (!sparse_value(&s->alpha, &alpha)) return false;
    bool ok = entries_read(&s->a, &e) && inside_of(&s->a, &e);
    const void *b = ok ? sparse_dense("matrix B", &s->b, SIM_READS) : NULL;
    void *c = b ? sparse_dense("matrix C", &s->c, SIM_WRITES) : NULL;
    Number *x = heap_new((size_t)s->a.rows + 1, sizeof *x);
    for (int64_t j = 0; c && j < s->c.cols; j++) {
        for (int64_t i = 0; i < s->a.rows; i++)
            x[i] = alpha * number_of_op(&s->b, b, s->opb, i, j);
        sparse_substitute(&s->a, s->opa, &e, x);
        for (int64_t i = 0; i < s->a.rows; i++)
            sparse_put(s->c.type, c, sparse_dense_at(&s->c, i, j), x[i]);
    }
    heap_free(x);
    entries_free(&e);
    return c;
}

cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *d) {
    WANT(d, INVALID_VALUE);
    *d = heap_new(1, sizeof **d);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t d) {
    heap_free(d);
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSM_bufferSize(KATA_SPSM, size_t *bytes) {
    (void)opa, (void)opb, (void)alpha, (void)A, (void)B, (void)C;
    (void)compute, (void)alg, (void)d;
    return sparse_small_buffer(h, bytes);
}
cusparseStatus_t cusparseSpSM_analysis(KATA_SPSM, void *buffer) {
    (void)opa, (void)opb, (void)alpha, (void)B, (void)C, (void)compute;
    (void)alg, (void)buffer;
    WANT(h, NOT_INITIALIZED);
    WANT(A && d && A->rows == A->cols, INVALID_VALUE);
    d->analysed = true;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSM_solve(KATA_SPSM) {
    NEED(h);
    (void)alg;
    WANT(alpha && A && B && C && d && d->analysed, INVALID_VALUE);
    bool flip = opb != CUSPARSE_OPERATION_NON_TRANSPOSE;
    WANT(A->rows == A->cols && C->rows == A->rows &&
             (flip ? B->cols : B->rows) == A->rows &&
             C->cols == (flip ? B->rows : B->cols),
         INVALID_VALUE);
    WANT(sparse_same_types(A->type, B->type, C->type, compute), NOT_SUPPORTED);
    Columns s = {.a = *A,
                 .b = *B,
                 .c = *C,
                 .opa = opa,
                 .opb = opb,
                 .alpha = sparse_scalar(h, alpha, compute)};
    double n = (double)C->cols;
    return sparse_submit(h, "cusparseSpSM_solve", run_columns, &s, sizeof s,
                         compute, 2 * (double)A->nnz * n,
                         sparse_bytes(A) + 2 * (double)A->rows * n *
                                               (double)sparse_size(compute));
}

// ---- sparse times dense vector

typedef struct Inner {
    struct cusparseSpVecDescr x;
    struct cusparseDnVecDescr y;
    cusparseOperation_t op;
    void *result;
    bool device;
} Inner;

static bool run_inner_sparse(void *args) {
    const Inner *v = args;
    bool wide = v->x.index_type == CUSPARSE_INDEX_64I;
    size_t n = (size_t)v->x.nnz, size = sparse_size(v->x.type);
    Number sum = 0;
    const void *index = sim_work_range("the indices", v->x.indices,
                                       n * (wide ? 8 : 4), 0, 1, SIM_READS);
    const void *x = index ? sim_work_range("the values", v->x.values, n * size,
                                           0, 1, SIM_READS)
                          : NULL;
    const void *y =
        x ? sim_work_range("vector y", v->y.values, (size_t)v->y.size * size, 0,
                           1, SIM_READS | SIM_PARTS)
          : NULL;
    if (!y) return false;
    for (int64_t k = 0; k < v->x.nnz; k++) {
        int64_t i =
            wide ? ((const int64_t *)index)[k] : ((const int32_t *)index)[k];
        i -= (int64_t)v->x.base;
        const char *at = (const char *)v->y.values + i * (int64_t)size;
        if ((i < 0 || i >= v->y.size) &&
            !sim_work_range("vector y", at, size, 0, 1, SIM_READS))
            return false;
        if (i < 0 || i >= v->y.size) continue;
        sum += sparse_conj_if(v->op, sparse_get(v->x.type, x, k)) *
               sparse_get(v->y.type, y, i);
    }
    void *to = v->result;
    if (x && v->device)
        to = sim_work_range("the result (the pointer mode is device)",
                            v->result, size, 0, 1, SIM_WRITES);
    if (x && to) sparse_put(v->x.type, to, 0, sum);
    return x && to;
}

cusparseStatus_t cusparseSpVV_bufferSize(KATA_SPVV, size_t *bytes) {
    (void)op, (void)x, (void)y, (void)result, (void)compute;
    return sparse_small_buffer(h, bytes);
}
cusparseStatus_t cusparseSpVV(KATA_SPVV, void *buffer) {
    NEED(h);
    (void)buffer;
    WANT(x && y && result && x->size == y->size, INVALID_VALUE);
    WANT(x->type == y->type && y->type == compute, NOT_SUPPORTED);
    bool device = h->pointers == CUSPARSE_POINTER_MODE_DEVICE;
    Inner v = {*x, *y, op, result, device};
    double bytes = (double)x->nnz * (double)(2 * sparse_size(x->type) + 4);
    cusparseStatus_t s =
        sparse_submit(h, "cusparseSpVV", run_inner_sparse, &v, sizeof v,
                      x->type, 2 * (double)x->nnz, bytes);
    return device ? s : waited(h, s);
}
