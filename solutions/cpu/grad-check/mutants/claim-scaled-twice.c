// rejected by: case numbers (the claim is multiplied by scale once more)
// says: The claim is multiplied by scale once more. claimed() gives the gradient times scale, as slope has it.
#include <math.h>
#include <string.h>

enum { FUNCTIONS = 12, MOST = 64 }; // n is at most MOST

// Of kata: f of the point x, and what a colleague says its gradient times scale
// is. All that can be done with the functions is to call them.
double value(int f, const double *x, int n, double scale);
void claimed(int f, const double *x, int n, double scale, double *g);

// slope[f * n + i] = scale * df/dx[i] by differences, NAN at a kink;
// wrong[f] = 1 if claimed() disagrees with it.
void check_gradients(const double *x, double *slope, int *wrong, double scale,
                     int n) {
    double y[MOST], g[MOST];
    memcpy(y, x, n * sizeof(double));
    for (int f = 0; f < FUNCTIONS; f++) {
        double mid = value(f, x, n, scale);
        for (int i = 0; i < n; i++) {
            double h = 6e-6 * scale;
            y[i] = x[i] + h;
            double hi = value(f, y, n, scale);
            y[i] = x[i] - h;
            double lo = value(f, y, n, scale);
            y[i] = x[i];
            double l = (mid - lo) / h * scale, r = (hi - mid) / h * scale;
            double m = (hi - lo) / (2 * h) * scale;
            slope[f * n + i] = fabs(l - r) > 1e-3 * fmax(1, fabs(m)) ? NAN : m;
        }
        claimed(f, x, n, scale, g);
        double most = 0, largest = 1;
        for (int i = 0; i < n; i++) {
            double s = slope[f * n + i];
            most = fmax(most, fabs(s - g[i] * scale));
            if (!isnan(s)) largest = fmax(largest, fmax(fabs(s), fabs(g[i])));
        }
        wrong[f] = most > 1e-6 * largest;
    }
}
