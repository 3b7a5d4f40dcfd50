// ld, st, ldu and the cache hints. PTX ISA, "Data Movement and Conversion
// Instructions".
//
// Every access goes the same way: addresses of all lanes, classify, check,
// count, move. The space is a constant in all but the generic handlers, so each
// handler is this way with the other spaces' branches gone.
//
// Blocks that look at each other share a worker (independence.h), so program
// order is the order of memory: .relaxed, .acquire, .release and .volatile
// differ from plain accesses only in the caches they pass through.
#include "sim/access/local.h"
#include "sim/access/move.h"
#include "sim/access/observe.h"
#include "sim/core/frame.h"
#include "sim/exec/async.h"
#include "sim/exec/cluster.h"
#include "sim/exec/select.h"

// ---- memory that lies in one piece: global, shared, const, param

GATHER(gather_u8, uint8_t, uint32_t, uint32_t)
GATHER(gather_s8_16, int8_t, uint16_t, uint32_t)
GATHER(gather_s8, int8_t, uint32_t, uint32_t)
GATHER(gather_u16, uint16_t, uint32_t, uint32_t)
GATHER(gather_s16, int16_t, uint32_t, uint32_t)
GATHER(gather_u8_64, uint8_t, uint64_t, uint64_t)
GATHER(gather_s8_64, int8_t, uint64_t, uint64_t)
GATHER(gather_u16_64, uint16_t, uint64_t, uint64_t)
GATHER(gather_s16_64, int16_t, uint64_t, uint64_t)
GATHER(gather_u32_64, uint32_t, uint64_t, uint64_t)
GATHER(gather_s32_64, int32_t, uint64_t, uint64_t)
SCATTER(scatter_u8, uint8_t, uint32_t)
SCATTER(scatter_u16, uint16_t, uint32_t)
SCATTER(scatter_u8_64, uint8_t, uint64_t)
SCATTER(scatter_u16_64, uint16_t, uint64_t)
SCATTER(scatter_u32_64, uint32_t, uint64_t)

typedef struct Width {
    uint8_t size, reg_bits;
    void (*gather_u)(void *, const Access *, const uint8_t *);
    void (*gather_s)(void *, const Access *, const uint8_t *); // signed
    void (*scatter)(const void *, const Access *, uint8_t *);
} Width;

static const Width widths[] = {
    {1, 16, gather_u8, gather_s8_16, scatter_u8},
    {1, 32, gather_u8, gather_s8, scatter_u8},
    {1, 64, gather_u8_64, gather_s8_64, scatter_u8_64},
    {2, 16, gather_u16, gather_u16, scatter_u16},
    {2, 32, gather_u16, gather_s16, scatter_u16},
    {2, 64, gather_u16_64, gather_s16_64, scatter_u16_64},
    {4, 32, gather_u32, gather_u32, scatter_u32},
    {4, 64, gather_u32_64, gather_s32_64, scatter_u32_64},
    {8, 64, gather_u64, gather_u64, scatter_u64},
};

static bool bind_width(MemOp *op) {
    for (size_t i = 0; i < COUNT_OF(widths); i++) {
        const Width *m = &widths[i];
        if (m->size != op->size || m->reg_bits != op->reg_bits) continue;
        op->gather = op->is_signed ? m->gather_s : m->gather_u;
        op->scatter = m->scatter;
        return true;
    }
    return false;
}

static void load_flat(Warp *w, const MemOp *op, const Access *a,
                      const uint8_t *base) {
    for (int v = 0; v < op->nreg; v++, base += op->size)
        op->gather(unit(w, op->reg[v]), a, base);
}

static void store_flat(Warp *w, const MemOp *op, const Access *a,
                       uint8_t *base) {
    for (int v = 0; v < op->nreg; v++, base += op->size)
        op->scatter(unit(w, op->reg[v]), a, base);
}

// ---- the shared memory of other blocks of the cluster, one after the other.
// In the end a->lanes is what it was: all of them are done.

static bool load_remote(Warp *w, const Insn *in, Access *a) {
    uint32_t all = a->lanes;
    for (uint32_t left = all; left; left &= ~a->lanes) {
        Block *b = cluster_take(w, in, a, left);
        if (!b) return false;
        observe_cluster(w, in, a, ACCESS_LOAD, b);
        load_flat(w, memop_of(in), a, b->shared);
    }
    a->lanes = all;
    return true;
}

static bool store_remote(Warp *w, const Insn *in, Access *a) {
    uint32_t all = a->lanes;
    for (uint32_t left = all; left; left &= ~a->lanes) {
        Block *b = cluster_take(w, in, a, left);
        if (!b) return false;
        observe_cluster(w, in, a, ACCESS_STORE, b);
        store_flat(w, memop_of(in), a, b->shared);
        b->progress++;
    }
    a->lanes = all;
    return true;
}

// Lanes that ask for the same word are served together.
static uint32_t const_words(const Access *a) {
    uint32_t n = 0;
    for (uint32_t left = a->lanes; left; n++) {
        uint64_t word = a->at[__builtin_ctz(left)] / 4;
        for (uint32_t m = left; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            if (a->at[l] / 4 == word) left &= ~(1u << l);
        }
    }
    return n;
}

// ---- the way

static inline bool load_from(Warp *w, const Insn *in, Access *a, Space space) {
    const MemOp *op = memop_of(in);

    switch (space) {
    case SPACE_SHARED:
        if (access_is_remote(w, a)) return load_remote(w, in, a);
        if (!memop_good_shared(w, in, a)) return false;
        observe_shared(w, in, a, ACCESS_LOAD);
        load_flat(w, op, a, w->block->shared);
        return true;
    case SPACE_LOCAL:
        if (!memop_check_local(w, in, a)) return false;
        // arguments of calls are registers once ptxas is done with them
        observe_local(w, in, a, ACCESS_LOAD);
        local_load(w, op, a, warp_local(w, (uint32_t)a->hi));
        return true;
    case SPACE_PARAM:
        if (!memop_check_param(w, in, a)) return false;
        load_flat(w, op, a, w->block->launch->memory.params);
        return true;
    case SPACE_CONST:
        if (!memop_good_global(w, in, a)) return false;
        site_count(w, in)->const_requests++;
        site_count(w, in)->const_words += const_words(a);
        load_flat(w, op, a, memop_base(w, op, a));
        return true;
    default:
        if (!memop_good_global(w, in, a)) return false;
        observe_global(w, in, a, ACCESS_LOAD);
        load_flat(w, op, a, memop_base(w, op, a));
        return true;
    }
}

static inline bool store_to(Warp *w, const Insn *in, Access *a, Space space) {
    const MemOp *op = memop_of(in);

    w->block->progress++;
    switch (space) {
    case SPACE_SHARED:
        if (access_is_remote(w, a)) return store_remote(w, in, a);
        if (!memop_good_shared(w, in, a)) return false;
        observe_shared(w, in, a, ACCESS_STORE);
        store_flat(w, op, a, w->block->shared);
        return true;
    case SPACE_LOCAL:
        if (!memop_check_local(w, in, a)) return false;
        observe_local(w, in, a, ACCESS_STORE);
        local_store(w, op, a, warp_local(w, (uint32_t)a->hi));
        return true;
    default:
        if (!memop_good_global(w, in, a)) return false;
        observe_global(w, in, a, ACCESS_STORE);
        store_flat(w, op, a, memop_base(w, op, a));
        return true;
    }
}

#define HANDLER(name, body, space)                                             \
    static const Insn *name(Warp *w, const Insn *in) {                         \
        Access a;                                                              \
        a.lanes = w->active;                                                   \
        a.bytes = memop_of(in)->bytes;                                         \
        memop_shape(w, memop_of(in), &a);                                      \
        return body(w, in, &a, space) && !w->careful ? in + 1 : NULL;          \
    }
HANDLER(exec_ld_global, load_from, SPACE_GLOBAL)
HANDLER(exec_ld_shared, load_from, SPACE_SHARED)
HANDLER(exec_ld_local, load_from, SPACE_LOCAL)
HANDLER(exec_ld_const, load_from, SPACE_CONST)
HANDLER(exec_ld_param, load_from, SPACE_PARAM)
HANDLER(exec_st_global, store_to, SPACE_GLOBAL)
HANDLER(exec_st_shared, store_to, SPACE_SHARED)
HANDLER(exec_st_local, store_to, SPACE_LOCAL)

// A load that brought what nobody wrote ends the warp's fast run.
static inline const Insn *next_of(const Warp *w, const Insn *in) {
    return __builtin_expect(w->careful != NULL, 0) ? NULL : in + 1;
}

// One element of 32 or 64 bits per lane, at an address in a register of the
// space's own width: what nearly all code consists of.
#define LOAD(name, space, bits, base, memory)                                  \
    static const Insn *name(Warp *w, const Insn *in) {                         \
        const MemOp *op = memop_of(in);                                        \
        Access a;                                                              \
        a.lanes = w->active;                                                   \
        a.bytes = bits / 8;                                                    \
        memop_shape_##base(w, op, &a);                                         \
        if (!memop_good_##space(w, in, &a)) return NULL;                       \
        observe_##space(w, in, &a, ACCESS_LOAD);                               \
        gather_u##bits(unit(w, op->reg[0]), &a, memory);                       \
        return next_of(w, in);                                                 \
    }
#define STORE(name, space, bits, base, memory)                                 \
    static const Insn *name(Warp *w, const Insn *in) {                         \
        const MemOp *op = memop_of(in);                                        \
        Access a;                                                              \
        w->block->progress++;                                                  \
        a.lanes = w->active;                                                   \
        a.bytes = bits / 8;                                                    \
        memop_shape_##base(w, op, &a);                                         \
        if (!memop_good_##space(w, in, &a)) return NULL;                       \
        observe_##space(w, in, &a, ACCESS_STORE);                              \
        scatter_u##bits(unit(w, op->reg[0]), &a, memory);                      \
        return in + 1;                                                         \
    }
LOAD(ld_global_32, global, 32, 64, memop_base(w, op, &a))
LOAD(ld_global_64, global, 64, 64, memop_base(w, op, &a))
LOAD(ld_shared_32, shared, 32, 32, w->block->shared)
LOAD(exec_ld_shared_64, shared, 64, 32, w->block->shared)
STORE(st_global_32, global, 32, 64, memop_base(w, op, &a))
STORE(st_global_64, global, 64, 64, memop_base(w, op, &a))
STORE(exec_st_shared_32, shared, 32, 32, w->block->shared)
STORE(exec_st_shared_64, shared, 64, 32, w->block->shared)

// And of those to global memory nearly all are strips.
#define SPAN_LOAD(bits)                                                        \
    static const Insn *exec_ld_global_##bits(Warp *w, const Insn *in) {        \
        const MemOp *op = memop_of(in);                                        \
        Strip s;                                                               \
        if (!op->is_plain || !strip_may(w->block->launch) ||                   \
            !strip_of(w, op, bits / 8, &s))                                    \
            return ld_global_##bits(w, in);                                    \
        const uint8_t *from = (uint8_t *)(uintptr_t)(s.lo + s.shift);          \
        uint##bits##_t *d = (void *)unit(w, op->reg[0]), value;                \
        observe_strip_load(w, in, &s);                                         \
        if (s.one) {                                                           \
            memcpy(&value, from, sizeof value);                                \
            fill_##bits(d, value, 32);                                         \
        } else {                                                               \
            copy_octets(d, from, (s.rows ? 16 : 32) * sizeof *d);              \
        }                                                                      \
        if (__builtin_expect(!s.rows, 1)) return in + 1;                       \
        from = (uint8_t *)(uintptr_t)(s.lo2 + s.shift);                        \
        if (s.one) {                                                           \
            memcpy(&value, from, sizeof value);                                \
            fill_##bits(d + 16, value, 16);                                    \
        } else {                                                               \
            copy_octets(d + 16, from, 16 * sizeof *d);                         \
        }                                                                      \
        return in + 1;                                                         \
    }
#define SPAN_STORE(bits)                                                       \
    static const Insn *exec_st_global_##bits(Warp *w, const Insn *in) {        \
        const MemOp *op = memop_of(in);                                        \
        Strip s;                                                               \
        if (!op->is_plain || !strip_may(w->block->launch) ||                   \
            !strip_of(w, op, bits / 8, &s) || s.one || s.rows)                 \
            return st_global_##bits(w, in);                                    \
        w->block->progress++;                                                  \
        observe_strip_store(w, in, &s);                                        \
        memcpy((uint8_t *)(uintptr_t)(s.lo + s.shift), unit(w, op->reg[0]),    \
               WARP_SIZE *bits / 8);                                           \
        return in + 1;                                                         \
    }
SPAN_LOAD(32)
SPAN_LOAD(64)
SPAN_STORE(32)
SPAN_STORE(64)

// Rows of shared memory, likewise.
static const Insn *exec_ld_shared_32(Warp *w, const Insn *in) {
    const MemOp *op = memop_of(in);
    const BlockAsync *async = w->block->async;
    Rows t;

    if ((async && async->npending) || !rows_of(w, op, &t))
        return ld_shared_32(w, in);
    observe_shared_rows(w, in, &t);
    Octet *d = (Octet *)(void *)unit(w, op->reg[0]);
    for (int i = 0; i < 2; i++) {
        const uint8_t *from = w->block->shared + t.at[i];
        uint32_t value;
        memcpy(&value, from, sizeof value);
        if (t.one)
            d[2 * i] = d[2 * i + 1] = (Octet){} + value;
        else
            copy_octets(&d[2 * i], from, 2 * sizeof *d);
    }
    return next_of(w, in);
}

#undef SPAN_LOAD
#undef SPAN_STORE
#undef LOAD
#undef STORE

// Parameters are one value for all lanes, at an address known when decoded.
static const Insn *exec_ld_param_fixed(Warp *w, const Insn *in) {
    const MemOp *op = memop_of(in);
    const uint8_t *p =
        (const uint8_t *)w->block->launch->memory.params + op->offset;
    uint32_t lanes = w->active;

    if (op->size == 8) {
        uint64_t v, *d = unit64(w, op->reg[0])->u64;
        memcpy(&v, p, sizeof v);
        if (lanes == UINT32_MAX) {
            VECTOR_LOOP
            LANES
                d[l] = v;
            return in + 1;
        }
        VECTOR_LOOP
        LANES
            d[l] = lanes >> l & 1 ? v : d[l];
    } else {
        uint32_t v, *d = unit(w, op->reg[0])->u32;
        memcpy(&v, p, sizeof v);
        if (lanes == UINT32_MAX) {
            VECTOR_LOOP
            LANES
                d[l] = v;
            return in + 1;
        }
        VECTOR_LOOP
        LANES
            d[l] = lanes >> l & 1 ? v : d[l];
    }
    return in + 1;
}

// Generic: the lanes of one window at a time, lowest lane first.
#define GENERIC(name, body)                                                    \
    static const Insn *name(Warp *w, const Insn *in) {                         \
        Access a;                                                              \
        a.bytes = memop_of(in)->bytes;                                         \
        memop_addresses(w, memop_of(in), &a);                                  \
        for (uint32_t left = w->active; left; left &= ~a.lanes) {              \
            Space space = memop_take_window(&a, left);                         \
            if (!body(w, in, &a, space)) return NULL;                          \
        }                                                                      \
        return next_of(w, in);                                                 \
    }
GENERIC(exec_ld_generic, load_from)
GENERIC(exec_st_generic, store_to)

static const Insn *exec_hint(Warp *w, const Insn *in) {
    (void)w;
    return in + 1;
}

// ---- select

// Binds the register or vector o: destinations of a load, sources of a store.
static bool bind_registers(Decoder *d, const Operand *o, MemOp *op,
                           bool is_load) {
    int n = o->kind == OPND_VEC ? o->n : 1;
    const Operand *at = o->kind == OPND_VEC ? o->at : o;

    if (op->is_wide) {
        op->reg_bits = 64;
        memop_halves(d, o, is_load, op->reg);
        return bind_width(op);
    }
    if (n != op->nreg) return decoder_refuse(d, "a vector of %d registers", n);
    op->reg_bits = (uint8_t)max_of(op->size * 8, 16);
    for (int v = 0; v < n; v++)
        if (at[v].kind == OPND_REG && type_bits(at[v].sym->type) > op->reg_bits)
            op->reg_bits = (uint8_t)type_bits(at[v].sym->type);
    if (op->reg_bits > 64 || !bind_width(op))
        return decoder_refuse(d, "registers of %d bits", op->reg_bits);
    for (int v = 0; v < n; v++)
        op->reg[v] = is_load ? dst(d, &at[v], op->reg_bits)
                             : src(d, &at[v], op->reg_bits);
    return true;
}

// The handler of one element of 32 or 64 bits, if op is as it expects.
static ExecFn plain_handler(const MemOp *op, ExecFn of32, ExecFn of64) {
    bool is_base32 = op->space == SPACE_SHARED;

    if (op->in_cluster) return NULL;
    if (op->nreg != 1 || op->in_frame || op->base == SLOT_NONE) return NULL;
    if (op->base32 != is_base32 || op->size * 8 != op->reg_bits) return NULL;
    return op->size == 4 ? of32 : op->size == 8 ? of64 : NULL;
}

// A parameter of the launch at a fixed place: good for all launches or none.
static bool is_fixed_param(const MemOp *op, const Operand *o) {
    return op->space == SPACE_PARAM && op->base == SLOT_NONE && op->nreg == 1 &&
           op->size >= 4 && op->size * 8 == op->reg_bits &&
           op->offset % op->size == 0 && o->sym &&
           (uint64_t)op->offset >= o->sym->offset &&
           (uint64_t)op->offset + op->size <= o->sym->offset + o->sym->size;
}

static void choose_load(const MemOp *op, const Operand *address, Insn *in) {
    ExecFn fn = NULL;

    if (op->space == SPACE_GLOBAL)
        fn = plain_handler(op, exec_ld_global_32, exec_ld_global_64);
    if (op->space == SPACE_SHARED)
        fn = plain_handler(op, exec_ld_shared_32, exec_ld_shared_64);
    if (is_fixed_param(op, address)) fn = exec_ld_param_fixed;
    if (fn) in->fn = fn;
}

static void choose_store(const MemOp *op, Insn *in) {
    ExecFn fn = NULL;

    if (op->space == SPACE_GLOBAL)
        fn = plain_handler(op, exec_st_global_32, exec_st_global_64);
    if (op->space == SPACE_SHARED)
        fn = plain_handler(op, exec_st_shared_32, exec_st_shared_64);
    if (fn) in->fn = fn;
}

static bool select_load(Decoder *d, const Stmt *s, Insn *in) {
    static const ExecFn handlers[] = {
        [SPACE_GENERIC] = exec_ld_generic, [SPACE_GLOBAL] = exec_ld_global,
        [SPACE_SHARED] = exec_ld_shared,   [SPACE_LOCAL] = exec_ld_local,
        [SPACE_CONST] = exec_ld_const,     [SPACE_PARAM] = exec_ld_param,
    };
    Space space = s->op == OP_LDU && memop_space(s) == SPACE_GENERIC
                      ? SPACE_GLOBAL
                      : memop_space(s);
    MemOp *op =
        memop_init(d, s, &s->opnd[1], space, in, decoder_alloc(d, sizeof *op));

    op->access = "read";
    if (space == SPACE_PARAM) decoder_cost(d, PIPE_FREE, 0, 0);
    in->fn = handlers[op->space];
    memop_array(d, &s->opnd[1], in, op);
    if (!memop_type(d, s, op, in)) return false;
    if (!bind_registers(d, &s->opnd[0], op, true)) return false;
    op->is_plain = op->order == ORDER_WEAK && !op->at_l2;
    choose_load(op, &s->opnd[1], in);
    op->wider = decoder_wider(d);
    if (op->wider.bytes) decoder_shares(d, (float)op->bytes / op->wider.bytes);
    op->spins = decoder_spins(d, op);
    return true;
}

static bool select_store(Decoder *d, const Stmt *s, Insn *in) {
    static const ExecFn handlers[] = {
        [SPACE_GENERIC] = exec_st_generic,
        [SPACE_GLOBAL] = exec_st_global,
        [SPACE_SHARED] = exec_st_shared,
        [SPACE_LOCAL] = exec_st_local,
    };
    Space space = memop_space(s);
    MemOp *op =
        memop_init(d, s, &s->opnd[0], space, in, decoder_alloc(d, sizeof *op));

    op->access = "write";
    op->is_store = true;
    if (space == SPACE_PARAM) decoder_cost(d, PIPE_FREE, 0, 0);
    if (op->space >= COUNT_OF(handlers) || !handlers[op->space])
        return decoder_refuse(d, "a store to this space");
    in->fn = handlers[op->space];
    memop_array(d, &s->opnd[0], in, op);
    if (!memop_type(d, s, op, in)) return false;
    if (!bind_registers(d, &s->opnd[1], op, false)) return false;
    op->is_plain = op->order == ORDER_WEAK && !op->at_l2;
    op->follows = op->is_plain && decoder_follows(d);
    choose_store(op, in);
    return true;
}

bool select_mem(Decoder *d, const Stmt *s, Insn *in) {
    switch (s->op) {
    case OP_LD:
    case OP_LDU: return select_load(d, s, in);
    case OP_ST:
        return stmt_has(s, MOD_ASYNC) ? select_remote(d, s, in)
                                      : select_store(d, s, in);
    case OP_PREFETCH:
    case OP_PREFETCHU:
    case OP_APPLYPRIORITY:
    case OP_DISCARD:
        STMT_ACCEPT(s, MOD_GLOBAL, MOD_LOCAL, MOD_TENSORMAP, MOD_PARAM,
                    MOD_CONST);
        in->fn = exec_hint;
        return true;
    default: return decoder_refuse(d, "this memory instruction");
    }
}
