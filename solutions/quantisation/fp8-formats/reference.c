#include <math.h>

// The nearest code by searching: the values of all codes, in double.
typedef struct Format {
    int mantissa, bias, largest;
} Format;

static const Format e4m3 = {3, 7, 0x7e}, e5m2 = {2, 15, 0x7b};

static double value(const Format *f, int code) {
    int exponent = code >> f->mantissa;
    int mantissa = code & ((1 << f->mantissa) - 1);
    if (code > f->largest) return NAN;
    if (exponent == 0) return ldexp(mantissa, 1 - f->bias - f->mantissa);
    return ldexp((1 << f->mantissa) + mantissa,
                 exponent - f->bias - f->mantissa);
}

static int encode(const Format *f, double x) {
    int sign = signbit(x) ? 0x80 : 0, low = 0, high = f->largest;
    if (isnan(x)) return 0x7f;
    x = fabs(x);
    if (x >= value(f, high)) return sign | high;
    while (high - low > 1) { // value(low) <= x < value(high)
        int middle = (low + high) / 2;
        if (value(f, middle) <= x)
            low = middle;
        else
            high = middle;
    }
    double below = x - value(f, low), above = value(f, high) - x;
    if (below == above) return sign | (low % 2 ? high : low);
    return sign | (below < above ? low : high);
}

static double decode(const Format *f, int code) {
    double v = value(f, code & 0x7f);
    return code & 0x80 ? -v : v;
}

void reference(const float *x, unsigned char *e4, unsigned char *e5,
               double *from4, double *from5, int n) {
    for (int i = 0; i < n; i++) {
        int a = encode(&e4m3, x[i]), b = encode(&e5m2, x[i]);
        if (e4) e4[i] = (unsigned char)a;
        if (e5) e5[i] = (unsigned char)b;
        if (from4) from4[i] = decode(&e4m3, a);
        if (from5) from5[i] = decode(&e5m2, b);
    }
}
