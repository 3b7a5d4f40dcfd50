// What wrong cases have in common: only what fits all of them is said.
#include "base/vec.h"
#include "gate/judge/across.h"
#include "tests/tests.h"

#include <string.h>

enum { MOST = 12 };

typedef struct Row {
    int n, k; // the case's sizes
    bool right;
    uint64_t patterns;
    int total; // elements
    bool has_fills, is_named;
    bool races; // and has no wrong value
} Row;

static CheckResult res;
static Arena arena;
static const char *from;  // the learner's file
static int third;         // a third size, or 0: none
static const char *first; // the name of the first size; NULL: n
static const char *fact;  // what is not true in wrong cases, or NULL
static const char *race_kind = "global-race"; // of rows that race
static int wrong_from;    // the first wrong element of `gap`; 0: unknown
static int scattered;     // wrong elements here and there; 0: unknown
static Exercise *ex;      // NULL: no names are known
static const Backend *on; // what it runs on, or NULL

static void check_rows(const Row *row, int n) {
    static Case made[MOST];
    static const Case *of[MOST];
    static Env sizes[MOST];
    static CaseResult got[MOST];
    static TrapInfo traps[MOST];
    int ntraps = 0;
    ck_assert_int_le(n, MOST);
    for (int i = 0; i < n; i++) {
        made[i] = (Case){.nfills = row[i].has_fills,
                         .name = row[i].is_named ? "all alike" : NULL};
        of[i] = &made[i];
        sizes[i] = (Env){0};
        env_set(&sizes[i], first ? first : "n", num_int(row[i].n));
        env_set(&sizes[i], "k", num_int(row[i].k));
        if (third) env_set(&sizes[i], "blocks", num_int(third));
        got[i] =
            (CaseResult){.verdict = row[i].right ? VERDICT_PASS : VERDICT_FAIL,
                         .kind = row[i].right   ? ""
                                 : row[i].races ? "trap"
                                                : "mismatch",
                         .name = "n=0",
                         .why = "",
                         .is_empty = row[i].n == 0 && !first,
                         .patterns = row[i].patterns,
                         .total = row[i].total};
        if (wrong_from > 0) {
            got[i].output = "gap";
            got[i].first[0] =
                (Mismatch){.index = wrong_from, .where = "gap[8]"};
            got[i].nfirst = 1;
        }
        if (scattered > 0) {
            got[i].wrong = scattered;
            got[i].first[0].index = 300 + i;
            got[i].first[1].index = 700 + i;
            got[i].nfirst = 2;
        }
        if (fact) {
            got[i].first[0] = (Mismatch){.fact = "made", .says = fact};
            got[i].nfirst = !row[i].right;
        }
        if (row[i].races)
            traps[ntraps++] = (TrapInfo){
                .kind = race_kind, .message = "A race.", .case_no = i + 1};
    }
    res = (CheckResult){.cases = got,
                        .ncases = n,
                        .source = from,
                        .backend = on,
                        .ex = ex,
                        .traps = traps,
                        .ntraps = ntraps};
    across_cases(&arena, of, sizes, n, &res);
    for (int i = 0; i < n; i++)
        vec_free(&sizes[i]);
}
#define GOOD(n_, k_)                                                           \
    { .n = n_, .k = k_, .right = true }
#define BAD(n_, k_)                                                            \
    { .n = n_, .k = k_ }
#define CHECK(...)                                                             \
    check_rows((Row[]){__VA_ARGS__},                                           \
               (int)(sizeof((Row[]){__VA_ARGS__}) / sizeof(Row)))

START_TEST(a_size_that_must_be_a_multiple_is_named) {
    CHECK(GOOD(64, 32), GOOD(50, 96), BAD(64, 33), BAD(50, 7));
    ck_assert_str_eq(res.contrast,
                     "Right wherever k is a multiple of 32, wrong everywhere "
                     "else: what does the last, partial stretch get?");
}
END_TEST

START_TEST(one_case_that_does_not_fit_is_enough_for_silence) {
    CHECK(GOOD(64, 32), GOOD(50, 96), BAD(64, 33), BAD(50, 7), BAD(60, 64));
    ck_assert_ptr_null(res.contrast);
}
END_TEST

START_TEST(one_case_on_a_side_proves_nothing) {
    CHECK(GOOD(64, 32), BAD(64, 33), BAD(50, 7));
    ck_assert_ptr_null(res.contrast);
    CHECK(GOOD(64, 32), GOOD(50, 96), BAD(64, 33));
    ck_assert_ptr_null(res.contrast);
}
END_TEST

START_TEST(a_threshold_is_named) {
    CHECK(GOOD(1, 5), GOOD(33, 9), BAD(1000, 7), BAD(5000, 5));
    ck_assert_ptr_nonnull(
        strstr(res.contrast, "Right up to n = 33, wrong from n = 1000 on"));
}
END_TEST

// Of a few wrong elements in a thousand a small case has none by chance.
START_TEST(a_threshold_is_none_of_rare_elements) {
    scattered = 5;
    CHECK(GOOD(1, 5), GOOD(33, 9), BAD(1000, 7), BAD(5000, 5));
    ck_assert_ptr_null(res.contrast);
    scattered = 500;
    CHECK(GOOD(1, 5), GOOD(33, 9), BAD(1000, 7), BAD(5000, 5));
    scattered = 0;
    ck_assert_ptr_nonnull(strstr(res.contrast, "Right up to n = 33"));
}
END_TEST

START_TEST(a_seed_is_no_size) {
    first = "seed";
    CHECK(GOOD(1, 5), GOOD(33, 9), BAD(1000, 7), BAD(5000, 5));
    first = NULL;
    ck_assert_ptr_null(res.contrast);
}
END_TEST

START_TEST(what_is_left_over_is_named) {
    CHECK(GOOD(31, 5), GOOD(255, 9), BAD(1025, 7), BAD(5003, 5), GOOD(2400, 3),
          GOOD(9996, 1));
    ck_assert_ptr_nonnull(strstr(res.contrast, "except where n is a multiple "
                                               "of 4"));
    ck_assert(res.is_narrowed);
    // A right one that is no multiple of anything: no sentence about that.
    CHECK(GOOD(31, 5), GOOD(255, 9), BAD(1025, 7), BAD(5003, 5), GOOD(2400, 3),
          GOOD(9997, 1));
    ck_assert_ptr_null(res.contrast);
}
END_TEST

// A case with values of its own is wrong at a size that would be right.
START_TEST(a_threshold_is_none_where_a_smaller_case_is_wrong) {
    CHECK(GOOD(1, 5), GOOD(33, 9), BAD(1000, 7), BAD(5000, 5),
          {.n = 9, .k = 3, .has_fills = true});
    ck_assert_ptr_null(res.contrast);
    CHECK(GOOD(1, 5), GOOD(33, 9), BAD(1000, 7), BAD(5000, 5),
          {.n = 90, .k = 3, .has_fills = true});
    ck_assert_ptr_nonnull(strstr(res.contrast, "Right up to n = 33"));
}
END_TEST

// In every case the same element is the first wrong one.
START_TEST(the_first_wrong_element_says_more_than_sizes) {
    wrong_from = 8;
    CHECK(GOOD(1, 5), GOOD(33, 9), BAD(1000, 7), BAD(5000, 5));
    ck_assert_ptr_nonnull(strstr(
        res.contrast, "`gap` is right up to element 7, and mostly 8 is"));
    wrong_from = 0;
    CHECK(GOOD(1, 5), GOOD(33, 9), BAD(1000, 7), BAD(5000, 5));
    ck_assert_ptr_nonnull(strstr(res.contrast, "Right up to n = 33"));
}
END_TEST

START_TEST(a_second_warp_is_named_if_warps_exchange_values) {
    static const char source[] = "v += __shfl_down_sync(all, v, d);";
    CHECK(GOOD(9, 5), GOOD(31, 9), BAD(33, 7), BAD(5000, 5));
    ck_assert_ptr_nonnull(strstr(res.contrast, "Right up to n = "));
    ck_assert(!res.is_narrowed);
    from = source;
    CHECK(GOOD(9, 5), GOOD(31, 9), BAD(33, 7), BAD(5000, 5));
    ck_assert_ptr_nonnull(strstr(res.contrast, "a second warp has work"));
    wrong_from = 32; // the first warp's elements are right
    CHECK(GOOD(9, 5), GOOD(31, 9), BAD(33, 7), BAD(5000, 5));
    ck_assert(!res.contrast || !strstr(res.contrast, "second warp"));
    wrong_from = 0;
    CHECK(GOOD(9, 5), GOOD(16, 9), BAD(33, 7), BAD(5000, 5)); // a tile of 16
    ck_assert_ptr_nonnull(strstr(res.contrast, "Right up to n = "));
    from = "w |= __shfl_xor_sync(all, w, 1); asm(\"mma.sp.sync ...\")";
    CHECK(GOOD(9, 5), GOOD(31, 9), BAD(33, 7), BAD(5000, 5));
    ck_assert_ptr_nonnull(strstr(res.contrast, "Right up to n = "));
    from = NULL;
}
END_TEST

START_TEST(a_multiple_of_two_sizes_is_named) {
    third = 16;
    CHECK(GOOD(96, 3), GOOD(320, 10), BAD(97, 3), BAD(320, 7), BAD(160, 3));
    ck_assert_ptr_nonnull(
        strstr(res.contrast, "n is a multiple of k * blocks, wrong"));
    third = 0;
}
END_TEST

START_TEST(a_product_of_other_sizes_proves_nothing) {
    third = 0;
    CHECK(GOOD(64, 32), GOOD(50, 25), BAD(64, 33), BAD(50, 7));
    ck_assert(!res.contrast || !strstr(res.contrast, " * "));
}
END_TEST

START_TEST(a_case_with_nothing_to_do_is_named) {
    CHECK(GOOD(64, 32), GOOD(50, 7), BAD(0, 7));
    ck_assert_str_eq(res.contrast,
                     "Wrong only where there is nothing to do (n=0): what "
                     "must be stored then?");
    ck_assert(res.is_narrowed);
    CHECK(GOOD(64, 32), GOOD(50, 7), BAD(0, 7), BAD(33, 7));
    ck_assert(!res.contrast || !strstr(res.contrast, "nothing to do"));
}
END_TEST

START_TEST(the_one_case_that_is_wrong_is_named) {
    Row alike = {.n = 50, .k = 3, .is_named = true};
    CHECK(GOOD(64, 32), GOOD(50, 7), GOOD(31, 3), alike);
    ck_assert_str_eq(
        res.contrast,
        "The other cases are right, so look for what only this one "
        "has: all alike.");
    Row filled = {.n = 64, .k = 3, .right = true, .has_fills = true};
    CHECK(GOOD(64, 32), filled, GOOD(31, 3), alike);
    ck_assert_ptr_nonnull(strstr(res.contrast, "The other cases are right"));
    CHECK(GOOD(64, 32), GOOD(50, 7), alike); // too few
    ck_assert(!res.contrast || !strstr(res.contrast, "other cases"));
    CHECK(GOOD(64, 32), GOOD(50, 7), GOOD(31, 3), BAD(50, 3)); // no name
    ck_assert(!res.contrast || !strstr(res.contrast, "other cases"));
    CHECK(GOOD(64, 32), GOOD(50, 7), GOOD(31, 3), alike, BAD(51, 3));
    ck_assert(!res.contrast || !strstr(res.contrast, "other cases"));
}
END_TEST

START_TEST(a_tail_needs_a_division) {
    from = "sum += in[i];";
    CHECK(GOOD(3, 1), GOOD(5, 1), BAD(7, 1), GOOD(8, 1), BAD(9, 1),
          GOOD(16, 1));
    ck_assert(!res.contrast || !strstr(res.contrast, "left over"));
    from = NULL;
}
END_TEST

START_TEST(a_race_of_streams_has_no_law_of_sizes) {
    Row bad = BAD(6, 1), good = GOOD(4, 1);
    bad.races = true;
    race_kind = "stream-race";
    CHECK(GOOD(3, 1), GOOD(5, 1), bad, GOOD(8, 1), bad, GOOD(16, 1));
    ck_assert_ptr_null(res.contrast);
    race_kind = "global-race";
    // Nor has one whose results differ between two runs.
    bad.races = false;
    bad.patterns = pattern_bit(PATTERN_RACE);
    CHECK(good, good, good, GOOD(5, 1), bad);
    ck_assert_ptr_null(res.contrast);
    ck_assert(res.is_narrowed);
}
END_TEST

START_TEST(one_value_is_no_power_of_two) {
    CHECK(GOOD(64, 1), GOOD(50, 1), BAD(64, 33), BAD(50, 7));
    ck_assert_ptr_nonnull(strstr(res.contrast, "Right only where k is 1,"));
    CHECK(GOOD(64, 4), GOOD(50, 1), BAD(64, 33), BAD(50, 3));
    ck_assert_ptr_nonnull(strstr(res.contrast, "k is a power of two"));
}
END_TEST

// Of two sizes that may do it none is named, nor where nothing is halved.
START_TEST(a_power_of_two_needs_a_tree) {
    CHECK(GOOD(64, 4), GOOD(32, 1), BAD(66, 33), BAD(50, 3));
    ck_assert(!res.contrast || !strstr(res.contrast, "power of two"));
}
END_TEST

START_TEST(a_right_case_with_fills_does_not_count) {
    CHECK({.n = 64, .k = 32, .right = true, .has_fills = true},
          {.n = 50, .k = 96, .right = true, .has_fills = true}, BAD(64, 33),
          BAD(50, 7));
    ck_assert_ptr_null(res.contrast);
}
END_TEST

START_TEST(equal_sizes_are_named) {
    CHECK(GOOD(7, 7), GOOD(90, 90), BAD(7, 9), BAD(90, 3), BAD(50, 51));
    ck_assert_ptr_nonnull(
        strstr(res.contrast, "Right where n and k are equal"));
}
END_TEST

START_TEST(empty_cases_and_wrong_ones_with_fills_do_not_count) {
    CHECK(GOOD(0, 5), GOOD(0, 9), BAD(1000, 7), BAD(5000, 5));
    ck_assert_ptr_null(res.contrast);
    CHECK(GOOD(64, 32), GOOD(50, 96), BAD(64, 33), BAD(50, 7),
          {.n = 60, .k = 64, .has_fills = true});
    ck_assert_ptr_nonnull(res.contrast);
}
END_TEST

START_TEST(a_pattern_of_some_cases_is_not_told) {
    uint64_t zero = pattern_bit(PATTERN_ALL_ZERO),
             whole = pattern_bit(PATTERN_WHOLE);
    CHECK({.n = 5, .k = 5, .patterns = zero | whole, .total = 9},
          {.n = 6, .k = 6, .patterns = whole, .total = 9});
    ck_assert_str_eq(res.shared_pattern, "whole");
    ck_assert(res.is_explained);
    CHECK({.n = 5, .k = 5, .patterns = zero, .total = 9},
          {.n = 6, .k = 6, .patterns = whole, .total = 9});
    ck_assert_ptr_null(res.shared_pattern);
}
END_TEST

START_TEST(a_case_of_one_element_does_not_decide) {
    uint64_t zero = pattern_bit(PATTERN_ALL_ZERO),
             whole = pattern_bit(PATTERN_WHOLE);
    CHECK({.n = 1, .k = 1, .patterns = zero, .total = 1},
          {.n = 6, .k = 6, .patterns = whole, .total = 9});
    ck_assert_str_eq(res.shared_pattern, "whole");
    CHECK({.n = 1, .k = 1, .patterns = zero, .total = 1}, GOOD(6, 6));
    ck_assert_str_eq(res.shared_pattern, "all-zero");
}
END_TEST

// If every case has one element, the pattern is true of all of them.
START_TEST(cases_of_one_element_agree) {
    uint64_t more = pattern_bit(PATTERN_ALL_ZERO);
    CHECK({.n = 1, .k = 1, .patterns = more, .total = 1},
          {.n = 6, .k = 6, .total = 1});
    ck_assert_ptr_null(res.shared_pattern);
    CHECK({.n = 1, .k = 1, .patterns = more, .total = 1},
          {.n = 6, .k = 6, .patterns = more, .total = 1});
    ck_assert_str_eq(res.shared_pattern, "all-zero");
}
END_TEST

// 0 is a multiple of everything.
START_TEST(a_switch_has_no_multiples) {
    CHECK(GOOD(50, 0), GOOD(70, 0), BAD(64, 1), BAD(51, 7));
    ck_assert(!res.contrast || !strstr(res.contrast, "multiple"));
}
END_TEST

START_TEST(the_case_on_the_screen_must_look_so) {
    uint64_t row = pattern_bit(PATTERN_ONE_ROW),
             scaled = pattern_bit(PATTERN_TWICE);
    CHECK({.n = 6, .k = 6, .patterns = scaled, .total = 9, .has_fills = true},
          {.n = 7, .k = 6, .patterns = row, .total = 9});
    ck_assert_ptr_null(res.shared_text);
    CHECK({.n = 6, .k = 6, .patterns = scaled, .total = 9, .has_fills = true},
          {.n = 7, .k = 6, .patterns = scaled, .total = 9});
    ck_assert_str_eq(res.shared_pattern, "twice");
}
END_TEST

START_TEST(one_case_that_differs_between_runs_is_a_race) {
    uint64_t race = pattern_bit(PATTERN_RACE),
             zero = pattern_bit(PATTERN_ALL_ZERO);
    CHECK({.n = 6, .k = 6, .patterns = zero, .total = 9},
          {.n = 7, .k = 6, .patterns = race, .total = 9});
    ck_assert_str_eq(res.shared_pattern, "differs");
    ck_assert(strstr(res.shared_text, "in another place each time: a race"));
}
END_TEST

START_TEST(nothing_is_launched_in_c) {
    uint64_t tail = pattern_bit(PATTERN_TAIL_ONLY);
    on = &backend_cpu;
    CHECK({.n = 6, .k = 6, .patterns = tail, .total = 9});
    ck_assert_ptr_null(strstr(res.shared_text, "block"));
    on = NULL;
    CHECK({.n = 6, .k = 6, .patterns = tail, .total = 9});
    ck_assert(strstr(res.shared_text, "the last block"));
}
END_TEST

// Functions of Python return what changes from step to step.
START_TEST(in_python_the_first_element_may_be_a_step) {
    static Exercise python = {.kind = KIND_PYTHON};
    uint64_t bit = pattern_bit(PATTERN_FIRST_RIGHT);
    ex = &python;
    CHECK({.n = 6, .k = 6, .patterns = bit, .total = 9});
    ex = NULL;
    ck_assert_ptr_nonnull(strstr(res.shared_text, "from one step to the next"));
}
END_TEST

START_TEST(triton_has_no_threads) {
    static Exercise triton = {.kind = KIND_TRITON};
    static const Pattern patterns[] = {PATTERN_ONE_THREAD, PATTERN_TILES_MOVED,
                                       PATTERN_BEGINS_AGAIN, PATTERN_FIRST_ONLY,
                                       PATTERN_GAPS};
    for (size_t i = 0; i < COUNT_OF(patterns); i++) {
        uint64_t bit = pattern_bit(patterns[i]);
        ex = &triton;
        CHECK({.n = 6, .k = 6, .patterns = bit, .total = 9});
        ck_assert_ptr_nonnull(res.shared_text);
        ck_assert_ptr_null(strstr(res.shared_text, "thread"));
        ck_assert_ptr_null(strstr(res.shared_text, "blockIdx"));
        ex = NULL;
        CHECK({.n = 6, .k = 6, .patterns = bit, .total = 9});
        ck_assert(strstr(res.shared_text, "thread") ||
                  strstr(res.shared_text, "block"));
    }
}
END_TEST

START_TEST(one_value_that_is_wrong_is_named) {
    CHECK(GOOD(64, 8), GOOD(50, 32), BAD(64, 4), BAD(70, 4));
    ck_assert_str_eq(res.contrast,
                     "Wrong only where k is 4, right everywhere else: which "
                     "line is for k = 4?");
}
END_TEST

START_TEST(a_switch_that_is_on_in_every_wrong_case_is_named) {
    static const EntryFunction function = {"f", "int f(int n, int causal)"};
    static Expr extent = {.text = "k"};
    static Expr *shape[] = {&extent};
    static Arg arg = {.name = "out", .shape = shape, .nshape = 1};
    static Exercise of = {.args = &arg,
                          .nargs = 1,
                          .functions = (EntryFunction *)&function,
                          .nfunctions = 1};
    ex = &of;
    first = "causal";
    CHECK(GOOD(0, 77), GOOD(0, 196), GOOD(1, 32), BAD(1, 101), BAD(1, 128));
    ck_assert_str_eq(res.contrast,
                     "Every wrong case has causal = 1, and those with causal = "
                     "0 are right: which lines are for causal = 1?");
    CHECK(GOOD(0, 77), GOOD(0, 196), GOOD(1, 32), BAD(0, 101), BAD(1, 128));
    ck_assert(!res.contrast || !strstr(res.contrast, "causal"));
    first = NULL;
    ex = NULL;
}
END_TEST

// The number of a scenario is no size, though more of it is wrong.
START_TEST(a_number_that_is_no_extent_has_no_threshold) {
    static const EntryFunction function = {"f", "int f(int n, int kind)"};
    static Expr extent = {.text = "2 * n"};
    static Expr *shape[] = {&extent};
    static Arg arg = {.name = "out", .shape = shape, .nshape = 1};
    static Exercise of = {.args = &arg,
                          .nargs = 1,
                          .functions = (EntryFunction *)&function,
                          .nfunctions = 1};
    ex = &of;
    first = "scenario";
    CHECK(GOOD(1, 1), GOOD(5, 2), BAD(6, 3), BAD(7, 4));
    ck_assert_ptr_null(res.contrast);
    first = "kind"; // the function gets it, and it is no extent
    CHECK(GOOD(1, 1), GOOD(5, 2), BAD(6, 3), BAD(7, 4));
    ck_assert_ptr_null(res.contrast);
    CHECK(GOOD(1, 1), GOOD(2, 2), BAD(6, 3), BAD(6, 4));
    ck_assert_ptr_nonnull(res.contrast);
    first = NULL;
    CHECK(GOOD(1, 1), GOOD(5, 2), BAD(6, 3), BAD(7, 4));
    ck_assert_ptr_nonnull(strstr(res.contrast, "Right up to n = 5"));
    ex = NULL;
}
END_TEST

START_TEST(a_race_is_a_wrong_case) {
    CHECK(GOOD(1, 1), GOOD(31, 1), {.n = 1000, .k = 1, .races = true},
          {.n = 2049, .k = 1, .races = true});
    ck_assert_ptr_nonnull(res.contrast);
    ck_assert(strstr(res.contrast, "Right up to n = 31"));
    ck_assert_ptr_null(res.shared_text);
}
END_TEST

// Sizes that differ by chance are not why a fact is not true.
START_TEST(sizes_do_not_explain_a_fact) {
    const Row rows[] = {GOOD(8, 1), GOOD(16, 1), GOOD(32, 1), BAD(33, 1),
                        BAD(1000, 1)};
    fact = "not true: the graph is made once";
    check_rows(rows, COUNT_OF(rows));
    fact = NULL;
    ck_assert_ptr_null(res.contrast);
    check_rows(rows, COUNT_OF(rows));
    ck_assert_ptr_nonnull(res.contrast);
}
END_TEST

SUITE_OF(across) {
    Suite *s = suite_create("across");
    TCase *t = tcase_create("sizes");
    tcase_add_test(t, sizes_do_not_explain_a_fact);
    tcase_add_test(t, a_size_that_must_be_a_multiple_is_named);
    tcase_add_test(t, one_case_that_does_not_fit_is_enough_for_silence);
    tcase_add_test(t, one_case_on_a_side_proves_nothing);
    tcase_add_test(t, a_threshold_is_none_of_rare_elements);
    tcase_add_test(t, in_python_the_first_element_may_be_a_step);
    tcase_add_test(t, a_seed_is_no_size);
    tcase_add_test(t, what_is_left_over_is_named);
    tcase_add_test(t, the_first_wrong_element_says_more_than_sizes);
    tcase_add_test(t, cases_of_one_element_agree);
    tcase_add_test(t, a_switch_has_no_multiples);
    tcase_add_test(t, the_case_on_the_screen_must_look_so);
    tcase_add_test(t, one_case_that_differs_between_runs_is_a_race);
    tcase_add_test(t, nothing_is_launched_in_c);
    tcase_add_test(t, triton_has_no_threads);
    tcase_add_test(t, a_second_warp_is_named_if_warps_exchange_values);
    tcase_add_test(t, a_multiple_of_two_sizes_is_named);
    tcase_add_test(t, a_threshold_is_none_where_a_smaller_case_is_wrong);
    tcase_add_test(t, a_threshold_is_named);
    tcase_add_test(t, a_product_of_other_sizes_proves_nothing);
    tcase_add_test(t, a_case_with_nothing_to_do_is_named);
    tcase_add_test(t, the_one_case_that_is_wrong_is_named);
    tcase_add_test(t, a_tail_needs_a_division);
    tcase_add_test(t, a_race_of_streams_has_no_law_of_sizes);
    tcase_add_test(t, one_value_is_no_power_of_two);
    tcase_add_test(t, a_power_of_two_needs_a_tree);
    tcase_add_test(t, a_right_case_with_fills_does_not_count);
    tcase_add_test(t, equal_sizes_are_named);
    tcase_add_test(t, one_value_that_is_wrong_is_named);
    tcase_add_test(t, a_switch_that_is_on_in_every_wrong_case_is_named);
    tcase_add_test(t, a_number_that_is_no_extent_has_no_threshold);
    tcase_add_test(t, a_race_is_a_wrong_case);
    tcase_add_test(t, empty_cases_and_wrong_ones_with_fills_do_not_count);
    suite_add_tcase(s, t);
    t = tcase_create("patterns");
    tcase_add_test(t, a_pattern_of_some_cases_is_not_told);
    tcase_add_test(t, a_case_of_one_element_does_not_decide);
    suite_add_tcase(s, t);
    return s;
}
