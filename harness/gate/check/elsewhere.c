// A program may have the lesson's way for the size that is timed, and another
// one for all others. Some things tell, which no shipped solution does: it
// keeps to a gate in the timed case, and by far not in the others; what must
// not be there is there; what the timed case works with is in no other case.
#include "gate/check/elsewhere.h"

#include "base/str.h"

#include <math.h>
#include <string.h>

static const GateOutcome nothing = {.verdict = VERDICT_SKIPPED};

static bool has_gate_of_cases(const Check *k, const char *metric) {
    for (int i = 0; i < k->ngates; i++) {
        const Gate *g = &k->gates[i];
        if (g->of && !strcmp(g->of, "cases") && !strcmp(g->metric, metric))
            return true;
    }
    return false;
}

// Lanes for the timed case alone, and one thread for all others.
static GateOutcome judge_idle_lanes(Check *k, const Evidence *e) {
    static const Gate timed = {.metric = "divergence", .bound = 0.5},
                      others = {
                          .metric = "divergence", .of = "cases", .bound = 0.93};
    if (has_gate_of_cases(k, "divergence") ||
        has_gate_of_cases(k, "coalescing"))
        return nothing;
    GateOutcome o = gate_judge(e, &others), t = gate_judge(e, &timed);
    if (t.verdict != VERDICT_PASS) return nothing;
    o.why = arena_fmt(k->a,
                      "%.0f %% of the lanes are idle in the other cases, "
                      "together, and %.0f %% in the timed one: let the same "
                      "kernels do the work at all sizes",
                      100 * o.value, 100 * t.value);
    return o;
}

// How many times as easy a gate of the timed case is for the others, which are
// small: sectors that are not full, tables, halos. 0: it says nothing of them.
static double ease_of(const Gate *g) {
    static const struct {
        const char *metric;
        double ease;
        bool at_least;
    } known[] = {{"traffic", 3, false},
                 {"divergence", 3, false},
                 {"coalescing", 3, true}};
    static const char *const counts[] = {"global_atomics", "shared_atomics",
                                         "local_requests", "fp64_ops",
                                         "exchanges",      "smem_requests"};
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (strcmp(g->metric, known[i].metric) == 0)
            return g->at_least == known[i].at_least ? known[i].ease : 0;
    // More launches than that are for rounds, as many as a case asks for.
    if (strcmp(g->metric, "launches") == 0)
        return !g->at_least && g->bound <= 4 ? 1 : 0;
    // Counts that must be 0 are, at any size.
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        if (strcmp(g->metric, counts[i]) == 0)
            return !g->at_least && g->bound == 0 ? 1 : 0;
    return 0;
}

static GateOutcome judge_as_timed(Check *k, const Evidence *e,
                                  const GateOutcome *timed) {
    const Gate *asked = timed->gate;
    // Triton's compiler has ways of its own for sizes that 16 divides.
    bool known = k->ex->kind == KIND_CUDA ||
                 !strcmp(asked->metric, "launches") ||
                 !strcmp(asked->metric, "global_atomics");
    double ease = known ? ease_of(asked) : 0;
    if (asked->of || ease <= 0 || timed->verdict != VERDICT_PASS ||
        has_gate_of_cases(k, asked->metric))
        return nothing;
    Gate *g = arena_new(k->a, Gate);
    *g = *asked;
    g->of = "cases";
    g->bound = asked->at_least ? asked->bound / ease : asked->bound * ease;
    GateOutcome o = gate_judge(e, g);
    bool part =
        !strcmp(g->metric, "coalescing") || !strcmp(g->metric, "divergence");
    double unit = part ? 100 : 1;
    const char *of = part ? " %" : "";
    o.why = arena_fmt(k->a,
                      "%.3g%s in the other cases, together, and %.3g%s in the "
                      "timed one: let the same kernels do the work at all "
                      "sizes",
                      unit * o.value, of, unit * timed->value, of);
    return o;
}

static double widest(const Counts *c) {
    double most = 0;
    for (int i = 0; i < c->nkernels; i++)
        most = fmax(most, cost_volume(c->kernels[i].grid));
    return most;
}

// True if no other case has the work of a few of the timed case's blocks: a
// block of many elements is enough for each.
static bool has_little_work(const Evidence *e, double blocks) {
    const double FEW = 4;
    return e->cases.most < FEW * e->counted.most / blocks;
}

// Many blocks for the timed case, and one for each of all others.
static GateOutcome judge_blocks(Check *k, const Evidence *e) {
    static const Gate timed = {.metric = "blocks",
                               .at_least = true,
                               .bound = 16},
                      others = {.metric = "blocks",
                                .of = "cases",
                                .at_least = true,
                                .bound = 2};
    double most = widest(e->counts);
    if (has_gate_of_cases(k, "blocks") || widest(e->of_cases) != 1 ||
        gate_judge(e, &timed).verdict != VERDICT_PASS ||
        has_little_work(e, most))
        return nothing;
    GateOutcome o = gate_judge(e, &others);
    o.why = arena_fmt(k->a,
                      "the timed case has %.0f %s, and no other case has more "
                      "than one: start as many as there is work for, at all "
                      "sizes",
                      most, k->ex->kind == KIND_TRITON ? "programs" : "blocks");
    return o;
}

// Shared memory, shuffles or tensor cores that the timed case alone has: the
// other cases test another kernel. Whether a kernel of Triton has the former
// two is its compiler's choice, which knows the sizes.
static GateOutcome judge_means(Check *k, const Evidence *e) {
    static const struct {
        const char *metric, *name;
        double least;
    } means[] = {{"smem_requests", "shared memory", 1},
                 {"exchanges", "shuffles and votes", 1},
                 {"tensor_flops", "tensor cores", 0.01}};
    bool triton = k->ex->kind == KIND_TRITON;
    for (size_t i = 0; i < COUNT_OF(means); i++) {
        if (triton && strcmp(means[i].metric, "tensor_flops") != 0) continue;
        Gate *g = arena_new(k->a, Gate);
        *g = (Gate){.metric = means[i].metric,
                    .at_least = true,
                    .bound = means[i].least};
        if (gate_judge(e, g).verdict != VERDICT_PASS) continue;
        g->of = "cases";
        GateOutcome o = gate_judge(e, g);
        if (o.verdict != VERDICT_FAIL || o.value > 0) continue;
        o.why = arena_fmt(k->a,
                          "the timed case works with %s, and no other case "
                          "does: let the same kernels do the work at all sizes",
                          means[i].name);
        return o;
    }
    return nothing;
}

void elsewhere_judge(Check *k, const Evidence *e) {
    CheckResult *r = k->res;
    GateOutcome o = nothing;
    bool cuda = k->ex->kind == KIND_CUDA, triton = k->ex->kind == KIND_TRITON;
    if (!(cuda || triton) || !e->of_cases || !e->counts) return;
    if (cuda) o = judge_idle_lanes(k, e);
    for (int i = 0; i < k->ngates && o.verdict != VERDICT_FAIL; i++)
        o = judge_as_timed(k, e, &r->gates[i]);
    // Counts are lost with a process that was started again.
    bool all = e->cases.calls >= k->ncases;
    if (o.verdict != VERDICT_FAIL && all) o = judge_blocks(k, e);
    if (o.verdict != VERDICT_FAIL && all) o = judge_means(k, e);
    if (o.verdict == VERDICT_FAIL) r->gates[r->ngates++] = o;
}
