// Remarks on stores that the compiler refuses, where it says only that an
// expression is no modifiable lvalue: which one, and why not. See diag.h.
#include "build/diag.h"

#include "base/str.h"

#include <ctype.h>
#include <string.h>

static bool in_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static size_t name_length(const char *p) {
    size_t n = 0;
    while (in_name(p[n]))
        n++;
    return n;
}

// The line of code that the compiler shows after its words at `said`, from the
// place of its ^ on; empty: it shows none.
static Str code_shown(const char *said) {
    const char *code = strchr(said, '\n');
    const char *mark = code ? strchr(code + 1, '\n') : NULL;
    if (!mark) return (Str){0};
    size_t n = (size_t)(mark - code - 1), at = strspn(mark + 1, " \t");
    if (mark[1 + at] != '^' || at >= n) return (Str){0};
    return (Str){code + 1 + at, n - at};
}

// The text up to what stores to it: =, +=, ++. sign: where that begins.
static Str stored_to(Str code, const char **sign) {
    int depth = 0;
    for (size_t i = 0; i < code.n; i++) {
        const char *p = code.p + i;
        depth += (*p == '(' || *p == '[') - (*p == ')' || *p == ']');
        bool twice = !strncmp(p, "++", 2) || !strncmp(p, "--", 2);
        bool equal =
            *p == '=' && p[1] != '=' && i > 0 && !strchr("=!<>", p[-1]);
        bool ends = depth < 0 || (depth == 0 && strchr(";,", *p));
        if (!ends && !(depth == 0 && (twice || equal))) continue;
        *sign = p;
        size_t n = i;
        while (equal && n > 0 && strchr("+-*/%&|^", code.p[n - 1]))
            n--;
        return str_trim((Str){code.p, n});
    }
    return (Str){0};
}

// The source declares the name after `const`, as in `const float *x`.
static bool is_const(const char *source, const char *name) {
    static const char word[] = "const";
    for (const char *p = source; (p = strstr(p, word));) {
        bool begins = p == source || !in_name(p[-1]);
        p += strlen(word);
        if (!begins || in_name(*p)) continue;
        for (const char *at = p;
             in_name(*at) || (*at && strchr(" *&:<>\n", *at)); at++) {
            size_t n = name_length(at);
            if (n && n == strlen(name) && !strncmp(at, name, n)) return true;
            at += n ? n - 1 : 0;
        }
    }
    return false;
}

// `name[` follows a type, as in `float name[4]`.
static bool is_array(const char *source, const char *name) {
    static const char *const types[] = {"float", "double", "int", "unsigned",
                                        "char",  "float4", "half"};
    size_t n = strlen(name);
    for (const char *p = source; (p = strstr(p, name)); p += n) {
        if (p[n] != '[' || p == source || p[-1] != ' ') continue;
        for (size_t k = 0; k < COUNT_OF(types); k++) {
            size_t len = strlen(types[k]);
            if ((size_t)(p - source) > len &&
                !memcmp(p - 1 - len, types[k], len))
                return true;
        }
    }
    return false;
}

static bool holds(Str text, const char *part) {
    return text.n && memmem(text.p, text.n, part, strlen(part)) != NULL;
}

static const char *remark_on_store(Arena *a, Str to, char sign,
                                   const char *source) {
    if (holds(to, "Idx.") || holds(to, "Dim."))
        return "threadIdx, blockIdx, blockDim and gridDim are only read: keep "
               "the number in a variable of your own";
    bool compares = holds(to, "&&") || holds(to, "||") || holds(to, "==");
    if (compares && sign == '=')
        return "= stores, and == compares: which one is meant in the "
               "condition?";
    const char *from = to.p, *end = to.p + to.n;
    while (from < end && strchr("*(", *from))
        from++;
    size_t n = name_length(from);
    bool whole = from == to.p && n == to.n;
    bool element = from[n] == '[' || from[n] == '.' || from[n] == '-' ||
                   (*to.p == '*' && from + n == end);
    if (!n || isdigit((unsigned char)*from) || (!whole && !element))
        return NULL;
    const char *name = arena_strn(a, from, n);
    if (!is_const(source, name))
        return is_array(source, name)
                   ? arena_fmt(a,
                               "'%.*s' is a whole array, and each element is "
                               "stored by itself: it takes one index more",
                               (int)to.n, to.p)
                   : NULL;
    return whole ? arena_fmt(a,
                             "'%s' is declared const, so it keeps its first "
                             "value: take the const away if it is to change",
                             name)
                 : arena_fmt(a,
                             "'%s' is declared const, so it is only read: keep "
                             "the value in a variable of your own, or store it "
                             "to an array that is an output",
                             name);
}

// The address of something const is given to a function that stores there.
static const char *remark_on_atomic(Arena *a, const char *error) {
    static const char types[] = "argument types are: (const ";
    const char *line = error + strcspn(error, "\n");
    const char *given =
        str_starts(error, "no instance of overloaded function \"atomic")
            ? strstr(line, types)
            : NULL;
    if (!given || memchr(line + 1, '\n', (size_t)(given - line - 1)))
        return NULL;
    Str code = code_shown(given);
    const char *open = code.n ? memchr(code.p, '(', code.n) : NULL;
    if (!open) return NULL;
    const char *from = open + 1 + strspn(open + 1, " &*(");
    size_t n = name_length(from);
    return n ? arena_fmt(a,
                         "'%.*s' is declared const, so it is only read, and an "
                         "atomic function stores: is an output meant?",
                         (int)n, from)
             : NULL;
}

static const char pointer_to_const[] =
    "the array is const, and the new pointer could write to it: declare the "
    "pointer const, too, or take an array that is an output";

// On the error whose words begin at `error`.
static const char *remark_on_error(Arena *a, const char *error,
                                   const char *source) {
    static const char lvalue[] = "expression must be a modifiable lvalue",
                      value[] = "a value of type \"const ";
    if (str_starts(error, lvalue)) {
        const char *sign;
        Str to = stored_to(code_shown(error), &sign);
        return to.n ? remark_on_store(a, to, *sign, source) : NULL;
    }
    if (!str_starts(error, value)) return remark_on_atomic(a, error);
    Str line = {error, strcspn(error, "\n")};
    bool gives = holds(line, "cannot be used to initialize an entity") ||
                 holds(line, "cannot be assigned to an entity");
    return gives && holds(line, "*\" cannot") ? pointer_to_const : NULL;
}

const char *diag_store_remark(Arena *a, const char *text, const char *source,
                              bool first) {
    static const char said[] = "error: ";
    const char *remark = NULL;
    for (const char *at = text; !remark && (at = strstr(at, said));) {
        at += strlen(said);
        remark = remark_on_error(a, at, source);
        if (first) break;
    }
    return remark;
}
