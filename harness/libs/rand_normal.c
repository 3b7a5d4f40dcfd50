// cuRAND: distributions by their quantiles.
#include "libs/rand.h"

#include "base/heap.h"

#include <math.h>

// A start that is off by 4.5e-4 (Abramowitz and Stegun, 26.2.23), and Halley's
// steps on the distribution's own function, which triple the right digits.
double normal_quantile(double p) {
    if (!(p > 0)) return -INFINITY;
    if (!(p < 1)) return INFINITY;
    double q = p < 0.5 ? p : 1 - p, t = sqrt(-2 * log(q));
    double x = t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    // q is the mass above x.
    for (int i = 0; i < 3; i++) {
        double off = 0.5 * erfc(x * M_SQRT1_2) - q;
        double step = off * sqrt(2 * M_PI) * exp(x * x / 2);
        x += step / (1 + x * step / 2);
    }
    return p < 0.5 ? -x : x;
}

// ---- Poisson

static const double LARGE = 1000; // beyond, the normal distribution is close

struct Poisson {
    double lambda;
    int n;
    double *below; // below[k]: the mass of 0 .. k
};

Poisson *poisson_new(double lambda) {
    Poisson *p = heap_new(1, sizeof *p);
    p->lambda = lambda;
    if (lambda > LARGE) return p;
    p->n = (int)(lambda + 12 * sqrt(lambda) + 40);
    p->below = heap_new((size_t)p->n, sizeof *p->below);
    double sum = 0;
    for (int k = 0; k < p->n; k++) {
        sum += exp(k * log(lambda) - lambda - lgamma(k + 1.0));
        p->below[k] = sum;
    }
    return p;
}

void poisson_free(Poisson *p) {
    if (p) heap_free(p->below);
    heap_free(p);
}

uint32_t poisson_quantile(const Poisson *p, double u) {
    if (!p->below)
        return (uint32_t)fmax(
            0, floor(p->lambda + sqrt(p->lambda) * normal_quantile(u) + 0.5));
    int lo = 0, hi = p->n - 1;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (p->below[mid] < u)
            lo = mid + 1;
        else
            hi = mid;
    }
    return (uint32_t)lo;
}
