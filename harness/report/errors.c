// Errors, the way a compiler shows them, so that editors can jump to them:
//
//     exercises/memory/transpose/exercise.yaml:12:3: error: unknown key
//     'blurbs'
//        12 | blurbs: Turn rows into columns
//           | ^
//     hint: did you mean 'blurb'?
#include "report/report.h"

#include "base/json.h"

#include <string.h>

// Bytes of the UTF-8 character at s, or 0 if there is none that a terminal
// should get: a control character, or a byte that is not text.
static int width_of(const char *s) {
    unsigned char c = (unsigned char)*s;
    int n = c < 0x80 ? 1 : c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 0;
    if (n == 1) return c == '\t' || (c >= ' ' && c != 0x7f);
    for (int i = 1; i < n; i++)
        if (((unsigned char)s[i] & 0xc0) != 0x80) return 0;
    // U+0080 to U+009F are control characters as well.
    if (c == 0xc2 && (unsigned char)s[1] < 0xa0) return 0;
    return c > 0xf4 ? 0 : n;
}

// The file may be anything, a binary too, and a message may quote it.
static void add_excerpt(Buf *out, const char *s) {
    while (*s) {
        int width = *s == '\n' ? 1 : width_of(s);
        if (width)
            buf_add(out, s, (size_t)width);
        else
            buf_char(out, '?');
        s += max_of(width, 1);
    }
}

// Tabs are kept in front of the caret, so that it stands under its character
// whatever a tab is worth.
void report_source(const Term *t, Loc loc, const char *source, Buf *out) {
    if (!source[0] || loc.line <= 0) return;
    Buf gutter = {0};
    buf_fmt(&gutter, "%6d | ", loc.line);
    term_ink(t, out, INK_DIM, "%s", buf_text(&gutter));
    add_excerpt(out, source);
    buf_char(out, '\n');
    if (loc.col > 0 && (size_t)loc.col <= strlen(source) + 1) {
        term_ink(t, out, INK_DIM, "%s", "       | ");
        for (int i = 0; i < loc.col - 1; i++) {
            unsigned char c = (unsigned char)source[i];
            if ((c & 0xc0) != 0x80) buf_char(out, c == '\t' ? '\t' : ' ');
        }
        term_ink(t, out, INK_GOOD, "^");
        buf_char(out, '\n');
    }
    buf_free(&gutter);
}

static void show_place(const Term *t, const Err *e, Buf *out) {
    if (!e->loc.file) {
        term_ink(t, out, INK_BOLD, "kata: ");
        return;
    }
    Buf place = {0};
    buf_str(&place, e->loc.file);
    if (e->loc.line > 0) buf_fmt(&place, ":%d", e->loc.line);
    if (e->loc.line > 0 && e->loc.col > 0) buf_fmt(&place, ":%d", e->loc.col);
    term_ink(t, out, INK_BOLD, "%s: ", buf_text(&place));
    buf_free(&place);
}

void report_err(const Term *t, const Err *err, Buf *out) {
    for (const Err *e = err; e && e->kind != ERR_NONE; e = e->next) {
        show_place(t, e, out);
        term_ink(t, out, INK_BAD, "error: ");
        add_excerpt(out, e->msg);
        buf_char(out, '\n');
        report_source(t, e->loc, e->source, out);
        if (e->hint[0]) {
            term_ink(t, out, INK_NAME, "hint: ");
            term_hang(t, out, 6, 6, e->hint);
        }
    }
}

void report_err_json(const Err *err, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '[');
    for (const Err *e = err; e && e->kind != ERR_NONE; e = e->next) {
        json_open(&j, '{');
        json_kstr(&j, "message", e->msg);
        json_kstr(&j, "hint", e->hint[0] ? e->hint : NULL);
        json_kstr(&j, "file", e->loc.file);
        if (e->loc.line > 0) json_kint(&j, "line", e->loc.line);
        if (e->loc.col > 0) json_kint(&j, "column", e->loc.col);
        json_close(&j, '}');
    }
    json_close(&j, ']');
}
