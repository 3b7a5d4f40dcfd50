// kv-quant: every head by itself, in double.
#include <math.h>
#include <stdlib.h>

#define ENTRY                                                                  \
    const float *q, const signed char *k, const float *k_scales,               \
        const signed char *v, const float *v_scales, const int *lengths,       \
        double *o, int batch, int heads, int capacity, int dim

void reference(ENTRY);
void reference_scale(ENTRY);

// p[j] becomes the weight of key j.
static void weights(const float *q, const signed char *k, double k_scale,
                    double *p, int n, int dim) {
    double most = -INFINITY, sum = 0;
    for (int j = 0; j < n; j++) {
        double s = 0;
        for (int d = 0; d < dim; d++)
            s += q[d] * k_scale * k[(long long)j * dim + d];
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
        const signed char *values = v + t * capacity * dim;
        int n = lengths[t / heads];
        weights(q + t * dim, k + t * capacity * dim, k_scales[t], p, n, dim);
        for (int d = 0; d < dim; d++)
            o[t * dim + d] = 0;
        for (int j = 0; j < n; j++)
            for (int d = 0; d < dim; d++) {
                double x = (double)v_scales[t] * values[(long long)j * dim + d];
                o[t * dim + d] += p[j] * (scale ? fabs(x) : x);
            }
    }
    free(p);
}

void reference(ENTRY) {
    everything(q, k, k_scales, v, v_scales, lengths, o, batch, heads, capacity,
               dim, 0);
}

void reference_scale(ENTRY) {
    everything(q, k, k_scales, v, v_scales, lengths, o, batch, heads, capacity,
               dim, 1);
}
