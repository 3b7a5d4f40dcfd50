// Comparing an output with what is expected, element by element.
//
// Rules that hold for every kind: an expected NaN wants a NaN, an expected
// infinity the same infinity, a NaN never passes otherwise (the test is
// `!(d <= bound)`), +0 equals -0, integers are exact.
//
// compare {model: sum | dot, terms: k}: each output is a sum of k terms t. In
// fp32, in any order of summation, with or without fma, the rounding error of
// drawn (not adversarial) data stays below
//
//     min(k + 2, L sqrt(k + 2)) u (|sum t| + L sqrt(sum t^2)),  L = 6, u =
//     2^-24
//
// with overwhelming probability (Higham and Mary, "A new approach to
// probabilistic rounding error analysis", SIAM J. Sci. Comput. 41(5), 2019,
// with |partial sums| <= |sum| + L sqrt(sum t^2) for terms of random sign).
// sum t^2 is the reference applied to squared inputs. Computing in half
// precision (u = 2^-11) exceeds it for any k up to some ten thousand.
#ifndef GATE_COMPARE_H
#define GATE_COMPARE_H

#include "gate/judge/data.h"
#include "gate/result/result.h"

// One element's bound. square: sum of the squared terms (model compares).
double compare_bound(const Compare *c, ElemType type, double terms, double want,
                     double square);
// Whether got is right, given the bound.
bool compare_element(double want, double got, double bound);

// Compares a whole output of a set. payload: what the child left. Fills wrong,
// total, first[], output, pattern of res; returns whether all is right. Strings
// in the arena.
bool compare_output(Arena *a, const CaseData *c, int set, int g,
                    const unsigned char *payload, CaseResult *res);

// What is wrong in one sentence, from what compare_output filled.
const char *compare_says(Arena *a, const CaseResult *r);

// "out[3][17]" for a flat index.
char *compare_where(Arena *a, const ArgData *d, int64_t index);

// Whether element i still holds the bytes that outputs are poisoned with.
bool compare_is_poison(const ArgData *d, const unsigned char *payload,
                       int64_t i);

#endif
