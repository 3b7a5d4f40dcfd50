// Numbers of any PTX type, exactly.
//
// A float format is a width of fraction and exponent, and where its last finite
// number lies. Subnormals need no case of their own: below the least normal
// exponent the place of the last bit stops moving, and that is all.
#include "sim/exec/exact.h"

typedef struct Format {
    int fraction, exponent; // bits
    uint64_t most;          // bits of the largest finite number
    uint64_t inf;           // 0: there is none
    uint64_t nan;
    int shift; // of the whole in its register
} Format;

static const Format *format_of(Type t) {
    static const Format f16 = {10, 5, 0x7bff, 0x7c00, 0x7fff, 0};
    static const Format bf16 = {7, 8, 0x7f7f, 0x7f80, 0x7fff, 0};
    static const Format tf32 = {10, 8, 0x3fbff, 0x3fc00, 0x3ffff, 13};
    static const Format f32 = {23, 8, 0x7f7fffff, 0x7f800000, 0x7fffffff, 0};
    static const Format f64 = {
        52, 11, 0x7fefffffffffffff, 0x7ff0000000000000, 0x7fffffffe0000000, 0};
    static const Format e4m3 = {3, 4, 0x7e, 0, 0x7f, 0};
    static const Format e5m2 = {2, 5, 0x7b, 0x7c, 0x7f, 0};
    switch (t) {
    case TYPE_F16:
    case TYPE_F16X2: return &f16;
    case TYPE_BF16:
    case TYPE_BF16X2: return &bf16;
    case TYPE_TF32: return &tf32;
    case TYPE_F32: return &f32;
    case TYPE_F64: return &f64;
    case TYPE_E4M3:
    case TYPE_E4M3X2: return &e4m3;
    case TYPE_E5M2:
    case TYPE_E5M2X2: return &e5m2;
    default: return NULL;
    }
}

static int least_exponent(const Format *f) { // of a normal number
    return 2 - (1 << (f->exponent - 1));
}

// ---- in

static Exact exact_of_float(uint64_t bits, const Format *f) {
    bits >>= f->shift;
    int width = f->fraction + f->exponent;
    uint64_t magnitude = bits & (((uint64_t)1 << width) - 1);
    uint64_t m = magnitude & (((uint64_t)1 << f->fraction) - 1);
    int field = (int)(magnitude >> f->fraction);
    Exact x = {.negative = bits >> width & 1};
    x.is_inf = f->inf && magnitude == f->inf;
    x.is_nan = !x.is_inf && magnitude > f->most;
    x.m = field ? m | (uint64_t)1 << f->fraction : m;
    x.e = least_exponent(f) - f->fraction + (field ? field - 1 : 0);
    return x;
}

static Exact exact_of_int(uint64_t bits, Type t) {
    int unused = 64 - type_bits(t);
    uint64_t v = bits << unused >> unused;
    if (!type_is_signed(t)) return (Exact){.m = v};
    int64_t s = (int64_t)(bits << unused) >> unused;
    return (Exact){.negative = s < 0, .m = s < 0 ? -(uint64_t)s : v};
}

Exact exact_of(uint64_t bits, Type t) {
    const Format *f = format_of(t);
    return f ? exact_of_float(bits, f) : exact_of_int(bits, t);
}

// ---- rounding

// m / 2^n, rounded.
static uint64_t shift_right(uint64_t m, int n, Rounding r, bool negative) {
    if (n <= 0) return m;
    uint64_t whole = n > 63 ? 0 : m >> n;
    uint64_t rest = n > 63 ? m : m & (((uint64_t)1 << n) - 1);
    uint64_t half = n > 64 ? 0 : (uint64_t)1 << (n - 1);
    bool above = half && rest > half, tie = half && rest == half;
    switch (r) {
    case ROUND_NEAREST: return whole + (above || (tie && whole & 1));
    case ROUND_AWAY: return whole + (above || tie);
    case ROUND_DOWN: return whole + (negative && rest);
    case ROUND_UP: return whole + (!negative && rest);
    default: return whole;
    }
}

Exact exact_round(Exact x, Rounding r) {
    if (x.is_nan || x.is_inf || x.e >= 0) return x;
    x.m = shift_right(x.m, -x.e, r, x.negative);
    x.e = 0;
    return x;
}

// ---- out

static uint64_t overflow(const Format *f, Rounding r, bool negative,
                         bool finite) {
    bool stops = r == ROUND_ZERO || (r == ROUND_DOWN && !negative) ||
                 (r == ROUND_UP && negative);
    return finite || stops || !f->inf ? f->most : f->inf;
}

static uint64_t round_to(Exact x, const Format *f, Rounding r, bool finite) {
    if (x.is_nan) return f->nan;
    if (x.is_inf) return finite || !f->inf ? f->most : f->inf;
    if (!x.m) return 0;
    int least = least_exponent(f), top = x.e + 63 - __builtin_clzll(x.m);
    int exponent = top < least ? least : top;
    int shift = exponent - f->fraction - x.e; // of m, to the last place
    uint64_t m =
        shift < 0 ? x.m << -shift : shift_right(x.m, shift, r, x.negative);
    // m has its leading 1, which adds 1 to the exponent field; a carry out of
    // the fraction does the same.
    uint64_t bits = ((uint64_t)(exponent - least) << f->fraction) + m;
    return bits > f->most ? overflow(f, r, x.negative, finite) : bits;
}

uint64_t exact_to_float(Exact x, Type t, Rounding r, bool finite) {
    const Format *f = format_of(t);
    uint64_t sign = x.negative && !x.is_nan;
    uint64_t bits = round_to(x, f, r, finite);
    return (bits | sign << (f->fraction + f->exponent)) << f->shift;
}

uint64_t exact_to_int(Exact x, Type t, Rounding r, bool nan_is_sign) {
    int width = type_bits(t);
    uint64_t sign = (uint64_t)1 << (width - 1), all = sign | (sign - 1);
    if (x.is_nan) return nan_is_sign ? sign : 0;
    x = exact_round(x, r);
    bool is_signed = type_is_signed(t);
    uint64_t most = is_signed ? sign - 1 : all;
    if (x.negative) most = is_signed ? sign : 0;
    bool beyond = x.is_inf || (x.m && (x.e >= 64 || x.m > most >> x.e));
    uint64_t m = beyond ? most : x.m ? x.m << x.e : 0;
    return (x.negative ? -m : m) & all;
}
