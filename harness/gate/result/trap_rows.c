// Shared arrays of rows whose second index goes past the end of a row: see
// trap_rules.def.
#include "gate/result/told.h"

#include "gate/result/source.h"

#include <stdio.h>
#include <string.h>

enum { DEPTH = 4 }; // names that lead to each other

// A thread's number in its block along x and y.
typedef struct Thread {
    int x, y, z;
} Thread;

static bool sum_of(const Told *w, const char *at, Str text, const Thread *t,
                   int depth, long *out);

// A part of the number of an element, for the thread; NULL: for none.
static bool term_of(const Told *w, const char *at, Str text, const Thread *t,
                    int depth, long *out) {
    text = str_trim(text);
    if (source_constant(w->code, text, out)) return true;
    if (str_eq(text, "threadIdx.x") && t) return *out = t->x, true;
    if (str_eq(text, "threadIdx.y") && t) return *out = t->y, true;
    if (!source_is_name(text) || depth == 0) return false;
    const char *value =
        source_value(w->code, at, arena_strn(&w->r->arena, text.p, text.n));
    if (!value) return false;
    Str given = {value, strcspn(value, ";,\n")};
    return sum_of(w, value, given, t, depth - 1, out);
}

// A sum of such parts.
static bool sum_of(const Told *w, const char *at, Str text, const Thread *t,
                   int depth, long *out) {
    long all = 0, one;
    for (size_t from = 0, i = 0; i <= text.n; i++) {
        if (i < text.n && text.p[i] != '+' && text.p[i] != '-') continue;
        Str term = {text.p + from, i - from};
        if (!term_of(w, at, term, t, depth, &one)) return false;
        all += from > 0 && text.p[from - 1] == '-' ? -one : one;
        from = i + 1;
    }
    *out = all;
    return true;
}

static bool constant_sum(const Told *w, Str text, long *out) {
    return sum_of(w, w->code, text, NULL, 0, out);
}

// The parts of "[a][b" that follow the name at p; false: it has not two.
static bool two_of(const char *p, Str part[2]) {
    Str index = source_index(p);
    const char *middle = index.n ? memmem(index.p, index.n, "][", 2) : NULL;
    if (!middle || *index.p != '[') return false;
    const char *end = index.p + index.n;
    part[0] = (Str){index.p + 1, (size_t)(middle - index.p) - 1};
    part[1] = (Str){middle + 2, (size_t)(end - middle) - 2};
    if (part[1].n && part[1].p[part[1].n - 1] == ']') part[1].n--;
    return part[1].n > 0 && !memmem(part[1].p, part[1].n, "][", 2);
}

// The thread goes past the end of a row in the line.
static const char *past_row(const Told *w, int line, const char *thread,
                            Str array, long width) {
    Thread t;
    const char *name = arena_strn(&w->r->arena, array.p, array.n),
               *from = source_at(w->code, line),
               *end = from + strcspn(from, "\n");
    if (sscanf(thread, "%d,%d,%d", &t.x, &t.y, &t.z) != 3) return NULL;
    for (const char *p = from; (p = source_word(p, name)) && p < end; p++) {
        Str part[2];
        long at;
        if (!two_of(p + array.n, part) ||
            !sum_of(w, p, part[1], &t, DEPTH, &at) || at < width)
            continue;
        return arena_fmt(&w->r->arena,
                         "`%.*s` in line %d is %ld for thread (%d,%d,%d), and "
                         "a row of `%s` has %ld elements, 0 to %ld: the next "
                         "one is the beginning of the next row, which another "
                         "thread uses. Make the rows longer.",
                         (int)part[1].n, part[1].p, line, at, t.x, t.y, t.z,
                         name, width, width - 1);
    }
    return NULL;
}

const char *trap_past_row(const Told *w) {
    const TrapInfo *t = w->t;
    if (!told_is(w, "shared-race") && !told_is(w, "uninitialised-shared"))
        return NULL;
    for (const char *p = w->code; (p = source_word(p, "__shared__")); p++) {
        const char *end = p + strcspn(p, ";"), *open = strchr(p, '[');
        if (!open || open > end) continue;
        Str array = source_name_before(w->code, open), size[2];
        long width;
        if (!array.n || !two_of(array.p + array.n, size) ||
            !constant_sum(w, size[1], &width))
            continue;
        const char *says = past_row(w, t->line, t->thread, array, width);
        if (!says && t->other_line > 0)
            says = past_row(w, t->other_line, t->other_thread, array, width);
        if (says) return says;
    }
    return NULL;
}
