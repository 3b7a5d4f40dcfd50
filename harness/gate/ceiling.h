// Ceilings of a GPU: the most it moves for one access class, measured by the
// kernels of bench/ceilings.cu through the same runner and the same clock as an
// exercise. On the simulated device they are the model's parameters.
#ifndef GATE_CEILING_H
#define GATE_CEILING_H

#include "gate/session.h"

typedef struct CeilingRequest {
    const Toolkit *toolkit;
    const BuildPlaces *places;
    const char *source;  // harness/bench/ceilings.cu
    const char *scratch; // folder
    const DeviceInfo *device;
    const char *access; // read | write | copy | triad
} CeilingRequest;

// Measures. Returns GB/s (median), or NaN with err set.
double ceiling_measure(Arena *a, const CeilingRequest *q, Err *err);

#endif
