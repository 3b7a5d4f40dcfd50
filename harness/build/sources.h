// The files that a submission consists of: the one that was handed in, and the
// headers that it includes from its own folder.
//
// A compiler may read these and no others of a person's: a header elsewhere, a
// link, a pipe or another submission is none of them.
#ifndef BUILD_SOURCES_H
#define BUILD_SOURCES_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"

enum { SOURCE_BYTES_MAX = 16 << 20 };

typedef struct Sources {
    const char **at; // paths, as they were found; heap, see sources_free
    int n, cap;
    // The first include of a file that is there and may not be read; NULL:
    // none.
    const char *refused;
    const char *why; // "is outside of the folder of your file"
} Sources;

// Adds a file to a key, and all that it includes, again and again; their paths
// to out (NULL: nobody wants to know).
void sources_add(Sources *out, Hash *h, Arena *a, const char *path);
void sources_free(Sources *s);

// A path as a word of a command line: "-o.c" and "@args.c" would be options.
const char *source_argument(Arena *a, const char *path);

// Checks what kata takes as a submission: a regular file, no link, not too
// large. ERR_INPUT with a hint.
bool source_check(const char *path, Err *err);

#endif
