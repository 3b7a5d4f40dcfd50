// Series for the functions that kernels ask for approximately.
//
// In double, without branches, good to about 1e-9: far below a float's last
// place, so that the one rounding at the end is what is seen.
#ifndef SIM_MUFU_H
#define SIM_MUFU_H

#include "sim/exec/arith.h"

// Adding 1.5 * 2^52 leaves the nearest integer in the low bits of a double.
#define ROUNDER 0x1.8p52

// 2^x = 2^n 2^f, |f| <= 1/2; n becomes an exponent, 2^f is e^(f ln 2).
static inline double ex2_f64(double x) {
    x = x < -200 ? -200 : x; // a float is 0 or infinite there; a NaN stays
    x = x > 200 ? 200 : x;
    double t = x + ROUNDER;
    double y = (x - (t - ROUNDER)) * 0.69314718055994530942;
    double p = 1.0 / 362880;
    p = p * y + 1.0 / 40320;
    p = p * y + 1.0 / 5040;
    p = p * y + 1.0 / 720;
    p = p * y + 1.0 / 120;
    p = p * y + 1.0 / 24;
    p = p * y + 1.0 / 6;
    p = p * y + 0.5;
    p = p * y + 1;
    p = p * y + 1;
    return p * double_of_bits((bits_of_double(t) + 1023) << 52);
}
static inline float ex2_f32(float a) {
    return (float)ex2_f64(a);
}

// log2(m 2^e) = e + log2(m), m in [sqrt(1/2), sqrt(2)), and
// ln(m) = 2 (s + s^3/3 + s^5/5 + ...) with s = (m - 1) / (m + 1).
static inline float lg2_f32(float a) {
    uint64_t u = bits_of_double((double)a);
    // Moves the mantissas above sqrt(2) to the next exponent.
    uint64_t shifted = u + (0x3ff0000000000000u - 0x3fe6a09e667f3bcdu);
    double e =
        double_of_bits(shifted >> 52 | 0x4330000000000000u) - (0x1p52 + 1023);
    uint64_t mantissa = (shifted & 0x000fffffffffffffu) + 0x3fe6a09e667f3bcdu;
    double m = double_of_bits(mantissa);
    double s = (m - 1) / (m + 1), q = s * s;
    double p = 1.0 / 15;
    p = p * q + 1.0 / 13;
    p = p * q + 1.0 / 11;
    p = p * q + 1.0 / 9;
    p = p * q + 1.0 / 7;
    p = p * q + 1.0 / 5;
    p = p * q + 1.0 / 3;
    p = p * q + 1;
    float r = (float)(e + p * s * 2.8853900817779268147); // 2 / ln 2
    float inf = float_of_bits(0x7f800000u);
    r = a == inf ? inf : r;
    r = a == 0 ? -inf : r;
    return ((a < 0) | (a != a)) ? float_of_bits(NAN_F32) : r;
}

// x = n pi/2 + r; the quadrant n, plus 1 for the cosine, picks the series and
// its sign.
static inline float sin_f32(float a, uint64_t plus) {
    double x = a;
    double t = x * 0.63661977236758134308 + ROUNDER, n = t - ROUNDER;
    double r = x - n * 1.57079632679489655800;
    r = r - n * 6.12323399573676603587e-17;
    uint64_t quadrant = bits_of_double(t) + plus;
    double q = r * r;
    double s = 1.0 / 362880;
    s = s * q - 1.0 / 5040;
    s = s * q + 1.0 / 120;
    s = s * q - 1.0 / 6;
    s = s * q * r + r;
    double c = -1.0 / 3628800;
    c = c * q + 1.0 / 40320;
    c = c * q - 1.0 / 720;
    c = c * q + 1.0 / 24;
    c = c * q - 0.5;
    c = c * q + 1;
    double v = quadrant & 1 ? c : s;
    uint64_t sign = (quadrant & 2) << 62;
    return (float)double_of_bits(bits_of_double(v) ^ sign);
}

// tanh x = 1 - 2 / (e^2x + 1); near 0, where that cancels, x - x^3/3 + ...
static inline float tanh_f32(float a) {
    double x = a, y = double_of_bits(bits_of_double(x) & ~(1ull << 63));
    double q = x * x;
    double near = x * (1 - q * (1.0 / 3 - q * (2.0 / 15)));
    double far = 1 - 2 / (ex2_f64(y * 2.8853900817779268147) + 1);
    far = x < 0 ? -far : far;
    return (float)(y < 0.05 ? near : far);
}

#endif
