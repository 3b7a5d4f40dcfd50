// Macros whose parameters stand without brackets: see value_rules.def and
// trap_rules.def.
#include "gate/result/told.h"
#include "gate/result/value_words.h"

#include "gate/result/source.h"

#include <string.h>

// `#define NAME(a, b) body`, whose brackets open at `open`.
typedef struct Macro {
    Str name, body;
    const char *open;
} Macro;

static bool next_macro(const char *p, Macro *out) {
    static const char word[] = "#define ";
    while ((p = strstr(p, word))) {
        p += strlen(word);
        p += strspn(p, " ");
        size_t n = source_name_length(p);
        if (!n || p[n] != '(') continue;
        const char *shut = strchr(p + n, ')');
        if (!shut) return false;
        *out = (Macro){{p, n}, {shut + 1, strcspn(shut + 1, "\n")}, p + n};
        return true;
    }
    return false;
}

// The place of the parameter beside a factor in the body, NULL: there is none.
static const char *bare_use(const Macro *m, const char *word) {
    const char *end = m->body.p + m->body.n;
    size_t n = strlen(word);
    for (const char *p = m->body.p; (p = source_word(p, word)) && p < end;
         p += n) {
        const char *before = p, *after = p + n + strspn(p + n, " ");
        while (before > m->body.p && before[-1] == ' ')
            before--;
        if ((*after && strchr("*/%", *after)) ||
            (before > m->body.p && strchr("*/%", before[-1])))
            return p;
    }
    return NULL;
}

static bool is_sum(Str text) {
    int depth = 0;
    for (size_t i = 1; i < text.n; i++) {
        char c = text.p[i];
        depth += (c == '(' || c == '[') - (c == ')' || c == ']');
        if (depth == 0 && (c == '+' || c == '-')) return true;
    }
    return false;
}

static const char *bare_words(Arena *a, const char *code) {
    Macro m = {.open = code};
    while (next_macro(m.open, &m)) {
        const char *name = arena_strn(a, m.name.p, m.name.n);
        Str param;
        for (int k = 0; (param = source_call_argument(m.open, k)).n; k++) {
            const char *word = arena_strn(a, param.p, param.n);
            if (!bare_use(&m, word)) continue;
            const char *end = m.body.p + m.body.n;
            for (const char *p = end; (p = source_word(p, name)); p++) {
                const char *open = p + m.name.n;
                Str given =
                    *open == '(' ? source_call_argument(open, k) : (Str){0};
                if (!given.n || !is_sum(given)) continue;
                return arena_fmt(
                    a,
                    "A macro is put in as text: in line %d `%s` gets `%.*s` "
                    "for `%s`, and what stands beside `%s` in line %d, a * or "
                    "a /, takes the last part of it alone. Put each parameter "
                    "into brackets in the macro: (%s).",
                    source_number(code, p), name, (int)given.n, given.p, word,
                    word, source_number(code, m.open), word);
            }
        }
    }
    return NULL;
}

const char *value_bare_macro(CheckResult *r, const char *code) {
    return bare_words(&r->arena, code);
}

const char *trap_bare_macro(const Told *w) {
    return told_is(w, "out-of-bounds") ? bare_words(&w->r->arena, w->code)
                                       : NULL;
}
