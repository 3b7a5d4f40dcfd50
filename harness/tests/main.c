// One test binary; the Makefile makes suites.def from the test_<name>.c there
// are, each of which defines Suite *<name>_suite(void).
//
//   CK_RUN_SUITE=expr make check          one suite
//   CK_FORK=no gdb .build/dev/tests       under a debugger
#include "tests/tests.h"

#include <stdlib.h>

#define SUITE(name) Suite *name##_suite(void);
#include "suites.def"
#undef SUITE

static Suite *(*const suites[])(void) = {
#define SUITE(name) name##_suite,
#include "suites.def"
};

int main(void) {
    SRunner *sr = srunner_create(NULL);
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++)
        srunner_add_suite(sr, suites[i]());
    srunner_run_all(sr, CK_ENV);
    int failed = srunner_ntests_failed(sr);
    srunner_free(sr);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
