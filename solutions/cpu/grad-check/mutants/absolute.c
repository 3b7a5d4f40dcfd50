// rejected by: case numbers (an absolute bound on the gradient itself: blind at 1e6, alarms at 1e-6)
// says: The bound is absolute. It grows with the largest slope or claim of the function, from 1 on.
#include <math.h>

enum { FUNCTIONS = 12, MOST = 64 }; // n is at most MOST

// Of kata: f of the point x, and what a colleague says its gradient times scale
// is. All that can be done with the functions is to call them.
double value(int f, const double *x, int n, double scale);
void claimed(int f, const double *x, int n, double scale, double *g);

// The error of a central difference is about h^2 + epsilon / h: least where h is
// the cube root of epsilon.
static const double STEP = 6.06e-6;
static const double ALLOWED = 1e-6, KINK = 1e-3;

static double slope_of(int f, const double *x, int n, double scale, int i) {
    double p[MOST], h = STEP * scale;
    for (int k = 0; k < n; k++)
        p[k] = x[k];
    double here = value(f, p, n, scale);
    p[i] = x[i] + h;
    double right = (value(f, p, n, scale) - here) / STEP;
    p[i] = x[i] - h;
    double left = (here - value(f, p, n, scale)) / STEP;

    double slope = 0.5 * (left + right); // (f(x + h) - f(x - h)) / 2h
    return fabs(right - left) > KINK * fmax(1, fabs(slope)) ? NAN : slope;
}

void check_gradients(const double *x, double *slope, int *wrong, double scale,
                     int n) {
    for (int f = 0; f < FUNCTIONS; f++) {
        double claim[MOST], off = 0, largest = 1, *s = slope + f * n;
        claimed(f, x, n, scale, claim);
        for (int i = 0; i < n; i++) {
            s[i] = slope_of(f, x, n, scale, i);
            if (isnan(s[i])) continue;
            off = fmax(off, fabs(s[i] - claim[i]) / scale);
            largest = fmax(largest, fmax(fabs(s[i]), fabs(claim[i])));
        }
        wrong[f] = off > ALLOWED;
    }
}
