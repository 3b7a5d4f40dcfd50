// The best passes of the record under the roof of one device.
#ifndef CLI_LEARN_ROOF_H
#define CLI_LEARN_ROOF_H

#include "cli/app/app.h"
#include "report/report.h"
#include "run/nvml.h"

typedef struct Roof {
    App *a;
    const char *device; // "NVIDIA H200": measured there, or modelled on it
    const char *source; // where the ceilings are from, a sentence
    double ceiling[CEILING_COUNT]; // NaN: not known
    RoofPoint *at;
    int n;
} Roof;

// Returns whether a device of the record is the one that is wanted: "NVIDIA
// H200 (simulated)" is a model of "NVIDIA H200".
bool roof_is_on(const char *device, const char *wanted);
// The device of the newest timed pass; without one, a model's.
const char *roof_newest(App *a, const TimeRow *rows, int n);
// Finds its ceilings: measured here if this is the GPU, else the model's.
// False: nothing is known of it.
bool roof_open(App *a, const char *device, const GpuState *g, Roof *out);
// Adds the best pass of each exercise, of either clock. rows: store_times.
void roof_add_best(Roof *r, const TimeRow *rows, int n);
RooflineView roof_view(const Roof *r);

#endif
