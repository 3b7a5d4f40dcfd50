// plan/coverage and the screens of report/curriculum.h: what the lines of a
// syllabus rest on, on the toy curriculum, whole and damaged.
#include "base/proc.h"
#include "base/vec.h"
#include "report/curriculum.h"
#include "tests/golden.h"
#include "tests/tree.h"

#include <stdio.h>

static Tree tree;
static Plan plan;
static Coverage cover;
static Findings findings;
static Err err;

static const Term plain = {.width = 80, .utf8 = true};

static void setup(void) {
    static const char *const parts[] = {"curriculum", "exercises", "solutions"};
    tree_open(&tree);
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        const char *const argv[] = {
            "cp", "-r",
            arena_fmt(&tree.arena, "harness/tests/toy/%s", parts[i]),
            tree_path(&tree, parts[i]), NULL};
        Proc p;
        ck_assert(proc_run(argv, NULL, &p, &err) && p.status == 0);
        proc_free(&p);
    }
}

static void teardown(void) {
    vec_free(&findings);
    coverage_free(&cover);
    plan_free(&plan);
    err_clear(&err);
    tree_close(&tree);
}

static bool make(void) {
    ck_assert_msg(plan_load(&plan, tree.root, &err), "%s:%d: %s", err.loc.file,
                  err.loc.line, err.msg);
    return coverage_make(
        &cover, &plan, tree_path(&tree, "curriculum/items.tsv"),
        tree_path(&tree, "curriculum/remarks.yaml"), &findings, &err);
}

static void edit(const char *name, const char *from, const char *to) {
    Buf text = {0};
    ck_assert(file_read(tree_path(&tree, name), &text, &err));
    char *at = strstr(text.data, from);
    ck_assert_msg(at, "%s holds no '%s'", name, from);
    tree_write(&tree, name,
               arena_fmt(&tree.arena, "%.*s%s%s", (int)(at - text.data),
                         text.data, to, at + strlen(from)));
    buf_free(&text);
}

// ---- proofs

static void expect(const char *id, Proof proof, const char *by) {
    const CoverLine *line = map_find(&cover.by_id, id);
    ck_assert_ptr_nonnull(line);
    ck_assert_msg(line->proof == proof, "%s rests on %d, not %d", id,
                  line->proof, proof);
    ck_assert_str_eq(line->by ? line->by : "", by);
}

START_TEST(every_line_of_the_toy_is_placed) {
    ck_assert(make());
    ck_assert_int_eq(findings.n, 0);
    ck_assert_int_eq(cover.n, 6);
    expect("toy-001", PROOF_NONE, "");
    ck_assert_str_eq(cover.lines[0].remark, "a heading");
    expect("toy-002", PROOF_RUN, "pass");
    expect("toy-004", PROOF_ATTESTED, "Why a warp reads 128 bytes at once");
    expect("toy-005", PROOF_PLANNED, "Copy through shared memory");
    expect("toy-006", PROOF_PLANNED, "copy-tiled");
    CoverTotal n = coverage_total(&cover, NULL);
    ck_assert_int_eq(n.lines, 6);
    ck_assert_int_eq(coverage_asks(&n), 5);
    ck_assert_int_eq(n.by_proof[PROOF_RUN], 2);
}
END_TEST

// A goal is as strong as the weakest thing it requires; of a choice the
// strongest that suffice count.
// clang-format off
static const struct { const char *requires; Proof proof; } goals[] = {
    {"[pass, copy]", PROOF_RUN},
    {"[pass, copy-tiled]", PROOF_PLANNED},
    {"[{choose: 1, of: [copy-tiled, pass]}]", PROOF_RUN},
    {"[{choose: 2, of: [copy-tiled, pass]}]", PROOF_PLANNED},
    {"[copy, {choose: 2, of: [copy-tiled, pass, copy]}]", PROOF_RUN},
};
// clang-format on

START_TEST(a_goal_is_as_strong_as_what_it_requires) {
    edit("curriculum/toy.yaml", "extras: [copy-tiled]\n",
         arena_fmt(&tree.arena,
                   "extras: [copy-tiled]\nmilestones:\n"
                   "  - {by: week 2, says: G, covers: toy-005, requires: %s}\n",
                   goals[_i].requires));
    ck_assert(make());
    ck_assert_int_eq(findings.n, 0);
    const CoverLine *line = map_find(&cover.by_id, "toy-005");
    ck_assert_int_eq(line->proof, goals[_i].proof);
}
END_TEST

START_TEST(a_choice_is_as_weak_as_its_weakest_option) {
    edit("curriculum/toy.yaml", "wed: {reading",
         "thu: {choose: 1, title: C, covers: toy-005, of: [copy-tiled, "
         "{reading: R}]}\n    wed: {reading");
    edit("curriculum/toy.yaml", "extras: [copy-tiled]\n", "");
    ck_assert(make());
    expect("toy-005", PROOF_PLANNED, "C");
}
END_TEST

START_TEST(a_habit_is_checked_by_whoever_does_it) {
    edit("curriculum/toy.yaml", "extras:",
         "habits:\n"
         "  - {every: day, by: you, says: H, covers: toy-005}\n"
         "  - {every: exercise, by: kata, says: K, covers: toy-006}\n"
         "extras:");
    ck_assert(make());
    expect("toy-005", PROOF_ATTESTED, "a habit");
    expect("toy-006", PROOF_SHOWN, "every check");
}
END_TEST

// A line for a quiz and for code: answered only as long as no code is
// announced.
START_TEST(a_quiz_does_not_answer_for_code_that_is_to_come) {
    edit("exercises/basics/copy/exercise.yaml", "covers:", "attests:");
    tree_write(&tree, "exercises/basics/ask/exercise.yaml",
               "format: 1\ntitle: Ask\nkind: quiz\nblurb: B.\nminutes: 5\n"
               "teaches: [a]\ncovers: [toy-003, toy-006]\nquestions:\n"
               "- {ask: Q, options: [{right: R, why: W}, {wrong: X, why: Y}, "
               "{wrong: Z, why: V}]}\n");
    edit("curriculum/toy.yaml", "extras: [copy-tiled]",
         "extras: [copy-tiled, ask]");
    ck_assert(make());
    expect("toy-003", PROOF_ANSWERED, "ask");
    expect("toy-006", PROOF_PLANNED, "copy-tiled, until then the quiz ask");
}
END_TEST

START_TEST(what_is_only_attested_counts_as_such) {
    edit("exercises/basics/copy/exercise.yaml", "covers:", "attests:");
    ck_assert(make());
    expect("toy-003", PROOF_ATTESTED, "copy");
}
END_TEST

// ---- what is wrong

typedef struct Damage {
    const char *file, *from, *to;
    bool is_error;
    const char *msg, *hint;
} Damage;

// clang-format off
static const Damage damages[] = {
    {"curriculum/remarks.yaml", "  toy-001: a heading\n", "  toy-001: a heading\n  toy-003: no\n", true, "toy-003 is a remark, and yet 'copy' covers it", "remarks.yaml"},
    {"curriculum/remarks.yaml", "toy-001: a heading", "toy-001..toy-002: no", true, "toy-002 is a remark, and yet 'pass'", "covers:"},
    {"curriculum/toy.yaml", ", covers: [toy-004]", "", true, "nothing answers toy-004: Why a warp", "covers: [toy-004]"},
    {"curriculum/toy.yaml", "extras: [copy-tiled]\n", "", false, "'copy-tiled' covers toy-006, but toy does not hold it", "week of that track"},
};
static const Damage bad_remarks[] = {
    {"curriculum/remarks.yaml", "toy-001:", "toy-01:", true, "'toy-01' is no line of the syllabi", "toy-001..toy-004"},
    {"curriculum/remarks.yaml", "toy-001:", "toy-003..toy-001:", true, "'toy-003..toy-001' is no line", ""},
    {"curriculum/remarks.yaml", "  toy-001: a heading", "  toy-001: a\n  toy-001..toy-001: b", true, "toy-001 has a remark already", "keep one"},
    {"curriculum/remarks.yaml", "remarks:\n", "remark:\n", true, "'remark' is no key of remarks", "did you mean 'remarks'?"},
};
// clang-format on

START_TEST(a_line_out_of_place_is_found) {
    const Damage *d = &damages[_i];
    edit(d->file, d->from, d->to);
    ck_assert(make());
    // A claim that a track does not hold leaves its line open, too.
    ck_assert_int_eq(findings.n, d->is_error ? 1 : 2);
    const Finding *f = &findings.at[0];
    ck_assert_msg(strstr(f->msg, d->msg), "%s", f->msg);
    ck_assert_msg(strstr(f->hint, d->hint), "%s", f->hint);
    ck_assert_int_eq(f->is_error, d->is_error);
    ck_assert_int_gt(f->loc.line, 0);
}
END_TEST

START_TEST(a_wrong_remark_is_refused) {
    const Damage *d = &bad_remarks[_i];
    edit(d->file, d->from, d->to);
    ck_assert(!make());
    ck_assert_msg(strstr(err.msg, d->msg), "%s", err.msg);
    ck_assert_msg(strstr(err.hint, d->hint), "%s", err.hint);
    ck_assert_int_gt(err.loc.line, 1);
}
END_TEST

START_TEST(without_items_there_is_nothing_to_cover) {
    ck_assert(plan_load(&plan, tree.root, &err));
    ck_assert(!coverage_make(&cover, &plan, "/nowhere/items.tsv", NULL,
                             &findings, &err));
    ck_assert_ptr_nonnull(strstr(err.msg, "/nowhere/items.tsv"));
}
END_TEST

// ---- screens

START_TEST(the_screens_are_as_they_were) {
    Buf out = {0};
    edit("curriculum/toy.yaml", ", covers: [toy-005]", "");
    ck_assert(make());
    buf_str(&out, "# kata lint --coverage\n");
    report_coverage(&plain, &plan, &cover, &out);
    buf_str(&out, "\n# kata lint --coverage toy\n");
    report_coverage_lines(&plain, &cover, plan_track(&plan, "toy"), &out);
    buf_str(&out, "\n# kata lint --coverage toy --json\n");
    report_coverage_json(&plan, &cover, plan_track(&plan, "toy"), &findings,
                         &out);
    golden_check("coverage.txt", &out);
}
END_TEST

START_TEST(the_bank_is_as_it_was) {
    Buf out = {0};
    edit("curriculum/bank/basics.yaml", "  - copy\n",
         "  - copy\n  - {id: asked, title: Asked, kind: self-assessment, "
         "minutes: 9, machine: cpu, gate: g, lesson: l}\n");
    ck_assert(plan_load(&plan, tree.root, &err));
    buf_str(&out, "# kata bank\n");
    report_bank(&plain, &plan, NULL, &(Done){0}, &out);
    buf_str(&out, "\n# kata bank copy-tiled\n");
    report_planned(&plain, &plan, plan_planned(&plan, "copy-tiled"), &out);
    buf_str(&out, "\n# kata bank --json\n");
    report_bank_json(&plan, NULL, &out);
    golden_check("bank.txt", &out);
}
END_TEST

SUITE_OF(coverage) {
    Suite *s = suite_create("coverage");
    TCase *t = tcase_create("coverage");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, every_line_of_the_toy_is_placed);
    tcase_add_loop_test(t, a_goal_is_as_strong_as_what_it_requires, 0,
                        COUNT_OF(goals));
    tcase_add_test(t, a_choice_is_as_weak_as_its_weakest_option);
    tcase_add_test(t, a_habit_is_checked_by_whoever_does_it);
    tcase_add_test(t, a_quiz_does_not_answer_for_code_that_is_to_come);
    tcase_add_test(t, what_is_only_attested_counts_as_such);
    tcase_add_loop_test(t, a_line_out_of_place_is_found, 0, COUNT_OF(damages));
    tcase_add_loop_test(t, a_wrong_remark_is_refused, 0, COUNT_OF(bad_remarks));
    tcase_add_test(t, without_items_there_is_nothing_to_cover);
    tcase_add_test(t, the_screens_are_as_they_were);
    tcase_add_test(t, the_bank_is_as_it_was);
    suite_add_tcase(s, t);
    return s;
}
