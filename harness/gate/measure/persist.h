// Finds out whether lines that a program has made persist in L2 outlive the
// flush.
//
// To reset them before every repetition would be safe, and dear: on an H200 one
// reset makes every kernel of the process 0.15 to 0.2 us slower for good, and a
// read of 8 MB that persists is 1.5 of 6.8 us faster after the flush, with what
// the driver sets aside by default (tests/gpu/persist.h200.tsv). So the rounds
// run without resets, and pairs of repetitions follow them, one with a reset,
// one without. If the second of a pair is faster, the rounds are run again, and
// every one begins with a reset.
#ifndef GATE_PERSIST_H
#define GATE_PERSIST_H

#include <stdbool.h>

enum { PERSIST_PAIRS = 15 };

// Returns true if it could matter to calls of this time, in microseconds: all
// of an L2 comes from DRAM in some 20.
bool persist_matters(double median_us);

// reset, plain: times of either kind, in microseconds, pair by pair; median_us:
// the median of the rounds before any reset.
bool persist_judge(const double *reset, const double *plain, int n,
                   double median_us);

#endif
