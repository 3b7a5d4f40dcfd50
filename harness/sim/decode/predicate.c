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
};

int predicate_loads(const PtxFunc *f, const CfgBlock *b) {
    int n = 0;
    for (int i = b->first; i < b->first + b->n; i++)
        n += f->stmts[i].op == OP_LD &&
             dependency_waits(&f->stmts[i]) == WAITS_FAR;
    return n;
}

bool predicate_is_short(const PtxFunc *f, const CfgBlock *b) {
    float all = 0;
    int loads = predicate_loads(f, b);
    if (loads > PREDICATED_LOADS) return false;

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
    if (only_next(fall) == b->taken) return predicate_is_short(f, fall);
    if (only_next(taken) == b->fall) return predicate_is_short(f, taken);
    // if (p) fall; else taken: or one of them leaves
    bool joins = only_next(taken) == only_next(fall);
    bool leaves = only_next(taken) < 0 || only_next(fall) < 0;
    if (joins)
        return predicate_is_short(f, fall) && predicate_is_short(f, taken);
    return leaves && ((taken->n == 1 && only_next(taken) < 0) ||
                      (fall->n == 1 && only_next(fall) < 0));
}
