// flash-forward: every row by itself, in double.
#include <math.h>

#define ENTRY                                                                  \
    const float *q, const float *k, const float *v, const int *lengths,        \
        double *o, int batch, int heads, int lq, int lk, int dim, int causal

void reference(ENTRY);
void reference_at(ENTRY, long long at);
void reference_scale(ENTRY);
void reference_scale_at(ENTRY, long long at);

enum { MOST_KEYS = 72 << 10 };

typedef struct Row {
    const float *query, *keys, *values;
    long long step; // from a token to the next
    int n;          // visible keys: the first n
} Row;

// Row i of head h of batch entry b.
static Row row_of(const float *q, const float *k, const float *v,
                  const int *lengths, int heads, int lq, int lk, int dim,
                  int causal, long long b, long long h, long long i) {
    long long step = (long long)heads * dim, first = b * lk * step + h * dim;
    long long n = causal ? i + 1 + lk - lq : lk;
    n = n < lengths[b] ? n : lengths[b];
    return (Row){q + (b * lq + i) * step + h * dim, k + first, v + first, step,
                 n < 0 ? 0 : (int)n};
}

static void weights(const Row *r, double *p, int dim) {
    double most = -INFINITY, sum = 0;
    for (int j = 0; j < r->n; j++) {
        double s = 0;
        for (int d = 0; d < dim; d++)
            s += (double)r->query[d] * r->keys[j * r->step + d];
        p[j] = s / sqrt(dim);
        most = fmax(most, p[j]);
    }
    for (int j = 0; j < r->n; j++)
        sum += p[j] = exp(p[j] - most);
    for (int j = 0; j < r->n; j++)
        p[j] /= sum;
}

// Output d. As a scale, of |v|: how large the numbers were that cancelled.
static double value(const Row *r, const double *p, int d, int scale) {
    double sum = 0;
    for (int j = 0; j < r->n; j++) {
        double x = r->values[j * r->step + d];
        sum += p[j] * (scale ? fabs(x) : x);
    }
    return sum;
}

static void everything(ENTRY, int scale) {
    double w[MOST_KEYS];
    for (long long t = 0; t < (long long)batch * heads * lq; t++) {
        long long i = t % lq, h = t / lq % heads, b = t / lq / heads;
        Row r = row_of(q, k, v, lengths, heads, lq, lk, dim, causal, b, h, i);
        weights(&r, w, dim);
        for (int d = 0; d < dim; d++)
            o[((b * lq + i) * heads + h) * dim + d] = value(&r, w, d, scale);
    }
}

static void element(ENTRY, long long at, int scale) {
    (void)batch;
    double w[MOST_KEYS];
    long long t = at / dim, h = t % heads, i = t / heads % lq;
    long long b = t / heads / lq;
    Row r = row_of(q, k, v, lengths, heads, lq, lk, dim, causal, b, h, i);
    weights(&r, w, dim);
    o[at] = value(&r, w, (int)(at % dim), scale);
}

#define ALL q, k, v, lengths, o, batch, heads, lq, lk, dim, causal

void reference(ENTRY) {
    everything(ALL, 0);
}

void reference_scale(ENTRY) {
    everything(ALL, 1);
}

void reference_at(ENTRY, long long at) {
    element(ALL, at, 0);
}

void reference_scale_at(ENTRY, long long at) {
    element(ALL, at, 1);
}
