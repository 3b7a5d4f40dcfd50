// See bytes.h.
#include "gate/result/bytes.h"

#include "gate/result/source.h"

#include <ctype.h>
#include <stdio.h>
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
    {"cudaMemcpyPeer", "copies", 4, 3},
    {"cudaMemcpyPeerAsync", "copies", 4, 3},
    {"cudaMemcpyToSymbol", "copies", 2, 2},
    {"cudaMemcpyFromSymbol", "copies", 2, 2},
    {"cudaHostAlloc", "asks for", 1, 1},
    {"memcpy", "copies", 2, 2},
    {"memset", "sets", 2, 1},
    {"cudaMemPrefetchAsync", "moves", 1, 1},
    {"cudaMemAdvise", "is about", 1, 1},
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

// The size of an element in bytes, or a name of one, may be a factor here.
static bool may_be_size(const char *code, const char *at, Str name) {
    static const char *const words[] = {"byte",  "size",  "elem",
                                        "pitch", "width", "stride"};
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)name.n, name.p);
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strcasestr(word, words[i])) return true;
    const char *value = source_value(code, at, word);
    Str given = value ? given_value(value) : (Str){0};
    long constant = 0;
    return source_holds(given, "sizeof") ||
           (source_constant(code, name, &constant) && constant <= 16);
}

// A type in brackets, as of a cast.
static bool is_cast(const char *text, Str name) {
    static const char *const types[] = {"size_t",   "long",    "int",
                                        "unsigned", "int64_t", "uint64_t",
                                        "ptrdiff_t"};
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (str_eq(name, types[i]))
            return name.p > text && strchr("( ", name.p[-1]) &&
                   strchr(") ", name.p[name.n]);
    return false;
}

// min(each, n - from), (size_t)rows * n: names of ints, with numbers and signs
// between. A factor may be the size of an element, as the 4 of n * 4 is.
static bool is_of_ints(const char *code, const char *at, Str text) {
    bool any = false, product = memchr(text.p, '*', text.n);
    for (const char *p = text.p; p < text.p + text.n; p++) {
        size_t n = source_name_length(p);
        if (strchr("<>.&\"[", *p) || !strncmp(p, "sizeof", 6)) return false;
        if (product && n == 0 && isdigit((unsigned char)*p)) return false;
        if (n == 0) continue;
        Str name = {p, n};
        bool called = p[n] == '(', cast = is_cast(text.p, name);
        if (!called && !cast && !source_is_int(code, name)) return false;
        if (product && !called && !cast && may_be_size(code, at, name))
            return false;
        any |= !called && !cast && source_is_name(name);
        p += n - 1;
    }
    return any;
}

// The last name of parts[i].n, which is a path of members; empty: of another
// expression.
static Str member_of(Str text) {
    int depth = 0;
    Str last = {0};
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        depth += (c == '[') - (c == ']');
        if (depth > 0 || c == ']' || c == '.' || c == '>') continue;
        if (c == '-' && i + 1 < text.n && text.p[i + 1] == '>') continue;
        size_t n = source_name_length(text.p + i);
        if (n == 0) return (Str){0};
        last = (Str){text.p + i, n};
        i += n - 1;
    }
    bool member = last.p > text.p && strchr(".>", last.p[-1]);
    return member ? last : (Str){0};
}

// A name that is an int and says nothing of bytes, or a variable that was given
// one.
static bool counts_elements(Arena *a, const char *code, const char *at,
                            Str text) {
    if (!source_is_name(text)) {
        Str member = member_of(text);
        return member.n ? !may_be_size(code, at, member) &&
                              source_is_int(code, member)
                        : is_of_ints(code, at, text);
    }
    const char *word = arena_strn(a, text.p, text.n);
    const char *value = source_value(code, at, word);
    long constant;
    if (value) return counts_elements(a, code, value, given_value(value));
    if (strcasestr(word, "byte") || strcasestr(word, "size")) return false;
    return source_is_int(code, text) || source_constant(code, text, &constant);
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

// What the number is, in the file: the value of a name that says "bytes".
static Str elements_of(Arena *a, const char *code, const char *at, Str text) {
    const char *word = arena_strn(a, text.p, text.n);
    const char *value = source_is_name(text) && strcasestr(word, "byte")
                            ? source_value(code, at, word)
                            : NULL;
    return value ? given_value(value) : text;
}

static const char *says_bytes(Arena *a, const char *code, const struct Call *c,
                              const char *at, Str bytes) {
    Str n = elements_of(a, code, at, bytes);
    const char *sum = memchr(n.p, '+', n.n) || memchr(n.p, '-', n.n)
                          ? arena_fmt(a, "(%.*s)", (int)n.n, n.p)
                          : arena_strn(a, n.p, n.n);
    const char *text = arena_strn(a, bytes.p, bytes.n);
    const char *type = strstr(code, "float")    ? "float"
                       : strstr(code, "double") ? "double"
                                                : "int";
    if (n.p != bytes.p)
        return arena_fmt(a,
                         "Line %d %s `%s` bytes, and that is %.*s, a number of "
                         "elements: %s counts bytes. Multiply by the size of "
                         "one, as in %s * sizeof(%s).",
                         source_number(code, at), c->does, text, (int)n.n, n.p,
                         c->name, sum, type);
    return arena_fmt(a,
                     "Line %d %s %s bytes: %s counts bytes. For as many "
                     "elements multiply by the size of one, as in %s * "
                     "sizeof(%s).",
                     source_number(code, at), c->does, text, c->name, sum,
                     type);
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
        return says_bytes(&r->arena, code, c, p, bytes);
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
