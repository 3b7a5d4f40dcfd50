// kata tracks: what there is to follow.
#include "cli/cmd.h"

#include "base/json.h"
#include "report/report.h"

static bool is_active(App *a, const Track *t) {
    return a->track == t;
}

static void show_json(App *a, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_key(&j, "tracks");
    json_open(&j, '[');
    for (int i = 0; i < a->plan.ntracks; i++) {
        const Track *t = a->plan.tracks[i];
        int done, total;
        progress_count(&(ProgressView){.track = t}, NULL, &done, &total);
        json_open(&j, '{');
        json_kstr(&j, "id", t->id);
        json_kstr(&j, "title", t->title);
        json_kint(&j, "weeks", t->nweeks);
        json_kint(&j, "exercises", total);
        json_kint(&j, "minutes_per_day", t->minutes_per_day);
        json_kbool(&j, "active", is_active(a, t));
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}

static void show_track(App *a, const Track *t, Buf *out) {
    int done, total;
    progress_count(&(ProgressView){.track = t}, NULL, &done, &total);
    buf_str(out, is_active(a, t) ? "* " : "  ");
    term_ink(&a->term, out, INK_BOLD, "%-20s", t->id);
    buf_fmt(out, " %s\n%23s%d weeks, %d exercises", t->title, "", t->nweeks,
            total);
    if (t->minutes_per_day)
        buf_fmt(out, ", %d minutes a day", t->minutes_per_day);
    buf_char(out, '\n');
}

static bool tracks_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const Opt opts[] = {{0}};
    int n;
    if (!opts_take(&cmd_tracks, argc, argv, opts, NULL, 0, &n, err))
        return false;
    Buf out = {0};
    if (a->json) {
        show_json(a, &out);
    } else {
        for (int i = 0; i < a->plan.ntracks; i++)
            show_track(a, a->plan.tracks[i], &out);
        if (!a->track) buf_str(&out, "\nnext: kata start TRACK\n");
    }
    app_print(&out);
    return true;
}

const Cmd cmd_tracks = {
    .name = "tracks",
    .args = "",
    .help = "list the tracks there are",
    .needs = NEED_PLAN | WANT_STORE,
    .reads = true,
    .completes = "",
    .run = tracks_run,
};
