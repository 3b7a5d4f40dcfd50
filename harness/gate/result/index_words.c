// See index_words.h. The index is followed through the variables that it is
// made of: at = z * plane + x, plane = nx * nz.
#include "gate/result/index_words.h"

#include "gate/result/kernels.h"
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

// ---- the row length itself: (...) * lk + j

// The name before which `*` stands at the end of a text; empty: it ends in
// another way.
static Str last_factor(Str text) {
    const char *end = text.p + text.n;
    while (end > text.p && end[-1] == ' ')
        end--;
    const char *from = end;
    while (from > text.p && source_name_char(from[-1]))
        from--;
    const char *before = from;
    while (before > text.p && before[-1] == ' ')
        before--;
    if (before == text.p || before[-1] != '*') return (Str){0};
    return (Str){from, (size_t)(end - from)};
}

// The factor of the number of the row: the one before the last plus
// that stands in no brackets. begins: the text says where a row begins, and a
// column may be added elsewhere.
static Str row_factor(Str text, bool begins) {
    int depth = 0;
    const char *plus = NULL;
    for (const char *p = text.p; p < text.p + text.n; p++) {
        depth += (*p == '(' || *p == '[') - (*p == ')' || *p == ']');
        if (*p == '+' && depth == 0) plus = p;
    }
    if (plus) text.n = (size_t)(plus - text.p);
    return plus || begins ? last_factor(text) : (Str){0};
}

// A size of the exercise, by the text of its name; NULL: it is none.
static const Arg *extent_of(const Index *x, Str name) {
    for (int g = 0; g < x->r->ex->nargs; g++) {
        const Arg *size = &x->r->ex->args[g];
        if (!size->is_pointer && is_extent(x->r->ex, size->name) &&
            strlen(size->name) == name.n && !memcmp(size->name, name.p, name.n))
            return size;
    }
    return NULL;
}

static const char *about_factor(const Index *x, bool begins) {
    const Arg *arg = x->arg;
    const char *row = arg->shape[arg->nshape - 1]->text;
    Str factor = row_factor(x->text, begins);
    const Arg *size = extent_of(x, factor);
    const char *is = "";
    if (factor.n && !size) {
        Arena *a = &x->r->arena;
        Str origin = kernel_origin(a, x->code, x->from, factor);
        size = extent_of(x, origin);
        if (size) is = arena_fmt(a, "%.*s, which is ", (int)factor.n, factor.p);
    }
    if (!size || !source_is_name(str_of(row)) || !strcmp(size->name, row))
        return NULL;
    return arena_fmt(&x->r->arena,
                     "`%s` has the shape %s: a row of it has %s elements. Line "
                     "%d multiplies the number of the row by %s%s.",
                     arg->name, extents(&x->r->arena, arg), row,
                     source_number(x->code, x->from), is, size->name);
}

// The name at the end of a text, after a cast or a bracket; empty: it ends in
// another way.
static Str last_name(Str text) {
    text = str_trim(text);
    const char *end = text.p + text.n, *from = end;
    while (from > text.p && source_name_char(from[-1]))
        from--;
    bool alone = from == text.p || strchr("()", from[-1]);
    Str name = {from, alone ? (size_t)(end - from) : 0};
    return source_is_name(name) ? name : (Str){0};
}

// The file compares the name with that size, as in `row < rows`.
static bool is_compared(const Index *x, Str name, const char *size) {
    static const char *const signs[] = {"<", ">="};
    for (size_t k = 0; k < COUNT_OF(signs); k++)
        if (source_word(x->code,
                        arena_fmt(&x->r->arena, "%.*s %s %s", (int)name.n,
                                  name.p, signs[k], size)))
            return true;
    return false;
}

// `c * cols + r`, where r < rows and c < cols.
static const char *about_swapped(const Index *x) {
    const Arg *arg = x->arg;
    const char *row = arg->shape[arg->nshape - 1]->text;
    const char *above = arg->shape[arg->nshape - 2]->text;
    const char *plus = memchr(x->text.p, '+', x->text.n);
    if (!plus || arg->nshape != 2 || !strcmp(row, above)) return NULL;
    Str before = {x->text.p, (size_t)(plus - x->text.p)};
    Str factor = last_factor(before);
    if (factor.n != strlen(row) || memcmp(factor.p, row, factor.n)) return NULL;
    const char *star = factor.p;
    while (*star != '*')
        star--;
    Str first = last_name((Str){before.p, (size_t)(star - before.p)});
    const char *end = x->text.p + x->text.n;
    Str second = str_trim((Str){plus + 1, (size_t)(end - plus - 1)});
    if (!first.n || !source_is_name(second)) return NULL;
    if (!is_compared(x, first, row) || !is_compared(x, second, above) ||
        is_compared(x, first, above) || is_compared(x, second, row))
        return NULL;
    return arena_fmt(&x->r->arena,
                     "`%s` has the shape %s, and line %d takes %.*s for its "
                     "row and %.*s for its column. The file compares %.*s with "
                     "%s: swap the two.",
                     arg->name, extents(&x->r->arena, arg),
                     source_number(x->code, x->from), (int)first.n, first.p,
                     (int)second.n, second.p, (int)first.n, first.p, row);
}

// The array that a pointer of the file was set into, with the sum that was
// added: `const float *mine = in + row * cols;`. False: it is no such pointer.
static bool find_base(CheckResult *r, const char *code, const char *at,
                      const char *name, Index *out) {
    const char *value = source_value(code, at, name);
    if (!value) return false;
    value += strspn(value, " &");
    for (int g = 0; g < r->ex->nargs; g++) {
        const Arg *arg = &r->ex->args[g];
        size_t n = strlen(arg->name);
        if (!arg->is_pointer || arg->nshape < 2 ||
            strncmp(value, arg->name, n) || source_name_char(value[n]))
            continue;
        const char *p = value + n + strspn(value + n, " ");
        if (*p != '+') return false;
        *out = (Index){r, arg, code, p, {p + 1, strcspn(p + 1, ";,")}};
        return true;
    }
    return false;
}

// A line that indexes a pointer into a row.
static const char *about_pointers(CheckResult *r, const char *code,
                                  const char *from, const char *end) {
    for (const char *p = from; p < end; p++) {
        size_t n = source_name_length(p);
        if (n == 0) continue;
        const char *name = arena_strn(&r->arena, p, n);
        Index x;
        const char *says = p[n] == '[' && find_base(r, code, p, name, &x)
                               ? about_factor(&x, true)
                               : NULL;
        if (says) return says;
        p += n - 1;
    }
    return NULL;
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
            if (!says && *p == '[' && x.text.n > 1 && arg->nshape > 1) {
                x.text = (Str){x.text.p + 1, x.text.n - 1};
                says = about_factor(&x, false);
                if (!says) says = about_swapped(&x);
            }
            if (says) return says;
        }
    }
    return about_pointers(r, code, from, end);
}

// ---- sizes of the grid

// Every launch of the file has blocks of one dimension.
static bool is_flat(Arena *a, const char *code) {
    int launches = 0;
    for (const char *p = code; (p = strstr(p, "<<<")); p += 3) {
        Str block = source_call_argument(p + 2, 1);
        const char *text = arena_strn(a, block.p, block.n);
        if (!block.n || strstr(text, "dim3") || strchr(text, '{')) return false;
        for (const char *d = code; (d = source_word(d, "dim3")); d += 4) {
            const char *end = d + strcspn(d, ";{");
            const char *at = source_word(d, text);
            if (source_is_name(block) && at && at < end) return false;
        }
        launches++;
    }
    return launches > 0;
}

const char *index_grid_words(CheckResult *r, const char *code) {
    Arena *a = &r->arena;
    const char *at = strstr(code, "blockIdx.x * gridDim.x");
    if (!at) at = strstr(code, "gridDim.x * blockIdx.x");
    if (at)
        return arena_fmt(a,
                         "Line %d multiplies blockIdx.x by gridDim.x, the "
                         "number of blocks. A block begins at its number times "
                         "the threads of a block: blockIdx.x * blockDim.x.",
                         source_number(code, at));
    at = strstr(code, "blockDim.x * blockDim.x");
    if (!at) at = strstr(code, "gridDim.x * gridDim.x");
    if (at)
        return arena_fmt(a,
                         "Line %d multiplies %.*s by itself. The whole grid "
                         "has gridDim.x * blockDim.x threads.",
                         source_number(code, at), (int)strcspn(at, " "), at);
    at = source_word(code, "threadIdx.y");
    if (!at || !is_flat(a, code)) return NULL;
    return arena_fmt(a,
                     "Line %d uses threadIdx.y, which is 0 in every thread: "
                     "the launch has blocks of one dimension. Is threadIdx.x "
                     "meant?",
                     source_number(code, at));
}
