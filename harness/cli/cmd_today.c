// kata today, kata week: what is due, and how it goes.
#include "cli/cmd.h"

#include "base/day.h"
#include "base/json.h"
#include "cli/learn/items.h"
#include "cli/learn/undated.h"

#include <string.h>

// ---- JSON

static void put_slot(Json *j, const Course *w, const Slot *s) {
    char day[DAY_TEXT];
    json_open(j, '{');
    json_kstr(j, "due", day_text(s->due, day));
    json_kstr(j, "place", slot_text(s->state));
    json_kstr(j, "exercise", s->ex ? s->ex->id : NULL);
    json_kstr(j, "text", s->item->text);
    json_kbool(j, "counts", s->counts);
    json_kstr(j, "first", s->first ? s->first->id : NULL);
    json_kbool(j, "next", s->ex && s->ex == w->s.next.ex);
    json_close(j, '}');
}

static void put_json(const Course *w,
                     bool (*shows)(const Course *, const Slot *, int),
                     int number, Buf *out) {
    char day[DAY_TEXT];
    const Pause *p = calendar_pause(&w->f.calendar, w->s.today);
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kstr(&j, "track", w->f.track->id);
    json_kstr(&j, "today", day_text(w->s.today, day));
    json_kint(&j, "days_behind", w->s.lag);
    json_kstr(&j, "paused_until", p ? day_text(p->until, day) : NULL);
    json_kint(&j, "done", w->s.done);
    json_kint(&j, "total", w->s.total);
    json_kstr(&j, "next", w->s.next.ex ? w->s.next.ex->id : NULL);
    json_key(&j, "items");
    json_open(&j, '[');
    for (int i = 0; i < w->s.n; i++)
        if (shows(w, &w->s.slots[i], number)) put_slot(&j, w, &w->s.slots[i]);
    json_close(&j, ']');
    json_key(&j, "every_week");
    json_open(&j, '[');
    for (int i = 0; i < w->s.nweekly; i++)
        put_slot(&j, w, &w->s.weekly[i]);
    json_close(&j, ']');
    json_kint(&j, "waiting", w->s.lacking);
    json_close(&j, '}');
    buf_char(out, '\n');
}

// ---- today

static bool is_for_today(const Course *w, const Slot *s, int number) {
    (void)number;
    return item_is_due(w, s);
}

static void say_others(App *a, Buf *out) {
    for (int i = 0; i < a->plan.ntracks; i++) {
        const Track *t = a->plan.tracks[i];
        Course w;
        if (t == a->track || !course_is_started(a, t) ||
            !course_open(a, t, &w, NULL))
            continue;
        term_line(&a->term, out, 0, "also: %s, %s; %d due today", t->id,
                  course_lag(&w), w.s.due_today);
    }
}

static void say_future(App *a, Buf *out) {
    char day[DAY_TEXT];
    Err ignored = {0};
    int n;
    int64_t latest;
    if (store_future(a->store, &n, &latest, &ignored) && n)
        term_line(&a->term, out, 0,
                  "note: %d attempt%s from the future, up to %s: the clock was "
                  "wrong then, or is now",
                  n, n == 1 ? " is" : "s are", day_text(day_at(latest), day));
    err_clear(&ignored);
}

static void show_today(App *a, const Course *w, Buf *out) {
    enum { MOST = 8 };
    char day[DAY_TEXT + 8];
    int n = 0;
    bool paused = calendar_pause(&w->f.calendar, w->s.today) != NULL;
    term_ink(&a->term, out, INK_BOLD, "%s\n", day_words(w->s.today, day));
    course_say(w, out);
    buf_char(out, '\n');
    for (int i = 0; i < w->s.n && !paused; i++) {
        const Slot *slot = &w->s.slots[i];
        if (!is_for_today(w, slot, 0)) continue;
        if (++n <= MOST) course_slot(w, slot, out);
    }
    if (n > MOST) buf_fmt(out, "  and %d more: kata list --due\n", n - MOST);
    if (n == 0 && w->s.next.ex)
        term_line(&a->term, out, 2, "Nothing is due. To go on: %s",
                  plan_address(&a->arena, a->track, w->s.next.ex));
    if (n > 0) buf_char(out, '\n');
    undated_today(w, out);
    course_lacking(w, w->s.today, MOST / 2, out);
    say_others(a, out);
    say_future(a, out);
    buf_str(out, "next: ");
    term_ink(&a->term, out, INK_BOLD,
             w->s.next.ex ? "kata next\n" : "kata review\n");
}

static bool today_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const Opt opts[] = {{0}};
    int n;
    Course w;
    if (!opts_take(&cmd_today, argc, argv, opts, NULL, 0, &n, err) ||
        !course_open(a, a->track, &w, err))
        return false;
    Buf out = {0};
    if (a->json)
        put_json(&w, is_for_today, 0, &out);
    else
        show_today(a, &w, &out);
    app_print(&out);
    return true;
}

// ---- week

static bool is_of_week(const Course *w, const Slot *s, int number) {
    (void)w;
    return number >= s->week->number && number <= s->week->last;
}

// The week in which today lies: the last one that has begun.
static const Week *week_of_today(const Course *w) {
    const Week *now = w->f.track->nweeks ? &w->f.track->weeks[0] : NULL;
    for (int i = 0; i < w->s.n; i++)
        if (w->s.slots[i].due <= w->s.today) now = w->s.slots[i].week;
    return now;
}

// How long it takes, by estimates, and how long the pace has for it.
static void say_minutes(App *a, const Course *w, const Week *week, Buf *out) {
    const Pace *p = calendar_pace(&w->f.calendar, w->s.today);
    int weeks = max_of(week->last - week->number + 1, 1);
    int work = week_minutes(week);
    if (work)
        term_line(
            &a->term, out, 0, "about %s, by estimates; your pace has %s",
            app_time(a, work),
            app_time(a, weeks * __builtin_popcount(p->days) * p->minutes));
}

static void show_week(App *a, const Course *w, const Week *week, Buf *out) {
    Buf head = {0};
    term_ink(&a->term, out, INK_BOLD, "week %d", week->number);
    if (week->last > week->number) buf_fmt(&head, "-%d", week->last);
    buf_fmt(&head, ": %s", week->title ? week->title : "");
    int first = 0, last = 0;
    for (int i = 0; i < w->s.n; i++) {
        int due = w->s.slots[i].due;
        if (w->s.slots[i].week != week) continue;
        first = first && first < due ? first : due;
        last = max_of(last, due);
    }
    char day[DAY_TEXT + 8];
    if (first) buf_fmt(&head, ", %s", day_words(first, day));
    if (last > first) buf_fmt(&head, " to %s", day_words(last, day));
    term_hang(&a->term, out, 6, 2, buf_text(&head));
    buf_free(&head);
    for (int i = 0; i < w->s.n; i++)
        if (w->s.slots[i].week == week) course_slot(w, &w->s.slots[i], out);
    if (week->gate) {
        int met, asked;
        schedule_goal_stands(&w->f, week->gate, &met, &asked);
        int to_come = week->gate->nneeds - asked;
        const char *more =
            to_come
                ? arena_fmt(&a->arena, ", %d without exercises yet", to_come)
                : "";
        term_hang(&a->term, out, 0, 2,
                  arena_fmt(&a->arena, "gate: %s (%d of %d%s)",
                            week->gate->says, met, week->gate->nneeds, more));
    }
    say_minutes(a, w, week, out);
    undated_week(w, week, week == week_of_today(w), out);
    buf_char(out, '\n');
    course_say(w, out);
    buf_str(out, "next: ");
    term_ink(&a->term, out, INK_BOLD,
             w->s.next.ex ? "kata next\n" : "kata review\n");
}

static bool week_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *words[1] = {NULL};
    const Opt opts[] = {{0}};
    int n;
    long number = 0;
    Course w;
    if (!opts_take(&cmd_week, argc, argv, opts, words, 1, &n, err) ||
        (words[0] && !opts_int("a week", words[0], 0, &number, err)) ||
        !course_open(a, a->track, &w, err))
        return false;
    const Track *t = a->track;
    const Week *week =
        words[0] ? track_week(t, (int)number) : week_of_today(&w);
    if (!week) {
        err_set(err, ERR_USAGE, "%s has no week %ld", t->id, number);
        return err_hint(err, "weeks %d to %d",
                        t->nweeks ? t->weeks[0].number : 0,
                        t->nweeks ? t->weeks[t->nweeks - 1].last : 0);
    }
    Buf out = {0};
    if (a->json)
        put_json(&w, is_of_week, week->number, &out);
    else
        show_week(a, &w, week, &out);
    app_print(&out);
    return true;
}

const Cmd cmd_today = {
    .name = "today",
    .args = "",
    .help = "what is due today, and how you stand",
    .needs = NEED_PLAN | NEED_STORE | ONLY_LOOKS | NEED_TRACK,
    .reads = true,
    .completes = "",
    .run = today_run,
};

const Cmd cmd_week = {
    .name = "week",
    .args = "[N]",
    .help = "the items of this week, or of week N, with their days",
    .needs = NEED_PLAN | NEED_STORE | ONLY_LOOKS | NEED_TRACK,
    .reads = true,
    .completes = "",
    .run = week_run,
};
