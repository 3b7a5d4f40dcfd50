// Compares the rejection of a mutant with the reason that its first line states
// (plan/ways.def).
#ifndef GATE_REJECTION_H
#define GATE_REJECTION_H

#include "gate/result/result.h"
#include "plan/mutant.h"

// Returns true if one of the reason's ways happened; false for a pass.
bool rejection_happened(const CheckResult *r, const MutantReason *m);

// Returns true if the reason leaves it to the simulated device: each of its
// ways is a trap, or the kernel passed on a GPU and one way need not show there
// (a trap, a pattern, a gate that was skipped).
bool rejection_needs_sim(const CheckResult *r, const MutantReason *m);

// Returns true if a gate could not be judged because a tool is not on this
// machine.
bool rejection_is_open(const CheckResult *r);

// Tells the actual rejection in a few words: the verdict and what decided it.
const char *rejection_text(Arena *a, const CheckResult *r);

#endif
