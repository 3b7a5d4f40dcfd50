// attention-sparse: every query by itself, in double.
#include <math.h>
#include <stdlib.h>

#define ENTRY                                                                  \
    const float *q, const float *k, const float *v,                            \
        const unsigned char *hidden, double *o, int heads, int n, int dim
#define ALL q, k, v, hidden, o, heads, n, dim

void reference(ENTRY);
void reference_at(ENTRY, long long at);
void reference_scale(ENTRY);
void reference_scale_at(ENTRY, long long at);

typedef struct Row {
    const float *query, *keys, *values;
    const unsigned char *hidden; // of its row of tiles
    int i, dim;
    double *p; // weights of keys 0 to i, 0 where a key is not seen
} Row;

static Row row_of(ENTRY, long long t) {
    long long h = t / n, i = t % n, tiles = (n + 31) / 32;
    long long first = h * n * dim;
    (void)heads, (void)o;
    Row r = {q + t * dim, k + first, v + first,
             hidden + (h * tiles + i / 32) * tiles, (int)i, dim, NULL};
    double most = -INFINITY, sum = 0;
    r.p = calloc((size_t)n, sizeof *r.p);
    for (int j = 0; j <= i; j++) {
        double s = 0;
        for (int d = 0; d < dim; d++)
            s += (double)r.query[d] * r.keys[(long long)j * dim + d];
        r.p[j] = r.hidden[j / 32] ? -INFINITY : s / sqrt(dim);
        most = fmax(most, r.p[j]);
    }
    for (int j = 0; j <= i; j++)
        sum += r.p[j] = most == -INFINITY ? 0 : exp(r.p[j] - most);
    for (int j = 0; j <= i && sum > 0; j++)
        r.p[j] /= sum;
    return r;
}

// As a scale, of |v|: how large the numbers were that cancelled.
static double value(const Row *r, int d, int scale) {
    double sum = 0;
    for (int j = 0; j <= r->i; j++) {
        double x = r->values[(long long)j * r->dim + d];
        sum += r->p[j] * (scale ? fabs(x) : x);
    }
    return sum;
}

static void everything(ENTRY, int scale) {
    for (long long t = 0; t < (long long)heads * n; t++) {
        Row r = row_of(ALL, t);
        for (int d = 0; d < dim; d++)
            o[t * dim + d] = value(&r, d, scale);
        free(r.p);
    }
}

static void element(ENTRY, long long at, int scale) {
    Row r = row_of(ALL, at / dim);
    o[at] = value(&r, (int)(at % dim), scale);
    free(r.p);
}

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
