// See loop_read.h.
#include "gate/result/loop_read.h"

#include "gate/result/source.h"

#include <ctype.h>
#include <string.h>

// ---- statements

static const char *skip(const char *p) {
    return p + strspn(p, " \t\n\r");
}

// Just past the bracket that closes the one at p.
static const char *after_bracket(const char *p) {
    int depth = 0;
    for (; *p; p++) {
        depth += (strchr("([{", *p) != NULL) - (strchr(")]}", *p) != NULL);
        if (depth == 0) return p + 1;
    }
    return p;
}

static bool begins_with_word(const char *p, const char *word) {
    size_t n = strlen(word);
    return !strncmp(p, word, n) && !source_name_char(p[n]);
}

// Just past the statement at p.
static const char *after_statement(const char *p) {
    enum { DEEP = 64 };
    for (int i = 0; i < DEEP; i++) {
        p = skip(p);
        bool head = begins_with_word(p, "for") ||
                    begins_with_word(p, "while") || begins_with_word(p, "if") ||
                    begins_with_word(p, "switch");
        if (head) {
            bool asks = begins_with_word(p, "if");
            p = skip(p + strcspn(p, "({;"));
            if (*p != '(') return p;
            p = skip(after_bracket(p));
            if (!asks) continue;
            p = after_statement(p);
            if (!begins_with_word(skip(p), "else")) return p;
            p = skip(p) + strlen("else");
            continue;
        }
        if (*p == '{') return after_bracket(p);
        while (*p && *p != ';' && *p != '}')
            p = strchr("([{", *p) ? after_bracket(p) : p + 1;
        return *p == ';' ? p + 1 : p;
    }
    return p;
}

static Str between(const char *from, const char *to) {
    return str_trim((Str){from, to > from ? (size_t)(to - from) : 0});
}

// ---- loops

static bool read_do(const char *p, Loop *out) {
    const char *body = skip(p + 2), *end = after_statement(body);
    const char *tail = skip(end), *open = skip(tail + strlen("while"));
    if (!begins_with_word(tail, "while") || *open != '(') return false;
    *out = (Loop){.at = p, .is_do = true, .body = between(body, end)};
    out->test = between(open + 1, after_bracket(open) - 1);
    return true;
}

// The `while` at p ends a `do`.
static bool ends_do(const char *code, const char *p) {
    for (const char *at = code; (at = source_word(at, "do")) && at < p; at += 2)
        if (skip(after_statement(skip(at + 2))) == p) return true;
    return false;
}

static bool read_loop(const char *code, const char *p, Loop *out) {
    if (begins_with_word(p, "do")) return read_do(p, out);
    bool is_for = begins_with_word(p, "for");
    const char *open = skip(p + (is_for ? 3 : 5));
    if (*open != '(' || (!is_for && ends_do(code, p))) return false;
    const char *close = after_bracket(open), *body = skip(close);
    *out = (Loop){.at = p, .is_for = is_for, .is_empty = *body == ';'};
    out->body = between(body, after_statement(body));
    if (!is_for) {
        out->test = between(open + 1, close - 1);
        return true;
    }
    Str part[3];
    if (!source_for(p, part) || part[2].p + part[2].n >= close) return false;
    out->first = part[0];
    out->test = part[1];
    out->step = part[2];
    return true;
}

bool loop_next(const char *code, const char *p, Loop *out) {
    static const char *const words[] = {"for", "while", "do"};
    while (*p) {
        const char *first = NULL;
        for (size_t k = 0; k < COUNT_OF(words); k++) {
            const char *at = source_word(p, words[k]);
            if (at && (!first || at < first)) first = at;
        }
        if (!first) return false;
        if (read_loop(code, first, out)) return true;
        p = first + 2;
    }
    return false;
}

bool loop_is_left(const Loop *l) {
    static const char *const words[] = {"break", "return", "goto",  "exit",
                                        "throw", "asm",    "__trap"};
    for (size_t k = 0; k < COUNT_OF(words); k++)
        if (source_holds_word(l->body, words[k])) return true;
    return false;
}

// ---- names

static bool is_field(const char *from, const char *p) {
    return p > from &&
           (p[-1] == '.' || (p - from > 1 && p[-1] == '>' && p[-2] == '-'));
}

Str loop_name(Str text, const char **at) {
    const char *end = text.p + text.n, *p = *at;
    while (p < end) {
        size_t n = source_name_length(p);
        if (!n) {
            p++;
            continue;
        }
        Str name = {p, n};
        bool plain = !isdigit((unsigned char)*p) && !is_field(text.p, p) &&
                     p[n] != '(' && p[n] != '.';
        p += n;
        *at = p;
        if (plain) return name;
    }
    *at = end;
    return (Str){0};
}

static bool is_name_at(const char *p, Str name) {
    return source_name_length(p) == name.n && !memcmp(p, name.p, name.n);
}

// The name whose bracket is the innermost one around p.
static Str called_around(const char *from, const char *p) {
    int depth = 0;
    for (; p > from; p--) {
        depth += (p[-1] == ')') - (p[-1] == '(');
        if (depth < 0) return source_name_before(from, p - 1);
        if (strchr(";{}", p[-1])) break;
    }
    return (Str){0};
}

// The function can change what it is given: it has a parameter with a `&`.
static bool takes_reference(const char *code, Str function) {
    if (str_eq(function, "swap") || str_eq(function, "asm")) return true;
    for (const char *p = code; function.n && *p; p++) {
        if ((p > code && source_name_char(p[-1])) || !is_name_at(p, function))
            continue;
        const char *open = p + function.n;
        if (*open != '(') continue;
        const char *close = after_bracket(open), *body = skip(close);
        if (*body == '{' && memchr(open, '&', (size_t)(close - open)))
            return true;
    }
    return false;
}

// `x =`, `x +=`, `x++`, `++x`, `&x`.
static bool is_changed_at(const char *code, const char *from, const char *p,
                          size_t n) {
    const char *after = skip(p + n), *before = p;
    while (before > from && strchr(" \n", before[-1]))
        before--;
    size_t signs = strspn(after, "+-*/%&|^<>");
    if (*after == '=' && after[1] != '=') return true;
    if (signs == 1 && after[1] == '=' && !strchr("<>", *after)) return true;
    if (signs == 2 && after[2] == '=' && strchr("<>", *after)) return true;
    if (!strncmp(after, "++", 2) || !strncmp(after, "--", 2)) return true;
    if (before - from >= 2 &&
        (!strncmp(before - 2, "++", 2) || !strncmp(before - 2, "--", 2)))
        return true;
    bool address = before > from && before[-1] == '&' &&
                   !(before - from > 1 && before[-2] == '&');
    if (address) return true;
    bool given = before > from && strchr("(,", before[-1]) &&
                 (*after == ',' || *after == ')');
    return given && takes_reference(code, called_around(from, p));
}

const char *loop_change(const char *code, Str text, const char *p, Str name) {
    const char *end = text.p + text.n;
    for (; text.n && p < end; p++) {
        bool begins = p == text.p || !source_name_char(p[-1]);
        if (!begins || !is_name_at(p, name) || is_field(text.p, p)) continue;
        if (is_changed_at(code, text.p, p, name.n)) return p;
    }
    return NULL;
}

bool loop_is_shared(Arena *a, const char *code, Str name) {
    static const char *const marks[] = {
        "__shared__",  "volatile", "__device__ int", "__device__ unsigned",
        "__managed__", "atomic<",  "static",         "extern"};
    const char *word = arena_strn(a, name.p, name.n);
    if (strstr(code, "[&")) return true; // a function of its own
    for (const char *p = code; (p = source_word(p, word)); p += name.n) {
        const char *from = p;
        while (from > code && !strchr(";{}", from[-1]))
            from--;
        Str before = {from, (size_t)(p - from)};
        for (size_t k = 0; k < COUNT_OF(marks); k++)
            if (source_holds(before, marks[k]) &&
                !memchr(before.p, '(', before.n))
                return true;
        const char *sign = skip(p + name.n);
        bool refers = p > code && p[-1] == '&' && *sign == '=';
        if (refers && sign[1] != '=') return true; // int &x = y
    }
    return false;
}

// ---- how it moves

// Of `x / 2` or `x >> 1`.
static bool halves(const char *p) {
    return !strncmp(p, "/ 2", 3) || !strncmp(p, "/2", 2) ||
           !strncmp(p, ">> 1", 4) || !strncmp(p, ">>1", 3);
}

// It may be less than 0.
static bool may_be_less(Str text) {
    return text.n &&
           (memchr(text.p, '+', text.n) || memchr(text.p, '-', text.n));
}

static Move move_of_value(Str value, Str name, Str *by) {
    size_t n = value.n && is_name_at(value.p, name) ? name.n : 0;
    const char *sign = skip(value.p + n);
    const char *end = value.p + value.n;
    Str rest = sign + 1 < end ? between(sign + 1, end) : (Str){0};
    *by = rest;
    if (n && may_be_less(rest)) return MOVE_OTHER;
    if (n && *sign == '+') return MOVE_UP;
    if (n && *sign == '-') return MOVE_DOWN;
    if (n && (*sign == '*' || !strncmp(sign, "<<", 2))) return MOVE_DOUBLE;
    if (n && (*sign == '/' || !strncmp(sign, ">>", 2))) return MOVE_HALVE;
    bool twice = str_eq((Str){value.p, min_of(value.n, (size_t)1)}, "2") &&
                 value.n > name.n && *skip(value.p + 1) == '*' &&
                 is_name_at(skip(skip(value.p + 1) + 1), name);
    if (twice) return MOVE_DOUBLE;
    bool up = value.n > name.n + 1 && *value.p == '(' &&
              is_name_at(skip(value.p + 1), name) &&
              !strncmp(skip(skip(value.p + 1) + name.n), "+ 1)", 4);
    if (up && halves(skip(strchr(value.p, ')') + 1))) return MOVE_HALVE_UP;
    return MOVE_OTHER;
}

Move loop_move(const char *at, Str name, Str *by) {
    const char *sign = skip(at + name.n);
    *by = STR("1");
    if (!strncmp(sign, "++", 2)) return MOVE_UP;
    if (!strncmp(sign, "--", 2)) return MOVE_DOWN;
    size_t n = strspn(sign, "+-*/%&|^<>");
    if (sign[n] != '=' && at[-1] == '+') return MOVE_UP;
    if (sign[n] != '=' && at[-1] == '-') return MOVE_DOWN;
    if (sign[n] != '=') return MOVE_OTHER;
    const char *value = skip(sign + n + 1), *end = value;
    for (int depth = 0; *end && !strchr(";{}", *end); end++) {
        depth += (*end == '(') - (*end == ')');
        if (depth < 0 || (depth == 0 && *end == ',')) break;
    }
    *by = between(value, end);
    if (n == 0) return move_of_value(*by, name, by);
    if (may_be_less(*by)) return MOVE_OTHER;
    if (*sign == '+')
        return by->n == name.n && is_name_at(by->p, name) ? MOVE_DOUBLE
                                                          : MOVE_UP;
    return *sign == '-'                          ? MOVE_DOWN
           : *sign == '*' || *sign == '<'        ? MOVE_DOUBLE
           : *sign == '/' || (*sign == '>' && n) ? MOVE_HALVE
                                                 : MOVE_OTHER;
}

Str loop_compares(Str test, Str name, Str *other) {
    static const char *const signs[] = {"<=", ">=", "!=", "<", ">"};
    static const char *const mirrored[] = {">=", "<=", "!=", ">", "<"};
    const char *end = test.p + test.n;
    for (size_t i = 0; i < test.n; i++)
        if (test.p[i] == '&' || test.p[i] == '|' || test.p[i] == '?')
            return (Str){0};
    for (size_t k = 0; k < COUNT_OF(signs); k++) {
        size_t n = strlen(signs[k]);
        const char *at = test.n ? memmem(test.p, test.n, signs[k], n) : NULL;
        if (!at) continue;
        Str left = between(test.p, at), right = between(at + n, end);
        bool mine = left.n == name.n && !memcmp(left.p, name.p, name.n);
        bool its = right.n == name.n && !memcmp(right.p, name.p, name.n);
        *other = mine ? right : left;
        return mine ? str_of(signs[k]) : its ? str_of(mirrored[k]) : (Str){0};
    }
    return (Str){0};
}
