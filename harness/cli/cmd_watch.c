// kata watch: check on every save.
#include "cli/cmd.h"

#include "cli/learn/address.h"
#include "cli/screen/watch.h"

static bool watch_verb(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    bool polls = false;
    const char *words[1] = {NULL};
    const Opt opts[] = {{"--poll", NULL, &polls}, {0}};
    int n;
    if (!opts_take(&cmd_watch, argc, argv, opts, words, 1, &n, err))
        return false;
    const Exercise *ex = address_exercise(a, words[0], NULL, err);
    if (!ex) return false;
    if (kind_is_checked(ex->kind)) return watch_run(a, ex, polls, err);
    err_set(err, ERR_USAGE, "'%s' is a %s: kata cannot check it yet", ex->id,
            kind_name(ex->kind));
    return err_hint(err, "%s", app_command(a, "show", ex));
}

const Cmd cmd_watch = {
    .name = "watch",
    .args = "[EXERCISE] [--poll]",
    .help = "check your file whenever you save it",
    .more =
        "  --poll   look at the file once a second, where saves are not "
        "noticed\n\n"
        "Keys: h hint, n next exercise, l list, e explain, b bench, d what "
        "changed since\nthe last pass, s solution (after a pass), u undo, c "
        "check now, ? help, q quit.\nWith ACCESSIBLE=1, NO_COLOR or TERM=dumb "
        "the text is only appended to, and\nnothing is cleared. Ctrl-Z and fg "
        "work. If it was killed: reset\n",
    .needs = NEED_PLAN | NEED_STORE,
    .completes = "exercise",
    .run = watch_verb,
};
