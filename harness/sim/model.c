// From what a launch did to how long a GPU would take for it.
//
// Every resource that the launch uses gives a time: what it would take if
// nothing else cost anything. Resources work at the same time but never overlap
// perfectly, so the times are joined by a p-norm,
//
//     T = (t1^p + t2^p + ...)^(1/p),
//
// which is the largest of them if it stands alone and up to 2^(1/p) of it if
// two are equal. p was fitted per GPU to public sweeps of bandwidth over
// occupancy; it is a column of devices.def.
//
// What is assumed, and where it comes from:
// - Blocks are dealt round; the busiest SM has ceil(blocks / SMs). Chip-wide
//   resources (L2, DRAM, atomics) see the whole launch.
// - A global request holds the load/store unit for 0.85 + 0.24 cycles per line,
//   and for the cycles its bytes take at 128 a cycle: fit to gpu-benches'
//   gpu-strides on A100 and H200.
// - A shared wavefront takes a cycle.
// - L2 reads l2_gbs at best; what else takes longer is in the counter l2_work
//   (cache.h), and what atomics wait for each other in atomic_queue.
// - An SM starts a warp of a new block every WARP_START cycles: copies, fills,
//   and triads of 1 GiB by one float a thread on an H200.
// - A warp's own time is what it waits: its loads, with LOADS_IN_FLIGHT of them
//   overlapped (ptxas hoists loads), barriers, shared memory, and its
//   instructions one after the other. SMs run as many warps at once as fit.
// - Launch overhead is not part of it: the runtime adds launch_us.
// Expect the right order between two kernels and times within 15 to 40 percent.
#include "sim/exec.h"

#include <math.h>

enum {
    SCHEDULERS = 4,
    MUFU_LANES = 16, // results per clock and SM, all generations
    CVT_LANES = 16,
    XCHG_LANES = 32,
    LSU_BYTES = 128,     // per clock and SM
    SM_L2_BYTES = 64,    // per clock, between an SM and L2
    BLOCK_START = 200,   // cycles; PPT-GPU has 350 on Turing, 700 on Volta
    WARP_START = 20,     // cycles between two warps that begin
    LAUNCH_DRAIN = 1500, // cycles from the first block to the last write
    BARRIER_CYCLES = 25, // with no skew
};
static const double LOADS_IN_FLIGHT = 4;
static const double INSN_CYCLES = 2.6; // of one warp, between two of its own
static const double REQUEST_CYCLES = 0.85, LINE_CYCLES = 0.24;

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

// What a launch looks like from one SM.
typedef struct Shape {
    double blocks;   // of the launch
    double warps;    // of the launch
    double busiest;  // blocks of the busiest SM
    double part;     // of the launch's work that the busiest SM does
    double resident; // blocks at once on an SM
    double cycle_us;
} Shape;

static Shape shape_of(const SimGpu *g, const Occupancy *occ,
                      const SimLaunchInfo *info) {
    Shape s;
    double threads = (double)info->block[0] * info->block[1] * info->block[2];

    s.blocks = (double)info->grid[0] * info->grid[1] * info->grid[2];
    s.warps = s.blocks * ceil(threads / WARP_SIZE);
    s.busiest = ceil(s.blocks / g->sms);
    s.part = s.blocks > 0 ? s.busiest / s.blocks : 0;
    s.resident = fmin(fmax(occ->blocks_per_sm, 1), fmax(s.busiest, 1));
    s.cycle_us = 1.0 / g->clock_mhz;
    return s;
}

double model_tensor_rate(int cc) {
    if (cc < 80) return 512;
    if (cc == 80) return 1024;
    if (cc < 90) return 512;
    return cc < 100 ? 2048 : 4096;
}

enum { PIPES = 8 };

// Cycles of every arithmetic pipe, all of the work on one SM.
static void pipe_cycles(const SimGpu *g, const SimCounters *c,
                        double pipes[PIPES]) {
    pipes[0] = (double)c->fp32_ops * WARP_SIZE / g->fp32_lanes;
    pipes[1] = (double)c->fp64_ops * WARP_SIZE / g->fp64_lanes;
    // a warp's instruction on pairs of halves gives 64 results
    pipes[2] = (double)c->fp16_ops * WARP_SIZE * 2 / g->fp16_lanes;
    pipes[3] = (double)(c->int_ops + c->imul_ops) * WARP_SIZE / g->int_lanes;
    pipes[4] = (double)c->mufu_ops * WARP_SIZE / MUFU_LANES;
    pipes[5] = (double)c->cvt_ops * WARP_SIZE / CVT_LANES;
    pipes[6] = (double)c->xchg_ops * WARP_SIZE / XCHG_LANES;
    pipes[7] = (double)c->tensor_flops / 2 / model_tensor_rate(g->cc);
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

static double lsu_cycles(const SimCounters *c) {
    double requests = (double)(c->gmem_loads + c->gmem_stores);
    double lines =
        REQUEST_CYCLES * requests + LINE_CYCLES * (double)c->gmem_lines;
    double bytes = (double)c->gmem_ideal * 32 / LSU_BYTES;

    return fmax(lines, bytes) + (double)c->local_requests +
           (double)c->const_requests;
}

// Cycles from a load to its use, over the places where sectors were found.
static double load_latency(const SimGpu *g, const SimCounters *c) {
    double requests = (double)(c->gmem_loads + c->gmem_stores);
    double sectors = requests > 0 ? (double)c->gmem_sectors *
                                        (double)c->gmem_loads / requests
                                  : 0;
    double in_l1 = fmin((double)c->l1_hits, sectors);
    double in_dram = fmin((double)c->dram_read / 32, sectors - in_l1);
    double in_l2 = sectors - in_l1 - in_dram;

    if (sectors <= 0) return 0;
    return (in_l1 * g->lat_l1 + in_l2 * g->lat_l2 + in_dram * g->lat_dram) /
           sectors;
}

// Cycles from the start of a warp to its end, if it never waits for others.
static double warp_cycles(const SimGpu *g, const SimCounters *c, double warps) {
    double loads = (double)c->gmem_loads / warps;
    double rounds = loads <= 1 ? loads : 1 + (loads - 1) / LOADS_IN_FLIGHT;
    double shared = (double)(c->smem_loads) / warps / LOADS_IN_FLIGHT;
    double atomics = (double)(c->atomics + c->smem_atomics) / warps / WARP_SIZE;

    return rounds * load_latency(g, c) + shared * g->lat_smem +
           fmin(atomics, LOADS_IN_FLIGHT) * g->lat_l2 +
           (double)c->barriers / warps * BARRIER_CYCLES +
           (double)c->issue_cycles / warps * INSN_CYCLES + BLOCK_START;
}

// GB/s of DRAM for this mix: it falls quickly with the share of writes.
static double dram_gbs(const SimGpu *g, const SimCounters *c) {
    double all = (double)(c->dram_read + c->dram_write);
    double writes = all > 0 ? (double)c->dram_write / all : 0;
    double mixed = fmin(1, 3 * writes);

    return g->dram_gbs * (g->read_eff + (g->mix_eff - g->read_eff) * mixed);
}

static double l2_us(const SimGpu *g, const SimCounters *c, const Shape *s) {
    double chip = (double)c->l2_work / 4 * 32 / (g->l2_gbs * 1e3);
    double sm =
        (double)c->l2_sectors * 32 / SM_L2_BYTES * s->part * s->cycle_us;

    return fmax(chip, sm);
}

// ---- lines

// What one line uses of a resource, in any unit: only its part of the sum over
// all lines counts. pipe: the one that is busiest in the launch.
static double use_of(const SimGpu *g, const SimCounters *c, Limit i, int pipe) {
    switch (i) {
    case LIMIT_ISSUE: return (double)c->issue_cycles;
    case LIMIT_PIPE: return one_pipe(g, c, pipe);
    case LIMIT_LSU: return lsu_cycles(c);
    case LIMIT_SMEM:
        return (double)(c->smem_wavefronts + c->smem_atomic_cycles);
    case LIMIT_LATENCY:
        return (double)c->gmem_loads * load_latency(g, c) / LOADS_IN_FLIGHT +
               (double)c->smem_loads * g->lat_smem / LOADS_IN_FLIGHT +
               (double)c->atomics / WARP_SIZE * g->lat_l2 +
               (double)c->barriers * BARRIER_CYCLES +
               (double)c->issue_cycles * INSN_CYCLES;
    case LIMIT_L2: return (double)c->l2_work;
    case LIMIT_DRAM: return (double)(c->dram_read + c->dram_write);
    case LIMIT_ATOMICS: return (double)c->atomic_queue;
    default: return 0; // starting blocks is no line's doing
    }
}

// Every resource's part of the joined time, us[i]^p of their sum, goes to the
// lines in the proportion in which they use it.
static void share_out(const SimGpu *g, SimLaunchInfo *info,
                      const double us[LIMITS], double sum) {
    SimLine *lines = (SimLine *)(uintptr_t)info->lines; // counts.c made them
    int pipe = busiest_pipe(g, &info->c);
    double all[LIMITS] = {0};

    for (int l = 0; l < info->nlines; l++)
        for (int i = 0; i < LIMITS; i++)
            all[i] += use_of(g, &lines[l].c, (Limit)i, pipe);
    for (int l = 0; l < info->nlines; l++) {
        double most = 0;
        lines[l].us = 0;
        lines[l].limiter = "";
        for (int i = 0; i < LIMITS; i++) {
            if (us[i] <= 0 || all[i] <= 0) continue;
            double part = pow(us[i], g->p) / sum *
                          use_of(g, &lines[l].c, (Limit)i, pipe) / all[i];
            lines[l].us += part * info->us;
            if (part <= most) continue;
            most = part;
            lines[l].limiter = limit_names[i];
        }
    }
}

void model_time(const SimGpu *g, const Occupancy *occ, SimLaunchInfo *info) {
    const SimCounters *c = &info->c;
    Shape s = shape_of(g, occ, info);
    double us[LIMITS] = {0}, sum = 0;
    int worst = LIMIT_LATENCY;

    info->occupancy = occ->fraction;
    info->occupancy_limit = occ->limit;
    info->us = info->share = 0;
    info->limiter = limit_names[worst];
    if (s.blocks <= 0) return;

    // times cycles of the whole launch: what the busiest SM spends
    double sm = s.part * s.cycle_us;
    us[LIMIT_ISSUE] = (double)c->issue_cycles / SCHEDULERS * sm;
    us[LIMIT_PIPE] = one_pipe(g, c, busiest_pipe(g, c)) * sm;
    us[LIMIT_LSU] = lsu_cycles(c) * sm;
    us[LIMIT_SMEM] = (double)(c->smem_wavefronts + c->smem_atomic_cycles) * sm;
    us[LIMIT_LATENCY] =
        s.busiest / s.resident * warp_cycles(g, c, s.warps) * s.cycle_us;
    us[LIMIT_L2] = l2_us(g, c, &s);
    us[LIMIT_DRAM] =
        (double)(c->dram_read + c->dram_write) / (dram_gbs(g, c) * 1e3);
    us[LIMIT_ATOMICS] = (double)c->atomic_queue / 256 * s.cycle_us;
    us[LIMIT_STARTS] = s.warps * WARP_START * sm;
    // Two stages of one stream are not two resources: the slower counts.
    // Schedulers feed the arithmetic pipes, DRAM feeds L2.
    us[us[LIMIT_ISSUE] < us[LIMIT_PIPE] ? LIMIT_ISSUE : LIMIT_PIPE] = 0;
    us[us[LIMIT_L2] < us[LIMIT_DRAM] ? LIMIT_L2 : LIMIT_DRAM] = 0;

    for (int i = 0; i < LIMITS; i++) {
        sum += pow(us[i], g->p);
        if (us[i] > us[worst]) worst = i;
    }
    double joined = pow(sum, 1 / g->p);
    info->us = joined + LAUNCH_DRAIN * s.cycle_us;
    info->limiter = limit_names[worst];
    info->share = us[worst] / info->us;
    share_out(g, info, us, sum);
}
