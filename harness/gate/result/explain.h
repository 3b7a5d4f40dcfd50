// Explains a kernel's time: the lines that matter most, each with the reason
// and the exercise that teaches the cure.
//
// The simulated device gives every line its part of the modelled time and its
// counters; a cause compares what the line did with the least that would have
// done. A line has one cause: the one that explains most of its time.
#ifndef GATE_EXPLAIN_H
#define GATE_EXPLAIN_H

#include "gate/result/result.h"

enum { CAUSES = 3, MOST_ALSO = 8 };

typedef struct Cause {
    const LineCost *line;            // the one that takes longest
    const LineCost *also[MOST_ALSO]; // further lines with the same cause
    int nalso;
    const char *name;   // causes.def: "uncoalesced"
    const char *why;    // sentences, with this line's numbers
    const char *lesson; // id of the exercise that teaches the cure, or NULL
    bool own;           // the exercise that is explained teaches it itself
    double waste;       // part of the line's time that the cure can save, 0..1
} Cause;

typedef struct Explanation {
    double us; // of all launches
    Cause at[CAUSES];
    int n;
} Explanation;

// Explains the lines of kernels (nkernels launches) on GPU g; the text of the
// learner's own file counts, code of libraries is summed by the caller. plan
// and self (the exercise, whose own lesson is no news) may be NULL. Everything
// is allocated in a.
Explanation explain(Arena *a, const SimGpu *g, const LineCost *lines, int n,
                    const KernelCost *kernels, int nkernels, const Plan *plan,
                    const Exercise *self);

#endif
