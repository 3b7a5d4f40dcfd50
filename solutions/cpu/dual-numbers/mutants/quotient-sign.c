// rejected by: case (plus for minus in the quotient)
// says: The slope of a quotient has a minus in it: a' b - a b'.
// Numbers that carry their derivative along.
#include <math.h>

typedef struct Dual {
    double v, d; // the value, and its derivative by x
} Dual;

static Dual constant(double c) {
    return (Dual){c, 0};
}

static Dual variable(double x) {
    return (Dual){x, 1};
}

static Dual dual_add(Dual a, Dual b) {
    return (Dual){a.v + b.v, a.d + b.d};
}

static Dual dual_sub(Dual a, Dual b) {
    return (Dual){a.v - b.v, a.d - b.d};
}

static Dual dual_mul(Dual a, Dual b) {
    return (Dual){a.v * b.v, a.d * b.v + a.v * b.d};
}

// Of q = a / b: q' = (a' - q b') / b, without a square that may overflow.
static Dual dual_div(Dual a, Dual b) {
    double q = a.v / b.v;
    return (Dual){q, (a.d + q * b.d) / b.v};
}

// Each function below: its own derivative at a.v, times a.d.
static Dual dual_exp(Dual a) {
    double e = exp(a.v);
    return (Dual){e, e * a.d};
}

static Dual dual_log(Dual a) {
    return (Dual){log(a.v), a.d / a.v};
}

static Dual dual_sin(Dual a) {
    return (Dual){sin(a.v), cos(a.v) * a.d};
}

static Dual dual_sqrt(Dual a) {
    double root = sqrt(a.v);
    return (Dual){root, a.d / (2 * root)};
}

static Dual dual_abs(Dual a) {
    double sign = (a.v > 0) - (a.v < 0);
    return (Dual){fabs(a.v), sign * a.d};
}

static Dual dual_pow(Dual a, double c) {
    return (Dual){pow(a.v, c), c * pow(a.v, c - 1) * a.d};
}

// ---- given: leave it as it is

static Dual f0(Dual x) {
    return dual_sub(dual_mul(x, dual_mul(x, x)), dual_mul(constant(2), x));
}

static Dual f1(Dual x) {
    return dual_div(dual_add(x, constant(1)), dual_add(dual_mul(x, x), constant(1)));
}

static Dual f2(Dual x) {
    return dual_exp(dual_mul(constant(-0.5), dual_mul(x, x)));
}

static Dual f3(Dual x) {
    return dual_log(dual_add(constant(1), dual_exp(x)));
}

static Dual f4(Dual x) {
    return dual_sqrt(dual_add(constant(1), dual_mul(x, x)));
}

static Dual f5(Dual x) {
    Dual shifted = dual_sub(x, constant(1));
    return dual_add(dual_abs(x), dual_mul(x, dual_abs(shifted)));
}

static Dual f6(Dual x) {
    Dual y = dual_add(constant(1), dual_mul(x, x));
    return dual_add(dual_pow(x, 3), dual_pow(y, -0.5));
}

// A loop: no formula for its derivative is in sight.
static Dual f7(Dual x) {
    Dual y = x;
    for (int i = 0; i < 12; i++)
        y = dual_add(dual_mul(constant(0.5), dual_sin(y)), dual_mul(x, constant(0.25)));
    return y;
}

// A program that is drawn: nobody can write its slope down beforehand.
static Dual f8(Dual x, const int *program, int steps) {
    Dual s = dual_sin(x), y = s;
    for (int i = 0; i < steps; i++) {
        Dual z = dual_add(constant(1), dual_mul(y, y));
        switch (program[i]) {
        case 0: y = dual_mul(y, dual_add(s, constant(0.5))); break;
        case 1: y = dual_div(dual_add(y, s), z); break;
        case 2: y = dual_exp(dual_sub(s, z)); break;
        case 3: y = dual_log(dual_add(z, constant(1))); break;
        case 4: y = dual_sqrt(z); break;
        case 5: y = dual_abs(dual_sub(y, constant(0.3))); break;
        case 6: y = dual_pow(z, -0.5); break;
        default: y = dual_sin(dual_add(y, s)); break;
        }
    }
    return y;
}

// value[f * n + i] and slope[f * n + i]: function f and its derivative at x[i].
void derivatives(const double *x, const int *program, double *value, double *slope, int n,
                 int steps) {
    static Dual (*const functions[])(Dual) = {f0, f1, f2, f3, f4, f5, f6, f7};
    for (int f = 0; f < 9; f++)
        for (int i = 0; i < n; i++) {
            Dual at = variable(x[i]);
            Dual y = f < 8 ? functions[f](at) : f8(at, program, steps);
            value[f * n + i] = y.v;
            slope[f * n + i] = y.d;
        }
}
