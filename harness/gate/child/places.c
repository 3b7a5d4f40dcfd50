#include "gate/child/places.h"

#include "base/path.h"
#include "base/proc.h"
#include "base/str.h"
#include "build/build.h"
#include "build/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Line {
    const char *file;
    int line;
} Line;

// Templates of CUDA's headers are inlined into the caller, whose line is meant.
// A file of code is the program's, whatever the name of its folder; but for
// what nvcc makes.
static bool is_of_cuda(const char *file) {
    static const char *const parts[] = {
        "/cuda_runtime",  "/include/cub/", "/include/thrust/", "/include/cuda/",
        "/include/cccl/", "/include/c++/", "/include/crt/",    ".cudafe1."};
    if (!strstr(file, ".cudafe1.") && path_is_code(file)) return false;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (strstr(file, parts[i])) return true;
    return false;
}

// One frame, "FILE:LINE (discriminator 2)" or "??:?".
static bool read_frame(Arena *a, Str text, Line *out) {
    const char *colon = NULL;
    for (size_t i = 0; i + 1 < text.n; i++)
        if (text.p[i] == ':' && text.p[i + 1] >= '0' && text.p[i + 1] <= '9')
            colon = text.p + i;
    if (!colon || text.p[0] == '?') return false;
    Str file = {text.p, (size_t)(colon - text.p)};
    *out = (Line){arena_strn(a, file.p, file.n), atoi(colon + 1)};
    return out->line > 0;
}

// The frames of one address, from the inside out: the first that is the
// program's own, or else the innermost.
static Line pick_line(Arena *a, Str *rest) {
    Line best = {"", 0};
    bool own = false;
    Str row = {0};
    while (rest->n > 1 && memcmp(rest->p, "0x", 2) != 0 &&
           str_cut(rest, '\n', &row)) {
        Line l;
        if (own || !read_frame(a, row, &l)) continue;
        own = !is_of_cuda(l.file);
        if (own || !best.line) best = l;
    }
    return best;
}

static char *hex(Arena *a, uint64_t at) {
    return arena_fmt(a, "0x%llx", (unsigned long long)at);
}

// Asks for all addresses at once; lines has as many entries as `at`.
static void look_up(Arena *a, const char *binary, const uint64_t *at, int n,
                    Line *lines) {
    Args command = {0};
    Proc p = {0};
    Err ignored = {0};
    static const char *const words[] = {"addr2line", "-a", "-i", "-e"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        args_add(&command, words[i]);
    const char *names = arena_fmt(a, "%s" NAMES_SUFFIX, binary);
    args_add(&command, path_is_file(names) ? names : binary);
    for (int i = 0; i < n; i++)
        args_add(&command, hex(a, at[i]));
    bool ok = tool_run_on(command.at, binary, &p, &ignored) && p.status == 0;
    Str rest = {buf_text(&p.out), ok ? p.out.len : 0}, row = {0};
    for (int i = 0; i < n && str_cut(&rest, '\n', &row); i++)
        lines[i] = pick_line(a, &rest);
    proc_free(&p);
    args_free(&command);
    err_clear(&ignored);
}

// The line of the program that called the library, whose own line goes into the
// message.
static void find_caller(Arena *a, const char *binary, TrapInfo *t) {
    enum { MOST = 16 };
    uint64_t at[MOST];
    Line lines[MOST] = {{0}};
    char *end;
    int n = 0;
    for (const char *p = t->calls; n < MOST; p = end) {
        uint64_t v = strtoull(p, &end, 16);
        if (end == p) break;
        at[n++] = v;
    }
    look_up(a, binary, at, n, lines);
    for (int i = 0; i < n; i++) {
        const char *file = lines[i].file;
        if (!lines[i].line || is_of_cuda(file)) continue;
        const char *slash = strrchr(t->file, '/');
        t->message =
            arena_fmt(a, "%s (Inside the library: %s, line %d.)", t->message,
                      slash ? slash + 1 : t->file, t->line);
        t->file = file;
        t->line = lines[i].line;
        return;
    }
}

// The program freed what kata reads after it: the place of the free is meant.
static void blame_the_free(TrapInfo *t) {
    if (strcmp(t->kind, "after-free") != 0 ||
        !strstr(t->file, "harness/runner/") || !*t->other_file)
        return;
    t->message = "This frees memory that your function was given: what it "
                 "leaves there is read afterwards.";
    t->hint = "Free what your function has allocated, and nothing else. Have "
              "two pointers been exchanged before?";
    t->file = t->other_file;
    t->line = t->other_line;
    t->other_file = "";
    t->other_line = 0;
}

// Arrays of an earlier call, which kata made and freed, tell nothing of this
// one: the access lies outside of all arrays.
static void forget_earlier_call(Arena *a, TrapInfo *t) {
    static const char own[] = "harness/runner/";
    const char *at = strstr(t->message, ": ");
    if (strcmp(t->kind, "after-free") != 0 || !strstr(t->alloc_file, own) ||
        !strstr(t->other_file, own) || strstr(t->file, own) || !at)
        return;
    t->kind = "out-of-bounds";
    t->alloc_note = "outside of every array of this call";
    t->message = arena_fmt(a, "%.*s: %s.", (int)(at - t->message), t->message,
                           t->alloc_note);
    t->hint = "Work out the index for this thread. If it is right, does a "
              "pointer come from an earlier call?";
    t->alloc_file = t->other_file = "";
    t->alloc_line = t->other_line = 0;
}

void places_find(Arena *a, const char *binary, TrapInfo *traps, int n) {
    uint64_t *at = arena_array(a, uint64_t, (size_t)n * 3 + 1);
    Line *lines = arena_array(a, Line, (size_t)n * 3 + 1);
    bool any = false;
    for (int i = 0; i < n && binary; i++)
        if (traps[i].calls && *traps[i].calls)
            find_caller(a, binary, &traps[i]);
    for (int i = 0; i < n; i++) {
        at[i * 3] = traps[i].host_at;
        at[i * 3 + 1] = traps[i].alloc_at;
        at[i * 3 + 2] = traps[i].other_at;
        any |= at[i * 3] || at[i * 3 + 1] || at[i * 3 + 2];
    }
    if (!any || !binary) return;
    look_up(a, binary, at, n * 3, lines);
    for (int i = 0; i < n; i++) {
        TrapInfo *t = &traps[i];
        const Line *host = &lines[i * 3], *alloc = host + 1, *other = host + 2;
        // The place in the kernel says more than the place of its launch.
        if (t->host_at && host->line && !*t->file) {
            t->file = host->file;
            t->line = host->line;
        }
        // A line of Thrust, for a container's memory, tells nobody anything.
        if (t->alloc_at && alloc->line && !is_of_cuda(alloc->file)) {
            t->alloc_file = alloc->file;
            t->alloc_line = alloc->line;
        }
        if (t->other_at && other->line && !*t->other_file) {
            t->other_file = other->file;
            t->other_line = other->line;
        }
        blame_the_free(t);
        forget_earlier_call(a, t);
    }
}

int places_line(Arena *a, const char *binary, uint64_t at, const char **file) {
    Line line = {"", 0};
    if (at && binary) look_up(a, binary, &at, 1, &line);
    *file = line.file;
    return line.line;
}

static bool same_line(const TrapInfo *a, const TrapInfo *b) {
    return a->host_at && b->host_at && a->line > 0 && a->line == b->line &&
           a->severity == b->severity && !strcmp(a->file, b->file) &&
           !strcmp(a->kind, b->kind);
}

int places_merge(TrapInfo *traps, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        TrapInfo *first = NULL;
        for (int k = 0; k < kept && !first; k++)
            if (same_line(&traps[k], &traps[i])) first = &traps[k];
        if (!first) {
            traps[kept++] = traps[i];
            continue;
        }
        first->count += traps[i].count;
        if (first->severity == SIM_NOTE)
            first->alloc_bytes += traps[i].alloc_bytes;
    }
    return kept;
}
