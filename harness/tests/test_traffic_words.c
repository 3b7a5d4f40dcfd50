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

// A loop over all blocks before the own one, and one over the elements.
static const struct {
    const char *loop;
    bool is_square;
} loops[] = {
    {"for (int b = 0; b < blockIdx.x; b++)\n sum += sums[b];", true},
    {"for (int b = threadIdx.x; b < me; b += 256) {\n sum += sums[b];\n}",
     true},
    {"for (int b = blockIdx.x - 1; b >= 0; b--)\n sum += sums[b];", true},
    {"for (int b = 0; b < n; b++)\n sum += sums[b];", false},
    {"for (int b = blockIdx.x; b < n; b += gridDim.x)\n sum += sums[b];",
     false},
    {"for (int b = me - 1; b >= 0; b--) {\n if (sums[b]) break;\n}", false},
};

START_TEST(a_loop_over_all_blocks_before_grows_with_the_square) {
    words(100, 100, 2);
    res.time.bytes = 32 * 40;
    line[0].line = 4;
    const char *code = arena_fmt(&res.arena,
                                 "__global__ void k(const int *sums, int n) {\n"
                                 "int me = blockIdx.x, sum = 0;\n%s\n}\n",
                                 loops[_i].loop);
    res.source = code;
    res.source_len = strlen(code);
    const char *says = traffic_words(&res, "It is read twice.");
    ck_assert_int_eq(strstr(says, "The loop of line 3 makes each block") !=
                         NULL,
                     loops[_i].is_square);
    if (loops[_i].is_square)
        ck_assert_ptr_nonnull(strstr(says, "91 % of all traffic"));
    line[0].line = 2; // it is not what moves much
    says = traffic_words(&res, "It is read twice.");
    ck_assert_ptr_null(strstr(says, "The loop of line 3"));
}
END_TEST

SUITE_OF(traffic_words) {
    Suite *s = suite_create("traffic_words");
    TCase *t = tcase_create("words");
    tcase_add_test(t, lanes_that_are_apart_are_why_too_much_moves);
    tcase_add_test(t, a_line_of_a_library_is_not_named_as_the_learners);
    tcase_add_loop_test(t, a_loop_over_all_blocks_before_grows_with_the_square,
                        0, COUNT_OF(loops));
    suite_add_tcase(s, t);
    return s;
}
