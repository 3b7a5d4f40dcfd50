// Two programs on the simulated device at a GPU's own size, of which some of
// the blocks have run.
#ifndef GATE_MEASURE_SAMPLED_H
#define GATE_MEASURE_SAMPLED_H

#include "gate/measure/measure.h"

// The simulated timed case is small: what takes a GPU's time at its own size
// (memory, where caches hold the small case; the loop of a block, where that
// has a few rounds) may take a lesser part of it there.
typedef struct SampledPair {
    // The learner's and the shipped solution's: the timed case, whole, whose
    // outputs were compared; and at a GPU's own size, whose outputs were not.
    // The latter two may be NULL.
    const Measured *mine, *ours, *mine_sampled, *ours_sampled;
} SampledPair;

// Returns how many times as fast as the shipped solution the learner's program
// is: at a GPU's own size, which *where then names, else in the timed case. A
// program that does less for its work there than in the timed case gets the
// worse of both.
double sampled_times(const SampledPair *p, const char **where);

// Of a program that does not change the time there is kept beside the binary;
// about: all else that it depends on. sampled_recall returns false if it is not
// there. What cannot be kept is modelled again.
bool sampled_recall(Arena *a, const char *binary, const char *about,
                    Measured *out);
void sampled_keep(Arena *a, const char *binary, const char *about,
                  const Measured *m);

#endif
