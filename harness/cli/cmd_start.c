// kata start: choose the track to follow.
//
// Tracks share exercises and their record, so changing one's mind costs
// nothing.
#include "cli/cmd.h"

#include "base/day.h"
#include "base/str.h"
#include "cli/learn/address.h"
#include "cli/learn/choose.h"
#include "cli/learn/pace.h"

#include <unistd.h>

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
        if (!found && plan_find(&a->plan, id))
            err_hint(err,
                     "'%s' is an exercise, which you may do at any time: "
                     "kata next %s",
                     id, id);
        else if (near >= 0 && !found)
            err_hint(err, "did you mean '%s'?", names[near]);
        else
            err_hint(err, "tracks: %s", buf_text(&list));
    }
    buf_free(&list);
    return found == 1 ? only : NULL;
}

// Starting a track again does not lose the day on which it began, unless
// another is asked for.
static bool remember_track(App *a, const Track *t, int from, Err *err) {
    int first = day_today();
    if (from >= 0)
        first = from;
    else if (t->from)
        day_parse(t->from, &first, NULL);
    bool keeps = from < 0 && course_is_started(a, t);
    return (keeps || course_set_start(a, t, first, err)) &&
           store_set(a->store, "track", t->id, err);
}

// Whoever has a job does not study thirteen hours a day.
static void say_less(App *a, const Pace *p, Buf *out) {
    enum { FULL_DAY = 6 * 60 };
    if (p->minutes < FULL_DAY) return;
    term_wrap(&a->term, out, 0,
              "This is for people who study all day. If you have less time: "
              "kata pace 1h, and the days hold exercises alone.");
}

// How many weeks the track takes at this pace.
static int weeks_of(const Course *w, const Pace *p) {
    Pace own = calendar_pace_of(w->f.track);
    int least = track_length(w->f.track);
    if (p->minutes >= own.minutes) return least;
    return max_of(least,
                  (w->s.ends - w->s.begins + DAYS_PER_WEEK) / DAYS_PER_WEEK);
}

// A pace that has less room than the exercises take says so.
static void say_work(App *a, const Course *w, const Pace *p, Buf *out) {
    enum { HOUR = 60 };
    int room, work = track_minutes(w->f.track, &room);
    room = weeks_of(w, p) * __builtin_popcount(p->days) * p->minutes;
    if (!minutes_exceed(work, room)) return;
    term_wrap(&a->term, out, 0,
              arena_fmt(&a->arena,
                        "All of its exercises take about %d hours, by "
                        "estimates; these weeks have %d. Leave out what you "
                        "know (kata skip), or take more time (kata pace).",
                        (work + HOUR / 2) / HOUR, (room + HOUR / 2) / HOUR));
}

static void say_first(App *a, const Course *w, Buf *out) {
    char from[DAY_TEXT + 8], until[DAY_TEXT];
    const Track *t = w->f.track;
    const Pace *p = calendar_pace(&w->f.calendar, w->s.today);
    term_wrap(&a->term, out, 0,
              arena_fmt(&a->arena, "%s: %d weeks, %s on %s", t->title,
                        weeks_of(w, p), app_time(a, p->minutes),
                        calendar_days_text(&a->arena, p->days)));
    buf_fmt(out, "from %s, until about %s\n", day_words(w->s.begins, from),
            day_text(w->s.ends, until));
    say_work(a, w, p, out);
    say_less(a, p, out);
    if (w->s.next.ex)
        buf_fmt(out, "first: %s, %s\n",
                plan_address(&a->arena, t, w->s.next.ex), w->s.next.ex->title);
    buf_str(out, "next: ");
    term_ink(&a->term, out, INK_BOLD, "kata next\n");
}

static bool start_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *from = NULL, *pace = NULL, *days = NULL, *words[1];
    int n, day = -1;
    const Opt opts[] = {{"--from", &from, NULL},
                        {"--pace", &pace, NULL},
                        {"--days", &days, NULL},
                        {0}};
    if (!opts_take(&cmd_start, argc, argv, opts, words, 1, &n, err))
        return false;
    bool asks = n == 0 && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (n == 0 && !asks) {
        err_set(err, ERR_USAGE, "which track?");
        return err_hint(err, "`kata tracks` lists them");
    }
    if (from && !course_day("--from", from, &day, err)) return false;
    const Track *t = asks ? choose_track(a, err) : find_track(a, words[0], err);
    if (!t) return false;
    Pace p = calendar_pace_of(t);
    if (!pace_read(pace, days, &p, err) || !remember_track(a, t, day, err))
        return false;
    a->track = t;
    address_remember(a, NULL);
    Course w;
    if (!course_open(a, t, &w, err)) return false;
    p.from = w.f.calendar.start;
    if ((pace || days) &&
        (!pace_set(&w, p, err) || !course_open(a, t, &w, err)))
        return false;
    Buf out = {0};
    say_first(a, &w, &out);
    app_print(&out);
    return true;
}

const Cmd cmd_start = {
    .name = "start",
    .args = "[TRACK] [--from DATE] [--pace TIME] [--days DAYS]",
    .help = "choose the track to follow, or move its first day",
    .more =
        "Without TRACK, on a terminal, three questions find one.\n\n"
        "  --from DATE   the day it begins, for example 2027-01-31; given "
        "again, it\n                moves the whole plan\n"
        "  --pace TIME   so much on a day: 45m, 2h, 2h/day\n"
        "  --days DAYS   the days of study: mon,wed,sat\n\n"
        "Several tracks can be followed at once: starting another adds it and "
        "makes it\nthe one that `kata next` means. They share exercises and "
        "their record.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .completes = "track",
    .run = start_run,
};
