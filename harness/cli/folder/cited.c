// The record as a citation asks it, and the words in which an attempt is cited.

#include "cli/folder/cited.h"

#include "base/str.h"
#include "base/vec.h"
#include "cli/folder/drills.h"
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// "NVIDIA H200" is H200 to everybody; a modelled one says so.
static const char *short_name(Arena *a, const Attempt *at) {
    const char *name = at->device ? at->device : "";
    if (str_starts(name, "NVIDIA ")) name += 7;
    size_t n = strcspn(name, "(,");
    while (n > 0 && name[n - 1] == ' ')
        n--;
    if (n == 0) return at->modelled ? "modelled" : "";
    return arena_fmt(a, "%.*s%s", (int)n, name,
                     at->modelled ? " (modelled)" : "");
}

// Bytes of the timed case as the exercise is now; NaN if it does not say, or
// if it has changed since.
static double bytes_of(App *a, const Attempt *at) {
    const Exercise *ex = plan_find(&a->plan, at->exercise);
    char version[65];
    if (!ex || !ex->measure.present || !ex->measure.bytes) return NAN;
    exercise_version(ex, version);
    if (!at->version || strcmp(version, at->version) != 0) return NAN;
    Env env = {0};
    Err err = {0};
    Num v;
    bool ok = plan_draw(ex->measure.vars, ex->measure.nvars, NULL, &env, &err);
    if (ok && at->modelled)
        ok = plan_draw(ex->measure.sim_vars, ex->measure.nsim_vars, NULL, &env,
                       &err);
    ok = ok && expr_eval(ex->measure.bytes, &env, NULL, &v, &err);
    vec_free(&env);
    err_clear(&err);
    return ok ? v.d : NAN;
}

static const char *facts_of(App *a, Arena *m, const Attempt *at) {
    Buf out = {0};
    if (isfinite(at->median_us)) {
        double bytes = bytes_of(a, at);
        fmt_us(&out, at->median_us);
        if (bytes > 0)
            buf_fmt(&out, ", %.4g GB/s", bytes / at->median_us / 1e3);
    } else {
        buf_str(&out, verdict_text(at->verdict));
        for (int i = 0; i < at->ngates && i < 2; i++)
            if (isfinite(at->gates[i].value)) {
                buf_fmt(&out, ", %s ", at->gates[i].metric);
                fmt_metric(&out, at->gates[i].metric, at->gates[i].value);
            }
    }
    char *facts = arena_str(m, buf_text(&out));
    buf_free(&out);
    return facts;
}

// ", predicted coalescing 95 %, counted 100 %"; or nothing
static const char *predicted(Arena *m, const Prediction *p) {
    Buf out = {0};
    if (!p->metric) return "";
    buf_fmt(&out, ", predicted %s ", p->metric);
    fmt_metric(&out, p->metric, p->said);
    buf_str(&out, ", counted ");
    fmt_metric(&out, p->metric, p->got);
    const char *text = arena_str(m, buf_text(&out));
    buf_free(&out);
    return text;
}

static void describe_attempt(App *a, Arena *m, const Attempt *at, int number,
                             const Prediction *p, Cited *out) {
    const char *device = short_name(m, at), *facts = facts_of(a, m, at);
    *out = (Cited){
        .number = number,
        .exercise = arena_str(m, at->exercise),
        .text = arena_fmt(m, "attempt %d: %s %s%s%s%s", number, at->exercise,
                          facts, predicted(m, p), *device ? ", " : "", device),
        .verdict = at->verdict,
        .us = at->median_us,
        .device = device,
        .modelled = at->modelled,
        .prediction = *p,
    };
}

static double counted(const Attempt *at, const char *metric) {
    for (int i = 0; i < at->ngates; i++)
        if (!strcmp(at->gates[i].metric, metric) &&
            isfinite(at->gates[i].value))
            return at->gates[i].value;
    return NAN;
}

static bool load_history(App *a, Arena *m, const char *exercise, Attempt **rows,
                         int *n) {
    Err err = {0};
    bool ok = store_history(a->store, m, exercise, 0, rows, n, &err) && *n > 0;
    err_clear(&err);
    return ok;
}

static bool load_attempt(App *a, Arena *m, int64_t id, Attempt *out) {
    Err err = {0};
    bool ok = store_attempt(a->store, m, id, out, &err);
    err_clear(&err);
    return ok;
}

// Reads what the source of rows[at] predicts, beside earlier attempts. Rows
// come newest first.
static void find_prediction(App *a, Arena *m, const Attempt *rows, int n,
                            int at, const Attempt *full, Prediction *out) {
    if (!prediction_read(m, full->source ? full->source : "", out)) return;
    out->got = counted(full, out->metric);
    for (int i = at + 1; i < n; i++) {
        Attempt old;
        if (!load_attempt(a, m, rows[i].id, &old)) continue;
        if (isnan(out->before)) out->before = counted(&old, out->metric);
        out->stale |=
            old.source && prediction_same_code(old.source, full->source);
    }
}

// Rows come newest first; the exercise's first attempt is number 1.
static bool find_attempt(void *ctx, Arena *m, const char *exercise, int number,
                         Cited *out) {
    App *a = ctx;
    Attempt *rows, at;
    int n;
    if (!a->store || !load_history(a, m, exercise, &rows, &n) || number < 1 ||
        number > n || !store_is_sealed(a->store, rows[n - number].id) ||
        !load_attempt(a, m, rows[n - number].id, &at))
        return false;
    Prediction p;
    find_prediction(a, m, rows, n, n - number, &at, &p);
    describe_attempt(a, m, &at, number, &p, out);
    return true;
}

// A measured time beats a modelled one, and a passing attempt any other.
static bool is_preferred(const Attempt *x, const Attempt *best) {
    bool pass = x->verdict == VERDICT_PASS;
    if (pass != (best->verdict == VERDICT_PASS)) return pass;
    if (x->modelled != best->modelled) return !x->modelled;
    return isfinite(x->median_us) && x->median_us < best->median_us;
}

static bool find_best(void *ctx, Arena *m, const char *exercise, Cited *out) {
    App *a = ctx;
    Attempt *rows;
    int n, best = 0;
    if (!a->store || !load_history(a, m, exercise, &rows, &n)) return false;
    for (int i = 1; i < n; i++)
        if (is_preferred(&rows[i], &rows[best])) best = i;
    return find_attempt(ctx, m, exercise, n - best, out);
}

PaperRecord cited_record(App *a) {
    return (PaperRecord){.ctx = a,
                         .attempt = find_attempt,
                         .best = find_best,
                         .drill = drills_find};
}
