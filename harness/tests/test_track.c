// plan/track, item, goal, bank: all that a track can say, and every way in
// which it can be wrong.
#include "base/day.h"
#include "plan/plan.h"
#include "tests/tests.h"
#include "tests/tree.h"

static Tree tree;
static Plan plan;
static Err err;

static void add_exercise(const char *id) {
    Arena a = {0};
    tree_write(&tree, arena_fmt(&a, "exercises/basics/%s/exercise.yaml", id),
               "format: 1\ntitle: Some kernel\nkind: cuda\nfile: k.cu\n"
               "entry: void k(float *out, int n)\n"
               "args: {out: {shape: [n], output: true}}\n"
               "cases: [{n: 3}]\ncompare: exact\n"
               "measure: {n: 1M, bytes: 8 * n}\nminutes: 40\n"
               "gates: [{metric: bandwidth, of: copy, at_least: 80%}]\n");
    arena_reset(&a);
}

static const char bank[] =
    "format: 1\n"
    "title: Scans\n"
    "about: Sums of all that came before.\n"
    "exercises:\n"
    "  - copy\n"
    "  - {id: scan, title: Scan, kind: cuda, minutes: 90, machine: [sim],\n"
    "     needs: [copy], gate: fast, lesson: Sums in parallel.,\n"
    "     covers: [toy-001]}\n"
    "  - {id: quiz-scan, title: Quiz, kind: quiz, minutes: 10,\n"
    "     machine: cpu, gate: 80 %, lesson: Which scan is which.}\n"
    "  - {id: sort, title: Sort, kind: cuda, minutes: 90,\n"
    "     machine: [gpu, hopper], gate: fast, lesson: By digits.}\n"
    "  - {id: saxpy, title: It is there now, kind: cuda, minutes: 9,\n"
    "     machine: sim, gate: fast, lesson: Nothing.}\n";

static const char course[] =
    "format: 1\n"
    "title: Course\n"
    "blurb: Everything a track can say.\n"
    "syllabus: toy\n"
    "from: 2028-02-29\n"
    "until: 2028-12-31\n"
    "pace: {hours_per_day: 1.5, days: [sat, sun], weekend_minutes: 200}\n"
    "weekly: [hello]\n"
    "daily: [{copy: {minutes: 5}}]\n"
    "extras: [{planned: A talk, optional: true}]\n"
    "habits:\n"
    "  - {every: day, by: you, minutes: 60, says: Keep a log, covers: toy-2}\n"
    "  - {every: exercise, by: kata, says: Odd sizes}\n"
    "milestones:\n"
    "  - {by: month 3, says: Can scan, requires: [scan]}\n"
    "  - {by: 2028-06-30, says: Can sort, requires: [sort, copy]}\n"
    "phases:\n"
    "  - title: First\n"
    "    goal: Begin.\n"
    "    months: 0-3\n"
    "    hardware: any\n"
    "    deliverables: [{says: A sum, requires: saxpy, covers: [toy-3]}]\n"
    "    gate:\n"
    "      says: Enough is known\n"
    "      mode: opens\n"
    "      requires: [saxpy, {choose: 2, of: [copy, scan, sort]}]\n"
    "    weeks:\n"
    "      - week: 1\n"
    "        title: One\n"
    "        due: 2028-03-07\n"
    "        mon: [saxpy, {reading: A book, quiz: quiz-scan}]\n"
    "  - title: Second\n"
    "    months: 3-6\n"
    "    weeks:\n"
    "      - week: 2-4\n"
    "        title: Two to four\n"
    "        due: 2028-03-28\n"
    "        gate: {says: G, mode: advises, requires: [sort]}\n"
    "        items:\n"
    "          - {scan: {minutes: 30, optional: true}}\n"
    "          - choose: 1\n"
    "            title: Capstone\n"
    "            of:\n"
    "              - sort\n"
    "              - {title: Both, items: [map, {reading: More}]}\n";

static void setup(void) {
    tree_open(&tree);
    add_exercise("copy");
    add_exercise("saxpy");
    add_exercise("hello");
    add_exercise("map");
    tree_write(&tree, "curriculum/bank/03-scan.yaml", bank);
}

static void teardown(void) {
    plan_free(&plan);
    err_clear(&err);
    tree_close(&tree);
}

static bool load_with(const char *name, const char *text) {
    tree_write(&tree, name, text);
    return plan_load(&plan, tree.root, &err);
}

static const Track *load_course(void) {
    bool ok = load_with("curriculum/course.yaml", course);
    ck_assert_msg(ok, "%d: %s", err.loc.line, err.msg);
    return plan_track(&plan, "course");
}

// ---- what is read

START_TEST(the_bank_announces_what_is_not_there) {
    load_course();
    const Planned *scan = plan_planned(&plan, "scan");
    ck_assert_ptr_nonnull(scan);
    ck_assert_str_eq(scan->title, "Scan");
    ck_assert_str_eq(scan->topic, "scan");
    ck_assert_str_eq(scan->needs[0], "copy");
    ck_assert_str_eq(scan->covers[0], "toy-001");
    ck_assert_int_eq(scan->kind, KIND_CUDA);
    ck_assert_uint_eq(scan->machines, 1U << MACHINE_SIM);
    ck_assert_uint_eq(plan_planned(&plan, "sort")->machines,
                      1U << MACHINE_GPU | 1U << MACHINE_HOPPER);
    ck_assert_ptr_null(plan_planned(&plan, "copy"));
    ck_assert_ptr_null(plan_planned(&plan, "saxpy")); // exists: hides it
    ck_assert_int_eq(plan.ntopics, 1);
    const Topic *t = plan.topics[0];
    ck_assert_str_eq(t->id, "scan");
    ck_assert_int_eq(t->n, 5);
    ck_assert_ptr_eq(t->refs[0].ex, plan_find(&plan, "copy"));
    ck_assert_ptr_eq(t->refs[1].planned, scan);
    ck_assert_ptr_eq(t->refs[4].ex, plan_find(&plan, "saxpy"));
    ck_assert_ptr_null(t->refs[4].planned);
}
END_TEST

START_TEST(the_track_says_how_long_a_day_is) {
    const Track *t = load_course();
    ck_assert_int_eq(t->minutes_per_day, 90);
    ck_assert_int_eq(t->weekend_minutes, 200);
    ck_assert_str_eq(t->days[0], "sat");
    ck_assert_str_eq(t->from, "2028-02-29");
    ck_assert_str_eq(t->until, "2028-12-31");
    ck_assert_str_eq(t->syllabus, "toy");
    ck_assert_str_eq(t->blurb, "Everything a track can say.");
}
END_TEST

START_TEST(phases_hold_weeks_gates_and_deliverables) {
    const Track *t = load_course();
    ck_assert_int_eq(t->nphases, 2);
    const Phase *p = &t->phases[0];
    ck_assert_str_eq(p->title, "First");
    ck_assert_str_eq(p->goal, "Begin.");
    ck_assert_str_eq(p->hardware, "any");
    ck_assert_int_eq(p->to_month, 3);
    ck_assert_int_eq(p->nweeks, 1);
    ck_assert_int_eq(p->ndeliverables, 1);
    ck_assert_str_eq(p->deliverables[0].covers[0], "toy-3");
    ck_assert_str_eq(p->deliverables[0].needs[0].of[0].id, "saxpy");
    ck_assert_int_eq(p->gate->mode, GOAL_OPENS);
    ck_assert_int_eq(p->gate->nneeds, 2);
    ck_assert_int_eq(p->gate->needs[1].choose, 2);
    ck_assert_int_eq(p->gate->needs[1].n, 3);
    ck_assert_ptr_nonnull(p->gate->needs[1].of[2].planned);
    ck_assert_int_eq(t->phases[1].first_week, 1);
    ck_assert_ptr_null(t->phases[1].gate);
    ck_assert_int_eq(track_phase(t, 1), 1);
    ck_assert_str_eq(t->weeks[1].phase, "Second");
}
END_TEST

START_TEST(a_week_may_be_several) {
    const Track *t = load_course();
    const Week *w = &t->weeks[1];
    ck_assert_int_eq(w->number, 2);
    ck_assert_int_eq(w->last, 4);
    ck_assert_str_eq(w->due, "2028-03-28");
    ck_assert_int_eq(w->gate->mode, GOAL_ADVISES);
    ck_assert_ptr_eq(track_week(t, 3), w);
    ck_assert_ptr_null(track_week(t, 5));
    ck_assert_int_eq(track_length(t), 4);
    const Item *item;
    ck_assert_ptr_nonnull(plan_resolve(&plan, t, "week03/map", &item, &err));
    ck_assert_int_eq(item->week, 2);
}
END_TEST

// Optional items are left out, and all but the first option of a choice.
START_TEST(minutes_are_what_a_week_asks_for) {
    const Track *t = load_course();
    const Week *w = &t->weeks[1];
    int room, all = 0, of_choices = 0;
    for (int i = 0; i < w->nitems; i++) {
        const Item *it = &w->items[i];
        if (it->choice && it->option == 0) of_choices += item_minutes(it);
    }
    for (int i = 0; i < t->nweeks; i++)
        all += week_minutes(&t->weeks[i]);
    ck_assert_int_eq(item_minutes(&w->items[0]), 30); // its own, optional
    ck_assert_int_gt(of_choices, 0);
    ck_assert_int_eq(week_minutes(w), of_choices);
    ck_assert_int_eq(track_minutes(t, &room), all);
    int days = 0;
    while (t->days[days])
        days++;
    ck_assert_int_eq(room, 4 * days * t->minutes_per_day);
}
END_TEST

START_TEST(a_choice_marks_the_items_of_its_options) {
    const Week *w = &load_course()->weeks[1];
    ck_assert_int_eq(w->nitems, 4);
    ck_assert_int_eq(w->items[0].kind, ITEM_PLANNED);
    ck_assert_ptr_nonnull(w->items[0].planned);
    ck_assert_int_eq(w->items[0].minutes, 30);
    ck_assert(w->items[0].optional);
    ck_assert_ptr_null(w->items[0].choice);
    const Choice *c = w->items[1].choice;
    ck_assert_ptr_nonnull(c);
    ck_assert_str_eq(c->title, "Capstone");
    ck_assert_int_eq(c->choose, 1);
    ck_assert_int_eq(c->noptions, 2);
    ck_assert_str_eq(c->options[0], "Sort");
    ck_assert_str_eq(c->options[1], "Both");
    ck_assert_int_eq(w->items[1].option, 0);
    ck_assert_ptr_eq(w->items[3].choice, c);
    ck_assert_int_eq(w->items[2].option, 1);
    ck_assert_str_eq(w->items[3].text, "More");
}
END_TEST

START_TEST(every_item_is_listed_and_found) {
    const Track *t = load_course();
    ck_assert_int_eq(t->nall, 9);
    ck_assert_ptr_eq(track_item(t, "quiz-scan"), &t->weeks[0].items[1]);
    ck_assert_ptr_eq(track_item(t, "map"), &t->weeks[1].items[2]);
    ck_assert_ptr_eq(track_item(t, "hello"), &t->weekly.at[0]);
    ck_assert_int_eq(track_item(t, "hello")->minutes, 40);
    ck_assert_int_eq(track_item(t, "copy")->minutes, 5);
    ck_assert_int_eq(t->weeks[0].items[1].quiz.planned->minutes, 10);
    ck_assert_ptr_null(track_item(t, "nothing"));
}
END_TEST

START_TEST(habits_and_milestones_are_read) {
    const Track *t = load_course();
    ck_assert_int_eq(t->nhabits, 2);
    ck_assert_int_eq(t->habits[0].minutes, 60);
    ck_assert(!t->habits[0].by_kata && t->habits[1].by_kata);
    ck_assert_str_eq(t->habits[1].every, "exercise");
    ck_assert_int_eq(t->nmilestones, 2);
    ck_assert_int_eq(t->milestones[0].by.month, 3);
    ck_assert_str_eq(t->milestones[1].by.date, "2028-06-30");
    ck_assert_int_eq(t->milestones[1].nneeds, 2);
}
END_TEST

static bool is_in(void *list, const Ref *ref) {
    return strstr(list, ref->id);
}

START_TEST(a_goal_is_met_by_all_it_requires) {
    static char none[] = "", some[] = "saxpy copy", two[] = "saxpy copy sort",
                others[] = "copy sort";
    const Goal *g = load_course()->phases[0].gate;
    ck_assert(!goal_is_met(g, is_in, none));
    ck_assert(!goal_is_met(g, is_in, some));
    ck_assert(!goal_is_met(g, is_in, others));
    ck_assert(goal_is_met(g, is_in, two));
}
END_TEST

START_TEST(a_calendar_has_leap_days) {
    int days;
    ck_assert(day_parse("1970-01-01", &days, NULL));
    ck_assert_int_eq(days, 0);
    ck_assert(day_parse("2000-03-01", &days, NULL));
    ck_assert_int_eq(days, 11017);
    ck_assert(day_parse("2028-02-29", NULL, NULL));
    ck_assert(!day_parse("2027-02-29", NULL, NULL));
    ck_assert(!day_parse("2100-02-29", NULL, NULL));
    ck_assert(!day_parse("2026-13-01", NULL, NULL));
    ck_assert(!day_parse("2026-04-31", NULL, NULL));
    ck_assert(!day_parse("2026-4-30", NULL, NULL));
    ck_assert(!day_parse("20260-1-30", NULL, NULL));
    ck_assert(!day_parse("2026-01-00", NULL, NULL));
}
END_TEST

// ---- what is wrong

#define T "format: 1\ntitle: T\n"
#define W T "weeks:\n  - week: 1\n    title: W\n"

// clang-format off
typedef struct Wrong { const char *yaml; int line, col; const char *msg, *hint; } Wrong;
static const Wrong wrong_tracks[] = {
    {T "weeks: [{week: 2, title: W}, {week: 2, title: V}]\n", 3, 30, "week 2 follows week 2", "upwards"},
    {T "weeks: [{week: 2-4, title: W}, {week: 4, title: V}]\n", 3, 32, "week 4 follows week 4", "upwards"},
    {T "weeks: [{week: 4-2, title: W}]\n", 3, 16, "week: goes backwards, from 4 to 2", "2-4"},
    {T "weeks: [{week: 1, title: W, due: 2027-02-29}]\n", 3, 34, "'2027-02-29' is no day of the calendar", "2027-02-28"},
    {T "weeks: [{week: 1, title: W, due: 2027-02-20}, {week: 2, title: V, due: 2027-02-20}]\n", 3, 47, "week 2 is due on 2027-02-20, not after week 1", "rise"},
    {T "from: 2027-03-01\nuntil: 2027-03-01\nweeks: [{week: 1, title: W}]\n", 1, 1, "ends on 2027-03-01, before it begins", "from: comes before"},
    {T "pace: {hours_per_day: 25}\nweeks: [{week: 1, title: W}]\n", 3, 23, "a day has no 25 hours", "24"},
    {T "pace: {hours_per_day: 1, minutes_per_day: 9}\nweeks: [{week: 1, title: W}]\n", 3, 7, "twice", "keep"},
    {T "weeks: [{week: 1, title: W}]\nphases: [{title: P, weeks: [{week: 2, title: V}]}]\n", 1, 1, "both phases: and weeks:", "into a phase"},
    {T "phases:\n  - {title: P, months: 0-3, weeks: [{week: 1, title: W}]}\n  - {title: Q, months: 2-4, weeks: [{week: 2, title: V}]}\n", 5, 5, "begins in month 2, the one before it ends in month 3", "months: 3-"},
    {W "    mon: [scam]\n", 6, 11, "there is no exercise 'scam'", "did you mean 'scan'?"},
    {W "    mon: [{scan: {gates: {bandwidth: 1}}}]\n", 6, 26, "'scan' has no gates yet", "bank"},
    {W "    mon: [{choose: 3, of: [scan, sort]}]\n", 6, 11, "3 cannot be chosen of 2 options", "1 to 2"},
    {W "    mon: [{choose: 0, of: [scan, sort]}]\n", 6, 20, "choose: takes a whole number, not 0", "1"},
    {W "    mon: [{choose: 1, of: [{choose: 1, of: [scan]}, sort]}]\n", 6, 28, "an option cannot be a choice", "around"},
    {W "    mon: [{choose: 1}]\n", 6, 11, "a choice needs the key 'of'", ""},
    {W "    mon: [{choose: 1, of: [{title: A, item: [scan]}]}]\n", 6, 28, "an item has one key", ""},
    {W "    mon: [{reading: R, quiz: scan}]\n", 6, 30, "'scan' is no quiz, but of kind cuda", "quiz or worksheet"},
    {W "    mon: [{planned: R, quiz: quiz-scan}]\n", 6, 11, "only a reading has a quiz", ""},
    {W "    mon: [{reading: R, minutes: 0}]\n", 6, 33, "minutes: takes a whole number, not 0", ""},
    {W "    gate: {says: G, requires: [scan]}\n", 6, 11, "gate: needs the key 'mode'", ""},
    {W "    gate: {says: G, mode: shut, requires: [scan]}\n", 6, 27, "'shut' is no mode", "advises, opens"},
    {W "    gate: {says: G, mode: opens, requires: []}\n", 6, 44, "requires: is empty", "passes show it"},
    {W "    gate: {says: G, mode: opens, requires: [scam]}\n", 6, 45, "there is no exercise 'scam'", "'scan'"},
    {W "    gate: {says: G, mode: opens, requires: [{choose: 2, of: scan}]}\n", 6, 45, "2 cannot be chosen of 1", ""},
    {W "    gate: {says: G, mode: opens, by: week 2, requires: scan}\n", 6, 34, "'by' is no key of gate:", "allowed keys"},
    {W "milestones: [{says: M, by: soon, requires: scan}]\n", 6, 28, "by: 'soon' is no time", "week 6, month 3"},
    {W "milestones: [{says: M, by: month x, requires: scan}]\n", 6, 28, "by: month: takes a whole number, not x", ""},
    {W "milestones: [{says: M, by: 2026-02-30, requires: scan}]\n", 6, 28, "'2026-02-30' is no day of the calendar", "2026-02-28"},
    {W "habits: [{every: year, by: you, says: H}]\n", 6, 18, "'year' is no every", "allowed: day, week, exercise"},
    {W "habits: [{every: day, by: me, says: H}]\n", 6, 27, "'me' is no by", "you, kata"},
    {W "dayly: [scan]\n", 6, 1, "'dayly' is no key of a track", "did you mean 'daily'?"},
};

#define B "format: 1\ntitle: B\nexercises:\n"
#define REST ", kind: cuda, minutes: 9, machine: sim, gate: g, lesson: l"
static const Wrong wrong_banks[] = {
    {B "  - coppy\n", 4, 5, "there is no exercise 'coppy'", "'copy'"},
    {B "  - scan\n", 4, 5, "'scan' is announced already", "bare id"},
    {B "  - {id: scan, title: S" REST "}\n", 4, 5, "the bank has 'scan' already", "03-scan.yaml, line 6"},
    {B "  - {id: Scan, title: S" REST "}\n", 4, 10, "'Scan' cannot be an id", "folder"},
    {B "  - {id: s" REST "}\n", 4, 5, "needs the key 'title'", ""},
    {B "  - {id: s, title: S, kind: cude, minutes: 9, machine: sim, gate: g, lesson: l}\n", 4, 29, "'cude' is no kind", "did you mean 'cuda'?"},
    {B "  - {id: s, title: S, kind: cuda, minutes: 9, machine: [sin], gate: g, lesson: l}\n", 4, 57, "'sin' is no machine", "did you mean 'sim'?"},
    {B "  - {id: s, title: S, blurb: x" REST "}\n", 4, 23, "'blurb' is no key of an exercise of the bank", ""},
    {"format: 2\ntitle: B\nexercises: []\n", 1, 9, "format 2 is newer", "update kata"},
    {"format: 1\ntitle: B\n", 1, 1, "a topic of the bank needs the key 'exercises'", ""},
};
// clang-format on

static void expect(const Wrong *w, bool loaded) {
    ck_assert_msg(!loaded, "%s\nloads", w->yaml);
    ck_assert_msg(err_count(&err) == 1, "%s\n%d errors: %s", w->yaml,
                  err_count(&err), err.msg);
    ck_assert_msg(strstr(err.msg, w->msg), "%s\nsays: %s", w->yaml, err.msg);
    ck_assert_msg(strstr(err.hint, w->hint), "%s\nhints: %s", w->yaml,
                  err.hint);
    ck_assert_msg(err.hint[0], "%s\nhas no hint", w->yaml);
    ck_assert_msg(err.loc.line == w->line && err.loc.col == w->col,
                  "%s\nat %d:%d: %s", w->yaml, err.loc.line, err.loc.col,
                  err.msg);
}

START_TEST(a_wrong_track_is_refused_at_its_place) {
    const Wrong *w = &wrong_tracks[_i];
    expect(w, load_with("curriculum/course.yaml", w->yaml));
}
END_TEST

START_TEST(a_wrong_bank_is_refused_at_its_place) {
    const Wrong *w = &wrong_banks[_i];
    expect(w, load_with("curriculum/bank/04-more.yaml", w->yaml));
}
END_TEST

START_TEST(remarks_are_no_track) {
    ck_assert(load_with("curriculum/remarks.yaml", "format: 1\nremarks: {}\n"));
    ck_assert_int_eq(plan.ntracks, 0);
}
END_TEST

SUITE_OF(track) {
    Suite *s = suite_create("track");
    TCase *t = tcase_create("track");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, the_bank_announces_what_is_not_there);
    tcase_add_test(t, the_track_says_how_long_a_day_is);
    tcase_add_test(t, phases_hold_weeks_gates_and_deliverables);
    tcase_add_test(t, a_week_may_be_several);
    tcase_add_test(t, minutes_are_what_a_week_asks_for);
    tcase_add_test(t, a_choice_marks_the_items_of_its_options);
    tcase_add_test(t, every_item_is_listed_and_found);
    tcase_add_test(t, habits_and_milestones_are_read);
    tcase_add_test(t, a_goal_is_met_by_all_it_requires);
    tcase_add_test(t, a_calendar_has_leap_days);
    tcase_add_loop_test(t, a_wrong_track_is_refused_at_its_place, 0,
                        COUNT_OF(wrong_tracks));
    tcase_add_loop_test(t, a_wrong_bank_is_refused_at_its_place, 0,
                        COUNT_OF(wrong_banks));
    tcase_add_test(t, remarks_are_no_track);
    suite_add_tcase(s, t);
    return s;
}
