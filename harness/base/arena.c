// Memory by lifetime: a list of blocks, cut from the front.
//
//   top -> [ header | used ....... | free ... ] -> older block -> NULL
//
// Only the top block is cut from. An object too large for a block gets one of
// its own, put *below* the top, so that the free tail of the top is not lost.
#include "base/arena.h"
#include "base/heap.h"

#include <stdio.h>
#include <string.h>

typedef struct ArenaBlock {
    struct ArenaBlock *below;
    size_t size; // bytes of data[]
    size_t used;
    char data[];
} ArenaBlock;

// Stress mode has tiny blocks, so that nearly every object is a heap block of
// its own and AddressSanitizer sees an access past its end.
#ifdef KATA_STRESS
enum { FIRST_BLOCK = 64, LAST_BLOCK = 64 };
#else
enum { FIRST_BLOCK = 4096, LAST_BLOCK = 1 << 20 };
#endif

// Returns the offset of the next aligned byte; data[] itself is not aligned to
// more than a pointer.
static size_t align_in(const ArenaBlock *b, size_t align) {
    uintptr_t at = (uintptr_t)(b->data + b->used);
    return b->used + (size_t)(-at & (align - 1));
}

static ArenaBlock *new_block(size_t size) {
    ArenaBlock *b = heap_new(1, sizeof *b + size);
    b->size = size;
    return b;
}

static void *block_cut(ArenaBlock *b, size_t bytes, size_t align) {
    size_t at = align_in(b, align);
    b->used = at + bytes;
    return b->data + at;
}

static bool block_fits(const ArenaBlock *b, size_t bytes, size_t align) {
    size_t at = align_in(b, align);
    return at <= b->size && bytes <= b->size - at;
}

void *arena_alloc(Arena *a, size_t n, size_t size, size_t align) {
    size_t bytes, padded;
    if (__builtin_mul_overflow(n, size, &bytes) ||
        __builtin_add_overflow(bytes, align + sizeof(ArenaBlock), &padded))
        die("out of memory (%zu x %zu bytes)", n, size);
    if (bytes == 0) bytes = 1; // so that every object has its own address

    ArenaBlock *top = a->top;
    if (top && block_fits(top, bytes, align))
        return block_cut(top, bytes, align);

    size_t next = FIRST_BLOCK;
    if (top) next = min_of((size_t)LAST_BLOCK, max_of(top->size * 2, next));
    if (top && bytes + align > next / 4) {
        ArenaBlock *own = new_block(bytes + align);
        own->below = top->below;
        top->below = own;
        return block_cut(own, bytes, align);
    }
    ArenaBlock *b = new_block(max_of(next, bytes + align));
    b->below = top;
    a->top = b;
    return block_cut(b, bytes, align);
}

char *arena_strn(Arena *a, const char *s, size_t n) {
    char *copy = arena_array(a, char, n + 1);
    if (n) memcpy(copy, s, n);
    return copy;
}

char *arena_str(Arena *a, const char *s) {
    return arena_strn(a, s, strlen(s));
}

char *arena_vfmt(Arena *a, const char *fmt, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    if (n < 0) die("bad format '%s'", fmt);
    char *s = arena_array(a, char, (size_t)n + 1);
    vsnprintf(s, (size_t)n + 1, fmt, again);
    va_end(again);
    return s;
}

char *arena_fmt(Arena *a, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    char *s = arena_vfmt(a, fmt, ap);
    va_end(ap);
    return s;
}

void arena_reset(Arena *a) {
    for (ArenaBlock *b = a->top; b;) {
        ArenaBlock *below = b->below;
        heap_free(b);
        b = below;
    }
    a->top = NULL;
}

void arena_rewind(Arena *a) {
    ArenaBlock *top = a->top;
    if (!top) return;
    Arena rest = {.top = top->below};
    arena_reset(&rest);
    top->below = NULL;
    memset(top->data, 0, top->used);
    top->used = 0;
}
