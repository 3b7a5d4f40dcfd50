// See persist.h.
#include "gate/persist.h"

#include "bench/stats.h"

// What a pair may differ by: an event's tick or a few. Who is wrongly taken to
// keep lines is timed with resets, which is what they cost and no more.
static const double PAIR_US = 0.15, PAIR_SHARE = 0.01;
// What a process may have lost by its first reset. Who stops to keep lines
// before the pairs come shows here.
static const double RESET_US = 0.35, RESET_SHARE = 0.02;

bool persist_judge(const double *reset, const double *plain, int n,
                   double usual) {
    double gain[PERSIST_PAIRS], after[PERSIST_PAIRS];
    for (int i = 0; i < n; i++) {
        gain[i] = reset[i] - plain[i];
        after[i] = reset[i];
    }
    if (n == 0) return false;
    return stats_of(gain, n).median > PAIR_US + PAIR_SHARE * usual ||
           stats_of(after, n).median - usual > RESET_US + RESET_SHARE * usual;
}
