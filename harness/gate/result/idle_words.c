// Expressions of which the compiler says that they have no effect: see
// value_rules.def and trap_rules.def.
#include "gate/result/told.h"
#include "gate/result/value_words.h"

#include "base/path.h"
#include "gate/result/source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Idle {
    int line;
    Str text;    // the expression
    char before; // the sign before it, or 0
    char after;  // the sign that ends it
} Idle;

// The expression at the ^ of the warning at `said`. False: it is not shown, or
// not in the learner's file.
static bool read_idle(CheckResult *r, const char *said, Idle *out) {
    const char *from = said, *text = r->build.diagnostics;
    while (from > text && from[-1] != '\n')
        from--;
    const char *open = memchr(from, '(', (size_t)(said - from));
    const char *code = strchr(said, '\n');
    const char *mark = code ? strchr(code + 1, '\n') : NULL;
    if (!open || !mark || !r->file) return false;
    const char *file = arena_strn(&r->arena, from, (size_t)(open - from));
    size_t at = strspn(mark + 1, " \t");
    if (strcmp(path_base(file), path_base(r->file)) != 0 ||
        mark[1 + at] != '^' || at >= (size_t)(mark - code - 1))
        return false;
    const char *p = code + 1 + at, *end = p, *before = p;
    for (int depth = 0; end < mark; end++) {
        depth += (*end == '(' || *end == '[') - (*end == ')' || *end == ']');
        if (depth < 0 || (depth == 0 && strchr(";,", *end))) break;
    }
    while (before > code + 1 && before[-1] == ' ')
        before--;
    *out = (Idle){.line = atoi(open + 1),
                  .text = str_trim((Str){p, (size_t)(end - p)}),
                  .before = before > code + 1 ? before[-1] : '\0',
                  .after = *end};
    return out->text.n > 0;
}

// `x += v` of `x + v`; NULL: it is no such sum or product.
static const char *assignment_of(Arena *a, Str text) {
    size_t n = source_name_length(text.p);
    Str index = n && text.p[n] == '[' ? source_index(text.p + n) : (Str){0};
    if (index.n) n = (size_t)(index.p + index.n + 1 - text.p);
    if (!n || n >= text.n || isdigit((unsigned char)*text.p)) return NULL;
    const char *sign = text.p + n + strspn(text.p + n, " ");
    if (!strchr("+-*/", *sign)) return NULL;
    Str rest = str_trim((Str){sign + 1, (size_t)(text.p + text.n - sign - 1)});
    return arena_fmt(a, "%.*s %c= %.*s", (int)n, text.p, *sign, (int)rest.n,
                     rest.p);
}

static const char *idle_text(Arena *a, const Idle *e) {
    Str t = e->text;
    if (e->before == '[' && e->after == ',')
        return arena_fmt(
            a,
            "The `[%.*s, ...]` of line %d is one index, and the "
            "comma throws `%.*s` away. Two indices are [%.*s][...] "
            "of an array with two dimensions, else row * columns "
            "+ column.",
            (int)t.n, t.p, e->line, (int)t.n, t.p, (int)t.n, t.p);
    if (source_is_name(t) && e->after == ';' && str_starts(t.p, "__sync"))
        return arena_fmt(a,
                         "Line %d names `%.*s` and does not call it, so nobody "
                         "waits there: write `%.*s();`.",
                         e->line, (int)t.n, t.p, (int)t.n, t.p);
    if (source_holds(t, "=="))
        return arena_fmt(a,
                         "Line %d compares, `%.*s`, and does nothing with the "
                         "answer: = stores.",
                         e->line, (int)t.n, t.p);
    const char *set = assignment_of(a, t);
    return set ? arena_fmt(a,
                           "Line %d computes `%.*s` and stores it nowhere. Is "
                           "`%s` meant?",
                           e->line, (int)t.n, t.p, set)
               : NULL;
}

static const char *idle_words(CheckResult *r) {
    static const char said[] = "warning #174-D: expression has no effect";
    const char *text = r->build.diagnostics;
    Idle e;
    for (const char *at = text; at && (at = strstr(at, said)); at++) {
        const char *says =
            read_idle(r, at, &e) ? idle_text(&r->arena, &e) : NULL;
        if (says) return says;
    }
    return NULL;
}

const char *value_idle(CheckResult *r, const char *code) {
    (void)code;
    return idle_words(r);
}

const char *trap_idle(const Told *w) {
    return idle_words(w->r);
}
