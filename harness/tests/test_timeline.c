// The timeline by itself: what runs when, as its parameters say, to the last
// digit. The clock of whole programs: tests/clock.
#include "sim/time/timeline.h"
#include "tests/tests.h"

#include <math.h>

static Timeline line;

static void set_up(void) {
    timeline_init(&line, 2);
}

static void tear_down(void) {
    timeline_fini(&line);
}

#define NEAR(a, b)                                                             \
    ck_assert_msg(fabs((a) - (b)) < 1e-6, "%s is %.9g, not %.9g", #a, (a), (b))

// Issued at 0 and held to the end of the test.
static Job *put(Engine e, double us, double waves, Job *after) {
    Job job = {.engine = e, .us = us, .waves = waves};
    return timeline_add(&line, &job, &after, after ? 1 : 0);
}

static Job *kernel(double us, double waves) {
    return put(ENGINE_KERNELS, us, waves, NULL);
}

START_TEST(work_begins_when_it_is_issued_or_free) {
    Job a = {.engine = ENGINE_COPY_IN, .us = 10, .issue_us = 5};
    Job *x = timeline_add(&line, &a, NULL, 0);
    a.issue_us = 0;
    a.gap_us = 2;
    Job *y = timeline_add(&line, &a, &x, 1);
    NEAR(timeline_until(&line, y), 27.0);
    NEAR(x->start_us, 5.0);
    NEAR(x->end_us, 15.0);
    NEAR(y->start_us, 17.0);
    ck_assert_uint_eq(y->cause, x->serial);
    ck_assert_uint_eq(x->cause, 0);
    job_release(x);
    job_release(y);
}
END_TEST

START_TEST(while_a_device_is_held_only_marks_pass) {
    line.devices[0].held_us = 100;
    Job *a = kernel(10, 1), *b = put(ENGINE_COPY_IN, 5, 0, NULL);
    Job *mark = put(ENGINE_NONE, 0, 0, NULL), *after = kernel(10, 1);
    timeline_drain(&line, 0);
    NEAR(mark->end_us, 0.0);
    NEAR(a->start_us, 100.0);
    NEAR(b->start_us, 100.0);
    ck_assert(after->start_us >= 100.0);
    job_release(a);
    job_release(b);
    job_release(mark);
    job_release(after);
}
END_TEST

START_TEST(copies_of_a_direction_take_turns) {
    Job *a = put(ENGINE_COPY_IN, 10, 0, NULL);
    Job *b = put(ENGINE_COPY_IN, 10, 0, NULL);
    timeline_drain(&line, 0);
    NEAR(a->end_us, 10.0);
    NEAR(b->start_us, 10.0);
    NEAR(b->end_us, 20.0);
    ck_assert_uint_eq(b->cause, a->serial);
    job_release(a);
    job_release(b);
}
END_TEST

START_TEST(copies_of_two_directions_share_the_link) {
    Job *a = put(ENGINE_COPY_IN, 10, 0, NULL);
    Job *b = put(ENGINE_COPY_OUT, 10, 0, NULL);
    timeline_drain(&line, 0);
    NEAR(a->end_us, 10.0);
    NEAR(b->end_us, 10 * (1 + TIMELINE_DUPLEX));
    job_release(a);
    job_release(b);
}
END_TEST

START_TEST(one_copy_engine_does_everything_in_turn) {
    timeline_init(&line, 1);
    Job *a = put(ENGINE_COPY_IN, 10, 0, NULL);
    Job *b = put(ENGINE_COPY_OUT, 10, 0, NULL);
    Job *c = put(ENGINE_COPY_PEER, 10, 0, NULL);
    timeline_drain(&line, 0);
    NEAR(b->start_us, 10.0);
    NEAR(c->start_us, 20.0);
    job_release(a);
    job_release(b);
    job_release(c);
}
END_TEST

static Job *peer(int device, int from, int to, double us) {
    Job job = {.device = device,
               .engine = ENGINE_COPY_PEER,
               .us = us,
               .from = from,
               .to = to};
    return timeline_add(&line, &job, NULL, 0);
}

START_TEST(copies_between_devices_share_links) {
    timeline_init(&line, 3);
    Job *a = peer(0, 0, 1, 10);
    Job *back = peer(0, 1, 0, 10);  // the other way, by the same device
    Job *more = peer(2, 2, 1, 10);  // into 1 as well
    Job *other = peer(3, 3, 2, 10); // is not held up by it
    Job *out = peer(0, 0, 2, 10);   // out of 0 as well
    timeline_drain(&line, -1);
    NEAR(a->end_us, 10.0);
    NEAR(back->end_us, 10.0);
    NEAR(other->end_us, 10.0);
    NEAR(more->start_us, 10.0);
    NEAR(more->end_us, 20.0);
    NEAR(out->start_us, 10.0);
    ck_assert_uint_eq(more->cause, a->serial);
    ck_assert_uint_eq(other->cause, 0);
    job_release(a);
    job_release(back);
    job_release(more);
    job_release(other);
    job_release(out);
}
END_TEST

START_TEST(kernels_run_side_by_side_while_there_is_room) {
    Job *a = kernel(100, 0.5), *b = kernel(100, 0.5), *c = kernel(100, 0.5);
    timeline_drain(&line, 0);
    NEAR(a->start_us, 0.0);
    NEAR(b->start_us, TIMELINE_GRID_US);
    NEAR(a->end_us, 100.0);
    NEAR(b->end_us, 100 + TIMELINE_GRID_US);
    NEAR(c->start_us, 100.0); // when the first gives its places back
    NEAR(c->end_us, 200.0);
    job_release(a);
    job_release(b);
    job_release(c);
}
END_TEST

START_TEST(a_full_kernel_leaves_no_room) {
    Job *a = kernel(100, 8), *b = kernel(50, 0.01);
    timeline_drain(&line, 0);
    NEAR(b->start_us, 100.0);
    NEAR(b->end_us, 150.0);
    job_release(a);
    job_release(b);
}
END_TEST

// Two waves, the last of them half full: the other half is free from 50 on.
START_TEST(the_last_wave_leaves_room) {
    Job *a = kernel(100, 1.5), *b = kernel(50, 0.5);
    timeline_drain(&line, 0);
    NEAR(a->end_us, 100.0);
    NEAR(b->start_us, 50.0);
    NEAR(b->end_us, 100.0);
    job_release(a);
    job_release(b);
}
END_TEST

// Half of its places until 100: half its speed.
START_TEST(a_kernel_with_half_its_places_has_half_its_speed) {
    Job *a = kernel(100, 0.5);
    Job *b = kernel(100, 1);
    timeline_drain(&line, 0);
    NEAR(a->end_us, 100.0);
    double slow = (100 - TIMELINE_GRID_US) / 2;
    NEAR(b->end_us, 100 + (100 - slow));
    job_release(a);
    job_release(b);
}
END_TEST

START_TEST(kernels_that_want_the_same_slow_each_other_down) {
    Job hungry = {.engine = ENGINE_KERNELS,
                  .us = 100,
                  .waves = 0.25,
                  .use = {[USE_DRAM] = 1}};
    Job *a = timeline_add(&line, &hungry, NULL, 0);
    Job *b = timeline_add(&line, &hungry, NULL, 0);
    Job *c = kernel(100, 0.25); // wants nothing
    timeline_drain(&line, 0);
    NEAR(a->end_us, 200 - TIMELINE_GRID_US);
    NEAR(b->end_us, 200.0);
    NEAR(c->end_us, 100 + 2 * TIMELINE_GRID_US);
    job_release(a);
    job_release(b);
    job_release(c);
}
END_TEST

START_TEST(urgent_kernels_come_before_waiting_ones) {
    Job urgent = {
        .engine = ENGINE_KERNELS, .us = 10, .waves = 1, .priority = -1};
    Job *a = kernel(100, 1), *b = kernel(100, 1);
    Job *c = timeline_add(&line, &urgent, NULL, 0);
    timeline_drain(&line, 0);
    NEAR(a->end_us, 100.0); // its blocks have their places
    NEAR(c->end_us, 110.0);
    NEAR(b->end_us, 210.0);
    job_release(a);
    job_release(b);
    job_release(c);
}
END_TEST

// Of many waves: blocks of the urgent one are next.
START_TEST(urgent_kernels_take_the_places_of_later_waves) {
    Job urgent = {.engine = ENGINE_KERNELS,
                  .us = 10,
                  .waves = 1,
                  .priority = -1,
                  .issue_us = 50};
    Job *a = kernel(100, 100);
    Job *c = timeline_add(&line, &urgent, NULL, 0);
    timeline_drain(&line, 0);
    NEAR(c->end_us, 60.0);
    NEAR(a->end_us, 110.0);
    job_release(a);
    job_release(c);
}
END_TEST

START_TEST(work_that_comes_later_slows_what_is_under_way) {
    Job *a = kernel(100, 0.5);
    timeline_pass(&line, 50);
    Job hungry = {.engine = ENGINE_KERNELS,
                  .us = 100,
                  .waves = 0.5,
                  .issue_us = 20, // has passed: it begins now
                  .use = {[USE_DRAM] = 1}};
    Job *b = timeline_add(&line, &hungry, NULL, 0);
    NEAR(timeline_until(&line, a), 100.0);
    NEAR(b->start_us, 50.0);
    job_release(a);
    job_release(b);
}
END_TEST

START_TEST(devices_wait_for_each_other_only_by_jobs) {
    Job there = {.device = 1, .engine = ENGINE_KERNELS, .us = 30};
    Job *a = kernel(100, 1);
    Job *b = timeline_add(&line, &there, NULL, 0);
    Job *c = timeline_add(&line, &there, &a, 1);
    timeline_drain(&line, -1);
    NEAR(b->end_us, 30.0);
    NEAR(c->end_us, 130.0);
    job_release(a);
    job_release(b);
    job_release(c);
}
END_TEST

START_TEST(a_change_of_side_costs_more) {
    Job in = {.engine = ENGINE_COPY_IN, .side = ENGINE_COPY_IN, .us = 10};
    Job run = {.engine = ENGINE_KERNELS,
               .side = ENGINE_KERNELS,
               .us = 10,
               .cross_us = 4};
    Job *a = timeline_add(&line, &in, NULL, 0);
    Job *b = timeline_add(&line, &run, &a, 1);
    Job *c = timeline_add(&line, &run, &b, 1);
    timeline_drain(&line, -1);
    NEAR(b->start_us, 14.0);
    NEAR(c->start_us, 24.0);
    job_release(a);
    job_release(b);
    job_release(c);
}
END_TEST

// What the runner takes off where a program has waited by itself: not what a
// stream waits for, and not while another device is at work.
START_TEST(an_idle_gap_is_one_in_which_nothing_runs_anywhere) {
    Job late = {.engine = ENGINE_NONE, .us = 1, .issue_us = 25};
    Job there = {.device = 1, .engine = ENGINE_KERNELS, .us = 22};
    Job *a = kernel(20, 1);
    Job *at_once = put(ENGINE_NONE, 1, 0, a);
    Job *b = timeline_add(&line, &there, NULL, 0);
    Job *mark = timeline_add(&line, &late, &a, 1);
    late.issue_us = 40;
    there.issue_us = 30, there.us = 50;
    Job *c = timeline_add(&line, &there, NULL, 0);
    Job *busy = timeline_add(&line, &late, &a, 1);
    timeline_drain(&line, -1);
    NEAR(at_once->idle_us, 0.0);
    NEAR(mark->idle_us, 3.0); // since 22, when b ended
    NEAR(busy->idle_us, 0.0); // c was under way
    Job *all[] = {a, at_once, b, mark, c, busy};
    for (size_t i = 0; i < COUNT_OF(all); i++)
        job_release(all[i]);
}
END_TEST

// The textbook's picture: three steps of four chunks over two streams.
START_TEST(a_pipeline_is_as_long_as_its_longest_stage) {
    Job *last[2] = {NULL, NULL};
    for (int i = 0; i < 4; i++) {
        const Engine steps[] = {ENGINE_COPY_IN, ENGINE_KERNELS,
                                ENGINE_COPY_OUT};
        for (int k = 0; k < 3; k++) {
            Job *next = put(steps[k], k == 1 ? 30 : 1e-3, 1, last[i % 2]);
            job_release(last[i % 2]);
            last[i % 2] = next;
        }
    }
    double end =
        fmax(timeline_until(&line, last[0]), timeline_until(&line, last[1]));
    ck_assert_double_gt(end, 4 * 30);
    ck_assert_double_lt(end, 4 * 30 + 0.02);
    job_release(last[0]);
    job_release(last[1]);
}
END_TEST

// Late on the clock a step is less than a digit: it must end all the same.
START_TEST(long_runs_end) {
    Job job = {.engine = ENGINE_KERNELS, .us = 1e-4, .issue_us = 3e10};
    Job *last = NULL;
    for (int i = 0; i < 1000; i++) {
        job.waves = 0.3 + i % 7 * 0.5;
        Job *next = timeline_add(&line, &job, &last, 1);
        job_release(last);
        last = next;
    }
    ck_assert_double_ge(timeline_until(&line, last), 3e10);
    job_release(last);
}
END_TEST

SUITE_OF(timeline) {
    Suite *s = suite_create("timeline");
    TCase *tc = tcase_create("timeline");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, work_begins_when_it_is_issued_or_free);
    tcase_add_test(tc, while_a_device_is_held_only_marks_pass);
    tcase_add_test(tc, copies_of_a_direction_take_turns);
    tcase_add_test(tc, copies_of_two_directions_share_the_link);
    tcase_add_test(tc, one_copy_engine_does_everything_in_turn);
    tcase_add_test(tc, copies_between_devices_share_links);
    tcase_add_test(tc, kernels_run_side_by_side_while_there_is_room);
    tcase_add_test(tc, a_full_kernel_leaves_no_room);
    tcase_add_test(tc, the_last_wave_leaves_room);
    tcase_add_test(tc, a_kernel_with_half_its_places_has_half_its_speed);
    tcase_add_test(tc, kernels_that_want_the_same_slow_each_other_down);
    tcase_add_test(tc, urgent_kernels_come_before_waiting_ones);
    tcase_add_test(tc, urgent_kernels_take_the_places_of_later_waves);
    tcase_add_test(tc, work_that_comes_later_slows_what_is_under_way);
    tcase_add_test(tc, devices_wait_for_each_other_only_by_jobs);
    tcase_add_test(tc, a_change_of_side_costs_more);
    tcase_add_test(tc, an_idle_gap_is_one_in_which_nothing_runs_anywhere);
    tcase_add_test(tc, a_pipeline_is_as_long_as_its_longest_stage);
    tcase_add_test(tc, long_runs_end);
    suite_add_tcase(s, tc);
    return s;
}
