// Inputs: numbers of one kind, drawn from a seed.
#ifndef GATE_FILL_H
#define GATE_FILL_H

#include "base/rng.h"
#include "plan/plan.h"

// One drawn value; a and b are the fill's bounds, evaluated. Of FILL_SPECIAL a
// is the part of special values, b the ElemType. Not for fills of whole arrays
// (fill_whole.h).
double fill_draw(Rng *r, FillKind kind, double a, double b, size_t i);

// Fills n elements of a type, twice: to out and to copy (may be NULL). The
// numbers depend on the seed alone: every 2^20 elements have a stream of their
// own, so that any number of threads makes the same.
void fill_values(void *out, void *copy, ElemType type, size_t n, uint64_t seed,
                 FillKind kind, double a, double b);

#endif
