// Ceilings of a GPU: the most it moves or computes in each way of being
// limited, measured by kernels of ours (bench/ceilings.def) through the same
// runner and the same clock as an exercise. On the simulated device they are
// the model's parameters.
#ifndef GATE_CEILING_H
#define GATE_CEILING_H

#include "bench/stats.h"
#include "gate/child/session.h"
#include "gate/machine/device_lock.h"

typedef enum CeilingGroup {
    CEILING_MEMORY = 1,
    CEILING_COMPUTE = 2,
    CEILING_LIBRARY = 4, // needs cuBLAS
} CeilingGroup;

typedef enum CeilingId {
#define CEILING(id, ...) CEILING_##id,
#include "bench/ceilings.def"
    CEILING_COUNT,
} CeilingId;

typedef struct CeilingInfo {
    const char *id, *unit, *what;
    CeilingGroup group;
    int size;
} CeilingInfo;
extern const CeilingInfo ceiling_info[CEILING_COUNT];

// -1: no ceiling of that name.
int ceiling_find(const char *id);

typedef struct Ceiling {
    double value, lo, hi; // in its unit; NaN: not known
    double theory;        // from clocks and widths; 0: not known
    const char *why;      // why it is not known, or not to be believed; or NULL
    bool doubtful;        // measured, but not kept
} Ceiling;

typedef struct CeilingRequest {
    const Toolkit *toolkit;
    const BuildPlaces *places;
    const char *folder;  // with ceilings.cu: harness/bench
    const char *scratch; // folder
    int cc;
    unsigned groups;  // of CeilingGroup
    DeviceLock *lock; // taken alone while it measures, shared after it
    // Called before each, or NULL.
    void (*progress)(void *ctx, const char *what);
    void *ctx;
} CeilingRequest;

// Measures the groups; the rest of out stays unknown. A ceiling that could not
// be measured says why. device (may be NULL) receives the child's description
// of it. False with err: none could.
bool ceilings_measure(Arena *a, const CeilingRequest *q,
                      Ceiling out[CEILING_COUNT], DeviceInfo *device, Err *err);

// The parameters of the model.
void ceilings_modelled(const SimGpu *gpu, Ceiling out[CEILING_COUNT]);

// Returns the theoretical limit on this device, 0 if not known.
double ceiling_theory(CeilingId id, const DeviceInfo *d);
// Holds a measured value against theory and the data sheet (devices.def): sets
// doubtful and why.
void ceiling_doubt(Arena *a, CeilingId id, const DeviceInfo *d, Ceiling *c);

// The key of a fact in the record.
const char *ceiling_key(Arena *a, const char *uuid, const char *driver,
                        CeilingId id);

#endif
