// kata solution: one good answer, after a pass or on request.
//
// Nobody is policed, but the record keeps that it was seen before a pass.
#include "cli/cmd.h"
#include "cli/learn/check_paper.h"

#include "base/path.h"
#include "cli/learn/address.h"
#include "cli/learn/record.h"
#include "gate/check/recorded.h"
#include "report/report.h"

#include <string.h>

static bool add_source(const char *path, Buf *out, Err *err) {
    Buf text = {0};
    if (!file_read(path, &text, err)) return false;
    buf_add(out, buf_text(&text), text.len);
    buf_free(&text);
    return true;
}

// The mark in the notes becomes what was recorded on a GPU.
static bool add_notes(App *a, const Exercise *ex, const char *path, Buf *out,
                      Err *err) {
    static const char mark[] = "<!-- measured -->";
    Buf text = {0}, filled = {0};
    if (!file_read(path, &text, err)) return false;
    const char *p = buf_text(&text);
    for (const char *at; (at = strstr(p, mark)); p = at + strlen(mark)) {
        buf_add(&filled, p, (size_t)(at - p));
        buf_str(&filled, recorded_words(&a->arena, a->root, ex));
    }
    buf_str(&filled, p);
    report_markdown(&a->term, buf_text(&filled), filled.len, out);
    buf_free(&filled);
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
                                         : add_source(file, &out, err);
    if (ok && path_exists(notes)) {
        buf_char(&out, '\n');
        ok = add_notes(a, ex, notes, &out, err);
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
