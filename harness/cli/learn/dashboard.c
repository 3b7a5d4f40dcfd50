// Gathers the dashboard: the tracks as they stand today, each exercise of the
// record, the roofs, the reviews and the days.
#include "cli/learn/dashboard.h"

#include "base/day.h"
#include "cli/learn/course.h"
#include "cli/learn/dashboard_times.h"
#include "cli/learn/hints.h"
#include "cli/learn/overview.h"
#include "cli/learn/record.h"
#include "cli/learn/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- tracks

// The last week that has begun.
static const Week *page_week(const Course *w) {
    const Week *now = w->f.track->nweeks ? &w->f.track->weeks[0] : NULL;
    for (int i = 0; i < w->s.n; i++)
        if (w->s.slots[i].due <= w->s.today) now = w->s.slots[i].week;
    return now;
}

static bool add_track(App *a, const Track *t, PageTrack *out, Course **course,
                      Err *err) {
    Course *w = arena_new(&a->arena, Course);
    Overview *v = arena_new(&a->arena, Overview);
    if (!course_open(a, t, w, err) || !overview_make(a, w, v, err))
        return false;
    *course = w;
    *out = (PageTrack){.track = t,
                       .f = &w->f,
                       .s = &w->s,
                       .overview = v,
                       .week = page_week(w)};
    return true;
}

static char *said(App *a, const Course *w, void (*say)(const Course *, Buf *)) {
    Buf text = {0};
    say(w, &text);
    char *kept = arena_str(&a->arena, buf_text(&text));
    buf_free(&text);
    return kept;
}

static bool gather_tracks(App *a, Page *p, Err *err) {
    const Plan *plan = &a->plan;
    Course *w;
    PageTrack *tracks =
        arena_array(&a->arena, PageTrack, (size_t)plan->ntracks + 1);
    p->tracks = tracks;
    p->all = (const Track *const *)plan->tracks;
    p->nall = plan->ntracks;
    p->say = p->why = "";
    if (!a->track) return true;
    if (!add_track(a, a->track, &tracks[p->ntracks++], &w, err)) return false;
    p->say = said(a, w, course_say);
    p->why = said(a, w, course_why);
    p->next = w->s.next.ex;
    if (p->next) p->next_address = plan_address(&a->arena, a->track, p->next);
    for (int i = 0; i < plan->ntracks; i++)
        if (plan->tracks[i] != a->track &&
            course_is_started(a, plan->tracks[i]) &&
            !add_track(a, plan->tracks[i], &tracks[p->ntracks++], &w, err))
            return false;
    return true;
}

// ---- reviews and days

static bool gather_reviews(App *a, Page *p, Err *err) {
    Review *at;
    int n;
    if (!review_all(a, &at, &n, err)) return false;
    PageReview *rows = arena_array(&a->arena, PageReview, (size_t)n);
    for (int i = 0; i < n; i++) {
        if (at[i].fresh) continue;
        rows[p->nreviews++] = (PageReview){.key = at[i].key,
                                           .title = at[i].ex->title,
                                           .due = at[i].due,
                                           .recall = at[i].recall,
                                           .question = at[i].question != NULL};
    }
    p->reviews = rows;
    return true;
}

static void count_due(const Page *p, PageDay *days) {
    int first = days[0].day;
    for (int i = 0; i < p->nreviews; i++) {
        int at = p->reviews[i].due - first;
        if (p->reviews[i].due > p->today && at < p->ndays) days[at].due++;
    }
    for (int i = 0; p->ntracks && i < p->tracks[0].s->n; i++) {
        const Slot *s = &p->tracks[0].s->slots[i];
        int at = s->due - first;
        bool open = s->state == SLOT_OPEN || s->state == SLOT_BLOCKED ||
                    s->state == SLOT_SHUT;
        if (open && s->counts && s->due > p->today && at < p->ndays)
            days[at].due++;
    }
}

static void gather_days(App *a, Page *p, const TimeRow *rows, int n) {
    int64_t from = 0, until = 0; // the day of the last row
    int at = 0;
    p->ndays = PAGE_WEEKS * DAYS_PER_WEEK;
    PageDay *days = arena_array(&a->arena, PageDay, (size_t)p->ndays);
    int first = p->today - day_weekday(p->today) -
                (PAGE_WEEKS - PAGE_WEEKS_AHEAD - 1) * DAYS_PER_WEEK;
    for (int i = 0; i < p->ndays; i++)
        days[i].day = first + i;
    for (int i = 0; i < n; i++) {
        if (rows[i].when < from || rows[i].when >= until) {
            int day = day_at(rows[i].when);
            from = day_begins(day);
            until = day_begins(day + 1);
            at = day - first;
        }
        if (at < 0 || at >= p->ndays) continue;
        days[at].attempts++;
        days[at].passes += rows[i].verdict == VERDICT_PASS;
    }
    count_due(p, days);
    p->days = days;
}

// ---- exercises

static bool is_failure(Verdict v) {
    return v == VERDICT_FAIL || v == VERDICT_BUILD || v == VERDICT_CRASH ||
           v == VERDICT_SUSPECT;
}

// The attempt of times[i], in full.
static bool load_attempt(App *a, const PageExercise *e, int i,
                         const Attempt **out, Err *err) {
    if (i < 0) return true;
    Attempt *at = arena_new(&a->arena, Attempt);
    if (!store_attempt(a->store, &a->arena, e->times[i].id, at, err))
        return false;
    at->number = i + 1;
    *out = at;
    return true;
}

static bool load_attempts(App *a, PageExercise *e, Err *err) {
    enum { RECENT = 5 };
    int best = -1, fail = -1;
    for (int i = 0; i < e->ntimes; i++) {
        bool fastest = e->p->best_id && e->times[i].id == e->p->best_id;
        if (is_failure(e->times[i].verdict)) fail = i;
        if (fastest || (!e->p->best_id && e->times[i].verdict == VERDICT_PASS))
            best = i;
    }
    Attempt *recent;
    if (!load_attempt(a, e, best, &e->best, err) ||
        !load_attempt(a, e, fail, &e->fail, err) ||
        !store_history(a->store, &a->arena, e->ex->id, RECENT, &recent,
                       &e->nrecent, err))
        return false;
    for (int i = 0; i < e->nrecent; i++)
        recent[i].number = e->ntimes - i;
    e->recent = recent;
    return true;
}

static int by_last(const void *x, const void *y) {
    const PageExercise *const *a = x, *const *b = y;
    if ((*a)->p->last != (*b)->p->last)
        return (*a)->p->last > (*b)->p->last ? -1 : 1;
    return strcmp((*a)->ex->id, (*b)->ex->id);
}

static void drop_source(const Attempt *at, size_t *left) {
    if (!at || !at->source) return;
    if (at->source_len <= *left)
        *left -= at->source_len;
    else
        ((Attempt *)(uintptr_t)at)->source = NULL;
}

// The page stays below 3 MB: sources get what the pictures and tables leave,
// about 7 KB an exercise being theirs. Sources of what was done last come
// first.
static void limit_sources(App *a, const Page *p) {
    enum { PAGE = 2900 * 1000, EXERCISE = 7000, LEAST = 100, MOST = 800 };
    int room = (PAGE - EXERCISE * p->n) / 1000;
    size_t left = (size_t)max_of((int)LEAST, min_of((int)MOST, room)) * 1000;
    const PageExercise **order =
        arena_array(&a->arena, const PageExercise *, (size_t)p->n);
    for (int i = 0; i < p->n; i++)
        order[i] = &p->at[i];
    qsort(order, (size_t)p->n, sizeof(*order), by_last);
    for (int i = 0; i < p->n; i++) {
        drop_source(order[i]->best, &left);
        drop_source(order[i]->fail, &left);
    }
}

// The more pictures a page has, the fewer marks each: it stays below 3 MB.
static int marks_of(int pictures) {
    enum { ALL = 4800, LEAST = 12, MOST = 48 };
    return max_of((int)LEAST, min_of((int)MOST, (int)ALL / pictures));
}

static bool gather_exercises(App *a, Page *p, const TimeRow *rows, int n,
                             Err *err) {
    Progress *all;
    int nall;
    if (!record_progress(a, &all, &nall, err)) return false;
    PageExercise *at = arena_array(&a->arena, PageExercise, (size_t)nall);
    for (int i = 0, r = 0; i < nall; i++) {
        const Exercise *ex = plan_find(&a->plan, all[i].exercise);
        while (r < n && strcmp(rows[r].exercise, all[i].exercise) < 0)
            r++;
        int first = r;
        while (r < n && !strcmp(rows[r].exercise, all[i].exercise))
            r++;
        if (!ex) continue;
        PageExercise *e = &at[p->n++];
        *e = (PageExercise){.ex = ex,
                            .address = plan_address(&a->arena, a->track, ex),
                            .p = &all[i],
                            .times = rows + first,
                            .ntimes = r - first,
                            .least_us = {NAN, NAN}};
        if (!load_attempts(a, e, err)) return false;
        if (e->fail && (!p->failed || e->fail->id > p->failed->fail->id))
            p->failed = e;
    }
    for (int i = 0; i < p->n; i++)
        at[i].marks = marks_of(p->n);
    p->at = at;
    limit_sources(a, p);
    if (!p->failed) return true;
    const Hint *h = hints_fitting(&a->arena, p->failed->ex, p->failed->fail);
    p->explained = h ? h->say : NULL;
    return true;
}

bool dashboard_gather(App *a, Page *out, Err *err) {
    TimeRow *rows;
    int n;
    Term plain = {.width = 1 << 20}; // sentences in one line, for the page
    Term keep = a->term;
    *out = (Page){
        .version = KATA_VERSION, .now = clock_now(), .today = day_today()};
    a->term = plain;
    bool ok = gather_tracks(a, out, err) && gather_reviews(a, out, err) &&
              store_times(a->store, &a->arena, &rows, &n, err) &&
              gather_exercises(a, out, rows, n, err) &&
              times_add_gates(a, out, rows, n, err);
    if (ok) {
        gather_days(a, out, rows, n);
        times_add_roofs(a, out, rows, n);
    }
    a->term = keep;
    return ok;
}
