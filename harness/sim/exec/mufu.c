// The multi-function unit: reciprocals, roots, and functions in single
// precision.
//
// If PTX asks for IEEE rounding (rcp.rn, sqrt.rn) the result is exact. The
// .approx forms are computed in double with short series and rounded once: at
// least as near as the hardware promises, and the same bits on every machine,
// which a C library would not give. They are loops without branches.
#include "sim/exec/mufu.h"

#include "sim/exec/float.h"

#include <math.h>

#define FUNCTIONS(K)                                                           \
    UNARY(rcp_##K, K, K, 1 / a)                                                \
    UNARY(sqrt_##K, K, K, __builtin_sqrtf(a))                                  \
    UNARY(rsqrt_##K, K, K, 1 / __builtin_sqrtf(a))                             \
    UNARY(ex2_##K, K, K, ex2_f32(a))                                           \
    UNARY(lg2_##K, K, K, lg2_f32(a))                                           \
    UNARY(tanh_##K, K, K, tanh_f32(a))                                         \
    UNARY(sin_near_##K, K, K, sin_f32(a, 0))                                   \
    UNARY(cos_near_##K, K, K, sin_f32(a, 1))
FUNCTIONS(f32)
FUNCTIONS(z32)

// Reduction by pi/2 in one step loses all bits of huge arguments: these lanes,
// which are rare, take the slow way.
static bool has_huge(const Lanes *x) {
    uint32_t most = 0;
    VECTOR_LOOP
    LANES {
        uint32_t u = x->u32[l] & 0x7fffffffu;
        u = u < 0x7f800000u ? u : 0;
        most = most > u ? most : u;
    }
    return most > 0x4e800000u; // 2^30
}

#define CIRCULAR(name, K, slow)                                                \
    static const Insn *exec_##name##_##K(Warp *w, const Insn *in) {            \
        const Lanes *x = unit(w, in->src[0]);                                  \
        if (!has_huge(x)) return exec_##name##_near_##K(w, in);                \
        LANE_LOOP(K, , (float)slow((double)x->f32[l]));                        \
        return in + 1;                                                         \
    }
CIRCULAR(sin, f32, sin)
CIRCULAR(sin, z32, sin)
CIRCULAR(cos, f32, cos)
CIRCULAR(cos, z32, cos)

// ---- rounding in a direction: flags: modifiers; imm: 1 for the root

typedef struct Work {
    Lanes a, r;
} Work;

static void step_rcp(void *work) {
    Work *k = work;
    VECTOR_LOOP
    LANES
        k->r.f32[l] = 1 / k->a.f32[l];
}
static void step_sqrt(void *work) {
    Work *k = work;
    VECTOR_LOOP
    LANES
        k->r.f32[l] = __builtin_sqrtf(k->a.f32[l]);
}

static const Insn *mufu_in_steps(Warp *w, const Insn *in) {
    Work k = {.a = *unit(w, in->src[0])};
    bool flushes = in->flags & FM_FTZ;
    if (flushes)
        LANES
            k.a.f32[l] = flush(k.a.f32[l]);
    round_call(in->flags, in->imm ? step_sqrt : step_rcp, &k);
    if (flushes)
        LANE_LOOP(z32, , k.r.f32[l]);
    else
        LANE_LOOP(f32, , k.r.f32[l]);
    return in + 1;
}

// ---- decoding

typedef struct Function {
    Op op;
    bool is_approx; // else IEEE, with a direction
    ExecFn plain, ftz;
} Function;

#define PAIR(name) exec_##name##_f32, exec_##name##_z32
static const Function functions[] = {
    {OP_RCP, true, PAIR(rcp)},     {OP_RCP, false, PAIR(rcp)},
    {OP_SQRT, true, PAIR(sqrt)},   {OP_SQRT, false, PAIR(sqrt)},
    {OP_RSQRT, true, PAIR(rsqrt)}, {OP_SIN, true, PAIR(sin)},
    {OP_COS, true, PAIR(cos)},     {OP_LG2, true, PAIR(lg2)},
    {OP_EX2, true, PAIR(ex2)},     {OP_TANH, true, PAIR(tanh)},
};

bool select_mufu(Decoder *d, const Stmt *s, Insn *in) {
    unsigned mods = float_mods(s);
    bool approx = mods & FM_APPROX;
    unsigned allowed = FM_FTZ | (approx ? FM_APPROX : FM_ROUND);
    if (mods & ~allowed) return false;
    for (const Function *f = functions; f < functions + COUNT_OF(functions);
         f++) {
        if (f->op != s->op || f->is_approx != approx) continue;
        bool nearest = !(mods & (FM_ROUND & ~FM_RN));
        ExecFn near = mods & FM_FTZ ? f->ftz : f->plain;
        in->fn = nearest ? near : mufu_in_steps;
        in->flags = (uint16_t)mods;
        in->imm = s->op == OP_SQRT;
        return form_bind(d, s, (uint8_t[5]){32, 32}, in);
    }
    return false;
}
