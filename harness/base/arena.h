// Memory by lifetime.
//
// kata has four lifetimes: the plan, a PTX module, a launch, a command.
// Each owns one Arena, and everything in it dies with it. There is no way to
// free one object: an object that must die early is in the wrong arena.
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/base.h"

#include <stdarg.h>
#include <string.h>

typedef struct Arena {
    struct ArenaBlock *top;
} Arena; // zero is a valid, empty arena

#define arena_new(a, T) arena_array((a), T, 1)
#define arena_array(a, T, n)                                                   \
    ((T *)arena_alloc((a), (n), sizeof(T), _Alignof(T)))

// Makes room for one more in an array `at` of n elements, cap of which fit.
#define GROW(arena, T, at, n, cap)                                             \
    do {                                                                       \
        if ((n) == (cap)) {                                                    \
            T *more_ = arena_array((arena), T, (cap)*2 + 16);                  \
            if (n) memcpy(more_, (at), (size_t)(n) * sizeof(T));               \
            (at) = more_;                                                      \
            (cap) = (cap)*2 + 16;                                              \
        }                                                                      \
    } while (0)

// Returns zeroed memory for n objects of size bytes, aligned; never NULL: kata
// dies instead. n may be 0.
void *arena_alloc(Arena *a, size_t n, size_t size, size_t align);

// Returns a NUL-terminated copy of s, or of the n bytes at s.
char *arena_str(Arena *a, const char *s);
char *arena_strn(Arena *a, const char *s, size_t n);

// Returns a formatted, NUL-terminated string.
char *arena_fmt(Arena *a, const char *fmt, ...) PRINTF(2, 3);
char *arena_vfmt(Arena *a, const char *fmt, va_list ap);

// Frees everything. The arena can be used again.
void arena_reset(Arena *a);
// Forgets everything, but keeps a piece of the memory: what comes and goes
// often asks the system less.
void arena_rewind(Arena *a);

#endif
