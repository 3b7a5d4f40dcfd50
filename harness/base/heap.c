// The heap: calloc and friends that never fail, because kata has nothing useful
// to do without memory.
#include "base/heap.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { DEAD = 5 }; // the exit status

static char *last_words; // or NULL: stderr
static size_t words_room;

void die_into(char *room, size_t n) {
    last_words = room;
    words_room = n;
}

void die_at_once(const char *text) {
    static const char start[] = "kata: error: ";
    size_t n = strlen(text);
    if (last_words) {
        n = min_of(n, words_room - 1);
        memcpy(last_words, text, n);
        last_words[n] = '\0';
        _exit(DEAD);
    }
    // Nothing can be done if nobody can be told.
    if (write(STDERR_FILENO, start, sizeof start - 1) < 0 ||
        write(STDERR_FILENO, text, n) < 0 || write(STDERR_FILENO, "\n", 1) < 0)
        _exit(DEAD);
    _exit(DEAD);
}

void die(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    if (last_words) {
        vsnprintf(last_words, words_room, fmt, ap);
        _exit(DEAD);
    }
    fputs("kata: ", stderr);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    exit(DEAD);
}

void *heap_new(size_t n, size_t size) {
    // calloc(0) may return NULL, which would look like a failure.
    void *p = calloc(n ? n : 1, size ? size : 1);
    if (!p) die("out of memory (%zu x %zu bytes)", n, size);
    return p;
}

void *heap_large(size_t bytes) {
    const uintptr_t page = (uintptr_t)2 << 20;
    void *p = heap_new(bytes, 1);
    uintptr_t from = ((uintptr_t)p + page - 1) & ~(page - 1);
    uintptr_t to = ((uintptr_t)p + bytes) & ~(page - 1);
    if (to > from) madvise((void *)from, to - from, MADV_HUGEPAGE);
    return p;
}

void *heap_grow(void *p, size_t n, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes))
        die("out of memory (%zu x %zu bytes)", n, size);
    p = realloc(p, bytes ? bytes : 1);
    if (!p) die("out of memory (%zu bytes)", bytes);
    return p;
}

void heap_free(void *p) {
    free(p);
}
