// See tokens.h.
#include "gate/check/tokens.h"

#include "base/str.h"

#include <ctype.h>
#include <string.h>

// ---- tokens

bool token_is(const Tokens *t, int i, const char *word) {
    if (i < 0 || i >= t->n) return false;
    const Token *k = &t->at[i];
    return (int)strlen(word) == k->len &&
           memcmp(t->code + k->at, word, (size_t)k->len) == 0;
}

bool token_has(const Tokens *t, int i, TokenKind kind) {
    return i >= 0 && i < t->n && t->at[i].kind == kind;
}

bool token_in(const Tokens *t, int i, const char *const *words) {
    for (; *words; words++)
        if (token_is(t, i, *words)) return true;
    return false;
}

static int sign_length(const char *p) {
    static const char *const signs[] = {
        "<<<", ">>>", "<<=", ">>=", "...", "->", "++", "--", "<<",
        ">>",  "<=",  ">=",  "==",  "!=",  "&&", "||", "+=", "-=",
        "*=",  "/=",  "%=",  "&=",  "|=",  "^=", "::"};
    for (size_t i = 0; i < COUNT_OF(signs); i++)
        if (str_starts(p, signs[i])) return (int)strlen(signs[i]);
    return 1;
}

// The end of the string or character that begins at p.
static const char *text_end(const char *p) {
    char quote = *p++;
    while (*p && *p != quote && *p != '\n')
        p += p[0] == '\\' && p[1] ? 2 : 1;
    return *p == quote ? p + 1 : p;
}

static const char *token_end(const char *p, TokenKind *kind) {
    const char *end = p;
    if (isalpha((unsigned char)*p) || *p == '_') {
        *kind = NAME;
        while (isalnum((unsigned char)*end) || *end == '_')
            end++;
    } else if (isdigit((unsigned char)*p) ||
               (*p == '.' && isdigit((unsigned char)p[1]))) {
        *kind = NUMBER;
        while (isalnum((unsigned char)*end) || *end == '.' || *end == '\'' ||
               ((*end == '+' || *end == '-') && strchr("eE", end[-1]) &&
                !str_starts(p, "0x")))
            end++;
    } else if (*p == '"' || *p == '\'') {
        *kind = TEXT;
        end = text_end(p);
    } else {
        *kind = SIGN;
        end = p + sign_length(p);
    }
    return end;
}

// ---- what the tokens are part of

// Marks `<` ... `>` that are no comparisons: after `template`, and around names
// and numbers alone, before a call, a launch or another name.
static void mark_parameters(Tokens *t) {
    for (int i = 0; i < t->n; i++) {
        if (!token_is(t, i, "<")) continue;
        bool declared = token_is(t, i - 1, "template"), closed = false;
        int end = i + 1;
        for (; end < t->n && end < i + 16; end++) {
            closed = token_is(t, end, ">");
            bool plain = token_has(t, end, NAME) || token_has(t, end, NUMBER) ||
                         token_is(t, end, ",") || token_is(t, end, "*") ||
                         token_is(t, end, "::") || token_is(t, end, "&") ||
                         (declared && token_is(t, end, "="));
            if (closed || !plain) break;
        }
        static const char *const after[] = {"(", "::", "<<<", "{", "&",
                                            "*", ",",  ";",   NULL};
        bool follows =
            token_has(t, end + 1, NAME) || token_in(t, end + 1, after);
        if (!closed || (!declared && !(token_has(t, i - 1, NAME) && follows)))
            continue;
        for (int k = i; k <= end; k++)
            t->at[k].parameters = true;
    }
}

// Functions are what lies between two closing braces of the file.
static void mark_functions(Tokens *t) {
    int depth = 0, brackets = 0, number = 0;
    for (int i = 0; i < t->n; i++) {
        Token *k = &t->at[i];
        if (token_is(t, i, "{")) depth++;
        if (token_is(t, i, "(")) brackets++;
        if (token_is(t, i, ")")) brackets--;
        k->function = number;
        k->in_head = depth == 0 && brackets > 0;
        k->in_brackets = brackets > 0;
        if (token_is(t, i, "}")) depth--;
        bool ends = token_is(t, i, "}") || token_is(t, i, ";");
        if (depth == 0 && brackets == 0 && ends) number++;
    }
}

// ---- all of them

Tokens tokens_read(Arena *a, const char *code) {
    Tokens t = {.code = code};
    int line = 1;
    bool directive = false;
    for (const char *p = code; *p;) {
        if (*p == '\n') {
            directive &= p > code && p[-1] == '\\';
            line++;
        }
        if (isspace((unsigned char)*p)) {
            p++;
            continue;
        }
        Token k = {.at = (int)(p - code), .line = line};
        if (*p == '#') directive = true;
        p = token_end(p, &k.kind);
        k.len = (int)(p - code) - k.at;
        k.directive = directive;
        GROW(a, Token, t.at, t.n, t.cap);
        t.at[t.n++] = k;
    }
    mark_parameters(&t);
    mark_functions(&t);
    return t;
}

// ---- names

NameKind token_type(const Tokens *t, int i) {
    static const char *const whole[] = {"int",    "unsigned", "long",
                                        "size_t", "int64_t",  NULL};
    static const char *const real[] = {"float", "double", NULL};
    return token_in(t, i, whole) ? WHOLE : token_in(t, i, real) ? REAL : OTHER;
}

int tokens_declared(const Tokens *t, int i, Declared *out, int most) {
    int n = 0, depth = 0;
    NameKind type = token_type(t, i);
    bool expects = true, pointer = false, head = t->at[i].in_head;
    for (int k = i + 1; k < t->n && n < most; k++) {
        if (token_is(t, k, "(") || token_is(t, k, "[") || token_is(t, k, "{"))
            depth++;
        bool closes =
            token_is(t, k, ")") || token_is(t, k, "]") || token_is(t, k, "}");
        if (closes && depth-- == 0) break;
        if (depth > 0) continue;
        if (token_is(t, k, ";") || (head && token_is(t, k, ","))) break;
        if (token_is(t, k, ",")) expects = true, pointer = false;
        if (expects && token_is(t, k, "*")) pointer = true;
        bool more_type = token_type(t, k) != OTHER || token_is(t, k, "const") ||
                         token_is(t, k, "__restrict__");
        if (!expects || !token_has(t, k, NAME) || more_type) continue;
        if (token_is(t, k + 1, "(") && !pointer) break; // a function
        bool array = token_is(t, k + 1, "[");
        out[n++] = (Declared){k, pointer || array ? POINTER : type};
        expects = false;
    }
    return n;
}

bool token_same(const Tokens *t, int a, int b) {
    return t->at[a].len == t->at[b].len &&
           memcmp(t->code + t->at[a].at, t->code + t->at[b].at,
                  (size_t)t->at[a].len) == 0;
}
