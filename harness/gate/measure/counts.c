// Metrics as quotients of counters: one function each, by their names in
// metrics.def.
#include "gate/measure/counts.h"

#include <math.h>
#include <string.h>

static double ratio(double a, double b, double none) {
    return b > 0 ? a / b : none;
}

static double requests(const Counts *c) {
    return c->gmem_loads + c->gmem_stores;
}

static double smem_requests(const Counts *c) {
    return c->smem_loads + c->smem_stores;
}

// ---- of launches

static double warps_of(const KernelCost *k) {
    return cost_volume(k->grid) * ceil(cost_volume(k->block) / 32);
}

// A warp counts each barrier that it comes to. Warps of a block come to the
// same ones, so one warp's are the block's.
static double barriers(const Counts *c) {
    double most = NAN;
    for (int i = 0; i < c->nkernels; i++) {
        const KernelCost *k = &c->kernels[i];
        most = fmax(most, ratio((double)k->c.barriers, warps_of(k), NAN));
    }
    return most;
}

static double mbarrier_waits(const Counts *c) {
    double most = NAN;
    for (int i = 0; i < c->nkernels; i++) {
        const KernelCost *k = &c->kernels[i];
        most = fmax(most, ratio((double)k->c.mbarrier_waits, warps_of(k), NAN));
    }
    return most;
}

static const KernelCost *longest(const Counts *c) {
    const KernelCost *k = NULL;
    for (int i = 0; i < c->nkernels; i++)
        if (!k || c->kernels[i].us > k->us) k = &c->kernels[i];
    return k;
}

// The kernel whose occupancy counts: the longest. If there is an upper
// bound, no kernel beside it that takes a while may be over it.
static const KernelCost *occupant(const Counts *c, bool is_bound_above) {
    const double SHORT = 0.05;
    const KernelCost *most = longest(c), *k = most;
    for (int i = 0; i < c->nkernels && is_bound_above; i++)
        if (c->kernels[i].us > SHORT * k->us &&
            c->kernels[i].occupancy > most->occupancy)
            most = &c->kernels[i];
    return most;
}

static double occupancy(const Counts *c, bool is_bound_above) {
    const KernelCost *k = occupant(c, is_bound_above);
    return k ? k->occupancy : NAN;
}

static double prefetched(const Counts *c) {
    double bytes = 0;
    for (int i = 0; i < c->nkernels; i++)
        bytes += c->kernels[i].prefetched;
    return bytes;
}

static const KernelCost *busiest(const Counts *c) {
    const KernelCost *k = NULL;
    for (int i = 0; i < c->nkernels; i++)
        if (!k || c->kernels[i].c.warp_insts > k->c.warp_insts)
            k = &c->kernels[i];
    return k;
}

// The part of all instructions that one launch executes: of work that kernels
// should hand on to their children.
static double largest_launch(const Counts *c) {
    double sum = 0;
    for (int i = 0; i < c->nkernels; i++)
        sum += (double)c->kernels[i].c.warp_insts;
    const KernelCost *k = busiest(c);
    return k ? ratio((double)k->c.warp_insts, sum, NAN) : NAN;
}

// One block that does it all is one, however many there are beside it. Of all
// cases, the kernel with the most work: the longest one may be short, and wait.
static double blocks(const Counts *c, bool of_cases) {
    const KernelCost *k = of_cases ? busiest(c) : longest(c);
    return k ? cost_volume(k->grid) / fmax(k->longest, 1) : NAN;
}

// Of a block's warps, those that the work of one block is for: warps that leave
// at once, or wait for the one that does all, are none.
static double warps(const Counts *c) {
    const KernelCost *k = longest(c);
    return k ? ceil(cost_volume(k->block) / 32) / fmax(k->skew, 1) : NAN;
}

static double shared_bytes(const Counts *c) {
    double most = NAN;
    for (int i = 0; i < c->nkernels; i++)
        most = fmax(most, (double)c->kernels[i].smem_bytes);
    return most;
}

// ---- of the call

static double bank_conflicts(const Counts *c) {
    return ratio(c->smem_wavefronts - c->smem_ideal, smem_requests(c), 0);
}

static double atomic_serial(const Counts *c) {
    return ratio(c->atomic_serial + c->smem_atomic_serial, c->atomic_requests,
                 0);
}

static double flops_per_byte(const Counts *c) {
    return ratio(c->flops + c->tensor_flops, c->dram_read + c->dram_write, NAN);
}

// Tensor cores can multiply zeros beside the work that others do. Products of
// numbers in two parts, or of whole tiles at an edge, are up to three times the
// needed ones; what is beyond is not the work.
static double tensor_flops(const Gate *g, const Counts *c, const Work *w) {
    const double MOST = 3;
    double tensor = c->tensor_flops;
    if (g->at_least && w->flops > 0) tensor = fmin(tensor, MOST * w->flops);
    return ratio(tensor, c->flops + tensor, 0);
}

typedef struct Requests {
    double n, sectors, bytes; // loads and stores; touched; the fewest
} Requests;

// Sectors of atomics are counted with those of loads and stores, but atomics
// are no such requests: lines that have any are left out.
static Requests plain_requests(const Counts *c) {
    Requests r = {0};
    for (int i = 0; i < c->nlines; i++) {
        const SimCounters *l = &c->lines[i].c;
        if (l->atomics) continue;
        r.bytes += 32 * (double)l->gmem_ideal;
        r.sectors += (double)l->gmem_sectors;
        r.n += (double)(l->gmem_loads + l->gmem_stores);
    }
    return r;
}

// A total per flop or element of the exercise. Machine instructions, because
// PTX has some that cost nothing; a warp issues one for all of its threads.
static double per_work(const Gate *g, const Counts *c, const Work *w) {
    bool flop = !g->per || strcmp(g->per, "flop") == 0;
    const struct {
        const char *metric;
        double n;
    } totals[] = {
        {"instructions", 32 * (c->issue_cycles - c->smem_joined)},
        {"tensor_flops", c->tensor_flops},
        {"flops", c->flops + c->tensor_flops},
        {"smem_requests", smem_requests(c)},
        {"global_requests", requests(c)},
        {"global_stores", (double)c->gmem_stores},
        {"local_requests", c->local_requests},
        {"global_atomics", c->atomics},
        {"shared_atomics", c->smem_atomics},
        {"texture_fetches", c->texture_fetches},
        {"exchanges", c->xchg_ops},
        {"fp64_ops", c->fp64_ops},
    };
    for (size_t i = 0; i < COUNT_OF(totals); i++)
        if (strcmp(g->metric, totals[i].metric) == 0)
            return ratio(totals[i].n, flop ? w->flops : w->elements, NAN);
    return NAN;
}

static bool is_per_work(const Gate *g) {
    return strcmp(g->metric, "instructions") == 0 ||
           strcmp(g->metric, "flops") == 0 ||
           (g->per && (!strcmp(g->per, "flop") || !strcmp(g->per, "element")));
}

// A gate on so many copies at least does not mean kernels that use the
// host's memory; one on so few bytes at most does.
static double link_bytes(const Gate *g, const Counts *c, const Work *w) {
    double by_kernels = g->at_least ? 0 : c->link_kernels;
    return ratio(c->link_bytes + by_kernels, w->bytes, NAN);
}

double counts_value(const Gate *g, const Counts *c, const Work *w) {
    if (is_per_work(g)) return per_work(g, c, w);
    Requests plain = plain_requests(c);
    const struct {
        const char *metric;
        double value;
    } all[] = {
        {"sectors_per_request", ratio(plain.sectors, plain.n, NAN)},
        {"coalescing", ratio(c->gmem_ideal, c->gmem_sectors, NAN)},
        {"bank_conflicts", bank_conflicts(c)},
        {"divergence", 1 - ratio(c->thread_insts, 32 * c->warp_insts, NAN)},
        {"from_cub", ratio(c->cub_insts, c->warp_insts, NAN)},
        {"from_cutlass", ratio(c->cutlass_insts, c->warp_insts, NAN)},
        {"global_atomics", c->atomics},
        {"dram_bytes", ratio(c->dram_read + c->dram_write, w->bytes, NAN)},
        {"traffic", ratio(32 * c->gmem_sectors, w->bytes, NAN)},
        {"launches", ratio(c->launches, w->calls, c->launches)},
        {"barriers", barriers(c)},
        {"mbarrier_waits", mbarrier_waits(c)},
        {"smem_requests", smem_requests(c)},
        {"global_requests", requests(c)},
        {"global_stores", (double)c->gmem_stores},
        {"bytes_per_request", ratio(plain.bytes, plain.n, NAN)},
        {"local_requests", c->local_requests},
        {"exchanges", c->xchg_ops},
        {"fp64_ops", c->fp64_ops},
        {"async_bytes", ratio(c->async_bytes, w->bytes, NAN)},
        {"apart_bytes", ratio(c->apart_bytes, w->bytes, NAN)},
        {"prefetched", ratio(prefetched(c), w->bytes, NAN)},
        {"bulk_bytes", ratio(c->bulk_bytes, w->bytes, NAN)},
        {"tensor_bytes", ratio(c->tensor_bytes, w->bytes, NAN)},
        {"const_words", ratio(c->const_words, c->const_requests, 0)},
        {"texture_fetches", c->texture_fetches},
        {"shared_atomics", c->smem_atomics},
        {"own_memory", c->own_memory},
        {"own_atomics", c->own_atomics},
        {"atomic_serial", atomic_serial(c)},
        {"flops_per_byte", flops_per_byte(c)},
        {"tensor_flops", tensor_flops(g, c, w)},
        {"occupancy", occupancy(c, !g->at_least)},
        {"blocks", blocks(c, g->of != NULL)},
        {"warps", warps(c)},
        {"largest_launch", largest_launch(c)},
        {"shared_bytes", shared_bytes(c)},
        {"overlap", c->overlap},
        {"host_waits", c->host_waits},
        {"host_launches", ratio(c->host_launches, w->calls, c->host_launches)},
        {"allocations", c->allocations},
        {"link_bytes", link_bytes(g, c, w)},
        {"peer_bytes", ratio(c->peer_bytes, w->bytes, NAN)},
        {"busiest_link", ratio(c->busiest_link, w->bytes, NAN)},
        {"hidden", c->hidden},
    };
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (strcmp(g->metric, all[i].metric) == 0) return all[i].value;
    return NAN;
}

const char *counts_how(Arena *a, const Gate *g, const Counts *c) {
    const KernelCost *k = occupant(c, !g->at_least);
    if (!strcmp(g->metric, "hidden") || !strcmp(g->metric, "overlap") ||
        !strcmp(g->metric, "warps"))
        return "of modelled times";
    if (g->of) return "counted exactly in the other cases together";
    if (strcmp(g->metric, "shared_bytes") == 0) return "static and dynamic";
    if (strcmp(g->metric, "occupancy") != 0 || !k) return "counted exactly";
    const char *limit = k->occupancy_limit;
    return k->occupancy < 0.995 && limit && *limit
               ? arena_fmt(a, "of the modelled GPU, limited by %s", limit)
               : "of the modelled GPU";
}
