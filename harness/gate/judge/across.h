// Compares the wrong cases of a check with each other, and with those that are
// right.
#ifndef GATE_ACROSS_H
#define GATE_ACROSS_H

#include "gate/judge/pattern.h"
#include "gate/result/result.h"

// Fills shared_pattern, shared_text and contrast of res from the first n of its
// cases: of[i] is what the author wrote of case i, sizes[i] its variables. A
// text lives in a. Nothing is said where a case crashed, or where it would only
// fit some of the cases.
void across_cases(Arena *a, const Case *const *of, const Env *sizes, int n,
                  CheckResult *res);

#endif
