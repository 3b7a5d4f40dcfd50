// See store.h.
#include "gate/result/store.h"

#include "gate/result/source.h"

#include <string.h>

// The first element of an array that the line stores to. False: there is none.
bool store_in(const Told *w, int line, Store *out) {
    const char *p = source_at(w->code, line);
    const char *end = source_at(w->code, line + 1);
    for (; p < end; p++) {
        size_t n = source_name_length(p);
        if (n == 0) continue;
        Str index = p[n] == '[' ? source_index(p + n) : (Str){0};
        const char *set = index.n ? index.p + index.n + 1 : p;
        set += strspn(set, " ");
        bool stores = (*set == '=' && set[1] != '=') ||
                      (strchr("+-*/|&^", *set) && set[1] == '=') ||
                      !strncmp(set, "++", 2) || !strncmp(set, "--", 2);
        if (index.n > 1 && stores) {
            *out = (Store){{p, n}, index, index.p};
            return true;
        }
        p += n - 1;
    }
    return false;
}

bool store_uses(const Told *w, const Store *s, const char *name) {
    return source_uses(w->code, s->at, s->index, name);
}

// That of the trap's line.
bool store_of_trap(const Told *w, Store *out) {
    return store_in(w, w->t->line, out);
}

// "base + rank" of the index [base + rank: what it is, or what the variable
// was given that it is.
Str store_index_value(const Told *w, const Store *s) {
    Str index = str_trim((Str){s->index.p + 1, s->index.n - 1});
    if (!source_is_name(index)) return s->index;
    const char *name = arena_strn(&w->r->arena, index.p, index.n);
    const char *value = source_value(w->code, s->at, name);
    return value ? (Str){value, strcspn(value, ";")} : s->index;
}

// A variable of that name is declared in shared memory.
bool store_is_shared(const char *code, const char *name) {
    for (const char *p = code; (p = source_word(p, "__shared__")); p++) {
        const char *at = source_word(p, name);
        if (at && at < p + strcspn(p, ";")) return true;
    }
    return false;
}
