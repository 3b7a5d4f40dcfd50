// What a portfolio hides of the machine that it was made on.
#include "cli/learn/portfolio.h"
#include "tests/tests.h"

static const char *const paths[] = {"/srv/kata/mine", "/opt/ada"};

static const struct {
    const char *text, *shown;
    int hidden;
} texts[] = {
    {"int x; // nothing to hide", "int x; // nothing to hide", 0},
    {"// see /srv/kata/mine/copy.cu, line 3", "// see [path], line 3", 1},
    {"\"/opt/ada\" and (/opt/ada/x y)", "\"[path]\" and ([path] y)", 2},
    {"/opt/adamant/x stays", "/opt/adamant/x stays", 0},
    {"#include </home/bob/x.h>", "#include <[path]>", 1},
    {"/Users/eve/a b /root/c", "[path] b [path]", 2},
    {"/usr/include/x.h and a /home alone", "/usr/include/x.h and a /home alone",
     0},
    {"made on lab-7, LAB-7: and lab-71", "made on [host], [host]: and lab-71",
     2},
    {"my_lab-7 xlab-7", "my_lab-7 xlab-7", 0},
    {"/opt/ada", "[path]", 1},
    {"lab-7", "[host]", 1},
    {"", "", 0},
};

START_TEST(paths_and_host_names_are_replaced) {
    Arena a = {0};
    int hidden = 0;
    const char *text = texts[_i].text;
    ck_assert_str_eq(portfolio_hide(&a, text, strlen(text), paths,
                                    COUNT_OF(paths), "lab-7", &hidden),
                     texts[_i].shown);
    ck_assert_int_eq(hidden, texts[_i].hidden);
    arena_reset(&a);
}
END_TEST

START_TEST(without_a_host_name_words_stay) {
    Arena a = {0};
    int hidden = 0;
    ck_assert_str_eq(portfolio_hide(&a, "a b", 3, NULL, 0, NULL, &hidden),
                     "a b");
    ck_assert_str_eq(portfolio_hide(&a, "a b", 3, NULL, 0, "", &hidden), "a b");
    ck_assert_int_eq(hidden, 0);
    arena_reset(&a);
}
END_TEST

SUITE_OF(portfolio) {
    Suite *s = suite_create("portfolio");
    TCase *t = tcase_create("portfolio");
    tcase_add_loop_test(t, paths_and_host_names_are_replaced, 0,
                        COUNT_OF(texts));
    tcase_add_test(t, without_a_host_name_words_stay);
    suite_add_tcase(s, t);
    return s;
}
