// See edits.h: the file that has all edits, and the words of one.
#include "gate/check/edits.h"

#include "base/buf.h"
#include "base/str.h"
#include "gate/check/tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- the file

char *edits_take_includes(Arena *a, const char *code, Buf *includes) {
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

// ---- what an edit changes

// A function, a struct, a constant of the file: what its edits change, and what
// names it.
typedef struct Part {
    int first, last; // tokens
    int from, to;    // bytes, with what stands before it
    bool is_copied;
} Part;

typedef struct Parts {
    Tokens t;
    Part *at;
    int n;
    bool shared; // an edit needs only some of them; else it needs all
} Parts;

static bool is_function(const Tokens *t, const Part *p) {
    for (int i = p->first; i <= p->last; i++)
        if (token_is(t, i, "(") || token_is(t, i, "{"))
            return token_is(t, i, "(");
    return false;
}

static bool has_any(const Tokens *t, const Part *p, const char *const *words) {
    for (int i = p->first; i <= p->last; i++)
        if (token_in(t, i, words)) return true;
    return false;
}

// A variable that keeps its value from call to call must not be shared by the
// edits, and a file that is not understood is not taken apart. A struct is not
// shared either: its functions would be found beside those of an edit.
static bool is_separate(const Tokens *t, const Part *p) {
    static const char *const kept[] = {"static", NULL};
    static const char *const constant[] = {"const", "constexpr", "using", NULL};
    static const char *const unclear[] = {"typedef", "enum",      "union",
                                          "class",   "namespace", "extern",
                                          "struct",  NULL};
    if (is_function(t, p)) return !has_any(t, p, kept);
    return has_any(t, p, constant) && !has_any(t, p, unclear);
}

static bool has_conditions(const Tokens *t) {
    static const char *const words[] = {"if",    "ifdef", "ifndef", "else",
                                        "undef", "endif", NULL};
    for (int i = 1; i < t->n; i++)
        if (t->at[i].directive && token_is(t, i - 1, "#") &&
            token_in(t, i, words))
            return true;
    return false;
}

static Parts parts_of(Arena *a, const char *code) {
    Parts p = {.t = tokens_read(a, code)};
    const Tokens *t = &p.t;
    p.at = arena_array(a, Part, (size_t)t->n + 1);
    for (int i = 0; i < t->n; i++) {
        bool begins = i == 0 || t->at[i].function != t->at[i - 1].function;
        if (begins && !(i > 0 && token_is(t, i, ";")))
            p.at[p.n++] = (Part){.first = i};
        p.at[p.n - 1].last = i;
    }
    p.shared = !has_conditions(t);
    for (int k = 0; k < p.n; k++) {
        Part *one = &p.at[k];
        one->from = k > 0 ? p.at[k - 1].to : 0;
        one->to = t->at[one->last].at + t->at[one->last].len;
        p.shared &= is_separate(t, one) || one->first == one->last;
    }
    return p;
}

// The part has a name at its outside, or anywhere, that a copied part has at
// its outside.
static bool names_copied(const Parts *p, const Part *one) {
    const Tokens *t = &p->t;
    for (int k = 0; k < p->n; k++) {
        if (!p->at[k].is_copied) continue;
        int depth = 0;
        for (int i = p->at[k].first; i <= p->at[k].last; i++) {
            static const char *const words[] = {
                "const",      "constexpr",  "static",
                "inline",     "void",       "int",
                "float",      "double",     "unsigned",
                "long",       "bool",       "char",
                "__device__", "__global__", "__host__",
                "template",   "typename",   "__forceinline__",
                "struct",     "using",      NULL};
            depth += token_is(t, i, "{") ? 1 : token_is(t, i, "}") ? -1 : 0;
            if (depth > 0 || t->at[i].in_brackets || t->at[i].directive ||
                !token_has(t, i, NAME) || token_in(t, i, words))
                continue;
            for (int m = one->first; m <= one->last; m++)
                if (token_same(t, m, i)) return true;
        }
    }
    return false;
}

// Marks the parts that the edit changes, and those that use them.
static void mark_copied(Parts *p, const Edit *e) {
    bool all = !p->shared, more = true;
    for (int i = 0; i < p->t.n; i++)
        all |= p->t.at[i].directive && p->t.at[i].at >= e->at &&
               p->t.at[i].at < e->at + max_of(e->len, 1);
    for (int k = 0; k < p->n; k++)
        p->at[k].is_copied =
            all || (e->at >= p->at[k].from && e->at < p->at[k].to);
    while (more && !all) {
        more = false;
        for (int k = 0; k < p->n; k++) {
            if (p->at[k].is_copied || !names_copied(p, &p->at[k])) continue;
            p->at[k].is_copied = more = true;
        }
    }
}

static int line_at(const char *code, int at) {
    int line = 1;
    for (int i = 0; i < at; i++)
        line += code[i] == '\n';
    return line;
}

static void add_copy(Buf *b, const char *code, const Part *p, const Edit *e,
                     int number) {
    buf_fmt(b, "#line %d \"" EDIT_FILE "%d\"\n", line_at(code, p->from),
            number);
    bool here = e->at >= p->from && e->at < p->to;
    int end = here ? e->at : p->to;
    buf_add(b, code + p->from, (size_t)(end - p->from));
    if (here) {
        if (e->by) buf_str(b, e->by);
        buf_add(b, code + e->at + e->len, (size_t)(p->to - e->at - e->len));
    }
    buf_char(b, '\n');
}

// A macro of the next copy is not that of an edit.
static void add_macros(Buf *b, const Parts *p) {
    const Tokens *t = &p->t;
    for (int i = 1; i < t->n; i++) {
        if (!t->at[i].directive || !token_is(t, i, "define") ||
            !token_is(t, i - 1, "#"))
            continue;
        int last = i;
        while (last + 1 < t->n && t->at[last + 1].directive &&
               !token_is(t, last + 1, "#"))
            last++;
        buf_fmt(b, "#%.*s\n", t->at[last].at + t->at[last].len - t->at[i].at,
                t->code + t->at[i].at);
    }
}

static void call_entry(Buf *b, const Exercise *ex, const bool *own, int n) {
    buf_fmt(b,
            "extern \"C\" int small_edit_number;\n%s {\n    switch "
            "(small_edit_number) {\n",
            ex->entry_decl);
    for (int i = 0; i < n; i++) {
        buf_fmt(b, "    case %d: return e%d::%s(", i, own[i] ? i : 0,
                ex->entry);
        for (int k = 0; k < ex->nargs; k++)
            buf_fmt(b, "%s%s", k ? ", " : "", ex->args[k].name);
        buf_str(b, ");\n");
    }
    buf_str(b, "    }\n}\n");
}

// The part defines the entry.
static bool defines_entry(const Parts *p, const Part *one, const char *entry) {
    for (int i = one->first; i < one->last; i++)
        if (token_is(&p->t, i, entry) && p->t.at[i + 1].in_head) return true;
    return false;
}

char *edits_file(Arena *a, const char *code, const Exercise *ex, const Edit *e,
                 int n) {
    Buf b = {0};
    char *rest = edits_take_includes(a, code, &b);
    Parts p = parts_of(a, rest);
    bool *own = arena_array(a, bool, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        mark_copied(&p, &e[i]);
        buf_fmt(&b, "namespace e%d {\n", i);
        if (i > 0) buf_str(&b, "using namespace e0;\n");
        for (int k = 0; k < p.n; k++) {
            if (i > 0 && !p.at[k].is_copied) continue;
            add_copy(&b, rest, &p.at[k], &e[i], i);
            own[i] |= defines_entry(&p, &p.at[k], ex->entry);
        }
        buf_str(&b, "}\n");
        add_macros(&b, &p);
    }
    call_entry(&b, ex, own, n);
    char *text = arena_str(a, buf_text(&b));
    buf_free(&b);
    return text;
}

// ---- told

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

// The n characters at `at` are not a part of a longer word.
static bool is_whole(const char *code, const char *at, size_t n) {
    bool begins = at > code && in_word(at[-1]) && in_word(*at);
    return !begins && !(in_word(at[n - 1]) && in_word(at[n]));
}

// "the second " of several such texts in the line, or "".
static const char *which(const char *code, const Edit *e) {
    static const char *const all[] = {"the first ", "the second ", "the third ",
                                      "the fourth "};
    const char *at = code + e->at, *from = at;
    size_t n = (size_t)e->len, number = 0, count = 0;
    while (from > code && from[-1] != '\n')
        from--;
    size_t left = n > 0 ? strcspn(from, "\n") : 0;
    for (; n > 0 && left >= n; from++, left--) {
        if (memcmp(from, at, n) != 0 || !is_whole(code, from, n)) continue;
        if (from == at) number = count;
        count++;
    }
    return count > 1 && number < COUNT_OF(all) ? all[number] : "";
}

const char *edit_words(Arena *a, const char *code, const Edit *e) {
    enum { MOST = 30 };
    if (e->says) return e->says;
    if (e->is_barrier)
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
