// The log of deferred atomics: entries of words of 8 bytes,
//
//   | AtomInsn | lanes, shape | addresses | operands b | c, for cas |
//
// with the addresses of the host, lowest lane first; one, if all lanes have the
// same. An operand takes the bytes of its element's register: 4 or 8.
#include "sim/access/deferred.h"

#include "sim/core/turn.h"

#include "base/heap.h"
#include "sim/decode/code.h"

#include <string.h>

enum {
    MOST_ELEMENTS = 8 * WARP_SIZE,
    MOST_WORDS = 2 + WARP_SIZE + 2 * MOST_ELEMENTS, // of an entry
#ifdef KATA_STRESS
    DEFERRED_MOST = 2 * MOST_WORDS,
#else
    DEFERRED_MOST = 64 << 10, // words
#endif
    RANGES = 4, // that are told apart
};

// The addresses that atomics were deferred to: bytes of one allocation, or of
// any.
typedef struct Range {
    const Alloc *in;
    uint64_t lo, hi;
} Range;

struct Deferred {
    uint64_t *at; // [DEFERRED_MOST]
    uint32_t n;
    int nranges;
    Range range[RANGES];
};

static void apply_all(Launch *la) {
    deferred_apply(la->atomics.deferred);
}

void deferred_init(Launch *la) {
    la->atomics.deferred = NULL;
    la->order.on_turn = NULL;
    if (!la->code->has_deferrable) return;
    la->order.on_turn = apply_all;
    la->atomics.deferred = arena_new(&la->arena, Deferred);
    // Not zeroed: pages that stay unused cost nothing.
    la->atomics.deferred->at =
        heap_grow(NULL, DEFERRED_MOST, sizeof *la->atomics.deferred->at);
}

void deferred_fini(Launch *la) {
    if (la->atomics.deferred) heap_free(la->atomics.deferred->at);
    la->atomics.deferred = NULL;
}

// ---- who may notice

static void widen(Deferred *p, const MemOp *op, const Access *a) {
    const Alloc *in = __atomic_load_n(&op->seen, __ATOMIC_RELAXED);
    int i = 0;

    while (i < p->nranges && p->range[i].in != in)
        i++;
    i = min_of(i, RANGES - 1);
    if (i == p->nranges) p->range[p->nranges++] = (Range){in, a->lo, a->hi};
    p->range[i].lo = min_of(p->range[i].lo, a->lo);
    p->range[i].hi = max_of(p->range[i].hi, a->hi);
}

void deferred_meet(Launch *la, uint64_t lo, uint64_t hi) {
    const Deferred *p = la->atomics.deferred;

    for (int i = 0; i < p->nranges; i++) {
        if (hi <= p->range[i].lo || lo >= p->range[i].hi) continue;
        turn_wait(la); // not given: abandoned, and nobody will look
        return;
    }
}

// ---- writing down

bool deferred_take(const Launch *la) {
    return la->atomics.deferred && !la->order.has_turn &&
           la->atomics.deferred->n + MOST_WORDS <= DEFERRED_MOST;
}

// A register of the lanes, one after the other. Returns what is behind.
static uint64_t *put_operand(uint64_t *to, const Warp *w, const AtomInsn *x,
                             Slot s, uint32_t lanes) {
    uint32_t *half = (uint32_t *)(void *)to;
    int bits = x->mem.reg_bits, n = 0;

    for (uint32_t m = lanes; m; m &= m - 1, n++) {
        uint64_t v = atom_operand(w, s, bits, __builtin_ctz(m));
        if (bits == 64)
            to[n] = v;
        else
            half[n] = (uint32_t)v;
    }
    return to + (bits == 64 ? n : (n + 1) / 2);
}

void deferred_add(Warp *w, const AtomInsn *x, Access *a) {
    Deferred *p = w->block->launch->atomics.deferred;
    uint64_t *to = p->at + p->n;
    bool one = a->shape == SHAPE_LINE && a->stride == 0;

    widen(p, &x->mem, a);
    uint64_t base = (uint64_t)(uintptr_t)memop_base(w, &x->mem, a);
    *to++ = (uint64_t)(uintptr_t)x;
    *to++ = (uint64_t)__builtin_popcount(a->lanes) << 1 | one;
    for (uint32_t m = one ? a->lanes & -a->lanes : a->lanes; m; m &= m - 1)
        *to++ = base + a->at[__builtin_ctz(m)];
    for (int v = 0; v < x->mem.nreg; v++)
        to = put_operand(to, w, x, x->mem.reg[v], a->lanes);
    if (x->second != SLOT_NONE) to = put_operand(to, w, x, x->second, a->lanes);
    p->n = (uint32_t)(to - p->at);
}

// ---- doing

typedef struct DeferredEntry {
    const AtomInsn *x;
    Access a;          // lanes 0 to a.n - 1, addresses of the host
    const uint64_t *b; // operands of the first element
    const uint64_t *c;
    uint32_t words; // of an operand, all lanes
} DeferredEntry;

// Reads the entry at `at` and returns what is behind.
static const uint64_t *entry_read(const uint64_t *at, DeferredEntry *p) {
    p->x = (const AtomInsn *)(uintptr_t)at[0];
    uint32_t n = (uint32_t)(at[1] >> 1), one = at[1] & 1;
    p->a.n = (int)n;
    p->a.lanes = UINT32_MAX >> (WARP_SIZE - n);
    p->a.shape = one ? SHAPE_LINE : SHAPE_GENERAL;
    p->a.stride = 0;
    p->a.first = at[2];
    at += 2;
    for (uint32_t l = 0; l < n; l++)
        p->a.at[l] = one ? *at : at[l];
    p->b = at + (one ? 1 : n);
    p->words = p->x->mem.reg_bits == 64 ? n : (n + 1) / 2;
    p->c = p->b + p->words * p->x->mem.nreg;
    return p->c + (p->x->second != SLOT_NONE ? p->words : 0);
}

static uint64_t operand(const DeferredEntry *p, const uint64_t *from, int l) {
    uint32_t half;
    if (p->x->mem.reg_bits == 64) return from[l];
    memcpy(&half, (const char *)from + 4 * l, sizeof half);
    return half;
}

static void apply_each(const DeferredEntry *p) {
    const AtomInsn *x = p->x;
    int size = x->mem.size;
    for (int l = 0; l < p->a.n; l++)
        for (int v = 0; v < x->mem.nreg; v++)
            atom_update((uint8_t *)(uintptr_t)p->a.at[l] + v * size, size,
                        x->op, operand(p, p->b + (uint32_t)v * p->words, l),
                        x->second != SLOT_NONE ? operand(p, p->c, l) : 0);
}

static void apply(const DeferredEntry *p) {
    const void *b = p->b, *c = p->x->second != SLOT_NONE ? p->c : p->b;
    if (p->x->bulk32[0])
        p->x->bulk32[0](NULL, b, c, &p->a, NULL);
    else if (p->x->bulk64[0])
        p->x->bulk64[0](NULL, b, c, &p->a, NULL);
    else
        apply_each(p);
}

void deferred_apply(Deferred *p) {
    if (!p || !p->n) return;
    const uint64_t *at = p->at, *end = p->at + p->n;
    DeferredEntry entry;
    while (at < end) {
        at = entry_read(at, &entry);
        apply(&entry);
    }
    p->n = 0;
    p->nranges = 0;
}
