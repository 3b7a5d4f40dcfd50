// Accesses outside of an array of global memory: how far the index is out, and
// what let it. See trap_rules.def.
#include "gate/result/far.h"

#include "gate/result/kernels.h"
#include "gate/result/source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The only line of the file that indexes the array; 0: there are several.
static int only_line(const Told *w, const char *name) {
    int line = 0;
    for (const char *p = w->code; (p = source_word(p, name));) {
        p += strlen(name);
        if (*p != '[') continue;
        int at = source_number(w->code, p);
        if (line && line != at) return 0;
        line = at;
    }
    return line;
}

// The line indexes the array by brackets.
static bool indexes(const char *line, const char *name) {
    for (const char *p = line; (p = source_word(p, name));) {
        p += strlen(name);
        if (*p == '[') return true;
    }
    return false;
}

// How many numbers an element of the pointer is: 2 of `const float2 *in`, as
// the last declaration before the line says; 1: one, or it is not known.
static int numbers_in(const Told *w, const char *name) {
    static const char *const types[] = {
        "float2", "float3", "float4",  "double2", "int2",  "int3",
        "int4",   "uint2",  "uint3",   "uint4",   "half2", "__half2",
        "short2", "short4", "ushort2", "ushort4", "char2", "char4",
        "uchar2", "uchar4", "double4"};
    const char *end = source_at(w->code, w->t->line), *last = NULL;
    int numbers = 1;
    for (size_t k = 0; k < COUNT_OF(types); k++)
        for (const char *p = w->code; (p = source_word(p, types[k])) && p < end;
             p++) {
            const char *at = p + strlen(types[k]);
            at += strspn(at, " ");
            if (*at != '*' || p < last) continue;
            at += strspn(at, "* ");
            if (str_starts(at, "__restrict__"))
                at += strlen("__restrict__"), at += strspn(at, " ");
            size_t n = strlen(name);
            if (strncmp(at, name, n) != 0 || source_name_char(at[n])) continue;
            last = p;
            numbers = types[k][strlen(types[k]) - 1] - '0';
        }
    return numbers;
}

// A line does not read its target, even where both have the name.
static bool is_target(Str index) {
    const char *end = index.p + index.n + 1;
    end += strspn(end, " ");
    return index.n > 1 && *end == '=' && end[1] != '=';
}

// The line stores to the array, and reads no element of it.
static bool only_stores(const char *line, const char *name) {
    bool stores = false;
    for (const char *p = line; (p = source_word(p, name));) {
        p += strlen(name);
        if (!is_target(source_index(p))) return false;
        stores = true;
    }
    return stores;
}

bool far_of(const Told *w, Far *f) {
    *f = (Far){.arg = told_array(w)};
    if (!told_of_global(w) || !f->arg) return false;
    // A read that lands past an array which its line only stores to is about
    // another one.
    if (!strcmp(w->t->access, "read") && only_stores(w->line, f->arg->name))
        return false;
    const char *message = w->t->message, *of = strstr(message, " of `");
    const char *has = strstr(message, "`, which has ");
    const char *past = strstr(message, ": ");
    long long size = elem_info[f->arg->type].bytes, bytes, far = 0;
    if (!of || !has || !past ||
        sscanf(has, "`, which has %lld bytes", &bytes) != 1)
        return false;
    bool before = strstr(past, " before the beginning of `");
    if (!before && !strstr(past, " past the end")) return false;
    sscanf(past, ": %lld byte", &far);
    size *= numbers_in(w, f->arg->name);
    f->count = bytes / size;
    f->index = before ? -((far + size - 1) / size) : (bytes + far) / size;
    // A line without any index, as *at = 1, has got its address from another
    // line. With one, as rows[i], it may have gone far past its own array.
    // One that names the array, as b + p * n, has got it from its own.
    bool own = strchr(w->line, '[') || source_word(w->line, f->arg->name);
    f->line = indexes(w->line, f->arg->name) ? w->t->line
              : own                          ? 0
                                             : only_line(w, f->arg->name);
    return f->line > 0;
}

Str far_index(const Told *w, const Far *f) {
    const char *at = source_at(w->code, f->line);
    size_t n = strlen(f->arg->name);
    at = source_word(at, f->arg->name);
    Str text = at ? source_index(at + n) : (Str){0};
    if (at && !strcmp(w->t->access, "read") && is_target(text)) {
        at = source_word(at + n, f->arg->name);
        if (at && at < source_at(w->code, f->line + 1))
            text = source_index(at + n);
    }
    return text.n > 1 ? str_trim((Str){text.p + 1, text.n - 1}) : (Str){0};
}

// The text after a <= is a size of the array, or an element of another one.
static bool is_end(const Told *w, const Arg *arg, const char *text) {
    text += strspn(text, " ");
    size_t n = source_name_length(text);
    const char *name = arena_strn(&w->r->arena, text, n);
    if (text[n] == '[') return true;
    for (int k = 0; n && k < arg->nshape; k++)
        if (source_word(arg->shape[k]->text, name)) return true;
    return false;
}

// The name before the `<=` at p that is compared and nothing else: empty for
// i + 4 <= n.
static Str compared_name(const char *code, const char *p) {
    Str name = source_name_before(code, p);
    const char *before = name.p;
    while (before > code && before[-1] == ' ')
        before--;
    bool alone = name.n && before > code && strchr("(;&|", before[-1]);
    return alone ? name : (Str){0};
}

static bool holds_name(const Told *w, Str text, Str name) {
    const char *word = arena_strn(&w->r->arena, name.p, name.n);
    const char *at = name.n ? source_word(text.p, word) : NULL;
    return at && at < text.p + text.n;
}

// The line of a condition up to this one that compares a part of the index by
// <= with the end of the array, or 0.
static int loose_check(const Told *w, const Far *f) {
    static const char *const heads[] = {"if", "for", "while"};
    const char *end = source_at(w->code, w->t->line + 1), *last = NULL;
    const char *from = strstr(w->code, "__global__");
    Str index = far_index(w, f);
    for (size_t k = 0; from && k < COUNT_OF(heads); k++)
        for (const char *p = from; (p = source_word(p, heads[k])) && p < end;
             p += strlen(heads[k])) {
            const char *close = p + strcspn(p, "{\n");
            const char *loose = strstr(p, "<=");
            if (loose && loose < close && loose > last &&
                holds_name(w, index, compared_name(w->code, loose)) &&
                is_end(w, f->arg, loose + 2))
                last = loose;
        }
    return last ? source_number(w->code, last) : 0;
}

const char *trap_loose_check(const Told *w) {
    Far f;
    int line = far_of(w, &f) && f.index == f.count ? loose_check(w, &f) : 0;
    if (!line) return NULL;
    return arena_fmt(&w->r->arena,
                     "`%s` has %lld element%s, and the index is %lld. Indices "
                     "go from 0 to n - 1: is the <= in line %d meant to be <?",
                     f.arg->name, f.count, f.count == 1 ? "" : "s", f.index,
                     line);
}

// Every thread has an index of its own, and the array one element.
const char *trap_single_element(const Told *w) {
    Far f;
    if (!far_of(w, &f) || f.index < 0 || f.arg->nshape != 1 ||
        strcmp(f.arg->shape[0]->text, "1"))
        return NULL;
    return arena_fmt(&w->r->arena,
                     "`%s` has one element, %s[0], and the index in line %d "
                     "is %lld. Do all threads mean %s[0]?",
                     f.arg->name, f.arg->name, f.line, f.index, f.arg->name);
}

// The bytes that a thread takes at once, by the message; 0: it tells none.
static int bytes_at_once(const Told *w) {
    const char *what = strstr(w->t->message, " bytes of global memory at ");
    if (!what) return 0;
    while (what > w->t->message && isdigit((unsigned char)what[-1]))
        what--;
    return (int)strtol(what, NULL, 10);
}

// A vector whose address is no multiple of its size, in an array of rows.
const char *trap_misaligned_row(const Told *w) {
    if (!told_is(w, "misaligned")) return NULL;
    long wide = bytes_at_once(w);
    for (int g = 0; g < w->r->ex->nargs; g++) {
        const Arg *arg = &w->r->ex->args[g];
        const char *name = arena_fmt(&w->r->arena, "`%s`", arg->name);
        long at_once = wide / elem_info[arg->type].bytes;
        if (arg->nshape < 2 || at_once < 2 || !strstr(w->t->alloc_note, name))
            continue;
        const char *row = arg->shape[arg->nshape - 1]->text;
        // A row that is a whole number of them begins where one does.
        char *end;
        long length = strtol(row, &end, 10);
        if (!*end && length % at_once == 0)
            return arena_fmt(
                &w->r->arena,
                "This line takes %ld elements of %s at once, and the first one "
                "must have a number that is a multiple of %ld. Is a number of "
                "packets added to a pointer to single elements? Cast first, "
                "then count: ((const float4 *)p)[i].",
                at_once, name, at_once);
        return arena_fmt(&w->r->arena,
                         "This line takes %ld elements of %s at once, so the "
                         "first one must have a number that is a multiple of "
                         "%ld. A row has `%s` elements: unless that is a "
                         "multiple of %ld, rows begin in between. Take single "
                         "elements there.",
                         at_once, name, at_once, row, at_once);
    }
    return NULL;
}

// A vector that begins inside of an array and ends outside.
const char *trap_wide(const Told *w) {
    const Arg *arg = told_array(w);
    const char *of = strstr(w->t->message, ": "), *has;
    long long size, into = 0, bytes;
    int wide = bytes_at_once(w);
    if (!told_of_global(w) || !arg || !wide || !of) return NULL;
    int each = elem_info[arg->type].bytes;
    if (!(has = strstr(of, "`, which has ")) || strstr(of, " past the end") ||
        sscanf(has, "`, which has %lld bytes", &bytes) != 1)
        return NULL;
    if (!strstr(of, "the beginning of `") &&
        sscanf(of, ": %lld bytes into `", &into) != 1)
        return NULL;
    size = bytes / each;
    long long left = (bytes - into) / each;
    if (wide <= each || left >= wide / each || left <= 0) return NULL;
    long row = arg->nshape > 1
                   ? strtol(arg->shape[arg->nshape - 1]->text, NULL, 10)
                   : 0;
    if (row > 0 && row < wide / each)
        return arena_fmt(&w->r->arena,
                         "This line takes %d elements of `%s` at once, and a "
                         "row of it has %ld: a vector of %d does not fit its "
                         "rows. Take the elements one by one.",
                         wide / each, arg->name, row, wide / each);
    return arena_fmt(&w->r->arena,
                     "This line takes %d elements of `%s` at once, and %lld %s "
                     "left there. `%s` has %lld element%s here, so %lld whole "
                     "group%s of %d: where does the index of this line end?",
                     wide / each, arg->name, left, left == 1 ? "is" : "are",
                     arg->name, size, size == 1 ? "" : "s",
                     size / (wide / each), size / (wide / each) == 1 ? "" : "s",
                     wide / each);
}

// The index has another value in each block, and one in all of its threads.
static bool is_block_index(const Told *w, int line, const char *name) {
    const char *at = source_at(w->code, line);
    at = source_word(at, name);
    Str index = at ? source_index(at + strlen(name)) : (Str){0};
    return index.n && source_uses(w->code, at, index, "blockIdx") &&
           !source_uses(w->code, at, index, "threadIdx");
}

// "`i + 1`", or nothing if it is long.
static const char *index_named(const Told *w, Str index) {
    enum { MOST = 36 };
    if (index.n == 0 || index.n > MOST || memchr(index.p, '\n', index.n))
        return "";
    return arena_fmt(&w->r->arena, ", `%.*s`,", (int)index.n, index.p);
}

// At the sign after a name: c += ..., or c = all + ... of a pointer to a part.
static bool moves_pointer(const char *sign) {
    if (str_starts(sign, "+=")) return true;
    if (*sign != '=' || sign[1] == '=') return false;
    size_t most = strcspn(sign, ";"), to = strcspn(sign, "+[?");
    return to < most && sign[to] == '+';
}

// The line in which the array's own pointer is moved, as in c += ..., before
// the access; 0: none. The index of the access is not the whole one then.
static int moved_in(const Told *w, const char *name, int before) {
    int line = 0;
    for (const char *p = w->code; (p = source_word(p, name)); p++) {
        const char *sign = p + strlen(name) + strspn(p + strlen(name), " ");
        int at = source_number(w->code, p);
        if (at >= before) break;
        if (moves_pointer(sign)) line = at;
    }
    return line;
}

// The line of the `do` around line n that tests at its end; 0: none.
static int late_test(const Told *w, int n) {
    const char *at = source_at(w->code, n);
    for (const char *p = w->code; (p = source_word(p, "do")) && p < at; p++) {
        const char *open = p + 2 + strspn(p + 2, " \n");
        if (*open != '{') continue;
        Str body = source_body((Str){p, 2});
        if (body.p + body.n > at) return source_number(w->code, p);
    }
    return 0;
}

// A parameter that the kernel of the line takes in vain, or one that the entry
// does; NULL: there is none.
static const char *unused_words(const Told *w) {
    Kernel k;
    Arena *a = &w->r->arena;
    const char *at = source_at(w->code, w->t->line);
    Str name = {0};
    if (!kernel_around(a, w->code, at, &k)) return NULL;
    name = kernel_unused(a, &k);
    if (name.n)
        return arena_fmt(a,
                         "The kernel never uses its parameter `%.*s`: does an "
                         "index or a check of this line need it?",
                         (int)name.n, name.p);
    for (int g = 0; g < w->r->ex->nargs; g++)
        if (source_count(w->code, w->r->ex->args[g].name) == 1)
            return arena_fmt(a,
                             "Nothing in the file uses `%s`: does an index or "
                             "a check of this line need it?",
                             w->r->ex->args[g].name);
    return NULL;
}

// The size of the exercise that the index is compared with in the kernel, where
// the array has another number of elements: `j < n` for an array of m.
static const char *other_size(const Told *w, const Far *f, int *line) {
    Kernel k;
    Arena *a = &w->r->arena;
    const char *at = source_at(w->code, w->t->line);
    Str index = far_index(w, f);
    if (f->arg->nshape != 1 || !source_is_name(index) ||
        !kernel_around(a, w->code, at, &k))
        return NULL;
    const char *word = arena_strn(a, index.p, index.n);
    const char *end = source_at(w->code, f->line + 1);
    const char *found = NULL;
    for (const char *p = k.body.p; (p = source_word(p, word)) && p < end;) {
        p += index.n;
        const char *sign = p + strspn(p, " ");
        if (*sign != '<' && !str_starts(sign, ">=")) continue;
        sign += strspn(sign, "<>=");
        sign += strspn(sign, " ");
        // The last name of sz.n.
        size_t n = source_name_length(sign);
        while (sign[n] == '.') {
            sign += n + 1;
            n = source_name_length(sign);
        }
        Str size = {sign, n}, given = kernel_argument(&k, size);
        if (given.n) size = given;
        if (str_eq(size, f->arg->shape[0]->text)) return NULL;
        for (int g = 0; g < w->r->ex->nargs; g++)
            if (!w->r->ex->args[g].is_pointer &&
                str_eq(size, w->r->ex->args[g].name)) {
                found = w->r->ex->args[g].name;
                *line = source_number(w->code, sign);
            }
    }
    return found;
}

// A parameter of the kernel with the name of a size, which the launch gives the
// value of another one.
static const char *crossed_words(const Told *w, const Far *f) {
    Kernel k;
    const char *at = source_at(w->code, f->line);
    const CheckResult *r = w->r;
    if (!kernel_around(&w->r->arena, w->code, at, &k) || !k.launch) return NULL;
    for (int g = 0; g < r->ex->nargs; g++) {
        const Arg *mine = &r->ex->args[g];
        Str given = mine->is_pointer ? (Str){0}
                                     : kernel_argument(&k, str_of(mine->name));
        for (int o = 0; given.n && o < r->ex->nargs; o++) {
            const Arg *other = &r->ex->args[o];
            if (other->is_pointer || o == g || !str_eq(given, other->name))
                continue;
            return arena_fmt(&w->r->arena,
                             "Line %d gives `%s` to the parameter `%s` of "
                             "`%.*s`: are the arguments of the launch in the "
                             "order of the parameters?",
                             source_number(w->code, k.launch), other->name,
                             mine->name, (int)k.name.n, k.name.p);
        }
    }
    return NULL;
}

// The line's index, or the value of the name that it is, is multiplied by
// sizeof: its line, or 0.
static int scaled_index(const Told *w, const Far *f) {
    Str index = far_index(w, f);
    const char *at = source_at(w->code, f->line);
    if (source_holds_word(index, "sizeof")) return f->line;
    const char *value =
        source_is_name(index)
            ? source_value(w->code, at,
                           arena_strn(&w->r->arena, index.p, index.n))
            : NULL;
    Str text = {value, value ? strcspn(value, ";") : 0};
    return value && source_holds_word(text, "sizeof")
               ? source_number(w->code, value)
               : 0;
}

// The array has a name, and the line indexes it.
static const char *far_words(const Told *w, const Far *f) {
    Arena *a = &w->r->arena;
    const char *name = f->arg->name;
    const char *text = index_named(w, far_index(w, f));
    const char *found = arena_fmt(
        a, "`%s` has %lld element%s here, and the index in line %d%s is %lld.",
        name, f->count, f->count == 1 ? "" : "s", f->line, text, f->index);
    int moved = moved_in(w, name, f->line);
    if (moved)
        return arena_fmt(a,
                         "`%s` has %lld element%s here, and line %d reaches "
                         "for element %lld, counted from its beginning. Line "
                         "%d moves `%s`, and line %d adds its index: which of "
                         "the two is too large?",
                         name, f->count, f->count == 1 ? "" : "s", f->line,
                         f->index, moved, name, f->line);
    if (str_eq(far_index(w, f), "blockIdx.x"))
        return arena_fmt(a,
                         "%s The grid has more blocks than `%s` has elements: "
                         "look at the number of blocks in the launch.",
                         found, name);
    int loop = late_test(w, f->line);
    if (loop)
        return arena_fmt(a,
                         "%s The loop of line %d asks after each round, so the "
                         "first round runs for any index: ask before it, with "
                         "`for` or `while`.",
                         found, loop);
    long long block = strtoll(w->t->block, NULL, 10);
    if (block > 0 && str_starts(w->t->thread, "0,0,0") && f->index > 0 &&
        f->index % block == 0 && f->index / block % 32 == 0 &&
        !strcmp(w->t->access, "write"))
        return arena_fmt(a,
                         "%s That is %lld times the number of the block: has "
                         "`%s` one element for each block? Then its index is "
                         "blockIdx.x.",
                         found, f->index / block, name);
    if (is_block_index(w, f->line, name))
        return arena_fmt(a,
                         "%s All threads of the block have this index: how is "
                         "it computed, and by what is it divided or "
                         "multiplied?",
                         found);
    const char *crossed = crossed_words(w, f);
    if (crossed) return arena_fmt(a, "%s %s", found, crossed);
    int scaled = scaled_index(w, f);
    if (scaled)
        return arena_fmt(a,
                         "%s Line %d multiplies it by sizeof: an index counts "
                         "elements, and the compiler multiplies by their size.",
                         found, scaled);
    int checked;
    const char *size = other_size(w, f, &checked);
    if (size)
        return arena_fmt(a,
                         "%s Line %d compares it with %s, and `%s` has %s "
                         "elements: is another index meant here?",
                         found, checked, size, name, f->arg->shape[0]->text);
    const char *unused = unused_words(w);
    if (unused) return arena_fmt(a, "%s %s", found, unused);
    if (f->arg->nshape > 1 && source_checks_bounds(w->code, f->line))
        return arena_fmt(a,
                         "%s A row of it has `%s` elements. Is each coordinate "
                         "checked against its own extent of this array, and "
                         "is the row multiplied by that?",
                         found, f->arg->shape[f->arg->nshape - 1]->text);
    if (source_checks_bounds(w->code, f->line))
        return arena_fmt(a,
                         "%s Does a check before it test this whole index, "
                         "against the size of this array? If so, look at how "
                         "the index is computed.",
                         found);
    return arena_fmt(
        a, "%s How is it computed, and what keeps it inside of the array?",
        found);
}

// partial[blockIdx.x], in a grid that nobody limits.
const char *trap_more_blocks(const Told *w) {
    const char *of = strstr(w->t->message, "variable '");
    if (!told_is(w, "out-of-bounds") || !of ||
        !strstr(w->line, "[blockIdx.x]") || str_starts(w->t->block, "0,"))
        return NULL;
    of += strlen("variable '");
    return arena_fmt(&w->r->arena,
                     "Each block has a place in `%.*s`, and the grid has more "
                     "blocks than places: limit the number of blocks, and let "
                     "each go on in steps of the whole grid.",
                     (int)strcspn(of, "'"), of);
}

// An index below 0: no hint on the end of an array fits.
const char *trap_below_zero(const Told *w) {
    Far f;
    if (!far_of(w, &f) || f.index >= 0) return NULL;
    return arena_fmt(&w->r->arena,
                     "The index of `%s` in line %d%s is %lld here, and indices "
                     "begin at 0. Has the element of this thread one before "
                     "it? Can the type hold a number as large as the index?",
                     f.arg->name, f.line, index_named(w, far_index(w, &f)),
                     f.index);
}

// Only the thread is known, and its line.
static const char *thread_words(const Told *w) {
    if (strstr(w->t->message, " before the beginning of ")) return NULL;
    if (strstr(w->t->message, ": a null pointer"))
        return "The pointer itself is null, whatever the index: was it given "
               "to the kernel, and is the array empty or not allocated?";
    if (told_in_tests(w->t))
        return "The line is in a kernel that your code launches by a function "
               "of the tests: with which numbers do you call it, and how many "
               "elements has the array from the pointer on?";
    const Arg *arg = told_array(w);
    if (arg && !strpbrk(w->line, "[*"))
        return arena_fmt(&w->r->arena,
                         "The compiler has moved this access of `%s` here from "
                         "a line further down. Work out its index there, for "
                         "the thread above.",
                         arg->name);
    const char *unused = unused_words(w);
    if (unused) return unused;
    return "Work out each index of this line for the thread above: which one "
           "gets too large, and which size of its array should be its limit?";
}

// The line of a condition that compares a whole index of the trap's line by <=,
// or 0. Through a pointer into a row the array is not known.
static int loose_line(const Told *w) {
    const char *end = source_at(w->code, w->t->line + 1);
    const char *from = strstr(w->code, "__global__");
    int line = 0;
    if (!strstr(w->t->message, " just past the end of ")) return 0;
    for (const char *p = from; p && (p = strstr(p, "<=")) && p < end; p += 2) {
        Str name = compared_name(w->code, p);
        const char *index =
            arena_fmt(&w->r->arena, "[%.*s]", (int)name.n, name.p);
        if (name.n && strstr(w->line, index)) line = source_number(w->code, p);
    }
    return line;
}

const char *trap_out_of_bounds(const Told *w) {
    Far f;
    if (!told_of_global(w)) return NULL;
    if (far_of(w, &f)) return far_words(w, &f);
    int loose = loose_line(w);
    if (loose)
        return arena_fmt(&w->r->arena,
                         "Indices go from 0 to n - 1: is the <= in line %d "
                         "meant to be <?",
                         loose);
    return source_checks_bounds(w->code, w->t->line) ? thread_words(w) : NULL;
}
