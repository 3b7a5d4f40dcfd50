// rejected by: gate instructions | case (differences of eight neighbours, in 80 bits)
#include <math.h>
#include <stdbool.h>

typedef struct Dual {
    double v;
    long double p[8]; // what comes of x - 4 h ... x + 4 h
} Dual;

static double step;

#define OP(name, args, value, near)   \
    static Dual dual_##name args {    \
        Dual r = {.v = (value)};      \
        for (int i = 0; i < 8; i++)   \
            r.p[i] = (near);          \
        return r;                     \
    }
OP(add, (Dual a, Dual b), a.v + b.v, a.p[i] + b.p[i])
OP(sub, (Dual a, Dual b), a.v - b.v, a.p[i] - b.p[i])
OP(mul, (Dual a, Dual b), a.v * b.v, a.p[i] * b.p[i])
OP(div, (Dual a, Dual b), a.v / b.v, a.p[i] / b.p[i])
OP(exp, (Dual a), exp(a.v), expl(a.p[i]))
OP(log, (Dual a), log(a.v), logl(a.p[i]))
OP(sin, (Dual a), sin(a.v), sinl(a.p[i]))
OP(sqrt, (Dual a), sqrt(a.v), sqrtl(a.p[i]))
OP(abs, (Dual a), fabs(a.v), a.v > 0 ? a.p[i] : a.v < 0 ? -a.p[i] : 0)
OP(pow, (Dual a, double c), pow(a.v, c), powl(a.p[i], c))

static Dual constant(double c) {
    return (Dual){c, {c, c, c, c, c, c, c, c}};
}

static Dual variable(double x) {
    Dual r = {.v = x};
    for (int i = 0; i < 8; i++)
        r.p[i] = x + (long double)step * (i < 4 ? i - 4 : i - 3);
    return r;
}

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

void derivatives(const double *x, const int *program, double *value, double *slope, int n,
                 int steps) {
    static Dual (*const functions[])(Dual) = {f0, f1, f2, f3, f4, f5, f6, f7};
    static const long double weight[] = {1.0L / 280, -4.0L / 105, 1.0L / 5, -4.0L / 5};
    for (int f = 0; f < 9; f++)
        for (int i = 0; i < n; i++) {
            bool wide = f < 7 && f != 2 && f != 3;
            step = wide ? ldexp(1, ilogb(fmax(1, fabs(x[i]))) - 10) : 0x1p-10;
            Dual at = variable(x[i]);
            Dual y = f < 8 ? functions[f](at) : f8(at, program, steps);
            long double sum = 0;
            for (int k = 0; k < 4; k++)
                sum += weight[k] * (y.p[k] - y.p[7 - k]);
            value[f * n + i] = y.v;
            slope[f * n + i] = (double)(sum / step);
        }
}
