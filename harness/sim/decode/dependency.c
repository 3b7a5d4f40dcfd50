// How long a warp that has an SM for itself is busy with a basic block: what
// later becomes the latency term of model.c.
//
// A warp issues in order, and ptxas has moved instructions so that those that
// wait for a result stand as far behind it as the block allows. So a block
// takes as long as the longer of
//
//   - its instructions one after the other, each keeping its pipe's quarter of
//     the SM busy, and
//   - its longest path from one result to the next: a sum of latencies.
//
// Waits for memory are counted apart, as it is known only later where the data
// was: loads that need no other load's result overlap and make one round.
//
//     x = a[i];  y = b[i];    one round
//     z = c[x];               a second one: its address was loaded
//
// A load that stands behind a store or a barrier does not overlap with loads
// before it either, nor one that needs a predicate while all are taken, nor one
// that needs registers beyond those that ptxas has wait (flight.c). Rounds
// through shared memory are counted for themselves: they are shorter.
//
// Latencies are those of Hopper, in cycles; the dependent ones measured on an
// H200 with chains of one instruction (tests/model, family ilp). How long what
// a comparison decides waits for it follows from chains of roots and exponents,
// whose operands are compared first, and from loops of one warp.
#include "sim/decode/decode.h"
#include "sim/decode/independence.h"

enum {
    VOTE_CYCLES = 14,   // less than a shuffle takes, on the same pipe
    BRANCH_CYCLES = 10, // from a branch to what follows
    PRED_CYCLES = 13,   // from a comparison to what it decides
    TILE_CYCLES = 8,    // of a tensor core, for 16 x 8 sums of 32 bytes each
};
enum { KNOWN_DIVISOR = 12 }; // instructions, where the reciprocal is ready

// Per pipe: cycles for which an instruction of a warp keeps a quarter of an SM
// from taking the next, and cycles until its result can be used.
static const struct {
    float busy, latency;
} pipes[] = {
    [PIPE_FREE] = {0, 0},   [PIPE_INT] = {2, 4.5f}, [PIPE_IMUL] = {2, 4.5f},
    [PIPE_FP32] = {1, 4},   [PIPE_FP64] = {2, 8},   [PIPE_FP16] = {1, 8},
    [PIPE_MUFU] = {8, 21},  [PIPE_CVT] = {8, 14},   [PIPE_XCHG] = {4, 24},
    [PIPE_LSU] = {4, 4},    [PIPE_CTRL] = {1, 1},   [PIPE_TENSOR] = {16, 33},
    [PIPE_CMP] = {2, 4.5f},
};

// ---- blocks

// A branch back to the block, or into it from behind.
static bool is_loop(const Cfg *g, const CfgBlock *b) {
    for (int i = b->number; i < g->norder; i++) {
        const CfgBlock *k = &g->at[g->order[i]];
        if ((k->taken >= 0 && &g->at[k->taken] == b) ||
            (k->fall >= 0 && &g->at[k->fall] == b))
            return true;
    }
    return false;
}

static bool leads_to(const Cfg *g, const CfgBlock *a, const CfgBlock *b) {
    return (a->taken >= 0 && &g->at[a->taken] == b) ||
           (a->fall >= 0 && &g->at[a->fall] == b);
}

// The body of an if is executed without a branch if it is short: loads before,
// within and after it overlap.
static bool goes_on(const ChainState *c, const Cfg *g, const CfgBlock *b) {
    enum { SHORT = 24 };
    const CfgBlock *last = c->last;

    if (!last || last->number + 1 != b->number || !leads_to(g, last, b))
        return false;
    if (last->n > SHORT && b->n > SHORT) return false;
    return !is_loop(g, b) && !leads_to(g, last, last);
}

// The other way from the block before b, or -1.
static int around(const ChainState *c, const Cfg *g, const CfgBlock *b) {
    const CfgBlock *a = c->last;
    return a->taken >= 0 && &g->at[a->taken] == b ? a->fall : a->taken;
}

// True if b is all that an if guards.
static bool is_if_body(const ChainState *c, const Cfg *g, const CfgBlock *b) {
    int other = around(c, g, b);
    return other >= 0 && ((b->taken < 0 && b->fall == other) ||
                          (b->fall < 0 && b->taken == other));
}

// True if ptxas can do without the branch to b or around it: b is all that an
// if guards, or the code after it. Else its loads come behind what was waited
// for.
static bool is_moved_up(const ChainState *c, const Cfg *g, const CfgBlock *b) {
    return around(c, g, b) < 0 || is_if_body(c, g, b);
}

int dependency_block(ChainState *c, const Cfg *g, const PtxFunc *f,
                     const CfgBlock *b) {
    bool on = goes_on(c, g, b);
    bool moves = on && is_moved_up(c, g, b),
         body = moves && is_if_body(c, g, b);
    bool stays = body && !predicate_take(c, f, b);
    bool replaced =
        body && !stays && b->npreds == 1 && predicate_replaces(g, f, c->last);
    int before = replaced ? c->last->number : -1;

    c->last = b;
    c->cfg = g;
    c->func = f;
    unroll_block(&c->loop, g, f, b, c->stays);
    if (moves && !stays) return before;
    c->held = c->freed = 0;
    c->holds = false;
    c->guard = NULL;
    if (on) {
        for (int i = 0; i < 2; i++) {
            c->way[i] = max_of(c->way[i], c->used[i]);
            c->floor[i] = max_of(c->floor[i], c->used[i]);
        }
        if (stays) c->freed = c->used[0];
        return before;
    }
    c->block++;
    c->head = b->number;
    c->ahead.line += max_of(c->front, c->busy);
    c->busy = c->front = c->clock = 0;
    c->flight = 0;
    c->words = 0;
    for (int i = 0; i < 2; i++)
        c->most[i] = c->floor[i] = c->way[i] = c->used[i] = 0;
    return before;
}

static ChainReg *reg_of(ChainState *c, const Sym *reg) {
    ChainReg *r = &c->reg[reg->index];
    if (r->block != c->block) *r = (ChainReg){.block = c->block};
    return r;
}

// ---- one statement

typedef struct Reading {
    ChainState *c;
    const Stmt *s;
    uint32_t copied; // the round that brings what s only copies
    float ahead;
    float ready;
    uint16_t level[2];
} Reading;

static void dependency_note_read(void *ctx, const Sym *reg, bool is_def) {
    Reading *now = ctx;
    ChainReg *r = reg_of(now->c, reg);

    if (is_def) return;
    if (!r->written) r->enters = true;
    if (now->s->op == OP_MOV)
        now->copied = now->c->ahead.loaded[reg->index];
    else
        now->ahead += ahead_use(now->c, reg);
    now->ready = max_of(now->ready, r->ready);
    for (int i = 0; i < 2; i++)
        now->level[i] = max_of(now->level[i], r->level[i]);
}

typedef struct Writing {
    ChainState *c;
    const Stmt *maker;
    bool is_joined;
    uint32_t loaded; // of Ahead
    float ready;
    uint16_t level[2];
} Writing;

static void note_written(void *ctx, const Sym *reg, bool is_def) {
    Writing *now = ctx;
    ChainReg *r = reg_of(now->c, reg);

    if (!is_def) return;
    r->written = true;
    r->maker = now->maker;
    r->is_joined = now->is_joined;
    now->c->ahead.loaded[reg->index] = now->loaded;
    r->ready = now->ready;
    r->level[0] = now->level[0];
    r->level[1] = now->level[1];
    // Values that the next run of a loop begins with must be there in time; the
    // branch back takes time too.
    if (r->enters)
        now->c->front = max_of(now->c->front, now->ready - BRANCH_CYCLES);
}

// Loads do not move before it: those behind begin where it stands.
static void raise_floor(ChainState *c, const Stmt *s, const uint16_t level[2]) {
    bool near = s->op == OP_ST && dependency_is_shared(s),
         far = s->op == OP_ST && !near;
    switch (s->op) {
    case OP_BAR:
    case OP_BARRIER: // what is under way stays so
        c->floor[0] = max_of(c->floor[0], c->used[0]);
        c->floor[1] = c->most[1];
        return;
    case OP_MEMBAR:
    case OP_FENCE:
        c->floor[0] = c->most[0];
        c->floor[1] = c->most[1];
        return;
    default:
        if (far) c->floor[0] = max_of(c->floor[0], level[0]);
        if (near) c->floor[1] = max_of(c->floor[1], level[1]);
    }
}

static bool is_by_constant(const Stmt *s) {
    return s->nopnds > 2 && s->opnd[2].kind == OPND_IMM;
}

// True if s divides integers by a value that is no constant.
static bool divides_by_register(const Stmt *s) {
    bool divides = s->op == OP_DIV || s->op == OP_REM;
    return divides && !type_is_float(s->types[0]) && !is_by_constant(s);
}

// Of what ptxas makes of s, what waits longer than for a simple instruction.
static float slow_parts(const Stmt *s, float weight) {
    float simple = pipes[PIPE_FP32].latency, slow = 0;
    bool starts = s->op == OP_RSQRT || s->op == OP_EX2 || s->op == OP_LG2;
    // whether the operand is too small to be taken as it is
    if (starts && weight >= 4) slow += PRED_CYCLES - simple;
    if (!divides_by_register(s)) return slow;
    // twice, whether the quotient was too large
    if (weight >= KNOWN_DIVISOR) slow += 2 * (PRED_CYCLES - simple);
    // the reciprocal of a divisor that changes: to a float and back
    if (weight > KNOWN_DIVISOR)
        slow += 2 * (pipes[PIPE_CVT].latency - simple) +
                pipes[PIPE_MUFU].latency - simple;
    return slow;
}

static float latency_of(const Stmt *s, Pipe pipe, float weight) {
    float simple = pipes[PIPE_FP32].latency;
    if (weight == 0) return 0; // one with what made its operand, or nothing
    if (s->op == OP_VOTE) return VOTE_CYCLES;
    if (s->op == OP_SETP) return PRED_CYCLES;
    float more = weight > 1 ? (weight - 1) * simple : 0;
    return pipes[pipe].latency + more + slow_parts(s, weight);
}

// ---- what ptxas makes one of two

// The statement of this block that made operand i of s, or NULL.
static const Stmt *maker_of(ChainState *c, const Stmt *s, int i) {
    if (i >= s->nopnds || s->opnd[i].kind != OPND_REG) return NULL;
    const ChainReg *r = &c->reg[s->opnd[i].sym->index];
    return r->block == c->block && r->written ? r->maker : NULL;
}

// x * y + z and (x << 3) + z are one instruction, at 64 bits too; and
// (x >> 3) + z, if x is a word without a sign.
static bool joins(const Stmt *maker) {
    if (!maker || maker->guard) return false;
    if (maker->op == OP_MUL) return !type_is_float(maker->types[0]);
    bool right = maker->op == OP_SHR && type_bits(maker->types[0]) == 32 &&
                 !type_is_signed(maker->types[0]);
    return (maker->op == OP_SHL || right) && is_by_constant(maker);
}

static bool is_logic(const Stmt *s) {
    return s && (s->op == OP_AND || s->op == OP_OR || s->op == OP_XOR ||
                 s->op == OP_NOT);
}

// a & b ^ c is one instruction of three operands.
static bool joins_logic(ChainState *c, const Stmt *s) {
    for (int i = 1; i <= 2; i++) {
        const Stmt *m = maker_of(c, s, i);
        if (is_logic(m) && !c->reg[s->opnd[i].sym->index].is_joined)
            return true;
    }
    return false;
}

static bool sums_words(const Stmt *s) {
    return s && (s->op == OP_ADD || s->op == OP_SUB) && s->ntypes &&
           !type_is_float(s->types[0]) && type_bits(s->types[0]) == 32;
}

// a + b + c is one instruction, if nothing else needs a + b.
static bool joins_sum(ChainState *c, const Stmt *s) {
    for (int i = 1; i <= 2 && sums_words(s); i++) {
        const Stmt *m = maker_of(c, s, i);
        if (!sums_words(m) || m->guard) continue;
        int reg = s->opnd[i].sym->index;
        if (c->reads[reg] == 1 && !c->reg[reg].is_joined) return true;
    }
    return false;
}

// True if the block is in a loop and reg the same all the time: the innermost
// loop is the code before the first branch back over the block.
static bool stays_in_loop(const ChainState *c, const Sym *reg) {
    const Cfg *g = c->cfg;
    for (int i = c->last->number; i < g->norder; i++) {
        const CfgBlock *end = &g->at[g->order[i]];
        int to = end->taken >= 0 ? g->at[end->taken].number : i + 1;
        if (end->fall >= 0 && g->at[end->fall].number < to)
            to = g->at[end->fall].number;
        if (to < 0 || to > c->last->number) continue;
        for (int k = to; k <= i; k++)
            if (stmts_set(c->func, &g->at[g->order[k]], reg)) return false;
        return true;
    }
    return false;
}

bool dependency_makes_reciprocal(ChainState *c, const Stmt *s) {
    bool divides = s->op == OP_DIV || s->op == OP_REM;
    Type t = s->ntypes ? s->types[0] : TYPE_NONE;

    if (!divides || type_is_float(t) || type_bits(t) != 32 || s->nopnds < 3 ||
        s->opnd[2].kind != OPND_REG)
        return false;
    return maker_of(c, s, 2) || !stays_in_loop(c, s->opnd[2].sym);
}

float dependency_weight(ChainState *c, const Stmt *s, float weight) {
    Type t = s->ntypes ? s->types[0] : TYPE_NONE;

    if (unroll_is_spared(&c->loop, s)) return weight / c->loop.times;
    if (is_logic(s) && t != TYPE_PRED)
        return joins_logic(c, s) ? 0 : type_bits(t) == 64 ? 2 : 1;

    if (s->op == OP_ADD && !type_is_float(t) && weight > 0 &&
        (joins(maker_of(c, s, 1)) || joins(maker_of(c, s, 2))))
        return 0;
    if (weight > 0 && joins_sum(c, s)) return 0;
    // The reciprocal of a divisor that stays the same in a loop is made before
    // the loop.
    if ((s->op == OP_DIV || s->op == OP_REM) && !type_is_float(t) &&
        weight > KNOWN_DIVISOR && type_bits(t) == 32 &&
        !dependency_makes_reciprocal(c, s))
        return KNOWN_DIVISOR;
    return weight;
}

// The shift that an addition has been joined to (of weight 0), or NULL.
static const Stmt *joined_shift(ChainState *c, const Stmt *s) {
    for (int i = 1; i <= 2; i++) {
        const Stmt *m = maker_of(c, s, i);
        if (joins(m) && m->op != OP_MUL) return m;
    }
    return NULL;
}

// Additions and shifts to the left are products too, by one or a power of two,
// which another pipe takes. A sum with a shifted operand is not, nor the upper
// half of what has 64 bits.
float dependency_either(ChainState *c, const Stmt *s, float uses) {
    bool wide = s->ntypes && type_bits(s->types[0]) == 64;
    const Stmt *shift;
    switch (s->op) {
    case OP_ADD:
    case OP_SUB:
        if (wide || uses > 0) return wide ? 0 : uses;
        if (joins_sum(c, s)) return -1;
        shift = joined_shift(c, s);
        return shift && shift->op == OP_SHL ? -1 : 0;
    case OP_NEG: return wide ? 0 : uses;
    case OP_SHL:
        if (!is_by_constant(s)) return 0;
        return wide ? uses / 2 : uses;
    default: return 0;
    }
}

// An instruction of weight 10 is one on its pipe and nine simple ones; but a
// product of two tiles of matrices is two of one. (wgmma goes on while the warp
// does something else.)
static float busy_for(const Stmt *s, Pipe pipe, float weight) {
    if (pipe == PIPE_TENSOR && s->op != OP_WGMMA) return TILE_CYCLES * weight;
    return pipes[pipe].busy * min_of(weight, 1.0f) + max_of(weight - 1, 0.0f);
}

ChainStep dependency_step(ChainState *c, const Stmt *s, Pipe pipe,
                          float weight) {
    Reading in = {.c = c, .s = s, .ready = c->clock};
    float before = max_of(c->front, c->busy);
    uint16_t most[2] = {c->most[0], c->most[1]};

    stmt_registers(s, dependency_note_read, &in);
    Writing out = {.c = c,
                   .maker = s,
                   .is_joined = weight == 0 && (is_logic(s) || sums_words(s)),
                   .level = {in.level[0], in.level[1]}};
    Waits w = dependency_waits(s);
    for (int i = 0; i < 2; i++)
        c->used[i] = max_of(c->used[i], in.level[i]);
    if (w != WAITS_NOT) {
        int i = w == WAITS_NEAR;
        bool free = stmt_has(s, MOD_NC);
        uint16_t after = free ? c->way[i] : c->floor[i];
        uint16_t from = max_of(in.level[i], after);
        if (w == WAITS_FAR) from = max_of(from, c->freed);
        out.level[i] = (uint16_t)(from + 1);
        if (w == WAITS_FAR) out.level[i] = flight_level(c, s, out.level[i]);
        c->most[i] = max_of(c->most[i], out.level[i]);
    }
    if (w == WAITS_FAR && (s->op == OP_CP || s->op == OP_MBARRIER))
        c->used[0] = max_of(c->used[0], out.level[0]); // waits itself
    raise_floor(c, s, in.level);
    if (stmt_reads_clock(s)) c->clock = before;
    if (s->op == OP_BRA) {
        float from = s->guard ? max_of(before, in.ready) : before;
        c->busy = c->front = from + BRANCH_CYCLES * min_of(weight, 1.0f);
    } else {
        c->busy += busy_for(s, pipe, weight);
        c->front = max_of(c->front, in.ready + (weight > 0));
    }
    bool asks = w == WAITS_FAR && s->op != OP_CP && s->op != OP_MBARRIER &&
                s->op != OP_ATOM;
    bool covered = asks && most[0] == 0 && ahead_covers(c, out.level[0]);
    out.loaded = asks ? ahead_ask(c, out.level[0]) : in.copied;
    out.ready = in.ready + latency_of(s, pipe, weight);
    stmt_registers(s, note_written, &out);
    float ahead = in.ahead + ahead_end(c, s);
    return (ChainStep){
        .cycles = max_of(c->front, c->busy) - before,
        .far = covered ? 0 : (float)(c->most[0] - most[0]) * c->loop.each[0],
        .near = (float)(c->most[1] - most[1]) * c->loop.each[1],
        .ahead = ahead * c->loop.each[0],
        .round = w == WAITS_FAR ? out.level[0] : 0,
    };
}
