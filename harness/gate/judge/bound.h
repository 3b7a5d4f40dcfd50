// The expectation of one element, and how far off it may be. See compare.h.
#ifndef GATE_BOUND_H
#define GATE_BOUND_H

#include "gate/judge/case_data.h"

// The expectation of an element: the reference's value as a double and, for
// models, a size: the sum of the squared terms (sum, dot), or s (row).
typedef struct Want {
    double value, size;
} Want;

// Storing y in a float type may round that much away: half the distance of
// its neighbours.
double compare_stored(ElemType type, double y);

// One element's bound.
double compare_bound(const Compare *c, ElemType type, double terms, Want want);
// The same of an element of the argument, which may have an rtol of its own.
double compare_bound_of(const CaseData *c, const ArgData *d, Want want);
// Returns the expectation of element i of a set, which expect_case has
// computed.
Want compare_want(const ArgData *d, int set, int64_t i);

#endif
