// rejected by: case numbers (a step of 6e-6, whatever the size of x)
// says: The step is 6e-6 for all sizes of x. For numbers near 1e-6 that is huge, and near 1e6 it is lost in rounding: multiply it by scale.
// Central differences, one coordinate at a time, in units of the scale.
#include <math.h>

enum { FUNCTIONS = 12, MOST = 64 }; // n is at most MOST
static const double PI = 3.14159265358979323846;

double value(int f, const double *x, int n, double scale);
void claimed(int f, int variant, const double *x, int n, double scale,
             double *g);

// The error of a central difference is about h^2 + epsilon / h: least where h is
// the cube root of epsilon.
static const double STEP = 6.06e-6;
static const double ALLOWED = 1e-6, KINK = 1e-3;

static double slope_of(int f, const double *x, int n, double scale, int i) {
    double p[MOST], h = 6e-6;
    for (int k = 0; k < n; k++)
        p[k] = x[k];
    double here = value(f, p, n, scale);
    p[i] = x[i] + h;
    double right = (value(f, p, n, scale) - here) / h * scale;
    p[i] = x[i] - h;
    double left = (here - value(f, p, n, scale)) / h * scale;

    double slope = 0.5 * (left + right); // (f(x + h) - f(x - h)) / 2h
    return fabs(right - left) > KINK * fmax(1, fabs(slope)) ? NAN : slope;
}

void grad_check(const double *x, const int *variant, double *slope, int *wrong,
                double scale, int n) {
    for (int f = 0; f < FUNCTIONS; f++) {
        double claim[MOST], off = 0, largest = 1, *s = slope + f * n;
        claimed(f, variant[f], x, n, scale, claim);
        for (int i = 0; i < n; i++) {
            s[i] = slope_of(f, x, n, scale, i);
            if (isnan(s[i])) continue;
            off = fmax(off, fabs(s[i] - claim[i]));
            largest = fmax(largest, fmax(fabs(s[i]), fabs(claim[i])));
        }
        wrong[f] = off > ALLOWED * largest;
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
