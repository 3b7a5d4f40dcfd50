// HTML; see html.h.
#include "report/html.h"

#include "base/str.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *html_entity(char c) {
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

static bool is_control(unsigned char c) {
    return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f;
}

// U+FFFE and U+FFFF are characters of UTF-8, but of no document.
static bool is_none(const char *s, size_t n) {
    return n == 3 &&
           (!memcmp(s, "\xef\xbf\xbe", 3) || !memcmp(s, "\xef\xbf\xbf", 3));
}

void html_textn(Buf *out, const char *s, size_t n) {
    for (size_t i = 0; i < n;) {
        size_t len = str_utf8(s + i, n - i);
        const char *entity = html_entity(s[i]);
        if (entity)
            buf_str(out, entity);
        else if (!len || is_control((unsigned char)s[i]) || is_none(s + i, len))
            buf_str(out, "\xef\xbf\xbd");
        else
            buf_add(out, s + i, len);
        i += len ? len : 1;
    }
}

void html_text(Buf *out, const char *s) {
    if (s) html_textn(out, s, strlen(s));
}

// One conversion: spec is "%.1f" and the like.
static void put_number(Buf *out, const char *spec, va_list *ap) {
    char text[64], kind = spec[strlen(spec) - 1];
    if (strchr("fgeE", kind))
        snprintf(text, sizeof text, spec, va_arg(*ap, double));
    else if (strstr(spec, "ll"))
        snprintf(text, sizeof text, spec, va_arg(*ap, long long));
    else if (strchr(spec, 'l'))
        snprintf(text, sizeof text, spec, va_arg(*ap, long));
    else
        snprintf(text, sizeof text, spec, va_arg(*ap, int));
    buf_str(out, text);
}

void html_put(Buf *out, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    for (const char *p = fmt; *p;) {
        size_t plain = strcspn(p, "%");
        buf_add(out, p, plain);
        p += plain;
        if (!*p) break;
        size_t n = 1 + strcspn(p + 1, "%sdiuxcfgeE") + 1;
        char spec[16];
        assert(n < sizeof spec);
        memcpy(spec, p, n);
        spec[n] = '\0';
        if (spec[n - 1] == 's')
            html_text(out, va_arg(ap, const char *));
        else if (spec[n - 1] == '%')
            buf_char(out, '%');
        else
            put_number(out, spec, &ap);
        p += n;
    }
    va_end(ap);
}

void html_prose(Buf *out, const char *s) {
    while (*s) {
        size_t plain = strcspn(s, "`");
        html_textn(out, s, plain);
        s += plain;
        const char *end = *s ? strchr(s + 1, '`') : NULL;
        if (end) {
            buf_str(out, "<code>");
            html_textn(out, s + 1, (size_t)(end - s - 1));
            buf_str(out, "</code>");
            s = end + 1;
        } else if (*s) {
            buf_char(out, *s++);
        }
    }
}

void html_json(Buf *out, const Buf *json) {
    for (size_t i = 0; i < json->len; i++) {
        char c = json->data[i];
        if (c == '<')
            buf_str(out, "\\u003c");
        else if (c == '>')
            buf_str(out, "\\u003e");
        else if (c == '&')
            buf_str(out, "\\u0026");
        else
            buf_char(out, c);
    }
}
