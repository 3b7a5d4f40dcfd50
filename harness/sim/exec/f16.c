// Half precision arithmetic: f16 and bf16, one or a pair in a register.
//
// Halves become floats, a loop computes, the results are rounded back; for a
// pair twice. Two roundings are as good as one where the float has more than
// twice the digits, which holds for sums and products of f16. It does not for a
// fused multiply-add, nor for tiny bf16 products: these keep on the way which
// side of a tie the exact result is on, by rounding to odd.
//
//   exact       1.0000000000|1000 .. 0001   just above a tie of the half
//   to nearest  1.0000000000|1000           a tie: the half rounds down
//   to odd      1.0000000000|1001           still above
#include "sim/decode/decoder.h"
#include "sim/exec/float.h"
#include "sim/exec/half_warp.h"
#include "sim/exec/mufu.h"

typedef struct HalfWork { // of one of a pair
    Lanes a, b, c, r;
} HalfWork;
typedef void (*HalfLoop)(HalfWork *k);

// ---- loops on floats

#define LOOP(name, expr)                                                       \
    static void loop_##name(HalfWork *k) {                                     \
        VECTOR_LOOP                                                            \
        LANES {                                                                \
            float a = k->a.f32[l], b = k->b.f32[l], c = k->c.f32[l];           \
            (void)b, (void)c;                                                  \
            k->r.f32[l] = expr;                                                \
        }                                                                      \
    }

// v is off by `error`: moves it to its odd neighbour on that side, if it is
// even. An error means that v is neither zero nor infinite.
static inline float odd_f32(float v, float error) {
    uint32_t u = bits_of_float(v);
    uint32_t inward = (bits_of_float(error) ^ u) >> 31;
    uint32_t moves = error != 0 ? ~u & 1 : 0;
    return float_of_bits(u + (inward ? -moves : moves));
}
// The product of two f16 is exact; the error of the sum is too (Knuth).
static inline float fma_f16(float a, float b, float c) {
    float p = a * b, s = p + c, t = s - p;
    float error = (p - (s - t)) + (c - t);
    return odd_f32(s, s - s == 0 ? error : 0);
}

LOOP(add, a + b)
LOOP(sub, a - b)
LOOP(mul, a *b)
LOOP(fma, fma_f16(a, b, c))
LOOP(min, min_f32(a, b))
LOOP(max, max_f32(a, b))
LOOP(min_nan, NAN_WINS(min_f32(a, b)))
LOOP(max_nan, NAN_WINS(max_f32(a, b)))
LOOP(ex2, ex2_f32(a))
LOOP(ex2_ftz, flush(ex2_f32(flush(a))))
LOOP(tanh, tanh_f32(a))

// ---- loops whose results are bf16 already, computed in double

static inline double odd_f64(double v, double error) {
    uint64_t u = bits_of_double(v);
    uint64_t inward = (bits_of_double(error) ^ u) >> 63;
    uint64_t moves = error != 0 ? ~u & 1 : 0;
    return double_of_bits(u + (inward ? -moves : moves));
}
static inline double fma_bf16(double a, double b, double c) {
    double p = a * b, s = p + c, t = s - p;
    double error = (p - (s - t)) + (c - t);
    return odd_f64(s, s - s == 0 ? error : 0);
}

// A bf16 has the upper 45 bits of a double, with another exponent; the last
// place of subnormals is at 2^-133, where an addition puts it.
static inline uint64_t bf16_of_double(double v) {
    uint64_t u = bits_of_double(v), m = u & ~(1ull << 63);
    double shifter = 0x1.8p-81;
    uint64_t tiny =
        bits_of_double(double_of_bits(m) + shifter) - bits_of_double(shifter);
    uint64_t r = (m + ((1ull << 44) - 1) + (m >> 45 & 1)) >> 45;
    r -= (1023 - 127) << 7;
    r = m < 0x3810000000000000u ? tiny : r;    // 2^-126
    r = m >= 0x47f0000000000000u ? 0x7f80 : r; // 2^128
    return v == v ? r | (u >> 48 & 0x8000) : 0x7fff;
}

// Via an array of their own: one loop of one width is vector code.
#define LOOP_BF16(name, expr)                                                  \
    static void loop_##name(HalfWork *k) {                                     \
        Lanes64 r;                                                             \
        VECTOR_LOOP                                                            \
        LANES {                                                                \
            double a = k->a.f32[l], b = k->b.f32[l], c = k->c.f32[l];          \
            (void)c;                                                           \
            r.u64[l] = bf16_of_double(expr);                                   \
        }                                                                      \
        VECTOR_LOOP                                                            \
        LANES                                                                  \
            k->r.u32[l] = (uint32_t)r.u64[l];                                  \
    }
static inline double relu_f64(double v) { // a NaN stays
    return v < 0 ? 0 : v;
}
LOOP_BF16(mul_bf16, a *b)
LOOP_BF16(fma_bf16, fma_bf16(a, b, c))
LOOP_BF16(fma_relu_bf16, relu_f64(fma_bf16(a, b, c)))

// ---- around the loops

typedef struct HalfOp {
    HalfLoop loop;
    int nsrc;
    bool is_bf16, is_pair;
    bool rounded; // by the loop
    bool flushes, saturates, is_relu;
} HalfOp;

static void take(const HalfOp *op, Lanes *to, const Lanes *from, int shift) {
    if (op->is_bf16) {
        VECTOR_LOOP
        LANES
            to->f32[l] = float_of_bf16(from->u32[l] >> shift);
        return;
    }
    if (op->flushes) {
        Lanes flushed;
        VECTOR_LOOP
        LANES
            flushed.u32[l] = flush_half(from->u32[l] >> shift);
        floats_of_halves(to->f32, flushed.u32, 0);
        return;
    }
    floats_of_halves(to->f32, from->u32, shift);
}

static void give(const HalfOp *op, Lanes *r) {
    if (op->rounded) return;
    if (op->saturates)
        LANES
            r->f32[l] = saturate(r->f32[l]);
    if (op->is_relu)
        LANES
            r->f32[l] = r->f32[l] < 0 ? 0 : r->f32[l];
    if (op->is_bf16) {
        VECTOR_LOOP
        LANES
            r->u32[l] = bf16_of_float(r->f32[l]);
        return;
    }
    halves_of_floats(r->u32, r->f32);
    if (op->flushes)
        LANES
            r->u32[l] = flush_half(r->u32[l]);
}

// The results of the halves at `shift`, in the low bits of k->r.
static void half(const Warp *w, const Insn *in, int shift, HalfWork *k) {
    const HalfOp *op = in->ptr;
    take(op, &k->a, unit(w, in->src[0]), shift);
    k->b = k->a;
    if (op->nsrc > 1) take(op, &k->b, unit(w, in->src[1]), shift);
    k->c = k->a;
    if (op->nsrc > 2) take(op, &k->c, unit(w, in->src[2]), shift);
    op->loop(k);
    give(op, &k->r);
}

static const Insn *exec_half(Warp *w, const Insn *in) {
    HalfWork k;
    half(w, in, 0, &k);
    LANE_LOOP(u32, , k.r.u32[l]);
    return in + 1;
}
static const Insn *exec_half_pair(Warp *w, const Insn *in) {
    HalfWork low, high;
    half(w, in, 0, &low);
    half(w, in, 16, &high);
    LANE_LOOP(u32, , low.r.u32[l] | high.r.u32[l] << 16);
    return in + 1;
}

// Signs are bits, whatever the format; both of a pair at once.
#define FLUSH_PAIR(v) (flush_half((v)&0xffff) | flush_half((v) >> 16) << 16)
UNARY(neg_x1, u32, u32, (a ^ 0x8000u) & 0xffffu)
UNARY(neg_x2, u32, u32, a ^ 0x80008000u)
UNARY(neg_x1_ftz, u32, u32, flush_half((a ^ 0x8000u) & 0xffffu))
UNARY(neg_x2_ftz, u32, u32, FLUSH_PAIR(a ^ 0x80008000u))
UNARY(abs_x1, u32, u32, a & 0x7fffu)
UNARY(abs_x2, u32, u32, a & 0x7fff7fffu)
UNARY(abs_x1_ftz, u32, u32, flush_half(a & 0x7fffu))
UNARY(abs_x2_ftz, u32, u32, FLUSH_PAIR(a & 0x7fff7fffu))

// ---- decoding

typedef struct HalfForm {
    Op op;
    unsigned mods; // besides .rn, .ftz, .sat and .relu
    int nsrc;
    HalfLoop f16, bf16;
    unsigned allows; // for f16
} HalfForm;

static const HalfForm forms[] = {
    {OP_ADD, 0, 2, loop_add, loop_add, FM_FTZ | FM_SAT},
    {OP_SUB, 0, 2, loop_sub, loop_sub, FM_FTZ | FM_SAT},
    {OP_MUL, 0, 2, loop_mul, loop_mul_bf16, FM_FTZ | FM_SAT},
    {OP_FMA, 0, 3, loop_fma, loop_fma_bf16, FM_FTZ | FM_SAT | FM_RELU},
    {OP_MIN, 0, 2, loop_min, loop_min, FM_FTZ},
    {OP_MAX, 0, 2, loop_max, loop_max, FM_FTZ},
    {OP_MIN, FM_NAN, 2, loop_min_nan, loop_min_nan, FM_FTZ},
    {OP_MAX, FM_NAN, 2, loop_max_nan, loop_max_nan, FM_FTZ},
    {OP_EX2, FM_APPROX, 1, loop_ex2, NULL, FM_FTZ},
    {OP_EX2, FM_APPROX | FM_FTZ, 1, NULL, loop_ex2_ftz, 0},
    {OP_TANH, FM_APPROX, 1, loop_tanh, loop_tanh, 0},
};

static bool select_sign(Decoder *d, const Stmt *s, unsigned mods, bool is_pair,
                        Insn *in) {
    static const ExecFn fns[2][2][2] = {
        {{exec_neg_x1, exec_neg_x1_ftz}, {exec_neg_x2, exec_neg_x2_ftz}},
        {{exec_abs_x1, exec_abs_x1_ftz}, {exec_abs_x2, exec_abs_x2_ftz}},
    };
    if (mods & ~(unsigned)FM_FTZ) return false;
    uint8_t b = is_pair ? 32 : 16;
    in->fn = fns[s->op == OP_ABS][is_pair][!!mods];
    return form_bind(d, s, (uint8_t[5]){b, b}, in);
}

// Finds the form whose own modifiers are there, with no others than it allows.
static const HalfForm *form_of(Op op, unsigned mods, bool is_bf16) {
    for (const HalfForm *f = forms; f < forms + COUNT_OF(forms); f++) {
        unsigned allows = FM_RN | (is_bf16 ? f->allows & FM_RELU : f->allows);
        if (f->op == op && (mods & ~allows) == f->mods &&
            (is_bf16 ? f->bf16 : f->f16))
            return f;
    }
    return NULL;
}

bool select_half(Decoder *d, const Stmt *s, Insn *in) {
    unsigned mods = float_mods(s);
    Type t = s->types[0];
    bool is_pair = t == TYPE_F16X2 || t == TYPE_BF16X2;
    bool is_bf16 = t == TYPE_BF16 || t == TYPE_BF16X2;
    if (s->op == OP_NEG || s->op == OP_ABS) {
        if (is_bf16 && mods) return false;
        return select_sign(d, s, mods, is_pair, in);
    }
    const HalfForm *f = form_of(s->op, mods, is_bf16);
    if (!f) return false;

    bool relu = mods & FM_RELU;
    HalfOp *op = decoder_alloc(d, sizeof *op);
    *op = (HalfOp){
        .loop = is_bf16 ? f->bf16 : f->f16,
        .nsrc = f->nsrc,
        .is_bf16 = is_bf16,
        .is_pair = is_pair,
        .rounded = is_bf16 && (s->op == OP_FMA || s->op == OP_MUL),
        .flushes = mods & FM_FTZ && !is_bf16,
        .saturates = mods & FM_SAT,
        .is_relu = relu,
    };
    if (relu && is_bf16) op->loop = loop_fma_relu_bf16;
    uint8_t b = is_pair ? 32 : 16;
    in->ptr = op;
    in->fn = is_pair ? exec_half_pair : exec_half;
    return form_bind(
        d, s, (uint8_t[5]){b, b, f->nsrc > 1 ? b : 0, f->nsrc > 2 ? b : 0}, in);
}
