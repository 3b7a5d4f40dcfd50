// kata undo: the file as it was before kata last changed it.
//
// The file of now is kept too, as a snapshot that undo does not offer, so
// that repeated undos go back step by step. A reading is to be read again.
#include "cli/cmd.h"
#include "cli/learn/reading.h"

#include "base/path.h"
#include "cli/folder/work.h"
#include "cli/learn/address.h"

static bool keep_file(App *a, const Exercise *ex, const char *file, Err *err) {
    Buf text = {0};
    bool ok =
        !path_exists(file) || (file_read(file, &text, err) &&
                               store_snapshot(a->store, ex->id, "undo",
                                              buf_text(&text), text.len, err));
    buf_free(&text);
    return ok;
}

// A reading that was ticked off.
static bool undo_reading(App *a, const char *address, Err *err) {
    Course w;
    bool was;
    if (!a->track) return app_use_track(a, err);
    if (!course_open(a, a->track, &w, err)) return false;
    const Slot *s = reading_find(&w, address, err);
    if (!s || !store_unattest(a->store, s->item->key, &was, err)) return false;
    if (!was) {
        err_set(err, ERR_USAGE, "there is nothing to undo for '%s'", address);
        return err_hint(err, "`kata week` shows what is read");
    }
    Buf out = {0};
    buf_fmt(&out, "%s is to be read again\nnext: kata next\n",
            reading_address(&w, s));
    app_print(&out);
    return true;
}

static bool undo_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *words[1] = {NULL};
    int n;
    const Opt opts[] = {{0}};
    if (!opts_take(&cmd_undo, argc, argv, opts, words, 1, &n, err))
        return false;
    if (reading_is_address(words[0])) return undo_reading(a, words[0], err);
    const Exercise *ex = address_exercise(a, words[0], NULL, err);
    if (!ex) return false;

    size_t len;
    const char *file = work_file(a, ex);
    if (!keep_file(a, ex, file, err)) return false;
    char *text = store_undo(a->store, &a->arena, ex->id, &len, err);
    if (!text) {
        if (err->kind != ERR_NONE) return false;
        err_set(err, ERR_USAGE, "there is nothing to undo for '%s'", ex->id);
        return err_hint(err, "kata reset keeps a copy of "
                             "your file, and so does every check");
    }
    if (!path_make_dirs(path_dir(&a->arena, file), err) ||
        !file_write(file, text, len, err))
        return false;
    Buf out = {0};
    buf_fmt(&out, "%s is as it was before\nnext: %s\n", app_show_path(a, file),
            app_command(a, "check", ex));
    app_print(&out);
    return true;
}

const Cmd cmd_undo = {
    .name = "undo",
    .args = "[EXERCISE]",
    .help = "take back the last reset, or a reading that is done",
    .needs = NEED_PLAN | NEED_STORE,
    .completes = "exercise",
    .run = undo_run,
};
