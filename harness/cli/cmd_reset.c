// kata reset: the stub again. The old file is kept, and `kata undo` brings
// it back. A worksheet comes back with the same numbers, unless new ones are
// asked for.
#include "cli/cmd.h"

#include "base/path.h"
#include "cli/folder/work.h"
#include "cli/learn/address.h"
#include "report/report.h"

static bool keep_file(App *a, const Exercise *ex, const char *file, Err *err) {
    Buf text = {0};
    bool ok = file_read(file, &text, err) &&
              store_snapshot(a->store, ex->id, "reset", buf_text(&text),
                             text.len, err);
    buf_free(&text);
    return ok;
}

// Draws another sheet. Only some kinds have one.
static bool draw_new(App *a, const Exercise *ex, Err *err) {
    uint64_t seed;
    if (ex->paper && ex->paper->nquestions)
        return work_seed(a, ex, true, &seed, err);
    err_set(err, ERR_USAGE, "'%s' has no sheet to draw", ex->id);
    return err_hint(err,
                    "--new is for worksheets and quizzes; `%s` starts over",
                    app_command(a, "reset", ex));
}

static bool reset_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    bool yes = false, fresh = false;
    const char *words[1] = {NULL};
    int n;
    const Opt opts[] = {{"--yes", NULL, &yes}, {"--new", NULL, &fresh}, {0}};
    if (!opts_take(&cmd_reset, argc, argv, opts, words, 1, &n, err))
        return false;
    const Exercise *ex = address_exercise(a, words[0], NULL, err);
    if (!ex) return false;

    const char *file = work_file(a, ex);
    const char *shown = app_show_path(a, file);
    Buf out = {0};
    if (!path_exists(file)) {
        if (fresh && !draw_new(a, ex, err)) return false;
        if (!work_hand_out(a, ex, NULL, err)) return false;
        buf_fmt(&out, "%s is there\n", shown);
    } else {
        char *question =
            arena_fmt(&a->arena, "Replace %s with the original stub?", shown);
        if (!yes && !app_confirm(a, question, err)) return false;
        // The copy first: a kill between the two loses nothing.
        if (!keep_file(a, ex, file, err) || (fresh && !draw_new(a, ex, err)) ||
            !work_put_stub(a, ex, file, err) ||
            !store_note(a->store, ex->id, "reset", 0, err))
            return false;
        buf_fmt(&out, "%s is %s; what was there is kept\n", shown,
                fresh ? "a new sheet" : "the stub again");
        buf_fmt(&out, "to get it back: %s\n", app_command(a, "undo", ex));
    }
    buf_fmt(&out, "next: %s\n", app_command(a, "check", ex));
    app_print(&out);
    return true;
}

const Cmd cmd_reset = {
    .name = "reset",
    .args = "[EXERCISE] [--new] [--yes]",
    .help = "start over from the stub (kata undo brings your file back)",
    .more = "  --new   a worksheet or quiz: draw other numbers\n"
            "  --yes   do not ask\n",
    .needs = NEED_PLAN | NEED_STORE,
    .completes = "exercise",
    .run = reset_run,
};
