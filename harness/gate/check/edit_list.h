// The list of edits while it is made: edits.c exchanges what is there, and
// edits_insert.c puts something new in, and edits_pairs.c changes two places
// that one mistake is in.
#ifndef GATE_EDIT_LIST_H
#define GATE_EDIT_LIST_H

#include "gate/check/edits.h"
#include "gate/check/tokens.h"

typedef struct Edits {
    Arena *a;
    Tokens t;
    Edit *at;
    int n, cap;
    Declared *names;
    int nnames;
    const EditFocus *focus; // or NULL
} Edits;

void edits_add(Edits *e, Edit one);
// Tokens first to last are replaced by a text. `of`: see Edit.
void edits_span(Edits *e, int first, int last, const char *by, int weight,
                const char *of);
// The same with words of its own: see `says` of Edit.
void edits_told(Edits *e, int first, int last, const char *by, int weight,
                const char *says);
// "... in line 7", that of token i.
const char *edits_line(Edits *e, int i, const char *what);
char *edits_text_of(Edits *e, int first, int last);

// The function of token i asks which thread it is.
bool edits_in_kernel(const Edits *e, int i);
// Constants of the file, at most so many: a factor that is missing is mostly
// one of them. Returns how many there are.
int edits_constants(Edits *e, const char **out, int most);

// The last declaration of the name at token i before it, in the same function;
// NULL: there is none.
const Declared *edits_declared(const Edits *e, int i);
// The name is still known at token i.
bool edits_sees(const Edits *e, const Declared *d, int i);

// The bracket that closes the one at i, or -1; not beyond a statement.
int edits_closing(const Tokens *t, int i);
// Token i begins a statement that is neither a declaration nor has a body:
// returns its semicolon, or -1.
int edits_statement_end(const Tokens *t, int i);

// The head of a `for`: the first token of each of its three parts, and the
// bracket that closes it.
typedef struct EditLoop {
    int begin, test, step, close;
} EditLoop;

// Returns true if a `for` with three parts begins at token i.
bool edits_loop(const Tokens *t, int i, EditLoop *h);

// Adds the edits at token i that put something new in: a check before a store,
// a factor, a limit, a clear, another order of lines.
void edits_insert(Edits *e, int i);
// Adds the edits at token i that change two places of one mistake: how a loop
// begins and steps, / and % by one length, both parts of an index.
void edits_pairs(Edits *e, int i);

#endif
