// The learner's program, those beside it, and the reference.
#include "gate/check/stages.h"

#include "base/path.h"
#include "base/str.h"
#include "gate/check/reading.h"
#include "gate/child/shim.h"
#include "gate/child/triton_calls.h"
#include "gate/measure/gates.h"
#include "gate/result/source.h"

#include <stdlib.h>
#include <string.h>

static bool asks_for_time(const Check *k) {
    for (int i = 0; i < k->ngates; i++)
        if (gate_asks_time(&k->gates[i])) return true;
    return false;
}

// Kind triton: the calls that a program is compiled for. The shipped solution
// runs the timed case alone.
static const char *calls_of(Check *k, const Backend *on, bool all) {
    const CaseData **c = arena_array(k->a, const CaseData *, k->ncases + 2);
    int n = 0;
    for (int i = 0; all && i < k->ncases; i++)
        c[n++] = &k->cases[i];
    // Beside a GPU the simulated device runs a timed case of its own.
    bool shadow = on->is_modelled && !k->res->backend->is_modelled;
    if (k->timed_too && !shadow) c[n++] = &k->timed;
    CaseData small;
    Err none = {0};
    if (shadow && k->ex->measure.present &&
        check_draw_timed(k, &small, true, &none))
        c[n++] = &small;
    err_clear(&none);
    return triton_calls(k->a, k->ex, c, n);
}

// The calls of the case number `only`, or of all if that is negative.
static const char *calls_of_cases(Check *k, int only) {
    const CaseData **c = arena_array(k->a, const CaseData *, k->ncases + 1);
    int n = 0;
    for (int i = 0; i < k->ncases; i++)
        if (only < 0 || i == only) c[n++] = &k->cases[i];
    return triton_calls(k->a, k->ex, c, n);
}

// All of a, then all of b; either may be NULL.
static const char *const *both_lists(Arena *a, const char *const *first,
                                     const char *const *second) {
    int n = 0;
    for (const char *const *f = first; f && *f; f++)
        n++;
    for (const char *const *f = second; f && *f; f++)
        n++;
    const char **all = arena_array(a, const char *, n + 1);
    n = 0;
    for (const char *const *f = first; f && *f; f++)
        all[n++] = *f;
    for (const char *const *f = second; f && *f; f++)
        all[n++] = *f;
    return all;
}

static BuildJob job_of(Check *k, const Backend *on, const char *source) {
    bool own = source == k->q->file;
    int cc = on->is_modelled ? sim_gpu_find(k->model)->cc : k->res->device.cc;
    BuildJob job = shim_job(k->a, &k->tk, k->ex, on, cc, source, &k->lacks);
    // A baseline needs the headers of its exercise, too.
    if (!on->is_c && k->q->flags)
        job.flags = both_lists(k->a, job.flags, k->q->flags);
    if (own && !k->q->flags) job.forbids = k->ex->forbids;
    job.own_kernels = own && !k->q->flags && k->ex->kind == KIND_CUDA;
    // Only a baseline has flags, and that of a Triton exercise may be CUDA.
    bool cuda = k->q->flags && str_ends(source, ".cu");
    if (k->ex->kind == KIND_TRITON && !cuda) job.calls = calls_of(k, on, own);
    return job;
}

static Build *start_one(Check *k, const BuildJob *job, BuildResult *out) {
    return build_start(k->a, &k->tk, &k->places, job, out);
}

// Of the programs beside the learner's a backend has at most one. A solution
// that is checked itself is not compiled twice at once: finish_both starts that
// build when the first one's objects are in the cache.
static Program *start_beside(Check *k) {
    const Backend *on = k->res->backend;
    const char *mine = k->q->file;
    Program *p = NULL;
    if (on->looks_sanitized) {
        p = &k->sanitized;
        p->job = job_of(k, on, mine);
        p->job.checked = true;
    } else if (on->looks_simulated && !k->q->no_time) {
        p = &k->simulated;
        p->job = job_of(k, &backend_sim, mine);
    } else if (on->is_modelled && k->timed_too && asks_for_time(k)) {
        p = &k->solution;
        p->job = job_of(k, on, path_join(k->a, k->ex->sol, k->ex->file));
    }
    if (!p) return NULL;
    p->wanted = true;
    bool same = p == &k->solution && !strcmp(p->job.source, mine);
    p->building = same ? NULL : start_one(k, &p->job, &p->build);
    return p;
}

// The mistake in the learner's own program is the one to tell, the other's only
// if it is alone.
static bool finish_both(Check *k, Build *mine, Program *beside, Err *err) {
    if (!build_finish(mine, err)) {
        if (beside && beside->building) build_drop(beside->building);
        return false;
    }
    if (!beside) return true;
    if (!beside->building)
        beside->building = start_one(k, &beside->job, &beside->build);
    return build_finish(beside->building, err);
}

// A kernel that uses a parameter of the function that launches it, and does not
// get it; NULL: nothing of the kind.
static const char *unknown_parameter(Check *k, const char *words) {
    static const char undefined[] = "error: identifier \"";
    const char *at = words ? strstr(words, undefined) : NULL, *number = at;
    while (number && number > words && *number != '(' && *number != '\n')
        number--;
    if (!at || *number != '(' || !k->ex->entry) return NULL;
    at += strlen(undefined);
    const char *name = arena_strn(k->a, at, strcspn(at, "\"\n")),
               *code = source_code(k->a, k->res->source, k->res->source_len),
               *line = source_at(code, atoi(number + 1));
    const char *entry = source_word(code, k->ex->entry);
    if (!exercise_has_arg(k->ex, name) || (entry && entry < line) ||
        !str_starts(at + strlen(name), "\" is undefined"))
        return NULL;
    return arena_fmt(k->a,
                     "`%s` is a parameter of %s, and no other function knows "
                     "it: give the kernel a parameter for it, and hand it over "
                     "in the launch",
                     name, k->ex->entry);
}

// A file that does not compile is a verdict.
static bool take_build_error(Check *k, Err *err) {
    BuildResult *b = &k->res->build;
    if (err->kind != ERR_BUILD) return false;
    bool told = b->diagnostics && *b->diagnostics;
    if (!b->remark) b->remark = unknown_parameter(k, b->diagnostics);
    if (!b->remark && !told) b->remark = arena_str(k->a, err->msg);
    err_clear(err);
    reading_look_at_build(k);
    return check_decide(k, VERDICT_BUILD, STAGE_BUILD);
}

// The text that is recorded has to be the text that was compiled.
static bool is_as_read(const Check *k, Err *err) {
    if (file_mark_same(k->read, file_mark(k->q->file))) return true;
    err_set(err, ERR_INPUT, "%s changed while kata was reading it", k->q->file);
    return err_hint(err, "save it, then check again");
}

bool stage_build(Check *k, Err *err) {
    CheckResult *r = k->res;
    BuildJob mine = job_of(k, r->backend, k->q->file);
    if (k->lacks) {
        err_set(err, ERR_ENV,
                "'%s' is linked with %s, which is not on this "
                "machine",
                k->ex->id, k->lacks);
        return err_hint(err, "install it, or check with --on sim");
    }
    check_say(k, "compiling");
    phase_to(&r->phases, PHASE_compile);
    Build *of_mine = start_one(k, &mine, &r->build);
    Program *beside = start_beside(k);
    if (!r->backend->is_modelled && k->timed_too) {
        baselines_find(k->a, k->ex, k->gates, k->ngates, &k->baselines);
        baselines_build(k->a, &k->baselines, &k->tk, &k->places, k->ex,
                        r->backend, r->device.cc);
    }
    if (!finish_both(k, of_mine, beside, err)) return take_build_error(k, err);
    if (!is_as_read(k, err)) return false;
    if (k->q->build_only) baselines_built(k->a, &k->baselines);
    const char *source = path_join(k->a, k->ex->sol, "reference.c");
    const char *path = build_reference(k->a, &k->places, source,
                                       shim_reference(k->a, k->ex), err);
    if (!path || !reference_open(&k->ref, path, source, err) ||
        !reference_serves(&k->ref, &k->ex->compare, err))
        return false;
    return !k->q->build_only || check_decide(k, VERDICT_PASS, STAGE_BUILD);
}

Build *check_build_soon(Check *k, const char *source, int only, bool checked,
                        BuildJob *job, BuildResult *out) {
    *job = job_of(k, k->res->backend, source);
    job->brief = true;
    job->checked = checked;
    if (job->calls) job->calls = calls_of_cases(k, only);
    return build_start(k->a, &k->tk, &k->places, job, out);
}
