// Spaced repetition against numbers computed apart from this code, and what
// must hold for any history.
#include "base/fsrs.h"

#include "tests/tests.h"

#include <math.h>

// clang-format off
static const struct Step { double days; Grade grade; double s, d; } steps[] = {
    {0,  GRADE_GOOD,  3.7145,   5.1618},
    {4,  GRADE_GOOD,  14.80810, 5.16180},
    {15, GRADE_HARD,  22.68138, 6.03148},
    {30, GRADE_AGAIN, 4.00497,  7.74387},
    {3,  GRADE_EASY,  17.65488, 6.79415},
};
// clang-format on

START_TEST(a_history_gives_the_published_states) {
    Memory m = fsrs_first(steps[0].grade);
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        if (i) m = fsrs_next(m, steps[i].days, steps[i].grade);
        ck_assert_double_eq_tol(m.stability, steps[i].s, 1e-4);
        ck_assert_double_eq_tol(m.difficulty, steps[i].d, 1e-4);
        ck_assert_double_eq_tol(fsrs_recall(m, m.stability), 0.9, 1e-12);
    }
    ck_assert_int_eq(fsrs_interval(m), 18);
}
END_TEST

START_TEST(better_grades_last_longer_whatever_came_before) {
    for (Grade first = GRADE_AGAIN; first <= GRADE_EASY; first++)
        for (double days = 0; days < 400; days += 7) {
            Memory m = fsrs_first(first), g[5];
            for (int i = 0; i < 60; i++) {
                for (Grade k = GRADE_AGAIN; k <= GRADE_EASY; k++)
                    g[k] = fsrs_next(m, days, k);
                ck_assert_double_le(g[1].stability, m.stability);
                ck_assert_double_ge(g[2].stability, m.stability);
                ck_assert_double_ge(g[3].stability, g[2].stability);
                ck_assert_double_ge(g[4].stability, g[3].stability);
                ck_assert_double_ge(g[1].difficulty, g[4].difficulty);
                m = g[1 + (i * 7 + (int)days) % 4];
                ck_assert(m.difficulty >= 1 && m.difficulty <= 10);
                ck_assert(isfinite(m.stability) && m.stability > 0);
                int next = fsrs_interval(m);
                ck_assert(next >= 1 && next <= 365);
            }
        }
}
END_TEST

SUITE_OF(fsrs) {
    Suite *s = suite_create("fsrs");
    TCase *t = tcase_create("fsrs");
    tcase_add_test(t, a_history_gives_the_published_states);
    tcase_add_test(t, better_grades_last_longer_whatever_came_before);
    suite_add_tcase(s, t);
    return s;
}
