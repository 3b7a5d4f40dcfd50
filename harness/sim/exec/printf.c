// printf as called by kernels: the kernel packs, this formats.
//
// Each conversion is read into a Conversion, its argument taken from the
// buffer, and one C conversion made from clean parts: what the kernel wrote
// never reaches the C library's printf as a format.
#include "sim/exec/printf.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 4096 }; // of width and precision: a kernel cannot fill the memory

typedef struct Args {
    const uint8_t *at;
    size_t n, used;
    int count;
} Args;

// Takes the next argument of 4 or 8 bytes. False: there is none.
static bool args_take(Args *a, size_t bytes, void *value) {
    size_t at = (a->used + bytes - 1) & ~(bytes - 1);
    if (at + bytes > a->n) return false;
    memcpy(value, a->at + at, bytes);
    a->used = at + bytes;
    a->count++;
    return true;
}

typedef struct Conversion {
    char flags[8];
    int width, precision; // -1: none
    int bytes;            // of an integer: 1, 2, 4 or 8
    char type;
} Conversion;

// number = "*" | digit*. Returns what follows, NULL if "*" has no argument.
static const char *number(const char *s, Args *a, int *value) {
    if (*s == '*') {
        int32_t v;
        if (!args_take(a, 4, &v)) return NULL;
        *value = v;
        return s + 1;
    }
    for (; *s >= '0' && *s <= '9'; s++)
        *value = min_of((*value < 0 ? 0 : *value) * 10 + (*s - '0'), MOST);
    return s;
}

static const char *flags(const char *s, Conversion *c) {
    for (size_t n = 0; *s && strchr("-+ #0", *s); s++)
        if (!strchr(c->flags, *s) && n + 1 < sizeof c->flags)
            c->flags[n++] = *s;
    return s;
}

static const char *size(const char *s, Conversion *c) {
    c->bytes = 4;
    switch (*s) {
    case 'h': c->bytes = s[1] == 'h' ? 1 : 2; return s + (s[1] == 'h' ? 2 : 1);
    case 'l': c->bytes = 8; return s + (s[1] == 'l' ? 2 : 1);
    case 'z':
    case 'j':
    case 't': c->bytes = 8; return s + 1;
    default: return s;
    }
}

// conversion = flag* number ("." number)? size? type. s stands behind the "%".
static const char *conversion(const char *s, Args *a, Conversion *c) {
    *c = (Conversion){.width = -1, .precision = -1};
    s = number(flags(s, c), a, &c->width);
    if (!s) return NULL;
    if (*s == '.') {
        c->precision = 0;
        s = number(s + 1, a, &c->precision);
        if (!s) return NULL;
    }
    if (c->width < -1) { // "*" with a negative argument is the flag "-"
        c->width = c->width < -MOST ? MOST : -c->width;
        if (!strchr(c->flags, '-')) strcat(c->flags, "-");
    }
    c->width = min_of(c->width, MOST);
    c->precision = min_of(c->precision, MOST);
    s = size(s, c);
    c->type = *s;
    return *s && strchr("diouxXcsfFeEgGaAp", *s) ? s + 1 : NULL;
}

// Makes "%<flags><width>.<precision><length><type>".
static void spell(const Conversion *c, const char *length, char *to, size_t n) {
    char width[16] = "", precision[16] = "";
    if (c->width >= 0) snprintf(width, sizeof width, "%d", c->width);
    if (c->precision >= 0)
        snprintf(precision, sizeof precision, ".%d", c->precision);
    snprintf(to, n, "%%%s%s%s%s%c", c->flags, width, precision, length,
             c->type);
}

static int64_t sign_extend(uint64_t v, int bytes) {
    int unused = 64 - 8 * bytes;
    return (int64_t)(v << unused) >> unused;
}

static bool print_integer(Buf *out, const Conversion *c, Args *a) {
    char spec[64];
    uint64_t v = 0;
    if (!args_take(a, c->bytes == 8 ? 8 : 4, &v)) return false;
    spell(c, "ll", spec, sizeof spec);
    int64_t s = sign_extend(v, c->bytes);
    if (c->type == 'd' || c->type == 'i')
        buf_fmt(out, spec, (long long)s);
    else
        buf_fmt(out, spec,
                (unsigned long long)((uint64_t)s << (64 - 8 * c->bytes) >>
                                     (64 - 8 * c->bytes)));
    return true;
}

static bool print_string(Buf *out, const Conversion *c, Args *a,
                         PrintfString read_string, void *ctx) {
    char spec[64];
    uint64_t address;
    Buf text = {0};
    if (!args_take(a, 8, &address)) return false;
    spell(c, "", spec, sizeof spec);
    if (!address)
        buf_fmt(out, spec, "(null)");
    else if (read_string(ctx, address, &text))
        buf_fmt(out, spec, buf_text(&text));
    else
        buf_str(out, "(bad string)");
    buf_free(&text);
    return true;
}

static bool print(Buf *out, const Conversion *c, Args *a,
                  PrintfString read_string, void *ctx) {
    char spec[64];
    double f;
    int32_t i;
    uint64_t p;
    spell(c, "", spec, sizeof spec);
    switch (c->type) {
    case 'c':
        if (!args_take(a, 4, &i)) return false;
        if (!(i & 0xff)) {
            buf_char(out, '\0');
            return true;
        }
        buf_fmt(out, spec, i & 0xff);
        return true;
    case 's': return print_string(out, c, a, read_string, ctx);
    case 'p':
        if (!args_take(a, 8, &p)) return false;
        buf_fmt(out, spec, (void *)(uintptr_t)p);
        return true;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        if (!args_take(a, 8, &f)) return false;
        buf_fmt(out, spec, f);
        return true;
    default: return print_integer(out, c, a);
    }
}

int device_printf(Buf *out, const char *fmt, const uint8_t *args, size_t n,
                  PrintfString read_string, void *ctx) {
    if (!fmt) return -1;
    Args a = {.at = args, .n = n};
    while (*fmt) {
        size_t plain = strcspn(fmt, "%");
        buf_add(out, fmt, plain);
        fmt += plain;
        if (!*fmt) break;
        if (fmt[1] == '%') {
            buf_char(out, '%');
            fmt += 2;
            continue;
        }
        Conversion c;
        const char *next = conversion(fmt + 1, &a, &c);
        if (next && print(out, &c, &a, read_string, ctx)) {
            fmt = next;
            continue;
        }
        buf_char(out, *fmt++); // as it stands; the rest of it is plain text
    }
    return a.count;
}
