// Which loads wait for another block: those of a loop that does nothing but
// look at one place until what is there has changed.
//
//     while (!flag[before]) ;              spins
//     while ((up = parent[x]) != x) x = up;    does not: the place changes
//     while (*more) { work; barrier; }     does not: the loop does something
#include "sim/decode/decode.h"

// True for a statement that a loop which only looks may not have.
static bool does_something(const Stmt *s) {
    switch (s->op) {
    case OP_ST:
    case OP_ATOM:
    case OP_RED:
    case OP_SUST:
    case OP_SURED:
    case OP_CP:
    case OP_CALL:
    case OP_BAR:
    case OP_BARRIER: return true;
    default: return false;
    }
}

static bool only_looks(const PtxFunc *f, const CfgBlock *b, const Sym *at) {
    for (int i = b->first; i < b->first + b->n; i++)
        if (does_something(&f->stmts[i])) return false;
    return !stmts_set(f, b, at);
}

// The first block that this one may jump back to, or one behind it.
static int back_of(const Cfg *g, const CfgBlock *b) {
    int to = b->number + 1;
    if (b->taken >= 0) to = min_of(to, g->at[b->taken].number);
    if (b->fall >= 0) to = min_of(to, g->at[b->fall].number);
    return to;
}

// The innermost loop is what lies before the first branch back over the block.
bool decoder_spins(Decoder *d, const MemOp *op) {
    const Cfg *g = &d->cfg;
    bool is_strong = op->order != ORDER_WEAK && op->scope != SCOPE_BLOCK;
    bool reaches = op->space == SPACE_GLOBAL || op->space == SPACE_GENERIC;

    if (!d->b || !is_strong || !reaches) return false;
    for (int i = d->b->number; i < g->norder; i++) {
        int to = back_of(g, &g->at[g->order[i]]);
        if (to < 0 || to > d->b->number) continue;
        for (int k = to; k <= i; k++)
            if (!only_looks(d->f, &g->at[g->order[k]], d->s->opnd[1].sym))
                return false;
        return d->entry->spins = true;
    }
    return false;
}
