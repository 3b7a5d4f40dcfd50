// quant-aware: quantised weights forward, the identity backward.
#include <math.h>
#include <stdlib.h>

static double quantised(double w, double scale, int most, int *inside) {
    double steps = nearbyint(w / scale);
    *inside = fabs(steps) <= most;
    return fmax(-most, fmin(most, steps)) * scale;
}

void reference(const int *codes, const int *exponents, const float *g,
               const float *x, const float *y, double *fake, double *grad,
               double *losses, double *trained, int rows, int cols, int n,
               int bits, int steps) {
    int most = (1 << (bits - 1)) - 1, inside;
    double *dw = malloc(sizeof *dw * (size_t)(rows * cols));
    for (int i = 0; i < rows * cols; i++) {
        double scale = ldexp(1, exponents[i / cols]);
        trained[i] = codes[i] / 64.0;
        fake[i] = quantised(trained[i], scale, most, &inside);
        grad[i] = inside ? g[i] : 0;
    }
    for (int s = 0; s < steps; s++) {
        losses[s] = 0;
        for (int i = 0; i < rows * cols; i++)
            dw[i] = 0;
        for (int t = 0; t < n; t++)
            for (int r = 0; r < rows; r++) {
                double error = -y[t * rows + r];
                for (int c = 0; c < cols; c++)
                    error += x[t * cols + c] *
                             quantised(trained[r * cols + c],
                                       ldexp(1, exponents[r]), most, &inside);
                losses[s] += 0.5 * error * error;
                for (int c = 0; c < cols; c++)
                    dw[r * cols + c] += error * x[t * cols + c];
            }
        for (int i = 0; i < rows * cols; i++) {
            quantised(trained[i], ldexp(1, exponents[i / cols]), most, &inside);
            if (inside) trained[i] -= dw[i] / 256;
        }
    }
    free(dw);
}
