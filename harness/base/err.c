// Errors as values. Texts too long for an Err are cut at a character, so that
// what is printed stays UTF-8.
#include "base/err.h"
#include "base/heap.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Drops the bytes of a character that did not fit whole.
static void cut_whole(char *s, size_t cap) {
    size_t n = strlen(s);
    if (n + 1 < cap) return;
    size_t at = n;
    while (at > 0 && ((unsigned char)s[at - 1] & 0xc0) == 0x80)
        at--;
    if (at == 0 || !((unsigned char)s[at - 1] & 0x80)) return;
    unsigned char lead = (unsigned char)s[at - 1];
    size_t want = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (n - (at - 1) < want) s[at - 1] = '\0';
}

static void set_text(char *to, size_t cap, const char *fmt, va_list ap) {
    vsnprintf(to, cap, fmt, ap);
    cut_whole(to, cap);
}

static Err *last_of(Err *e) {
    while (e->next)
        e = e->next;
    return e;
}

static void err_start(Err *e, ErrKind kind, Loc loc) {
    err_clear(e);
    e->kind = kind;
    e->loc = loc;
}

bool err_set(Err *e, ErrKind kind, const char *fmt, ...) {
    if (!e) return false;
    err_start(e, kind, (Loc){0});
    va_list ap;
    va_start(ap, fmt);
    set_text(e->msg, sizeof e->msg, fmt, ap);
    va_end(ap);
    return false;
}

bool err_at(Err *e, Loc loc, const char *fmt, ...) {
    if (!e) return false;
    err_start(e, ERR_INPUT, loc);
    va_list ap;
    va_start(ap, fmt);
    set_text(e->msg, sizeof e->msg, fmt, ap);
    va_end(ap);
    return false;
}

bool err_errno(Err *e, ErrKind kind, const char *fmt, ...) {
    int why = errno;
    if (!e) return false;
    err_start(e, kind, (Loc){0});
    va_list ap;
    va_start(ap, fmt);
    set_text(e->msg, sizeof e->msg, fmt, ap);
    va_end(ap);
    size_t n = strlen(e->msg);
    snprintf(e->msg + n, sizeof e->msg - n, ": %s", strerror(why));
    errno = why;
    return false;
}

bool err_hint(Err *e, const char *fmt, ...) {
    if (!e) return false;
    Err *last = last_of(e);
    va_list ap;
    va_start(ap, fmt);
    set_text(last->hint, sizeof last->hint, fmt, ap);
    va_end(ap);
    return false;
}

void err_source(Err *e, const char *line, size_t n) {
    if (!e) return;
    Err *last = last_of(e);
    n = min_of(n, sizeof last->source - 1);
    if (n) memcpy(last->source, line, n);
    last->source[n] = '\0';
    cut_whole(last->source, sizeof last->source);
}

Err *err_more(Err *e) {
    if (!e) return NULL;
    Err *last = last_of(e);
    if (last->kind == ERR_NONE) return last;
    last->next = heap_new(1, sizeof *last->next);
    return last->next;
}

bool err_move(Err *e, Err *from) {
    bool none = from->kind == ERR_NONE;
    Err *to = none ? NULL : err_more(e);
    if (to)
        *to = *from; // its chain comes along
    else
        err_clear(from);
    *from = (Err){0};
    return none;
}

int err_count(const Err *e) {
    int n = 0;
    for (; e; e = e->next)
        n += e->kind != ERR_NONE;
    return n;
}

void err_clear(Err *e) {
    if (!e) return;
    for (Err *next = e->next; next;) {
        Err *after = next->next;
        heap_free(next);
        next = after;
    }
    *e = (Err){0};
}

int err_exit_status(ErrKind kind) {
    switch (kind) {
    case ERR_NONE: return 0;
    case ERR_USAGE:
    case ERR_INPUT: return 2;
    case ERR_BUILD: return 3;
    case ERR_RUN: return 4;
    case ERR_ENV:
    case ERR_STORE:
    case ERR_SIM: return 5;
    case ERR_BUG: return 70;
    }
    return 70;
}
