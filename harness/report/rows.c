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

bool str_ends_line(const char *text) {
    size_t n = strlen(text);
    return n > 0 && text[n - 1] == '\n';
}
