// Sizes swept; see sweep.h.
#include "gate/measure/sweep.h"
#include "gate/child/staging.h"

#include "base/path.h"
#include "base/rng.h"
#include "base/scratch.h"
#include "base/str.h"
#include "base/vec.h"
#include "gate/child/shim.h"
#include "gate/child/triton_calls.h"
#include "gate/measure/baseline.h"

#include <math.h>
#include <string.h>

// ---- sizes

static void see_name(void *ctx, const char *name) {
    (void)name;
    *(bool *)ctx = true;
}

static bool is_derived(const CaseVar *v) {
    bool reads = false;
    expr_names(v->expr, see_name, &reads);
    return reads;
}

enum { OCTAVES = 10, SMALL_OCTAVES = 4 };

// A size is at least this part of the largest one.
static const double SIZE_PART = 1.0 / 16;

// Values of the plain variables that are sizes; 0 for all others.
static bool size_values(const CaseVar *vars, int n, double *value, Err *err) {
    Env env = {0};
    double largest = 0;
    bool ok = plan_draw(vars, n, NULL, &env, err);
    for (int i = 0; ok && i < n; i++) {
        const Num *v = env_find(&env, vars[i].name);
        bool plain = v && !is_derived(&vars[i]) && v->d == floor(v->d);
        value[i] = plain ? v->d : 0;
        largest = max_of(largest, value[i]);
    }
    for (int i = 0; ok && i < n; i++)
        if (value[i] < largest * SIZE_PART || value[i] < 2) value[i] = 0;
    vec_free(&env);
    return ok;
}

static bool add_size(Arena *a, const CaseVar *vars, int n, const double *value,
                     double scale, SweepSize *out, Err *err) {
    bool awkward = out->awkward;
    *out = (SweepSize){arena_array(a, CaseVar, (size_t)n), n, awkward};
    for (int i = 0; i < n; i++) {
        out->vars[i] = vars[i];
        if (!(value[i] > 0)) continue;
        double v = max_of(1, floor(value[i] * scale));
        if (awkward) v = 2 * floor(v / 2) + 1;
        char *text = arena_fmt(a, "%.0f", v);
        out->vars[i].expr = expr_parse(a, text, vars[i].expr->loc, err);
        if (!out->vars[i].expr) return false;
    }
    return true;
}

static bool work_of(const Measure *m, const CaseVar *vars, int n, Work *out,
                    Err *err) {
    Env env = {0};
    Num bytes = num_int(0), flops = num_int(0);
    bool ok = plan_draw(vars, n, NULL, &env, err) &&
              (!m->bytes || expr_eval(m->bytes, &env, NULL, &bytes, err)) &&
              (!m->flops || expr_eval(m->flops, &env, NULL, &flops, err));
    *out = (Work){.bytes = bytes.d, .flops = flops.d};
    vec_free(&env);
    return ok;
}

static bool is_less(const Work *a, const Work *b) {
    return a->bytes != b->bytes ? a->bytes < b->bytes : a->flops < b->flops;
}

static bool is_power_of_two(double v) {
    int exponent;
    return v > 0 && frexp(v, &exponent) == 0.5;
}

// A size that no hardware likes: one of those that it sets is no power of two.
static bool is_awkward(const Measure *m, const Case *c, Err *err) {
    Env env = {0};
    bool awkward = false;
    plan_draw(c->vars, c->nvars, NULL, &env, err);
    for (int i = 0; i < c->nvars; i++) {
        const Num *v = env_find(&env, c->vars[i].name);
        bool own = c->vars[i].expr != m->vars[i].expr;
        awkward |= own && v && !is_power_of_two(v->d);
    }
    vec_free(&env);
    return awkward;
}

// Those of `sweep:`, by their work. A size above the simulated timed case would
// take longer than anyone waits.
static int own_sizes(Arena *a, const Measure *m, bool small,
                     SweepSize out[SWEEP_MOST], Err *err) {
    Work work[SWEEP_MOST], timed, w;
    int nvars, n = 0;
    CaseVar *vars = measure_vars(a, m, small, &nvars);
    if (!work_of(m, vars, nvars, &timed, err)) return 0;
    for (int i = 0; i < m->nsweep; i++) {
        const Case *c = &m->sweep[i];
        if (!work_of(m, c->vars, c->nvars, &w, err)) return 0;
        if (small && (w.bytes > timed.bytes || w.flops > timed.flops)) continue;
        int k = n++;
        for (; k > 0 && is_less(&w, &work[k - 1]); k--) {
            work[k] = work[k - 1];
            out[k] = out[k - 1];
        }
        work[k] = w;
        out[k] = (SweepSize){c->vars, c->nvars, is_awkward(m, c, err)};
    }
    return n;
}

int sweep_sizes(Arena *a, const Measure *m, bool small, int octaves,
                SweepSize out[SWEEP_MOST], Err *err) {
    int nvars, n = 0, sizes = 0;
    if (!octaves && (n = own_sizes(a, m, small, out, err))) return n;
    if (!octaves) octaves = small ? SMALL_OCTAVES : OCTAVES;
    CaseVar *vars = measure_vars(a, m, small, &nvars);
    double *value = arena_array(a, double, (size_t)nvars + 1);
    if (!size_values(vars, nvars, value, err)) return 0;
    for (int i = 0; i < nvars; i++)
        sizes += value[i] > 0;
    if (!sizes) octaves = 0;
    for (int k = octaves; k >= 0 && n < SWEEP_MOST; k--) {
        double scale = exp2(-k);
        out[n].awkward = false;
        if (!add_size(a, vars, nvars, value, scale, &out[n], err)) return 0;
        n++;
        if (k == 0 || n == SWEEP_MOST) break;
        out[n].awkward = true;
        if (!add_size(a, vars, nvars, value, scale * 1.41, &out[n], err))
            return 0;
        n++;
    }
    return n;
}

// ---- programs

// Our solution, for sizes at which the learner's program is wrong.
enum { OURS = 1 + SWEEP_OTHERS, RUNNERS };

typedef struct Runner {
    Session s;
    Measured run;
    const char *binary;
    bool started;
} Runner;

typedef struct SweepState {
    Arena *a;
    SweepRequest *q;
    Sweep *out;
    Toolkit tk;
    BuildPlaces places;
    Reference ref;
    Scratch scratch;
    Runner at[RUNNERS];
    CaseData cases[SWEEP_MOST];
    int ncases;
    size_t region;
    const char *step; // that was said last
    DeviceLock lock;
} SweepState;

static void say_step(SweepState *w, const char *step) {
    w->step = step;
    if (w->q->progress) w->q->progress(w->q->ctx, step);
}

static void sweep_say_wait(void *ctx, const char *text) {
    SweepState *w = ctx;
    if (w->q->progress) w->q->progress(w->q->ctx, text ? text : w->step);
}

static bool build_one(SweepState *w, const char *file, bool cublas,
                      BuildResult *res, Err *err) {
    const SweepRequest *q = w->q;
    int cc = q->backend->is_modelled ? q->model->cc : q->cc;
    BuildJob job = shim_job(w->a, &w->tk, q->ex, q->backend, cc, file, NULL);
    bool cuda = file != q->file && str_ends(file, ".cu");
    if (q->ex->kind == KIND_TRITON && !cuda) {
        const CaseData *at[SWEEP_MOST];
        for (int i = 0; i < w->ncases; i++)
            at[i] = &w->cases[i];
        job.calls = triton_calls(w->a, q->ex, at, w->ncases);
    }
    if (cublas) {
        job.flags = q->backend->library(w->a, &w->tk, "cublas");
        if (!job.flags)
            return err_set(err, ERR_ENV,
                           "there is no libcublas.so on this machine");
    }
    return build_run(w->a, &w->tk, &w->places, &job, res, err);
}

static bool build_programs(SweepState *w, Err *err) {
    SweepRequest *q = w->q;
    BuildResult r = {0};
    say_step(w, "compiling");
    if (!build_one(w, q->file, false, &r, err)) {
        if (err->kind != ERR_BUILD) return false;
        bool told = r.diagnostics && *r.diagnostics;
        w->out->build = arena_str(w->a, told ? r.diagnostics : err->msg);
        err_clear(err);
        return true;
    }
    w->at[0].binary = r.binary;
    for (int i = 0; i < q->nothers; i++) {
        SweepOther *o = &q->others[i];
        Err mine = {0};
        if (build_one(w, o->file, o->cublas, &r, &mine))
            w->at[i + 1].binary = r.binary;
        else
            o->why = arena_fmt(w->a, "it does not build: %s", mine.msg);
        err_clear(&mine);
    }
    return true;
}

static bool start_one(SweepState *w, int i, Err *err) {
    Runner *r = &w->at[i];
    char *scratch = arena_fmt(w->a, "%s/%d", w->scratch.path, i);
    bool modelled = w->q->backend->is_modelled;
    SessionStart how = {.binary = r->binary,
                        .backend = w->q->backend,
                        .gpu = modelled ? w->q->model->id : NULL,
                        .libraries = i > 0,
                        .tiles = w->q->ex->kind == KIND_TRITON,
                        .program = w->q->ex->kind == KIND_PROGRAM,
                        .devices = w->q->ex->devices,
                        .scratch = scratch,
                        .region = w->region,
                        .seconds = w->q->ex->seconds,
                        .total_seconds = 3600};
    r->started = true;
    return session_start(&r->s, w->a, &how, err);
}

static bool start_all(SweepState *w, Err *err) {
    device_lock_shared(&w->lock);
    if (!start_one(w, 0, err)) return false;
    w->out->device = w->at[0].s.device;
    for (int i = 1; i <= w->q->nothers; i++) {
        Err mine = {0};
        SweepOther *o = &w->q->others[i - 1];
        if (!o->why && !start_one(w, i, &mine))
            o->why = arena_fmt(w->a, "it did not start: %s", mine.msg);
        err_clear(&mine);
    }
    return true;
}

// ---- one size

static SweepTime time_of(const Measured *m) {
    if (!m->ok) return (SweepTime){.ratio = NAN};
    return (SweepTime){.us = m->time.median_us,
                       .lo = m->time.lo_us,
                       .hi = m->time.hi_us,
                       .ratio = NAN};
}

static void keep_other(SweepState *w, SweepPoint *p, int i) {
    const Measured *you = &w->at[0].run, *other = &w->at[i + 1].run;
    SweepOther *o = &w->q->others[i];
    p->other[i] = time_of(other);
    if (!other->ok) {
        o->why = arena_fmt(w->a, "at %s: %s", p->shape,
                           other->bad.why ? other->bad.why : "it did not run");
        return;
    }
    // A modelled time is exact, and of one program at a time.
    Stats st = measure_ratio(you, other);
    bool paired = !w->q->backend->is_modelled && st.n > 0;
    double plain = p->you.us > 0 ? p->other[i].us / p->you.us : NAN;
    p->other[i].ratio = paired ? st.median : plain;
    p->other[i].ratio_lo = paired ? st.lo : plain;
    p->other[i].ratio_hi = paired ? st.hi : plain;
}

static bool measure_all(SweepState *w, CaseData *c, Err *err) {
    MeasurePlan plan = {.c = c,
                        .ex = w->q->ex,
                        .ref = &w->ref,
                        .usual_overhead_us = w->q->usual_overhead_us,
                        .lock = &w->lock};
    TimedProgram e[1 + SWEEP_OTHERS];
    int n = 0;
    for (int i = 0; i <= w->q->nothers; i++) {
        w->at[i].run = (Measured){0};
        if (i && w->q->others[i - 1].why) continue;
        e[n++] = (TimedProgram){&w->at[i].s, &w->at[i].run};
    }
    if (!w->q->backend->is_modelled) {
        bool ok = measure_run(&plan, e, n, err);
        device_lock_release(&w->lock); // the next size is drawn
        return ok;
    }
    for (int i = 0; i < n; i++) {
        if (!measure_run(&plan, &e[i], 1, err)) return false;
        if (!w->at[0].run.ok) break;
    }
    return true;
}

// True if our solution is there. It is built at the first need.
static bool has_ours(SweepState *w, Err *err) {
    const Exercise *ex = w->q->ex;
    Runner *r = &w->at[OURS];
    BuildResult built = {0};
    if (r->started) return true;
    if (!build_one(w, path_join(w->a, ex->sol, ex->file), false, &built, err))
        return false;
    r->binary = built.binary;
    return start_one(w, OURS, err);
}

static bool restart(SweepState *w, int i, Err *err) {
    session_end(&w->at[i].s, false);
    w->at[i].started = false;
    return start_one(w, i, err);
}

// Exercises say in words which sizes they allow: others are those at which our
// solution is wrong.
static bool try_ours(SweepState *w, CaseData *c, SweepPoint *p, Err *err) {
    MeasurePlan plan = {.c = c,
                        .ex = w->q->ex,
                        .ref = &w->ref,
                        .usual_overhead_us = w->q->usual_overhead_us,
                        .lock = &w->lock};
    Runner *r = &w->at[OURS];
    Err ignored = {0};
    bool has = has_ours(w, &ignored);
    err_clear(&ignored);
    if (!has) return true;
    r->run = (Measured){0};
    TimedProgram e = {&r->s, &r->run};
    bool ok = measure_run(&plan, &e, 1, err);
    if (!w->q->backend->is_modelled) device_lock_release(&w->lock);
    if (!ok || r->run.ok) return ok;
    p->wrong = NULL;
    p->refused = "the exercise does not allow this size: our own solution is "
                 "wrong here, too";
    return restart(w, 0, err) && restart(w, OURS, err);
}

static bool one_size(SweepState *w, int at, bool awkward, Err *err) {
    SweepPoint *p = &w->out->at[w->out->n++];
    CaseData *c = &w->cases[at];
    *p = (SweepPoint){.shape = c->name, .awkward = awkward};
    say_step(w, arena_fmt(w->a, "%d of %d: %s", at + 1, w->ncases, c->name));
    bool ok = measure_all(w, c, err);
    const Measured *you = &w->at[0].run;
    if (ok && !you->ok) {
        p->wrong = you->bad.why ? you->bad.why : "it did not run";
        ok = try_ours(w, c, p, err);
    }
    case_drop(c);
    if (!ok) return false;
    p->bytes = you->time.bytes;
    p->flops = you->time.flops;
    p->you = time_of(you);
    for (int i = 0; you->ok && i < w->q->nothers; i++)
        if (!w->q->others[i].why) keep_other(w, p, i);
    return true;
}

static bool draw_all(SweepState *w, const SweepSize *sizes, int n, Err *err) {
    const SweepRequest *q = w->q;
    const Measure *m = &q->ex->measure;
    int sets = q->backend->is_modelled ? 1 : 2;
    w->ncases = n;
    for (int i = 0; i < n; i++) {
        if (!case_draw(&w->cases[i], w->a, q->ex, sizes[i].vars, sizes[i].n,
                       m->fills, m->nfills, NULL, sets, rng_entropy(), err))
            return false;
        if (m->exact) w->cases[i].compare.kind = COMPARE_EXACT;
        w->region = max_of(w->region, staging_bytes(&w->cases[i]));
    }
    return true;
}

static bool find_headers(SweepState *w, Err *err) {
    if (!(w->q->ex->machines & 1U << MACHINE_CUTLASS)) return true;
    w->tk.cutlass = cutlass_find(w->a, w->q->build_dir, err);
    return w->tk.cutlass;
}

static bool set_up(SweepState *w, Err *err) {
    const SweepRequest *q = w->q;
    w->places = (BuildPlaces){path_join(w->a, q->build_dir, "cache"),
                              path_join(w->a, q->build_dir, "lib")};
    bool python = q->ex->kind == KIND_TRITON;
    if (!toolkit_find(w->a, q->build_dir, &w->tk, err) ||
        (python &&
         !toolkit_find_python(w->a, q->build_dir, NULL, &w->tk, err)) ||
        !find_headers(w, err) ||
        !scratch_open(&w->scratch, w->a, q->build_dir, "sweep", err))
        return false;
    const char *source = path_join(w->a, q->ex->sol, "reference.c");
    const char *path = build_reference(w->a, &w->places, source,
                                       shim_reference(w->a, q->ex), err);
    return path && reference_open(&w->ref, path, source, err);
}

static void tear_down(SweepState *w, bool ok) {
    device_lock_shared(&w->lock);
    for (int i = 0; i < RUNNERS; i++)
        if (w->at[i].started) session_end(&w->at[i].s, ok && w->at[i].run.ok);
    w->out->beside = device_lock_missed(w->a, &w->lock);
    device_lock_close(&w->lock);
    for (int i = 0; i < w->ncases; i++)
        case_drop(&w->cases[i]);
    reference_close(&w->ref);
    scratch_close(&w->scratch);
}

bool sweep_run(Arena *a, SweepRequest *q, Sweep *out, Err *err) {
    SweepState *w = arena_array(a, SweepState, 1);
    SweepSize *sizes = arena_array(a, SweepSize, SWEEP_MOST);
    *out = (Sweep){0};
    *w = (SweepState){.a = a, .q = q, .out = out};
    w->lock = (DeviceLock){.say = sweep_say_wait, .ctx = w};
    if (q->backend->needs_lock) device_lock_open(&w->lock, q->uuid);
    int n = sweep_sizes(a, &q->ex->measure, q->backend->is_modelled, q->octaves,
                        sizes, err);
    bool ok = n > 0 && draw_all(w, sizes, n, err) && set_up(w, err) &&
              build_programs(w, err);
    if (ok && !out->build) {
        ok = start_all(w, err);
        device_lock_release(&w->lock);
        for (int i = 0; ok && i < n; i++) {
            ok = one_size(w, i, sizes[i].awkward, err);
            if (ok && out->at[out->n - 1].wrong) break;
        }
    }
    tear_down(w, ok);
    return ok;
}
