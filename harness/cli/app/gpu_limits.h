// The ceilings of this machine's GPU: measured for the record, and taken along
// by processes that must not touch it.
#ifndef CLI_APP_GPU_LIMITS_H
#define CLI_APP_GPU_LIMITS_H

#include "cli/app/app.h"
#include "gate/measure/ceiling.h"
#include "run/nvml.h"

// Measures the groups (CeilingGroup) in a turn at the GPU, and keeps in the
// record what is to be believed.
bool gpu_limits_measure(App *a, const GpuState *g, unsigned groups,
                        Ceiling all[CEILING_COUNT], DeviceInfo *device,
                        Err *err);

typedef struct GpuLimits {
    const char *key[CEILING_COUNT]; // NULL: there is no GPU
    double value[CEILING_COUNT];    // NaN: not known
} GpuLimits;

// Reads the record, and measures what checks ask for and the record lacks.
void gpu_limits_gather(App *a, const GpuState *g, GpuLimits *out);
// For CheckRequest, with the GpuLimits as its ctx.
double gpu_limits_know(void *facts, const char *key);

#endif
