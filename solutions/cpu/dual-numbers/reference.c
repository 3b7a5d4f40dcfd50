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

void reference(const double *x, double *values, double *slopes, int n) {
    for (int f = 0; f < 8; f++)
        for (int i = 0; i < n; i++) {
            values[f * n + i] = (double)value(f, x[i]);
            slopes[f * n + i] = (double)slope(f, x[i]);
        }
}
