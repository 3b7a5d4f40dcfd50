#include <math.h>
#include <stdlib.h>
#include <string.h>

// y = h * r * g; returns nothing, keeps r. g is NULL for a norm without weight.
static void norm(const double *h, const float *g, double eps, double *y,
                 double *r, int rows, int dim) {
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int j = 0; j < dim; j++)
            sum += h[i * dim + j] * h[i * dim + j];
        r[i] = 1 / sqrt(sum / dim + eps);
        for (int j = 0; j < dim; j++)
            y[i * dim + j] = h[i * dim + j] * r[i] * (g ? g[j] : 1);
    }
}

// dh from dy; adds to dg, if there is one.
static void back(const double *h, const float *g, const double *r,
                 const double *dy, double *dh, double *dg, int rows, int dim) {
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int j = 0; j < dim; j++) {
            double w = g ? g[j] : 1;
            sum += dy[i * dim + j] * w * h[i * dim + j];
            if (dg) dg[j] += dy[i * dim + j] * h[i * dim + j] * r[i];
        }
        for (int j = 0; j < dim; j++)
            dh[i * dim + j] = r[i] * (g ? g[j] : 1) * dy[i * dim + j] -
                              h[i * dim + j] * pow(r[i], 3) * sum / dim;
    }
}

// The norm of the last of three layers or more is that of the first.
static int norm_of(int l, int layers) {
    return layers > 2 && l == layers - 1 ? 0 : l;
}

// h[0] .. h[layers]: before each block and at the end. n: normalised.
static void run(const float *x, const float *w, const float *gains,
                const float *mask, double *h, double *n, double *r, double *y,
                int rows, int dim, int layers) {
    int size = rows * dim;
    double *in = malloc(size * sizeof *in);
    for (int i = 0; i < size; i++)
        in[i] = x[i];
    norm(in, NULL, 0.5, h, r + layers * rows, rows, dim);
    free(in);
    for (int l = 0; l < layers; l++) {
        int k = norm_of(l, layers);
        double *from = h + l * size, *to = from + size;
        norm(from, gains + k * dim, 0.01 * (k + 1), n + l * size, r + l * rows,
             rows, dim);
        for (int i = 0; i < rows; i++)
            for (int o = 0; o < dim; o++) {
                double sum = 0;
                for (int j = 0; j < dim; j++)
                    sum += n[l * size + i * dim + j] *
                           w[((long)l * dim + o) * dim + j];
                to[i * dim + o] = from[i * dim + o] +
                                  sum * (mask ? mask[i * dim + o] : 1);
            }
    }
    norm(h + layers * size, NULL, 0.5, y, r + (layers + 1) * rows, rows, dim);
}

static void block_back(const float *w, const float *mask, const double *n,
                       const double *dh, double *dn, double *dw, int rows,
                       int dim) {
    for (int i = 0; i < rows; i++)
        for (int o = 0; o < dim; o++) {
            double dz = dh[i * dim + o] * mask[i * dim + o];
            for (int j = 0; j < dim; j++) {
                dw[o * dim + j] += dz * n[i * dim + j];
                dn[i * dim + j] += dz * w[o * dim + j];
            }
        }
}

static int rising(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const double *sorted, int n, double q) {
    double at = q * (n - 1);
    int i = (int)at;
    return sorted[i] + (at - i) * (i + 1 < n ? sorted[i + 1] - sorted[i] : 0);
}

// Rounds of old and new, one after the other, once both have seen each batch.
static void compare(const int *jitter, double part, double factor,
                    double *result, int batches, int rounds) {
    int calls = batches + rounds;
    double us[2] = {100, 100 * (1 - part + part / factor)};
    double *ratios = malloc(rounds * sizeof *ratios);
    for (int i = 0; i < rounds; i++) {
        double t[2];
        for (int m = 0; m < 2; m++) {
            int rows = i % batches + 1;
            int hot = 2 * i >= rounds / 2 * 2;
            t[m] = 5 + rows * us[m] * (100 + jitter[m * calls + batches + i]) /
                           100 * (hot ? 1.5 : 1);
        }
        ratios[i] = t[0] / t[1];
    }
    qsort(ratios, rounds, sizeof *ratios, rising);
    result[0] = quantile(ratios, rounds, 0.5);
    result[1] = quantile(ratios, rounds, 0.25);
    result[2] = quantile(ratios, rounds, 0.75);
    free(ratios);
}

void reference(const float *x, const float *w, const float *gains,
               const float *mask, const float *gy, const int *jitter,
               double part, double factor, int *facts, double *y_eval,
               double *y, double *dx, double *dw, double *dgains,
               double *expected, double *speedup, int rows, int dim, int layers,
               int batches, int rounds) {
    int size = rows * dim;
    double *h = calloc((size_t)(layers + 4) * size, sizeof *h);
    double *n = calloc((size_t)layers * size, sizeof *n);
    double *r = calloc((size_t)(layers + 2) * rows, sizeof *r);
    double *dh = h + (layers + 1) * size, *dn = dh + size, *more = dn + size;

    for (int i = 0; i < 6; i++)
        facts[i] = 1;
    // The block that is in eval mode at first is only there to be left alone.
    run(x, w, gains, NULL, h, n, r, y_eval, rows, dim, layers);
    run(x, w, gains, mask, h, n, r, y, rows, dim, layers);

    for (int i = 0; i < size; i++)
        more[i] = gy[i];
    back(h + layers * size, NULL, r + (layers + 1) * rows, more, dh, NULL, rows,
         dim);
    memset(dw, 0, sizeof *dw * layers * dim * dim);
    memset(dgains, 0, sizeof *dgains * layers * dim);
    for (int l = layers - 1; l >= 0; l--) {
        int k = norm_of(l, layers);
        memset(dn, 0, sizeof *dn * size);
        block_back(w + (long)l * dim * dim, mask, n + l * size, dh, dn,
                   dw + (long)l * dim * dim, rows, dim);
        back(h + l * size, gains + k * dim, r + l * rows, dn, more,
             k == 1 ? NULL : dgains + k * dim, rows, dim);
        for (int i = 0; i < size; i++)
            dh[i] += more[i];
    }
    if (layers > 2)
        memcpy(dgains + (layers - 1) * dim, dgains, sizeof *dgains * dim);
    double *in = n;
    for (int i = 0; i < size; i++)
        in[i] = x[i];
    back(in, NULL, r + layers * rows, dh, dx, NULL, rows, dim);

    expected[0] = 1 / (1 - part + part / factor);
    compare(jitter, part, factor, speedup, batches, rounds);
    free(h);
    free(n);
    free(r);
}
