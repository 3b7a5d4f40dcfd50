// kata tracks: what there is to follow.
#include "cli/cmd.h"

#include "base/day.h"
#include "base/json.h"
#include "cli/learn/course.h"
#include "report/report.h"

static bool is_active(App *a, const Track *t) {
    return a->track == t;
}

// How many items there are to do: as kata list counts them, where there is a
// record.
static int count_total(App *a, const Track *t) {
    int done, total;
    Course w;
    if (a->store && course_open(a, t, &w, NULL)) return w.s.total;
    progress_count(&(ProgressView){.track = t}, NULL, &done, &total);
    return total;
}

static int count_items(const Track *t) {
    int n = 0;
    for (int i = 0; i < t->nweeks; i++)
        n += t->weeks[i].nitems;
    return n;
}

static void show_json(App *a, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_key(&j, "tracks");
    json_open(&j, '[');
    for (int i = 0; i < a->plan.ntracks; i++) {
        const Track *t = a->plan.tracks[i];
        char day[DAY_TEXT];
        json_open(&j, '{');
        json_kstr(&j, "id", t->id);
        json_kstr(&j, "title", t->title);
        json_kint(&j, "weeks", track_length(t));
        json_kint(&j, "exercises", count_total(a, t));
        json_kint(&j, "minutes_per_day", t->minutes_per_day);
        json_kbool(&j, "active", is_active(a, t));
        Course w;
        bool follows = course_is_started(a, t) && course_open(a, t, &w, NULL);
        json_kstr(&j, "since",
                  follows ? day_text(w.f.calendar.start, day) : NULL);
        json_kint(&j, "days_behind", follows ? w.s.lag : 0);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}

// To ten minutes.
static int round_up(int minutes) {
    return (minutes + 9) / 10 * 10;
}

static void show_track(App *a, const Track *t, Buf *out) {
    char day[DAY_TEXT];
    buf_str(out, is_active(a, t) ? "* " : "  ");
    term_ink(&a->term, out, INK_BOLD, "%s", t->id);
    buf_str(out, ": ");
    term_hang(&a->term, out, 4 + (int)strlen(t->id), 4, t->title);
    if (t->blurb) term_wrap(&a->term, out, 4, t->blurb);
    if (t->who) term_wrap(&a->term, out, 4, t->who);
    term_line(&a->term, out, 4,
              "%d weeks, %d items, %d of them to do, %s a day", track_length(t),
              count_items(t), count_total(a, t),
              app_time(a, t->minutes_per_day));
    int room, work = track_minutes(t, &room);
    if (minutes_exceed(work, room))
        term_line(&a->term, out, 4, "every exercise of it done: about %s a day",
                  app_time(a, round_up(work * t->minutes_per_day / room)));
    Course w;
    if (course_is_started(a, t) && course_open(a, t, &w, NULL))
        term_line(&a->term, out, 4, "since %s: %d of %d done, %s",
                  day_text(w.f.calendar.start, day), w.s.done, w.s.total,
                  course_lag(&w));
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
    .help = "list the tracks there are, and how you stand in them",
    .needs = NEED_PLAN | WANT_STORE,
    .reads = true,
    .completes = "",
    .run = tracks_run,
};
