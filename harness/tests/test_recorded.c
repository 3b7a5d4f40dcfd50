// solutions/measured.tsv: what is written to it can be read back, and bears the
// date of kata's one clock.
#include "gate/check/recorded.h"

#include "base/path.h"
#include "tests/tests.h"

#include <stdlib.h>
#include <string.h>

START_TEST(a_row_bears_the_date_of_the_clock) {
    Exercise ex = {.id = "copy"};
    CheckResult res = {.ex = &ex,
                       .time = {.present = true,
                                .access = "copy",
                                .gbs = 900,
                                .ceiling_gbs = 1000,
                                .median_us = 10,
                                .lo_us = 9,
                                .hi_us = 11}};
    char dir[] = "/tmp/kata-recorded-XXXXXX";
    Arena a = {0};
    Err err = {0};
    const char *where = "";
    ck_assert_ptr_nonnull(mkdtemp(dir));
    const char *folder = arena_fmt(&a, "%s/solutions", dir);
    ck_assert(path_make_dirs(folder, &err));
    res.device.name = "H200";
    res.device.driver = "580";
    setenv("TZ", "UTC", 1);
    setenv("KATA_NOW", "2028-02-29T12:00", 1);
    const char *file = path_join(&a, folder, "measured.tsv");
    const char *lines = recorded_lines(&a, &res);
    ck_assert(recorded_write(file, lines, &err));
    unsetenv("KATA_NOW");
    ck_assert_double_eq_tol(
        recorded_fraction(&a, dir, "copy", "copy", "H200", &where), 0.9, 1e-9);
    ck_assert_str_eq(where, "H200, 2028-02-29");
    // Again, another, and nothing: one line each, in the order of writing.
    Buf text = {0};
    ck_assert(recorded_write(file, lines, &err));
    ex.id = "saxpy";
    ck_assert(recorded_write(file, recorded_lines(&a, &res), &err));
    res.time.modelled = true;
    ck_assert_str_eq(recorded_lines(&a, &res), "");
    ck_assert(recorded_write(file, "", &err));
    ck_assert(file_read(file, &text, &err));
    const char *one = strstr(buf_text(&text), "\ncopy\t");
    const char *two = strstr(buf_text(&text), "\nsaxpy\t");
    ck_assert(one && two && one < two);
    ck_assert_ptr_null(strstr(one + 1, "\ncopy\t"));
    buf_free(&text);
    path_remove_all(dir, NULL);
    arena_reset(&a);
}
END_TEST

// A program in turn with another one, whose bytes say nothing, and a gate that
// counts in the cases.
START_TEST(a_gate_of_the_cases_is_no_bandwidth) {
    Exercise ex = {.id = "batching"};
    Rival rival = {.name = "static", .ratio = 3};
    Gate gate = {.metric = "host_launches", .of = "cases"};
    GateOutcome outcome = {.gate = &gate, .value = 120};
    CheckResult res = {.ex = &ex,
                       .time = {.present = true, .median_us = 10},
                       .rivals = &rival,
                       .nrivals = 1,
                       .ngates = 1,
                       .gates = &outcome};
    Arena a = {0};
    res.device.name = "H200";
    res.device.driver = "580";
    const char *lines = recorded_lines(&a, &res);
    ck_assert_ptr_nonnull(strstr(lines, "batching\tstatic\t3.0000\t"));
    ck_assert_ptr_null(strstr(lines, "cases"));
    arena_reset(&a);
}
END_TEST

// A time is that of the same work on the same GPU, or it is not known.
START_TEST(a_time_is_of_the_same_device_and_bytes) {
    static const char rows[] =
        "copy\tcopy\t0.9\t1000.0\t12.500\t12\t13\tH200\t580\t2026-11-20\n"
        "copy\tcopy\t0.8\t500.0\t25.000\t24\t26\tH100\t580\t2026-11-21\n"
        "bare\t-\t0.0\t0.0\t25.000\t24\t26\tH200\t580\t2026-11-21\n";
    char dir[] = "/tmp/kata-recorded-XXXXXX";
    Arena a = {0};
    Err err = {0};
    Timing t = {.present = true, .bytes = 12500000, .gbs = 1, .median_us = 1};
    const char *date = NULL;
    ck_assert_ptr_nonnull(mkdtemp(dir));
    const char *folder = arena_fmt(&a, "%s/solutions", dir);
    ck_assert_double_eq(recorded_us(&a, dir, "copy", &t, "H200", &date), 0);
    ck_assert(path_make_dirs(folder, &err));
    ck_assert(file_write(path_join(&a, folder, "measured.tsv"), rows,
                         sizeof rows - 1, &err));
    ck_assert_double_eq(recorded_us(&a, dir, "copy", &t, "A100", &date), 0);
    ck_assert_double_eq(recorded_us(&a, dir, "saxpy", &t, "H200", &date), 0);
    ck_assert_double_eq(recorded_us(&a, dir, "bare", &t, "H200", &date), 0);
    Exercise copy = {.id = "copy"}, bare = {.id = "bare"}, other = {.id = "x"};
    ck_assert_str_eq(recorded_words(&a, dir, &copy),
                     "25 us on H100 (2026-11-21), 80.0 % of the copy ceiling");
    ck_assert_str_eq(recorded_words(&a, dir, &bare),
                     "25 us on H200 (2026-11-21)");
    ck_assert_str_eq(recorded_words(&a, dir, &other),
                     "not measured on a GPU yet");
    t.bytes = 12600000; // the timed case is another than it was then
    ck_assert_double_eq(recorded_us(&a, dir, "copy", &t, "H200", &date), 0);
    t.bytes = 0;
    ck_assert_double_eq(recorded_us(&a, dir, "copy", &t, "H200", &date), 0);
    ck_assert_ptr_null(date);
    t.bytes = 12500000;
    ck_assert_double_eq(recorded_us(&a, dir, "copy", &t, "H200", &date), 12.5);
    ck_assert_str_eq(date, "2026-11-20");
    path_remove_all(dir, NULL);
    arena_reset(&a);
}
END_TEST

SUITE_OF(recorded) {
    Suite *s = suite_create("recorded");
    TCase *t = tcase_create("recorded");
    tcase_add_test(t, a_row_bears_the_date_of_the_clock);
    tcase_add_test(t, a_gate_of_the_cases_is_no_bandwidth);
    tcase_add_test(t, a_time_is_of_the_same_device_and_bytes);
    suite_add_tcase(s, t);
    return s;
}
