// Whether a check rejected a kernel in the way that its first line states
// (plan/ways.def).
#ifndef GATE_WAY_H
#define GATE_WAY_H

#include "gate/result/result.h"
#include "plan/mutant.h"

// Whether one of the reason's ways happened; false for a pass.
bool way_rejects(const CheckResult *r, const MutantReason *m);

// Whether only the simulated device can see any of them.
bool way_needs_sim(const MutantReason *m);

// Whether a gate could not be judged: what counts or measures is not on this
// machine.
bool way_is_open(const CheckResult *r);

// What happened instead, in a few words: the verdict and what decided it.
const char *way_told(Arena *a, const CheckResult *r);

#endif
