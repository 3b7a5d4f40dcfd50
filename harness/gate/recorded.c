// Reading solutions/measured.tsv; see recorded.h.
#include "gate/recorded.h"

#include "base/path.h"
#include "base/str.h"

#include <math.h>
#include <stdlib.h>

enum { EXERCISE, OF, FRACTION, GBS, MEDIAN, LO, HI, DEVICE, DRIVER, DATE, N };

double recorded_fraction(Arena *a, const char *root, const char *exercise,
                         const char *of, const char **where) {
    Buf text = {0};
    Err err = {0};
    double found = NAN;
    const char *path = path_join(a, root, "solutions/measured.tsv");
    if (!path_exists(path) || !file_read(path, &text, &err)) {
        err_clear(&err);
        return NAN;
    }
    Str rest = {text.data, text.len}, line;
    while (str_cut(&rest, '\n', &line)) {
        Str col[N], part = line;
        int n = 0;
        while (n < N && str_cut(&part, '\t', &col[n]))
            n++;
        if (n < N || col[0].p[0] == '#') continue;
        if (!str_eq(col[EXERCISE], exercise) || !str_eq(col[OF], of)) continue;
        found = strtod(col[FRACTION].p, NULL);
        *where = arena_fmt(a, "%.*s, %.*s", (int)col[DEVICE].n, col[DEVICE].p,
                           (int)col[DATE].n, col[DATE].p);
    }
    buf_free(&text);
    return found;
}
