// The timed case once under ncu, for `kata explain --on gpu`.
//
// ncu runs a kernel again and again, a few counters each time, and with caches
// flushed in between: its counts are the hardware's, its times are for
// orientation. The program runs outside of the sandbox here, as under
// compute-sanitizer.
#include "gate/check_parts.h"
#include "gate/ncu.h"

#include "base/path.h"
#include "base/proc.h"

bool check_profile(Check *k, CaseData *timed, Err *err) {
    CheckResult *r = k->res;
    const char *folder = path_join(k->a, k->scratch, "profile");
    const char *program = check_find_tool(k, "ncu");
    if (r->backend != BACKEND_GPU) return true;
    if (!program) {
        r->profile_why = "ncu is neither on the PATH nor beside nvcc: it comes "
                         "with the CUDA toolkit (package nsight-compute).";
        return true;
    }
    r->time.shape = timed->name;
    if (!check_save_case(k, timed, folder, err)) return false;
    const char *argv[] = {"timeout",
                          "300",
                          "env",
                          arena_fmt(k->a, "KATA_REPLAY=%s", folder),
                          program,
                          "--csv",
                          "--page",
                          "raw",
                          "--print-units",
                          "base",
                          "--clock-control",
                          "none",
                          "--metrics",
                          ncu_metrics(k->a),
                          r->build.binary,
                          NULL};
    Proc p = {0};
    check_say(k, "profiling with ncu");
    if (!proc_run(argv, NULL, &p, err)) return false;
    Buf all = {0};
    buf_add(&all, buf_text(&p.out), p.out.len);
    buf_char(&all, '\n');
    buf_add(&all, buf_text(&p.err), p.err.len);
    r->profile = ncu_read(k->a, buf_text(&all), &r->nprofile);
    if (!r->profile) r->profile_why = ncu_trouble(k->a, buf_text(&all));
    buf_free(&all);
    proc_free(&p);
    return true;
}
