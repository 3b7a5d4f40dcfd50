// One check, from end to end; see check.h. The steps are functions in the order
// in which they run; each either adds to the result or decides it.
#include "gate/check.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/path.h"
#include "base/rng.h"
#include "gate/advice.h"
#include "gate/ceiling.h"
#include "gate/correct.h"
#include "gate/gates.h"
#include "gate/recorded.h"
#include "gate/shim.h"
#include "run/nvml.h"
#include "sim/sim.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct Check {
    const CheckRequest *q;
    CheckResult *res;
    Arena *a;
    const Exercise *ex;
    Toolkit tk;
    BuildPlaces places;
    Gate *gates;
    int ngates;
    const char *model;   // GPU that the simulated device models
    const char *scratch; // folder, removed at the end
    Reference ref;
    // A second binary and session beside the learner's: on a GPU the learner's
    // file on the simulated device, for traps and counts; there, the shipped
    // solution, for modelled times.
    bool has_second;
    BuildResult second;
    const Case **case_of; // of every case to run, in order
    CaseData *cases;
    Session s;
    Measured run, other;
    bool counted; // other (GPU) or run (sim) holds counts
} Check;

const char *stage_name(Stage s) {
    static const char *const names[] = {
        [STAGE_BUILD] = "build",     [STAGE_RUN] = "run",
        [STAGE_CORRECT] = "correct", [STAGE_GATES] = "gates",
        [STAGE_DONE] = "done",
    };
    return names[s];
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void say(Check *k, const char *step) {
    if (k->q->progress) k->q->progress(k->q->ctx, step);
}

static bool decide(Check *k, Verdict v, Stage stage) {
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

const SimGpu *check_model(const char *name, Err *err) {
    const SimGpu *gpu = sim_gpu_find(name);
    if (gpu) return gpu;
    Buf names = {0};
    for (int i = 0; sim_gpu_at(i); i++)
        buf_fmt(&names, "%s%s", i ? ", " : "", sim_gpu_at(i)->id);
    err_set(err, ERR_USAGE, "there is no GPU model '%s'", name);
    err_hint(err, "models: %s", buf_text(&names));
    buf_free(&names);
    return NULL;
}

static bool choose_backend(Check *k, Err *err) {
    const char *on = k->q->on ? k->q->on : "auto";
    CheckResult *r = k->res;
    GpuState gpu = {0};

    k->model = k->q->gpu ? k->q->gpu : "h100";
    const SimGpu *model = check_model(k->model, err);
    if (!model) return false;
    r->backend = BACKEND_SIM;
    if (strcmp(on, "sim") != 0) nvml_probe(&gpu);
    if (strcmp(on, "gpu") == 0 && !gpu.present) {
        err_set(err, ERR_ENV, "there is no GPU to run on: %s", gpu.why);
        return err_hint(err, "--on sim runs on the simulated device; kata "
                             "doctor says more");
    }
    if (gpu.present && gpu.cc && k->tk.libdir) {
        r->backend = BACKEND_GPU;
        r->device.cc = gpu.cc;
        r->device.driver = arena_str(k->a, gpu.driver);
        r->device.uuid = arena_str(k->a, gpu.uuid);
        return true;
    }
    r->device.cc = model->cc;
    r->modelled = true;
    if (strcmp(on, "sim") != 0)
        r->note = arena_fmt(
            k->a,
            "No GPU here (%s): run on the simulated device, modelled on "
            "%s.",
            gpu.present ? "the toolkit has no libcudart_static.a" : gpu.why,
            model->name);
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
    if (k->ex->kind != KIND_CUDA) {
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
    if (!toolkit_find(k->a, q->build_dir, &k->tk, err)) return false;
    if (!choose_backend(k, err)) return false;

    k->scratch = arena_fmt(k->a, "%s/scratch/%d-%llx", q->build_dir,
                           (int)getpid(), (unsigned long long)rng_entropy());
    return path_make_dirs(k->scratch, err);
}

// ---- building

static BuildJob job_of(Check *k, Backend b, const char *source) {
    return (BuildJob){
        .backend = b,
        .cc = b == BACKEND_SIM ? sim_gpu_find(k->model)->cc : k->res->device.cc,
        .source = source,
        .entry = k->ex->entry,
        .decl = k->ex->entry_decl,
        .shim = shim_entry(k->a, k->ex),
    };
}

static bool build_all(Check *k, Err *err) {
    CheckResult *r = k->res;
    bool gpu = r->backend == BACKEND_GPU;
    bool timed = k->ex->measure.present && !k->q->no_time;
    BuildJob jobs[2] = {job_of(k, r->backend, k->q->file)};
    BuildResult built[2] = {0};
    Err mine = {0};
    bool ok;

    say(k, "compiling");
    k->has_second = gpu ? !k->q->no_time : timed && asks_for_time(k);
    if (k->has_second) {
        const char *source =
            gpu ? k->q->file : path_join(k->a, k->ex->sol, k->ex->file);
        jobs[1] = job_of(k, BACKEND_SIM, source);
        ok = build_run_pair(k->a, &k->tk, &k->places, jobs, built, &mine);
    } else {
        ok = build_run(k->a, &k->tk, &k->places, &jobs[0], &built[0], &mine);
    }
    r->build = built[0];
    k->second = built[1];
    if (!ok && mine.kind == ERR_BUILD) {
        bool told = r->build.diagnostics && *r->build.diagnostics;
        if (!r->build.remark && !told)
            r->build.remark = arena_str(k->a, mine.msg);
        err_clear(&mine);
        return decide(k, VERDICT_BUILD, STAGE_BUILD);
    }
    if (!ok) {
        *err = mine;
        return false;
    }
    const char *path = build_reference(
        k->a, &k->places, path_join(k->a, k->ex->sol, "reference.c"),
        shim_reference(k->a, k->ex), err);
    return path && reference_open(&k->ref, path, err);
}

// ---- correctness

static bool draw_case(Check *k, int at, CaseData *c, Err *err) {
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
        if (!draw_case(k, i, &k->cases[i], err)) return false;
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
    CaseResult again = correct_after(&k->s, c, k->ex, 0, false);
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
        case_expect(c, k->ex, &k->ref);
        r = correct_after(&k->s, c, k->ex, 0, false);
        if (r.verdict == VERDICT_FAIL && k->res->backend == BACKEND_GPU)
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
    return decide(k, worst, worst == VERDICT_CRASH ? STAGE_RUN : STAGE_CORRECT);
}

// ---- time and counts

static bool draw_timed(Check *k, CaseData *c, Backend b, Err *err) {
    int n;
    const Measure *m = &k->ex->measure;
    CaseVar *vars = measure_vars(k->a, m, b, &n);
    int sets = b == BACKEND_GPU ? 2 : 1;
    return case_draw(c, k->a, k->ex, vars, n, m->fills, m->nfills, NULL, sets,
                     rng_entropy(), err);
}

static bool start(Check *k, Session *s, const char *binary, Backend b,
                  size_t region, Err *err) {
    bool gpu = b == BACKEND_GPU;
    SessionStart how = {
        .binary = binary,
        .backend = b,
        .gpu = gpu ? NULL : k->model,
        .scratch = k->scratch,
        .region = region,
        .seconds = k->ex->seconds,
        // Many calls, each with its own limit; this one is the backstop.
        .total_seconds = 20 * k->ex->seconds + (gpu ? 300 : 60),
    };
    return session_start(s, k->a, &how, err);
}

// What the simulated device says of one case, if it stops the kernel or notes
// something: else *said stays empty.
static bool shadow_case(Check *k, Session *s, int at, CaseResult *said,
                        Err *err) {
    CaseData c;
    if (!draw_case(k, at, &c, err) || !case_fill(&c, s->shm.base, err))
        return false;
    CallResult call = session_run(s, &c);
    CaseResult r = correct_call(s, &c, &call);
    if (r.verdict != VERDICT_PASS && s->ntraps > 0) *said = r;
    case_drop(&c);
    return true;
}

// A GPU forgives much that is undefined: a barrier in divergent code, a shuffle
// from an absent lane, a read past the end. The simulated device does not, so a
// learner with a GPU has it run the same cases. Its traps decide; its numbers
// do not, as they were judged on the GPU.
static bool shadow(Check *k, size_t region, Err *err) {
    CheckResult *r = k->res;
    CaseResult said = {0};
    Session s;
    say(k, "looking again on the simulated device");
    bool ok = start(k, &s, k->second.binary, BACKEND_SIM, region, err);
    for (int i = 0; ok && i < r->ncases && said.verdict == VERDICT_NONE; i++)
        ok = shadow_case(k, &s, i, &said, err);
    if (said.verdict != VERDICT_NONE) {
        said.seed = r->seed;
        r->cases[r->ncases++] = said;
        r->traps = s.traps;
        r->ntraps = s.ntraps;
        r->note = "Right on this GPU, but not by right: the simulated device, "
                  "which forgives nothing, found this.";
        decide(k, VERDICT_FAIL, STAGE_CORRECT);
    }
    session_end(&s, ok && said.verdict == VERDICT_NONE);
    return ok;
}

// The timed case in a session of its own (simulated device).
static bool measure_apart(Check *k, const char *binary, Measured *out,
                          Err *err) {
    CaseData c;
    Session s;
    if (!draw_timed(k, &c, BACKEND_SIM, err)) return false;
    bool ok = start(k, &s, binary, BACKEND_SIM, c.region, err) &&
              measure_run(&s, &c, k->ex, &k->ref, out, err);
    session_end(&s, ok && out->ok);
    case_drop(&c);
    return ok;
}

static double ceiling_of(void *ctx, const char *access) {
    Check *k = ctx;
    const CheckRequest *q = k->q;
    const DeviceInfo *d = &k->res->device;
    const char *key = arena_fmt(k->a, "ceiling|%s|%s|%s", d->uuid,
                                k->res->device.driver, access);
    double gbs = q->fact ? q->fact(q->ctx, key) : NAN;
    if (!isnan(gbs)) return gbs;
    say(k, arena_fmt(k->a, "measuring this GPU's %s ceiling (once)", access));
    CeilingRequest c = {
        .toolkit = &k->tk,
        .places = &k->places,
        .source = path_join(k->a, q->plan->root, "harness/bench/ceilings.cu"),
        .scratch = k->scratch,
        .device = d,
        .access = access,
    };
    Err err = {0};
    gbs = ceiling_measure(k->a, &c, &err);
    err_clear(&err);
    if (!isnan(gbs) && q->set_fact) q->set_fact(q->ctx, key, gbs);
    return gbs;
}

static double recorded(void *ctx, const char *of, const char **where) {
    Check *k = ctx;
    return recorded_fraction(k->a, k->q->plan->root, k->ex->id, of, where);
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

static bool judge_gates(Check *k) {
    CheckResult *r = k->res;
    bool gpu = r->backend == BACKEND_GPU;
    Evidence e = {
        .arena = k->a,
        .ex = k->ex,
        .device = &r->device,
        .run = &k->run,
        .counts = !gpu         ? &k->run.counts
                  : k->counted ? &k->other.counts
                               : NULL,
        .counted_bytes = gpu ? k->other.time.bytes : k->run.time.bytes,
        .build = &r->build,
        .model = !gpu && k->has_second ? &k->other : NULL,
        .recorded = recorded,
        .ceiling = ceiling_of,
        .ctx = k,
    };
    static const Verdict worse[] = {VERDICT_SUSPECT, VERDICT_FAIL,
                                    VERDICT_INCONCLUSIVE};
    r->gates = arena_array(k->a, GateOutcome, k->ngates);
    r->ngates = k->ngates;
    for (int i = 0; i < k->ngates; i++)
        r->gates[i] = gate_judge(&e, &k->gates[i]);
    if (k->run.time.access && gpu)
        k->run.time.ceiling_gbs = ceiling_of(k, k->run.time.access);
    r->time = k->run.time;
    for (size_t w = 0; w < COUNT_OF(worse); w++)
        for (int i = 0; i < r->ngates; i++)
            if (r->gates[i].verdict == worse[w])
                return decide(k, worse[w], STAGE_GATES);
    r->medal = medal_of(k, &e);
    return true;
}

static void take_counts(CheckResult *r, const Counts *c) {
    r->lines = c->lines;
    r->nlines = c->nlines;
    r->kernels = c->kernels;
    r->nkernels = c->nkernels;
}

static bool time_and_count(Check *k, CaseData *timed, Err *err) {
    CheckResult *r = k->res;
    bool gpu = r->backend == BACKEND_GPU;
    say(k, gpu ? "timing" : "simulating the timed case");
    if (!measure_run(&k->s, timed, k->ex, &k->ref, &k->run, err)) return false;
    r->traps = k->s.traps;
    r->ntraps = k->s.ntraps;
    if (!k->run.ok) {
        r->cases[r->ncases++] = k->run.bad;
        bool crash = k->run.bad.verdict == VERDICT_CRASH;
        return decide(k, k->run.bad.verdict, crash ? STAGE_RUN : STAGE_CORRECT);
    }
    if (k->has_second) {
        say(k, gpu ? "counting on the simulated device"
                   : "modelling the shipped solution");
        Err ignored = {0}; // without it, the gate is skipped and says so
        k->counted = measure_apart(k, k->second.binary, &k->other, &ignored) &&
                     k->other.ok;
        err_clear(&ignored);
    }
    take_counts(r, gpu ? &k->other.counts : &k->run.counts);
    return judge_gates(k);
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
    json_kstr(&j, "nvcc", k->tk.version);
    json_kstr(&j, "command", r->build.command);
    if (r->backend == BACKEND_GPU) {
        GpuState g;
        nvml_probe(&g);
        json_kint(&j, "sm_mhz_now", g.sm_mhz);
        json_kint(&j, "temperature_c", g.temperature_c);
        json_knum(&j, "power_w", g.power_w);
        json_knum(&j, "power_limit_w", g.power_limit_w);
        json_kint(&j, "throttle_bits", (long long)g.throttle);
        json_kint(&j, "processes", g.processes);
    } else {
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
        if (!draw_timed(k, &timed, r->backend, err)) return false;
        region = max_of(region, timed.region);
    }
    say(k, r->backend == BACKEND_GPU ? "running" : "simulating");

    DeviceInfo known = r->device;
    bool ok = start(k, &k->s, r->build.binary, r->backend, region, err);
    if (ok) {
        r->device = k->s.device;
        if (!*r->device.uuid && known.uuid) r->device.uuid = known.uuid;
        if (known.driver) r->device.driver = known.driver;
        ok = judge_cases(k, err);
    } else if (err->kind == ERR_RUN) {
        // Dead before the first case: static constructors, most likely.
        CallResult call = {.alive = false, .ntraps = k->s.ntraps};
        r->cases[0] = correct_call(&k->s, &k->cases[0], &call);
        r->ncases = 1;
        r->traps = k->s.traps;
        r->ntraps = k->s.ntraps;
        err_clear(err);
        ok = decide(k, VERDICT_CRASH, STAGE_RUN);
    }
    if (ok && r->verdict == VERDICT_NONE && k->has_second &&
        r->backend == BACKEND_GPU)
        ok = shadow(k, region, err);
    if (ok && r->verdict == VERDICT_NONE && with_time)
        ok = time_and_count(k, &timed, err);
    if (ok && r->verdict == VERDICT_NONE && k->q->count_only && !with_time &&
        session_report(&k->s, &k->run.counts))
        take_counts(r, &k->run.counts);
    if (ok && r->verdict == VERDICT_NONE) decide(k, VERDICT_PASS, STAGE_DONE);

    bool died = k->s.ended;
    RunStatus status = died ? k->s.result.status : RUN_OK;
    if (k->s.child || died) {
        // What the program printed: known once it has ended.
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
    double begin = now();

    bool ok = set_up(&k, err) && build_all(&k, err);
    if (ok && res->verdict == VERDICT_NONE) ok = run_all(&k, err);
    if (ok) {
        res->machine_json = machine_json(&k);
        advice_give(res);
    }
    reference_close(&k.ref);
    if (k.scratch) {
        Err ignored = {0};
        path_remove_all(k.scratch, &ignored);
        err_clear(&ignored);
    }
    res->seconds = now() - begin;
    return ok;
}

void check_free(CheckResult *res) {
    arena_reset(&res->arena);
    *res = (CheckResult){0};
}
