// Tokens of PTX text.
//
// Every word of the text (opcode, register, name, directive) becomes one Atom,
// however often it occurs: what can be known from the spelling alone is worked
// out once, and a word's present meaning is found without hashing it again.
#ifndef SIM_LEX_H
#define SIM_LEX_H

#include "base/arena.h"
#include "sim/ptx/isa.h"

// Directives that the parser knows; DIR_OTHER has a dot, DIR_NONE has not.
typedef enum Dir {
    DIR_NONE,
    DIR_OTHER,
#define DIR(id, text) DIR_##id,
#include "sim/ptx/dirs.def"
} Dir;

typedef struct Spelling Spelling; // of an opcode (parse_stmt.c)
typedef struct Binding Binding;   // of a name, in scope (parse.c)

typedef struct Atom {
    const char *text; // NUL-terminated, in the arena
    uint32_t n, hash;
    Dir dir;
    Type type;           // of ".f32"
    Sreg sreg;           // of "%tid.x", else SREG_COUNT
    struct Atom *prefix; // "%r12": the atom "%r"; NULL if no digits end it
    uint32_t number;     // 12
    // the parser's
    Spelling *spelling;
    Binding *name;  // innermost meaning, or NULL
    Binding *range; // innermost "%r<123>"
} Atom;

typedef enum TokKind {
    TOK_END,
    TOK_WORD,  // ld.global.f32  %r1  %tid.x  _Z3foo  _
    TOK_DIR,   // .reg  .f32
    TOK_INT,   // value
    TOK_FLOAT, // value holds the bits, float_bits says how many
    TOK_STR,   // "...": start and n, without the quotes
    TOK_PUNCT, // punct
    TOK_BAD,   // why
} TokKind;

typedef struct Tok {
    TokKind kind;
    char punct;
    uint8_t float_bits;
    int line;
    const char *start; // the text, borrowed from the source
    size_t n;
    Atom *atom;
    uint64_t value;
    const char *why;
} Tok;

typedef struct Lexer {
    Arena *arena; // of the atoms
    const char *p, *end;
    int line;
    Atom **table; // open addressing; heap
    uint32_t natoms, ntable;
} Lexer;

// Begins at text[0..n). Atoms go into the arena; lex_fini frees the rest.
void lex_init(Lexer *lx, Arena *a, const char *text, size_t n);
void lex_fini(Lexer *lx);

// Returns the next token. Past the end it is TOK_END for ever.
Tok lex_next(Lexer *lx);
// Returns the next character that is no space and no comment, 0 at the end,
// without taking it.
char lex_peek(Lexer *lx);
// Skips to just past the '}' that closes the '{' last taken. The text between
// is not looked at. False if there is none.
bool lex_skip_braces(Lexer *lx);

// The atom of a text.
Atom *lex_atom(Lexer *lx, const char *text, size_t n);

#endif
