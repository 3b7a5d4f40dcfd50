// plan/expr: size expressions, row by row.
#include "base/vec.h"
#include "plan/expr.h"
#include "tests/tests.h"

#include <string.h>

static const Loc here = {"exercise.yaml", 3, 10};

typedef struct Row {
    const char *text;
    int64_t want;
} Row;

// clang-format off
static const Row ints[] = {
    {"7", 7},
    {"2 + 3 * 4", 14},
    {"(2 + 3) * 4", 20},
    {"20 - 3 - 4", 13},
    {"100 / 7 / 2", 7},
    {"-7 / 2", -3},
    {"-7 % 3", -1},
    {"80 % 3", 2},
    {"80%n", 2},
    {"80 %(3)", 2},
    {"4K", 4096},
    {"3M", 3 << 20},
    {"2G", INT64_C(2) << 30},
    {"0x1F", 31},
    {"- -3", 3},
    {"8 * rows * cols", 8 * 1023 * 65},
    {"min(rows, cols)", 65},
    {"max(rows, cols)", 1023},
    {"ceil_div(rows, 32)", 32},
    {"ceil_div(1024, 32)", 32},
    {"ceil_div(-7, 2)", -3},
    {"ceil_div(7, -2)", -3},
    {"ceil_div(-7, -2)", 4},
    {"log2(1024)", 10},
    {"log2(1023)", 9},
    {"pow(3, 4)", 81},
    {"pow(-1, 1000001)", -1},
    {"pow(2, 62)", INT64_C(1) << 62},
    {"pow(0, 0)", 1},
    {"abs(-5)", 5},
    {"9223372036854775807", INT64_MAX},
    {" 1 ", 1},
};

static const struct { const char *text; double want; } reals[] = {
    {"1e-5", 1e-5},     {"0.5", 0.5},        {".25", 0.25},
    {"80%", 0.8},       {"97.5%", 0.975},    {"(80% + 10%)", 0.9},
    {"1.5K", 1536},     {"1 / 2.0", 0.5},    {"min(1, 2.5)", 1},
    {"pow(2, -1)", 0.5},{"log2(0.5)", -1},   {"5.5 % 2", 1.5},
    {"80% - 10%", 0.7},
};

// text, column of the error, part of the message
static const struct { const char *text; int col; const char *msg; } bad[] = {
    {"",              10, "ends where a number or a name"},
    {"8 *",           13, "ends where a number or a name"},
    {"8 rows",        12, "expected an operator"},
    {"(1 + 2",        16, "ends where ')'"},
    {"rows +* 2",     16, "expected a number or a name"},
    {"rand(1, 2)",    15, "no function 'rand'"},
    {"min(1)",        15, "takes two values"},
    {"log2(1, 2)",    16, "expected ')'"},
    {"9223372036854775808", 10, "too large"},
    {"9000000000G",   21, "too large"},
    {"1e999",         10, "too large"},
    {"12x",           12, "K, M, G or %"},
    {"rows; cols",    14, "expected an operator"},
};

static const struct { const char *text, *msg, *hint; } broken[] = {
    {"rows / 0",       "division by zero in 'rows / 0'", "max"},
    {"rows % 0",       "division by zero", "max"},
    {"1.0 / 0",        "division by zero", "max"},
    {"4G * 4G",        "too large for 64 bits", "smaller"},
    {"4611686018427387904 + 4611686018427387904", "too large", ""},
    {"-9223372036854775807 - 2", "too large", ""},
    {"(-9223372036854775807 - 1) / -1", "too large", ""},
    {"abs(-9223372036854775807 - 1)", "too large", ""},
    {"pow(2, 63)",     "too large", ""},
    {"pow(10.0, 400)", "too large", ""},
    {"row * 2",        "'row' has no value", "did you mean 'rows'?"},
    {"depth",          "'depth' has no value", "it may use: rows, cols, n"},
    {"random(5, 4)",   "nothing to draw from", "smaller"},
    {"random(1.5, 4)", "whole numbers", ""},
    {"ceil_div(1, 0)", "division by zero", ""},
    {"ceil_div(1.5, 1)", "whole numbers", ""},
    {"log2(0)",        "log2 of 0", "above zero"},
};
// clang-format on

static Arena arena;
static Env env;
static Err err;

static void setup(void) {
    env_set(&env, "rows", num_int(1023));
    env_set(&env, "cols", num_int(65));
    env_set(&env, "n", num_int(3));
}

static void teardown(void) {
    vec_free(&env);
    arena_reset(&arena);
    err_clear(&err);
}

static Expr *parsed(const char *text) {
    Expr *x = expr_parse(&arena, text, here, &err);
    ck_assert_msg(x, "%s: %s", text, err.msg);
    return x;
}

START_TEST(integers_are_exact) {
    Num v;
    ck_assert_msg(expr_eval(parsed(ints[_i].text), &env, NULL, &v, &err),
                  "%s: %s", ints[_i].text, err.msg);
    ck_assert_msg(v.is_int, "%s is not an integer", ints[_i].text);
    ck_assert_int_eq(v.i, ints[_i].want);
    ck_assert_double_eq(v.d, (double)v.i);
}
END_TEST

START_TEST(reals_stay_reals) {
    Num v;
    ck_assert(expr_eval(parsed(reals[_i].text), &env, NULL, &v, &err));
    ck_assert_msg(!v.is_int, "%s is an integer", reals[_i].text);
    ck_assert_double_eq_tol(v.d, reals[_i].want, 1e-12);
}
END_TEST

START_TEST(what_is_no_expression_points_at_the_column) {
    ck_assert_ptr_null(expr_parse(&arena, bad[_i].text, here, &err));
    ck_assert_msg(strstr(err.msg, bad[_i].msg), "%s: %s", bad[_i].text,
                  err.msg);
    ck_assert_msg(err.loc.col == bad[_i].col, "%s: column %d", bad[_i].text,
                  err.loc.col);
    ck_assert_int_eq(err.kind, ERR_INPUT);
    ck_assert_str_ne(err.hint, "");
}
END_TEST

START_TEST(arithmetic_that_fails_says_why) {
    Num v;
    Rng rng;
    rng_seed(&rng, 1);
    Expr *x = parsed(broken[_i].text);
    ck_assert(!expr_eval(x, &env, &rng, &v, &err));
    ck_assert_msg(strstr(err.msg, broken[_i].msg), "%s: %s", broken[_i].text,
                  err.msg);
    ck_assert_msg(strstr(err.hint, broken[_i].hint), "%s: hint %s",
                  broken[_i].text, err.hint);
    ck_assert_int_eq(err.loc.line, 3);
    ck_assert_str_ne(err.hint, "");
}
END_TEST

START_TEST(random_draws_both_bounds_and_nothing_else) {
    Rng rng;
    rng_seed(&rng, 42);
    Expr *x = parsed("random(3, 5)");
    int seen[3] = {0};
    for (int i = 0; i < 200; i++) {
        int64_t v;
        ck_assert(expr_size(x, &env, &rng, &v, &err));
        ck_assert(v >= 3 && v <= 5);
        seen[v - 3]++;
    }
    ck_assert(seen[0] > 20 && seen[1] > 20 && seen[2] > 20);
}
END_TEST

START_TEST(random_without_a_generator_is_an_error) {
    Num v;
    ck_assert(!expr_eval(parsed("1 + random(1, 2)"), &env, NULL, &v, &err));
    ck_assert_ptr_nonnull(strstr(err.msg, "random() cannot be used here"));
}
END_TEST

START_TEST(the_same_seed_draws_the_same) {
    Rng a, b;
    rng_seed(&a, 7);
    rng_seed(&b, 7);
    Expr *x = parsed("random(0, 4G)");
    for (int i = 0; i < 5; i++) {
        Num v, w;
        ck_assert(expr_eval(x, NULL, &a, &v, &err));
        ck_assert(expr_eval(x, NULL, &b, &w, &err));
        ck_assert_int_eq(v.i, w.i);
    }
}
END_TEST

START_TEST(a_size_is_a_whole_number_from_zero) {
    int64_t v;
    ck_assert(expr_size(parsed("1e6"), &env, NULL, &v, &err));
    ck_assert_int_eq(v, 1000000);
    ck_assert(expr_size(parsed("rows - 1023"), &env, NULL, &v, &err));
    ck_assert_int_eq(v, 0);
    ck_assert(!expr_size(parsed("cols - rows"), &env, NULL, &v, &err));
    ck_assert_ptr_nonnull(strstr(err.msg, "is -958"));
    ck_assert(!expr_size(parsed("rows * 0.3"), &env, NULL, &v, &err));
    ck_assert_ptr_nonnull(strstr(err.msg, "not a whole number"));
    ck_assert(!expr_size(parsed("1e300"), &env, NULL, &v, &err));
}
END_TEST

START_TEST(nesting_and_length_have_a_limit) {
    char deep[400] = "";
    memset(deep, '(', 200);
    ck_assert_ptr_null(expr_parse(&arena, deep, here, &err));
    ck_assert_ptr_nonnull(strstr(err.msg, "too deep"));

    char long_sum[4001] = "";
    for (int i = 0; i < 2000; i++)
        memcpy(long_sum + 2 * i, i < 1999 ? "1+" : "1", 2);
    ck_assert_ptr_null(expr_parse(&arena, long_sum, here, &err));
    ck_assert_ptr_nonnull(strstr(err.msg, "too long"));
}
END_TEST

static void collect(void *ctx, const char *name) {
    strcat(strcat(ctx, name), " ");
}

START_TEST(names_are_visited_in_order) {
    char got[100] = "";
    expr_names(parsed("8 * rows + max(cols, -n) - random(1, rows)"), collect,
               got);
    ck_assert_str_eq(got, "rows cols n rows ");
}
END_TEST

START_TEST(a_later_value_replaces_an_earlier_one) {
    env_set(&env, "rows", num_int(2));
    ck_assert_int_eq(env.n, 3);
    ck_assert_int_eq(env_find(&env, "rows")->i, 2);
    ck_assert_ptr_null(env_find(&env, "row"));
    ck_assert_ptr_null(env_find(NULL, "row"));
}
END_TEST

SUITE_OF(expr) {
    Suite *s = suite_create("expr");
    TCase *t = tcase_create("expr");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, integers_are_exact, 0, COUNT_OF(ints));
    tcase_add_loop_test(t, reals_stay_reals, 0, COUNT_OF(reals));
    tcase_add_loop_test(t, what_is_no_expression_points_at_the_column, 0,
                        COUNT_OF(bad));
    tcase_add_loop_test(t, arithmetic_that_fails_says_why, 0, COUNT_OF(broken));
    tcase_add_test(t, random_draws_both_bounds_and_nothing_else);
    tcase_add_test(t, random_without_a_generator_is_an_error);
    tcase_add_test(t, the_same_seed_draws_the_same);
    tcase_add_test(t, a_size_is_a_whole_number_from_zero);
    tcase_add_test(t, nesting_and_length_have_a_limit);
    tcase_add_test(t, names_are_visited_in_order);
    tcase_add_test(t, a_later_value_replaces_an_earlier_one);
    suite_add_tcase(s, t);
    return s;
}
