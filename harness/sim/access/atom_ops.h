// The arithmetic of atom and red, on one element and on raw bits. In a header,
// since the loops over lanes in exec/atom.c have them in line.
#ifndef SIM_ATOM_OPS_H
#define SIM_ATOM_OPS_H

#include "base/base.h"

#include <math.h>
#include <string.h>

// One operation on raw bits; b and c are the operands as stored in registers.
typedef uint64_t (*AtomOp)(uint64_t old, uint64_t b, uint64_t c);

// ---- integers

#define INTEGER(bits, U, S)                                                    \
    static inline uint64_t atom_add_##bits(uint64_t o, uint64_t b,             \
                                           uint64_t c) {                       \
        (void)c;                                                               \
        return (U)(o + b);                                                     \
    }                                                                          \
    static inline uint64_t atom_min_u##bits(uint64_t o, uint64_t b,            \
                                            uint64_t c) {                      \
        (void)c;                                                               \
        return min_of((U)o, (U)b);                                             \
    }                                                                          \
    static inline uint64_t atom_max_u##bits(uint64_t o, uint64_t b,            \
                                            uint64_t c) {                      \
        (void)c;                                                               \
        return max_of((U)o, (U)b);                                             \
    }                                                                          \
    static inline uint64_t atom_min_s##bits(uint64_t o, uint64_t b,            \
                                            uint64_t c) {                      \
        (void)c;                                                               \
        return (U)min_of((S)o, (S)b);                                          \
    }                                                                          \
    static inline uint64_t atom_max_s##bits(uint64_t o, uint64_t b,            \
                                            uint64_t c) {                      \
        (void)c;                                                               \
        return (U)max_of((S)o, (S)b);                                          \
    }
INTEGER(32, uint32_t, int32_t)
INTEGER(64, uint64_t, int64_t)

static inline uint64_t atom_inc(uint64_t o, uint64_t b, uint64_t c) {
    (void)c;
    return (uint32_t)o >= (uint32_t)b ? 0 : o + 1;
}
static inline uint64_t atom_dec(uint64_t o, uint64_t b, uint64_t c) {
    (void)c;
    return (uint32_t)o == 0 || (uint32_t)o > (uint32_t)b ? b : o - 1;
}
static inline uint64_t atom_and(uint64_t o, uint64_t b, uint64_t c) {
    (void)c;
    return o & b;
}
static inline uint64_t atom_or(uint64_t o, uint64_t b, uint64_t c) {
    (void)c;
    return o | b;
}
static inline uint64_t atom_xor(uint64_t o, uint64_t b, uint64_t c) {
    (void)c;
    return o ^ b;
}
static inline uint64_t atom_exch(uint64_t o, uint64_t b, uint64_t c) {
    (void)o, (void)c;
    return b;
}
static inline uint64_t atom_cas(uint64_t o, uint64_t b, uint64_t c) {
    return o == b ? c : o;
}

// ---- floats

static inline float f32_of(uint64_t bits) {
    uint32_t b = (uint32_t)bits;
    float f;
    memcpy(&f, &b, sizeof f);
    return f;
}
static inline uint64_t bits_f32(float f) {
    uint32_t b;
    memcpy(&b, &f, sizeof b);
    return isnan(f) ? 0x7fffffff : b; // the NaN of the device
}

// A subnormal becomes a zero of its sign.
static inline uint64_t flush(uint64_t bits) {
    return bits & 0x7f800000 ? bits : bits & 0x80000000;
}

static inline uint64_t atom_add_f32(uint64_t o, uint64_t b, uint64_t c) {
    (void)c;
    return bits_f32(f32_of(o) + f32_of(b));
}
// Global memory: the adder in L2 flushes what goes in and what comes out.
static inline uint64_t atom_add_f32_ftz(uint64_t o, uint64_t b, uint64_t c) {
    return flush(atom_add_f32(flush(o), flush(b), c));
}
static inline uint64_t atom_add_f64(uint64_t o, uint64_t b, uint64_t c) {
    double x, y;
    uint64_t r;

    (void)c;
    memcpy(&x, &o, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&r, &x, sizeof r);
    return isnan(x) ? 0x7fffffffffffffff : r;
}

static inline float f32_of_f16(uint64_t h) {
    uint32_t exponent = h >> 10 & 31, fraction = h & 1023;
    float f = exponent == 0 ? ldexpf((float)fraction, -24)
              : exponent == 31
                  ? (fraction ? NAN : INFINITY)
                  : ldexpf((float)(fraction | 1024), (int)exponent - 25);

    return h & 0x8000 ? -f : f;
}

// To nearest, ties to even. A float holds the sum of two halves with so many
// bits to spare that rounding twice gives what rounding once would.
static inline uint64_t f16_of_f32(float f) {
    uint32_t b = (uint32_t)bits_f32(f), sign = b >> 16 & 0x8000;
    float m = fabsf(f);

    if (isnan(f)) return 0x7fff;
    if (m >= 65520.0f) return sign | 0x7c00;
    if (m < 0x1p-14f) return sign | (uint32_t)rintf(m * 0x1p24f);
    b = (b & 0x7fffffff) - (112u << 23);
    return sign | (b + 0xfff + (b >> 13 & 1)) >> 13;
}
static inline float f32_of_bf16(uint64_t h) {
    return f32_of((h & 0xffff) << 16);
}
static inline uint64_t bf16_of_f32(float f) {
    uint64_t b = bits_f32(f);

    return isnan(f) ? 0x7fff : (b + 0x7fff + (b >> 16 & 1)) >> 16 & 0xffff;
}

static inline uint64_t atom_add_f16(uint64_t o, uint64_t b, uint64_t c) {
    (void)c;
    return f16_of_f32(f32_of_f16(o) + f32_of_f16(b));
}
static inline uint64_t atom_add_bf16(uint64_t o, uint64_t b, uint64_t c) {
    (void)c;
    return bf16_of_f32(f32_of_bf16(o) + f32_of_bf16(b));
}
// As min.f16: of a number and a NaN the number, and -0 below +0.
static inline uint64_t pick_half(uint64_t o, uint64_t b, float x, float y,
                                 bool most) {
    if (isnan(x) || isnan(y)) return isnan(x) ? isnan(y) ? 0x7fff : b : o;
    bool o_less = x < y || (x == y && signbit(x));
    return o_less != most ? o : b;
}
#define HALF_PICK(type)                                                        \
    static uint64_t pick_##type(uint64_t o, uint64_t b, bool most) {           \
        return pick_half(o & 0xffff, b & 0xffff, f32_of_##type(o & 0xffff),    \
                         f32_of_##type(b & 0xffff), most);                     \
    }                                                                          \
    static inline uint64_t atom_min_##type(uint64_t o, uint64_t b,             \
                                           uint64_t c) {                       \
        (void)c;                                                               \
        return pick_##type(o, b, false);                                       \
    }                                                                          \
    static inline uint64_t atom_max_##type(uint64_t o, uint64_t b,             \
                                           uint64_t c) {                       \
        (void)c;                                                               \
        return pick_##type(o, b, true);                                        \
    }                                                                          \
    static inline uint64_t atom_min_##type##x2(uint64_t o, uint64_t b,         \
                                               uint64_t c) {                   \
        (void)c;                                                               \
        return pick_##type(o, b, false) | pick_##type(o >> 16, b >> 16, false) \
                                              << 16;                           \
    }                                                                          \
    static inline uint64_t atom_max_##type##x2(uint64_t o, uint64_t b,         \
                                               uint64_t c) {                   \
        (void)c;                                                               \
        return pick_##type(o, b, true) | pick_##type(o >> 16, b >> 16, true)   \
                                             << 16;                            \
    }
HALF_PICK(f16)
HALF_PICK(bf16)

static inline uint64_t atom_add_f16x2(uint64_t o, uint64_t b, uint64_t c) {
    return atom_add_f16(o, b, c) | atom_add_f16(o >> 16, b >> 16, c) << 16;
}
static inline uint64_t atom_add_bf16x2(uint64_t o, uint64_t b, uint64_t c) {
    return atom_add_bf16(o, b, c) | atom_add_bf16(o >> 16, b >> 16, c) << 16;
}
#undef INTEGER
#undef HALF_PICK

#endif
