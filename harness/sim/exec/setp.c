// Comparisons: setp makes predicates, set makes numbers.
//
// Either way the lanes' answers are first collected into a word of bits, t. The
// rest, combining t with a third predicate and writing p and q, is one
// operation for the whole warp.
#include "sim/decode/decoder.h"
#include "sim/exec/arith.h"
#include "sim/exec/forms.h"

// Insn.flags: how to read c (bits 0-1), what joins t and c, and for set that
// in->imm is written where the answer is yes.
enum { JOIN_AND = 4, JOIN_OR = 8, JOIN_XOR = 12, JOIN = 12, IS_SET = 16 };

static uint32_t join(const Warp *w, const Insn *in, uint32_t t) {
    unsigned how = in->flags & JOIN;
    if (!how) return t;
    uint32_t c = pred_read(w, in->src[2], in->flags);
    return how == JOIN_AND ? t & c : how == JOIN_OR ? t | c : t ^ c;
}

static const Insn *finish(Warp *w, const Insn *in, uint32_t t) {
    if (in->flags & IS_SET) {
        uint32_t yes = (uint32_t)in->imm, r = join(w, in, t);
        LANE_LOOP(u32, , r >> l & 1 ? yes : 0);
        return in + 1;
    }
    uint32_t p = join(w, in, t), q = join(w, in, ~t);
    pred_write(w, in->dst, p);
    if (in->dst2 != SLOT_NONE) pred_write(w, in->dst2, q);
    return in + 1;
}

// ---- one handler per kind and comparison; a > b is b < a

#define COMPARE(name, K, WIDTH, cond)                                          \
    static const Insn *exec_##name(Warp *w, const Insn *in) {                  \
        const U_##K *x = REG(K, w, in->src[0]), *y = REG(K, w, in->src[1]);    \
        uint##WIDTH##_t t = 0;                                                 \
        VECTOR_LOOP                                                            \
        LANES {                                                                \
            T_##K a = IN_##K(x->F_##K[l]), b = IN_##K(y->F_##K[l]);            \
            t |= (cond) ? lane_bit##WIDTH[l] : 0;                              \
        }                                                                      \
        return finish(w, in, (uint32_t)t);                                     \
    }

#define INT_COMPARES(K, WIDTH)                                                 \
    COMPARE(eq_##K, K, WIDTH, a == b)                                          \
    COMPARE(ne_##K, K, WIDTH, a != b)                                          \
    COMPARE(lt_##K, K, WIDTH, a < b)                                           \
    COMPARE(le_##K, K, WIDTH, a <= b)

// The unordered ones are true if either is a NaN; the negations of the ordered.
#define FLT_COMPARES(K, WIDTH)                                                 \
    COMPARE(eq_##K, K, WIDTH, a == b)                                          \
    COMPARE(ne_##K, K, WIDTH, (a < b) | (a > b))                               \
    COMPARE(lt_##K, K, WIDTH, a < b)                                           \
    COMPARE(le_##K, K, WIDTH, a <= b)                                          \
    COMPARE(equ_##K, K, WIDTH, !((a < b) | (a > b)))                           \
    COMPARE(neu_##K, K, WIDTH, a != b)                                         \
    COMPARE(ltu_##K, K, WIDTH, !(a >= b))                                      \
    COMPARE(leu_##K, K, WIDTH, !(a > b))                                       \
    COMPARE(num_##K, K, WIDTH, (a == a) & (b == b))                            \
    COMPARE(nan_##K, K, WIDTH, (a != a) | (b != b))

INT_COMPARES(s16, 32)
INT_COMPARES(u32, 32) // u16 too: its upper bits are zero
INT_COMPARES(s32, 32)
INT_COMPARES(u64, 64)
INT_COMPARES(s64, 64)
FLT_COMPARES(f32, 32)
FLT_COMPARES(z32, 32)
FLT_COMPARES(f64, 64)
FLT_COMPARES(f16, 32)
FLT_COMPARES(z16, 32)
FLT_COMPARES(bf16, 32)

typedef enum Compare {
    CMP_EQ,
    CMP_NE,
    CMP_LT,
    CMP_LE,
    CMP_EQU,
    CMP_NEU,
    CMP_LTU,
    CMP_LEU,
    CMP_NUM,
    CMP_NAN,
    CMP_COUNT,
} Compare;

typedef enum Kind {
    KIND_s16,
    KIND_u32,
    KIND_s32,
    KIND_u64,
    KIND_s64,
    KIND_f32,
    KIND_z32,
    KIND_f64,
    KIND_f16,
    KIND_z16,
    KIND_bf16,
    KIND_COUNT,
    KIND_f16x2,
    KIND_bf16x2,
} Kind;

#define INT_ROW(K)                                                             \
    [KIND_##K] = {exec_eq_##K, exec_ne_##K, exec_lt_##K, exec_le_##K}
#define FLT_ROW(K)                                                             \
    [KIND_##K] = {exec_eq_##K,  exec_ne_##K,  exec_lt_##K,  exec_le_##K,       \
                  exec_equ_##K, exec_neu_##K, exec_ltu_##K, exec_leu_##K,      \
                  exec_num_##K, exec_nan_##K}

static const ExecFn handlers[KIND_COUNT][CMP_COUNT] = {
    INT_ROW(s16), INT_ROW(u32), INT_ROW(s32),  INT_ROW(u64),
    INT_ROW(s64), FLT_ROW(f32), FLT_ROW(z32),  FLT_ROW(f64),
    FLT_ROW(f16), FLT_ROW(z16), FLT_ROW(bf16),
};

// ---- pairs of halves: setp writes p for the low one and q for the high one

typedef struct HalfCompare {
    Compare cmp;
    bool is_bf16, flushes;
    uint32_t yes; // of one half, for set
    bool is_set;
} HalfCompare;

static bool answer(Compare cmp, float a, float b) {
    switch (cmp) {
    case CMP_EQ: return a == b;
    case CMP_NE: return a < b || a > b;
    case CMP_LT: return a < b;
    case CMP_LE: return a <= b;
    case CMP_EQU: return !(a < b || a > b);
    case CMP_NEU: return a != b;
    case CMP_LTU: return !(a >= b);
    case CMP_LEU: return !(a > b);
    case CMP_NUM: return a == a && b == b;
    default: return a != a || b != b;
    }
}

static float half_value(const HalfCompare *h, uint32_t bits) {
    if (h->is_bf16) return float_of_bf16(bits);
    return float_of_half(h->flushes ? flush_half(bits) : bits);
}

static const Insn *exec_compare_x2(Warp *w, const Insn *in) {
    const HalfCompare *h = in->ptr;
    const Lanes *x = unit(w, in->src[0]), *y = unit(w, in->src[1]);
    uint32_t t[2] = {0, 0};
    LANES
        for (int k = 0; k < 2; k++) {
            float a = half_value(h, x->u32[l] >> 16 * k);
            float b = half_value(h, y->u32[l] >> 16 * k);
            t[k] |= (uint32_t)answer(h->cmp, a, b) << l;
        }
    uint32_t low = join(w, in, t[0]), high = join(w, in, t[1]);
    if (h->is_set) {
        uint32_t yes = h->yes;
        LANE_LOOP(u32, ,
                  (low >> l & 1 ? yes : 0) | (high >> l & 1 ? yes << 16 : 0));
        return in + 1;
    }
    pred_write(w, in->dst, low);
    if (in->dst2 != SLOT_NONE) pred_write(w, in->dst2, high);
    return in + 1;
}

// ---- decoding

typedef struct Asked {
    Compare cmp;
    bool swaps, is_unsigned, flushes;
    unsigned joins;
} Asked;

static bool read_compare(Mod m, Asked *a) {
    switch (m) {
    case MOD_EQ: a->cmp = CMP_EQ; return true;
    case MOD_NE: a->cmp = CMP_NE; return true;
    case MOD_LT: a->cmp = CMP_LT; return true;
    case MOD_LE: a->cmp = CMP_LE; return true;
    case MOD_GT:
        a->cmp = CMP_LT;
        a->swaps = true;
        return true;
    case MOD_GE:
        a->cmp = CMP_LE;
        a->swaps = true;
        return true;
    case MOD_LO:
        a->cmp = CMP_LT;
        a->is_unsigned = true;
        return true;
    case MOD_LS:
        a->cmp = CMP_LE;
        a->is_unsigned = true;
        return true;
    case MOD_HI:
        *a = (Asked){.cmp = CMP_LT, .swaps = true, .is_unsigned = true};
        return true;
    case MOD_HS:
        *a = (Asked){.cmp = CMP_LE, .swaps = true, .is_unsigned = true};
        return true;
    case MOD_EQU: a->cmp = CMP_EQU; return true;
    case MOD_NEU: a->cmp = CMP_NEU; return true;
    case MOD_LTU: a->cmp = CMP_LTU; return true;
    case MOD_LEU: a->cmp = CMP_LEU; return true;
    case MOD_GTU:
        a->cmp = CMP_LTU;
        a->swaps = true;
        return true;
    case MOD_GEU:
        a->cmp = CMP_LEU;
        a->swaps = true;
        return true;
    case MOD_NUM: a->cmp = CMP_NUM; return true;
    case MOD_NAN: a->cmp = CMP_NAN; return true;
    default: return false;
    }
}

// The first modifier is the comparison; .and .or .xor and .ftz may follow.
static bool read_mods(const Stmt *s, Asked *a) {
    *a = (Asked){0};
    if (!s->nmods || !read_compare(s->mods[0], a)) return false;
    for (int i = 1; i < s->nmods; i++)
        switch (s->mods[i]) {
        case MOD_AND: a->joins = JOIN_AND; break;
        case MOD_OR: a->joins = JOIN_OR; break;
        case MOD_XOR: a->joins = JOIN_XOR; break;
        case MOD_FTZ: a->flushes = true; break;
        default: return false;
        }
    return true;
}

static Kind setp_kind(Type t, const Asked *a) {
    switch (t) {
    case TYPE_S16: return a->is_unsigned ? KIND_u32 : KIND_s16;
    case TYPE_S32: return a->is_unsigned ? KIND_u32 : KIND_s32;
    case TYPE_S64: return a->is_unsigned ? KIND_u64 : KIND_s64;
    case TYPE_B16:
    case TYPE_U16:
    case TYPE_B32:
    case TYPE_U32: return KIND_u32;
    case TYPE_B64:
    case TYPE_U64: return KIND_u64;
    case TYPE_F32: return a->flushes ? KIND_z32 : KIND_f32;
    case TYPE_F64: return KIND_f64;
    case TYPE_F16: return a->flushes ? KIND_z16 : KIND_f16;
    case TYPE_BF16: return KIND_bf16;
    case TYPE_F16X2: return KIND_f16x2;
    case TYPE_BF16X2: return KIND_bf16x2;
    default: return KIND_COUNT;
    }
}

// The value that set writes for true, or 0 if it cannot write that type. Of a
// pair: one half.
static uint32_t yes_of(Type t, bool is_pair) {
    switch (t) {
    case TYPE_U32:
    case TYPE_S32: return is_pair ? 0xffff : ~0u;
    case TYPE_U16:
    case TYPE_S16: return is_pair ? 0 : 0xffff;
    case TYPE_F32: return is_pair ? 0 : 0x3f800000;
    case TYPE_F16: return is_pair ? 0 : 0x3c00;
    case TYPE_BF16: return is_pair ? 0 : 0x3f80;
    case TYPE_F16X2: return is_pair ? 0x3c00 : 0;
    case TYPE_BF16X2: return is_pair ? 0x3f80 : 0;
    default: return 0;
    }
}

static bool bind_pair(Decoder *d, Kind kind, const Asked *a, Insn *in) {
    HalfCompare *h = decoder_alloc(d, sizeof *h);
    *h = (HalfCompare){
        .cmp = a->cmp,
        .is_bf16 = kind == KIND_bf16x2,
        .flushes = a->flushes,
        .yes = (uint32_t)in->imm,
        .is_set = in->flags & IS_SET,
    };
    in->ptr = h;
    in->fn = exec_compare_x2;
    return true;
}

bool select_compare(Decoder *d, const Stmt *s, Insn *in) {
    Asked asked;
    bool is_set = s->op == OP_SET;
    if (s->ntypes != 1 + is_set || !read_mods(s, &asked)) return false;
    if (s->nopnds != 3 + !!asked.joins) return false;

    Type type = s->types[is_set];
    Kind kind = setp_kind(type, &asked);
    bool is_pair = kind > KIND_COUNT;
    if (kind == KIND_COUNT) return false;
    if (!is_pair && !handlers[kind][asked.cmp]) return false;

    int bits = type_bits(type);
    unsigned flags = asked.joins;
    in->dst2 = SLOT_NONE;
    if (is_set) {
        in->imm = yes_of(s->types[0], is_pair);
        if (!in->imm) return false;
        in->dst = dst(d, &s->opnd[0], type_bits(s->types[0]));
        flags |= IS_SET;
    } else {
        in->dst = dst(d, &s->opnd[0], 1);
        in->dst2 = pipe_dst(d, &s->opnd[0]);
    }
    in->src[asked.swaps] = src(d, &s->opnd[1], bits);
    in->src[!asked.swaps] = src(d, &s->opnd[2], bits);
    if (asked.joins) flags |= pred_source(d, &s->opnd[3], in, 2);
    in->flags = (uint16_t)flags;

    if (is_pair) return bind_pair(d, kind, &asked, in);
    in->fn = handlers[kind][asked.cmp];
    return true;
}
