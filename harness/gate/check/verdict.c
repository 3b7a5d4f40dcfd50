// The gates and the answers, and what they come to.
#include "gate/check/stages.h"

#include "gate/check/elsewhere.h"
#include "gate/check/recorded.h"
#include "gate/judge/answers.h"
#include "gate/measure/gates.h"
#include "gate/result/explain.h"

#include <string.h>

static double ceiling(void *ctx, const char *access) {
    return check_ceiling(ctx, access);
}

static double recorded(void *ctx, const char *of, const char **where) {
    Check *k = ctx;
    return recorded_fraction(k->a, k->q->plan->root, k->ex->id, of,
                             sim_gpu_find(k->model)->name, where);
}

// Nearly as fast as the shipped solution is enough to pass, but no medal.
static bool is_earned(const Evidence *e, const Gate *g) {
    GateOutcome o = gate_judge(e, g);
    return o.verdict == VERDICT_PASS && !o.least;
}

static void give_medal(Check *k, const Evidence *e) {
    CheckResult *r = k->res;
    for (int i = 0; i < k->ex->nmedals; i++) {
        const Medal *m = &k->ex->medals[i];
        bool all = m->ngates > 0;
        for (int g = 0; all && g < m->ngates; g++)
            all = is_earned(e, &m->gates[g]);
        if (all) r->medal = m->name, r->won = m;
        if (all)
            r->next_medal = NULL;
        else if (!r->next_medal && m->ngates > 0)
            r->next_medal = m;
    }
}

// The shipped solution's time by the same clock, to stand beside the learner's.
static void set_solution_time(Check *k) {
    CheckResult *r = k->res;
    const Timing *model = &k->solution.run.time;
    if (r->time.modelled && k->solution.wanted && model->present)
        r->solution_us = model->median_us;
    if (!r->time.modelled && r->time.present && r->device.name)
        r->solution_us =
            recorded_us(k->a, k->q->plan->root, k->ex->id, &r->time,
                        r->device.name, &r->solution_date);
}

// Causes whose counts show that much of the time is wasted.
static bool is_plain_cause(const Cause *c) {
    static const char *const names[] = {
        "few-blocks",   "uncoalesced", "bank-conflicts", "contention",
        "local-memory", "fp64",        "slow-functions"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(c->name, names[i])) return c->waste >= 0.25;
    return false;
}

// As kata explain does, so that a check and it say the same.
static void find_costly_line(Check *k) {
    CheckResult *r = k->res;
    if (!r->time.modelled || r->nkernels == 0) return;
    Explanation e = explain(k->a, sim_gpu_find(k->model), r->lines, r->nlines,
                            r->kernels, r->nkernels, k->q->plan, k->ex);
    if (e.n == 0) return;
    r->costly = e.at[0].line;
    r->costly_share = r->costly->us / e.us;
    if (r->costly_share >= 0.4) r->costly_why = e.at[0].why;
    r->is_waste = is_plain_cause(&e.at[0]);
    // The words are of threads and blocks, which Triton has not.
    if (k->ex->kind == KIND_TRITON) r->costly_why = NULL, r->is_waste = false;
    // "Nothing is wasted" explains no time that is far more than the
    // solution's.
    const double FAR = 1.5;
    if (!strcmp(e.at[0].name, "work") && r->solution_us > 0 &&
        r->time.median_us > FAR * r->solution_us)
        r->costly_why = NULL;
}

static const Measured *baseline(void *ctx, const char *name) {
    return check_model_baseline(ctx, name);
}

bool stage_gates(Check *k, Err *err) {
    (void)err;
    CheckResult *r = k->res;
    Evidence e = {
        .arena = k->a,
        .ex = k->ex,
        .device = &r->device,
        .run = &k->run,
        .counts = k->counts,
        .of_cases = k->of_cases,
        .counted = k->counted,
        .cases = k->cases_work,
        .cpu = k->cpu,
        .cpu_why = k->cpu_why,
        .build = &r->build,
        .model = k->solution.wanted ? &k->solution.run : NULL,
        .sampled = &k->sampled,
        .model_sampled = &k->solution.sampled,
        .rivals = r->rivals,
        .nrivals = r->nrivals,
        .spoilt = r->conditions.spoilt,
        .recorded = recorded,
        .ceiling = ceiling,
        .baseline = baseline,
        .ctx = k,
    };
    static const Verdict worse[] = {VERDICT_SUSPECT, VERDICT_FAIL, VERDICT_ENV,
                                    VERDICT_INCONCLUSIVE};
    r->gates = arena_array(k->a, GateOutcome, (size_t)k->ngates + 1);
    r->ngates = k->ngates;
    for (int i = 0; i < k->ngates; i++)
        r->gates[i] = gate_judge(&e, &k->gates[i]);
    elsewhere_judge(k, &e);
    check_set_ceilings(k);
    r->time = k->run.time;
    set_solution_time(k);
    const char *why;
    if (gate_impossible(k->a, &r->time, r->device.l2_bytes, &why)) {
        r->suspicion = why;
        return check_decide(k, VERDICT_SUSPECT, STAGE_GATES);
    }
    for (size_t w = 0; w < COUNT_OF(worse); w++)
        for (int i = 0; i < r->ngates; i++)
            if (r->gates[i].verdict == worse[w]) {
                if (worse[w] == VERDICT_FAIL) find_costly_line(k);
                return check_decide(k, worse[w], STAGE_GATES);
            }
    give_medal(k, &e);
    return true;
}

// Last, so that an answer cannot be tried out instead of found.
bool stage_answers(Check *k, Err *err) {
    (void)err;
    CheckResult *r = k->res;
    r->nanswers = k->ex->nanswers;
    r->answers = answers_judge(k->a, k->ex, (Str){r->source, r->source_len});
    for (int i = 0; i < r->nanswers; i++)
        if (r->answers[i].verdict != VERDICT_PASS) {
            r->medal = NULL, r->won = NULL;
            return check_decide(k, VERDICT_FAIL, STAGE_ANSWERS);
        }
    return true;
}
