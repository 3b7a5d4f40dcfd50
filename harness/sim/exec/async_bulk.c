// cp.async.bulk: copies of any size by one thread, between global and shared
// memory or the shared memories of a cluster. PTX ISA, "Data Movement and
// Conversion Instructions: Bulk copy".
//
// Into shared memory, the bytes move when somebody looks at the mbarrier that
// counts them (bulk_arrive). Out of it they move at once: that is one of the
// moments the ISA allows, and the one that shows what was in the buffer then.
#include "sim/access/address.h"
#include "sim/access/observe.h"
#include "sim/core/trap.h"
#include "sim/decode/decode.h"
#include "sim/exec/async.h"
#include "sim/exec/bulk.h"
#include "sim/exec/mbarrier.h"

#include <stdio.h>
#include <string.h>

// ---- what completes on an mbarrier

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
        if (c->warp->block == b) observe_arrival(c->warp, c->mbarrier);
        if (mbarrier_is_short(b, c->mbarrier, 1)) bulk_arrive(b, c->mbarrier);
        mbarrier_arrive(c->warp, c->in, b, c->mbarrier, (int)c->lane, 1, false);
        return;
    }
    if (!c->source) observe_early(b, c->bytes, c->reads);
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

// Adds to the trap just recorded, of a misaligned copy, how to repair it.
static void hint_multiples(Warp *w) {
    SimTrap *t = &w->block->launch->traps.trap;
    snprintf(t->hint, sizeof t->hint,
             "Both addresses and the size of a bulk copy are multiples of 16 "
             "bytes: begin at the multiple before, end at the one after, or "
             "let threads copy the rest.");
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
        hint_multiples(w);
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
            site_count(w, in)->atomics += lanes * (16u / (uint32_t)x->op->size);
    }
    return mem_bytes(w->block->launch->memory.mem, first);
}

static bool size_ok(Warp *w, const Insn *in, uint32_t l, uint32_t bytes) {
    if (bytes % 16 == 0) return true;
    warp_trap_text(w, in, SIM_TRAP_MISALIGNED, 1u << l,
                   "A bulk copy of %u bytes: the size must be a multiple of 16",
                   bytes);
    hint_multiples(w);
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
        if (x->from_shared) continue;
        observe_async(w, in, bytes);
        site_count(w, in)->bulk_bytes += bytes;
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
        x->op = bulk_op_of(s);
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
        x->op = bulk_op_of(s);
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
