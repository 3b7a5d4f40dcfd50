// kata regress: everything that has passed, run again as it was.
//
// The source of the last pass is run, not the file in work/, so that what comes
// out otherwise is not an edit. Before the machine is blamed, what the record
// knows of it is compared; and where an earlier, other source was faster on the
// same device, the change in code is said as such. Nothing is recorded.
#include "cli/cmd.h"

#include "base/path.h"
#include "base/scratch.h"
#include "cli/learn/address.h"
#include "gate/check/check.h"
#include "report/report.h"

#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

typedef struct Again {
    App *a;
    Scratch scratch;
    double threshold;
} Again;

// One value of a machine's JSON as text, "" if it has none. SQLite reads it.
static const char *machine_value(App *a, const char *json, const char *path) {
    sqlite3_stmt *st = NULL;
    const char *text = "";
    if (!json || !*json) return text;
    if (sqlite3_prepare_v2(store_db(a->store), "SELECT json_extract(?1, ?2)",
                           -1, &st, NULL) == SQLITE_OK) {
        sqlite3_bind_text(st, 1, json, -1, SQLITE_STATIC);
        sqlite3_bind_text(st, 2, path, -1, SQLITE_STATIC);
        if (sqlite3_step(st) == SQLITE_ROW && sqlite3_column_text(st, 0))
            text =
                arena_str(&a->arena, (const char *)sqlite3_column_text(st, 0));
    }
    sqlite3_finalize(st);
    return text;
}

static void add_change(App *a, RegressRow *row, const char *what,
                       const char *then, const char *now) {
    if (!then || !now || !*then || !*now || !strcmp(then, now)) return;
    row->changes[row->nchanges++] = (MachineChange){
        what, arena_str(&a->arena, then), arena_str(&a->arena, now)};
}

// Lists the known differences between the attempt's machine and this one.
static bool compare_machines(App *a, const Attempt *at, const CheckResult *r,
                             RegressRow *row) {
    static const struct {
        const char *what, *path;
    } facts[] = {
        {"device", "$.device"},
        {"driver", "$.driver"},
        {"CUDA runtime", "$.runtime"},
        {"nvcc", "$.nvcc"},
        {"ECC", "$.ecc"},
        {"memory clock, MHz", "$.mem_mhz"},
    };
    row->changes = arena_array(&a->arena, MachineChange, COUNT_OF(facts) + 3);
    for (size_t i = 0; i < COUNT_OF(facts); i++)
        add_change(a, row, facts[i].what,
                   machine_value(a, at->machine_json, facts[i].path),
                   machine_value(a, r->machine_json, facts[i].path));
    // A clock moves by itself: only what would show in a time is a change.
    double was = atof(machine_value(a, at->machine_json, "$.sm_mhz_measured"));
    if (was > 0 && r->time.mhz > 0 && fabs(r->time.mhz / was - 1) > 0.02)
        add_change(a, row, "SM clock, MHz", arena_fmt(&a->arena, "%.0f", was),
                   arena_fmt(&a->arena, "%.0f", r->time.mhz));
    add_change(a, row, "kata", at->harness, KATA_VERSION);
    bool machine = row->nchanges > 0;
    if (strcmp(at->version ? at->version : "", r->version) != 0)
        row->changes[row->nchanges++] =
            (MachineChange){"exercise", "an earlier version", "as it is now"};
    return machine;
}

static RegressTime time_of(double us, double lo, double hi) {
    if (!(us > 0)) return (RegressTime){0};
    return (RegressTime){us, lo > 0 ? lo : us, hi > 0 ? hi : us};
}

static bool same_source(const Attempt *a, const Attempt *b) {
    return a->source && b->source && a->source_len == b->source_len &&
           memcmp(a->source, b->source, a->source_len) == 0;
}

// A faster pass before on the same device, with another source: the learner's
// own change. Its attempt, or 0.
static int64_t faster_before(const Again *g, const Attempt *last,
                             const Attempt *rows, int n, RegressTime *was) {
    const Attempt *best = NULL;
    RegressTime now = time_of(last->median_us, last->lo_us, last->hi_us);
    for (int i = 0; i < n; i++) {
        const Attempt *b = &rows[i];
        bool like = b->verdict == VERDICT_PASS && b->id < last->id &&
                    b->median_us > 0 && !strcmp(b->device, last->device) &&
                    !strcmp(b->version, last->version);
        if (like && (!best || b->median_us < best->median_us)) best = b;
    }
    if (!best) return 0;
    *was = time_of(best->median_us, best->lo_us, best->hi_us);
    if (regress_judge(was, &now, g->threshold) != REGRESS_SLOWER) return 0;
    Attempt whole;
    Err ignored = {0};
    bool other =
        store_attempt(g->a->store, &g->a->arena, best->id, &whole, &ignored) &&
        !same_source(&whole, last);
    err_clear(&ignored);
    return other ? best->id : 0;
}

// "NVIDIA H200 (simulated)" is the model "NVIDIA H200".
static const char *model_of(App *a, const Attempt *at) {
    const char *end = strstr(at->device, " (");
    const char *name =
        end ? arena_strn(&a->arena, at->device, (size_t)(end - at->device))
            : at->device;
    const SimGpu *gpu = sim_gpu_find(name);
    return gpu ? gpu->id : NULL;
}

static void say_cause(const Again *g, RegressRow *row, const Attempt *at,
                      const Attempt *rows, int n, bool machine) {
    Arena *m = &g->a->arena;
    bool exercise = row->nchanges > 0 &&
                    !strcmp(row->changes[row->nchanges - 1].what, "exercise");
    RegressTime best;
    if (regress_is_bad(row->kind)) {
        row->cause = exercise ? "exercise" : machine ? "machine" : "";
        const char *because =
            exercise  ? "Your code is the same; the exercise has changed."
            : machine ? "Your code is the same; the machine has changed."
                      : "Your code is the same, and so is all that the record "
                        "knows of the machine: is it busy, hot or throttled? "
                        "kata doctor looks.";
        row->why =
            row->why ? arena_fmt(m, "%s %s", row->why, because) : because;
        return;
    }
    int64_t id = faster_before(g, at, rows, n, &best);
    if (!id) return;
    row->then = best;
    row->kind = regress_judge(&best, &row->now, g->threshold);
    if (row->kind != REGRESS_SLOWER) return;
    row->cause = "code";
    row->why = arena_fmt(m,
                         "Your code has changed: another source (attempt id "
                         "%lld) was faster on this device, and the last pass "
                         "takes as long now as it did then.",
                         (long long)id);
}

static bool run_again(const Again *g, const Exercise *ex, const Attempt *at,
                      const Attempt *rows, int n, RegressRow *row, Err *err) {
    App *a = g->a;
    Arena *m = &a->arena;
    const char *dir = path_join(m, g->scratch.path, ex->id);
    const char *file = path_join(m, dir, ex->file);
    CheckResult r = {0};
    CheckRequest q = {.plan = &a->plan,
                      .ex = ex,
                      .file = file,
                      .on = at->modelled ? "sim" : "gpu",
                      .gpu = at->modelled ? model_of(a, at) : NULL,
                      .build_dir = a->build,
                      .progress = app_show_step,
                      .ctx = a,
                      .fact = app_know_fact,
                      .set_fact = app_learn_fact};
    if (!path_make_dirs(dir, err) ||
        !file_write(file, at->source, at->source_len, err))
        return false;
    bool ok = check_run(&q, &r, err);
    term_spin_end();
    if (!ok) {
        // No GPU any more, say: this one cannot be compared, others can.
        bool here = err->kind == ERR_ENV;
        row->why = arena_str(m, err->msg);
        check_free(&r);
        if (here) err_clear(err);
        return here;
    }
    row->now = time_of(r.time.present ? r.time.median_us : 0, r.time.lo_us,
                       r.time.hi_us);
    bool machine = compare_machines(a, at, &r, row);
    const char *device = r.device.name ? r.device.name : "";
    if (r.verdict == VERDICT_PASS && strcmp(device, at->device) != 0 &&
        !at->modelled) {
        row->why =
            arena_fmt(m, "It passed on another device (%s).", at->device);
    } else if (r.verdict == VERDICT_PASS) {
        row->kind = regress_judge(&row->then, &row->now, g->threshold);
        say_cause(g, row, at, rows, n, machine);
    } else if (r.verdict == VERDICT_INCONCLUSIVE ||
               r.verdict == VERDICT_SKIPPED) {
        row->why = arena_str(m, r.summary);
    } else {
        row->kind = r.stage == STAGE_GATES ? REGRESS_GATE : REGRESS_WRONG;
        row->why = arena_fmt(m, "%s.", r.summary);
        say_cause(g, row, at, rows, n, machine);
    }
    check_free(&r);
    return true;
}

// The last pass with its source. NULL: there is none that can be run.
static const Attempt *last_pass(App *a, const Attempt *rows, int n) {
    for (int i = 0; i < n; i++) {
        if (rows[i].verdict != VERDICT_PASS) continue;
        Attempt *whole = arena_array(&a->arena, Attempt, 1);
        Err ignored = {0};
        bool found =
            store_attempt(a->store, &a->arena, rows[i].id, whole, &ignored);
        err_clear(&ignored);
        return found && whole->source ? whole : NULL;
    }
    return NULL;
}

static bool look_at(const Again *g, const Exercise *ex, RegressRow *row,
                    bool *add, Err *err) {
    App *a = g->a;
    Attempt *rows;
    int n;
    *add = false;
    if (!store_history(a->store, &a->arena, ex->id, 0, &rows, &n, err))
        return false;
    const Attempt *at = last_pass(a, rows, n);
    if (!at) return true;
    *add = true;
    *row = (RegressRow){
        .address = plan_address(&a->arena, a->track, ex),
        .kind = REGRESS_UNKNOWN,
        .attempt = at->id,
        .modelled = at->modelled,
        .then = time_of(at->median_us, at->lo_us, at->hi_us),
        .cause = "",
    };
    return run_again(g, ex, at, rows, n, row, err);
}

static bool all_again(const Again *g, const Exercise *only, RegressRow *rows,
                      int *n, Err *err) {
    Plan *p = &g->a->plan;
    *n = 0;
    for (int i = 0; i < p->nexercises; i++) {
        const Exercise *ex = p->exercises[i];
        bool add;
        if ((only && ex != only) || !exercise_is_cuda(ex)) continue;
        if (!look_at(g, ex, &rows[*n], &add, err)) return false;
        *n += add;
    }
    return true;
}

static bool regress_run(App *a, int argc, char **argv, int *status, Err *err) {
    const char *words[1] = {NULL}, *text = NULL;
    const Exercise *only = NULL;
    long percent = 5;
    int nwords, n = 0;
    const Opt opts[] = {{"--threshold", &text, NULL}, {0}};
    if (!opts_take(&cmd_regress, argc, argv, opts, words, 1, &nwords, err) ||
        (text && !opts_int("--threshold", text, 1, &percent, err)))
        return false;
    if (words[0] && !(only = address_exercise(a, words[0], NULL, err)))
        return false;

    Again g = {.a = a, .threshold = (double)percent / 100};
    RegressRow *rows =
        arena_array(&a->arena, RegressRow, (size_t)a->plan.nexercises + 1);
    bool ok = scratch_open(&g.scratch, &a->arena, a->build, "regress", err) &&
              all_again(&g, only, rows, &n, err);
    scratch_close(&g.scratch);
    if (!ok) return false;

    RegressView v = {rows, n, g.threshold};
    Buf out = {0};
    if (a->json)
        report_regress_json(&v, &out);
    else
        report_regress(&a->term, &v, &out);
    app_print(&out);
    for (int i = 0; i < n; i++)
        if (regress_is_bad(rows[i].kind)) *status = 1;
    return true;
}

const Cmd cmd_regress = {
    .name = "regress",
    .args = "[EXERCISE] [--threshold PERCENT]",
    .help = "run again what has passed: what became slower or wrong?",
    .more =
        "  --threshold P   slower means: by more than P % (5 unless told), "
        "with\n"
        "                  95 % intervals that do not overlap\n\n"
        "Runs the source of every last pass, where it passed: on the GPU, or "
        "on\n"
        "the simulated device. Nothing is recorded. Exit status 1 if anything\n"
        "is slower or wrong.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .reads = true,
    .completes = "exercise",
    .run = regress_run,
};
