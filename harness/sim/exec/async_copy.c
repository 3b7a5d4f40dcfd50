// cp.async: copies of 4, 8 or 16 bytes from global to shared memory, and what a
// block has under way in general. PTX ISA, "Data Movement and Conversion
// Instructions: Asynchronous copy".
//
// Groups belong to threads: each lane counts its commits, a copy remembers the
// count at its issue, and wait_group N makes those whose group is not among the
// last N.
#include "sim/access/address.h"
#include "sim/access/observe.h"
#include "sim/decode/decoder.h"
#include "sim/exec/async.h"

#include <stdio.h>
#include <string.h>

// At Insn.ptr: the source first, so that memop_of() holds.
typedef struct CpInsn {
    MemOp from, to;
    Insn store;      // stands for the destination in checks: ptr is &to
    Slot src_size;   // bytes to read; SLOT_NONE: all
    Slot ignore;     // predicate: read nothing; SLOT_NONE
    bool is_negated; // !p
} CpInsn;

// ---- making copies

// The lanes write now, as far as races are concerned.
static void tell(Warp *w, const AsyncCopy *c, uint32_t lanes) {
    const CpInsn *x = c->in->ptr;
    Access a = {.lanes = lanes, .bytes = c->size};
    if (c->code != w->code) return; // sites are of the running code
    LANES
        a.at[l] = c->to[l];
    access_classify(&a);
    observe_async_store(w, &x->store, &a);
}

static void make(Warp *w, AsyncCopy *c, uint32_t lanes) {
    Block *b = w->block;
    if (lanes) tell(w, c, lanes);
    FOR_LANES(l, lanes) observe_early(b, c->bytes[l], c->reads);
    FOR_LANES(l, lanes) {
        uint8_t *to = b->shared + c->to[l];
        if (c->bytes[l]) memcpy(to, c->from[l], c->bytes[l]);
        memset(to + c->bytes[l], 0, c->size - c->bytes[l]);
        async_mark(b->async, c->to[l], c->size, -1);
    }
    c->lanes &= ~lanes;
    if (lanes) b->progress++;
}

// Makes those copies of `lanes` among the first `most` that are older than the
// last n groups; n < 0: all.
static void wait_for(Warp *w, uint32_t lanes, int n, uint32_t most) {
    BlockAsync *x = async_of(w->block);
    WarpAsync *q = &x->warp[w->index];
    for (AsyncCopy **at = &q->first; *at;) {
        AsyncCopy *c = *at;
        uint32_t due = 0;
        LANES
            due |= (uint32_t)(n < 0 || (int)(q->committed[l] - c->group[l]) > n)
                   << l;
        if (c->number < most) make(w, c, due & lanes & c->lanes);
        if (c->lanes) {
            at = &c->next;
            continue;
        }
        *at = c->next;
        if (!*at) q->end = at;
        c->next = x->free;
        x->free = c;
    }
}

static AsyncCopy *copy_new(Warp *w, const Insn *in) {
    BlockAsync *x = async_of(w->block);
    WarpAsync *q = &x->warp[w->index];
    AsyncCopy *c = x->free;
    if (c)
        x->free = c->next;
    else
        c = arena_new(&w->block->launch->arena, AsyncCopy);
    c->in = in;
    c->code = w->code;
    c->number = q->issued++;
    c->reads = w->block->shared_reads;
    memcpy(c->group, q->committed, sizeof c->group);
    c->next = NULL;
    *q->end = c;
    q->end = &c->next;
    return c;
}

// ---- cp.async.{ca,cg}.shared.global [to], [from], size{, src-size}{, policy}
// or with a predicate that says ignore-src instead of src-size

// Lanes that read less than a whole element: bounds byte by byte.
static bool check_partial(Warp *w, const Insn *in, const Access *a,
                          const AsyncCopy *c, uint32_t lanes) {
    FOR_LANES(l, lanes) {
        for (int end = 0; end < 2; end++) {
            Access one = {.lanes = 1u << l, .bytes = 1};
            one.at[l] = a->at[l] + (end ? c->bytes[l] - 1u : 0);
            access_classify(&one);
            if (!memop_check_global(w, in, &one)) return false;
        }
    }
    return true;
}

static void read_sizes(const Warp *w, const CpInsn *x, AsyncCopy *c) {
    uint32_t ignored = 0;
    if (x->ignore != SLOT_NONE) {
        ignored = w->p[x->ignore];
        if (x->is_negated) ignored = ~ignored;
    }
    FOR_LANES(l, w->active) {
        uint32_t n = c->size;
        if (x->src_size != SLOT_NONE)
            n = min_of(n, unit(w, x->src_size)->u32[l]);
        c->bytes[l] = (uint8_t)(ignored >> l & 1 ? 0 : n);
    }
}

static void count_bytes(Warp *w, const Insn *in, const AsyncCopy *c) {
    uint32_t sum = 0;
    FOR_LANES(l, w->active) sum += c->bytes[l];
    observe_async(w, in, sum);
}

static bool find_sources(Warp *w, const Insn *in, AsyncCopy *c) {
    const CpInsn *x = in->ptr;
    Access a = {.bytes = c->size};
    uint32_t whole = 0, part = 0;
    memop_addresses(w, &x->from, &a);
    FOR_LANES(l, w->active) {
        if (c->bytes[l] == c->size)
            whole |= 1u << l;
        else if (c->bytes[l])
            part |= 1u << l;
    }
    if (part && !check_partial(w, in, &a, c, part)) return false;
    a.lanes = whole;
    if (whole) {
        access_classify(&a);
        if (!memop_check_global(w, in, &a)) return false;
    }
    a.lanes = whole | part;
    if (!a.lanes) return true;
    access_classify(&a);
    observe_global(w, in, &a, ACCESS_LOAD);
    const uint8_t *base =
        part ? memop_base_mixed(w, &a) : memop_base(w, &x->from, &a);
    FOR_LANES(l, a.lanes) c->from[l] = base + a.at[l];
    return true;
}

static const Insn *exec_cp_async(Warp *w, const Insn *in) {
    const CpInsn *x = in->ptr;
    Access to = {.lanes = w->active, .bytes = x->from.size};
    memop_addresses(w, &x->to, &to);
    access_classify(&to);
    if (!memop_check_shared(w, &x->store, &to)) return NULL;

    AsyncCopy *c = copy_new(w, in);
    c->lanes = 0; // if it traps, it was never issued
    c->size = to.bytes;
    read_sizes(w, x, c);
    uint32_t loaded = w->loaded; // it counts until it is waited for
    if (!find_sources(w, in, c)) return NULL;
    w->loaded = loaded;
    observe_shared(w, &x->store, &to, ACCESS_STORE);
    c->lanes = w->active;
    count_bytes(w, in, c);
    FOR_LANES(l, w->active) {
        c->to[l] = (uint32_t)to.at[l];
        async_mark(w->block->async, c->to[l], c->size, 1);
    }
    return in + 1;
}

static const Insn *exec_commit(Warp *w, const Insn *in) {
    WarpAsync *q = warp_async(w);
    LANES
        q->committed[l] += w->mask.u32[l] & 1;
    return in + 1;
}

static const Insn *exec_wait(Warp *w, const Insn *in) { // imm: N, -1: all
    if (w->block->async) wait_for(w, w->active, (int)in->imm, UINT32_MAX);
    return in + 1;
}

void async_complete(Warp *w, uint32_t l, uint32_t n) {
    wait_for(w, 1u << l, -1, n);
}

// ---- select

static bool select_copy(Decoder *d, const Stmt *s, Insn *in) {
    CpInsn *x = decoder_alloc(d, sizeof *x);
    int n = s->nopnds;
    if (!operands_are(d, s, 3, 5)) return false;
    if (s->opnd[2].kind != OPND_IMM)
        return decoder_refuse(d, "a copy whose size is no constant");
    int64_t size = s->opnd[2].imm;
    if (size != 4 && size != 8 && size != 16)
        return decoder_refuse(d, "a copy of %d bytes", (int)size);
    if (stmt_has(s, MOD_L2_CACHE_HINT)) n--; // the policy: a hint
    STMT_ACCEPT(s, MOD_SHARED, MOD_SHARED_CTA, MOD_GLOBAL);
    memop_init(d, s, &s->opnd[0], SPACE_SHARED, &x->store, &x->to);
    memop_init(d, s, &s->opnd[1], SPACE_GLOBAL, in, &x->from);
    x->from.access = "read";
    x->to.access = "write";
    x->from.size = x->to.size = (uint8_t)size;
    x->from.nreg = x->to.nreg = 1;
    x->from.at_l2 = stmt_has(s, MOD_CG);
    x->src_size = x->ignore = SLOT_NONE;
    in->fn = exec_cp_async;
    in->bytes = (uint8_t)size;
    in->vec = 1;
    if (n > 3) {
        const Operand *o = &s->opnd[3];
        bool is_pred = o->kind == OPND_REG && o->sym->type == TYPE_PRED;
        x->is_negated = o->negated;
        *(is_pred ? &x->ignore : &x->src_size) = src(d, o, is_pred ? 1 : 32);
    }
    Insn store = x->store;
    x->store = *in;
    x->store.ptr = &x->to;
    x->store.site = store.site;
    return true;
}

// cp.async ..., but for the bulk forms
bool select_cp(Decoder *d, const Stmt *s, Insn *in) {
    if (!stmt_has(s, MOD_ASYNC)) return decoder_refuse(d, "this copy");
    in->site = decoder_site(d, s, SPACE_SHARED);
    if (stmt_has(s, MOD_COMMIT_GROUP)) {
        in->fn = exec_commit;
        return operands_are(d, s, 0, 0);
    }
    if (stmt_has(s, MOD_WAIT_ALL)) {
        in->fn = exec_wait;
        in->imm = -1;
        return operands_are(d, s, 0, 0);
    }
    if (!stmt_has(s, MOD_WAIT_GROUP)) return select_copy(d, s, in);
    if (!operands_are(d, s, 1, 1)) return false;
    if (s->opnd[0].kind != OPND_IMM)
        return decoder_refuse(d, "a number of groups that is no constant");
    in->fn = exec_wait;
    in->imm = s->opnd[0].imm;
    return true;
}
