// See edits_c.h.
#include "gate/check/edits_c.h"

#include "base/buf.h"
#include "base/str.h"
#include "gate/check/tokens.h"

#include <string.h>

// A name of the whole file: of a function, a variable, a type, a constant.
typedef struct Names {
    Tokens t;
    int *at; // tokens
    int n;
} Names;

static void add_name(Names *f, int i) {
    for (int k = 0; k < f->n; k++)
        if (token_same(&f->t, f->at[k], i)) return;
    f->at[f->n++] = i;
}

// The constants of the enum whose brace opens at i; returns the brace that
// closes it.
static int add_constants(Names *f, int i) {
    static const char *const before[] = {"{", ",", NULL};
    int k = i + 1;
    for (; k < f->t.n && !token_is(&f->t, k, "}"); k++)
        if (token_has(&f->t, k, NAME) && token_in(&f->t, k - 1, before))
            add_name(f, k);
    return k;
}

// The names that the code outside of all braces declares.
static Names names_of(Arena *a, const char *code) {
    static const char *const tags[] = {"struct", "union", "enum", NULL};
    static const char *const after[] = {"=", "[", ";", ",", NULL};
    Names f = {.t = tokens_read(a, code)};
    const Tokens *t = &f.t;
    f.at = arena_array(a, int, (size_t)t->n + 1);
    int depth = 0;
    for (int i = 0; i < t->n; i++) {
        depth += token_is(t, i, "{") ? 1 : token_is(t, i, "}") ? -1 : 0;
        if (depth == 1 && token_is(t, i, "{") &&
            (token_is(t, i - 1, "enum") || token_is(t, i - 2, "enum"))) {
            i = add_constants(&f, i);
            depth--;
        }
        if (depth > 0 || t->at[i].directive || !token_has(t, i, NAME) ||
            t->at[i].in_head || t->at[i].in_brackets)
            continue;
        bool is_tag = token_in(t, i - 1, tags) && token_is(t, i + 1, "{");
        bool is_function =
            token_is(t, i + 1, "(") &&
            (token_has(t, i - 1, NAME) || token_is(t, i - 1, "*")) &&
            !str_starts(code + t->at[i].at, "__");
        bool is_type = token_is(t, i + 1, "__attribute__");
        if (is_tag || is_function || is_type || token_in(t, i + 1, after))
            add_name(&f, i);
    }
    return f;
}

// `#define` or `#undef` of each name, with the copy's number after it.
static void put_names(Buf *b, const Names *f, int copy) {
    for (int k = 0; k < f->n; k++) {
        const Token *name = &f->t.at[f->at[k]];
        const char *text = f->t.code + name->at;
        if (copy < 0)
            buf_fmt(b, "#undef %.*s\n", name->len, text);
        else
            buf_fmt(b, "#define %.*s %.*s_%d\n", name->len, text, name->len,
                    text, copy);
    }
}

// The macros of a copy are not those of the next one.
static void drop_macros(Buf *b, const Tokens *t) {
    for (int i = 1; i + 1 < t->n; i++)
        if (t->at[i].directive && token_is(t, i, "define") &&
            token_is(t, i - 1, "#"))
            buf_fmt(b, "#undef %.*s\n", t->at[i + 1].len,
                    t->code + t->at[i + 1].at);
}

char *edits_c_file(Arena *a, const char *code, const Exercise *ex,
                   const Edit *e, int n) {
    Buf b = {0};
    char *rest = edits_take_includes(a, code, &b);
    Names names = names_of(a, rest);
    for (int i = 0; i < n; i++) {
        put_names(&b, &names, i);
        buf_fmt(&b, "#line 1 \"" EDIT_FILE "%d\"\n", i);
        buf_add(&b, rest, (size_t)e[i].at);
        if (e[i].by) buf_str(&b, e[i].by);
        buf_str(&b, rest + e[i].at + e[i].len);
        buf_char(&b, '\n');
        put_names(&b, &names, -1);
        drop_macros(&b, &names.t);
    }
    buf_fmt(&b, "extern int small_edit_number;\n%s {\n", ex->entry_decl);
    for (int i = 0; i < n; i++) {
        buf_fmt(&b, "    if (small_edit_number == %d) %s_%d(", i, ex->entry, i);
        for (int k = 0; k < ex->nargs; k++)
            buf_fmt(&b, "%s%s", k ? ", " : "", ex->args[k].name);
        buf_str(&b, ");\n");
    }
    buf_str(&b, "}\n");
    char *text = arena_str(a, buf_text(&b));
    buf_free(&b);
    return text;
}
