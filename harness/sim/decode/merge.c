// Loads of neighbouring words of shared memory that ptxas makes one of:
//
//     ld.shared.f32 %f1, [%r1+16];
//     fma.rn.f32    ...
//     ld.shared.f32 %f2, [%r1+20];     ld.shared.v4, where %r1 is a
//     ...                              multiple of 16 in every lane
//
// Or of a variable's words, [sums+16], wherever it lies. Stores to global
// memory in between are no hindrance. Here only what the text says: which bytes
// of a wider load this one is. Where lanes' addresses lie is seen when the load
// runs (access/observe.c).
//
// And stores to neighbouring words of global memory that L1 joins, as one warp
// sends them one right after the other.
#include "sim/decode/decode.h"

enum { REACH = 96 }; // statements; ptxas needs registers for what it fetches

// True if a wider load may not be moved across s.
static bool keeps_order(const Stmt *s) {
    switch (s->op) {
    case OP_ST: return !stmt_has(s, MOD_GLOBAL);
    case OP_ATOM:
    case OP_RED:
    case OP_BAR:
    case OP_BARRIER:
    case OP_MEMBAR:
    case OP_FENCE:
    case OP_CALL:
    case OP_BRA: return true;
    default: return false;
    }
}

static bool is_word_load(const Stmt *s) {
    const Operand *o = &s->opnd[1];

    return s->op == OP_LD && stmt_has(s, MOD_SHARED) && !s->guard &&
           !stmt_has(s, MOD_VOLATILE) && s->nopnds == 2 &&
           s->opnd[0].kind == OPND_REG && o->kind == OPND_ADDR && o->sym &&
           (o->sym->kind == SYM_REG || o->sym->kind == SYM_VAR) &&
           s->ntypes == 1;
}

static int64_t load_bytes(const Stmt *s) {
    return type_bits(s->types[0]) / 8;
}

static bool writes(const Stmt *s, const Sym *reg) { // no variable is one
    return s->nopnds && s->opnd[0].kind == OPND_REG && s->opnd[0].sym == reg;
}

// The bytes of [from, from + 16) that loads from s on, in one direction, fetch.
static uint32_t fetched(const Stmt *s, const Stmt *end, int step,
                        const Stmt *first, int64_t from) {
    const Operand *base = &first->opnd[1];
    int64_t size = load_bytes(first);
    uint32_t mask = 0;

    for (int n = 0; s != end && n < REACH; s += step, n++) {
        if (keeps_order(s)) break;
        bool same = is_word_load(s) && s->opnd[1].sym == base->sym &&
                    load_bytes(s) == size;
        int64_t at = same ? s->opnd[1].imm - from : 16;
        if (at >= 0 && at < 16) mask |= ((1u << size) - 1) << at;
        if (writes(s, base->sym)) break;
    }
    return mask;
}

Wider decoder_wider(const Decoder *d) {
    const Stmt *s = d->s;

    if (!d->b || !is_word_load(s) || load_bytes(s) < 2 || load_bytes(s) > 8)
        return (Wider){0};
    const Stmt *first = &d->f->stmts[d->b->first], *end = first + d->b->n;
    for (int64_t bytes = 16; bytes > load_bytes(s); bytes /= 2) {
        int64_t from = s->opnd[1].imm & -bytes;
        uint32_t all = bytes == 16 ? 0xffff : 0xff;
        uint32_t have =
            fetched(s, end, 1, s, from) | fetched(s, first - 1, -1, s, from);
        if ((have & all) == all)
            return (Wider){(uint8_t)bytes, (uint8_t)(s->opnd[1].imm - from)};
    }
    return (Wider){0};
}

// ---- stores

// True if ptxas has the load s come before a store to [base + ...]: it reads
// what no kernel writes, or another word from the same place on.
static bool goes_first(const Stmt *s, const Sym *base) {
    return stmt_has(s, MOD_NC) ||
           (s->opnd[1].kind == OPND_ADDR && s->opnd[1].sym == base);
}

// True if no store stays beside another one across s.
static bool parts_stores(const Stmt *s, const Sym *base) {
    switch (s->op) {
    case OP_LD:
    case OP_LDU:
        return dependency_waits(s) != WAITS_NOT && !goes_first(s, base);
    case OP_ST: return false;
    default: return keeps_order(s) || writes(s, base);
    }
}

bool decoder_follows(const Decoder *d) {
    enum { SECTOR = 32 };
    const Stmt *s = d->s, *first = d->b ? &d->f->stmts[d->b->first] : s;
    const Operand *to = &s->opnd[0];

    if (to->kind != OPND_ADDR || !to->sym || to->sym->kind != SYM_REG)
        return false;
    for (const Stmt *k = s - 1; k >= first && s - k < REACH; k--) {
        if (parts_stores(k, to->sym)) return false;
        const Operand *at = &k->opnd[0];
        if (k->op == OP_ST && at->kind == OPND_ADDR && at->sym == to->sym)
            return to->imm - at->imm < SECTOR && at->imm - to->imm < SECTOR;
    }
    return false;
}
