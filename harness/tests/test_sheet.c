// gate/sheet: drawing, printing, reading back and judging a sheet.
#include "base/str.h"
#include "paper/functions.h"
#include "paper/sheet.h"
#include "plan/parts.h"
#include "tests/tests.h"
#include "tests/tree.h"

#include <math.h>
#include <string.h>

static const char yaml[] =
    "format: 1\n"
    "title: A sheet\n"
    "kind: worksheet\n"
    "questions:\n"
    "  - id: strides\n"
    "    title: Strides\n"
    "    draw: {a: random(2, 9), b: a + random(1, 5), c: b + random(1, 5)}\n"
    "    ask: Shape ($a, $b, $c) has $(a * b * c) elements for $$1.\n"
    "    answer: [b * c, c, 1]\n"
    "    unit: elements\n"
    "    mistakes:\n"
    "      - {id: bytes, value: [4 * b * c, 4 * c, 4], say: \"in $(4) "
    "bytes\"}\n"
    "    look: from right to left\n"
    "    method: \"$c, then $(b * c)\"\n"
    "  - id: size\n"
    "    choose:\n"
    "      - {type: half, size: 2}\n"
    "      - {type: float, size: 4}\n"
    "      - {type: double, size: 8}\n"
    "    times: 3\n"
    "    ask: How many bytes have 1000 of $type?\n"
    "    answer: 1000 * size\n"
    "    unit: bytes\n"
    "    method: 1000 times $size\n"
    "  - id: word\n"
    "    ask: Is it free?\n"
    "    words: [free, copy]\n"
    "    answer: 1\n"
    "    mistakes:\n"
    "      - {id: hope, value: 0, say: \"why would it be?\"}\n"
    "    method: it copies\n"
    "  - id: one\n"
    "    ask: Which?\n"
    "    options:\n"
    "      - {right: this, why: it is this}\n"
    "      - {wrong: that, why: it is not that}\n"
    "      - {wrong: other, why: nor the other}\n"
    "  - id: several\n"
    "    ask: Which ones?\n"
    "    options:\n"
    "      - {right: red, why: red is}\n"
    "      - {right: blue, why: blue is}\n"
    "      - {wrong: up, why: up is no colour}\n"
    "  - id: order\n"
    "    ask: In order?\n"
    "    order: [first, second, third]\n"
    "    why: they count\n"
    "  - id: rate\n"
    "    ask: How well?\n"
    "    rate: [1, 5]\n"
    "  - id: yes\n"
    "    ask: Did you?\n"
    "    yes_no: true\n";
enum { STRIDES, SIZE, WORD = 4, ONE, SEVERAL, ORDER, RATE, YES, ALL };

static Tree tree;
static Exercise *ex;
static Sheet sheet;

static Exercise *load(const char *text, Err *err) {
    return exercise_load(
        &tree.arena,
        tree_write(&tree, "exercises/sheets/strides/exercise.yaml", text), err);
}

static void setup(void) {
    Err err = {0};
    tree_open(&tree);
    ex = load(yaml, &err);
    ck_assert_msg(ex, "%d: %s %s", err.loc.line, err.msg, err.hint);
    ck_assert_msg(sheet_draw(&tree.arena, ex, 5, &sheet, &err), "%s", err.msg);
    ck_assert_int_eq(sheet.n, ALL);
}

static void teardown(void) {
    tree_close(&tree);
}

static PaperRow judge(int i, const char *said) {
    PaperRow row = {.kind = "", .why = ""};
    sheet_judge(&tree.arena, &sheet.at[i], said, &row);
    return row;
}

static Exercise *count_of_four(Err *err) {
    return load("format: 1\ntitle: t\nkind: worksheet\nquestions:\n"
                "  - {ask: \"?\", answer: 4, method: m}\n",
                err);
}

// ---- drawing

START_TEST(the_same_seed_draws_the_same_sheet) {
    Buf a = {0}, b = {0}, c = {0};
    Sheet again, other;
    ck_assert(sheet_draw(&tree.arena, ex, 5, &again, NULL));
    ck_assert(sheet_draw(&tree.arena, ex, 6, &other, NULL));
    sheet_print(&sheet, NULL, &a);
    sheet_print(&again, NULL, &b);
    sheet_print(&other, NULL, &c);
    ck_assert_str_eq(buf_text(&a), buf_text(&b));
    ck_assert_str_ne(sheet.at[0].ask, other.at[0].ask);
    buf_free(&a);
    buf_free(&b);
    buf_free(&c);
}
END_TEST

START_TEST(texts_hold_what_was_drawn) {
    const double *w = sheet.at[STRIDES].want;
    double c = w[1], b = w[0] / w[1];
    const char *want = arena_fmt(&tree.arena, ", %g, %g) has ", b, c);
    ck_assert_msg(strstr(sheet.at[STRIDES].ask, want), "%s",
                  sheet.at[STRIDES].ask);
    ck_assert_ptr_nonnull(strstr(sheet.at[STRIDES].ask, "elements for $1."));
}
END_TEST

START_TEST(copies_of_a_question_choose_different_rows) {
    double sum = 0;
    for (int i = SIZE; i < SIZE + 3; i++)
        sum += sheet.at[i].want[0];
    ck_assert_double_eq(sum, 14000);
    ck_assert_str_eq(sheet.at[SIZE].key, "size");
    ck_assert_str_eq(sheet.at[SIZE + 1].key, "size-2");
}
END_TEST

START_TEST(another_question_changes_no_numbers) {
    Err err = {0};
    Sheet s;
    const char *more = arena_fmt(
        &tree.arena, "%s  - {id: new, ask: \"?\", yes_no: true}\n", yaml);
    Exercise *longer = load(more, &err);
    ck_assert_msg(longer, "%s", err.msg);
    ck_assert(sheet_draw(&tree.arena, longer, 5, &s, NULL));
    for (int i = 0; i < sheet.n; i++)
        ck_assert_str_eq(s.at[i].ask, sheet.at[i].ask);
}
END_TEST

// ---- reading back

START_TEST(printed_answers_are_read_back) {
    const char *said[ALL];
    Buf text = {0};
    uint64_t seed;
    for (int i = 0; i < ALL; i++)
        said[i] = sheet_answer(&tree.arena, &sheet.at[i]);
    sheet_print(&sheet, said, &text);
    char **read = sheet_answers(&tree.arena, buf_text(&text), ALL, &seed);
    ck_assert_uint_eq(seed, 5);
    for (int i = 0; i < ALL; i++) {
        ck_assert_str_eq(read[i], said[i]);
        PaperRow row = judge(i, read[i]);
        ck_assert_msg(row.verdict == VERDICT_PASS, "%d: '%s' %s %s", i, said[i],
                      row.kind, row.why);
    }
    buf_free(&text);
}
END_TEST

START_TEST(an_open_sheet_has_no_answers) {
    Buf text = {0};
    uint64_t seed;
    sheet_print(&sheet, NULL, &text);
    char **read = sheet_answers(&tree.arena, buf_text(&text), ALL, &seed);
    for (int i = 0; i < ALL; i++) {
        ck_assert_str_eq(read[i], "");
        ck_assert_int_eq(judge(i, read[i]).verdict, VERDICT_SKIPPED);
    }
    buf_free(&text);
}
END_TEST

START_TEST(answers_may_be_bold_and_go_on_below) {
    uint64_t seed;
    char **read =
        sheet_answers(&tree.arena,
                      "## 1. A\n**answer (in bytes):** 12\n\nnot this\n"
                      "## 2. B\nanswer:\nfour\nfive\n\n## 9. Z\nanswer: out\n",
                      3, &seed);
    ck_assert_str_eq(read[0], "12");
    ck_assert_str_eq(read[1], "four five");
    ck_assert_str_eq(read[2], "");
    ck_assert_uint_eq(seed, 0);
}
END_TEST

START_TEST(a_question_has_one_answer) {
    static const char text[] = "## 1. A\nanswer: 1\n## 2. B\nanswer: 2\n"
                               "## 3. C\nanswer: 3\nanswer:\n"
                               "## 1. A\nanswer: 1\n## 2. B\nanswer: 4\n";
    uint64_t seed;
    char **read = sheet_answers(&tree.arena, text, 3, &seed);
    bool *twice = sheet_answered_twice(&tree.arena, text, 3);
    ck_assert(!twice[0] && twice[1] && !twice[2]);
    ck_assert_str_eq(read[2], "3");
}
END_TEST

// ---- judging

static void is_wrong(int i, const char *said, const char *kind,
                     const char *why) {
    PaperRow row = judge(i, said);
    ck_assert_msg(row.verdict == VERDICT_FAIL, "'%s' passes", said);
    ck_assert_str_eq(row.kind, kind);
    ck_assert_msg(strstr(row.why, why), "'%s': %s", said, row.why);
}

START_TEST(mistakes_are_recognised) {
    const double *w = sheet.at[STRIDES].want;
    Arena *a = &tree.arena;
    is_wrong(STRIDES, arena_fmt(a, "%g, %g, 4", 4 * w[0], 4 * w[1]),
             "mistake bytes", "in 4 bytes");
    is_wrong(STRIDES, arena_fmt(a, "1, %g, %g", w[1], w[0]), "mistake reversed",
             "wrong order");
    is_wrong(STRIDES, arena_fmt(a, "%g, %g, 3", w[0], w[1]), "wrong",
             "2 of 3 values are right. from right to left");
    is_wrong(STRIDES, "77, 78, 79", "wrong", "from right to left");
    is_wrong(STRIDES, "77, 78", "unreadable", "needs 3 values");
    is_wrong(WORD, "free", "mistake hope", "why would it be?");
    is_wrong(WORD, "perhaps", "unreadable", "one of: free, copy");
}
END_TEST

START_TEST(a_mistake_that_is_right_by_chance_is_none) {
    Err err = {0};
    Sheet s;
    Exercise *two =
        load("format: 1\ntitle: t\nkind: worksheet\nquestions:\n"
             "  - {ask: \"?\", answer: 2 * n, draw: {n: 2}, method: m,\n"
             "     mistakes: [{id: square, value: n * n, say: s},\n"
             "                {id: half, value: n / 2, say: s},\n"
             "                {id: one, value: 1, say: s}]}\n",
             &err);
    ck_assert_msg(two, "%s", err.msg);
    ck_assert(sheet_draw(&tree.arena, two, 1, &s, &err));
    ck_assert_int_eq(s.at[0].nslips, 1); // and each value has one cause
    ck_assert_str_eq(s.at[0].slips[0].id, "half");
}
END_TEST

START_TEST(a_small_count_shows_no_mistake_by_chance) {
    Err err = {0};
    Sheet s;
    PaperRow row = {.kind = "", .why = ""};
    Exercise *four = count_of_four(&err);
    ck_assert_msg(four, "%s", err.msg);
    ck_assert(sheet_draw(&tree.arena, four, 1, &s, &err));
    sheet_judge(&tree.arena, &s.at[0], "8", &row);
    ck_assert_str_eq(row.kind, "wrong");
    ck_assert_str_eq(row.why, "8 is too large");
}
END_TEST

// A guess gives way to the question's words, but for factors of units.
START_TEST(a_question_says_where_to_look) {
    static const struct {
        const char *said, *why;
    } of[] = {{"128", "half of it. at the rows"},
              {"512", "twice too much. at the rows"},
              {"257", "one off. at the rows"},
              {"25600", "a hundred times too much: a percentage"},
              {"100", "100 is too small. at the rows"}};
    Err err = {0};
    Sheet s;
    Exercise *rows =
        load("format: 1\ntitle: t\nkind: worksheet\nquestions:\n"
             "  - {ask: \"?\", answer: 256, method: m, look: at the rows}\n",
             &err);
    ck_assert_msg(rows, "%s", err.msg);
    ck_assert(sheet_draw(&tree.arena, rows, 1, &s, &err));
    for (size_t i = 0; i < COUNT_OF(of); i++) {
        PaperRow row = {.kind = "", .why = ""};
        sheet_judge(&tree.arena, &s.at[0], of[i].said, &row);
        ck_assert_msg(str_starts(row.why, of[i].why), "%s: %s", of[i].said,
                      row.why);
    }
}
END_TEST

START_TEST(a_large_whole_number_is_exact) {
    Err err = {0};
    Sheet s;
    Exercise *large =
        load("format: 1\ntitle: t\nkind: worksheet\nquestions:\n"
             "  - {ask: \"?\", answer: \"pow(2, 53)\", method: m}\n",
             &err);
    ck_assert_msg(large, "%s", err.msg);
    ck_assert(sheet_draw(&tree.arena, large, 1, &s, &err));
    PaperRow row = {.kind = "", .why = ""};
    sheet_judge(&tree.arena, &s.at[0], "2^53 - 1", &row);
    ck_assert_str_eq(row.kind, "mistake off-by-one");
    sheet_judge(&tree.arena, &s.at[0], "9007199254740992", &row);
    ck_assert_int_eq(row.verdict, VERDICT_PASS);
}
END_TEST

START_TEST(a_word_is_known_by_its_beginning) {
    static const struct {
        const char *said, *kind;
    } of[] = {{"copy()", ""},
              {"Copy, I think", ""},
              {"cop", ""},
              {"`copy` it", ""},
              {"copying", "unreadable"},
              {"copy or free", "unreadable"},
              {"copy, free", "unreadable"},
              {"`copy` / `free`", "unreadable"},
              {"copy (or free)", "unreadable"},
              {"copy, not free", ""},
              {"copy, free memory is another thing", ""},
              {"Free.", "mistake hope"},
              {"free of it", "mistake hope"}};
    for (size_t i = 0; i < COUNT_OF(of); i++) {
        PaperRow row = judge(WORD, of[i].said);
        ck_assert_msg(*of[i].kind ? !strcmp(row.kind, of[i].kind)
                                  : row.verdict == VERDICT_PASS,
                      "%s: %s", of[i].said, row.kind);
    }
}
END_TEST

START_TEST(what_any_number_shows_is_recognised) {
    double bytes = sheet.at[SIZE].want[0];
    Arena *a = &tree.arena;
    is_wrong(SIZE, arena_fmt(a, "%g", bytes / 2), "mistake half", "half");
    is_wrong(SIZE, arena_fmt(a, "%g", bytes * 8), "mistake eight-times",
             "bits");
    is_wrong(SIZE, arena_fmt(a, "%g KiB", bytes / 1000), "mistake kibi",
             "1.024");
    is_wrong(SIZE, arena_fmt(a, "%g", bytes + 1), "mistake off-by-one", "one");
    is_wrong(SIZE, arena_fmt(a, "%g", -bytes), "mistake sign", "sign");
    is_wrong(SIZE, arena_fmt(a, "%g GB", bytes), "wrong", "");
    is_wrong(SIZE, arena_fmt(a, "3 * %g", bytes), "wrong",
             "bytes is too large");
    is_wrong(SIZE, "5 + 2", "wrong", "7 bytes is too small");
    is_wrong(SIZE, "4 ms", "unreadable", "a time");
    ck_assert_int_eq(judge(SIZE, arena_fmt(a, "%g kB", bytes / 1000)).verdict,
                     VERDICT_PASS);
}
END_TEST

static char letter_of(int i, int option) {
    for (int k = 0; k < sheet.at[i].q->noptions; k++)
        if (sheet.at[i].shown[k] == option) return sheet_letter(k);
    ck_abort();
}

START_TEST(options_answer_with_their_reasons) {
    Arena *a = &tree.arena;
    is_wrong(ONE, arena_fmt(a, "%c", letter_of(ONE, 1)), "wrong",
             "it is not that");
    is_wrong(ONE, "a, b", "unreadable", "one of a to c");
    is_wrong(ONE, "z", "unreadable", "one of a to c");
    PaperRow right = judge(ONE, arena_fmt(a, "%c)", letter_of(ONE, 0)));
    ck_assert_int_eq(right.verdict, VERDICT_PASS);
    ck_assert_str_eq(right.why, "it is this");
    ck_assert_int_eq(judge(ONE, "This").verdict, VERDICT_PASS);

    char red = letter_of(SEVERAL, 0), blue = letter_of(SEVERAL, 1);
    is_wrong(SEVERAL, arena_fmt(a, "%c", red), "wrong", "1 more is right");
    is_wrong(SEVERAL, "a b c", "wrong", "up is no colour");
    ck_assert_int_eq(
        judge(SEVERAL, arena_fmt(a, "%c and %c", blue, red)).verdict,
        VERDICT_PASS);
}
END_TEST

START_TEST(an_order_is_never_shown_sorted) {
    for (uint64_t seed = 1; seed < 60; seed++) {
        Sheet s;
        ck_assert(sheet_draw(&tree.arena, ex, seed, &s, NULL));
        const int *at = s.at[ORDER].shown;
        ck_assert(at[0] != 0 || at[1] != 1 || at[2] != 2);
    }
    is_wrong(ORDER, "a b", "unreadable", "all 3 letters");
    is_wrong(ORDER,
             arena_fmt(&tree.arena, "%c %c %c", letter_of(ORDER, 0),
                       letter_of(ORDER, 2), letter_of(ORDER, 1)),
             "wrong", "the first 1 is right");
}
END_TEST

START_TEST(an_opinion_needs_a_mark_and_a_sentence) {
    ck_assert_int_eq(judge(RATE, "4, I did it twice").verdict, VERDICT_PASS);
    ck_assert_int_eq(judge(RATE, "4/5 - I did it twice").verdict, VERDICT_PASS);
    is_wrong(RATE, "6, I did it twice", "unreadable", "from 1 to 5");
    is_wrong(RATE, "4", "short", "sentence");
    ck_assert_int_eq(judge(YES, "no: not this week").verdict, VERDICT_PASS);
    is_wrong(YES, "perhaps, some day", "unreadable", "yes or no");
}
END_TEST

// ---- what an author may get wrong

static const struct {
    const char *question, *msg;
} broken[] = {
    {"{ask: a}", "has no answer"},
    {"{ask: a, answer: 1}", "how it is answered"},
    {"{ask: a, answer: 1, words: [b, c], options: [], method: m}",
     "none of these options is right"},
    {"{ask: a, words: [b, c], method: m}", "picks one of them"},
    {"{ask: a, options: [{wrong: b, why: c}, {wrong: d, why: e}]}",
     "none of these options is right"},
    {"{ask: a, answer: x +, method: m}", "a number or a name"},
    {"{ask: a, answer: [1, 2], method: m, mistakes: [{id: b, value: 1, say: "
     "c}]}",
     "as many values"},
    {"{ask: a, rate: 5}", "the lowest and the highest"},
    {"{ask: a, answer: sectors(1, 2), method: m}", "takes three values"},
};

START_TEST(a_broken_question_is_named) {
    Err err = {0};
    const char *text = arena_fmt(&tree.arena,
                                 "format: 1\ntitle: t\nkind: worksheet\n"
                                 "questions:\n  - %s\n",
                                 broken[_i].question);
    ck_assert_ptr_null(load(text, &err));
    ck_assert_msg(strstr(err.msg, broken[_i].msg), "%s", err.msg);
    err_clear(&err);
}
END_TEST

START_TEST(an_answer_without_value_names_its_place) {
    Err err = {0};
    Sheet s;
    Exercise *bad = load("format: 1\ntitle: t\nkind: worksheet\nquestions:\n"
                         "  - {ask: \"$n\", answer: n / m, draw: {n: 1},\n"
                         "     method: m}\n",
                         &err);
    ck_assert_msg(bad, "%s", err.msg);
    ck_assert(!sheet_draw(&tree.arena, bad, 1, &s, &err));
    ck_assert_ptr_nonnull(strstr(err.msg, "'m' has no value"));
    ck_assert_int_eq(err.loc.line, 5);
    err_clear(&err);
}
END_TEST

// ---- functions

static const struct {
    const char *text;
    double want;
} calls[] = {
    {"sectors(4, 0, 4)", 4},
    {"sectors(8, 0, 4)", 8},
    {"sectors(32, 0, 4)", 32},
    {"sectors(4, 4, 4)", 5},
    {"sectors(0, 0, 4)", 1},
    {"sectors(32, 24, 16)", 33},
    {"lines(4, 0, 4)", 1},
    {"lines(4, 64, 4)", 2},
    {"ways(1)", 1},
    {"ways(32)", 32},
    {"ways(33)", 1},
    {"ways(12)", 4},
    {"ways(0)", 1},
    {"gcd(48, 32)", 16},
    {"ulp(1, 24)", 0x1p-23},
    {"ulp(2048, 11)", 2},
    {"rounded(2049, 11)", 2048},
    {"rounded(2051, 11)", 2052},
    {"rounded(0, 11)", 0},
    {"if(less(1, 2), 7, 8)", 7},
    {"if(equal(1, 2), 7, 8)", 8},
    {"real(1) / 4", 0.25},
    {"floor(2.7)", 2},
    {"round(2.5)", 3},
    {"blocks_sm(90, 32, 0, 256)", 8},
    {"blocks_sm(75, 48, 0, 256)", 4},
    {"blocks_sm(80, 128, 0, 512)", 1},
};

START_TEST(a_function_has_its_value) {
    Err err = {0};
    Num v;
    Env env = {.call = function_call};
    Expr *x = expr_parse(&tree.arena, calls[_i].text, (Loc){0}, &err);
    ck_assert_msg(x && expr_eval(x, &env, NULL, &v, &err), "%s: %s",
                  calls[_i].text, err.msg);
    ck_assert_msg(v.d == calls[_i].want, "%s is %g", calls[_i].text, v.d);
}
END_TEST

START_TEST(cases_of_kernels_cannot_call_them) {
    Err err = {0};
    Num v;
    Env env = {0};
    Expr *x = expr_parse(&tree.arena, "sectors(4, 0, 4)", (Loc){0}, &err);
    ck_assert(!expr_eval(x, &env, NULL, &v, &err));
    ck_assert_ptr_nonnull(strstr(err.msg, "cannot be used here"));
}
END_TEST

SUITE_OF(sheet) {
    Suite *s = suite_create("sheet");
    TCase *t = tcase_create("all");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, the_same_seed_draws_the_same_sheet);
    tcase_add_test(t, texts_hold_what_was_drawn);
    tcase_add_test(t, copies_of_a_question_choose_different_rows);
    tcase_add_test(t, another_question_changes_no_numbers);
    tcase_add_test(t, printed_answers_are_read_back);
    tcase_add_test(t, an_open_sheet_has_no_answers);
    tcase_add_test(t, answers_may_be_bold_and_go_on_below);
    tcase_add_test(t, a_question_has_one_answer);
    tcase_add_test(t, mistakes_are_recognised);
    tcase_add_test(t, a_mistake_that_is_right_by_chance_is_none);
    tcase_add_test(t, a_question_says_where_to_look);
    tcase_add_test(t, a_large_whole_number_is_exact);
    tcase_add_test(t, a_word_is_known_by_its_beginning);
    tcase_add_test(t, what_any_number_shows_is_recognised);
    tcase_add_test(t, a_small_count_shows_no_mistake_by_chance);
    tcase_add_test(t, options_answer_with_their_reasons);
    tcase_add_test(t, an_order_is_never_shown_sorted);
    tcase_add_test(t, an_opinion_needs_a_mark_and_a_sentence);
    tcase_add_loop_test(t, a_broken_question_is_named, 0, COUNT_OF(broken));
    tcase_add_test(t, an_answer_without_value_names_its_place);
    tcase_add_loop_test(t, a_function_has_its_value, 0, COUNT_OF(calls));
    tcase_add_test(t, cases_of_kernels_cannot_call_them);
    suite_add_tcase(s, t);
    return s;
}
