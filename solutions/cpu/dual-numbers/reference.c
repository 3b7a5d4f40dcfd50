// The formulas, in long double.
#include <math.h>

typedef long double Long;

static int sign_of(Long x) {
    return (x > 0) - (x < 0);
}

// The loop and its derivative, step by step.
static Long loop(Long x, Long *slope) {
    Long y = x, d = 1;
    for (int i = 0; i < 12; i++) {
        d = 0.5L * cosl(y) * d + 0.25L;
        y = 0.5L * sinl(y) + 0.25L * x;
    }
    *slope = d;
    return y;
}

static Long value(int f, Long x) {
    Long slope, w = 1 + x * x;
    switch (f) {
    case 0: return x * x * x - 2 * x;
    case 1: return (x + 1) / w;
    case 2: return expl(-x * x / 2);
    case 3: return logl(1 + expl(x));
    case 4: return sqrtl(w);
    case 5: return fabsl(x) + x * fabsl(x - 1);
    case 6: return x * x * x + 1 / sqrtl(w);
    default: return loop(x, &slope);
    }
}

static Long slope(int f, Long x) {
    Long slope, w = 1 + x * x;
    switch (f) {
    case 0: return 3 * x * x - 2;
    case 1: return (1 - 2 * x - x * x) / (w * w);
    case 2: return -x * expl(-x * x / 2);
    case 3: return 1 / (1 + expl(-x));
    case 4: return x / sqrtl(w);
    case 5: return sign_of(x) + fabsl(x - 1) + x * sign_of(x - 1);
    case 6: return 3 * x * x - x / (w * sqrtl(w));
    default: loop(x, &slope); return slope;
    }
}

// The drawn program, with the slope of each step by its formula.
static Long drawn(Long x, const int *program, int steps, Long *slope) {
    Long s = sinl(x), ds = cosl(x), y = s, d = ds;
    for (int i = 0; i < steps; i++) {
        Long z = 1 + y * y, dz = 2 * y * d, t;
        switch (program[i]) {
        case 0: d = d * (s + 0.5L) + y * ds, y = y * (s + 0.5L); break;
        case 1: t = y + s, y = t / z, d = ((d + ds) * z - t * dz) / (z * z); break;
        case 2: y = expl(s - z), d = y * (ds - dz); break;
        case 3: y = logl(z + 1), d = dz / (z + 1); break;
        case 4: y = sqrtl(z), d = dz / (2 * y); break;
        case 5: t = y - (Long)0.3, d = sign_of(t) * d, y = fabsl(t); break;
        case 6: y = 1 / sqrtl(z), d = -dz / (2 * z * sqrtl(z)); break;
        default: t = y + s, y = sinl(t), d = cosl(t) * (d + ds); break;
        }
    }
    *slope = d;
    return y;
}

void reference(const double *x, const int *program, double *values, double *slopes, int n,
               int steps) {
    for (int f = 0; f < 9; f++)
        for (int i = 0; i < n; i++) {
            Long d = 0, v = f < 8 ? value(f, x[i]) : drawn(x[i], program, steps, &d);
            values[f * n + i] = (double)v;
            slopes[f * n + i] = (double)(f < 8 ? slope(f, x[i]) : d);
        }
}
