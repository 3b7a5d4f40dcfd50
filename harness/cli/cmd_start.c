// kata start: choose the track to follow.
//
// Tracks share exercises and their record, so changing one's mind costs
// nothing.
#include "cli/cmd.h"

#include "base/str.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static bool check_date(const char *text, Err *err) {
    struct tm tm = {0};
    const char *end = strptime(text, "%Y-%m-%d", &tm);
    if (end && !*end) return true;
    err_set(err, ERR_USAGE, "'%s' is no date", text);
    return err_hint(err, "--from 2026-01-31");
}

static const Track *find_track(App *a, const char *id, Err *err) {
    const Track *t = plan_track(&a->plan, id), *only = NULL;
    if (t) return t;
    int found = 0;
    const char **names =
        arena_array(&a->arena, const char *, (size_t)a->plan.ntracks);
    Buf list = {0};
    for (int i = 0; i < a->plan.ntracks; i++) {
        names[i] = a->plan.tracks[i]->id;
        buf_fmt(&list, "%s%s", i ? ", " : "", names[i]);
        if (!str_starts(names[i], id)) continue;
        only = a->plan.tracks[i];
        found++;
    }
    if (found != 1) {
        int near = str_nearest(id, names, a->plan.ntracks);
        err_set(err, ERR_USAGE,
                found ? "'%s' could be several tracks" : "no track '%s'", id);
        if (near >= 0 && !found)
            err_hint(err, "did you mean '%s'?", names[near]);
        else
            err_hint(err, "tracks: %s", buf_text(&list));
    }
    buf_free(&list);
    return found == 1 ? only : NULL;
}

static bool remember(App *a, const Track *t, const char *from, Err *err) {
    char today[32];
    time_t now = time(NULL);
    struct tm tm;
    strftime(today, sizeof today, "%Y-%m-%d", localtime_r(&now, &tm));
    const char *key = arena_fmt(&a->arena, "start:%s", t->id);
    // Starting a track again does not lose the day on which it began.
    if (!from && store_get(a->store, &a->arena, key))
        from = NULL;
    else if (!from)
        from = today;
    return (!from || store_set(a->store, key, from, err)) &&
           store_set(a->store, "track", t->id, err);
}

static bool start_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *from = NULL, *words[1];
    int n;
    const Opt opts[] = {{"--from", &from, NULL}, {0}};
    if (!opts_take(&cmd_start, argc, argv, opts, words, 1, &n, err))
        return false;
    if (n == 0) {
        err_set(err, ERR_USAGE, "which track?");
        return err_hint(err, "`kata tracks` lists them");
    }
    if (from && !check_date(from, err)) return false;
    const Track *t = find_track(a, words[0], err);
    if (!t || !remember(a, t, from, err)) return false;

    a->track = t;
    Progress *rows;
    int nrows;
    if (!app_progress(a, &rows, &nrows, err)) return false;
    const Item *first = app_current(a, rows, nrows, NULL, NULL);
    Buf out = {0};
    term_ink(&a->term, &out, INK_BOLD, "%s", t->title);
    buf_fmt(&out, ": %d weeks", t->nweeks);
    if (t->minutes_per_day)
        buf_fmt(&out, ", %d minutes a day", t->minutes_per_day);
    buf_char(&out, '\n');
    if (first)
        buf_fmt(&out, "first: %s, %s\n", plan_address(&a->arena, t, first->ex),
                first->ex->title);
    buf_str(&out, "next: ");
    term_ink(&a->term, &out, INK_BOLD, "kata next\n");
    app_print(&out);
    return true;
}

const Cmd cmd_start = {
    .name = "start",
    .args = "TRACK [--from DATE]",
    .help = "choose the track to follow",
    .more = "  --from DATE   the day it began, for example 2026-01-31\n\n"
            "Tracks share exercises and their record: changing track loses "
            "nothing.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .completes = "track",
    .run = start_run,
};
