// The wrong results of a program, as a short text: two programs with the same
// mistake have the same, however they are written.
//
//   . +9f2c60:17:0.5:-1.25 4be773:100:unwritten:unwritten
//
// A word for each case: a point if it is right, else a hash of what is wrong
// (which output, from which element on), how many elements, and the first two
// of them. A plus: something was computed there, so that few mistakes show it.
#ifndef GATE_FINGERPRINT_H
#define GATE_FINGERPRINT_H

#include "base/str.h"
#include "gate/result/result.h"

typedef struct Fingerprint {
    Buf text;
    int right, wrong; // cases; with wrong values
    bool telling;     // something was computed, and is wrong
    bool empty;       // something was not written
} Fingerprint;

void fingerprint_start(Fingerprint *f);
// Adds a case; in the same order each time.
void fingerprint_add(Fingerprint *f, const CaseResult *r);
// Returns the text, or NULL if it would tell nothing: no case had a wrong
// value; nothing was written; all is 0 or not a number. Frees f.
char *fingerprint_end(Fingerprint *f, Arena *a);

// How much two fingerprints have in common: 1 if they are those of one mistake,
// with values that differ by rounding alone; less if most cases are, two at
// least, and what is computed there tells something: the share of such cases
// among those that are wrong in either. Else 0.
double fingerprint_share(Str a, Str b);

#endif
