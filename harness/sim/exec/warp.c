// Operations between the lanes of a warp: shfl, vote, match, redux, bar.warp.
//
// They are meetings: an executing lane waits until every lane of its mask that
// has not ended executes the same operation with the same mask, not necessarily
// at the same pc. Mostly all of them are in the running group and nobody waits;
// otherwise lanes park, and warp_pick completes the meeting when the last has
// come (collect_release). Either way the operation itself is a function from
// the sources of the lanes that take part to the results, a Collect.
#include "sim/access/observe.h"
#include "sim/check/undefined.h"
#include "sim/core/groups.h"
#include "sim/core/trap.h"
#include "sim/exec/barrier.h"
#include "sim/exec/cluster.h"
#include "sim/exec/select.h"

#include <stdio.h>
#include <string.h>

// Sources and results of one meeting.
typedef struct Collect {
    uint32_t lanes;         // that take part
    uint32_t mask;          // as the program gave it
    const Lanes *a, *b, *c; // sources
    const Lanes64 *a64;     // a, where it has 64 bits
    uint32_t p;             // a, where it is a predicate
    Lanes d;                // 32-bit results
    uint32_t q;             // predicate results
    uint32_t values;        // match: of how many different ones
    uint32_t absent;        // lanes that read from one that does not take part
    uint32_t from[WARP_SIZE]; // shfl: the lane that each reads
} Collect;

enum { // Insn.flags: qualifiers, which have to agree, and the rest
    NO_SYNC = 1 << 8, // old form without a mask: the active lanes meet
    WIDE = 1 << 9,    // 64-bit source
    SIGNED = 1 << 10,
    NEGATED = 1 << 15, // of the source predicate; need not agree
    QUALIFIERS = NEGATED - 1,
};

// Of match.any, one value after the other; measured on an H200 (tests/model,
// family histogram).
enum { VALUE_CYCLES = 2 };

typedef enum Shfl { SHFL_UP, SHFL_DOWN, SHFL_BFLY, SHFL_IDX } Shfl;
typedef enum Vote { VOTE_ALL, VOTE_ANY, VOTE_UNI, VOTE_BALLOT } Vote;
typedef enum Match { MATCH_ANY, MATCH_ALL } Match;
typedef enum Redux {
    REDUX_ADD,
    REDUX_MIN,
    REDUX_MAX,
    REDUX_AND,
    REDUX_OR,
    REDUX_XOR,
} Redux;

// ---- the operations

// The lane that lane l reads, and whether it lies within the segment.
static bool shfl_source(Shfl mode, int l, uint32_t b, uint32_t c, int *j) {
    int bval = b & 31, cval = c & 31, seg = c >> 8 & 31;
    int most = (l & seg) | (cval & ~seg), least = l & seg;
    switch (mode) {
    case SHFL_UP: *j = l - bval; return *j >= most;
    case SHFL_DOWN: *j = l + bval; return *j <= most;
    case SHFL_BFLY: *j = l ^ bval; return *j <= most;
    default: *j = least | (bval & ~seg); return *j <= most;
    }
}

static inline __attribute__((always_inline)) void shfl_mode(Collect *c,
                                                            Shfl mode) {
    uint32_t *from = c->from, q = 0, absent = 0;
    LANES {
        int j;
        bool ok = shfl_source(mode, l, c->b->u32[l], c->c->u32[l], &j);
        from[l] = (uint32_t)(ok ? j : l) & 31;
        q |= (uint32_t)ok << l;
        absent |= (uint32_t)(ok && !(c->lanes >> from[l] & 1)) << l;
    }
    LANES
        c->d.u32[l] = c->a->u32[absent >> l & 1 ? (uint32_t)l : from[l]];
    c->q = q;
    c->absent = absent;
}

static void shfl(const Insn *in, Collect *c) {
    switch ((Shfl)(in->flags & 3)) {
    case SHFL_UP: shfl_mode(c, SHFL_UP); return;
    case SHFL_DOWN: shfl_mode(c, SHFL_DOWN); return;
    case SHFL_BFLY: shfl_mode(c, SHFL_BFLY); return;
    case SHFL_IDX: shfl_mode(c, SHFL_IDX); return;
    }
}

static void fill(Collect *c, uint32_t v) {
    LANES
        c->d.u32[l] = v;
}

static void vote(const Insn *in, Collect *c) {
    uint32_t p = c->p & c->lanes;
    bool all = p == c->lanes;
    switch ((Vote)(in->flags & 3)) {
    case VOTE_ALL: c->q = all ? ~0u : 0; return;
    case VOTE_ANY: c->q = p ? ~0u : 0; return;
    case VOTE_UNI: c->q = all || !p ? ~0u : 0; return;
    case VOTE_BALLOT: fill(c, p); return;
    }
}

static uint32_t same_as(const Insn *in, const Collect *c, uint32_t l) {
    uint32_t same = 0;
    FOR_LANES(k, c->lanes) {
        bool eq = in->flags & WIDE ? c->a64->u64[k] == c->a64->u64[l]
                                   : c->a->u32[k] == c->a->u32[l];
        same |= (uint32_t)eq << k;
    }
    return same;
}

static void match(const Insn *in, Collect *c) {
    if ((in->flags & 3) == MATCH_ALL) {
        bool all = same_as(in, c, (uint32_t)lowest(c->lanes)) == c->lanes;
        fill(c, all ? c->lanes : 0);
        c->q = all ? ~0u : 0;
        return;
    }
    for (uint32_t todo = c->lanes; todo;) {
        uint32_t same = same_as(in, c, (uint32_t)lowest(todo));
        FOR_LANES(l, same) c->d.u32[l] = same;
        todo &= ~same;
        c->values++;
    }
}

static uint32_t redux_two(Redux op, bool is_signed, uint32_t x, uint32_t y) {
    bool less = is_signed ? (int32_t)x < (int32_t)y : x < y;
    switch (op) {
    case REDUX_ADD: return x + y;
    case REDUX_MIN: return less ? x : y;
    case REDUX_MAX: return less ? y : x;
    case REDUX_AND: return x & y;
    case REDUX_OR: return x | y;
    default: return x ^ y;
    }
}

static void redux(const Insn *in, Collect *c) {
    uint32_t first = (uint32_t)lowest(c->lanes), v = c->a->u32[first];
    FOR_LANES(l, c->lanes & (c->lanes - 1)) {
        v = redux_two(in->flags & 7, in->flags & SIGNED, v, c->a->u32[l]);
    }
    fill(c, v);
}

// The lane with the smallest number; every lane learns which.
static void elect(const Insn *in, Collect *c) {
    (void)in;
    fill(c, (uint32_t)lowest(c->lanes));
    c->q = c->lanes & -c->lanes;
}

static void nothing(const Insn *in, Collect *c) {
    (void)in;
    (void)c;
}

// ---- meetings

typedef void (*Operation)(const Insn *in, Collect *c);

static const Insn *exec_shfl(Warp *w, const Insn *in);
static const Insn *exec_vote(Warp *w, const Insn *in);
static const Insn *exec_match(Warp *w, const Insn *in);
static const Insn *exec_redux(Warp *w, const Insn *in);
static const Insn *exec_elect(Warp *w, const Insn *in);
static const Insn *exec_bar_warp(Warp *w, const Insn *in);

static Operation operation_of(const Insn *in) {
    if (in->fn == exec_shfl) return shfl;
    if (in->fn == exec_vote) return vote;
    if (in->fn == exec_match) return match;
    if (in->fn == exec_redux) return redux;
    if (in->fn == exec_elect) return elect;
    return nothing;
}

const char *mask_story(const Warp *w, uint32_t mask, char text[MASK_STORY]) {
    *text = '\0';
    if (mask == w->exist || !mask) return text; // or a constant's
    for (uint32_t i = 0; i < min_of(w->asked.n, COUNT_OF(w->asked.at)); i++) {
        const struct MaskAsked *a = &w->asked.at[i];
        if (a->mask != mask) continue;
        SrcLoc at = insn_loc(w->block->launch, a->code, a->at);
        snprintf(text, MASK_STORY,
                 ". The mask is what __activemask() gave at line %d: the lanes "
                 "that were together just then%s",
                 at.line,
                 w->block->launch->order.parts
                     ? " (half of those you expect: a GPU may let the rest "
                       "come later)"
                     : "");
    }
    return text;
}

// Lanes of c.absent have got a value that nobody gave; to be reported if they
// use it. in is where lane l of them executes it. True: it is followed.
static bool note_absent(Warp *w, const Insn *in, const Collect *c) {
    char story[MASK_STORY];
    int l = lowest(c->absent), j = 0;
    bool parked = w->wait.lanes >> l & 1;
    const Code *code = parked ? w->lane.counts[l]->code : w->code;
    SimTrap t = trap_draft(w, code, in, SIM_TRAP_SHUFFLE, c->absent);
    shfl_source(in->flags & 3, l, c->b->u32[l], c->c->u32[l], &j);
    trap_say(&t, "Lane %d shuffles from lane %d, which %s%s", l, j,
             !(w->exist >> j & 1)  ? "the block does not have"
             : !(w->live >> j & 1) ? "has ended without coming here"
             : c->mask >> j & 1    ? "does not take part"
                                   : "is not in the mask",
             mask_story(w, c->mask, story));
    return undefined_begin(w, code, in, c->absent, &t);
}

static void note_outside(Warp *w, const Insn *in, uint32_t lanes,
                         uint32_t mask) {
    warp_note(w, in, SIM_TRAP_SHUFFLE, lanes,
              "Lane %d is not in its own mask 0x%08x", lowest(lanes), mask);
}

// True if the active lanes all give the same mask.
static bool one_mask(const Warp *w, const Lanes *m, uint32_t mask) {
    uint32_t differ = 0;
    LANES
        differ |= (m->u32[l] ^ mask) & w->mask.u32[l];
    return !differ;
}

// The active lanes that do not name themselves: on a GPU such an instruction is
// illegal.
static uint32_t without_self(const Warp *w, const Lanes *m) {
    uint32_t lanes = 0;
    LANES
        lanes |= (uint32_t) !(m->u32[l] >> l & 1) << l;
    return lanes & w->active;
}

static uint32_t source_pred(const Warp *w, const Insn *in) {
    uint32_t p = w->p[in->src[0]];
    return in->flags & NEGATED ? ~p : p;
}

static void keep_results(Warp *w, const Insn *in, const Collect *c) {
    if (in->dst != SLOT_NONE) {
        Lanes *d = unit(w, in->dst);
        LANES
            d->u32[l] =
                (c->d.u32[l] & w->mask.u32[l]) | (d->u32[l] & ~w->mask.u32[l]);
    }
    if (in->dst2 != SLOT_NONE) {
        uint32_t *p = &w->p[in->dst2];
        *p = (c->q & w->active) | (*p & ~w->active);
    }
}

static const Insn *park_all(Warp *w, const Insn *in, const Lanes *m) {
    Lanes own = *m; // a lane outside its mask waits for itself alone
    LANES {
        if (!(own.u32[l] >> l & 1)) own.u32[l] = 1u << l;
    }
    return warp_park(w, in, &own);
}

static void shuffle_undefined(Warp *w, const Insn *in, const Collect *c) {
    const Insn *at[WARP_SIZE];
    LANES
        at[l] = in;
    undefined_shuffle(w, at, c->lanes, c->from);
}

static const Insn *meet(Warp *w, const Insn *in, Operation op) {
    Collect c = {.lanes = w->active, .mask = w->active};
    if (!(in->flags & NO_SYNC)) {
        const Lanes *m = unit(w, in->src[3]);
        c.mask = m->u32[lowest(w->active)];
        uint32_t outside = without_self(w, m);
        if (outside) note_outside(w, in, outside, m->u32[lowest(outside)]);
        if (!one_mask(w, m, c.mask)) return park_all(w, in, m);
        if (c.mask & w->live & ~w->active) return park_all(w, in, m);
        c.lanes = w->active & c.mask;
        if (!c.lanes) c.lanes = w->active;
    }
    if (op == vote) {
        c.p = source_pred(w, in);
    } else if (in->src[0] != SLOT_NONE) {
        c.a = unit(w, in->src[0]);
        c.a64 = unit64(w, in->src[0]);
    }
    if (op == shfl) {
        c.b = unit(w, in->src[1]);
        c.c = unit(w, in->src[2]);
    }
    op(in, &c);
    if (c.values > 1)
        site_count(w, in)->xchg_cycles += VALUE_CYCLES * (c.values - 1);
    if (in->fn == exec_bar_warp) observe_warp_sync(w);
    if (op == shfl && undefined_is_left(w)) shuffle_undefined(w, in, &c);
    keep_results(w, in, &c);
    c.absent &= w->active;
    if (c.absent && note_absent(w, in, &c)) w->careful = in + 1;
    return w->careful ? NULL : in + 1;
}

// One handler per operation, so that fn says what two lanes have in common.
static const Insn *exec_shfl(Warp *w, const Insn *in) {
    return meet(w, in, shfl);
}
static const Insn *exec_vote(Warp *w, const Insn *in) {
    return meet(w, in, vote);
}
static const Insn *exec_match(Warp *w, const Insn *in) {
    return meet(w, in, match);
}
static const Insn *exec_redux(Warp *w, const Insn *in) {
    return meet(w, in, redux);
}
static const Insn *exec_elect(Warp *w, const Insn *in) {
    return meet(w, in, elect);
}
static const Insn *exec_bar_warp(Warp *w, const Insn *in) {
    return meet(w, in, nothing);
}

const Insn *exec_converge(Warp *w, const Insn *in) {
    return w->active == w->live ? in + 1 : meet(w, in, nothing);
}

// Waiting lanes that meet with lane l.
static uint32_t partners(const Warp *w, uint32_t l) {
    const LaneWait *me = &w->wait.lane[l];
    uint32_t lanes = 0;
    FOR_LANES(k, w->wait.lanes) {
        const LaneWait *you = &w->wait.lane[k];
        bool same = you->mask == me->mask && you->at->fn == me->at->fn &&
                    !((you->at->flags ^ me->at->flags) & QUALIFIERS);
        lanes |= (uint32_t)same << k;
    }
    return lanes;
}

// Sources of lanes that stand at different instructions.
static void gather(const Warp *w, Collect *c, Lanes64 *a64, Lanes *a, Lanes *b,
                   Lanes *bound) {
    FOR_LANES(l, c->lanes) {
        const Insn *at = w->wait.lane[l].at;
        int lane = (int)l;
        if (at->fn == exec_vote) {
            bool p = lane_pred(w, lane, at->src[0]) ^ !!(at->flags & NEGATED);
            c->p |= (uint32_t)p << l;
        } else if (at->flags & WIDE) {
            a64->u64[l] = lane_u64(w, lane, at->src[0]);
        } else if (at->src[0] != SLOT_NONE) {
            a->u32[l] = lane_u32(w, lane, at->src[0]);
        }
        if (at->fn != exec_shfl) continue;
        b->u32[l] = lane_u32(w, lane, at->src[1]);
        bound->u32[l] = lane_u32(w, lane, at->src[2]);
    }
    c->a = a;
    c->a64 = a64;
    c->b = b;
    c->c = bound;
}

static void complete(Warp *w, uint32_t lanes) {
    Lanes64 a64;
    Lanes a, b, bound;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    memset(&bound, 0, sizeof bound);
    const Insn *first = w->wait.lane[lowest(lanes)].at;
    Collect c = {.lanes = lanes, .mask = w->wait.lane[lowest(lanes)].mask};

    gather(w, &c, &a64, &a, &b, &bound);
    operation_of(first)(first, &c);
    if (first->fn == exec_bar_warp) observe_warp_sync(w);
    if (first->fn == exec_shfl && undefined_is_left(w)) {
        const Insn *at[WARP_SIZE] = {0};
        FOR_LANES(l, lanes) at[l] = w->wait.lane[l].at;
        undefined_shuffle(w, at, lanes, c.from);
    }
    FOR_LANES(l, lanes) {
        const Insn *at = w->wait.lane[l].at;
        if (at->dst != SLOT_NONE) lane_set_u32(w, (int)l, at->dst, c.d.u32[l]);
        if (at->dst2 != SLOT_NONE)
            lane_set_pred(w, (int)l, at->dst2, c.q >> l & 1);
    }
    c.absent &= lanes;
    if (c.absent) note_absent(w, w->wait.lane[lowest(c.absent)].at, &c);
    warp_wake(w, lanes);
}

void collect_release(Warp *w) {
    FOR_LANES(l, w->wait.lanes) {
        if (!(w->wait.lanes >> l & 1) || is_barrier(w->wait.lane[l].at) ||
            is_cluster_wait(w->wait.lane[l].at))
            continue;
        uint32_t here = partners(w, l);
        if (!(w->wait.lane[l].mask & w->live & ~here)) complete(w, here);
    }
}

// ---- and those that nobody waits in

// Which lanes of a warp are together is up to the GPU. In a shuffled launch
// half of those that could be come later, and ask by themselves.
static void part_group(Warp *w, const Insn *in) {
    uint32_t all = w->active, late = all & w->asked.later, half = all;
    w->asked.later &= ~all;
    if (!w->block->launch->order.parts || late || all != w->group) return;
    for (int n = (__builtin_popcount(all) + 1) / 2; n > 0; n--)
        half &= half - 1; // without the first ones, which go on
    w->asked.later |= half;
    warp_set_aside(w, half, in);
}

static const Insn *exec_activemask(Warp *w, const Insn *in) {
    part_group(w, in);
    w->asked.at[w->asked.n++ % COUNT_OF(w->asked.at)] =
        (struct MaskAsked){in, w->code, w->active};
    Lanes *d = unit(w, in->dst);
    LANES
        d->u32[l] =
            (w->active & w->mask.u32[l]) | (d->u32[l] & ~w->mask.u32[l]);
    return in + 1;
}

// The host is one thread and keeps the order of its memory accesses: only the
// checks want to know. flags: the scope; imm: of the async proxy.
static const Insn *exec_fence(Warp *w, const Insn *in) {
    if (in->imm)
        observe_proxy_fence(w); // what came before, not itself, has met
    observe_fence(w, in, (MemScope)in->flags);
    return in + 1;
}

// Fences of proxies order what is in order here: exec_async*.c says what is
// not.
static MemScope fence_scope(const Stmt *s) {
    STMT_ACCEPT(s, MOD_GL, MOD_SC, MOD_ACQ_REL, MOD_ACQUIRE, MOD_RELEASE,
                MOD_PROXY, MOD_ALIAS, MOD_ASYNC, MOD_ASYNC_GENERIC,
                MOD_MBARRIER_INIT, MOD_TENSORMAP_GENERIC, MOD_GLOBAL,
                MOD_SHARED_CTA, MOD_SHARED_CLUSTER, MOD_SYNC_RESTRICT_CTA,
                MOD_SYNC_RESTRICT_CLUSTER);
    if (s->op == OP_MEMBAR) // .cta .gl .sys
        return stmt_has(s, MOD_CTA)   ? SCOPE_BLOCK
               : stmt_has(s, MOD_SYS) ? SCOPE_SYSTEM
                                      : SCOPE_DEVICE;
    return memop_scope(s);
}

static const Insn *exec_nothing(Warp *w, const Insn *in) {
    (void)w;
    return in + 1;
}

static const Insn *exec_nanosleep(Warp *w, const Insn *in) {
    const Lanes *ns = unit(w, in->src[0]);
    uint32_t most = 0;
    LANES
        most = max_of(most, ns->u32[l] & w->mask.u32[l]);
    most = min_of(most, 1000000u);
    w->slept +=
        (uint64_t)most * (uint64_t)w->block->launch->gpu->clock_mhz / 1000;
    return in + 1;
}

// ---- decoding

static int find_mod(const Stmt *s, const Mod *from, int n) {
    for (int i = 0; i < n; i++) {
        if (stmt_has(s, from[i])) return i;
    }
    return -1;
}

static bool select_shfl(Decoder *d, const Stmt *s, Insn *in) {
    static const Mod mode[] = {MOD_UP, MOD_DOWN, MOD_BFLY, MOD_IDX};
    int m = find_mod(s, mode, COUNT_OF(mode)), n = 4 + stmt_has(s, MOD_SYNC);
    if (m < 0) return decoder_refuse(d, "this kind of shuffle");
    if (!operands_are(d, s, n, n)) return false;

    in->fn = exec_shfl;
    in->flags = (uint16_t)(m | (stmt_has(s, MOD_SYNC) ? 0 : NO_SYNC));
    in->dst = dst(d, &s->opnd[0], 32);
    in->dst2 = pipe_dst(d, &s->opnd[0]);
    for (int i = 0; i < 4 && i + 1 < s->nopnds; i++)
        in->src[i] = src(d, &s->opnd[i + 1], 32);
    return true;
}

// vote.sync.all.pred p, {!}a, mask;  vote.sync.ballot.b32 d, {!}a, mask;
static bool select_vote(Decoder *d, const Stmt *s, Insn *in) {
    static const Mod mode[] = {MOD_ALL, MOD_ANY, MOD_UNI, MOD_BALLOT};
    int m = find_mod(s, mode, COUNT_OF(mode)), n = 2 + stmt_has(s, MOD_SYNC);
    const Operand *a = &s->opnd[1];
    if (m < 0 || a->kind != OPND_REG)
        return decoder_refuse(d, "this kind of vote");
    if (!operands_are(d, s, n, n)) return false;

    in->fn = exec_vote;
    in->flags = (uint16_t)(m | (stmt_has(s, MOD_SYNC) ? 0 : NO_SYNC) |
                           (a->negated ? NEGATED : 0));
    if (m == VOTE_BALLOT)
        in->dst = dst(d, &s->opnd[0], 32);
    else
        in->dst2 = dst(d, &s->opnd[0], 1);
    in->src[0] = src(d, a, 1);
    if (stmt_has(s, MOD_SYNC)) in->src[3] = src(d, &s->opnd[2], 32);
    return true;
}

static bool select_match(Decoder *d, const Stmt *s, Insn *in) {
    bool wide = s->ntypes && type_bits(s->types[0]) == 64;
    STMT_ACCEPT(s, MOD_ANY);
    in->fn = exec_match;
    in->flags = (uint16_t)((stmt_has(s, MOD_ALL) ? MATCH_ALL : MATCH_ANY) |
                           (wide ? WIDE : 0));
    in->dst = dst(d, &s->opnd[0], 32);
    in->dst2 = pipe_dst(d, &s->opnd[0]);
    in->src[0] = src(d, &s->opnd[1], wide ? 64 : 32);
    in->src[3] = src(d, &s->opnd[2], 32);
    return true;
}

static bool select_redux(Decoder *d, const Stmt *s, Insn *in) {
    static const Mod mode[] = {MOD_ADD, MOD_MIN, MOD_MAX,
                               MOD_AND, MOD_OR,  MOD_XOR};
    int m = find_mod(s, mode, COUNT_OF(mode));
    Type t = s->ntypes ? s->types[0] : TYPE_NONE;
    if (m < 0 || type_is_float(t) || type_bits(t) != 32)
        return decoder_refuse(d, "a reduction of this type");

    in->fn = exec_redux;
    in->flags = (uint16_t)(m | (type_is_signed(t) ? SIGNED : 0));
    in->dst = dst(d, &s->opnd[0], 32);
    in->src[0] = src(d, &s->opnd[1], 32);
    in->src[3] = src(d, &s->opnd[2], 32);
    return true;
}

// elect.sync d|p, mask;
static bool select_elect(Decoder *d, const Stmt *s, Insn *in) {
    in->fn = exec_elect;
    in->dst = dst(d, &s->opnd[0], 32);
    in->dst2 = pipe_dst(d, &s->opnd[0]);
    in->src[3] = src(d, &s->opnd[1], 32);
    return true;
}

bool select_warp(Decoder *d, const Stmt *s, Insn *in) {
    in->dst = in->dst2 = SLOT_NONE;
    for (int i = 0; i < 4; i++)
        in->src[i] = SLOT_NONE;
    in->site = decoder_site(d, s, SPACE_GENERIC);
    switch (s->op) {
    case OP_SHFL: return select_shfl(d, s, in);
    case OP_VOTE: return select_vote(d, s, in);
    case OP_MATCH: return select_match(d, s, in);
    case OP_REDUX: return select_redux(d, s, in);
    case OP_ELECT: return select_elect(d, s, in);
    case OP_ACTIVEMASK:
        in->fn = exec_activemask;
        in->dst = dst(d, &s->opnd[0], 32);
        return true;
    case OP_BAR:
    case OP_BARRIER:
        if (!operands_are(d, s, 1, 1)) return false;
        in->fn = exec_bar_warp;
        in->src[3] = src(d, &s->opnd[0], 32);
        return true;
    case OP_NANOSLEEP:
        in->fn = exec_nanosleep;
        in->src[0] = src(d, &s->opnd[0], 32);
        return true;
    case OP_PMEVENT:
        STMT_ACCEPT(s, MOD_MASK);
        in->fn = exec_nothing;
        return true;
    default: // membar, fence
        in->fn = exec_fence;
        in->flags = (uint16_t)fence_scope(s);
        in->imm = stmt_has(s, MOD_PROXY) && stmt_has(s, MOD_ASYNC);
        return true;
    }
}
