// A warp: which lanes run, where the others continue.
//
// The rule is in exec.h: of the runnable groups the one in the deepest frame
// with the smallest pc runs. While a warp has not diverged nothing here is
// called; after a divergent branch each BLOCK asks warp_gives_way, which only
// compares with `next`, the best of the other groups.
//
// The rule alone would starve lanes: `while (atomicCAS(lock, 0, 1)) ;` loops at
// a small pc for the lane that holds the lock and waits at a larger one. So
// blocks are charged to a budget while groups compete, those that poll memory
// more; when it is used up the group that has not run for longest gets a
// stay, in which it keeps running until its own budget ends.
//
// Where a kernel calls no functions all its lanes are in one frame, and only
// their program counters differ: these are compared four at a time.
#include "sim/core/groups.h"

#include "sim/core/block.h"
#include "sim/core/launch.h"
#include "sim/mem/shape.h"

void warp_set_active(Warp *w, uint32_t lanes) {
    w->active = lanes;
    mask_expand(&w->mask, lanes);
}

static void set_group(Warp *w, uint32_t lanes) {
    w->group = lanes;
    w->ngroup = (uint32_t)__builtin_popcount(lanes);
    w->split = lanes != w->live;
    if (w->active != lanes) warp_set_active(w, lanes);
}

// Where a group stands; what the order of groups is about.
typedef struct Place {
    const Insn *pc;
    CodeCounts *counts;
    uint32_t depth, base;
} Place;

static Place place_of(const Warp *w, uint32_t l) {
    return (Place){w->lane.pc[l], w->lane.counts[l], w->lane.depth[l],
                   w->lane.base[l]};
}

// Codes are ordered as in launch->counts, so that runs are reproducible.
static bool is_before(Place a, Place b) {
    if (a.depth != b.depth) return a.depth > b.depth;
    if (a.counts != b.counts) return a.counts < b.counts;
    return a.pc < b.pc;
}

static bool is_same(Place a, Place b) {
    return a.pc == b.pc && a.base == b.base && a.depth == b.depth;
}

static Place rival_place(const Warp *w) {
    return (Place){w->next.at, w->next.counts, w->next.depth, w->next.base};
}

static void set_rival(Warp *w, Place p) {
    w->next.at = p.pc;
    w->next.counts = p.counts;
    w->next.depth = p.depth;
    w->next.base = p.base;
}

// ---- lanes of one frame

void warp_flatten(Warp *w) {
    if (w->lane.counts[0] == w->counts) return;
    LANES {
        w->lane.counts[l] = w->counts;
        w->lane.base[l] = w->lane.depth[l] = 0;
    }
}

// The smallest pc of the lanes, which are some.
static const Insn *flat_first(const Warp *w, uint32_t lanes) {
    const Quad *pc = (const Quad *)(const void *)w->lane.pc;
    SignedQuad least = (SignedQuad){} + INT64_MAX;

    for (int q = 0; q < 8; q++) {
        SignedQuad m = (SignedQuad)quad_mask[lanes >> 4 * q & 15];
        SignedQuad less = ((SignedQuad)pc[q] < least) & m;
        least = ((SignedQuad)pc[q] & less) | (least & ~less);
    }
    int64_t a = min_of(least[0], least[1]), b = min_of(least[2], least[3]);
    return (const Insn *)(uintptr_t)min_of(a, b);
}

// Those of the lanes that stand at pc.
static uint32_t flat_at(const Warp *w, uint32_t lanes, const Insn *pc) {
    static const Quad bits[8] = {{1u << 0, 1u << 1, 1u << 2, 1u << 3},
                                 {1u << 4, 1u << 5, 1u << 6, 1u << 7},
                                 {1u << 8, 1u << 9, 1u << 10, 1u << 11},
                                 {1u << 12, 1u << 13, 1u << 14, 1u << 15},
                                 {1u << 16, 1u << 17, 1u << 18, 1u << 19},
                                 {1u << 20, 1u << 21, 1u << 22, 1u << 23},
                                 {1u << 24, 1u << 25, 1u << 26, 1u << 27},
                                 {1u << 28, 1u << 29, 1u << 30, 1u << 31}};
    const Quad *at = (const Quad *)(const void *)w->lane.pc;
    Quad want = (Quad){} + (uint64_t)(uintptr_t)pc, same = {};

    for (int q = 0; q < 8; q++)
        same |= (Quad)(at[q] == want) & bits[q];
    return (uint32_t)quad_or(&same) & lanes;
}

static void flat_leave(Warp *w, uint32_t lanes, const Insn *pc) {
    Quad *at = (Quad *)(void *)w->lane.pc;
    Quad here = (Quad){} + (uint64_t)(uintptr_t)pc;

    for (int q = 0; q < 8; q++) {
        Quad m = quad_mask[lanes >> 4 * q & 15];
        at[q] = (at[q] & ~m) | (here & m);
    }
}

// The lanes that stand at pc become the group.
static const Insn *flat_run(Warp *w, uint32_t can, const Insn *pc) {
    uint32_t lanes = flat_at(w, can, pc), others = can & ~lanes;

    set_group(w, lanes);
    w->next.at = NULL;
    if (others)
        set_rival(w, (Place){flat_first(w, others), w->counts, 0, 0});
    else
        w->rotation.back_edges = BACK_EDGES;
    return pc;
}

// ---- lanes of any frames

static void find_rival(Warp *w) {
    Place best = {0};
    FOR_LANES(l, w->live & ~w->wait.lanes & ~w->group) {
        Place p = place_of(w, l);
        if (!best.pc || is_before(p, best)) best = p;
    }
    set_rival(w, best);
    if (!best.pc) w->rotation.back_edges = BACK_EDGES;
}

// The lanes that stand where lane l does become the group.
static const Insn *run_group_of(Warp *w, uint32_t l) {
    if (w->flat) return flat_run(w, w->live & ~w->wait.lanes, w->lane.pc[l]);
    Place at = place_of(w, l);
    uint32_t lanes = 0;
    FOR_LANES(k, w->live & ~w->wait.lanes) {
        if (is_same(place_of(w, k), at)) lanes |= 1u << k;
    }
    set_group(w, lanes);
    warp_enter(w, at.counts, at.base, at.depth);
    find_rival(w);
    return at.pc;
}

const Insn *warp_choose(Warp *w) {
    uint32_t can = w->live & ~w->wait.lanes;
    if (w->rotation.stays) {
        w->rotation.stays = false;
        w->rotation.back_edges = BACK_EDGES;
    }
    if (w->flat) return flat_run(w, can, flat_first(w, can));
    uint32_t best = (uint32_t)lowest(can);
    FOR_LANES(l, can) {
        if (is_before(place_of(w, l), place_of(w, best))) best = l;
    }
    return run_group_of(w, best);
}

void warp_leave(Warp *w, uint32_t lanes, const Insn *pc) {
    if (w->flat) {
        flat_leave(w, lanes, pc);
        w->group &= ~lanes;
        return;
    }
    FOR_LANES(l, lanes) {
        w->lane.pc[l] = pc;
        w->lane.counts[l] = w->counts;
        w->lane.base[l] = w->base;
        w->lane.depth[l] = w->depth;
    }
    w->group &= ~lanes;
}

const Insn *warp_park(Warp *w, const Insn *in, const Lanes *mask) {
    uint32_t lanes = w->active;
    FOR_LANES(l, lanes) {
        w->wait.lane[l] = (LaneWait){in, mask ? mask->u32[l] : 0};
    }
    w->wait.lanes |= lanes;
    warp_leave(w, lanes, in);
    warp_leave(w, w->group, in + 1);
    return warp_regroup(w);
}

void warp_wake(Warp *w, uint32_t lanes) {
    FOR_LANES(l, lanes) {
        w->lane.pc[l] = w->wait.lane[l].at + 1;
        w->wait.lane[l].at = NULL;
    }
    w->wait.lanes &= ~lanes;
}

const Insn *warp_go_on(Warp *w, const Insn *next) {
    uint32_t left = w->group & w->live;
    w->group = left;
    if (!left || w->wait.lanes) { // waits may be over, now that lanes are gone
        warp_leave(w, left, next);
        return warp_regroup(w);
    }
    set_group(w, left);
    return next;
}

const Insn *warp_diverge(Warp *w, uint32_t taken, const Insn *target,
                         const Insn *next) {
    bool jump_first = target < next;
    uint32_t go = jump_first ? taken : w->group & ~taken;
    Place other = {jump_first ? next : target, w->counts, w->depth, w->base};

    warp_leave(w, w->group & ~go, other.pc);
    set_group(w, go);
    if (!w->next.at || is_before(other, rival_place(w))) set_rival(w, other);
    return jump_first ? target : next;
}

void warp_set_aside(Warp *w, uint32_t lanes, const Insn *pc) {
    if (!lanes) return;
    warp_leave(w, lanes, pc);
    set_group(w, w->group);
    Place other = {pc, w->counts, w->depth, w->base};
    if (!w->next.at || is_before(other, rival_place(w))) set_rival(w, other);
}

void warp_call(Warp *w, uint32_t lanes, CodeCounts *to, uint32_t base,
               const Insn *back) {
    warp_set_aside(w, w->group & ~lanes, back);
    warp_enter(w, to, base, w->depth + 1);
}

const Insn *warp_return(Warp *w, uint32_t lanes, const Frame *row,
                        const Insn *next) {
    const Frame *f = &row[lowest(lanes)];
    bool together = !w->split && lanes == w->group;
    FOR_LANES(l, lanes) {
        together &= row[l].ret == f->ret && row[l].base == f->base;
    }
    if (together) {
        warp_enter(w, f->counts, f->base, w->depth - 1);
        return f->ret;
    }
    warp_leave(w, w->group, next);
    FOR_LANES(l, lanes) {
        w->lane.pc[l] = row[l].ret;
        w->lane.counts[l] = row[l].counts;
        w->lane.base[l] = row[l].base;
        w->lane.depth[l] = w->depth - 1;
    }
    return warp_regroup(w);
}

bool warp_gives_way(Warp *w, const Insn *in, const BlockCount *b) {
    if (!w->next.at) return false;
    w->rotation.back_edges -= 1 + (int)b->poll * BACK_EDGE_POLL;
    if (w->rotation.back_edges < 0) return true;
    if (w->rotation.stays) return false;

    Place here = {in, w->counts, w->depth, w->base}, other = rival_place(w);
    return is_before(other, here) || is_same(other, here);
}

uint64_t warp_executed(const Warp *w) {
    return w->issue.before +
           (uint64_t)(w->block->launch->issue.turn - w->issue.left);
}

bool warp_may_poll(Warp *w, const BlockCount *b) {
    uint64_t now = warp_executed(w);
    if (now - w->poll.last > QUIET) {
        w->poll.left = PATIENCE;
        w->poll.exhausted = false;
    }
    w->poll.last = now;
    w->poll.left -= (int32_t)b->poll;
    if (w->poll.left >= 0) return true;
    w->poll.exhausted = true;
    return false;
}

// The runnable group whose last turn is longest ago, `was` excepted, gets the
// warp until its budget ends.
static const Insn *rotate(Warp *w, uint32_t was) {
    uint32_t can = w->live & ~w->wait.lanes & ~was;
    if (w->rotation.stays || !can) return warp_regroup(w);

    uint32_t oldest = (uint32_t)lowest(can);
    FOR_LANES(l, can) {
        if (w->lane.rotated[l] < w->lane.rotated[oldest]) oldest = l;
    }
    const Insn *in = run_group_of(w, oldest);
    w->rotation.count++;
    FOR_LANES(l, w->group) w->lane.rotated[l] = w->rotation.count;
    w->rotation.stays = true;
    w->rotation.back_edges = BACK_EDGES;
    return in;
}

const Insn *warp_switch(Warp *w, const Insn *in) {
    uint32_t was = w->group;
    warp_leave(w, was, in);
    return w->rotation.back_edges < 0 ? rotate(w, was) : warp_regroup(w);
}

uint64_t warp_clock(Warp *w) {
    const Launch *la = w->block->launch;
    uint64_t now = la->issue.all +
                   (uint64_t)(w->block->launch->issue.turn - w->issue.left) +
                   w->slept + w->issue.cycles;
    w->clock = max_of(now, w->clock + 1);
    return w->clock;
}
