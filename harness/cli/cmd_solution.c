// kata solution: one good answer, after a pass or on request.
//
// Nobody is policed, but the record keeps that it was seen before a pass.
#include "cli/cmd.h"
#include "cli/learn/check_paper.h"

#include "base/path.h"
#include "cli/learn/address.h"
#include "cli/learn/record.h"
#include "report/report.h"

static bool add_file(App *a, const char *path, bool prose, Buf *out, Err *err) {
    Buf text = {0};
    if (!file_read(path, &text, err)) return false;
    if (prose)
        report_markdown(&a->term, buf_text(&text), text.len, out);
    else
        buf_add(out, buf_text(&text), text.len);
    buf_free(&text);
    return true;
}

static bool has_passed(App *a, const Exercise *ex, bool *passed, Err *err) {
    Progress *rows;
    int n;
    if (!record_progress(a, &rows, &n, err)) return false;
    const Progress *p = store_find_progress(rows, n, ex->id);
    *passed = p && (p->state == STATE_PASSED || p->state == STATE_STALE);
    return true;
}

static bool solution_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    bool give_up = false, passed;
    const char *words[1] = {NULL};
    int n;
    const Opt opts[] = {{"--give-up", NULL, &give_up}, {0}};
    if (!opts_take(&cmd_solution, argc, argv, opts, words, 1, &n, err))
        return false;
    const Exercise *ex = address_exercise(a, words[0], NULL, err);
    if (!ex || !has_passed(a, ex, &passed, err)) return false;
    if (!passed && !give_up) {
        err_set(err, ERR_USAGE, "'%s' is not passed yet", ex->id);
        return err_hint(err,
                        "%s helps; %s --give-up shows the solution all the "
                        "same, and the record says so",
                        app_command(a, "hint", ex),
                        app_command(a, "solution", ex));
    }

    Buf out = {0};
    const char *file = path_join(&a->arena, ex->sol, ex->file);
    const char *notes = path_join(&a->arena, ex->sol, "NOTES.md");
    bool sheet = ex->paper && ex->paper->nquestions && ex->kind != KIND_PROFILE;
    bool ok = sheet                      ? check_paper_worked(a, ex, &out, err)
              : ex->kind == KIND_PROFILE ? true
                                         : add_file(a, file, false, &out, err);
    if (ok && path_exists(notes)) {
        buf_char(&out, '\n');
        ok = add_file(a, notes, true, &out, err);
    }
    // Recorded before it is shown.
    if (!ok || !store_note(a->store, ex->id, "solution", 0, err)) {
        buf_free(&out);
        return false;
    }
    if (!sheet && ex->kind != KIND_PROFILE)
        buf_fmt(&out, "\nthe file: %s\n", app_show_path(a, file));
    app_print(&out);
    return true;
}

const Cmd cmd_solution = {
    .name = "solution",
    .args = "[EXERCISE] [--give-up]",
    .help = "show a solution, after a pass",
    .more = "  --give-up   before a pass too; the record keeps that\n",
    .needs = NEED_PLAN | NEED_STORE,
    .completes = "exercise",
    .run = solution_run,
};
