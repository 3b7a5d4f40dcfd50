// One check, from end to end; see check.h. The steps are functions in the order
// in which they run; each either adds to the result or decides it.
#include "gate/check/check_parts.h"

#include "base/day.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/path.h"
#include "base/rng.h"
#include "gate/child/correct.h"
#include "gate/child/shim.h"
#include "gate/child/window.h"
#include "gate/machine/gpu_model.h"
#include "gate/measure/gates.h"
#include "gate/result/advice.h"
#include "sim/sim.h"

#include <string.h>
#include <time.h>

void check_say(Check *k, const char *step) {
    k->step = step;
    if (k->q->progress) k->q->progress(k->q->ctx, step);
}

static void say_wait(void *ctx, const char *text) {
    Check *k = ctx;
    if (k->q->progress) k->q->progress(k->q->ctx, text ? text : k->step);
}

static void open_turn(Check *k, const char *device) {
    k->turn = (Turn){.say = say_wait, .ctx = k, .laps = &k->res->laps};
    turn_open(&k->turn, device);
}

bool check_decide(Check *k, Verdict v, Stage stage) {
    k->res->verdict = v;
    k->res->stage = stage;
    return true;
}

// ---- what to do and where

static bool asks_for_time(const Check *k) {
    for (int i = 0; i < k->ngates; i++) {
        if (gate_asks_time(&k->gates[i])) return true;
    }
    return false;
}

static bool choose_backend(Check *k, Err *err) {
    const char *on = k->q->on ? k->q->on : "auto";
    CheckResult *r = k->res;
    GpuState gpu = {0};

    if (k->ex->kind == KIND_C) {
        r->backend = BACKEND_CPU;
        open_turn(k, "cpu");
        return true;
    }
    k->model = k->q->gpu ? k->q->gpu : "h100";
    const SimGpu *model = gpu_model_find(k->a, k->model, err);
    if (!model) return false;
    k->model = model->id;
    r->backend = BACKEND_SIM;
    if (strcmp(on, "sim") != 0) {
        conditions_begin(&r->conditions);
        gpu = r->conditions.before;
    }
    if (gpu.present && gpu.cc && k->tk.libdir) {
        r->backend = BACKEND_GPU;
        r->device.cc = gpu.cc;
        r->device.driver = arena_str(k->a, gpu.driver);
        r->device.uuid = arena_str(k->a, gpu.uuid);
        open_turn(k, gpu.uuid);
        conditions_look_around(&r->conditions, &k->turn);
        return true;
    }
    const char *lacks = !gpu.present ? gpu.why
                        : !gpu.cc    ? "its driver does not say what it is"
                                     : "the toolkit has no libcudart_static.a";
    // Whoever asked for the GPU must not get a model of one.
    if (strcmp(on, "gpu") == 0) {
        err_set(err, ERR_ENV, "there is no GPU to run on: %s", lacks);
        return err_hint(err, "--on sim runs on the simulated device; kata "
                             "doctor says more");
    }
    r->device.cc = model->cc;
    r->conditions.known = false;
    r->modelled = true;
    if (strcmp(on, "sim") != 0)
        r->note = arena_fmt(
            k->a,
            "No GPU here (%s): run on the simulated device, modelled on "
            "%s.",
            lacks, model->name);
    return true;
}

static bool read_source(Check *k, Err *err) {
    Buf text = {0};
    if (!file_read(k->q->file, &text, err)) {
        err->kind = ERR_USAGE;
        return false;
    }
    k->res->source = arena_strn(k->a, buf_text(&text), text.len);
    k->res->source_len = text.len;
    buf_free(&text);
    return true;
}

static bool set_up(Check *k, Err *err) {
    const CheckRequest *q = k->q;
    CheckResult *r = k->res;
    bool in_c = k->ex->kind == KIND_C;
    if (!exercise_is_cuda(k->ex) && !in_c) {
        err_set(err, ERR_USAGE, "'%s' is a %s: kata cannot check those yet",
                k->ex->id, kind_name(k->ex->kind));
        return err_hint(err, "kata show %s", k->ex->id);
    }
    if (k->ex->ncases == 0)
        return err_set(err, ERR_INPUT,
                       "'%s' has no cases: nothing would be "
                       "checked",
                       k->ex->id);
    if (!read_source(k, err)) return false;

    r->seed = q->seed ? q->seed : rng_entropy() & 0xffffffffff;
    k->places = (BuildPlaces){path_join(k->a, q->build_dir, "cache"),
                              path_join(k->a, q->build_dir, "lib")};
    k->gates = plan_gates(k->a, k->ex, q->item, &k->ngates);
    if (q->count_only) k->ngates = 0;
    exercise_version(k->ex, r->version);
    if (!(in_c ? toolkit_find_cc(k->a, &k->tk, err)
               : toolkit_find(k->a, q->build_dir, &k->tk, err)))
        return false;
    if (!choose_backend(k, err)) return false;

    return scratch_open(&k->scratch, k->a, q->build_dir, "check", err);
}

// ---- building

static BuildJob job_of(Check *k, Backend b, const char *source) {
    int cc = b == BACKEND_SIM ? sim_gpu_find(k->model)->cc : k->res->device.cc;
    BuildJob job = exercise_job(k->a, &k->tk, k->ex, b, cc, source, &k->lacks);
    if (k->q->flags && !job.flags) job.flags = k->q->flags;
    return job;
}

static bool build_all(Check *k, Err *err) {
    CheckResult *r = k->res;
    bool gpu = r->backend == BACKEND_GPU, cpu = r->backend == BACKEND_CPU;
    bool timed = k->ex->measure.present && !k->q->no_time;
    BuildJob mine = job_of(k, r->backend, k->q->file), other;
    Build *of_other = NULL;
    Err err_mine = {0}, err_other = {0};

    if (k->lacks) {
        err_set(err, ERR_ENV,
                "there is no lib%s.so on this machine, which "
                "'%s' is linked with",
                k->lacks, k->ex->id);
        return err_hint(err, "install it, or check with --on sim");
    }
    check_say(k, "compiling");
    lap_to(&r->laps, LAP_compile);
    Build *of_mine = build_start(k->a, &k->tk, &k->places, &mine, &r->build);
    k->has_second = cpu || (gpu ? !k->q->no_time : timed && asks_for_time(k));
    if (k->has_second) {
        const char *source =
            gpu || cpu ? k->q->file : path_join(k->a, k->ex->sol, k->ex->file);
        other = job_of(k, cpu ? BACKEND_CPU : BACKEND_SIM, source);
        other.checked = cpu;
        of_other = build_start(k->a, &k->tk, &k->places, &other, &k->second);
    }
    if ((gpu || cpu) && timed) {
        baselines_find(k->a, k->ex, k->gates, k->ngates, &k->baselines);
        baselines_build(k->a, &k->baselines, &k->tk, &k->places, k->ex,
                        r->backend, r->device.cc);
    }
    // The first one's mistake is the one to tell, the other's only if alone.
    bool ok = build_finish(of_mine, &err_mine);
    if (!ok && of_other) build_drop(of_other);
    if (ok && of_other && !build_finish(of_other, &err_other)) {
        ok = false;
        err_mine = err_other;
    }
    if (!ok && err_mine.kind == ERR_BUILD) {
        bool told = r->build.diagnostics && *r->build.diagnostics;
        if (!r->build.remark && !told)
            r->build.remark = arena_str(k->a, err_mine.msg);
        err_clear(&err_mine);
        return check_decide(k, VERDICT_BUILD, STAGE_BUILD);
    }
    if (!ok) {
        *err = err_mine;
        return false;
    }
    if (k->q->build_only) baselines_built(k->a, &k->baselines);
    const char *path = build_reference(
        k->a, &k->places, path_join(k->a, k->ex->sol, "reference.c"),
        shim_reference(k->a, k->ex), err);
    return path && reference_open(&k->ref, path, err);
}

// ---- correctness

bool check_draw_case(Check *k, int at, CaseData *c, Err *err) {
    const Case *from = k->case_of[at];
    uint64_t seed = k->res->seed + 0x9e3779b97f4a7c15u * (uint64_t)(at + 1);
    return case_draw(c, k->a, k->ex, from->vars, from->nvars, from->fills,
                     from->nfills, from->name, 1, seed, err);
}

// Draws every case; returns the largest region that one needs.
static bool draw_cases(Check *k, size_t *region, Err *err) {
    const Exercise *ex = k->ex;
    int n = 0, at = 0;
    for (int i = 0; i < ex->ncases; i++)
        n += ex->cases[i].times;
    k->cases = arena_array(k->a, CaseData, n);
    k->case_of = arena_array(k->a, const Case *, n);
    // One more for a timed repetition or the simulated device's word.
    k->res->cases = arena_array(k->a, CaseResult, n + 1);
    *region = 0;
    for (int i = 0; i < ex->ncases; i++)
        for (int t = 0; t < ex->cases[i].times; t++)
            k->case_of[at++] = &ex->cases[i];
    for (int i = 0; i < n; i++) {
        if (!check_draw_case(k, i, &k->cases[i], err)) return false;
        *region = max_of(*region, k->cases[i].region);
    }
    k->res->ncases = n;
    return true;
}

// A wrong result that comes out otherwise the second time is a race.
static void look_for_race(Check *k, CaseData *c, CaseResult *r) {
    if (strcmp(r->kind, "mismatch") != 0) return;
    int64_t wrong = r->wrong;
    double got = r->first[0].got;
    CallResult call = session_run(&k->s, c);
    if (correct_call(&k->s, c, &call).verdict != VERDICT_PASS) return;
    CaseResult again = correct_after(&k->s, c, 0, false);
    bool same = again.wrong == wrong &&
                memcmp(&again.first[0].got, &got, sizeof got) == 0;
    if (same) return;
    r->pattern = "differs";
    r->pattern_text = "The same input gave different results in two runs: "
                      "threads race.";
}

static CaseResult judge_case(Check *k, CaseData *c, Err *err) {
    CaseResult r = {.name = c->name, .verdict = VERDICT_NONE};
    if (!case_fill(c, k->s.shm.base, err)) return r;
    CallResult call = session_run(&k->s, c);
    r = correct_call(&k->s, c, &call);
    if (r.verdict == VERDICT_PASS) {
        case_expect(c, &k->ref);
        r = correct_after(&k->s, c, 0, false);
        if (r.verdict == VERDICT_FAIL && k->res->backend != BACKEND_SIM)
            look_for_race(k, c, &r);
    }
    r.seed = k->res->seed;
    case_drop(c);
    return r;
}

static bool judge_cases(Check *k, Err *err) {
    CheckResult *res = k->res;
    bool dead = false;
    Verdict worst = VERDICT_PASS;
    for (int i = 0; i < res->ncases; i++) {
        CaseResult *r = &res->cases[i];
        if (dead) {
            *r = (CaseResult){.name = k->cases[i].name,
                              .seed = res->seed,
                              .verdict = VERDICT_SKIPPED,
                              .kind = "",
                              .why = "not run after the crash before it"};
            case_drop(&k->cases[i]);
            continue;
        }
        *r = judge_case(k, &k->cases[i], err);
        if (r->verdict == VERDICT_NONE) return false;
        if (r->verdict == VERDICT_CRASH) dead = true;
        if (r->verdict != VERDICT_PASS && worst != VERDICT_CRASH)
            worst = r->verdict;
    }
    res->traps = k->s.traps;
    res->ntraps = k->s.ntraps;
    if (worst == VERDICT_PASS) return true;
    return check_decide(k, worst,
                        worst == VERDICT_CRASH ? STAGE_RUN : STAGE_CORRECT);
}

// ---- the whole

static char *machine_json(const Check *k) {
    const CheckResult *r = k->res;
    const DeviceInfo *d = &r->device;
    Buf b = {0};
    Json j = json_to(&b);
    json_open(&j, '{');
    json_kstr(&j, "backend", backend_name(r->backend));
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
    bool cpu = r->backend == BACKEND_CPU;
    json_kstr(&j, cpu ? "cc" : "nvcc", cpu ? k->tk.cc_version : k->tk.version);
    json_kstr(&j, "command", r->build.command);
    if (r->backend == BACKEND_GPU) {
        json_knum(&j, "sm_mhz_measured", k->run.time.mhz);
        json_kint(&j, "samples_dropped", k->run.time.dropped);
        json_knum(&j, "event_overhead_us", k->run.time.event_overhead_us);
        json_knum(&j, "offset_us", k->run.time.offset_us);
        json_kint(&j, "processes", k->run.time.processes);
        json_key(&j, "conditions");
        conditions_json(&j, &r->conditions);
    } else if (r->backend == BACKEND_SIM) {
        json_kstr(&j, "simulator", "libkatasim");
    }
    json_close(&j, '}');
    char *text = arena_str(k->a, buf_text(&b));
    buf_free(&b);
    return text;
}

// Runs the built exercise: cases, then time and gates.
static bool run_all(Check *k, Err *err) {
    CheckResult *r = k->res;
    CaseData timed = {0};
    bool with_time = k->ex->measure.present && !k->q->no_time;
    size_t region;
    if (!draw_cases(k, &region, err)) return false;
    if (with_time) {
        if (!check_draw_timed(k, &timed, r->backend, err)) return false;
        region = max_of(region, window_bytes(&timed));
    }
    int ncases = r->ncases; // those of the exercise
    check_say(k, r->backend == BACKEND_SIM ? "simulating" : "running");
    lap_to(&r->laps, LAP_start);
    if (r->backend == BACKEND_GPU) turn_share(&k->turn);

    DeviceInfo known = r->device;
    bool ok = check_start(k, &k->s, r->build.binary, r->backend, region, err);
    lap_to(&r->laps, LAP_cases);
    if (ok) {
        r->device = k->s.device;
        if (!*r->device.uuid && known.uuid) r->device.uuid = known.uuid;
        if (known.driver) r->device.driver = known.driver;
        if (r->backend == BACKEND_CPU) ok = check_sanitized(k, region, err);
        if (ok && r->verdict == VERDICT_NONE) ok = judge_cases(k, err);
    } else if (err->kind == ERR_RUN) {
        // Dead before the first case: static constructors, most likely.
        CallResult call = {.alive = false, .ntraps = k->s.ntraps};
        r->cases[0] = correct_call(&k->s, &k->cases[0], &call);
        r->ncases = 1;
        r->traps = k->s.traps;
        r->ntraps = k->s.ntraps;
        err_clear(err);
        ok = check_decide(k, VERDICT_CRASH, STAGE_RUN);
    }
    if (ok && r->verdict == VERDICT_NONE && k->has_second &&
        r->backend == BACKEND_GPU)
        ok = check_shadow(k, region, err);
    if (ok && r->verdict == VERDICT_NONE) ok = check_memcheck(k, ncases, err);
    if (ok && r->verdict == VERDICT_NONE && k->q->profile && with_time)
        ok = check_profile(k, &timed, err);
    else if (ok && r->verdict == VERDICT_NONE && with_time)
        ok = check_time(k, &timed, err);
    if (ok && r->verdict == VERDICT_NONE && k->q->count_only && !with_time &&
        session_report(&k->s, &k->run.counts))
        check_take_counts(r, &k->run.counts);
    if (ok && r->verdict == VERDICT_NONE)
        check_decide(k, VERDICT_PASS, STAGE_DONE);

    bool died = k->s.ended;
    RunStatus status = died ? k->s.result.status : RUN_OK;
    if (k->s.child || died) {
        // What the program printed: known once it has ended. CUDA takes its
        // time to tear a context down.
        lap_to(&r->laps, LAP_start);
        if (r->backend == BACKEND_GPU) turn_share(&k->turn);
        session_finish(&k->s, ok && !died);
        r->out_text =
            arena_strn(k->a, buf_text(&k->s.result.out), k->s.result.out.len);
        r->err_text =
            arena_strn(k->a, buf_text(&k->s.result.err), k->s.result.err.len);
        r->out_dropped = k->s.result.out_dropped;
        r->err_dropped = k->s.result.err_dropped;
        r->run_detail = k->s.result.detail;
    }
    r->run_status = status;
    session_end(&k->s, false);
    turn_leave(&k->turn); // its context is gone
    case_drop(&timed);
    return ok;
}

bool check_run(const CheckRequest *q, CheckResult *res, Err *err) {
    *res = (CheckResult){.ex = q->ex,
                         .summary = "",
                         .advice = "",
                         .out_text = "",
                         .err_text = ""};
    Check k = {.q = q, .res = res, .a = &res->arena, .ex = q->ex};
    double begin = clock_seconds();

    lap_to(&res->laps, LAP_prepare);
    bool ok = set_up(&k, err) && build_all(&k, err);
    if (ok && q->build_only && res->verdict == VERDICT_NONE)
        check_decide(&k, VERDICT_PASS, STAGE_BUILD);
    if (ok && res->verdict == VERDICT_NONE) ok = run_all(&k, err);
    if (ok) {
        res->machine_json = machine_json(&k);
        advice_give(res);
    }
    baselines_drop(&k.baselines);
    reference_close(&k.ref);
    scratch_close(&k.scratch);
    turn_close(&k.turn);
    lap_stop(&res->laps);
    res->seconds = clock_seconds() - begin;
    return ok;
}

void check_free(CheckResult *res) {
    arena_reset(&res->arena);
    *res = (CheckResult){0};
}
