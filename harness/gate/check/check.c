// One check, from end to end; see check.h. The table below is the order of
// things: each stage adds to the result or decides it, and the first that
// decides is the last that runs.
#include "gate/check/stages.h"

#include "base/day.h"
#include "base/json.h"
#include "gate/measure/gates.h"
#include "gate/result/advice.h"

// ---- when a stage runs

static bool always(const Check *k) {
    (void)k;
    return true;
}

static bool has_sanitized(const Check *k) {
    return k->sanitized.wanted;
}

static bool has_simulated(const Check *k) {
    return k->simulated.wanted;
}

// compute-sanitizer.
static bool asks_tools(const Check *k) {
    const char *const *own = k->ex->sanitizer;
    return (k->q->sanitize || (own && *own)) && !k->q->count_only;
}

static bool is_profiled(const Check *k) {
    return k->timed_too && k->q->profile;
}

static bool is_timed(const Check *k) {
    return k->timed_too && !k->q->profile;
}

// A processor's time says nothing of PyTorch on a GPU: without a gate that asks
// for it, nobody waits for it.
static bool has_clock(const Check *k) {
    bool torch = k->ex->machines & 1U << MACHINE_TORCH;
    return is_timed(k) &&
           (!k->res->backend->is_script || !torch || gates_time_cpu(k->ex));
}

static bool is_counted_before(const Check *k) {
    return is_timed(k) && k->simulated.wanted;
}

static bool is_counted_apart(const Check *k) {
    return is_timed(k) && k->res->backend->is_counted_apart;
}

static bool has_solution(const Check *k) {
    return is_timed(k) && k->solution.wanted;
}

static bool has_sampled(const Check *k) {
    return has_solution(k) && k->res->backend->is_modelled && k->run.ok &&
           k->solution.run.ok && k->ex->measure.nsampled_vars > 0;
}

static bool has_costs(const Check *k) {
    if (!k->timed_too) return k->q->count_only;
    const Backend *b = k->res->backend;
    return is_timed(k) &&
           (!b->is_counted_apart || (b->reads_ptx && k->q->count_only));
}

static bool reports_itself(const Check *k) {
    return is_timed(k) && k->res->backend->reports_itself;
}

static bool asks_answers(const Check *k) {
    return k->ex->nanswers > 0 && !k->q->count_only && !k->q->profile;
}

// ---- the stages

typedef struct StageRow {
    bool (*run)(Check *, Err *);
    bool (*when)(const Check *);
} StageRow;

// clang-format off
static const StageRow stages[] = {
    //                                    takes                gives
    {stage_prepare,    always},        // the request          source, gates, toolkit, backend
    {stage_draw,       always},        // plan, seed           cases, timed case
    {stage_build,      always},        // source, cases        programs, reference
    {stage_start,      always},        // program              session, device
    {stage_sanitizers, has_sanitized}, // cases                a case and its trap, if wrong
    {stage_cases,      always},        // cases, session       every case, traps
    {stage_threads,    has_sanitized}, // the sanitized run    a case, if threads race
    {stage_simulated,  has_simulated}, // cases, timed case    a case and its trap, if wrong; counts
    {stage_memcheck,   asks_tools},    // cases                a case and its trap, if wrong
    {stage_profile,    is_profiled},   // timed case           profile
    // On a GPU the counts are there already: a call that no kernel has answered
    // need not be timed.
    {stage_presence,   is_counted_before}, // counts           a case, if no kernel did the work
    {stage_time,       has_clock},     // timed case, session  times, rivals, counts
    {stage_callgrind,  is_counted_apart}, // timed case        counts of the processor
    {stage_solution,   has_solution},  // its program          its modelled time
    {stage_sampled,    has_sampled},   // both programs        their times at a GPU's size
    {stage_costs,      has_costs},     // counts               lines, kernels
    {stage_presence,   reports_itself}, // counts              a case, if no kernel did the work
    {stage_gates,      is_timed},      // times, counts        gates, medal
    {stage_answers,    asks_answers},  // source               answers
};
// clang-format on

static bool run_stages(Check *k, Err *err) {
    for (size_t i = 0; i < COUNT_OF(stages); i++) {
        if (!stages[i].when(k)) continue;
        if (!stages[i].run(k, err)) return false;
        if (k->res->verdict != VERDICT_NONE) return true;
    }
    return check_decide(k, VERDICT_PASS, STAGE_DONE);
}

// ---- the end

// Ends the learner's program; only then is it known what it printed.
static void end_session(Check *k, bool ok) {
    CheckResult *r = k->res;
    Session *s = &k->s;
    bool died = s->ended;
    r->run_status = died ? s->result.status : RUN_OK;
    if (s->child || died) {
        // CUDA takes its time to tear a context down.
        phase_to(&r->phases, PHASE_start);
        if (r->backend->has_driver) device_lock_shared(&k->lock);
        session_finish(s, ok && !died);
        check_keep_printed(k);
        r->run_detail = s->result.detail;
    }
    session_end(s, false);
    device_lock_release(&k->lock); // its context is gone
}

static char *machine_json(const Check *k) {
    const CheckResult *r = k->res;
    const DeviceInfo *d = &r->device;
    Buf b = {0};
    Json j = json_to(&b);
    json_open(&j, '{');
    json_kstr(&j, "backend", r->backend->id);
    json_kstr(&j, "device", d->name);
    json_kstr(&j, "uuid", d->uuid);
    json_kstr(&j, "driver", d->driver);
    json_kstr(&j, "runtime", d->runtime);
    json_kint(&j, "cc", d->cc);
    json_kint(&j, "sms", d->sms);
    json_knum(&j, "sm_mhz", d->sm_mhz);
    json_knum(&j, "mem_mhz", d->mem_mhz);
    json_knum(&j, "bus_bits", d->bus_bits);
    json_knum(&j, "l2_bytes", d->l2_bytes);
    json_knum(&j, "memory_bytes", d->memory_bytes);
    json_kbool(&j, "ecc", d->ecc);
    BuildTools tools = r->backend->tools(&k->tk);
    json_kstr(&j, tools.role, tools.version);
    json_kstr(&j, "command", r->build.command);
    if (r->backend->has_driver) {
        json_knum(&j, "sm_mhz_measured", k->run.time.mhz);
        json_kint(&j, "samples_dropped", k->run.time.dropped);
        json_knum(&j, "event_overhead_us", k->run.time.event_overhead_us);
        json_knum(&j, "offset_us", k->run.time.offset_us);
        json_kint(&j, "processes", k->run.time.processes);
        json_key(&j, "conditions");
        conditions_json(&j, &r->conditions);
    } else if (r->backend->is_modelled) {
        json_kstr(&j, "simulator", "libkatasim");
    }
    json_close(&j, '}');
    char *text = arena_str(k->a, buf_text(&b));
    buf_free(&b);
    return text;
}

static void release_all(Check *k) {
    case_drop(&k->timed);
    baselines_drop(&k->baselines);
    reference_close(&k->ref);
    scratch_close(&k->scratch);
    device_lock_close(&k->lock);
}

bool check_run(const CheckRequest *q, CheckResult *res, Err *err) {
    *res = (CheckResult){.ex = q->ex,
                         .backend = &backend_sim,
                         .summary = "",
                         .advice = "",
                         .out_text = "",
                         .err_text = ""};
    Check k = {.q = q, .res = res, .a = &res->arena, .ex = q->ex};
    double begin = clock_seconds();

    phase_to(&res->phases, PHASE_prepare);
    bool ok = run_stages(&k, err);
    if (k.started) end_session(&k, ok);
    if (ok) {
        res->machine_json = machine_json(&k);
        advice_give(res);
    }
    release_all(&k);
    phase_stop(&res->phases);
    res->seconds = clock_seconds() - begin;
    return ok;
}

void check_free(CheckResult *res) {
    arena_reset(&res->arena);
    *res = (CheckResult){0};
}

// ---- again

enum { TRIES = 3 };

bool check_is_disturbed(const CheckResult *r) {
    if (r->verdict != VERDICT_FAIL || r->stage != STAGE_GATES ||
        !r->backend->is_shared)
        return false;
    for (int i = 0; i < r->ngates; i++)
        if (r->gates[i].verdict == VERDICT_FAIL &&
            !gate_asks_time(r->gates[i].gate))
            return false;
    return true;
}

bool check_known_good(const CheckRequest *q, CheckResult *r, Err *err) {
    for (int left = TRIES - 1;; left--) {
        bool ok = check_run(q, r, err);
        if (!ok || left == 0 || !check_is_disturbed(r)) return ok;
        check_free(r);
    }
}
