// Copies and settings that count elements in the place of bytes: see
// value_rules.def.
#include "gate/result/value_words.h"

#include "gate/result/bytes.h"
#include "gate/result/loop_read.h"
#include "gate/result/source.h"

#include <stdlib.h>
#include <string.h>

const char *value_bytes(CheckResult *r, const char *code) {
    return bytes_words(r, code, NULL);
}

static bool has_bytes_alone(const CheckResult *r, const char *name) {
    for (int g = 0; g < r->ex->nargs; g++)
        if (!strcmp(r->ex->args[g].name, name))
            return elem_info[r->ex->args[g].type].bytes == 1;
    return true; // of which nothing is known
}

// cudaMemset(out, 1, ...): every byte of an int becomes 1.
const char *value_memset_value(CheckResult *r, const char *code) {
    for (const char *p = code; (p = strstr(p, "cudaMemset")); p++) {
        const char *open = strchr(p, '('), *end = p + strcspn(p, ";");
        if (!open || open > end) continue;
        Str name = source_call_argument(open, 0),
            value = source_call_argument(open, 1);
        const char *word = arena_strn(&r->arena, name.p, name.n);
        char *rest;
        long n = strtol(value.p ? value.p : "0", &rest, 0);
        bool is_number = value.n > 0 && rest == value.p + value.n;
        if (!is_number || n == 0 || n == -1 || n == 0xff || n == 0x7f ||
            n == 0x3f || has_bytes_alone(r, word))
            continue;
        return arena_fmt(&r->arena,
                         "Line %d sets each byte of `%s` to %ld, not each "
                         "element: cudaMemset counts and sets bytes.",
                         source_number(code, p), word, n);
    }
    return NULL;
}

// The number of elements of an array whose shape is of numbers alone; 0: it is
// not.
static long fixed_count(const Arg *arg) {
    long all = arg->nshape > 0;
    for (int i = 0; i < arg->nshape; i++) {
        char *end;
        all *= strtol(arg->shape[i]->text, &end, 10);
        if (*end) return 0;
    }
    return all;
}

// `255` and `MOST` of `MOST * sizeof(int)`; 0: it is something else.
static long cleared_by(const char *code, Str bytes) {
    static const char times[] = " * sizeof(";
    long n = 0;
    const char *at = memmem(bytes.p, bytes.n, times, sizeof times - 1);
    Str count = {bytes.p, at ? (size_t)(at - bytes.p) : 0};
    return count.n && source_constant(code, count, &n) ? n : 0;
}

// cudaMemset(out, 0, 255 * sizeof(int)), where out has 256 elements.
const char *value_cleared_short(CheckResult *r, const char *code) {
    if (!check_lacks_elements(r)) return NULL;
    for (const char *p = code; (p = strstr(p, "cudaMemset")); p++) {
        const char *open = strchr(p, '('), *end = p + strcspn(p, ";");
        if (!open || open > end) continue;
        Str name = source_call_argument(open, 0),
            bytes = source_call_argument(open, 2);
        long n = bytes.n ? cleared_by(code, bytes) : 0;
        for (int g = 0; n > 0 && g < r->ex->nargs; g++) {
            const Arg *arg = &r->ex->args[g];
            long has = arg->is_pointer ? fixed_count(arg) : 0;
            if (!str_eq(name, arg->name) || n >= has) continue;
            return arena_fmt(&r->arena,
                             "Line %d clears %ld elements of `%s`, which has "
                             "%ld: the rest keeps what was there.",
                             source_number(code, p), n, arg->name, has);
        }
    }
    return NULL;
}

// The type of those that a copy must not mix that ends at `end`, or NULL.
static const char *type_before(const char *code, const char *end) {
    static const char *const types[] = {"double", "float", "int"};
    while (end > code && strchr(" *&\n", end[-1]))
        end--;
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        size_t n = strlen(types[i]);
        if ((size_t)(end - code) > n && !strncmp(end - n, types[i], n) &&
            !source_name_char(end[-(long)n - 1]))
            return types[i];
    }
    return NULL;
}

// The type that the name was declared with last before p, or NULL.
static const char *number_type(const char *code, const char *p,
                               const char *name) {
    const char *found = NULL;
    for (const char *at = code; (at = source_word(at, name)) && at < p; at++) {
        const char *first = at, *type = type_before(code, at);
        // double *sum, total;
        while (!type && first > code && strchr(" *,", first[-1])) {
            while (first > code && strchr(" *,", first[-1]))
                first--;
            while (first > code && source_name_char(first[-1]))
                first--;
            type = type_before(code, first);
        }
        if (type) found = type;
    }
    return found;
}

static const char *name_in(Arena *a, Str text) {
    while (text.n > 0 && strchr(" &", *text.p))
        text.p++, text.n--;
    return source_is_name(text) ? arena_strn(a, text.p, text.n) : NULL;
}

// cudaMemcpy(out, &total, ...): a double into floats.
const char *value_copied_type(CheckResult *r, const char *code) {
    Arena *a = &r->arena;
    for (const char *p = code; (p = strstr(p, "cudaMemcpy")); p++) {
        const char *open = strchr(p, '('), *end = p + strcspn(p, ";");
        if (!open || open > end || strcspn(p, "2(") < (size_t)(open - p))
            continue;
        const char *to = name_in(a, source_call_argument(open, 0)),
                   *from = name_in(a, source_call_argument(open, 1));
        const char *into = to ? number_type(code, p, to) : NULL,
                   *of = from ? number_type(code, p, from) : NULL;
        if (!into || !of || !strcmp(into, of)) continue;
        return arena_fmt(a,
                         "Line %d copies the bytes of `%s`, %s %s, to `%s`, "
                         "which holds %ss: no number is converted on the way. "
                         "Put the value into %s %s first, and copy that.",
                         source_number(code, p), from, *of == 'i' ? "an" : "a",
                         of, to, into, *into == 'i' ? "an" : "a", into);
    }
    return NULL;
}

// ---- parts of a word

// The bits that a mask after p keeps, as 8 of `& 255` and `& 0xffu`; 0: it is
// none of a part.
static long kept_bits(const char *p) {
    p += strspn(p, " )");
    if (*p != '&' || p[1] == '&') return 0;
    char *end;
    long mask = strtol(p + 1 + strspn(p + 1, " ("), &end, 0), bits = 0;
    for (long m = mask; m & 1; m >>= 1)
        bits++;
    return mask > 1 && mask == (1L << bits) - 1 ? bits : 0;
}

// As 8 of `(unsigned char)(word >> k)`, whose bracket is at `open`.
static long cast_bits(const char *code, const char *open) {
    static const char *const bytes[] = {"(unsigned char)", "(uint8_t)",
                                        "(uchar)"};
    while (open > code && open[-1] == ' ')
        open--;
    Str before = {code, (size_t)(open - code)};
    for (size_t k = 0; k < COUNT_OF(bytes); k++)
        if (source_ends(before, bytes[k])) return 8;
    return 0;
}

// The innermost loop around p counts the name up by 1 from 0: to how many; 0:
// it does not.
static long counted_to(const char *code, const char *p, Str name) {
    Loop l, in = {0};
    for (const char *at = code; loop_next(code, at, &l) && l.at < p;
         at = l.at + 2)
        if (l.is_for && l.body.p <= p && p < l.body.p + l.body.n) in = l;
    Str by, other;
    const char *change =
        in.at ? loop_change(code, in.step, in.step.p, name) : NULL;
    if (!change || loop_move(change, name, &by) != MOVE_UP || !str_eq(by, "1"))
        return 0;
    long end, first;
    const char *set = memchr(in.first.p, '=', in.first.n);
    bool below = str_eq(loop_compares(in.test, name, &other), "<");
    if (!below || !set || !source_constant(code, other, &end)) return 0;
    set++;
    Str from = {set, (size_t)(in.first.p + in.first.n - set)};
    return source_constant(code, from, &first) && first == 0 ? end : 0;
}

// (word >> k) & 255, with k from 0 to 3: part k of a word begins 8 * k bits
// up.
const char *value_shift(CheckResult *r, const char *code) {
    for (const char *p = code; (p = strstr(p, ">>")); p += 2) {
        const char *at = p + 2 + strspn(p + 2, " "), *open = p;
        Str by = {at, source_name_length(at)};
        if (p[2] == '>' || (p > code && p[-1] == '>') || !source_is_name(by) ||
            at[by.n] != ')')
            continue;
        while (open > code && !strchr("(;{}", open[-1]))
            open--;
        long bits = kept_bits(at + by.n);
        if (!bits && open > code) bits = cast_bits(code, open - 1);
        long parts = bits > 1 ? counted_to(code, p, by) : 0;
        if (parts < 2 || (parts * bits != 32 && parts * bits != 64)) continue;
        Str word = str_trim((Str){open, (size_t)(p - open)});
        return arena_fmt(&r->arena,
                         "Line %d shifts `%.*s` by `%.*s` bits, which is 0 to "
                         "%ld. A part of %ld bits begins %ld bits after the "
                         "one before: write %.*s >> (%ld * %.*s).",
                         source_number(code, p), (int)word.n, word.p, (int)by.n,
                         by.p, parts - 1, bits, bits, (int)word.n, word.p, bits,
                         (int)by.n, by.p);
    }
    return NULL;
}
