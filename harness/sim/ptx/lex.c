// PTX text to tokens. See lex.h for the one idea: atoms.
#include "sim/ptx/lex.h"

#include "base/heap.h"

#include <stdlib.h>
#include <string.h>

// The classes of tokens that a character may be part of.
enum { SPACE = 1, DIGIT = 2, HEX = 4, FIRST = 8, WORD = 16 };

static const uint8_t class_of[256] = {
    [' '] = SPACE,
    ['\t'] = SPACE,
    ['\n'] = SPACE,
    ['\r'] = SPACE,
    ['\v'] = SPACE,
    ['\f'] = SPACE,
    ['\0'] = SPACE, // PTX in a fat binary is padded with NULs
    ['0' ... '9'] = DIGIT | HEX | WORD,
    ['a' ... 'f'] = HEX | FIRST | WORD,
    ['A' ... 'F'] = HEX | FIRST | WORD,
    ['g' ... 'z'] = FIRST | WORD,
    ['G' ... 'Z'] = FIRST | WORD,
    ['_'] = FIRST | WORD,
    ['$'] = FIRST | WORD,
    ['%'] = FIRST | WORD,
};

static bool is(const Lexer *lx, const char *p, int what) {
    return p < lx->end && class_of[(uint8_t)*p] & what;
}

static uint64_t hex_value(char c) {
    return (uint64_t)(c & 15) + (c > '9' ? 9 : 0);
}

static bool at_text(const Lexer *lx, const char *p, const char *want) {
    size_t n = strlen(want);
    return (size_t)(lx->end - p) >= n && !memcmp(p, want, n);
}

// ---- atoms

static const struct {
    Dir dir;
    const char *text;
} dirs[] = {
#define DIR(id, name) {DIR_##id, name},
#include "sim/ptx/dirs.def"
};

static Dir dir_find(const char *text) {
    for (size_t i = 0; i < COUNT_OF(dirs); i++)
        if (!strcmp(dirs[i].text, text)) return dirs[i].dir;
    return DIR_OTHER;
}

static void lex_grow(Lexer *lx) {
    uint32_t n = lx->ntable ? lx->ntable * 2 : 1024;
    Atom **table = heap_new(n, sizeof *table);
    for (uint32_t i = 0; i < lx->ntable; i++) {
        if (!lx->table[i]) continue;
        uint32_t k = lx->table[i]->hash & (n - 1);
        while (table[k])
            k = (k + 1) & (n - 1);
        table[k] = lx->table[i];
    }
    heap_free(lx->table);
    lx->table = table;
    lx->ntable = n;
}

// "%r12" is number 12 of "%r". A leading zero makes it a name of its own.
static void split_number(Lexer *lx, Atom *at) {
    uint32_t digits = 0;
    while (digits < at->n && digits < 8 &&
           class_of[(uint8_t)at->text[at->n - 1 - digits]] & DIGIT)
        digits++;
    while (digits > 1 && at->text[at->n - digits] == '0')
        digits--;
    if (!digits || digits == at->n) return;
    uint32_t stem = at->n - digits;
    if (class_of[(uint8_t)at->text[stem - 1]] & DIGIT) return;
    at->number = (uint32_t)strtoul(at->text + stem, NULL, 10);
    at->prefix = lex_atom(lx, at->text, stem);
}

Atom *lex_atom(Lexer *lx, const char *text, size_t n) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (uint8_t)text[i]) * 16777619u;
    h ^= h >> 15;

    if (lx->natoms * 2 >= lx->ntable) lex_grow(lx);
    uint32_t k = h & (lx->ntable - 1);
    for (; lx->table[k]; k = (k + 1) & (lx->ntable - 1)) {
        Atom *at = lx->table[k];
        if (at->hash == h && at->n == n && !memcmp(at->text, text, n))
            return at;
    }
    Atom *at = arena_new(lx->arena, Atom);
    at->text = arena_strn(lx->arena, text, n);
    at->n = (uint32_t)n;
    at->hash = h;
    at->sreg = SREG_COUNT;
    lx->table[k] = at;
    lx->natoms++;
    if (text[0] == '.') {
        at->dir = dir_find(at->text);
        at->type = type_find(at->text + 1);
        return at;
    }
    if (text[0] == '%') at->sreg = sreg_find(text, n);
    split_number(lx, at);
    return at;
}

// ---- tokens

// Skips spaces and comments. False: a comment does not end.
static bool lex_skip_space(Lexer *lx) {
    for (;;) {
        while (is(lx, lx->p, SPACE))
            lx->line += *lx->p++ == '\n';
        if (at_text(lx, lx->p, "//")) {
            while (lx->p < lx->end && *lx->p != '\n')
                lx->p++;
        } else if (at_text(lx, lx->p, "/*")) {
            const char *p = lx->p + 2;
            for (; !at_text(lx, p, "*/"); p++) {
                if (p >= lx->end) return false;
                lx->line += *p == '\n';
            }
            lx->p = p + 2;
        } else {
            return true;
        }
    }
}

static void bad(Tok *t, const char *why) {
    t->kind = TOK_BAD;
    t->why = why;
}

// 0f3F800000, 0dBFF0000000000000
static void hex_float(Lexer *lx, Tok *t, int digits) {
    const char *p = lx->p + 2;
    for (; p - lx->p - 2 < digits && is(lx, p, HEX); p++)
        t->value = t->value << 4 | hex_value(*p);
    t->kind = TOK_FLOAT;
    t->float_bits = (uint8_t)(digits * 4);
    if (p - lx->p - 2 != digits || is(lx, p, WORD))
        bad(t, digits == 8 ? "0f takes eight hexadecimal digits"
                           : "0d takes sixteen hexadecimal digits");
    lx->p = p;
}

// 1.5  2e10: the end of the text may follow at once, hence the copy.
static bool decimal_float(Lexer *lx, Tok *t) {
    const char *p = lx->p;
    while (is(lx, p, DIGIT))
        p++;
    bool dot = p < lx->end && *p == '.' && is(lx, p + 1, DIGIT);
    if (dot)
        for (p++; is(lx, p, DIGIT);)
            p++;
    bool exponent = p < lx->end && (*p == 'e' || *p == 'E');
    if (exponent) {
        const char *q = p + 1;
        if (q < lx->end && (*q == '+' || *q == '-')) q++;
        exponent = is(lx, q, DIGIT);
        if (exponent)
            for (p = q; is(lx, p, DIGIT);)
                p++;
    }
    if (!dot && !exponent) return false;

    char text[64] = "";
    size_t n = (size_t)(p - lx->p);
    memcpy(text, lx->p, n < sizeof text ? n : sizeof text - 1);
    double d = strtod(text, NULL);
    memcpy(&t->value, &d, sizeof d);
    t->kind = TOK_FLOAT;
    t->float_bits = 64;
    lx->p = p;
    return true;
}

// 42  42U  0x2A  052  0b101010
static void integer(Lexer *lx, Tok *t) {
    const char *p = lx->p;
    uint64_t base = 10;
    if (*p == '0' && p + 1 < lx->end) {
        char c = p[1] | 0x20;
        base = c == 'x' ? 16 : c == 'b' ? 2 : is(lx, p + 1, DIGIT) ? 8 : 10;
        p += base == 16 || base == 2 ? 2 : 0;
    }
    t->kind = TOK_INT;
    const char *first = p;
    for (; is(lx, p, HEX); p++) {
        uint64_t digit = hex_value(*p);
        if (digit >= base) break;
        if (__builtin_mul_overflow(t->value, base, &t->value) ||
            __builtin_add_overflow(t->value, digit, &t->value))
            bad(t, "a number that does not fit into 64 bits");
    }
    if (p == first) bad(t, "a number without digits");
    if (p < lx->end && *p == 'U') p++;
    if (is(lx, p, WORD)) bad(t, "a number that ends in letters");
    lx->p = p;
}

static void lex_number(Lexer *lx, Tok *t) {
    char c = lx->p + 1 < lx->end && *lx->p == '0' ? lx->p[1] | 0x20 : 0;
    if (c == 'f') {
        hex_float(lx, t, 8);
    } else if (c == 'd') {
        hex_float(lx, t, 16);
    } else if (c == 'x' || c == 'b' || !decimal_float(lx, t)) {
        integer(lx, t);
    }
}

// word = first char*, then (for opcodes and %tid.x) ("." | "::") char+ ...
static void word(Lexer *lx, Tok *t, bool chain) {
    const char *p = lx->p + 1;
    for (;;) {
        while (is(lx, p, WORD))
            p++;
        if (at_text(lx, p, "::") && is(lx, p + 2, WORD))
            p += 2;
        else if (chain && p < lx->end && *p == '.' && is(lx, p + 1, WORD))
            p += 1;
        else
            break;
    }
    t->atom = lex_atom(lx, lx->p, (size_t)(p - lx->p));
    lx->p = p;
}

static void string(Lexer *lx, Tok *t) {
    const char *p = lx->p + 1;
    while (p < lx->end && *p != '"' && *p != '\n')
        p += *p == '\\' && p + 1 < lx->end ? 2 : 1;
    t->kind = TOK_STR;
    t->start = lx->p + 1;
    t->n = (size_t)(p - t->start);
    if (p >= lx->end || *p != '"') {
        bad(t, "a string without an end");
        lx->p = p < lx->end ? p : lx->end;
        return;
    }
    lx->p = p + 1;
}

Tok lex_next(Lexer *lx) {
    bool ok = lex_skip_space(lx);
    Tok t = {.kind = TOK_END, .line = lx->line, .start = lx->p};
    if (!ok) {
        bad(&t, "a comment without an end");
        lx->p = lx->end;
        return t;
    }
    if (lx->p >= lx->end) return t;

    if (is(lx, lx->p, FIRST)) {
        t.kind = TOK_WORD;
        word(lx, &t, true);
    } else if (is(lx, lx->p, DIGIT)) {
        lex_number(lx, &t);
    } else if (*lx->p == '.' && is(lx, lx->p + 1, FIRST)) {
        t.kind = TOK_DIR;
        word(lx, &t, false);
    } else if (*lx->p == '"') {
        string(lx, &t);
        return t;
    } else {
        t.kind = TOK_PUNCT;
        t.punct = *lx->p++;
    }
    t.n = (size_t)(lx->p - t.start);
    return t;
}

char lex_peek(Lexer *lx) {
    if (!lex_skip_space(lx) || lx->p >= lx->end) return 0;
    return *lx->p;
}

bool lex_skip_braces(Lexer *lx) {
    for (int depth = 1; lx->p < lx->end; lx->p++) {
        lx->line += *lx->p == '\n';
        depth += *lx->p == '{' ? 1 : *lx->p == '}' ? -1 : 0;
        if (!depth) {
            lx->p++;
            return true;
        }
    }
    return false;
}

void lex_init(Lexer *lx, Arena *a, const char *text, size_t n) {
    *lx = (Lexer){.arena = a, .p = text, .end = text + n, .line = 1};
}

void lex_fini(Lexer *lx) {
    heap_free(lx->table);
    *lx = (Lexer){0};
}
