// rejected by: case kinks (the step is a part of x[i])
// says: The step is a part of x[i], and 0 where x[i] is 0: then 0 is divided by 0. Make it a part of scale, which is the usual size of x.
#include <math.h>
#include <string.h>

enum { FUNCTIONS = 12, MOST = 64 }; // n is at most MOST
static const double PI = 3.14159265358979323846;

double value(int f, const double *x, int n, double scale);
void claimed(int f, int variant, const double *x, int n, double scale,
             double *g);

// slope[f * n + i] = scale * df/dx[i] by differences, NAN at a kink;
// wrong[f] = 1 if claimed() disagrees with it.
void grad_check(const double *x, const int *variant, double *slope, int *wrong,
                double scale, int n) {
    double y[MOST], g[MOST];
    memcpy(y, x, n * sizeof(double));
    for (int f = 0; f < FUNCTIONS; f++) {
        double mid = value(f, x, n, scale);
        for (int i = 0; i < n; i++) {
            double h = 6e-6 * fabs(x[i]);
            y[i] = x[i] + h;
            double hi = value(f, y, n, scale);
            y[i] = x[i] - h;
            double lo = value(f, y, n, scale);
            y[i] = x[i];
            double l = (mid - lo) / h * scale, r = (hi - mid) / h * scale;
            double m = (hi - lo) / (2 * h) * scale;
            slope[f * n + i] = fabs(l - r) > 1e-3 * fmax(1, fabs(m)) ? NAN : m;
        }
        claimed(f, variant[f], x, n, scale, g);
        double most = 0, largest = 1;
        for (int i = 0; i < n; i++) {
            double s = slope[f * n + i];
            if (isnan(s)) continue;
            most = fmax(most, fabs(s - g[i]));
            largest = fmax(largest, fmax(fabs(s), fabs(g[i])));
        }
        wrong[f] = most > 1e-6 * largest;
    }
}

// ---- given: leave it as it is

// f of the point x. Each f is a function of u = x / scale.
double value(int f, const double *x, int n, double scale) {
    double sum = 0, squares = 0, exps = 0, mean = 0, var = 0;
    for (int i = 0; i < n; i++) {
        double u = x[i] / scale, next = x[(i + 1) % n] / scale, w = 1 + i % 3;
        squares += u * u;
        exps += exp(u);
        mean += u / n;
        switch (f) {
        case 0: sum += 0.5 * w * u * u; break;
        case 2: sum += tanh(u); break;
        case 3: sum += u * next; break;
        case 5: sum += 0.5 * u * (1 + erf(u * sqrt(0.5))); break;
        case 8: sum += fmax(u, 0); break;
        case 9: sum += w * fabs(u); break;
        case 10: sum += log1p(u * u); break;
        case 11: sum += sin(w * u); break;
        }
    }
    for (int i = 0; i < n; i++)
        var += (x[i] / scale - mean) * (x[i] / scale - mean) / n;
    if (f == 1) return log(exps);
    if (f == 4) return sqrt(1 + squares);
    if (f == 6) return var;
    if (f == 7) return log(exps) - x[0] / scale;
    return sum;
}

// The right gradient of f, times scale.
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

// What a colleague's backward pass says, times scale. Some variants are wrong.
void claimed(int f, int variant, const double *x, int n, double scale,
             double *g) {
    gradient(f, x, n, scale, g);
    double first = g[0];
    switch (variant) {
    case 1: g[n - 1] = -g[n - 1]; break;
    case 2:
        for (int i = 0; i < n; i++)
            g[i] *= 0.5;
        break;
    case 3: // right: rounded to ten digits on the way
        for (int i = 0; i < n; i++)
            g[i] *= 1 + 1e-10;
        break;
    case 4: g[n / 2] *= 1.01; break;
    case 5:
        g[0] = g[n - 1];
        g[n - 1] = first;
        break;
    }
}
