// Reading sanitizers' reports; see sanitized.h. Theirs are long and full of
// addresses; what a learner needs of them are four facts:
//
//   ==7==ERROR: AddressSanitizer: heap-buffer-overflow on address ...
//   READ of size 4 at ...
//       #1 0x... in row_sum /path/row-sum.c:12
//   0x... is located 0 bytes to the right of 400-byte region ...
//
//   /path/row-sum.c:12:9: runtime error: signed integer overflow: ...
#include "gate/tools/sanitized.h"

#include "base/path.h"
#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct Fault {
    const char *words, *kind, *does;
} faults[] = {
#define FAULT(words, kind, does) {words, kind, does},
#include "gate/tools/faults.def"
};

static const struct Fault *fault_in(const char *text) {
    for (size_t i = 0; i < COUNT_OF(faults); i++)
        if (strstr(text, faults[i].words)) return &faults[i];
    return NULL;
}

// Returns the number after the first "<name>:"; 0 if there is none.
static int line_in(const char *text, const char *name) {
    const char *at = text;
    size_t n = strlen(name);
    while ((at = strstr(at, name))) {
        at += n;
        int line = *at == ':' ? atoi(at + 1) : 0;
        if (line > 0) return line;
    }
    return 0;
}

static const char *rest_of_line(Arena *a, const char *at) {
    return arena_strn(a, at, strcspn(at, "\n"));
}

// "reads 4 bytes past the end of a 400-byte buffer".
static const char *sentence(Arena *a, const char *text, const struct Fault *f) {
    enum { LARGEST = 16 }; // type; more bytes at once are memcpy's or the like
    int size = 0;
    long long bytes = 0;
    const char *read = strstr(text, "READ of size ");
    const char *write = strstr(text, "WRITE of size ");
    const char *region = strstr(text, "-byte region");
    const char *ub = strstr(text, "runtime error: ");
    if (ub)
        return arena_fmt(a, "C does not define this: %s.",
                         rest_of_line(a, ub + strlen("runtime error: ")));
    if (*f->does >= 'A' && *f->does <= 'Z') return f->does;
    if (read) size = atoi(read + strlen("READ of size "));
    if (write) size = atoi(write + strlen("WRITE of size "));
    if (region) {
        const char *from = region;
        while (from > text && from[-1] >= '0' && from[-1] <= '9')
            from--;
        bytes = atoll(from);
    }
    // kata gives each array an address of its own.
    const char *buffer = bytes == 1
                             ? "1 byte, which an array without elements has"
                             : arena_fmt(a, "%lld bytes", bytes);
    if (bytes && size > LARGEST && strcmp(f->kind, "out-of-bounds") == 0)
        return arena_fmt(a,
                         "This line %s %d bytes, more than are left from there "
                         "to the end of a buffer of %s.",
                         write ? "writes" : "reads", size, buffer);
    const char *what =
        size ? arena_fmt(a, "%s %d byte%s ", write ? "writes" : "reads", size,
                         size == 1 ? "" : "s")
             : "reads or writes ";
    if (bytes && strcmp(f->kind, "out-of-bounds") == 0)
        return arena_fmt(a, "This line %s%s of a buffer of %s.", what,
                         strstr(text, " bytes before ") ||
                                 strstr(text, " to the left of ")
                             ? "before the beginning"
                             : "past the end",
                         buffer);
    return arena_fmt(a, "This line %s%s.", what, f->does);
}

bool sanitized_read(Arena *a, const char *text, const char *file,
                    TrapInfo *out) {
    const struct Fault *f = fault_in(text);
    bool ours = strstr(text, "AddressSanitizer") || strstr(text, "runtime err");
    if (!f || !ours) return false;
    const char *base = path_base(file);
    *out = trap_unknown;
    out->kind = f->kind;
    out->on_host = true;
    out->file = file;
    out->line = line_in(text, base);
    out->message = sentence(a, text, f);
    if (!out->line) out->file = "";
    return true;
}
