// The row of a screen: a name, a word in colour, a text wrapped under itself.
#include "report/rows.h"

#include <string.h>

void report_row(const Term *t, Buf *out, const char *name, Ink ink,
                const char *status, const char *text) {
    buf_fmt(out, "  %-*s", ROW_STATUS - 2, name);
    term_ink(t, out, ink, "%s", status);
    if (!*text) {
        buf_char(out, '\n');
        return;
    }
    int width = term_columns(status, strlen(status));
    int gap = ROW_TEXT - ROW_STATUS - width;
    buf_pad(out, ' ', (size_t)max_of(gap, 1));
    term_hang(t, out, ROW_TEXT, ROW_TEXT, text);
}

void report_gap(Buf *out) {
    size_t n = out->len;
    if (n > 0 && out->data[n - 1] != '\n') buf_char(out, '\n');
    if (n > 1 && out->data[n - 1] == '\n' && out->data[n - 2] == '\n') return;
    buf_char(out, '\n');
}
