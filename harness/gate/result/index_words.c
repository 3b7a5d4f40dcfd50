// See index_words.h. The index is followed through the variables that it is
// made of: at = z * plane + x, plane = nx * nz.
#include "gate/result/index_words.h"

#include "gate/result/source.h"

#include <stdlib.h>
#include <string.h>

typedef struct Index {
    CheckResult *r;
    const Arg *arg;   // the array
    const char *code; // the file without comments
    const char *from; // the place of the index in it
    Str text;
} Index;

// True if a size of the exercise is in one of the inner extents, of which every
// index counts.
static bool is_inner(const Arg *arg, const char *size) {
    for (int i = 1; i < arg->nshape; i++)
        if (source_word(arg->shape[i]->text, size)) return true;
    return false;
}

static bool is_extent(const Exercise *ex, const char *size) {
    for (int g = 0; g < ex->nargs; g++)
        for (int i = 0; i < ex->args[g].nshape; i++)
            if (source_word(ex->args[g].shape[i]->text, size)) return true;
    return false;
}

static bool uses(const Index *x, const char *name) {
    return source_uses(x->code, x->from, x->text, name);
}

// Returns the size that one of the inner extents is and that the index does not
// count, or NULL.
static const char *missing(const Index *x) {
    for (int g = 0; g < x->r->ex->nargs; g++) {
        const Arg *size = &x->r->ex->args[g];
        if (!size->is_pointer && is_inner(x->arg, size->name) &&
            !uses(x, size->name))
            return size->name;
    }
    return NULL;
}

// Returns a size of other extents that the index counts, or NULL.
static const char *foreign(const Index *x) {
    for (int g = 0; g < x->r->ex->nargs; g++) {
        const Arg *size = &x->r->ex->args[g];
        if (!size->is_pointer && is_extent(x->r->ex, size->name) &&
            !is_inner(x->arg, size->name) && uses(x, size->name))
            return size->name;
    }
    return NULL;
}

static const char *extents(Arena *a, const Arg *arg) {
    const char *text = "";
    for (int i = 0; i < arg->nshape; i++)
        text = arena_fmt(a, "%s[%s]", text, arg->shape[i]->text);
    return text;
}

// A field's value is not followed.
static bool has_fields(Str text) {
    return memchr(text.p, '.', text.n) || memmem(text.p, text.n, "->", 2);
}

// A row of a written number of elements, and the index counts with another one.
static const char *about_number(const Index *x) {
    const Arg *arg = x->arg;
    const char *row = arg->shape[arg->nshape - 1]->text;
    char *end;
    long own = strtol(row, &end, 10), first;
    if (*end || own < 2 || x->text.n < 3) return NULL;
    // [4 * i ...
    first = strtol(x->text.p + 1, &end, 10);
    end += strspn(end, " ");
    // A multiple may count rows, a part of it halves of them.
    if (first < 2 || first % own == 0 || own % first == 0 || *end != '*')
        return NULL;
    return arena_fmt(&x->r->arena,
                     "`%s` has the shape %s: a row of it has %ld elements. The "
                     "index is computed with %ld.",
                     arg->name, extents(&x->r->arena, arg), own, first);
}

static const char *about(const Index *x) {
    if (about_number(x)) return about_number(x);
    if (has_fields(x->text)) return NULL;
    const char *lacks = missing(x), *has = lacks ? foreign(x) : NULL;
    Arena *a = &x->r->arena;
    const Arg *arg = x->arg;
    if (!has) return NULL;
    const char *row = arg->shape[arg->nshape - 1]->text;
    bool of_rows = source_word(row, lacks);
    return arena_fmt(a,
                     "`%s` has the shape %s: a %s of it has %s %s. The index "
                     "is computed with %s, and not with %s.",
                     arg->name, extents(a, arg), of_rows ? "row" : "plane",
                     of_rows ? row : lacks, of_rows ? "elements" : "rows", has,
                     lacks);
}

// ---- arrays of one dimension

static bool is_after(Str text, char sign, const char *name) {
    for (const char *p = text.p; (p = source_word(p, name));
         p += strlen(name)) {
        if (p >= text.p + text.n) return false;
        const char *before = p;
        while (before > text.p && before[-1] == ' ')
            before--;
        if (before > text.p && before[-1] == sign) return true;
    }
    return false;
}

// Rows of that length, and no array has as many rows: t / size is a row.
static bool is_row_length(const Exercise *ex, const char *size) {
    bool any = false;
    for (int g = 0; g < ex->nargs; g++) {
        const Arg *arg = &ex->args[g];
        if (arg->nshape < 2) continue;
        if (source_word(arg->shape[0]->text, size)) return false;
        any |= !strcmp(arg->shape[arg->nshape - 1]->text, size);
    }
    return any;
}

static const char *about_line(const Index *x) {
    const Exercise *ex = x->r->ex;
    const char *all = x->arg->shape[0]->text;
    Arena *a = &x->r->arena;
    if (!source_is_name(str_of(all)) || !is_row_length(ex, all)) return NULL;
    if (is_after(x->text, '/', all))
        return arena_fmt(a,
                         "`%s` has %s elements, and its index is divided by "
                         "%s: that is the number of the row. The place in the "
                         "row is the remainder, %% %s.",
                         x->arg->name, all, all, all);
    for (int g = 0; g < ex->nargs; g++) {
        const Arg *size = &ex->args[g];
        if (size->is_pointer || !strcmp(size->name, all) ||
            !is_extent(ex, size->name) || !is_after(x->text, '%', size->name))
            continue;
        return arena_fmt(a,
                         "`%s` has %s elements, and its index is the "
                         "remainder by %s.",
                         x->arg->name, all, size->name);
    }
    return NULL;
}

const char *index_words(CheckResult *r, const char *code, int line) {
    const char *from = line > 0 ? source_at(code, line) : code;
    const char *end =
        line > 0 ? source_at(code, line + 1) : code + strlen(code);
    for (int g = 0; g < r->ex->nargs; g++) {
        const Arg *arg = &r->ex->args[g];
        if (!arg->is_pointer || arg->nshape < 1) continue;
        for (const char *p = from;
             (p = source_word(p, arg->name)) && p < end;) {
            p += strlen(arg->name);
            Index x = {r, arg, code, p, source_index(p)};
            const char *says = NULL;
            if (*p == '[' && x.text.n)
                says = arg->nshape > 1 ? about(&x) : about_line(&x);
            if (says) return says;
        }
    }
    return NULL;
}
