// See four.h.
#include "libs/four.h"

#include "base/heap.h"

// ---- elements

Number four_get(Four t, const void *p, size_t i) {
    switch (t) {
    case FOUR_S: return ((const float *)p)[i];
    case FOUR_D: return ((const double *)p)[i];
    case FOUR_C:
        return CMPLX(((const float *)p)[2 * i], ((const float *)p)[2 * i + 1]);
    case FOUR_Z:
        return CMPLX(((const double *)p)[2 * i],
                     ((const double *)p)[2 * i + 1]);
    }
    return 0;
}

void four_put(Four t, void *p, size_t i, Number v) {
    switch (t) {
    case FOUR_S: ((float *)p)[i] = (float)creal(v); break;
    case FOUR_D: ((double *)p)[i] = creal(v); break;
    case FOUR_C:
        ((float *)p)[2 * i] = (float)creal(v);
        ((float *)p)[2 * i + 1] = (float)cimag(v);
        break;
    case FOUR_Z:
        ((double *)p)[2 * i] = creal(v);
        ((double *)p)[2 * i + 1] = cimag(v);
        break;
    }
}

FourScalar four_scalar(cublasHandle_t h, const void *p, Four t) {
    if (h->pointers == CUBLAS_POINTER_MODE_DEVICE)
        return (FourScalar){.device = p, .type = t};
    return (FourScalar){.value = four_get(t, p, 0), .type = t};
}

bool four_value(const FourScalar *s, Number *out) {
    *out = s->value;
    if (!s->device) return true;
    size_t n = four_bytes(s->type);
    const void *p = sim_work_range("a scalar (the pointer mode is device)",
                                   s->device, n, n, 1, SIM_READS);
    if (p) *out = four_get(s->type, p, 0);
    return p;
}

// ---- matrices

bool four_open(FourMatrix *m, int access) {
    size_t e = four_bytes(m->type), n = (size_t)m->rows;
    int parts = access & SIM_READS ? SIM_PARTS : 0;
    if (m->store == FOUR_PACKED)
        m->at =
            sim_work_range(m->what, m->p, n * (n + 1) / 2 * e, 0, 1, access);
    else if (m->store == FOUR_BAND)
        m->at = blas_matrix(m->what, m->p, m->below + m->above + 1, m->cols,
                            m->ld, e, access | parts);
    else
        m->at = blas_matrix(m->what, m->p, m->rows, m->cols, m->ld, e,
                            access | (m->kind == FOUR_GENERAL ? 0 : parts));
    return m->at;
}

bool four_where(const FourMatrix *m, int i, int j, size_t *index) {
    if (m->kind != FOUR_GENERAL && (m->lower ? i < j : i > j)) return false;
    bool far = i - j > m->below || j - i > m->above;
    if (m->store == FOUR_BAND && far) return false;
    size_t r = (size_t)i, c = (size_t)j, n = (size_t)m->rows;
    switch (m->store) {
    case FOUR_DENSE: *index = r + c * (size_t)m->ld; break;
    case FOUR_BAND:
        *index = (size_t)(m->above + i - j) + c * (size_t)m->ld;
        break;
    case FOUR_PACKED:
        *index = m->lower ? r + (2 * n - c - 1) * c / 2 : r + c * (c + 1) / 2;
        break;
    }
    return true;
}

Number four_at(const FourMatrix *m, int i, int j) {
    size_t at = 0;
    bool mirrored = m->kind == FOUR_SYMMETRIC && (m->lower ? i < j : i > j);
    if (m->unit && i == j) return 1;
    if (!(mirrored ? four_where(m, j, i, &at) : four_where(m, i, j, &at)))
        return 0;
    Number v = four_get(m->type, m->at, at);
    if (!m->hermitian) return v;
    return i == j ? creal(v) : mirrored ? conj(v) : v;
}

static Number at_of_op(const FourMatrix *m, FourOp op, int i, int j) {
    bool flip = op == FOUR_T || op == FOUR_H;
    Number v = flip ? four_at(m, j, i) : four_at(m, i, j);
    return op == FOUR_H || op == FOUR_R ? conj(v) : v;
}

Number *four_expand(const FourMatrix *m, FourOp op) {
    bool flip = op == FOUR_T || op == FOUR_H;
    int rows = flip ? m->cols : m->rows, cols = flip ? m->rows : m->cols;
    Number *x = heap_new((size_t)rows * (size_t)cols + 1, sizeof *x);
    for (int j = 0; j < cols; j++)
        for (int i = 0; i < rows; i++)
            x[(size_t)i + (size_t)j * (size_t)rows] = at_of_op(m, op, i, j);
    return x;
}

void four_apply(const FourMatrix *m, FourOp op, bool solve, Number *x) {
    int n = m->rows;
    bool flip = op == FOUR_T || op == FOUR_H;
    // The side of the triangle after op; what x_i needs must be old still when
    // multiplying, new already when solving.
    bool lower = m->lower != flip, up = lower != solve;
    for (int k = 0; k < n; k++) {
        int i = up ? n - 1 - k : k;
        int from = lower ? 0 : i + 1, to = lower ? i : n;
        Number sum = solve ? x[i] : at_of_op(m, op, i, i) * x[i];
        for (int j = from; j < to; j++) {
            Number part = at_of_op(m, op, i, j) * x[j];
            sum = solve ? sum - part : sum + part;
        }
        x[i] = solve ? sum / at_of_op(m, op, i, i) : sum;
    }
}

// ---- vectors

Number *four_vector(const char *what, Four t, const void *p, int n, int step,
                    int access, void **at) {
    char *first = blas_vector(what, p, n, step, four_bytes(t), access);
    if (at) *at = first;
    if (!first) return NULL;
    Number *x = heap_new((size_t)n + 1, sizeof *x);
    int64_t far = step * (int64_t)four_bytes(t);
    for (int i = 0; i < n; i++)
        x[i] = four_get(t, first + i * far, 0);
    return x;
}

void four_scatter(Four t, void *at, int n, int step, const Number *x) {
    int64_t far = step * (int64_t)four_bytes(t);
    for (int i = 0; i < n; i++)
        four_put(t, (char *)at + i * far, 0, x[i]);
}

cublasStatus_t four_submit(cublasHandle_t h, const char *name, Four t,
                           bool (*run)(void *), const void *args,
                           size_t args_bytes, double flops, double elements) {
    SimWork w = {.name = name,
                 .run = run,
                 .args = args,
                 .args_bytes = args_bytes,
                 .unit = four_is_wide(t) ? SIM_UNIT_F64 : SIM_UNIT_F32,
                 .flops = flops * (four_is_complex(t) ? 4 : 1),
                 .bytes = elements * (double)four_bytes(t),
                 .block = 128,
                 .grid = (unsigned)(elements / 1024) + 1};
    return blas_submit(h, w);
}
