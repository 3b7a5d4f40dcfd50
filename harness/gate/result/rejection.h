// Whether a check rejected a kernel in the way that its first line states
// (plan/ways.def).
#ifndef GATE_REJECTION_H
#define GATE_REJECTION_H

#include "gate/result/result.h"
#include "plan/mutant.h"

// Whether one of the reason's ways happened; false for a pass.
bool rejection_happened(const CheckResult *r, const MutantReason *m);

// Whether only the simulated device can see any of them.
bool rejection_needs_sim(const MutantReason *m);

// Whether a gate could not be judged: what counts or measures is not on this
// machine.
bool rejection_is_open(const CheckResult *r);

// What happened instead, in a few words: the verdict and what decided it.
const char *rejection_text(Arena *a, const CheckResult *r);

#endif
