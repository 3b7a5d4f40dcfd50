// Linking: the files of a program whose device code was compiled one by one.
//
// Operands point at the symbols of their own file. A symbol that is only
// declared there is told where its definition is: the function at once, a
// variable's address when the module is loaded.
#include "sim/ptx/ptx.h"

#include "base/map.h"

#include <string.h>

typedef struct Joining {
    Map funcs, vars; // PtxFunc, Sym by name: the first definition
} Joining;

static bool is_linked_variable(const Sym *s) {
    return (s->space == SPACE_GLOBAL || s->space == SPACE_CONST) &&
           (s->is_visible || s->is_extern);
}

static void note_definitions(Joining *j, const PtxModule *m) {
    for (int i = 0; i < m->nfuncs; i++) {
        PtxFunc *f = m->funcs[i];
        if (!f->is_declared_only && !map_find(&j->funcs, f->name))
            map_set(&j->funcs, f->name, f);
    }
    for (int i = 0; i < m->nvars; i++) {
        Sym *s = m->vars[i];
        bool defines = s->size && (!s->is_extern || s->init);
        if (defines && is_linked_variable(s) && !map_find(&j->vars, s->name))
            map_set(&j->vars, s->name, s);
    }
}

static void resolve(const Joining *j, const PtxModule *m) {
    for (int i = 0; i < m->nfuncs; i++) {
        const PtxFunc *f = m->funcs[i];
        PtxFunc *to = f->is_declared_only ? map_find(&j->funcs, f->name) : NULL;
        if (to && f->sym) f->sym->func = to;
    }
    for (int i = 0; i < m->nvars; i++) {
        Sym *s = m->vars[i];
        const Sym *to =
            is_linked_variable(s) ? map_find(&j->vars, s->name) : NULL;
        if (to && to != s) s->definition = to;
    }
}

// Appends n pointers to the *count at `to`.
#define APPEND(to, count, from, n)                                             \
    do {                                                                       \
        if (n) memcpy((to) + (count), (from), (size_t)(n) * sizeof *(to));     \
        (count) += (n);                                                        \
    } while (0)

PtxModule *ptx_join(Arena *a, PtxModule *const *parts, int n) {
    Joining j = {0};
    int nvars = 0, nfuncs = 0;
    if (n == 1) return parts[0];
    for (int i = 0; i < n; i++) {
        note_definitions(&j, parts[i]);
        nvars += parts[i]->nvars;
        nfuncs += parts[i]->nfuncs;
    }
    PtxModule *m = arena_new(a, PtxModule);
    *m = *parts[0];
    m->nvars = m->nfuncs = 0;
    m->vars = arena_array(a, Sym *, (size_t)nvars + 1);
    m->funcs = arena_array(a, PtxFunc *, (size_t)nfuncs + 1);
    for (int i = 0; i < n; i++) {
        resolve(&j, parts[i]);
        APPEND(m->vars, m->nvars, parts[i]->vars, parts[i]->nvars);
        APPEND(m->funcs, m->nfuncs, parts[i]->funcs, parts[i]->nfuncs);
    }
    map_free(&j.funcs);
    map_free(&j.vars);
    return m;
}
