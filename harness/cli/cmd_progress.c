// kata progress: how far along the track.
#include "cli/cmd.h"

#include "report/report.h"

static bool check_week(const Track *t, long week, Err *err) {
    for (int i = 0; i < t->nweeks; i++)
        if (t->weeks[i].number == week) return true;
    err_set(err, ERR_USAGE, "%s has no week %ld", t->id, week);
    return err_hint(err, "weeks %d to %d", t->nweeks ? t->weeks[0].number : 0,
                    t->nweeks ? t->weeks[t->nweeks - 1].number : 0);
}

static bool progress_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *text = NULL;
    long week = 0;
    Progress *rows;
    int n;
    const Opt opts[] = {{"--week", &text, NULL}, {0}};
    if (!opts_take(&cmd_progress, argc, argv, opts, NULL, 0, &n, err) ||
        (text && (!opts_int("--week", text, 0, &week, err) ||
                  !check_week(a->track, week, err))) ||
        !app_progress(a, &rows, &n, err))
        return false;

    const Item *it = app_current(a, rows, n, NULL, NULL);
    ProgressView view = {
        .track = a->track,
        .rows = rows,
        .nrows = n,
        .week = text ? (int)week : -1,
        .current = it ? it->id : NULL,
        .next = it ? "kata next" : NULL,
    };
    Buf out = {0};
    if (a->json)
        report_progress_json(&view, &out);
    else
        report_progress(&a->term, &view, &out);
    app_print(&out);
    return true;
}

const Cmd cmd_progress = {
    .name = "progress",
    .args = "[--week N]",
    .help = "show how far you are",
    .more = "  --week N   one week, item by item\n",
    .needs = NEED_PLAN | NEED_STORE | NEED_TRACK,
    .reads = true,
    .completes = "",
    .run = progress_run,
};
