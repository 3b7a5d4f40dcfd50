// attention-variants: every row by itself, in double.
#include <math.h>

#define ENTRY                                                                  \
    const float *q, const float *k, const float *v, const float *slopes,       \
        const float *sinks, double *o, int batch, int heads, int lq, int lk,   \
        int dim, float cap

void reference(ENTRY);
void reference_at(ENTRY, long long at);
void reference_scale(ENTRY);
void reference_scale_at(ENTRY, long long at);

enum { MOST_KEYS = 4096 };

// One query with its head's keys, values, slope and sink.
typedef struct Row {
    const float *query, *keys, *values;
    long long step; // from a token to the next
    int n;          // visible keys: the first n; the last of them is the query's own
    double slope, sink;
} Row;

static Row row_of(const float *q, const float *k, const float *v,
                  const float *slopes, const float *sinks, int heads, int lq,
                  int lk, int dim, long long b, long long h, long long i) {
    long long step = (long long)heads * dim, first = b * lk * step + h * dim;
    long long n = i + 1 + lk - lq;
    return (Row){.query = q + (b * lq + i) * step + h * dim,
                 .keys = k + first,
                 .values = v + first,
                 .step = step,
                 .n = n < 0 ? 0 : (int)n,
                 .slope = slopes[h],
                 .sink = sinks[h]};
}

static double score(const Row *r, int j, int dim, double cap) {
    double s = 0;
    for (int d = 0; d < dim; d++)
        s += (double)r->query[d] * r->keys[j * r->step + d];
    s /= sqrt(dim);
    if (cap > 0) s = cap * tanh(s / cap);
    return s + r->slope * (j - (r->n - 1));
}

// Fills p with the weights. With the sink's they would add up to 1.
static void weights(const Row *r, double *p, int dim, double cap) {
    double most = r->sink;
    for (int j = 0; j < r->n; j++) {
        p[j] = score(r, j, dim, cap);
        most = fmax(most, p[j]);
    }
    double total = exp(r->sink - most);
    for (int j = 0; j < r->n; j++)
        total += p[j] = exp(p[j] - most);
    for (int j = 0; j < r->n; j++)
        p[j] /= total;
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
        Row r = row_of(q, k, v, slopes, sinks, heads, lq, lk, dim, b, h, i);
        weights(&r, w, dim, cap);
        for (int d = 0; d < dim; d++)
            o[((b * lq + i) * heads + h) * dim + d] = value(&r, w, d, scale);
    }
}

static void element(ENTRY, long long at, int scale) {
    (void)batch;
    double w[MOST_KEYS];
    long long t = at / dim, h = t % heads, i = t / heads % lq;
    long long b = t / heads / lq;
    Row r = row_of(q, k, v, slopes, sinks, heads, lq, lk, dim, b, h, i);
    weights(&r, w, dim, cap);
    o[at] = value(&r, w, (int)(at % dim), scale);
}

#define ALL q, k, v, slopes, sinks, o, batch, heads, lq, lk, dim, cap

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
