// linear-attention: all elements by the recurrence; one element as a sum over
// the earlier tokens. In double.
#include <math.h>

#define ENTRY                                                                  \
    const float *q, const float *k, const float *v, const float *decay,        \
        double *o, int heads, int steps, int dim

void reference(ENTRY);
void reference_at(ENTRY, long long at);
void reference_scale(ENTRY);
void reference_scale_at(ENTRY, long long at);

enum { MOST_DIM = 64 };

static double size_of(double x, int scale) {
    return scale ? fabs(x) : x;
}

static void everything(ENTRY, int scale) {
    for (long long h = 0; h < heads; h++) {
        double state[MOST_DIM][MOST_DIM] = {{0}};
        for (long long t = h * steps; t < (h + 1) * steps; t++)
            for (int d = 0; d < dim; d++) {
                double sum = 0;
                for (int i = 0; i < dim; i++) {
                    double added = (double)k[t * dim + i] * v[t * dim + d];
                    state[i][d] =
                        decay[h] * state[i][d] + size_of(added, scale);
                    sum += size_of(q[t * dim + i], scale) * state[i][d];
                }
                o[t * dim + d] = sum;
            }
    }
}

static void element(ENTRY, long long at, int scale) {
    (void)heads;
    long long t = at / dim, h = t / steps;
    double sum = 0, factor = 1;
    for (long long j = t; j >= h * steps; j--, factor *= decay[h]) {
        double score = 0;
        for (int i = 0; i < dim; i++)
            score += size_of((double)q[t * dim + i] * k[j * dim + i], scale);
        sum += factor * score * size_of(v[j * dim + at % dim], scale);
    }
    o[at] = sum;
}

void reference(ENTRY) {
    everything(q, k, v, decay, o, heads, steps, dim, 0);
}

void reference_scale(ENTRY) {
    everything(q, k, v, decay, o, heads, steps, dim, 1);
}

void reference_at(ENTRY, long long at) {
    element(q, k, v, decay, o, heads, steps, dim, at, 0);
}

void reference_scale_at(ENTRY, long long at) {
    element(q, k, v, decay, o, heads, steps, dim, at, 1);
}
