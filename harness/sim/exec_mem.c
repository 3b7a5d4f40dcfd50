// ld, st, ldu and the cache hints. PTX ISA, "Data Movement and Conversion
// Instructions".
//
// Every access goes the same way: addresses of all lanes, classify, check,
// count, move. The space is a constant in all but the generic handlers, so each
// handler is this way with the other spaces' branches gone.
//
// One worker executes a launch, so program order is the order of memory:
// .relaxed, .acquire, .release and .volatile differ from plain accesses only in
// the caches they pass through.
#include "sim/memop.h"
#include "sim/touch.h"

#include <string.h>

// ---- values in registers

static uint64_t extend(uint64_t raw, const MemOp *op) {
    int gap = 64 - 8 * op->size;

    return op->is_signed ? (uint64_t)((int64_t)(raw << gap) >> gap) : raw;
}

static uint64_t read_raw(const uint8_t *p, int size) {
    uint64_t v = 0;

    memcpy(&v, p, (size_t)size);
    return v;
}

static void put(Warp *w, const MemOp *op, int v, int l, uint64_t raw) {
    uint64_t value = extend(raw, op);

    if (op->reg_bits == 64)
        unit64(w, op->reg[v])->u64[l] = value;
    else
        unit(w, op->reg[v])->u32[l] =
            op->reg_bits == 16 ? (uint16_t)value : (uint32_t)value;
}

static uint64_t take(const Warp *w, const MemOp *op, int v, int l) {
    if (op->reg_bits == 64) return unit64(w, op->reg[v])->u64[l];
    return unit(w, op->reg[v])->u32[l];
}

// ---- memory that lies in one piece: global, shared, const, param
//
// The two widths that nearly all code uses have loops of their own.

#define GATHER(name, T)                                                        \
    static void name(T *d, const Access *a, const uint8_t *base) {             \
        bool line = a->shape == SHAPE_LINE, all = a->lanes == UINT32_MAX;      \
                                                                               \
        if (line && a->stride == 0 && all) {                                   \
            T value;                                                           \
            memcpy(&value, base + a->first, sizeof value);                     \
            LANES                                                              \
                d[l] = value;                                                  \
        } else if (line && a->stride == sizeof(T) && all) {                    \
            memcpy(d, base + a->first, WARP_SIZE * sizeof(T));                 \
        } else if (all) {                                                      \
            LANES                                                              \
                memcpy(&d[l], base + a->at[l], sizeof(T));                     \
        } else {                                                               \
            for (uint32_t m = a->lanes; m; m &= m - 1) {                       \
                int l = __builtin_ctz(m);                                      \
                memcpy(&d[l], base + a->at[l], sizeof(T));                     \
            }                                                                  \
        }                                                                      \
    }
GATHER(gather_u32, uint32_t)
GATHER(gather_u64, uint64_t)

// Two lanes that store to one address: the higher lane wins.
#define SCATTER(name, T)                                                       \
    static void name(const T *s, const Access *a, uint8_t *base) {             \
        if (a->shape == SHAPE_LINE && a->stride == sizeof(T) &&                \
            a->lanes == UINT32_MAX) {                                          \
            memcpy(base + a->first, s, WARP_SIZE * sizeof(T));                 \
            return;                                                            \
        }                                                                      \
        for (uint32_t m = a->lanes; m; m &= m - 1) {                           \
            int l = __builtin_ctz(m);                                          \
            memcpy(base + a->at[l], &s[l], sizeof(T));                         \
        }                                                                      \
    }
SCATTER(scatter_u32, uint32_t)
SCATTER(scatter_u64, uint64_t)

static void load_flat(Warp *w, const MemOp *op, const Access *a,
                      const uint8_t *base) {
    for (int v = 0; v < op->nreg; v++, base += op->size) {
        if (op->size == 4 && op->reg_bits == 32) {
            gather_u32(unit(w, op->reg[v])->u32, a, base);
        } else if (op->size == 8 && op->reg_bits == 64) {
            gather_u64(unit64(w, op->reg[v])->u64, a, base);
        } else {
            for (uint32_t m = a->lanes; m; m &= m - 1) {
                int l = __builtin_ctz(m);
                put(w, op, v, l, read_raw(base + a->at[l], op->size));
            }
        }
    }
}

static void store_flat(Warp *w, const MemOp *op, const Access *a,
                       uint8_t *base) {
    for (int v = 0; v < op->nreg; v++, base += op->size) {
        if (op->size == 4 && op->reg_bits == 32) {
            scatter_u32(unit(w, op->reg[v])->u32, a, base);
        } else if (op->size == 8 && op->reg_bits == 64) {
            scatter_u64(unit64(w, op->reg[v])->u64, a, base);
        } else {
            for (uint32_t m = a->lanes; m; m &= m - 1) {
                int l = __builtin_ctz(m);
                uint64_t value = take(w, op, v, l);
                memcpy(base + a->at[l], &value, op->size);
            }
        }
    }
}

// ---- local memory: 4-byte words of the lanes side by side

static uint8_t *local_word(uint8_t *local, int l, uint64_t a) {
    return local + a / 4 * (WARP_SIZE * 4) + l * 4 + a % 4;
}

static void load_local(Warp *w, const MemOp *op, const Access *a) {
    uint8_t *local = warp_local(w, (uint32_t)a->hi);

    for (int v = 0; v < op->nreg; v++) {
        uint64_t offset = (uint64_t)v * op->size;
        for (uint32_t m = a->lanes; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            uint8_t *p = local_word(local, l, a->at[l] + offset);
            uint64_t raw = read_raw(p, min_of(op->size, 4));
            if (op->size == 8) raw |= read_raw(p + WARP_SIZE * 4, 4) << 32;
            put(w, op, v, l, raw);
        }
    }
}

static void store_local(Warp *w, const MemOp *op, const Access *a) {
    uint8_t *local = warp_local(w, (uint32_t)a->hi);

    for (int v = 0; v < op->nreg; v++) {
        uint64_t offset = (uint64_t)v * op->size;
        for (uint32_t m = a->lanes; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            uint8_t *p = local_word(local, l, a->at[l] + offset);
            uint64_t value = take(w, op, v, l);
            uint32_t high = (uint32_t)(value >> 32);
            memcpy(p, &value, min_of(op->size, 4));
            if (op->size == 8) memcpy(p + WARP_SIZE * 4, &high, 4);
        }
    }
}

// ---- the way

static inline bool load_from(Warp *w, const Insn *in, Access *a, Space space) {
    const MemOp *op = memop_of(in);

    switch (space) {
    case SPACE_SHARED:
        if (!memop_check_shared(w, in, a)) return false;
        touch_shared(w, in, a, TOUCH_LOAD);
        load_flat(w, op, a, w->block->shared);
        return true;
    case SPACE_LOCAL:
        if (!memop_check_local(w, in, a)) return false;
        // arguments of calls are registers once ptxas is done with them
        if (!op->in_frame) site_count(w, in)->local_requests++;
        load_local(w, op, a);
        return true;
    case SPACE_PARAM:
        if (!memop_check_param(w, in, a)) return false;
        load_flat(w, op, a, w->block->launch->params);
        return true;
    case SPACE_CONST:
        if (!memop_check_global(w, in, a)) return false;
        site_count(w, in)->const_requests++;
        load_flat(w, op, a, memop_base(w, op, a));
        return true;
    default:
        if (!memop_check_global(w, in, a)) return false;
        touch_global(w, in, a, TOUCH_LOAD);
        load_flat(w, op, a, memop_base(w, op, a));
        return true;
    }
}

static inline bool store_to(Warp *w, const Insn *in, Access *a, Space space) {
    const MemOp *op = memop_of(in);

    w->block->progress++;
    switch (space) {
    case SPACE_SHARED:
        if (!memop_check_shared(w, in, a)) return false;
        touch_shared(w, in, a, TOUCH_STORE);
        store_flat(w, op, a, w->block->shared);
        return true;
    case SPACE_LOCAL:
        if (!memop_check_local(w, in, a)) return false;
        if (!op->in_frame) site_count(w, in)->local_requests++;
        store_local(w, op, a);
        return true;
    default:
        if (!memop_check_global(w, in, a)) return false;
        touch_global(w, in, a, TOUCH_STORE);
        store_flat(w, op, a, memop_base(w, op, a));
        return true;
    }
}

static inline void access_begin(const Warp *w, const Insn *in, Access *a) {
    a->lanes = w->active;
    a->bytes = (uint32_t)in->bytes * in->vec;
    memop_addresses(w, memop_of(in), a);
}

#define HANDLER(name, body, space)                                             \
    static const Insn *name(Warp *w, const Insn *in) {                         \
        Access a;                                                              \
        access_begin(w, in, &a);                                               \
        access_classify(&a);                                                   \
        return body(w, in, &a, space) ? in + 1 : NULL;                         \
    }
HANDLER(exec_ld_global, load_from, SPACE_GLOBAL)
HANDLER(exec_ld_shared, load_from, SPACE_SHARED)
HANDLER(exec_ld_local, load_from, SPACE_LOCAL)
HANDLER(exec_ld_const, load_from, SPACE_CONST)
HANDLER(exec_ld_param, load_from, SPACE_PARAM)
HANDLER(exec_st_global, store_to, SPACE_GLOBAL)
HANDLER(exec_st_shared, store_to, SPACE_SHARED)
HANDLER(exec_st_local, store_to, SPACE_LOCAL)

// Generic: the lanes of one window at a time, lowest lane first.
#define GENERIC(name, body)                                                    \
    static const Insn *name(Warp *w, const Insn *in) {                         \
        Access a;                                                              \
        access_begin(w, in, &a);                                               \
        for (uint32_t left = w->active; left; left &= ~a.lanes) {              \
            Space space = memop_take_window(&a, left);                         \
            if (!body(w, in, &a, space)) return NULL;                          \
        }                                                                      \
        return in + 1;                                                         \
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

    if (n != op->nreg) return decoder_refuse(d, "a vector of %d registers", n);
    op->reg_bits = (uint8_t)max_of(op->size * 8, 16);
    for (int v = 0; v < n; v++)
        if (at[v].kind == OPND_REG && type_bits(at[v].sym->type) > op->reg_bits)
            op->reg_bits = (uint8_t)type_bits(at[v].sym->type);
    if (op->reg_bits > 64)
        return decoder_refuse(d, "registers of %d bits", op->reg_bits);
    for (int v = 0; v < n; v++)
        op->reg[v] = is_load ? dst(d, &at[v], op->reg_bits)
                             : src(d, &at[v], op->reg_bits);
    return true;
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
    if (!memop_type(d, s, op, in)) return false;
    return bind_registers(d, &s->opnd[0], op, true);
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
    if (space == SPACE_PARAM) decoder_cost(d, PIPE_FREE, 0, 0);
    if (op->space >= COUNT_OF(handlers) || !handlers[op->space])
        return decoder_refuse(d, "a store to this space");
    in->fn = handlers[op->space];
    if (!memop_type(d, s, op, in)) return false;
    return bind_registers(d, &s->opnd[1], op, false);
}

bool select_mem(Decoder *d, const Stmt *s, Insn *in) {
    switch (s->op) {
    case OP_LD:
    case OP_LDU: return select_load(d, s, in);
    case OP_ST: return select_store(d, s, in);
    case OP_PREFETCH:
    case OP_PREFETCHU:
    case OP_APPLYPRIORITY:
    case OP_DISCARD: in->fn = exec_hint; return true;
    default: return decoder_refuse(d, "this memory instruction");
    }
}
