// Shared arrays whose index has padding and whose length has none: see
// trap_rules.def.
#include "gate/result/store.h"

#include "gate/result/source.h"

#include <string.h>

// `i + i / 32` and `(i) + ((i) >> 5)`: more than the number that is padded.
static bool adds_some(Str text) {
    bool part = memchr(text.p, '/', text.n) || source_holds(text, ">>");
    return part && memchr(text.p, '+', text.n) && !source_holds(text, "Idx");
}

// The text that a macro or a function of one statement makes of its argument;
// empty: it is none of the file.
static Str body_of(Arena *a, const char *code, Str name) {
    const char *word = arena_strn(a, name.p, name.n);
    for (const char *p = code; (p = source_word(p, word)); p += name.n) {
        const char *line = p;
        while (line > code && line[-1] != '\n')
            line--;
        Str before = {line, (size_t)(p - line)};
        const char *shut = p[name.n] == '(' ? strchr(p, ')') : NULL;
        if (!shut) continue;
        if (source_holds(before, "#define"))
            return (Str){shut + 1, strcspn(shut + 1, "\n")};
        const char *back = source_word(shut, "return");
        const char *open = shut + 1 + strspn(shut + 1, " \n");
        if (*open == '{' && back && back < strchr(open, '}'))
            return str_trim((Str){back + 6, strcspn(back + 6, ";")});
    }
    return (Str){0};
}

// The number of elements in the declaration of the shared array; *at: its
// place, NULL: it has none.
static Str length_of(const char *code, const char *array, const char **at) {
    *at = NULL;
    for (const char *p = code; (p = source_word(p, "__shared__")); p++) {
        const char *name = source_word(p, array);
        if (!name || name > p + strcspn(p, ";")) continue;
        *at = name;
        Str index = source_index(name + strlen(array));
        return index.n ? str_trim((Str){index.p + 1, index.n - 1}) : (Str){0};
    }
    return (Str){0};
}

static const char *padded_words(const Told *w, Str name, Str index) {
    Arena *a = &w->r->arena;
    const char *array = arena_strn(a, name.p, name.n), *declared;
    Str length = length_of(w->code, array, &declared);
    index = str_trim((Str){index.p + 1, index.n - 1});
    size_t n = source_name_length(index.p);
    Str pad = {index.p, n},
        body = n && index.p[n] == '(' && index.p[index.n - 1] == ')'
                   ? str_trim(body_of(a, w->code, pad))
                   : (Str){0};
    // Without a number it is as long as the launch says.
    if (!declared || !length.n || strcspn(length.p, "+/(>") < length.n)
        return NULL;
    // `ROOM = MOST + MOST / 32` has padding, too.
    const char *room =
        source_is_name(length)
            ? source_value(w->code, declared, arena_strn(a, length.p, length.n))
            : NULL;
    if (room && adds_some((Str){room, strcspn(room, ";\n")})) return NULL;
    if (body.n && adds_some(body))
        return arena_fmt(a,
                         "`%.*s` adds to the index, `%.*s`, and `%s` is "
                         "declared in line %d with `%.*s` elements, as if it "
                         "did not. For so many the largest index is "
                         "`%.*s(%.*s - 1)`: the array needs one element more "
                         "than that.",
                         (int)n, pad.p, (int)body.n, body.p, array,
                         source_number(w->code, declared), (int)length.n,
                         length.p, (int)n, pad.p, (int)length.n, length.p);
    if (adds_some(index) && !memchr(index.p, '[', index.n))
        return arena_fmt(a,
                         "The index `%.*s` has padding, and `%s` is declared "
                         "in line %d with `%.*s` elements, as if it had none. "
                         "How large is it for the last element? The array "
                         "needs one more than that.",
                         (int)index.n, index.p, array,
                         source_number(w->code, declared), (int)length.n,
                         length.p);
    return NULL;
}

const char *trap_padded_index(const Told *w) {
    const char *p = source_at(w->code, w->t->line),
               *end = source_at(w->code, w->t->line + 1);
    if (!told_is(w, "out-of-bounds") || strcmp(w->t->space, "shared") != 0 ||
        strstr(w->t->message, " before the beginning of "))
        return NULL;
    bool named = strstr(w->t->message, " the end of `") != NULL;
    for (; p < end; p++) {
        size_t n = source_name_length(p);
        const char *array =
            arena_fmt(&w->r->arena, " the end of `%.*s`", (int)n, p);
        Str index = n && p[n] == '[' ? source_index(p + n) : (Str){0};
        const char *says =
            index.n > 1 && (!named || strstr(w->t->message, array))
                ? padded_words(w, (Str){p, n}, index)
                : NULL;
        if (says) return says;
        p += n ? n - 1 : 0;
    }
    return NULL;
}
