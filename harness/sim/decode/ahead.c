// Loads that are issued ahead of their use.
//
//     next = a[i + 1];          issued here
//     s += f(x);                work
//     __syncthreads();
//     tile[t] = next;           used here: this much less is left to wait for
//
// dependency.c counts a round of loads as one wait. The cycles of work between
// a round's last load and the first use of what it brings are counted here, for
// model.c to take off: in the same block, in one after it, or, where a loop
// branches back before any use, up to there. Blocks in between count once, also
// loops. A register that is only copied is used where the copy is.
#include "sim/decode/decode.h"

static Asked *asked_at(Ahead *h, uint32_t round) {
    Asked *q = &h->at[round % ROUNDS];
    return round && q->round == round ? q : NULL;
}

// The work before this place, in the order of the blocks.
static float now(const ChainState *c) {
    return c->ahead.line + max_of(c->front, c->busy);
}

uint32_t ahead_ask(ChainState *c, uint16_t level) {
    Ahead *h = &c->ahead;
    Asked *q = asked_at(h, h->n);
    if (!q || q->chain_block != c->block || q->level != level) {
        q = &h->at[++h->n % ROUNDS];
        *q = (Asked){.round = h->n,
                     .chain_block = c->block,
                     .level = level,
                     .number = c->last->number,
                     .head = c->head};
    }
    q->at = now(c);
    return h->n;
}

// True if block k leads to one of a loop that block `use` is in, and `from` is
// before.
static bool enters_loop(const Cfg *g, int to, int from, int use) {
    return to >= 0 && g->at[to].number > from && g->at[to].number <= use;
}

// True if a loop has the use and not the load: it is executed more often.
static bool is_in_other_loop(const ChainState *c, int from) {
    const Cfg *g = c->cfg;
    int use = c->last->number;
    for (int i = use; i < g->norder; i++) {
        const CfgBlock *k = &g->at[g->order[i]];
        if (enters_loop(g, k->taken, from, use) ||
            enters_loop(g, k->fall, from, use))
            return true;
    }
    return false;
}

static float settle(ChainState *c, Asked *q) {
    const float MOST = 800; // longer than memory takes
    if (!q || q->is_used) return 0;
    q->is_used = true;
    for (int i = 0; i < ROUNDS; i++)
        c->ahead.at[i].has_come |= c->ahead.at[i].round < q->round;
    if (is_in_other_loop(c, q->number)) return 0;
    return min_of(max_of(now(c) - q->at, 0.0f), MOST);
}

float ahead_use(ChainState *c, const Sym *reg) {
    return settle(c, asked_at(&c->ahead, c->ahead.loaded[reg->index]));
}

// True if a way from the beginning of g to block `to` leaves out block `by`.
static bool goes_around(const Cfg *g, int by, int to) {
    enum { MOST = 128 }; // blocks; more are not looked at
    bool seen[MOST] = {0};

    if (to >= MOST) return true;
    seen[0] = by != 0;
    for (int i = 0; i < to; i++) { // ways forward
        const CfgBlock *b = &g->at[g->order[i]];
        int next[2] = {b->taken, b->fall};
        for (int k = 0; seen[i] && k < 2; k++) {
            int n = next[k] < 0 ? -1 : g->at[next[k]].number;
            if (n > i && n <= to && n != by) seen[n] = true;
        }
    }
    return seen[to];
}

bool ahead_covers(const ChainState *c, uint16_t level) {
    const Ahead *h = &c->ahead;

    if (level != 1) return false; // what it waits for was of its own block
    for (int i = 0; i < ROUNDS; i++) {
        const Asked *q = &h->at[i];
        if (q->round && !q->is_used && !q->has_come &&
            q->chain_block != c->block && q->head < c->last->number &&
            !is_in_other_loop(c, q->number) &&
            !goes_around(c->cfg, q->head, c->last->number))
            return true;
    }
    return false;
}

// True if a register still has what the round brought. Where all have been
// written by others since, the use was on a way that joined theirs:
//
//     if (p) x = a[i]; else x = b[i];    y = x;     a use of both
static bool is_kept(const ChainState *c, const Asked *q) {
    for (int i = 0; i < c->func->nregs; i++)
        if (c->ahead.loaded[i] == q->round) return true;
    return false;
}

float ahead_end(ChainState *c, const Stmt *s) {
    const CfgBlock *b = c->last;
    if (s != &c->func->stmts[b->first + b->n - 1] || b->taken < 0) return 0;
    int to = c->cfg->at[b->taken].number;
    float sum = 0;
    for (int i = 0; i < ROUNDS && to <= b->number; i++)
        if (c->ahead.at[i].round && c->ahead.at[i].number >= to &&
            is_kept(c, &c->ahead.at[i]))
            sum += settle(c, &c->ahead.at[i]);
    return sum;
}
