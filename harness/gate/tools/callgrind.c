// Starting callgrind and reading its sums; see callgrind.h.
//
// The tool itself is started, not valgrind's launcher: the sandbox lets one
// exec pass. The caches: 32 KiB of 8 ways and 1 MiB of 16 ways with lines of 64
// bytes, which is what processors of today have close to a core.
#include "gate/tools/callgrind.h"

#include "base/path.h"
#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const folders[] = {
    "/usr/libexec/valgrind", "/usr/lib/valgrind",
    "/usr/lib/x86_64-linux-gnu/valgrind", "/usr/local/libexec/valgrind"};
#ifdef __aarch64__
static const char tool[] = "callgrind-arm64-linux";
#else
static const char tool[] = "callgrind-amd64-linux";
#endif

// KATA_VALGRIND names it where it lies elsewhere.
static const char *folder(void) {
    Arena a = {0};
    const char *own = getenv("KATA_VALGRIND"), *found = NULL;
    if (own && path_exists(path_join(&a, own, tool))) found = own;
    for (size_t i = 0; i < COUNT_OF(folders) && !own && !found; i++)
        if (path_exists(path_join(&a, folders[i], tool))) found = folders[i];
    arena_reset(&a);
    return found;
}

bool callgrind_present(void) {
    return folder();
}

const char *callgrind_command(Arena *a, const char *file, const char **argv) {
    const char *program = argv[0];
    const char *all[] = {
        path_join(a, folder(), tool),
        "--tool=callgrind",
        "-q",
        "--vgdb=no",
        "--toggle-collect=kata_call",
        "--cache-sim=yes",
        "--branch-sim=yes",
        "--I1=32768,8,64",
        "--D1=32768,8,64",
        "--LL=1048576,16,64",
        arena_fmt(a, "--callgrind-out-file=%s", file),
        program,
        NULL,
    };
    memcpy(argv, all, sizeof all);
    return argv[0];
}

int callgrind_environment(Arena *a, const char **env) {
    env[0] = arena_fmt(a, "VALGRIND_LIB=%s", folder());
    env[1] = "VALGRIND_LAUNCHER=/usr/bin/valgrind";
    return 2;
}

// The n-th word of a line, as a number; 0 if there is none.
static double number_at(const char *line, int n) {
    double v = 0;
    const char *at = line;
    for (int i = 0; i < n; i++) {
        at += strspn(at, " ");
        at += strcspn(at, " \n");
    }
    return sscanf(at, "%lf", &v) == 1 ? v : 0;
}

// Which word of "events: Ir Dr Dw ..." a name is, or -1.
static int callgrind_place(const char *events, const char *name) {
    size_t len = strlen(name);
    int at = 0;
    for (const char *p = events; *p && *p != '\n'; at++) {
        p += strspn(p, " ");
        size_t n = strcspn(p, " \n");
        if (n == len && memcmp(p, name, n) == 0) return at;
        p += n;
    }
    return -1;
}

static const char *callgrind_line(const char *text, const char *key) {
    const char *at = strstr(text, key);
    return at ? at + strlen(key) : NULL;
}

bool callgrind_read(const char *text, CpuCounts *out) {
    const char *events = callgrind_line(text, "\nevents:");
    const char *sums = callgrind_line(text, "\ntotals:");
    if (!events || !sums) return false;
#define SUM(name)                                                              \
    (callgrind_place(events, name) < 0                                         \
         ? 0                                                                   \
         : number_at(sums, callgrind_place(events, name)))
    *out = (CpuCounts){
        .instructions = SUM("Ir"),
        .reads = SUM("Dr"),
        .writes = SUM("Dw"),
        .l1_misses = SUM("D1mr") + SUM("D1mw"),
        .l2_misses = SUM("DLmr") + SUM("DLmw"),
        .branches = SUM("Bc") + SUM("Bi"),
        .mispredicted = SUM("Bcm") + SUM("Bim"),
    };
#undef SUM
    return out->instructions > 0;
}
