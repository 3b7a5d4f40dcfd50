// See edits.h: the file that has all edits, and the words of one.
#include "gate/check/edits.h"

#include "base/buf.h"
#include "base/str.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- the file

// The lines that include files, and the code without them.
static char *take_includes(Arena *a, const char *code, Buf *includes) {
    char *rest = arena_str(a, code);
    for (char *p = rest; *p;) {
        char *end = strchrnul(p, '\n');
        char *word = p + strspn(p, " \t");
        if (*word == '#' &&
            str_starts(word + 1 + strspn(word + 1, " \t"), "include")) {
            buf_add(includes, p, (size_t)(end - p));
            buf_char(includes, '\n');
            memset(p, ' ', (size_t)(end - p));
        }
        p = *end ? end + 1 : end;
    }
    return rest;
}

static void call_entry(Buf *b, const Exercise *ex, int n) {
    buf_fmt(b,
            "extern \"C\" int small_edit_number;\n%s {\n    switch "
            "(small_edit_number) {\n",
            ex->entry_decl);
    for (int i = 0; i < n; i++) {
        buf_fmt(b, "    case %d: return e%d::%s(", i, i, ex->entry);
        for (int k = 0; k < ex->nargs; k++)
            buf_fmt(b, "%s%s", k ? ", " : "", ex->args[k].name);
        buf_str(b, ");\n");
    }
    buf_str(b, "    }\n}\n");
}

char *edits_file(Arena *a, const char *code, const Exercise *ex, const Edit *e,
                 int n) {
    Buf b = {0};
    char *rest = take_includes(a, code, &b);
    for (int i = 0; i < n; i++) {
        buf_fmt(&b, "namespace e%d {\n#line 1 \"" EDIT_FILE "%d\"\n", i, i);
        buf_add(&b, rest, (size_t)e[i].at);
        if (e[i].by) buf_str(&b, e[i].by);
        buf_str(&b, rest + e[i].at + e[i].len);
        buf_fmt(&b, "\n}\n");
    }
    call_entry(&b, ex, n);
    char *text = arena_str(a, buf_text(&b));
    buf_free(&b);
    return text;
}

// ---- told

// "the second " of several such texts in the line, or "".
static const char *which(const char *code, const Edit *e) {
    static const char *const all[] = {"the first ", "the second ", "the third ",
                                      "the fourth "};
    const char *at = code + e->at, *from = at;
    size_t n = (size_t)e->len, number = 0, count = 0;
    while (from > code && from[-1] != '\n')
        from--;
    size_t left = strcspn(from, "\n");
    for (; left >= n; from++, left--) {
        if (memcmp(from, at, n) != 0) continue;
        if (from == at) number = count;
        count++;
    }
    return count > 1 && number < COUNT_OF(all) ? all[number] : "";
}

const char *edit_words(Arena *a, const char *code, const Edit *e) {
    enum { MOST = 30 };
    if (e->len == 0)
        return arena_fmt(a, "with `%.*s` before line %d",
                         (int)strcspn(e->by, ";"), e->by, e->line);
    char *old = arena_strn(a, code + e->at, (size_t)e->len);
    for (char *p = old; *p; p++)
        if (isspace((unsigned char)*p)) *p = ' ';
    if (strlen(old) > MOST) old = arena_fmt(a, "%.*s...", MOST, old);
    const char *one = which(code, e);
    return e->of ? arena_fmt(a, "with %s %s`%s` in line %d", e->of, one, old,
                             e->line)
                 : arena_fmt(a, "without %s`%s` in line %d", one, old, e->line);
}
