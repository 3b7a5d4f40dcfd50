// Half precision and bfloat16 as bits: from a double to the nearest, ties to
// even, and back without loss. (sim/ has its own, which make vector code.)
#ifndef BASE_HALF_H
#define BASE_HALF_H

#include "base/base.h"

#include <string.h>

// Rounds v to `digits` bits of mantissa after the leading one and exponents up
// to `most`, in the layout of IEEE 754. Beyond the largest: infinity.
static inline uint16_t half_round(double v, int digits, int most) {
    enum { OF_DOUBLE = 52 };
    uint64_t bits, mantissa = (1ull << OF_DOUBLE) - 1;
    memcpy(&bits, &v, sizeof bits);
    uint16_t sign = (uint16_t)(bits >> 63 << 15);
    int e = (int)(bits >> OF_DOUBLE & 0x7ff) - 1023, drop = OF_DOUBLE - digits;
    uint64_t m = bits & mantissa, infinity = (2ull * (uint64_t)most + 1)
                                             << digits;
    if (e == 1024 && m) // quiet, with what fits of its payload
        return (uint16_t)(sign | infinity | 1ull << (digits - 1) | m >> drop);
    if (e > most) return (uint16_t)(sign | infinity);
    uint64_t r = (uint64_t)(e + most) << digits, from = m;
    if (e < 1 - most) { // denormal: the leading one moves in
        drop += 1 - most - e;
        if (drop > 62) return sign;
        from = m | 1ull << OF_DOUBLE;
        r = 0;
    }
    uint64_t rest = from & ((1ull << drop) - 1), tie = 1ull << (drop - 1);
    r += from >> drop;
    r += rest > tie || (rest == tie && (r & 1));
    return (uint16_t)(sign | r); // a carry ends in the exponent, as it should
}

static inline uint16_t half_of(double v) {
    return half_round(v, 10, 15);
}
static inline uint16_t bfloat_of(double v) {
    return half_round(v, 7, 127);
}

static inline float half_float(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static inline float half_value(uint16_t h) {
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, rest = h & 0x7fffu;
    if (rest >= 0x7c00) return half_float(sign | 0x7f800000 | rest << 13);
    // Its fields where a float has them, and the exponent set right.
    return half_float(sign | rest << 13) * 0x1p112F;
}
static inline float bfloat_value(uint16_t h) {
    return half_float((uint32_t)h << 16);
}

#endif
