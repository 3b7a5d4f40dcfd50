#include <math.h>

void reference(const double *x, double limit, double *y, int n) {
    for (int i = 0; i < n; i++) {
        double v = x[i];
        if (!(v >= 0)) // negative, or NaN
            y[i] = 0;
        else
            y[i] = v <= limit ? v : limit + sqrt(v - limit);
    }
}
