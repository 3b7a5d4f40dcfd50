// The second half of a check: the timed case, what the device can do at most,
// and gates. See check_parts.h.
#include "gate/check/check_parts.h"

#include "base/path.h"
#include "base/rng.h"
#include "gate/check/recorded.h"
#include "gate/child/correct.h"
#include "gate/child/window.h"
#include "gate/measure/ceiling.h"
#include "gate/measure/gates.h"
#include "gate/measure/usual.h"

#include <math.h>
#include <string.h>

bool check_draw_timed(Check *k, CaseData *c, Backend b, Err *err) {
    int n;
    const Measure *m = &k->ex->measure;
    CaseVar *vars = measure_vars(k->a, m, b, &n);
    int sets = b == BACKEND_SIM ? 1 : 2;
    bool ok = case_draw(c, k->a, k->ex, vars, n, m->fills, m->nfills, NULL,
                        sets, rng_entropy(), err);
    if (m->exact) c->compare.kind = COMPARE_EXACT;
    return ok;
}

// Where several threads are the point, their sum is not the time.
static bool uses_threads(const Exercise *ex) {
    for (const char **f = ex->flags; *f; f++)
        if (strcmp(*f, "-fopenmp") == 0) return true;
    return false;
}

SessionStart check_how_to_start(Check *k, const char *binary, Backend b,
                                size_t region) {
    bool gpu = b == BACKEND_GPU;
    char *scratch = arena_fmt(k->a, "%s/%d", k->scratch.path, k->nsessions++);
    return (SessionStart){
        .binary = binary,
        .backend = b,
        .gpu = b == BACKEND_SIM ? k->model : NULL,
        .longest = uses_threads(k->ex),
        .program = k->ex->kind == KIND_PROGRAM,
        .devices = k->ex->devices,
        .scratch = scratch,
        .region = region,
        .seconds = k->ex->seconds,
        // Many calls, each with its own limit; this one is the backstop.
        .total_seconds = 20 * k->ex->seconds + (gpu ? 300 : 60) +
                         (b == BACKEND_SIM ? 0 : TURN_PATIENCE),
    };
}

bool check_start(Check *k, Session *s, const char *binary, Backend b,
                 size_t region, Err *err) {
    SessionStart how = check_how_to_start(k, binary, b, region);
    return session_start(s, k->a, &how, err);
}

// The shipped solution's timed case, in a session of its own (simulated).
static bool measure_apart(Check *k, const char *binary, Measured *out,
                          Err *err) {
    CaseData c;
    Session s;
    if (!check_draw_timed(k, &c, BACKEND_SIM, err)) return false;
    lap_to(&k->res->laps, LAP_simulated);
    MeasurePlan plan = {.c = &c, .ex = k->ex, .ref = &k->ref};
    bool ok = check_start(k, &s, binary, BACKEND_SIM, window_bytes(&c), err) &&
              measure_run(&plan, &(Entrant){&s, out}, 1, err);
    session_end(&s, ok && out->ok);
    case_drop(&c);
    return ok;
}

// What is known of it, or measured now: all that one program measures.
static double ceiling_of(void *ctx, const char *access) {
    Check *k = ctx;
    const CheckRequest *q = k->q;
    const DeviceInfo *d = &k->res->device;
    int which = ceiling_find(access);
    if (which < 0) return NAN;
    const char *key = ceiling_key(k->a, d->uuid, d->driver, (CeilingId)which);
    double known = q->fact ? q->fact(q->ctx, key) : NAN;
    if (!isnan(known) || k->calibrated || q->facts_only) return known;

    CeilingRequest c = {
        .toolkit = &k->tk,
        .places = &k->places,
        .folder = path_join(k->a, q->plan->root, "harness/bench"),
        .scratch = k->scratch.path,
        .cc = d->cc,
        .groups = CEILING_MEMORY | CEILING_COMPUTE,
        .turn = &k->turn,
    };
    Ceiling all[CEILING_COUNT];
    Err err = {0};
    k->calibrated = true;
    check_say(k, "measuring what this GPU can do (once a month)");
    Lap before = lap_to(&k->res->laps, LAP_calibrate);
    ceilings_measure(k->a, &c, all, NULL, &err);
    lap_to(&k->res->laps, before);
    err_clear(&err);
    for (int i = 0; i < CEILING_COUNT && q->set_fact; i++)
        if (!isnan(all[i].value) && !all[i].doubtful)
            q->set_fact(q->ctx,
                        ceiling_key(k->a, d->uuid, d->driver, (CeilingId)i),
                        all[i].value);
    return all[which].doubtful ? NAN : all[which].value;
}

static double recorded(void *ctx, const char *of, const char **where) {
    Check *k = ctx;
    return recorded_fraction(k->a, k->q->plan->root, k->ex->id, of,
                             sim_gpu_find(k->model)->name, where);
}

static const char *medal_of(Check *k, const Evidence *e) {
    const char *best = NULL;
    for (int i = 0; i < k->ex->nmedals; i++) {
        const Medal *m = &k->ex->medals[i];
        bool all = m->ngates > 0;
        for (int g = 0; all && g < m->ngates; g++)
            all = gate_judge(e, &m->gates[g]).verdict == VERDICT_PASS;
        if (all) best = m->name;
    }
    return best;
}

// Both denominators, for the screen: what was measured here, or the model's.
static void set_ceilings(Check *k) {
    Timing *t = &k->run.time;
    int access = t->access ? ceiling_find(t->access) : -1;
    if (k->res->backend == BACKEND_CPU) return;
    if (k->res->backend == BACKEND_GPU) {
        if (access >= 0) t->ceiling_gbs = ceiling_of(k, t->access);
        if (t->flops > 0) t->ceiling_tflops = ceiling_of(k, "fma32");
    } else {
        Ceiling model[CEILING_COUNT];
        ceilings_modelled(sim_gpu_find(k->model), model);
        if (access >= 0) t->ceiling_gbs = model[access].value;
        if (t->flops > 0) t->ceiling_tflops = model[CEILING_fma32].value;
    }
}

static bool judge_gates(Check *k) {
    CheckResult *r = k->res;
    bool gpu = r->backend == BACKEND_GPU, cpu = r->backend == BACKEND_CPU;
    Evidence e = {
        .arena = k->a,
        .ex = k->ex,
        .device = &r->device,
        .run = &k->run,
        .counts = !gpu         ? &k->run.counts
                  : k->counted ? &k->other.counts
                               : NULL,
        .counted_bytes = cpu   ? k->cpu_bytes
                         : gpu ? k->other.time.bytes
                               : k->run.time.bytes,
        .cpu = cpu && !k->cpu_why ? &k->cpu : NULL,
        .cpu_flops = k->cpu_flops,
        .cpu_why = k->cpu_why,
        .build = &r->build,
        .model = !gpu && k->has_second ? &k->other : NULL,
        .rivals = r->rivals,
        .nrivals = r->nrivals,
        .spoilt = r->conditions.spoilt,
        .recorded = recorded,
        .ceiling = ceiling_of,
        .ctx = k,
    };
    static const Verdict worse[] = {VERDICT_SUSPECT, VERDICT_FAIL, VERDICT_ENV,
                                    VERDICT_INCONCLUSIVE};
    r->gates = arena_array(k->a, GateOutcome, k->ngates);
    r->ngates = k->ngates;
    for (int i = 0; i < k->ngates; i++)
        r->gates[i] = gate_judge(&e, &k->gates[i]);
    set_ceilings(k);
    r->time = k->run.time;
    const char *why;
    if (gate_impossible(k->a, &r->time, r->device.l2_bytes, &why)) {
        r->suspicion = why;
        return check_decide(k, VERDICT_SUSPECT, STAGE_GATES);
    }
    for (size_t w = 0; w < COUNT_OF(worse); w++)
        for (int i = 0; i < r->ngates; i++)
            if (r->gates[i].verdict == worse[w])
                return check_decide(k, worse[w], STAGE_GATES);
    r->medal = medal_of(k, &e);
    return true;
}

void check_take_counts(CheckResult *r, const Counts *c) {
    r->lines = c->lines;
    r->nlines = c->nlines;
    r->kernels = c->kernels;
    r->nkernels = c->nkernels;
}

// Where verdicts turn, so that kata repeats while a time lies across one.
static void add_edges(Check *k, const Entrant *e, int n, MeasurePlan *plan) {
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
                           : ceiling_of(k, g->of);
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

// Where a process lies on a GPU moves all its times by up to 0.2 us
// (runner/floor.c), and where its arrays lie moves them by 1 %; to a long
// kernel neither is much. A short one is timed in further processes, with the
// first stopped. What is wrong there is wrong.
static void time_in_others(Check *k, const MeasurePlan *plan, Usual *usual) {
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
        lap_to(&k->res->laps, LAP_start);
        bool ran = check_start(k, &s, k->res->build.binary, BACKEND_GPU,
                               window_bytes(plan->c), &ignored) &&
                   measure_run(&alone, &(Entrant){&s, &other}, 1, &ignored);
        lap_to(&k->res->laps, LAP_start);
        session_end(&s, ran && other.ok);
        err_clear(&ignored);
        if (!ran) break;
        if (!other.ok) {
            k->run.ok = false;
            k->run.bad = other.bad;
            return;
        }
        median[n] = other.time.median_us;
        usual_add(usual, other.least_us);
    }
    if (n > 1) measure_pool(&k->run, median, n);
}

static bool time_it(Check *k, CaseData *timed, Err *err) {
    CheckResult *r = k->res;
    bool gpu = r->backend == BACKEND_GPU, sim = r->backend == BACKEND_SIM;
    MeasurePlan plan = {.c = timed,
                        .ex = k->ex,
                        .ref = &k->ref,
                        .laps = &r->laps,
                        .turn = sim ? NULL : &k->turn,
                        .conditions = gpu ? &r->conditions : NULL};
    Entrant e[MAX_ENTRANTS] = {{&k->s, &k->run}};
    int n = 1;
    lap_to(&r->laps, LAP_compile);
    // Nothing else runs beside what counts.
    baselines_built(k->a, &k->baselines);
    lap_to(&r->laps, LAP_prepare);
    Usual usual = {.a = k->a,
                   .uuid = r->device.uuid,
                   .driver = r->device.driver,
                   .fact = k->q->fact,
                   .set_fact = k->q->set_fact,
                   .ctx = k->q->ctx};
    if (gpu) usual_read(&usual);
    plan.usual_us = usual.us;
    if (!sim) {
        lap_to(&r->laps, LAP_start);
        if (gpu) turn_share(&k->turn);
        SessionStart how =
            check_how_to_start(k, NULL, r->backend, window_bytes(timed));
        baselines_start(k->a, &k->baselines, &how, r->build.binary, e, &n);
        add_edges(k, e, n, &plan);
    }
    bool ok = measure_run(&plan, e, n, err);
    if (ok && gpu) {
        if (k->run.ok) usual_add(&usual, k->run.least_us);
        time_in_others(k, &plan, &usual);
        usual_write(&usual);
    }
    lap_to(&r->laps, LAP_prepare);
    baselines_end(&k->baselines);
    if (!gpu) turn_leave(&k->turn);
    if (!ok || sim || !k->run.ok) return ok;
    SampleState samples = {.mhz = k->run.time.mhz,
                           .n = k->run.time.n,
                           .dropped = k->run.time.dropped,
                           .unsteady = k->run.time.unsteady};
    conditions_take_turn(k->a, &r->conditions, &k->turn);
    if (gpu)
        conditions_end(k->a, &r->conditions, &samples);
    else if (r->conditions.unturned)
        r->note = arena_fmt(k->a, "The time may not be yours alone: %s.",
                            r->conditions.unturned);
    keep_rivals(k);
    return true;
}

// A right result that no kernel has computed came from the CPU, or from memory.
// A kernel that is only launched for show touches a fraction of the bytes.
static bool is_computed_there(Check *k) {
    CheckResult *r = k->res;
    bool gpu = r->backend == BACKEND_GPU;
    const Measured *m = gpu ? &k->other : &k->run;
    if (gpu && !k->counted) return true;
    double moved =
        max_of(32 * max_of(m->counts.gmem_sectors, m->counts.l2_sectors),
               m->counts.dram_read + m->counts.dram_write);
    moved = max_of(moved, m->counts.link_bytes);
    if (m->counts.launches > 0 && moved >= 0.5 * m->time.bytes) return true;
    r->cases[r->ncases++] = (CaseResult){
        .name = m->time.shape,
        .seed = r->seed,
        .timed = true,
        .verdict = VERDICT_FAIL,
        .kind = "no-kernel",
        .why = m->counts.launches > 0
                   ? arena_fmt(k->a,
                               "The result is right, but the kernels touched "
                               "%.3g of the %.3g MB that the work takes: who "
                               "computed it?",
                               moved / 1e6, m->time.bytes / 1e6)
                   : "The result is right, but no kernel was launched to "
                     "compute it.",
    };
    return false;
}

bool check_time(Check *k, CaseData *timed, Err *err) {
    CheckResult *r = k->res;
    bool gpu = r->backend == BACKEND_GPU, cpu = r->backend == BACKEND_CPU;
    // On a GPU the counts are there already: no need to time such a thing.
    if (gpu && !is_computed_there(k))
        return check_decide(k, VERDICT_FAIL, STAGE_CORRECT);
    check_say(k, gpu || cpu ? "timing" : "simulating the timed case");
    if (!time_it(k, timed, err)) return false;
    r->traps = k->s.traps;
    r->ntraps = k->s.ntraps;
    if (!k->run.ok) {
        r->cases[r->ncases++] = k->run.bad;
        bool crash = k->run.bad.verdict == VERDICT_CRASH;
        return check_decide(k, k->run.bad.verdict,
                            crash ? STAGE_RUN : STAGE_CORRECT);
    }
    if (cpu) {
        return check_count_cpu(k) ? judge_gates(k) : true;
    }
    if (k->has_second && !gpu) {
        check_say(k, "modelling the shipped solution");
        Err ignored = {0}; // without it, the gate is skipped and says so
        measure_apart(k, k->second.binary, &k->other, &ignored);
        err_clear(&ignored);
    }
    check_take_counts(r, gpu ? &k->other.counts : &k->run.counts);
    if (!gpu && !is_computed_there(k))
        return check_decide(k, VERDICT_FAIL, STAGE_CORRECT);
    return judge_gates(k);
}
