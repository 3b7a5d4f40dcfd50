// A block: its warps take turns until all have ended.
//
// A turn is a few hundred instructions: short enough that warps proceed side by
// side, as the caches see them on hardware, long enough to cost nothing. A
// block in which every warp that can run only polls memory, while nothing
// changes, waits for another block: launch.c then runs that one.
#include "sim/launch/block.h"

#include "sim/cache/cache.h"
#include "sim/check/shmem.h"
#include "sim/check/undefined.h"
#include "sim/core/async.h"
#include "sim/core/groups.h"
#include "sim/core/trap.h"
#include "sim/core/turn.h"
#include "sim/decode/code.h"
#include "sim/exec/async.h"
#include "sim/exec/barrier.h"
#include "sim/exec/cluster.h"

#include <string.h>

static void fill_tids(Warp *w) {
    const Launch *la = w->block->launch;
    uint32_t nx = la->shape.block[0], ny = la->shape.block[1];
    LANES {
        uint32_t t = w->index * WARP_SIZE + (uint32_t)l;
        w->tid[0].u32[l] = t % nx;
        w->tid[1].u32[l] = t / nx % ny;
        w->tid[2].u32[l] = t / nx / ny;
    }
}

static void warp_init(Warp *w, Block *b, uint32_t index) {
    uint32_t first = index * WARP_SIZE, n = b->nthreads - first;
    w->block = b;
    w->index = index;
    w->exist = n >= WARP_SIZE ? ~0u : (1u << n) - 1;
    fill_tids(w);
    warp_reserve(w, max_of(b->launch->code->nslots, 1u), 0);
}

Block *block_new(Launch *la) {
    Block *b = arena_new(&la->arena, Block);
    b->launch = la;
    b->nthreads = la->shape.block[0] * la->shape.block[1] * la->shape.block[2];
    b->nwarps = (b->nthreads + WARP_SIZE - 1) / WARP_SIZE;
    b->shared_bytes = la->code->shared_bytes + la->shape.dynamic_shared;
    b->shared = arena_alloc(&la->arena, b->shared_bytes + 16, 1, 256);
    b->warps = arena_array(&la->arena, Warp, b->nwarps);
    block_find_sregs(b);
    for (uint32_t i = 0; i < b->nwarps; i++)
        warp_init(&b->warps[i], b, i);
    b->shmem = shmem_new(b, &la->arena);
    return b;
}

static void warp_start(Warp *w) {
    const Launch *la = w->block->launch;
    const Code *c = la->code;
    // Registers that a program must not read have at least the same value in
    // every run.
    for (uint32_t i = 0; i < c->nzeroed; i++)
        w->stack.regs[c->zeroed[i]] = (Lanes){0};
    for (uint32_t i = 0; i < c->nzeroed_preds; i++)
        w->stack.preds[c->zeroed_preds[i]] = 0;
    w->local.bytes = 0;
    undefined_drop(w);
    w->live = w->group = w->exist;
    w->ngroup = (uint32_t)__builtin_popcount(w->group);
    w->split = w->rotation.stays = w->poll.exhausted = false;
    w->ahead = w->met = 0;
    if (w->rotation.count) memset(w->lane.rotated, 0, sizeof w->lane.rotated);
    w->wait.lanes = w->rotation.count = w->cc = w->asked.n = 0;
    w->nregs = 0;
    w->next.at = NULL;
    w->rotation.back_edges = BACK_EDGES;
    w->loaded = w->loaded_at = 0;
    w->reads_shared = false;
    w->poll.left = PATIENCE;
    w->poll.progress = w->block->progress;
    w->poll.gave = w->poll.same = w->poll.turns = 0;
    w->issue.before = w->poll.last = w->rotation.snapshot = w->issue.cycles = 0;
    w->rotation.repeats = false;
    memset(w->local.sp, 0, sizeof w->local.sp);
    memset(w->local.dynamic, 0, sizeof w->local.dynamic);
    for (int l = 0; c->next && l < WARP_SIZE; l++)
        w->stack.taken[l] = c->stack_frame;
    if (w->active != w->live) warp_set_active(w, w->live);
    warp_enter(w, la->counts.codes, 0, 0);
    w->flat = !la->code->next;
    if (w->flat) warp_flatten(w);
    warp_renew_sregs(w);
    w->state = WARP_READY;
    w->resume = la->code->insns;
    if (c->nunset) undefined_enter(w, c);
}

void block_start(Block *b, uint64_t linear) {
    const Launch *la = b->launch;
    b->linear = linear;
    b->random = linear;
    b->ctaid[0] = (uint32_t)(linear % la->shape.grid[0]);
    b->ctaid[1] = (uint32_t)(linear / la->shape.grid[0] % la->shape.grid[1]);
    b->ctaid[2] = (uint32_t)(linear / la->shape.grid[0] / la->shape.grid[1]);
    b->sm = (uint32_t)(linear % (uint64_t)la->gpu->sms);
    b->sm_index = (uint32_t)(linear / (uint64_t)la->gpu->sms);
    if (la->caches.streams) caches_begin(la, b->sm);
    if (la->caches.l1)
        la->caches.l1[b->sm].who = NULL; // whoever runs it: a turn begins
    b->ndone = 0;
    b->issue.spent = b->cycles.all = b->cycles.slowest = 0;
    b->hops = 0;
    b->shared_reads = 0;
    b->prefetched = 0;
    b->arrival = (struct Arrival){0};
    b->epoch = 0;
    b->mixed = false;
    b->syncs = b->clock = 0;
    b->any_ahead = false;
    b->reads.syncs = 0;
    b->reads.era++;
    b->ended = false;
    b->cluster = NULL; // launch.c knows it when all its blocks have begun
    async_reset(b);
    b->has_proxy = b->launch->code->has_bulk_reads;
    memset(b->barrier, 0, sizeof b->barrier);
    b->pool = (struct RegisterPool){0};
    // On hardware it holds what the last block left there.
    if (b->shared_bytes) memset(b->shared, 0xcd, b->shared_bytes);
    shmem_start(b->shmem);
    for (uint32_t i = 0; i < b->nwarps; i++)
        warp_start(&b->warps[i]);
}

// ---- turns

// A jump to itself: a loop that looks at nothing, and never ends.
static bool is_empty_loop(const Insn *in) {
    return in->kind == INSN_BLOCK && in[1].kind == INSN_JUMP &&
           in[1].target == in;
}

static void block_charge(Warp *w, uint64_t n) {
    Launch *la = w->block->launch;
    la->issue.all += n;
    la->issue.left -= min_of(la->issue.left, n);
    w->block->issue.spent += n;
    if (w->state != WARP_READY || !w->resume) return;
    if (is_empty_loop(w->resume)) {
        warp_trap_text(w, w->resume + 1, SIM_TRAP_TIMEOUT, w->group,
                       "This loop is empty in the compiled code and never "
                       "ends: a plain load is read once, before the loop, "
                       "because no other thread may write there meanwhile");
        return;
    }
    if (la->issue.left && w->block->issue.spent < la->issue.block_most) return;
    warp_trap_text(w, w->resume, SIM_TRAP_TIMEOUT, w->group,
                   "The kernel does not end: after %llu million instructions "
                   "of a block a warp is still in the loop at this line",
                   (unsigned long long)(w->block->issue.spent / 1000000));
}

static void take_turn(Warp *w) {
    Block *b = w->block;
    int32_t turn = b->launch->issue.turn;
    w->issue.left = turn;
    if (w->poll.progress != b->progress) {
        w->poll.progress = b->progress;
        w->poll.left = PATIENCE;
        w->poll.exhausted = false;
    } else if (w->poll.left <= 0) {
        w->poll.exhausted = true;
        w->poll.left = PATIENCE_AGAIN;
    }
    warp_run(w);
    w->issue.before = warp_executed(w);
    block_charge(w, (uint64_t)(turn - w->issue.left));
    if (w->issue.before - w->poll.last > QUIET) w->poll.exhausted = false;
    if (w->state != WARP_DONE) return;
    b->ndone++;
    b->progress++;
    barrier_warp_done(b);
}

// The warp whose turn is the i-th of this round.
static Warp *in_order(Block *b, uint32_t i, uint32_t start) {
    return &b->warps[(i + start) % b->nwarps];
}

static uint32_t round_start(Block *b) {
#ifdef KATA_STRESS
    bool shuffled = true;
#else
    bool shuffled = b->launch->order.random != 0;
#endif
    return shuffled ? random_below(&b->random, b->nwarps) : 0;
}

static bool waits_for_cluster(const Block *b) {
    for (uint32_t i = 0; b->cluster && i < b->nwarps; i++) {
        const Warp *w = &b->warps[i];
        if (w->state == WARP_BARRIER && w->wait.barrier == CLUSTER_BARRIER)
            return true;
    }
    return false;
}

BlockEnd block_run(Block *b) {
    for (;;) {
        uint64_t before = b->progress;
        uint32_t start = round_start(b);
        bool ready = false, moved = false;
        for (uint32_t i = 0; i < b->nwarps; i++) {
            Warp *w = in_order(b, i, start);
            if (w->state != WARP_READY) continue;
            ready = true;
            take_turn(w);
            if (b->launch->traps.trapped) shmem_stopped(w);
            if (b->launch->traps.trapped || turn_abandons(b))
                return BLOCK_TRAPPED;
            moved |= !w->poll.exhausted;
        }
        if (b->ndone == b->nwarps) {
            if (b->pool.left < 0) {
                setmaxnreg_deadlock(b);
                return BLOCK_TRAPPED;
            }
            shmem_end(b->shmem);
            block_meets(b);
            return BLOCK_DONE;
        }
        if (!ready) {
            if (waits_for_cluster(b)) return BLOCK_WAITS;
            barrier_deadlock(b);
            return BLOCK_TRAPPED;
        }
        if (!moved && b->progress == before) return BLOCK_WAITS;
        if (b->issue.spent >= b->issue.until) return BLOCK_YIELDS;
    }
}
