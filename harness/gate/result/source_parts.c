// Arguments, names and types in the learner's file: see source.h.
#include "gate/result/source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int source_number(const char *code, const char *at) {
    int n = 1;
    for (const char *p = code; p < at; p++)
        n += *p == '\n';
    return n;
}

Str source_call_argument(const char *open, int k) {
    int depth = 1;
    const char *from = open + 1;
    for (const char *p = open + 1; *p; p++) {
        depth += (strchr("([{", *p) != NULL) - (strchr(")]}", *p) != NULL);
        if (*open == '<' && !strncmp(p, ">>>", 3)) depth = 0;
        if (!(*p == ',' && depth == 1) && depth > 0) continue;
        if (k-- == 0) return str_trim((Str){from, (size_t)(p - from)});
        if (depth == 0) break;
        from = p + 1;
    }
    return (Str){0};
}

Str source_name_before(const char *code, const char *p) {
    while (p > code && p[-1] == ' ')
        p--;
    const char *from = p;
    while (from > code && source_name_char(from[-1]))
        from--;
    return (Str){from, (size_t)(p - from)};
}

static const char last_brace[] = "\n}";

const char *source_function(const char *code, const char *p) {
    const char *from = code;
    for (const char *at = code; (at = strstr(at, last_brace)) && at < p;)
        from = at += strlen(last_brace);
    return from;
}

const char *source_function_end(const char *p) {
    const char *end = strstr(p, last_brace);
    return end ? end : p + strlen(p);
}

Str source_meaning(Arena *a, const char *code, const char *p, Str text) {
    text = str_trim(text);
    const char *set = source_is_name(text)
                          ? source_value(code, p, arena_strn(a, text.p, text.n))
                          : NULL;
    return set ? str_trim((Str){set, strcspn(set, ";,\n")}) : text;
}

bool source_is_name(Str text) {
    if (text.n == 0 || isdigit((unsigned char)*text.p)) return false;
    for (size_t i = 0; i < text.n; i++)
        if (!source_name_char(text.p[i])) return false;
    return true;
}

static bool is_number(Str text) {
    for (size_t i = 0; i < text.n; i++)
        if (!isdigit((unsigned char)text.p[i])) return false;
    return text.n > 0;
}

// The name is one of those that a declaration with this type declares.
static bool is_declared(const char *code, const char *type, Str name) {
    for (const char *p = code; (p = source_word(p, type));) {
        p += strlen(type);
        const char *end = p + strcspn(p, ";{");
        int depth = 0;
        for (const char *q = p; q < end && depth >= 0;) {
            q += strspn(q, " \n");
            size_t n = source_name_length(q);
            if (n == name.n && !memcmp(q, name.p, n)) return true;
            // to the next declarator
            for (; q < end && depth >= 0; q++) {
                depth += (*q == '(') - (*q == ')');
                if (*q == ',' && depth == 0) break;
            }
            q += q < end && *q == ',';
        }
    }
    return false;
}

bool source_is_int(const char *code, Str text) {
    static const char *const floats[] = {"float", "double", "half", "auto"};
    if (is_number(text)) return true;
    if (!source_is_name(text)) return false;
    for (size_t k = 0; k < COUNT_OF(floats); k++)
        if (is_declared(code, floats[k], text)) return false;
    return is_declared(code, "int", text);
}

// The text that `#define NAME`, or `NAME =`, stands for.
static Str constant_text(const char *code, Str name) {
    for (const char *p = code; *p; p++) {
        bool begins = p == code || !source_name_char(p[-1]);
        if (!begins || strncmp(p, name.p, name.n) ||
            source_name_char(p[name.n]))
            continue;
        const char *set = p + name.n + strspn(p + name.n, " ");
        bool defined = p - code >= 8 && !strncmp(p - 8, "#define ", 8);
        if (defined) return str_trim((Str){set, strcspn(set, "\n")});
        if (*set != '=' || set[1] == '=') continue;
        return str_trim((Str){set + 1, strcspn(set + 1, ",;\n")});
    }
    return (Str){0};
}

// One number or name of a constant; depth: how many names may lead to it.
static bool constant_of(const char *code, Str text, int depth, long *value);

static bool factor_of(const char *code, Str text, int depth, long *value) {
    text = str_trim(text);
    if (is_number(text) && text.n < 10) {
        *value = strtol(text.p, NULL, 10);
        return true;
    }
    if (!source_is_name(text) || depth == 0) return false;
    return constant_of(code, constant_text(code, text), depth - 1, value);
}

static bool constant_of(const char *code, Str text, int depth, long *value) {
    long all = 1, one;
    char sign = '*';
    for (size_t from = 0; from < text.n;) {
        size_t n = 0;
        while (from + n < text.n && !strchr("*/", text.p[from + n]))
            n++;
        if (!factor_of(code, (Str){text.p + from, n}, depth, &one))
            return false;
        if (sign == '/' && one == 0) return false;
        all = sign == '*' ? all * one : all / one;
        from += n;
        if (from < text.n) sign = text.p[from++];
    }
    *value = all;
    return text.n > 0;
}

bool source_constant(const char *code, Str text, long *value) {
    enum { DEPTH = 4 };
    return constant_of(code, text, DEPTH, value);
}

bool source_for(const char *p, Str part[3]) {
    const char *open = p + 3 + strspn(p + 3, " ");
    if (*open != '(') return false;
    const char *a = strchr(open, ';'), *b = a ? strchr(a + 1, ';') : NULL;
    if (!b) return false;
    const char *end = b;
    for (int depth = 1; *end && depth > 0;) {
        end++;
        depth += (*end == '(') - (*end == ')');
    }
    part[0] = str_trim((Str){open + 1, (size_t)(a - open - 1)});
    part[1] = str_trim((Str){a + 1, (size_t)(b - a - 1)});
    part[2] = str_trim((Str){b + 1, (size_t)(end - b - 1)});
    return true;
}

const char *source_device(const char *code) {
    const char *a = strstr(code, "__global__"), *b = strstr(code, "__device__");
    return a && b && b < a ? b : a;
}

bool source_holds(Str text, const char *part) {
    return text.n && memmem(text.p, text.n, part, strlen(part)) != NULL;
}

bool source_holds_word(Str text, const char *word) {
    const char *at = text.n ? source_word(text.p, word) : NULL;
    return at && at < text.p + text.n;
}

bool source_ends(Str text, const char *end) {
    size_t n = strlen(end);
    return text.n >= n && !memcmp(text.p + text.n - n, end, n);
}

Str source_body(Str last) {
    const char *p = last.p + last.n;
    p += *p == ')';
    p += strspn(p, " \n");
    if (*p != '{') return (Str){p, strcspn(p, ";")};
    int depth = 0;
    const char *from = p + 1;
    for (; *p; p++) {
        depth += (*p == '{') - (*p == '}');
        if (depth == 0) break;
    }
    return (Str){from, (size_t)(p - from)};
}

const char *source_loop_around(const char *code, const char *p,
                               const char *to) {
    int depth = 0;
    for (const char *q = p; q > code; q--) {
        depth += *q == '}' ? 1 : *q == '{' ? -1 : 0;
        if (*q != '{' || depth >= 0) continue;
        const char *head = q, *end = q;
        depth = 0;
        while (head > code && head[-1] != '\n')
            head--;
        bool loops = source_word(head, "for") == head + strspn(head, " ") ||
                     source_word(head, "while") == head + strspn(head, " ");
        for (int open = 0; *end; end++) {
            open += *end == '{' ? 1 : *end == '}' ? -1 : 0;
            if (open == 0 && *end == '}') break;
        }
        if (loops && end > to) return head;
    }
    return NULL;
}
