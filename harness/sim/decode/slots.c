// Assigns each register its place in the window: liveness, then one linear
// scan.
//
// The interpreter touches 128 bytes per register operand, so a window of a
// thousand registers leaves the L1 cache and one of sixty does not. PTX names
// every value anew; those that are never live at the same time share a place.
// Liveness of one thread is enough, though lanes stand at different places: a
// place is a column per lane, and a lane only ever writes its own. So a place
// is shared among registers of one width only.
//
//   block 1   | a = .. |  b = a + 1 |          a: [1,2]
//   block 2   | c = b  |  d = c     |          b: [2,3]  c: [3,4]
//
// A place is free again after the last statement that reads it, not within it:
// a handler may write its result before it has read all of its operands.
#include "sim/decode/decode.h"

#include "base/heap.h"

#include <string.h>

// ---- what a statement reads and writes

// True if the first operand is a result. Wrong answers are safe: a result that
// is taken for a source lives a little longer, and dst() and src() compare
// notes.
static bool has_result(const Stmt *s) {
    switch (s->op) {
    case OP_ST:
    case OP_RED:
    case OP_SURED:
    case OP_BRA:
    case OP_BRX:
    case OP_CALL:
    case OP_RET:
    case OP_EXIT:
    case OP_NANOSLEEP:
    case OP_STACKRESTORE:
    case OP_WGMMA: // its accumulator is both
    case OP_SETMAXNREG:
    case OP_PMEVENT: return false;
    case OP_BAR:
    case OP_BARRIER: return stmt_has(s, MOD_RED);
    default: return s->nopnds && s->opnd[0].kind != OPND_ADDR;
    }
}

static void visit_operand(const Operand *o, bool is_def, RegFn visit,
                          void *ctx) {
    if (o->sym && o->sym->kind == SYM_REG && o->kind != OPND_SPECIAL)
        visit(ctx, o->sym, is_def && o->kind == OPND_REG);
    if (o->pipe) visit(ctx, o->pipe, is_def);
    for (int i = 0; i < o->n; i++)
        visit_operand(&o->at[i], is_def, visit, ctx);
}

void stmt_registers(const Stmt *s, RegFn visit, void *ctx) {
    bool result = has_result(s);
    if (s->guard) visit(ctx, s->guard, false);
    for (int i = 0; i < s->nopnds; i++)
        visit_operand(&s->opnd[i], i == 0 && result, visit, ctx);
}

typedef struct Naming {
    const Sym *reg;
    bool is_def; // as what it is looked for
    bool found;
} Naming;

static void note_name(void *ctx, const Sym *reg, bool is_def) {
    Naming *now = ctx;
    now->found |= is_def == now->is_def && reg == now->reg;
}

bool stmt_reads(const Stmt *s, const Sym *reg) {
    Naming now = {.reg = reg};
    stmt_registers(s, note_name, &now);
    return now.found;
}

bool stmts_set(const PtxFunc *f, const CfgBlock *b, const Sym *reg) {
    Naming now = {.reg = reg, .is_def = true};
    for (int i = b->first; i < b->first + b->n; i++)
        stmt_registers(&f->stmts[i], note_name, &now);
    return now.found;
}

bool sreg_is_constant(Sreg r) {
    switch (r) {
    case SREG_CLOCK:
    case SREG_CLOCK_HI:
    case SREG_CLOCK64:
    case SREG_GLOBALTIMER:
    case SREG_GLOBALTIMER_LO:
    case SREG_GLOBALTIMER_HI:
    case SREG_COUNT: return false;
    default: return true;
    }
}

// ---- liveness

typedef struct Live {
    const PtxFunc *f;
    const Cfg *g;
    size_t words;        // of a set of registers
    uint64_t *in, *out;  // live at a block's beginning and end, by number
    uint64_t *use, *def; // read before written; always written
    int *first, *last;   // of each register: positions in layout order
    int *block_first;    // position of a block's first statement
    // of the statement being looked at
    int block, pos;
    bool guarded;
} Live;

static bool has(const uint64_t *set, int i) {
    return set[i >> 6] >> (i & 63) & 1;
}
static void put(uint64_t *set, int i) {
    set[i >> 6] |= 1ull << (i & 63);
}

static void stretch(Live *lv, int reg, int pos) {
    lv->first[reg] = min_of(lv->first[reg], pos);
    lv->last[reg] = max_of(lv->last[reg], pos);
}

static void note_use(void *ctx, const Sym *reg, bool is_def) {
    Live *lv = ctx;
    size_t at = (size_t)lv->block * lv->words;
    stretch(lv, reg->index, lv->pos);
    if (!is_def && !has(lv->def + at, reg->index))
        put(lv->use + at, reg->index);
}

// A guarded result does not replace the old value in all lanes.
static void note_def(void *ctx, const Sym *reg, bool is_def) {
    Live *lv = ctx;
    if (is_def && !lv->guarded)
        put(lv->def + (size_t)lv->block * lv->words, reg->index);
}

static void note_statements(Live *lv) {
    lv->pos = 0;
    for (lv->block = 0; lv->block < lv->g->norder; lv->block++) {
        const CfgBlock *b = &lv->g->at[lv->g->order[lv->block]];
        lv->block_first[lv->block] = lv->pos;
        for (int i = 0; i < b->n; i++, lv->pos++) {
            const Stmt *s = &lv->f->stmts[b->first + i];
            lv->guarded = s->guard != NULL;
            stmt_registers(s, note_use, lv);
            stmt_registers(s, note_def, lv);
        }
    }
    lv->block_first[lv->block] = lv->pos;
}

// in = use | (out & ~def). Returns whether it grew.
static bool flow_block(Live *lv, int number) {
    const CfgBlock *b = &lv->g->at[lv->g->order[number]];
    int next[2] = {b->taken, b->fall};
    size_t at = (size_t)number * lv->words;
    uint64_t grew = 0;
    for (size_t w = 0; w < lv->words; w++) {
        uint64_t out = 0;
        for (int k = 0; k < 2; k++)
            if (next[k] >= 0)
                out |=
                    lv->in[(size_t)lv->g->at[next[k]].number * lv->words + w];
        uint64_t in = lv->use[at + w] | (out & ~lv->def[at + w]);
        grew |= in & ~lv->in[at + w];
        lv->in[at + w] = in;
        lv->out[at + w] = out;
    }
    return grew != 0;
}

static void flow(Live *lv) {
    for (bool again = true; again;) {
        again = false;
        for (int i = lv->g->norder; i-- > 0;)
            again |= flow_block(lv, i);
    }
}

// A register that is live across a block's edge lives from there on.
static void stretch_over_blocks(Live *lv) {
    for (int b = 0; b < lv->g->norder; b++) {
        size_t at = (size_t)b * lv->words;
        int from = lv->block_first[b];
        int to = max_of(lv->block_first[b + 1] - 1, from);
        for (size_t w = 0; w < lv->words; w++) {
            for (uint64_t s = lv->in [at + w]; s; s &= s - 1)
                stretch(lv, (int)(w * 64) + __builtin_ctzll(s), from);
            for (uint64_t s = lv->out[at + w]; s; s &= s - 1)
                stretch(lv, (int)(w * 64) + __builtin_ctzll(s), to);
        }
    }
}

static void live_init(Live *lv, Arena *a, const PtxFunc *f, const Cfg *g) {
    size_t nregs = (size_t)f->nregs, nblocks = (size_t)g->norder;
    *lv = (Live){.f = f, .g = g, .words = (nregs + 63) / 64};
    uint64_t *sets = arena_array(a, uint64_t, lv->words * nblocks * 4);
    lv->in = sets;
    lv->out = sets + lv->words * nblocks;
    lv->use = sets + lv->words * nblocks * 2;
    lv->def = sets + lv->words * nblocks * 3;
    lv->first = arena_array(a, int, nregs);
    lv->last = arena_array(a, int, nregs);
    lv->block_first = arena_array(a, int, nblocks + 1);
    for (size_t i = 0; i < nregs; i++) {
        lv->first[i] = INT32_MAX;
        lv->last[i] = -1;
    }
}

// ---- places

// Which places are taken, 64 to a word.
typedef struct Window {
    uint64_t *taken;
    uint8_t *width;        // of what the place was first taken for, 0: never
    uint32_t nwords, used; // used: places that were ever taken
    Arena *a;
} Window;

static bool is_free(const Window *w, uint32_t at, uint32_t n) {
    uint64_t bits = ((1ull << n) - 1) << (at & 63);
    return at / 64 >= w->nwords || !(w->taken[at / 64] & bits);
}

static void flight_set(Window *w, uint32_t at, uint32_t n, bool taken) {
    if (at / 64 >= w->nwords) {
        uint32_t grown = max_of(w->nwords * 2, at / 64 + 4);
        uint64_t *bits = arena_array(w->a, uint64_t, grown);
        if (w->nwords) memcpy(bits, w->taken, w->nwords * sizeof *bits);
        uint8_t *width = arena_array(w->a, uint8_t, (size_t)grown * 64);
        if (w->nwords) memcpy(width, w->width, (size_t)w->nwords * 64);
        w->taken = bits;
        w->width = width;
        w->nwords = grown;
    }
    uint64_t bits = ((1ull << n) - 1) << (at & 63);
    w->taken[at / 64] =
        taken ? w->taken[at / 64] | bits : w->taken[at / 64] & ~bits;
    if (taken) w->used = max_of(w->used, at + n);
}

// Were the n places taken for registers of another width before? In a wider
// register a lane has another column, which is other lanes' of the narrow one,
// and those lanes may still need theirs: they stand elsewhere in the code.
static bool is_of_other(const Window *w, uint32_t at, uint32_t n) {
    for (uint32_t i = at; i < at + n && at / 64 < w->nwords; i++)
        if (w->width[i] && w->width[i] != n) return true;
    return false;
}

// The lowest n free places; n is 1, 2 or 4 and their first a multiple of it.
static uint32_t flight_take(Window *w, uint32_t n) {
    uint32_t at = 0;
    while (!is_free(w, at, n) || is_of_other(w, at, n)) {
        bool full = w->taken[at / 64] == UINT64_MAX;
        at = full ? (at / 64 + 1) * 64 : at + n;
    }
    flight_set(w, at, n, true);
    memset(w->width + at, (int)n, n);
    return at;
}

static uint32_t units_of(const Sym *reg) {
    int bits = type_bits(reg->type);
    return bits <= 32 ? 1 : (uint32_t)bits / 32;
}

typedef struct Chain { // registers by first or last position
    int *head, *next;
} Chain;

static Chain dependency_by(Arena *a, const int *pos, int nregs, int npos) {
    Chain c = {arena_array(a, int, (size_t)npos + 1),
               arena_array(a, int, (size_t)nregs)};
    for (int i = 0; i <= npos; i++)
        c.head[i] = -1;
    for (int i = nregs; i-- > 0;) {
        if (pos[i] < 0 || pos[i] > npos) continue;
        c.next[i] = c.head[pos[i]];
        c.head[pos[i]] = i;
    }
    return c;
}

// Walks the positions: takes places where lives begin, frees them behind the
// position where they end.
static void scan(Slots *out, Arena *a, const Live *lv, Window *units,
                 Window *preds, bool reuse) {
    int npos = lv->block_first[lv->g->norder];
    Chain begin = dependency_by(a, lv->first, lv->f->nregs, npos);
    Chain end = dependency_by(a, lv->last, lv->f->nregs, npos);
    uint32_t live = 0;
    for (int pos = 0; pos <= npos; pos++) {
        for (int i = begin.head[pos]; i >= 0; i = begin.next[i]) {
            const Sym *reg = lv->f->regs[i];
            bool is_pred = reg->type == TYPE_PRED;
            out->of[i] = flight_take(is_pred ? preds : units, units_of(reg));
            live += is_pred ? 0 : units_of(reg);
        }
        out->max_live = max_of(out->max_live, live);
        for (int i = end.head[pos]; i >= 0; i = end.next[i]) {
            const Sym *reg = lv->f->regs[i];
            bool is_pred = reg->type == TYPE_PRED;
            live -= is_pred ? 0 : units_of(reg);
            if (reuse)
                flight_set(is_pred ? preds : units, out->of[i], units_of(reg),
                           false);
        }
    }
}

// ---- special registers

static void note_special(void *ctx, const Operand *o) {
    Slots *out = ctx;
    if (o->kind == OPND_SPECIAL && sreg_is_constant((Sreg)o->special))
        out->sreg[o->special] = 0;
}

// They are written when a frame begins, perhaps by some lanes while others are
// in the midst of the function: their places are never shared.
static void place_specials(Slots *out, const PtxFunc *f, const Cfg *g,
                           Window *units) {
    for (int i = 0; i < SREG_COUNT; i++)
        out->sreg[i] = SLOT_NONE;
    for (int i = 0; i < g->norder; i++) {
        const CfgBlock *b = &g->at[g->order[i]];
        for (int k = 0; k < b->n; k++)
            stmt_operands(&f->stmts[b->first + k], note_special, out);
    }
    for (int i = 0; i < SREG_COUNT; i++)
        if (out->sreg[i] != SLOT_NONE) out->sreg[i] = flight_take(units, 1);
}

// The registers that a thread may read without having written them: live where
// f begins.
static void note_zeroed(Slots *out, Arena *a, const Live *lv, bool reuse) {
    out->zeroed = arena_array(a, Slot, (size_t)lv->f->nregs * 4);
    out->zeroed_preds = arena_array(a, Slot, (size_t)lv->f->nregs);
    out->unset = arena_array(a, const Sym *, (size_t)lv->f->nregs);
    for (int i = 0; lv->g->norder && i < lv->f->nregs; i++) {
        const Sym *reg = lv->f->regs[i];
        // without reuse what is known of reads is not to be trusted
        if (reuse ? !has(lv->in, i) : lv->last[i] < 0) continue;
        if (reuse) out->unset[out->nunset++] = reg;
        if (reg->type == TYPE_PRED) {
            out->zeroed_preds[out->nzeroed_preds++] = out->of[i];
            continue;
        }
        for (uint32_t k = 0; k < units_of(reg); k++)
            out->zeroed[out->nzeroed++] = out->of[i] + k;
    }
}

void slots_assign(Slots *out, Arena *a, const PtxFunc *f, const Cfg *g,
                  bool reuse) {
    *out = (Slots){.of = arena_array(a, Slot, (size_t)f->nregs)};
    Live lv;
    live_init(&lv, a, f, g);
    note_statements(&lv);
    flow(&lv);
    stretch_over_blocks(&lv);

    Window units = {.a = a}, preds = {.a = a};
    place_specials(out, f, g, &units);
    scan(out, a, &lv, &units, &preds, reuse);
    out->nunits = units.used;
    out->npreds = preds.used;
    note_zeroed(out, a, &lv, reuse);
}
