// Matrix products of tensor cores: eight sums at a time against one by one, the
// rounding itself, and integers against plain loops.
#include "sim/exec/arith.h"
#include "sim/exec/mma.h"
#include "sim/half.h"
#include "tests/tests.h"

#include <math.h>

// ---- how a sum rounds: cases by hand

typedef struct Sum {
    float a[4], b[4], c;
    int bits;
    bool odd;
    float want;
} Sum;

static const Sum sums[] = {
    {{1, 2, 3, 4}, {5, 6, 7, 8}, 1, 25, false, 71},
    // 2^24 + 1 + 1: each 1 is beyond the last place of 24 digits, but not of 25
    {{4096, 1}, {4096, 1}, 1, 23, false, 0x1p24f},
    {{4096, 1}, {4096, 1}, 1, 24, false, 0x1p24f + 2},
    // cut, not rounded, whatever the sign
    {{4096, 1.5f}, {4096, 1}, 1.5f, 25, false, 0x1p24f + 2},
    {{-4096, -1.5f}, {4096, 1}, -1.5f, 25, false, -0x1p24f - 2},
    {{4096, 1}, {4096, 1}, 0.5f, 25, true, 0x1p24f + 2},
    // small terms are cut before they are added up
    {{4096, .25f, .25f, .25f}, {4096, 1, 1, 1}, .25f, 25, false, 0x1p24f},
    {{4096, -4096}, {4096, 4096}, 0.25f, 25, false, 0},
    {{4096, -4096}, {4096, 4096}, 0.5f, 25, false, 0.5f},
    // the exponent of a product is that of its factors: 1.5 * 1.5 counts as 1
    {{1.5f, 0x1p-25f}, {1.5f, 1}, 0, 25, false, 2.25f},
    {{0}, {0}, 0x1p-140f, 25, false, 0x1p-140f},
    {{INFINITY}, {-2}, 1, 25, false, -INFINITY},
    {{0x1p100f}, {0x1p100f}, 1, 25, false, INFINITY},
};

START_TEST(sums_are_cut_at_the_largest_exponent) {
    const Sum *s = &sums[_i];
    float b[4 * MMA_N] = {0};
    for (int i = 0; i < 4; i++)
        b[i * MMA_N] = s->b[i];
    float got = mma_dot(s->a, b, s->c, 4, s->bits, s->odd);
    ck_assert_msg(got == s->want, "row %d: %a, not %a", _i, (double)got,
                  (double)s->want);
}
END_TEST

START_TEST(nan_and_opposite_infinities_give_nan) {
    float zero_inf[] = {0, 1}, inf[MMA_N + 1] = {INFINITY};
    inf[MMA_N] = 1;
    ck_assert_uint_eq(bits_of_float(mma_dot(zero_inf, inf, 1, 2, 25, false)),
                      NAN_F32);
    float one[] = {1, 1};
    ck_assert_uint_eq(bits_of_float(mma_dot(one, inf, -INFINITY, 2, 25, false)),
                      NAN_F32);
}
END_TEST

// ---- whole tiles of noise

static uint64_t noise_state;
static uint32_t noise(void) {
    noise_state = noise_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(noise_state >> 32);
}

typedef struct Case {
    Type a, c;
    int k;
    uint32_t keep; // bits of a register that are noise ...
    uint32_t set;  // ... and that are set: what keeps exponents close
} Case;

static const Case cases[] = {
    {TYPE_F16, TYPE_F32, 16, 0x8fff8fff, 0x30003000},
    {TYPE_F16, TYPE_F32, 16, 0x87ff87ff, 0x38003800},
    {TYPE_F16, TYPE_F32, 16, 0x07ff07ff,
     0x38003800},                            // all positive: large sums
    {TYPE_F16, TYPE_F32, 16, 0xffffffff, 0}, // NaNs and infinities too
    {TYPE_F16, TYPE_F32, 8, 0xbfffbfff, 0},
    {TYPE_F16, TYPE_F16, 16, 0x8fff8fff, 0x30003000},
    {TYPE_F16, TYPE_F16, 8, 0xbfffbfff, 0},
    {TYPE_BF16, TYPE_F32, 16, 0x87ff87ff, 0x38003800},
    {TYPE_BF16, TYPE_F32, 16, 0xffffffff, 0},
    {TYPE_BF16, TYPE_F32, 8, 0x8fff8fff, 0x30003000},
    {TYPE_TF32, TYPE_F32, 8, 0x83ffffff, 0x3c000000},
    {TYPE_TF32, TYPE_F32, 8, 0xffffffff, 0},
    {TYPE_TF32, TYPE_F32, 4, 0x83ffffff, 0x3c000000},
    {TYPE_E4M3, TYPE_F32, 32, 0xffffffff, 0},
    {TYPE_E5M2, TYPE_F32, 32, 0xbfbfbfbf, 0},
};

typedef struct Tile {
    Lanes a[4], b[2], c[4], d[4];
    MmaTile shape;
    MmaRegs regs;
} Tile;

static void tile_fill(Tile *t, const Case *x) {
    for (int l = 0; l < WARP_SIZE; l++) {
        for (int i = 0; i < 4; i++) {
            t->a[i].u32[l] = (noise() & x->keep) | x->set;
            t->c[i].u32[l] = x->c == TYPE_F16
                                 ? noise() & 0xbfffbfff
                                 : (noise() & 0x87ffffff) | 0x38000000;
        }
        for (int i = 0; i < 2; i++)
            t->b[i].u32[l] = (noise() & x->keep) | x->set;
        if (noise() % 8 == 0) t->a[noise() % 4].u32[l] = 0;
    }
    t->shape = (MmaTile){.rows = 16,
                         .k = (uint16_t)x->k,
                         .a = x->a,
                         .b = x->a,
                         .c = x->c,
                         .d = x->c};
    for (int i = 0; i < 4; i++) {
        t->regs.a[i] = &t->a[i];
        t->regs.b[i / 2] = &t->b[i / 2];
        t->regs.c[i] = &t->c[i];
        t->regs.d[i] = &t->d[i];
    }
}

static float value(uint32_t reg, int i, Type t) {
    switch (t) {
    case TYPE_F16: return float_of_half(reg >> 16 * i & 0xffff);
    case TYPE_BF16: return float_of_bf16(reg >> 16 * i & 0xffff);
    case TYPE_E4M3: return float_of_e4m3(reg >> 8 * i & 0xff);
    case TYPE_E5M2: return float_of_half((reg >> 8 * i & 0xff) << 8);
    default: return float_of_bits(reg & 0xffffe000);
    }
}

// Element (x, k) of an operand whose registers go by `rows` / 8.
static float factor(const Lanes *regs, int rows, int x, int k, Type t) {
    int per = 32 / type_bits(t), wide = 4 * per;
    int r = x / 8 + k / wide * (rows / 8), l = x % 8 * 4 + k % wide / per;
    return value(regs[r].u32[l], k % per, t);
}

// The sums' element of `regs`, as bits.
static uint32_t sum_bits(const Lanes *regs, int row, int col, Type t) {
    int l = row % 8 * 4 + col / 2;
    if (t == TYPE_F16) return regs[row / 8].u32[l] >> 16 * (col % 2) & 0xffff;
    return regs[row / 8 * 2 + col % 2].u32[l];
}

// In the order in which the hardware takes k: bytes as halves, two and two.
static int place_of(int i, const Case *x) {
    if (type_bits(x->a) != 8) return i;
    int pass = i / 16, j = i % 16;
    return j / 8 * 16 + j % 8 / 2 * 4 + 2 * pass + j % 2;
}

static uint32_t expected(const Tile *t, const Case *x, int row, int col,
                         int cc) {
    bool half = x->c == TYPE_F16;
    float a[32], b[32 * MMA_N];
    for (int i = 0; i < x->k; i++) {
        a[i] = factor(t->a, 16, row, place_of(i, x), x->a);
        b[i * MMA_N] = factor(t->b, 8, col, place_of(i, x), x->a);
    }
    uint32_t c = sum_bits(t->c, row, col, x->c);
    float sum = half ? float_of_half(c) : float_of_bits(c);
    MmaSum how = mma_sum_of(&t->shape, cc);
    for (int i = 0; i < x->k; i += how.block) {
        sum = mma_dot(a + i, b + i * MMA_N, sum, how.block, how.bits, half);
        if (half) sum = float_of_half(half_of_float(sum));
    }
    return half ? half_of_float(sum) : bits_of_float(sum);
}

START_TEST(tiles_are_the_sums_one_by_one) {
    static const int ccs[] = {75, 80, 90};
    const Case *x = &cases[_i];
    Tile t;
    noise_state = (uint64_t)_i;
    for (int round = 0; round < 60; round++) {
        int cc = ccs[round % 3];
        tile_fill(&t, x);
        mma_tile(&t.shape, &t.regs, cc);
        for (int row = 0; row < 16; row++)
            for (int col = 0; col < 8; col++) {
                uint32_t want = expected(&t, x, row, col, cc);
                uint32_t got = sum_bits(t.d, row, col, x->c);
                ck_assert_msg(got == want,
                              "case %d round %d cc %d (%d, %d): %08x, not %08x",
                              _i, round, cc, row, col, got, want);
            }
    }
}
END_TEST

// ---- integers, bits, doubles

typedef struct Whole {
    Type a, b;
    int rows, k;
    bool satfinite;
} Whole;

static const Whole wholes[] = {
    {TYPE_S8, TYPE_S8, 16, 32, false}, {TYPE_U8, TYPE_S8, 16, 32, true},
    {TYPE_U8, TYPE_U8, 16, 16, false}, {TYPE_S8, TYPE_U8, 8, 16, false},
    {TYPE_S4, TYPE_U4, 16, 64, false}, {TYPE_U4, TYPE_S4, 16, 32, true},
    {TYPE_S4, TYPE_S4, 8, 32, false},  {TYPE_B1, TYPE_B1, 16, 256, false},
    {TYPE_B1, TYPE_B1, 16, 128, true}, {TYPE_B1, TYPE_B1, 8, 128, false},
};

static int64_t whole_value(const Lanes *regs, int rows, int x, int k, Type t) {
    int bits = type_bits(t), per = 32 / bits, wide = 4 * per;
    int r = x / 8 + k / wide * (rows / 8), l = x % 8 * 4 + k % wide / per;
    uint32_t v = regs[r].u32[l] >> k % per * bits & ((1u << bits) - 1);
    bool negative = type_is_signed(t) && v >> (bits - 1);
    return (int64_t)v - (negative ? 1 << bits : 0);
}

START_TEST(integers_are_exact) {
    const Whole *x = &wholes[_i];
    Tile t;
    Case any = {TYPE_S8, TYPE_S32, 0, UINT32_MAX, 0};
    noise_state = (uint64_t)_i;
    tile_fill(&t, &any);
    for (int l = 0; l < WARP_SIZE; l++)
        t.c[0].u32[l] = l % 2 ? INT32_MAX - noise() % 99 : noise();
    t.shape = (MmaTile){.rows = (uint8_t)x->rows,
                        .k = (uint16_t)x->k,
                        .a = x->a,
                        .b = x->b,
                        .c = TYPE_S32,
                        .d = TYPE_S32,
                        .satfinite = x->satfinite && x->a != TYPE_B1,
                        .is_and = x->satfinite};
    mma_tile(&t.shape, &t.regs, 80);
    for (int row = 0; row < x->rows; row++)
        for (int col = 0; col < 8; col++) {
            int64_t sum = (int32_t)sum_bits(t.c, row, col, TYPE_S32);
            for (int k = 0; k < x->k; k++) {
                int64_t a = whole_value(t.a, x->rows, row, k, x->a);
                int64_t b = whole_value(t.b, 8, col, k, x->b);
                sum += x->a != TYPE_B1 ? a * b : x->satfinite ? a & b : a ^ b;
            }
            if (t.shape.satfinite)
                sum = sum > INT32_MAX   ? INT32_MAX
                      : sum < INT32_MIN ? INT32_MIN
                                        : sum;
            ck_assert_int_eq((int32_t)sum_bits(t.d, row, col, TYPE_S32),
                             (int32_t)(uint32_t)sum);
        }
}
END_TEST

START_TEST(doubles_are_fused_in_order) {
    Lanes64 a[8], b[4], c[4], d[4];
    MmaRegs r = {.a = {0}};
    for (int i = 0; i < 8; i++) {
        for (int l = 0; l < WARP_SIZE; l++)
            a[i].f64[l] = b[i / 2].f64[l] = c[i / 2].f64[l] =
                (double)(int32_t)noise() / 3;
        r.a[i] = &a[i];
    }
    for (int i = 0; i < 4; i++)
        r.b[i] = &b[i], r.c[i] = &c[i], r.d[i] = &d[i];
    MmaTile t = {.rows = 16,
                 .k = 16,
                 .a = TYPE_F64,
                 .b = TYPE_F64,
                 .c = TYPE_F64,
                 .d = TYPE_F64};
    mma_tile(&t, &r, 90);
    for (int row = 0; row < 16; row++)
        for (int col = 0; col < 8; col++) {
            int at = row % 8 * 4 + col / 2, reg = row / 8 * 2 + col % 2;
            double sum = c[reg].f64[at];
            for (int k = 0; k < 16; k++)
                sum = fma(a[k / 4 * 2 + row / 8].f64[row % 8 * 4 + k % 4],
                          b[k / 4].f64[col * 4 + k % 4], sum);
            ck_assert_double_eq(d[reg].f64[at], sum);
        }
}
END_TEST

// ---- A that keeps two of four

typedef struct Kept {
    Type a, c;
    int k; // columns that are kept
} Kept;

static const Kept kept[] = {
    {TYPE_F16, TYPE_F32, 8},  {TYPE_F16, TYPE_F32, 16},
    {TYPE_F16, TYPE_F16, 8},  {TYPE_F16, TYPE_F16, 16},
    {TYPE_BF16, TYPE_F32, 8}, {TYPE_BF16, TYPE_F32, 16},
};

// Two places of each four, in rising order.
static void pick_some(MmaPick pick, int k) {
    static const uint8_t pairs[6][2] = {{0, 1}, {0, 2}, {0, 3},
                                        {1, 2}, {1, 3}, {2, 3}};
    for (int row = 0; row < 16; row++)
        for (int i = 0; i < k; i += 2) {
            const uint8_t *pair = pairs[noise() % 6];
            pick[row][i] = (uint8_t)(2 * i + pair[0]);
            pick[row][i + 1] = (uint8_t)(2 * i + pair[1]);
        }
}

static void picked_fill(Tile *t, Lanes b[4], const Kept *x, bool whole) {
    static const uint16_t halves[] = {0, 0x3c00, 0xbc00, 0x4000, 0xc200};
    static const uint16_t brains[] = {0, 0x3f80, 0xbf80, 0x4000, 0xc040};
    const uint16_t *one = x->a == TYPE_F16 ? halves : brains;
    Case any = {x->a, x->c, x->k, 0x8fff8fff, 0x30003000};
    tile_fill(t, &any);
    for (int i = 0; i < 4; i++)
        for (int l = 0; l < WARP_SIZE; l++) {
            b[i].u32[l] = (noise() & 0x8fff8fff) | 0x30003000;
            if (!whole) continue;
            b[i].u32[l] = one[noise() % 5] | (uint32_t)one[noise() % 5] << 16;
            t->a[i].u32[l] = one[noise() % 5] | (uint32_t)one[noise() % 5]
                                                    << 16;
            t->c[i].u32[l] = 0;
        }
    for (int i = 0; i < 4; i++)
        t->regs.b[i] = &b[i];
}

// The kept elements are spread as a dense A of k columns, B as one of 2 k rows.
START_TEST(sparse_products_are_dense_ones_with_zeros) {
    const Kept *x = &kept[_i];
    for (int round = 0; round < 20; round++) {
        Tile t;
        Lanes b[4];
        MmaPick pick;
        noise_state = (uint64_t)(100 * _i + round);
        picked_fill(&t, b, x, true);
        pick_some(pick, x->k);
        mma_picked(&t.shape, &t.regs, pick, round % 2 ? 80 : 90);
        for (int row = 0; row < 16; row++)
            for (int col = 0; col < 8; col++) {
                float dense[32] = {0}, sum = 0; // whole numbers: exact
                for (int i = 0; i < x->k; i++)
                    dense[pick[row][i]] = factor(t.a, 16, row, i, x->a);
                for (int i = 0; i < 2 * x->k; i++)
                    sum += dense[i] * factor(b, 8, col, i, x->a);
                uint32_t got = sum_bits(t.d, row, col, x->c);
                ck_assert_float_eq(x->c == TYPE_F16 ? float_of_half(got)
                                                    : float_of_bits(got),
                                   sum);
            }
    }
}
END_TEST

START_TEST(sparse_products_round_as_what_is_kept) {
    const Kept *x = &kept[_i];
    bool half = x->c == TYPE_F16;
    for (int round = 0; round < 20; round++) {
        Tile t;
        Lanes b[4];
        MmaPick pick;
        int cc = round % 2 ? 80 : 90;
        noise_state = (uint64_t)(100 * _i + round);
        picked_fill(&t, b, x, false);
        pick_some(pick, x->k);
        mma_picked(&t.shape, &t.regs, pick, cc);
        MmaSum how = mma_sum_of(&t.shape, cc);
        for (int row = 0; row < 16; row++)
            for (int col = 0; col < 8; col++) {
                float a[16], from[16 * MMA_N];
                uint32_t c = sum_bits(t.c, row, col, x->c);
                float sum = half ? float_of_half(c) : float_of_bits(c);
                for (int i = 0; i < x->k; i++) {
                    a[i] = factor(t.a, 16, row, i, x->a);
                    from[i * MMA_N] = factor(b, 8, col, pick[row][i], x->a);
                }
                for (int i = 0; i < x->k; i += how.block) {
                    sum = mma_dot(a + i, from + i * MMA_N, sum, how.block,
                                  how.bits, half);
                    if (half) sum = float_of_half(half_of_float(sum));
                }
                ck_assert_uint_eq(sum_bits(t.d, row, col, x->c),
                                  half ? half_of_float(sum)
                                       : bits_of_float(sum));
            }
    }
}
END_TEST

SUITE_OF(mma) {
    Suite *s = suite_create("mma");
    TCase *tc = tcase_create("mma");
    tcase_add_loop_test(tc, sums_are_cut_at_the_largest_exponent, 0,
                        COUNT_OF(sums));
    tcase_add_test(tc, nan_and_opposite_infinities_give_nan);
    tcase_add_loop_test(tc, tiles_are_the_sums_one_by_one, 0, COUNT_OF(cases));
    tcase_add_loop_test(tc, integers_are_exact, 0, COUNT_OF(wholes));
    tcase_add_test(tc, doubles_are_fused_in_order);
    tcase_add_loop_test(tc, sparse_products_are_dense_ones_with_zeros, 0,
                        COUNT_OF(kept));
    tcase_add_loop_test(tc, sparse_products_round_as_what_is_kept, 0,
                        COUNT_OF(kept));
    suite_add_tcase(s, tc);
    return s;
}
