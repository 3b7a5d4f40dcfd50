// Half precision: f16 and bf16 in the low 16 bits of a word, to float and back.
//
// Written without branches, so that loops over lanes become vector code; both
// are exact upwards and round to nearest even downwards. A NaN result is the
// one that the hardware makes, 0x7fff.
#ifndef SIM_HALF_H
#define SIM_HALF_H

#include "base/base.h"

typedef union HalfBits {
    uint32_t u;
    float f;
} HalfBits;

// Only the low 16 bits of h count.
//
// The exponent and mantissa are moved to where a float has them and rescaled by
// a multiplication, which also normalises subnormals.
static inline float float_of_half(uint32_t h) {
    HalfBits scale = {.u = (254 - 15) << 23}; // 2^112
    HalfBits r = {.u = (h & 0x7fff) << 13};
    r.f *= scale.f;
    uint32_t special = (h & 0x7c00) == 0x7c00 ? 0x7f800000u : 0;
    r.u |= special | (h & 0x8000) << 16;
    return r.f;
}

static inline float float_of_bf16(uint32_t h) {
    return ((HalfBits){.u = h << 16}).f;
}

// Normal results are rounded as integers. Subnormal ones get the right rounding
// from a float addition: 0.5f has its last place at 2^-24, as the result has.
static inline uint32_t half_of_float(float f) {
    HalfBits x = {.f = f};
    uint32_t sign = x.u >> 16 & 0x8000;
    x.u &= 0x7fffffff;
    HalfBits half = {.f = 0.5f}, tiny = {.f = x.f + half.f};
    uint32_t normal = (x.u - 0x38000000u + 0xfff + (x.u >> 13 & 1)) >> 13;
    uint32_t r = x.u < 0x38800000u ? tiny.u - half.u : normal;
    r = x.u >= 0x47800000u ? 0x7c00 : r; // 65536 and beyond; 65520 rounds there
    return x.u > 0x7f800000u ? 0x7fff : r | sign;
}

// A subnormal becomes a zero of its sign.
static inline uint32_t flush_half(uint32_t h) {
    return h & (h & 0x7c00 ? 0xffffu : 0x8000u);
}

static inline uint32_t bf16_of_float(float f) {
    HalfBits x = {.f = f};
    uint32_t r = (x.u + 0x7fff + (x.u >> 16 & 1)) >> 16;
    return (x.u & 0x7fffffff) > 0x7f800000u ? 0x7fff : r;
}

// fp8 with 4 bits of exponent and no infinity: a number's fields are moved to
// where a float has them and rescaled. (With 5, it is the upper half of an
// f16.)
static inline float float_of_e4m3(uint32_t b) {
    HalfBits scale = {.u = (254 - 7) << 23}; // 2^120
    HalfBits r = {.u = (b & 0x7f) << 20};
    r.f *= scale.f;
    r.u |= (b & 0x80) << 24;
    return (b & 0x7f) == 0x7f ? (HalfBits){.u = 0x7fffffff}.f : r.f;
}

#endif
