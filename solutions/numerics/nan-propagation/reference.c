#include <math.h>

static double of_larger(double a, double b) {
    return isnan(a) || isnan(b) ? NAN : a > b ? a : b;
}

void reference(const float *x, const float *y, const int *keep,
               double *largest, double *positive, double *clamped, double *kept,
               int n) {
    for (int i = 0; i < n; i++) {
        double a = x[i], b = y[i];
        if (largest) largest[i] = of_larger(a, b);
        if (positive) positive[i] = isnan(a) ? NAN : a > 0 ? a : 0;
        if (clamped)
            clamped[i] = isnan(a) ? NAN : a < -1 ? -1 : a > 1 ? 1 : a;
        if (kept) kept[i] = keep[i] ? (double)(float)(a * b) : 0;
    }
}
