// The timed case once under ncu, for `kata explain --on gpu`.
//
// ncu runs a kernel again and again, a few counters each time, and with caches
// flushed in between: its counts are the hardware's, its times are for
// orientation. The program runs outside of the sandbox here, as under
// compute-sanitizer. ncu keeps what it found in a file, which it prints twice:
// as a row per launch, and line by line.
#include "gate/check/check_parts.h"
#include "gate/tools/ncu.h"
#include "gate/tools/ncu_lines.h"

#include "base/path.h"
#include "base/proc.h"

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
static const char *page(Check *k, const char *program, const char *report,
                        const char *name, const char *view, Err *err) {
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

bool check_profile(Check *k, CaseData *timed, Err *err) {
    CheckResult *r = k->res;
    const char *folder = path_join(k->a, k->scratch.path, "profile");
    const char *program = check_find_tool(k, "ncu");
    if (r->backend != BACKEND_GPU) return true;
    if (!program) {
        r->profile_why = "ncu is neither on the PATH nor beside nvcc: it comes "
                         "with the CUDA toolkit (package nsight-compute).";
        return true;
    }
    r->time.shape = timed->name;
    if (!check_save_case(k, timed, folder, err)) return false;
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
    turn_alone(&k->turn);
    const char *said = run_ncu(k, argv, err);
    turn_ease(&k->turn);
    const char *raw = said ? page(k, program, report, "raw", NULL, err) : NULL;
    if (!raw) return false;
    r->profile = ncu_read(k->a, raw, &r->nprofile);
    if (!r->profile) {
        r->profile_why = ncu_trouble(k->a, arena_fmt(k->a, "%s%s", said, raw));
        return true;
    }
    const char *lines = page(k, program, report, "source", "cuda,sass", err);
    if (!lines) return false;
    r->profile_lines =
        ncu_lines(k->a, lines, r->profile, r->nprofile, &r->nprofile_lines);
    return true;
}
