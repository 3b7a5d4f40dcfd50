// kata grade: a class's files judged, and what came of it as lists and pages.
//
// Every file is judged by a process of its own. Its result is in the journal of
// DIR before anything shows it; so the same command goes on wherever a kill, a
// full disk or Ctrl-C has stopped it. Nothing of the class is written to the
// record of who grades.
#include "cli/cmd.h"
#include "cli/grade/class.h"
#include "cli/jobs.h"

#include "base/day.h"
#include "base/scratch.h"
#include "gate/measure/gates.h"
#include "report/grade.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { EXERCISES_MOST = 400, INTERRUPTED = 130 };

// Set by Ctrl-C, or by a failure that makes going on pointless.
static volatile sig_atomic_t stopped;

typedef struct Grade {
    Class c;
    double since;
    int done; // of this run
    Err err;  // the journal cannot be written
    GpuState gpu;
} Grade;

static void stop(int signal) {
    (void)signal;
    stopped = 1;
}

// ---- judging

static void judge_piece(void *ctx, int i) {
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    class_judge(&((Grade *)ctx)->c, i);
}

static bool needs_machine(void *ctx, int i) {
    const Class *c = &((Grade *)ctx)->c;
    return gates_time_cpu(c->view.tasks[c->pieces[i].task].ex);
}

static bool has_result(void *ctx, int i) {
    return ((Grade *)ctx)->c.pieces[i].known;
}

static void show_rest(Grade *g) {
    enum { CELLS = 20, MINUTE = 60 };
    Class *c = &g->c;
    int all = c->npieces, done = c->nknown + g->done, left = all - done;
    Buf text = {0};
    buf_str(&text, "grading ");
    term_bar(&c->a->term, &text, done, all, CELLS);
    double rest = g->done ? (clock_seconds() - g->since) / g->done * left : 0;
    if (g->done && left && rest < MINUTE)
        buf_fmt(&text, ", about %.0f s left, after", rest);
    else if (g->done && left)
        buf_fmt(&text, ", about %.0f min left, after", rest / MINUTE);
    term_spin(&c->a->term, buf_text(&text));
    buf_free(&text);
}

static void take_piece(void *ctx, int i, const char *died) {
    Grade *g = ctx;
    g->done++;
    if (!g->err.kind && !class_take(&g->c, i, died, &g->err)) stopped = 1;
    show_rest(g);
}

// The spinner's thread must not take the signals: they have to end the wait for
// a child.
static void watch_signals(Grade *g) {
    struct sigaction end = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND};
    sigset_t two, old;
    sigemptyset(&two);
    sigaddset(&two, SIGINT);
    sigaddset(&two, SIGTERM);
    sigprocmask(SIG_BLOCK, &two, &old);
    show_rest(g);
    sigprocmask(SIG_SETMASK, &old, NULL);
    sigaction(SIGINT, &end, NULL);
    sigaction(SIGTERM, &end, NULL);
}

static bool judge_files(Grade *g, long most, Err *err) {
    Class *c = &g->c;
    Jobs jobs = {.n = c->npieces,
                 .most = most,
                 .ctx = g,
                 .work = judge_piece,
                 .is_alone = needs_machine,
                 .is_known = has_result,
                 .ended = take_piece,
                 .stop = &stopped};
    // Of the record only what this GPU can do is used; without one it stays
    // shut.
    if (g->gpu.present) app_open_store(c->a, false, NULL);
    if (c->a->store) gpu_limits_gather(c->a, &g->gpu, &c->facts);
    c->slots = jobs_memory((size_t)c->npieces * sizeof *c->slots);
    g->since = clock_seconds();
    watch_signals(g);
    bool ok = jobs_run(&jobs, &c->a->arena, err);
    term_spin_end();
    if (ok && g->err.kind) {
        *err = g->err;
        return false;
    }
    return ok;
}

// ---- the verb

static bool say_stopped(const Grade *g, int *status) {
    const Class *c = &g->c;
    fprintf(stderr,
            "kata: stopped; %d of %d files are judged and kept. The same "
            "command goes on.\n",
            c->nknown + g->done, c->npieces);
    *status = INTERRUPTED;
    return true;
}

static bool show_part(const Grade *g) {
    const Class *c = &g->c;
    Buf out = {0};
    buf_fmt(&out, "part %ld of %ld: judged %d files, %d were known\n", c->part,
            c->parts, g->done, c->nknown);
    app_print(&out);
    return true;
}

static bool show_class(Grade *g, int *status, Err *err) {
    Class *c = &g->c;
    Buf out = {0};
    if (!class_write(c, err)) return false;
    if (c->a->json)
        report_grade_json(&c->view, &out);
    else
        report_grade(&c->a->term, &c->view, &out);
    app_print(&out);
    for (int i = 0; i < c->npieces; i++) {
        const ClassPiece *p = &c->pieces[i];
        if (class_result(&c->view, p->learner, p->task)->score.open)
            *status = err_exit_status(ERR_ENV);
    }
    return true;
}

static bool grade_class(Grade *g, long most, int *status, Err *err) {
    int left = g->c.npieces - g->c.nknown;
    // Said first: whoever waits for hours may want to know.
    if (!g->c.a->json && left)
        fprintf(stderr, "kata: seed 0x%llx, %d file%s to judge%s\n",
                (unsigned long long)g->c.view.seed, left, left == 1 ? "" : "s",
                g->c.nknown ? "; the others are known" : "");
    if (left && !judge_files(g, most, err)) return false;
    if (stopped) return say_stopped(g, status);
    return g->c.parts > 1 ? show_part(g) : show_class(g, status, err);
}

// Takes --exercise out of the line: it may be there more than once.
static bool take_exercises(int *argc, char **argv, ClassOpts *o, Err *err) {
    static const char name[] = "--exercise";
    int n = 1;
    for (int i = 1; i < *argc; i++) {
        const char *value = NULL;
        if (!strcmp(argv[i], "--")) { // the rest is no option
            while (i < *argc)
                argv[n++] = argv[i++];
            break;
        }
        if (!strncmp(argv[i], "--exercise=", sizeof name))
            value = argv[i] + sizeof name;
        else if (!strcmp(argv[i], name) && i + 1 < *argc)
            value = argv[++i];
        else {
            argv[n++] = argv[i];
            continue;
        }
        if (o->nexercises == EXERCISES_MOST)
            return err_set(err, ERR_USAGE, "more than %d exercises",
                           EXERCISES_MOST);
        o->exercises[o->nexercises++] = value;
    }
    *argc = n;
    return true;
}

static bool grade_run(App *a, int argc, char **argv, int *status, Err *err) {
    const char *words[1] = {NULL}, *jobs_text = NULL, *slurm = NULL,
               *sbatch = NULL, *one = NULL;
    ClassOpts o = {.on = "auto",
                   .exercises =
                       arena_array(&a->arena, const char *, EXERCISES_MOST)};
    const Opt opts[] = {
        {"--out", &o.out, NULL},       {"--track", &o.track, NULL},
        {"--week", &o.week, NULL},     {"--exercise", &one, NULL},
        {"--rubric", &o.rubric, NULL}, {"--jobs", &jobs_text, NULL},
        {"--seed", &o.seed, NULL},     {"--on", &o.on, NULL},
        {"--gpu", &o.gpu, NULL},       {"--similar", &o.similar, NULL},
        {"--slurm", &slurm, NULL},     {"--sbatch", &sbatch, NULL},
        {"--part", &o.part, NULL},     {0}};
    Grade g = {0};
    Scratch scratch = {0};
    long most, tasks = 0;
    int n;
    if (!take_exercises(&argc, argv, &o, err) ||
        !opts_take(&cmd_grade, argc, argv, opts, words, 1, &n, err))
        return false;
    if (strcmp(o.on, "sim") != 0) nvml_probe(&g.gpu);
    if (!jobs_take(jobs_text, g.gpu.present, &most, err) ||
        (slurm && !opts_int("--slurm", slurm, 1, &tasks, err)))
        return false;
    o.input = words[0];
    if (!o.input) {
        err_set(err, ERR_USAGE, "what has the class handed in?");
        return err_hint(err, "kata grade FOLDER --exercise ID --out DIR");
    }
    bool ok = scratch_open(&scratch, &a->arena, a->build, "grade", err) &&
              class_open(&g.c, a, &o, scratch.path, err);
    scratch_close(&scratch);
    if (ok)
        ok = slurm
                 ? class_submit(&g.c, tasks, jobs_text ? most : 0, sbatch, err)
                 : grade_class(&g, most, status, err);
    class_close(&g.c);
    return ok;
}

const Cmd cmd_grade = {
    .name = "grade",
    .args =
        "FOLDER|ZIP|LIST --out DIR --exercise ID... | --track T [--week N]\n"
        "           [--rubric FILE] [--jobs N] [--seed N] [--slurm N]",
    .help = "judge what a class has handed in (instructors)",
    .more =
        "  FOLDER         one folder (or file) for each learner; ZIP: of such "
        "a\n"
        "                 folder; LIST: lines of a learner, a tab and a path\n"
        "  --out DIR      results; the same command goes on where it was "
        "stopped\n"
        "  --exercise ID  may be given more than once\n"
        "  --track T      its exercises with code; --week N: of that week\n"
        "  --rubric FILE  points, in YAML; else 10 for each exercise, 60 % of\n"
        "                 them for being right, 40 % for its gates\n"
        "  --jobs N       how many are judged at once\n"
        "  --seed N       the inputs, the same for all; else drawn, kept in "
        "DIR\n"
        "  --on, --gpu    as for kata check\n"
        "  --similar P    list files that share P percent (80)\n"
        "  --slurm N      submit an array of N tasks; --sbatch \"OPTIONS\"\n"
        "  --part K/N     judge one of N shares only: a task of the array\n\n"
        "A learner's file is looked for as work/ID/FILE, ID/FILE and FILE in "
        "the\nlearner's folder; single files are called alice_FILE. DIR gets "
        "index.html,\na page for each learner, results.csv, junit.xml, and "
        "results/LEARNER.json\nfor Gradescope. Nothing is recorded in your own "
        "progress. A rubric:\n\n"
        "    format: 1\n"
        "    points: 10\n"
        "    correctness: 60%\n"
        "    partial: true          # right cases count one by one\n"
        "    medals: {gold: 1}      # on top\n"
        "    exercises:\n"
        "      transpose: {points: 20, gates: {bandwidth: 3, coalescing: "
        "1}}\n\n"
        "Exit status: 0 all are judged, 5 some could not be, 130 stopped by "
        "Ctrl-C.\n",
    .needs = NEED_PLAN,
    .reads = true,
    .completes = "file",
    .run = grade_run,
};
