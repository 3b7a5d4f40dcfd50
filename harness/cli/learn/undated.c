// Printing what stands beside the items of the days.
#include "cli/learn/undated.h"

#include "base/day.h"

#include <string.h>

// A line with a word before it, like those of the items.
static void undated_put_line(const Course *w, const char *word,
                             const char *text, Buf *out) {
    enum { INDENT = 2, TEXT = 19 };
    buf_pad(out, ' ', INDENT);
    term_ink(&w->a->term, out, INK_DIM, "%-*s", TEXT - INDENT, word);
    term_hang(&w->a->term, out, TEXT, TEXT, text);
}

static void put_exercise(const Course *w, const char *word, const Slot *slot,
                         Buf *out) {
    int minutes = slot->item->minutes ? slot->item->minutes : slot->ex->minutes;
    undated_put_line(w, word,
                     arena_fmt(&w->a->arena, "%s, %d min: kata next %s",
                               slot->ex->id, minutes, slot->ex->id),
                     out);
}

// ---- questions of every week

static void put_weekly(const Course *w, bool early, Buf *out) {
    char day[DAY_TEXT + 8];
    for (int i = 0; i < w->s.nweekly; i++) {
        const Slot *slot = &w->s.weekly[i];
        if (!slot->ex || (slot->due > w->s.today && !early)) continue;
        if (slot->state == SLOT_OPEN)
            put_exercise(w, "every week", slot, out);
        else if (early && slot->state == SLOT_DONE)
            undated_put_line(w, "every week",
                             arena_fmt(&w->a->arena,
                                       "%s, answered; again after %s",
                                       slot->ex->id, day_words(slot->due, day)),
                             out);
    }
}

// ---- habits

static void put_habits(const Course *w, const char *every, const char *word,
                       Buf *out) {
    const Track *t = w->f.track;
    for (int i = 0; i < t->nhabits; i++) {
        const Habit *h = &t->habits[i];
        if (h->by_kata || strcmp(h->every, every) != 0) continue;
        undated_put_line(w, word,
                         h->minutes ? arena_fmt(&w->a->arena, "%s (%d min)",
                                                h->says, h->minutes)
                                    : h->says,
                         out);
        word = "";
    }
}

void undated_log(const Track *t, Buf *out) {
    int n = 0;
    for (int i = 0; i < t->nhabits; i++) {
        const Habit *h = &t->habits[i];
        if (h->by_kata || strcmp(h->every, "day") != 0) continue;
        buf_fmt(out, "%s- [ ] %s\n", n++ ? "" : "\n## Habits\n\n", h->says);
    }
}

// ---- what a phase leaves behind

static void put_deliverables(const Course *w, const Week *week, Buf *out) {
    const Track *t = w->f.track;
    int at = (int)(week - t->weeks), p = track_phase(t, at);
    if (p < 0 || at != t->phases[p].first_week + t->phases[p].nweeks - 1)
        return;
    for (int i = 0; i < t->phases[p].ndeliverables; i++) {
        const Goal *g = &t->phases[p].deliverables[i];
        int met, asked;
        schedule_goal_stands(&w->f, g, &met, &asked);
        undated_put_line(
            w, i ? "" : "to show by now",
            arena_fmt(&w->a->arena, "%s (%d of %d)", g->says, met, g->nneeds),
            out);
    }
}

// ---- extras

// One at a time, in their order: there is no hurry.
static void put_extra(const Course *w, Buf *out) {
    for (int i = 0; i < w->s.nextras; i++) {
        if (w->s.extras[i].state != SLOT_OPEN) continue;
        put_exercise(w, "extra, any time", &w->s.extras[i], out);
        return;
    }
}

// ---- the two screens

static const Week *last_due(const Course *w) {
    const Week *week = NULL;
    for (int i = 0; i < w->s.n; i++)
        if (w->s.slots[i].due <= w->s.today) week = w->s.slots[i].week;
    return week;
}

void undated_today(const Course *w, Buf *out) {
    size_t before = out->len;
    const Week *week = last_due(w);
    // A learner with less time than the track's own days spends it on the
    // exercises.
    bool whole = calendar_minutes(&w->f.calendar, w->s.today) >=
                 calendar_pace_of(w->f.track).minutes;
    put_weekly(w, false, out);
    if (whole) put_habits(w, "day", "every day", out);
    if (week && w->s.next.ex) put_deliverables(w, week, out);
    if (w->s.lag <= 0 && w->s.due_today == 0 && w->s.today >= w->s.begins)
        put_extra(w, out);
    if (out->len > before) buf_char(out, '\n');
}

void undated_week(const Course *w, const Week *week, bool now, Buf *out) {
    put_deliverables(w, week, out);
    if (!now) return;
    put_weekly(w, true, out);
    put_habits(w, "week", "this week", out);
    put_habits(w, "exercise", "every exercise", out);
    put_extra(w, out);
}
