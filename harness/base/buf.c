// A growing byte buffer. One byte more than the text is always kept, for the
// NUL.
#include "base/buf.h"
#include "base/heap.h"

#include <stdio.h>
#include <string.h>

// Makes room for n more bytes and the NUL.
static void buf_reserve(Buf *b, size_t n) {
    if (b->cap > b->len && n < b->cap - b->len) return;

    size_t want;
    if (__builtin_add_overflow(b->len, n, &want) || want > SIZE_MAX / 4)
        die("out of memory (%zu bytes)", n);
#ifdef KATA_STRESS
    b->cap = want + 1; // so that a kept pointer into the text is soon stale
#else
    b->cap = max_of(want + 1, max_of(b->cap * 2, (size_t)64));
#endif
    b->data = heap_grow(b->data, b->cap, 1);
}

void buf_add(Buf *b, const void *data, size_t n) {
    buf_reserve(b, n);
    if (n) memcpy(b->data + b->len, data, n);
    b->len += n;
    b->data[b->len] = '\0';
}

void buf_str(Buf *b, const char *s) {
    buf_add(b, s, strlen(s));
}

void buf_char(Buf *b, char c) {
    buf_add(b, &c, 1);
}

void buf_vfmt(Buf *b, const char *fmt, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    if (n < 0) die("bad format '%s'", fmt);
    buf_reserve(b, (size_t)n);
    vsnprintf(b->data + b->len, (size_t)n + 1, fmt, again);
    va_end(again);
    b->len += (size_t)n;
}

void buf_fmt(Buf *b, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    buf_vfmt(b, fmt, ap);
    va_end(ap);
}

void buf_pad(Buf *b, char c, size_t n) {
    buf_reserve(b, n);
    memset(b->data + b->len, c, n);
    b->len += n;
    b->data[b->len] = '\0';
}

const char *buf_text(const Buf *b) {
    return b->data ? b->data : "";
}

void buf_clear(Buf *b) {
    b->len = 0;
    if (b->data) b->data[0] = '\0';
}

void buf_free(Buf *b) {
    heap_free(b->data);
    *b = (Buf){0};
}
