// Fingerprints of wrong results, and the words of known mistakes.
#include "base/path.h"
#include "gate/check/known.h"
#include "gate/judge/fingerprint.h"
#include "plan/mutant.h"
#include "plan/plan.h"
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

static double share_of(const CaseResult *a, const CaseResult *b, int n) {
    return fingerprint_share(str_of(print_of(a, n)), str_of(print_of(b, n)));
}

static bool same(const CaseResult *a, const CaseResult *b, int n) {
    return share_of(a, b, n) == 1;
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
    b[1] = a[1], b[1].wrong = 8; // of 7
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
}
END_TEST

// Sums that lose their last digits have the first ones in common, whatever the
// mistake: the error tells them apart.
START_TEST(what_is_nearly_right_is_known_by_its_error) {
    CaseResult pass = {.verdict = VERDICT_PASS, .kind = "", .total = 100};
    CaseResult a[] = {pass, wrong_case(7, 1000.002, 500.001)}, b[2];
    a[1].first[0].want = 1000;
    a[1].first[1].want = 500;
    memcpy(b, a, sizeof a);
    ck_assert(same(a, b, 2));
    b[1].first[0].got = 999.998;
    ck_assert(!same(a, b, 2));
    b[1].first[0].got = 1000.003;
    ck_assert(!same(a, b, 2));
    b[1].first[0].got = 1100;
    ck_assert(!same(a, b, 2));
    // Nothing is near an infinite one.
    a[1] = b[1] = wrong_case(7, 1, 2);
    a[1].first[0].want = b[1].first[0].want = INFINITY;
    ck_assert(same(a, b, 2));
    b[1].first[0].got = 3;
    ck_assert(!same(a, b, 2));
}
END_TEST

static double share(const char *a, const char *b) {
    return fingerprint_share(str_of(a), str_of(b));
}

START_TEST(like_cases_are_counted) {
    ck_assert_double_eq(share("12:1:2", "12:1:2"), 1);
    ck_assert_double_eq(share("12:1:2", "12:1"), 0);
    ck_assert_double_eq(share("", "12:1:2"), 0);
    ck_assert_double_eq(share("", ""), 0);
    ck_assert_double_eq(share(". .", ". ."), 0);
    ck_assert_double_eq(share(". 12:1:2", "12:1:2"), 0);
    ck_assert_double_eq(share("12:3:inf:nan", "12:3:inf:nan"), 1);
    ck_assert_double_eq(share("12:3:inf", "12:3:-inf"), 0);
    // Rounding moves an element over its bound.
    ck_assert_double_eq(share("12:1000:5", "12:1001:5"), 1);
    ck_assert_double_eq(share("12:1000:5", "12:1100:5"), 0);
    // Two telling cases, and half of those that are wrong in either.
    const char *three = "+1:9:1 +2:9:1 +3:9:1 .";
    ck_assert_double_eq(share(three, "+1:9:1 +2:9:1 . ."), 2.0 / 3);
    ck_assert_double_eq(share(three, "+1:9:1 +2:9:1 +4:9:1 ."), 2.0 / 3);
    ck_assert_double_eq(share(three, "+1:9:1 . . ."), 0);
    ck_assert_double_eq(share("1:9:0 2:9:0 3:9:0", "1:9:0 2:9:0 ."), 0);
    ck_assert_double_eq(
        share("+1:9:1 +2:9:1 +3:9:1 +4:9:1 +5:9:1", "+1:9:1 +2:9:1 . . ."), 0);
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

#define HALF                                                                   \
    "The sums are computed in half precision. Add the numbers as floats."

static const char *told(const char *rows, const char *print) {
    Err err = {0};
    Exercise *ex = exercise_load(
        &arena, "exercises/basics/vector-add/exercise.yaml", &err);
    ck_assert_msg(ex, "%s", err.msg);
    ex->sol = "solutions/basics/vector-add";
    double share;
    return known_words(&arena, ex, str_of(rows), print, &share);
}

START_TEST(a_known_mistake_is_named) {
    const char *rows = "# text\n"
                       "saxpy\thalf.cu\t11:1:1\n"
                       "vector-add\thalf.cu\t22:9:1 22:9:2\n"
                       "vector-add\tcopies.cu\t33:9:5\n"
                       "vector-add\tgone.cu\t44:9:5\n"
                       "vector-add\thalf.cu\t55:9:5\n"
                       "vector-add\tcopies.cu\t55:9:5\n"
                       "vector-add\thalf.cu\t+66:9:5 +66:9:4 +66:9:3\n"
                       "vector-add\tcopies.cu\t+66:9:5 +66:9:4 +66:9:2\n";
    ck_assert_str_eq(told(rows, "22:9:1 22:9:2.0001"), HALF);
    ck_assert_ptr_null(told(rows, "11:1:1"));
    ck_assert_ptr_null(told(rows, "22:9:1 22:9:3"));
    ck_assert_ptr_null(told(rows, "44:9:5"));
    const char *two = told(rows, "55:9:5");
    ck_assert_ptr_nonnull(strstr(two, HALF));
    ck_assert_ptr_nonnull(strstr(two, "Or of this one: "));
    // The whole before the most.
    ck_assert_str_eq(told(rows, "+66:9:5 +66:9:4 +66:9:3"), HALF);
    two = told(rows, "+66:9:5 +66:9:4 .");
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

static int count_words(Str line) {
    Str word;
    int n = 0;
    while (str_cut(&line, ' ', &word))
        n++;
    return n;
}

static int words_of(const Exercise *ex) {
    Arena of_cases = {0};
    Err err = {0};
    int n = 0;
    for (int i = 0; i < ex->ncases; i++) {
        bool has;
        ck_assert_msg(known_has_word(&of_cases, ex, &ex->cases[i], &has, &err),
                      "%s: %s", ex->id, err.msg);
        n += has;
    }
    arena_reset(&of_cases);
    return n;
}

// Rows of an exercise's earlier cases would be compared in vain.
START_TEST(rows_have_a_word_for_each_case) {
    Plan plan = {0};
    Err err = {0};
    Buf text = {0};
    Str line, id, name, last = {0};
    int words = 0, stale = 0;
    ck_assert_msg(plan_load(&plan, ".", &err), "%s", err.msg);
    ck_assert(file_read("solutions/mistakes.tsv", &text, &err));
    for (Str rest = {text.data, text.len}; str_cut(&rest, '\n', &line);) {
        if (!line.n || *line.p == '#') continue;
        ck_assert(str_cut(&line, '\t', &id) && str_cut(&line, '\t', &name));
        const char *of = arena_strn(&arena, id.p, id.n);
        const Exercise *ex = plan_find(&plan, of);
        ck_assert_msg(ex, "a row of no exercise: %s", of);
        if (last.n != id.n || memcmp(last.p, id.p, id.n)) words = words_of(ex);
        last = id;
        if (count_words(line) == words) continue;
        fprintf(stderr, "%s, %.*s: %d words for %d cases (make mistakes)\n", of,
                (int)name.n, name.p, count_words(line), words);
        stale++;
    }
    ck_assert_int_eq(stale, 0);
    buf_free(&text);
    plan_free(&plan);
}
END_TEST

SUITE_OF(known) {
    Suite *s = suite_create("known");
    TCase *t = tcase_create("all");
    tcase_add_unchecked_fixture(t, NULL, free_arena);
    tcase_add_test(t, a_mistake_has_one_fingerprint);
    tcase_add_test(t, what_is_nearly_right_is_known_by_its_error);
    tcase_add_test(t, like_cases_are_counted);
    tcase_add_test(t, nothing_is_told_of_nothing);
    tcase_add_test(t, a_known_mistake_is_named);
    tcase_add_test(t, a_second_line_says_more);
    tcase_add_test(t, rows_have_a_word_for_each_case);
    suite_add_tcase(s, t);
    return s;
}
