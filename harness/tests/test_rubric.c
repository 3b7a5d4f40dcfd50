// grade/rubric: points of results, and every way in which a rubric can be
// wrong.
#include "grade/rubric.h"
#include "plan/read.h"
#include "tests/tests.h"
#include "tests/tree.h"

#include <stdio.h>
#include <string.h>

static Tree tree;
static Plan plan;
static Rubric rubric;
static Task tasks[2];
static Err err;

static void add_exercise(const char *id, const char *gates) {
    tree_write(&tree,
               arena_fmt(&tree.arena, "exercises/basics/%s/exercise.yaml", id),
               arena_fmt(&tree.arena,
                         "format: 1\ntitle: Some kernel\nkind: cuda\n"
                         "file: k.cu\nentry: void k(float *out, int n)\n"
                         "args: {out: {shape: [n], output: true}}\n"
                         "cases: [{n: 3}]\ncompare: exact\n"
                         "measure: {n: 1M, bytes: 8 * n}\nminutes: 40\n%s",
                         gates));
}

static void start(void) {
    tree_open(&tree);
    add_exercise("copy", "gates:\n"
                         "  - {metric: bandwidth, of: copy, at_least: 80%}\n"
                         "  - {metric: coalescing, at_least: 90%}\n"
                         "medals: {gold: {bandwidth: 95%}}\n");
    add_exercise("plain", "");
    tree_write(&tree, "curriculum/toy.yaml",
               "format: 1\ntitle: T\nweeks: []\n");
    plan_load(&plan, tree.root, &err);
    err_clear(&err);
    tasks[0].ex = plan_find(&plan, "copy");
    tasks[1].ex = plan_find(&plan, "plain");
    ck_assert_ptr_nonnull(tasks[0].ex);
    ck_assert_ptr_nonnull(tasks[1].ex);
}

static void finish(void) {
    err_clear(&err);
    plan_free(&plan);
    tree_close(&tree);
}

static bool load(const char *text) {
    const char *path = text ? tree_write(&tree, "rubric.yaml", text) : NULL;
    err_clear(&err);
    return rubric_load(&tree.arena, path, tasks, 2, &plan, &rubric, &err);
}

// ---- points

static GradeGate gates[2];

static Grading result(int passed, Verdict fast, Verdict coalesced) {
    gates[0] = (GradeGate){
        "bandwidth", "bandwidth of copy", "85 %", "at least 80 %", "", fast};
    gates[1] = (GradeGate){"coalescing",    "coalescing", "95 %",
                           "at least 90 %", "",           coalesced};
    bool right = passed == 4;
    bool all = right && fast == VERDICT_PASS && coalesced == VERDICT_PASS;
    return (Grading){.verdict = all ? VERDICT_PASS : VERDICT_FAIL,
                     .stage = all     ? "done"
                              : right ? "gates"
                                      : "correct",
                     .summary = "",
                     .medal = all ? "gold" : "",
                     .passed = passed,
                     .ncases = 4,
                     .gates = gates,
                     .ngates = 2};
}

static double points(const Grading *g) {
    Score s = rubric_score(&tree.arena, &rubric.rows[0], g, "nothing");
    double sum = 0;
    for (int i = 0; i < s.nparts; i++)
        sum += s.parts[i].points;
    ck_assert_double_eq_tol(sum, s.points, 1e-9);
    return s.points;
}

// clang-format off
static const struct { const char *rubric; int passed; Verdict fast, coalesced; double want; } rows[] = {
    {NULL, 4, VERDICT_PASS, VERDICT_PASS, 10},
    {NULL, 4, VERDICT_FAIL, VERDICT_PASS, 8},
    {NULL, 4, VERDICT_SUSPECT, VERDICT_FAIL, 6},
    {NULL, 4, VERDICT_INCONCLUSIVE, VERDICT_PASS, 8},
    {NULL, 3, VERDICT_PASS, VERDICT_PASS, 0},
    {NULL, 4, VERDICT_SKIPPED, VERDICT_FAIL, 6},
    {NULL, 4, VERDICT_SKIPPED, VERDICT_PASS, 10},
    {NULL, 4, VERDICT_SKIPPED, VERDICT_SKIPPED, 10},
    {"format: 1\npartial: true\n", 2, VERDICT_FAIL, VERDICT_FAIL, 3},
    {"format: 1\npoints: 20\ncorrectness: 50%\n", 4, VERDICT_PASS, VERDICT_FAIL, 15},
    {"format: 1\nexercises: {copy: {gates: {bandwidth: 3, coalescing: 1}}}\n", 4, VERDICT_PASS, VERDICT_FAIL, 9},
    {"format: 1\nexercises: {copy: {gates: {coalescing: 1}}}\n", 4, VERDICT_FAIL, VERDICT_PASS, 10},
    {"format: 1\nmedals: {gold: 2}\n", 4, VERDICT_PASS, VERDICT_PASS, 12},
    {"format: 1\nmedals: {gold: 2}\nexercises: {copy: {medals: {gold: 1}}}\n", 4, VERDICT_PASS, VERDICT_PASS, 11},
};
// clang-format on

START_TEST(a_result_is_worth) {
    ck_assert_msg(load(rows[_i].rubric), "%s", err.msg);
    Grading g = result(rows[_i].passed, rows[_i].fast, rows[_i].coalesced);
    ck_assert_msg(points(&g) == rows[_i].want, "row %d: %g, not %g", _i,
                  points(&g), rows[_i].want);
}
END_TEST

START_TEST(nothing_handed_in_is_worth_nothing) {
    ck_assert(load(NULL));
    ck_assert_double_eq(points(NULL), 0);
}
END_TEST

START_TEST(a_trap_is_not_right_though_every_case_is) {
    ck_assert(load(NULL));
    Grading g = result(4, VERDICT_PASS, VERDICT_PASS);
    g.verdict = VERDICT_FAIL;
    g.stage = "correct";
    ck_assert_double_eq(points(&g), 0);
    ck_assert(load("format: 1\npartial: true\n"));
    ck_assert_double_lt(points(&g), 6);
}
END_TEST

START_TEST(a_missing_tool_leaves_it_open) {
    ck_assert(load(NULL));
    Grading g = result(0, VERDICT_FAIL, VERDICT_FAIL);
    g.verdict = VERDICT_ENV;
    ck_assert(rubric_score(&tree.arena, &rubric.rows[0], &g, "").open);
}
END_TEST

// ---- what is wrong with a rubric

// clang-format off
static const struct { const char *text; int line, col; const char *msg, *hint; } wrong[] = {
    {"format: 1\npionts: 10\n", 2, 1, "'pionts' is no key of a rubric", "did you mean 'points'?"},
    {"format: 1\npoints: -1\n", 2, 9, "points: -1 is out of range", "0 to 10000"},
    {"format: 1\ncorrectness: 120%\n", 2, 14, "correctness: 120% is out of range", "0% to 100%"},
    {"format: 2\n", 1, 9, "format", ""},
    {"points: 10\n", 1, 1, "a rubric needs the key 'format'", ""},
    {"format: 1\nexercises: {cpoy: {points: 2}}\n", 2, 13, "'cpoy' is no key of the exercises that are graded", "did you mean 'copy'?"},
    {"format: 1\nexercises: {copy: {gates: {bandwith: 2}}}\n", 2, 28, "'bandwith' is no key of the gates of 'copy'", "did you mean 'bandwidth'?"},
    {"format: 1\nexercises: {plain: {gates: {bandwidth: 2}}}\n", 2, 28, "'plain' has no gates", "correctness has all"},
    {"format: 1\nexercises: {copy: {gates: [bandwidth]}}\n", 2, 27, "gates: is a map", "gates: {bandwidth: 2}"},
    {"format: 1\nmedals: {glod: 1}\n", 2, 10, "'glod' is no key of the medals", "did you mean 'gold'?"},
    {"format: 1\nexercises: [copy]\n", 2, 12, "exercises: is a map", "copy: {points: 20}"},
    {"format: 1\npoints: ten\n", 2, 9, "", ""},
    {"- 1\n", 1, 1, "a rubric is a map", ""},
};
// clang-format on

START_TEST(a_wrong_rubric_is_told_with_its_place) {
    ck_assert(!load(wrong[_i].text));
    ck_assert_int_eq(err.kind, ERR_INPUT);
    ck_assert_msg(strstr(err.msg, wrong[_i].msg), "row %d: %s", _i, err.msg);
    ck_assert_msg(strstr(err.hint, wrong[_i].hint), "row %d: %s", _i, err.hint);
    ck_assert_msg(err.loc.line == wrong[_i].line &&
                      err.loc.col == wrong[_i].col,
                  "row %d: %d:%d", _i, err.loc.line, err.loc.col);
}
END_TEST

START_TEST(all_errors_are_told) {
    ck_assert(!load("format: 1\npionts: 1\ncorrectness: 2\n"));
    ck_assert_int_eq(err_count(&err), 2);
}
END_TEST

SUITE_OF(rubric) {
    Suite *s = suite_create("rubric");
    TCase *t = tcase_create("points");
    tcase_add_checked_fixture(t, start, finish);
    tcase_add_loop_test(t, a_result_is_worth, 0, COUNT_OF(rows));
    tcase_add_test(t, nothing_handed_in_is_worth_nothing);
    tcase_add_test(t, a_trap_is_not_right_though_every_case_is);
    tcase_add_test(t, a_missing_tool_leaves_it_open);
    tcase_add_loop_test(t, a_wrong_rubric_is_told_with_its_place, 0,
                        COUNT_OF(wrong));
    tcase_add_test(t, all_errors_are_told);
    suite_add_tcase(s, t);
    return s;
}
