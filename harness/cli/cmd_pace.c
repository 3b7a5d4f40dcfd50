// kata pace, pause, resume: a learner's time, which is not the syllabus's.
//
// None of them touches what was recorded; they change the days on which things
// are due. A pace holds from today on: it makes nobody late for yesterday.
#include "cli/cmd.h"

#include "base/day.h"
#include "base/str.h"
#include "cli/learn/course.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MINUTES = 24 * MINUTES_PER_HOUR };

// time = number ("m" | "min" | "h") ["/day"]
static bool read_minutes(const char *text, int *minutes) {
    char *end;
    double v = strtod(text, &end);
    if (end == text || !isfinite(v)) return false;
    if (*end == 'h')
        v *= MINUTES_PER_HOUR, end++;
    else if (str_starts(end, "min"))
        end += 3;
    else if (*end == 'm')
        end++;
    else
        return false;
    if (str_starts(end, "/day")) end += 4;
    *minutes = v <= MOST_MINUTES ? (int)lround(v) : 0;
    return !*end && *minutes >= 1;
}

bool pace_read(const char *time, const char *days, Pace *p, Err *err) {
    if (time && !read_minutes(time, &p->minutes)) {
        err_set(err, ERR_USAGE, "'%s' is no time of a day", time);
        return err_hint(err, "45m or 2h, up to 24h");
    }
    if (!days) return true;
    p->days = days_parse(days);
    if (p->days) return true;
    err_set(err, ERR_USAGE, "'%s' are no days", days);
    return err_hint(err, "--days mon,wed,sat");
}

bool pace_set(Course *w, Pace p, Err *err) {
    Calendar *c = &w->f.calendar;
    Pace *steps = arena_array(&w->a->arena, Pace, (size_t)c->npaces + 1);
    int n = 0;
    for (int i = 0; i < c->npaces; i++)
        if (i == 0 || c->paces[i].from < p.from) steps[n++] = c->paces[i];
    steps[n++] = p;
    c->paces = steps;
    c->npaces = n;
    return course_set(w->a, w->f.track, "pace", paces_text(&w->a->arena, c),
                      err);
}

static void say_pace(App *a, const Course *w, Buf *out) {
    char until[DAY_TEXT];
    const Pace *p = calendar_pace(&w->f.calendar, w->s.today);
    buf_fmt(out, "%s on %s; done about %s\n", app_time(a, p->minutes),
            days_text(&a->arena, p->days), day_text(w->s.ends, until));
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

static bool put_pauses(Course *w, Err *err) {
    return course_set(w->a, w->f.track, "pause",
                      pauses_text(&w->a->arena, &w->f.calendar), err);
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
    Calendar *c = &w.f.calendar;
    Pause *all = arena_array(&a->arena, Pause, (size_t)c->npauses + 1);
    int kept = 0, from = w.s.today;
    for (int i = 0; i < c->npauses; i++) { // one that lasts yet is moved
        bool now = c->pauses[i].until > w.s.today;
        if (now && c->pauses[i].from < from) from = c->pauses[i].from;
        if (!now) all[kept++] = c->pauses[i];
    }
    all[kept++] = (Pause){from, day};
    c->pauses = all;
    c->npauses = kept;
    if (!put_pauses(&w, err)) return false;
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
    Pause *p = (Pause *)calendar_pause(&w.f.calendar, w.s.today);
    Buf out = {0};
    if (p) {
        p->until = w.s.today;
        if (!put_pauses(&w, err) || !course_open(a, a->track, &w, err))
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
