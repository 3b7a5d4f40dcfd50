// cp.async.bulk: copies of any size by one thread, between global and shared
// memory or the shared memories of a cluster. PTX ISA, "Data Movement and
// Conversion Instructions: Bulk copy".
//
// Into shared memory, the bytes move when somebody looks at the mbarrier that
// counts them (bulk_arrive). Out of it they move at once: that is one of the
// moments the ISA allows, and the one that shows what was in the buffer then.
#include "sim/access/address.h"
#include "sim/access/observe.h"
#include "sim/check/wgmma_check.h"
#include "sim/core/trap.h"
#include "sim/decode/decode.h"
#include "sim/exec/async.h"
#include "sim/exec/bulk.h"
#include "sim/exec/mbarrier.h"
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

// ---- what completes on an mbarrier

BulkCopy *bulk_new(Block *b, Warp *w, const Insn *in, uint32_t mbarrier) {
    BlockAsync *x = async_of(b);
    BulkCopy *c = x->bulk_free;
    if (c)
        x->bulk_free = c->next;
    else
        c = arena_new(&b->launch->arena, BulkCopy);
    *c = (BulkCopy){
        .in = in, .code = w->code, .mbarrier = mbarrier, .box = c->box};
    *x->bulk_end = c;
    x->bulk_end = &c->next;
    return c;
}

void bulk_announce(Warp *w, const Insn *in, Block *b, uint32_t mbarrier,
                   uint32_t l) {
    BulkCopy *c = bulk_new(b, w, in, mbarrier);
    c->warp = w;
    c->lane = l;
    c->copies = warp_async(w)->issued;
}

static void complete(Block *b, BulkCopy *c) {
    if (!c->bytes) {
        async_complete(c->warp, c->lane, c->copies);
        if (c->warp->block == b) observe_release(c->warp, c->mbarrier);
        if (mbarrier_is_short(b, c->mbarrier, 1)) bulk_arrive(b, c->mbarrier);
        mbarrier_arrive(c->warp, c->in, b, c->mbarrier, (int)c->lane, 1, false);
        return;
    }
    const uint8_t *from =
        c->source ? c->source->shared + c->source_at : c->from;
    if (c->is_box)
        tensor_complete(b, c);
    else
        bulk_move(c->reduce, b->shared + c->to, from, c->bytes);
    async_mark(b->async, c->to, c->bytes, -1);
    observe_bulk_write(b, c->to, c->bytes);
    mbarrier_complete_tx(b, c->mbarrier, c->bytes);
    b->progress++;
}

void bulk_arrive(Block *b, uint32_t mbarrier) {
    BlockAsync *x = b->async;
    if (!x) return;
    for (BulkCopy **at = &x->bulk; *at;) {
        BulkCopy *c = *at;
        if (c->mbarrier != mbarrier) {
            at = &c->next;
            continue;
        }
        *at = c->next; // before it completes, which may look here again
        if (!*at) x->bulk_end = at;
        complete(b, c);
        c->next = x->bulk_free;
        x->bulk_free = c;
        at = &x->bulk;
    }
}

// ---- issuing

uint64_t bulk_address(const Warp *w, const MemOp *op, uint32_t l) {
    uint64_t offset = (uint64_t)op->offset;
    if (op->base == SLOT_NONE) return offset;
    if (op->base32)
        return (uint32_t)(unit(w, op->base)->u32[l] + (uint32_t)offset);
    return unit64(w, op->base)->u64[l] + offset;
}

// Counts and checks the global side; its bytes.
static uint8_t *global_side(Warp *w, const Insn *in, uint32_t l, uint32_t bytes,
                            AccessKind k) {
    BulkInsn *x = (BulkInsn *)(uintptr_t)in->ptr;
    uint64_t first = bulk_address(w, &x->global, l);
    Access a = {.lanes = 1u << l, .bytes = 16};
    if (first % 16) {
        warp_trap(w, in, SIM_TRAP_MISALIGNED, 1u << l, first, x->global.access,
                  16);
        return NULL;
    }
    uint32_t step = 16 * WARP_SIZE; // as the lines of a warp's request
    for (uint32_t done = 0; done < bytes; done += step) {
        uint32_t lanes = min_of((bytes - done) / 16, (uint32_t)WARP_SIZE);
        a.lanes = lanes == WARP_SIZE ? ~0u : (1u << lanes) - 1;
        for (uint32_t i = 0; i < lanes; i++)
            a.at[i] = first + done + i * 16;
        access_classify(&a);
        if (!memop_check_global(w, in, &a)) return NULL;
        // Reductions are atomic: no race with each other, whatever the checks
        // would make of plain stores.
        if (!x->op)
            observe_global(w, in, &a, k);
        else
            site_count(w, in)->atomics += lanes;
    }
    return mem_bytes(w->block->launch->memory.mem, first);
}

static bool size_ok(Warp *w, const Insn *in, uint32_t l, uint32_t bytes) {
    if (bytes % 16 == 0) return true;
    warp_trap_text(w, in, SIM_TRAP_MISALIGNED, 1u << l,
                   "A bulk copy of %u bytes: the size must be a multiple of 16",
                   bytes);
    return false;
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

typedef struct Issue {
    Warp *w;
    const Insn *in;
    uint32_t l, to, mbarrier, bytes;
    const uint8_t *from;
    const Block *source;
    uint32_t source_at;
} Issue;

// Into the shared memory of block b: made later.
static bool issue_to(void *ctx, Block *b) {
    const Issue *i = ctx;
    if (!bulk_fits(i->w, i->in, i->l, b, i->to, i->bytes, i->mbarrier))
        return false;
    BulkCopy *c = bulk_new(b, i->w, i->in, i->mbarrier);
    c->to = i->to;
    c->bytes = i->bytes;
    c->reduce = ((const BulkInsn *)i->in->ptr)->op;
    c->from = i->from;
    c->source = i->source;
    c->source_at = i->source_at;
    async_mark(b->async, i->to, i->bytes, 1);
    return true;
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

static bool issue_in(Warp *w, const Insn *in, uint32_t l, uint32_t bytes) {
    const BulkInsn *x = in->ptr;
    Issue i = {.w = w, .in = in, .l = l, .bytes = bytes};
    Block *b = bulk_destination(w, in, l, bytes, 16, &i.to, &i.mbarrier);
    if (!b) return false;
    if (x->from_shared) {
        i.source = shared_find(w, in, (int)l, bulk_address(w, &x->from, l),
                               bytes, 16, "read", &i.source_at);
        if (!i.source) return false;
        observe_bulk_read(w, in, l, i.source, i.source_at, bytes);
    } else {
        i.from = global_side(w, in, l, bytes, ACCESS_LOAD);
        if (!i.from) return false;
    }
    return bulk_each_block(w, in, l, b, issue_to, &i);
}

static const Insn *exec_bulk_in(Warp *w, const Insn *in) {
    const BulkInsn *x = in->ptr;
    FOR_LANES(l, w->active) {
        uint32_t bytes = unit(w, x->size)->u32[l];
        if (!size_ok(w, in, l, bytes)) return NULL;
        if (bytes && !issue_in(w, in, l, bytes)) return NULL;
        if (!x->from_shared) site_count(w, in)->async_bytes += bytes;
    }
    return in + 1;
}

static const Insn *exec_bulk_out(Warp *w, const Insn *in) {
    const BulkInsn *x = in->ptr;
    FOR_LANES(l, w->active) {
        uint32_t bytes = unit(w, x->size)->u32[l], at;
        if (!size_ok(w, in, l, bytes)) return NULL;
        if (!bytes) continue;
        const Block *b =
            shared_find(w, in, (int)l, bulk_address(w, &x->from, l), bytes, 16,
                        "read", &at);
        if (!b) return NULL;
        observe_bulk_read(w, in, l, b, at, bytes);
        uint8_t *to = global_side(w, in, l, bytes, ACCESS_STORE);
        if (!to) return NULL;
        bulk_move(x->op, to, b->shared + at, bytes);
        w->block->progress++;
    }
    return in + 1;
}

// ---- st.async, red.async: registers into the shared memory of a block

static const Insn *exec_remote(Warp *w, const Insn *in) {
    const BulkInsn *x = in->ptr;
    uint32_t size = x->reg_bits / 8u, bytes = size * x->nreg;
    FOR_LANES(l, w->active) {
        uint32_t to, mbarrier;
        Block *b = bulk_destination(w, in, l, bytes, bytes, &to, &mbarrier);
        if (!b) return NULL;
        BulkCopy *c = bulk_new(b, w, in, mbarrier);
        c->to = to;
        c->bytes = bytes;
        c->reduce = x->op;
        c->from = c->data;
        for (uint32_t i = 0; i < x->nreg; i++)
            memcpy(c->data + i * size,
                   x->reg_bits == 64 ? (void *)&unit64(w, x->reg[i])->u64[l]
                                     : (void *)&unit(w, x->reg[i])->u32[l],
                   size);
        async_mark(b->async, to, bytes, 1);
    }
    return in + 1;
}

static const Insn *exec_hint(Warp *w, const Insn *in) {
    (void)w;
    return in + 1;
}

// ---- select

static const BulkOp *op_of(const Stmt *s) {
    Type t = s->ntypes ? s->types[0] : TYPE_NONE;
    for (size_t i = 0; i < COUNT_OF(ops); i++)
        if (ops[i].type == t && stmt_has(s, ops[i].op)) return &ops[i];
    return NULL;
}

bool bulk_bind(Decoder *d, const Stmt *s, int i, Space space, Insn *in,
               MemOp *op, const char *access) {
    if (i >= s->nopnds || s->opnd[i].kind != OPND_ADDR)
        return decoder_refuse(d, "this form of a bulk copy");
    memop_init(d, s, &s->opnd[i], space, in, op);
    op->access = access;
    return true;
}

static bool select_into(Decoder *d, const Stmt *s, Insn *in, BulkInsn *x) {
    x->from_shared = stmt_has(s, MOD_SHARED_CTA) && !stmt_has(s, MOD_GLOBAL);
    MemOp *from = x->from_shared ? &x->from : &x->global;
    if (!bulk_bind(d, s, 0, SPACE_SHARED, in, &x->to, "write") ||
        !bulk_bind(d, s, 3, SPACE_SHARED, in, &x->mbarrier, "atomic") ||
        !bulk_bind(d, s, 1, x->from_shared ? SPACE_SHARED : SPACE_GLOBAL, in,
                   from, "read"))
        return false;
    if (stmt_has(s, MOD_MULTICAST_CLUSTER)) {
        if (s->nopnds < 5) return decoder_refuse(d, "a multicast to nobody");
        x->ctas = src(d, &s->opnd[4], 16);
    }
    d->entry->has_bulk_reads |= x->from_shared;
    in->fn = exec_bulk_in;
    return true;
}

// [to], [from], size{, [mbarrier]}{, cta mask}{, policy}
bool select_bulk(Decoder *d, const Stmt *s, Insn *in) {
    in->site = decoder_site(d, s, SPACE_SHARED);
    if (stmt_has(s, MOD_TENSOR)) return select_tensor(d, s, in);
    if (stmt_has(s, MOD_COMMIT_GROUP) || stmt_has(s, MOD_WAIT_GROUP) ||
        stmt_has(s, MOD_PREFETCH)) {
        STMT_ACCEPT(s, MOD_READ, MOD_GLOBAL);
        in->fn = exec_hint; // what leaves shared memory has left it already
        return true;
    }
    if (!operands_are(d, s, 3, 6)) return false;
    STMT_ACCEPT(s, MOD_GLOBAL, MOD_SHARED_CTA, MOD_SHARED_CLUSTER);
    BulkInsn *x = decoder_alloc(d, sizeof *x);
    x->ctas = SLOT_NONE;
    if (stmt_has(s, MOD_REDUCE)) {
        x->op = op_of(s);
        if (!x->op) return decoder_refuse(d, "this reduction");
    }
    if (stmt_has(s, MOD_COMPLETE_TX_BYTES)) {
        if (!select_into(d, s, in, x)) return false;
    } else {
        if (!stmt_has(s, MOD_BULK_GROUP))
            return decoder_refuse(d, "this form of a bulk copy");
        if (!bulk_bind(d, s, 1, SPACE_SHARED, in, &x->from, "read") ||
            !bulk_bind(d, s, 0, SPACE_GLOBAL, in, &x->global, "write"))
            return false;
        d->entry->has_bulk_reads = true;
        in->fn = exec_bulk_out;
    }
    in->bytes = 16;
    in->vec = 1;
    in->ptr = x;
    x->size = src(d, &s->opnd[2], 32);
    return true;
}

// st.async{.weak}.shared::cluster.mbarrier::complete_tx::bytes{.v}.type [to],
// value, [mbarrier];  red.async. ... .op.type
bool select_remote(Decoder *d, const Stmt *s, Insn *in) {
    const Operand *o = &s->opnd[1];
    const Operand *at = o->kind == OPND_VEC ? o->at : o;
    int n = o->kind == OPND_VEC ? o->n : 1;
    int bits = s->ntypes == 1 ? type_bits(s->types[0]) : 0;
    int want = stmt_has(s, MOD_V4) ? 4 : stmt_has(s, MOD_V2) ? 2 : 1;
    BulkInsn *x = decoder_alloc(d, sizeof *x);

    if (!operands_are(d, s, 3, 3)) return false;
    STMT_ACCEPT(s, MOD_CLUSTER);
    if (!stmt_has(s, MOD_ASYNC) || !stmt_has(s, MOD_COMPLETE_TX_BYTES) ||
        !stmt_has(s, MOD_SHARED_CLUSTER) || (bits != 32 && bits != 64) ||
        n != want || n * bits > 128)
        return decoder_refuse(d, "this form of an asynchronous store");
    if (s->op == OP_RED) {
        x->op = op_of(s);
        if (!x->op || n > 1) return decoder_refuse(d, "this reduction");
    }
    if (!bulk_bind(d, s, 0, SPACE_SHARED, in, &x->to, "write") ||
        !bulk_bind(d, s, 2, SPACE_SHARED, in, &x->mbarrier, "atomic"))
        return false;
    x->ctas = SLOT_NONE;
    x->nreg = (uint8_t)n;
    x->reg_bits = (uint8_t)bits;
    for (int i = 0; i < n; i++)
        x->reg[i] = src(d, &at[i], bits);
    in->fn = exec_remote;
    in->bytes = (uint8_t)(bits / 8);
    in->vec = (uint8_t)n;
    in->ptr = x;
    return true;
}
