// Errors as values.
//
// A function that can fail takes `Err *err` last, returns false and has filled
// it; `cli` alone prints it, as "file:line:col: error: ..." with the source
// line, a caret and "hint: ...". An Err can carry several (all of a file's
// errors, not the first): err_more() starts another.
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include "base/base.h"

// Kind, exit status. The only list of them; see also verdict.def.
typedef enum ErrKind {
    ERR_NONE,
    ERR_USAGE, // wrong arguments, unknown address             exit 2
    ERR_INPUT, // a file of ours or the author's is wrong      exit 2
    ERR_BUILD, // the learner's file does not compile or link  exit 3
    ERR_RUN,   // crash, time-out                              exit 4
    ERR_ENV,   // tool missing, disk full, no permission       exit 5
    ERR_STORE, // the database                                 exit 5
    ERR_SIM,   // PTX that the simulated device cannot take    exit 5
    ERR_BUG,   // kata's fault                                 exit 70
} ErrKind;

typedef struct Loc {
    const char *file; // borrowed; must outlive the Err
    int line, col;    // from 1; 0 is unknown
} Loc;

typedef struct Err {
    ErrKind kind; // ERR_NONE: no error
    Loc loc;
    char msg[600];
    char hint[600];
    char source[200]; // the source line that loc points at, or ""
    struct Err *next; // further errors of the same file; heap, err_clear frees
} Err;

// All return false, so a failing function ends in one line:
//     return err_at(e, tok->loc, "expected '%s'", want);
bool err_set(Err *e, ErrKind kind, const char *fmt, ...) PRINTF(3, 4);
// As err_set with kind ERR_INPUT and a place.
bool err_at(Err *e, Loc loc, const char *fmt, ...) PRINTF(3, 4);
// As err_set, with ": " and strerror(errno) after the message.
bool err_errno(Err *e, ErrKind kind, const char *fmt, ...) PRINTF(3, 4);

// Attaches advice to the error set last.
bool err_hint(Err *e, const char *fmt, ...) PRINTF(2, 3);
// Attaches the source line to the error set last.
void err_source(Err *e, const char *line, size_t n);

// Returns an empty Err at the end of e's chain to fill next (e itself while e
// is empty).
Err *err_more(Err *e);
// Moves the errors of from, if it has any, to the end of e's chain. Returns
// false if there were some: `return err_move(err, &one);` ends a function.
bool err_move(Err *e, Err *from);
// Number of errors in the chain.
int err_count(const Err *e);
void err_clear(Err *e);

// The exit status that belongs to a kind (design, section 3).
int err_exit_status(ErrKind kind);

#endif
