// Text on a terminal: colours only where asked for, lines that fit.
#include "base/str.h"
#include "report/report.h"
#include "tests/tests.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const Term plain = {.width = 40};
static const Term colour = {.width = 40, .colour = true};

START_TEST(without_colour_ink_is_plain_text) {
    Buf b = {0};
    term_ink(&plain, &b, INK_BAD, "%s %d", "wrong", 3);
    ck_assert_str_eq(buf_text(&b), "wrong 3");
    buf_free(&b);
}
END_TEST

START_TEST(with_colour_ink_is_switched_off_again) {
    Buf b = {0};
    term_ink(&colour, &b, INK_GOOD, "ok");
    ck_assert_str_eq(buf_text(&b), "\033[32mok\033[0m");
    buf_free(&b);
}
END_TEST

// Puts a terminal in the place of stdout and probes it.
static Term probe_terminal(void) {
    int saved = dup(STDOUT_FILENO);
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    ck_assert_int_ge(slave, 0);
    dup2(slave, STDOUT_FILENO);
    Term t = term_probe();
    dup2(saved, STDOUT_FILENO);
    close(saved);
    close(slave);
    close(master);
    return t;
}

// clang-format off
static const struct Switch {
    const char *term, *no_color;
    bool colour;
} switches[] = {
    {"xterm", NULL, true},
    {"xterm", "",   true}, // set but empty counts as not set
    {"xterm", "1",  false},
    {"dumb",  NULL, false},
    {"",      NULL, false},
};
// clang-format on

START_TEST(a_terminal_has_colour_unless_it_is_switched_off) {
    const struct Switch *w = &switches[_i];
    setenv("TERM", w->term, 1);
    unsetenv("NO_COLOR");
    if (w->no_color) setenv("NO_COLOR", w->no_color, 1);
    Term t = probe_terminal();
    ck_assert(t.tty);
    ck_assert_int_eq(t.colour, w->colour);
}
END_TEST

START_TEST(a_file_has_no_colour) {
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    int saved = dup(STDOUT_FILENO), null = open("/dev/null", O_WRONLY);
    dup2(null, STDOUT_FILENO);
    Term t = term_probe();
    dup2(saved, STDOUT_FILENO);
    close(saved);
    close(null);
    ck_assert(!t.tty);
    ck_assert(!t.colour);
}
END_TEST

START_TEST(columns_sets_the_width_within_reason) {
    setenv("COLUMNS", "100", 1);
    ck_assert_int_eq(term_probe().width, 100);
    setenv("COLUMNS", "5", 1);
    ck_assert_int_eq(term_probe().width, 40);
    setenv("COLUMNS", "1000", 1);
    ck_assert_int_eq(term_probe().width, 120);
    setenv("COLUMNS", "nonsense", 1);
    ck_assert_int_ge(term_probe().width, 40);
}
END_TEST

// clang-format off
static const struct Wrap {
    const char *what;
    int column, indent;
    const char *text, *want;
} wraps[] = {
    {"short text stays", 0, 0, "one two", "one two\n"},
    {"long text is cut at a space", 0, 2,
     "aaaaaaaaaa bbbbbbbbbb cccccccccc dddddddddd",
     "aaaaaaaaaa bbbbbbbbbb cccccccccc\n  dddddddddd\n"},
    {"exactly the width still fits", 0, 0,
     "aaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbb c",
     "aaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbb\nc\n"},
    {"a column in use counts", 38, 4, "ab cd", "ab\n    cd\n"},
    {"a word that is too long is not cut", 0, 1,
     "x aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa y",
     "x\n aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n y\n"},
    {"a word too long for its column begins further to the left", 11, 11,
     "one aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "one\n        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"},
    {"so does the first", 11, 11,
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b", "\n        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n           b\n"},
    {"a column of words that is too narrow begins below", 30, 30,
     "one two three", "\n      one two three\n"},
    {"line ends stay and are indented", 0, 2, "one\ntwo\n\nthree",
     "one\n  two\n\n  three\n"},
    {"a command in backquotes stays whole", 0, 0,
     "type this, please: `kata check week06/transpose` now",
     "type this, please:\n`kata check week06/transpose` now\n"},
    {"a number and its unit stay together", 0, 0,
     "limited by DRAM bandwidth: occupancy 100 %, and then more",
     "limited by DRAM bandwidth: occupancy\n100 %, and then more\n"},
    {"a line of code is never cut", 0, 2,
     "type:\n    mv /a/long/path/to/something /another/long/path\nthen go on",
     "type:\n    mv /a/long/path/to/something /another/long/path\n"
     "  then go on\n"},
    {"characters count, not bytes", 0, 0,
     "ééééééééééééééééééé éééééééééééééééééééé",
     "ééééééééééééééééééé éééééééééééééééééééé\n"},
    {"spaces at the end are no line of their own", 0, 0, "end   ", "end\n"},
    {"empty text is an empty line", 0, 0, "", "\n"},
};
// clang-format on

START_TEST(text_is_wrapped) {
    const struct Wrap *w = &wraps[_i];
    Buf b = {0};
    term_hang(&plain, &b, w->column, w->indent, w->text);
    ck_assert_msg(!strcmp(buf_text(&b), w->want), "%s:\n%s\nwanted\n%s",
                  w->what, buf_text(&b), w->want);
    buf_free(&b);
}
END_TEST

// clang-format off
static const struct Bar {
    int done, total;
    const char *want;
} bars[] = {
    {0, 12, "[----------] 0/12"},
    {1, 12, "[#---------] 1/12"},
    {11, 12, "[#########-] 11/12"},
    {12, 12, "[##########] 12/12"},
    {0, 0, "[----------] 0/0"},
    {1, 1000, "[#---------] 1/1000"},
};
// clang-format on

START_TEST(a_bar_is_full_only_when_all_is_done) {
    Buf b = {0};
    term_bar(&plain, &b, bars[_i].done, bars[_i].total, 10);
    ck_assert_str_eq(buf_text(&b), bars[_i].want);
    buf_free(&b);
}
END_TEST

START_TEST(a_spark_line_spans_low_to_high_with_gaps) {
    static const double values[] = {10, 17, NAN, 80};
    Buf b = {0};
    term_spark(&plain, &b, values, 4);
    ck_assert_str_eq(buf_text(&b), "__ #");
    buf_clear(&b);
    term_spark(&(Term){.utf8 = true}, &b, values, 4);
    ck_assert_str_eq(buf_text(&b), "▁▁ █");
    buf_clear(&b);
    term_spark(&plain, &b, (double[]){5, 5}, 2); // all equal: no division
    ck_assert_str_eq(buf_text(&b), "__");
    buf_free(&b);
}
END_TEST

// clang-format off
static const struct Number {
    double us;
    const char *want;
} times[] = {
    {0.4213, "0.42 us"}, {4.126, "4.13 us"}, {9.996, "10.0 us"},
    {99.96, "100 us"},   {412.4, "412 us"},  {999.4, "999 us"},
    {999.6, "1.00 ms"},  {3071, "3.07 ms"},  {1.5e6, "1.50 s"},
    {NAN, "-"},
};

static const struct Metric {
    const char *metric;
    double value;
    const char *want;
} metrics[] = {
    {"bandwidth", 0.8414, "84.1 %"},
    {"bandwidth", 0.8, "80 %"},
    {"speedup", 3.4, "3.40x"},
    {"bank_conflicts", 31, "31"},
    {"bank_conflicts", 0.05, "0.05"},
    {"registers", 28, "28"},
    {"dram_bytes", 1.25, "1.25x"},
    {"smem_requests", 0.0078125, "0.00781"},
    {"occupancy", 0.25, "25 %"},
    {"bandwidth", NAN, "unknown"},
};
// clang-format on

START_TEST(times_have_three_digits_and_a_unit) {
    Buf b = {0};
    fmt_us(&b, times[_i].us);
    ck_assert_str_eq(buf_text(&b), times[_i].want);
    buf_free(&b);
}
END_TEST

START_TEST(metrics_are_shown_in_their_unit) {
    Buf b = {0};
    fmt_metric(&b, metrics[_i].metric, metrics[_i].value);
    ck_assert_str_eq(buf_text(&b), metrics[_i].want);
    buf_free(&b);
}
END_TEST

// A value that misses its bound by little does not read like it.
START_TEST(a_value_beside_its_bound_has_the_digits_that_tell) {
    static const struct {
        const char *metric;
        double value, bound;
        const char *text;
    } of[] = {{"traffic", 2.0039, 2, "2.0039x"},
              {"traffic", 2.5, 2, "2.50x"},
              {"traffic", 2, 2, "2x"},
              {"bandwidth", 0.69998, 0.7, "69.998 %"},
              {"bandwidth", 0.5, 0.7, "50 %"}};
    for (size_t i = 0; i < COUNT_OF(of); i++) {
        Buf b = {0};
        fmt_metric_beside(&b, of[i].metric, of[i].value, of[i].bound);
        ck_assert_str_eq(buf_text(&b), of[i].text);
        buf_free(&b);
    }
}
END_TEST

START_TEST(two_numbers_are_written_so_that_they_differ) {
    char a[40], b[40];
    str_pair(2240, 0, a, b);
    ck_assert_str_eq(a, "2240");
    ck_assert_str_eq(b, "0");
    str_pair(0.1, 0.10000001, a, b);
    ck_assert_str_ne(a, b);
    ck_assert_str_eq(a, "0.1");
    str_pair(1, NAN, a, b);
    ck_assert_str_eq(b, "nan");
}
END_TEST

START_TEST(markdown_becomes_plain_text) {
    static const char text[] =
        "# Title\n\nA **bold** word and a [link](https://example.org/x) in a "
        "paragraph\nof two lines.\n\n- one\n- two is longer than a line of "
        "forty columns\n\n```c\nint x = 1;   // kept\n```\n\n    also kept\n"
        "\n#include is no heading\n\n`kernel[grid](x)` and `2**n`\n";
    Buf b = {0};
    report_markdown(&plain, text, sizeof text - 1, &b);
    ck_assert_str_eq(buf_text(&b),
                     "Title\n\nA bold word and a link\n"
                     "(https://example.org/x) in a paragraph\nof two lines.\n"
                     "\n- one\n- two is longer than a line of forty\n"
                     "  columns\n\n    int x = 1;   // kept\n\n    also kept\n"
                     "\n#include is no heading\n\n"
                     "`kernel[grid](x)` and `2**n`\n");
    buf_free(&b);
}
END_TEST

START_TEST(an_error_shows_its_line_and_a_caret) {
    Err e = {0};
    err_at(&e, (Loc){"exercise.yaml", 12, 3}, "unknown key 'blurbs'");
    err_source(&e, "\té blurbs: x", strlen("\té blurbs: x"));
    err_hint(&e, "did you mean 'blurb'?");
    err_set(err_more(&e), ERR_INPUT, "and another");
    Buf b = {0};
    report_err(&plain, &e, &b);
    ck_assert_str_eq(buf_text(&b),
                     "exercise.yaml:12:3: error: unknown key 'blurbs'\n"
                     "    12 | \té blurbs: x\n"
                     "       | \t ^\n"
                     "hint: did you mean 'blurb'?\n"
                     "kata: error: and another\n");
    buf_free(&b);
    err_clear(&e);
}
END_TEST

SUITE_OF(term) {
    Suite *s = suite_create("term");
    TCase *t = tcase_create("term");
    tcase_add_test(t, without_colour_ink_is_plain_text);
    tcase_add_test(t, with_colour_ink_is_switched_off_again);
    tcase_add_loop_test(t, a_terminal_has_colour_unless_it_is_switched_off, 0,
                        COUNT_OF(switches));
    tcase_add_test(t, a_file_has_no_colour);
    tcase_add_test(t, columns_sets_the_width_within_reason);
    tcase_add_loop_test(t, text_is_wrapped, 0, COUNT_OF(wraps));
    tcase_add_loop_test(t, a_bar_is_full_only_when_all_is_done, 0,
                        COUNT_OF(bars));
    tcase_add_test(t, a_spark_line_spans_low_to_high_with_gaps);
    tcase_add_loop_test(t, times_have_three_digits_and_a_unit, 0,
                        COUNT_OF(times));
    tcase_add_loop_test(t, metrics_are_shown_in_their_unit, 0,
                        COUNT_OF(metrics));
    tcase_add_test(t, a_value_beside_its_bound_has_the_digits_that_tell);
    tcase_add_test(t, two_numbers_are_written_so_that_they_differ);
    tcase_add_test(t, markdown_becomes_plain_text);
    tcase_add_test(t, an_error_shows_its_line_and_a_caret);
    suite_add_tcase(s, t);
    return s;
}
