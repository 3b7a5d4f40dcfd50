// Computes the expected outputs of a case: the reference on its inputs and,
// where the tolerance is the rounding of sums, on their squares as well, or its
// scale (compare.h).
#ifndef GATE_EXPECT_H
#define GATE_EXPECT_H

#include "gate/judge/compare.h"
#include "gate/judge/reference.h"

// Computes the expectation for every set; or anew for one of them.
void expect_case(CaseData *c, const Reference *ref);
void expect_again(CaseData *c, const Reference *ref, int set);
// Computes element i of output g of a set only. The reference must have `at`.
Want expect_at(CaseData *c, const Reference *ref, int set, int g, int64_t i);
// n elements of an input of a set have changed, from `first`: so does what the
// reference reads in their place, if there is any yet.
void expect_changed(ArgData *d, int set, size_t first, size_t n);

#endif
