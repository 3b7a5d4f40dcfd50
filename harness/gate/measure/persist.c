// See persist.h.
#include "gate/measure/persist.h"

#include "bench/stats.h"

// What a pair may differ by: an event's tick or a few. It has to be more for
// sure (the interval of the median): who starts and waits by itself has times
// that differ by much more from one call to the next.
static const double PAIR_US = 0.15, PAIR_SHARE = 0.01;
// What a process may have lost by its first reset. Who stops to keep lines
// before the pairs come shows here.
static const double RESET_US = 0.35, RESET_SHARE = 0.02;

static const double LONG_US = 5000;

bool persist_matters(double usual) {
    return usual < LONG_US;
}

bool persist_judge(const double *reset, const double *plain, int n,
                   double usual) {
    double gain[PERSIST_PAIRS], after[PERSIST_PAIRS];
    for (int i = 0; i < n; i++) {
        gain[i] = reset[i] - plain[i];
        after[i] = reset[i];
    }
    if (n == 0) return false;
    return stats_of(gain, n).lo > PAIR_US + PAIR_SHARE * usual ||
           stats_of(after, n).lo - usual > RESET_US + RESET_SHARE * usual;
}
