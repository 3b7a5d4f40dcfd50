// Known samples, known answers.
#include "bench/stats.h"
#include "tests/tests.h"

#include <math.h>

START_TEST(the_median_of_an_even_count_lies_between) {
    double v[] = {4, 1, 3, 2};
    Stats s = stats_of(v, 4);
    ck_assert_double_eq(s.median, 2.5);
    ck_assert_double_eq(s.min, 1);
    ck_assert_double_eq(s.max, 4);
    ck_assert_double_eq(s.lo, 1);
    ck_assert_double_eq(s.hi, 4);
}
END_TEST

START_TEST(fifty_samples_use_ranks_18_and_33) {
    double v[50];
    for (int i = 0; i < 50; i++)
        v[i] = 50 - i;
    Stats s = stats_of(v, 50);
    ck_assert_double_eq(s.lo, 18);
    ck_assert_double_eq(s.hi, 33);
    ck_assert_double_eq(s.q1, 13.25);
}
END_TEST

START_TEST(one_outlier_does_not_move_the_interval) {
    double v[40];
    for (int i = 0; i < 40; i++)
        v[i] = 10 + i * 0.001;
    v[7] = 1e6;
    Stats s = stats_of(v, 40);
    ck_assert_double_lt(s.hi, 10.1);
    ck_assert(stats_settled(&s, 0.01));
}
END_TEST

START_TEST(a_wide_interval_is_not_settled) {
    double v[30];
    for (int i = 0; i < 30; i++)
        v[i] = i < 15 ? 1 : 2;
    Stats s = stats_of(v, 30);
    ck_assert(!stats_settled(&s, 0.01));
}
END_TEST

// A clock that ticks every 0.032: eleven times, most of them on two ticks.
START_TEST(ticks_are_spread_over_their_step) {
    double v[] = {6.016, 6.016, 6.048, 6.048, 6.048, 6.048,
                  6.08,  6.08,  6.08,  6.08,  6.08};
    stats_untie(v, 11);
    for (int i = 1; i < 11; i++)
        ck_assert_double_gt(v[i], v[i - 1]);
    // The sixth is the last of four that share 6.032 to 6.064.
    ck_assert_double_eq_tol(v[5], 6.06, 1e-9);
    ck_assert_double_eq_tol(v[0], 6.008, 1e-9);
    ck_assert_double_eq_tol(v[10], 6.0928, 1e-9);
}
END_TEST

START_TEST(what_is_no_tick_stays) {
    double v[] = {1, 1, 2, 2, 3}, one[] = {5}, same[] = {4, 4, 4};
    stats_untie(v, 5);
    ck_assert_double_eq(v[1], 1);
    ck_assert_double_eq(v[3], 2);
    stats_untie(one, 1);
    ck_assert_double_eq(one[0], 5);
    stats_untie(same, 3);
    ck_assert_double_eq(same[0], 4);
    ck_assert_double_eq(same[2], 4);
    stats_untie(v, 0);
}
END_TEST

SUITE_OF(stats) {
    Suite *s = suite_create("stats");
    TCase *t = tcase_create("order statistics");
    tcase_add_test(t, the_median_of_an_even_count_lies_between);
    tcase_add_test(t, fifty_samples_use_ranks_18_and_33);
    tcase_add_test(t, one_outlier_does_not_move_the_interval);
    tcase_add_test(t, a_wide_interval_is_not_settled);
    tcase_add_test(t, ticks_are_spread_over_their_step);
    tcase_add_test(t, what_is_no_tick_stays);
    suite_add_tcase(s, t);
    return s;
}
