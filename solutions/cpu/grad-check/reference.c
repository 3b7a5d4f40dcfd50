#include <math.h>
#include <string.h>

enum { FUNCTIONS = 12, WEIGHTS = 3, MOST = 64 };
static const double PI = 3.14159265358979323846;

// As in tests.c.
static struct {
    double weight[FUNCTIONS * WEIGHTS], noise[FUNCTIONS * MOST];
    int variant[FUNCTIONS];
} drawn;

static void gradient(int f, const double *x, int n, double scale, double *g) {
    const double *weight = drawn.weight + f * WEIGHTS;
    double squares = 0, exps = 0, mean = 0;
    for (int i = 0; i < n; i++) {
        double u = x[i] / scale, w = weight[i % WEIGHTS];
        squares += w * u * u;
        exps += w * exp(u);
        mean += u / n;
    }
    for (int i = 0; i < n; i++) {
        int before = (i + n - 1) % n;
        double u = x[i] / scale, e = exp(-0.5 * u * u), t = tanh(u);
        double w = weight[i % WEIGHTS];
        switch (f) {
        case 0: g[i] = w * u; break;
        case 1: g[i] = w * exp(u) / exps; break;
        case 2: g[i] = w * (1 - t * t); break;
        case 3:
            g[i] = w * x[(i + 1) % n] / scale +
                   weight[before % WEIGHTS] * x[before] / scale;
            break;
        case 4: g[i] = w * u / sqrt(1 + squares); break;
        case 5:
            g[i] = w * (0.5 * (1 + erf(u * sqrt(0.5))) + u * e / sqrt(2 * PI));
            break;
        case 6: g[i] = 2 * weight[0] * (u - mean) / n; break;
        case 7: g[i] = w * exp(u) / exps - (i == 0); break;
        case 8: g[i] = u > 0 ? w : 0; break;
        case 9: g[i] = u > 0 ? w : -w; break;
        case 10: g[i] = w * 2 * u / (1 + u * u); break;
        case 11: g[i] = w * cos(w * u); break;
        }
    }
}

// The claims: off by 3e-7 to 6e-7 of the largest where they are right.
static void claimed(int f, const double *x, int n, double scale, double *g) {
    double largest = 1;
    gradient(f, x, n, scale, g);
    for (int i = 0; i < n; i++)
        largest = fmax(largest, fabs(g[i]));
    double first = g[0];
    switch (drawn.variant[f]) {
    case 1: g[n - 1] = -g[n - 1]; break;
    case 2:
        for (int i = 0; i < n; i++)
            g[i] *= 0.5;
        break;
    case 4: g[n / 2] *= 1.01; break;
    case 5:
        g[0] = g[n - 1];
        g[n - 1] = first;
        break;
    }
    for (int i = 0; i < n; i++) {
        double d = drawn.noise[f * n + i];
        g[i] += (d + copysign(1, d)) * 3e-7 * largest;
    }
}

// The formulas themselves; only relu and abs have kinks, at 0.
void reference(const double *x, const double *weight, const double *noise,
               const int *variant, double *slope, int *wrong, int *facts,
               double scale, int n) {
    if (facts) facts[0] = 1;
    memcpy(drawn.weight, weight, sizeof drawn.weight);
    memcpy(drawn.noise, noise, sizeof(double) * FUNCTIONS * n);
    memcpy(drawn.variant, variant, sizeof drawn.variant);
    for (int f = 0; f < FUNCTIONS; f++) {
        double claim[MOST], off = 0, largest = 1, *s = slope + f * n;
        double right[MOST];
        gradient(f, x, n, scale, right);
        claimed(f, x, n, scale, claim);
        for (int i = 0; i < n; i++) {
            int kink = (f == 8 || f == 9) && x[i] == 0;
            if (slope) s[i] = kink ? NAN : right[i];
            if (kink) continue;
            off = fmax(off, fabs(right[i] - claim[i]));
            largest = fmax(largest, fmax(fabs(right[i]), fabs(claim[i])));
        }
        if (wrong) wrong[f] = off > 1e-6 * largest;
    }
}
