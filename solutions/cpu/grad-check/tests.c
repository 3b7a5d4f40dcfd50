// The caller of grad-check. It has the twelve functions, whose weights are
// drawn, so that a learner's file can call them and not know them; and the
// claims, which are never exact: nobody gets a slope from a claim.
#include <math.h>
#include <string.h>

enum { FUNCTIONS = 12, WEIGHTS = 3, MOST = 64 };
static const double PI = 3.14159265358979323846;

void check_gradients(const double *x, double *slope, int *wrong, double scale,
                     int n);

static struct {
    double weight[FUNCTIONS * WEIGHTS], noise[FUNCTIONS * MOST];
    int variant[FUNCTIONS];
} drawn;

// f of the point x. Each f is a function of u = x / scale.
double value(int f, const double *x, int n, double scale) {
    const double *weight = drawn.weight + f * WEIGHTS;
    double sum = 0, squares = 0, exps = 0, mean = 0, var = 0;
    for (int i = 0; i < n; i++) {
        double u = x[i] / scale, next = x[(i + 1) % n] / scale;
        double w = weight[i % WEIGHTS];
        squares += w * u * u;
        exps += w * exp(u);
        mean += u / n;
        switch (f) {
        case 0: sum += 0.5 * w * u * u; break;
        case 2: sum += w * tanh(u); break;
        case 3: sum += w * u * next; break;
        case 5: sum += 0.5 * w * u * (1 + erf(u * sqrt(0.5))); break;
        case 8: sum += w * fmax(u, 0); break;
        case 9: sum += w * fabs(u); break;
        case 10: sum += w * log1p(u * u); break;
        case 11: sum += sin(w * u); break;
        }
    }
    for (int i = 0; i < n; i++)
        var += (x[i] / scale - mean) * (x[i] / scale - mean) / n;
    if (f == 1) return log(exps);
    if (f == 4) return sqrt(1 + squares);
    if (f == 6) return weight[0] * var;
    if (f == 7) return log(exps) - x[0] / scale;
    return sum;
}

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
void claimed(int f, const double *x, int n, double scale, double *g) {
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

// Other claims about the same functions at the same point.
static void claim_otherwise(int n) {
    for (int i = 0; i < FUNCTIONS * n; i++)
        drawn.noise[i] = -drawn.noise[i];
    for (int f = 0; f < FUNCTIONS; f++)
        drawn.variant[f] = (drawn.variant[f] + 2) % 6;
}

// The slopes come from value(): they are the same to the last bit whatever is claimed.
static int is_alike(const double *a, const double *b, int n) {
    for (int i = 0; i < FUNCTIONS * n; i++)
        if (a[i] != b[i] && !(isnan(a[i]) && isnan(b[i]))) return 0;
    return 1;
}

void grad_cases(const double *x, const double *weight, const double *noise,
                const int *variant, double *slope, int *wrong, int *facts,
                double scale, int n) {
    static double again[FUNCTIONS * MOST];
    static int wrong_again[FUNCTIONS];
    memcpy(drawn.weight, weight, sizeof drawn.weight);
    memcpy(drawn.noise, noise, sizeof(double) * FUNCTIONS * n);
    memcpy(drawn.variant, variant, sizeof drawn.variant);
    check_gradients(x, slope, wrong, scale, n);
    claim_otherwise(n);
    check_gradients(x, again, wrong_again, scale, n);
    facts[0] = is_alike(slope, again, n);
}
