// solutions/measured.tsv: what is written to it can be read back, and bears the
// date of kata's one clock.
#include "gate/recorded.h"

#include "base/path.h"
#include "tests/tests.h"

#include <stdlib.h>

START_TEST(a_row_bears_the_date_of_the_clock) {
    Exercise ex = {.id = "copy"};
    CheckResult res = {.ex = &ex,
                       .time = {.access = "copy",
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
    ck_assert(
        recorded_write(path_join(&a, folder, "measured.tsv"), &res, &err));
    unsetenv("KATA_NOW");
    ck_assert_double_eq_tol(
        recorded_fraction(&a, dir, "copy", "copy", "H200", &where), 0.9, 1e-9);
    ck_assert_str_eq(where, "H200, 2028-02-29");
    path_remove_all(dir, NULL);
    arena_reset(&a);
}
END_TEST

SUITE_OF(recorded) {
    Suite *s = suite_create("recorded");
    TCase *t = tcase_create("recorded");
    tcase_add_test(t, a_row_bears_the_date_of_the_clock);
    suite_add_tcase(s, t);
    return s;
}
