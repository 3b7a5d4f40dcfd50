// What every test file includes. A file test_<name>.c defines
//     Suite *<name>_suite(void);
// and declares it first, for -Wmissing-declarations: use SUITE_OF(name).
#ifndef TESTS_TESTS_H
#define TESTS_TESTS_H

#include <check.h>

#include "base/base.h"

#define SUITE_OF(name)                                                         \
    Suite *name##_suite(void);                                                 \
    Suite *name##_suite(void)

#endif
