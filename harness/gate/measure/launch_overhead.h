// The launch overhead of a process: how long a small kernel of ours takes there
// with cold caches (runner/floor.c). Processes differ in it, and a process
// whose overhead is off the GPU's usual one has all its times off by as much.
//
// The usual overhead of a GPU is kept in the record and refined by every check:
// processes differ by some 0.07 us (standard deviation, H200), so the mean of a
// calibration's seven is known to 0.03 us only, which is 0.7 % of a kernel of 4
// us and the same 0.7 % in every check.
#ifndef GATE_LAUNCH_OVERHEAD_H
#define GATE_LAUNCH_OVERHEAD_H

#include "base/arena.h"

// A GPU's usual overhead, and how facts about it are kept: as in CheckRequest,
// either function may be NULL.
typedef struct LaunchOverhead {
    double us; // 0: not known yet
    double n;  // processes that it is the mean of
    Arena *a;
    const char *uuid, *driver;
    double (*fact)(void *ctx, const char *key);
    void (*set_fact)(void *ctx, const char *key, double value);
    void *ctx;
} LaunchOverhead;

// Reads us and n; the rest is given.
void launch_overhead_read(LaunchOverhead *u);
// Returns what a process adds to its times, microseconds: its overhead less the
// usual one; 0 where either is not known, or they differ by more than processes
// do.
double launch_overhead_offset(double usual_us, double process_us);
// Takes the overhead of a process, microseconds; NaN: not measured. One that is
// off by more than processes differ is left out, and weighs against the mean.
void launch_overhead_add(LaunchOverhead *u, double process_us);
void launch_overhead_write(const LaunchOverhead *u);

#endif
