// What to review, and what a review has shown.
#include "cli/review.h"

#include "base/day.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Grade review_first(const Progress *p) {
    enum { MANY = 8, FEW = 2, MUCH_HELP = 3 };
    if (p->saw_solution) return GRADE_AGAIN;
    if (p->attempts > MANY || p->hints_seen >= MUCH_HELP) return GRADE_HARD;
    return p->attempts <= FEW && !p->hints_seen ? GRADE_EASY : GRADE_GOOD;
}

Grade review_grade(int tries, int hints, int minutes, int expected) {
    enum { MANY = 4 };
    if (tries >= MANY || hints > 0 || minutes > 2 * expected) return GRADE_HARD;
    return tries == 1 && 2 * minutes <= expected ? GRADE_EASY : GRADE_GOOD;
}

// ---- what there is

static bool is_paper(const Exercise *ex) {
    return ex->kind == KIND_QUIZ || ex->kind == KIND_WORKSHEET;
}

// A report is not written again; a kernel and a question are done again.
static bool can_repeat(const Exercise *ex) {
    return app_can_check(ex) && (!ex->paper || is_paper(ex));
}

static const char *key_of(App *a, const char *id) {
    return arena_fmt(&a->arena, "review:%s", id);
}

static bool is_open(App *a, const char *id) {
    const char *text = store_get(a->store, &a->arena, key_of(a, id));
    return text && *text;
}

static const MemoryRow *memory_find(const MemoryRow *at, int n,
                                    const char *id) {
    for (int i = 0; i < n; i++)
        if (!strcmp(at[i].exercise, id)) return &at[i];
    return NULL;
}

static Review review_of(const Exercise *ex, const Progress *p,
                        const MemoryRow *m, int today) {
    Review r = {.ex = ex};
    if (m) {
        r.memory = (Memory){m->stability, m->difficulty};
        r.day = m->day;
        r.due = m->due;
        r.reviews = m->reviews;
        r.lapses = m->lapses;
    } else {
        r.memory = fsrs_first(review_first(p));
        r.day = day_at(p->last);
        r.due = r.day + fsrs_interval(r.memory);
    }
    r.recall = fsrs_recall(r.memory, today - r.day);
    return r;
}

static int by_recall(const void *x, const void *y) {
    const Review *a = x, *b = y;
    if (a->open != b->open) return a->open ? -1 : 1;
    if (a->recall != b->recall) return a->recall < b->recall ? -1 : 1;
    return strcmp(a->ex->id, b->ex->id);
}

bool review_all(App *a, Review **out, int *n, Err *err) {
    Progress *rows;
    MemoryRow *known;
    int nrows, nknown, today = day_today();
    *n = 0;
    if (!app_progress(a, &rows, &nrows, err) ||
        !store_memory(a->store, &a->arena, &known, &nknown, err))
        return false;
    *out = arena_array(&a->arena, Review, (size_t)nrows);
    for (int i = 0; i < nrows; i++) {
        const Exercise *ex = plan_find(&a->plan, rows[i].exercise);
        bool passed =
            rows[i].state == STATE_PASSED || rows[i].state == STATE_STALE;
        if (!ex || !passed || !can_repeat(ex)) continue;
        Review *r = &(*out)[(*n)++];
        *r = review_of(ex, &rows[i], memory_find(known, nknown, ex->id), today);
        r->open = is_open(a, ex->id);
    }
    qsort(*out, (size_t)*n, sizeof **out, by_recall);
    return true;
}

static void to_front(Review *at, int from, int to) {
    Review r = at[from];
    memmove(&at[to + 1], &at[to], (size_t)(from - to) * sizeof *at);
    at[to] = r;
}

// The next due one, of the other sort than the one before if there is any.
static int find_due(const Review *at, int n, int from, int today) {
    int any = -1;
    for (int i = from; i < n; i++) {
        if (at[i].due > today && !at[i].open) continue;
        bool other =
            from == 0 || is_paper(at[i].ex) != is_paper(at[from - 1].ex);
        if (other) return i;
        if (any < 0) any = i;
    }
    return any;
}

int review_pick(Review *at, int n, int today, int minutes) {
    int count = 0, sum = 0, i;
    while (sum < minutes && (i = find_due(at, n, count, today)) >= 0) {
        if (count > 0 && sum + at[i].ex->minutes > minutes) break;
        sum += max_of(at[i].ex->minutes, 1);
        to_front(at, i, count++);
    }
    return count;
}

// ---- one review

static bool last_attempt(App *a, const Exercise *ex, int64_t *id, Err *err) {
    Attempt *rows;
    int n;
    if (!store_history(a->store, &a->arena, ex->id, 1, &rows, &n, err))
        return false;
    *id = n ? rows[0].id : 0;
    return true;
}

static bool find_one(App *a, const Exercise *ex, Review *out, Err *err) {
    Review *all;
    int n;
    if (!review_all(a, &all, &n, err)) return false;
    for (int i = 0; i < n; i++)
        if (all[i].ex == ex) {
            *out = all[i];
            return true;
        }
    err_set(err, ERR_USAGE, "'%s' is not passed yet: nothing to review",
            ex->id);
    return err_hint(err, "%s", app_command(a, "next", ex));
}

// What a first pass said is kept when the first review begins: its attempts
// would pass for the first pass's.
static bool keep_first(App *a, const Review *r, Err *err) {
    MemoryRow row = {.exercise = r->ex->id,
                     .stability = r->memory.stability,
                     .difficulty = r->memory.difficulty,
                     .day = r->day,
                     .due = r->due};
    return r->reviews > 0 || store_set_memory(a->store, &row, err);
}

// review:ID is "last attempt, when, hints seen" of its beginning.
bool review_begin(App *a, const Exercise *ex, Err *err) {
    int64_t id;
    Review r = {0};
    if (is_open(a, ex->id)) return true;
    return find_one(a, ex, &r, err) && keep_first(a, &r, err) &&
           last_attempt(a, ex, &id, err) &&
           store_set(a->store, key_of(a, ex->id),
                     arena_fmt(&a->arena, "%lld %lld %d", (long long)id,
                               (long long)clock_now(),
                               store_hint_level(a->store, ex->id)),
                     err);
}

static bool settle(App *a, const Exercise *ex, Grade g, Err *err) {
    Review r = {0};
    int today = day_today();
    char day[DAY_TEXT + 8];
    if (!find_one(a, ex, &r, err)) return false;
    Memory m = fsrs_next(r.memory, today - r.day, g);
    MemoryRow row = {.exercise = ex->id,
                     .stability = m.stability,
                     .difficulty = m.difficulty,
                     .day = today,
                     .due = today + fsrs_interval(m),
                     .reviews = r.reviews + 1,
                     .lapses = r.lapses + (g == GRADE_AGAIN)};
    if (!store_add_review(a->store, &row, g, err) ||
        !store_set(a->store, key_of(a, ex->id), "", err))
        return false;
    if (!a->json)
        printf("reviewed: %s. Again on %s (%d day%s). kata review\n",
               grade_text(g), day_words(row.due, day), row.due - today,
               row.due - today == 1 ? "" : "s");
    return true;
}

bool review_heard(App *a, const Exercise *ex, bool passed, Err *err) {
    enum { MOST = 20, MINUTE = 60 };
    long long id, when;
    int hints, n, tries = 0;
    Attempt *rows;
    const char *text = store_get(a->store, &a->arena, key_of(a, ex->id));
    if (!passed || !text ||
        sscanf(text, "%lld %lld %d", &id, &when, &hints) != 3)
        return true;
    if (!store_history(a->store, &a->arena, ex->id, MOST, &rows, &n, err))
        return false;
    for (int i = 0; i < n; i++)
        tries += rows[i].id > id;
    int64_t now = clock_now();
    // Who came back the next day was not at it all night.
    int minutes =
        day_at(when) == day_at(now) ? (int)((now - when) / MINUTE) : 0;
    return settle(a, ex,
                  review_grade(tries,
                               store_hint_level(a->store, ex->id) - hints,
                               minutes, max_of(ex->minutes, 1)),
                  err);
}

bool review_give_up(App *a, const Exercise *ex, Err *err) {
    return settle(a, ex, GRADE_AGAIN, err);
}
