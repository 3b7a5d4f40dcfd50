// Judging gates.
//
// A time is an interval; a gate passes if the interval's bad end passes, fails
// if its good end fails, and is inconclusive between. Counts are exact.
//
// On the simulated device a bandwidth gate asks another question, because an
// absolute modelled time is good to some 30 %: how does your kernel compare
// with the shipped solution under the same model? That ratio, times the
// fraction which the solution measured on a real GPU, is the fraction your
// kernel is expected to reach.
#include "gate/gates.h"

#include <math.h>
#include <string.h>

typedef enum Source { SOURCE_TIME, SOURCE_COUNT, SOURCE_STATIC } Source;

static Source source_of(const char *metric) {
    enum { TIME = SOURCE_TIME, COUNT = SOURCE_COUNT, STATIC = SOURCE_STATIC };
    static const struct {
        const char *name;
        int source;
    } all[] = {
#define METRIC(id, unit, source, meaning) {#id, source},
#include "plan/metrics.def"
    };
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (strcmp(all[i].name, metric) == 0) return (Source)all[i].source;
    unreachable(); // the plan has checked the name
}

bool gate_asks_time(const Gate *g) {
    return source_of(g->metric) == SOURCE_TIME;
}

bool gate_asks_count(const Gate *g) {
    return source_of(g->metric) == SOURCE_COUNT;
}

static double ratio(double a, double b, double none) {
    return b > 0 ? a / b : none;
}

double gate_count(const char *metric, const Counts *c, double bytes) {
    double requests = c->gmem_loads + c->gmem_stores;
    if (strcmp(metric, "sectors_per_request") == 0)
        return ratio(c->gmem_sectors, requests, NAN);
    if (strcmp(metric, "coalescing") == 0)
        return ratio(c->gmem_ideal, c->gmem_sectors, NAN);
    if (strcmp(metric, "bank_conflicts") == 0)
        return ratio(c->smem_wavefronts - c->smem_ideal,
                     c->smem_loads + c->smem_stores, 0);
    if (strcmp(metric, "divergence") == 0)
        return 1 - ratio(c->thread_insts, 32 * c->warp_insts, NAN);
    if (strcmp(metric, "global_atomics") == 0) return c->atomics;
    if (strcmp(metric, "dram_bytes") == 0)
        return ratio(c->dram_read + c->dram_write, bytes, NAN);
    if (strcmp(metric, "traffic") == 0)
        return ratio(32 * c->gmem_sectors, bytes, NAN);
    if (strcmp(metric, "launches") == 0) return c->launches;
    return NAN;
}

static const char *show(Arena *a, const char *metric, double v) {
    bool fraction = strcmp(metric, "bandwidth") == 0 ||
                    strcmp(metric, "coalescing") == 0 ||
                    strcmp(metric, "divergence") == 0;
    if (fraction) return arena_fmt(a, "%.1f %%", 100 * v);
    if (strcmp(metric, "speedup") == 0) return arena_fmt(a, "%.2fx", v);
    return arena_fmt(a, v == floor(v) ? "%.0f" : "%.3g", v);
}

// Verdict of an interval against the bound.
static Verdict decide(const Gate *g, double lo, double hi) {
    if (!(lo <= hi)) return VERDICT_INCONCLUSIVE; // NaN
    double bad = g->at_least ? lo : hi, good = g->at_least ? hi : lo;
    if (g->at_least ? bad >= g->bound : bad <= g->bound) return VERDICT_PASS;
    if (g->at_least ? good < g->bound : good > g->bound) return VERDICT_FAIL;
    return VERDICT_INCONCLUSIVE;
}

static GateOutcome skipped(const Gate *g, const char *why) {
    return (GateOutcome){.gate = g,
                         .verdict = VERDICT_SKIPPED,
                         .value = NAN,
                         .lo = NAN,
                         .hi = NAN,
                         .why = why};
}

static GateOutcome judge_count(const Evidence *e, const Gate *g) {
    if (!e->counts)
        return skipped(g, "not counted: the simulated device counts this, and "
                          "it did not run");
    double v = gate_count(g->metric, e->counts, e->counted_bytes);
    if (isnan(v)) return skipped(g, "nothing of the kind happened");
    // Counts are exact, but their quotients are rounded.
    double slack = 1e-9 * fabs(g->bound);
    bool pass = g->at_least ? v >= g->bound - slack : v <= g->bound + slack;
    GateOutcome o = {.gate = g,
                     .value = v,
                     .lo = v,
                     .hi = v,
                     .verdict = pass ? VERDICT_PASS : VERDICT_FAIL};
    o.why = arena_fmt(e->arena, "%s, counted exactly (%s %s)",
                      show(e->arena, g->metric, v),
                      g->at_least ? "at least" : "at most",
                      show(e->arena, g->metric, g->bound));
    return o;
}

static GateOutcome judge_static(const Evidence *e, const Gate *g) {
    int v = strcmp(g->metric, "registers") == 0 ? e->build->registers
                                                : e->build->spill_bytes;
    if (v < 0) return skipped(g, "ptxas did not say");
    return (GateOutcome){
        .gate = g,
        .verdict = decide(g, v, v),
        .value = v,
        .lo = v,
        .hi = v,
        .why = arena_fmt(e->arena, "%d, as ptxas compiled it (%s %g)", v,
                         g->at_least ? "at least" : "at most", g->bound),
    };
}

// Simulated: against the shipped solution under the same model.
static GateOutcome judge_modelled(const Evidence *e, const Gate *g) {
    const double slack = 1.3; // of the model, where no GPU has been recorded
    if (!e->model || !e->model->ok || !e->model->time.present)
        return skipped(g, "the shipped solution could not be modelled to "
                          "compare with");
    double times = e->model->time.median_us / e->run->time.median_us;
    const char *where = NULL;
    double recorded = e->recorded ? e->recorded(e->ctx, g->of, &where) : NAN;
    bool known = !isnan(recorded);
    double v = known ? recorded * times : g->bound * slack * times;
    GateOutcome o = {
        .gate = g, .value = v, .lo = v, .hi = v, .verdict = decide(g, v, v)};
    if (known)
        o.why = arena_fmt(e->arena,
                          "modelled %s of %s: %.2fx the speed of the shipped "
                          "solution, which measured %.1f %% on %s (at least "
                          "%.1f %%)",
                          show(e->arena, "bandwidth", v), g->of, times,
                          100 * recorded, where, 100 * g->bound);
    else
        o.why = arena_fmt(e->arena,
                          "modelled: %.2fx the speed of the shipped solution "
                          "(at least %.2fx, as no GPU's figure is recorded)",
                          times, 1 / slack);
    return o;
}

static GateOutcome judge_bandwidth(const Evidence *e, const Gate *g) {
    const Timing *t = &e->run->time;
    if (!t->present) return skipped(g, "not timed");
    if (t->modelled) return judge_modelled(e, g);
    double roof = strcmp(g->of, "theoretical") == 0 ? t->theoretical_gbs
                                                    : e->ceiling(e->ctx, g->of);
    if (!(roof > 0)) return skipped(g, "the device's ceiling is not known");

    double bytes = t->bytes / 1e3; // GB/s = bytes / 1e3 / us
    GateOutcome o = {
        .gate = g,
        .value = bytes / t->median_us / roof,
        .lo = bytes / t->hi_us / roof,
        .hi = bytes / t->lo_us / roof,
    };
    o.verdict = decide(g, o.lo, o.hi);
    // More than the memory can deliver: the bytes were not all moved.
    if (t->theoretical_gbs > 0 && bytes / t->hi_us > 1.02 * t->theoretical_gbs)
        o.verdict = VERDICT_SUSPECT;
    o.why = arena_fmt(
        e->arena,
        "%.0f GB/s = %.1f %% of %s (%.0f GB/s) and %.1f %% of theoretical "
        "(%.0f GB/s); at least %.0f %% of %s",
        t->gbs, 100 * o.value,
        strcmp(g->of, "theoretical") == 0
            ? "theoretical"
            : arena_fmt(e->arena, "this GPU's measured %s", g->of),
        roof, 100 * t->gbs / t->theoretical_gbs, t->theoretical_gbs,
        100 * g->bound, g->of);
    return o;
}

GateOutcome gate_judge(const Evidence *e, const Gate *g) {
    bool modelled = e->run->time.modelled;
    if (g->on && strcmp(g->on, modelled ? "sim" : "gpu") != 0)
        return skipped(
            g,
            arena_fmt(e->arena, "asked only on the %s",
                      strcmp(g->on, "sim") == 0 ? "simulated device" : "GPU"));
    switch (source_of(g->metric)) {
    case SOURCE_COUNT: return judge_count(e, g);
    case SOURCE_STATIC: return judge_static(e, g);
    case SOURCE_TIME: break;
    }
    if (strcmp(g->metric, "bandwidth") == 0) return judge_bandwidth(e, g);
    return skipped(g, "this metric is not measured yet");
}
