// Progress, history, lint, verify and doctor, from structs made by hand.
// Compared with tests/golden/.
#include "report/report.h"
#include "tests/golden.h"

#include <math.h>
#include <time.h>

static const Term term = {.width = 80};

static Item week1[] = {
    {.kind = ITEM_EXERCISE, .id = "hello", .day = "mon", .week = 1},
    {.kind = ITEM_EXERCISE, .id = "saxpy", .day = "tue", .week = 1},
    {.kind = ITEM_READING,
     .text = "CUDA C++ Programming Guide, chapters 1 to 3, with the exercises "
             "at the end of each",
     .key = "5d41402abc4b2a76",
     .day = "wed",
     .week = 1},
};
static Item week2[] = {
    {.kind = ITEM_EXERCISE, .id = "transpose", .day = "mon", .week = 2},
    {.kind = ITEM_EXERCISE,
     .id = "a-very-long-exercise-name-indeed",
     .day = "weekend",
     .week = 2},
    {.kind = ITEM_EXERCISE, .id = "reduce-shuffle", .day = "fri", .week = 2},
    {.kind = ITEM_PLANNED, .text = "Warp specialisation", .week = 2},
};
static Item week3[] = {{.kind = ITEM_PLANNED, .text = "Triton", .week = 3}};
static Week weeks[] = {
    {.number = 1,
     .title = "First steps",
     .phase = "Foundations",
     .items = week1,
     .nitems = 3},
    {.number = 2,
     .title = "The memory hierarchy",
     .phase = "Foundations",
     .items = week2,
     .nitems = 4},
    {.number = 3,
     .title = "A title that is so long that there is no room for the bar "
              "behind it",
     .phase = "Beyond",
     .items = week3,
     .nitems = 1},
};
static const Track track = {
    .id = "micro",
    .title = "12-week micro-syllabus",
    .weeks = weeks,
    .nweeks = 3,
};

static const Progress rows[] = {
    {.exercise = "a-very-long-exercise-name-indeed",
     .state = STATE_STALE,
     .measured = true,
     .attempts = 3,
     .hints_seen = 1,
     .saw_solution = true,
     .best_us = 412},
    {.exercise = "hello", .state = STATE_PASSED, .attempts = 1, .best_us = NAN},
    {.exercise = "reduce-shuffle", .state = STATE_SKIPPED, .best_us = NAN},
    {.exercise = "saxpy",
     .state = STATE_PASSED,
     .attempts = 12,
     .hints_seen = 2,
     .best_us = 3071},
    {.exercise = "transpose",
     .state = STATE_ATTEMPTED,
     .attempts = 2,
     .best_us = NAN},
};

static const Attested said[] = {
    {.item = "5d41402abc4b2a76",
     .text = "CUDA C++ Programming Guide, chapters 1 to 3",
     .note = "Blocks are scheduled in no order: whoever waits for another one "
             "may wait for ever"}};

static ProgressView view(int week) {
    return (ProgressView){
        .track = &track,
        .rows = rows,
        .nrows = COUNT_OF(rows),
        .week = week,
        .current = "transpose",
        .next = "kata next",
        .said = said,
        .nsaid = COUNT_OF(said),
    };
}

START_TEST(progress_opens_the_week_of_the_current_exercise) {
    Buf out = {0};
    ProgressView v = view(-1);
    report_progress(&term, &v, &out);
    golden_check("progress.txt", &out);
}
END_TEST

static const GoalRow gates[] = {
    {.says = "Foundations", .met = 2, .asked = 2, .parts = 2},
    {.says = "Beyond", .met = 0, .asked = 1, .parts = 3, .opens = true},
    {.says = "To come", .met = 0, .asked = 0, .parts = 2, .opens = true},
    {.says = "Shut", .met = 1, .asked = 2, .parts = 2, .opens = true}};
static const PhaseRow phases[] = {
    {"Foundations", 5, 5, &gates[0]},
    {"Beyond what anybody would call the foundations", 0, 7, &gates[1]},
    {"Announced only", 4, 4, &gates[2]},
    {"Shut until the other half is passed", 1, 3, &gates[3]},
    {"Later", 0, 0, NULL}};
static const GoalRow milestones[] = {
    {.says = "First kernels",
     .due = "2027-01-31",
     .met = 3,
     .asked = 3,
     .parts = 3},
    {.says = "Kernels at the memory's speed, each with a report that says why "
             "it is no faster",
     .due = "2027-02-28",
     .met = 1,
     .asked = 2,
     .parts = 4},
    {.says = "All planned", .met = 0, .asked = 0, .parts = 1},
    {.says = "Not shown: the third to come", .met = 0, .asked = 1, .parts = 1},
};

START_TEST(standing_says_pace_evidence_gates_and_milestones) {
    Buf out = {0};
    const Term coloured = {
        .width = 80, .tty = true, .colour = true, .utf8 = true};
    const Overview v = {.lag = "2 days behind",
                        .days_behind = 2,
                        .streak = 1,
                        .hours = 12.25,
                        .measured = 1,
                        .run = 4,
                        .answered = 2,
                        .attested = 1,
                        .read = 1,
                        .readings = 3,
                        .reviews_due = 4,
                        .phases = phases,
                        .nphases = COUNT_OF(phases),
                        .milestones = milestones,
                        .nmilestones = COUNT_OF(milestones)};
    report_overview(_i ? &coloured : &term, &v, &out);
    golden_check(_i ? "standing-colour.txt" : "standing.txt", &out);
}
END_TEST

START_TEST(one_week_is_shown_alone) {
    Buf out = {0};
    ProgressView v = view(1);
    report_progress(&term, &v, &out);
    golden_check("progress-week.txt", &out);
}
END_TEST

START_TEST(a_stale_pass_still_counts_and_a_plan_never_does) {
    int done, total;
    ProgressView v = view(-1);
    progress_count(&v, NULL, &done, &total);
    ck_assert_int_eq(done, 3);
    ck_assert_int_eq(total, 5);
    progress_count(&v, &weeks[2], &done, &total);
    ck_assert_int_eq(total, 0);
}
END_TEST

START_TEST(progress_is_found_by_id) {
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        ck_assert_ptr_eq(
            store_find_progress(rows, COUNT_OF(rows), rows[i].exercise),
            &rows[i]);
    ck_assert_ptr_null(store_find_progress(rows, COUNT_OF(rows), "nothing"));
    ck_assert_ptr_null(store_find_progress(rows, 0, "hello"));
}
END_TEST

START_TEST(history_shows_the_way_the_time_went) {
    setenv("TZ", "UTC", 1);
    tzset();
    const Attempt attempts[] = {
        {.when = 1763650000,
         .verdict = VERDICT_PASS,
         .median_us = 409,
         .modelled = true,
         .summary = "passed: 14 cases and every gate (modelled)"},
        {.when = 1763640000,
         .verdict = VERDICT_PASS,
         .median_us = 812,
         .modelled = true,
         .summary = "passed: 14 cases and every gate (modelled)"},
        {.when = 1763630000,
         .verdict = VERDICT_FAIL,
         .median_us = NAN,
         .modelled = true,
         .summary = "case rows=33 cols=70: 70 of 2310 elements are wrong"},
        {.when = 1763620000,
         .verdict = VERDICT_BUILD,
         .median_us = NAN,
         .summary = "identifier \"rows\" is undefined"},
    };
    Buf out = {0};
    report_history(&term, "week06/transpose", attempts, 4, 9, &out);
    golden_check("history.txt", &out);
}
END_TEST

START_TEST(lint_names_place_and_remedy_and_counts) {
    Finding at[] = {
        {{"exercises/memory/transpose/exercise.yaml", 12, 3},
         true,
         "unknown metric 'bandwith'",
         "did you mean 'bandwidth'?",
         "  - {metric: bandwith, of: copy, at_least: 70%}"},
        {{"exercises/memory/transpose/README.md", 0, 0},
         false,
         "the brief does not name the entry 'transpose'",
         "",
         ""},
    };
    Buf out = {0};
    report_lint(&term, &(Findings){at, 2, 2}, 3, &out);
    golden_check("lint.txt", &out);
}
END_TEST

START_TEST(verify_says_what_was_wanted_and_what_came) {
    const VerifyRow verify[] = {
        {"transpose", "stub", "fails, without a crash", "", true, false, true,
         1, 0, NULL},
        {"transpose", "solution", "passes",
         "fail at gates: bandwidth: 1303 GB/s of 4100 GB/s", false, false, true,
         2, 0, NULL},
        {"transpose", "other.cu", "passes", "", true, false, true, 1, 0.73,
         NULL},
        {"transpose", "solution", "passes", "", true, false, true, 1, 0,
         "not proved here: bandwidth of copy at least 80 %. No GPU has "
         "measured it"},
        {"transpose", "no-bounds.cu",
         "rejected by case rows=1023 | trap out-of-bounds", "", true, false,
         true, 1, 0, NULL},
        {"transpose", "a-mutant-with-a-long-name.cu", "rejected by trap race",
         "only the simulated device sees this", false, true, true, 1, 0, NULL},
        {"hello", "worksheet", "checked", "kata cannot check this kind yet",
         false, true, false, 0, 0, NULL},
    };
    Buf out = {0};
    report_verify_rows(&term, verify, COUNT_OF(verify), &out);
    report_verify_sum(&term, verify, COUNT_OF(verify), &out);
    golden_check("verify.txt", &out);
}
END_TEST

// Of a table longer than a screen the last lines name every failure.
START_TEST(verify_repeats_failures_after_a_long_table) {
    VerifyRow table[30];
    for (size_t i = 0; i < COUNT_OF(table); i++)
        table[i] = (VerifyRow){"copy", "solution", "passes", "", true,
                               false,  true,       1,        0,  NULL};
    table[3] = (VerifyRow){"scan", "stub", "fails", "a pass", false,
                           false,  true,   1,       0,        NULL};
    Buf out = {0};
    report_verify_sum(&term, table, COUNT_OF(table), &out);
    ck_assert_str_eq(buf_text(&out),
                     "\nNot as they should be:\nscan\n"
                     "  FAIL    stub                     fails\n"
                     "                                   got: a "
                     "pass\n\nFAIL: 29 of 30 as they should "
                     "be (modelled)\n");
    table[3] = table[0];
    buf_clear(&out);
    report_verify_sum(&term, table, COUNT_OF(table), &out);
    ck_assert_str_eq(buf_text(&out),
                     "\nok: 30 of 30 as they should be (modelled)\n");
    buf_free(&out);
}
END_TEST

START_TEST(doctor_says_what_to_do) {
    const Symptom symptoms[] = {
        {"GPU", HEALTH_WARN, "none: no NVIDIA driver on this machine",
         "kata check runs on the simulated device; times are modelled", NULL},
        {"CUDA toolkit", HEALTH_BAD, "no nvcc found",
         "nothing can be compiled, so nothing can be checked", "make setup"},
        {"disk", HEALTH_OK, "77 GiB free in /home/ada/kata", NULL, NULL},
    };
    Buf out = {0};
    report_doctor(&term, symptoms, COUNT_OF(symptoms), &out);
    golden_check("doctor.txt", &out);
}
END_TEST

START_TEST(kernels_are_listed_slowest_first_those_alike_in_one_row) {
    KernelCost k[30];
    char names[30][32];
    for (int i = 0; i < 30; i++) {
        // every kernel but the first ones has a launch of its own
        snprintf(names[i], sizeof names[i], "void step%d<float>(float *)",
                 i < 6 ? 0 : i);
        k[i] = (KernelCost){
            .kernel = names[i],
            .grid = i == 5 ? "2048,1,1" : "1024,1,1",
            .block = "256,1,1",
            .limiter = "DRAM bandwidth",
            .us = 1 + i * 37 % 30,
            .occupancy = 1,
        };
    }
    Buf out = {0};
    report_kernels(&term, k, 30, &out);
    golden_check("kernels.txt", &out);
}
END_TEST

SUITE_OF(report_progress) {
    Suite *s = suite_create("report_progress");
    TCase *t = tcase_create("report_progress");
    tcase_add_test(t, progress_opens_the_week_of_the_current_exercise);
    tcase_add_loop_test(t, standing_says_pace_evidence_gates_and_milestones, 0,
                        2);
    tcase_add_test(t, one_week_is_shown_alone);
    tcase_add_test(t, a_stale_pass_still_counts_and_a_plan_never_does);
    tcase_add_test(t, progress_is_found_by_id);
    tcase_add_test(t, history_shows_the_way_the_time_went);
    tcase_add_test(t, lint_names_place_and_remedy_and_counts);
    tcase_add_test(t, verify_says_what_was_wanted_and_what_came);
    tcase_add_test(t, verify_repeats_failures_after_a_long_table);
    tcase_add_test(t, doctor_says_what_to_do);
    tcase_add_test(t, kernels_are_listed_slowest_first_those_alike_in_one_row);
    suite_add_tcase(s, t);
    return s;
}
