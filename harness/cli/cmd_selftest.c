// kata selftest: kernels that lie are rejected here, on this machine.
//
// harness/tests/cheats/<exercise>/*.cu (.c where the exercise is in C, .py in
// Python or Triton) pretend to do an exercise's work; each must be rejected for
// the reason that its first line states. Beside them, honest/<exercise>/* look
// like them and are right: those must pass.
//
// Several are judged at once, by processes that share a table of slots; on a
// GPU they take turns at what is timed.
#include "cli/app/gpu_limits.h"
#include "cli/cmd.h"
#include "cli/jobs.h"

#include "base/path.h"
#include "base/str.h"
#include "gate/check/check.h"
#include "gate/machine/gpu_model.h"
#include "gate/measure/gates.h"
#include "gate/result/rejection.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

enum { SUBJECTS_MAX = 1000, TOLD_MAX = 640 };

typedef struct Subject {
    const Exercise *ex;
    const char *file, *name;
    bool honest;
    MutantReason reason; // of a cheat
} Subject;

typedef struct Slot {        // in memory that all jobs share
    bool ok, open, modelled; // open: something is missing here
    double seconds;
    char got[TOLD_MAX];
} Slot;

typedef struct SelfTest {
    App *a;
    const char *on, *gpu;
    const char *const *words; // parts of names asked for
    int nwords;
    long part, parts;
    Subject *at;
    int n;
    Slot *slots;
    bool *ended;
    int nended;
    const char **died; // of each: how, or NULL
    VerifyRow *rows;
    int nrows; // that are known, in order; shown unless --json
    GpuLimits facts;
} SelfTest;

// ---- what there is to judge

static bool is_wanted(const SelfTest *s, const char *name) {
    for (int i = 0; i < s->nwords; i++)
        if (strstr(name, s->words[i])) return true;
    return s->nwords == 0;
}

// An honest kernel's first line: // passes (what looks suspicious); in Python
// with #.
static bool honest_reason(const char *path, Err *err) {
    const char *prefix = str_ends(path, ".py") ? "# passes (" : "// passes (";
    Buf text = {0};
    bool ok = file_read(path, &text, err);
    if (ok && !str_starts(buf_text(&text), prefix)) {
        ok = err_at(err, (Loc){path, 1, 1},
                    "this kernel does not say what looks suspicious");
        err_hint(err, "%scaches its scratch, not its results)", prefix);
    }
    buf_free(&text);
    return ok;
}

static bool add_file(SelfTest *s, const Exercise *ex, const char *dir,
                     const char *file, bool honest, Err *err) {
    Arena *m = &s->a->arena;
    Subject *t = &s->at[s->n];
    *t = (Subject){
        .ex = ex,
        .file = path_join(m, dir, file),
        .name = arena_fmt(m, "%s%s/%s", honest ? "honest/" : "", ex->id, file),
        .honest = honest,
    };
    if (!is_wanted(s, t->name)) return true;
    if (s->n == SUBJECTS_MAX)
        return err_set(err, ERR_BUG, "more than %d programs", SUBJECTS_MAX);
    s->n++;
    return honest ? honest_reason(t->file, err)
                  : mutant_reason(t->file, m, &t->reason, err);
}

static const char *ending_of(const Exercise *ex) {
    bool python = ex->kind == KIND_PYTHON || ex->kind == KIND_TRITON;
    return python ? ".py" : ex->kind == KIND_C ? ".c" : ".cu";
}

static bool add_folder(SelfTest *s, const char *dir, bool honest, Err *err) {
    Arena *m = &s->a->arena;
    for (char **id = path_list(m, dir, NULL); *id; id++) {
        const Exercise *ex = plan_find(&s->a->plan, *id);
        if (!ex) {
            if (str_ends(*id, ".md") || strcmp(*id, "honest") == 0 ||
                str_ends(*id, ".tsv"))
                continue;
            return err_set(err, ERR_INPUT, "%s/%s: there is no such exercise",
                           dir, *id);
        }
        const char *sub = path_join(m, dir, *id);
        for (char **file = path_list(m, sub, NULL); *file; file++)
            if (str_ends(*file, ending_of(ex)) &&
                !add_file(s, ex, sub, *file, honest, err))
                return false;
    }
    return true;
}

static bool find_subjects(SelfTest *s, Err *err) {
    Arena *m = &s->a->arena;
    char *dir = path_join(m, s->a->root, "harness/tests/cheats");
    // One more: a file that is not wanted is looked at in place.
    s->at = arena_array(m, Subject, SUBJECTS_MAX + 1);
    if (!add_folder(s, dir, false, err) ||
        !add_folder(s, path_join(m, dir, "honest"), true, err))
        return false;
    int kept = 0;
    for (int i = 0; i < s->n; i++)
        if (i % s->parts == s->part - 1) s->at[kept++] = s->at[i];
    s->n = kept;
    if (s->n > 0) return true;
    char **ids = path_list(m, dir, NULL);
    int n = 0;
    while (ids[n])
        n++;
    const char *word = s->nwords ? s->words[0] : "";
    int near = str_nearest(word, (const char *const *)ids, n);
    err_set(err, ERR_USAGE, "no program is called '%s' in %s", word, dir);
    if (near >= 0) return err_hint(err, "did you mean '%s'?", ids[near]);
    return err_hint(err, "kata selftest without names runs them all");
}

// ---- judging

// In a process of its own.
static void judge_program(void *ctx, int i) {
    SelfTest *s = ctx;
    const Subject *t = &s->at[i];
    Slot *slot = &s->slots[i];
    Err err = {0};
    CheckResult r = {0};
    CheckRequest q = {
        .plan = &s->a->plan,
        .ex = t->ex,
        .file = t->file,
        .on = s->on,
        .gpu = s->gpu,
        .build_dir = s->a->build,
        .ctx = &s->facts,
        .fact = gpu_limits_know,
        .facts_only = true,
    };
    bool ok =
        t->honest ? check_known_good(&q, &r, &err) : check_run(&q, &r, &err);
    slot->ok = ok && (t->honest ? r.verdict == VERDICT_PASS
                                : rejection_happened(&r, &t->reason));
    slot->open = ok && !slot->ok && rejection_is_open(&r);
    slot->modelled = r.modelled;
    slot->seconds = r.seconds;
    const char *got = ok ? rejection_text(&s->a->arena, &r) : err.msg;
    snprintf(slot->got, sizeof slot->got, "%s", got);
    check_free(&r);
    err_clear(&err);
}

static bool is_alone(void *ctx, int i) {
    SelfTest *s = ctx;
    return gates_time_cpu(s->at[i].ex);
}

static VerifyRow row_of(const SelfTest *s, int i) {
    const Subject *t = &s->at[i];
    const Slot *slot = &s->slots[i];
    Arena *m = &s->a->arena;
    return (VerifyRow){
        .exercise = arena_fmt(m, "%s%s", t->ex->id,
                              t->honest ? ", honest" : ", cheats"),
        .what = path_base(t->file),
        .wanted = t->honest ? "passes"
                            : arena_fmt(m, "rejected by %s (%s)",
                                        t->reason.text, t->reason.why),
        .got = s->died[i] ? s->died[i] : slot->got,
        .ok = slot->ok && !s->died[i],
        .skipped = slot->open && !s->died[i],
        .modelled = slot->modelled,
        .seconds = slot->seconds,
    };
}

// Shows what is known, in order.
static void show_rows(SelfTest *s) {
    while (s->nrows < s->n && s->ended[s->nrows]) {
        int i = s->nrows++;
        Buf out = {0};
        s->rows[i] = row_of(s, i);
        if (s->a->json) continue;
        bool first =
            i == 0 || strcmp(s->rows[i - 1].exercise, s->rows[i].exercise) != 0;
        term_spin_end();
        report_selftest_row(&s->a->term, &s->rows[i], first, &out);
        app_print(&out);
        fflush(stdout);
    }
}

static void show_step(SelfTest *s) {
    term_spin(&s->a->term,
              arena_fmt(&s->a->arena, "judging: %d of %d", s->nended, s->n));
}

static void program_ended(void *ctx, int i, const char *died) {
    SelfTest *s = ctx;
    s->died[i] = died;
    s->ended[i] = true;
    s->nended++;
    show_rows(s);
    show_step(s);
}

static bool judge_all(SelfTest *s, long most, Err *err) {
    Arena *m = &s->a->arena;
    size_t n = (size_t)s->n;
    Jobs jobs = {.n = s->n,
                 .most = most,
                 .ctx = s,
                 .work = judge_program,
                 .is_alone = is_alone,
                 .ended = program_ended};
    s->slots = jobs_memory(n * sizeof *s->slots);
    s->ended = arena_array(m, bool, n);
    s->died = arena_array(m, const char *, n);
    s->rows = arena_array(m, VerifyRow, n);
    show_step(s);
    bool ok = jobs_run(&jobs, m, err);
    term_spin_end();
    return ok;
}

// ---- the verb

static void show_sum(SelfTest *s, int *status) {
    SelfTestSum sum = {0};
    Buf out = {0};
    for (int i = 0; i < s->n; i++) {
        bool honest = s->at[i].honest, ok = s->rows[i].ok;
        sum.skipped += s->rows[i].skipped;
        if (s->rows[i].skipped) continue;
        sum.honest += honest;
        sum.cheats += !honest;
        sum.passed += honest && ok;
        sum.rejected += !honest && ok;
        sum.modelled |= s->rows[i].modelled;
    }
    *status = sum.passed < sum.honest || sum.rejected < sum.cheats;
    if (s->a->json)
        report_verify_json(s->rows, s->n, &out);
    else
        report_selftest_sum(&s->a->term, &sum, &out);
    app_print(&out);
}

static bool part_take(SelfTest *s, const char *text, Err *err) {
    s->part = s->parts = 1;
    if (!text || (sscanf(text, "%ld/%ld", &s->part, &s->parts) == 2 &&
                  s->part >= 1 && s->part <= s->parts))
        return true;
    err_set(err, ERR_USAGE, "--part takes K/N, such as 1/3, not '%s'", text);
    return err_hint(err, "kata selftest --part 1/3 runs every third program");
}

static bool selftest_run(App *a, int argc, char **argv, int *status, Err *err) {
    enum { MOST = 100 };
    const char *on = "auto", *part = NULL, *jobs_text = NULL;
    const char *words[MOST];
    SelfTest s = {.a = a, .words = words};
    GpuState gpu = {0};
    long most;
    const Opt opts[] = {{"--on", &on, NULL},
                        {"--gpu", &s.gpu, NULL},
                        {"--part", &part, NULL},
                        {"--jobs", &jobs_text, NULL},
                        {0}};
    if (!opts_take(&cmd_selftest, argc, argv, opts, words, MOST, &s.nwords,
                   err) ||
        (s.gpu && !gpu_model_find(&a->arena, s.gpu, err)) ||
        !part_take(&s, part, err) || !app_may_build(a, err))
        return false;
    s.on = on;
    if (strcmp(on, "sim") != 0) nvml_probe(&gpu);
    if (!jobs_take(jobs_text, gpu.present, &most, err) ||
        !find_subjects(&s, err))
        return false;
    gpu_limits_gather(a, &gpu, &s.facts);
    if (!judge_all(&s, most, err)) return false;
    show_sum(&s, status);
    return true;
}

const Cmd cmd_selftest = {
    .name = "selftest",
    .args = "[NAME...] [--on auto|gpu|sim] [--part K/N] [--jobs N]",
    .help = "prove that kernels which lie are rejected here",
    .more = "  NAME              only programs whose name holds it\n"
            "  --gpu MODEL       what the simulated device models\n"
            "  --part K/N        every N-th program only, beginning with the "
            "K-th\n"
            "  --jobs N          how many are judged at once; on a GPU only "
            "one is timed\n\n"
            "The programs are in harness/tests/cheats: cheats must be "
            "rejected for the reason\nthey state, honest kernels pass. Nothing "
            "is recorded.\n",
    .needs = NEED_PLAN | WANT_STORE,
    .reads = true,
    .completes = "",
    .run = selftest_run,
};
