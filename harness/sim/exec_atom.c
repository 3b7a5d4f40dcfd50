// atom and red: read, compute, write, a lane at a time, lowest lane first. PTX
// ISA, "Parallel Synchronization and Communication Instructions: atom, red".
//
// The order is fixed, so sums of floats repeat bit by bit: where it matters, a
// block waits for its turn (study.h).
#include "sim/async.h"
#include "sim/atom_ops.h"
#include "sim/cluster.h"
#include "sim/crew.h"
#include "sim/memop.h"
#include "sim/touch.h"

#include <string.h>

// Behind Insn.ptr: a MemOp first, so that memop_of() holds.
typedef struct AtomInsn {
    MemOp mem; // reg: the operands b of each element
    AtomOp op;
    AtomOp op_shared; // where shared memory computes otherwise
    bool is_float;
    bool is_constant; // adds the same immediate for every lane
    bool is_uniform;  // one address for all lanes, as ptxas can see
    // Of all lanes at once, for op and op_shared; NULL: one at a time.
    bool (*bulk32[2])(uint32_t *, const uint32_t *, const uint32_t *,
                      const Access *, uint8_t *);
    bool (*bulk64[2])(uint64_t *, const uint64_t *, const uint64_t *,
                      const Access *, uint8_t *);
    Slot second;    // c of cas, or SLOT_NONE; of 128 bits the low half
    Slot result[8]; // SLOT_NONE for red
} AtomInsn;

// ---- execution

static uint64_t reg_read(const Warp *w, Slot s, int bits, int l) {
    return bits == 64 ? unit64(w, s)->u64[l] : unit(w, s)->u32[l];
}

static void reg_write(Warp *w, Slot s, int bits, int l, uint64_t v) {
    if (bits == 64)
        unit64(w, s)->u64[l] = v;
    else
        unit(w, s)->u32[l] = (uint32_t)v;
}

static uint64_t mem_read(const uint8_t *p, int size) {
    uint64_t v = 0;

    switch (size) { // copies of a known size are single instructions
    case 2: memcpy(&v, p, 2); break;
    case 4: memcpy(&v, p, 4); break;
    default: memcpy(&v, p, 8); break;
    }
    return v;
}

static void mem_write(uint8_t *p, int size, uint64_t v) {
    switch (size) {
    case 2: memcpy(p, &v, 2); break;
    case 4: memcpy(p, &v, 4); break;
    default: memcpy(p, &v, 8); break;
    }
}

// One element of one lane. Returns whether memory changed.
static bool apply(Warp *w, const AtomInsn *x, AtomOp op, uint8_t *p, int v,
                  int l) {
    const MemOp *m = &x->mem;
    uint64_t b = reg_read(w, m->reg[v], m->reg_bits, l), c = 0;

    if (x->second != SLOT_NONE) c = reg_read(w, x->second, m->reg_bits, l);
    uint64_t old = mem_read(p, m->size), fresh = op(old, b, c);
    mem_write(p, m->size, fresh);
    if (x->result[v] != SLOT_NONE)
        reg_write(w, x->result[v], m->reg_bits, l, old);
    return fresh != old;
}

// 128 bits: both halves decide and both are written.
static bool apply_wide(Warp *w, const AtomInsn *x, uint8_t *p, int l) {
    const Slot *b = x->mem.reg;
    uint64_t old[2] = {mem_read(p, 8), mem_read(p + 8, 8)};
    uint64_t fresh[2] = {reg_read(w, b[0], 64, l), reg_read(w, b[1], 64, l)};
    if (x->second != SLOT_NONE) { // cas: b is what is expected
        bool hit = old[0] == fresh[0] && old[1] == fresh[1];
        for (int i = 0; i < 2; i++)
            fresh[i] =
                hit ? reg_read(w, x->second + 2 * (Slot)i, 64, l) : old[i];
    }
    for (int i = 0; i < 2; i++) {
        mem_write(p + 8 * i, 8, fresh[i]);
        if (x->result[i] != SLOT_NONE)
            reg_write(w, x->result[i], 64, l, old[i]);
    }
    return fresh[0] != old[0] || fresh[1] != old[1];
}

// The same for all lanes and one element of U, as wide as its registers: the
// commonest operations, with the operation in line. On one address the value
// stays in a register of the host: memory would be a chain of 32 round trips.
#define BULK(name, op, U)                                                      \
    static bool bulk_##name(U *result, const U *b, const U *c,                 \
                            const Access *a, uint8_t *base) {                  \
        bool one = a->shape == SHAPE_LINE && a->stride == 0, changed = false;  \
        U old = 0, fresh;                                                      \
                                                                               \
        if (one) memcpy(&old, base + a->first, sizeof old);                    \
        for (uint32_t m = a->lanes; m; m &= m - 1) {                           \
            int l = __builtin_ctz(m);                                          \
            uint8_t *p = base + a->at[l];                                      \
            if (!one) memcpy(&old, p, sizeof old);                             \
            fresh = (U)atom_##op(old, b[l], c[l]);                             \
            if (!one) memcpy(p, &fresh, sizeof fresh);                         \
            if (result) result[l] = old;                                       \
            changed |= fresh != old;                                           \
            old = fresh;                                                       \
        }                                                                      \
        if (one) memcpy(base + a->first, &old, sizeof old);                    \
        return changed;                                                        \
    }
BULK(add_32, add_32, uint32_t)
BULK(add_64, add_64, uint64_t)
BULK(min_u32, min_u32, uint32_t)
BULK(max_u32, max_u32, uint32_t)
BULK(min_s32, min_s32, uint32_t)
BULK(max_s32, max_s32, uint32_t)
BULK(inc, inc, uint32_t)
BULK(dec, dec, uint32_t)
BULK(add_f32, add_f32, uint32_t)
BULK(add_f32_ftz, add_f32_ftz, uint32_t)
BULK(add_f64, add_f64, uint64_t)
BULK(and_32, and, uint32_t)
BULK(and_64, and, uint64_t)
BULK(or_32, or, uint32_t)
BULK(or_64, or, uint64_t)
BULK(xor_32, xor, uint32_t)
BULK(xor_64, xor, uint64_t)
BULK(exch_32, exch, uint32_t)
BULK(exch_64, exch, uint64_t)
BULK(cas_32, cas, uint32_t)
BULK(cas_64, cas, uint64_t)

typedef bool Bulk32(uint32_t *, const uint32_t *, const uint32_t *,
                    const Access *, uint8_t *);
typedef bool Bulk64(uint64_t *, const uint64_t *, const uint64_t *,
                    const Access *, uint8_t *);

static Bulk32 *bulk32_of(AtomOp op) {
    static const struct {
        AtomOp op;
        Bulk32 *fn;
    } row[] = {
        {atom_add_32, bulk_add_32},   {atom_min_u32, bulk_min_u32},
        {atom_max_u32, bulk_max_u32}, {atom_min_s32, bulk_min_s32},
        {atom_max_s32, bulk_max_s32}, {atom_inc, bulk_inc},
        {atom_dec, bulk_dec},         {atom_add_f32, bulk_add_f32},
        {atom_and, bulk_and_32},      {atom_or, bulk_or_32},
        {atom_xor, bulk_xor_32},      {atom_exch, bulk_exch_32},
        {atom_cas, bulk_cas_32},      {atom_add_f32_ftz, bulk_add_f32_ftz}};
    for (size_t i = 0; i < COUNT_OF(row); i++)
        if (row[i].op == op) return row[i].fn;
    return NULL;
}

static Bulk64 *bulk64_of(AtomOp op) {
    static const struct {
        AtomOp op;
        Bulk64 *fn;
    } row[] = {{atom_add_64, bulk_add_64}, {atom_add_f64, bulk_add_f64},
               {atom_and, bulk_and_64},    {atom_or, bulk_or_64},
               {atom_xor, bulk_xor_64},    {atom_exch, bulk_exch_64},
               {atom_cas, bulk_cas_64}};
    for (size_t i = 0; i < COUNT_OF(row); i++)
        if (row[i].op == op) return row[i].fn;
    return NULL;
}

static void apply_all(Warp *w, const AtomInsn *x, const Access *a, AtomOp op,
                      uint8_t *base) {
    bool changed = false, shared = op != x->op;
    const void *b = unit(w, x->mem.reg[0]), *c = b;
    void *result = NULL;

    if (x->second != SLOT_NONE) c = unit(w, x->second);
    if (x->result[0] != SLOT_NONE) result = unit(w, x->result[0]);
    if (x->bulk32[shared]) {
        w->block->progress += x->bulk32[shared](result, b, c, a, base);
        return;
    }
    if (x->bulk64[shared]) {
        w->block->progress += x->bulk64[shared](result, b, c, a, base);
        return;
    }
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        if (x->mem.is_wide) {
            changed |= apply_wide(w, x, base + a->at[l], l);
            continue;
        }
        for (int v = 0; v < x->mem.nreg; v++)
            changed |= apply(w, x, op, base + a->at[l] + v * x->mem.size, v, l);
    }
    w->block->progress += changed;
}

// ---- while other workers may be at the same word: integers of 4 or 8 bytes,
// of which nobody wants the old value

static void update_32(uint8_t *p, AtomOp op, uint32_t b) {
    uint32_t *at = (uint32_t *)(void *)p;
    if (op == atom_add_32) {
        __atomic_fetch_add(at, b, __ATOMIC_RELAXED);
        return;
    }
    uint32_t old = __atomic_load_n(at, __ATOMIC_RELAXED), fresh;
    do {
        fresh = (uint32_t)op(old, b, 0);
    } while (!__atomic_compare_exchange_n(at, &old, fresh, true,
                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

static void update_64(uint8_t *p, AtomOp op, uint64_t b) {
    uint64_t *at = (uint64_t *)(void *)p;
    uint64_t old = __atomic_load_n(at, __ATOMIC_RELAXED), fresh;
    do {
        fresh = op(old, b, 0);
    } while (!__atomic_compare_exchange_n(at, &old, fresh, true,
                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

static void update(const MemOp *m, AtomOp op, uint8_t *p, uint64_t b) {
    if (m->size == 4)
        update_32(p, op, (uint32_t)b);
    else
        update_64(p, op, b);
}

// Lanes on one address are put together first: fewer fights over the word.
static void apply_free(const Warp *w, const AtomInsn *x, const Access *a,
                       uint8_t *base) {
    const MemOp *m = &x->mem;
    bool one = a->shape == SHAPE_LINE && a->stride == 0;
    for (int v = 0; v < m->nreg; v++, base += m->size) {
        uint32_t left = a->lanes;
        int first = __builtin_ctz(left);
        uint64_t sum = reg_read(w, m->reg[v], m->reg_bits, first);
        for (left &= left - 1; left; left &= left - 1) {
            int l = __builtin_ctz(left);
            uint64_t b = reg_read(w, m->reg[v], m->reg_bits, l);
            if (one)
                sum = x->op(sum, b, 0);
            else
                update(m, x->op, base + a->at[l], b);
        }
        update(m, x->op, base + a->at[first], sum);
    }
}

// ---- counting
//
// Costs measured on an H200 with red, all SMs: a sector takes 1.5 cycles, and a
// further lane on the same address 1.4 (a float 3.5). Where all lanes add
// integers to one address and ptxas knows it, it lets one lane do it. In shared
// memory a float add is a compare-and-swap loop: 24 cycles, 20 for each further
// lane on its address; adding a constant costs a store's wavefronts.

enum { // cycles / 256
    SECTOR_COST = 384,
    LANE_COST_INT = 366,
    LANE_COST_FLOAT = 3 * 256 + 128,
};

void atom_count_global(Warp *w, const Insn *in, const Access *a,
                       const Footprint *f) {
    const AtomInsn *x = in->ptr;
    SiteCount *n = site_count(w, in);
    int same = access_multiplicity(a);
    bool aggregated = x->is_uniform && !x->is_float;
    uint32_t passes = aggregated ? 1 : (uint32_t)same;

    n->atomic_requests++;
    n->atomics += (uint64_t)a->n;
    n->atomic_serial += (uint64_t)same;
    AtomicCost cost = {
        .sector = SECTOR_COST,
        .extra = (passes - 1) * (x->is_float ? LANE_COST_FLOAT : LANE_COST_INT),
        .passes = passes,
    };
    caches_atomic(w, f, cost, n);
}

void atom_count_shared(Warp *w, const Insn *in, const Access *a) {
    const AtomInsn *x = in->ptr;
    SiteCount *n = site_count(w, in);
    int same = access_multiplicity(a);

    n->atomic_requests++;
    n->smem_atomics += (uint64_t)a->n;
    n->smem_atomic_serial += (uint64_t)same;
    if (x->is_float)
        n->smem_atomic_cycles += 4 + 20 * (uint64_t)same;
    else if (!x->is_constant)
        n->smem_atomic_cycles += (uint64_t)same - 1;
}

// In the shared memory of other blocks of the cluster, one after the other.
static bool atom_remote(Warp *w, const Insn *in, Access *a) {
    const AtomInsn *x = in->ptr;
    for (uint32_t left = a->lanes; left; left &= ~a->lanes) {
        Block *b = cluster_take(w, in, a, left);
        if (!b) return false;
        touch_cluster(w, in, a, TOUCH_ATOMIC, b);
        apply_all(w, x, a, x->op_shared, b->shared);
        b->progress++;
    }
    return true;
}

static bool atom_in(Warp *w, const Insn *in, Access *a, Space space) {
    const AtomInsn *x = in->ptr;

    if (space == SPACE_SHARED) {
        if (access_is_remote(w, a)) return atom_remote(w, in, a);
        if (!memop_check_shared(w, in, a)) return false;
        touch_shared(w, in, a, TOUCH_ATOMIC);
        apply_all(w, x, a, x->op_shared, w->block->shared);
        return true;
    }
    // of local memory or parameters there are no atomics: no such allocation
    if (!memop_check_global(w, in, a)) return false;
    if (x->mem.is_gated && !crew_gate(w)) return false;
    touch_global(w, in, a, TOUCH_ATOMIC);
    // Whether a free one changes memory may depend on others: count on it.
    w->block->progress += x->mem.is_free;
    if (x->mem.is_free && w->block->launch->crew)
        apply_free(w, x, a, memop_base(w, &x->mem, a));
    else
        apply_all(w, x, a, x->op, memop_base(w, &x->mem, a));
    return true;
}

static const Insn *exec_atom(Warp *w, const Insn *in) {
    const MemOp *op = memop_of(in);
    Access a;

    a.bytes = op->bytes;
    if (op->space != SPACE_GENERIC) {
        a.lanes = w->active;
        memop_shape(w, op, &a);
        return atom_in(w, in, &a, op->space) ? in + 1 : NULL;
    }
    memop_addresses(w, op, &a);
    for (uint32_t left = w->active; left; left &= ~a.lanes) {
        Space space = memop_take_window(&a, left);
        if (!atom_in(w, in, &a, space)) return NULL;
    }
    return in + 1;
}

// ---- select

typedef struct AtomRow {
    Mod op;
    Type type; // the operation of these types; bits count where sign does not
    AtomOp fn, shared;
} AtomRow;

// clang-format off
static const AtomRow rows[] = {
    {MOD_ADD, TYPE_U32,    atom_add_32,      atom_add_32},
    {MOD_ADD, TYPE_S32,    atom_add_32,      atom_add_32},
    {MOD_ADD, TYPE_U64,    atom_add_64,      atom_add_64},
    {MOD_ADD, TYPE_S64,    atom_add_64,      atom_add_64},
    {MOD_ADD, TYPE_F32,    atom_add_f32_ftz, atom_add_f32},
    {MOD_ADD, TYPE_F64,    atom_add_f64,     atom_add_f64},
    {MOD_ADD, TYPE_F16,    atom_add_f16,     atom_add_f16},
    {MOD_ADD, TYPE_F16X2,  atom_add_f16x2,   atom_add_f16x2},
    {MOD_ADD, TYPE_BF16,   atom_add_bf16,    atom_add_bf16},
    {MOD_ADD, TYPE_BF16X2, atom_add_bf16x2,  atom_add_bf16x2},
    {MOD_MIN, TYPE_U32,    atom_min_u32,     atom_min_u32},
    {MOD_MIN, TYPE_S32,    atom_min_s32,     atom_min_s32},
    {MOD_MIN, TYPE_U64,    atom_min_u64,     atom_min_u64},
    {MOD_MIN, TYPE_S64,    atom_min_s64,     atom_min_s64},
    {MOD_MAX, TYPE_U32,    atom_max_u32,     atom_max_u32},
    {MOD_MAX, TYPE_S32,    atom_max_s32,     atom_max_s32},
    {MOD_MAX, TYPE_U64,    atom_max_u64,     atom_max_u64},
    {MOD_MAX, TYPE_S64,    atom_max_s64,     atom_max_s64},
    {MOD_MIN, TYPE_F16, atom_min_f16, atom_min_f16},
    {MOD_MIN, TYPE_F16X2, atom_min_f16x2, atom_min_f16x2},
    {MOD_MIN, TYPE_BF16, atom_min_bf16, atom_min_bf16},
    {MOD_MIN, TYPE_BF16X2, atom_min_bf16x2, atom_min_bf16x2},
    {MOD_MAX, TYPE_F16, atom_max_f16, atom_max_f16},
    {MOD_MAX, TYPE_F16X2, atom_max_f16x2, atom_max_f16x2},
    {MOD_MAX, TYPE_BF16, atom_max_bf16, atom_max_bf16},
    {MOD_MAX, TYPE_BF16X2, atom_max_bf16x2, atom_max_bf16x2},
    {MOD_INC, TYPE_U32,    atom_inc,         atom_inc},
    {MOD_DEC, TYPE_U32,    atom_dec,         atom_dec},
    {MOD_AND, TYPE_B32,    atom_and,         atom_and},
    {MOD_AND, TYPE_B64,    atom_and,         atom_and},
    {MOD_OR,  TYPE_B32,    atom_or,          atom_or},
    {MOD_OR,  TYPE_B64,    atom_or,          atom_or},
    {MOD_XOR, TYPE_B32,    atom_xor,         atom_xor},
    {MOD_XOR, TYPE_B64,    atom_xor,         atom_xor},
    {MOD_EXCH, TYPE_B32,   atom_exch,        atom_exch},
    {MOD_EXCH, TYPE_B64,   atom_exch,        atom_exch},
    {MOD_CAS, TYPE_B16,    atom_cas,         atom_cas},
    {MOD_CAS, TYPE_B32,    atom_cas,         atom_cas},
    {MOD_CAS, TYPE_B64,    atom_cas,         atom_cas},
    {MOD_EXCH, TYPE_B128,  atom_exch,        atom_exch},
    {MOD_CAS, TYPE_B128,   atom_cas,         atom_cas},
};
// clang-format on

static const AtomRow *row_find(const Stmt *s) {
    Type t = s->ntypes ? s->types[0] : TYPE_NONE;

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].type == t && stmt_has(s, rows[i].op)) return &rows[i];
    return NULL;
}

// The registers of o, one per element.
static bool bind(Decoder *d, const Operand *o, AtomInsn *x, bool is_result,
                 Slot *slots) {
    int n = o->kind == OPND_VEC ? o->n : 1;
    const Operand *at = o->kind == OPND_VEC ? o->at : o;

    if (x->mem.is_wide) {
        memop_halves(d, o, is_result, slots);
        return true;
    }
    if (n != x->mem.nreg)
        return decoder_refuse(d, "an atomic with %d registers", n);
    for (int v = 0; v < n; v++)
        slots[v] = is_result ? dst(d, &at[v], x->mem.reg_bits)
                             : src(d, &at[v], x->mem.reg_bits);
    return true;
}

bool select_atom(Decoder *d, const Stmt *s, Insn *in) {
    int at = s->op == OP_ATOM; // the operand that is the address
    if (stmt_has(s, MOD_ASYNC)) return select_remote(d, s, in);
    const AtomRow *row = row_find(s);
    Space space = memop_space(s);

    if (!row) return decoder_refuse(d, "this atomic operation");
    if (space != SPACE_GENERIC && space != SPACE_GLOBAL &&
        space != SPACE_SHARED)
        return decoder_refuse(d, "an atomic in this space");
    AtomInsn *x = decoder_alloc(d, sizeof *x);
    MemOp *op = memop_init(d, s, &s->opnd[at], space, in, &x->mem);
    if (!memop_type(d, s, op, in)) return false;
    op->access = "atomic";
    op->reg_bits = (uint8_t)max_of(op->size * 8, 16);
    x->op = row->fn;
    x->op_shared = row->shared;
    x->second = SLOT_NONE;
    for (size_t v = 0; v < COUNT_OF(x->result); v++)
        x->result[v] = SLOT_NONE;
    in->fn = exec_atom;
    if (s->op == OP_ATOM && !bind(d, &s->opnd[0], x, true, x->result))
        return false;
    if (!bind(d, &s->opnd[at + 1], x, false, op->reg)) return false;
    x->is_float = type_is_float(row->type);
    x->is_uniform = decoder_is_uniform(d, s);
    x->is_constant = row->op == MOD_ADD && s->opnd[at + 1].kind == OPND_IMM;
    for (int i = 0; op->nreg == 1 && i < 2; i++) {
        AtomOp fn = i ? row->shared : row->fn;
        if (op->size == 4) x->bulk32[i] = bulk32_of(fn);
        if (op->size == 8) x->bulk64[i] = bulk64_of(fn);
    }
    if (row->op != MOD_CAS) return true;
    Slot second[2];
    if (op->is_wide)
        memop_halves(d, &s->opnd[at + 2], false, second);
    else
        second[0] = src(d, &s->opnd[at + 2], op->reg_bits);
    x->second = second[0];
    return true;
}
