// Loops that ptxas unrolls: what it then needs once for several times round,
// and which loads of several times go out together.
//
// It repeats the body of a loop of one block whose counter goes up by a known
// step and is held against a bound: four times, or, where the bound is a
// number, as often as is reasonable. That the loop may also be left for another
// reason costs a branch each time, but not the counting.
#include "sim/decode/decode.h"

enum {
    LONG = 48,     // statements
    UNROLLED = 4,  // times
    ALL_TIMES = 16 // where the bound is known: no count is left
};

static bool leads_to(const Cfg *g, const CfgBlock *a, const CfgBlock *b) {
    return (a->taken >= 0 && &g->at[a->taken] == b) ||
           (a->fall >= 0 && &g->at[a->fall] == b);
}

// A block of nothing but `bra.uni`.
static bool is_way(const PtxFunc *f, const CfgBlock *b) {
    return b->n == 1 && f->stmts[b->first].op == OP_BRA &&
           !f->stmts[b->first].guard;
}

// Back to where it begins, perhaps by way of a block that only leads there.
static bool repeats(const Cfg *g, const PtxFunc *f, const CfgBlock *b) {
    const CfgBlock *next = b->fall >= 0 ? &g->at[b->fall] : NULL;

    return leads_to(g, b, b) ||
           (next && is_way(f, next) && leads_to(g, next, b));
}

// x += 4, of the block.
static bool is_stepped(const PtxFunc *f, const CfgBlock *b, const Sym *reg) {
    for (int i = b->first; i < b->first + b->n; i++) {
        const Stmt *s = &f->stmts[i];
        if (s->op == OP_ADD && s->opnd[0].sym == reg && s->nopnds == 3 &&
            s->opnd[2].kind == OPND_IMM)
            return true;
    }
    return false;
}

// True if the branch after the block goes by p: it is its guard, or one of two
// that make it.
static bool decides(const Stmt *first, const Stmt *last, const Sym *p) {
    if (p == last->guard) return true;
    for (const Stmt *s = first; s < last; s++)
        if ((s->op == OP_AND || s->op == OP_OR) &&
            s->opnd[0].sym == last->guard &&
            (s->opnd[1].sym == p || s->opnd[2].sym == p))
            return true;
    return false;
}

// Finds the statement that compares the counter of the block, if ptxas unrolls
// it.
static const Stmt *counting(const Cfg *g, const PtxFunc *f, const CfgBlock *b) {
    const Stmt *first = &f->stmts[b->first], *last = first + b->n - 1;

    if (b->n < 3 || b->n > LONG || !last->guard || first->is_nounroll ||
        !repeats(g, f, b))
        return NULL;
    for (const Stmt *s = first; s < last; s++)
        if (s->op == OP_BAR || s->op == OP_BARRIER || s->op == OP_CALL)
            return NULL;
    for (const Stmt *s = first; s < last; s++)
        if (s->op == OP_SETP && s->opnd[1].kind == OPND_REG &&
            decides(first, last, s->opnd[0].sym) &&
            is_stepped(f, b, s->opnd[1].sym))
            return s;
    return NULL;
}

// ---- loads of several times round

// Of a register, in such a loop.
enum {
    SET = 1,     // before anything reads it
    ENTERS = 2,  // something reads it before it is set
    LOADED = 4,  // it depends on a load of the same time round
    CARRIED = 8, // and on one of the time round before
};

typedef struct Following {
    uint8_t *loop;
    uint8_t read; // LOADED, CARRIED: what the statement reads
    uint8_t set;  // what it makes
    bool again;   // the second time through
} Following;

static void forget_register(void *ctx, const Sym *reg, bool is_def) {
    uint8_t *loop = ctx;
    (void)is_def;
    loop[reg->index] = 0;
}

static void carry_over(void *ctx, const Sym *reg, bool is_def) {
    uint8_t *r = &((uint8_t *)ctx)[reg->index];
    (void)is_def;
    if ((*r & (ENTERS | LOADED)) == (ENTERS | LOADED)) *r |= CARRIED;
}

static void follow_read(void *ctx, const Sym *reg, bool is_def) {
    Following *now = ctx;
    uint8_t *r = &now->loop[reg->index];

    if (is_def) return;
    if (!(*r & SET)) *r |= ENTERS;
    now->read |= *r & (now->again ? CARRIED : LOADED);
}

static void follow_set(void *ctx, const Sym *reg, bool is_def) {
    Following *now = ctx;
    uint8_t *r = &now->loop[reg->index];

    if (!is_def) return;
    if (now->again)
        *r = (uint8_t)((*r & ~CARRIED) | now->set);
    else
        *r = (uint8_t)((*r & ~LOADED) | SET | now->set);
}

// True if a load of the block needs a value that a load of the iteration before
// brought.
static bool loads_follow(uint8_t *loop, const PtxFunc *f, const CfgBlock *b) {
    const Stmt *first = &f->stmts[b->first], *end = first + b->n;
    Following now = {.loop = loop};

    for (const Stmt *s = first; s < end; s++)
        stmt_registers(s, forget_register, loop);
    for (int again = 0; again < 2; again++) {
        now.again = again;
        for (const Stmt *s = first; s < end; s++) {
            bool load = dependency_waits(s) != WAITS_NOT;
            now.read = 0;
            stmt_registers(s, follow_read, &now);
            if (again && load && now.read) return true;
            now.set = now.read | (load && !again ? LOADED : 0);
            stmt_registers(s, follow_set, &now);
        }
        // what was loaded and is read by the next time round
        for (const Stmt *s = first; !again && s < end; s++)
            stmt_registers(s, carry_over, loop);
    }
    return false;
}

// Loads of all times that ptxas has put one after the other overlap, if they
// need nothing of each other, do not follow a store, and find registers.
static void rounds_of_loop(Unrolled *u, const PtxFunc *f, const CfgBlock *b,
                           const uint8_t *stays) {
    const Stmt *first = &f->stmts[b->first], *end = first + b->n;

    if (loads_follow(u->notes, f, b)) return;
    u->each[0] = u->each[1] = 1.0f / UNROLLED;
    u->each[0] = max_of(u->each[0], flight_share(stays, f, b));
    for (const Stmt *s = first; s < end; s++) {
        if (s->op == OP_ST) u->each[dependency_is_shared(s)] = 1;
        if (s->op == OP_ATOM || s->op == OP_RED || s->op == OP_MEMBAR ||
            s->op == OP_FENCE)
            u->each[0] = u->each[1] = 1;
    }
}

void unroll_block(Unrolled *u, const Cfg *g, const PtxFunc *f,
                  const CfgBlock *b, const uint8_t *stays) {
    bool back = u->compare && is_way(f, b) && leads_to(g, b, u->body);
    if (back) return; // still of the loop

    u->each[0] = u->each[1] = 1;
    u->compare = b->first < f->nstmts ? counting(g, f, b) : NULL;
    if (!u->compare) return;
    u->body = b;
    u->exit = f->stmts[b->first + b->n - 1].guard;
    u->times = u->compare->opnd[2].kind == OPND_IMM ? ALL_TIMES : UNROLLED;
    rounds_of_loop(u, f, b, stays);
}

bool unroll_is_spared(const Unrolled *u, const Stmt *s) {
    const Stmt *c = u->compare;

    if (!c || s == c) return c;
    if (s->op == OP_BRA) // one is left for another reason to leave
        return !s->guard || s->guard == c->opnd[0].sym;
    if (s->op == OP_AND || s->op == OP_OR) return s->opnd[0].sym == u->exit;
    return s->op == OP_ADD && s->opnd[0].kind == OPND_REG &&
           s->opnd[1].sym == s->opnd[0].sym && s->opnd[2].kind == OPND_IMM;
}
