// Goals: gates, deliverables, milestones; and habits. With the requirements
// that they are made of.
#include "base/day.h"
#include "base/str.h"
#include "plan/track_read.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_MONTH = 120, MAX_DAY_MINUTES = 1440 };

// ---- requirements

typedef struct GoalDraft {
    TrackReader *t;
    Goal *goal;
    Require *need; // {choose, of} being read
} GoalDraft;

static void read_refs(TrackReader *t, const Node *n, Require *need) {
    int count;
    Node *const *at = read_items(&n, &count);
    need->of = arena_array(t->r.a, Ref, (size_t)count);
    for (int i = 0; i < count; i++)
        need->n +=
            ref_read(&t->r, &t->names, at[i], "requires", &need->of[need->n]);
}

static void need_choose(Read *r, const Node *n, void *out) {
    read_int(r, n, "choose", 1, MAX_WEEK, &((GoalDraft *)out)->need->choose);
}

static void need_of(Read *r, const Node *n, void *out) {
    (void)r;
    read_refs(((GoalDraft *)out)->t, n, ((GoalDraft *)out)->need);
}

// requirement = id | {choose: 2, of: [ids]}
static bool read_need(GoalDraft *d, const Node *n) {
    static const Key keys[] = {{"choose", need_choose, true},
                               {"of", need_of, true}};
    TrackReader *t = d->t;
    if (n->kind != NODE_MAP) {
        d->need->choose = 1;
        read_refs(t, n, d->need);
        return d->need->n > 0;
    }
    int before = err_count(t->r.err);
    read_map(&t->r, n, "a requirement", keys, COUNT_OF(keys), d);
    if (d->need->choose <= d->need->n) return d->need->n > 0;
    if (err_count(t->r.err) > before) return false;
    node_err(n, t->r.err, "%d cannot be chosen of %d", d->need->choose,
             d->need->n);
    return err_hint(t->r.err, "choose: is 1 to %d here", d->need->n);
}

static void key_requires(Read *r, const Node *n, void *out) {
    GoalDraft *d = out;
    int count;
    Node *const *at = read_items(&n, &count);
    if (count == 0) {
        node_err(n, r->err,
                 "requires: is empty, so that nothing would show it");
        err_hint(r->err, "list the exercises whose passes show it");
    }
    d->goal->needs = arena_array(r->a, Require, (size_t)count);
    for (int i = 0; i < count; i++) {
        d->need = &d->goal->needs[d->goal->nneeds];
        d->goal->nneeds += read_need(d, at[i]);
    }
}

bool goal_is_met(const Goal *g, bool (*passed)(void *ctx, const Ref *ref),
                 void *ctx) {
    for (int i = 0; i < g->nneeds; i++) {
        int n = 0;
        for (int k = 0; k < g->needs[i].n; k++)
            n += passed(ctx, &g->needs[i].of[k]);
        if (n < g->needs[i].choose) return false;
    }
    return true;
}

// ---- goals

static Goal *goal_of(void *out) {
    return ((GoalDraft *)out)->goal;
}

static void key_says(Read *r, const Node *n, void *out) {
    goal_of(out)->says = read_text(r, n, "says");
}

static void key_mode(Read *r, const Node *n, void *out) {
    static const char *const names[] = {"advises", "opens"};
    int i = read_word(r, n, "mode", names, COUNT_OF(names));
    if (i >= 0) goal_of(out)->mode = i ? GOAL_OPENS : GOAL_ADVISES;
}

static void key_covers(Read *r, const Node *n, void *out) {
    goal_of(out)->covers = read_words(r, n, "covers");
}

// by = "week " number | "month " number | date
static void key_by(Read *r, const Node *n, void *out) {
    By *by = &goal_of(out)->by;
    const char *text = read_text(r, n, "by");
    if (!text) return;
    bool week = str_starts(text, "week "), month = str_starts(text, "month ");
    if (!week && !month) {
        bool is_date = text[0] >= '0' && text[0] <= '9';
        if (is_date) {
            by->date = read_date(r, n, "by");
            return;
        }
        node_err(n, r->err, "by: '%s' is no time", text);
        err_hint(r->err, "write week 6, month 3, or a date: 2026-06-30");
        return;
    }
    Node number = *n;
    number.text = text + strcspn(text, " ") + 1;
    if (week)
        read_int(r, &number, "by: week", 1, MAX_WEEK, &by->week);
    else
        read_int(r, &number, "by: month", 1, MAX_MONTH, &by->month);
}

static bool read_goal(TrackReader *t, const Node *n, const char *what,
                      const Key *keys, int nkeys, Goal *goal) {
    GoalDraft d = {t, goal, NULL};
    *goal = (Goal){.says = "", .covers = read_no_words(), .loc = n->loc};
    return read_map(&t->r, n, what, keys, nkeys, &d);
}

const Goal *gate_read(TrackReader *t, const Node *n) {
    static const Key keys[] = {{"says", key_says, true},
                               {"mode", key_mode, true},
                               {"requires", key_requires, true},
                               {"covers", key_covers, false}};
    Goal *goal = arena_new(t->r.a, Goal);
    bool ok = read_goal(t, n, "gate:", keys, COUNT_OF(keys), goal);
    return ok ? goal : NULL;
}

Goal *goals_read(TrackReader *t, const Node *n, const char *key,
                 bool is_milestone, int *count) {
    static const Key keys[] = {{"says", key_says, true},
                               {"requires", key_requires, true},
                               {"covers", key_covers, false},
                               {"by", key_by, false}};
    const char *what = is_milestone ? "a milestone" : "a deliverable";
    *count = 0;
    if (!read_is_list(&t->r, n, key, "- {says: \"...\", requires: [...]}"))
        return NULL;
    Goal *goals = arena_array(t->r.a, Goal, (size_t)n->n);
    for (int i = 0; i < n->n; i++)
        *count +=
            read_goal(t, n->at[i], what, keys,
                      (int)COUNT_OF(keys) - !is_milestone, &goals[*count]);
    return goals;
}

// ---- habits

static void habit_says(Read *r, const Node *n, void *out) {
    ((Habit *)out)->says = read_text(r, n, "says");
}

static void habit_every(Read *r, const Node *n, void *out) {
    static const char *const names[] = {"day", "week", "exercise"};
    int i = read_word(r, n, "every", names, COUNT_OF(names));
    if (i >= 0) ((Habit *)out)->every = names[i];
}

static void habit_minutes(Read *r, const Node *n, void *out) {
    read_int(r, n, "minutes", 1, MAX_DAY_MINUTES, &((Habit *)out)->minutes);
}

static void habit_by(Read *r, const Node *n, void *out) {
    static const char *const names[] = {"you", "kata"};
    ((Habit *)out)->by_kata = read_word(r, n, "by", names, 2) == 1;
}

static void habit_covers(Read *r, const Node *n, void *out) {
    ((Habit *)out)->covers = read_words(r, n, "covers");
}

Habit *habits_read(TrackReader *t, const Node *n, int *count) {
    static const Key keys[] = {{"says", habit_says, true},
                               {"every", habit_every, true},
                               {"by", habit_by, true},
                               {"minutes", habit_minutes, false},
                               {"covers", habit_covers, false}};
    *count = 0;
    if (!read_is_list(&t->r, n, "habits", "- {every: day, by: you, says: x}"))
        return NULL;
    Habit *habits = arena_array(t->r.a, Habit, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        Habit *h = &habits[*count];
        *h = (Habit){.says = "",
                     .every = "day",
                     .covers = read_no_words(),
                     .loc = n->at[i]->loc};
        *count += read_map(&t->r, n->at[i], "a habit", keys, COUNT_OF(keys), h);
    }
    return habits;
}
