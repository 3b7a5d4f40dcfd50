// kata selftest: kernels that lie are rejected here, on this machine.
//
// harness/tests/cheats/<exercise>/*.cu (.c where the exercise is in C) pretend
// to do an exercise's work; each must be rejected for the reason that its first
// line states. Beside them, honest/<exercise>/* look like them and are right:
// those must pass.
//
// On the simulated device nothing is timed, so several are judged at once, by
// processes that share a table of slots. On a GPU only compiling is spread, and
// what the small cases reject; the timed runs follow one by one.
#include "cli/cmd.h"

#include "base/path.h"
#include "base/str.h"
#include "gate/way.h"
#include "report/report.h"
#include "run/nvml.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SUBJECTS_MAX = 400, JOBS_MAX = 16, TOLD_MAX = 640 };

typedef struct Subject {
    const Exercise *ex;
    const char *file, *name;
    bool honest;
    MutantReason reason; // of a cheat
} Subject;

typedef struct Slot { // in memory that all jobs share
    bool done, ok, modelled;
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
    VerifyRow *rows;
    int nrows; // that are known, in order; shown unless --json
} SelfTest;

typedef enum Effort {
    EFFORT_BUILD, // fills the cache
    EFFORT_CASES, // the small cases; no verdict if they reject nothing
    EFFORT_ALL,
} Effort;

// ---- what there is to judge

static bool is_wanted(const SelfTest *s, const char *name) {
    for (int i = 0; i < s->nwords; i++)
        if (strstr(name, s->words[i])) return true;
    return s->nwords == 0;
}

// An honest kernel's first line: // passes (what looks suspicious)
static bool honest_reason(const char *path, Err *err) {
    static const char prefix[] = "// passes (";
    Buf text = {0};
    bool ok = file_read(path, &text, err);
    if (ok && strncmp(buf_text(&text), prefix, sizeof prefix - 1) != 0) {
        ok = err_at(err, (Loc){path, 1, 1},
                    "this kernel does not say what looks suspicious");
        err_hint(err, "// passes (caches its scratch, not its results)");
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
            if (str_ends(*file, ex->kind == KIND_C ? ".c" : ".cu") &&
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
    err_set(err, ERR_USAGE, "no program of that name in %s", dir);
    return err_hint(err, "kata selftest without names runs them all");
}

// ---- judging

static void judge(SelfTest *s, int i, Effort effort, bool alone) {
    const Subject *t = &s->at[i];
    Slot *slot = &s->slots[i];
    Arena told = {0};
    Err err = {0};
    CheckResult r = {0};
    CheckRequest q = {
        .plan = &s->a->plan,
        .ex = t->ex,
        .file = t->file,
        .on = s->on,
        .gpu = s->gpu,
        .build_dir = s->a->build,
        .build_only = effort == EFFORT_BUILD,
        .no_time = effort == EFFORT_CASES,
        .ctx = s->a,
        // The record is this process's: a job must not touch it.
        .fact = alone ? app_know_fact : NULL,
        .set_fact = alone ? app_learn_fact : NULL,
    };
    bool ok = check_run(&q, &r, &err);
    bool good = ok && (t->honest ? r.verdict == VERDICT_PASS
                                 : way_rejects(&r, &t->reason));
    if (effort == EFFORT_ALL || (effort == EFFORT_CASES && good)) {
        slot->ok = good;
        slot->modelled = r.modelled;
        slot->seconds = r.seconds;
        const char *got = ok ? way_told(&told, &r) : err.msg;
        snprintf(slot->got, sizeof slot->got, "%s", got);
        slot->done = true;
    }
    check_free(&r);
    arena_reset(&told);
    err_clear(&err);
}

// What can be done beside others. On a GPU that is no timing.
static void judge_aside(SelfTest *s, int i, bool gpu) {
    if (!gpu) {
        judge(s, i, EFFORT_ALL, false);
        return;
    }
    if (!s->at[i].honest) judge(s, i, EFFORT_CASES, false);
    if (!s->slots[i].done) judge(s, i, EFFORT_BUILD, false);
}

// One of `jobs` processes: judges every jobs-th program and writes its number.
NORETURN static void job_run(SelfTest *s, int job, int jobs, int to, bool gpu) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int i = job; i < s->n; i += jobs) {
        judge_aside(s, i, gpu);
        if (write(to, &i, sizeof i) != sizeof i) _exit(1);
    }
    _exit(0);
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
        .got = slot->done ? slot->got : "the process that judged it died",
        .ok = slot->ok,
        .modelled = slot->modelled,
        .seconds = slot->seconds,
    };
}

// Shows what is known, in order.
static void show_rows(SelfTest *s, bool all) {
    while (s->nrows < s->n && (all || s->slots[s->nrows].done)) {
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

static void show_step(SelfTest *s, const char *doing, int done) {
    term_spin(&s->a->term,
              arena_fmt(&s->a->arena, "%s: %d of %d", doing, done, s->n));
}

static bool spread(SelfTest *s, long jobs, bool gpu, Err *err) {
    int pipe_fds[2], i;
    pid_t pid[JOBS_MAX];
    jobs = min_of(jobs, (long)s->n);
    if (pipe2(pipe_fds, O_CLOEXEC) != 0)
        return err_errno(err, ERR_ENV, "cannot make a pipe");
    fflush(NULL);
    for (int j = 0; j < jobs; j++) {
        pid[j] = fork();
        if (pid[j] == 0) job_run(s, j, (int)jobs, pipe_fds[1], gpu);
    }
    close(pipe_fds[1]);
    const char *doing = gpu ? "compiling" : "judging";
    show_step(s, doing, 0);
    for (int done = 0; read(pipe_fds[0], &i, sizeof i) == sizeof i;) {
        if (!gpu) show_rows(s, false);
        show_step(s, doing, ++done);
    }
    term_spin_end();
    close(pipe_fds[0]);
    for (int j = 0; j < jobs; j++)
        if (pid[j] > 0) waitpid(pid[j], NULL, 0);
    return true;
}

// ---- the verb

static void show_sum(SelfTest *s, int *status) {
    SelfTestSum sum = {0};
    Buf out = {0};
    show_rows(s, true);
    for (int i = 0; i < s->n; i++) {
        bool honest = s->at[i].honest, ok = s->rows[i].ok;
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
    long jobs =
        min_of(max_of(sysconf(_SC_NPROCESSORS_ONLN), 1L), (long)JOBS_MAX);
    SelfTest s = {.a = a, .words = words};
    const Opt opts[] = {{"--on", &on, NULL},
                        {"--gpu", &s.gpu, NULL},
                        {"--part", &part, NULL},
                        {"--jobs", &jobs_text, NULL},
                        {0}};
    if (!opts_take(&cmd_selftest, argc, argv, opts, words, MOST, &s.nwords,
                   err) ||
        (jobs_text && !opts_int("--jobs", jobs_text, 1, &jobs, err)) ||
        !part_take(&s, part, err) || !find_subjects(&s, err))
        return false;
    jobs = min_of(jobs, (long)JOBS_MAX);
    s.on = on;

    size_t bytes = (size_t)s.n * sizeof *s.slots;
    s.slots = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s.slots == MAP_FAILED)
        return err_errno(err, ERR_ENV, "memory for the results");
    GpuState gpu = {0};
    if (strcmp(on, "sim") != 0) nvml_probe(&gpu);
    s.rows = arena_array(&a->arena, VerifyRow, (size_t)s.n);
    bool ok = spread(&s, jobs, gpu.present, err);
    for (int i = 0; ok && gpu.present && i < s.n; i++) {
        show_step(&s, "judging", i);
        if (!s.slots[i].done) judge(&s, i, EFFORT_ALL, true);
        show_rows(&s, false);
    }
    term_spin_end();
    if (ok) show_sum(&s, status);
    munmap(s.slots, bytes);
    return ok;
}

const Cmd cmd_selftest = {
    .name = "selftest",
    .args = "[NAME...] [--on auto|gpu|sim] [--part K/N] [--jobs N]",
    .help = "prove that kernels which lie are rejected here",
    .more = "  NAME              only programs whose name holds it\n"
            "  --gpu MODEL       what the simulated device models\n"
            "  --part K/N        every N-th program only, beginning with the "
            "K-th\n"
            "  --jobs N          how many at once (on a GPU: compilations)\n\n"
            "The programs are in harness/tests/cheats: cheats must be "
            "rejected for the reason\nthey state, honest kernels pass. Nothing "
            "is recorded.\n",
    .needs = NEED_PLAN | WANT_STORE,
    .reads = true,
    .completes = "",
    .run = selftest_run,
};
