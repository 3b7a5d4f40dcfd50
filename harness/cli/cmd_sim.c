// kata sim: any CUDA program, or any Python script with Triton kernels, on the
// simulated device.
//
// It is the user's own program, so it runs as if started by hand: its stdin,
// stdout and stderr, its folder, no sandbox. The report of the device comes
// over a private pipe when it ends and is told on stderr, so that its output
// can be piped on.
#include "cli/cmd.h"

#include "base/path.h"
#include "base/vec.h"
#include "build/build.h"
#include "build/script.h"
#include "gate/child/places.h"
#include "gate/child/records.h"
#include "gate/machine/gpu_model.h"
#include "gate/result/triton_words.h"
#include "report/rows.h"
#include "report/report.h"
#include "run/wire.h"
#include "sim/sim.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct SimRun {
    App *a;
    const SimGpu *gpu;
    const char *file;
    char **args; // of the program, NULL-terminated
    BuildResult build;
    Args words;  // that start it; empty: the binary itself
    bool python; // it is a script
    struct {
        TrapInfo *at;
        int n, cap;
    } traps, doubts, notes, clues; // by severity (sim.h)
    struct {
        KernelCost *at;
        int n, cap;
    } kernels;
    struct {
        LineCost *at;
        int n, cap;
    } lines;
    struct {
        SimSpan *at;
        int n, cap;
    } spans;
    int dropped;          // spans that there was no room for
    const char *timeline; // file for it, or NULL
    int status;           // of the program, as a shell would say
    int signal;           // that ended it, or 0
    bool explain;
    const char *devices; // how many, or NULL: one
    const char *shuffle; // seed of the order of blocks, or NULL: in order
} SimRun;

// ---- building

// The words that start a script, and the program's own.
static bool prepare_script(SimRun *s, const BuildPlaces *places, Err *err) {
    Arena *m = &s->a->arena;
    const char *title = arena_fmt(m, "%s", s->gpu->name);
    if (!script_command(m, s->a->build, places, title, s->file, &s->words, err))
        return false;
    for (char **word = s->args + 1; *word; word++)
        args_add(&s->words, *word);
    return true;
}

static bool build_program(SimRun *s, Err *err) {
    Arena *m = &s->a->arena;
    Toolkit tk = {0};
    BuildPlaces places = {path_join(m, s->a->build, "cache"),
                          path_join(m, s->a->build, "lib")};
    if (s->python) return prepare_script(s, &places, err);
    BuildJob job = {
        .backend = &backend_sim, .cc = s->gpu->cc, .source = s->file};
    if (!toolkit_find(m, s->a->build, &tk, err)) return false;
    term_spin(&s->a->term, "compiling");
    bool ok = build_run(m, &tk, &places, &job, &s->build, err);
    term_spin_end();
    // The compiler's own words, unaltered, before ours.
    if (s->build.diagnostics) fputs(s->build.diagnostics, stderr);
    return ok;
}

// ---- running

static void take_trap(SimRun *s, TrapInfo t) {
    if (s->python) triton_words(&s->a->arena, &t);
    switch (t.severity) {
    case SIM_WRONG: vec_push(&s->traps, t); break;
    case SIM_DOUBTFUL: vec_push(&s->doubts, t); break;
    case SIM_NOTE: vec_push(&s->notes, t); break;
    case SIM_CLUE: vec_push(&s->clues, t); break;
    }
}

static void listen_to_program(SimRun *s, int fd) {
    Wire w = {0};
    WireRest rest = {0};
    while (wire_read(fd, -1, &rest, &w) == WIRE_OK) {
        const char *say = wire_get(&w, "say", 0);
        Arena *m = &s->a->arena;
        if (say && !strcmp(say, "trap")) take_trap(s, record_trap(m, &w));
        if (say && !strcmp(say, "launch"))
            vec_push(&s->kernels, record_launch(m, &w));
        if (say && !strcmp(say, "span")) {
            vec_push(&s->spans, record_span(m, &w));
            s->dropped = (int)wire_int(&w, "dropped", 0);
        }
        if (say && !strcmp(say, "line"))
            vec_push(&s->lines, record_line(m, &w));
    }
    wire_free(&w);
    free(rest.data);
}

NORETURN static void become(SimRun *s, int from, int to) {
    char wire[40];
    snprintf(wire, sizeof wire, "%d,%d", from, to);
    setenv("KATA_WIRE", wire, 1);
    setenv("KATASIM_GPU", gpu_model_text(&s->a->arena, s->gpu), 1);
    if (s->timeline) setenv("KATASIM_SPANS", "1", 1);
    if (s->devices) setenv("KATASIM_DEVICES", s->devices, 1);
    if (s->shuffle) setenv("KATASIM_SHUFFLE", s->shuffle, 1);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    // With --json, stdout is ours alone.
    if (s->a->json) dup2(STDERR_FILENO, STDOUT_FILENO);
    // Triton's code has small tiles in several warps' registers.
    if (s->python) setenv("KATASIM_TILES", "1", 1);
    char *const *words = s->python ? (char *const *)s->words.at : s->args;
    const char *program = s->python ? words[0] : s->build.binary;
    execv(program, words);
    fprintf(stderr, "kata: cannot start %s\n", program);
    _exit(127);
}

static bool run_program(SimRun *s, Err *err) {
    int back[2], forth[2];
    if (pipe2(back, O_CLOEXEC) != 0 || pipe2(forth, O_CLOEXEC) != 0)
        return err_errno(err, ERR_ENV, "cannot make a pipe");
    // The program may be the terminal's too: Ctrl-C is for it, and kata waits
    // to tell what it saw until then.
    void (*before)(int) = signal(SIGINT, SIG_IGN);
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGINT, before);
        fcntl(forth[0], F_SETFD, 0);
        fcntl(back[1], F_SETFD, 0);
        become(s, forth[0], back[1]);
    }
    close(back[1]);
    close(forth[0]);
    bool ok = pid > 0 || err_errno(err, ERR_ENV, "cannot start a process");
    if (ok) {
        int how;
        listen_to_program(s, back[0]);
        waitpid(pid, &how, 0);
        s->signal = WIFSIGNALED(how) ? WTERMSIG(how) : 0;
        s->status = s->signal ? 128 + s->signal : WEXITSTATUS(how);
    }
    close(back[0]);
    close(forth[1]);
    signal(SIGINT, before);
    return ok;
}

// ---- the timeline

static bool write_timeline(SimRun *s, const TimelineSummary *t, Err *err) {
    Buf out = {0};
    report_timeline_json(&s->a->arena, s->spans.at, s->spans.n, t, s->gpu->name,
                         &out);
    bool ok = file_write(s->timeline, out.data, out.len, err);
    buf_free(&out);
    return ok;
}

static bool tell_timeline(SimRun *s, Err *err) {
    Term t = term_for_stderr(&s->a->term);
    Buf out = {0};
    TimelineSummary sum =
        timeline_summary(&s->a->arena, s->spans.at, s->spans.n);
    if (!write_timeline(s, &sum, err)) return false;
    if (s->a->json) return true;
    buf_char(&out, '\n');
    report_timeline(&t, &sum, s->dropped, &out);
    buf_fmt(&out, "all of it: %s (chrome://tracing or ui.perfetto.dev)\n",
            s->timeline);
    fputs(buf_text(&out), stderr);
    buf_free(&out);
    return true;
}

// ---- the models

static void list_models(App *a) {
    Buf out = {0};
    if (a->json) {
        report_models_json(&out);
    } else {
        report_models(&a->term, &out);
    }
    app_print(&out);
}

// ---- telling

static ExplainView view_of(SimRun *s, const Buf *text, Explanation *e) {
    App *a = s->a;
    *e = explain(&a->arena, s->gpu, s->lines.at, s->lines.n, s->kernels.at,
                 s->kernels.n, a->has_plan ? &a->plan : NULL, NULL);
    return (ExplainView){.title = s->file,
                         .file = s->file,
                         .source = buf_text(text),
                         .len = text->len,
                         .gpu = s->gpu,
                         .lines = s->lines.at,
                         .nlines = s->lines.n,
                         .kernels = s->kernels.at,
                         .nkernels = s->kernels.n,
                         .e = e};
}

// The program's own check has failed, and there is no mistake to name: what can
// be ruled out, and what may help to find it.
static void tell_search(const SimRun *s, const Term *t, Buf *out) {
    buf_fmt(out, "\nthe program ended with status %d\n", s->status);
    report_row(t, out, "none of", INK_DIM, "",
               "accesses out of bounds, misaligned or after a free; races; "
               "values that nothing had written; barriers, shuffles and masks "
               "that leave threads out; copies of a wrong size or direction. "
               "What is left is in the kernel's arithmetic and indices, or in "
               "the check.");
    for (int i = 0; i < s->clues.n && i < 4; i++) {
        const TrapInfo *c = &s->clues.at[i];
        Buf b = {0};
        if (c->line > 0) buf_fmt(&b, "%s:%d: ", path_base(c->file), c->line);
        buf_fmt(&b, "%s %s", c->message, c->hint);
        report_row(t, out, "clue", INK_PLAIN, "", buf_text(&b));
        buf_free(&b);
    }
}

static void tell_outcome(SimRun *s) {
    Term t = term_for_stderr(&s->a->term);
    Buf text = {0}, out = {0};
    Err ignored = {0};
    bool have = file_read(s->file, &text, &ignored);
    err_clear(&ignored);
    if (s->traps.n > 0 || s->doubts.n > 0 || (s->kernels.n > 0 && !s->explain))
        buf_fmt(&out, "\nmodelled on %s\n", s->gpu->name);
    report_traps(&t, s->traps.at, s->traps.n, 0, s->file,
                 have ? buf_text(&text) : NULL, text.len, &out);
    report_traps(&t, s->doubts.at, s->doubts.n, 0, s->file,
                 have ? buf_text(&text) : NULL, text.len, &out);
    report_notes(&t, s->notes.at, s->notes.n, &out);
    if (s->explain) {
        Explanation e;
        ExplainView v = view_of(s, &text, &e);
        buf_char(&out, '\n');
        report_explain(&t, &v, &out);
    } else {
        report_kernels(&t, s->kernels.at, s->kernels.n, &out);
    }
    if (s->status && !s->signal && s->kernels.n && !s->traps.n && !s->doubts.n)
        tell_search(s, &t, &out);
    if (s->signal)
        buf_fmt(&out, "\nthe program died: %s\n", strsignal(s->signal));
    fputs(buf_text(&out), stderr);
    buf_free(&out);
    buf_free(&text);
}

static void tell_json(SimRun *s) {
    Buf out = {0};
    buf_fmt(&out, "{\"schema\":1,\"modelled\":true,\"gpu\":\"%s\",",
            s->gpu->id);
    buf_fmt(&out, "\"exit_status\":%d,\"traps\":", s->status);
    report_traps_json(s->traps.at, s->traps.n, &out);
    buf_str(&out, ",\"doubtful\":");
    report_traps_json(s->doubts.at, s->doubts.n, &out);
    buf_str(&out, ",\"notes\":");
    report_traps_json(s->notes.at, s->notes.n, &out);
    buf_str(&out, ",\"kernels\":");
    report_kernels_json(s->kernels.at, s->kernels.n, &out);
    if (s->explain) {
        Explanation e;
        Buf none = {0};
        ExplainView v = view_of(s, &none, &e);
        buf_str(&out, ",\"explain\":");
        report_explain_json(&v, &out);
    }
    buf_str(&out, "}\n");
    app_print(&out);
}

// Splits argv at "--": returns the number of words that are ours.
static int split_arguments(int argc, char **argv) {
    for (int i = 0; i < argc; i++)
        if (!strcmp(argv[i], "--")) return i;
    return argc;
}

static bool sim_verb(App *a, int argc, char **argv, int *status, Err *err) {
    const char *words[1], *gpu = "h100", *devices = NULL, *timeline = NULL;
    const char *shuffle = NULL;
    int n, ours = split_arguments(argc, argv);
    bool explain = false, strict = false;
    const Opt opts[] = {{"--gpu", &gpu, NULL},
                        {"--devices", &devices, NULL},
                        {"--shuffle", &shuffle, NULL},
                        {"--explain", NULL, &explain},
                        {"--timeline", &timeline, NULL},
                        {"--strict", NULL, &strict},
                        {0}};
    if (!opts_take(&cmd_sim, ours, argv, opts, words, 1, &n, err)) return false;
    if (n == 0 && !strcmp(gpu, "list")) {
        list_models(a);
        return true;
    }
    if (n == 0) {
        err_set(err, ERR_USAGE, "which file?");
        return err_hint(err, "kata sim FILE.cu [-- the program's arguments]");
    }
    if (devices && (devices[0] < '1' || devices[0] > '8' || devices[1])) {
        err_set(err, ERR_USAGE, "'%s' is no number of devices", devices);
        return err_hint(err, "from 1 to 8");
    }
    if (shuffle && (strspn(shuffle, "0123456789") != strlen(shuffle) ||
                    strtoull(shuffle, NULL, 10) == 0)) {
        err_set(err, ERR_USAGE, "'%s' is not a seed", shuffle);
        return err_hint(err, "any whole number from 1 on");
    }
    SimRun s = {.a = a,
                .file = words[0],
                .explain = explain,
                .devices = devices,
                .shuffle = shuffle,
                .timeline = timeline,
                .python = script_is_python(words[0])};
    if (!path_is_file(s.file)) {
        err_set(err, ERR_USAGE, "there is no file '%s'", s.file);
        return err_hint(err, "kata sim takes a whole CUDA program, with main, "
                             "or a Python script");
    }
    // argv[0] of the program takes the place of "--".
    char *none[2] = {arena_str(&a->arena, s.file), NULL};
    s.args = none;
    if (ours < argc) {
        s.args = argv + ours;
        s.args[0] = none[0];
        argv[argc] = NULL; // options before it may have been taken out
    }
    bool ok = (s.gpu = gpu_model_find(&a->arena, gpu, err)) &&
              build_program(&s, err) && run_program(&s, err);
    if (ok) {
        if (!s.python) {
            places_find(&a->arena, s.build.binary, s.traps.at, s.traps.n);
            places_find(&a->arena, s.build.binary, s.doubts.at, s.doubts.n);
            places_find(&a->arena, s.build.binary, s.notes.at, s.notes.n);
            places_find(&a->arena, s.build.binary, s.clues.at, s.clues.n);
        }
        s.traps.n = places_merge(s.traps.at, s.traps.n);
        s.doubts.n = places_merge(s.doubts.at, s.doubts.n);
        s.notes.n = places_merge(s.notes.at, s.notes.n);
        s.clues.n = places_merge(s.clues.at, s.clues.n);
        int bad = s.traps.n + (strict ? s.doubts.n : 0);
        *status = s.status == 0 && bad > 0 ? 1 : s.status;
        if (a->json)
            tell_json(&s);
        else
            tell_outcome(&s);
        if (timeline) ok = tell_timeline(&s, err);
    }
    vec_free(&s.spans);
    vec_free(&s.traps);
    vec_free(&s.doubts);
    vec_free(&s.notes);
    vec_free(&s.clues);
    vec_free(&s.kernels);
    vec_free(&s.lines);
    args_free(&s.words);
    return ok;
}

const Cmd cmd_sim = {
    .name = "sim",
    .args = "FILE [--gpu MODEL] [--devices N] [--shuffle N] [--explain]\n"
            "                [--strict] [--timeline FILE] [-- ARGUMENTS]",
    .help = "run a CUDA program or a Triton script on the simulated device",
    .more =
        "FILE.cu is a CUDA program with main(). FILE.py is a Python script "
        "with Triton\nkernels, which run on the device as they are: its "
        "tensors are PyTorch's, with\ndevice='cuda' or without, or NumPy "
        "arrays. do_bench and torch.cuda.Event answer\nwith the modelled "
        "time. KATA_PYTHON names the Python.\n\n"
        "  --gpu MODEL   which GPU the device is: h100, a100, ...; "
        "FILE.yaml: one of your own\n"
        "                (like: h100, and what is different); list: which "
        "there are\n"
        "  --devices N   how many of them there are: 1 to 8\n"
        "  --shuffle N   blocks and warps go on in an order that chance "
        "decides; N: any\n                number, another order for each. A "
        "program is right in all\n"
        "  --explain     the source with the cost of every line, and the "
        "lines that\n                matter most\n"
        "  --strict      what is doubtful (undefined by the book, harmless "
        "here) counts as\n                wrong\n"
        "  --timeline F  what ran when, what overlapped and the critical "
        "path; all of it\n                as trace events to the file F\n\n"
        "What the device saw is told on stderr. The exit status is the "
        "program's; 1 if it\nwas 0 and something was wrong. With "
        "--json, the program's output goes\nto stderr.\n",
    .needs = WANT_PLAN,
    .reads = true,
    .completes = "file",
    .run = sim_verb,
};
