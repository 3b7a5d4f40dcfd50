// kata show: the brief again.
#include "cli/cmd.h"
#include "cli/learn/brief.h"

#include "base/path.h"
#include "cli/folder/work.h"
#include "cli/learn/address.h"
#include "report/report.h"

static bool show_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *words[1] = {NULL};
    const Item *item;
    int n;
    const Opt opts[] = {{0}};
    if (!opts_take(&cmd_show, argc, argv, opts, words, 1, &n, err))
        return false;
    const Exercise *ex = address_exercise(a, words[0], &item, err);
    if (!ex) return false;

    Buf out = {0};
    brief_add(a, ex, item, &out);
    const char *file = work_file(a, ex);
    if (path_exists(file))
        buf_fmt(&out, "\nyour file: %s\n", app_show_path(a, file));
    if (kind_is_checked(ex->kind))
        buf_fmt(&out, "next: %s\n", app_command(a, "check", ex));
    else
        buf_fmt(&out, "\nkata cannot check a %s yet.\n", kind_name(ex->kind));
    app_print(&out);
    return true;
}

const Cmd cmd_show = {
    .name = "show",
    .args = "[EXERCISE]",
    .help = "show an exercise's brief",
    .needs = NEED_PLAN | WANT_STORE,
    .completes = "exercise",
    .run = show_run,
};
