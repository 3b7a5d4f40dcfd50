#include <math.h>
#include <stddef.h>

typedef struct Head {
    const float *x, *dy, *att; // of this head's first number
    double *dx, *dscores;
    int length, dim, size;
} Head;

// The product of dout of token t and v of position p.
static double of_weight(const Head *h, int t, int p) {
    double sum = 0;
    for (int i = 0; i < h->size; i++)
        sum += (double)h->dy[(size_t)t * (size_t)h->dim + (size_t)i] *
               h->x[(size_t)p * 3 * (size_t)h->dim + 2 * (size_t)h->dim +
                    (size_t)i];
    return sum;
}

static void token(const Head *h, int t) {
    size_t n = (size_t)h->length, dim = (size_t)h->dim;
    const float *att = h->att + (size_t)t * n;
    double *row = h->dscores + (size_t)t * n, mean = 0;
    for (int p = 0; p <= t; p++)
        mean += (double)att[p] * of_weight(h, t, p);
    for (int p = 0; p < h->length; p++) {
        row[p] = 0;
        if (p > t) continue;
        row[p] = (double)att[p] * (of_weight(h, t, p) - mean) / sqrt(h->size);
        size_t at_t = (size_t)t * 3 * dim, at_p = (size_t)p * 3 * dim;
        for (size_t i = 0; i < (size_t)h->size; i++) {
            h->dx[at_t + i] += row[p] * (double)h->x[at_p + dim + i];
            h->dx[at_p + dim + i] += row[p] * (double)h->x[at_t + i];
            h->dx[at_p + 2 * dim + i] +=
                (double)att[p] * (double)h->dy[(size_t)t * dim + i];
        }
    }
}

void reference(double *dinp, double *dscores, const float *dout,
               const float *inp, const float *att, int batch, int length,
               int dim, int heads);

void reference(double *dinp, double *dscores, const float *dout,
               const float *inp, const float *att, int batch, int length,
               int dim, int heads) {
    size_t n = (size_t)length, size = (size_t)(dim / heads);
    for (int one = 0; one < batch * heads; one++) {
        size_t at = (size_t)(one / heads) * n, h = (size_t)(one % heads) * size;
        size_t square = (size_t)one * n * n;
        Head head = {inp + at * 3 * (size_t)dim + h,
                     dout + at * (size_t)dim + h,
                     att + square,
                     dinp + at * 3 * (size_t)dim + h,
                     dscores + square,
                     length,
                     dim,
                     (int)size};
        for (int t = 0; t < length; t++)
            token(&head, t);
    }
}
