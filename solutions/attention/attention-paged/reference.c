// attention-paged: every head by itself, in double.
#include <math.h>
#include <stdlib.h>

enum { PAGE = 16 };

#define ENTRY                                                                  \
    const float *q, const float *k, const float *v, const int *starts,         \
        const int *table, const int *last, double *o, int batch, int heads,    \
        int pages, int dim

void reference(ENTRY);
void reference_scale(ENTRY);

// The first number of the row of token t and head h in the pool.
static long long row_of(const int *table, long long t, int h, int heads,
                        int dim) {
    long long page = table[t / PAGE];
    return ((page * heads + h) * PAGE + t % PAGE) * dim;
}

// As a scale, the sums of |v|: how large the numbers were that cancelled.
static void one_head(const float *q, const float *k, const float *v,
                     const int *table, double *o, long long n, int h, int heads,
                     int dim, int scale) {
    double *p = malloc((n + 1) * sizeof *p), most = -INFINITY, total = 0;
    for (long long t = 0; t < n; t++) {
        const float *key = k + row_of(table, t, h, heads, dim);
        double s = 0;
        for (int d = 0; d < dim; d++)
            s += (double)q[d] * key[d];
        p[t] = s / sqrt(dim);
        most = fmax(most, p[t]);
    }
    for (long long t = 0; t < n; t++)
        total += p[t] = exp(p[t] - most);
    for (int d = 0; d < dim; d++)
        o[d] = 0;
    for (long long t = 0; t < n; t++) {
        const float *value = v + row_of(table, t, h, heads, dim);
        for (int d = 0; d < dim; d++) {
            double x = scale ? fabs(value[d]) : value[d];
            o[d] += p[t] / total * x;
        }
    }
    free(p);
}

static void everything(ENTRY, int scale) {
    (void)pages;
    for (int b = 0; b < batch; b++)
        for (int h = 0; h < heads; h++) {
            long long count = starts[b + 1] - starts[b];
            long long n = count > 0 ? (count - 1) * PAGE + last[b] : 0;
            long long at = ((long long)b * heads + h) * dim;
            one_head(q + at, k, v, table + starts[b], o + at, n, h, heads, dim,
                     scale);
        }
}

void reference(ENTRY) {
    everything(q, k, v, starts, table, last, o, batch, heads, pages, dim, 0);
}

void reference_scale(ENTRY) {
    everything(q, k, v, starts, table, last, o, batch, heads, pages, dim, 1);
}
