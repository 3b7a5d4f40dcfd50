// Inputs whose elements depend on each other: row pointers, sorted keys,
// permutations. They are made one after the other, from a seed, and can be
// changed in a part so that what they are still holds.
#ifndef GATE_FILL_WHOLE_H
#define GATE_FILL_WHOLE_H

#include "base/rng.h"
#include "plan/plan.h"

// b of FILL_OFFSETS where the author gives no skew: random lengths, one row in
// eight empty.
#define FILL_UNSKEWED (-1.0)

bool fill_is_whole(FillKind kind);

// Fills n elements of a type; a and b are the fill's bounds, evaluated.
//
//   FILL_OFFSETS      0 = x[0] <= x[1] ... <= x[n - 1] = a; lengths of rows are
//                     alike (b 0), or as u^-b, u uniform: a power law
//   FILL_SORTED       rising within [a, b], one in eight a repeat
//   FILL_PERMUTATION  each of 0 ... n - 1 once
void fill_whole(void *out, ElemType type, size_t n, uint64_t seed,
                FillKind kind, double a, double b);

// Draws *n elements from *first anew, of `count` that fill_whole has made; both
// become those that may differ now. False: nothing there may change.
bool fill_whole_again(void *data, ElemType type, size_t count, size_t *first,
                      size_t *n, Rng *rng, FillKind kind, double a, double b);

#endif
