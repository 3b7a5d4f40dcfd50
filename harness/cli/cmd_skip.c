// kata skip: leave an exercise out, for now or for good.
#include "cli/cmd.h"
#include "cli/learn/address.h"
#include "cli/learn/course.h"

// An exercise that is passed needs no skipping: the next one is skipped.
static void forget_passed(App *a) {
    Course w;
    Err none = {0};
    const Exercise *last = address_last(a);
    if (last && a->track && course_open(a, a->track, &w, &none) &&
        course_is_done(&w, last))
        address_remember(a, NULL);
    err_clear(&none);
}

static bool skip_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    bool undo = false;
    const char *words[1] = {NULL};
    int n;
    const Opt opts[] = {{"--undo", NULL, &undo}, {0}};
    if (!opts_take(&cmd_skip, argc, argv, opts, words, 1, &n, err))
        return false;
    if (undo && !words[0]) {
        // The current exercise is by nature not a skipped one.
        err_set(err, ERR_USAGE, "which exercise?");
        return err_hint(err, "kata skip EXERCISE --undo");
    }
    if (!words[0]) forget_passed(a);
    const Exercise *ex = address_exercise(a, words[0], NULL, err);
    if (!ex || !store_note(a->store, ex->id, undo ? "unskip" : "skip", 0, err))
        return false;
    if (address_last(a) == ex) address_remember(a, NULL);
    Buf out = {0};
    if (undo)
        buf_fmt(&out, "%s is back\nnext: kata next\n", ex->id);
    else
        buf_fmt(&out,
                "%s is skipped; %s --undo takes that back\n"
                "next: kata next\n",
                ex->id, app_command(a, "skip", ex));
    app_print(&out);
    return true;
}

const Cmd cmd_skip = {
    .name = "skip",
    .args = "[EXERCISE] [--undo]",
    .help = "leave an exercise out",
    .more = "  --undo   take it back in\n",
    .needs = NEED_PLAN | NEED_STORE,
    .completes = "exercise",
    .run = skip_run,
};
