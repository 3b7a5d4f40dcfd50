// The wrong results of a program, as a short text: two programs with the same
// mistake have the same, however they are written.
//
//   9f2c60d1a4be7738 0.5 -1.25 unwritten
//
// The first word is a hash of the verdict of each case: which output is wrong,
// in how many elements, from which one on. The others are values of wrong
// elements, two of each of the first three wrong cases.
#ifndef GATE_FINGERPRINT_H
#define GATE_FINGERPRINT_H

#include "base/hash.h"
#include "base/str.h"
#include "gate/result/result.h"

typedef struct Fingerprint {
    Hash cases;
    Buf values;
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

// Returns true if the texts are those of one mistake: the same hash, and values
// that differ by rounding alone.
bool fingerprint_same(Str a, Str b);

#endif
