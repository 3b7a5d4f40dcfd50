#include <math.h>
#include <stdlib.h>
#include <string.h>

// One step in double: the mean of squares, and its gradient, weighted.
static double step(const double *w1, const double *b1, const double *w2,
                   const float *x, const float *y, double weight, double *g1,
                   double *gb, double *g2, int n, int cols, int hidden) {
    double loss = 0, *h = malloc(hidden * sizeof *h);
    for (int i = 0; i < n; i++) {
        double out = 0;
        for (int j = 0; j < hidden; j++) {
            double sum = b1[j];
            for (int c = 0; c < cols; c++)
                sum += w1[j * cols + c] * x[i * cols + c];
            h[j] = tanh(sum);
            out += w2[j] * h[j];
        }
        double off = out - y[i], d = 2 * off / n * weight;
        loss += off * off / n;
        for (int j = 0; j < hidden; j++) {
            double inner = d * w2[j] * (1 - h[j] * h[j]);
            g2[j] += d * h[j];
            gb[j] += inner;
            for (int c = 0; c < cols; c++)
                g1[j * cols + c] += inner * x[i * cols + c];
        }
    }
    free(h);
    return loss;
}

void reference(const float *w1, const float *b1, const float *w2, const float *x,
               const float *y, double weight, double rate, double limit,
               double *losses, double *moved_w1, double *moved_b1,
               double *moved_w2, int steps, int n, int cols, int hidden,
               int broken) {
    // All parameters in one row: w1, b1, w2.
    int first = hidden * cols, all = first + 2 * hidden;
    double *p = malloc(3 * all * sizeof *p), *g = p + all, *start = g + all;
    for (int i = 0; i < all; i++)
        start[i] = i < first            ? w1[i]
                   : i < first + hidden ? b1[i - first]
                                        : w2[i - first - hidden];
    memcpy(p, start, all * sizeof *p);
    for (int s = 0; s < steps; s++) {
        double norm = 0;
        memset(g, 0, all * sizeof *g);
        losses[s] = step(p, p + first, p + first + hidden, x + (long)s * n * cols,
                         y + (long)s * n, weight, g, g + first,
                         g + first + hidden, n, cols, hidden);
        if (s == broken) {
            losses[s] = -1;
            continue;
        }
        for (int i = 0; i < all; i++)
            norm += g[i] * g[i];
        norm = fmin(1, limit / (sqrt(norm) + 1e-6));
        for (int i = 0; i < all; i++)
            p[i] -= rate * norm * g[i];
    }
    for (int i = 0; i < first; i++)
        moved_w1[i] = p[i] - start[i];
    for (int i = 0; i < hidden; i++) {
        moved_b1[i] = p[first + i] - start[first + i];
        moved_w2[i] = p[first + hidden + i] - start[first + hidden + i];
    }
    free(p);
}
