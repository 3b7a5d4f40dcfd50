// See edits_python.h.
#include "gate/check/edits_python.h"

#include "base/buf.h"
#include "base/str.h"
#include "gate/check/python_tool.h"

#include <stdlib.h>
#include <string.h>

// The line between two copies: EDITS of python/serve.py.
static const char between[] = "\n# kata tries an edit\n";

// BYTE, LENGTH, LINE, WHAT, BY with tabs between.
static bool read_edit(Arena *a, Str line, size_t bytes, Edit *out) {
    long number[3];
    Str word, what;
    for (size_t i = 0; i < COUNT_OF(number); i++) {
        if (!str_cut(&line, '\t', &word)) return false;
        number[i] = strtol(arena_strn(a, word.p, word.n), NULL, 10);
    }
    if (!str_cut(&line, '\t', &what) || number[0] < 0 || number[1] < 0 ||
        (size_t)(number[0] + number[1]) > bytes)
        return false;
    *out = (Edit){.at = (int)number[0],
                  .len = (int)number[1],
                  .line = (int)number[2],
                  .by = arena_strn(a, line.p, line.n),
                  .says = arena_strn(a, what.p, what.n)};
    return true;
}

int edits_python_of(Check *k, Edit **out) {
    enum { MOST = 300 };
    const CaseResult *bad = check_bad_case(k->res);
    const char *more[] = {bad && bad->output ? bad->output : "", NULL};
    // A copy after another one may not begin so.
    if (strstr(k->res->source, "__future__") || strstr(k->res->source, between))
        return 0;
    Str rest = str_of(python_tool(k, "small_edits.py", more)), line;
    int n = 0;
    *out = arena_array(k->a, Edit, MOST);
    while (n < MOST && str_cut(&rest, '\n', &line))
        n += read_edit(k->a, line, k->res->source_len, &(*out)[n]);
    return n;
}

// Numba takes several times as long to compile a loop that threads share, whose
// results are the same.
static void share_nothing(char *text) {
    static const char shared[] = "parallel=True", alone[] = "parallel=1==0";
    for (char *p = text; (p = strstr(p, shared)); p++)
        memcpy(p, alone, strlen(alone));
}

char *edits_python_file(Arena *a, const char *code, const Edit *e, int n) {
    Buf b = {0};
    for (int i = 0; i < n; i++) {
        if (i > 0) buf_str(&b, between);
        buf_add(&b, code, (size_t)e[i].at);
        if (e[i].by) buf_str(&b, e[i].by);
        buf_str(&b, code + e[i].at + e[i].len);
    }
    char *text = arena_str(a, buf_text(&b));
    buf_free(&b);
    share_nothing(text);
    return text;
}
