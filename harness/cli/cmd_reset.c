// kata reset: the stub again. What was there is kept, and `kata undo` brings
// it back.
#include "cli/cmd.h"

#include "base/path.h"

static bool keep(App *a, const Exercise *ex, const char *file, Err *err) {
    Buf text = {0};
    bool ok = file_read(file, &text, err) &&
              store_snapshot(a->store, ex->id, "reset", buf_text(&text),
                             text.len, err);
    buf_free(&text);
    return ok;
}

static bool reset_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    bool yes = false;
    const char *words[1] = {NULL};
    int n;
    const Opt opts[] = {{"--yes", NULL, &yes}, {0}};
    if (!opts_take(&cmd_reset, argc, argv, opts, words, 1, &n, err))
        return false;
    const Exercise *ex = app_exercise(a, words[0], NULL, err);
    if (!ex) return false;

    const char *file = app_work_file(a, ex);
    const char *shown = app_show_path(a, file);
    Buf out = {0};
    if (!path_exists(file)) {
        if (!app_hand_out(a, ex, NULL, err)) return false;
        buf_fmt(&out, "%s is there\n", shown);
    } else {
        char *question =
            arena_fmt(&a->arena, "put the stub in the place of %s?", shown);
        if (!yes && !app_confirm(a, question, err)) return false;
        // The copy first: a kill between the two loses nothing.
        if (!keep(a, ex, file, err) ||
            !file_copy(path_join(&a->arena, ex->dir, ex->file), file, err) ||
            !store_note(a->store, ex->id, "reset", 0, err))
            return false;
        buf_fmt(&out, "%s is the stub again; what was there is kept\n", shown);
        buf_fmt(&out, "to get it back: %s\n", app_command(a, "undo", ex));
    }
    buf_fmt(&out, "next: %s\n", app_command(a, "check", ex));
    app_print(&out);
    return true;
}

const Cmd cmd_reset = {
    .name = "reset",
    .args = "[EXERCISE] [--yes]",
    .help = "start over from the stub (kata undo brings your file back)",
    .more = "  --yes   do not ask\n",
    .needs = NEED_PLAN | NEED_STORE,
    .completes = "exercise",
    .run = reset_run,
};
