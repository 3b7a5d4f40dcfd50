// fp8-training: eight bits, and a scale from the history, for each of three tensors.
#include <math.h>
#include <stdlib.h>

typedef struct State {
    int digits, lowest; // bits of the mantissa, smallest exponent
    double most, scale;
    double amax[512]; // all of them
    int n;
} State;

static double eight(const State *s, double v) {
    int exponent;
    v = fmin(fmax(v, -s->most), s->most);
    frexp(v, &exponent);
    double step = ldexp(1, (int)fmax(exponent - 1, s->lowest) - s->digits);
    return nearbyint(v / step) * step;
}

// Rounds n values in place, with their scale in them, and moves the state on.
// Returns the inverse of the scale.
static double quantise(State *s, double *v, int n, int window) {
    double scale = s->scale, most = 0, amax = 0;
    for (int i = 0; i < n; i++) {
        amax = fmax(amax, fabs(v[i]));
        v[i] = eight(s, v[i] * scale);
    }
    s->amax[s->n++] = amax;
    for (int i = s->n > window ? s->n - window : 0; i < s->n; i++)
        most = fmax(most, s->amax[i]);
    if (most > 0) {
        int up;
        // s->most = 1.75 * 2^k; a mantissa above 0.875 needs one binade more.
        double mantissa = frexp(most, &up);
        s->scale = ldexp(1, ilogb(s->most) + 1 - up - (mantissa > 0.875));
    }
    return 1 / scale;
}

static double *values(const int *codes, const int *spread, int exponent, int n) {
    double *v = malloc(sizeof *v * (size_t)n);
    for (int i = 0; i < n; i++)
        v[i] = ldexp(codes[i], exponent + (spread ? spread[i] : 0));
    return v;
}

void reference(const int *x, const int *w, const int *g, const int *xe,
               const int *we, const int *ge, const int *spread, double *y,
               double *grads, double *scales, int *facts, int n, int k, int m,
               int steps, int window, int learns) {
    State sx = {3, -6, 448, 1, {0}, 0}, sw = sx;
    State sg = {2, -14, 57344, 1, {0}, 0};
    (void)learns;
    for (int s = 0; s < steps; s++) {
        double *dx = grads + s * (n + m) * k, *dw = dx + n * k;
        double *a = values(x + s * n * k, NULL, xe[s], n * k);
        double *b = values(w + s * m * k, NULL, we[s], m * k);
        double *d = values(g + s * n * m, spread + s * n * m, ge[s], n * m);
        double ia = quantise(&sx, a, n * k, window) * ldexp(1, -xe[s]);
        double ib = quantise(&sw, b, m * k, window) * ldexp(1, -we[s]);
        double id = quantise(&sg, d, n * m, window) * ldexp(1, -ge[s]);
        for (int i = 0; i < n * m; i++) {
            double sum = 0;
            for (int c = 0; c < k; c++)
                sum += a[i / m * k + c] * b[i % m * k + c];
            y[s * n * m + i] = sum * ia * ib / 1024;
        }
        for (int i = 0; i < n * k; i++) {
            double sum = 0;
            for (int c = 0; c < m; c++)
                sum += d[i / k * m + c] * b[c * k + i % k];
            dx[i] = sum * id * ib / 64;
        }
        for (int i = 0; i < m * k; i++) {
            double sum = 0;
            for (int r = 0; r < n; r++)
                sum += d[r * m + i / k] * a[r * k + i % k];
            dw[i] = sum * id * ia / 64;
        }
        scales[3 * s] = log2(sx.scale);
        scales[3 * s + 1] = log2(sw.scale);
        scales[3 * s + 2] = log2(sg.scale);
        free(a);
        free(b);
        free(d);
    }
    facts[0] = facts[1] = facts[2] = 1;
}
