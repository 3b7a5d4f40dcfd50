// Following a track: days, calendars, and what comes next. The long test is a
// learner who lives two years of days in each of the five tracks, with passes,
// failures, skips, pauses, passes that go stale, and machines that come and go:
// next never repeats, never starves anything, never offers what cannot be done,
// asks the questions of every week once in each, and ends with done, but for
// what waits for another machine. Once with the exercises that exist, once as
// if all of the bank did.
#include "plan/schedule.h"

#include "base/day.h"
#include "base/rng.h"
#include "tests/tests.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- days

// clang-format off
static const struct Date { const char *text; int day, nearest; } dates[] = {
    {"1970-01-01", 0, -1},       {"2000-03-01", 11017, -1},
    {"2028-02-29", 21243, -1},   {"2027-02-29", -1, 20877},
    {"2100-02-29", -1, 47540},   {"2026-04-31", -1, 20573},
    {"2026-13-01", -1, -1},      {"2026-4-30", -1, -1},
    {"2026-01-00", -1, -1},      {"tomorrow", -1, -1},
};
// clang-format on

START_TEST(a_date_exists_or_its_nearest_is_known) {
    const struct Date *d = &dates[_i];
    int day = -1, nearest;
    char text[DAY_TEXT];
    ck_assert_int_eq(day_parse(d->text, &day, &nearest), d->day >= 0);
    ck_assert_int_eq(day, d->day);
    ck_assert_int_eq(nearest, d->nearest);
    if (d->day >= 0) ck_assert_str_eq(day_text(day, text), d->text);
}
END_TEST

START_TEST(every_day_of_two_centuries_comes_back) {
    char text[DAY_TEXT], last[DAY_TEXT] = "";
    for (int day = 0; day < 200 * 365; day++) {
        int back;
        ck_assert(day_parse(day_text(day, text), &back, NULL));
        ck_assert_int_eq(back, day);
        ck_assert_int_gt(strcmp(text, last), 0);
        strcpy(last, text);
    }
    ck_assert_str_eq(weekday_names[day_weekday(0)], "thu");
    ck_assert_str_eq(weekday_names[day_weekday(day_of(2026, 11, 20))], "fri");
}
END_TEST

static int today_at(const char *zone, const char *now) {
    setenv("TZ", zone, 1);
    tzset();
    setenv("KATA_NOW", now, 1);
    int day = day_today();
    ck_assert_int_eq(day_at(day_begins(day)), day);
    ck_assert_int_eq(day_at(day_begins(day) - 1), day - 1);
    return day;
}

START_TEST(today_is_the_local_calendar_day) {
    // The night that has 23 hours, the one that has 25, a day that a country
    // left out's neighbour, and a zone ahead of Greenwich by 14 hours.
    const char *berlin = "CET-1CEST,M3.5.0,M10.5.0/3";
    int spring = day_of(2027, 3, 28), autumn = day_of(2027, 10, 31);
    ck_assert_int_eq(today_at(berlin, "2027-03-28T00:30"), spring);
    ck_assert_int_eq(today_at(berlin, "2027-03-28T23:59"), spring);
    ck_assert_int_eq(today_at(berlin, "2027-10-31T00:00:01"), autumn);
    ck_assert_int_eq(today_at(berlin, "2027-10-31T23:30"), autumn);
    ck_assert_int_eq(today_at("LINT-14", "2028-02-29T00:01"),
                     day_of(2028, 2, 29));
    ck_assert_int_eq(today_at("NST3:30", "2028-12-31"), day_of(2028, 12, 31));

    Err err = {0};
    setenv("KATA_NOW", "2027-02-29T08:00", 1);
    ck_assert(!clock_check(&err));
    setenv("KATA_NOW", "2027-02-28T24:00", 1);
    ck_assert(!clock_check(&err));
    unsetenv("KATA_NOW");
    ck_assert(clock_check(&err));
}
END_TEST

// ---- calendars

static Arena arena;

START_TEST(a_calendar_walks_over_pauses_and_changes_of_pace) {
    int mon = day_of(2026, 11, 23);
    Pace paces[] = {{mon, 60, calendar_days("mon,tue,wed,thu,fri")},
                    {day_of(2026, 12, 7), 30, calendar_days("sat,sun")}};
    Pause pause = {day_of(2026, 11, 25), day_of(2026, 12, 2)};
    Calendar c = {.start = mon,
                  .paces = paces,
                  .npaces = 2,
                  .pauses = &pause,
                  .npauses = 1};
    ck_assert_str_eq(calendar_days_text(&arena, paces[1].days), "sat,sun");

    Walk w = {0};
    ck_assert_int_eq(calendar_walk(&c, &w, 0), mon);
    ck_assert_int_eq(calendar_walk(&c, &w, 119), mon + 1);
    ck_assert_int_eq(calendar_walk(&c, &w, 120), mon + 9); // after the pause
    ck_assert_int_eq(calendar_walk(&c, &w, 299), mon + 11);
    ck_assert_int_eq(calendar_walk(&c, &w, 300), mon + 19); // a Saturday
    ck_assert_int_eq(calendar_walk(&c, &w, 330), mon + 20);
    ck_assert_int_eq(calendar_between(&c, mon, mon + 14), 5);
    ck_assert_int_eq(calendar_between(&c, mon + 14, mon), -5);
    ck_assert_int_eq(calendar_minutes(&c, mon - 7), 0);
    ck_assert_ptr_nonnull(calendar_pause(&c, mon + 8));
    ck_assert_ptr_null(calendar_pause(&c, mon + 9));
    ck_assert_int_eq(calendar_days("mon,noday"), 0);
    arena_reset(&arena);
}
END_TEST

// Of 780 minutes a day 60 are exercises: at half an hour the track takes twice
// as many days, not 26 times; at two hours it is no shorter than it is.
START_TEST(a_smaller_pace_goes_into_the_exercises) {
    int mon = day_of(2026, 11, 23);
    unsigned all = calendar_days("mon,tue,wed,thu,fri,sat,sun");
    Pace paces[] = {{mon, 780, all}, {mon, 30, all}};
    Calendar c = {.start = mon,
                  .paces = paces,
                  .npaces = 2,
                  .room = 100 * 780,
                  .work = 100 * 60};
    const int64_t last = c.room - 1;
    Walk w = {0};
    ck_assert_int_eq(calendar_walk(&c, &w, last), mon + 199);
    paces[1].minutes = 120;
    w = (Walk){0};
    ck_assert_int_eq(calendar_walk(&c, &w, last), mon + 99);
    paces[1].days = calendar_days("mon"); // 26 hours of the track's time
    w = (Walk){0};
    ck_assert_int_eq(calendar_walk(&c, &w, last), mon + 7 * 49);
    paces[1] = (Pace){mon, 1560, all};
    w = (Walk){0};
    ck_assert_int_eq(calendar_walk(&c, &w, last), mon + 49);
}
END_TEST

// ---- the learner

enum { DAYS = 730, BUSIEST = 5 };

typedef struct Learner {
    Plan plan;
    Mark *marks;   // by exercise
    bool *offered; // at some time
    Rng rng;
    int asked; // how often the questions of every week were answered
} Learner;

static size_t index_of(const Learner *l, const Exercise *ex) {
    ck_assert_ptr_eq(l->plan.exercises[ex->at], ex);
    return (size_t)ex->at;
}

// What the bank announces becomes exercises, as it will one day.
static void build_bank(Plan *p) {
    int n = p->nexercises;
    Exercise **all =
        arena_array(&p->arena, Exercise *, (size_t)(n + p->planned.n));
    memcpy(all, p->exercises, (size_t)n * sizeof *all);
    for (int i = 0; i < p->planned.n; i++) {
        const Planned *from = p->planned.at[i].value;
        if (plan_find(p, from->id)) continue;
        Exercise *ex = arena_new(&p->arena, Exercise);
        *ex = (Exercise){.id = from->id, .at = n, .needs = from->needs};
        map_set(&p->by_id, ex->id, ex);
        all[n++] = ex;
    }
    p->exercises = all;
    p->nexercises = n;
}

// Questions about oneself need no machine.
static bool is_for_all(const Learner *l, size_t i) {
    return l->plan.exercises[i]->kind == KIND_ASSESSMENT;
}

static void load(Learner *l, bool whole, uint64_t seed) {
    Err err = {0};
    *l = (Learner){0};
    ck_assert_msg(plan_load(&l->plan, ".", &err), "%s", err.msg);
    if (whole) build_bank(&l->plan);
    size_t n = (size_t)l->plan.nexercises;
    l->marks = arena_array(&l->plan.arena, Mark, n);
    l->offered = arena_array(&l->plan.arena, bool, n);
    rng_seed(&l->rng, seed);
    for (size_t i = 0; i < n; i++)
        l->marks[i].can_do = is_for_all(l, i) || rng_below(&l->rng, 20) != 0;
}

static bool done(Standing s) {
    return s != STANDING_NONE && s != STANDING_FAILED;
}

static bool chance(Learner *l, unsigned percent) {
    return rng_below(&l->rng, 100) < percent;
}

static int week_of(const Track *t, const Slot *s) {
    for (int w = 0; w < t->nweeks; w++)
        if (&t->weeks[w] == s->week) return w;
    return -1;
}

// Every gate that opens, before the week of the slot, is met.
static void check_gates(const Follower *f, const Slot *slot) {
    const Track *t = f->track;
    int w = week_of(t, slot);
    for (int i = 0; i < w; i++)
        if (t->weeks[i].gate && t->weeks[i].gate->mode == GOAL_OPENS)
            ck_assert(schedule_goal_stands(f, t->weeks[i].gate, NULL, NULL));
    for (int p = 0; p < t->nphases && p < track_phase(t, w); p++)
        if (t->phases[p].gate && t->phases[p].gate->mode == GOAL_OPENS)
            ck_assert_msg(
                schedule_goal_stands(f, t->phases[p].gate, NULL, NULL),
                "%s: %s is behind the gate of %s", t->id, slot->ex->id,
                t->phases[p].title);
}

// Of a choice no more is asked for than it says: what is not complete belongs
// to no option that counts.
static void check_choice(const Schedule *s, const Choice *c, bool over) {
    bool counts[64] = {0}, complete[64] = {0}, can[64] = {0};
    int asked = 0, possible = 0, whole = 0;
    ck_assert_int_le(c->noptions, 64);
    for (int k = 0; k < c->noptions; k++)
        complete[k] = true;
    for (int i = 0; i < s->n; i++) {
        const Slot *slot = &s->slots[i];
        if (slot->item->choice != c || slot->state == SLOT_ABSENT ||
            slot->state == SLOT_READING || slot->state == SLOT_LACKS)
            continue;
        can[slot->item->option] = true;
        counts[slot->item->option] |= slot->counts;
        complete[slot->item->option] &= done(slot->standing);
    }
    for (int k = 0; k < c->noptions; k++) {
        possible += can[k];
        asked += counts[k];
        whole += can[k] && complete[k];
    }
    int want = c->choose < possible ? c->choose : possible;
    if (!over) {
        ck_assert_msg(whole < want, "the choice is made");
        return;
    }
    ck_assert_int_ge(whole, want);
    ck_assert_msg(asked <= max_of(want, whole), "%d options asked for, of %d",
                  asked, want);
}

// Once a week, on its last day of study or a free day after it.
static void check_weekly(const Learner *l, const Follower *f,
                         const Exercise *ex) {
    int begins = f->today - (f->today - f->calendar.start) % DAYS_PER_WEEK;
    ck_assert_int_lt(l->marks[index_of(l, ex)].passed, begins);
    for (int day = f->today + 1; day < begins + DAYS_PER_WEEK; day++)
        ck_assert_int_eq(calendar_minutes(&f->calendar, day), 0);
}

static void check_pick(const Learner *l, const Follower *f, const Schedule *s) {
    const NextUp *p = &s->next;
    const char *id = p->ex->id;
    size_t i = index_of(l, p->ex);
    Standing now = l->marks[i].standing;
    ck_assert_msg(l->marks[i].can_do, "%s cannot be done", id);
    if (p->why == WHY_WEEKLY) {
        check_weekly(l, f, p->ex);
        return;
    }
    ck_assert_msg(now != STANDING_PASSED, "%s is passed already", id);
    ck_assert_msg((now == STANDING_STALE) == (p->why == WHY_STALE), "%s", id);
    if (now == STANDING_SKIPPED) ck_assert_int_eq(p->why, WHY_GATE);
    // What was passed before its need could be done is only checked again.
    const char **need = p->why == WHY_STALE ? NULL : p->ex->needs;
    for (; need && *need; need++) {
        const Exercise *ex = plan_find(&l->plan, *need);
        if (ex && l->marks[index_of(l, ex)].can_do)
            ck_assert_msg(done(l->marks[index_of(l, ex)].standing),
                          "%s needs %s", id, *need);
    }
    // The need of an exercise may lie behind a gate, and has then been passed
    // before the gate opens: when it is stale, it is checked again there.
    if (p->why != WHY_NEED && p->why != WHY_GATE && p->why != WHY_STALE)
        check_gates(f, p->slot);
    ck_assert(p->why == WHY_GATE || p->slot);
    if (p->slot && p->slot->item->choice && p->why != WHY_STALE)
        check_choice(s, p->slot->item->choice, false);
}

// Nothing is left behind: the first thing of the day is the first that is due.
static void check_first(const Schedule *s) {
    for (int i = 0; i < s->n; i++) {
        const Slot *slot = &s->slots[i];
        if (!slot->counts || slot->due > s->today) continue;
        if (slot->state != SLOT_OPEN && slot->state != SLOT_BLOCKED) continue;
        ck_assert(s->next.slot == slot || s->next.why == WHY_WEEKLY);
        return;
    }
}

static void attempt(Learner *l, const Schedule *s) {
    const Exercise *ex = s->next.ex;
    Mark *m = &l->marks[index_of(l, ex)];
    const Slot *slot = s->next.slot;
    if (slot && slot->undecided) {
        // The learner chooses another option as often as the first.
        const Slot *other = &s->slots[rng_below(&l->rng, (uint64_t)s->n)];
        if (other->undecided && other->item->choice == slot->item->choice) {
            l->marks[index_of(l, other->ex)].taken = true;
            return;
        }
    }
    l->offered[index_of(l, ex)] = true;
    m->tries_today++;
    l->asked += s->next.why == WHY_WEEKLY;
    if (s->next.why == WHY_WEEKLY || chance(l, 60)) {
        m->standing = STANDING_PASSED;
        m->passed = s->today;
    } else if (chance(l, 30) && m->standing != STANDING_STALE)
        m->standing = STANDING_SKIPPED;
    else if (m->standing == STANDING_NONE || m->standing == STANDING_SKIPPED)
        m->standing = STANDING_FAILED;
}

static void end_day(Learner *l, int day) {
    for (int i = 0; i < l->plan.nexercises; i++) {
        l->marks[i].tries_today = 0;
        if (day < DAYS - 100 && l->marks[i].standing == STANDING_PASSED &&
            rng_below(&l->rng, 900) == 0)
            l->marks[i].standing = STANDING_STALE;
        // The machine for it comes or goes.
        if (day < DAYS - 100 && !is_for_all(l, (size_t)i) &&
            rng_below(&l->rng, 4000) == 0)
            l->marks[i].can_do = !l->marks[i].can_do;
    }
}

static void check_done(const Learner *l, const Follower *f, const Schedule *s) {
    ck_assert_msg(s->next.why == WHY_NOTHING, "%s: %s is left (%d of %d)",
                  f->track->id, s->next.ex ? s->next.ex->id : "nothing",
                  s->done, s->total);
    ck_assert_int_eq(s->done, s->total);
    ck_assert_int_gt(s->total, 0);
    int lacking = 0;
    for (int i = 0; i < s->n; i++) {
        const Slot *slot = &s->slots[i];
        if (slot->item->choice) check_choice(s, slot->item->choice, true);
        bool here = slot->ex && l->marks[index_of(l, slot->ex)].can_do;
        lacking += slot->state == SLOT_LACKS && !slot->item->optional;
        ck_assert(!slot->counts || slot->standing != STANDING_STALE || !here);
        ck_assert(!here || slot->state != SLOT_LACKS);
        if (slot->counts)
            ck_assert(done(l->marks[index_of(l, slot->ex)].standing));
        ck_assert_msg(slot->state != SLOT_SHUT && slot->state != SLOT_OPEN
                          ? true
                          : !slot->counts,
                      "%s was never asked for", slot->ex->id);
    }
    ck_assert_int_eq(s->lacking, lacking);
}

static void live(Learner *l, const Track *t) {
    Follower f = {.plan = &l->plan, .track = t, .marks = l->marks};
    int start = day_of(2027, 2, 15);
    f.calendar = calendar_of(&arena, t, start, 0);
    Pause pauses[DAYS];
    f.calendar.pauses = pauses;
    Schedule s;
    Arena a = {0};
    for (f.today = start; f.today < start + DAYS; f.today++) {
        if (calendar_pause(&f.calendar, f.today)) continue;
        if (rng_below(&l->rng, 90) == 0)
            pauses[f.calendar.npauses++] =
                (Pause){f.today, f.today + 2 + (int)rng_below(&l->rng, 12)};
        int calls = (int)rng_below(&l->rng, BUSIEST);
        for (int i = 0; i < calls; i++) {
            schedule_make(&a, &f, &s);
            ck_assert_int_le(s.done, s.total);
            if (!s.next.ex) break;
            check_pick(l, &f, &s);
            if (i == 0) check_first(&s);
            attempt(l, &s);
            arena_rewind(&a);
        }
        end_day(l, f.today - start);
    }
    schedule_make(&a, &f, &s);
    check_done(l, &f, &s);
    // Not every week: nobody is there on each last day, and the quick are done
    // in a few.
    if (t->weekly.n) ck_assert_int_ge(l->asked, 2);
    ck_assert(t->weekly.n || l->asked == 0);
    arena_reset(&a);
}

START_TEST(two_years_in_every_track_end_with_done) {
    Learner l;
    load(&l, _i > 0, 1000 + (uint64_t)_i);
    ck_assert_int_ge(l.plan.ntracks, 5);
    for (int i = 0; i < l.plan.ntracks; i++) {
        for (int k = 0; k < l.plan.nexercises; k++)
            l.marks[k] =
                (Mark){.can_do = l.marks[k].can_do, .taken = l.marks[k].taken};
        l.asked = 0;
        live(&l, l.plan.tracks[i]);
    }
    plan_free(&l.plan);
    arena_reset(&arena);
}
END_TEST

SUITE_OF(schedule) {
    Suite *s = suite_create("schedule");
    TCase *t = tcase_create("schedule");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, a_date_exists_or_its_nearest_is_known, 0,
                        COUNT_OF(dates));
    tcase_add_test(t, every_day_of_two_centuries_comes_back);
    tcase_add_test(t, today_is_the_local_calendar_day);
    tcase_add_test(t, a_calendar_walks_over_pauses_and_changes_of_pace);
    tcase_add_test(t, a_smaller_pace_goes_into_the_exercises);
    tcase_add_loop_test(t, two_years_in_every_track_end_with_done, 0, 4);
    suite_add_tcase(s, t);
    return s;
}
