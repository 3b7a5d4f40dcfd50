// An access outside of an array of the exercise: which element it reaches for.
#ifndef GATE_FAR_H
#define GATE_FAR_H

#include "gate/result/told.h"

typedef struct Far { // in elements
    const Arg *arg;
    long long index, count;
    int line; // that names the array
} Far;

// Fills it in. Returns false if the trap is none of that kind, or nobody knows
// which line gave the index.
bool far_of(const Told *w, Far *f);
// The text of the index, without its brackets; empty: it is not found.
Str far_index(const Told *w, const Far *f);

#endif
