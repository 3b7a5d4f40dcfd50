// The timed case: repeated, verified, counted.
#ifndef GATE_MEASURE_H
#define GATE_MEASURE_H

#include "gate/session.h"

typedef struct Measured {
    bool ok;        // timed, and every repetition verified
    CaseResult bad; // if not: what was wrong (verdict FAIL or CRASH)
    Timing time;
    Counts counts; // simulated device only
} Measured;

// The variables of the timed case on a backend: measure, with `sim:` replacing
// those of the same name.
CaseVar *measure_vars(Arena *a, const Measure *m, Backend b, int *n);

// Prepares, warms up, repeats and verifies in s, whose region holds c. flush:
// L2 bytes to write before every repetition (0 on the simulated device).
//
// On a GPU: at least 30 repetitions, up to 200 or 6 seconds until the interval
// of the median is within 0.5 %; after each, pieces of the output chosen at
// random afterwards are compared; at the end every set is compared whole (or at
// 4096 random elements, where the reference answers element by element).
// Returns false only for an error of ours.
bool measure_run(Session *s, CaseData *c, const Exercise *ex,
                 const Reference *ref, Measured *out, Err *err);

#endif
