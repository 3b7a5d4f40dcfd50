// attention-decode: every head by itself, in double.
#include <math.h>
#include <stdlib.h>

#define ENTRY                                                                  \
    const float *q, const float *k, const float *v, const int *lengths,        \
        double *o, int batch, int heads, int capacity, int dim

void reference(ENTRY);
void reference_scale(ENTRY);

// p[j] becomes the weight of key j.
static void weights(const float *q, const float *k, double *p, int n, int dim) {
    double most = -INFINITY, sum = 0;
    for (int j = 0; j < n; j++) {
        double s = 0;
        for (int d = 0; d < dim; d++)
            s += (double)q[d] * k[(long long)j * dim + d];
        p[j] = s / sqrt(dim);
        most = fmax(most, p[j]);
    }
    for (int j = 0; j < n; j++)
        sum += p[j] = exp(p[j] - most);
    for (int j = 0; j < n; j++)
        p[j] /= sum;
}

// As a scale, the sums of |v|: how large the numbers were that cancelled.
static void everything(ENTRY, int scale) {
    double *p = malloc(((size_t)capacity + 1) * sizeof *p);
    for (long long t = 0; t < (long long)batch * heads; t++) {
        const float *keys = k + t * capacity * dim;
        const float *values = v + t * capacity * dim;
        int n = lengths[t / heads];
        weights(q + t * dim, keys, p, n, dim);
        for (int d = 0; d < dim; d++)
            o[t * dim + d] = 0;
        for (int j = 0; j < n; j++)
            for (int d = 0; d < dim; d++) {
                double x = values[(long long)j * dim + d];
                o[t * dim + d] += p[j] * (scale ? fabs(x) : x);
            }
    }
    free(p);
}

void reference(ENTRY) {
    everything(q, k, v, lengths, o, batch, heads, capacity, dim, 0);
}

void reference_scale(ENTRY) {
    everything(q, k, v, lengths, o, batch, heads, capacity, dim, 1);
}
