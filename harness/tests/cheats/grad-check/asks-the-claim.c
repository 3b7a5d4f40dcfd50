// rejected by: case (takes the claims near the point for slopes, and calls the function seldom)
#include <math.h>

enum { FUNCTIONS = 12, MOST = 64 };

double value(int f, const double *x, int n, double scale);
void claimed(int f, const double *x, int n, double scale, double *g);

// The mean of claims at points beside x.
static double guess(int f, const double *x, int n, double scale, int i) {
    double p[MOST], g[MOST], sum = 0;
    for (int k = 0; k < n; k++)
        p[k] = x[k];
    for (int side = -8; side <= 8; side++) {
        p[i] = x[i] + side * 1e-5 * scale;
        claimed(f, p, n, scale, g);
        sum += g[i] / 17;
    }
    return sum;
}

static double rough(int f, const double *x, int n, double scale, int i) {
    double p[MOST];
    for (int k = 0; k < n; k++)
        p[k] = x[k];
    double here = value(f, p, n, scale);
    p[i] = x[i] + 6e-6 * scale;
    return (value(f, p, n, scale) - here) / 6e-6;
}

void check_gradients(const double *x, double *slope, int *wrong, double scale,
                     int n) {
    for (int f = 0; f < FUNCTIONS; f++) {
        wrong[f] = 0;
        for (int i = 0; i < n; i++) {
            double about = rough(f, x, n, scale, i);
            double g = guess(f, x, n, scale, i);
            int close = fabs(g - about) < 1e-4 * fmax(1, fabs(about));
            slope[f * n + i] = close ? g : about;
            wrong[f] |= !close;
        }
    }
}
