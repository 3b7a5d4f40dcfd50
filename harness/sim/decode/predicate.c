// Branches that ptxas does without: where what an `if` guards is short, every
// lane runs through it, and a predicate says which ones take part.
//
//     @p bra next;  a short block;  next:      @!p a short block
//
// A branch that stays costs a warp whose lanes part: they have to be brought
// together again. (tests/model, family divergence: some 50 cycles on an H200.)
// And a load that is used after it has to come before the warp goes on.
//
// The bounds are those of ptxas 13.0 for cc 9.0, found by blocks of 1 to 6
// loads and of 1 to 32 products.
#include "sim/decode/decode.h"

enum {
    SHORT = 8,       // instructions
    SHORT_LOAD = 17, // if a load is among them, whose latency overlaps then
    SIMPLE = 7,      // instructions that one becomes, at most
    MOST_LOADS = 4,  // of such a block
    PREDICATES = 7,  // that a thread has
};

static int far_loads(const PtxFunc *f, const CfgBlock *b) {
    int n = 0;
    for (int i = b->first; i < b->first + b->n; i++)
        n += f->stmts[i].op == OP_LD &&
             dependency_waits(&f->stmts[i]) == WAITS_FAR;
    return n;
}

static bool is_short(const PtxFunc *f, const CfgBlock *b) {
    float all = 0;
    int loads = far_loads(f, b);
    if (loads > MOST_LOADS) return false;

    for (int i = 0; i < b->n; i++) {
        const Stmt *s = &f->stmts[b->first + i];
        if (s->op == OP_BRA && !s->guard) continue;
        if (s->op == OP_BRA || s->op == OP_CALL || s->op == OP_BAR ||
            s->op == OP_BARRIER)
            return false;
        float weight = cost_default(s).weight;
        if (weight >= SIMPLE) return false;
        all += weight;
    }
    return all <= (loads ? SHORT_LOAD : SHORT);
}

// The block that follows b whatever happens; -1: none, or several.
static int only_next(const CfgBlock *b) {
    if (b->taken >= 0 && b->fall >= 0) return -1;
    return b->taken >= 0 ? b->taken : b->fall;
}

bool predicate_replaces(const Cfg *g, const PtxFunc *f, const CfgBlock *b) {
    if (b->taken < 0 || b->fall < 0) return true;
    const CfgBlock *taken = &g->at[b->taken], *fall = &g->at[b->fall];

    if (taken->number <= b->number || fall->number <= b->number) return false;
    // if (p) fall
    if (only_next(fall) == b->taken) return is_short(f, fall);
    if (only_next(taken) == b->fall) return is_short(f, taken);
    // if (p) fall; else taken: or one of them leaves
    bool joins = only_next(taken) == only_next(fall);
    bool leaves = only_next(taken) < 0 || only_next(fall) < 0;
    if (joins) return is_short(f, fall) && is_short(f, taken);
    return leaves && ((taken->n == 1 && only_next(taken) < 0) ||
                      (fall->n == 1 && only_next(fall) < 0));
}

// ---- while the loads come

// True if b loads something and works with it: its predicate is needed until
// the load has come.
static bool works_with_loads(const PtxFunc *f, const CfgBlock *b) {
    for (int i = b->first; i < b->first + b->n; i++) {
        const Stmt *s = &f->stmts[i];
        if (dependency_waits(s) != WAITS_FAR || s->opnd[0].kind != OPND_REG)
            continue;
        for (int k = i + 1; k < b->first + b->n; k++)
            if (stmt_reads(&f->stmts[k], s->opnd[0].sym)) return true;
    }
    return false;
}

// The predicate that decides whether b runs.
static const Sym *guard_of(const PtxFunc *f, const CfgBlock *before) {
    const Stmt *s = before->n ? &f->stmts[before->first + before->n - 1] : NULL;
    return s ? s->guard : NULL;
}

// Loads of b, with those of the ifs before it that the same predicate decides:
// ptxas makes one of them.
static int loads_together(ChainState *c, const PtxFunc *f, const CfgBlock *b) {
    const Sym *guard = guard_of(f, c->last);
    if (guard != c->guard || (guard && stmts_set(f, c->last, guard)))
        c->guarded = 0, c->holds = false;
    c->guard = guard;
    int before = c->guarded;
    c->guarded += far_loads(f, b);
    // together they have to be fewer
    return c->guarded + (before > 0);
}

// The body b of an if takes a predicate. Where none is left, its loads come
// after those that the others wait for. (Rows of 4096 kept in registers, each
// element under an if that multiplies what it loads: the machine code has
// groups of seven, and an H200 takes 1.4 times as long as without the ifs.)
// Returns false if it does not: the branch stays.
bool predicate_take(ChainState *c, const PtxFunc *f, const CfgBlock *b) {
    int loads = loads_together(c, f, b);
    if (!works_with_loads(f, b)) return true;
    if (!is_short(f, b) || loads > MOST_LOADS) return false;
    if (!c->holds && c->held == PREDICATES) {
        c->freed = c->most[0];
        c->held = 0;
    }
    c->held += !c->holds;
    c->holds = true;
    return true;
}
