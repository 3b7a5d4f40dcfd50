// A growing byte buffer: how text and records are built.
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/base.h"

#include <stdarg.h>

typedef struct Buf {
    char *data; // NUL-terminated whenever it is not NULL
    size_t len; // bytes, without the NUL
    size_t cap;
} Buf; // zero is a valid, empty buffer

void buf_add(Buf *b, const void *data, size_t n);
void buf_str(Buf *b, const char *s);
void buf_char(Buf *b, char c);
void buf_fmt(Buf *b, const char *fmt, ...) PRINTF(2, 3);
void buf_vfmt(Buf *b, const char *fmt, va_list ap);
// Appends c n times.
void buf_pad(Buf *b, char c, size_t n);
// Returns the text, never NULL ("" for an empty buffer); valid until the next
// change.
const char *buf_text(const Buf *b);
// Empties it, keeps the memory.
void buf_clear(Buf *b);
void buf_free(Buf *b);

#endif
