// Names of learners, for the eye and for files; see roster.h.
#include "grade/roster.h"

#include "base/buf.h"
#include "base/hash.h"
#include "base/str.h"

#include <ctype.h>
#include <string.h>

enum { SLUG_MOST = 60, HASH_DIGITS = 16 };

static size_t shown_bytes(const char *s, size_t n) {
    size_t len = str_utf8(s, n);
    unsigned char c = (unsigned char)*s;
    if (!len || c < 0x20 || c == 0x7f) return 0;
    if (len == 2 && c == 0xc2 && (unsigned char)s[1] < 0xa0) return 0; // C1
    // U+200B to 200F, 2028 to 202E, 2060 to 206F: unseen, or turn the text.
    if (len == 3 && c == 0xe2) {
        unsigned char b = (unsigned char)s[1], d = (unsigned char)s[2];
        if (b == 0x80 && ((d >= 0x8b && d <= 0x8f) || (d >= 0xa8 && d <= 0xae)))
            return 0;
        if (b == 0x81 && d >= 0xa0 && d <= 0xaf) return 0;
    }
    return len;
}

const char *roster_clean(Arena *a, const char *text, size_t most) {
    Buf out = {0};
    size_t n = strlen(text);
    for (size_t i = 0; i < n;) {
        size_t len = shown_bytes(text + i, n - i);
        if (out.len + 4 > most) {
            buf_str(&out, "...");
            break;
        }
        if (len)
            buf_add(&out, text + i, len);
        else
            buf_str(&out, "\xef\xbf\xbd");
        // The bytes of a character that is not shown count as one.
        size_t whole = str_utf8(text + i, n - i);
        i += whole ? whole : 1;
    }
    const char *clean = arena_str(a, buf_text(&out));
    buf_free(&out);
    return clean;
}

static bool looks_hashed(const char *name) {
    size_t n = strlen(name);
    return n > HASH_DIGITS && name[n - HASH_DIGITS - 1] == '-' &&
           strspn(name + n - HASH_DIGITS, "0123456789abcdef") == HASH_DIGITS;
}

const char *roster_slug(Arena *a, const char *name) {
    char hex[HASH_HEX];
    Buf out = {0};
    bool changed = looks_hashed(name);
    for (const char *c = name; *c && out.len < SLUG_MOST; c++) {
        bool fits =
            (unsigned char)*c < 0x80 &&
            (isalnum((unsigned char)*c) || (out.len > 0 && strchr("-_.", *c)));
        buf_char(&out, fits ? *c : '_');
        changed |= !fits;
    }
    changed |= strlen(name) > out.len || out.len == 0;
    hash_of(name, strlen(name), hex);
    const char *slug =
        changed ? arena_fmt(a, "%s-%.*s", buf_text(&out), HASH_DIGITS, hex)
                : arena_str(a, buf_text(&out));
    buf_free(&out);
    return slug;
}
