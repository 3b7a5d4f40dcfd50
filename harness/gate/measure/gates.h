// Gates: one question each, answered with the number that decided.
#ifndef GATE_GATES_H
#define GATE_GATES_H

#include "gate/measure/measure.h"
#include "gate/tools/callgrind.h"

// The evidence that the gates of one check are judged by.
typedef struct Evidence {
    Arena *arena;
    const Exercise *ex;
    const DeviceInfo *device;
    const Measured *run;    // the learner's timed run
    const Counts *counts;   // exact counts, or NULL: not counted
    const Counts *of_cases; // of all cases but the timed one, or NULL
    Work counted;           // of the counted call
    Work cases;             // of all calls in of_cases
    const CpuCounts *cpu;   // kind c: exact counts, or NULL: not counted
    const char *cpu_why;    // why not
    const BuildResult *build;
    const Measured *model; // simulated: the shipped solution, same case
    // Simulated: both at a GPU's own size, by some of the blocks; or NULL.
    const Measured *sampled, *model_sampled;
    const Rival *rivals; // baselines of the same run (a GPU)
    int nrivals;
    const char *spoilt; // why too slow a time proves nothing, or NULL
    // Fraction of `of` that the shipped solution measured on a real GPU, NaN
    // if none is recorded; *where becomes "NVIDIA H200, 2026-11-20".
    double (*recorded)(void *ctx, const char *of, const char **where);
    double (*ceiling)(void *ctx, const char *access); // GB/s, NaN: unknown
    // Simulated: that baseline in the same case; NULL: it does not run.
    const Measured *(*baseline)(void *ctx, const char *name);
    void *ctx;
} Evidence;

GateOutcome gate_judge(const Evidence *e, const Gate *g);

// Returns true if a measured time is less than physics allows; *why says so.
// l2_bytes: of the device.
bool gate_impossible(Arena *a, const Timing *t, double l2_bytes,
                     const char **why);

// Return the origin of a metric's number (metrics.def): a time, or counts of a
// processor.
bool gate_asks_time(const Gate *g);
// Returns true if an exercise's gates judge a time on the processor, which must
// have nothing else to do then.
bool gates_time_cpu(const Exercise *ex);
bool gate_asks_cpu(const Gate *g);

#endif
