// The loops of the learner's file, and what changes the variables that their
// conditions ask for.
#ifndef GATE_LOOP_READ_H
#define GATE_LOOP_READ_H

#include "base/arena.h"
#include "base/str.h"

typedef struct Loop {
    const char *at;               // its `for`, `while` or `do`
    Str first, test, step, body;  // the parts of a head; empty: it has none
    bool is_for, is_do, is_empty; // the body is the `;` after the head
} Loop;

// The first loop from p on. Returns false if there is none.
bool loop_next(const char *code, const char *p, Loop *out);
// A `break`, `return` or the like may end it.
bool loop_is_left(const Loop *l);

// The next name in the text from *at on that is a variable by itself, neither a
// field nor a function; empty: there is none.
Str loop_name(Str text, const char **at);
// The first place from p on that may give the variable another value; NULL:
// there is none in the text. `code`: the file, for functions that it is given
// to.
const char *loop_change(const char *code, Str text, const char *p, Str name);
// Other threads or functions may change the variable, or nobody knows what it
// is.
bool loop_is_shared(Arena *a, const char *code, Str name);

// How a statement or a step moves a variable.
typedef enum Move {
    MOVE_OTHER,
    MOVE_UP,      // x += e, x++
    MOVE_DOWN,    // x -= e, x--
    MOVE_DOUBLE,  // x *= 2, x <<= 1
    MOVE_HALVE,   // x /= 2, x >>= 1
    MOVE_HALVE_UP // x = (x + 1) / 2
} Move;

// That of the change at `at`, as loop_change finds it. by: what it is moved by,
// "1" of x++.
Move loop_move(const char *at, Str name, Str *by);

// Text is one comparison of the variable: its sign, as in x >= 0 and 0 <= x,
// and the other side. Empty: it is none.
Str loop_compares(Str test, Str name, Str *other);

#endif
