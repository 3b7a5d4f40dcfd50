// Streak, hours, evidence, phases and milestones.
#include "cli/learn/overview.h"

#include "base/day.h"
#include "cli/learn/items.h"
#include "cli/learn/review.h"

#include <string.h>

// ---- when

// Days of study in a row with something done; a free day or a pause does not
// break it, and today may still come. days: rising.
static int streak_of(const Calendar *c, int today, const int *days, int n) {
    int streak = 0;
    for (int day = today; n > 0; day--) {
        bool active = days[n - 1] == day;
        if (active) {
            streak++;
            n--;
        } else if (day != today && calendar_minutes(c, day) > 0) {
            break;
        } else if (day < c->start) {
            break;
        }
    }
    return streak;
}

static bool set_time(App *a, const Course *w, Overview *v, Err *err) {
    enum { QUARTER = 900, PER_HOUR = 4 };
    int64_t *quarters;
    int n, ndays = 0, today = w->s.today;
    if (!store_active(a->store, &a->arena, &quarters, &n, err)) return false;
    int *days = arena_array(&a->arena, int, (size_t)n);
    int64_t until = 0; // the end of the last day, so that few are converted
    for (int i = 0; i < n; i++) {
        if (ndays && quarters[i] * QUARTER < until) continue;
        int day = day_at(quarters[i] * QUARTER);
        if (day > today) break;
        days[ndays++] = day;
        until = day_begins(day + 1);
    }
    v->hours = (double)n / PER_HOUR;
    v->streak = streak_of(&w->f.calendar, today, days, ndays);
    return true;
}

// ---- what

static void count_evidence(const Course *w, Overview *v) {
    for (int i = 0; i < w->s.n; i++) {
        const Slot *slot = &w->s.slots[i];
        bool passed = slot->standing == STANDING_PASSED ||
                      slot->standing == STANDING_STALE;
        v->skipped += slot->standing == STANDING_SKIPPED;
        v->read += slot->state == SLOT_READ;
        v->readings += slot->state == SLOT_READ || slot->state == SLOT_READING;
        if (!slot->ex || !passed) continue;
        const Progress *p =
            store_find_progress(w->rows, w->nrows, slot->ex->id);
        Proof proof = kind_proof(slot->ex->kind);
        v->run += proof == PROOF_RUN;
        v->measured += proof == PROOF_RUN && p && p->measured;
        v->answered += proof == PROOF_ANSWERED;
        v->shown += proof == PROOF_SHOWN;
        v->attested += proof == PROOF_ATTESTED;
    }
    v->stale = w->s.stale;
}

static void set_goal(const Course *w, const Goal *g, GoalRow *row) {
    *row = (GoalRow){
        .says = g->says, .parts = g->nneeds, .opens = g->mode == GOAL_OPENS};
    schedule_goal_stands(&w->f, g, &row->met, &row->asked);
}

static void set_phases(App *a, const Course *w, Overview *v) {
    const Track *t = w->f.track;
    PhaseRow *rows = arena_array(&a->arena, PhaseRow, (size_t)t->nphases);
    for (int p = 0; p < t->nphases; p++) {
        const Phase *phase = &t->phases[p];
        rows[p].title = phase->title;
        for (int i = 0; i < w->s.n; i++) {
            const Slot *slot = &w->s.slots[i];
            int week = (int)(slot->week - t->weeks) - phase->first_week;
            if (!slot->counts || week < 0 || week >= phase->nweeks) continue;
            rows[p].total++;
            rows[p].done += slot->standing != STANDING_NONE &&
                            slot->standing != STANDING_FAILED;
        }
        if (!phase->gate) continue;
        GoalRow *gate = arena_new(&a->arena, GoalRow);
        set_goal(w, phase->gate, gate);
        rows[p].gate = gate;
    }
    v->phases = rows;
    v->nphases = t->nphases;
}

static void set_milestones(App *a, const Course *w, Overview *v) {
    const Track *t = w->f.track;
    GoalRow *rows = arena_array(&a->arena, GoalRow, (size_t)t->nmilestones);
    char day[DAY_TEXT];
    for (int i = 0; i < t->nmilestones; i++) {
        const Goal *g = &t->milestones[i];
        set_goal(w, g, &rows[i]);
        if (g->by.week || g->by.month || g->by.date)
            rows[i].due =
                arena_str(&a->arena,
                          day_text(schedule_milestone_due(&w->f, &g->by), day));
    }
    v->milestones = rows;
    v->nmilestones = t->nmilestones;
}

bool overview_make(App *a, const Course *w, Overview *out, Err *err) {
    Review *reviews;
    int n;
    *out = (Overview){.lag = course_lag(w), .days_behind = w->s.lag};
    if (!set_time(a, w, out, err) || !review_all(a, &reviews, &n, err))
        return false;
    for (int i = 0; i < n; i++)
        out->reviews_due += reviews[i].due <= w->s.today;
    count_evidence(w, out);
    const Exercise **outside;
    out->outside = items_outside(w, &(ItemFilter){0}, &outside);
    out->outside_passed = items_outside(
        w, &(ItemFilter){.passed = true, .stale = true}, &outside);
    set_phases(a, w, out);
    set_milestones(a, w, out);
    return true;
}
