// Explains a wrong result by a mistake in the use of an input: the reference is
// computed on changed inputs, and compared with what the learner's code stored.
#ifndef GATE_WHAT_IF_H
#define GATE_WHAT_IF_H

#include "gate/judge/compare.h"
#include "gate/judge/reference.h"

// Adds to r, the result of a wrong output g, the patterns that fit: inputs
// exchanged, a scalar without its fraction, a matrix read by columns, an input
// left out, doubled, negated or turned round. Looks at small cases only.
void what_if(Arena *a, CaseData *c, const Reference *ref, int g,
             const unsigned char *payload, CaseResult *r);

#endif
