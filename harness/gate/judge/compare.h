// Comparing an output with what is expected, element by element.
//
// Rules that hold for every kind: an expected NaN wants a NaN, an expected
// infinity the same infinity, a NaN never passes otherwise (the test is `!(d <=
// bound)`), +0 equals -0, integers are exact. If the expected value is too
// large for the output's type, the infinity that it rounds to is right. Poison
// is a NaN: it is not the one that is expected.
//
// compare {model: sum | dot, terms: k}: each output is a sum of k terms t. In
// fp32, in any order of summation, with or without fma, the rounding error of
// drawn (not adversarial) data stays below
//
//     min(k + 2, 4 sqrt(k + 2)) u (|sum t| + 3 sqrt(sum t^2)),  u = 2^-24
//
// with overwhelming probability (Higham and Mary, "A new approach to
// probabilistic rounding error analysis", SIAM J. Sci. Comput. 41(5), 2019,
// with |partial sums| <= |sum| + 3 sqrt(sum t^2) for terms of random sign).
// sum t^2 is the reference applied to squared inputs. Computing in half
// precision (u = 2^-11) exceeds it for any k up to some ten thousand.
//
// Outputs in half precision or bfloat16 are computed in single precision and
// rounded once, to the nearest: half a unit in their last place is added. ulp
// and exact are those of the output's type.
//
// compare {model: row, terms: k}: softmax, norms and the like. Each output is
// the end of a few operations on numbers that sums over a row of k terms gave
// (a mean, a variance, a sum of exponentials). Such a sum is off by
// min(k, L sqrt(k)) u of its size, as above, so that the output stays within
//
//     min(k + 16, 4 sqrt(k + 16)) u (|y| + s)
//
// 16 are the roundings beside the sum: exp, division and square root have 2 or
// 3 units each in CUDA's fast forms. s is how large the numbers were that made
// y, carried on to y, where they cancelled: reference_scale() in reference.c
// computes it, as (|x| + |mean|) / sigma * |gain| + |bias| for a layer norm,
// whose condition is the mean over sigma (Chan, Golub and LeVeque, "Algorithms
// for computing the sample variance", The American Statistician 37(3), 1983).
// Without it s is the largest |y| of the row: what softmax needs, where the
// exponent is off by u |x - max| and |x - max| exp(x - max) < 1 (Blanchard,
// Higham and Higham, "Accurately computing the log-sum-exp and softmax
// functions", IMA J. Numerical Analysis 41(4), 2021). A variance as the
// difference of two means of squares exceeds it as soon as the mean is large,
// sums in half precision exceed it always but for a rare row.
#ifndef GATE_COMPARE_H
#define GATE_COMPARE_H

#include "gate/judge/bound.h"
#include "gate/result/result.h"

// Returns true if got is right, given the bound.
bool compare_element(double want, double got, double bound);

// Returns true if element i of an output is right, as the child left it. Fills
// *m (may be NULL), but for its place.
bool compare_at(const CaseData *c, const ArgData *d, Want want,
                const unsigned char *payload, int64_t i, Mismatch *m);

// Compares a whole output of a set. payload: what the child left. Fills wrong,
// total, spent, first[], output, pattern of res; returns whether all is right.
// Strings in the arena.
bool compare_output(Arena *a, const CaseData *c, int set, int g,
                    const unsigned char *payload, CaseResult *res);

// Returns one sentence about the result that compare_output filled.
const char *compare_says(Arena *a, const CaseResult *r);

// "out[3][17]" for a flat index.
char *compare_where(Arena *a, const ArgData *d, int64_t index);

#endif
