// From what a launch did to how long a GPU would take for it.
//
// Every resource that the launch uses gives a time: what it would take if
// nothing else cost anything. Resources work at the same time but never overlap
// perfectly, so the times are joined by p-norms,
//
//     T = (t1^p + t2^p + ...)^(1/p),
//
// which is the largest of them if it stands alone and up to 2^(1/p) of it if
// two are equal. p was fitted per GPU to public sweeps of bandwidth over
// occupancy; it is a column of devices.def. The order of waiting decides how
// well two times overlap:
// - Blocks that are all there from the start go through their rounds of loads
//   in step: all ask at once, then all wait for the bytes. Latency and
//   bandwidth then add up, p is near 1. (On an H200, 4 to 32 warps an SM that
//   copy, read or add: the time is that of the latency and that of the bytes,
//   added.)
// - A warp's own instructions are in its latency already; only those of the
//   other warps of its scheduler can add to it. The load/store unit is one for
//   four schedulers: there all warps of the SM are in each other's way.
// - At a barrier a whole block waits, and nothing of it overlaps.
// - Few warps of a scheduler overlap less than many. (On an H200, rows in
//   registers by two blocks an SM, their loads in groups of seven: 92 us where
//   the bytes take 60.)
//
// The assumptions and their sources (numbers: model.def, devices.def):
// - Blocks are dealt round; the busiest SM has ceil(blocks / SMs), or what it
//   gets where blocks have unequal amounts to do (balance.c). Chip-wide
//   resources (L2, DRAM, atomics, starting blocks) see the whole launch.
// - At a barrier a block waits for its slowest warp, and at its end too.
// - Blocks that wait for each other's flags do so one after the other
// (flag_chain.h),
//   two ways to L2 and back each.
// - Global requests, shared memory and shuffles go through one unit of the SM:
//   a shared wavefront takes a cycle, a request 0.85 and some for each line.
// - A warp's own time is what it would take alone: its instructions, as far as
//   they wait for each other (chain.c), and its rounds of loads, each with the
//   latency of the farthest place where one of its loads found its data (a load
//   that another warp is just waiting for is as far away). An SM runs as many
//   warps at once as fit, wave after wave: that is Little's law, told by time.
//   Latencies are idle ones; that they grow in use is what the norms are for,
//   and a little in `loaded`.
// - L2 reads l2_gbs at best; what else takes longer is in the counter l2_work
//   (cache.h), what atomics wait for each other in atomic_queue. DRAM takes
//   time for its bytes and for each row that it opens.
// - The chip starts one block after the other.
// - Launch overhead is not part of it: the runtime adds launch_us.
// - What is still off is off for kernels of a kind: kin.h.
// How far it is off, on kernels that no number was fitted to: tests/model/.
#include "sim/time/model.h"

#include "sim/time/chip.h"
#include "sim/time/spends.h"

#include <math.h>
#include <string.h>

enum {
    SCHEDULERS = 4,
    IMUL_LANES = 64,
    MUFU_LANES = 16, // results per clock and SM, all generations
    CVT_LANES = 16,
    VOTE_LANES = 64,
    TEXTURE_LANES = 4, // fetches of a clock and SM: four texture units
};
static const double LEAST_STEP = 0.9; // of the exponent of those in step

#define M model_numbers
bool model_knows_kin = true;

typedef enum Limit {
    LIMIT_ISSUE,
    LIMIT_PIPE,
    LIMIT_LSU,
    LIMIT_SMEM,
    LIMIT_LATENCY,
    LIMIT_L2,
    LIMIT_DRAM,
    LIMIT_ATOMICS,
    LIMIT_STARTS,
    LIMITS,
} Limit;

static const char *const limit_names[LIMITS] = {
    [LIMIT_ISSUE] = "instruction issue", [LIMIT_PIPE] = "arithmetic",
    [LIMIT_LSU] = "load/store unit",     [LIMIT_SMEM] = "shared memory",
    [LIMIT_LATENCY] = "latency",         [LIMIT_L2] = "L2 bandwidth",
    [LIMIT_DRAM] = "DRAM bandwidth",     [LIMIT_ATOMICS] = "atomics",
    [LIMIT_STARTS] = "starting blocks",
};

// A launch as one SM sees it.
typedef struct Seen {
    double blocks;   // of the launch
    double warps;    // of the launch
    double busiest;  // blocks of the busiest SM
    double part;     // of the launch's work that the busiest SM does
    double resident; // blocks at once on an SM
    double waves;    // of such blocks on the busiest
    double side;     // warps at once on a scheduler
    double loaded;   // latency of L2 and DRAM, over the idle one
    double ahead;    // of its time, what it works while copies are under way
    double cycle_us;
} Seen;

static Seen seen_of(const SimGpu *g, const Occupancy *occ,
                    const SimLaunchInfo *info) {
    Seen s;
    double threads = (double)info->block[0] * info->block[1] * info->block[2];

    s.blocks = (double)info->grid[0] * info->grid[1] * info->grid[2];
    s.warps = s.blocks * ceil(threads / WARP_SIZE);
    s.busiest = ceil(s.blocks / g->sms);
    s.part = s.blocks > 0 ? s.busiest / s.blocks : 0;
    if (info->busiest > 0) s.part = fmin(info->busiest / g->sms, 1);
    s.resident = fmin(fmax(occ->blocks_per_sm, 1), fmax(s.busiest, 1));
    s.waves = ceil(s.busiest / s.resident);
    s.side = fmax(s.resident * ceil(threads / WARP_SIZE) / SCHEDULERS, 1);
    // one SM alone does not load the chip
    s.loaded = 1 + (M.loaded - 1) * fmin(s.blocks / g->sms, 1);
    s.ahead = 0;
    s.cycle_us = 1.0 / g->clock_mhz;
    return s;
}

double model_tensor_rate(int cc) {
    if (cc < 80) return 512;
    if (cc == 80) return 1024;
    if (cc < 90) return 512;
    return cc < 100 ? 2048 : 4096;
}

// Products of doubles: multiply-adds per clock and SM. NVIDIA's data sheets
// have 19.5 TFLOP/s for the A100 (64), 67 for the H100 and H200 at the highest
// clock (128; halves 989), 37 for the B200 (64). The others have no such cores
// for doubles, and their ordinary units do the work.
double model_tensor64_rate(const SimGpu *g) {
    switch (g->cc) {
    case 80: return 64;
    case 90: return 128;
    case 100: return 64;
    default: return g->fp64_lanes;
    }
}

enum { PIPES = 9 };

// Cycles of every arithmetic pipe, all of the work on one SM. Sums and shifts
// that the integers' own pipe need not take, as ptxas makes products of them,
// go where multiply-adds go; products of integers use half of those at most
// (CUDA C++ Programming Guide, throughput of native arithmetic instructions: 64
// results per clock and SM from 7.0 to 9.0).
static void pipe_cycles(const SimGpu *g, const SimCounters *c,
                        double pipes[PIPES]) {
    double moved = (double)c->either_ops * (1 - M.int_share);
    double ints = (double)(c->int_ops + c->compare_ops) - moved;

    pipes[0] = ((double)(c->fp32_ops + c->imul_ops) + moved) * WARP_SIZE /
               g->fp32_lanes;
    pipes[1] = (double)c->fp64_ops * WARP_SIZE / g->fp64_lanes;
    // a warp's instruction on pairs of halves gives 64 results
    pipes[2] = (double)c->fp16_ops * WARP_SIZE * 2 / g->fp16_lanes;
    pipes[3] = ints * WARP_SIZE / g->int_lanes;
    // one unit does both
    pipes[4] = (double)c->mufu_ops * WARP_SIZE / MUFU_LANES +
               (double)c->cvt_ops * WARP_SIZE / CVT_LANES;
    pipes[5] = (double)c->xchg_ops * WARP_SIZE / VOTE_LANES;
    // M.tensor is a share of halves, which mma.sync alone cannot keep
    // busy: products of doubles have no other instruction.
    pipes[6] = (double)(c->tensor_flops - c->tensor64_flops) / 2 /
                   (model_tensor_rate(g->cc) * M.tensor) +
               (double)c->tensor64_flops / 2 / model_tensor64_rate(g);
    pipes[7] = (double)c->imul_ops * WARP_SIZE / IMUL_LANES;
    // (3.7 a clock in a convolution by textures on an H200)
    pipes[8] = (double)c->texture_fetches / TEXTURE_LANES;
}

static int busiest_pipe(const SimGpu *g, const SimCounters *c) {
    double pipes[PIPES];
    int most = 0;

    pipe_cycles(g, c, pipes);
    for (int i = 1; i < PIPES; i++)
        if (pipes[i] > pipes[most]) most = i;
    return most;
}

static double one_pipe(const SimGpu *g, const SimCounters *c, int pipe) {
    double pipes[PIPES];

    pipe_cycles(g, c, pipes);
    return pipes[pipe];
}

static double loads_share(const SimCounters *c) {
    double requests = (double)(c->gmem_loads + c->gmem_stores);
    return requests > 0 ? (double)c->gmem_loads / requests : 0;
}

// Words of a request for constants come one after the other.
static double const_cycles(const SimCounters *c) {
    double more = (double)c->const_words - (double)c->const_requests;
    return fmax(more, 0) * M.const_word;
}

// The part of the sectors that asynchronous copies ask for. They go past L1:
// its lines and banks have nothing to do with them, but for the writes to
// shared memory, which are counted there. (Triton's products on an H100.)
static double async_share(const SimCounters *c) {
    enum { SECTOR = 32 };
    double sectors = (double)c->gmem_sectors;

    return sectors > 0 ? fmin((double)c->async_bytes / SECTOR / sectors, 1) : 0;
}

static double lsu_cycles(const SimCounters *c) {
    double requests = (double)(c->gmem_loads + c->gmem_stores);
    double rest = 1 - async_share(c);
    double hits =
        c->gmem_sectors ? (double)c->l1_hits / (double)c->gmem_sectors : 0;
    double line = M.hit_cycles * hits + M.miss_cycles * (1 - hits);
    double lines =
        M.request_cycles * requests + line * rest * (double)c->gmem_lines;

    double local = M.request_cycles * (double)c->local_requests +
                   M.hit_cycles * (double)c->local_lines;

    return fmax(lines, rest * (double)c->gmem_wavefronts) + local +
           (double)c->const_requests + const_cycles(c);
}

static double smem_cycles(const SimCounters *c) {
    return (double)c->smem_wavefronts - (double)c->smem_merged / 4 +
           (double)c->smem_atomic_cycles;
}

// All that stays in the SM and goes through the same unit.
static double near_cycles(const SimCounters *c) {
    return smem_cycles(c) + (double)c->smem_idle +
           (double)(c->xchg_ops + c->xchg_cycles) +
           (double)c->barriers * M.barrier_slots;
}

// Rounds of so many loads, at most in_flight of which overlap.
static double rounds_of(double rounds, double loads, double in_flight) {
    return fmax(rounds, loads / in_flight);
}

// Rounds of loads by where they found their data.
typedef struct Rounds {
    double all, l2, dram;
    double missed; // loads that had to leave the SM
} Rounds;

// Blocks that are all there from the start load what they share at the same
// time, and all wait for DRAM. Later ones come one after the other, and some of
// what they share is in L1 by then. If nobody looked, by the sectors that were
// found.
static Rounds rounds_by_place(const SimCounters *c, double waves) {
    double met = (double)c->met_rounds, first = 1 / waves,
           late = M.met_late * (1 - first);
    Rounds r = {.all = (double)c->gmem_rounds,
                .l2 = (double)c->l2_rounds + met * late,
                .dram = (double)c->dram_rounds + met * first,
                .missed = (double)c->l2_loads +
                          (double)c->met_loads * (first + late)};

    if (r.l2 + r.dram <= 0 && !c->l2_loads) {
        double all = (double)c->gmem_sectors * loads_share(c),
               in_l1 = fmin((double)c->l1_hits, all),
               in_dram = fmin((double)c->dram_read / 32, all - in_l1);
        if (all <= 0) in_l1 = 0, all = 1; // atomics
        r.dram = r.all * in_dram / all;
        r.l2 = r.all * (1 - in_l1 / all) - r.dram;
    }
    if (r.missed <= 0 && r.all > 0)
        r.missed = (double)c->gmem_loads * (r.l2 + r.dram) / r.all;
    return r;
}

// Cycles until global memory has answered all warps, one after the other alone
// on an SM.
static double answer_cycles(const SimGpu *g, const SimCounters *c,
                            const Seen *s) {
    Rounds r = rounds_by_place(c, s->waves);
    double far = r.l2 + r.dram, hits = (double)c->gmem_loads - r.missed;
    double near = rounds_of(fmax(r.all - far, 0), hits, M.loads_in_flight);
    double each = far > 0 ? (r.l2 * g->lat_l2 + r.dram * g->lat_dram) / far : 0;
    return near * g->lat_l1 +
           rounds_of(far, r.missed, M.loads_in_flight) * each * s->loaded;
}

// Those for which they would wait: they work on between a load and its use.
static double load_cycles(const SimGpu *g, const SimCounters *c,
                          const Seen *s) {
    double hidden = M.ahead * (double)c->ahead_cycles;
    return fmax(answer_cycles(g, c, s) - hidden, 0);
}

// Cycles for which all warps would wait, likewise.
static double waiting_cycles(const SimGpu *g, const SimCounters *c,
                             const Seen *s) {
    return load_cycles(g, c, s) +
           rounds_of((double)c->smem_rounds,
                     (double)c->smem_loads - (double)c->smem_merged / 4,
                     M.near_in_flight) *
               g->lat_smem +
           (double)c->barriers * M.barrier_cycles;
}

// Cycles that warps alone on an SM would take without these waits. Lanes that
// part at a branch have to be brought together again.
static double chain_cycles(const SimGpu *g, const SimCounters *c) {
    double slower = g->lat_alu / SIM_USUAL_ALU;
    return (double)c->chain_cycles * slower * M.dependency_scale +
           (double)c->parted * M.parting;
}

// Cycles that they would take; without starting and ending.
static double alone_cycles(const SimGpu *g, const SimCounters *c,
                           const Seen *s) {
    return waiting_cycles(g, c, s) + chain_cycles(g, c);
}

// The part of a warp's time in which asynchronous copies come while it works.
// Copies that it waits for at once are rounds of loads, and are not in it.
// (CUDA C++ Programming Guide, "Asynchronous Data Copies": copies of a later
// stage overlap the work on this one.) Those that DRAM has to bring come late
// for the next stage: only L2's part counts.
static double ahead_of(const SimGpu *g, const SimCounters *c, const Seen *s,
                       const double us[LIMITS]) {
    double all = alone_cycles(g, c, s), far = us[LIMIT_L2] + us[LIMIT_DRAM];

    if (all <= 0 || far <= 0) return 0;
    return async_share(c) * fmax(1 - load_cycles(g, c, s) / all, 0) *
           us[LIMIT_L2] / far;
}

// The part of its waits that a block spends at barriers, where none of its
// warps can work for another; less where its work hides them.
static double waits_together(const SimGpu *g, const SimCounters *c,
                             const Seen *s) {
    double rounds = (double)(c->gmem_rounds + c->smem_rounds);
    double waits = waiting_cycles(g, c, s);
    double hidden = answer_cycles(g, c, s) - load_cycles(g, c, s);

    if (rounds <= 0 || waits <= 0) return 0;
    return fmin(1, (double)c->barriers / rounds) * waits / (waits + hidden);
}

// Cycles of an SM that has nothing but one block, less its waits.
static double block_cycles(const SimGpu *g, const SimCounters *c,
                           const Seen *s) {
    double issue = (double)sim_issued(c) * M.issue_slots / SCHEDULERS;
    double pipe = one_pipe(g, c, busiest_pipe(g, c));

    return fmax(fmax(issue, pipe), lsu_cycles(c) + near_cycles(c)) / s->blocks;
}

// Of the average warp's time, what the slowest of its block takes.
static double skew_of(const SimLaunchInfo *info) {
    return 1 + (fmax(info->skew, 1) - 1) * M.skew;
}

// The passes of asynchronous copies after their first ones: the warp goes on
// meanwhile. A request copies 16 bytes a lane, and is one to shared memory too.
static double async_passes(const SimCounters *c) {
    enum { WAVEFRONT = 128, REQUEST = 16 * WARP_SIZE };
    double bytes = (double)c->async_bytes, requests = bytes / REQUEST;

    return bytes / WAVEFRONT + M.request_cycles * requests - 2 * requests;
}

// Cycles of the load/store unit for which a warp's own requests wait for each
// other: all but the first of each.
static double own_passes(const SimCounters *c) {
    double first = (double)(c->gmem_loads + c->gmem_stores + c->smem_loads +
                            c->smem_stores);
    double all = lsu_cycles(c) + smem_cycles(c) - first;
    return fmax(all - fmax(async_passes(c), 0), 0) * M.own_passes;
}

// Cycles until the last of a chain of blocks, each of which waits for a flag of
// the one before, has seen its flag: one has to get to L2 and be acknowledged
// there, and the load that sees it goes to L2 and back. (A chained scan by 1024
// blocks on an H200: 530 cycles each, 270 of which L2 takes.)
static double hop_cycles(const SimGpu *g, const SimLaunchInfo *info) {
    return info->hops * 2 * g->lat_l2;
}

// Cycles of an SM whose warps wait for nothing but themselves: waves of blocks,
// or one block that takes longer than all of them.
static double latency_cycles(const SimGpu *g, const SimLaunchInfo *info,
                             const Seen *s) {
    const SimCounters *c = &info->c;
    double chain = chain_cycles(g, c) / s->warps;
    double work =
        fmax(block_cycles(g, c, s) - chain, 0) * waits_together(g, c, s);
    double waits = waiting_cycles(g, c, s) / s->warps;
    double own = own_passes(c) / s->warps;
    double block = (waits + chain + own) * skew_of(info) + work;
    double late = M.warp_late * s->warps / s->blocks;
    double start = M.block_start + late * fmin(waits / g->lat_l2, 1);

    return fmax(s->waves * (block + start),
                fmax(info->longest, 1) * block + start) +
           hop_cycles(g, info);
}

// The norm of those of the resources from `first` to `last`.
static double norm(const double us[LIMITS], Limit first, Limit last, double p) {
    double sum = 0;

    for (int i = first; i <= (int)last; i++)
        sum += pow(us[i], p);
    return pow(sum, 1 / p);
}

// Shares `all` out over them.
static void norm_parts(const double us[LIMITS], Limit first, Limit last,
                       double p, double all, double parts[LIMITS]) {
    double whole = norm(us, first, last, p);

    for (int i = first; i <= (int)last; i++)
        parts[i] = whole > 0 ? all * pow(us[i] / whole, p) : 0;
}

// The more warps a scheduler has to choose from, the better what they do
// overlaps: a factor of the exponents, 1 where there are eight.
static double crowd(const Seen *s, double exponent) {
    return pow(s->side / 8, exponent);
}

// Warps that wait in step get their data one after the other: latency and the
// chip's bandwidth add up. The more waves of blocks, the less in step.
// And what warps work while asynchronous copies fill the next stage is no wait
// for bytes at all.
static double in_step(const Seen *s) {
    double still = (1 - s->ahead) * pow(s->waves, -M.step_waves);
    double step = M.out_of_step - (M.out_of_step - M.in_step) * still;

    return fmax(step * crowd(s, M.crowd_step), LEAST_STEP);
}

// A warp's latency includes its own work: only the other warps' work is added,
// of those that share a scheduler or the load/store unit.
static void less_own(double us[LIMITS], double side) {
    for (int i = LIMIT_ISSUE; i <= LIMIT_SMEM; i++) {
        double n = i < LIMIT_LSU ? side : side * SCHEDULERS;
        us[i] *= pow(1 - pow(n, -M.overlap), 1 / M.overlap);
    }
}

// Bytes that come while an SM works are as independent of it as parts of the
// chip are of each other. ahead: the part of waiting and the chip's work for
// which that holds.
static double over_of(double p, double ahead) {
    return M.overlap + (fmax(p, M.overlap) - M.overlap) * ahead;
}

// Work of an SM is joined by one norm, what the chip does by another, that with
// latency by a third, and both by a fourth. parts: of the sum, 1 in all.
static double times_join(const double us[LIMITS], double p, const Seen *s,
                         double parts[LIMITS]) {
    double step = fmin(in_step(s), p), q = M.join;
    double sm = norm(us, LIMIT_ISSUE, LIMIT_SMEM, q);
    double chip = norm(us, LIMIT_L2, LIMIT_STARTS, p);
    double far = pow(pow(us[LIMIT_LATENCY], step) + pow(chip, step), 1 / step);
    double over = over_of(p, s->ahead * pow(chip / far, step));
    over = fmax(over * crowd(s, M.crowd_overlap), 1);
    double all = pow(pow(sm, over) + pow(far, over), 1 / over);
    double of_sm = pow(sm / all, over), of_chip = pow(chip / far, step);

    norm_parts(us, LIMIT_ISSUE, LIMIT_SMEM, q, of_sm, parts);
    norm_parts(us, LIMIT_L2, LIMIT_STARTS, p, of_chip * (1 - of_sm), parts);
    parts[LIMIT_LATENCY] = (1 - of_chip) * (1 - of_sm);
    return all;
}

// ---- lines

// The use that one line makes of a resource, in any unit: only its part of the
// sum over all lines counts.
static double use_of(const SimGpu *g, const SimCounters *c, Limit i, int pipe,
                     const Seen *s) {
    switch (i) {
    case LIMIT_ISSUE: return (double)sim_issued(c);
    case LIMIT_PIPE: return one_pipe(g, c, pipe);
    case LIMIT_LSU: return lsu_cycles(c);
    case LIMIT_SMEM: return smem_cycles(c);
    case LIMIT_LATENCY: return alone_cycles(g, c, s);
    case LIMIT_L2: return (double)c->l2_work;
    case LIMIT_DRAM:
        return chip_dram_bytes(g, c) + (double)c->dram_evicted * M.evicted;
    case LIMIT_ATOMICS: return (double)c->atomic_queue;
    default: return 0; // starting blocks is no line's doing
    }
}

// Every resource's part of the joined time goes to the lines in the proportion
// in which they use it.
static void share_out(const SimGpu *g, SimLaunchInfo *info,
                      const double parts[LIMITS], const Seen *s) {
    SimLine *lines = (SimLine *)(uintptr_t)info->lines; // counts.c made them
    int pipe = busiest_pipe(g, &info->c);
    double all[LIMITS] = {0};

    for (int l = 0; l < info->nlines; l++)
        for (int i = 0; i < LIMITS; i++)
            all[i] += use_of(g, &lines[l].c, (Limit)i, pipe, s);
    for (int l = 0; l < info->nlines; l++) {
        double most = 0;
        lines[l].us = 0;
        lines[l].limiter = "";
        for (int i = 0; i < LIMITS; i++) {
            if (parts[i] <= 0 || all[i] <= 0) continue;
            double part =
                parts[i] * use_of(g, &lines[l].c, (Limit)i, pipe, s) / all[i];
            lines[l].us += part * info->us;
            if (part <= most) continue;
            most = part;
            lines[l].limiter = limit_names[i];
        }
    }
}

// The time that each resource would take alone, of the busiest SM or of the
// chip.
static void times_of(const SimGpu *g, const SimLaunchInfo *info, const Seen *s,
                     double us[LIMITS]) {
    const SimCounters *c = &info->c;
    // times cycles of the whole launch: what the busiest SM spends
    double sm = s->part * s->cycle_us;

    us[LIMIT_ISSUE] = (double)sim_issued(c) * M.issue_slots / SCHEDULERS * sm;
    us[LIMIT_PIPE] = one_pipe(g, c, busiest_pipe(g, c)) * sm;
    us[LIMIT_LSU] = lsu_cycles(c) * sm;
    us[LIMIT_SMEM] = near_cycles(c) * sm;
    us[LIMIT_LATENCY] = latency_cycles(g, info, s) * s->cycle_us;
    us[LIMIT_L2] = chip_l2_us(g, c, sm);
    us[LIMIT_DRAM] = chip_dram_us(g, c);
    us[LIMIT_ATOMICS] = (double)c->atomic_queue / 256 * s->cycle_us;
    us[LIMIT_STARTS] = s->blocks * M.block_cycles * s->cycle_us;
}

// Pinned memory is the host's: kernels reach it over the link. By an H100
// (driver 580.159.04): kernels read 50.1 GB/s and write 52.3 where copies reach
// 53; both at once take 1.22 times the longer of the two; small ones 3 us more
// than in DRAM.
static double link_us(const SimGpu *g, const SimLaunchInfo *info) {
    const double SHARE = 0.95, SIDE = 0.27, AWAY_US = 3;
    double more = fmax(info->link_read, info->link_written);
    double less = fmin(info->link_read, info->link_written);
    if (more <= 0) return 0;
    return (more + SIDE * less) / (SHARE * g->pcie_gbs * 1e3) + AWAY_US;
}

// Times of resources that are one, and of what limits: us is of each alone.
static int join_resources(double us[LIMITS]) {
    int worst = LIMIT_LATENCY;
    // Two stages of one stream are not two resources: the slower counts.
    // Schedulers feed the arithmetic pipes, DRAM feeds L2.
    us[us[LIMIT_ISSUE] < us[LIMIT_PIPE] ? LIMIT_ISSUE : LIMIT_PIPE] = 0;
    us[us[LIMIT_L2] < us[LIMIT_DRAM] ? LIMIT_L2 : LIMIT_DRAM] = 0;
    // One unit does both.
    int more = us[LIMIT_LSU] < us[LIMIT_SMEM] ? LIMIT_SMEM : LIMIT_LSU;
    us[more] = us[LIMIT_LSU] + us[LIMIT_SMEM];
    us[LIMIT_LSU + LIMIT_SMEM - more] = 0;

    for (int i = 0; i < LIMITS; i++)
        if (us[i] > us[worst]) worst = i;
    return worst;
}

// The place of the launch among those that an H200 was measured with (kin.h).
// us: of each resource alone; all: together.
static void kin_place_of(const double us[LIMITS], double all, const Seen *s,
                         const SimLaunchInfo *info, float at[KIN_AXES]) {
    _Static_assert(KIN_AXES == LIMITS + 3, "an axis for each resource");
    double threads = (double)info->block[0] * info->block[1] * info->block[2];

    for (int i = 0; i < LIMITS; i++)
        at[i] = (float)(fmin(us[i] / all, 1.2) / KIN_SHARE);
    at[LIMITS] = (float)(log2(threads) / KIN_SIZE);
    at[LIMITS + 1] = (float)(log2(s->side) / KIN_SIZE);
    at[LIMITS + 2] = (float)(log2(s->waves) / KIN_WAVES);
}

// No launch goes below this: the longest that a resource takes alone, and of
// DRAM what a stream reaches at best.
static double least_us(const double us[LIMITS]) {
    double least = us[LIMIT_DRAM] * M.dram_alone;

    for (int i = 0; i < LIMITS; i++)
        if (i != LIMIT_LATENCY) least = fmax(least, us[i]);
    return least;
}

// model_time; and where it stands.
static void time_at(const SimGpu *g, const Occupancy *occ, SimLaunchInfo *info,
                    float at[KIN_AXES]) {
    Seen s = seen_of(g, occ, info);
    double us[LIMITS] = {0}, alone[LIMITS], parts[LIMITS];

    info->occupancy = occ->fraction;
    info->occupancy_limit = occ->limit;
    info->us = info->share = 0;
    info->limiter = limit_names[LIMIT_LATENCY];
    if (s.blocks <= 0) return;

    times_of(g, info, &s, us);
    memcpy(alone, us, sizeof alone);
    s.ahead = ahead_of(g, &info->c, &s, us);
    int worst = join_resources(us);
    info->share = us[worst];
    less_own(us, s.side);
    double joined = times_join(us, g->p, &s, parts);
    double evicting = chip_evicting_us(g, &info->c, us[LIMIT_STARTS], joined);
    for (int i = 0; i < LIMITS; i++)
        parts[i] *= joined / (joined + evicting);
    parts[LIMIT_DRAM] += evicting / (joined + evicting);
    joined += evicting;
    kin_place_of(alone, joined + M.drain_us, &s, info, at);
    if (model_knows_kin && kin_knows(g->cc)) joined *= kin_factor(at);
    joined = fmax(joined, least_us(alone));
    double link = link_us(g, info);
    info->us = fmax(joined, link) + M.drain_us;
    info->limiter = link > joined ? "the link to the host" : limit_names[worst];
    info->share = fmax(info->share, link);
    // Many blocks can hide more of it than is left of the time.
    info->share = fmin(info->share / info->us, 1);
    share_out(g, info, parts, &s);
}

void model_time(const SimGpu *g, const Occupancy *occ, SimLaunchInfo *info) {
    float at[KIN_AXES];
    time_at(g, occ, info, at);
}

void model_place(const SimGpu *g, const Occupancy *occ,
                 const SimLaunchInfo *info, float at[KIN_AXES]) {
    SimLaunchInfo copy = *info;
    copy.nlines = 0;
    time_at(g, occ, &copy, at);
}

// ---- what is around it

double model_empty_us(const SimGpu *g) {
    SimLaunchInfo info = {.grid = {1, 1, 1}, .block = {WARP_SIZE, 1, 1}};
    Occupancy occ = occupancy_of(g, 16, 0, WARP_SIZE);
    model_time(g, &occ, &info);
    return info.us;
}

double model_next_us(const SimGpu *g, double us) {
    return fmax(us + spend_us(SPEND_NEXT) - model_empty_us(g), 0.1);
}

double model_event_us(const SimGpu *g, double us) {
    return model_next_us(g, us) + spend_us(SPEND_EVENT);
}
