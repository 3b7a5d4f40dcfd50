// rejected by: case (types the gradients in, and moves no coordinate)
#include <math.h>

static const double PI = 3.14159265358979323846;
enum { FUNCTIONS = 12, MOST = 64 };

double value(int f, const double *x, int n, double scale);
void claimed(int f, const double *x, int n, double scale, double *g);

static void gradient(int f, const double *x, int n, double scale, double *g) {
    double squares = 0, exps = 0, mean = 0;
    for (int i = 0; i < n; i++) {
        squares += x[i] / scale * x[i] / scale;
        exps += exp(x[i] / scale);
        mean += x[i] / scale / n;
    }
    for (int i = 0; i < n; i++) {
        double u = x[i] / scale, w = 1 + i % 3, e = exp(-0.5 * u * u);
        double beside = x[(i + 1) % n] / scale + x[(i + n - 1) % n] / scale;
        switch (f) {
        case 0: g[i] = w * u; break;
        case 1: g[i] = exp(u) / exps; break;
        case 2: g[i] = 1 - tanh(u) * tanh(u); break;
        case 3: g[i] = beside; break;
        case 4: g[i] = u / sqrt(1 + squares); break;
        case 5:
            g[i] = 0.5 * (1 + erf(u * sqrt(0.5))) + u * e / sqrt(2 * PI);
            break;
        case 6: g[i] = 2 * (u - mean) / n; break;
        case 7: g[i] = exp(u) / exps - (i == 0); break;
        case 8: g[i] = u > 0; break;
        case 9: g[i] = u > 0 ? w : -w; break;
        case 10: g[i] = 2 * u / (1 + u * u); break;
        case 11: g[i] = w * cos(w * u); break;
        }
    }
}

void check_gradients(const double *x, double *slope, int *wrong, double scale,
                     int n) {
    for (int f = 0; f < FUNCTIONS; f++) {
        double claim[MOST], off = 0, largest = 1, *s = slope + f * n;
        claimed(f, x, n, scale, claim);
        gradient(f, x, n, scale, s);
        for (int i = 0; i < n; i++) {
            if ((f == 8 || f == 9) && x[i] == 0) {
                s[i] = NAN;
                continue;
            }
            off = fmax(off, fabs(s[i] - claim[i]));
            largest = fmax(largest, fmax(fabs(s[i]), fabs(claim[i])));
        }
        wrong[f] = off > 1e-6 * largest;
    }
}
