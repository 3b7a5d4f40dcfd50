// The heap, for what outlives or outgrows an arena. base/ alone calls malloc.
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

#include "base/base.h"

// Prints "kata: ..." and exits with status 5: out of memory, out of fds.
NORETURN void die(const char *fmt, ...) PRINTF(1, 2);

// The same for a handler of a signal, and at once: no exit handlers.
NORETURN void die_at_once(const char *text);
// From now on both write their sentence to `room` (in memory that outlives this
// process) instead of stderr.
void die_into(char *room, size_t n);

// As calloc, realloc and free, but never return NULL: they die instead.
void *heap_new(size_t n, size_t size);
// The same for much memory that is about to be used: in large pages where the
// system has them. To touch a fresh small one takes longer than to fill it.
void *heap_large(size_t bytes);
void *heap_grow(void *p, size_t n, size_t size);
void heap_free(void *p);

#endif
