// What the planted bugs share: which of a file's programs runs.
#ifndef TESTS_BUG_H
#define TESTS_BUG_H

#include <cstdio>
#include <cstring>

struct Bug {
    const char *name;
    void (*run)();
};

// Runs the one that argv names; it is an error to name none.
template <int N> int bug_main(const Bug (&bugs)[N], int argc, char **argv) {
    for (int i = 0; argc > 1 && i < N; i++) {
        if (strcmp(bugs[i].name, argv[1])) continue;
        bugs[i].run();
        return 0;
    }
    fprintf(stderr, "which program?");
    for (int i = 0; i < N; i++)
        fprintf(stderr, " %s", bugs[i].name);
    fprintf(stderr, "\n");
    return 2;
}

#endif
