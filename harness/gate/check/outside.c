// The stages that run the program under NVIDIA's tools, on a GPU:
// compute-sanitizer, for an exercise with `sanitizer:` or --sanitize, and ncu,
// for `kata explain --on gpu`. The simulated device makes such checks and
// counts in every run.
//
// The tools need ptrace and children, so the program runs outside of the
// sandbox here, after it has been right inside it. It reads its cases from a
// folder (runner/replay.c).
#include "gate/check/stages.h"

#include "base/path.h"
#include "base/proc.h"
#include "base/rng.h"
#include "gate/tools/memcheck.h"
#include "gate/tools/ncu.h"
#include "gate/tools/ncu_lines.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A tool of the toolkit: on the PATH or beside nvcc. NULL: it is not there.
static const char *find_tool(Check *k, const char *name) {
    char *found = proc_find(k->a, name);
    if (found || !k->tk.nvcc) return found;
    char *beside = path_join(k->a, path_dir(k->a, k->tk.nvcc), name);
    return path_exists(beside) ? beside : NULL;
}

// ---- cases in a folder

static bool save_drawn(Check *k, CaseData *c, const char *folder, int fd,
                       int at, const char *word, Err *err) {
    char *region = calloc(1, c->region + 1);
    const char *name = arena_fmt(k->a, "region.%d", at);
    Wire w = {0};
    bool ok = region && case_fill(c, region, err) &&
              file_write(path_join(k->a, folder, name), region, c->region, err);
    if (ok) {
        wire_add(&w, "do", "run");
        wire_add(&w, "word", "%s", word);
        wire_add(&w, "region", "%s", name);
        // Without guards: the tool sees the first access past the end.
        wire_add(&w, "guard", "0");
        wire_add(&w, "poison", "%d", c->poison);
        session_describe(&w, c);
        ok = wire_write(fd, &w) ||
             err_set(err, ERR_ENV, "cannot write to '%s'", folder);
    }
    wire_free(&w);
    free(region);
    case_drop(c);
    return ok;
}

static int open_cases(Check *k, const char *folder, Err *err) {
    const char *path = path_join(k->a, folder, "cases");
    if (!path_make_dirs(folder, err)) return -1;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) err_set(err, ERR_ENV, "cannot write '%s'", path);
    return fd;
}

// One drawn case. Drops its inputs.
static bool save_case(Check *k, CaseData *c, const char *folder, Err *err) {
    int fd = open_cases(k, folder, err);
    bool ok = fd >= 0 && save_drawn(k, c, folder, fd, 0, "profile", err);
    if (fd >= 0) close(fd);
    return ok;
}

static bool save_cases(Check *k, const char *folder, int n, const char *word,
                       Err *err) {
    int fd = open_cases(k, folder, err);
    if (fd < 0) return false;
    bool ok = true;
    for (int i = 0; ok && i < n; i++) {
        CaseData c = {0};
        ok = check_draw_case(k, i, &c, err) &&
             save_drawn(k, &c, folder, fd, i, word, err);
    }
    close(fd);
    return ok;
}

// ---- compute-sanitizer

static bool run_tool(Check *k, const char *program, const char *tool,
                     const char *folder, const char *word, MemcheckReport *out,
                     Err *err) {
    const char *argv[] = {"timeout", "300",
                          "env",     arena_fmt(k->a, "KATA_REPLAY=%s", folder),
                          program,   "--tool",
                          tool,      "--report-api-errors",
                          "no",      k->res->build.binary,
                          NULL};
    Proc p = {0};
    check_say(k, arena_fmt(k->a, "compute-sanitizer: %s", tool));
    device_lock_shared(&k->lock);
    bool ran = proc_run(argv, NULL, &p, err);
    device_lock_release(
        &k->lock); // whoever waits to be timed comes before the next
    if (!ran) return false;
    Buf all = {0};
    buf_add(&all, buf_text(&p.out), p.out.len);
    buf_char(&all, '\n');
    buf_add(&all, buf_text(&p.err), p.err.len);
    *out = memcheck_read(k->a, buf_text(&all), word, k->q->file);
    buf_free(&all);
    proc_free(&p);
    return true;
}

static void tell_tool(Check *k, const char *tool, const MemcheckReport *m,
                      const char *why, bool fault) {
    Verdict v = fault ? VERDICT_FAIL : VERDICT_INCONCLUSIVE;
    check_add_case(k, (CaseResult){
                          .name = arena_fmt(k->a, "compute-sanitizer %s", tool),
                          .seed = k->res->seed,
                          .verdict = v,
                          .kind = fault ? "sanitizer" : "no-evidence",
                          .why = why,
                      });
    if (m->has_trap) {
        TrapInfo *trap = arena_new(k->a, TrapInfo);
        *trap = m->trap;
        check_take_traps(k, trap, 1);
    }
    check_decide(k, v, STAGE_CORRECT);
}

static bool is_asked(const Check *k, const char *tool) {
    if (k->q->sanitize) return true;
    for (const char *const *t = k->ex->sanitizer; t && *t; t++)
        if (!strcmp(*t, tool)) return true;
    return false;
}

bool stage_memcheck(Check *k, Err *err) {
    CheckResult *r = k->res;
    int n = k->ncases;
    if (!r->backend->has_tools) {
        if (k->q->sanitize && r->backend->reports_itself)
            r->note = "The simulated device itself makes the checks of "
                      "compute-sanitizer, in every run.";
        return true;
    }
    const char *program = find_tool(k, "compute-sanitizer");
    if (!program) {
        err_set(err, ERR_ENV,
                "this check asks for compute-sanitizer, which is "
                "not on the PATH nor beside nvcc");
        return err_hint(err, "it comes with the CUDA toolkit (package "
                             "cuda-sanitizer); --on sim makes the same checks "
                             "without it");
    }
    const char *folder = path_join(k->a, k->scratch.path, "replay");
    const char *word =
        arena_fmt(k->a, "%016llx", (unsigned long long)rng_entropy());
    if (!save_cases(k, folder, n, word, err)) return false;
    Buf tools = {0};
    for (const char *const *t = memcheck_tools; *t; t++) {
        MemcheckReport m;
        bool fault;
        if (!is_asked(k, *t)) continue;
        if (!run_tool(k, program, *t, folder, word, &m, err)) return false;
        const char *why = memcheck_why(k->a, &m, *t, n, &fault);
        if (why) {
            tell_tool(k, *t, &m, why, fault);
            break;
        }
        buf_fmt(&tools, "%s%s", tools.len ? ", " : "", *t);
    }
    if (r->verdict == VERDICT_NONE)
        r->note = arena_fmt(k->a,
                            "compute-sanitizer (%s) ran all %d cases to "
                            "the end and found nothing.",
                            buf_text(&tools), n);
    buf_free(&tools);
    return true;
}

// ---- ncu
//
// It runs a kernel again and again, a few counters each time, and with caches
// flushed in between: its counts are the hardware's, its times are for
// orientation. It keeps what it found in a file, which it prints twice: as a
// row per launch, and line by line.

// One run of ncu: what it printed, in the arena; NULL with err.
static const char *run_ncu(Check *k, const char *const *argv, Err *err) {
    Proc p = {0};
    if (!proc_run(argv, NULL, &p, err)) return NULL;
    const char *text =
        arena_fmt(k->a, "%s\n%s", buf_text(&p.out), buf_text(&p.err));
    proc_free(&p);
    return text;
}

// A page of what ncu found before.
static const char *report_page(Check *k, const char *program,
                               const char *report, const char *name,
                               const char *view, Err *err) {
    const char *argv[] = {program,
                          "--import",
                          report,
                          "--csv",
                          "--print-units",
                          "base",
                          "--page",
                          name,
                          view ? "--print-source" : NULL,
                          view,
                          NULL};
    return run_ncu(k, argv, err);
}

bool stage_profile(Check *k, Err *err) {
    CheckResult *r = k->res;
    const char *folder = path_join(k->a, k->scratch.path, "profile");
    const char *program = find_tool(k, "ncu");
    if (!r->backend->has_tools) return true;
    if (!program) {
        r->profile_why = "ncu is neither on the PATH nor beside nvcc: it comes "
                         "with the CUDA toolkit (package nsight-compute).";
        return true;
    }
    r->time.shape = k->timed.name;
    if (!save_case(k, &k->timed, folder, err)) return false;
    const char *report = arena_fmt(k->a, "%s/found.ncu-rep", folder);
    const char *argv[] = {"timeout",
                          "300",
                          "env",
                          arena_fmt(k->a, "KATA_REPLAY=%s", folder),
                          program,
                          "--export",
                          report,
                          "--force-overwrite",
                          "--clock-control",
                          "none",
                          "--section",
                          "SourceCounters",
                          "--metrics",
                          ncu_metrics(k->a),
                          r->build.binary,
                          NULL};
    check_say(k, "profiling with ncu");
    device_lock_exclusive(&k->lock);
    const char *said = run_ncu(k, argv, err);
    device_lock_downgrade(&k->lock);
    const char *raw =
        said ? report_page(k, program, report, "raw", NULL, err) : NULL;
    if (!raw) return false;
    r->profile = ncu_read(k->a, raw, &r->nprofile);
    if (!r->profile) {
        r->profile_why = ncu_trouble(k->a, arena_fmt(k->a, "%s%s", said, raw));
        return true;
    }
    const char *lines =
        report_page(k, program, report, "source", "cuda,sass", err);
    if (!lines) return false;
    r->profile_lines =
        ncu_lines(k->a, lines, r->profile, r->nprofile, &r->nprofile_lines);
    return true;
}
