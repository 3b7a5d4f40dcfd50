// kata history: every attempt at an exercise.
#include "cli/cmd.h"

#include "cli/learn/address.h"
#include "report/report.h"

static bool history_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *words[1] = {NULL}, *text = NULL;
    long limit = 20;
    Attempt *rows;
    Progress *all;
    int n, nall;
    const Opt opts[] = {{"--limit", &text, NULL}, {0}};
    if (!opts_take(&cmd_history, argc, argv, opts, words, 1, &n, err) ||
        (text && !opts_int("--limit", text, 0, &limit, err)))
        return false;
    const Exercise *ex = address_exercise(a, words[0], NULL, err);
    if (!ex ||
        !store_history(a->store, &a->arena, ex->id, (int)limit, &rows, &n,
                       err) ||
        !store_progress(a->store, &a->arena, (VersionNow){0}, &all, &nall, err))
        return false;

    const Progress *p = store_find_progress(all, nall, ex->id);
    char *address = plan_address(&a->arena, a->track, ex);
    Buf out = {0};
    if (a->json) {
        report_history_json(address, rows, n, &out);
    } else {
        report_history(&a->term, address, rows, n, p ? p->attempts : 0, &out);
        if (n == 0) buf_fmt(&out, "next: %s\n", app_command(a, "check", ex));
    }
    app_print(&out);
    return true;
}

const Cmd cmd_history = {
    .name = "history",
    .args = "[EXERCISE] [--limit N]",
    .help = "list your attempts at an exercise",
    .more = "  --limit N   the newest N (20 unless told; 0 is all)\n",
    .needs = NEED_PLAN | NEED_STORE,
    .reads = true,
    .completes = "exercise",
    .run = history_run,
};
