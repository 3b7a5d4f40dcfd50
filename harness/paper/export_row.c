// See export_row.h.
#include "paper/export_row.h"

#include "base/str.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *export_kernel_name(Arena *a, const char *text) {
    size_t n = strcspn(text, "(<"), from = n;
    while (n > 0 && text[n - 1] == ' ')
        n--;
    from = n;
    while (from > 0 &&
           (isalnum((unsigned char)text[from - 1]) || text[from - 1] == '_'))
        from--;
    return arena_strn(a, text + from, n - from);
}

void export_extent(const char *text, long out[3]) {
    memset(out, 0, 3 * sizeof out[0]);
    text += strspn(text, "( ");
    for (int i = 0; i < 3; i++) {
        char *end;
        long v = strtol(text, &end, 10);
        if (end == text || v < 0) return;
        out[i] = v;
        text = end + strspn(end, ", ");
    }
}

ExportRow *export_row(Arena *a, Export *e) {
    if (!e->at) e->at = arena_array(a, ExportRow, EXPORT_ROWS);
    if (e->n == EXPORT_ROWS) return NULL;
    ExportRow *row = &e->at[e->n++];
    *row = (ExportRow){.name = "",
                       .start = NAN,
                       .us = NAN,
                       .stream = -1,
                       .mb = NAN,
                       .mbs = NAN,
                       .count = 1};
    for (int i = 0; i < METRIC_COUNT; i++)
        row->value[i] = NAN;
    return row;
}
