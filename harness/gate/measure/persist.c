// See persist.h.
#include "gate/measure/persist.h"

#include "bench/stats.h"

// A pair may differ by this much: a few ticks of an event. The lower end of the
// median's interval must be above it, because a program that starts and waits
// by itself has times that differ far more from one call to the next.
static const double PAIR_US = 0.15, PAIR_SHARE = 0.01;
// A process may lose this much by its first reset. A program that stops keeping
// lines before the pairs come shows here.
static const double RESET_US = 0.35, RESET_SHARE = 0.02;

static const double LONG_US = 5000;

bool persist_matters(double median_us) {
    return median_us < LONG_US;
}

bool persist_judge(const double *reset, const double *plain, int n,
                   double median_us) {
    double gain[PERSIST_PAIRS], after[PERSIST_PAIRS];
    for (int i = 0; i < n; i++) {
        gain[i] = reset[i] - plain[i];
        after[i] = reset[i];
    }
    if (n == 0) return false;
    return stats_of(gain, n).lo > PAIR_US + PAIR_SHARE * median_us ||
           stats_of(after, n).lo - median_us >
               RESET_US + RESET_SHARE * median_us;
}
