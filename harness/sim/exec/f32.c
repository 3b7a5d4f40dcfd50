// Single precision arithmetic.
//
// Rounding to nearest, with or without .ftz, has a straight loop per opcode:
// that is what kernels are made of. Everything rarer, other directions and
// .sat, goes through one handler that does it in steps.
#include "sim/exec/float.h"

#include <math.h>

#define FMA __builtin_fmaf(a, b, c)

#define ARITHMETIC(K)                                                          \
    BINARY(add_##K, K, K, K, a + b)                                            \
    BINARY(sub_##K, K, K, K, a - b)                                            \
    BINARY(mul_##K, K, K, K, a *b)                                             \
    BINARY(div_##K, K, K, K, a / b)                                            \
    TERNARY(fma_##K, K, K, K, K, FMA)                                          \
    BINARY(min_##K, K, K, K, min_f32(a, b))                                    \
    BINARY(max_##K, K, K, K, max_f32(a, b))                                    \
    BINARY(min_nan_##K, K, K, K, NAN_WINS(min_f32(a, b)))                      \
    BINARY(max_nan_##K, K, K, K, NAN_WINS(max_f32(a, b)))                      \
    UNARY(abs_##K, K, K, abs_f32(a))                                           \
    UNARY(neg_##K, K, K, neg_f32(a))                                           \
    BINARY(div_approx_##K, K, K, K, div_approx(a, b))

// The hardware multiplies by a reciprocal: where that is subnormal, for
// divisors beyond 2^126, the quotient is lost.
static inline float div_approx(float a, float b) {
    float size = abs_f32(b);
    bool lost = (size > 0x1p126f) & (size < INFINITY);
    return lost ? a * (b < 0 ? -0.0f : 0.0f) : a / b;
}

ARITHMETIC(f32)
ARITHMETIC(z32)

// ---- in steps

typedef enum Step { STEP_ADD, STEP_SUB, STEP_MUL, STEP_FMA, STEP_DIV } Step;

typedef struct Work {
    Lanes a, b, c, r;
} Work;

#define STEP(name, expr)                                                       \
    static void step_##name(void *work) {                                      \
        Work *k = work;                                                        \
        VECTOR_LOOP                                                            \
        LANES {                                                                \
            float a = k->a.f32[l], b = k->b.f32[l], c = k->c.f32[l];           \
            (void)b, (void)c;                                                  \
            k->r.f32[l] = expr;                                                \
        }                                                                      \
    }
STEP(add, a + b)
STEP(sub, a - b)
STEP(mul, a *b)
STEP(fma, FMA)
STEP(div, a / b)
static void (*const steps[])(void *) = {step_add, step_sub, step_mul, step_fma,
                                        step_div};

static void take(Lanes *to, const Lanes *from, bool flushes) {
    *to = *from;
    if (flushes)
        LANES
            to->f32[l] = flush(to->f32[l]);
}

// flags: modifiers; imm: the Step.
static const Insn *exec_in_steps(Warp *w, const Insn *in) {
    const unsigned mods = in->flags;
    Work k;
    take(&k.a, unit(w, in->src[0]), mods & FM_FTZ);
    take(&k.b, unit(w, in->src[1]), mods & FM_FTZ);
    k.c = k.b;
    if (in->imm == STEP_FMA) take(&k.c, unit(w, in->src[2]), mods & FM_FTZ);
    round_call(mods, steps[in->imm], &k);
    if (mods & FM_SAT)
        LANES
            k.r.f32[l] = saturate(k.r.f32[l]);
    if (mods & FM_FTZ)
        LANE_LOOP(z32, , k.r.f32[l]);
    else
        LANE_LOOP(f32, , k.r.f32[l]);
    return in + 1;
}

static bool select_in_steps(Decoder *d, const Stmt *s, Step step, unsigned mods,
                            Insn *in) {
    uint8_t third = step == STEP_FMA ? 32 : 0;
    if (mods & ~(unsigned)(FM_ROUND | FM_FTZ | FM_SAT)) return false;
    in->fn = exec_in_steps;
    in->flags = (uint16_t)mods;
    in->imm = step;
    return form_bind(d, s, (uint8_t[5]){32, 32, 32, third}, in);
}

// ---- decoding

// Fills in for an opcode of n sources with a loop for plain and for .ftz.
static bool bind(Decoder *d, const Stmt *s, int n, ExecFn plain, ExecFn ftz,
                 unsigned mods, Insn *in) {
    uint8_t bits[5] = {32, 32, n > 1 ? 32 : 0, n > 2 ? 32 : 0};
    in->fn = mods & FM_FTZ ? ftz : plain;
    return form_bind(d, s, bits, in);
}

#define PAIR(name) exec_##name##_f32, exec_##name##_z32

static bool select_min_max(Decoder *d, const Stmt *s, unsigned mods, Insn *in) {
    if (mods & ~(unsigned)(FM_FTZ | FM_NAN)) return false;
    if (s->op == OP_MIN)
        return mods & FM_NAN ? bind(d, s, 2, PAIR(min_nan), mods, in)
                             : bind(d, s, 2, PAIR(min), mods, in);
    return mods & FM_NAN ? bind(d, s, 2, PAIR(max_nan), mods, in)
                         : bind(d, s, 2, PAIR(max), mods, in);
}

static bool select_div(Decoder *d, const Stmt *s, unsigned mods, Insn *in) {
    unsigned how = mods & (FM_APPROX | FM_FULL);
    if (!how) {
        if (mods & FM_SAT) return false;
        if (mods & (FM_ROUND & ~FM_RN))
            return select_in_steps(d, s, STEP_DIV, mods, in);
        return bind(d, s, 2, PAIR(div), mods, in);
    }
    if (mods & ~(how | FM_FTZ)) return false;
    if (how == FM_FULL) {
        return bind(d, s, 2, PAIR(div), mods, in);
    }
    return bind(d, s, 2, PAIR(div_approx), mods, in);
}

bool select_f32(Decoder *d, const Stmt *s, Insn *in) {
    unsigned mods = float_mods(s);
    if (mods & FM_UNKNOWN) return false;
    switch (s->op) {
    case OP_ABS:
    case OP_NEG:
        if (mods & ~(unsigned)FM_FTZ) return false;
        return s->op == OP_ABS ? bind(d, s, 1, PAIR(abs), mods, in)
                               : bind(d, s, 1, PAIR(neg), mods, in);
    case OP_MIN:
    case OP_MAX: return select_min_max(d, s, mods, in);
    case OP_DIV: return select_div(d, s, mods, in);
    default: break;
    }

    bool rare = mods & ~(unsigned)(FM_RN | FM_FTZ);
    switch (s->op) {
    case OP_ADD:
        if (rare) return select_in_steps(d, s, STEP_ADD, mods, in);
        return bind(d, s, 2, PAIR(add), mods, in);
    case OP_SUB:
        if (rare) return select_in_steps(d, s, STEP_SUB, mods, in);
        return bind(d, s, 2, PAIR(sub), mods, in);
    case OP_MUL:
        if (rare) return select_in_steps(d, s, STEP_MUL, mods, in);
        return bind(d, s, 2, PAIR(mul), mods, in);
    case OP_FMA:
    case OP_MAD:
        if (rare) return select_in_steps(d, s, STEP_FMA, mods, in);
        return bind(d, s, 3, PAIR(fma), mods, in);
    default: return false;
    }
}
