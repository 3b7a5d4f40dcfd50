// Half precision arithmetic: f16 and bf16, one or a pair in a register.
//
// Each half becomes a float, the float is computed on, and the result rounded
// back. Two roundings are as good as one where the float has more than twice
// the digits, which holds for sums, products and quotients of f16. It does not
// for a fused multiply-add or for tiny bf16 products: these are computed in
// double and rounded to odd on the way, which never hides which side of a tie
// the exact result is on.
#include "sim/float.h"
#include "sim/mufu.h"

// Moves a result that is off by `error` to the neighbour with an odd last bit,
// if it is even.
static inline double odd_f64(double v, double error) {
    uint64_t u = bits_of_double(v);
    uint64_t away = (error > 0) == (v > 0) ? u + 1 : u - 1;
    return double_of_bits(((error != 0) & !(u & 1)) ? away : u);
}

// To float, rounding to odd.
static inline float float_odd(double v) {
    float f = (float)v;
    uint32_t u = bits_of_float(f);
    double magnitude = double_of_bits(bits_of_double(v) & ~(1ull << 63));
    uint32_t moved = (double)abs_f32(f) < magnitude ? u + 1 : u - 1;
    bool inexact = ((double)f != v) & (v == v);
    return float_of_bits((inexact & !(u & 1)) ? moved : u);
}

// a * b is exact in double; so is the error of the sum (Knuth's two-sum).
static inline float fma_odd(float a, float b, float c) {
    double p = (double)a * b, q = c, s = p + q;
    double t = s - p;
    double error = (p - (s - t)) + (q - t);
    bool finite = (s - s) == 0;
    return float_odd(odd_f64(s, finite ? error : 0));
}
static inline float mul_odd(float a, float b) {
    return float_odd((double)a * b);
}

// ---- loops: K is f16, z16 or bf16; a pair is two of them

#define HIGH(x)           ((x) >> 16)
#define PUT(K, low, high) (OUT_##K(low) | OUT_##K(high) << 16)

#define HALF_UNARY(name, K, fn)                                                \
    UNARY(name##_##K, K, K, fn(a))                                             \
    UNARY(name##_x2_##K, u32, u32, PUT(K, fn(IN_##K(a)), fn(IN_##K(HIGH(a)))))

#define HALF_BINARY(name, K, fn)                                               \
    BINARY(name##_##K, K, K, K, fn(a, b))                                      \
    BINARY(name##_x2_##K, u32, u32, u32,                                       \
           PUT(K, fn(IN_##K(a), IN_##K(b)),                                    \
               fn(IN_##K(HIGH(a)), IN_##K(HIGH(b)))))

#define HALF_TERNARY(name, K, fn)                                              \
    TERNARY(name##_##K, K, K, K, K, fn(a, b, c))                               \
    TERNARY(name##_x2_##K, u32, u32, u32, u32,                                 \
            PUT(K, fn(IN_##K(a), IN_##K(b), IN_##K(c)),                        \
                fn(IN_##K(HIGH(a)), IN_##K(HIGH(b)), IN_##K(HIGH(c)))))

#define ADD(a, b)         ((a) + (b))
#define SUB(a, b)         ((a) - (b))
#define MUL(a, b)         ((a) * (b))
#define ADD_SAT(a, b)     saturate((a) + (b))
#define SUB_SAT(a, b)     saturate((a) - (b))
#define MUL_SAT(a, b)     saturate((a) * (b))
#define FMA_SAT(a, b, c)  saturate(fma_odd(a, b, c))
#define FMA_RELU(a, b, c) relu(fma_odd(a, b, c))

// Below zero becomes zero; a NaN stays.
static inline float relu(float v) {
    return v < 0 ? 0 : v;
}
static inline float ex2_ftz(float v) {
    return flush(ex2_f32(flush(v)));
}
static inline float min_nan(float a, float b) {
    return NAN_WINS(min_f32(a, b));
}
static inline float max_nan(float a, float b) {
    return NAN_WINS(max_f32(a, b));
}

#define F16_ARITHMETIC(K)                                                      \
    HALF_BINARY(add, K, ADD)                                                   \
    HALF_BINARY(sub, K, SUB)                                                   \
    HALF_BINARY(mul, K, MUL)                                                   \
    HALF_BINARY(add_sat, K, ADD_SAT)                                           \
    HALF_BINARY(sub_sat, K, SUB_SAT)                                           \
    HALF_BINARY(mul_sat, K, MUL_SAT)                                           \
    HALF_TERNARY(fma, K, fma_odd)                                              \
    HALF_TERNARY(fma_sat, K, FMA_SAT)                                          \
    HALF_TERNARY(fma_relu, K, FMA_RELU)                                        \
    HALF_BINARY(min, K, min_f32)                                               \
    HALF_BINARY(max, K, max_f32)                                               \
    HALF_BINARY(min_nan, K, min_nan)                                           \
    HALF_BINARY(max_nan, K, max_nan)                                           \
    HALF_UNARY(ex2, K, ex2_f32)                                                \
    HALF_UNARY(tanh, K, tanh_f32)
F16_ARITHMETIC(f16)
F16_ARITHMETIC(z16)

HALF_BINARY(add, bf16, ADD)
HALF_BINARY(sub, bf16, SUB)
HALF_BINARY(mul, bf16, mul_odd)
HALF_TERNARY(fma, bf16, fma_odd)
HALF_TERNARY(fma_relu, bf16, FMA_RELU)
HALF_BINARY(min, bf16, min_f32)
HALF_BINARY(max, bf16, max_f32)
HALF_BINARY(min_nan, bf16, min_nan)
HALF_BINARY(max_nan, bf16, max_nan)
HALF_UNARY(ex2, bf16, ex2_ftz) // there is no other
HALF_UNARY(tanh, bf16, tanh_f32)

// Signs are bits, whatever the format; both halves of a pair at once.
UNARY(neg_x1, u32, u32, (a ^ 0x8000u) & 0xffffu)
UNARY(neg_x2, u32, u32, a ^ 0x80008000u)
UNARY(abs_x1, u32, u32, a & 0x7fffu)
UNARY(abs_x2, u32, u32, a & 0x7fff7fffu)
UNARY(neg_z16, u32, u32, flush_half((a ^ 0x8000u) & 0xffffu))
UNARY(abs_z16, u32, u32, flush_half(a & 0x7fffu))
#define FLUSH_PAIR(v) (flush_half((v)&0xffff) | flush_half((v) >> 16) << 16)
UNARY(neg_x2_z16, u32, u32, FLUSH_PAIR(a ^ 0x80008000u))
UNARY(abs_x2_z16, u32, u32, FLUSH_PAIR(a & 0x7fff7fffu))

// ---- decoding

// One spelling: the modifiers besides .rn, and a handler for f16, f16 with .ftz
// and bf16, each for one and for a pair.
typedef struct HalfForm {
    Op op;
    unsigned mods;
    int nsrc;
    ExecFn fn[3][2];
} HalfForm;

#define SIX(name)                                                              \
    {                                                                          \
        {exec_##name##_f16, exec_##name##_x2_f16},                             \
            {exec_##name##_z16, exec_##name##_x2_z16},                         \
            {exec_##name##_bf16, exec_##name##_x2_bf16},                       \
    }
#define FOUR(name)                                                             \
    {                                                                          \
        {exec_##name##_f16, exec_##name##_x2_f16},                             \
            {exec_##name##_z16, exec_##name##_x2_z16}, {NULL, NULL},           \
    }

// clang-format off
static const HalfForm forms[] = {
    {OP_ADD, 0, 2, SIX(add)},
    {OP_SUB, 0, 2, SIX(sub)},
    {OP_MUL, 0, 2, SIX(mul)},
    {OP_FMA, 0, 3, SIX(fma)},
    {OP_ADD, FM_SAT, 2, FOUR(add_sat)},
    {OP_SUB, FM_SAT, 2, FOUR(sub_sat)},
    {OP_MUL, FM_SAT, 2, FOUR(mul_sat)},
    {OP_FMA, FM_SAT, 3, FOUR(fma_sat)},
    {OP_FMA, FM_RELU, 3, SIX(fma_relu)},
    {OP_MIN, 0, 2, SIX(min)},
    {OP_MAX, 0, 2, SIX(max)},
    {OP_MIN, FM_NAN, 2, SIX(min_nan)},
    {OP_MAX, FM_NAN, 2, SIX(max_nan)},
    {OP_EX2, FM_APPROX, 1, SIX(ex2)},
    {OP_TANH, FM_APPROX, 1, SIX(tanh)},
    {OP_NEG, 0, 1, {{exec_neg_x1, exec_neg_x2},
                    {exec_neg_z16, exec_neg_x2_z16},
                    {exec_neg_x1, exec_neg_x2}}},
    {OP_ABS, 0, 1, {{exec_abs_x1, exec_abs_x2},
                    {exec_abs_z16, exec_abs_x2_z16},
                    {exec_abs_x1, exec_abs_x2}}},
};
// clang-format on

bool select_half(Decoder *d, const Stmt *s, Insn *in) {
    unsigned mods = float_mods(s);
    Type t = s->types[0];
    bool is_pair = t == TYPE_F16X2 || t == TYPE_BF16X2;
    bool is_bf16 = t == TYPE_BF16 || t == TYPE_BF16X2;
    int kind = is_bf16 ? 2 : mods & FM_FTZ ? 1 : 0;
    unsigned asked = mods & ~(unsigned)(FM_RN | FM_FTZ);
    if (is_bf16 && mods & FM_FTZ && s->op != OP_EX2) return false;
    for (const HalfForm *f = forms; f < forms + COUNT_OF(forms); f++) {
        if (f->op != s->op || f->mods != asked) continue;
        uint8_t b = is_pair ? 32 : 16;
        uint8_t bits[5] = {b, b, f->nsrc > 1 ? b : 0, f->nsrc > 2 ? b : 0};
        in->fn = f->fn[kind][is_pair];
        return in->fn && form_bind(d, s, bits, in);
    }
    return false;
}
