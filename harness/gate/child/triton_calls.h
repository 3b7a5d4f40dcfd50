// The calls of a Triton exercise's entry, for the program that records its
// launches (triton/build.py): it needs to know every size before the program
// is built.
#ifndef GATE_TRITON_CALLS_H
#define GATE_TRITON_CALLS_H

#include "gate/judge/case_data.h"

// Members of a JSON object: entry, declaration, args and calls, one for each
// case.
const char *triton_calls(Arena *a, const Exercise *ex,
                         const CaseData *const *cases, int n);

#endif
