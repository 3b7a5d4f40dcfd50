// kata pace, pause, resume: a learner's time, which is not the syllabus's.
//
// None of them touches what was recorded; they change the days on which things
// are due. A pace holds from today on: it makes nobody late for yesterday.
#include "cli/cmd.h"

#include "base/day.h"
#include "cli/learn/pace.h"

static void say_pace(App *a, const Course *w, Buf *out) {
    char until[DAY_TEXT];
    const Pace *p = calendar_pace(&w->f.calendar, w->s.today);
    buf_fmt(out, "%s on %s; done about %s\n", app_time(a, p->minutes),
            calendar_days_text(&a->arena, p->days), day_text(w->s.ends, until));
    course_say(w, out);
    buf_str(out, "next: kata today\n");
}

static bool pace_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *days = NULL, *words[1] = {NULL};
    int n;
    Course w;
    const Opt opts[] = {{"--days", &days, NULL}, {0}};
    if (!opts_take(&cmd_pace, argc, argv, opts, words, 1, &n, err) ||
        !course_open(a, a->track, &w, err))
        return false;
    Pace p = *calendar_pace(&w.f.calendar, w.s.today);
    p.from = max_of(w.s.today, w.f.calendar.start);
    if (!pace_read(words[0], days, &p, err)) return false;
    if ((words[0] || days) &&
        (!pace_set(&w, p, err) || !course_open(a, a->track, &w, err)))
        return false;
    Buf out = {0};
    say_pace(a, &w, &out);
    app_print(&out);
    return true;
}

// ---- pauses

static bool put_pause(const Course *w, int from, int until, Err *err) {
    return store_set_pause(w->a->store, w->f.track->id, (PauseRow){from, until},
                           w->s.today, err);
}

static bool pause_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *until = NULL;
    int n, day;
    char text[DAY_TEXT + 8];
    Course w;
    const Opt opts[] = {{"--until", &until, NULL}, {0}};
    if (!opts_take(&cmd_pause, argc, argv, opts, NULL, 0, &n, err))
        return false;
    if (!until) {
        err_set(err, ERR_USAGE, "until when?");
        return err_hint(err, "kata pause --until DATE, the first day back");
    }
    if (!course_day("--until", until, &day, err) ||
        !course_open(a, a->track, &w, err))
        return false;
    if (day <= w.s.today) {
        err_set(err, ERR_USAGE, "%s is not after today", until);
        return err_hint(err, "--until is the first day back");
    }
    // One that lasts yet is moved.
    const Pause *now = calendar_pause(&w.f.calendar, w.s.today);
    if (!put_pause(&w, now ? now->from : w.s.today, day, err)) return false;
    Buf out = {0};
    buf_fmt(&out, "%s is paused; all that is due moves by as much\n",
            a->track->title);
    buf_fmt(&out, "until: %s\nnext: kata resume, or just come back\n",
            day_words(day, text));
    app_print(&out);
    return true;
}

static bool resume_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    int n;
    Course w;
    const Opt opts[] = {{0}};
    if (!opts_take(&cmd_resume, argc, argv, opts, NULL, 0, &n, err) ||
        !course_open(a, a->track, &w, err))
        return false;
    const Pause *p = calendar_pause(&w.f.calendar, w.s.today);
    Buf out = {0};
    if (p) {
        if (!put_pause(&w, p->from, w.s.today, err) ||
            !course_open(a, a->track, &w, err))
            return false;
        buf_str(&out, "Welcome back.\n");
    } else {
        buf_str(&out, "There is no pause.\n");
    }
    course_say(&w, &out);
    buf_str(&out, "next: kata next\n");
    app_print(&out);
    return true;
}

const Cmd cmd_pace = {
    .name = "pace",
    .args = "[TIME] [--days DAYS]",
    .help = "show or change how much you do on which days",
    .more = "  TIME          45m, 2h, 2h/day\n"
            "  --days DAYS   mon,wed,sat\n\n"
            "It holds from today on; what was due before stays as it was.\n",
    .needs = NEED_PLAN | NEED_STORE | NEED_TRACK,
    .completes = "",
    .run = pace_run,
};

const Cmd cmd_pause = {
    .name = "pause",
    .args = "--until DATE",
    .help = "leave the track alone until a day; nothing gets late",
    .more = "  --until DATE   the first day back, for example 2027-01-07\n",
    .needs = NEED_PLAN | NEED_STORE | NEED_TRACK,
    .completes = "",
    .run = pause_run,
};

const Cmd cmd_resume = {
    .name = "resume",
    .args = "",
    .help = "end a pause today",
    .needs = NEED_PLAN | NEED_STORE | NEED_TRACK,
    .completes = "",
    .run = resume_run,
};
