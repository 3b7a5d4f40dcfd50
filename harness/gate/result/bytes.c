// See bytes.h.
#include "gate/result/bytes.h"

#include "gate/result/source.h"

#include <string.h>

static const struct Call {
    const char *name, *does;
    int bytes;    // the place of the number among its arguments
    int pointers; // how many come first
} calls[] = {
    {"cudaMalloc", "asks for", 1, 1},
    {"cudaMallocAsync", "asks for", 1, 1},
    {"cudaMallocManaged", "asks for", 1, 1},
    {"cudaMallocHost", "asks for", 1, 1},
    {"cudaMemcpy", "copies", 2, 2},
    {"cudaMemcpyAsync", "copies", 2, 2},
    {"cudaMemset", "sets", 2, 1},
    {"cudaMemsetAsync", "sets", 2, 1},
};

// The value that a declaration or an assignment gives, without what follows.
static Str given_value(const char *value) {
    int depth = 0;
    const char *end = value;
    for (; *end && *end != ';' && depth >= 0; end++) {
        depth += (*end == '(') - (*end == ')');
        if (*end == ',' && depth == 0) break;
    }
    return str_trim((Str){value, (size_t)(end - value)});
}

// min(each, n - from): names of ints, with numbers and signs between. A product
// may well be one of bytes.
static bool is_of_ints(const char *code, Str text) {
    bool any = false;
    for (const char *p = text.p; p < text.p + text.n; p++) {
        size_t n = source_name_length(p);
        if (strchr("*<>.&\"[", *p) || !strncmp(p, "sizeof", 6)) return false;
        if (n == 0) continue;
        bool called = p[n] == '(';
        if (!called && !source_is_int(code, (Str){p, n})) return false;
        any |= !called && source_is_name((Str){p, n});
        p += n - 1;
    }
    return any;
}

// A name that is an int and says nothing of bytes, or a variable that was given
// one.
static bool counts_elements(Arena *a, const char *code, const char *at,
                            Str text) {
    if (!source_is_name(text)) return is_of_ints(code, text);
    const char *word = arena_strn(a, text.p, text.n);
    const char *value = source_value(code, at, word);
    long constant;
    if (strcasestr(word, "byte") || strcasestr(word, "size")) return false;
    if (!value)
        return source_is_int(code, text) ||
               source_constant(code, text, &constant);
    return counts_elements(a, code, value, given_value(value));
}

// Of elements of one byte both numbers are the same. 1: the call is about such
// an array of the exercise, 0: about others, -1: about none of its arrays.
static int is_of_bytes(const CheckResult *r, const char *open,
                       const struct Call *c) {
    int found = -1;
    for (int k = 0; k < c->pointers; k++) {
        Str arg = source_call_argument(open, k);
        for (int g = 0; arg.n && g < r->ex->nargs; g++)
            if (r->ex->args[g].is_pointer && str_eq(arg, r->ex->args[g].name))
                found =
                    max_of(found, elem_info[r->ex->args[g].type].bytes == 1);
    }
    return found;
}

static bool has_bytes(const CheckResult *r, const char *code) {
    static const char *const names[] = {"char", "bool", "uint8_t", "int8_t"};
    for (size_t k = 0; k < COUNT_OF(names); k++)
        if (source_word(code, names[k])) return true;
    for (int g = 0; g < r->ex->nargs; g++)
        if (r->ex->args[g].is_pointer &&
            elem_info[r->ex->args[g].type].bytes == 1)
            return true;
    return false;
}

static bool is_about(const char *open, const struct Call *c, const char *name) {
    for (int k = 0; k < c->pointers; k++) {
        Str arg = source_call_argument(open, k);
        const char *at = arg.p ? source_word(arg.p, name) : NULL;
        if (at && at < arg.p + arg.n) return true;
    }
    return false;
}

static const char *of_call(CheckResult *r, const char *code,
                           const struct Call *c, const char *name) {
    for (const char *p = code; (p = source_word(p, c->name)); p++) {
        const char *open = p + strlen(c->name);
        if (*open != '(' || (name && !is_about(open, c, name))) continue;
        Str bytes = source_call_argument(open, c->bytes);
        int of_bytes = is_of_bytes(r, open, c);
        if (of_bytes > 0 || (of_bytes < 0 && has_bytes(r, code))) continue;
        if (!counts_elements(&r->arena, code, p, bytes)) continue;
        return arena_fmt(&r->arena,
                         "Line %d %s %.*s bytes: %s counts bytes. For as "
                         "many elements multiply by the size of one, as in "
                         "%.*s * sizeof(float).",
                         source_number(code, p), c->does, (int)bytes.n, bytes.p,
                         c->name, (int)bytes.n, bytes.p);
    }
    return NULL;
}

const char *bytes_words(CheckResult *r, const char *code, const char *name) {
    for (size_t k = 0; k < COUNT_OF(calls); k++) {
        const char *says = of_call(r, code, &calls[k], name);
        if (says) return says;
    }
    return NULL;
}
