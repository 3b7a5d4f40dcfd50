// Times the timed case, in turn with its baselines; and the shipped solution's,
// if time is modelled.
#include "gate/check/stages.h"

#include "gate/child/staging.h"
#include "gate/machine/crowd.h"
#include "gate/measure/launch_overhead.h"
#include "gate/measure/sampled.h"

#include <math.h>
#include <string.h>
#include <time.h>

// Adds the times at which verdicts turn: kata repeats while an interval lies
// across one.
static void add_edges(Check *k, const TimedProgram *e, int n,
                      MeasurePlan *plan) {
    for (int i = 0; i < k->ngates && plan->nedges < MAX_EDGES; i++) {
        const Gate *g = &k->gates[i];
        const char *name = baseline_of(g);
        Edge edge = {.at = g->bound};
        if (name) {
            for (int b = 1; b < n; b++)
                if (e[b].s == &baselines_get(&k->baselines, name)->s)
                    edge.over = b;
            if (!edge.over) continue;
        } else if (strcmp(g->metric, "bandwidth") == 0) {
            edge.at *= strcmp(g->of, "theoretical") == 0
                           ? k->res->device.theoretical_gbs
                           : check_ceiling(k, g->of);
        } else {
            continue;
        }
        if (edge.at > 0) plan->edges[plan->nedges++] = edge;
    }
}

// The others' times, for gates and the screen.
static void keep_rivals(Check *k) {
    CheckResult *r = k->res;
    r->rivals = arena_array(k->a, Rival, MAX_BASELINES);
    for (int i = 0; i < k->baselines.n; i++) {
        const Baseline *b = &k->baselines.at[i];
        const Timing *t = &b->run.time;
        Rival *rival = &r->rivals[r->nrivals++];
        *rival = (Rival){.name = b->name,
                         .what = b->what,
                         .why = b->why,
                         .missing = b->missing,
                         .us = t->median_us,
                         .lo_us = t->lo_us,
                         .hi_us = t->hi_us,
                         .ratio = NAN,
                         .lo = NAN,
                         .hi = NAN};
        Stats st = measure_ratio(&k->run, &b->run);
        if (b->run.ok && st.n > 0) {
            rival->ratio = st.median;
            rival->lo = st.lo;
            rival->hi = st.hi;
        } else if (!rival->why) {
            const char *kind = b->run.bad.kind;
            rival->why = b->run.bad.why ? b->run.bad.why : "it did not run";
            rival->missing = kind && strcmp(kind, "env") == 0;
        }
    }
}

// Times a short kernel in further processes, with the first one stopped. The
// place of a process on a GPU moves all its times by up to 0.2 us
// (runner/floor.c), and the places of its arrays move them by 1 %; to a long
// kernel neither is much. A wrong result there fails the check.
static void time_in_others(Check *k, const MeasurePlan *plan,
                           LaunchOverhead *usual) {
    enum { PROCESSES = 6 };
    static const double SHORT_US = 20;
    double median[PROCESSES] = {k->run.time.median_us};
    int n = 1;
    MeasurePlan alone = *plan;
    alone.nedges = 0;
    alone.one_of_several = true;
    if (!k->run.ok || !(median[0] < SHORT_US)) return;
    session_pause(&k->s);
    for (; n < PROCESSES; n++) {
        Session s;
        Measured other = {0};
        Err ignored = {0}; // the machine's: then it is fewer
        phase_to(&k->res->phases, PHASE_start);
        bool ran =
            check_start(k, &s, k->res->build.binary, k->res->backend,
                        staging_bytes(plan->c), &ignored) &&
            measure_run(&alone, &(TimedProgram){&s, &other}, 1, &ignored);
        phase_to(&k->res->phases, PHASE_start);
        session_end(&s, ran && other.ok);
        err_clear(&ignored);
        if (!ran) break;
        if (!other.ok) {
            k->run.ok = false;
            k->run.bad = other.bad;
            return;
        }
        median[n] = other.time.median_us;
        launch_overhead_add(usual, other.overhead_us);
    }
    if (n > 1) measure_pool(&k->run, median, n);
}

// Returns the GPU's usual launch overhead, where processes differ in it.
static LaunchOverhead overhead_of(Check *k) {
    LaunchOverhead usual = {.a = k->a,
                            .uuid = k->res->device.uuid,
                            .driver = k->res->device.driver,
                            .fact = k->q->fact,
                            .set_fact = k->q->set_fact,
                            .ctx = k->q->ctx};
    if (k->res->backend->varies_by_process) launch_overhead_read(&usual);
    return usual;
}

// Of all programs that are timed, and of this process.
static double own_seconds(const TimedProgram *e, int n) {
    struct timespec t = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    double sum = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    for (int i = 0; i < n; i++)
        if (e[i].s->child) sum += run_cpu_seconds(e[i].s->child);
    return sum;
}

// On a processor that others use a program is slower than it is, and threads
// wait for each other.
static void look_at_crowd(Check *k, const Crowd *before, double own) {
    const double CROWDED = 0.2;
    Crowd after = crowd_now();
    double share = crowd_share(before, &after, own);
    if (k->res->backend->has_driver || share < CROWDED) return;
    k->res->conditions.spoilt = arena_fmt(
        k->a, "other programs had %.0f %% of the processors", 100 * share);
}

// Times the learner's program in turn with the baselines; then alone in further
// processes.
static bool time_in_turn(Check *k, MeasurePlan *plan, Err *err) {
    CheckResult *r = k->res;
    const Backend *on = r->backend;
    TimedProgram e[MAX_TIMED] = {{&k->s, &k->run}};
    int n = 1;
    LaunchOverhead usual = overhead_of(k);
    plan->usual_overhead_us = usual.us;
    phase_to(&r->phases, PHASE_start);
    if (on->has_driver) device_lock_shared(&k->lock);
    SessionStart how =
        check_how_to_start(k, NULL, on, staging_bytes(&k->timed));
    baselines_start(k->a, &k->baselines, &how, r->build.binary, e, &n);
    add_edges(k, e, n, plan);
    Crowd before = crowd_now();
    double used = own_seconds(e, n);
    bool ok = measure_run(plan, e, n, err);
    look_at_crowd(k, &before, own_seconds(e, n) - used);
    if (ok && on->varies_by_process) {
        if (k->run.ok) launch_overhead_add(&usual, k->run.overhead_us);
        time_in_others(k, plan, &usual);
        launch_overhead_write(&usual);
    }
    phase_to(&r->phases, PHASE_prepare);
    baselines_end(&k->baselines);
    if (!on->has_driver) device_lock_release(&k->lock);
    return ok;
}

// Notes whether the machine was quiet meanwhile.
static void look_at_machine(Check *k) {
    CheckResult *r = k->res;
    SampleState samples = {.mhz = k->run.time.mhz,
                           .n = k->run.time.n,
                           .dropped = k->run.time.dropped,
                           .unsteady = k->run.time.unsteady};
    conditions_take_lock(k->a, &r->conditions, &k->lock);
    if (r->backend->has_driver)
        conditions_end(k->a, &r->conditions, &samples);
    else if (r->conditions.unlocked)
        r->note = arena_fmt(k->a, "The time may not be yours alone: %s.",
                            r->conditions.unlocked);
}

static bool time_it(Check *k, Err *err) {
    CheckResult *r = k->res;
    const Backend *on = r->backend;
    MeasurePlan plan = {.c = &k->timed,
                        .ex = k->ex,
                        .ref = &k->ref,
                        .phases = &r->phases,
                        .lock = on->needs_lock ? &k->lock : NULL,
                        .conditions = on->has_driver ? &r->conditions : NULL};
    phase_to(&r->phases, PHASE_compile);
    // Nothing else runs beside what counts.
    baselines_built(k->a, &k->baselines);
    phase_to(&r->phases, PHASE_prepare);
    if (on->is_modelled) {
        bool ok = measure_run(&plan, &(TimedProgram){&k->s, &k->run}, 1, err);
        phase_to(&r->phases, PHASE_prepare);
        return ok;
    }
    if (!time_in_turn(k, &plan, err)) return false;
    if (!k->run.ok) return true;
    look_at_machine(k);
    keep_rivals(k);
    return true;
}

bool stage_time(Check *k, Err *err) {
    const Backend *on = k->res->backend;
    check_say(k, on->is_modelled ? "simulating the timed case" : "timing");
    if (!time_it(k, err)) return false;
    check_take_reports(k, &k->s);
    if (!k->simulated.wanted) {
        k->counts = &k->run.counts;
        k->counted = k->run.work;
    }
    if (k->run.ok) return true;
    check_add_case(k, k->run.bad);
    if (k->run.bad.pattern_text && !k->run.bad.wrong) { // of verify.c
        k->res->shared_text = k->run.bad.pattern_text;
        k->res->is_explained = true;
    }
    return check_decide(k, k->run.bad.verdict,
                        k->run.bad.verdict == VERDICT_CRASH ? STAGE_RUN
                                                            : STAGE_CORRECT);
}

// The timed case of a program, in a session of its own; sampled: at the size of
// which some of the blocks run.
static void model_apart(Check *k, const char *binary, bool sampled,
                        Measured *run) {
    CaseData c;
    Session s;
    Err ignored = {0};
    if (sampled ? check_draw_sampled(k, &c, &ignored)
                : check_draw_timed(k, &c, true, &ignored)) {
        phase_to(&k->res->phases, PHASE_simulated);
        MeasurePlan plan = {
            .c = &c, .ex = k->ex, .ref = &k->ref, .sampled = sampled};
        bool ok = check_start(k, &s, binary, k->res->backend, staging_bytes(&c),
                              &ignored) &&
                  measure_run(&plan, &(TimedProgram){&s, run}, 1, &ignored);
        session_end(&s, ok && run->ok);
        case_drop(&c);
    }
    err_clear(&ignored);
}

// Without it gates on time are skipped, and say so.
bool stage_solution(Check *k, Err *err) {
    (void)err;
    check_say(k, "modelling the shipped solution");
    model_apart(k, k->solution.build.binary, false, &k->solution.run);
    return true;
}

// Whatever goes wrong there, the timed case has been right: its times count.
bool stage_sampled(Check *k, Err *err) {
    (void)err;
    check_say(k, "modelling a GPU's own size");
    model_apart(k, k->res->build.binary, true, &k->sampled);
    if (!k->sampled.ok) return true;
    const char *ours = k->solution.build.binary;
    Measured *run = &k->solution.sampled;
    char version[65];
    exercise_version(k->ex, version);
    const char *about = arena_fmt(k->a, "%s %s", version, k->model);
    if (sampled_recall(k->a, ours, about, run)) return true;
    model_apart(k, ours, true, run);
    if (run->ok) sampled_keep(k->a, ours, about, run);
    return true;
}

const Measured *check_model_baseline(Check *k, const char *name) {
    Baselines all, one = {.n = 1};
    if (!baselines_get(&k->baselines, name)) {
        baselines_find(k->a, k->ex, k->gates, k->ngates, &all);
        const Baseline *b = baselines_get(&all, name);
        if (!b || !b->source || k->baselines.n == MAX_BASELINES) return NULL;
        check_say(k, "modelling what yours is compared with");
        one.at[0] = *b;
        baselines_build(k->a, &one, &k->tk, &k->places, k->ex, k->res->backend,
                        k->res->device.cc);
        baselines_built(k->a, &one);
        if (!one.at[0].why)
            model_apart(k, one.at[0].build.binary, false, &one.at[0].run);
        k->baselines.at[k->baselines.n++] = one.at[0];
    }
    const Measured *run = &baselines_get(&k->baselines, name)->run;
    return run->ok ? run : NULL;
}
