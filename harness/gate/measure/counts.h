// Turns the simulated device's counts of the timed case into the metrics of
// gates.
#ifndef GATE_MEASURE_COUNTS_H
#define GATE_MEASURE_COUNTS_H

#include "gate/child/session.h"

// The work of one call of a drawn case, or of several, by the exercise; 0 where
// it does not say.
typedef struct Work {
    double calls;
    double bytes, flops; // measure: {bytes: , flops: }
    double elements;     // of its outputs
    // Bytes that any kernel has to move: those of its arrays, each once, and
    // never more than `bytes`. What is read again may stay on the chip.
    double least;
    double most; // of several calls, the largest one's bytes, or else elements
} Work;

// The value of a metric of source COUNT (plan/metrics.def), per what the gate
// says; NaN where it is undefined.
double counts_value(const Gate *g, const Counts *c, const Work *w);

// Says how such a value came about: "counted exactly", or what limits it.
const char *counts_how(Arena *a, const Gate *g, const Counts *c);

#endif
