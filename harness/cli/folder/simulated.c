#include "cli/folder/simulated.h"

#include "base/path.h"
#include "base/proc.h"
#include "base/scratch.h"

#include <limits.h>
#include <unistd.h>

static bool run_sim(Args *words, bool timeline, const char *to, Arena *m,
                    const char **text, Err *err) {
    Proc p = {0};
    Buf all = {0};
    bool ok = proc_run(words->at, NULL, &p, err);
    // A program with mistakes ends with 1, and its export tells of them.
    if (ok && p.status != 0 && (timeline || p.status != 1 || !p.out.len)) {
        ok = err_set(err, ERR_ENV, "the program of this exercise did not run");
        err_hint(err, "kata sim said: %.300s", buf_text(&p.err));
    }
    ok = ok && (!timeline || file_read(to, &all, err));
    if (ok)
        *text = timeline ? arena_strn(m, buf_text(&all), all.len)
                         : arena_strn(m, buf_text(&p.out), p.out.len);
    buf_free(&all);
    proc_free(&p);
    return ok;
}

bool simulated_export(void *app, Arena *m, const char *file, const char **args,
                      const char *gpu, bool timeline, const char **text,
                      Err *err) {
    App *a = app;
    char own[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    if (n < 0) return err_errno(err, ERR_ENV, "cannot find kata's own program");
    own[n] = '\0';
    Scratch scratch = {0};
    if (!scratch_open(&scratch, m, a->build, "profile", err)) return false;
    const char *to = path_join(m, scratch.path, "timeline.json");
    Args words = {0};
    const char *const first[] = {own, "sim", file, "--json"};
    for (size_t i = 0; i < COUNT_OF(first); i++)
        args_add(&words, first[i]);
    if (*gpu) {
        args_add(&words, "--gpu");
        args_add(&words, gpu);
    }
    if (timeline) {
        args_add(&words, "--timeline");
        args_add(&words, to);
    }
    args_add(&words, "--");
    for (int i = 0; args[i]; i++)
        args_add(&words, args[i]);
    bool ok = run_sim(&words, timeline, to, m, text, err);
    args_free(&words);
    scratch_close(&scratch);
    return ok;
}
