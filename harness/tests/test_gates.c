// Gates on a modelled time: what is expected on a GPU.
#include "gate/measure/gates.h"
#include "tests/tests.h"

#include <math.h>
#include <string.h>

static Arena arena;

static void end_test(void) {
    arena_reset(&arena);
}

static double recorded(void *ctx, const char *of, const char **where) {
    (void)of;
    *where = "NVIDIA H200, 2026-11-20";
    return *(double *)ctx;
}

// The learner's kernel is that many times as fast as the solution, which
// measured this part of the ceiling.
static GateOutcome judge(const char *metric, double times, double measured) {
    static Measured mine, ours;
    static double fraction;
    static Gate gate;
    fraction = measured;
    gate = (Gate){.metric = metric, .at_least = true, .bound = 0.5};
    *(strcmp(metric, "bandwidth") ? &gate.over : &gate.of) = "copy";
    mine = (Measured){
        .ok = true,
        .time = {.present = true, .modelled = true, .median_us = 10 / times}};
    ours = mine;
    ours.time.median_us = 10;
    Evidence e = {.arena = &arena,
                  .run = &mine,
                  .model = &ours,
                  .recorded = recorded,
                  .ctx = &fraction};
    return gate_judge(&e, &gate);
}

START_TEST(a_model_is_scaled_by_what_was_measured) {
    GateOutcome o = judge("bandwidth", 0.5, 0.8);
    ck_assert_double_eq_tol(o.value, 0.4, 1e-9);
    ck_assert_int_eq(o.verdict, VERDICT_FAIL);
    ck_assert(o.is_expected);
    ck_assert_ptr_null(strstr(o.why, "ceiling"));
}
END_TEST

// Half of the predictions are off by 5 % or more; the solution's is measured.
START_TEST(a_prediction_near_a_bar_says_so) {
    GateOutcome o = judge("bandwidth", 0.98, 0.8);
    ck_assert(outcome_is_near(&o, 0.8) && outcome_is_near(&o, 0.75));
    ck_assert(!outcome_is_near(&o, 0.7) && !outcome_is_near(&o, 0.9));
    o = judge("bandwidth", 0.5 / 0.8 * 1.03, 0.8);
    ck_assert_ptr_nonnull(strstr(o.why, "so near the bar"));
    o = judge("bandwidth", 0.5 / 0.8 * 1.2, 0.8);
    ck_assert_ptr_null(strstr(o.why, "so near the bar"));
    o = judge("bandwidth", 1, 0.8);
    ck_assert(!outcome_is_near(&o, 0.8));
}
END_TEST

// A kernel that is faster in a small case need not be in the GPU's own.
START_TEST(nothing_is_expected_beyond_the_ceiling) {
    GateOutcome o = judge("bandwidth", 3, 0.8);
    ck_assert_double_eq(o.value, 1);
    ck_assert_int_eq(o.verdict, VERDICT_PASS);
    ck_assert_ptr_nonnull(strstr(o.why, "no kernel goes beyond the ceiling"));
    o = judge("bandwidth", 1.5, 1.04); // caches: more than the ceiling measured
    ck_assert_double_eq(o.value, 1.04);
    o = judge("speedup", 3, 2); // a ratio of times has no ceiling
    ck_assert_double_eq_tol(o.value, 6, 1e-9);
}
END_TEST

// Both at a GPU's own size, where the learner's takes that many times as long
// as in the timed case, and does that part of its work.
static GateOutcome judge_sampled(double longer, double part, bool ok) {
    static const double MORE = 8; // as much work
    double fraction = 0.8;
    Gate gate = {
        .metric = "bandwidth", .of = "copy", .at_least = true, .bound = 0.5};
    Measured mine = {
        .ok = true,
        .work = {.bytes = 1e6},
        .time = {.present = true, .modelled = true, .median_us = 10},
        .counts = {.thread_insts = 4e6, .gmem_sectors = 3e4}};
    Measured ours = mine, large = mine;
    large.work.bytes *= MORE;
    large.counts.thread_insts *= MORE * part;
    large.counts.gmem_sectors *= MORE;
    large.time.shape = "n=64M";
    Measured ours_large = large;
    large.time.median_us *= longer;
    large.ok = ok;
    Evidence e = {.arena = &arena,
                  .run = &mine,
                  .model = &ours,
                  .sampled = &large,
                  .model_sampled = &ours_large,
                  .recorded = recorded,
                  .ctx = &fraction};
    return gate_judge(&e, &gate);
}

START_TEST(the_size_of_a_gpu_decides) {
    GateOutcome o = judge_sampled(2, 1, true);
    ck_assert_double_eq_tol(o.value, 0.4, 1e-9);
    ck_assert_ptr_nonnull(strstr(o.why, "both modelled at n=64M"));
    o = judge_sampled(2, 1, false); // it did not run there
    ck_assert_double_eq_tol(o.value, 0.8, 1e-9);
    ck_assert_ptr_null(strstr(o.why, "n=64M"));
}
END_TEST

START_TEST(less_work_at_the_size_of_a_gpu_is_no_gain) {
    ck_assert_double_eq_tol(judge_sampled(0.9, 1, true).value, 0.8 / 0.9, 1e-9);
    ck_assert_double_eq_tol(judge_sampled(0.9, 0.4, true).value, 0.8, 1e-9);
    ck_assert_double_eq_tol(judge_sampled(2, 0.4, true).value, 0.4, 1e-9);
}
END_TEST

// A solution that is broken here leaves the question open: that is no pass.
START_TEST(nothing_is_judged_beside_a_solution_that_does_not_run) {
    Measured mine = {.ok = true, .time = {.present = true, .modelled = true}},
             ours = {0};
    Gate gate = {
        .metric = "bandwidth", .of = "copy", .at_least = true, .bound = 0.5};
    Evidence e = {.arena = &arena, .run = &mine, .model = &ours};
    GateOutcome o = gate_judge(&e, &gate);
    ck_assert_int_eq(o.verdict, VERDICT_ENV);
    e.model = NULL;
    o = gate_judge(&e, &gate);
    ck_assert_int_eq(o.verdict, VERDICT_SKIPPED);
}
END_TEST

static Measured naive;

static const Measured *naive_run(void *ctx, const char *name) {
    (void)ctx;
    return strcmp(name, "naive") ? NULL : &naive;
}

// A file that is as fast as the baseline is no faster than that, whatever the
// model makes of the solution.
START_TEST(a_speed_over_a_baseline_is_one_where_both_are_equal) {
    static const struct {
        double mine_us, value;
    } rows[] = {{10, 4}, {20, 1}, {25, 0.8}, {10.0 * M_SQRT2, 2}, {5, 8}};
    double measured = 4;
    Gate gate = {
        .metric = "speedup", .over = "naive", .at_least = true, .bound = 0.1};
    Measured mine = {.ok = true, .time = {.present = true, .modelled = true}};
    Measured ours = mine;
    ours.time.median_us = 10;
    naive = (Measured){.ok = true, .time = {.present = true, .median_us = 20}};
    Evidence e = {.arena = &arena,
                  .run = &mine,
                  .model = &ours,
                  .recorded = recorded,
                  .baseline = naive_run,
                  .ctx = &measured};
    mine.time.median_us = rows[_i].mine_us;
    ck_assert_double_eq_tol(gate_judge(&e, &gate).value, rows[_i].value, 1e-9);
    gate.over = "other"; // it does not run
    ck_assert_double_eq_tol(gate_judge(&e, &gate).value,
                            measured * 10 / rows[_i].mine_us, 1e-9);
}
END_TEST

// Also where the solution gains less on a GPU than in the model, and the file
// misses the bar either way.
START_TEST(the_baseline_itself_is_shown_as_one) {
    double measured = 2;
    Gate gate = {
        .metric = "speedup", .over = "naive", .at_least = true, .bound = 1.5};
    Measured mine = {.ok = true, .time = {.present = true, .modelled = true}};
    Measured ours = mine;
    ours.time.median_us = 10;
    mine.time.median_us = 30;
    naive = (Measured){.ok = true, .time = {.present = true, .median_us = 30}};
    Evidence e = {.arena = &arena,
                  .run = &mine,
                  .model = &ours,
                  .recorded = recorded,
                  .baseline = naive_run,
                  .ctx = &measured};
    GateOutcome o = gate_judge(&e, &gate);
    ck_assert_double_eq_tol(o.value, 1, 1e-9);
    ck_assert_int_eq(o.verdict, VERDICT_FAIL);
}
END_TEST

SUITE_OF(gates) {
    Suite *s = suite_create("gates");
    TCase *t = tcase_create("modelled");
    tcase_add_checked_fixture(t, NULL, end_test);
    tcase_add_test(t, a_model_is_scaled_by_what_was_measured);
    tcase_add_test(t, the_size_of_a_gpu_decides);
    tcase_add_test(t, less_work_at_the_size_of_a_gpu_is_no_gain);
    tcase_add_test(t, nothing_is_expected_beyond_the_ceiling);
    tcase_add_test(t, a_prediction_near_a_bar_says_so);
    tcase_add_loop_test(t, a_speed_over_a_baseline_is_one_where_both_are_equal,
                        0, 5);
    tcase_add_test(t, the_baseline_itself_is_shown_as_one);
    tcase_add_test(t, nothing_is_judged_beside_a_solution_that_does_not_run);
    suite_add_tcase(s, t);
    return s;
}
