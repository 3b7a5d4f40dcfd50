// Why too much goes through memory, and in which line.
#include "gate/result/traffic_words.h"

#include "tests/tests.h"

#include <string.h>

static CheckResult res;
static LineCost line[2];
static GateOutcome outcome;
static const Gate gate = {.metric = "traffic", .bound = 1};

// Two lines of a file: sectors that moved, and the fewest for what is used.
static const char *words(uint64_t moved, uint64_t ideal, double over) {
    arena_reset(&res.arena);
    outcome =
        (GateOutcome){.gate = &gate, .verdict = VERDICT_FAIL, .value = over};
    line[0] = (LineCost){.file = "/x/mine.cu", .line = 7};
    line[0].c.gmem_sectors = moved;
    line[0].c.gmem_ideal = ideal;
    line[1] = (LineCost){.file = "/x/mine.cu", .line = 9};
    line[1].c.gmem_sectors = line[1].c.gmem_ideal = 10;
    res = (CheckResult){.file = "work/mine.cu",
                        .gates = &outcome,
                        .ngates = 1,
                        .lines = line,
                        .nlines = 2};
    return traffic_words(&res, "It is read twice.");
}

START_TEST(lanes_that_are_apart_are_why_too_much_moves) {
    ck_assert_ptr_nonnull(
        strstr(words(800, 100, 7), "In line 7 the lanes of a warp"));
    // what is wasted is a small part of what is too much
    ck_assert_ptr_nonnull(strstr(words(300, 100, 9), "It is read twice."));
    ck_assert_str_eq(words(100, 100, 2), "It is read twice. Line 7 moves most "
                                         "of it here, 91 %.");
    // what the task takes in any case is no fault of the line
    res.time.bytes = 32 * 200;
    ck_assert_str_eq(traffic_words(&res, "It is read twice."),
                     "It is read twice.");
}
END_TEST

START_TEST(a_line_of_a_library_is_not_named_as_the_learners) {
    words(100, 100, 2);
    line[0].file = "/usr/include/device_kernel.h";
    ck_assert_str_eq(traffic_words(&res, "It is read twice."),
                     "It is read twice.");
    words(800, 100, 7);
    line[0].file = "/usr/include/device_kernel.h";
    ck_assert_str_eq(traffic_words(&res, "It is read twice."),
                     "It is read twice.");
}
END_TEST

SUITE_OF(traffic_words) {
    Suite *s = suite_create("traffic_words");
    TCase *t = tcase_create("words");
    tcase_add_test(t, lanes_that_are_apart_are_why_too_much_moves);
    tcase_add_test(t, a_line_of_a_library_is_not_named_as_the_learners);
    suite_add_tcase(s, t);
    return s;
}
