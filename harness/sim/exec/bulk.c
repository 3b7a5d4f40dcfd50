// See bulk.h.
#include "sim/exec/bulk.h"

#include "sim/access/address.h"
#include "sim/check/wgmma_check.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/decode/decode.h"
#include "sim/exec/async.h"
#include "sim/half.h"

#include <math.h>
#include <string.h>

// ---- reductions

#define REDUCE(name, T, expr)                                                  \
    static void name(void *to, const void *from) {                             \
        T a, b, r;                                                             \
        memcpy(&a, to, sizeof a);                                              \
        memcpy(&b, from, sizeof b);                                            \
        r = (T)(expr);                                                         \
        memcpy(to, &r, sizeof r);                                              \
    }
REDUCE(add_32, uint32_t, a + b)
REDUCE(add_64, uint64_t, a + b)
REDUCE(add_f32, float, a + b)
REDUCE(add_f64, double, a + b)
REDUCE(min_u32, uint32_t, a < b ? a : b)
REDUCE(min_s32, int32_t, a < b ? a : b)
REDUCE(min_u64, uint64_t, a < b ? a : b)
REDUCE(min_s64, int64_t, a < b ? a : b)
REDUCE(max_u32, uint32_t, a > b ? a : b)
REDUCE(max_s32, int32_t, a > b ? a : b)
REDUCE(max_u64, uint64_t, a > b ? a : b)
REDUCE(max_s64, int64_t, a > b ? a : b)
REDUCE(and_32, uint32_t, a &b)
REDUCE(and_64, uint64_t, a &b)
REDUCE(or_32, uint32_t, a | b)
REDUCE(or_64, uint64_t, a | b)
REDUCE(xor_32, uint32_t, a ^ b)
REDUCE(xor_64, uint64_t, a ^ b)
REDUCE(inc_u32, uint32_t, a >= b ? 0 : a + 1)
REDUCE(dec_u32, uint32_t, a == 0 || a > b ? b : a - 1)

// Halves, by way of floats.
#define REDUCE_HALF(name, type, expr)                                          \
    static void name(void *to, const void *from) {                             \
        uint16_t h[2];                                                         \
        memcpy(&h[0], to, 2);                                                  \
        memcpy(&h[1], from, 2);                                                \
        float a = float_of_##type(h[0]), b = float_of_##type(h[1]);            \
        h[0] = (uint16_t)type##_of_float(expr);                                \
        memcpy(to, h, 2);                                                      \
    }
// Of a number and a NaN the number; -0 is below +0.
static float lower(float a, float b) {
    if (isnan(a) || isnan(b)) return isnan(a) ? b : a;
    return a < b || (a == b && signbit(a)) ? a : b;
}
REDUCE_HALF(add_f16, half, a + b)
REDUCE_HALF(min_f16, half, lower(a, b))
REDUCE_HALF(max_f16, half, -lower(-a, -b))
REDUCE_HALF(add_bf16, bf16, a + b)
REDUCE_HALF(min_bf16, bf16, lower(a, b))
REDUCE_HALF(max_bf16, bf16, -lower(-a, -b))

// clang-format off
static const BulkOp ops[] = {
    {MOD_ADD, TYPE_U32, 4, add_32},  {MOD_ADD, TYPE_S32, 4, add_32},
    {MOD_ADD, TYPE_U64, 8, add_64},  {MOD_ADD, TYPE_S64, 8, add_64},
    {MOD_ADD, TYPE_F32, 4, add_f32}, {MOD_ADD, TYPE_F64, 8, add_f64},
    {MOD_MIN, TYPE_U32, 4, min_u32}, {MOD_MIN, TYPE_S32, 4, min_s32},
    {MOD_MIN, TYPE_U64, 8, min_u64}, {MOD_MIN, TYPE_S64, 8, min_s64},
    {MOD_MAX, TYPE_U32, 4, max_u32}, {MOD_MAX, TYPE_S32, 4, max_s32},
    {MOD_MAX, TYPE_U64, 8, max_u64}, {MOD_MAX, TYPE_S64, 8, max_s64},
    {MOD_AND, TYPE_B32, 4, and_32},  {MOD_AND, TYPE_B64, 8, and_64},
    {MOD_OR,  TYPE_B32, 4, or_32},   {MOD_OR,  TYPE_B64, 8, or_64},
    {MOD_XOR, TYPE_B32, 4, xor_32},  {MOD_XOR, TYPE_B64, 8, xor_64},
    {MOD_ADD, TYPE_F16, 2, add_f16}, {MOD_ADD, TYPE_BF16, 2, add_bf16},
    {MOD_MIN, TYPE_F16, 2, min_f16}, {MOD_MIN, TYPE_BF16, 2, min_bf16},
    {MOD_MAX, TYPE_F16, 2, max_f16}, {MOD_MAX, TYPE_BF16, 2, max_bf16},
    {MOD_INC, TYPE_U32, 4, inc_u32}, {MOD_DEC, TYPE_U32, 4, dec_u32},
};
// clang-format on

const BulkOp *bulk_op(Mod op, Type t) {
    for (size_t i = 0; i < COUNT_OF(ops); i++)
        if (ops[i].type == t && ops[i].op == op) return &ops[i];
    return NULL;
}

void bulk_move(const BulkOp *op, uint8_t *to, const uint8_t *from,
               uint32_t bytes) {
    if (!op) {
        memmove(to, from, bytes);
        return;
    }
    for (uint32_t i = 0; i < bytes; i += (uint32_t)op->size)
        op->apply(to + i, from + i);
}

const BulkOp *bulk_op_of(const Stmt *s) {
    Type t = s->ntypes ? s->types[0] : TYPE_NONE;
    for (size_t i = 0; i < COUNT_OF(ops); i++)
        if (ops[i].type == t && stmt_has(s, ops[i].op)) return &ops[i];
    return NULL;
}

// ---- copies

BulkCopy *bulk_new(Block *b, Warp *w, const Insn *in, uint32_t mbarrier) {
    BlockAsync *x = async_of(b);
    BulkCopy *c = x->bulk_free;
    if (c)
        x->bulk_free = c->next;
    else
        c = arena_new(&b->launch->arena, BulkCopy);
    *c = (BulkCopy){.in = in,
                    .code = w->code,
                    .mbarrier = mbarrier,
                    .reads = b->shared_reads,
                    .box = c->box};
    *x->bulk_end = c;
    x->bulk_end = &c->next;
    return c;
}

uint64_t bulk_address(const Warp *w, const MemOp *op, uint32_t l) {
    uint64_t offset = (uint64_t)op->offset;
    if (op->base == SLOT_NONE) return offset;
    if (op->base32)
        return (uint32_t)(unit(w, op->base)->u32[l] + (uint32_t)offset);
    return unit64(w, op->base)->u64[l] + offset;
}

bool bulk_fits(Warp *w, const Insn *in, uint32_t l, const Block *b, uint32_t to,
               uint32_t bytes, uint32_t mbarrier) {
    if (to + bytes <= b->shared_bytes && mbarrier + 8 <= b->shared_bytes) {
        wgmma_overwritten(w, in, 1u << l, b, to, to + bytes);
        return true;
    }
    warp_trap(w, in, SIM_TRAP_OUT_OF_BOUNDS, 1u << l, to, "write", bytes);
    return false;
}

Block *bulk_destination(Warp *w, const Insn *in, uint32_t l, uint32_t bytes,
                        uint32_t align, uint32_t *to, uint32_t *mbarrier) {
    const BulkInsn *x = in->ptr;
    Block *b = shared_find(w, in, (int)l, bulk_address(w, &x->to, l), bytes,
                           align, "write", to);
    if (!b) return NULL;
    Block *owner = shared_find(w, in, (int)l, bulk_address(w, &x->mbarrier, l),
                               8, 8, "atomic", mbarrier);
    if (!owner || owner == b) return owner;
    warp_trap_text(w, in, SIM_TRAP_MBARRIER, 1u << l,
                   "The %s and the mbarrier that it completes on are in the "
                   "shared memories of different blocks",
                   x->nreg ? "asynchronous store" : "bulk copy");
    return NULL;
}

bool bulk_each_block(Warp *w, const Insn *in, uint32_t l, Block *b,
                     BulkIssue issue, void *ctx) {
    const BulkInsn *x = in->ptr;
    if (x->ctas == SLOT_NONE) return issue(ctx, b);
    uint32_t mask = unit(w, x->ctas)->u32[l] & 0xffff;
    for (uint32_t rank = 0; rank < 16; rank++) {
        if (!(mask >> rank & 1)) continue;
        b = cluster_block(w, in, (int)l, rank);
        if (!b || !issue(ctx, b)) return false;
    }
    return true;
}

// ---- select

bool bulk_bind(Decoder *d, const Stmt *s, int i, Space space, Insn *in,
               MemOp *op, const char *access) {
    if (i >= s->nopnds || s->opnd[i].kind != OPND_ADDR)
        return decoder_refuse(d, "this form of a bulk copy");
    memop_init(d, s, &s->opnd[i], space, in, op);
    op->access = access;
    return true;
}
