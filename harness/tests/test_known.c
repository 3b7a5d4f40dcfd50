// Fingerprints of wrong results, and the words of known mistakes.
#include "base/path.h"
#include "gate/check/known.h"
#include "gate/judge/fingerprint.h"
#include "plan/mutant.h"
#include "tests/tests.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static Arena arena;

static void free_arena(void) {
    arena_reset(&arena);
}

static CaseResult wrong_case(int64_t wrong, double first, double second) {
    return (CaseResult){
        .verdict = VERDICT_FAIL,
        .kind = "mismatch",
        .output = "out",
        .wrong = wrong,
        .total = 100,
        .first = {{.index = 3, .got = first}, {.index = 4, .got = second}},
        .nfirst = 2};
}

static const char *print_of(const CaseResult *r, int n) {
    Fingerprint f;
    fingerprint_start(&f);
    for (int i = 0; i < n; i++)
        fingerprint_add(&f, &r[i]);
    return fingerprint_end(&f, &arena);
}

static bool same(const CaseResult *a, const CaseResult *b, int n) {
    return fingerprint_same(str_of(print_of(a, n)), str_of(print_of(b, n)));
}

START_TEST(a_mistake_has_one_fingerprint) {
    CaseResult pass = {.verdict = VERDICT_PASS, .kind = "", .total = 100};
    CaseResult a[] = {pass, wrong_case(7, 1.5, -2)}, b[2];
    memcpy(b, a, sizeof a);
    ck_assert(same(a, b, 2));
    b[1].first[0].got = 1.5001; // rounding
    ck_assert(same(a, b, 2));
    b[1].first[0].got = 1.51;
    ck_assert(!same(a, b, 2));
    b[1] = a[1], b[1].wrong = 8;
    ck_assert(!same(a, b, 2));
    b[1] = a[1], b[1].first[0].index = 2;
    ck_assert(!same(a, b, 2));
    b[1] = a[1], b[1].output = "sums";
    ck_assert(!same(a, b, 2));
    b[1] = a[1], b[1].first[1].got_poison = true;
    ck_assert(!same(a, b, 2));
    b[1] = a[1], b[1].first[1].got = NAN;
    ck_assert(!same(a, b, 2));
    b[1] = a[1], b[0] = wrong_case(1, 1, 1);
    ck_assert(!same(a, b, 2));
    // The same cases, in another order, are others.
    b[0] = a[1], b[1] = a[0];
    ck_assert(!same(a, b, 2));
    ck_assert(!fingerprint_same(STR("12 1 2"), STR("12 1")));
    ck_assert(!fingerprint_same(STR(""), STR("12 1")));
    ck_assert(fingerprint_same(STR("12 inf nan"), STR("12 inf nan")));
    ck_assert(!fingerprint_same(STR("12 inf"), STR("12 -inf")));
}
END_TEST

// What many mistakes leave is no fingerprint.
START_TEST(nothing_is_told_of_nothing) {
    CaseResult pass = {.verdict = VERDICT_PASS, .kind = "", .total = 100};
    CaseResult zeros[] = {wrong_case(100, 0, 0), wrong_case(100, NAN, 0)};
    ck_assert_ptr_null(print_of(&pass, 1));
    ck_assert_ptr_null(print_of(zeros, 2));
    CaseResult empty[] = {wrong_case(100, 1, 1), pass};
    empty[0].first[0].got_poison = empty[0].first[1].got_poison = true;
    ck_assert_ptr_null(print_of(empty, 2));
    // In a part of the elements, or of the cases, zeros do tell something.
    zeros[1].wrong = 99;
    ck_assert_ptr_nonnull(print_of(zeros, 2));
    CaseResult some[] = {zeros[0], pass};
    ck_assert_ptr_nonnull(print_of(some, 2));
}
END_TEST

static const char *told(const char *rows, const char *print) {
    Err err = {0};
    Exercise *ex = exercise_load(
        &arena, "exercises/basics/vector-add/exercise.yaml", &err);
    ck_assert_msg(ex, "%s", err.msg);
    ex->sol = "solutions/basics/vector-add";
    return known_words(&arena, ex, str_of(rows), print);
}

START_TEST(a_known_mistake_is_named) {
    const char *rows = "# text\n"
                       "saxpy\thalf.cu\t11 1\n"
                       "vector-add\thalf.cu\t22 1 2\n"
                       "vector-add\tcopies.cu\t33 5\n"
                       "vector-add\tgone.cu\t44 5\n"
                       "vector-add\thalf.cu\t55 5\n"
                       "vector-add\tcopies.cu\t55 5\n";
    ck_assert_str_eq(told(rows, "22 1 2.0001"), "adds in half precision.");
    ck_assert_ptr_null(told(rows, "11 1"));
    ck_assert_ptr_null(told(rows, "22 1 3"));
    ck_assert_ptr_null(told(rows, "44 5"));
    const char *two = told(rows, "55 5");
    ck_assert_ptr_nonnull(strstr(two, "adds in half precision."));
    ck_assert_ptr_nonnull(strstr(two, "Or of this one: "));
}
END_TEST

static bool reads(const char *text, MutantReason *out) {
    const char *path = "test_known.tmp";
    Err err = {0};
    ck_assert(file_write(path, text, strlen(text), &err));
    bool ok = mutant_reason(path, &arena, out, &err);
    err_clear(&err);
    path_remove_all(path, &err);
    return ok;
}

START_TEST(a_second_line_says_more) {
    MutantReason m;
    ck_assert(reads("// rejected by: case (a)\nint x;\n", &m));
    ck_assert_ptr_null(m.says);
    ck_assert(reads("# rejected by: case (a)\n# says: It is a.\n", &m));
    ck_assert_str_eq(m.says, "It is a.");
    ck_assert(reads("// rejected by: case (a)\n// says: Is it a?", &m));
    ck_assert_str_eq(m.says, "Is it a?");
    ck_assert(!reads("// rejected by: case (a)\n// says: it is a\n", &m));
    ck_assert(!reads("// rejected by: case (a)\n// says:\n", &m));
    char longer[400];
    snprintf(longer, sizeof longer,
             "// rejected by: case (a)\n// says: %0310d.\n", 0);
    ck_assert(!reads(longer, &m));
}
END_TEST

SUITE_OF(known) {
    Suite *s = suite_create("known");
    TCase *t = tcase_create("all");
    tcase_add_unchecked_fixture(t, NULL, free_arena);
    tcase_add_test(t, a_mistake_has_one_fingerprint);
    tcase_add_test(t, nothing_is_told_of_nothing);
    tcase_add_test(t, a_known_mistake_is_named);
    tcase_add_test(t, a_second_line_says_more);
    suite_add_tcase(s, t);
    return s;
}
