// Starting compilers and other tools, each with a limit on its time.
#include "build/tool.h"

#include <stdlib.h>
#include <unistd.h>

int tool_limit(void) {
    const char *given = getenv("KATA_COMPILE_S");
    int seconds = given ? atoi(given) : 0;
    return seconds > 0 ? seconds : 300;
}

// No nvcc needs longer to say its version, not even from a slow file server.
int tool_ask_limit(void) {
    return min_of(tool_limit(), 30);
}

// Half of the machine's memory, and 8 GiB at least: an #include of /dev/zero
// would take all of it.
static unsigned long long memory_limit(void) {
    const unsigned long long least = 8ull << 30;
    long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    unsigned long long half = (unsigned long long)pages * bytes / 2;
    return pages > 0 && half > least ? half : least;
}

static ProcHandle *start_within(int seconds, const char *const *argv,
                                Err *err) {
    Arena a = {0};
    Args all = {0};

    // In a process group of its own, so that nvcc's own children die with it.
    if (proc_find(&a, "timeout")) {
        args_add(&all, "timeout");
        args_add(&all, "-k");
        args_add(&all, "5");
        args_add(&all, arena_fmt(&a, "%d", seconds));
    }
    if (proc_find(&a, "prlimit")) {
        args_add(&all, "prlimit");
        args_add(&all, arena_fmt(&a, "--as=%llu", memory_limit()));
    }
    while (*argv)
        args_add(&all, *argv++);
    ProcHandle *h = proc_start(all.at, NULL, err);
    args_free(&all);
    arena_reset(&a);
    return h;
}

ProcHandle *tool_start(const Args *command, Err *err) {
    return start_within(tool_limit(), command->at, err);
}

bool tool_ask(const char *const *argv, Proc *p) {
    Err ignored = {0};
    ProcHandle *h = start_within(tool_ask_limit(), argv, &ignored);
    bool ok = h && proc_wait(h, p, &ignored);
    err_clear(&ignored);
    return ok;
}

bool tool_timed_out(const Proc *p) {
    return (p->status == 124 || p->status == 137) && p->seconds >= tool_limit();
}
