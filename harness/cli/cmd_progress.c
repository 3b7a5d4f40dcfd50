// kata progress: how far along the track.
#include "cli/cmd.h"
#include "cli/learn/overview.h"

#include "report/report.h"

// *week becomes the number that a range of weeks begins with.
static bool check_week(const Track *t, long *week, Err *err) {
    const Week *found = track_week(t, (int)*week);
    if (found) {
        *week = found->number;
        return true;
    }
    err_set(err, ERR_USAGE, "%s has no week %ld", t->id, *week);
    return err_hint(err, "weeks %d to %d", t->nweeks ? t->weeks[0].number : 0,
                    t->nweeks ? t->weeks[t->nweeks - 1].last : 0);
}

// An exercise that the curriculum took away stays in the record, and kata says
// so.
static void say_gone(App *a, const Course *w, Buf *out) {
    enum { MOST = 3 };
    Buf line = {0};
    int n = 0;
    for (int i = 0; i < w->nrows; i++) {
        const char *id = w->rows[i].exercise;
        if (plan_find(&a->plan, id) || w->rows[i].attempts == 0) continue;
        if (++n <= MOST) buf_fmt(&line, "%s%s", n > 1 ? ", " : "", id);
    }
    if (n > MOST) buf_fmt(&line, " and %d more", n - MOST);
    if (n > 0)
        term_wrap(&a->term, out, 0,
                  arena_fmt(&a->arena,
                            "No longer in the curriculum, kept in your record: "
                            "%s. There is nothing to do; if it was moved by "
                            "mistake, put its folder back.",
                            buf_text(&line)));
    buf_free(&line);
}

// A reading is known by its words: whoever rewrites it asks for it again.
static void say_reworded(App *a, const Course *w, Buf *out) {
    Map keys = {0};
    int n = 0;
    for (int i = 0; i < a->plan.ntracks; i++)
        for (int k = 0; k < a->plan.tracks[i]->nall; k++)
            if (a->plan.tracks[i]->all[k]->key)
                map_set(&keys, a->plan.tracks[i]->all[k]->key, a);
    for (int i = 0; i < w->nsaid; i++)
        n += map_find(&keys, w->said[i].item) == NULL;
    map_free(&keys);
    if (n > 0)
        term_wrap(&a->term, out, 0,
                  arena_fmt(&a->arena,
                            "%d reading%s that you did %s changed since, or "
                            "gone: kept in your record. `kata week` shows "
                            "what is to be read now.",
                            n, n == 1 ? "" : "s", n == 1 ? "is" : "are"));
}

// Attempts that are not as kata wrote them count, but nobody should take them
// for work.
static void say_foreign(App *a, Buf *out) {
    StoreFaults f;
    Err ignored = {0};
    bool ok = store_verify_attempts(a->store, &f, &ignored);
    int n = f.attempts + f.unsealed;
    err_clear(&ignored);
    if (ok && n > 0)
        term_wrap(&a->term, out, 0,
                  arena_fmt(&a->arena,
                            "%d attempt%s of this record %s not as kata wrote "
                            "%s: see `kata doctor`.",
                            n, n == 1 ? "" : "s", n == 1 ? "is" : "are",
                            n == 1 ? "it" : "them"));
}

static bool progress_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *text = NULL;
    long week = 0;
    int n;
    Course w;
    const Opt opts[] = {{"--week", &text, NULL}, {0}};
    if (!opts_take(&cmd_progress, argc, argv, opts, NULL, 0, &n, err) ||
        (text && (!opts_int("--week", text, 0, &week, err) ||
                  !check_week(a->track, &week, err))) ||
        !course_open(a, a->track, &w, err))
        return false;

    const Exercise *ex = w.s.next.ex;
    Overview overview;
    if (!overview_make(a, &w, &overview, err)) return false;
    ProgressView view = {
        .track = a->track,
        .rows = w.rows,
        .nrows = w.nrows,
        .week = text ? (int)week : -1,
        .current = ex ? ex->id : NULL,
        .overview = text ? NULL : &overview,
        .schedule = &w.s,
        .next = ex ? "kata next" : NULL,
        .said = w.said,
        .nsaid = w.nsaid,
    };
    Buf out = {0};
    if (a->json)
        report_progress_json(&view, &out);
    else
        report_progress(&a->term, &view, &out);
    if (!a->json) {
        say_gone(a, &w, &out);
        say_reworded(a, &w, &out);
        say_foreign(a, &out);
    }
    app_print(&out);
    return true;
}

const Cmd cmd_progress = {
    .name = "progress",
    .args = "[--week N]",
    .help = "show how far you are",
    .more = "  --week N   one week, item by item\n",
    .needs = NEED_PLAN | NEED_STORE | ONLY_LOOKS | NEED_TRACK,
    .reads = true,
    .completes = "",
    .run = progress_run,
};
