// kata verify: prove that an exercise teaches.
//
// The stub must fail, and not by crashing; the solution must pass; every
// mutant must be rejected, and for the reason that its first line states. A
// mutant that fails for another reason is a test that nobody wrote.
#include "cli/cmd.h"
#include "cli/paper.h"

#include "base/path.h"
#include "gate/baseline.h"
#include "gate/check.h"
#include "gate/recorded.h"
#include "gate/way.h"
#include "report/report.h"
#include "run/nvml.h"

#include <stdio.h>
#include <string.h>

typedef struct Verify {
    App *a;
    const char *on, *gpu;
    const char *measured; // file that solutions' times are written to, or NULL
    bool solutions;       // those alone
    bool is_baseline;     // no gates, and libraries are linked
    const Exercise *ex;
    VerifyRow *rows; // of this exercise, in the arena
    int n;
} Verify;

// ---- one run

// Judges a file. On an Err of ours the row says so and is no success.
static bool judge(Verify *v, const char *file, CheckResult *r, VerifyRow *row) {
    static const char *const libraries[] = {"-lcublas", NULL};
    Err err = {0};
    CheckRequest q = {
        .plan = &v->a->plan,
        .ex = v->ex,
        .file = file,
        .on = v->on,
        .gpu = v->gpu,
        .build_dir = v->a->build,
        .no_time = v->is_baseline,
        .flags = v->is_baseline ? libraries : NULL,
        .ctx = v->a,
        .fact = app_know_fact,
        .set_fact = app_learn_fact,
    };
    char *step = arena_fmt(&v->a->arena, "%s: %s", v->ex->id, row->what);
    term_spin(&v->a->term, step);
    bool ok = check_run(&q, r, &err);
    term_spin_end();
    row->seconds += r->seconds;
    row->modelled |= ok && r->modelled;
    row->got =
        ok ? way_told(&v->a->arena, r) : arena_str(&v->a->arena, err.msg);
    err_clear(&err);
    return ok;
}

static VerifyRow *add_row(Verify *v, const char *what, const char *wanted) {
    v->rows[v->n] =
        (VerifyRow){.exercise = v->ex->id, .what = what, .wanted = wanted};
    return &v->rows[v->n++];
}

static void verify_stub(Verify *v) {
    bool passes = v->ex->passes_as_shipped;
    VerifyRow *row = add_row(
        v, "stub", passes ? "passes as shipped" : "fails, without a crash");
    CheckResult r = {0};
    if (judge(v, path_join(&v->a->arena, v->ex->dir, v->ex->file), &r, row))
        row->ok = r.verdict == (passes ? VERDICT_PASS : VERDICT_FAIL);
    check_free(&r);
}

static void verify_solution(Verify *v) {
    VerifyRow *row = add_row(v, "solution", "passes");
    CheckResult r = {0};
    if (judge(v, path_join(&v->a->arena, v->ex->sol, v->ex->file), &r, row))
        row->ok = r.verdict == VERDICT_PASS;
    // A bar that could not be measured is no bar.
    for (int i = 0; i < r.nrivals && row->ok; i++) {
        if (!r.rivals[i].why || r.rivals[i].missing) continue;
        row->ok = false;
        row->got = arena_fmt(&v->a->arena, "%s: %s", r.rivals[i].name,
                             r.rivals[i].why);
    }
    if (row->ok && v->measured && r.time.present) {
        Err err = {0};
        row->ok = recorded_write(v->measured, &r, &err);
        if (!row->ok) row->got = arena_str(&v->a->arena, err.msg);
        err_clear(&err);
    }
    check_free(&r);
}

// What a gate holds kernels against must itself be right. On a GPU it runs in
// turn with the solution; here its cases alone.
static void verify_baselines(Verify *v) {
    Baselines b;
    GpuState gpu = {0};
    if (strcmp(v->on, "sim") != 0) nvml_probe(&gpu);
    if (gpu.present) return;
    baselines_find(&v->a->arena, v->ex, v->ex->gates, v->ex->ngates, &b);
    for (int i = 0; i < b.n; i++) {
        // The learner's own with one thread; what needs a library to link has
        // run in turn with the solution.
        if (!b.at[i].source || strcmp(b.at[i].name, "blas") == 0) continue;
        VerifyRow *row = add_row(v, path_base(b.at[i].source), "is right");
        CheckResult r = {0};
        v->is_baseline = true;
        if (judge(v, b.at[i].source, &r, row))
            row->ok = r.verdict == VERDICT_PASS;
        v->is_baseline = false;
        check_free(&r);
    }
}

static void verify_mutant(Verify *v, const char *path) {
    Arena *m = &v->a->arena;
    MutantReason reason;
    Err err = {0};
    VerifyRow *row = add_row(v, path_base(path), "");
    CheckResult r = {0};
    if (!mutant_reason(path, m, &reason, &err)) {
        row->wanted = "a reason in its first line";
        row->got = arena_str(m, err.msg);
        err_clear(&err);
        return;
    }
    row->wanted = arena_fmt(m, "rejected by %s", reason.text);
    if (judge(v, path, &r, row)) {
        row->ok = way_rejects(&r, &reason);
        if (!row->ok && r.backend == BACKEND_GPU && way_needs_sim(&reason)) {
            row->skipped = true;
            row->got = "only the simulated device sees this";
        }
    }
    check_free(&r);
}

// Every row of one exercise, once.
static void verify_once(Verify *v, char **mutants, int nmutants) {
    v->n = 0;
    if (!v->solutions) verify_stub(v);
    verify_solution(v);
    if (v->solutions) return;
    verify_baselines(v);
    for (int i = 0; i < nmutants; i++)
        verify_mutant(v, mutants[i]);
    if (nmutants == 0) {
        VerifyRow *row = add_row(v, "mutants", "four at least");
        row->got = "none";
    }
}

// The same n times with fresh seeds; a row is good if it always was.
static void verify_rounds(Verify *v, long rounds) {
    int nmutants;
    char **mutants = mutant_list(&v->a->arena, v->ex, &nmutants);
    size_t most = (size_t)nmutants + 3 + MAX_BASELINES;
    VerifyRow *all = arena_array(&v->a->arena, VerifyRow, most);
    for (long round = 1; round <= rounds; round++) {
        v->rows = arena_array(&v->a->arena, VerifyRow, most);
        verify_once(v, mutants, nmutants);
        for (int i = 0; i < v->n; i++) {
            if (round > 1) v->rows[i].seconds += all[i].seconds;
            if (round == 1 || all[i].ok || all[i].skipped) all[i] = v->rows[i];
            if (round > 1 && !all[i].ok && !all[i].skipped)
                all[i].got = arena_fmt(&v->a->arena, "in round %ld: %s", round,
                                       all[i].got);
        }
    }
    v->rows = all;
}

// ---- the verb

typedef struct Table {
    VerifyRow *at;
    int n, cap;
} Table;

static void verify_exercise(Verify *v, long rounds, Arena *m, Table *t) {
    v->rows = arena_array(m, VerifyRow, 1);
    v->n = 0;
    if (v->ex->paper) {
        v->rows = paper_verify(v->a, v->ex, &v->n);
    } else if (app_can_check(v->ex)) {
        verify_rounds(v, rounds);
    } else {
        VerifyRow *row = add_row(v, kind_name(v->ex->kind), "checked");
        row->skipped = true;
        row->got = "kata cannot check this kind yet";
    }
    if (!v->a->json) { // shown as it comes: a curriculum takes minutes
        Buf out = {0};
        report_verify_rows(&v->a->term, v->rows, v->n, &out);
        app_print(&out);
    }
    VerifyRow *grown = arena_array(m, VerifyRow, (size_t)(t->n + v->n));
    if (t->n) memcpy(grown, t->at, (size_t)t->n * sizeof *grown);
    memcpy(grown + t->n, v->rows, (size_t)v->n * sizeof *grown);
    t->at = grown;
    t->n += v->n;
}

static bool finish(App *a, const Table *t, int *status, Err *err) {
    int ran = 0;
    for (int i = 0; i < t->n; i++) {
        ran += !t->at[i].skipped;
        if (!t->at[i].ok && !t->at[i].skipped) *status = 1;
    }
    Buf out = {0};
    if (a->json)
        report_verify_json(t->at, t->n, &out);
    else
        report_verify_sum(&a->term, t->at, t->n, &out);
    app_print(&out);
    // Zero checks run is an error, never a pass.
    return ran > 0 || err_set(err, ERR_INPUT, "nothing was verified");
}

static bool verify_run(App *a, int argc, char **argv, int *status, Err *err) {
    enum { MOST = 500 };
    const char *on = "auto", *gpu = NULL, *text = NULL, *measured = NULL;
    const char *words[MOST];
    long rounds = 1;
    bool solutions = false;
    int n;
    const Opt opts[] = {{"--on", &on, NULL},
                        {"--gpu", &gpu, NULL},
                        {"--rounds", &text, NULL},
                        {"--measured", &measured, NULL},
                        {"--solutions", NULL, &solutions},
                        {0}};
    if (!opts_take(&cmd_verify, argc, argv, opts, words, MOST, &n, err) ||
        (text && !opts_int("--rounds", text, 1, &rounds, err)))
        return false;

    Table t = {0};
    int count = n ? n : a->plan.nexercises;
    const Exercise **list =
        arena_array(&a->arena, const Exercise *, (size_t)count);
    for (int i = 0; i < count; i++) { // all addresses before the first minute
        list[i] =
            n ? app_exercise(a, words[i], NULL, err) : a->plan.exercises[i];
        if (!list[i]) return false;
    }
    for (int i = 0; i < count; i++) {
        Verify v = {.a = a,
                    .on = on,
                    .gpu = gpu,
                    .measured = measured,
                    .solutions = solutions,
                    .ex = list[i]};
        verify_exercise(&v, rounds, &a->arena, &t);
    }
    return finish(a, &t, status, err);
}

const Cmd cmd_verify = {
    .name = "verify",
    .args = "[EXERCISE...] [--on auto|gpu|sim] [--gpu MODEL] [--rounds N]",
    .help = "prove that exercises reject what is wrong (authors)",
    .more = "  --rounds N        everything N times, with fresh inputs\n"
            "  --measured FILE   write the solutions' times on this GPU there\n"
            "  --solutions       no stubs and no mutants\n\n"
            "Stubs must fail, solutions pass, mutants be rejected for the "
            "reason they state.\nNothing is recorded.\n",
    .needs = NEED_PLAN | WANT_STORE,
    .reads = true,
    .completes = "exercise",
    .run = verify_run,
};
