// See index_words.h. The index is followed through the variables that it is
// made of: at = z * plane + x, plane = nx * nz.
#include "gate/result/index_words.h"

#include "gate/result/source.h"

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

static const char *about(const Index *x) {
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

const char *index_words(CheckResult *r, const char *code, int line) {
    const char *from = line > 0 ? source_at(code, line) : code;
    const char *end =
        line > 0 ? source_at(code, line + 1) : code + strlen(code);
    for (int g = 0; g < r->ex->nargs; g++) {
        const Arg *arg = &r->ex->args[g];
        if (!arg->is_pointer || arg->nshape < 2) continue;
        for (const char *p = from;
             (p = source_word(p, arg->name)) && p < end;) {
            p += strlen(arg->name);
            Index x = {r, arg, code, p, source_index(p)};
            const char *says = *p == '[' && x.text.n ? about(&x) : NULL;
            if (says) return says;
        }
    }
    return NULL;
}
