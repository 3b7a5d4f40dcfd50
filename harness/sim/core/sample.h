// Some of a launch's blocks stand for all of them.
//
//   first wave | 1/6 of the waves | ... | 1/6 of the waves | last wave
//     all run      one wave runs            one wave runs      all run
//
// Before each of them but the first the wave before it runs too, and counts
// nothing: caches are as it leaves them.
//
// A wave is as many blocks as the device holds at a time, so that neighbours
// share caches as they would. What the middle ones count is scaled up to those
// that they stand for. Only where blocks cannot see each other (independence.h)
// and count no atomics: queues at a counter do not scale. What the others would
// have written is not there, until sample_finish. What L2 keeps of their
// results is not either: where a launch writes more than L2 holds, its
// write-backs, and with them up to a tenth of its time, are missing.
#ifndef SIM_SAMPLE_H
#define SIM_SAMPLE_H

#include <stdint.h>

enum {
    SAMPLE_MIDDLE = 6, // waves that count between the first and the last
    SAMPLE_LEAST = 24, // waves of a launch that is worth it
    SAMPLE_WINDOWS = SAMPLE_MIDDLE + 2,
};

typedef enum Sampling {
    SAMPLE_NONE, // all blocks
    SAMPLE_SOME, // the windows
    SAMPLE_REST, // all but the windows, and no matter what they count
} Sampling;

typedef struct SampleWindow {
    uint64_t warm, lo, hi; // blocks: run from warm on, counted from lo on
    double weight;         // what one of them stands for
} SampleWindow;

// Returns how many windows there are; 0: the launch is too small.
int sample_windows(uint64_t blocks, uint64_t wave,
                   SampleWindow at[SAMPLE_WINDOWS]);
double sample_part(const SampleWindow *at, int n, uint64_t blocks);

#endif
