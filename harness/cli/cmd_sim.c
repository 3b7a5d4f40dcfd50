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
#include "cli/sim/program.h"
#include "cli/sim/quoted.h"
#include "gate/child/places.h"
#include "gate/child/records.h"
#include "gate/machine/gpu_model.h"
#include "gate/result/triton_words.h"
#include "report/report.h"
#include "report/rows.h"
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
    SimProgram program;
    const char *source; // the file that is quoted
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

// ---- running

static void take_trap(SimRun *s, TrapInfo t) {
    if (s->program.python) triton_words(&s->a->arena, &t);
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
    setenv("KATASIM_PROGRESS", "1", 1);
    if (s->timeline) setenv("KATASIM_SPANS", "1", 1);
    if (s->devices) setenv("KATASIM_DEVICES", s->devices, 1);
    if (s->shuffle) setenv("KATASIM_SHUFFLE", s->shuffle, 1);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    // With --json, stdout is ours alone.
    if (s->a->json) dup2(STDERR_FILENO, STDOUT_FILENO);
    // Triton's code has small tiles in several warps' registers.
    if (s->program.python) setenv("KATASIM_TILES", "1", 1);
    execv(s->program.binary, s->program.words);
    fprintf(stderr, "kata: cannot start %s\n", s->program.binary);
    _exit(127);
}

// The program that kata waits for: it ends, and kata tells what it saw.
static volatile pid_t ending_child;

static void pass_on(int sig) {
    if (ending_child > 0) kill(ending_child, sig);
}

static bool run_program(SimRun *s, Err *err) {
    int back[2], forth[2];
    if (pipe2(back, O_CLOEXEC) != 0 || pipe2(forth, O_CLOEXEC) != 0)
        return err_errno(err, ERR_ENV, "cannot make a pipe");
    // The program may be the terminal's too: Ctrl-C is for it, and kata waits
    // to tell what it saw until then. A time limit (timeout) ends both alike.
    void (*before)(int) = signal(SIGINT, SIG_IGN);
    void (*term_before)(int) = signal(SIGTERM, pass_on);
    pid_t pid = ending_child = fork();
    if (pid == 0) {
        signal(SIGINT, before);
        signal(SIGTERM, term_before);
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
    signal(SIGTERM, term_before);
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

static ExplainView view_of(SimRun *s, const SourceText *text, Explanation *e) {
    App *a = s->a;
    *e = explain(&a->arena, s->gpu, s->lines.at, s->lines.n, s->kernels.at,
                 s->kernels.n, a->has_plan ? &a->plan : NULL, NULL);
    return (ExplainView){.title = s->source,
                         .file = s->source,
                         .source = text->text ? text->text : "",
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

// Nobody says why, but few do it other than Linux, when memory is used up.
static void tell_killed(const SimRun *s, const Term *t, Buf *out) {
    Buf b = {0};
    buf_fmt(&b,
            "Linux kills programs when the memory of the machine is used up. "
            "A program that takes as much as the device has (%.0f GiB, the %s) "
            "needs that much here, too: --gpu names a smaller one, kata sim "
            "--gpu list all of them.",
            s->gpu->mem_gib, s->gpu->name);
    report_row(t, out, "likely", INK_DIM, "", buf_text(&b));
    buf_free(&b);
}

static void tell_outcome(SimRun *s) {
    Term t = term_for_stderr(&s->a->term);
    Buf out = {0};
    Quoted of = {0};
    quoted_add(&of, &s->a->arena, s->source);
    quoted_told_of(&of, &s->a->arena, s->traps.at, s->traps.n);
    quoted_told_of(&of, &s->a->arena, s->doubts.at, s->doubts.n);
    if (s->traps.n > 0 || s->doubts.n > 0 || (s->kernels.n > 0 && !s->explain))
        buf_fmt(&out, "\nmodelled on %s\n", s->gpu->name);
    report_traps(&t, s->traps.at, s->traps.n, 0, of.at, of.n, &out);
    report_traps(&t, s->doubts.at, s->doubts.n, 0, of.at, of.n, &out);
    report_notes(&t, s->notes.at, s->notes.n, &out);
    if (s->explain) {
        Explanation e;
        ExplainView v = view_of(s, &of.at[0], &e);
        buf_char(&out, '\n');
        report_explain(&t, &v, &out);
    } else {
        report_kernels(&t, s->kernels.at, s->kernels.n, &out);
    }
    if (s->status && !s->signal && s->kernels.n && !s->traps.n && !s->doubts.n)
        tell_search(s, &t, &out);
    if (s->signal)
        buf_fmt(&out, "\nthe program died: %s\n", strsignal(s->signal));
    if (s->signal == SIGKILL) tell_killed(s, &t, &out);
    fputs(buf_text(&out), stderr);
    buf_free(&out);
    vec_free(&of);
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
        SourceText none = {0};
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

static bool check_options(const SimRun *s, Err *err) {
    const char *devices = s->devices, *shuffle = s->shuffle;
    if (devices && (devices[0] < '1' || devices[0] > '8' || devices[1])) {
        err_set(err, ERR_USAGE, "'%s' is no number of devices", devices);
        return err_hint(err, "from 1 to 8");
    }
    if (shuffle && (strspn(shuffle, "0123456789") != strlen(shuffle) ||
                    strtoull(shuffle, NULL, 10) == 0)) {
        err_set(err, ERR_USAGE, "'%s' is not a seed", shuffle);
        return err_hint(err, "any whole number from 1 on");
    }
    return true;
}

// A project's sources are known by what is told of them.
static const char *source_told_of(const SimRun *s) {
    const TrapInfo *t = s->traps.n ? s->traps.at : s->doubts.at;
    if (s->traps.n + s->doubts.n > 0 && t->file && path_is_file(t->file))
        return t->file;
    return s->program.file;
}

static void tidy(SimRun *s) {
    if (!s->program.python) {
        Arena *m = &s->a->arena;
        const char *binary = s->program.binary;
        places_find(m, binary, s->traps.at, s->traps.n);
        places_find(m, binary, s->doubts.at, s->doubts.n);
        places_find(m, binary, s->notes.at, s->notes.n);
        places_find(m, binary, s->clues.at, s->clues.n);
    }
    s->traps.n = places_merge(s->traps.at, s->traps.n);
    s->doubts.n = places_merge(s->doubts.at, s->doubts.n);
    s->notes.n = places_merge(s->notes.at, s->notes.n);
    s->clues.n = places_merge(s->clues.at, s->clues.n);
}

static bool run_and_tell(SimRun *s, bool strict, int *status, Err *err) {
    if (!run_program(s, err)) return false;
    tidy(s);
    int bad = s->traps.n + (strict ? s->doubts.n : 0);
    *status = s->status == 0 && bad > 0 ? 1 : s->status;
    if (!s->source) s->source = source_told_of(s);
    if (s->a->json)
        tell_json(s);
    else
        tell_outcome(s);
    return !s->timeline || tell_timeline(s, err);
}

static void tell_built(void) {
    fputs("\nbuilt for the simulated device: start the program as it is, or "
          "with its report:\n  kata sim --build true -- ./program\n",
          stderr);
}

static void run_free(SimRun *s) {
    vec_free(&s->spans);
    vec_free(&s->traps);
    vec_free(&s->doubts);
    vec_free(&s->notes);
    vec_free(&s->clues);
    vec_free(&s->kernels);
    vec_free(&s->lines);
    sim_program_free(&s->program);
}

static bool sim_verb(App *a, int argc, char **argv, int *status, Err *err) {
    enum { MOST = 200 };
    const char *files[MOST], *gpu = "h100";
    int n, ours = split_arguments(argc, argv);
    bool strict = false;
    SimWords words = {0};
    SimRun s = {.a = a};
    const Opt opts[] = {
        {"--gpu", &gpu, NULL},           {"--devices", &s.devices, NULL},
        {"--shuffle", &s.shuffle, NULL}, {"--build", &words.build, NULL},
        {"--explain", NULL, &s.explain}, {"--timeline", &s.timeline, NULL},
        {"--strict", NULL, &strict},     {0}};
    if (ours < argc) words.program = argv + ours + 1;
    argv[argc] = NULL; // words before it may have been taken out
    if (words.program && !*words.program) words.program = NULL;
    int mine = sim_words_split(ours, argv, &words);
    if (!opts_take(&cmd_sim, mine, argv, opts, files, MOST, &n, err))
        return false;
    if (!strcmp(gpu, "list")) {
        list_models(a);
        return true;
    }
    for (int i = 0; i < n; i++)
        args_add(&words.files, files[i]);
    bool ok = sim_files_fit(a, &words, err) && check_options(&s, err) &&
              (s.gpu = gpu_model_find(&a->arena, gpu, err)) &&
              sim_program_make(a, s.gpu, &words, &s.program, err);
    if (ok && !s.program.binary) {
        tell_built();
    } else if (ok) {
        s.source = n == 1 ? s.program.file : NULL;
        ok = run_and_tell(&s, strict, status, err);
    }
    args_free(&words.files);
    args_free(&words.flags);
    run_free(&s);
    return ok;
}

const Cmd cmd_sim = {
    .name = "sim",
    .args = "FILE... [FLAGS] | --build COMMAND  [--gpu MODEL] [--devices N]\n"
            "         [--shuffle N] [--explain] [--strict] [--timeline FILE]\n"
            "         [-- ARGUMENTS]",
    .help = "run a CUDA program or a Triton script on the simulated device",
    .more =
        "FILE.cu is a CUDA program with main(); several files and nvcc's "
        "flags make one\nprogram: kata sim a.cu b.cpp -Iinclude -DN=64 "
        "-lcublas -- arguments.\nFILE.py is a Python script with Triton "
        "kernels; its tensors are PyTorch's or\nNumPy arrays. do_bench and "
        "torch.cuda.Event answer with the modelled time.\nKATA_PYTHON names "
        "the Python.\n\n"
        "  --build CMD   a project's own build, which finds an nvcc for the "
        "simulated device\n                first on PATH: kata sim --build "
        "make -- ./program arguments\n"
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
