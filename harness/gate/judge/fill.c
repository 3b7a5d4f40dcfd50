// Drawing inputs, on every core for large ones; see fill.h.
#include "gate/judge/fill.h"

#include "base/half.h"
#include "base/share.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { BLOCK = 1 << 20, PIECE = 1 << 12 };

// ---- values that few programs think of

// Quiet, of either sign and any payload, but in no type all ones: poison.
static double any_nan(uint64_t x) {
    uint64_t bits = 0x7ff8ull << 48 | (x & 0x8003ffffffffffff);
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static double special_of(uint64_t x, ElemType type) {
    // Largest, smallest normal number, and the distance of those below it.
    static const double limits[ELEM_COUNT][3] = {
        [ELEM_F32] = {FLT_MAX, FLT_MIN, 0x1p-149},
        [ELEM_F64] = {DBL_MAX, DBL_MIN, 0x1p-1074},
        [ELEM_F16] = {65504, 0x1p-14, 0x1p-24},
        [ELEM_B16] = {0x1.FEp127, 0x1p-126, 0x1p-133},
    };
    double most = limits[type][0], least = limits[type][1];
    double step = limits[type][2];
    double part = (double)(x >> 32) / 0x1p32, sign = x >> 8 & 1 ? -1 : 1;
    switch (x % 12) {
    case 0:
    case 1: return any_nan(x);
    case 2: return INFINITY;
    case 3: return -INFINITY;
    case 4: return -0.0;
    case 5: return 0;
    case 6: return sign * step;
    case 7: return sign * ceil(part * (least / step)) * step; // denormal
    case 8: return sign * least;
    case 9: return sign * least * (1 + 7 * part);
    case 10: return sign * most;
    default: return sign * most * (0.125 + 0.75 * part);
    }
}

// ---- one value

static double draw_special(Rng *r, double part, ElemType type);

// The sum of four 16-bit uniforms has variance 4 * (2^32 - 1) / 12, so dividing
// by sqrt of it gives about N(0, 1), within +-3.46, at one random number a
// value.
static inline __attribute__((always_inline)) double draw_normal(Rng *r) {
    uint64_t x = rng_next(r);
    return ((double)(x & 0xffff) + (double)(x >> 16 & 0xffff) +
            (double)(x >> 32 & 0xffff) + (double)(x >> 48) - 131070.0) /
           37837.2273;
}

// One drawn value.
static inline __attribute__((always_inline)) double
draw(Rng *r, FillKind kind, double a, double b, size_t i) {
    uint64_t x;
    switch (kind) {
    case FILL_NORMAL: return draw_normal(r);
    case FILL_UNIFORM: return a + (b - a) * rng_unit(r);
    case FILL_INT: return (double)rng_range(r, (int64_t)a, (int64_t)b);
    case FILL_TERNARY: return (double)(rng_next(r) % 3) - 1;
    case FILL_SKEWED:
        x = rng_next(r);
        return x & 1 ? a : (double)rng_range(r, (int64_t)a, (int64_t)b);
    case FILL_RARE: return rng_range(r, 1, (int64_t)b) == 1 ? a : 0;
    case FILL_COMB:
        return draw_normal(r) + ((i + 1) % (size_t)fmax(b, 1) ? 0 : a);
    case FILL_IOTA: return (double)i;
    case FILL_CONST: return a;
    case FILL_SPECIAL: return draw_special(r, a, (ElemType)b);
    case FILL_OFFSETS:
    case FILL_SORTED:
    case FILL_PERMUTATION: break; // of a whole array
    }
    unreachable();
}

static double draw_special(Rng *r, double part, ElemType type) {
    if (rng_unit(r) < part) return special_of(rng_next(r), type);
    return draw(r, FILL_NORMAL, 0, 0, 0);
}

double fill_draw(Rng *r, FillKind kind, double a, double b, size_t i) {
    return draw(r, kind, a, b, i);
}

// A loop for each type and kind: with the generator in registers, and nothing
// to decide, a value takes a quarter of the time.
#define FILL_KIND(T, K, AS)                                                    \
    case K:                                                                    \
        for (size_t i = from; i < to; i++)                                     \
            ((T *)out)[i] = AS(draw(&r, K, a, b, i));                          \
        break
#define FILL_LOOP(T) FILL_LOOP_AS(T, (T))
#define FILL_LOOP_AS(T, AS)                                                    \
    switch (kind) {                                                            \
        FILL_KIND(T, FILL_NORMAL, AS);                                         \
        FILL_KIND(T, FILL_UNIFORM, AS);                                        \
        FILL_KIND(T, FILL_INT, AS);                                            \
        FILL_KIND(T, FILL_TERNARY, AS);                                        \
        FILL_KIND(T, FILL_SKEWED, AS);                                         \
        FILL_KIND(T, FILL_RARE, AS);                                           \
        FILL_KIND(T, FILL_COMB, AS);                                           \
        FILL_KIND(T, FILL_IOTA, AS);                                           \
        FILL_KIND(T, FILL_CONST, AS);                                          \
        FILL_KIND(T, FILL_SPECIAL, AS);                                        \
    default: unreachable();                                                    \
    }

static void fill_range(void *out, ElemType type, size_t from, size_t to,
                       Rng *rng, FillKind kind, double a, double b) {
    Rng r = *rng;
    switch (type) {
    case ELEM_F32: FILL_LOOP(float); break;
    case ELEM_F64: FILL_LOOP(double); break;
    case ELEM_F16: FILL_LOOP_AS(uint16_t, half_of); break;
    case ELEM_B16: FILL_LOOP_AS(uint16_t, bfloat_of); break;
    case ELEM_I8: FILL_LOOP(int8_t); break;
    case ELEM_U8: FILL_LOOP(uint8_t); break;
    case ELEM_I16: FILL_LOOP(int16_t); break;
    case ELEM_U16: FILL_LOOP(uint16_t); break;
    case ELEM_I32: FILL_LOOP(int32_t); break;
    case ELEM_U32: FILL_LOOP(uint32_t); break;
    case ELEM_I64: FILL_LOOP(int64_t); break;
    case ELEM_U64: FILL_LOOP(uint64_t); break;
    case ELEM_COUNT: unreachable();
    }
    *rng = r;
}

typedef struct Job {
    char *out, *copy;
    ElemType type;
    uint64_t seed;
    FillKind kind;
    double a, b;
} Job;

static void fill_block(void *job, size_t from, size_t to) {
    Job *j = job;
    size_t each = (size_t)elem_info[j->type].bytes;
    Rng rng;
    rng_seed(&rng, j->seed + from / BLOCK * 0x9e3779b97f4a7c15);
    // In pieces that are still in the cache when they are copied.
    for (size_t at = from, n; at < to; at += n) {
        n = min_of((size_t)PIECE, to - at);
        fill_range(j->out, j->type, at, at + n, &rng, j->kind, j->a, j->b);
        if (j->copy) memcpy(j->copy + at * each, j->out + at * each, n * each);
    }
}

void fill_values(void *out, void *copy, ElemType type, size_t n, uint64_t seed,
                 FillKind kind, double a, double b) {
    Job j = {.out = out,
             .copy = copy,
             .type = type,
             .seed = seed,
             .kind = kind,
             .a = a,
             .b = b};
    share_range(n, BLOCK, fill_block, &j);
}
