// Bitwise logic and shifts, of registers and of predicates.
//
// A predicate is one bit per lane in a word, so logic on predicates is one
// operation for the whole warp. Shifts by the width or more give 0, or the
// sign: C leaves them undefined.
#include "sim/decode/decoder.h"
#include "sim/exec/arith.h"
#include "sim/exec/forms.h"

BINARY(and_b32, u32, u32, u32, a &b)
BINARY(and_b64, u64, u64, u64, a &b)
BINARY(or_b32, u32, u32, u32, a | b)
BINARY(or_b64, u64, u64, u64, a | b)
BINARY(xor_b32, u32, u32, u32, a ^ b)
BINARY(xor_b64, u64, u64, u64, a ^ b)
UNARY(not_b16, u16, u16, ~a)
UNARY(not_b32, u32, u32, ~a)
UNARY(not_b64, u64, u64, ~a)
UNARY(cnot_b32, u32, u32, a == 0)
UNARY(cnot_b64, u64, u64, a == 0)

BINARY(shl_b16, u16, u16, u32, b < 16 ? (uint32_t)a << (b & 15) : 0)
BINARY(shl_b32, u32, u32, u32, b < 32 ? a << (b & 31) : 0)
BINARY(shl_b64, u64, u64, u32, b < 64 ? a << (b & 63) : 0)
BINARY(shr_u16, u16, u16, u32, b < 16 ? a >> (b & 15) : 0)
BINARY(shr_u32, u32, u32, u32, b < 32 ? a >> (b & 31) : 0)
BINARY(shr_u64, u64, u64, u32, b < 64 ? a >> (b & 63) : 0)
BINARY(shr_s16, s16, s16, u32, a >> (b < 15 ? b : 15))
BINARY(shr_s32, s32, s32, u32, a >> (b < 31 ? b : 31))
BINARY(shr_s64, s64, s64, u32, a >> (b < 63 ? b : 63))

// The pair b:a shifted left (its upper word counts) or right (its lower word).
#define PAIR  ((uint64_t)b << 32 | a)
#define CLAMP (c < 32 ? c : 32)
TERNARY(shf_l_wrap, u32, u32, u32, u32, PAIR << (c & 31) >> 32)
TERNARY(shf_r_wrap, u32, u32, u32, u32, PAIR >> (c & 31))
TERNARY(shf_l_clamp, u32, u32, u32, u32, PAIR << CLAMP >> 32)
TERNARY(shf_r_clamp, u32, u32, u32, u32, PAIR >> CLAMP)

// Bit k of the table is the result where a, b, c are the bits of k, a highest.
static inline uint32_t table_bit(int64_t table, int k) {
    return -(uint32_t)(table >> k & 1);
}
static inline uint32_t lop3(const uint32_t t[8], uint32_t a, uint32_t b,
                            uint32_t c) {
    uint32_t low =
        (t[0] & ~b & ~c) | (t[1] & ~b & c) | (t[2] & b & ~c) | (t[3] & b & c);
    uint32_t high =
        (t[4] & ~b & ~c) | (t[5] & ~b & c) | (t[6] & b & ~c) | (t[7] & b & c);
    return (low & ~a) | (high & a);
}

static const Insn *exec_lop3(Warp *w, const Insn *in) {
    const Lanes *x = unit(w, in->src[0]), *y = unit(w, in->src[1]),
                *z = unit(w, in->src[2]);
    uint32_t t[8];
    for (int k = 0; k < 8; k++)
        t[k] = table_bit(in->imm, k);
    LANE_LOOP(u32, uint32_t a = x->u32[l]; uint32_t b = y->u32[l];
              uint32_t c = z->u32[l], lop3(t, a, b, c));
    return in + 1;
}

// p = (d != 0) and, or q. How to read q is in bits 0-1 of flags.
enum { LOP3_AND = 4 };
static const Insn *exec_lop3_pred(Warp *w, const Insn *in) {
    uint32_t q = pred_read(w, in->src[3], in->flags), some = 0;
    Lanes result;
    const Lanes *x = unit(w, in->src[0]), *y = unit(w, in->src[1]),
                *z = unit(w, in->src[2]);
    uint32_t t[8];
    for (int k = 0; k < 8; k++)
        t[k] = table_bit(in->imm, k);
    LANES {
        result.u32[l] = lop3(t, x->u32[l], y->u32[l], z->u32[l]);
        some |= (uint32_t)(result.u32[l] != 0) << l;
    }
    LANE_LOOP(u32, , result.u32[l]);
    if (in->dst2 != SLOT_NONE)
        pred_write(w, in->dst2, in->flags & LOP3_AND ? some & q : some | q);
    return in + 1;
}

// lop3.b32 d, a, b, c, table;  lop3.or.b32 d|p, a, b, c, table, {!}q;
static bool select_lop3(Decoder *d, const Stmt *s, Insn *in) {
    const Operand *table = &s->opnd[4];
    bool has_pred = s->nmods == 1;
    if (s->nmods > 1 || !operands_are(d, s, 5 + has_pred, 5 + has_pred) ||
        table->kind != OPND_IMM)
        return false;
    Stmt three = *s;
    three.nopnds = 4;
    in->fn = exec_lop3;
    in->imm = table->imm;
    if (!form_bind(d, &three, (uint8_t[5]){32, 32, 32, 32}, in)) return false;
    if (!has_pred) return true;
    in->flags = (uint16_t)pred_source(d, &s->opnd[5], in, 3);
    if (stmt_has(s, MOD_AND))
        in->flags |= LOP3_AND;
    else if (!stmt_has(s, MOD_OR))
        return false;
    in->dst2 = pipe_dst(d, &s->opnd[0]);
    in->fn = exec_lop3_pred;
    return true;
}

// ---- predicates: how to read source 0 is in bits 0-1 of flags, 1 in bits 2-3

#define PRED_LOGIC(name, expr)                                                 \
    static const Insn *exec_##name(Warp *w, const Insn *in) {                  \
        uint32_t a = pred_read(w, in->src[0], in->flags);                      \
        uint32_t b = pred_read(w, in->src[1], in->flags >> 2);                 \
        pred_write(w, in->dst, expr);                                          \
        return in + 1;                                                         \
    }
PRED_LOGIC(and_pred, a &b)
PRED_LOGIC(or_pred, a | b)
PRED_LOGIC(xor_pred, a ^ b)

static const Insn *exec_not_pred(Warp *w, const Insn *in) {
    pred_write(w, in->dst, ~pred_read(w, in->src[0], in->flags));
    return in + 1;
}

static bool select_pred(Decoder *d, const Stmt *s, Insn *in) {
    bool is_not = s->op == OP_NOT;
    if (s->nmods || s->nopnds != (is_not ? 2 : 3)) return false;
    in->dst = dst(d, &s->opnd[0], 1);
    unsigned how = pred_source(d, &s->opnd[1], in, 0);
    if (!is_not) how |= pred_source(d, &s->opnd[2], in, 1) << 2;
    in->flags = (uint16_t)how;
    switch (s->op) {
    case OP_AND: in->fn = exec_and_pred; return true;
    case OP_OR: in->fn = exec_or_pred; return true;
    case OP_XOR: in->fn = exec_xor_pred; return true;
    case OP_NOT: in->fn = exec_not_pred; return true;
    default: return false;
    }
}

// ---- the table

#define I(w) PIPE_INT, w, 0
#define B16  (T(B16) | T(U16) | T(S16))
#define B32  (T(B32) | T(U32) | T(S32))
#define B64  (T(B64) | T(U64) | T(S64))
#define W16                                                                    \
    { 16, 16, 16 }
#define W32                                                                    \
    { 32, 32, 32 }
#define W64                                                                    \
    { 64, 64, 64 }

// clang-format off
static const Form forms[] = {
    {OP_AND, B16, NO_MODS, exec_and_b32, W16, USUAL_COST},
    {OP_AND, B32, NO_MODS, exec_and_b32, W32, USUAL_COST},
    {OP_AND, B64, NO_MODS, exec_and_b64, W64, USUAL_COST},
    {OP_OR, B16, NO_MODS, exec_or_b32, W16, USUAL_COST},
    {OP_OR, B32, NO_MODS, exec_or_b32, W32, USUAL_COST},
    {OP_OR, B64, NO_MODS, exec_or_b64, W64, USUAL_COST},
    {OP_XOR, B16, NO_MODS, exec_xor_b32, W16, USUAL_COST},
    {OP_XOR, B32, NO_MODS, exec_xor_b32, W32, USUAL_COST},
    {OP_XOR, B64, NO_MODS, exec_xor_b64, W64, USUAL_COST},
    {OP_NOT, B16, NO_MODS, exec_not_b16, {16, 16}, USUAL_COST},
    {OP_NOT, B32, NO_MODS, exec_not_b32, {32, 32}, USUAL_COST},
    {OP_NOT, B64, NO_MODS, exec_not_b64, {64, 64}, USUAL_COST},
    {OP_CNOT, B16, NO_MODS, exec_cnot_b32, {16, 16}, I(2)},
    {OP_CNOT, B32, NO_MODS, exec_cnot_b32, {32, 32}, I(2)},
    {OP_CNOT, B64, NO_MODS, exec_cnot_b64, {64, 64}, I(3)},
    {OP_SHL, B16, NO_MODS, exec_shl_b16, {16, 16, 32}, USUAL_COST},
    {OP_SHL, B32, NO_MODS, exec_shl_b32, {32, 32, 32}, USUAL_COST},
    {OP_SHL, B64, NO_MODS, exec_shl_b64, {64, 64, 32}, USUAL_COST},
    {OP_SHR, T(U16) | T(B16), NO_MODS, exec_shr_u16, {16, 16, 32}, USUAL_COST},
    {OP_SHR, T(U32) | T(B32), NO_MODS, exec_shr_u32, {32, 32, 32}, USUAL_COST},
    {OP_SHR, T(U64) | T(B64), NO_MODS, exec_shr_u64, {64, 64, 32}, USUAL_COST},
    {OP_SHR, T(S16), NO_MODS, exec_shr_s16, {16, 16, 32}, USUAL_COST},
    {OP_SHR, T(S32), NO_MODS, exec_shr_s32, {32, 32, 32}, USUAL_COST},
    {OP_SHR, T(S64), NO_MODS, exec_shr_s64, {64, 64, 32}, USUAL_COST},
    {OP_SHF, T(B32), MODS_2(L, WRAP), exec_shf_l_wrap, {32, 32, 32, 32}, USUAL_COST},
    {OP_SHF, T(B32), MODS_2(R, WRAP), exec_shf_r_wrap, {32, 32, 32, 32}, USUAL_COST},
    {OP_SHF, T(B32), MODS_2(L, CLAMP), exec_shf_l_clamp, {32, 32, 32, 32}, USUAL_COST},
    {OP_SHF, T(B32), MODS_2(R, CLAMP), exec_shf_r_clamp, {32, 32, 32, 32}, USUAL_COST},
};
// clang-format on

bool select_logic(Decoder *d, const Stmt *s, Insn *in) {
    if (s->ntypes && s->types[0] == TYPE_PRED) return select_pred(d, s, in);
    if (s->op == OP_LOP3) return select_lop3(d, s, in);
    return form_select(forms, COUNT_OF(forms), d, s, in);
}
