// Pieces of work in processes of their own: how many at once, who is alone, and
// what becomes of one that dies.
#include "cli/app/gpu_limits.h"
#include "cli/jobs.h"
#include "gate/check/check.h"
#include "gate/measure/gates.h"
#include "tests/tree.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PIECES = 12, AT_ONCE = 3 };

typedef struct Shared {
    atomic_int now, most, most_alone;
    int answer[PIECES];
    pid_t pid[PIECES];
} Shared;

typedef struct Seen {
    Shared *shared;
    Arena arena;
    int ended[PIECES];
    const char *died[PIECES];
} Seen;

static Seen seen;

static void sleep_ms(int ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

static void raise_to(atomic_int *most, int now) {
    int old = atomic_load(most);
    while (old < now && !atomic_compare_exchange_weak(most, &old, now))
        ;
}

static bool is_even(void *ctx, int i) {
    (void)ctx;
    return i % 2 == 0;
}

static void count(void *ctx, int i) {
    Shared *s = ((Seen *)ctx)->shared;
    int now = atomic_fetch_add(&s->now, 1) + 1;
    raise_to(&s->most, now);
    if (is_even(NULL, i)) raise_to(&s->most_alone, now);
    sleep_ms(100);
    s->answer[i] = 10 * i;
    atomic_fetch_sub(&s->now, 1);
}

static void note(void *ctx, int i, const char *died) {
    Seen *s = ctx;
    s->ended[i]++;
    s->died[i] = died;
}

static Jobs jobs_of(void (*work)(void *, int)) {
    seen = (Seen){.shared = jobs_memory(sizeof(Shared))};
    return (Jobs){.n = PIECES,
                  .most = AT_ONCE,
                  .ctx = &seen,
                  .work = work,
                  .ended = note};
}

static void run(const Jobs *j) {
    Err err = {0};
    ck_assert(jobs_run(j, &seen.arena, &err));
    ck_assert(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
}

START_TEST(so_many_at_once_and_each_once) {
    Jobs j = jobs_of(count);
    run(&j);
    ck_assert_int_eq(atomic_load(&seen.shared->most), AT_ONCE);
    for (int i = 0; i < PIECES; i++) {
        ck_assert_int_eq(seen.ended[i], 1);
        ck_assert_ptr_null(seen.died[i]);
        ck_assert_int_eq(seen.shared->answer[i], 10 * i);
    }
    arena_reset(&seen.arena);
}
END_TEST

START_TEST(who_needs_the_machine_has_it) {
    Jobs j = jobs_of(count);
    j.is_alone = is_even;
    run(&j);
    ck_assert_int_eq(atomic_load(&seen.shared->most_alone), 1);
    ck_assert_int_eq(atomic_load(&seen.shared->most), AT_ONCE);
}
END_TEST

START_TEST(what_is_known_is_not_worked_on) {
    Jobs j = jobs_of(count);
    j.is_known = is_even;
    run(&j);
    for (int i = 0; i < PIECES; i++)
        ck_assert_int_eq(seen.ended[i], i % 2);
}
END_TEST

static void die_at(void *ctx, int i) {
    if (i == 4) kill(getpid(), SIGKILL);
    if (i == 5) _exit(7);
    if (i == 6) abort();
    count(ctx, i);
}

START_TEST(one_that_dies_takes_no_other_along) {
    Jobs j = jobs_of(die_at);
    run(&j);
    for (int i = 0; i < PIECES; i++) {
        ck_assert_int_eq(seen.ended[i], 1);
        ck_assert_int_eq(!seen.died[i], i < 4 || i > 6);
    }
    ck_assert(strstr(seen.died[4], "(signal 9)"));
    ck_assert(strstr(seen.died[5], "(status 7)"));
    ck_assert(strstr(seen.died[6], "(signal 6)"));
    arena_reset(&seen.arena);
}
END_TEST

static void stay(void *ctx, int i) {
    ((Seen *)ctx)->shared->pid[i] = getpid();
    for (;;)
        pause();
}

// However it ends: a signal to it alone is the hardest case.
START_TEST(where_kata_ends_all_of_them_do) {
    Jobs j = jobs_of(stay);
    Shared *s = seen.shared;
    pid_t kata = fork();
    if (kata == 0) {
        Err err = {0};
        signal(SIGTERM, SIG_DFL); // Check has a handler
        jobs_run(&j, &seen.arena, &err);
        _exit(0);
    }
    for (int i = 0; i < AT_ONCE; i++)
        while (*(volatile pid_t *)&s->pid[i] == 0)
            sleep_ms(10);
    kill(kata, SIGTERM);
    waitpid(kata, NULL, 0);
    for (int i = 0; i < AT_ONCE; i++)
        while (kill(s->pid[i], 0) == 0)
            sleep_ms(10);
}
END_TEST

static volatile sig_atomic_t enough;

static void note_and_stop(void *ctx, int i, const char *died) {
    note(ctx, i, died);
    enough = 1;
}

static void first_ends(void *ctx, int i) {
    if (i > 0) stay(ctx, i);
    sleep_ms(200);
}

// Those that run are killed, and nobody hears of them.
START_TEST(a_stop_starts_no_more_and_leaves_none) {
    Jobs j = jobs_of(first_ends);
    j.ended = note_and_stop;
    j.stop = &enough;
    enough = 0;
    run(&j);
    for (int i = 0; i < PIECES; i++) {
        ck_assert_int_eq(seen.ended[i], i == 0);
        if (i >= AT_ONCE) ck_assert_int_eq(seen.shared->pid[i], 0);
    }
}
END_TEST

START_TEST(ceilings_are_taken_along) {
    Tree tree = {0};
    App a = {0};
    Err err = {0};
    GpuLimits f;
    GpuState gpu = {.present = true, .uuid = "GPU-0000", .driver = "580"};
    tree_open(&tree);
    ck_assert(store_open(&a.store, tree_path(&tree, "progress.db"), &err));
    for (int i = 0; i < CEILING_COUNT; i++)
        app_learn_fact(
            &a, ceiling_key(&a.arena, gpu.uuid, gpu.driver, (CeilingId)i),
            100 + i);
    gpu_limits_gather(&a, &gpu, &f); // all are known: nothing is measured
    store_close(a.store);
    const char *copy =
        ceiling_key(&a.arena, gpu.uuid, gpu.driver, CEILING_copy);
    const char *other =
        ceiling_key(&a.arena, "GPU-0001", gpu.driver, CEILING_copy);
    ck_assert_double_eq(gpu_limits_know(&f, copy), 100 + CEILING_copy);
    ck_assert_double_nan(gpu_limits_know(&f, other));
    gpu_limits_gather(&a, &(GpuState){0}, &f);
    ck_assert_double_nan(gpu_limits_know(&f, copy));
    arena_reset(&a.arena);
    tree_close(&tree);
}
END_TEST

START_TEST(who_is_timed_on_the_processor_is_alone) {
    Gate gates[] = {{.metric = "instructions"}, {.metric = "scaling"}};
    Exercise ex = {.kind = KIND_C, .gates = gates, .ngates = 1};
    ck_assert(!gates_time_cpu(&ex)); // counted: the same under any load
    ex.ngates = 2;
    ck_assert(gates_time_cpu(&ex));
    ex.kind = KIND_CUDA;
    ck_assert(!gates_time_cpu(&ex));
}
END_TEST

// Only what a busy machine can do to a right program.
START_TEST(who_was_disturbed_is_judged_again) {
    Gate count = {.metric = "instructions"}, time = {.metric = "speedup"};
    GateOutcome g[] = {{.gate = &count, .verdict = VERDICT_PASS},
                       {.gate = &time, .verdict = VERDICT_FAIL}};
    CheckResult r = {.verdict = VERDICT_FAIL,
                     .stage = STAGE_GATES,
                     .backend = &backend_cpu,
                     .gates = g,
                     .ngates = 2};
    ck_assert(check_is_disturbed(&r));
    g[0].verdict = VERDICT_FAIL;
    ck_assert(!check_is_disturbed(&r));
    g[0].verdict = VERDICT_PASS;
    r.stage = STAGE_CORRECT;
    ck_assert(!check_is_disturbed(&r));
    r.stage = STAGE_GATES;
    r.backend = &backend_gpu; // there it had a turn of its own
    ck_assert(!check_is_disturbed(&r));
    r.backend = &backend_cpu;
    r.verdict = VERDICT_SUSPECT;
    ck_assert(!check_is_disturbed(&r));
}
END_TEST

SUITE_OF(jobs) {
    Suite *s = suite_create("jobs");
    TCase *t = tcase_create("jobs");
    tcase_set_timeout(t, 30);
    tcase_add_test(t, so_many_at_once_and_each_once);
    tcase_add_test(t, who_needs_the_machine_has_it);
    tcase_add_test(t, what_is_known_is_not_worked_on);
    tcase_add_test(t, one_that_dies_takes_no_other_along);
    tcase_add_test(t, a_stop_starts_no_more_and_leaves_none);
    tcase_add_test(t, ceilings_are_taken_along);
    tcase_add_test(t, who_is_timed_on_the_processor_is_alone);
    tcase_add_test(t, who_was_disturbed_is_judged_again);
    tcase_add_test(t, where_kata_ends_all_of_them_do);
    suite_add_tcase(s, t);
    return s;
}
