// What a small kernel of ours takes with cold caches in a process that kata
// times (runner/floor.c), on average over all such processes on a GPU. How far
// one process is off that is how far all its times are off.
//
// Kept in the record and refined by every check: processes differ by some 0.07
// us (standard deviation, H200), so the mean of a calibration's seven is known
// to 0.03 us only, which is 0.7 % of a kernel of 4 us and the same 0.7 % in
// every check.
#ifndef GATE_USUAL_H
#define GATE_USUAL_H

#include "base/arena.h"

// A GPU's usual, and how facts about it are kept: as in CheckRequest, either
// may be NULL.
typedef struct Usual {
    double us; // 0: not known yet
    double n;  // processes that it is the mean of
    Arena *a;
    const char *uuid, *driver;
    double (*fact)(void *ctx, const char *key);
    void (*set_fact)(void *ctx, const char *key, double value);
    void *ctx;
} Usual;

// Reads us and n; the rest is given.
void usual_read(Usual *u);
// What where a process lies adds to its times, microseconds: what it measured
// less the usual; 0 where either is not known, or they differ by more than that
// can be.
double usual_offset(double usual_us, double least_us);
// What a process measured, microseconds; NaN: nothing. One that is off by more
// than where it lies can do is left out, and weighs against the mean.
void usual_add(Usual *u, double least_us);
void usual_write(const Usual *u);

#endif
