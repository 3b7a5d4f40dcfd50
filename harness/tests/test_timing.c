// timing: what kata makes of measured times: ratios, circumstances, floors,
// and gates that hold one program against another.
#include "gate/check/state.h"
#include "gate/judge/fill.h"
#include "gate/machine/crowd.h"
#include "gate/measure/baseline.h"
#include "gate/measure/gates.h"
#include "gate/measure/launch_overhead.h"
#include "gate/measure/memo.h"
#include "gate/measure/persist.h"
#include "gate/measure/probe.h"
#include "tests/tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Arena arena;

static void drop_arena(void) {
    arena_reset(&arena);
}

// ---- ratios of rounds

START_TEST(a_ratio_is_taken_round_by_round) {
    enum { N = 40 };
    double mine[N], other[N];
    // Both slow down together: the ratio does not see it.
    for (int i = 0; i < N; i++) {
        mine[i] = 100 + i;
        other[i] = 0.5 * mine[i];
    }
    mine[7] = NAN; // a round of a low clock
    Measured a = {.round_us = mine, .rounds = N};
    Measured b = {.round_us = other, .rounds = N};
    Stats st = measure_ratio(&a, &b);
    ck_assert_int_eq(st.n, N - 1);
    ck_assert_double_eq_tol(st.median, 0.5, 1e-12);
    ck_assert_double_eq_tol(st.hi - st.lo, 0, 1e-12);
    b.rounds = 0;
    ck_assert_int_eq(measure_ratio(&a, &b).n, 0);
}
END_TEST

START_TEST(a_short_kernel_is_the_mean_of_processes) {
    double rounds[] = {5.0, 5.2, NAN, 4.8}, samples[] = {4.8, 5.0, 5.2};
    Measured m = {.round_us = rounds, .rounds = 4};
    m.time = (Timing){.median_us = 5,
                      .lo_us = 4.99,
                      .hi_us = 5.01,
                      .samples_us = samples,
                      .n = 3,
                      .bytes = 5.1e6,
                      .offset_us = 0.05,
                      .processes = 1};
    measure_pool(&m, (double[]){5.0, 5.1, 5.2}, 3);
    ck_assert_double_eq_tol(m.time.median_us, 5.1, 1e-9);
    ck_assert_double_eq_tol(rounds[1], 5.3, 1e-9);
    ck_assert_double_nan(rounds[2]);
    ck_assert_double_eq_tol(samples[0], 4.9, 1e-9);
    // 5 us were 0.05 less than the clock said; 5.1 are 0.05 more.
    ck_assert_double_eq_tol(m.time.offset_us, -0.05, 1e-9);
    ck_assert_double_eq_tol(m.time.gbs, 1000, 1e-6);
    ck_assert_int_eq(m.time.processes, 3);
    // The mean of three that lie 0.1 apart is known to 0.1 / sqrt(3).
    ck_assert_double_eq_tol(m.time.hi_us - 5.1, 0.1 / sqrt(3), 1e-9);
    ck_assert_double_eq_tol(5.1 - m.time.lo_us, 0.1 / sqrt(3), 1e-9);
    // Where processes agree, the interval stays the rounds' own.
    measure_pool(&m, (double[]){5.1, 5.1}, 2);
    ck_assert_double_eq_tol(m.time.hi_us - 5.1, 0.1 / sqrt(3), 1e-9);
}
END_TEST

// ---- which changes are looked at

START_TEST(changes_are_compared_from_all_over) {
    enum { MANY = 100000, FEW = 8000, MOST = 8192 };
    Rng rng;
    int first = 0, last = 0;
    rng_seed(&rng, 7);
    for (int i = 0; i < FEW; i++)
        ck_assert(probe_compares(&rng, FEW));
    for (int i = 0; i < MANY; i++) {
        bool looked = probe_compares(&rng, MANY);
        first += looked && i < MANY / 2;
        last += looked && i >= MANY / 2;
    }
    // Half of the most each, within six standard deviations.
    ck_assert_int_le(abs(first - MOST / 2), 380);
    ck_assert_int_le(abs(last - MOST / 2), 380);
    ck_assert(probe_compares(&rng, 0));
}
END_TEST

// ---- circumstances

static bool remarked(const Conditions *c, const char *text) {
    for (int i = 0; i < c->nremarks; i++)
        if (strstr(c->remark[i], text)) return true;
    return false;
}

static const GpuState quiet = {.present = true,
                               .sm_mhz_max = 1980,
                               .power_limit_w = 700,
                               .power_default_w = 700};

static Conditions judged(GpuState before, unsigned long long throttle,
                         SampleState s) {
    Conditions c = {.known = true, .before = before, .throttle = throttle};
    conditions_judge(&arena, &c, &s);
    return c;
}

static const SampleState fine = {.mhz = 1980, .n = 30};

START_TEST(where_a_process_lies_is_taken_off_within_reason) {
    ck_assert_double_eq_tol(launch_overhead_offset(3.62, 3.70), 0.08, 1e-9);
    ck_assert_double_eq_tol(launch_overhead_offset(3.62, 3.55), -0.07, 1e-9);
    ck_assert_double_eq(launch_overhead_offset(3.62, 3.99),
                        0); // too much to be that
    ck_assert_double_eq(launch_overhead_offset(3.62, NAN), 0);
    ck_assert_double_eq(launch_overhead_offset(0, 3.62), 0);
    ck_assert_double_eq(launch_overhead_offset(NAN, 3.62), 0);
}
END_TEST

// A record of facts: what is not there is not known.
static struct {
    char key[4][80];
    double value[4];
    int n;
} facts;

static double fact(void *ctx, const char *key) {
    (void)ctx;
    for (int i = 0; i < facts.n; i++)
        if (!strcmp(facts.key[i], key)) return facts.value[i];
    return NAN;
}

static void set_fact(void *ctx, const char *key, double value) {
    (void)ctx;
    int i = 0;
    while (i < facts.n && strcmp(facts.key[i], key) != 0)
        i++;
    ck_assert_int_lt(i, 4);
    if (i == facts.n) snprintf(facts.key[facts.n++], 80, "%s", key);
    facts.value[i] = value;
}

static LaunchOverhead overhead_for(const char *uuid) {
    LaunchOverhead u = {.a = &arena,
                        .uuid = uuid,
                        .driver = "580",
                        .fact = fact,
                        .set_fact = set_fact};
    launch_overhead_read(&u);
    return u;
}

START_TEST(the_usual_is_the_mean_of_every_process_so_far) {
    facts.n = 0;
    LaunchOverhead u = overhead_for("GPU-1");
    ck_assert_double_eq(u.us, 0);
    launch_overhead_add(&u, 3.60);
    launch_overhead_add(&u, NAN);
    launch_overhead_add(&u, 3.70);
    launch_overhead_write(&u);
    u = overhead_for("GPU-1");
    ck_assert_double_eq_tol(u.us, 3.65, 1e-9);
    launch_overhead_add(&u, 3.80);
    launch_overhead_write(&u);
    u = overhead_for("GPU-1");
    ck_assert_double_eq_tol(u.us, 3.70, 1e-9);
    ck_assert_double_eq(overhead_for("GPU-2").us,
                        0); // another card's is its own
}
END_TEST

START_TEST(a_usual_that_the_next_ones_contradict_is_given_up) {
    facts.n = 0;
    LaunchOverhead u = overhead_for("GPU-1");
    launch_overhead_add(&u, 9.00); // something else ran beside it
    launch_overhead_write(&u);
    u = overhead_for("GPU-1");
    launch_overhead_add(&u, 3.60);
    launch_overhead_write(&u);
    u = overhead_for("GPU-1");
    ck_assert_double_eq(u.us, 0);
    launch_overhead_add(&u, 3.60);
    launch_overhead_add(&u, 3.62);
    launch_overhead_add(&u, 9.00); // one alone moves nothing
    ck_assert_double_eq_tol(u.us, 3.61, 1e-9);
}
END_TEST

START_TEST(the_usual_follows_a_machine_that_changes) {
    facts.n = 0;
    LaunchOverhead u = overhead_for("GPU-1");
    for (int i = 0; i < 3000; i++)
        launch_overhead_add(&u, 3.60);
    for (int i = 0; i < 1000; i++)
        launch_overhead_add(&u, 3.80);
    ck_assert_double_gt(u.us, 3.75);
}
END_TEST

START_TEST(a_quiet_gpu_needs_no_remark) {
    Conditions c = judged(quiet, 0, fine);
    ck_assert_int_eq(c.nremarks, 0);
    ck_assert_ptr_null(c.spoilt);
}
END_TEST

START_TEST(company_is_told_and_spoils_only_when_busy) {
    GpuState g = quiet;
    g.processes = 2;
    Conditions c = judged(g, 0, fine);
    ck_assert(remarked(&c, "2 other programs use this GPU"));
    ck_assert_ptr_null(c.spoilt);
    g.busy_percent = 60;
    c = judged(g, 0, fine);
    ck_assert_ptr_nonnull(c.spoilt);
    // Alone, it was busy with the check before this one.
    g.processes = 0;
    c = judged(g, 0, fine);
    ck_assert_ptr_null(c.spoilt);
    ck_assert_int_eq(c.nremarks, 0);
}
END_TEST

// Others that are kata's wait while this one times.
START_TEST(company_that_takes_turns_spoils_nothing) {
    Conditions c = {.known = true, .before = quiet, .company = true};
    c.before.processes = 2;
    c.before.busy_percent = 60;
    conditions_judge(&arena, &c, &fine);
    ck_assert_int_eq(c.nremarks, 0);
    ck_assert_ptr_null(c.spoilt);
}
END_TEST

START_TEST(a_turn_that_was_missed_is_told_and_spoils) {
    Conditions c = {.known = true, .before = quiet};
    DeviceLock t = {.is_open = true, .fd = -1, .patience = 180, .waited = 181};
    conditions_take_lock(&arena, &c, &t);
    conditions_judge(&arena, &c, &fine);
    ck_assert_int_eq(c.nremarks, 0);
    t.missed = true;
    conditions_take_lock(&arena, &c, &t);
    conditions_judge(&arena, &c, &fine);
    ck_assert(remarked(&c, "did not let go of its turn for 180 s"));
    ck_assert_ptr_nonnull(c.spoilt);
    // Without a lock nobody knows, and nothing speaks against the time.
    t.missed = false;
    strcpy(t.why, "/run/lock: No such file or directory");
    conditions_take_lock(&arena, &c, &t);
    conditions_judge(&arena, &c, &fine);
    ck_assert(remarked(&c, "no lock to take turns by (/run/lock: No such"));
    ck_assert_ptr_null(c.spoilt);
}
END_TEST

START_TEST(a_low_clock_is_told_with_its_reason) {
    SampleState s = {.mhz = 1700, .n = 28, .dropped = 2};
    Conditions c = judged(quiet, 0x4, s);
    ck_assert(remarked(&c, "2 of 30 samples left out"));
    ck_assert(remarked(&c, "the power limit"));
    ck_assert_ptr_null(c.spoilt);
    s.dropped = 20;
    c = judged(quiet, 0x4, s);
    ck_assert_ptr_nonnull(c.spoilt);
    s = (SampleState){.mhz = 1700, .n = 30};
    c = judged(quiet, 0x20, s);
    ck_assert(remarked(&c, "held down by heat: 1700 MHz of 1980"));
    ck_assert_ptr_null(c.spoilt);
}
END_TEST

START_TEST(caps_slices_and_displays_are_told) {
    GpuState g = quiet;
    g.power_limit_w = 350;
    g.mig = 1;
    g.display = 1;
    Conditions c = judged(g, 0, fine);
    ck_assert(remarked(&c, "capped at 350 W of 700"));
    ck_assert(remarked(&c, "MIG"));
    ck_assert(remarked(&c, "display"));
}
END_TEST

START_TEST(harmless_reasons_are_no_reasons) {
    ck_assert_str_eq(nvml_throttle_text(&arena, 0), "");
    ck_assert_str_eq(nvml_throttle_text(&arena, 0x1), ""); // idle
    ck_assert_str_eq(nvml_throttle_text(&arena, 0x24), "the power limit, heat");
}
END_TEST

// ---- floors

START_TEST(no_memory_is_faster_than_theory) {
    Timing t = {.present = true,
                .bytes = 1e9,
                .theoretical_gbs = 1000, // a millisecond
                .median_us = 900,
                .lo_us = 890,
                .hi_us = 910};
    const char *why = NULL;
    ck_assert(gate_impossible(&arena, &t, 0, &why));
    ck_assert_ptr_nonnull(strstr(why, "theoretical"));
    // A tenth of it may still be in L2.
    ck_assert(!gate_impossible(&arena, &t, 1e8, &why));
    t.modelled = true;
    ck_assert(!gate_impossible(&arena, &t, 0, &why));
}
END_TEST

START_TEST(a_time_of_nothing_is_no_time) {
    Timing t = {.present = true,
                .event_overhead_us = 1.25,
                .median_us = 1.25,
                .hi_us = 1.28};
    const char *why = NULL;
    ck_assert(gate_impossible(&arena, &t, 0, &why));
    t.hi_us = 2.8; // an empty kernel
    ck_assert(!gate_impossible(&arena, &t, 0, &why));
}
END_TEST

// ---- gates against other programs

typedef struct RivalRow {
    double lo, hi;
    bool known, missing;
    const char *spoilt;
    Verdict want;
} RivalRow;

static const RivalRow rivals[] = {
    {0.55, 0.57, true, false, NULL, VERDICT_PASS},
    {0.45, 0.47, true, false, NULL, VERDICT_FAIL},
    {0.45, 0.47, true, false, "the GPU was busy", VERDICT_INCONCLUSIVE},
    {0.55, 0.57, true, false, "the GPU was busy", VERDICT_PASS},
    {0.49, 0.51, true, false, NULL, VERDICT_INCONCLUSIVE},
    {0, 0, false, true, NULL, VERDICT_SKIPPED},       // no library here
    {0, 0, false, false, NULL, VERDICT_INCONCLUSIVE}, // it failed
};

START_TEST(a_gate_holds_yours_against_a_library) {
    const RivalRow *row = &rivals[_i];
    Rival r = {.name = "cublas",
               .what = "cublasSgemm, fp32",
               .why = row->known ? NULL : "because",
               .missing = row->missing,
               .us = 10,
               .ratio = row->known ? (row->lo + row->hi) / 2 : NAN,
               .lo = row->known ? row->lo : NAN,
               .hi = row->known ? row->hi : NAN};
    Measured run = {.ok = true,
                    .time = {.present = true,
                             .median_us = 20,
                             .lo_us = 19,
                             .hi_us = 21,
                             .shape = "n=1"}};
    Evidence e = {.arena = &arena,
                  .run = &run,
                  .rivals = &r,
                  .nrivals = 1,
                  .spoilt = row->spoilt};
    Gate g = {.metric = "fraction_of_cublas", .at_least = true, .bound = 0.5};
    GateOutcome o = gate_judge(&e, &g);
    ck_assert_int_eq(o.verdict, row->want);
    if (row->known) ck_assert_ptr_nonnull(strstr(o.why, "cublasSgemm, fp32"));
}
END_TEST

typedef struct TurnRow {
    double together;
    const char *spoilt;
    Verdict want;
} TurnRow;

static const TurnRow turns[] = {
    {1.7, NULL, VERDICT_PASS},
    {1.05, NULL, VERDICT_FAIL},
    {1.05, "other programs had half of the processors", VERDICT_PASS},
    {0, NULL, VERDICT_PASS}, // not known
};

START_TEST(threads_that_take_turns_are_one) {
    Rival r = {.name = "1 thread",
               .what = "one thread",
               .us = 38,
               .ratio = 1.9,
               .lo = 1.8,
               .hi = 2};
    Measured run = {.ok = true,
                    .time = {.present = true,
                             .median_us = 20,
                             .busy = 2,
                             .together = turns[_i].together,
                             .shape = "n=1"}};
    Evidence e = {.arena = &arena,
                  .run = &run,
                  .rivals = &r,
                  .nrivals = 1,
                  .spoilt = turns[_i].spoilt};
    Gate g = {.metric = "scaling", .at_least = true, .bound = 1.25};
    GateOutcome o = gate_judge(&e, &g);
    ck_assert_int_eq(o.verdict, turns[_i].want);
    if (o.verdict == VERDICT_FAIL)
        ck_assert_ptr_nonnull(strstr(o.why, "took turns"));
}
END_TEST

START_TEST(a_gate_names_its_baseline) {
    ck_assert_str_eq(baseline_of(&(Gate){.metric = "fraction_of_cub"}), "cub");
    ck_assert_str_eq(baseline_of(&(Gate){.metric = "speedup", .over = "naive"}),
                     "naive");
    ck_assert_ptr_null(
        baseline_of(&(Gate){.metric = "bandwidth", .of = "copy"}));
}
END_TEST

START_TEST(a_baseline_is_found_once_and_says_what_it_is) {
    Err err = {0};
    Exercise *ex = exercise_load(
        &arena, "exercises/linear/matmul-tiled/exercise.yaml", &err);
    ck_assert_msg(ex, "%s", err.msg);
    Baselines b;
    Gate gates[] = {{.metric = "fraction_of_cublas"},
                    {.metric = "fraction_of_cublas"},
                    {.metric = "traffic"}};
    baselines_find(&arena, ex, gates, COUNT_OF(gates), &b);
    ck_assert_int_eq(b.n, 1);
    ck_assert_ptr_nonnull(strstr(b.at[0].source, "baseline.cu"));
    ck_assert_ptr_nonnull(strstr(b.at[0].what, "cublasSgemm"));
    ck_assert_ptr_nonnull(strstr(b.at[0].what, "PEDANTIC"));
}
END_TEST

// ---- gates of exact figures

typedef struct ExactRow {
    const char *metric;
    bool at_least;
    double bound;
    Verdict want;
    const char *why;
} ExactRow;

static const ExactRow exact[] = {
    {"l1_misses", false, 0.25, VERDICT_FAIL, "30.0 %, counted exactly"},
    {"l1_misses", false, 0.3, VERDICT_PASS, "at most 30.0 %"},
    {"l1_misses", true, 0.1 + 0.2, VERDICT_PASS, "at least"}, // a digit over
    {"l1_traffic", false, 0.24, VERDICT_PASS,
     "counted exactly"}, // 3 * 64 / 800
    {"l1_traffic", false, 0.23, VERDICT_FAIL, "counted exactly"},
    {"launches", false, 1, VERDICT_FAIL, "2, counted exactly (at most 1)"},
    {"launches", false, 2, VERDICT_PASS, "2, counted exactly (at most 2)"},
    {"coalescing", true, 0.1 + 0.2, VERDICT_PASS, "30.0 %"},
    {"registers", false, 32, VERDICT_FAIL, "33, as ptxas compiled it"},
    {"spills", false, 0, VERDICT_PASS, "0, as ptxas compiled it (at most 0)"},
    {"simd", true, 0.5, VERDICT_PASS, "3 of the 4 instructions"},
    {"simd", true, 0.9, VERDICT_FAIL, "75.0 %, 3 of"},
    {"bytecodes", false, 0.4, VERDICT_PASS, "40 bytecodes for 100 elements"},
    {"bytecodes", false, 0.39, VERDICT_FAIL, "0.4, 40 bytecodes"},
    {"peak_memory", false, 2.5, VERDICT_PASS, "2.5, 2 kB at the most"},
    {"peak_memory", false, 2.4, VERDICT_FAIL, "over the 1 kB"},
    {"operators", false, 17, VERDICT_PASS, "17, counted by PyTorch's own"},
    {"operators", false, 16, VERDICT_FAIL, "17, counted by PyTorch's own"},
    {"graphs", false, 2, VERDICT_FAIL, "3, counted at kata's backend"},
    {"captured", true, 0.75, VERDICT_PASS, "75.0 %, counted by PyTorch's own"},
    {"kept_tensors", false, 1.5, VERDICT_PASS, "1.5, 1.2 kB left"},
    {"peak_tensors", false, 1.9, VERDICT_FAIL, "2, 1.6 kB at the most"},
};

START_TEST(exact_figures_meet_their_bounds_exactly) {
    const ExactRow *row = &exact[_i];
    Measured run = {.ok = true};
    Counts counts = {.launches = 2,
                     .gmem_ideal = 3,
                     .gmem_sectors = 10,
                     .bytecodes = 40,
                     .peak_bytes = 2000,
                     .operators = 17,
                     .graphs = 3,
                     .captured = 0.75,
                     .kept_tensors = 1200,
                     .peak_tensors = 1600};
    CpuCounts cpu = {.reads = 8, .writes = 2, .l1_misses = 3};
    BuildResult build = {.registers = 33, .packed = 3, .scalar = 1};
    Evidence e = {.arena = &arena,
                  .run = &run,
                  .counts = &counts,
                  .counted = {.bytes = 800, .elements = 100},
                  .cpu = &cpu,
                  .build = &build};
    Gate g = {
        .metric = row->metric, .at_least = row->at_least, .bound = row->bound};
    GateOutcome o = gate_judge(&e, &g);
    ck_assert_int_eq(o.verdict, row->want);
    ck_assert_msg(strstr(o.why, row->why), "%s", o.why);
}
END_TEST

// ---- inputs

START_TEST(large_inputs_depend_on_the_seed_alone) {
    enum { N = (2 << 20) + 77 };
    float *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    float *c = malloc(N * sizeof *c);
    fill_values(a, c, ELEM_F32, N, 5, FILL_NORMAL, 0, 0);
    fill_values(b, NULL, ELEM_F32, N, 5, FILL_NORMAL, 0, 0);
    ck_assert(memcmp(a, b, N * sizeof *a) == 0);
    ck_assert(memcmp(a, c, N * sizeof *a) == 0);
    // No stretch of it is another stretch again.
    ck_assert(memcmp(a, a + (1 << 20), 1024) != 0);
    fill_values(b, NULL, ELEM_F32, N, 6, FILL_NORMAL, 0, 0);
    ck_assert(memcmp(a, b, 1024) != 0);
    ck_assert(memcmp(a + (1 << 20), b, 1024) != 0);
    double sum = 0, square = 0;
    for (int i = 0; i < N; i++) {
        sum += a[i];
        square += (double)a[i] * a[i];
    }
    ck_assert_double_eq_tol(sum / N, 0, 0.01);
    ck_assert_double_eq_tol(square / N, 1, 0.01);
    free(a), free(b), free(c);
}
END_TEST

// A machine with four GPUs runs the cases of an exercise for eight that fit.
START_TEST(cases_beyond_the_machine_do_not_fit) {
    Err err = {0};
    Exercise *ex = exercise_load(
        &arena, "exercises/multi-gpu/allreduce-ring/exercise.yaml", &err);
    ck_assert_msg(ex, "%s", err.msg);
    int fits[9] = {0}, beyond_four = 0;
    for (int i = 0; i < ex->ncases; i++) {
        CaseData c;
        const Case *from = &ex->cases[i];
        ck_assert(case_draw(&c, &arena, ex, from->vars, from->nvars, NULL, 0,
                            NULL, 1, 7, &err));
        for (int gpus = 0; gpus <= 8; gpus++)
            fits[gpus] += check_case_fits(&c, gpus);
        beyond_four += env_find(&c.env, "devices")->d > 4;
        case_drop(&c);
    }
    ck_assert_int_eq(fits[0], ex->ncases);
    ck_assert_int_eq(fits[8], ex->ncases);
    ck_assert_int_eq(fits[4], ex->ncases - beyond_four);
    ck_assert_int_eq(fits[1], 1);
}
END_TEST

START_TEST(others_on_the_processors_are_told_from_our_own) {
    Crowd from = {.busy = 100, .all = 1000}, to = {.busy = 116, .all = 1020};
    ck_assert_double_eq_tol(crowd_share(&from, &to, 16), 0, 1e-12);
    ck_assert_double_eq_tol(crowd_share(&from, &to, 6), 0.5, 1e-12);
    // More than there was, by the grain of the clock.
    ck_assert_double_eq_tol(crowd_share(&from, &to, 20), 0, 1e-12);
    ck_assert_double_eq_tol(crowd_share(&from, &from, 0), 0, 1e-12);
    Crowd now = crowd_now();
    ck_assert_double_gt(now.busy, 0);
    ck_assert_double_ge(now.all, now.busy);
}
END_TEST

START_TEST(a_limit_leaves_out_what_others_took) {
    ck_assert_double_eq(crowd_patience(10, 10, 0), 0);
    ck_assert_double_eq(crowd_patience(10, 10, 0.3), 0); // the clock's grain
    ck_assert_double_eq_tol(crowd_patience(10, 10, 4), 4, 1e-12);
    ck_assert_double_eq_tol(crowd_patience(10, 14, 5.6), 1.6, 1e-12);
    ck_assert_double_eq(crowd_patience(10, 15.6, 5.6), 0);
    // Not for ever.
    ck_assert_double_eq_tol(crowd_patience(10, 59, 58), 1, 1e-12);
    ck_assert_double_eq(crowd_patience(10, 60, 60), 0);
}
END_TEST

START_TEST(fresh_inputs_differ_in_one_element) {
    Err err = {0};
    Exercise *ex = exercise_load(
        &arena, "exercises/linear/matmul-tiled/exercise.yaml", &err);
    ck_assert_msg(ex, "%s", err.msg);
    CaseData c;
    const Case *from = &ex->cases[5]; // m=64 n=32 k=96
    ck_assert(case_draw(&c, &arena, ex, from->vars, from->nvars, NULL, 0, NULL,
                        2, 7, &err));
    char *region = calloc(1, c.region);
    ck_assert(case_fill(&c, region, &err)); // as it was
    Rng rng;
    rng_seed(&rng, 3);
    InputChange patch[MAX_CHANGES];
    ck_assert_int_eq(case_freshen(&c, 1, &rng, patch), 2); // a and b
    for (int i = 0; i < 2; i++) {
        const ArgData *d = &c.args[patch[i].arg];
        size_t changed = 0, first = patch[i].offset;
        for (size_t k = 0; k < d->bytes; k++) {
            bool differs = region[d->in_off[1] + k] != (char)d->in[1][k];
            changed += differs;
            ck_assert(!differs || k - first < 4);
        }
        ck_assert(changed > 0);
        ck_assert_uint_eq(patch[i].bytes, 4);
        ck_assert(first + 4 <= d->bytes);
        ck_assert(memcmp(region + d->in_off[0], d->in[0], d->bytes) == 0);
    }
    case_drop(&c);
    free(region);
}
END_TEST

// As reduce-grid's reference is called: const float *in, double *out, int n.
static void sum_of(void **argv) {
    const float *in = *(float **)argv[0];
    double *out = *(double **)argv[1];
    *out = 0;
    for (int i = 0; i < *(int *)argv[2]; i++)
        *out += (double)in[i];
}

// A kept result is told by the result of the input that was there before.
START_TEST(what_was_expected_before_is_kept) {
    Err err = {0};
    Reference ref = {.all = sum_of};
    Exercise *ex = exercise_load(
        &arena, "exercises/parallel/reduce-grid/exercise.yaml", &err);
    ck_assert_msg(ex, "%s", err.msg);
    CaseData c;
    const Case *from = &ex->cases[ex->ncases - 1];
    ck_assert(case_draw(&c, &arena, ex, from->vars, from->nvars, NULL, 0, NULL,
                        2, 7, &err));
    ck_assert(case_fill(&c, NULL, &err));
    expect_case(&c, &ref);
    const ArgData *out = &c.args[1];
    double other = *(double *)out->want[0], before = *(double *)out->want[1];
    ck_assert_ptr_null(out->was[1]);
    for (int i = 0; i < 2; i++) {
        Rng rng;
        InputChange patch[MAX_CHANGES];
        rng_seed(&rng, (uint64_t)i);
        ck_assert_int_ge(case_renew(&c, 1, &rng, patch), 1);
        expect_again(&c, &ref, 1);
        ck_assert(*(double *)out->want[1] != before);
        ck_assert_double_eq(*(double *)out->was[1], before);
        before = *(double *)out->want[1];
    }
    ck_assert_double_eq(*(double *)out->want[0], other);
    ck_assert_ptr_null(out->was[0]);
    case_drop(&c);
}
END_TEST

START_TEST(time_goes_to_the_lap_named_last) {
    PhaseTimer l = {0};
    phase_to(&l, PHASE_compile);
    ck_assert_int_eq(phase_to(&l, PHASE_repeat), PHASE_compile);
    phase_stop(&l);
    double sum = 0;
    for (int i = 0; i < PHASE_COUNT; i++)
        sum += l.seconds[i];
    double parts =
        phase_seconds_of(&l, PHASE_TOOL) + phase_seconds_of(&l, PHASE_REPS) +
        phase_seconds_of(&l, PHASE_WAIT) + phase_seconds_of(&l, PHASE_OURS);
    ck_assert_double_eq_tol(sum, parts, 1e-12);
    ck_assert(l.seconds[PHASE_compile] > 0 && l.seconds[PHASE_cases] == 0);
}
END_TEST

static int rounds_asked(double bytes, double flops, int *first) {
    Memo k;
    Rng rng;
    int n = 0;
    rng_seed(&rng, (uint64_t)flops);
    memo_begin(&k, &arena, &rng, bytes, flops, false);
    for (int i = 299; i >= 0; i--)
        if (memo_asks(&k, i)) {
            n++;
            *first = i;
        }
    return n;
}

START_TEST(new_inputs_are_for_work_that_is_worth_keeping) {
    int first = 0;
    ck_assert_int_eq(rounds_asked(1e6, 0, &first), 0);
    ck_assert_int_eq(rounds_asked(0, 1e9, &first), 0);
    ck_assert_int_eq(rounds_asked(1e6, 3.9e6, &first), 0);
    for (int i = 0; i < 50; i++) {
        ck_assert_int_eq(rounds_asked(1e6, 4e6 + i, &first), 3);
        ck_assert(first >= 7 && first < 14); // all three within 30 rounds
    }
}
END_TEST

START_TEST(new_inputs_must_not_take_much_longer) {
    Memo k;
    Rng rng;
    rng_seed(&rng, 1);
    memo_begin(&k, &arena, &rng, 1, 9, false);
    ck_assert_ptr_null(memo_judge(&k, 100)); // none was asked for
    memo_note(&k, 400);
    ck_assert_ptr_nonnull(strstr(memo_judge(&k, 100), "400 us"));
    memo_note(&k, 0); // no time
    ck_assert_ptr_nonnull(memo_judge(&k, 100));
    // The shortest counts. An honest call on inputs that are in no cache took
    // 1.8 times as long, on a processor where others worked.
    memo_note(&k, 180);
    memo_note(&k, 500);
    ck_assert_ptr_null(memo_judge(&k, 100));
    ck_assert_ptr_nonnull(memo_judge(&k, 55));
    // A modelled time has no noise.
    memo_begin(&k, &arena, &rng, 1, 9, true);
    memo_note(&k, 180);
    ck_assert_ptr_nonnull(memo_judge(&k, 100));
    ck_assert_ptr_null(memo_judge(&k, 125));
}
END_TEST

// ---- what persists in L2 (by what an H200 gave: gpu/persist.h200.tsv)

static double reset[PERSIST_PAIRS], plain[PERSIST_PAIRS];

// Pairs around two times; every third of a kind is by `noise` longer.
static bool keeps(double reset_us, double plain_us, double noise,
                  double usual) {
    for (int i = 0; i < PERSIST_PAIRS; i++) {
        reset[i] = reset_us + (i % 3 == 0 ? noise : 0);
        plain[i] = plain_us + (i % 3 == 1 ? noise : 0);
    }
    return persist_judge(reset, plain, PERSIST_PAIRS, usual);
}

START_TEST(a_read_that_persists_is_found) {
    ck_assert(keeps(6.82, 5.34, 0.16, 5.34));
    ck_assert(keeps(4.86, 3.78, 0.16, 3.78));
    ck_assert(keeps(126.5, 122.9, 0.4, 122.9));
}
END_TEST

START_TEST(what_the_first_reset_costs_is_no_gain) {
    ck_assert(!keeps(4.48, 4.48, 0.16, 4.28));
    ck_assert(!keeps(7.00, 7.01, 0.16, 6.82));
    ck_assert(!keeps(123.1, 122.8, 0.5, 122.9));
}
END_TEST

// Pairs of long calls would take seconds, and a reset changes them by nothing.
START_TEST(long_calls_have_nothing_to_gain) {
    ck_assert(persist_matters(123) && persist_matters(2000));
    ck_assert(!persist_matters(20000));
}
END_TEST

START_TEST(who_stops_before_the_pairs_is_found) {
    ck_assert(keeps(7.00, 7.00, 0.16, 5.34));
}
END_TEST

START_TEST(who_has_noisy_times_keeps_nothing) {
    for (int i = 0; i < PERSIST_PAIRS; i++) {
        reset[i] = 100 + 0.6 * (7 * i % PERSIST_PAIRS);
        plain[i] = 98.5 + 0.6 * (4 * i % PERSIST_PAIRS);
    }
    ck_assert(!persist_judge(reset, plain, PERSIST_PAIRS, 103));
}
END_TEST

START_TEST(without_pairs_nothing_is_known) {
    ck_assert(!persist_judge(reset, plain, 0, 5));
}
END_TEST

SUITE_OF(timing) {
    Suite *s = suite_create("timing");
    TCase *t = tcase_create("timing");
    tcase_add_checked_fixture(t, NULL, drop_arena);
    tcase_add_test(t, a_ratio_is_taken_round_by_round);
    tcase_add_test(t, a_short_kernel_is_the_mean_of_processes);
    tcase_add_test(t, changes_are_compared_from_all_over);
    tcase_add_test(t, where_a_process_lies_is_taken_off_within_reason);
    tcase_add_test(t, the_usual_is_the_mean_of_every_process_so_far);
    tcase_add_test(t, a_usual_that_the_next_ones_contradict_is_given_up);
    tcase_add_test(t, the_usual_follows_a_machine_that_changes);
    tcase_add_test(t, a_quiet_gpu_needs_no_remark);
    tcase_add_test(t, company_is_told_and_spoils_only_when_busy);
    tcase_add_test(t, company_that_takes_turns_spoils_nothing);
    tcase_add_test(t, a_turn_that_was_missed_is_told_and_spoils);
    tcase_add_test(t, a_low_clock_is_told_with_its_reason);
    tcase_add_test(t, caps_slices_and_displays_are_told);
    tcase_add_test(t, harmless_reasons_are_no_reasons);
    tcase_add_test(t, no_memory_is_faster_than_theory);
    tcase_add_test(t, a_time_of_nothing_is_no_time);
    tcase_add_loop_test(t, a_gate_holds_yours_against_a_library, 0,
                        COUNT_OF(rivals));
    tcase_add_loop_test(t, threads_that_take_turns_are_one, 0, COUNT_OF(turns));
    tcase_add_test(t, a_gate_names_its_baseline);
    tcase_add_test(t, a_baseline_is_found_once_and_says_what_it_is);
    tcase_add_loop_test(t, exact_figures_meet_their_bounds_exactly, 0,
                        COUNT_OF(exact));
    tcase_add_test(t, large_inputs_depend_on_the_seed_alone);
    tcase_add_test(t, cases_beyond_the_machine_do_not_fit);
    tcase_add_test(t, others_on_the_processors_are_told_from_our_own);
    tcase_add_test(t, a_limit_leaves_out_what_others_took);
    tcase_add_test(t, fresh_inputs_differ_in_one_element);
    tcase_add_test(t, what_was_expected_before_is_kept);
    tcase_add_test(t, new_inputs_are_for_work_that_is_worth_keeping);
    tcase_add_test(t, new_inputs_must_not_take_much_longer);
    tcase_add_test(t, time_goes_to_the_lap_named_last);
    tcase_add_test(t, a_read_that_persists_is_found);
    tcase_add_test(t, what_the_first_reset_costs_is_no_gain);
    tcase_add_test(t, long_calls_have_nothing_to_gain);
    tcase_add_test(t, who_stops_before_the_pairs_is_found);
    tcase_add_test(t, who_has_noisy_times_keeps_nothing);
    tcase_add_test(t, without_pairs_nothing_is_known);
    suite_add_tcase(s, t);
    return s;
}
