// Records between kata and its child: "key:value" lines and an empty line.
//
// harness/runner/README.md lists the records and their keys. A value may hold
// anything: line ends and backslashes travel as \n and \\. The text of a Wire
// is the record as it travels, until wire_read cuts it into fields in place.
//
// Both sides of the pipe compile this file, and the child has none of kata's
// base: so it calls malloc, and where that fails the record stays incomplete,
// which the other side takes for a dead peer.
#include "run/wire.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// ---- building

void wire_clear(Wire *w) {
    w->len = 0;
    w->n = 0;
    w->fields_ready = false;
    if (w->text) w->text[0] = '\0';
}

void wire_free(Wire *w) {
    free(w->text);
    free(w->field);
    *w = (Wire){0};
}

static bool room_for(char **data, size_t *cap, size_t want) {
    if (want <= *cap) return true;
    size_t more = *cap * 2 > want ? *cap * 2 : want + 256;
    char *p = realloc(*data, more);
    if (!p) return false;
    *data = p;
    *cap = more;
    return true;
}

static void wire_put(Wire *w, const char *s, size_t n) {
    if (!room_for(&w->text, &w->cap, w->len + n + 1)) return;
    memcpy(w->text + w->len, s, n);
    w->len += n;
    w->text[w->len] = '\0';
}

static void put_escaped(Wire *w, const char *s) {
    while (*s) {
        size_t plain = strcspn(s, "\n\\");
        wire_put(w, s, plain);
        s += plain;
        if (*s) wire_put(w, *s++ == '\n' ? "\\n" : "\\\\", 2);
    }
}

void wire_add(Wire *w, const char *key, const char *fmt, ...) {
    char small[512], *value = small;
    va_list ap;

    va_start(ap, fmt);
    int n = vsnprintf(small, sizeof small, fmt, ap);
    va_end(ap);
    if (n < 0) return;
    if ((size_t)n >= sizeof small) {
        value = malloc((size_t)n + 1);
        if (!value) return;
        va_start(ap, fmt);
        vsnprintf(value, (size_t)n + 1, fmt, ap);
        va_end(ap);
    }
    wire_put(w, key, strlen(key));
    wire_put(w, ":", 1);
    put_escaped(w, value);
    wire_put(w, "\n", 1);
    if (value != small) free(value);
}

// ---- reading fields

// Cuts the text at line ends and undoes the escapes, in place. False: a line
// without a key, or a stray escape.
static bool wire_split(Wire *w) {
    char *at = w->text, *end = w->text + w->len;

    w->n = 0;
    w->fields_ready = true;
    while (at < end) {
        char *line = at;
        char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) return false;
        char *colon = memchr(line, ':', (size_t)(stop - line));
        if (!colon || colon == line) return false;
        *colon = '\0';

        char *to = colon + 1;
        for (char *from = to; from < stop; from++) {
            if (*from == '\0') return false;
            if (*from == '\\') {
                from++;
                if (from == stop || (*from != 'n' && *from != '\\'))
                    return false;
                *to++ = *from == 'n' ? '\n' : '\\';
            } else {
                *to++ = *from;
            }
        }
        *to = '\0';
        if (w->n % 16 == 0) {
            size_t cap = (size_t)w->n + 16;
            WireField *f = realloc(w->field, cap * sizeof *f);
            if (!f) return false;
            w->field = f;
        }
        w->field[w->n++] = (WireField){line, colon + 1};
        at = stop + 1;
    }
    return true;
}

const char *wire_get(const Wire *w, const char *key, int i) {
    // Cuts a record that was built, not read, into fields on the first
    // question: it cannot be sent or extended afterwards.
    if (!w->fields_ready && w->len) wire_split((Wire *)w);
    for (int k = 0; k < w->n; k++)
        if (strcmp(w->field[k].key, key) == 0 && i-- == 0)
            return w->field[k].value;
    return NULL;
}

long long wire_int(const Wire *w, const char *key, long long missing) {
    const char *v = wire_get(w, key, 0);
    char *end;

    if (!v || !*v) return missing;
    errno = 0;
    long long n = strtoll(v, &end, 10);
    return errno || *end ? missing : n;
}

double wire_num(const Wire *w, const char *key, double missing) {
    const char *v = wire_get(w, key, 0);
    char *end;

    if (!v || !*v) return missing;
    double d = strtod(v, &end);
    return *end ? missing : d;
}

// ---- across the pipe

static bool write_all(int fd, const char *p, size_t n) {
    while (n) {
        ssize_t k = write(fd, p, n);
        if (k < 0 && (errno == EINTR || errno == EAGAIN)) {
            struct pollfd wait = {.fd = fd, .events = POLLOUT};
            if (errno == EAGAIN) poll(&wait, 1, -1);
            continue;
        }
        if (k <= 0) return false;
        p += k;
        n -= (size_t)k;
    }
    return true;
}

bool wire_write(int fd, const Wire *w) {
    // One write for the usual record: two would let another thread's record
    // come between.
    Wire whole = {0};
    wire_put(&whole, w->text ? w->text : "", w->len);
    wire_put(&whole, "\n", 1);
    bool ok = whole.len == w->len + 1 && write_all(fd, whole.text, whole.len);
    wire_free(&whole);
    return ok;
}

WireStatus wire_take(WireRest *rest, Wire *out) {
    size_t at = 0;

    wire_clear(out);
    while (at < rest->len) {
        char *stop = memchr(rest->data + at, '\n', rest->len - at);
        if (!stop) break;
        size_t next = (size_t)(stop - rest->data) + 1;
        if (next != at + 1) { // a line of the record
            at = next;
            continue;
        }
        if (at == 0 || at > WIRE_MAX) return WIRE_BAD;
        wire_put(out, rest->data, at);
        memmove(rest->data, rest->data + next, rest->len - next);
        rest->len -= next;
        return out->len == at && wire_split(out) ? WIRE_OK : WIRE_BAD;
    }
    return rest->len > WIRE_MAX ? WIRE_BAD : WIRE_TIMEOUT;
}

bool wire_feed(WireRest *rest, const char *data, size_t n) {
    if (!room_for(&rest->data, &rest->cap, rest->len + n)) return false;
    memcpy(rest->data + rest->len, data, n);
    rest->len += n;
    return true;
}

void wire_rest_free(WireRest *rest) {
    free(rest->data);
    *rest = (WireRest){0};
}

static double now_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

WireStatus wire_read(int fd, double timeout, WireRest *rest, Wire *out) {
    double end = now_seconds() + timeout;

    for (;;) {
        WireStatus s = wire_take(rest, out);
        if (s != WIRE_TIMEOUT) return s;

        double left = timeout < 0 ? -1 : end - now_seconds();
        if (timeout >= 0 && left < 0) left = 0;
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        int ready = poll(&wait, 1, left < 0 ? -1 : (int)(left * 1000 + 0.999));
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) return WIRE_TIMEOUT;

        char chunk[16384];
        ssize_t n = ready < 0 ? -1 : read(fd, chunk, sizeof chunk);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        // Bytes without an end: the other side died in the middle.
        if (n <= 0) return rest->len ? WIRE_BAD : WIRE_END;
        if (!wire_feed(rest, chunk, (size_t)n)) return WIRE_BAD;
    }
}
