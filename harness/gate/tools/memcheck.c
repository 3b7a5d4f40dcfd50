// Reading compute-sanitizer; see memcheck.h.
//
//   ========= Invalid __global__ read of size 4 bytes
//   =========     at turn(const float *, ...)+0x120 in oob.cu:5
//   =========     by thread (0,1,0) in block (0,0,0)
//   =========     Access to 0x7f75f4800004 is out of bounds
//   ========= ERROR SUMMARY: 4 errors
//   ========= RACECHECK SUMMARY: 100 hazards displayed (79526 errors, ...)
#include "gate/tools/memcheck.h"

#include "base/path.h"
#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const memcheck_tools[] = {"memcheck", "racecheck", "initcheck",
                                      "synccheck", NULL};

// Words of an error's first line, with the simulated device's name for it.
static const struct {
    const char *words, *kind;
} kinds[] = {
    {"hazard detected", "shared-race"},
    {"Uninitialized", "uninitialised-global"},
    {"Barrier error", "barrier-divergence"},
    {"misaligned", "misaligned"},
    {"Invalid __", "out-of-bounds"},
    {"Leaked", "leak"},
};

static const char bar[] = "========= ";

static const char *line_after(const char *at) {
    const char *end = strchr(at, '\n');
    return end ? end + 1 : at + strlen(at);
}

static const char *rest_of_line(Arena *a, const char *at) {
    return arena_strn(a, at, strcspn(at, "\r\n"));
}

static const char *between(Arena *a, const char *line, const char *from,
                           const char *to) {
    const char *at = strstr(line, from);
    if (!at) return "";
    at += strlen(from);
    const char *end = *to ? strstr(at, to) : NULL;
    return arena_strn(a, at, end ? (size_t)(end - at) : strlen(at));
}

// "... at turn(...)+0x120 in oob.cu:5": the place, if it is in the file.
static void take_place(Arena *a, const char *line, const char *file,
                       TrapInfo *t) {
    const char *base = path_base(file), *at = line, *in = NULL;
    while ((at = strstr(at, " in "))) {
        in = at + 4;
        at = in;
    }
    if (!in || t->line) return;
    // The tool may print the path whole.
    const char *colon = strrchr(in, ':');
    if (!colon) return;
    const char *name = arena_strn(a, in, (size_t)(colon - in));
    if (strcmp(path_base(name), base) != 0) return;
    t->file = file;
    t->line = atoi(colon + 1);
    t->function = between(a, line, " at ", "(");
}

// The first error, from its first line to the empty one.
static void take_error(Arena *a, const char *at, const char *kind,
                       const char *file, TrapInfo *t) {
    *t = trap_unknown;
    t->kind = kind;
    t->message = rest_of_line(a, at + strlen(bar));
    for (at = line_after(at); str_starts(at, bar); at = line_after(at)) {
        const char *line = rest_of_line(a, at + strlen(bar));
        if (!str_starts(line, "    ") || strstr(line, "Host Frame")) break;
        take_place(a, line, file, t);
        if (strstr(line, "by thread ")) {
            t->thread = between(a, line, "by thread ", " in block");
            t->block = between(a, line, "in block ", "");
        }
        if (strstr(line, "Write Thread ") && !*t->thread)
            t->thread = between(a, line, "Write Thread ", " at ");
        if (strstr(line, "Read Thread "))
            t->other_thread = between(a, line, "Read Thread ", " at ");
        if (strstr(line, "Access to ") || strstr(line, "and is "))
            t->message =
                arena_fmt(a, "%s; %s", t->message, line + strspn(line, " "));
    }
}

static void take_line(Arena *a, const char *at, const char *file,
                      MemcheckReport *r) {
    const char *line = rest_of_line(a, at);
    const char *sum = strstr(line, "ERROR SUMMARY: ");
    const char *race = strstr(line, "RACECHECK SUMMARY: ");
    if (sum) {
        char *end;
        const char *number = sum + strlen("ERROR SUMMARY: ");
        r->errors = strtol(number, &end, 10);
        r->ended = end > number;
    } else if (race) {
        r->ended = sscanf(race,
                          "RACECHECK SUMMARY: %*d hazard%*[s ]displayed "
                          "(%ld error%*[s, ]%ld",
                          &r->errors, &r->warnings) == 2;
    }
    for (size_t i = 0; i < COUNT_OF(kinds) && !r->has_trap; i++) {
        if (!strstr(line, kinds[i].words)) continue;
        take_error(a, at, kinds[i].kind, file, &r->trap);
        r->has_trap = true;
    }
}

MemcheckReport memcheck_read(Arena *a, const char *text, const char *word,
                             const char *file) {
    MemcheckReport r = {.ran = -1};
    char said[65];
    int n;
    for (const char *at = text; *at; at = line_after(at)) {
        if (str_starts(at, bar)) take_line(a, at, file, &r);
        if (sscanf(at, "kata replay: ran %d cases %64s", &n, said) == 2 &&
            strcmp(said, word) == 0)
            r.ran = n;
    }
    return r;
}

const char *memcheck_why(Arena *a, const MemcheckReport *r, const char *tool,
                         int n, bool *fault) {
    *fault = r->has_trap || (r->ended && r->errors > 0);
    if (*fault)
        return arena_fmt(a, "compute-sanitizer's %s found %ld error%s%s%s.",
                         tool, max_of(r->errors, 1L),
                         r->errors > 1 ? "s; the first: " : ": ",
                         r->has_trap ? r->trap.message : "not said where", "");
    if (!r->ended)
        return arena_fmt(a,
                         "compute-sanitizer's %s did not come to its "
                         "summary: that it found nothing says nothing.",
                         tool);
    if (r->ran < 0)
        return arena_fmt(a,
                         "under %s the program ended before its last word: "
                         "it cannot be told how many cases ran.",
                         tool);
    if (r->ran < n)
        return arena_fmt(a, "under %s only %d of %d cases ran.", tool, r->ran,
                         n);
    return NULL;
}
