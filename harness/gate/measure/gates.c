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
#include "gate/measure/gates.h"

#include "base/str.h"
#include "gate/measure/baseline.h"
#include "gate/measure/sampled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum Source {
    SOURCE_TIME,
    SOURCE_COUNT,
    SOURCE_STATIC,
    SOURCE_CPU,
    SOURCE_OBJECT,
    SOURCE_SCRIPT,
    SOURCE_EITHER, // CPU or COUNT, by the kind of the exercise
} Source;

typedef struct Metric {
    const char *name, *unit;
    Source source;
} Metric;

static const Metric *metric_of(const char *name) {
    enum {
        TIME = SOURCE_TIME,
        COUNT = SOURCE_COUNT,
        STATIC = SOURCE_STATIC,
        CPU = SOURCE_CPU,
        OBJECT = SOURCE_OBJECT,
        EITHER = SOURCE_EITHER,
        HOST = SOURCE_COUNT,
        SCRIPT = SOURCE_SCRIPT,
    };
    static const Metric all[] = {
#define METRIC(id, unit, source, ...) {#id, unit, (Source)source},
#include "plan/metrics.def"
    };
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (strcmp(all[i].name, name) == 0) return &all[i];
    unreachable(); // the plan has checked the name
}

static Source source_of(const char *metric) {
    return metric_of(metric)->source;
}

bool gate_asks_time(const Gate *g) {
    return source_of(g->metric) == SOURCE_TIME;
}

bool gates_time_cpu(const Exercise *ex) {
    bool any = false;
    for (int i = 0; i < ex->ngates; i++)
        any |= gate_asks_time(&ex->gates[i]);
    return any && (ex->kind == KIND_C || ex->kind == KIND_PYTHON);
}

bool gate_asks_cpu(const Gate *g) {
    Source s = source_of(g->metric);
    return s == SOURCE_CPU || s == SOURCE_EITHER || s == SOURCE_SCRIPT;
}

static double ratio(double a, double b, double none) {
    return b > 0 ? a / b : none;
}

static const char *metric_text(Arena *a, const Gate *g, double v) {
    const char *unit = metric_of(g->metric)->unit;
    if (strcmp(unit, "fraction") == 0 && !g->per)
        return arena_fmt(a, "%.1f %%", 100 * v);
    if (strcmp(unit, "x") == 0) return arena_fmt(a, "%.2fx", v);
    return arena_fmt(a, v == floor(v) ? "%.0f" : "%.3g", v);
}

// Verdict of an interval against the bound.
static Verdict verdict_of(const Gate *g, double lo, double hi) {
    if (!(lo <= hi)) return VERDICT_INCONCLUSIVE; // NaN
    double bad = g->at_least ? lo : hi, good = g->at_least ? hi : lo;
    if (g->at_least ? bad >= g->bound : bad <= g->bound) return VERDICT_PASS;
    if (g->at_least ? good < g->bound : good > g->bound) return VERDICT_FAIL;
    return VERDICT_INCONCLUSIVE;
}

// No crowd and no slow clock makes a difference of that size, as both are timed
// in turn.
static bool misses_by_far(const Gate *g, const GateOutcome *o) {
    const double far = 3;
    return g->at_least && o->hi * far < g->bound;
}

static GateOutcome skipped_gate(const Gate *g, const char *why) {
    return (GateOutcome){.gate = g,
                         .verdict = VERDICT_SKIPPED,
                         .value = NAN,
                         .lo = NAN,
                         .hi = NAN,
                         .why = why};
}

// A tool that is not on this machine leaves the question open: no pass without
// it.
static GateOutcome open_gate(const Gate *g, const char *why) {
    GateOutcome o = skipped_gate(g, why);
    o.verdict = VERDICT_ENV;
    return o;
}

// Of a figure without spread; `how` says where it is from. Counts are exact,
// but their quotients are rounded.
static GateOutcome judge_exactly(const Evidence *e, const Gate *g, double v,
                                 const char *how) {
    double slack = 1e-9 * fabs(g->bound);
    bool pass = g->at_least ? v >= g->bound - slack : v <= g->bound + slack;
    const char *text = metric_text(e->arena, g, v);
    const char *bound = metric_text(e->arena, g, g->bound);
    if (!pass && strtod(text, NULL) == strtod(bound, NULL)) {
        char digits[40], other[40];
        str_pair(v, g->bound, digits, other);
        text = arena_str(e->arena, digits);
    }
    return (GateOutcome){
        .gate = g,
        .verdict = pass ? VERDICT_PASS : VERDICT_FAIL,
        .value = v,
        .lo = v,
        .hi = v,
        .why = arena_fmt(e->arena, "%s, %s (%s %s)", text, how,
                         g->at_least ? "at least" : "at most", bound),
    };
}

static bool has_gate(const Exercise *ex, const char *metric) {
    for (int i = 0; ex && i < ex->ngates; i++)
        if (strcmp(ex->gates[i].metric, metric) == 0) return true;
    return false;
}

// Loads of no use that coalesce would thin out those that waste sectors. Where
// the bytes of the exercise pass about once (a gate on bandwidth), sectors that
// had to move are no more than three times as many; the wasted ones all count.
static bool coalesces_by_more(const Evidence *e, const Gate *g, const Counts *c,
                              double *v) {
    if (strcmp(g->metric, "coalescing") != 0 || g->of) return false;
    double most = 3 * e->counted.bytes / 32;
    if (most <= 0 || c->gmem_ideal <= most || !has_gate(e->ex, "bandwidth"))
        return false;
    double wasted = c->gmem_sectors - c->gmem_ideal;
    *v = most / (most + wasted);
    return true;
}

static GateOutcome judge_count(const Evidence *e, const Gate *g) {
    const Counts *counts = g->of ? e->of_cases : e->counts;
    if (!counts)
        return skipped_gate(
            g, "not counted: the simulated device counts this, and "
               "it did not run");
    double v = counts_value(g, counts, g->of ? &e->cases : &e->counted);
    if (isnan(v)) return skipped_gate(g, "nothing of the kind happened");
    const char *how = counts_how(e->arena, g, counts);
    if (coalesces_by_more(e, g, counts, &v))
        how = "counted exactly, without what is loaded beyond 3 times the "
              "bytes that have to move";
    return judge_exactly(e, g, v, how);
}

static double cpu_count(const char *metric, const Evidence *e) {
    const CpuCounts *c = e->cpu;
    if (strcmp(metric, "l1_misses") == 0)
        return ratio(c->l1_misses, c->reads + c->writes, NAN);
    if (strcmp(metric, "l1_traffic") == 0)
        return ratio(CPU_LINE_BYTES * c->l1_misses, e->counted.bytes, NAN);
    if (strcmp(metric, "l2_traffic") == 0)
        return ratio(CPU_LINE_BYTES * c->l2_misses, e->counted.bytes, NAN);
    if (strcmp(metric, "mispredicted") == 0)
        return ratio(c->mispredicted, c->branches, 0);
    return ratio(c->instructions, e->counted.flops, NAN); // instructions
}

static GateOutcome judge_cpu(const Evidence *e, const Gate *g) {
    if (!e->cpu) return open_gate(g, e->cpu_why);
    double v = cpu_count(g->metric, e);
    if (isnan(v)) return skipped_gate(g, "nothing of the kind happened");
    return judge_exactly(e, g, v, "counted exactly, in modelled caches");
}

// The interpreter has counted itself, in the process that it shares with the
// learner's code.
static GateOutcome judge_script(const Evidence *e, const Gate *g) {
    if (!e->counts) return open_gate(g, e->cpu_why);
    const Counts *c = e->counts;
    const struct {
        const char *metric;
        double count, over; // over 0: the count itself is the value
        const char *how;
    } all[] = {
        {"bytecodes", c->bytecodes, e->counted.elements,
         "%.0f bytecodes for %.0f elements, counted by the interpreter itself"},
        {"peak_memory", c->peak_bytes / 1e3, e->counted.bytes / 1e3,
         "%.0f kB at the most, counted by tracemalloc, over the %.0f kB that "
         "the exercise needs"},
        {"kept_tensors", c->kept_tensors / 1e3, e->counted.bytes / 1e3,
         "%.1f kB left, counted by PyTorch's allocator, over %.1f kB"},
        {"peak_tensors", c->peak_tensors / 1e3, e->counted.bytes / 1e3,
         "%.1f kB at the most, counted by PyTorch's allocator, over %.1f kB"},
        {"operators", c->operators, 0, "counted by PyTorch's own profiler"},
        {"graphs", c->graphs, 0, "counted at kata's backend of torch.compile"},
        {"captured", c->captured, 0, "counted by PyTorch's own profiler"},
    };
    size_t i = 0;
    while (strcmp(all[i].metric, g->metric) != 0)
        i++;
    double v = all[i].over ? all[i].count / all[i].over : all[i].count;
    if (isnan(v)) return skipped_gate(g, "nothing of the kind happened");
    return judge_exactly(
        e, g, v, arena_fmt(e->arena, all[i].how, all[i].count, all[i].over));
}

static GateOutcome judge_object(const Evidence *e, const Gate *g) {
    int packed = e->build->packed, scalar = e->build->scalar;
    if (packed < 0) return open_gate(g, "objdump is missing: install binutils");
    double v = packed ? (double)packed / (packed + scalar) : 0;
    return judge_exactly(
        e, g, v,
        arena_fmt(e->arena,
                  "%d of the %d instructions that compute in your "
                  "machine code work on whole vectors",
                  packed, packed + scalar));
}

static GateOutcome judge_static(const Evidence *e, const Gate *g) {
    int v = strcmp(g->metric, "registers") == 0 ? e->build->registers
                                                : e->build->spill_bytes;
    if (v < 0) return skipped_gate(g, "ptxas did not say");
    return judge_exactly(e, g, v, "as ptxas compiled it");
}

// "0.60x the speed of", "21 times slower than".
static const char *speed_text(Arena *a, double times) {
    return times < 0.1 && times > 0
               ? arena_fmt(a, "%.0f times slower than", 1 / times)
               : arena_fmt(a, "%.2fx the speed of", times);
}

// The speed over a baseline, from what the solution has on a GPU. The model
// errs by some factor between baseline and solution. A program as fast as the
// one has none of this error, one as fast as the other all of it: the shares of
// the logarithm are taken between them.
//   mine, ours: over the baseline, modelled; recorded: the solution's, measured
static double speed_between(double mine, double ours, double recorded) {
    if (mine <= 1 || ours <= 1 || recorded <= 1) return mine;
    return mine >= ours ? recorded * mine / ours
                        : pow(recorded, log(mine) / log(ours));
}

// A program slower than the solution may be as slow as the baseline. Where both
// ways miss the bar, the number that is shown is 1 for the baseline itself.
static double over_baseline(const Evidence *e, const Gate *g, const char *of,
                            double expected, double recorded) {
    const double NEAR = 0.95; // of the solution's speed
    double mine = e->run->time.median_us, ours = e->model->time.median_us;
    if (strcmp(g->metric, "speedup") != 0 || ours >= NEAR * mine ||
        !e->baseline)
        return expected;
    const Measured *base = e->baseline(e->ctx, of);
    if (!base || !base->time.present) return expected;
    double us = base->time.median_us;
    double between = speed_between(us / mine, us / ours, recorded);
    return between < g->bound ? between : min_of(expected, between);
}

// Half of the predictions for honest kernels of others are off by more: `make
// model-honest`.
static const double USUAL_ERROR = 0.05;

// Simulated: against the shipped solution under the same model. most: what no
// kernel exceeds, whatever the model makes of a smaller case; INFINITY:
// unknown.
static GateOutcome judge_modelled(const Evidence *e, const Gate *g,
                                  const char *of, double most) {
    const double slack = 1.3; // of the model, where no GPU has been recorded
    const double SAME = 0.01; // as the solution, whose figure was measured
    if (!e->model)
        return skipped_gate(g, "there is no shipped solution to compare with");
    if (!e->model->ok || !e->model->time.present)
        return open_gate(g, "the shipped solution did not run, and its time is "
                            "what yours is compared with: is it as it was "
                            "shipped? `git status solutions` tells");
    const char *where = NULL, *size;
    double times = sampled_times(
        &(SampledPair){e->run, e->model, e->sampled, e->model_sampled}, &size);
    double recorded = e->recorded ? e->recorded(e->ctx, of, &where) : NAN;
    bool known = !isnan(recorded);
    most = known ? fmax(most, recorded) : most;
    bool beyond = known && recorded * times > most;
    double v = !known   ? NAN
               : beyond ? most
                        : over_baseline(e, g, of, recorded * times, recorded);
    GateOutcome o = {.gate = g,
                     .value = v,
                     .lo = v,
                     .hi = v,
                     .verdict = verdict_of(g, v, v),
                     .is_expected = known,
                     .usual = fabs(times - 1) < SAME ? 0 : USUAL_ERROR};
    if (!known) {
        o.times = times;
        o.least = 1 / slack;
        o.verdict = times >= o.least ? VERDICT_PASS : VERDICT_FAIL;
    }
    const char *near = outcome_is_near(&o, g->bound)
                           ? "; so near the bar that a GPU may say otherwise"
                           : "";
    if (known)
        o.why = arena_fmt(
            e->arena,
            "expected on a GPU: %s the shipped solution, which measured %s on "
            "%s%s%s%s%s",
            speed_text(e->arena, times), metric_text(e->arena, g, recorded),
            where, size ? "; both modelled at " : "", size ? size : "",
            beyond ? "; no kernel goes beyond the ceiling"
            : v != recorded * times
                ? arena_fmt(e->arena, "; the model has %s beside it", of)
                : "",
            near);
    else
        o.why = arena_fmt(e->arena,
                          "%.2fx the modelled speed of the shipped solution "
                          "(at least %.2fx: its figure on a GPU is not known "
                          "yet)",
                          times, o.least);
    return o;
}

static GateOutcome judge_bandwidth(const Evidence *e, const Gate *g) {
    const Timing *t = &e->run->time;
    if (!t->present) return skipped_gate(g, "not timed");
    if (t->modelled) return judge_modelled(e, g, g->of, 1);
    double roof = strcmp(g->of, "theoretical") == 0 ? t->theoretical_gbs
                                                    : e->ceiling(e->ctx, g->of);
    if (!(roof > 0)) {
        GateOutcome o =
            skipped_gate(g, "what this GPU can do at most is not known: "
                            "kata calibrate measures it and says why "
                            "it could not");
        o.verdict = VERDICT_INCONCLUSIVE;
        return o;
    }

    double bytes = t->bytes / 1e3; // GB/s = bytes / 1e3 / us
    GateOutcome o = {
        .gate = g,
        .value = bytes / t->median_us / roof,
        .lo = bytes / t->hi_us / roof,
        .hi = bytes / t->lo_us / roof,
    };
    o.verdict = verdict_of(g, o.lo, o.hi);
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

static const Rival *rival_of(const Evidence *e, const char *name) {
    for (int i = 0; i < e->nrivals; i++)
        if (strcmp(e->rivals[i].name, name) == 0) return &e->rivals[i];
    return NULL;
}

static void cap_outcome(GateOutcome *o, double most, const char *why) {
    o->value = most;
    o->lo = min_of(o->lo, most);
    o->hi = min_of(o->hi, most);
    o->why = why;
}

// A program may be slow on purpose where it is alone. So threads cannot have
// saved more than as many as computed; and the time with one thread counts for
// little more than the solution's.
static void cap_scaling(const Evidence *e, GateOutcome *o) {
    // Counted as computing at once where they take turns: up to 1.05. Two that
    // share the work: 1.7.
    const double OVER_SOLUTION = 1.2, TAKE_TURNS = 1.15;
    double busy = e->run->time.busy;
    const Rival *serial = rival_of(e, baseline_serial);
    double most = serial ? OVER_SOLUTION * serial->ratio : NAN;
    if (strcmp(o->gate->metric, "scaling") != 0) return;
    if (busy > 0 && o->value > busy)
        cap_outcome(o, busy,
                    arena_fmt(e->arena,
                              "%s; threads that computed at a time: %.3g at "
                              "most",
                              o->why, busy));
    // A thread that sleeps while others work saves no time. (Where other
    // programs have the processors, a right program's threads take turns as
    // well.)
    double together = e->run->time.together;

    if (together > 0 && together < TAKE_TURNS && o->value > 1 && !e->spoilt)
        cap_outcome(o, 1,
                    arena_fmt(e->arena,
                              "%s; but the threads took turns: at no time did "
                              "two of them compute at once",
                              o->why));
    if (most > 0 && o->value > most)
        cap_outcome(o, most,
                    arena_fmt(e->arena,
                              "%s; with one thread our solution takes %.1f us, "
                              "and %.1f times that counts at most",
                              o->why, serial->us, OVER_SOLUTION));
}

// Against another program that ran in turn with yours.
static GateOutcome judge_rival(const Evidence *e, const Gate *g) {
    const Timing *t = &e->run->time;
    const char *name = baseline_of(g);
    if (!t->present) return skipped_gate(g, "not timed");
    if (t->modelled) return judge_modelled(e, g, name, INFINITY);
    const Rival *r = rival_of(e, name);
    if (!r || (isnan(r->ratio) && r->missing))
        return skipped_gate(g, r ? r->why : "there is no baseline");
    GateOutcome o = {.gate = g, .value = r->ratio, .lo = r->lo, .hi = r->hi};
    o.why =
        isnan(r->ratio)
            ? arena_fmt(e->arena, "the baseline could not be timed: %s", r->why)
            : arena_fmt(e->arena,
                        "%.1f us against the %.1f us of %s, in turn with "
                        "it on the same inputs, %s",
                        t->median_us, r->us, *r->what ? r->what : r->name,
                        t->shape);
    cap_scaling(e, &o);
    // A baseline that failed in this run is no reason to pass.
    o.verdict =
        isnan(r->ratio) ? VERDICT_INCONCLUSIVE : verdict_of(g, o.lo, o.hi);
    return o;
}

bool gate_impossible(Arena *a, const Timing *t, double l2_bytes,
                     const char **why) {
    // Bytes that are still in L2 when the kernel ends have not been written
    // yet.
    double bytes = max_of(t->bytes - l2_bytes, 0.0);
    double floor_us =
        t->theoretical_gbs > 0 ? bytes / 1e3 / (1.02 * t->theoretical_gbs) : 0;
    if (!t->present || t->modelled) return false;
    if (t->hi_us < floor_us) {
        *why =
            arena_fmt(a,
                      "%.4g us is less than the %.4g us that this memory "
                      "needs for the %.4g MB of the exercise at its "
                      "theoretical %.0f GB/s: not all of them were moved, "
                      "or not while the clock ran",
                      t->median_us, floor_us, bytes / 1e6, t->theoretical_gbs);
        return true;
    }
    if (t->event_overhead_us > 0 && t->hi_us < 1.05 * t->event_overhead_us) {
        *why = arena_fmt(a,
                         "%.4g us is no more than the timer itself takes "
                         "(%.4g us): no kernel ran meanwhile",
                         t->median_us, t->event_overhead_us);
        return true;
    }
    return false;
}

GateOutcome gate_judge(const Evidence *e, const Gate *g) {
    bool modelled = e->run->time.modelled;
    if (g->on && strcmp(g->on, modelled ? "sim" : "gpu") != 0)
        return skipped_gate(
            g,
            arena_fmt(e->arena, "asked only on the %s",
                      strcmp(g->on, "sim") == 0 ? "simulated device" : "GPU"));
    switch (source_of(g->metric)) {
    case SOURCE_COUNT: return judge_count(e, g);
    case SOURCE_STATIC: return judge_static(e, g);
    case SOURCE_CPU: return judge_cpu(e, g);
    case SOURCE_OBJECT: return judge_object(e, g);
    case SOURCE_SCRIPT: return judge_script(e, g);
    case SOURCE_EITHER:
        return e->ex->kind == KIND_C ? judge_cpu(e, g) : judge_count(e, g);
    case SOURCE_TIME: break;
    }
    GateOutcome o;
    if (strcmp(g->metric, "bandwidth") == 0)
        o = judge_bandwidth(e, g);
    else if (baseline_of(g))
        o = judge_rival(e, g);
    else
        return skipped_gate(g, "this metric is not measured yet");
    if (o.verdict == VERDICT_FAIL && e->spoilt && !modelled &&
        !misses_by_far(g, &o)) {
        o.verdict = VERDICT_INCONCLUSIVE;
        o.why = arena_fmt(e->arena, "%s; but %s", o.why, e->spoilt);
    }
    return o;
}
