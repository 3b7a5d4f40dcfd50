// A launch: which blocks run when, and what did it cost.
//
// Blocks run in linear order, one to its end before the next begins, which
// costs least memory and makes every run the same; those that cannot see each
// other run side by side, with the same outcome (independence.h, workers.h).
// Only when a block waits for another one (block.c) a further block becomes
// resident, as many as the modelled GPU holds, and they take turns: flags
// between blocks, tickets, look-back and grid barriers end. They do so too
// where a block fetches its work by counting on in a loop: the first would do
// all of it. When all resident blocks only poll, every warp of them comes back
// to a state that it was in before, and memory has not changed since, nothing
// ever will: a deadlock.
#include "sim/launch/launch.h"

#include "sim/access/flag_chain.h"
#include "sim/cache/cache.h"
#include "sim/cache/l2_log.h"
#include "sim/check/conflict.h"
#include "sim/check/shadow.h"
#include "sim/core/clock.h"
#include "sim/core/groups.h"
#include "sim/core/stack.h"
#include "sim/cuda_abi.h"
#include "sim/decode/code.h"
#include "sim/decode/memop.h"
#include "sim/launch/block.h"
#include "sim/launch/workers.h"
#include "sim/time/model.h"

#include "base/str.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const uint64_t block_budget = 2000000000, launch_budget = 100000000000;

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
    return la->issue.all / r->next * (r->total - r->next) >= WORTH_CALLING;
}

// Blocks that cannot see each other: one at a time, or side by side.
// Returns how many workers there were.
static int run_independent(Launch *la, Resident *r) {
    uint64_t total = r->total;
    int workers = total >= FEWEST_BLOCKS ? workers_most() : 1;
    if (workers > 1) {
        r->total = min_of(max_of(total / 64, (uint64_t)FIRST_LEAST),
                          (uint64_t)FIRST_MOST);
        la->checks.conflict = conflict_begin();
        run_blocks(la, r);
        bool alone = conflict_found(la->checks.conflict);
        la->atomics.never_deferred = conflict_found_own(la->checks.conflict);
        la->checks.conflict = NULL;
        r->total = total;
        if (la->traps.trapped) return 1;
        if (!alone && is_worth_calling(la, r)) {
            workers_run(la, workers, r->next, total);
            return workers;
        }
    }
    run_blocks(la, r);
    return 1;
}

// ---- a sample of the blocks

// The counts are those of all that has run.
static void launch_settle(Launch *la) {
    l2_log_commit(la->caches.log, la->caches.l2, la->counts.sites);
    l2_settle(la->caches.l2, la->counts.sites);
}

static void run_window(Launch *la, Resident *r, int workers, uint64_t lo,
                       uint64_t hi) {
    if (lo >= hi || la->traps.trapped) return;
    r->next = lo;
    r->total = hi;
    if (workers > 1)
        workers_run(la, workers, lo, hi);
    else
        run_blocks(la, r);
    launch_settle(la);
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
    launch_settle(la);
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
    return all || la->traps.trapped ? 1 : sample_part(at, n, blocks);
}

// Runs the blocks that a sample has left out. Nobody looks at what it counts.
static void run_rest(Launch *la, Resident *r, const SampleWindow *at, int n) {
    int workers = workers_most();
    for (int i = 0; i + 1 < n; i++)
        run_window(la, r, workers, at[i].hi, at[i + 1].warm);
}

// ---- from beginning to end

// Does the code include kata's header of HIP? That has a variable of this name,
// with a prefix where device code is linked.
static bool is_hip(const PtxModule *m) {
    bool is = false;
    for (int i = 0; m && i < m->nvars && !is; i++)
        is = str_ends(m->vars[i]->name, "hip_wave_size");
    return is;
}

static bool comes_in_parts(uint64_t shuffle, const PtxModule *m) {
    if (!shuffle || shuffle & SIM_SHUFFLE_TOGETHER) return false;
    return shuffle & SIM_SHUFFLE_NOT_HIP || !is_hip(m);
}

static LaunchOrder shuffled_order(uint64_t shuffle, const PtxModule *m) {
    return (LaunchOrder){.has_turn = true,
                         .random = shuffle & ~(uint64_t)SIM_SHUFFLE_FLAGS,
                         .parts = comes_in_parts(shuffle, m),
                         .downwards =
                             shuffle && !(shuffle & SIM_SHUFFLE_UPWARDS)};
}

static void launch_init(Launch *la, Mem *mem, const SimGpu *gpu,
                        const LaunchDesc *d, const Occupancy *occ,
                        Arena memory) {
    *la = (Launch){.code = d->code,
                   .arena = memory,
                   .shape.dynamic_shared = d->smem_dynamic,
                   .memory.params = d->params,
                   .memory.mem = mem,
                   .memory.devices = d->devices ? d->devices : UINT32_MAX,
                   .gpu = gpu,
                   .memory.heap = d->heap,
                   .memory.stack_room = stack_room(d->code, d->stack_limit),
                   .shape.blocks_per_sm = (uint32_t)occ->blocks_per_sm,
                   .issue.left = launch_budget,
                   .shape.cluster_size = 1,
                   .issue.block_most = d->budget ? d->budget : block_budget,
                   .order = shuffled_order(d->shuffle, d->ptx),
                   .issue.turn = d->shuffle ? SHORT_TURN : TURN,
                   .ptx = d->ptx,
                   .children.depth = d->depth,
                   .main_file = main_file_of(d->code)};
    memcpy(la->shape.grid, d->grid, sizeof la->shape.grid);
    memcpy(la->shape.block, d->block, sizeof la->shape.block);
    launch_cluster_shape(d, la->shape.cluster);
    for (int i = 0; i < 3 && la->shape.cluster[0]; i++)
        la->shape.cluster_size *= la->shape.cluster[i];
    counts_init(la);
    if (clock_is_read(d->code))
        clock_start(la);
    else
        l2_log_init(la, L2_LOG_SHORT);
    shadow_log_init(la, false);
    flag_chain_init(la);
    if (!d->cooperative) return;
    // Cooperative groups keep the state of grid.sync() here.
    la->memory.workspace =
        mem_alloc(mem, 256, ALLOC_DEVICE, "the grid's barrier");
    if (!la->memory.workspace) return;
    memset(mem_bytes(mem, la->memory.workspace), 0, 256);
    mem_wrote(mem, la->memory.workspace, 256);
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
    return t->block[0] + (uint64_t)la->shape.grid[0] *
                             (t->block[1] + la->shape.grid[1] * t->block[2]);
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

// Reports of a block's turn may come before or after reports of its run: by
// block, kind and line the order is always the same.
static void sort_notes(Launch *la) {
    for (int i = 1; i < la->traps.nnotes; i++)
        for (int k = i; k > 0 && comes_before(la, &la->traps.notes[k],
                                              &la->traps.notes[k - 1]);
             k--) {
            SimTrap t = la->traps.notes[k];
            la->traps.notes[k] = la->traps.notes[k - 1];
            la->traps.notes[k - 1] = t;
        }
}

// Warp instructions of the longest block over those of the average one.
static double longest_of(const Launch *la) {
    double blocks =
        (double)la->shape.grid[0] * la->shape.grid[1] * la->shape.grid[2];
    return la->issue.all ? (double)la->issue.longest_block * blocks /
                               (double)la->issue.all
                         : 1;
}

// Launches by the kernel that failed, and it has never asked.
static void tell_unasked(Launch *la) {
    for (int i = 0; la->children.error && i < la->traps.nnotes; i++)
        if (la->traps.notes[i].kind == SIM_TRAP_LAUNCH)
            la->traps.notes[i].severity = SIM_WRONG;
}

// Hardware pairs barriers of different lines: where each warp came to as many
// as the others, they are the phases that were meant, and only the book says
// no.
static void soften_mixed(Launch *la) {
    if (la->traps.trapped || la->traps.uneven) return;
    for (int i = 0; i < la->traps.nnotes; i++) {
        SimTrap *t = &la->traps.notes[i];
        if (t->kind != SIM_TRAP_BARRIER) continue;
        t->severity = SIM_DOUBTFUL;
        snprintf(t->hint, sizeof t->hint,
                 "Every warp comes to as many barriers as the others, and "
                 "hardware pairs them. CUDA's guide asks for one "
                 "__syncthreads() that all threads reach: move it out of the "
                 "`if`.");
    }
}

// L2 keeps what a kernel reads from the host's memory until the kernel ends (an
// H100: two passes over 4 MiB take as long as one, two launches twice as long);
// what is written goes to the host.
static void add_link_bytes(SimLaunchInfo *info, const SimCounters *site,
                           const Alloc *a, bool reads) {
    enum { SECTOR = 32 };
    double touched = SECTOR * (double)site->gmem_sectors;
    double once = fmin(touched, (double)(a->hi - a->lo));
    if (reads)
        info->link_read += fmax(once, (double)site->dram_read);
    else
        info->link_written += touched;
}

// Bytes of a device's memory; who launched knows whether it is another one.
static void add_peer_bytes(SimLaunchInfo *info, const Alloc *a, double bytes,
                           bool reads) {
    double *of = reads ? info->peers.read : info->peers.written;
    if (a->device < SIM_DEVICES) of[a->device] += bytes;
}

static bool is_of_memory(const Stmt *s) {
    return s && (s->op == OP_LD || s->op == OP_ST || s->op == OP_ATOM ||
                 s->op == OP_RED);
}

// The useful bytes of the accesses that used the memory of the host, and of
// each device: whose an instruction used last, and so as good as always.
static void add_bytes_by_owner(const Launch *la, SimLaunchInfo *info) {
    enum { SECTOR = 32 };
    for (int k = 0; k < la->counts.ncodes; k++) {
        const CodeCounts *n = &la->counts.codes[k];
        const Code *c = n->code;
        uint32_t last = UINT32_MAX;
        for (uint32_t i = 0; i < c->ninsns; i++) {
            const Insn *in = &c->insns[i];
            const Stmt *s = c->stmts[i];
            if (!is_of_memory(s) || in->kind == INSN_GUARD || in->site == last)
                continue;
            const Alloc *a = memop_of(in)->seen;
            if (!a) continue;
            last = in->site;
            bool reads = s->op == OP_LD;
            const SimCounters *site = &n->site[in->site];
            double bytes = SECTOR * (double)site->gmem_ideal;
            if (a->kind == ALLOC_DEVICE || a->kind == ALLOC_GLOBAL)
                add_peer_bytes(info, a, bytes, reads);
            if (a->kind != ALLOC_PINNED && a->kind != ALLOC_MANAGED) continue;
            if (s->op != OP_LD && s->op != OP_ST) continue;
            *(reads ? &info->host_read : &info->host_written) += bytes;
            if (a->kind == ALLOC_PINNED) add_link_bytes(info, site, a, reads);
        }
    }
}

static void fill_outcome(Launch *la, const Occupancy *occ, Arena *a,
                         double part, LaunchOutcome *out) {
    SimLaunchInfo *info = &out->info;
    info->kernel = la->code->demangled ? la->code->demangled : "";
    info->file = la->main_file;
    memcpy(info->grid, la->shape.grid, sizeof info->grid);
    memcpy(info->block, la->shape.block, sizeof info->block);
    info->regs = la->code->regs;
    info->smem_bytes = la->code->shared_bytes + la->shape.dynamic_shared;
    info->stack_bytes = la->code->regs_exact ? la->code->stack_bytes : -1;
    info->longest = longest_of(la) * part; // of the blocks that ran
    counts_roll_up(la, a, info);
    add_bytes_by_owner(la, info);
    info->busiest = balance_busiest(la);
    info->skew = la->cycles.alone
                     ? (double)la->cycles.slowest / (double)la->cycles.alone
                     : 1;
    info->hops = la->cycles.most_hops;
    info->prefetched = (double)la->issue.prefetched;
    model_time(la->gpu, occ, info);

    tell_unasked(la);
    soften_mixed(la);
    out->trapped = la->traps.trapped;
    out->trap = la->traps.trap;
    sort_notes(la);
    out->nnotes = la->traps.nnotes;
    memcpy(out->notes, la->traps.notes, sizeof out->notes);
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

    bool alone = d->code->is_independent && !d->cooperative &&
                 la.shape.cluster_size == 1 && !d->shuffle;
    Resident r = {.total = (uint64_t)d->grid[0] * d->grid[1] * d->grid[2]};
    r.most =
        (uint32_t)min_of(r.total, (uint64_t)gpu->sms * la.shape.blocks_per_sm);
    r.most = max_of(r.most / la.shape.cluster_size, 1u) * la.shape.cluster_size;
    if (alone) r.most = 1;
    r.at = arena_array(&la.arena, Block *, r.most);
    la.checks.shadow = mem_shadow(mem);
    shadow_begin(la.checks.shadow, &la);
    SampleWindow at[SAMPLE_WINDOWS];
    int windows = 0;
    double part = 1;
    if (alone && d->sample)
        windows = sample_windows(
            r.total, (uint64_t)gpu->sms * (uint64_t)occ.blocks_per_sm, at);
    progress_begin(d->code->demangled, r.total);
    if (windows && d->sample == SAMPLE_SOME)
        part = run_sample(&la, &r, at, windows, &out->workers);
    else if (windows)
        run_rest(&la, &r, at, windows);
    else
        out->workers = run_all(&la, &r, alone);
    progress_end(la.traps.trapped);
    launch_settle(&la);
    shadow_log_flush(&la);
    shadow_end(la.checks.shadow);

    print_out(d, &la.printed);
    fill_outcome(&la, &occ, a, part, out);
    out->info.sampled = part;
    buf_free(&la.printed);
    out->children = la.children;
    if (la.memory.workspace) mem_release(mem, la.memory.workspace);
    l2_log_fini(&la);
    shadow_log_fini(&la);
    arena_rewind(&la.arena);
    caches->scratch = la.arena;
    if (!d->caches) caches_close(caches);
    return true;
}
