// Calendars: paces, pauses, and walking through them.
#include "plan/calendar.h"

#include "base/buf.h"
#include "base/day.h"
#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// No calendar reaches further: a walk ends whatever the pace.
enum { FURTHEST = 40 * 366, EVERY_DAY = 127, FEW_MINUTES = 30 };

unsigned calendar_days(const char *text) {
    unsigned days = 0;
    Str rest = str_of(text), part;
    while (str_cut(&rest, ',', &part)) {
        int i = 0;
        part = str_trim(part);
        while (i < DAYS_PER_WEEK && !str_eq(part, weekday_names[i]))
            i++;
        if (i == DAYS_PER_WEEK) return 0;
        days |= 1u << i;
    }
    return days;
}

char *calendar_days_text(Arena *a, unsigned days) {
    char *text = arena_str(a, "");
    for (int i = 0; i < DAYS_PER_WEEK; i++)
        if (days & 1u << i)
            text = arena_fmt(a, "%s%s%s", text, *text ? "," : "",
                             weekday_names[i]);
    return text;
}

Pace calendar_pace_of(const Track *t) {
    Pace p = {.minutes = t->minutes_per_day};
    for (int i = 0; t->days[i]; i++)
        p.days |= calendar_days(t->days[i]);
    if (!p.days) p.days = EVERY_DAY;
    if (p.minutes < 1) p.minutes = FEW_MINUTES;
    return p;
}

Calendar calendar_of(Arena *a, const Track *t, int start, int more) {
    Calendar c = {.start = start, .npaces = 1};
    int room;
    c.paces = arena_array(a, Pace, (size_t)more + 1);
    c.paces[0] = calendar_pace_of(t);
    c.paces[0].from = start;
    c.work = track_minutes(t, &room);
    c.room = room;
    return c;
}

// ---- days

const Pace *calendar_pace(const Calendar *c, int day) {
    const Pace *now = &c->paces[0];
    for (int i = 1; i < c->npaces; i++)
        if (c->paces[i].from <= day) now = &c->paces[i];
    return now;
}

const Pause *calendar_pause(const Calendar *c, int day) {
    for (int i = 0; i < c->npauses; i++)
        if (day >= c->pauses[i].from && day < c->pauses[i].until)
            return &c->pauses[i];
    return NULL;
}

int calendar_minutes(const Calendar *c, int day) {
    if (day < c->start || calendar_pause(c, day)) return 0;
    const Pace *p = calendar_pace(c, day);
    return p->days & 1u << day_weekday(day) ? p->minutes : 0;
}

int calendar_between(const Calendar *c, int a, int b) {
    if (b < a) return -calendar_between(c, b, a);
    int n = 0;
    for (int day = a; day < b; day++)
        n += calendar_minutes(c, day) > 0;
    return n;
}

// Minutes of the track's own time that a day stands for.
static int64_t worth_of(const Calendar *c, int day) {
    int64_t minutes = calendar_minutes(c, day);
    const Pace *p = calendar_pace(c, day), *own = &c->paces[0];
    if (minutes == 0 || minutes >= own->minutes || c->work <= 0 ||
        c->room <= c->work)
        return minutes;
    int64_t most = (int64_t)own->minutes * __builtin_popcount(own->days) /
                   __builtin_popcount(p->days);
    return max_of(minutes, min_of(most, minutes * c->room / c->work));
}

int calendar_walk(const Calendar *c, Walk *w, int64_t at) {
    if (!w->begun) *w = (Walk){c->start, 0, true};
    for (; w->day < c->start + FURTHEST; w->day++) {
        int64_t minutes = worth_of(c, w->day);
        if (minutes > 0 && w->before + minutes > at) return w->day;
        w->before += minutes;
    }
    return w->day;
}
