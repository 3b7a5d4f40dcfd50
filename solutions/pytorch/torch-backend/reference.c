#include <math.h>
#include <stdlib.h>

static double relu(double v) {
    return v > 0 ? v : 0;
}

// out = in @ w
static void product(const double *in, const float *w, double *out, int n,
                    int cols) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < cols; j++) {
            double sum = 0;
            for (int k = 0; k < cols; k++)
                sum += in[i * cols + k] * w[k * cols + j];
            out[i * cols + j] = sum;
        }
}

void reference(const float *x, const float *w, const float *b, double *y,
               int *fused, int *left, int *told, int n, int cols) {
    static const int rewrites[11] = {2, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0};
    static const int others[11] = {0, 1, 2, 2, 0, 0, 0, 4, 2, 0, 2};
    size_t all = (size_t)n * (size_t)cols;
    double *in = malloc(all * sizeof *in), *h = malloc(all * sizeof *h);
    double *first = malloc(all * sizeof *first);
    for (size_t i = 0; i < all; i++)
        in[i] = x[i];
    product(in, w, h, n, cols);
    for (size_t i = 0; i < all; i++)
        in[i] = relu(h[i] + b[i % (size_t)cols]);
    product(in, w, first, n, cols);
    for (size_t i = 0; i < all; i++) {
        double bias = b[i % (size_t)cols], sum = h[i] + bias;
        y[i] = relu(first[i] + x[i]);
        y[all + i] = 1 / (1 + exp(-sum));
        y[2 * all + i] = relu(sum) * sum;
        y[3 * all + i] = relu(h[i] + 2 * bias);
        y[4 * all + i] = y[5 * all + i] = y[6 * all + i] = relu(sum);
        y[7 * all + i] = relu(h[i] + 1) * relu(h[i] + 0.5);
        y[8 * all + i] = relu(h[i]) + bias;
        y[9 * all + i] = relu(sum) / (1 + exp(-(double)x[i]));
        y[10 * all + i] = relu(h[i]) * sum;
    }
    for (int k = 0; k < 11; k++) {
        fused[k] = told[k] = rewrites[k];
        left[k] = others[k];
    }
    free(in);
    free(h);
    free(first);
}
