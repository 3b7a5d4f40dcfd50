// The helpers that all functions of cuDNN share: see dnn.h.
#include "libs/dnn.h"

#include "base/heap.h"
#include "sim/half.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- elements

size_t dnn_size(cudnnDataType_t t) {
    switch (t) {
    case CUDNN_DATA_DOUBLE: return 8;
    case CUDNN_DATA_FLOAT: return 4;
    case CUDNN_DATA_HALF:
    case CUDNN_DATA_BFLOAT16: return 2;
    default: return 0;
    }
}

double dnn_get(cudnnDataType_t t, const void *p) {
    switch (t) {
    case CUDNN_DATA_DOUBLE: return *(const double *)p;
    case CUDNN_DATA_FLOAT: return *(const float *)p;
    case CUDNN_DATA_HALF: return float_of_half(*(const uint16_t *)p);
    case CUDNN_DATA_BFLOAT16: return float_of_bf16(*(const uint16_t *)p);
    default: return 0;
    }
}

void dnn_put(cudnnDataType_t t, void *p, double v) {
    switch (t) {
    case CUDNN_DATA_DOUBLE: *(double *)p = v; break;
    case CUDNN_DATA_FLOAT: *(float *)p = (float)v; break;
    case CUDNN_DATA_HALF:
        *(uint16_t *)p = (uint16_t)half_of_float((float)v);
        break;
    case CUDNN_DATA_BFLOAT16:
        *(uint16_t *)p = (uint16_t)bf16_of_float((float)v);
        break;
    default: break;
    }
}

double dnn_scalar(cudnnDataType_t t, const void *p) {
    return t == CUDNN_DATA_DOUBLE ? *(const double *)p
                                  : (double)*(const float *)p;
}

double dnn_tf32(double v) {
    HalfBits x = {.f = (float)v};
    if ((x.u & 0x7f800000) != 0x7f800000) x.u = (x.u + 0x1000) & ~0x1fffu;
    return x.f;
}

// ---- tensors

bool dnn_same_sizes(const Tensor *a, const Tensor *b) {
    return a->dims == b->dims &&
           memcmp(a->size, b->size, sizeof(int) * (size_t)a->dims) == 0;
}

int64_t dnn_count(const Tensor *t) {
    int64_t n = t->dims > 0;
    for (int d = 0; d < t->dims; d++)
        n *= t->size[d];
    return n;
}

int64_t dnn_extent(const Tensor *t) {
    int64_t last = 0;
    for (int d = 0; d < t->dims; d++)
        last += (int64_t)(t->size[d] - 1) * t->stride[d];
    return t->dims ? last + 1 : 0;
}

bool dnn_next(const Tensor *t, Walk *w) {
    for (int d = t->dims - 1; d >= 0; d--) {
        if (++w->i[d] < t->size[d]) return true;
        w->i[d] = 0;
    }
    return false;
}

int64_t dnn_repeated_at(const Tensor *t, const Walk *w) {
    int64_t at = 0;
    for (int d = 0; d < t->dims; d++)
        if (t->size[d] > 1) at += (int64_t)w->i[d] * t->stride[d];
    return at;
}

// The dimensions by falling distance, without those of size 1, neighbours that
// have no gap between them as one.
static Tensor merged(const Tensor *t) {
    Tensor m = {.type = t->type};
    for (int d = 0; d < t->dims; d++) {
        if (t->size[d] == 1) continue;
        int at = m.dims++;
        for (; at > 0 && m.stride[at - 1] < t->stride[d]; at--) {
            m.size[at] = m.size[at - 1];
            m.stride[at] = m.stride[at - 1];
        }
        m.size[at] = t->size[d];
        m.stride[at] = t->stride[d];
    }
    int n = 0;
    for (int d = 0; d < m.dims; d++) {
        bool joins = n > 0 && m.stride[n - 1] == m.size[d] * m.stride[d];
        int size = joins ? m.size[n - 1] * m.size[d] : m.size[d];
        n += !joins;
        m.size[n - 1] = size;
        m.stride[n - 1] = m.stride[d];
    }
    m.dims = n;
    return m;
}

// Pieces: the innermost dimension if it is dense, one element otherwise; the
// next one outwards repeats them, and those beyond it are walked.
void *dnn_memory(const char *what, const Tensor *t, const void *p, int access) {
    size_t element = dnn_size(t->type), extent = (size_t)dnn_extent(t);
    char *all =
        sim_work_range(what, p, extent * element, 0, 1, access | SIM_BOUNDS);
    if (!all) return NULL;
    Tensor m = merged(t);
    size_t piece = element, step = 0, count = 1;
    if (m.dims > 0 && m.stride[m.dims - 1] == 1)
        piece *= (size_t)m.size[--m.dims];
    if (m.dims > 0) {
        m.dims--;
        step = (size_t)m.stride[m.dims] * element;
        count = (size_t)m.size[m.dims];
    }
    Walk w = {0};
    do {
        const char *at = (const char *)p + dnn_at(&m, &w) * (int64_t)element;
        if (!sim_work_range(what, at, piece, step, count, access)) return NULL;
    } while (dnn_next(&m, &w));
    return all;
}

double *dnn_load(const char *what, const Tensor *t, const void *p) {
    size_t element = dnn_size(t->type), i = 0;
    const char *from = dnn_memory(what, t, p, SIM_READS);
    if (!from) return NULL;
    double *v = heap_new((size_t)dnn_count(t) + 1, sizeof *v);
    Walk w = {0};
    do
        v[i++] = dnn_get(t->type, from + dnn_at(t, &w) * (int64_t)element);
    while (dnn_next(t, &w));
    return v;
}

bool dnn_store(const char *what, const Tensor *t, void *p, const double *v,
               double alpha, double beta) {
    int access = beta != 0 ? SIM_READS | SIM_WRITES : SIM_WRITES;
    int64_t element = (int64_t)dnn_size(t->type);
    char *to = dnn_memory(what, t, p, access);
    if (!to) return false;
    Walk w = {0};
    size_t i = 0;
    do {
        char *at = to + dnn_at(t, &w) * element;
        double sum = alpha * v[i++];
        if (beta != 0) sum += beta * dnn_get(t->type, at);
        dnn_put(t->type, at, sum);
    } while (dnn_next(t, &w));
    return true;
}

double dnn_activate(const struct cudnnActivationStruct *a, double x) {
    bool keeps_nan = a->nan == CUDNN_PROPAGATE_NAN && isnan(x);
    switch (a->mode) {
    case CUDNN_ACTIVATION_SIGMOID: return 1 / (1 + exp(-x));
    case CUDNN_ACTIVATION_RELU: return keeps_nan ? x : x > 0 ? x : 0;
    case CUDNN_ACTIVATION_TANH: return tanh(x);
    case CUDNN_ACTIVATION_CLIPPED_RELU:
        return keeps_nan ? x : x > 0 ? fmin(x, a->coef) : 0;
    case CUDNN_ACTIVATION_ELU: return x > 0 ? x : a->coef * expm1(x);
    case CUDNN_ACTIVATION_IDENTITY: return x;
    case CUDNN_ACTIVATION_SWISH: return x / (1 + exp(-x));
    }
    return x;
}

// ---- work

cudnnStatus_t dnn_submit(cudnnHandle_t h, SimWork w) {
    w.stream = h->stream;
    return sim_work_run(&w) == 0
               ? CUDNN_STATUS_SUCCESS
               : dnn_refuse(CUDNN_STATUS_EXECUTION_FAILED,
                            "the device has an error from earlier work");
}
