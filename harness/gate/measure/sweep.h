// The timed case at many sizes: the learner's program, and others in turn with
// it, each repetition verified as in a check.
//
// The exercise says them in `sweep:`. Without, they are the variables of
// `measure:` that are numbers and of the order of the largest of them (a count
// of bins stays what it is); all shrink together, by octaves, with an awkward
// odd size between any two. Derived variables are derived anew.
#ifndef GATE_SWEEP_H
#define GATE_SWEEP_H

#include "gate/measure/measure.h"

enum { SWEEP_OTHERS = 2, SWEEP_MOST = MEASURE_SWEEP_MOST };

typedef struct SweepOther {
    const char *name; // "cublas", "attempt 3"
    const char *file;
    const char *what; // or ""
    bool cublas;      // links with it
    const char *why;  // why there is no time of it, or NULL
} SweepOther;

typedef struct SweepRequest {
    const Plan *plan;
    const Exercise *ex;
    const char *file;       // the learner's
    const Backend *backend; // sim or gpu
    const SimGpu *model;
    int cc;                   // of the GPU
    const char *uuid;         // of the GPU, for a turn at it
    double usual_overhead_us; // MeasurePlan's
    const char *build_dir;
    int octaves; // down from the timed case; 0: what the exercise says
    SweepOther others[SWEEP_OTHERS];
    int nothers;
    void (*progress)(void *ctx, const char *step);
    void *ctx;
} SweepRequest;

typedef struct SweepTime {
    double us, lo, hi;                // us 0: none
    double ratio, ratio_lo, ratio_hi; // others: their time over yours
} SweepTime;

typedef struct SweepPoint {
    const char *shape; // "rows=1023 cols=65"
    double bytes, flops;
    bool awkward;
    SweepTime you, other[SWEEP_OTHERS];
    const char *wrong;   // the mistake at this size, or NULL: the last size
    const char *refused; // why the exercise does not allow it, or NULL
} SweepPoint;

typedef struct Sweep {
    SweepPoint at[SWEEP_MOST];
    int n;
    DeviceInfo device;
    const char *build;  // why the file does not build, or NULL
    const char *beside; // why times may not be its own, or NULL
} Sweep;

// The sizes, smallest first: variables of a case each. Every CaseVar in a.
// Returns how many (at most SWEEP_MOST). octaves 0: those of `sweep:`, on the
// simulated device as far as its timed case; without `sweep:` 10 octaves on a
// GPU, 4 on the simulated device.
typedef struct SweepSize {
    CaseVar *vars;
    int n;
    bool awkward;
} SweepSize;
int sweep_sizes(Arena *a, const Measure *m, bool small, int octaves,
                SweepSize out[SWEEP_MOST], Err *err);

// Builds and runs. Stops after a size at which the learner's program is wrong;
// one at which our solution is wrong as well is refused, and the next follows.
// False only for what is not the learner's fault. In a.
bool sweep_run(Arena *a, SweepRequest *q, Sweep *out, Err *err);

#endif
