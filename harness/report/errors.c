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

// Tabs are kept in front of the caret, so that it stands under its character
// whatever a tab is worth.
void report_source(const Term *t, Loc loc, const char *source, Buf *out) {
    if (!source[0] || loc.line <= 0) return;
    Buf gutter = {0};
    buf_fmt(&gutter, "%6d | ", loc.line);
    term_ink(t, out, INK_DIM, "%s", buf_text(&gutter));
    buf_fmt(out, "%s\n", source);
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
        buf_fmt(out, "%s\n", e->msg);
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
