// Known mistakes: the results of the wrong solutions that an exercise ships, so
// that a learner's wrong results are told by name.
//
// solutions/mistakes.tsv has a row for each whose values are wrong:
//
//   exercise  wrong solution  fingerprint (gate/judge/fingerprint.h)
//
// They are of cases drawn from one seed, always the same; a program whose
// values are wrong runs these, too. `make mistakes` writes the file. Lines that
// begin with '#' are comments.
#ifndef GATE_KNOWN_H
#define GATE_KNOWN_H

#include "base/str.h"
#include "gate/check/state.h"

// Runs the cases of the fixed seed in the session of a program whose values
// were wrong in others, and fills in the result's `fingerprint` and `mistake`.
// Does nothing if nobody asks and no row is of the exercise, or $KATA_KNOWN is
// 0: so tests see what the patterns say. False: an Err.
bool known_look(Check *k, Err *err);

// Returns the words for a fingerprint: of the rows of an exercise in `text`
// that have most in common with it, what the wrong solutions say of themselves;
// or NULL. In a. *share: how much that is (fingerprint_share).
const char *known_words(Arena *a, const Exercise *ex, Str text,
                        const char *fingerprint, double *share);

// Says whether a fingerprint has a word of the case: one of fixed sizes, with
// elements. A row with another number of words fits no program: it is of the
// exercise's earlier cases. False: an Err.
bool known_has_word(Arena *a, const Exercise *ex, const Case *from, bool *has,
                    Err *err);

#endif
