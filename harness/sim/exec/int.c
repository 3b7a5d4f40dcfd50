// Integer arithmetic: add to mad, min and max, division, dot products.
//
// PTX integers wrap, and no division traps: x / 0 and x % 0 are all ones (as
// seen on an H200), the smallest number over -1 is itself. C leaves these
// undefined, so products and sums are made of unsigned numbers and division
// looks first.
//
// This file also holds select_int, which hands an opcode to the file that has
// it.
#include "sim/exec/arith.h"
#include "sim/exec/forms.h"

#include <stdlib.h>

// ---- add, sub, neg, abs, min, max, sad

BINARY(add_u16, u16, u16, u16, a + b)
BINARY(add_u32, u32, u32, u32, a + b)
BINARY(add_u64, u64, u64, u64, a + b)
BINARY(sub_u16, u16, u16, u16, a - b)
BINARY(sub_u32, u32, u32, u32, a - b)
BINARY(sub_u64, u64, u64, u64, a - b)

static inline int32_t clamp_s32(int64_t v) {
    v = v > INT32_MAX ? INT32_MAX : v;
    return (int32_t)(v < INT32_MIN ? INT32_MIN : v);
}
BINARY(add_sat_s32, s32, s32, s32, clamp_s32((int64_t)a + b))
BINARY(sub_sat_s32, s32, s32, s32, clamp_s32((int64_t)a - b))

UNARY(neg_s16, u16, u16, -(uint32_t)a)
UNARY(neg_s32, u32, u32, -a)
UNARY(neg_s64, u64, u64, -a)
UNARY(abs_s16, u16, s16, a < 0 ? -(uint32_t)a : (uint32_t)a)
UNARY(abs_s32, u32, s32, a < 0 ? -(uint32_t)a : (uint32_t)a)
UNARY(abs_s64, u64, s64, a < 0 ? -(uint64_t)a : (uint64_t)a)

BINARY(min_u16, u16, u16, u16, a < b ? a : b)
BINARY(min_s16, s16, s16, s16, a < b ? a : b)
BINARY(min_u32, u32, u32, u32, a < b ? a : b)
BINARY(min_s32, s32, s32, s32, a < b ? a : b)
BINARY(min_u64, u64, u64, u64, a < b ? a : b)
BINARY(min_s64, s64, s64, s64, a < b ? a : b)
BINARY(max_u16, u16, u16, u16, a > b ? a : b)
BINARY(max_s16, s16, s16, s16, a > b ? a : b)
BINARY(max_u32, u32, u32, u32, a > b ? a : b)
BINARY(max_s32, s32, s32, s32, a > b ? a : b)
BINARY(max_u64, u64, u64, u64, a > b ? a : b)
BINARY(max_s64, s64, s64, s64, a > b ? a : b)

static inline int32_t relu_s32(int32_t v) {
    return v > 0 ? v : 0;
}
BINARY(min_relu_s32, s32, s32, s32, relu_s32(a < b ? a : b))
BINARY(max_relu_s32, s32, s32, s32, relu_s32(a > b ? a : b))

#define DIFFERENCE(U) (a < b ? (U)b - (U)a : (U)a - (U)b)
TERNARY(sad_u16, u16, u16, u16, u16, DIFFERENCE(uint32_t) + c)
TERNARY(sad_s16, u16, s16, s16, u16, DIFFERENCE(uint32_t) + c)
TERNARY(sad_u32, u32, u32, u32, u32, DIFFERENCE(uint32_t) + c)
TERNARY(sad_s32, u32, s32, s32, u32, DIFFERENCE(uint32_t) + c)
TERNARY(sad_u64, u64, u64, u64, u64, DIFFERENCE(uint64_t) + c)
TERNARY(sad_s64, u64, s64, s64, u64, DIFFERENCE(uint64_t) + c)

// ---- pairs of 16 bits

#define LOW_u(v)       ((v)&0xffff)
#define HIGH_u(v)      ((v) >> 16)
#define LOW_s(v)       ((int32_t)(int16_t)(v))
#define HIGH_s(v)      ((int32_t)(v) >> 16)
#define MIN(a, b)      ((a) < (b) ? (a) : (b))
#define MAX(a, b)      ((a) > (b) ? (a) : (b))
#define ADD(a, b)      ((a) + (b))
#define RELU_MIN(a, b) relu_s32(MIN(a, b))
#define RELU_MAX(a, b) relu_s32(MAX(a, b))
#define PAIR(op, S)                                                            \
    (((uint32_t)op(LOW_##S(a), LOW_##S(b)) & 0xffff) |                         \
     (uint32_t)op(HIGH_##S(a), HIGH_##S(b)) << 16)
BINARY(add_x2, u32, u32, u32, PAIR(ADD, u))
BINARY(min_u16x2, u32, u32, u32, PAIR(MIN, u))
BINARY(max_u16x2, u32, u32, u32, PAIR(MAX, u))
BINARY(min_s16x2, u32, u32, u32, PAIR(MIN, s))
BINARY(max_s16x2, u32, u32, u32, PAIR(MAX, s))
BINARY(min_relu_s16x2, u32, u32, u32, PAIR(RELU_MIN, s))
BINARY(max_relu_s16x2, u32, u32, u32, PAIR(RELU_MAX, s))

// The rest of the video instructions: the rest is made of others.
#define FAR(i, bits)                                                           \
    ((uint32_t)abs((int32_t)(a >> (i) & ((1u << (bits)) - 1)) -                \
                   (int32_t)(b >> (i) & ((1u << (bits)) - 1))))
TERNARY(vabsdiff2, u32, u32, u32, u32, FAR(0, 16) | FAR(16, 16) << 16 | (c & 0))
TERNARY(vabsdiff4, u32, u32, u32, u32,
        FAR(0, 8) | FAR(8, 8) << 8 | FAR(16, 8) << 16 | FAR(24, 8) << 24 |
            (c & 0))
TERNARY(vabsdiff2_add, u32, u32, u32, u32, FAR(0, 16) + FAR(16, 16) + c)
TERNARY(vabsdiff4_add, u32, u32, u32, u32,
        FAR(0, 8) + FAR(8, 8) + FAR(16, 8) + FAR(24, 8) + c)

// ---- mul and mad: the low half, the high half, or all of the product

typedef unsigned __int128 U128;
typedef __int128 S128;

static inline uint64_t high_u64(uint64_t a, uint64_t b) {
    return (uint64_t)((U128)a * b >> 64);
}
static inline uint64_t high_s64(int64_t a, int64_t b) {
    return (uint64_t)((S128)a * b >> 64);
}
#define HIGH_U16 ((uint32_t)a * b >> 16)
#define HIGH_S16 ((uint32_t)(a * b >> 16))
#define HIGH_U32 ((uint32_t)((uint64_t)a * b >> 32))
#define HIGH_S32 ((uint32_t)((int64_t)a * b >> 32))

BINARY(mul_lo_u16, u16, u16, u16, (uint32_t)a *b)
BINARY(mul_lo_u32, u32, u32, u32, a *b)
BINARY(mul_lo_u64, u64, u64, u64, a *b)
BINARY(mul_hi_u16, u16, u16, u16, HIGH_U16)
BINARY(mul_hi_s16, u16, s16, s16, HIGH_S16)
BINARY(mul_hi_u32, u32, u32, u32, HIGH_U32)
BINARY(mul_hi_s32, u32, s32, s32, HIGH_S32)
BINARY(mul_hi_u64, u64, u64, u64, high_u64(a, b))
BINARY(mul_hi_s64, u64, s64, s64, high_s64(a, b))
BINARY(mul_wide_u16, u32, u16, u16, (uint32_t)a *b)
BINARY(mul_wide_s16, s32, s16, s16, a *b)
BINARY(mul_wide_u32, u64, u32, u32, (uint64_t)a *b)
BINARY(mul_wide_s32, s64, s32, s32, (int64_t)a *b)

TERNARY(mad_lo_u16, u16, u16, u16, u16, (uint32_t)a *b + c)
TERNARY(mad_lo_u32, u32, u32, u32, u32, a *b + c)
TERNARY(mad_lo_u64, u64, u64, u64, u64, a *b + c)
TERNARY(mad_hi_u16, u16, u16, u16, u16, HIGH_U16 + c)
TERNARY(mad_hi_s16, u16, s16, s16, u16, HIGH_S16 + c)
TERNARY(mad_hi_u32, u32, u32, u32, u32, HIGH_U32 + c)
TERNARY(mad_hi_s32, u32, s32, s32, u32, HIGH_S32 + c)
TERNARY(mad_hi_u64, u64, u64, u64, u64, high_u64(a, b) + c)
TERNARY(mad_hi_s64, u64, s64, s64, u64, high_s64(a, b) + c)
TERNARY(mad_hi_sat_s32, s32, s32, s32, s32,
        clamp_s32(((int64_t)a * b >> 32) + c))
TERNARY(mad_wide_u16, u32, u16, u16, u32, (uint32_t)a *b + c)
TERNARY(mad_wide_s16, u32, s16, s16, u32, (uint32_t)(a *b) + c)
TERNARY(mad_wide_u32, u64, u32, u32, u64, (uint64_t)a *b + c)
TERNARY(mad_wide_s32, u64, s32, s32, u64, (uint64_t)((int64_t)a *b) + c)

// 24-bit products: of 48 bits, the low 32 or the high 32.
#define U24(v)    ((uint64_t)((v)&0xffffff))
#define S24(v)    ((int64_t)(int32_t)((uint32_t)(v) << 8) >> 8)
#define PRODUCT_U ((U24(a) * U24(b)))
#define PRODUCT_S ((uint64_t)(S24(a) * S24(b)))
BINARY(mul24_lo_u32, u32, u32, u32, PRODUCT_U)
BINARY(mul24_lo_s32, u32, u32, u32, PRODUCT_S)
BINARY(mul24_hi_u32, u32, u32, u32, PRODUCT_U >> 16)
BINARY(mul24_hi_s32, u32, u32, u32, PRODUCT_S >> 16)
TERNARY(mad24_lo_u32, u32, u32, u32, u32, PRODUCT_U + c)
TERNARY(mad24_lo_s32, u32, u32, u32, u32, PRODUCT_S + c)
TERNARY(mad24_hi_u32, u32, u32, u32, u32, (PRODUCT_U >> 16) + c)
TERNARY(mad24_hi_s32, u32, u32, u32, u32, (PRODUCT_S >> 16) + c)
TERNARY(mad24_hi_sat_s32, s32, u32, u32, s32,
        clamp_s32(((int64_t)PRODUCT_S >> 16) + c))

// ---- division

// In double: the operands are exact, and a quotient that is no whole number is
// 1/b or more away from the next one, which is further than rounding goes.
// There are vector instructions for this, and none for integer division.
static inline int32_t quotient_s32(int32_t a, int32_t b) {
    bool special = (b == 0) | (b == -1);
    int32_t q = (int32_t)((double)a / (double)(special ? 1 : b));
    uint32_t negated = -(uint32_t)a;
    q = b == -1 ? (int32_t)negated : q;
    return b == 0 ? -1 : q;
}
static inline uint32_t remainder_s32(int32_t a, int32_t b) {
    uint32_t r = (uint32_t)a - (uint32_t)quotient_s32(a, b) * (uint32_t)b;
    return b ? r : ~0u;
}
// Only signed numbers convert in vectors. If all are below 2^31, which is
// nearly always, unsigned ones are such.
static bool fit_signed(const Lanes *x, const Lanes *y) {
    uint32_t any = 0;
    VECTOR_LOOP
    LANES
        any |= x->u32[l] | y->u32[l];
    return !(any >> 31);
}
#define UNSIGNED(name)                                                         \
    static const Insn *exec_##name##_u32(Warp *w, const Insn *in) {            \
        bool fit = fit_signed(unit(w, in->src[0]), unit(w, in->src[1]));       \
        return fit ? exec_##name##_s32(w, in) : exec_##name##_any_u32(w, in);  \
    }
#define DIV_U    (b ? a / b : ~(__typeof__(a))0)
#define REM_U    (b ? a % b : ~(__typeof__(a))0)
#define DIV_S(U) (b == 0 ? ~(U)0 : b == -1 ? -(U)a : (U)(a / b))
#define REM_S(U) (b == 0 ? ~(U)0 : b == -1 ? (U)0 : (U)(a % b))
BINARY(div_u16, u16, u16, u16, b ? a / b : 0xffff)
BINARY(div_s16, u16, s16, s16, DIV_S(uint32_t))
BINARY(div_s32, s32, s32, s32, quotient_s32(a, b))
BINARY(div_any_u32, u32, u32, u32, DIV_U)
UNSIGNED(div)
BINARY(div_u64, u64, u64, u64, DIV_U)
BINARY(div_s64, u64, s64, s64, DIV_S(uint64_t))
BINARY(rem_u16, u16, u16, u16, b ? a % b : 0xffff)
BINARY(rem_s16, u16, s16, s16, REM_S(uint32_t))
BINARY(rem_s32, u32, s32, s32, remainder_s32(a, b))
BINARY(rem_any_u32, u32, u32, u32, REM_U)
UNSIGNED(rem)
BINARY(rem_u64, u64, u64, u64, REM_U)
BINARY(rem_s64, u64, s64, s64, REM_S(uint64_t))

// ---- dot products; the first letter is of a's type, the second of b's

#define BYTE_u(v, i) ((int32_t)((v) >> 8 * (i)&0xff))
#define BYTE_s(v, i) ((int32_t)(int8_t)((v) >> 8 * (i)))
#define WORD_u(v, i) ((int32_t)((v) >> 16 * (i)&0xffff))
#define WORD_s(v, i) ((int32_t)(int16_t)((v) >> 16 * (i)))
#define DOT4(A, B)                                                             \
    (c + (uint32_t)(BYTE_##A(a, 0) * BYTE_##B(b, 0) +                          \
                    BYTE_##A(a, 1) * BYTE_##B(b, 1) +                          \
                    BYTE_##A(a, 2) * BYTE_##B(b, 2) +                          \
                    BYTE_##A(a, 3) * BYTE_##B(b, 3)))
#define DOT2(A, B, from)                                                       \
    (c + (uint32_t)(WORD_##A(a, 0) * BYTE_##B(b, from) +                       \
                    WORD_##A(a, 1) * BYTE_##B(b, (from) + 1)))
#define DOT(A, B)                                                              \
    TERNARY(dp4a_##A##B, u32, u32, u32, u32, DOT4(A, B))                       \
    TERNARY(dp2a_lo_##A##B, u32, u32, u32, u32, DOT2(A, B, 0))                 \
    TERNARY(dp2a_hi_##A##B, u32, u32, u32, u32, DOT2(A, B, 2))
DOT(u, u)
DOT(u, s)
DOT(s, u)
DOT(s, s)

static bool select_dot(Decoder *d, const Stmt *s, Insn *in) {
    static const ExecFn fns[3][2][2] = {
        {{exec_dp4a_uu, exec_dp4a_us}, {exec_dp4a_su, exec_dp4a_ss}},
        {{exec_dp2a_lo_uu, exec_dp2a_lo_us},
         {exec_dp2a_lo_su, exec_dp2a_lo_ss}},
        {{exec_dp2a_hi_uu, exec_dp2a_hi_us},
         {exec_dp2a_hi_su, exec_dp2a_hi_ss}},
    };
    static const uint8_t bits[5] = {32, 32, 32, 32};
    if (s->ntypes != 2 || s->nmods != (s->op == OP_DP2A)) return false;
    int which = s->op == OP_DP4A ? 0 : s->mods[0] == MOD_HI ? 2 : 1;
    if (which == 1 && s->mods[0] != MOD_LO) return false;
    in->fn = fns[which][s->types[0] == TYPE_S32][s->types[1] == TYPE_S32];
    return form_bind(d, s, bits, in);
}

// ---- the table

// Weights beyond 1 are the SASS instructions that ptxas makes of one of these
// (counted by assembling each alone).
#define W16                                                                    \
    { 16, 16, 16 }
#define W32                                                                    \
    { 32, 32, 32 }
#define W64                                                                    \
    { 64, 64, 64 }
#define I(w)  PIPE_INT, w, 0
#define M(w)  PIPE_IMUL, w, 0
#define ANY16 (T(U16) | T(S16))
#define ANY32 (T(U32) | T(S32))
#define ANY64 (T(U64) | T(S64))

// clang-format off
static const Form forms[] = {
    {OP_ADD, ANY16, NO_MODS, exec_add_u16, W16, USUAL_COST},
    {OP_ADD, ANY32, NO_MODS, exec_add_u32, W32, USUAL_COST},
    {OP_ADD, ANY64, NO_MODS, exec_add_u64, W64, USUAL_COST},
    {OP_ADD, T(S32), MODS_1(SAT), exec_add_sat_s32, W32, I(2)},
    {OP_SUB, ANY16, NO_MODS, exec_sub_u16, W16, USUAL_COST},
    {OP_SUB, ANY32, NO_MODS, exec_sub_u32, W32, USUAL_COST},
    {OP_SUB, ANY64, NO_MODS, exec_sub_u64, W64, USUAL_COST},
    {OP_SUB, T(S32), MODS_1(SAT), exec_sub_sat_s32, W32, I(2)},
    {OP_NEG, T(S16), NO_MODS, exec_neg_s16, {16, 16}, USUAL_COST},
    {OP_NEG, T(S32), NO_MODS, exec_neg_s32, {32, 32}, USUAL_COST},
    {OP_NEG, T(S64), NO_MODS, exec_neg_s64, {64, 64}, USUAL_COST},
    {OP_ABS, T(S16), NO_MODS, exec_abs_s16, {16, 16}, USUAL_COST},
    {OP_ABS, T(S32), NO_MODS, exec_abs_s32, {32, 32}, USUAL_COST},
    {OP_ABS, T(S64), NO_MODS, exec_abs_s64, {64, 64}, USUAL_COST},
    {OP_MIN, T(U16), NO_MODS, exec_min_u16, W16, USUAL_COST},
    {OP_MIN, T(S16), NO_MODS, exec_min_s16, W16, USUAL_COST},
    {OP_MIN, T(U32), NO_MODS, exec_min_u32, W32, USUAL_COST},
    {OP_MIN, T(S32), NO_MODS, exec_min_s32, W32, USUAL_COST},
    {OP_MIN, T(U64), NO_MODS, exec_min_u64, W64, USUAL_COST},
    {OP_MIN, T(S64), NO_MODS, exec_min_s64, W64, USUAL_COST},
    {OP_MAX, T(U16), NO_MODS, exec_max_u16, W16, USUAL_COST},
    {OP_MAX, T(S16), NO_MODS, exec_max_s16, W16, USUAL_COST},
    {OP_MAX, T(U32), NO_MODS, exec_max_u32, W32, USUAL_COST},
    {OP_MAX, T(S32), NO_MODS, exec_max_s32, W32, USUAL_COST},
    {OP_MAX, T(U64), NO_MODS, exec_max_u64, W64, USUAL_COST},
    {OP_MAX, T(S64), NO_MODS, exec_max_s64, W64, USUAL_COST},
    {OP_MIN, T(S32), MODS_1(RELU), exec_min_relu_s32, W32, USUAL_COST},
    {OP_MAX, T(S32), MODS_1(RELU), exec_max_relu_s32, W32, USUAL_COST},
    {OP_ADD, T(U16X2) | T(S16X2), NO_MODS, exec_add_x2, W32, USUAL_COST},
    {OP_MIN, T(U16X2), NO_MODS, exec_min_u16x2, W32, USUAL_COST},
    {OP_MAX, T(U16X2), NO_MODS, exec_max_u16x2, W32, USUAL_COST},
    {OP_MIN, T(S16X2), NO_MODS, exec_min_s16x2, W32, USUAL_COST},
    {OP_MAX, T(S16X2), NO_MODS, exec_max_s16x2, W32, USUAL_COST},
    {OP_MIN, T(S16X2), MODS_1(RELU), exec_min_relu_s16x2, W32, USUAL_COST},
    {OP_MAX, T(S16X2), MODS_1(RELU), exec_max_relu_s16x2, W32, USUAL_COST},
    {OP_SAD, T(U16), NO_MODS, exec_sad_u16, {16, 16, 16, 16}, I(2)},
    {OP_SAD, T(S16), NO_MODS, exec_sad_s16, {16, 16, 16, 16}, I(2)},
    {OP_SAD, T(U32), NO_MODS, exec_sad_u32, {32, 32, 32, 32}, I(2)},
    {OP_SAD, T(S32), NO_MODS, exec_sad_s32, {32, 32, 32, 32}, I(2)},
    {OP_SAD, T(U64), NO_MODS, exec_sad_u64, {64, 64, 64, 64}, I(6)},
    {OP_SAD, T(S64), NO_MODS, exec_sad_s64, {64, 64, 64, 64}, I(6)},
    {OP_VABSDIFF2, T(U32), NO_MODS, exec_vabsdiff2, {32, 32, 32, 32}, I(4)},
    {OP_VABSDIFF4, T(U32), NO_MODS, exec_vabsdiff4, {32, 32, 32, 32}, I(1)},
    {OP_VABSDIFF2, T(U32), MODS_1(ADD), exec_vabsdiff2_add, {32, 32, 32, 32}, I(4)},
    {OP_VABSDIFF4, T(U32), MODS_1(ADD), exec_vabsdiff4_add, {32, 32, 32, 32}, I(1)},
    {OP_MUL, ANY16, MODS_1(LO), exec_mul_lo_u16, W16, USUAL_COST},
    {OP_MUL, ANY32, MODS_1(LO), exec_mul_lo_u32, W32, USUAL_COST},
    {OP_MUL, ANY64, MODS_1(LO), exec_mul_lo_u64, W64, USUAL_COST},
    {OP_MUL, T(U16), MODS_1(HI), exec_mul_hi_u16, W16, M(2)},
    {OP_MUL, T(S16), MODS_1(HI), exec_mul_hi_s16, W16, M(2)},
    {OP_MUL, T(U32), MODS_1(HI), exec_mul_hi_u32, W32, USUAL_COST},
    {OP_MUL, T(S32), MODS_1(HI), exec_mul_hi_s32, W32, USUAL_COST},
    {OP_MUL, T(U64), MODS_1(HI), exec_mul_hi_u64, W64, M(7)},
    {OP_MUL, T(S64), MODS_1(HI), exec_mul_hi_s64, W64, M(11)},
    {OP_MUL, T(U16), MODS_1(WIDE), exec_mul_wide_u16, {32, 16, 16}, USUAL_COST},
    {OP_MUL, T(S16), MODS_1(WIDE), exec_mul_wide_s16, {32, 16, 16}, USUAL_COST},
    {OP_MUL, T(U32), MODS_1(WIDE), exec_mul_wide_u32, {64, 32, 32}, USUAL_COST},
    {OP_MUL, T(S32), MODS_1(WIDE), exec_mul_wide_s32, {64, 32, 32}, USUAL_COST},
    {OP_MAD, ANY16, MODS_1(LO), exec_mad_lo_u16, {16, 16, 16, 16}, USUAL_COST},
    {OP_MAD, ANY32, MODS_1(LO), exec_mad_lo_u32, {32, 32, 32, 32}, USUAL_COST},
    {OP_MAD, ANY64, MODS_1(LO), exec_mad_lo_u64, {64, 64, 64, 64}, USUAL_COST},
    {OP_MAD, T(U16), MODS_1(HI), exec_mad_hi_u16, {16, 16, 16, 16}, M(2)},
    {OP_MAD, T(S16), MODS_1(HI), exec_mad_hi_s16, {16, 16, 16, 16}, M(2)},
    {OP_MAD, T(U32), MODS_1(HI), exec_mad_hi_u32, {32, 32, 32, 32}, USUAL_COST},
    {OP_MAD, T(S32), MODS_1(HI), exec_mad_hi_s32, {32, 32, 32, 32}, USUAL_COST},
    {OP_MAD, T(U64), MODS_1(HI), exec_mad_hi_u64, {64, 64, 64, 64}, M(9)},
    {OP_MAD, T(S64), MODS_1(HI), exec_mad_hi_s64, {64, 64, 64, 64}, M(13)},
    {OP_MAD, T(S32), MODS_2(HI, SAT), exec_mad_hi_sat_s32, {32, 32, 32, 32}, M(3)},
    {OP_MAD, T(U16), MODS_1(WIDE), exec_mad_wide_u16, {32, 16, 16, 32}, USUAL_COST},
    {OP_MAD, T(S16), MODS_1(WIDE), exec_mad_wide_s16, {32, 16, 16, 32}, USUAL_COST},
    {OP_MAD, T(U32), MODS_1(WIDE), exec_mad_wide_u32, {64, 32, 32, 64}, USUAL_COST},
    {OP_MAD, T(S32), MODS_1(WIDE), exec_mad_wide_s32, {64, 32, 32, 64}, USUAL_COST},
    {OP_MUL24, T(U32), MODS_1(LO), exec_mul24_lo_u32, W32, M(3)},
    {OP_MUL24, T(S32), MODS_1(LO), exec_mul24_lo_s32, W32, M(3)},
    {OP_MUL24, T(U32), MODS_1(HI), exec_mul24_hi_u32, W32, M(4)},
    {OP_MUL24, T(S32), MODS_1(HI), exec_mul24_hi_s32, W32, M(4)},
    {OP_MAD24, T(U32), MODS_1(LO), exec_mad24_lo_u32, {32, 32, 32, 32}, M(3)},
    {OP_MAD24, T(S32), MODS_1(LO), exec_mad24_lo_s32, {32, 32, 32, 32}, M(3)},
    {OP_MAD24, T(U32), MODS_1(HI), exec_mad24_hi_u32, {32, 32, 32, 32}, M(4)},
    {OP_MAD24, T(S32), MODS_2(HI, SAT), exec_mad24_hi_sat_s32, {32, 32, 32, 32}, M(4)},
    {OP_MAD24, T(S32), MODS_1(HI), exec_mad24_hi_s32, {32, 32, 32, 32}, M(4)},
    {OP_DIV, T(U16), NO_MODS, exec_div_u16, W16, USUAL_COST},
    {OP_DIV, T(S16), NO_MODS, exec_div_s16, W16, USUAL_COST},
    {OP_DIV, T(U32), NO_MODS, exec_div_u32, W32, USUAL_COST},
    {OP_DIV, T(S32), NO_MODS, exec_div_s32, W32, USUAL_COST},
    {OP_DIV, T(U64), NO_MODS, exec_div_u64, W64, USUAL_COST},
    {OP_DIV, T(S64), NO_MODS, exec_div_s64, W64, USUAL_COST},
    {OP_REM, T(U16), NO_MODS, exec_rem_u16, W16, USUAL_COST},
    {OP_REM, T(S16), NO_MODS, exec_rem_s16, W16, USUAL_COST},
    {OP_REM, T(U32), NO_MODS, exec_rem_u32, W32, USUAL_COST},
    {OP_REM, T(S32), NO_MODS, exec_rem_s32, W32, USUAL_COST},
    {OP_REM, T(U64), NO_MODS, exec_rem_u64, W64, USUAL_COST},
    {OP_REM, T(S64), NO_MODS, exec_rem_s64, W64, USUAL_COST},
};
// clang-format on

static bool is_signed_video(const Stmt *s) {
    if (s->op != OP_VABSDIFF2 && s->op != OP_VABSDIFF4) return false;
    return s->ntypes != 3 || s->types[1] != TYPE_U32 || s->types[2] != TYPE_U32;
}

bool select_arith(Decoder *d, const Stmt *s, Insn *in) {
    if (is_signed_video(s)) return false;
    if (s->op == OP_DP4A || s->op == OP_DP2A) return select_dot(d, s, in);
    if (select_carry(d, s, in)) return true;
    return form_select(forms, COUNT_OF(forms), d, s, in);
}
