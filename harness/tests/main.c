// One test binary; the Makefile makes suites.def from the test_<name>.c there
// are, each of which defines Suite *<name>_suite(void).
//
//   CK_RUN_SUITE=expr make check          one suite
//   CK_FORK=no gdb .build/dev/tests       under a debugger
//   KATA_SKIP="build runner"              all but these
//
// Every suite has a process of its own, from which its tests are forked: what
// one suite leaves in memory would be copied, and searched for leaks, with
// every test of the next ones.
#include "tests/tests.h"

#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

typedef struct Sum {
    int run, failed;
} Sum;

static bool is_asked(const char *name) {
    const char *only = getenv("CK_RUN_SUITE"), *skip = getenv("KATA_SKIP");
    Str rest = str_of(skip ? skip : ""), word;
    while (str_cut(&rest, ' ', &word))
        if (str_eq(word, name)) return false;
    return !only || strcmp(only, name) == 0;
}

static Sum run(Suite *(*make)(void)) {
    SRunner *sr = srunner_create(make());
    srunner_run_all(sr, CK_ENV);
    Sum sum = {srunner_ntests_run(sr), srunner_ntests_failed(sr)};
    srunner_free(sr);
    return sum;
}

static Sum run_apart(const char *name, Suite *(*make)(void)) {
    Sum sum = {0};
    int to[2], status = 0;
    if (pipe(to) != 0) return (Sum){.failed = 1};
    pid_t pid = fork();
    if (pid == 0) {
        sum = run(make);
        exit(write(to[1], &sum, sizeof sum) == sizeof sum ? EXIT_SUCCESS
                                                          : EXIT_FAILURE);
    }
    close(to[1]);
    bool heard = pid > 0 && read(to[0], &sum, sizeof sum) == sizeof sum;
    close(to[0]);
    bool ended = pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
    if (heard && ended) return sum;
    printf("%s: the suite's own process failed\n", name);
    return (Sum){.failed = 1};
}

int main(void) {
    const char *fork_tests = getenv("CK_FORK");
    bool here = fork_tests && strcmp(fork_tests, "no") == 0;
    Sum all = {0};
    int n = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (size_t i = 0; i < COUNT_OF(suites); i++) {
        if (!is_asked(suites[i].name)) continue;
        Sum sum = here ? run(suites[i].make)
                       : run_apart(suites[i].name, suites[i].make);
        all.run += sum.run;
        all.failed += sum.failed;
        n++;
    }
    if (all.run == 0) puts("no test is in such a suite");
    printf("%d tests in %d suites, %d failed\n", all.run, n, all.failed);
    return all.run > 0 && all.failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
