// The list of edits while it is made: what the files edits*.c share. edits.c
// exchanges what is there; the others are named at the end.
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
// The index between the bracket at `open` and the one after `last` is another.
void edits_index(Edits *e, int open, int last, const char *by, int weight);
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

// The name is used between the tokens, and not as a member.
bool edits_span_names(const Edits *e, int first, int last, const Declared *d);
bool edits_span_has(const Edits *e, int first, int last, const char *word);

enum { EDIT_NAMES = 5 }; // that are tried at one place

typedef struct EditNames {
    const Declared *at[EDIT_NAMES];
    int n;
} EditNames;

// Whole numbers that token i can see, the last ones first: those of the
// function's head, or others. With two places: only those used between them.
EditNames edits_names_at(const Edits *e, int i, bool head, int first, int last);
char *edits_name(Edits *e, const Declared *d);

// The semicolon of the initial value that follows `name =` at i, or -1.
int edits_initial_end(const Edits *e, int i);
// The brace that closes the one at i, or -1.
int edits_body_end(const Tokens *t, int i);
// The end of the body, braces or one statement, that begins at i, or -1.
int edits_any_body_end(const Tokens *t, int i);
bool edits_is_atomic(const Tokens *t, int i);
// The values that the tokens are made of differ between threads; with an axis,
// "x", along that one.
bool edits_of_thread(const Edits *e, int first, int last, const char *axis);

// Each adds edits at token i. A check before a store, or none; a zero
// otherwise; a wider call, turned operands, another index.
void edits_insert(Edits *e, int i);
// How many threads, blocks or bytes; the number of a thread in the grid.
void edits_launch(Edits *e, int i);
// Arguments of a call or a launch in another order.
void edits_arguments(Edits *e, int i);
// Another order of lines; a sum that begins anew; `while` for `if`.
void edits_order(Edits *e, int i);
// Adds the edits at token i that change two places of one mistake: how a loop
// begins and steps, / and % by one length, both parts of an index.
void edits_pairs(Edits *e, int i);
// Marks those edits that may hide a mistake of another line: they come later.
void edits_mark_hiding(Edits *e);

#endif
