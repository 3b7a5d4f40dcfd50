// Reads and writes solutions/measured.tsv: the times of shipped solutions on
// real GPUs. It is written by `make check-gpu` and committed, so that a machine
// without a GPU can judge by it.
//
//   exercise  of  fraction  gbs  median_us  lo_us  hi_us  device  driver  date
//
// `of` is a denominator of the bandwidth gate; "-" for a solution that is timed
// but has no such gate. Lines that begin with '#' are comments.
#ifndef GATE_RECORDED_H
#define GATE_RECORDED_H

#include "gate/check/check.h"

// The recorded fraction, NaN if there is none; *where becomes "NVIDIA H200,
// 2026-11-20". Rows of `device` go before others, later before earlier. of: a
// roof ("theoretical", "read"...) or a baseline; for a roof that the exercise
// was not recorded against, its GB/s over the roof of other rows.
double recorded_fraction(Arena *a, const char *root, const char *exercise,
                         const char *of, const char *device,
                         const char **where);

// The shipped solution's time on such a device, microseconds, with its date; 0
// if it was not recorded there, or for other bytes than `time` is of.
double recorded_us(Arena *a, const char *root, const char *exercise,
                   const Timing *time, const char *device, const char **date);

// Returns the measured time of the shipped solution, for its notes: "445 us on
// NVIDIA H200 (2026-11-23), 99.6 % of the copy ceiling", or that there is none.
// In a.
const char *recorded_words(Arena *a, const char *root, const Exercise *ex);

// Returns a solution's measurement on a GPU as lines of that file: its access
// class and every denominator of its bandwidth gates. "" if it was not
// measured. In a.
const char *recorded_lines(Arena *a, const CheckResult *res);
// Writes lines of one exercise and device to the file; earlier ones of the same
// go.
bool recorded_write(const char *path, const char *lines, Err *err);

#endif
