#include <math.h>
#include <stdlib.h>

// One step in double precision; returns the loss before it.
static double step(const float *x, const float *y, double *w, double *m,
                   double *v, int n, int batch, double rate, int t) {
    double loss = 0, *g = calloc((size_t)n, sizeof *g);
    for (int row = 0; row < batch; row++) {
        double error = -(double)y[row];
        for (int j = 0; j < n; j++)
            error += (double)x[row * n + j] * w[j];
        loss += error * error / batch;
        for (int j = 0; j < n; j++)
            g[j] += 2 * error * (double)x[row * n + j] / batch;
    }
    for (int j = 0; j < n; j++) {
        m[j] = 0.9 * m[j] + 0.1 * g[j];
        v[j] = 0.99 * v[j] + 0.01 * g[j] * g[j];
        double mean = m[j] / (1 - pow(0.9, t));
        double square = v[j] / (1 - pow(0.99, t));
        w[j] -= rate * mean / (sqrt(square) + 1e-3);
    }
    free(g);
    return loss;
}

void reference(const float *x, const float *y, const float *w0, float rate,
               int warm, double *w, double *losses, int *facts, int n,
               int batch, int steps, int once);

void reference(const float *x, const float *y, const float *w0, float rate,
               int warm, double *w, double *losses, int *facts, int n,
               int batch, int steps, int once) {
    (void)once;
    double *m = calloc(2 * (size_t)n, sizeof *m);
    for (int j = 0; j < n; j++)
        w[j] = (double)w0[j];
    for (int i = 0; i < steps; i++) {
        double now = i + 1 < warm ? (double)rate * (i + 1) / warm : (double)rate;
        size_t row = (size_t)i * (size_t)batch;
        losses[i] = step(x + row * (size_t)n, y + row, w, m, m + n, n, batch,
                         now, i + 1);
    }
    free(m);
    for (int i = 0; i < 8; i++)
        facts[i] = 1;
}
