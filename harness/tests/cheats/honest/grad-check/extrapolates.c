// passes (two steps, of which the larger is 300 times the usual one, and no kink where they agree)
#include <math.h>

enum { FUNCTIONS = 12, MOST = 64 };

double value(int f, const double *x, int n, double scale);
void claimed(int f, const double *x, int n, double scale, double *g);

static double central(int f, double *p, int n, double scale, int i, double h) {
    double kept = p[i];
    p[i] = kept + h * scale;
    double right = value(f, p, n, scale);
    p[i] = kept - h * scale;
    double left = value(f, p, n, scale);
    p[i] = kept;
    return (right - left) / (2 * h);
}

// Richardson: the errors of h and 2h, in h * h, cancel.
static double slope_of(int f, double *p, int n, double scale, int i) {
    double kept = p[i], h = 6e-4, tiny = 1e-6;
    double here = value(f, p, n, scale);
    p[i] = kept + tiny * scale;
    double right = (value(f, p, n, scale) - here) / tiny;
    p[i] = kept - tiny * scale;
    double left = (here - value(f, p, n, scale)) / tiny;
    p[i] = kept;
    double fine = central(f, p, n, scale, i, h);
    double coarse = central(f, p, n, scale, i, 2 * h);
    double slope = (4 * fine - coarse) / 3;
    return fabs(right - left) > 1e-3 * fmax(1, fabs(slope)) ? NAN : slope;
}

void check_gradients(const double *x, double *slope, int *wrong, double scale,
                     int n) {
    double p[MOST], claim[MOST];
    for (int i = 0; i < n; i++)
        p[i] = x[i];
    for (int f = 0; f < FUNCTIONS; f++) {
        double off = 0, largest = 1;
        claimed(f, x, n, scale, claim);
        for (int i = 0; i < n; i++) {
            double s = slope[f * n + i] = slope_of(f, p, n, scale, i);
            if (isnan(s)) continue;
            off = fmax(off, fabs(s - claim[i]));
            largest = fmax(largest, fmax(fabs(s), fabs(claim[i])));
        }
        wrong[f] = off > 1e-6 * largest;
    }
}
