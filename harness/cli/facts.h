// The ceilings of this machine's GPU: measured for the record, and taken along
// by processes that must not touch it.
#ifndef CLI_FACTS_H
#define CLI_FACTS_H

#include "cli/app.h"
#include "gate/measure/ceiling.h"
#include "run/nvml.h"

// Measures the groups (CeilingGroup) in a turn at the GPU, and keeps in the
// record what is to be believed.
bool facts_measure(App *a, const GpuState *g, unsigned groups,
                   Ceiling all[CEILING_COUNT], DeviceInfo *device, Err *err);

typedef struct Facts {
    const char *key[CEILING_COUNT]; // NULL: there is no GPU
    double value[CEILING_COUNT];    // NaN: not known
} Facts;

// What the record knows; what checks ask for and it does not know is measured.
void facts_gather(App *a, const GpuState *g, Facts *out);
// For CheckRequest, with the Facts as its ctx.
double facts_know(void *facts, const char *key);

#endif
