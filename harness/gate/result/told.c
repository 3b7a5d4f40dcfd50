// See told.h.
#include "gate/result/told.h"

#include "base/str.h"
#include "gate/result/source.h"

#include <stdio.h>
#include <string.h>

static const char *variable_of(Arena *a, const TrapInfo *t) {
    const char *from = strchr(t->variable, '`');
    if (!from) return "";
    return arena_strn(a, from + 1, strcspn(from + 1, "`"));
}

Told told_of(CheckResult *r, const TrapInfo *t, const char *code) {
    return (Told){r, t, code, source_line(&r->arena, code, t->line),
                  variable_of(&r->arena, t)};
}

bool told_is(const Told *w, const char *kind) {
    return strcmp(w->t->kind, kind) == 0;
}

bool told_one_line(const Told *w) {
    return w->t->line > 0 && w->t->line == w->t->other_line &&
           strcmp(w->t->file, w->t->other_file) == 0;
}

bool told_names(const char *line, const char *name) {
    const char *p = line;
    while ((p = source_word(p, name)) && p > line && p[-1] == '.')
        p += strlen(name);
    return p != NULL;
}

Str told_target(const char *line) {
    const char *set = line;
    for (; (set = strchr(set, '=')); set++)
        if (set > line && !strchr("=<>!+-*/", set[-1]) && set[1] != '=') break;
    if (!set) return (Str){0};
    const char *from = set;
    int depth = 0;
    for (; from > line; from--) {
        char c = from[-1];
        depth += (c == ']') - (c == '[');
        if (depth == 0 && strchr(";{),", c)) break;
    }
    return str_trim((Str){from, (size_t)(set - from)});
}

bool told_adds_up(const char *line) {
    Str to = told_target(line);
    if (strstr(line, "+=") || strstr(line, "++") || !to.n) return true;
    const char *set = to.p + to.n;
    return memmem(set, strlen(set), to.p, to.n) != NULL;
}

bool told_in_tests(const TrapInfo *t) {
    return t->line > 0 && file_is_of_tests(t->file);
}

bool told_between_blocks(const Told *w) {
    return strstr(w->t->message, "), block (") != NULL ||
           strstr(w->t->message, "memory, block (") != NULL;
}

const Arg *told_array(const Told *w) {
    for (int g = 0; g < w->r->ex->nargs; g++) {
        const Arg *arg = &w->r->ex->args[g];
        const char *name = arena_fmt(&w->r->arena, "`%s`", arg->name);
        if (arg->is_pointer && strstr(w->t->message, name)) return arg;
    }
    return NULL;
}

bool told_of_global(const Told *w) {
    return told_is(w, "out-of-bounds") && !strcmp(w->t->space, "global");
}

const char *told_add_up(const Told *w) {
    bool shared = told_is(w, "shared-race");
    return shared || !exercise_limits(w->r->ex, "global_atomics", 0)
               ? "use atomicAdd"
               : "let one thread add up all that belongs to the element (a "
                 "gate allows no atomics in global memory here)";
}

const char *told_symbol(const Told *w, Str name) {
    static const char *const kinds[] = {"__constant__", "__device__"};
    const char *word = arena_strn(&w->r->arena, name.p, name.n);
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        for (const char *p = w->code; (p = source_word(p, kinds[k])); p++) {
            const char *at = source_word(p, word);
            if (!at || at > p + strcspn(p, ";={(")) continue;
            at += name.n;
            if (at[strspn(at, " ")] != '(') return kinds[k]; // no function
        }
    return NULL;
}
