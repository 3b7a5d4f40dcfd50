// A launch: which blocks run when, and what did it cost.
//
// Blocks run in linear order, one to its end before the next begins, which
// costs least memory and makes every run the same; those that cannot see each
// other run side by side, with the same outcome (study.h, crew.h). Only when a
// block waits for another one (block.c) a further block becomes resident, as
// many as the modelled GPU holds, and they take turns: flags between blocks,
// tickets, look-back and grid barriers end. They do so too where a block
// fetches its work by counting on in a loop: the first would do all of it. When
// all resident blocks only poll, every warp of them comes back to a state that
// it was in before, and memory has not changed since, nothing ever will: a
// deadlock.
#include "sim/state/warp.h"

#include "sim/access/hops.h"
#include "sim/api/cuda_abi.h"
#include "sim/cache/history.h"
#include "sim/check/conflict.h"
#include "sim/check/shadow.h"
#include "sim/core/async.h"
#include "sim/core/cluster.h"
#include "sim/launch/crew.h"
#include "sim/state/stack.h"

#include <stdio.h>
#include <string.h>

// Warp instructions of a block's turn where blocks share out work.
enum { SLICE = 512 };

static const uint64_t block_budget = 2000000000, launch_budget = 100000000000;

// ---- running

// The linear number of the i-th block to begin: cluster after cluster.
static uint64_t number_of(const Launch *la, uint64_t i, uint32_t *rank) {
    const uint32_t *c = la->cluster, *g = la->grid;
    *rank = 0;
    if (la->cluster_size < 2) return i;
    uint64_t cluster = i / la->cluster_size;
    *rank = (uint32_t)(i % la->cluster_size);
    uint64_t nx = g[0] / c[0], ny = g[1] / c[1];
    uint64_t x = cluster % nx * c[0] + *rank % c[0];
    uint64_t y = cluster / nx % ny * c[1] + *rank / c[0] % c[1];
    uint64_t z = cluster / nx / ny * c[2] + *rank / c[0] / c[1];
    return x + g[0] * (y + g[1] * z);
}

static uint64_t time_of(const Block *b) {
    return b->began + b->spent;
}

// Begins the next block, or all blocks of the next cluster.
static void admit(Launch *la, Resident *r) {
    Cluster *c = NULL;
    for (uint32_t i = 0; i < la->cluster_size; i++) {
        if (r->n == r->made) r->at[r->made++] = block_new(la);
        Block *b = r->at[r->n++];
        b->began = r->freed;
        block_start(b, number_of(la, r->next++, &b->rank));
        if (la->cluster_size < 2) return;
        if (!c) c = b->own_cluster;
        if (!c) c = b->own_cluster = arena_new(&la->arena, Cluster);
        c->at[i] = b;
        b->cluster = c;
    }
    c->size = la->cluster_size;
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
static uint64_t state_of(const Warp *w) {
    uint32_t units = w->base + w->code->nslots;
    uint64_t place[] = {(uint64_t)(uintptr_t)w->resume, w->group, w->waiting,
                        w->carry};
    uint64_t h = mixed(w->depth, place, sizeof place);
    h = mixed(h, w->pc, sizeof w->pc);
    h = mixed(h, w->preds, units / 2 * 8);
    return mixed(h, w->regs, units * sizeof *w->regs);
}

// Compares with snapshots 1, 2, 4, 8 ... rotations ago (Brent's way to find a
// cycle of any length).
static void watch(Warp *w, uint32_t idle) {
    if (w->state != WARP_READY) return;
    uint64_t now = state_of(w);
    if (now == w->snapshot) w->stuck = true;
    if ((idle & (idle - 1)) == 0) w->snapshot = now;
}

// After a rotation in which memory did not change: can none of the warps go on?
static bool all_stuck(Resident *r) {
    bool stuck = true;
    if (++r->idle < IDLE_ROTATIONS / 4) return false;
    for (uint32_t i = 0; i < r->n; i++) {
        const Block *b = r->at[i];
        for (uint32_t k = 0; k < b->nwarps; k++) {
            watch(&b->warps[k], r->idle);
            stuck &= b->warps[k].stuck || b->warps[k].state != WARP_READY ||
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
            b->warps[k].stuck = false;
            b->warps[k].snapshot = 0;
        }
    }
}

static Warp *a_spinning_warp(const Block *b) {
    for (uint32_t i = 0; i < b->nwarps; i++) {
        if (b->warps[i].polled && b->warps[i].resume) return &b->warps[i];
    }
    return NULL;
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
        if (time_of(r->at[i]) < time_of(r->at[first])) first = i;
    return first;
}

static void note_done(Launch *la, const Block *b) {
    la->longest = max_of(la->longest, b->spent);
    la->own += b->own;
    la->slowest += b->slowest;
    if (la->spent)
        la->spent[b->linear] = (uint32_t)min_of(b->spent, UINT32_MAX);
}

void run_blocks(Launch *la, Resident *r) {
    bool in_slices = la->code->shares_work && la->cluster_size < 2;
    uint32_t turn = 0;
    bool moved = false; // in this rotation
    while (r->n || r->next < r->total) {
        if (!r->n) {
            admit(la, r);
            turn = 0;
        }
        Block *b = r->at[turn];
        uint64_t before = b->progress;
        b->until = in_slices ? b->spent + SLICE : UINT64_MAX;
        BlockEnd end = b->ended ? BLOCK_WAITS : block_run(b);
        if (end == BLOCK_TRAPPED) return;
        if (end == BLOCK_DONE) {
            note_done(la, b);
            r->freed = time_of(b);
            retire(r, &turn);
            moved = true;
            wake(r);
            continue;
        }
        if (end == BLOCK_YIELDS) {
            turn = next_in_time(la, r);
            moved = true;
            wake(r);
            continue;
        }
        if (b->progress != before) wake(r);
        // A cluster's blocks wait for each other first: another one begins
        // when a whole rotation has changed nothing.
        moved |= b->progress != before;
        if (la->cluster_size > 1 && (turn + 1 < r->n || moved)) {
            if (++turn < r->n) continue;
            turn = 0;
            moved = false;
            continue;
        }
        if (r->next < r->total && r->n + la->cluster_size <= r->most) {
            turn = r->n;
            admit(la, r);
            wake(r);
            continue;
        }
        if (++turn < r->n) continue;
        turn = 0;
        if (!all_stuck(r)) continue;
        grid_deadlock(la, r);
        return;
    }
}

// ---- several workers

enum {
    FEWEST_BLOCKS = 4,
    FIRST_LEAST = 2, // blocks that run watched, before others run beside them
    FIRST_MOST = 8,
#ifdef KATA_STRESS
    WORTH_CALLING = 1,
#else
    WORTH_CALLING = 40000, // warp instructions that outweigh waking a thread
#endif
};

static bool is_worth_calling(const Launch *la, const Resident *r) {
    return la->issued / r->next * (r->total - r->next) >= WORTH_CALLING;
}

// Blocks that cannot see each other: one at a time, or side by side.
// Returns how many workers there were.
static int run_independent(Launch *la, Resident *r) {
    uint64_t total = r->total;
    int workers = total >= FEWEST_BLOCKS ? crew_size() : 1;
    if (workers > 1) {
        r->total = min_of(max_of(total / 64, (uint64_t)FIRST_LEAST),
                          (uint64_t)FIRST_MOST);
        la->conflict = conflict_begin();
        run_blocks(la, r);
        bool alone = conflict_found(la->conflict);
        la->sees_posts = conflict_found_own(la->conflict);
        la->conflict = NULL;
        r->total = total;
        if (la->trapped) return 1;
        if (!alone && is_worth_calling(la, r)) {
            crew_run(la, workers, r->next, total);
            return workers;
        }
    }
    run_blocks(la, r);
    return 1;
}

// ---- a sample of the blocks

// The counts are those of all that has run.
static void settle(Launch *la) {
    history_commit(la->history, la->l2, la->sites);
    l2_settle(la->l2, la->sites);
}

static void run_window(Launch *la, Resident *r, int workers, uint64_t lo,
                       uint64_t hi) {
    if (lo >= hi || la->trapped) return;
    r->next = lo;
    r->total = hi;
    if (workers > 1)
        crew_run(la, workers, lo, hi);
    else
        run_blocks(la, r);
    settle(la);
}

// Returns the part of the blocks that were run; *workers: how many at once.
static double run_sample(Launch *la, Resident *r, const SampleWindow *at, int n,
                         int *workers) {
    uint64_t blocks = r->total;
    Launch sum = *la;
    sum.arena = (Arena){0};
    counts_init(&sum);
    r->total = at[0].hi;
    *workers = run_independent(la, r);
    settle(la);
    bool all = counts_have_atomics(la);
    counts_move(&sum, la);
    if (all) run_window(la, r, *workers, at[0].hi, blocks);
    for (int i = 1; i < n && !all; i++) {
        run_window(la, r, *workers, at[i].warm, at[i].lo);
        counts_scale(la, 0);
        run_window(la, r, *workers, at[i].lo, at[i].hi);
        counts_scale(la, at[i].weight);
        counts_move(&sum, la);
    }
    counts_move(la, &sum);
    arena_reset(&sum.arena);
    return all || la->trapped ? 1 : sample_part(at, n, blocks);
}

// What a sample has left out. Nobody looks at what it counts.
static void run_rest(Launch *la, Resident *r, const SampleWindow *at, int n) {
    int workers = crew_size();
    for (int i = 0; i + 1 < n; i++)
        run_window(la, r, workers, at[i].hi, at[i + 1].warm);
}

// ---- from beginning to end

static const char *main_file_of(const Code *c) {
    const SrcLoc *loc = c->nblocks ? c->blocks[0].loc : NULL;
    while (loc && loc->inlined_at)
        loc = loc->inlined_at;
    return loc && loc->file ? loc->file : "";
}

static void launch_init(Launch *la, Mem *mem, const SimGpu *gpu,
                        const LaunchDesc *d, const Occupancy *occ,
                        Arena memory) {
    *la = (Launch){.code = d->code,
                   .arena = memory,
                   .smem_dynamic = d->smem_dynamic,
                   .params = d->params,
                   .mem = mem,
                   .devices = d->devices ? d->devices : UINT32_MAX,
                   .gpu = gpu,
                   .heap = d->heap,
                   .stack_room = stack_room(d->code, d->stack_limit),
                   .blocks_per_sm = (uint32_t)occ->blocks_per_sm,
                   .budget = launch_budget,
                   .cluster_size = 1,
                   .block_budget = d->budget ? d->budget : block_budget,
                   .has_turn = true,
                   .main_file = main_file_of(d->code)};
    memcpy(la->grid, d->grid, sizeof la->grid);
    memcpy(la->block, d->block, sizeof la->block);
    launch_cluster_shape(d, la->cluster);
    for (int i = 0; i < 3 && la->cluster[0]; i++)
        la->cluster_size *= la->cluster[i];
    counts_init(la);
    history_init(la, HISTORY_SHORT);
    shadow_log_init(la, false);
    hops_init(la);
    if (!d->cooperative) return;
    // Where cooperative groups keep the state of grid.sync().
    la->workspace = mem_alloc(mem, 256, ALLOC_DEVICE, "the grid's barrier");
    if (!la->workspace) return;
    memset(mem_bytes(mem, la->workspace), 0, 256);
    mem_wrote(mem, la->workspace, 256);
}

static void print_out(const LaunchDesc *d, const Buf *printed) {
    if (!printed->len) return;
    if (d->print) {
        d->print(d->print_ctx, printed->data, printed->len);
        return;
    }
    fwrite(printed->data, 1, printed->len, stdout);
}

static uint64_t number_of_block(const Launch *la, const SimTrap *t) {
    return t->block[0] +
           (uint64_t)la->grid[0] * (t->block[1] + la->grid[1] * t->block[2]);
}

// Found while the block ran, one after the other: the first is the cause.
static bool in_turn(SimTrapKind k) {
    return k == SIM_TRAP_SHARED_RACE || k == SIM_TRAP_BLANK_SHARED ||
           k == SIM_TRAP_BLANK_LOCAL;
}

static bool comes_before(const Launch *la, const SimTrap *a, const SimTrap *b) {
    uint64_t x = number_of_block(la, a), y = number_of_block(la, b);
    if (x != y) return x < y;
    if (in_turn(a->kind) && in_turn(b->kind)) return false;
    return a->kind != b->kind ? a->kind < b->kind : a->line < b->line;
}

// What is found when it is a block's turn may come before or behind what was
// found while it ran: by block, kind and line the order is always the same.
static void sort_notes(Launch *la) {
    for (int i = 1; i < la->nnotes; i++)
        for (int k = i;
             k > 0 && comes_before(la, &la->notes[k], &la->notes[k - 1]); k--) {
            SimTrap t = la->notes[k];
            la->notes[k] = la->notes[k - 1];
            la->notes[k - 1] = t;
        }
}

// Warp instructions of the longest block over those of the average one.
static double longest_of(const Launch *la) {
    double blocks = (double)la->grid[0] * la->grid[1] * la->grid[2];
    return la->issued ? (double)la->longest * blocks / (double)la->issued : 1;
}

static void fill_outcome(Launch *la, const Occupancy *occ, Arena *a,
                         double part, LaunchOutcome *out) {
    SimLaunchInfo *info = &out->info;
    info->kernel = la->code->demangled ? la->code->demangled : "";
    memcpy(info->grid, la->grid, sizeof info->grid);
    memcpy(info->block, la->block, sizeof info->block);
    info->regs = la->code->regs;
    info->smem_bytes = la->code->shared_bytes + la->smem_dynamic;
    info->stack_bytes = la->code->regs_exact ? la->code->stack_bytes : -1;
    info->longest = longest_of(la) * part; // of the blocks that ran
    counts_roll_up(la, a, info);
    info->busiest = balance_busiest(la);
    info->skew = la->own ? (double)la->slowest / (double)la->own : 1;
    info->hops = la->most_hops;
    model_time(la->gpu, occ, info);

    out->trapped = la->trapped;
    out->trap = la->trap;
    sort_notes(la);
    out->nnotes = la->nnotes;
    memcpy(out->notes, la->notes, sizeof out->notes);
}

// Returns how many workers did it.
static int run_all(Launch *la, Resident *r, bool alone) {
    balance_watch(la, r->total);
    if (alone) return run_independent(la, r);
    run_blocks(la, r);
    return 1;
}

bool launch_run(Mem *mem, const SimGpu *gpu, const LaunchDesc *d, Arena *a,
                LaunchOutcome *out, Err *err) {
    Occupancy occ;
    *out = (LaunchOutcome){0};
    if (!launch_is_possible(gpu, d, &occ, &out->error, err)) return false;
    out->workers = 1;

    Launch la;
    Caches *caches = d->caches ? d->caches : caches_open(gpu);
    launch_init(&la, mem, gpu, d, &occ, caches->scratch);
    caches_launch(caches, &la, occ.smem_sm);

    bool alone =
        d->code->is_independent && !d->cooperative && la.cluster_size == 1;
    Resident r = {.total = (uint64_t)d->grid[0] * d->grid[1] * d->grid[2]};
    r.most = (uint32_t)min_of(r.total, (uint64_t)gpu->sms * la.blocks_per_sm);
    r.most = max_of(r.most / la.cluster_size, 1u) * la.cluster_size;
    if (alone) r.most = 1;
    r.at = arena_array(&la.arena, Block *, r.most);
    la.shadow = mem_shadow(mem);
    shadow_begin(la.shadow, &la);
    SampleWindow at[SAMPLE_WINDOWS];
    int windows = 0;
    double part = 1;
    if (alone && d->sample)
        windows = sample_windows(
            r.total, (uint64_t)gpu->sms * (uint64_t)occ.blocks_per_sm, at);
    if (windows && d->sample == SAMPLE_SOME)
        part = run_sample(&la, &r, at, windows, &out->workers);
    else if (windows)
        run_rest(&la, &r, at, windows);
    else
        out->workers = run_all(&la, &r, alone);
    settle(&la);
    shadow_log_flush(&la);
    shadow_end(la.shadow);

    print_out(d, &la.printed);
    fill_outcome(&la, &occ, a, part, out);
    out->info.sampled = part;
    buf_free(&la.printed);
    if (la.workspace) mem_release(mem, la.workspace);
    history_fini(&la);
    shadow_log_fini(&la);
    arena_rewind(&la.arena);
    caches->scratch = la.arena;
    if (!d->caches) caches_close(caches);
    return true;
}
