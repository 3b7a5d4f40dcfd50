// rejected by: case (of several steps it takes the one whose slope the claim likes best)
#include <math.h>

enum { FUNCTIONS = 12, MOST = 64 };

double value(int f, const double *x, int n, double scale);
void claimed(int f, const double *x, int n, double scale, double *g);

void check_gradients(const double *x, double *slope, int *wrong, double scale, int n) {
    double p[MOST], claim[MOST];
    for (int i = 0; i < n; i++)
        p[i] = x[i];
    for (int f = 0; f < FUNCTIONS; f++, slope += n) {
        double off = 0, largest = 1, here = value(f, x, n, scale);
        claimed(f, x, n, scale, claim);
        for (int i = 0; i < n; i++) {
            for (double step = 4e-6; step < 2e-5; step *= 1.4) {
                p[i] = x[i] + step * scale;
                double right = (value(f, p, n, scale) - here) / step;
                p[i] = x[i] - step * scale;
                double left = (here - value(f, p, n, scale)) / step, s = 0.5 * (left + right);
                if (fabs(right - left) > 1e-3 * fmax(1, fabs(s))) s = NAN;
                if (step == 4e-6 || fabs(s - claim[i]) < fabs(slope[i] - claim[i])) slope[i] = s;
            }
            p[i] = x[i];
            if (isnan(slope[i])) continue;
            off = fmax(off, fabs(slope[i] - claim[i]));
            largest = fmax(largest, fmax(fabs(slope[i]), fabs(claim[i])));
        }
        wrong[f] = off > 1e-6 * largest;
    }
}
