// Blocks take turns, as many as the modelled GPU holds at a time.
//
// A further block becomes resident only when one waits for another: flags
// between blocks, tickets, look-back and grid barriers end. When all resident
// blocks only poll, every warp of them comes back to a state that it was in
// before, and memory has not changed since, nothing ever will: a deadlock.
#include "sim/check/shmem.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/cuda_abi.h"
#include "sim/decode/code.h"
#include "sim/decode/memop.h"
#include "sim/exec/async.h"
#include "sim/exec/cluster.h"
#include "sim/launch/block.h"

#include <stdio.h>
#include <unistd.h>

enum {
    IDLE_ROTATIONS = 64, // of all resident blocks, then it is a deadlock
    IDLE_WAITS = 2048,   // the same, of waits that also look at a clock
};

// Warp instructions of a block's turn where blocks share out work.
enum {
    SLICE = 512,
    SIDE_BY_SIDE = 16, // blocks of a shuffled launch
};

// The linear number of the i-th block of n to begin: cluster after cluster.
// Those of a shuffled launch begin with the last.
static uint64_t number_of(const Launch *la, uint64_t i, uint64_t n,
                          uint32_t *rank) {
    const uint32_t *c = la->shape.cluster, *g = la->shape.grid;
    bool last_first = la->order.random != 0;
    *rank = 0;
    if (la->shape.cluster_size < 2) return last_first ? n - 1 - i : i;
    uint64_t cluster = i / la->shape.cluster_size;
    if (last_first) cluster = n / la->shape.cluster_size - 1 - cluster;
    *rank = (uint32_t)(i % la->shape.cluster_size);
    uint64_t nx = g[0] / c[0], ny = g[1] / c[1];
    uint64_t x = cluster % nx * c[0] + *rank % c[0];
    uint64_t y = cluster / nx % ny * c[1] + *rank / c[0] % c[1];
    uint64_t z = cluster / nx / ny * c[2] + *rank / c[0] / c[1];
    return x + g[0] * (y + g[1] * z);
}

static uint64_t resident_time(const Block *b) {
    return b->issue.before + b->issue.spent;
}

// Begins the next block, or all blocks of the next cluster.
static void admit(Launch *la, Resident *r) {
    Cluster *c = NULL;
    for (uint32_t i = 0; i < la->shape.cluster_size; i++) {
        if (r->n == r->made) r->at[r->made++] = block_new(la);
        Block *b = r->at[r->n++];
        b->issue.before = r->freed;
        block_start(b, number_of(la, r->next++, r->total, &b->rank));
        if (la->shape.cluster_size < 2) return;
        if (!c) c = b->own_cluster;
        if (!c) c = b->own_cluster = arena_new(&la->arena, Cluster);
        c->at[i] = b;
        b->cluster = c;
    }
    c->size = la->shape.cluster_size;
    cluster_start(c);
}

static uint64_t mixed(uint64_t h, const void *data, size_t n) {
    const uint64_t *at = data;
    for (size_t i = 0; i < n / 8; i++) {
        h = (h ^ at[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h;
}

// Everything that decides what a warp does next, but for memory and the clock.
static uint64_t resident_state(const Warp *w) {
    uint32_t units = w->base + w->code->nslots;
    uint64_t place[] = {(uint64_t)(uintptr_t)w->resume, w->group, w->wait.lanes,
                        w->cc};
    uint64_t h = mixed(w->depth, place, sizeof place);
    h = mixed(h, w->lane.pc, sizeof w->lane.pc);
    h = mixed(h, w->stack.preds, units / 2 * 8);
    return mixed(h, w->stack.regs, units * sizeof *w->stack.regs);
}

// Compares with snapshots 1, 2, 4, 8 ... rotations ago (Brent's way to find a
// cycle of any length).
static void watch(Warp *w, uint32_t idle) {
    if (w->state != WARP_READY) return;
    uint64_t now = resident_state(w);
    if (now == w->rotation.snapshot) w->rotation.repeats = true;
    if ((idle & (idle - 1)) == 0) w->rotation.snapshot = now;
}

// After a rotation in which memory did not change: can none of the warps go on?
static bool all_stuck(Resident *r) {
    bool stuck = true;
    if (++r->idle < IDLE_ROTATIONS / 4) return false;
    for (uint32_t i = 0; i < r->n; i++) {
        const Block *b = r->at[i];
        for (uint32_t k = 0; k < b->nwarps; k++) {
            watch(&b->warps[k], r->idle);
            stuck &= b->warps[k].rotation.repeats ||
                     b->warps[k].state != WARP_READY ||
                     (r->idle >= IDLE_WAITS && mbarrier_awaited(b, k));
        }
    }
    return stuck && r->idle >= IDLE_ROTATIONS;
}

// Something changed: what was seen of the warps proves nothing any more.
static void wake(Resident *r) {
    if (r->idle < IDLE_ROTATIONS / 4) {
        r->idle = 0;
        return;
    }
    r->idle = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        Block *b = r->at[i];
        for (uint32_t k = 0; k < b->nwarps; k++) {
            b->warps[k].rotation.repeats = false;
            b->warps[k].rotation.snapshot = 0;
        }
    }
}

static Warp *a_spinning_warp(const Block *b) {
    for (uint32_t i = 0; i < b->nwarps; i++) {
        if (b->warps[i].poll.exhausted && b->warps[i].resume)
            return &b->warps[i];
    }
    return NULL;
}

// ---- waiting for the host

// Does a loop of the warp's code look at memory that the host can write?
static bool looks_at_host(const Warp *w) {
    const Code *c = w->code;
    for (uint32_t i = 0; i < c->ninsns; i++) {
        const Insn *in = &c->insns[i];
        const Stmt *s = c->stmts[i];
        if (!s || s->op != OP_LD || in->kind == INSN_GUARD) continue;
        const MemOp *op = memop_of(in);
        const Alloc *a = op->order == ORDER_WEAK ? NULL : op->seen;
        if (a && (a->kind == ALLOC_PINNED || a->kind == ALLOC_MANAGED))
            return true;
    }
    return false;
}

static Warp *a_warp_that_waits_for_host(const Resident *r) {
    for (uint32_t i = 0; i < r->n; i++) {
        Warp *w = a_spinning_warp(r->at[i]);
        if (w && looks_at_host(w)) return w;
    }
    return NULL;
}

// Lets other threads of the program run for a moment. False: they have had time
// enough.
static bool give_host_time(Resident *r) {
    enum { STEP_US = 500, MOST_US = 2000000 };
    if (r->host_us >= MOST_US) return false;
    r->host_us += STEP_US;
    usleep(STEP_US);
    return true;
}

// Kernels run one after the other: what waits for one can do nothing for it
// meanwhile. (runtime/later.h keeps such a launch until the program waits.)
static void host_is_away(Warp *w) {
    warp_trap_text(w, w->resume, SIM_TRAP_UNSUPPORTED, w->group,
                   "The kernel waits at this line for a word in memory of the "
                   "host, and the program for the kernel. On a GPU a kernel "
                   "launched later could write it; here they run one after "
                   "the other");
    SimTrap *t = &w->block->launch->traps.trap;
    snprintf(t->hint, sizeof t->hint,
             "Write the word before the call that waits, or in another thread; "
             "or run the program on a GPU.");
}

static void grid_deadlock(Launch *la, const Resident *r) {
    Warp *w = NULL;
    for (uint32_t i = 0; i < r->n; i++) {
        if (!r->at[i]->ended &&
            (mbarrier_deadlock(r->at[i]) || cluster_deadlock(r->at[i])))
            return;
    }
    for (uint32_t i = 0; !w && i < r->n; i++)
        w = a_spinning_warp(r->at[i]);
    if (!w) w = &r->at[0]->warps[0];
    uint64_t left = r->total - r->next;
    if (left)
        warp_trap_text(w, w->resume, SIM_TRAP_DEADLOCK, w->group,
                       "%u blocks wait for ever, here at this line, and %llu "
                       "further blocks cannot begin: the %s holds %u at a time",
                       r->n, (unsigned long long)left, la->gpu->name, r->most);
    else
        warp_trap_text(w, w->resume, SIM_TRAP_DEADLOCK, w->group,
                       "A thread waits at this line for something that no "
                       "thread does any more");
}

static void swap(Block **a, Block **b) {
    Block *t = *a;
    *a = *b;
    *b = t;
}

// The block at turn, or all of its cluster, are not resident any more.
static void retire(Resident *r, uint32_t *turn) {
    Block *b = r->at[*turn];
    Cluster *c = b->cluster;
    b->ended = true;
    if (c && c->size > 1) {
        if (--c->left) {
            *turn = (*turn + 1) % r->n;
            return;
        }
        for (uint32_t i = 0; i < r->n;) {
            if (r->at[i]->cluster == c)
                swap(&r->at[i], &r->at[--r->n]);
            else
                i++;
        }
        *turn = 0;
        return;
    }
    // The last takes its place; what is behind n is free.
    swap(&r->at[*turn], &r->at[--r->n]);
    if (*turn == r->n) *turn = 0;
}

// Of blocks that share out work: who comes next in time, an instruction of each
// taking equally long. As many as can be are resident.
static uint32_t next_in_time(Launch *la, Resident *r) {
    uint32_t first = 0;
    if (r->next < r->total && r->n < r->most) {
        admit(la, r);
        return r->n - 1;
    }
    for (uint32_t i = 1; i < r->n; i++)
        if (resident_time(r->at[i]) < resident_time(r->at[first])) first = i;
    return first;
}

// Some blocks take turns, and chance says whose is next.
static uint32_t next_by_chance(Launch *la, Resident *r) {
    if (r->next < r->total && r->n < min_of(r->most, (uint32_t)SIDE_BY_SIDE)) {
        admit(la, r);
        return r->n - 1;
    }
    return random_below(&la->order.random, r->n);
}

static void note_done(Launch *la, const Block *b) {
    progress_block();
    la->issue.longest_block = max_of(la->issue.longest_block, b->issue.spent);
    la->issue.prefetched += b->prefetched;
    la->cycles.alone += b->cycles.all;
    la->cycles.slowest += b->cycles.slowest;
    if (la->issue.of_block)
        la->issue.of_block[b->linear] =
            (uint32_t)min_of(b->issue.spent, UINT32_MAX);
}

void run_blocks(Launch *la, Resident *r) {
    bool shuffled = la->order.random && la->shape.cluster_size < 2;
    bool in_slices = la->code->shares_work && la->shape.cluster_size < 2;
    uint32_t turn = 0;
    bool moved = false; // in this rotation
    while (r->n || r->next < r->total) {
        if (!r->n) {
            admit(la, r);
            turn = 0;
        }
        Block *b = r->at[turn];
        uint64_t before = b->progress;
        b->issue.until = shuffled    ? b->issue.spent
                         : in_slices ? b->issue.spent + SLICE
                                     : UINT64_MAX;
        BlockEnd end = b->ended ? BLOCK_WAITS : block_run(b);
        if (end == BLOCK_TRAPPED) return;
        if (end == BLOCK_DONE) {
            note_done(la, b);
            r->freed = resident_time(b);
            retire(r, &turn);
            moved = true;
            wake(r);
            continue;
        }
        if (end == BLOCK_YIELDS) {
            turn = shuffled ? next_by_chance(la, r) : next_in_time(la, r);
            moved = true;
            wake(r);
            continue;
        }
        if (b->progress != before) wake(r);
        // A cluster's blocks wait for each other first: another one begins
        // when a whole rotation has changed nothing.
        moved |= b->progress != before;
        if (la->shape.cluster_size > 1 && (turn + 1 < r->n || moved)) {
            if (++turn < r->n) continue;
            turn = 0;
            moved = false;
            continue;
        }
        if (r->next < r->total && r->n + la->shape.cluster_size <= r->most) {
            turn = r->n;
            admit(la, r);
            wake(r);
            continue;
        }
        if (++turn < r->n) continue;
        turn = 0;
        if (!all_stuck(r)) continue;
        Warp *waits = a_warp_that_waits_for_host(r);
        if (waits && give_host_time(r)) {
            wake(r);
            continue;
        }
        if (waits)
            host_is_away(waits);
        else
            grid_deadlock(la, r);
        for (uint32_t i = 0; !waits && i < r->n; i++)
            shmem_stuck(r->at[i]);
        return;
    }
}
