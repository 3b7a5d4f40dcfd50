// One test binary; the Makefile makes suites.def from the test_<name>.c there
// are, each of which defines Suite *<name>_suite(void).
//
//   CK_RUN_SUITE=expr make check          one suite
//   CK_FORK=no gdb .build/dev/tests       under a debugger
//   KATA_SKIP="build runner"              all but these
#include "tests/tests.h"

#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>

#define SUITE(name) Suite *name##_suite(void);
#include "suites.def"
#undef SUITE

static const struct {
    const char *name;
    Suite *(*make)(void);
} suites[] = {
#define SUITE(name) {#name, name##_suite},
#include "suites.def"
};

static bool is_skipped(const char *name) {
    const char *list = getenv("KATA_SKIP");
    Str rest = str_of(list ? list : ""), word;
    while (str_cut(&rest, ' ', &word))
        if (str_eq(word, name)) return true;
    return false;
}

int main(void) {
    SRunner *sr = srunner_create(NULL);
    for (size_t i = 0; i < COUNT_OF(suites); i++)
        if (!is_skipped(suites[i].name))
            srunner_add_suite(sr, suites[i].make());
    srunner_run_all(sr, CK_ENV);
    bool ok = srunner_ntests_run(sr) > 0 && !srunner_ntests_failed(sr);
    if (srunner_ntests_run(sr) == 0) puts("no test is in such a suite");
    srunner_free(sr);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
