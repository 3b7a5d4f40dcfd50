// How much of the processors other programs had during a measurement, which a
// time on a processor suffers from, or while kata waited for an answer.
#ifndef GATE_CROWD_H
#define GATE_CROWD_H

#include "base/base.h"

typedef struct Crowd {
    double busy, all; // seconds of all processors; all 0: not known
} Crowd;

// Reads /proc/stat. Time that other guests of a virtual machine had is busy.
Crowd crowd_now(void);
// Returns the share of the processors that others had between two moments, 0 to
// 1, where our own programs used own_seconds; 0 if it is not known.
double crowd_share(const Crowd *from, const Crowd *to, double own_seconds);
// Returns how many seconds more a program may take that had `limit` seconds and
// has taken `taken`, `lost` of them without a processor that it wanted; 0:
// none. What it may take in all is a few times the limit.
double crowd_patience(double limit, double taken, double lost);

#endif
