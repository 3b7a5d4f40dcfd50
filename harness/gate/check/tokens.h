// A CUDA file as tokens, and what can be known of them without a grammar.
#ifndef GATE_TOKENS_H
#define GATE_TOKENS_H

#include "base/arena.h"

typedef enum TokenKind { NAME, NUMBER, TEXT, SIGN, END } TokenKind;

typedef struct Token {
    TokenKind kind;
    int at, len, line;
    bool directive;   // in a line that begins with #
    bool parameters;  // `<` and `>` around those of a template, and between
    int function;     // the number of the function that it belongs to
    bool in_head;     // in its list of parameters
    bool in_brackets; // of a call, an index, a for or an if
} Token;

typedef struct Tokens {
    const char *code;
    Token *at;
    int n, cap;
} Tokens;

// Reads code without comments (source_code).
Tokens tokens_read(Arena *a, const char *code);

// Token i is this word or sign, one of them (NULL-terminated), or of this kind;
// false if there is no token i.
bool token_is(const Tokens *t, int i, const char *word);
bool token_in(const Tokens *t, int i, const char *const *words);
bool token_has(const Tokens *t, int i, TokenKind kind);
// Both have the same text.
bool token_same(const Tokens *t, int a, int b);

typedef enum NameKind { WHOLE, REAL, POINTER, OTHER } NameKind;

typedef struct Declared {
    int token; // its place
    NameKind kind;
} Declared;

// The kind of values that a type's name begins, or OTHER.
NameKind token_type(const Tokens *t, int i);
// Stores the names, `most` at the most, of the declaration that begins with the
// type at i; returns how many.
int tokens_declared(const Tokens *t, int i, Declared *out, int most);

#endif
