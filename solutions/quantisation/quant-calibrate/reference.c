// quant-calibrate: three clips for each column. tests.py works out the
// error of the layer from the scales that the learner chose.
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

void reference(const int *codes, const int *far, const int *live,
               const int *fresh, const int *exponents, const float *w,
               double *fake, double *by_max, double *by_percentile,
               double *by_error, double *ratio, int total, int batch, int n,
               int cols, int out, int bits) {
    (void)w, (void)batch, (void)out;
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
    ratio[0] = ratio[1] = ratio[2] = 1;
    free(x);
    free(size);
}
