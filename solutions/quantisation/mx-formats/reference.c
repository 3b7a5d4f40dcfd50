// mx-formats: the nearest code by searching among the values of all codes.
#include <math.h>

typedef struct Format {
    int mantissa, bias, largest;
} Format;

static const Format e4m3 = {3, 7, 0x7e}, e2m1 = {1, 1, 7};

static double value(const Format *f, int code) {
    int exponent = code >> f->mantissa;
    int mantissa = code & ((1 << f->mantissa) - 1);
    if (exponent == 0) return ldexp(mantissa, 1 - f->bias - f->mantissa);
    return ldexp((1 << f->mantissa) + mantissa,
                 exponent - f->bias - f->mantissa);
}

// Of x, which is 0 or more. What is above the largest becomes the largest.
static int encode(const Format *f, double x) {
    int low = 0, high = f->largest;
    if (x >= value(f, high)) return high;
    while (high - low > 1) { // value(low) <= x < value(high)
        int middle = (low + high) / 2;
        if (value(f, middle) <= x)
            low = middle;
        else
            high = middle;
    }
    double below = x - value(f, low), above = value(f, high) - x;
    if (below == above) return low % 2 ? high : low;
    return below < above ? low : high;
}

// The largest magnitude of n numbers; NaN if one of them is no finite number.
static double largest(const float *x, int n) {
    double most = 0;
    for (int i = 0; i < n; i++) {
        if (!isfinite(x[i])) return NAN;
        most = fmax(most, fabs((double)x[i]));
    }
    return most;
}

// The code of E8M0: the exponent of `most` less that of the format's largest.
static int power(double most, int top) {
    if (isnan(most)) return 0xff;
    int code = most > 0 ? ilogb(most) - top + 127 : 0;
    return code < 0 ? 0 : code;
}

static int code_of(const Format *f, float x, double scale, int sign) {
    double a = fabs((double)x);
    return (signbit(x) ? sign : 0) | (scale > 0 ? encode(f, a / scale) : 0);
}

static void put_four(unsigned char *to, const float *x, double scale, int n) {
    for (int i = 0; i < n; i += 2)
        to[i / 2] = (unsigned char)(code_of(&e2m1, x[i], scale, 8) |
                                    code_of(&e2m1, x[i + 1], scale, 8) << 4);
}

static void fill_zero(unsigned char *to, int n) {
    for (int i = 0; i < n; i++)
        to[i] = 0;
}

static void mx8_block(const float *x, unsigned char *to, unsigned char *scale) {
    double most = largest(x, 32);
    *scale = (unsigned char)power(most, 8);
    if (isnan(most)) return fill_zero(to, 32);
    for (int i = 0; i < 32; i++)
        to[i] =
            (unsigned char)code_of(&e4m3, x[i], ldexp(1, *scale - 127), 0x80);
}

static void mx4_block(const float *x, unsigned char *to, unsigned char *scale) {
    double most = largest(x, 32);
    *scale = (unsigned char)power(most, 2);
    if (isnan(most)) return fill_zero(to, 16);
    put_four(to, x, ldexp(1, *scale - 127), 32);
}

static void nv4_block(const float *x, unsigned char *to, unsigned char *scale) {
    double most = largest(x, 16);
    *scale = 0x7f;
    if (isnan(most)) return fill_zero(to, 8);
    *scale = (unsigned char)encode(&e4m3, (float)most / 6.0f);
    put_four(to, x, value(&e4m3, *scale), 16);
}

void reference(const float *x, unsigned char *mx8, unsigned char *mx8_scale,
               unsigned char *mx4, unsigned char *mx4_scale, unsigned char *nv4,
               unsigned char *nv4_scale, int blocks);

void reference(const float *x, unsigned char *mx8, unsigned char *mx8_scale,
               unsigned char *mx4, unsigned char *mx4_scale, unsigned char *nv4,
               unsigned char *nv4_scale, int blocks) {
    for (long long b = 0; b < blocks; b++) {
        const float *of = x + 32 * b;
        mx8_block(of, mx8 + 32 * b, mx8_scale + b);
        mx4_block(of, mx4 + 16 * b, mx4_scale + b);
        for (int i = 0; i < 2; i++)
            nv4_block(of + 16 * i, nv4 + 16 * b + 8 * i, nv4_scale + 2 * b + i);
    }
}
