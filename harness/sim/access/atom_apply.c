// How atom and red change memory: read, compute, write, a lane at a time.
#include "sim/access/atom.h"
#include "sim/core/launch.h"

#include <string.h>

uint64_t atom_operand(const Warp *w, Slot s, int bits, int l) {
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

uint64_t atom_update(uint8_t *p, int size, AtomOp op, uint64_t b, uint64_t c) {
    uint64_t old = mem_read(p, size);

    mem_write(p, size, op(old, b, c));
    return old;
}

// One element of one lane. Returns whether memory changed.
static bool apply(Warp *w, const AtomInsn *x, AtomOp op, uint8_t *p, int v,
                  int l) {
    const MemOp *m = &x->mem;
    uint64_t b = atom_operand(w, m->reg[v], m->reg_bits, l), c = 0;

    if (x->second != SLOT_NONE) c = atom_operand(w, x->second, m->reg_bits, l);
    uint64_t old = atom_update(p, m->size, op, b, c);
    if (x->result[v] != SLOT_NONE)
        reg_write(w, x->result[v], m->reg_bits, l, old);
    return mem_read(p, m->size) != old;
}

// 128 bits: both halves decide and both are written.
static bool apply_wide(Warp *w, const AtomInsn *x, uint8_t *p, int l) {
    const Slot *b = x->mem.reg;
    uint64_t old[2] = {mem_read(p, 8), mem_read(p + 8, 8)};
    uint64_t fresh[2] = {atom_operand(w, b[0], 64, l),
                         atom_operand(w, b[1], 64, l)};
    if (x->second != SLOT_NONE) { // cas: b is what is expected
        bool hit = old[0] == fresh[0] && old[1] == fresh[1];
        for (int i = 0; i < 2; i++)
            fresh[i] =
                hit ? atom_operand(w, x->second + 2 * (Slot)i, 64, l) : old[i];
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

AtomBulk32 *atom_bulk_32(AtomOp op) {
    static const struct {
        AtomOp op;
        AtomBulk32 *fn;
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

AtomBulk64 *atom_bulk_64(AtomOp op) {
    static const struct {
        AtomOp op;
        AtomBulk64 *fn;
    } row[] = {{atom_add_64, bulk_add_64}, {atom_add_f64, bulk_add_f64},
               {atom_and, bulk_and_64},    {atom_or, bulk_or_64},
               {atom_xor, bulk_xor_64},    {atom_exch, bulk_exch_64},
               {atom_cas, bulk_cas_64}};
    for (size_t i = 0; i < COUNT_OF(row); i++)
        if (row[i].op == op) return row[i].fn;
    return NULL;
}

static void apply_upwards(Warp *w, const AtomInsn *x, const Access *a,
                          AtomOp op, uint8_t *base) {
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

void atom_apply(Warp *w, const AtomInsn *x, const Access *a, AtomOp op,
                uint8_t *base) {
    if (!w->block->launch->order.downwards) {
        apply_upwards(w, x, a, op, base);
        return;
    }
    Access one = *a;
    for (uint32_t left = a->lanes; left; left ^= one.lanes) {
        one.lanes = 1u << (31 - __builtin_clz(left));
        apply_upwards(w, x, &one, op, base);
    }
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
void atom_apply_free(const Warp *w, const AtomInsn *x, const Access *a,
                     uint8_t *base) {
    const MemOp *m = &x->mem;
    bool one = a->shape == SHAPE_LINE && a->stride == 0;
    for (int v = 0; v < m->nreg; v++, base += m->size) {
        uint32_t left = a->lanes;
        int first = __builtin_ctz(left);
        uint64_t sum = atom_operand(w, m->reg[v], m->reg_bits, first);
        for (left &= left - 1; left; left &= left - 1) {
            int l = __builtin_ctz(left);
            uint64_t b = atom_operand(w, m->reg[v], m->reg_bits, l);
            if (one)
                sum = x->op(sum, b, 0);
            else
                update(m, x->op, base + a->at[l], b);
        }
        update(m, x->op, base + a->at[first], sum);
    }
}
