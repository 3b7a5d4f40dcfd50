// Matrix products of floats, rounded as tensor cores round.
//
// A tensor core multiplies exactly and adds several products and C at once, in
// fixed point: every term is shifted to the place of the largest exponent, what
// falls off at the end is cut, and the sum is cut to the 24 digits of a float
// (or rounded to a half):
//
//     1.0110101 * 2^3      1.0110101|
//     1.1100111 * 2^0      0.0011100|111      cut
//     1.0000001 * 2^-2     0.0000100|00001    cut
//                       +  --------------
//
// How many terms and how many digits behind the largest exponent differs by
// generation: 4 and 23 (Volta, Turing), 8 and 24 (Ampere, Ada), 16 and 25
// (Hopper); of tf32 half as many terms. Fasi et al., "Numerical behavior of
// NVIDIA tensor cores", 2021; Khattak and Mikaitis, "Accurate models of NVIDIA
// tensor cores", 2025. The exponent of a product is the sum of its factors'.
//
// Eight sums at a time: the largest exponent first, then the terms as integers.
// Infinities, NaNs and extreme exponents go the slow way, one by one.
#include "sim/exec/arith.h"
#include "sim/exec/mma.h"
#include "sim/exec/mma_vector.h"

#include <math.h>

enum { MAX_ROWS = 16, MAX_K = 16 };

typedef struct Terms { // of one pass of at most 16 products
    float a[MAX_ROWS][MAX_K];
    int32_t ea[MAX_ROWS][MAX_K];
    V8 b[MAX_K];
    I8 eb[MAX_K];
    V8 c[MAX_ROWS];
} Terms;

// ---- one by one

typedef struct Term {
    uint64_t m; // value = m * 2^(e - 46)
    int e;
    bool negative;
} Term;

// A normalised 24-bit integer times 2^(e - 23), of a finite number but zero.
static uint32_t split(float f, int *e) {
    uint32_t u = bits_of_float(f) & 0x7fffffffu;
    int field = (int)(u >> 23), up;

    if (field) {
        *e = field - 127;
        return (u & 0x7fffffu) | 0x800000u;
    }
    up = __builtin_clz(u) - 8;
    *e = -126 - up;
    return u << up;
}

static Term product(float a, float b) {
    Term t = {.negative = (bits_of_float(a) ^ bits_of_float(b)) >> 31};
    int ea, eb;

    if (a == 0 || b == 0) return t;
    t.m = (uint64_t)split(a, &ea) * split(b, &eb);
    t.e = ea + eb;
    return t;
}

static Term addend(float c) {
    Term t = {.negative = bits_of_float(c) >> 31};

    if (c == 0) return t;
    t.m = (uint64_t)split(c, &t.e) << 23;
    return t;
}

// n * 2^e as a float, cut; if odd, with an odd last place if anything was.
static float cut(uint64_t n, int e, bool odd) {
    int shift = 64 - 24 - (n ? __builtin_clzll(n) : 64); // to 24 digits

    if (shift < -149 - e) shift = -149 - e; // a subnormal has fewer
    if (shift > 0) {
        uint64_t rest = shift > 63 ? n : n & ((1ull << shift) - 1);
        n = shift > 63 ? 0 : n >> shift;
        n |= odd && rest;
        e += shift;
    }
    return (float)ldexp((double)n, e);
}

// Infinities and NaNs: true if they decide the sum.
static bool float_special(const float *a, const float *b, float c, int n,
                          float *r) {
    bool nan = c != c, up = c == INFINITY, down = c == -INFINITY;

    for (int i = 0; i < n; i++) {
        float x = a[i], y = b[i * MMA_N];
        bool inf = isinf(x) || isinf(y);
        nan |= x != x || y != y || (inf && (x == 0 || y == 0));
        bool negative = (bits_of_float(x) ^ bits_of_float(y)) >> 31;
        up |= inf && !negative;
        down |= inf && negative;
    }
    if (nan || (up && down))
        *r = float_of_bits(NAN_F32);
    else
        *r = up ? INFINITY : -INFINITY;
    return nan || up || down;
}

float mma_dot(const float *a, const float *b, float c, int n, int bits,
              bool odd) {
    Term t[MAX_K + 1];
    int most = INT32_MIN;
    int64_t sum = 0;
    float r;

    if (float_special(a, b, c, n, &r)) return r;
    for (int i = 0; i < n; i++)
        t[i] = product(a[i], b[i * MMA_N]);
    t[n] = addend(c);
    for (int i = 0; i <= n; i++)
        if (t[i].m) most = max_of(most, t[i].e);
    for (int i = 0; i <= n; i++) {
        if (!t[i].m) continue;
        int shift = 46 - bits + most - t[i].e;
        int64_t part = shift > 63 ? 0 : (int64_t)(t[i].m >> shift);
        sum += t[i].negative ? -part : part;
    }
    if (!sum) return 0;
    r = cut((uint64_t)(sum < 0 ? -sum : sum), most - bits, odd);
    return sum < 0 ? -r : r;
}

// ---- eight at a time

enum {
    ZERO_EXPONENT = -1000, // of zero: below all sums of others
    LEAST = -100,          // exponents for which nothing here is subnormal
    MOST = 120,
};

// r = x + y, which are whole numbers up to 2^31, cut to 24 digits, times 2^e.
//
// |x + y| goes to float to nearest, and one step back if that went up. A sum of
// 2^30 or more, which could become 2^31, loses the digits beforehand. False if
// the sum does not fit.
VECTOR bool cut_eight(const I8 *x, const I8 *y, const I8 *e, bool odd, V8 *r) {
    I8 sum = (I8)((U8)*x + (U8)*y), beyond = ((*x ^ sum) & (*y ^ sum)) >> 31;
    I8 sign = sum >> 31, n = (I8)((U8)(sum ^ sign) - (U8)sign);

    beyond |= n >> 31;
    if (i8_any(&beyond)) return false;
    I8 kept = n & ~((n > 0x3fffffff) & 127);
    V8 near = __builtin_convertvector(kept, V8);
    I8 back = __builtin_convertvector(near, I8);
    I8 bits = (I8)near + (back > kept);
    if (odd) {
        V8 down = (V8)bits;
        bits |= (__builtin_convertvector(down, I8) != n) & 1;
    }
    I8 power = (*e + 127) << 23;
    *r = (V8)(bits | (sign & (int32_t)0x80000000)) * (V8)power;
    return true;
}

// The exponents of eight numbers, of which none is special.
VECTOR void exponents(const V8 *v, I8 *e) {
    I8 u = (I8)*v & 0x7fffffff, zero = u == 0;

    *e = (((u >> 23) - 127) & ~zero) | (zero & ZERO_EXPONENT);
}

static void row_slowly(const Terms *t, int row, int from, int n, int bits,
                       bool odd, V8 *c) {
    float b[MAX_K * MMA_N];
    V8 r = *c;

    memcpy(b, t->b + from, (size_t)n * sizeof *t->b);
    for (int i = 0; i < MMA_N; i++)
        r[i] = mma_dot(t->a[row] + from, b + i, (*c)[i], n, bits, odd);
    *c = r;
}

// *c += the products from .. from + n of a row.
VECTOR void row_quickly(const Terms *t, int row, int from, int n, int bits,
                        bool odd, V8 *c) {
    I8 e, least = (I8){0} + LEAST;

    exponents(c, &e);
    for (int k = from; k < from + n; k++) {
        I8 sum = t->eb[k] + t->ea[row][k];
        i8_larger(&e, &sum);
    }
    I8 odd_one = ((e < LEAST) & (e > ZERO_EXPONENT / 2)) | (e > MOST);
    if (i8_any(&odd_one)) {
        row_slowly(t, row, from, n, bits, odd, c);
        return;
    }
    i8_larger(&e, &least);
    V8 scale = (V8)((bits - e + 127) << 23), term = *c * scale, r;
    I8 even = {0}, uneven = {0};
    i8_add_whole(&even, &term);
    for (int k = from; k < from + n; k += 2) {
        term = t->b[k] * t->a[row][k] * scale;
        i8_add_whole(&even, &term);
        term = t->b[k + 1] * t->a[row][k + 1] * scale;
        i8_add_whole(&uneven, &term);
    }
    e -= bits;
    if (cut_eight(&even, &uneven, &e, odd, &r))
        *c = r;
    else
        row_slowly(t, row, from, n, bits, odd, c);
}

static void round_to_half(V8 *v) {
    for (int i = 0; i < MMA_N; i++)
        (*v)[i] = float_of_half(half_of_float((*v)[i]));
}

static void sum_row(const Terms *t, int row, int k, MmaSum how, bool is_half,
                    bool slow, V8 *c) {
    for (int from = 0; from < k; from += how.block) {
        if (slow)
            row_slowly(t, row, from, how.block, how.bits, is_half, c);
        else if (how.block == 16) // with constants, unrolled
            row_quickly(t, row, 0, 16, how.bits, is_half, c);
        else
            row_quickly(t, row, from, how.block, how.bits, is_half, c);
        if (is_half) round_to_half(c);
    }
}

// ---- registers to matrices and back

// The e = 32 / bits elements of each register of a core, as floats: row g at
// to + g * stride. pass: of bytes, which two of a register.
static void core_floats(float *to, int stride, const uint32_t *reg, Type t,
                        int pass) {
    for (int g = 0; g < 8; g++, to += stride, reg += 4) {
        switch (t) {
        case TYPE_TF32:
            for (int i = 0; i < 4; i++)
                to[i] = float_of_bits(reg[i] & ~0x1fffu);
            break;
        case TYPE_BF16:
            for (int i = 0; i < 4; i++) {
                to[2 * i] = float_of_bits(reg[i] << 16);
                to[2 * i + 1] = float_of_bits(reg[i] & 0xffff0000u);
            }
            break;
        case TYPE_F16:
#ifdef __F16C__
            _mm256_storeu_ps(
                to, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)reg)));
#else
            for (int i = 0; i < 4; i++) {
                to[2 * i] = float_of_half(reg[i]);
                to[2 * i + 1] = float_of_half(reg[i] >> 16);
            }
#endif
            break;
        default:
            for (int i = 0; i < 8; i++) {
                uint32_t byte = reg[i / 2] >> (16 * pass + i % 2 * 8) & 255;
                to[i] = t == TYPE_E4M3 ? float_of_e4m3(byte)
                                       : float_of_half(byte << 8);
            }
            break;
        }
    }
}

// Loads A and B of a pass; true if nothing in them needs the slow way.
static bool load_factors(Terms *t, const MmaTile *tile, const MmaRegs *r, int k,
                         int pass) {
    int wide = tile->a == TYPE_TF32 ? 4 : 8, rows = tile->rows / 8;
    float columns[MMA_N][MAX_K];

    if (k < 8) { // of tf32: what is beyond k is looked at
        memset(columns, 0, sizeof columns);
        memset(t->a, 0, sizeof t->a);
    }
    for (int i = 0; i < rows * k / wide; i++)
        core_floats(&t->a[i % rows * 8][i / rows * wide], MAX_K, r->a[i],
                    tile->a, pass);
    for (int i = 0; i < k / wide; i++)
        core_floats(&columns[0][i * wide], MAX_K, r->b[i], tile->b, pass);
    for (int i = 0; i < k; i += 8)
        i8_transpose((I8 *)&t->b[i], (const int32_t *)&columns[0][i], MAX_K);
    I8 most = {0}, low = {0};
    for (int row = 0; row < tile->rows; row++)
        for (int i = 0; i < k; i += 8) {
            V8 v;
            I8 e;
            memcpy(&v, &t->a[row][i], sizeof v);
            exponents(&v, &e);
            memcpy(&t->ea[row][i], &e, sizeof e);
            i8_larger(&most, &e);
            low |= e == -127;
        }
    for (int i = 0; i < k; i++) {
        exponents(&t->b[i], &t->eb[i]);
        i8_larger(&most, &t->eb[i]);
        low |= t->eb[i] == -127;
    }
    low |= most == 128;
    return !i8_any(&low);
}

// Element `col` of row g of core h is in c[2h + col % 2] or, of halves, c[h].
static void load_sums(V8 *c, const MmaTile *tile, const MmaRegs *r) {
    float *to = (float *)c;

    for (int h = 0; h < tile->rows / 8; h++, to += 64) {
        if (tile->c == TYPE_F16) {
            core_floats(to, 8, r->c[h], TYPE_F16, 0);
            continue;
        }
        const float *even = r->c[2 * h], *uneven = r->c[2 * h + 1];
        LANES {
            to[2 * l] = even[l];
            to[2 * l + 1] = uneven[l];
        }
    }
}

static void store_sums(const V8 *c, const MmaTile *tile, const MmaRegs *r) {
    const float *from = (const float *)c;

    for (int h = 0; h < tile->rows / 8; h++, from += 64) {
        if (tile->d == TYPE_F16) {
            uint32_t *to = r->d[h];
            LANES
                to[l] = half_of_float(from[2 * l]) |
                        half_of_float(from[2 * l + 1]) << 16;
            continue;
        }
        float *even = r->d[2 * h], *uneven = r->d[2 * h + 1];
        LANES {
            even[l] = from[2 * l];
            uneven[l] = from[2 * l + 1];
        }
    }
}

MmaSum mma_sum_of(const MmaTile *t, int cc) {
    MmaSum s = cc >= 90   ? (MmaSum){16, 25}
               : cc >= 80 ? (MmaSum){8, 24}
                          : (MmaSum){4, 23};

    if (t->a == TYPE_TF32) s.block /= 2;
    if (t->block) s.block = min_of(s.block, t->block);
    s.block = min_of(s.block, t->k);
    return s;
}

// fp8 is two passes of halves, as Hopper executes it: the lower two bytes of
// each register, then the upper two.
void mma_floats(const MmaTile *tile, const MmaRegs *r, int cc) {
    bool bytes = type_bits(tile->a) == 8, is_half = tile->d == TYPE_F16;
    int k = bytes ? tile->k / 2 : tile->k;
    MmaSum how = mma_sum_of(tile, cc);
    Terms t;

    how.block = min_of(how.block, k);
    load_sums(t.c, tile, r);
    for (int pass = 0; pass <= bytes; pass++) {
        bool usual = load_factors(&t, tile, r, k, pass);
        for (int row = 0; row < tile->rows; row++)
            sum_row(&t, row, k, how, is_half, !usual, &t.c[row]);
    }
    store_sums(t.c, tile, r);
}

// Every row takes other rows of B: those are fetched one by one, and the rest
// is as for a product of k. The products that are left out count for nothing,
// neither as terms nor as exponents.
void mma_picked(const MmaTile *tile, const MmaRegs *r, const MmaPick pick,
                int cc) {
    int k = tile->k, nb = mma_registers(8, k, tile->a);
    MmaRegs upper = *r;
    MmaSum how = mma_sum_of(tile, cc);
    Terms t, half[2];

    for (int i = 0; i < nb; i++)
        upper.b[i] = r->b[nb + i];
    bool usual = load_factors(&half[0], tile, r, k, 0);
    usual &= load_factors(&half[1], tile, &upper, k, 0);
    memcpy(t.a, half[0].a, sizeof t.a);
    memcpy(t.ea, half[0].ea, sizeof t.ea);
    load_sums(t.c, tile, r);
    for (int row = 0; row < tile->rows; row++) {
        for (int i = 0; i < k; i++) {
            int at = pick[row][i];
            t.b[i] = half[at / k].b[at % k];
            t.eb[i] = half[at / k].eb[at % k];
        }
        sum_row(&t, row, k, how, tile->d == TYPE_F16, !usual, &t.c[row]);
    }
    store_sums(t.c, tile, r);
}
