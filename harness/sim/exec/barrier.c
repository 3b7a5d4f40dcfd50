// Barriers of a block: bar and barrier, 16 of each block's own.
//
// A warp arrives as a whole, when all its live lanes stand at the barrier, and
// then counts as 32 threads; lanes that come first wait. Threads that have
// ended count as arrived: hardware does not wait for them, and the early return
// of `if (i >= n) return;` is legal code. So ended threads are no error.
//
// Lanes of one warp that go different ways are. From Volta on hardware keeps
// going, and often the program works, or hangs, or reads what is not there yet.
// Here it stops the kernel, because the learner has to see it: when lanes wait
// at an aligned barrier (__syncthreads) and others of their warp walk past it
// (barrier_skipped), or wait at another one (barrier_parked).
#include "sim/exec/barrier.h"

#include "sim/access/observe.h"
#include "sim/core/groups.h"
#include "sim/core/trap.h"
#include "sim/decode/decoder.h"
#include "sim/exec/async.h"
#include "sim/exec/cluster.h"

#include <string.h>

enum { // Insn.flags
    BAR_SYNC,
    BAR_ARRIVE,
    BAR_POPC,
    BAR_AND,
    BAR_OR,
    BAR_KIND = 7, // and BAR_ALIGNED
    BAR_NEGATED = 16,
};

// Cycles that a counting barrier takes more, for each warp; measured on an H200
// (tests/model, family waiting).
enum { RED_CYCLES = 3 };

// Keys of the barriers for shmem_release.
static const uint64_t BARRIER_KEY = 1ull << 32;

static int kind_of(const Insn *in) {
    return in->flags & BAR_KIND;
}

// ---- completion

static bool is_complete(const Block *b, const struct Barrier *bar) {
    if (!bar->arrived) return false;
    uint32_t all = (b->nwarps - b->ndone) * WARP_SIZE;
    return bar->arrived >= (bar->expected ? bar->expected : all);
}

// Returns the result of .red, which every thread gets.
static uint32_t red_value(const struct Barrier *bar, int kind) {
    switch (kind) {
    case BAR_POPC: return bar->red;
    case BAR_AND: return bar->red == bar->threads;
    default: return bar->red != 0;
    }
}

static void give_red(Warp *w, const Insn *at, int lane, uint32_t value) {
    if (kind_of(at) < BAR_POPC) return;
    if (at->dst != SLOT_NONE) lane_set_u32(w, lane, at->dst, value);
    if (at->dst2 != SLOT_NONE) lane_set_pred(w, lane, at->dst2, value);
}

// All lanes of the warp are parked in the barrier: they go on.
static void release_warp(Warp *w, const struct Barrier *bar) {
    FOR_LANES(l, w->live) {
        const Insn *at = w->wait.lane[l].at;
        give_red(w, at, (int)l, red_value(bar, kind_of(at)));
    }
    warp_wake(w, w->live);
    w->state = WARP_READY;
    w->resume = NULL;
}

// Some warps only meet there.
static bool is_partial(const Block *b, uint32_t expected) {
    return expected && expected < b->nthreads;
}

static void release(Block *b, uint32_t id) {
    struct Barrier *bar = &b->barrier[id];
    for (uint32_t i = 0; i < b->nwarps; i++) {
        Warp *w = &b->warps[i];
        if (w->state != WARP_BARRIER || w->wait.barrier != id) continue;
        if (is_partial(b, bar->expected)) {
            observe_acquire(w, BARRIER_KEY + id);
            observe_warp_sync(w); // its lanes have met there, too
            block_leaves(w, bar);
        }
        if (w->wait.lanes) {
            release_warp(w, bar);
        } else { // converged: resume is set
            w->state = WARP_READY;
        }
    }
    if (!is_partial(b, bar->expected)) {
        b->epoch++;
        block_meets(b);
        observe_barrier(b);
        block_syncs(b);
    } else {
        b->syncs++;
    }
    *bar = (struct Barrier){0};
    b->progress++;
}

static bool is_uneven(const Block *b) {
    for (uint32_t i = 1; i < b->nwarps; i++)
        if (b->warps[i].met != b->warps[0].met) return true;
    return false;
}

void barrier_warp_done(Block *b) {
    if (b->mixed && b->ndone == b->nwarps && is_uneven(b))
        b->launch->traps.uneven = true;
    for (uint32_t id = 0; id < COUNT_OF(b->barrier); id++) {
        if (!b->barrier[id].expected && is_complete(b, &b->barrier[id]))
            release(b, id);
    }
}

// ---- arrival

// Warps that meet at barriers of different lines: hardware pairs them, so that
// the program goes on, as often as not with phases mixed up (launch.c).
static void check_partner(Warp *w, const Insn *in, const Code *code,
                          const struct Barrier *bar) {
    if (!bar->first || bar->first == in || bar->expected ||
        !(in->flags & bar->first->flags & BAR_ALIGNED))
        return;
    const Launch *la = w->block->launch;
    SrcLoc here = insn_loc(la, code, in);
    SrcLoc there = insn_loc(la, bar->code, bar->first);
    if (here.line == there.line) return;
    w->block->mixed = true;
    warp_note(w, in, SIM_TRAP_BARRIER, w->live,
              "Warps of one block meet at different barriers, lines %d and %d",
              there.line, here.line);
}

static void arrive(Warp *w, const Insn *in, const Code *code, uint32_t id,
                   uint32_t expected, uint32_t preds) {
    struct Barrier *bar = &w->block->barrier[id];
    check_partner(w, in, code, bar);
    if (!bar->first) {
        bar->first = in;
        bar->code = code;
        bar->expected = expected;
    }
    if (is_partial(w->block, bar->expected)) {
        observe_release(w, BARRIER_KEY + id);
        block_arrives(w, bar);
    } else {
        w->met++;
    }
    bar->arrived += WARP_SIZE;
    bar->red += (uint32_t)__builtin_popcount(preds & w->live);
    bar->threads += (uint32_t)__builtin_popcount(w->live);
}

static bool operands_ok(Warp *w, const Insn *in, uint32_t id,
                        uint32_t expected) {
    if (id < 16 && expected % WARP_SIZE == 0) return true;
    warp_trap_text(w, in, SIM_TRAP_BARRIER, w->live,
                   id < 16 ? "Barrier %u waits for %u threads, which is no "
                             "multiple of 32"
                           : "Barrier %u does not exist: there are 16, from 0",
                   id, expected);
    return false;
}

// The whole warp, in one group: the common case.
static const Insn *arrive_together(Warp *w, const Insn *in) {
    int l = lowest(w->live);
    uint32_t id = unit(w, in->src[0])->u32[l], expected = 0, preds = 0;
    if (in->src[1] != SLOT_NONE) expected = unit(w, in->src[1])->u32[l];
    if (in->src[2] != SLOT_NONE) {
        preds = w->p[in->src[2]];
        if (in->flags & BAR_NEGATED) preds = ~preds;
    }
    if (!operands_ok(w, in, id, expected)) return NULL;

    arrive(w, in, w->code, id, expected, preds);
    if (kind_of(in) == BAR_ARRIVE) {
        if (is_complete(w->block, &w->block->barrier[id]))
            release(w->block, id);
        return in + 1;
    }
    w->wait.barrier = (uint8_t)id;
    w->state = WARP_BARRIER;
    if (kind_of(in) == BAR_SYNC) {
        w->resume = in + 1;
    } else { // the result is written when it is known
        for (int i = 0; i < WARP_SIZE; i++)
            w->wait.lane[i] = (LaneWait){in, 0};
        w->wait.lanes = w->live;
        warp_leave(w, w->live, in);
    }
    if (!is_complete(w->block, &w->block->barrier[id])) return NULL;
    release(w->block, id);
    return w->resume ? w->resume : warp_regroup(w);
}

static const Insn *exec_barrier(Warp *w, const Insn *in) {
    site_count(w, in)->barriers++;
    observe_early(w->block, w->loaded, w->loaded_at);
    w->loaded = 0;
    if (kind_of(in) >= BAR_POPC) site_count(w, in)->xchg_cycles += RED_CYCLES;
    if (w->active == w->live) return arrive_together(w, in);
    return warp_park(w, in, NULL);
}

// The barrier that lane l waits at, 16 or more: it waits for something else.
static uint32_t lane_barrier(const Warp *w, uint32_t l) {
    const Insn *at = w->wait.lane[l].at;
    return is_barrier(at) ? lane_u32(w, (int)l, at->src[0]) : ~0u;
}

// "lines 12 and 14": parked lanes that do not wait for the same thing.
static bool waits_elsewhere(const Warp *w, uint32_t l, uint32_t k) {
    const Insn *a = w->wait.lane[l].at, *b = w->wait.lane[k].at;
    if (lane_barrier(w, l) != lane_barrier(w, k)) return true;
    return a != b && ((a->flags | b->flags) & BAR_ALIGNED);
}

static void trap_two_barriers(Warp *w, uint32_t l, uint32_t k) {
    const Launch *la = w->block->launch;
    const Insn *a = w->wait.lane[l].at, *b = w->wait.lane[k].at;
    SrcLoc there = insn_loc(la, w->lane.counts[k]->code, b);
    warp_trap_text(w, a, SIM_TRAP_BARRIER, 1u << l,
                   "Lanes of one warp wait at different places: lane %u at "
                   "the barrier of this line, lane %u %s line %d",
                   l, k,
                   is_barrier(b) ? "at that of" : "in a warp operation of",
                   there.line);
    warp_trap_other(w, there);
}

const Insn *barrier_parked(Warp *w) {
    uint32_t first = (uint32_t)lowest(w->live);
    if (is_cluster_wait(w->wait.lane[first].at)) {
        if (!cluster_parked(w)) warp_deadlock(w);
        return NULL;
    }
    FOR_LANES(l, w->live) {
        if (!is_barrier(w->wait.lane[l].at)) {
            warp_deadlock(w);
            return NULL;
        }
    }
    FOR_LANES(l, w->live) {
        if (!waits_elsewhere(w, first, l)) continue;
        trap_two_barriers(w, first, l);
        return NULL;
    }
    const Insn *in = w->wait.lane[first].at;
    uint32_t id = lane_barrier(w, first), expected = 0, preds = 0;
    if (in->src[1] != SLOT_NONE) expected = lane_u32(w, (int)first, in->src[1]);
    FOR_LANES(l, w->live) {
        const Insn *at = w->wait.lane[l].at;
        if (at->src[2] == SLOT_NONE) continue;
        bool p = lane_pred(w, (int)l, at->src[2]) ^ !!(at->flags & BAR_NEGATED);
        preds |= (uint32_t)p << l;
    }
    if (!operands_ok(w, in, id, expected)) return NULL;

    arrive(w, in, w->lane.counts[first]->code, id, expected, preds);
    bool complete = is_complete(w->block, &w->block->barrier[id]);
    if (kind_of(in) == BAR_ARRIVE) {
        warp_wake(w, w->live);
    } else {
        w->wait.barrier = (uint8_t)id;
        w->state = WARP_BARRIER;
        w->resume = NULL;
    }
    if (complete) release(w->block, id);
    return w->state == WARP_READY ? warp_regroup(w) : NULL;
}

// ---- when nothing can go on

void warp_deadlock(Warp *w) {
    uint32_t first = 0, missing = 0;
    FOR_LANES(l, w->live) {
        if (is_barrier(w->wait.lane[l].at)) continue;
        first = l;
        break;
    }
    const Insn *at = w->wait.lane[first].at;
    FOR_LANES(l, w->wait.lane[first].mask & w->live) {
        if (w->wait.lane[l].at == at &&
            w->wait.lane[l].mask == w->wait.lane[first].mask)
            continue;
        missing = l;
        break;
    }
    SrcLoc there = insn_loc(w->block->launch, w->lane.counts[missing]->code,
                            w->wait.lane[missing].at);
    char story[MASK_STORY];
    uint32_t asked =
        w->wait.lane[first].mask; // of which of the two is known more
    if (!*mask_story(w, asked, story)) asked = w->wait.lane[missing].mask;
    warp_trap_text(w, at, SIM_TRAP_DEADLOCK, 1u << first,
                   "Lane %u waits for the lanes of mask 0x%08x, but lane %u "
                   "waits at line %d%s",
                   first, w->wait.lane[first].mask, missing, there.line,
                   mask_story(w, asked, story));
    warp_trap_other(w, there);
}

// The instruction at which a warp waits for its block.
static const Insn *barrier_insn(const Warp *w, const Code **code) {
    if (!w->wait.lanes) {
        *code = w->code;
        return w->resume - 1;
    }
    *code = w->lane.counts[lowest(w->live)]->code;
    return w->wait.lane[lowest(w->live)].at;
}

void barrier_deadlock(Block *b) {
    Warp *a = NULL, *other = NULL;
    const Insn *a_in = NULL, *o_in = NULL;
    const Code *a_code = NULL, *o_code = NULL;
    uint32_t at_a = 0, elsewhere = 0;
    for (uint32_t i = 0; i < b->nwarps; i++) {
        Warp *w = &b->warps[i];
        if (w->state != WARP_BARRIER || w->wait.barrier == CLUSTER_BARRIER)
            continue;
        const Code *code;
        const Insn *in = barrier_insn(w, &code);
        uint32_t threads = (uint32_t)__builtin_popcount(w->live);
        if (!a) {
            a = w;
            a_in = in;
            a_code = code;
        }
        if (w->wait.barrier == a->wait.barrier) {
            at_a += threads;
            continue;
        }
        elsewhere += threads;
        if (!other) {
            other = w;
            o_in = in;
            o_code = code;
        }
    }
    if (!a) return;
    SrcLoc there = other ? insn_loc(b->launch, o_code, o_in) : (SrcLoc){0};
    uint32_t ended = b->nthreads - at_a - elsewhere;
    SrcLoc here = insn_loc(b->launch, a_code, a_in);
    if (other)
        warp_trap_text(a, a_in, SIM_TRAP_BARRIER, a->live,
                       "%u threads wait at barrier %u of line %d, %u at "
                       "barrier %u of line %d, and %u have ended",
                       at_a, a->wait.barrier, here.line, elsewhere,
                       other->wait.barrier, there.line, ended);
    else
        warp_trap_text(a, a_in, SIM_TRAP_BARRIER, a->live,
                       "%u threads wait at barrier %u of line %d for %u; the "
                       "other %u have ended",
                       at_a, a->wait.barrier, here.line,
                       b->barrier[a->wait.barrier].expected, ended);
    if (other) warp_trap_other(a, there);
}

// ---- decoding

static bool bar_kind(const Stmt *s, int *kind) {
    *kind = BAR_SYNC;
    if (stmt_has(s, MOD_ARRIVE)) *kind = BAR_ARRIVE;
    if (!stmt_has(s, MOD_RED)) return stmt_has(s, MOD_SYNC) || *kind;
    *kind = stmt_has(s, MOD_POPC)  ? BAR_POPC
            : stmt_has(s, MOD_AND) ? BAR_AND
                                   : BAR_OR;
    return true;
}

// bar.sync a{, b};  bar.arrive a, b;  bar.red.op d, a{, b}, {!}c;
bool select_barrier(Decoder *d, const Stmt *s, Insn *in) {
    int kind, i = 0, n = s->nopnds;

    in->dst = in->dst2 = SLOT_NONE;
    for (int k = 0; k < 4; k++)
        in->src[k] = SLOT_NONE;
    in->site = decoder_site(d, s, SPACE_GENERIC);
    if (stmt_has(s, MOD_CLUSTER)) return select_cluster_barrier(d, s, in);
    if (!bar_kind(s, &kind)) return decoder_refuse(d, "this barrier");
    STMT_ACCEPT(s, MOD_OR, MOD_CTA);
    bool is_red = kind >= BAR_POPC;
    int least = is_red ? 3 : 1 + (kind == BAR_ARRIVE);
    if (!operands_are(d, s, least, is_red ? 4 : 2)) return false;

    in->fn = exec_barrier;
    in->kind = INSN_BARRIER;
    in->flags = (uint16_t)kind;
    if (s->op == OP_BAR || stmt_has(s, MOD_ALIGNED)) in->flags |= BAR_ALIGNED;
    if (is_red) {
        if (kind == BAR_POPC)
            in->dst = dst(d, &s->opnd[i++], 32);
        else
            in->dst2 = dst(d, &s->opnd[i++], 1);
        const Operand *c = &s->opnd[--n];
        if (c->kind != OPND_REG)
            return decoder_refuse(d, "a constant predicate of a barrier");
        in->src[2] = src(d, c, 1);
        if (c->negated) in->flags |= BAR_NEGATED;
    }
    in->src[0] = src(d, &s->opnd[i++], 32);
    if (i < n) in->src[1] = src(d, &s->opnd[i], 32);
    return true;
}
