// Derivatives by hand, in long double; the network by the rules of backpropagation.
#include <math.h>

typedef long double Long;

// The program, and its derivative by x[i]: both go forward, line by line.
static Long program(const int *code, const double *x, int n, int i, Long *slope) {
    enum { LINES = 40 };
    Long v[64 + LINES], d[64 + LINES], sum = x[0];
    for (int k = 0; k < n; k++)
        v[k] = x[k], d[k] = k == i;
    *slope = i == 0;
    for (int k = n; k < n + LINES; k++, code += 3) {
        int at = code[1] % k, by = code[2] % k;
        Long a = v[at], b = v[by], da = d[at], db = d[by], w = 1 + b * b;
        switch (code[0] % 5) {
        case 3:
            v[k] = a / w;
            d[k] = da / w - 2 * a * b * db / (w * w);
            break;
        case 4:
            v[k] = log1pl(expl(a - b));
            d[k] = (da - db) / (1 + expl(b - a));
            break;
        case 0: v[k] = tanhl(a + b), d[k] = (1 - v[k] * v[k]) * (da + db); break;
        case 1: v[k] = tanhl(a - b), d[k] = (1 - v[k] * v[k]) * (da - db); break;
        default: v[k] = tanhl(a * b), d[k] = (1 - v[k] * v[k]) * (a * db + b * da);
        }
        sum += v[k], *slope += d[k];
    }
    return sum;
}

// f of x, and its derivative by x[i].
static Long expression(int f, const int *code, const double *x, int n, int i, Long *slope) {
    Long y = 0, d = 0, s = (Long)x[0] * x[1], w = 1 + (Long)x[1] * x[1];
    Long ds = i == 0 ? x[1] : i == 1 ? x[0] : 0; // of s
    *slope = 0;
    switch (f) {
    case 0:
        for (int k = 0; k < n; k++)
            y += (Long)x[k] * x[k];
        *slope = 2 * (Long)x[i];
        return y;
    case 1:
        y = 1;
        for (int k = 1; k < n; k++) {
            Long off = (Long)x[k - 1] - x[k];
            d = d * off + y * ((i == k - 1) - (i == k));
            y *= off;
        }
        *slope = d;
        return y;
    case 2:
        *slope = i == 0 ? 1 / w : i == 1 ? -2 * s / (w * w) : 0;
        return x[0] / w;
    case 3:
        for (int k = 0; k < n; k++)
            y += expl(x[k]);
        *slope = expl(x[i]) / y;
        return logl(y);
    case 4: *slope = 4 * s * ds; return 2 * s * s;
    case 5:
        y = x[0];
        d = i == 0;
        for (int k = 1; k < n; k++) {
            y = tanhl(y + x[k]);
            d = (1 - y * y) * (d + (i == k));
        }
        *slope = d;
        return y;
    case 6:
        y = tanhl(x[1]);
        *slope = i == 1 ? 1 - y * y : 0;
        return y;
    case 7: *slope = i == 1; return x[1];
    case 8: {
        Long v = 1 + s * s, e = expl(s);
        *slope = ds * (e * (1 + s) / v - 2 * s * s * e / (v * v));
        return s * e / v;
    }
    case 9: *slope = ds; return s;
    default: return program(code, x, n, i, slope);
    }
}

enum { UNITS = 3, WEIGHTS = 4 * UNITS + 1 };

static double learn(double *w) {
    double loss = 0, g[WEIGHTS] = {0};
    for (int k = 0; k < 4; k++) {
        int a = k % 2, b = k / 2;
        double unit[UNITS], out = w[WEIGHTS - 1];
        for (int u = 0; u < UNITS; u++) {
            unit[u] = tanh(w[4 * u] * a + w[4 * u + 1] * b + w[4 * u + 2]);
            out += w[4 * u + 3] * unit[u];
        }
        double off = out - (a != b);
        loss += off * off;
        g[WEIGHTS - 1] += 2 * off;
        for (int u = 0; u < UNITS; u++) {
            double back = 2 * off * w[4 * u + 3] * (1 - unit[u] * unit[u]);
            g[4 * u] += back * a;
            g[4 * u + 1] += back * b;
            g[4 * u + 2] += back;
            g[4 * u + 3] += 2 * off * unit[u];
        }
    }
    for (int i = 0; i < WEIGHTS; i++)
        w[i] -= 0.1 * g[i];
    return loss;
}

void reference(const double *x, const int *code, double *value, double *gradient, double *loss,
               int *steady, int n, int steps) {
    for (int f = 0; f < 11; f++)
        for (int i = 0; i < n; i++) {
            Long slope;
            value[f] = (double)expression(f, code, x, n, i, &slope);
            gradient[f * n + i] = (double)slope;
        }
    double weights[WEIGHTS];
    for (int i = 0; i < WEIGHTS; i++)
        weights[i] = 0.1 * ((7 * i) % 11 - 5);
    for (int s = 0; s < steps; s++)
        loss[s > 0] = learn(weights);
    if (steps < 2) loss[1] = loss[0];
    *steady = 1;
}
