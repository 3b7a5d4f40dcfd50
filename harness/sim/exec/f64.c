// Double precision arithmetic, and the two approximations that seed Newton's
// iteration in the double precision library functions.
//
// Doubles keep NaN payloads and never flush subnormals.
#include "sim/exec/float.h"

#include <math.h>

BINARY(add_f64, f64, f64, f64, a + b)
BINARY(sub_f64, f64, f64, f64, a - b)
BINARY(mul_f64, f64, f64, f64, a *b)
BINARY(div_f64, f64, f64, f64, a / b)
TERNARY(fma_f64, f64, f64, f64, f64, __builtin_fma(a, b, c))
UNARY(rcp_f64, f64, f64, 1 / a)
UNARY(sqrt_f64, f64, f64, __builtin_sqrt(a))
BINARY(min_f64, f64, f64, f64, min_f64(a, b))
BINARY(max_f64, f64, f64, f64, max_f64(a, b))
#define SIGN 0x8000000000000000u
UNARY(abs_f64, u64, u64, a & ~SIGN)
UNARY(neg_f64, u64, u64, a ^ SIGN)

// The approximations have 20 bits: the lower word is zero, subnormals are too.
static inline double flush_f64(double v) {
    uint64_t u = bits_of_double(v);
    return double_of_bits(u & (u & 0x7ff0000000000000u ? ~(uint64_t)0 : SIGN));
}
static inline double upper_word(double v) {
    uint64_t u = bits_of_double(v), up = u + 0x80000000u;
    bool ends = (u & 0x7ff0000000000000u) == 0x7ff0000000000000u;
    up &= 0xffffffff00000000u;
    return flush_f64(double_of_bits(ends ? u : up));
}
UNARY(rcp_approx_f64, f64, f64, upper_word(1 / flush_f64(a)))
UNARY(rsqrt_approx_f64, f64, f64, upper_word(1 / __builtin_sqrt(flush_f64(a))))
UNARY(rsqrt_approx_slow_f64, f64, f64, 1 / __builtin_sqrt(a))

// ---- rounding in a direction

typedef enum Step {
    STEP_ADD,
    STEP_SUB,
    STEP_MUL,
    STEP_FMA,
    STEP_DIV,
    STEP_RCP,
    STEP_SQRT,
} Step;

typedef struct Work {
    Lanes64 a, b, c, r;
} Work;

#define STEP(name, expr)                                                       \
    static void step_##name(void *work) {                                      \
        Work *k = work;                                                        \
        VECTOR_LOOP                                                            \
        LANES {                                                                \
            double a = k->a.f64[l], b = k->b.f64[l], c = k->c.f64[l];          \
            (void)b, (void)c;                                                  \
            k->r.f64[l] = expr;                                                \
        }                                                                      \
    }
STEP(add, a + b)
STEP(sub, a - b)
STEP(mul, a *b)
STEP(fma, __builtin_fma(a, b, c))
STEP(div, a / b)
STEP(rcp, 1 / a)
STEP(sqrt, __builtin_sqrt(a))
static void (*const steps[])(void *) = {step_add, step_sub, step_mul, step_fma,
                                        step_div, step_rcp, step_sqrt};

// flags: modifiers; imm: the Step; bytes: sources.
static const Insn *exec_in_steps(Warp *w, const Insn *in) {
    Work k;
    k.a = *unit64(w, in->src[0]);
    k.b = in->bytes > 1 ? *unit64(w, in->src[1]) : k.a;
    k.c = in->bytes > 2 ? *unit64(w, in->src[2]) : k.a;
    round_call(in->flags, steps[in->imm], &k);
    LANE_LOOP(f64, , k.r.f64[l]);
    return in + 1;
}

// ---- decoding

typedef struct Op64 {
    Op op;
    int nsrc;
    ExecFn nearest;
    Step step;
} Op64;

static const Op64 ops[] = {
    {OP_ADD, 2, exec_add_f64, STEP_ADD}, {OP_SUB, 2, exec_sub_f64, STEP_SUB},
    {OP_MUL, 2, exec_mul_f64, STEP_MUL}, {OP_FMA, 3, exec_fma_f64, STEP_FMA},
    {OP_MAD, 3, exec_fma_f64, STEP_FMA}, {OP_DIV, 2, exec_div_f64, STEP_DIV},
    {OP_RCP, 1, exec_rcp_f64, STEP_RCP}, {OP_SQRT, 1, exec_sqrt_f64, STEP_SQRT},
};

static const uint8_t widths[4][5] = {
    {0}, {64, 64}, {64, 64, 64}, {64, 64, 64, 64}};

static bool select_arithmetic(Decoder *d, const Stmt *s, unsigned mods,
                              Insn *in) {
    if (mods & ~(unsigned)FM_ROUND) return false;
    for (const Op64 *o = ops; o < ops + COUNT_OF(ops); o++) {
        if (o->op != s->op) continue;
        in->fn = mods & ~(unsigned)FM_RN ? exec_in_steps : o->nearest;
        in->flags = (uint16_t)mods;
        in->imm = o->step;
        in->bytes = (uint8_t)o->nsrc;
        return form_bind(d, s, widths[o->nsrc], in);
    }
    return false;
}

static bool select_seed(Decoder *d, const Stmt *s, unsigned mods, Insn *in) {
    bool flushes = mods & FM_FTZ;
    if (mods & ~(unsigned)(FM_FTZ | FM_APPROX)) return false;
    if (s->op == OP_RSQRT)
        in->fn = flushes ? exec_rsqrt_approx_f64 : exec_rsqrt_approx_slow_f64;
    else if (s->op == OP_RCP && flushes)
        in->fn = exec_rcp_approx_f64;
    else
        return false;
    return form_bind(d, s, widths[1], in);
}

bool select_f64(Decoder *d, const Stmt *s, Insn *in) {
    unsigned mods = float_mods(s);
    if (mods & FM_UNKNOWN) return false;
    if (mods & FM_APPROX) return select_seed(d, s, mods, in);
    switch (s->op) {
    case OP_MIN: in->fn = exec_min_f64; break;
    case OP_MAX: in->fn = exec_max_f64; break;
    case OP_ABS: in->fn = exec_abs_f64; break;
    case OP_NEG: in->fn = exec_neg_f64; break;
    default: return select_arithmetic(d, s, mods, in);
    }
    if (mods) return false;
    bool unary = s->op == OP_ABS || s->op == OP_NEG;
    return form_bind(d, s, widths[unary ? 1 : 2], in);
}
