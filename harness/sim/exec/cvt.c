// cvt: between all types, in all the ways there are to round.
//
// The common conversions are loops. The others, and there are hundreds, go
// through Exact: one value at a time, but right by construction; the tests hold
// the loops against it.
#include "sim/exec/exact.h"
#include "sim/exec/float.h"
#include "sim/exec/half_warp.h"
#include "sim/exec/select.h"

#include <math.h>

// ---- integers: truncated or extended as the source's type says

#define FROM_INT(D)                                                            \
    UNARY(cvt_##D##_u8, D, u8, a)                                              \
    UNARY(cvt_##D##_s8, D, s8, a)                                              \
    UNARY(cvt_##D##_u16, D, u16, a)                                            \
    UNARY(cvt_##D##_s16, D, s16, a)                                            \
    UNARY(cvt_##D##_u32, D, u32, a)                                            \
    UNARY(cvt_##D##_s32, D, s32, a)                                            \
    UNARY(cvt_##D##_u64, D, u64, a)                                            \
    UNARY(cvt_##D##_s64, D, s64, a)
#define FROM_INT_ROW(D)                                                        \
    {                                                                          \
        exec_cvt_##D##_u8, exec_cvt_##D##_u16, exec_cvt_##D##_u32,             \
            exec_cvt_##D##_u64, exec_cvt_##D##_s8, exec_cvt_##D##_s16,         \
            exec_cvt_##D##_s32, exec_cvt_##D##_s64,                            \
    }
FROM_INT(u8)
FROM_INT(u16)
FROM_INT(u32)
FROM_INT(u64)
FROM_INT(s8)
FROM_INT(s16)
FROM_INT(s32)
FROM_INT(s64)
// To floats these round to nearest, as C does.
FROM_INT(f32)
FROM_INT(f64)

static const ExecFn int_to_int[8][8] = {
    // [destination][source]
    FROM_INT_ROW(u8), FROM_INT_ROW(u16), FROM_INT_ROW(u32), FROM_INT_ROW(u64),
    FROM_INT_ROW(s8), FROM_INT_ROW(s16), FROM_INT_ROW(s32), FROM_INT_ROW(s64),
};
static const ExecFn int_to_f32[8] = FROM_INT_ROW(f32);
static const ExecFn int_to_f64[8] = FROM_INT_ROW(f64);

static bool is_int(Type t) {
    return t >= TYPE_U8 && t <= TYPE_S64;
}

// ---- float to integer: clamped, and a NaN is 0, but of or to 64 bits the sign

#define TO_S32(v, nan)                                                         \
    ((v) >= 0x1p31f    ? INT32_MAX                                             \
     : (v) >= -0x1p31f ? (int32_t)(v)                                          \
     : (v) != (v)      ? (nan)                                                 \
                       : INT32_MIN)
// There is no vector instruction for unsigned ones: halves of the range.
#define TO_U32(v, nan)                                                         \
    ((v) >= 0x1p32f   ? UINT32_MAX                                             \
     : (v) >= 0x1p31f ? (uint32_t)(int32_t)((v)-0x1p31f) + 0x80000000u         \
     : (v) > -1       ? (uint32_t)(int32_t)(v)                                 \
     : (v) != (v)     ? (nan)                                                  \
                      : 0)
#define TO_S64(v)                                                              \
    ((v) >= 0x1p63f ? INT64_MAX : (v) >= -0x1p63f ? (int64_t)(v) : INT64_MIN)
#define TO_U64(v)                                                              \
    ((v) >= 0x1p64f ? UINT64_MAX                                               \
     : (v) > -1     ? (uint64_t)(v)                                            \
     : (v) != (v)   ? 0x8000000000000000u                                      \
                    : 0)

#define TO_INT(name, round32, round64)                                         \
    UNARY(s32_##name##_f32, s32, f32, TO_S32(round32(a), 0))                   \
    UNARY(u32_##name##_f32, u32, f32, TO_U32(round32(a), 0))                   \
    UNARY(s64_##name##_f32, s64, f32, TO_S64(round32(a)))                      \
    UNARY(u64_##name##_f32, u64, f32, TO_U64(round32(a)))                      \
    UNARY(s32_##name##_f64, s32, f64, TO_S32(round64(a), INT32_MIN))           \
    UNARY(u32_##name##_f64, u32, f64, TO_U32(round64(a), 0x80000000u))         \
    UNARY(s64_##name##_f64, s64, f64, TO_S64(round64(a)))                      \
    UNARY(u64_##name##_f64, u64, f64, TO_U64(round64(a)))                      \
    UNARY(f32_##name##_f32, f32, f32, round32(a))                              \
    UNARY(f64_##name##_f64, f64, f64, round64(a))
#define TRUNC_32(v) __builtin_truncf(v)
#define TRUNC_64(v) __builtin_trunc(v)
TO_INT(rzi, TRUNC_32, TRUNC_64)
TO_INT(rni, __builtin_rintf, __builtin_rint)
TO_INT(rmi, __builtin_floorf, __builtin_floor)
TO_INT(rpi, __builtin_ceilf, __builtin_ceil)

// ---- float to float

UNARY(f64_f32, f64, f32, a)
UNARY(f64_z32, f64, z32, a)
// From double alone a NaN keeps its sign and payload (as seen on an H200).
UNARY(f32_f64, raw32, f64, (float)a)
UNARY(z32_f64, raw32, f64, flush((float)a))
UNARY(f32_f32, f32, f32, a)
UNARY(z32_z32, z32, z32, a)
UNARY(sat_f32, f32, f32, saturate(a))
UNARY(sat_z32, z32, z32, saturate(a))
UNARY(bf16_f32, bf16, f32, a)
UNARY(f32_bf16, f32, bf16, a)
// The first source is the upper half.
BINARY(bf16x2_f32, u32, f32, f32, bf16_of_float(b) | bf16_of_float(a) << 16)

// f16 goes through whole-warp helpers, which know the machine's instructions.
static const Insn *exec_f32_f16(Warp *w, const Insn *in) {
    Lanes r;
    floats_of_halves(r.f32, unit(w, in->src[0])->u32, 0);
    LANE_LOOP(f32, , r.f32[l]);
    return in + 1;
}
static const Insn *exec_f16_f32(Warp *w, const Insn *in) {
    Lanes r;
    halves_of_floats(r.u32, unit(w, in->src[0])->f32);
    LANE_LOOP(u32, , r.u32[l]);
    return in + 1;
}
static const Insn *exec_f16_z32(Warp *w, const Insn *in) {
    Lanes r, flushed = *unit(w, in->src[0]);
    LANES
        flushed.f32[l] = flush(flushed.f32[l]);
    halves_of_floats(r.u32, flushed.f32);
    LANE_LOOP(u32, , r.u32[l]);
    return in + 1;
}
static const Insn *exec_f16x2_f32(Warp *w, const Insn *in) {
    Lanes high, low;
    halves_of_floats(high.u32, unit(w, in->src[0])->f32);
    halves_of_floats(low.u32, unit(w, in->src[1])->f32);
    LANE_LOOP(u32, , low.u32[l] | high.u32[l] << 16);
    return in + 1;
}

typedef struct Loop {
    Type to, from;
    Mod mod[2]; // MOD_COUNT: none
    ExecFn fn;
} Loop;

#define NO MOD_COUNT
#define TO_INT_ROWS(name, M)                                                   \
    {TYPE_S32, TYPE_F32, {M, NO}, exec_s32_##name##_f32},                      \
        {TYPE_U32, TYPE_F32, {M, NO}, exec_u32_##name##_f32},                  \
        {TYPE_S64, TYPE_F32, {M, NO}, exec_s64_##name##_f32},                  \
        {TYPE_U64, TYPE_F32, {M, NO}, exec_u64_##name##_f32},                  \
        {TYPE_S32, TYPE_F64, {M, NO}, exec_s32_##name##_f64},                  \
        {TYPE_U32, TYPE_F64, {M, NO}, exec_u32_##name##_f64},                  \
        {TYPE_S64, TYPE_F64, {M, NO}, exec_s64_##name##_f64},                  \
        {TYPE_U64, TYPE_F64, {M, NO}, exec_u64_##name##_f64},                  \
        {TYPE_F32, TYPE_F32, {M, NO}, exec_f32_##name##_f32}, {                \
        TYPE_F64, TYPE_F64, {M, NO}, exec_f64_##name##_f64                     \
    }

static const Loop loops[] = {
    TO_INT_ROWS(rzi, MOD_RZI),
    TO_INT_ROWS(rni, MOD_RNI),
    TO_INT_ROWS(rmi, MOD_RMI),
    TO_INT_ROWS(rpi, MOD_RPI),
    {TYPE_F64, TYPE_F32, {NO, NO}, exec_f64_f32},
    {TYPE_F64, TYPE_F32, {MOD_FTZ, NO}, exec_f64_z32},
    {TYPE_F32, TYPE_F64, {MOD_RN, NO}, exec_f32_f64},
    {TYPE_F32, TYPE_F64, {MOD_RN, MOD_FTZ}, exec_z32_f64},
    {TYPE_F32, TYPE_F32, {NO, NO}, exec_f32_f32},
    {TYPE_F32, TYPE_F32, {MOD_FTZ, NO}, exec_z32_z32},
    {TYPE_F32, TYPE_F32, {MOD_SAT, NO}, exec_sat_f32},
    {TYPE_F32, TYPE_F32, {MOD_FTZ, MOD_SAT}, exec_sat_z32},
    {TYPE_F16, TYPE_F32, {MOD_RN, NO}, exec_f16_f32},
    {TYPE_F16, TYPE_F32, {MOD_RN, MOD_FTZ}, exec_f16_z32},
    {TYPE_BF16, TYPE_F32, {MOD_RN, NO}, exec_bf16_f32},
    {TYPE_F32, TYPE_F16, {NO, NO}, exec_f32_f16},
    {TYPE_F32, TYPE_BF16, {NO, NO}, exec_f32_bf16},
    {TYPE_F16X2, TYPE_F32, {MOD_RN, NO}, exec_f16x2_f32},
    {TYPE_BF16X2, TYPE_F32, {MOD_RN, NO}, exec_bf16x2_f32},
};

static ExecFn loop_of(const Stmt *s) {
    for (const Loop *p = loops; p < loops + COUNT_OF(loops); p++) {
        if (p->to != s->types[0] || p->from != s->types[1]) continue;
        int n = (p->mod[0] != NO) + (p->mod[1] != NO), found = 0;
        for (int i = 0; i < s->nmods; i++)
            found += s->mods[i] == p->mod[0] || s->mods[i] == p->mod[1];
        if (n == s->nmods && found == n) return p->fn;
    }
    if (!is_int(s->types[1])) return NULL;
    int from = s->types[1] - TYPE_U8, to = s->types[0] - TYPE_U8;
    if (is_int(s->types[0])) return s->nmods ? NULL : int_to_int[to][from];
    if (s->nmods != 1 || s->mods[0] != MOD_RN) return NULL;
    if (s->types[0] == TYPE_F32) return int_to_f32[from];
    return s->types[0] == TYPE_F64 ? int_to_f64[from] : NULL;
}

// ---- the exact way

typedef struct Plan {
    Type to, from;
    Rounding round;
    bool to_integer; // float to float of integral value
    bool ftz, sat, finite, relu;
    int from_bits, to_bits; // of the registers, which may be wider
    int nsrc;               // 2: packs a above b
    bool is_pair;           // the source is a pair
} Plan;

static Exact flush_exact(Exact x) { // of a float
    bool tiny = x.m && x.e + 63 - __builtin_clzll(x.m) < -126;
    return tiny ? (Exact){.negative = x.negative} : x;
}

static Exact clamp_exact(const Plan *p, Exact x) {
    if (p->relu && x.negative && !x.is_nan) return (Exact){0};
    if (!p->sat) return x;
    if (x.is_nan || x.negative || (!x.m && !x.is_inf)) return (Exact){0};
    bool above = x.is_inf || x.e + 63 - __builtin_clzll(x.m) >= 0;
    return above ? (Exact){.m = 1} : x;
}

static uint64_t convert(const Plan *p, uint64_t bits) {
    Exact x = exact_of(bits, p->from);
    if (is_int(p->to)) {
        if (is_int(p->from) && !p->sat) return bits; // extended already
        if (p->ftz && p->from == TYPE_F32) x = flush_exact(x);
        bool wide = p->from == TYPE_F64 || type_bits(p->to) == 64;
        return exact_to_int(x, p->to, p->round, wide);
    }
    if (p->ftz && p->from == TYPE_F32) x = flush_exact(x);
    if (p->to_integer) x = exact_round(x, p->round);
    x = clamp_exact(p, x);
    if (x.is_nan && p->from == TYPE_F64 && p->to == TYPE_F32)
        return bits_of_float((float)double_of_bits(bits));
    uint64_t r = exact_to_float(x, p->to, p->round, p->finite);
    if (p->ftz && p->to == TYPE_F32 && !(r & 0x7f800000)) r &= 0x80000000;
    return r;
}

static uint64_t read_lane(const Warp *w, Slot s, int bits, int l) {
    return bits == 64 ? unit64(w, s)->u64[l] : unit(w, s)->u32[l];
}

// Extends a value of type t from its own width to the register's.
static uint64_t extend(uint64_t v, Type t) {
    int unused = 64 - type_bits(t);
    if (type_is_signed(t) && is_int(t))
        return (uint64_t)((int64_t)(v << unused) >> unused);
    return v << unused >> unused;
}

static uint64_t convert_lane(const Warp *w, const Insn *in, int l) {
    const Plan *p = in->ptr;
    uint64_t a = read_lane(w, in->src[0], p->from_bits, l);
    int half = type_bits(p->to) / 2; // of packed results
    if (p->nsrc == 2) {
        uint64_t b = read_lane(w, in->src[1], p->from_bits, l);
        return convert(p, a) << half | convert(p, b);
    }
    if (p->is_pair) {
        int from = type_bits(p->from) / 2;
        uint64_t mask = ((uint64_t)1 << from) - 1;
        return convert(p, a >> from & mask) << half | convert(p, a & mask);
    }
    if (is_int(p->from)) a = extend(a, p->from);
    return extend(convert(p, a), p->to);
}

static const Insn *exec_cvt_exactly(Warp *w, const Insn *in) {
    const Plan *p = in->ptr;
    uint64_t mask = p->to_bits == 16 ? 0xffff : ~(uint64_t)0;
    LANES {
        if (!(w->active >> l & 1)) continue;
        uint64_t r = convert_lane(w, in, l) & mask;
        if (p->to_bits == 64)
            unit64(w, in->dst)->u64[l] = r;
        else
            unit(w, in->dst)->u32[l] = (uint32_t)r;
    }
    return in + 1;
}

// ---- decoding

static bool read_mods(const Stmt *s, Plan *p) {
    p->round = ROUND_NEAREST;
    if (!is_int(p->from) && is_int(p->to)) p->round = ROUND_ZERO;
    for (int i = 0; i < s->nmods; i++)
        switch (s->mods[i]) {
        case MOD_RN: p->round = ROUND_NEAREST; break;
        case MOD_RZ: p->round = ROUND_ZERO; break;
        case MOD_RM: p->round = ROUND_DOWN; break;
        case MOD_RP: p->round = ROUND_UP; break;
        case MOD_RNA: p->round = ROUND_AWAY; break;
        case MOD_RNI: p->round = ROUND_NEAREST, p->to_integer = true; break;
        case MOD_RZI: p->round = ROUND_ZERO, p->to_integer = true; break;
        case MOD_RMI: p->round = ROUND_DOWN, p->to_integer = true; break;
        case MOD_RPI: p->round = ROUND_UP, p->to_integer = true; break;
        case MOD_FTZ: p->ftz = true; break;
        case MOD_SAT: p->sat = true; break;
        case MOD_SATFINITE: p->finite = true; break;
        case MOD_RELU: p->relu = true; break;
        default: return false;
        }
    return true;
}

static bool is_pair(Type t) {
    return t == TYPE_F16X2 || t == TYPE_BF16X2 || t == TYPE_E4M3X2 ||
           t == TYPE_E5M2X2;
}
static bool is_convertible(Type t) {
    return is_int(t) || type_is_float(t);
}

// The width of the unit that the operand's register has; of anything else, what
// the type needs.
static int register_bits(const Operand *o, Type t) {
    int bits = type_bits(t);
    if (o->kind == OPND_REG) bits = type_bits(o->sym->type);
    return bits < 16 ? 16 : bits;
}

static void charge(Decoder *d, const Stmt *s) {
    Type to = s->types[0], from = s->types[1];
    if (is_int(to) && is_int(from)) {
        bool narrows = type_bits(to) < type_bits(from);
        bool free = (narrows && type_bits(to) == 32) || from == TYPE_U32;
        decoder_cost(d, free ? PIPE_FREE : PIPE_INT, free ? 0 : 1, 0);
    } else if (is_pair(to) || is_pair(from) || type_bits(to) == 16 ||
               type_bits(from) == 16) {
        bool floats = type_is_float(to) && type_is_float(from);
        decoder_cost(d, floats ? PIPE_INT : PIPE_CVT, 1, 0);
    }
}

bool select_cvt(Decoder *d, const Stmt *s, Insn *in) {
    if (stmt_has(s, MOD_PACK)) return select_cvt_pack(d, s, in);
    stmt_saw_all(s); // read_mods knows them all
    if (s->ntypes != 2 || s->nopnds < 2) return false;
    Type to = s->types[0], from = s->types[1];
    if (!is_convertible(to) || !is_convertible(from)) return false;
    Plan plan = {.to = to, .from = from, .nsrc = s->nopnds - 1};
    if (!read_mods(s, &plan)) return false;
    plan.is_pair = is_pair(from);
    if (plan.nsrc != (is_pair(to) && !plan.is_pair ? 2 : 1)) return false;
    if (plan.is_pair && !is_pair(to)) return false;
    plan.to_bits = register_bits(&s->opnd[0], to);
    plan.from_bits = register_bits(&s->opnd[1], from);

    charge(d, s);
    in->dst = dst(d, &s->opnd[0], plan.to_bits);
    for (int i = 0; i < plan.nsrc; i++)
        in->src[i] = src(d, &s->opnd[i + 1], plan.from_bits);
    bool usual = plan.to_bits == max_of(type_bits(to), 16) &&
                 (plan.from_bits == 64) == (type_bits(from) == 64);
    ExecFn loop = usual ? loop_of(s) : NULL;
    in->fn = loop ? loop : exec_cvt_exactly;
    if (loop) return true;
    Plan *p = decoder_alloc(d, sizeof *p);
    *p = plan;
    in->ptr = p;
    return true;
}
