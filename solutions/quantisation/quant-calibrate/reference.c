// quant-calibrate: three clips for each column, and what they do to a layer.
#include <math.h>
#include <stdlib.h>

static double round_trip(double x, double scale, int most) {
    return fmax(-most, fmin(most, nearbyint(x / scale))) * scale;
}

static int falling(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

static double squares(const double *x, int n, double scale, int most) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double d = round_trip(x[i], scale, most) - x[i];
        sum += d * d;
    }
    return sum;
}

static double least_error(const double *x, int n, double largest, int most) {
    double best = 0, least = INFINITY;
    for (int k = 1; k <= 16; k++) {
        double scale = largest * k / 16 / most;
        double e = squares(x, n, scale, most);
        if (e < least) {
            least = e;
            best = scale;
        }
    }
    return best;
}

static double layer_error(const int *fresh, const float *w,
                          const double *scales, int n, int cols, int out,
                          int most) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int o = 0; o < out; o++) {
            double d = 0;
            for (int c = 0; c < cols; c++) {
                double x = (2 * fresh[i * cols + c] + 1) / 64.0;
                d += w[o * cols + c] * (round_trip(x, scales[c], most) - x);
            }
            sum += d * d;
        }
    return sum / n / out;
}

void reference(const int *codes, const int *far, const int *live,
               const int *fresh, const int *exponents, const float *w,
               double *fake, double *by_max, double *by_percentile,
               double *by_error, double *table, int total, int batch, int n,
               int cols, int out, int bits) {
    (void)batch;
    int most = (1 << (bits - 1)) - 1;
    double *x = malloc(sizeof *x * (size_t)total);
    double *size = malloc(sizeof *size * (size_t)total);
    for (int i = 0; i < n * cols; i++)
        fake[i] = round_trip((2 * fresh[i] + 1) / 64.0,
                             ldexp(1, exponents[i % cols]), most);
    for (int c = 0; c < cols; c++) {
        by_max[c] = by_percentile[c] = by_error[c] = 1;
        if (live[c] == 0) continue;
        for (int r = 0; r < total; r++) {
            int at = r * cols + c;
            x[r] = (2 * codes[at] + 1) / 64.0 * (far[at] ? 1 : 9);
            size[r] = fabs(x[r]);
        }
        qsort(size, (size_t)total, sizeof *size, falling);
        by_max[c] = size[0] / most;
        by_percentile[c] = size[total / 50] / most;
        by_error[c] = least_error(x, total, size[0], most);
    }
    table[0] = layer_error(fresh, w, by_max, n, cols, out, most);
    table[1] = layer_error(fresh, w, by_percentile, n, cols, out, most);
    table[2] = layer_error(fresh, w, by_error, n, cols, out, most);
    free(x);
    free(size);
}
