// kata diff: what the learner changed, or how the solution differs.
#include "cli/cmd.h"

#include "base/path.h"
#include "base/proc.h"
#include "base/scratch.h"
#include "cli/folder/work.h"
#include "cli/learn/address.h"
#include "cli/learn/record.h"
#include "report/report.h"

static bool may_see(App *a, const Exercise *ex, Err *err) {
    Progress *rows;
    int n;
    if (!record_progress(a, &rows, &n, err)) return false;
    const Progress *p = store_find_progress(rows, n, ex->id);
    if (p && (p->state == STATE_PASSED || p->state == STATE_STALE ||
              p->saw_solution))
        return true;
    err_set(err, ERR_USAGE, "the solution of '%s' is for after a pass", ex->id);
    return err_hint(err, "%s --give-up shows it now, and the record says so",
                    app_command(a, "solution", ex));
}

static bool run_diff(App *a, const char *from, const char *to, Err *err) {
    Args args = {0};
    Proc p = {0};
    args_add(&args, "diff");
    args_add(&args, "-u");
    args_add(&args, a->term.colour ? "--color=always" : "--color=never");
    args_add(&args, "--label");
    args_add(&args, app_show_path(a, from));
    args_add(&args, "--label");
    args_add(&args, app_show_path(a, to));
    args_add(&args, "--");
    args_add(&args, from);
    args_add(&args, to);
    bool ok = proc_run(args.at, NULL, &p, err);
    if (ok && p.status > 1)
        ok = err_set(err, ERR_ENV, "diff: %s", buf_text(&p.err));
    if (ok && p.out.len == 0) buf_str(&p.out, "no difference\n");
    if (ok) term_put(&p.out);
    proc_free(&p);
    args_free(&args);
    return ok;
}

// Against the source of the last attempt that passed.
static bool diff_passed(App *a, const Exercise *ex, const char *file,
                        Err *err) {
    size_t n;
    Scratch dir = {0};
    char *text = store_source(a->store, &a->arena, ex->id, true, &n);
    if (!text) {
        err_set(err, ERR_USAGE, "'%s' has not passed yet", ex->id);
        return err_hint(err, "`%s` shows what you changed in the stub",
                        app_command(a, "diff", ex));
    }
    if (!scratch_open(&dir, &a->arena, a->build, "diff", err)) return false;
    const char *passed = path_join(&a->arena, dir.path,
                                   arena_fmt(&a->arena, "passed-%s", ex->file));
    bool ok =
        file_write(passed, text, n, err) && run_diff(a, passed, file, err);
    scratch_close(&dir);
    return ok;
}

static bool diff_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    bool solution = false, passed = false;
    const char *words[1] = {NULL};
    int n;
    const Opt opts[] = {
        {"--solution", NULL, &solution}, {"--passed", NULL, &passed}, {0}};
    if (!opts_take(&cmd_diff, argc, argv, opts, words, 1, &n, err))
        return false;
    const Exercise *ex = address_exercise(a, words[0], NULL, err);
    if (!ex || (solution && !may_see(a, ex, err))) return false;

    const char *file = work_file(a, ex);
    if (!path_exists(file)) {
        err_set(err, ERR_USAGE, "you have no file for '%s' yet", ex->id);
        return err_hint(err, "`%s` hands it out", app_command(a, "next", ex));
    }
    if (ex->paper) {
        err_set(err, ERR_USAGE, "'%s' is a %s: there is no code to compare",
                ex->id, kind_name(ex->kind));
        return err_hint(err, "`%s` judges it", app_command(a, "check", ex));
    }
    if (passed) return diff_passed(a, ex, file, err);
    if (solution)
        return run_diff(a, file, path_join(&a->arena, ex->sol, ex->file), err);
    return run_diff(a, path_join(&a->arena, ex->dir, ex->file), file, err);
}

const Cmd cmd_diff = {
    .name = "diff",
    .args = "[EXERCISE] [--passed | --solution]",
    .help = "show what you changed",
    .more = "  --passed     since your last pass\n"
            "  --solution   how the solution differs from yours, after a "
            "pass\n",
    .needs = NEED_PLAN | NEED_STORE | ONLY_LOOKS,
    .completes = "exercise",
    .run = diff_run,
};
