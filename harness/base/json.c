// Writing JSON: the writer knows where commas go and what must be escaped.
#include "base/json.h"

#include "base/str.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Json json_to(Buf *out) {
    return (Json){.out = out, .first = {true}};
}

// Before every value and key: the comma, unless it is the first or follows its
// key.
static void json_separate(Json *j) {
    if (j->after_key) {
        j->after_key = false;
        return;
    }
    if (!j->first[j->depth]) buf_char(j->out, ',');
    j->first[j->depth] = false;
}

void json_open(Json *j, char bracket) {
    json_separate(j);
    buf_char(j->out, bracket);
    j->depth++;
    assert(j->depth < (int)COUNT_OF(j->first));
    j->first[j->depth] = true;
}

void json_close(Json *j, char bracket) {
    assert(j->depth > 0 && !j->after_key);
    j->depth--;
    buf_char(j->out, bracket);
}

static void add_ascii(Buf *out, unsigned char c) {
    switch (c) {
    case '"': buf_str(out, "\\\""); return;
    case '\\': buf_str(out, "\\\\"); return;
    case '\n': buf_str(out, "\\n"); return;
    case '\r': buf_str(out, "\\r"); return;
    case '\t': buf_str(out, "\\t"); return;
    }
    if (c < 0x20 || c == 0x7f)
        buf_fmt(out, "\\u%04x", c);
    else
        buf_char(out, (char)c);
}

static void add_quoted(Buf *out, const char *s, size_t n) {
    buf_char(out, '"');
    for (size_t i = 0; i < n;) {
        size_t len = str_utf8(s + i, n - i);
        if (len == 1)
            add_ascii(out, (unsigned char)s[i]);
        else if (len)
            buf_add(out, s + i, len);
        else
            buf_str(out, "\xef\xbf\xbd");
        i += len ? len : 1;
    }
    buf_char(out, '"');
}

void json_key(Json *j, const char *key) {
    assert(!j->after_key);
    json_separate(j);
    add_quoted(j->out, key, strlen(key));
    buf_char(j->out, ':');
    j->after_key = true;
}

void json_strn(Json *j, const char *s, size_t n) {
    json_separate(j);
    add_quoted(j->out, s, n);
}

void json_str(Json *j, const char *s) {
    if (s)
        json_strn(j, s, strlen(s));
    else
        json_null(j);
}

void json_int(Json *j, long long v) {
    json_separate(j);
    buf_fmt(j->out, "%lld", v);
}

void json_num(Json *j, double v) {
    if (!isfinite(v)) {
        json_null(j);
        return;
    }
    // The shortest text that reads back as the same number.
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, v);
        if (strtod(text, NULL) == v) break;
    }
    json_separate(j);
    buf_str(j->out, text);
}

void json_bool(Json *j, bool v) {
    json_separate(j);
    buf_str(j->out, v ? "true" : "false");
}

void json_null(Json *j) {
    json_separate(j);
    buf_str(j->out, "null");
}

void json_kstr(Json *j, const char *key, const char *s) {
    json_key(j, key);
    json_str(j, s);
}

void json_kint(Json *j, const char *key, long long v) {
    json_key(j, key);
    json_int(j, v);
}

void json_knum(Json *j, const char *key, double v) {
    json_key(j, key);
    json_num(j, v);
}

void json_kbool(Json *j, const char *key, bool v) {
    json_key(j, key);
    json_bool(j, v);
}
