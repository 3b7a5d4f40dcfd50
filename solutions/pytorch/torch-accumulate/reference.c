#include <math.h>
#include <stdlib.h>

void reference(const float *w1, const float *b1, const float *w2,
               const float *b2, const float *x, const float *y, double *loss,
               double *d_w1, double *d_b1, double *d_w2, double *d_b2, int n,
               int part, int cols, int hidden) {
    double *h = malloc(sizeof *h * (size_t)hidden);
    (void)part;
    loss[0] = d_b2[0] = 0;
    for (int j = 0; j < hidden; j++) {
        d_b1[j] = d_w2[j] = 0;
        for (int k = 0; k < cols; k++)
            d_w1[j * cols + k] = 0;
    }
    for (int i = 0; i < n; i++) {
        double out = b2[0];
        for (int j = 0; j < hidden; j++) {
            double sum = b1[j];
            for (int k = 0; k < cols; k++)
                sum += (double)w1[j * cols + k] * x[i * cols + k];
            h[j] = tanh(sum);
            out += w2[j] * h[j];
        }
        double error = out - y[i], d_out = 2 * error / n;
        loss[0] += error * error / n;
        d_b2[0] += d_out;
        for (int j = 0; j < hidden; j++) {
            double d_sum = d_out * w2[j] * (1 - h[j] * h[j]);
            d_w2[j] += d_out * h[j];
            d_b1[j] += d_sum;
            for (int k = 0; k < cols; k++)
                d_w1[j * cols + k] += d_sum * x[i * cols + k];
        }
    }
    free(h);
}
