// See laps.h.
#include "gate/machine/laps.h"

#include "base/day.h"

const LapInfo lap_info[LAP_COUNT] = {
#define LAP(id, owner, what) [LAP_##id] = {#id, what, LAP_##owner},
#include "gate/machine/laps.def"
};

Lap lap_to(Laps *p, Lap next) {
    if (!p) return next;
    Lap before = p->now;
    double t = clock_seconds();
    if (p->since > 0) p->seconds[before] += t - p->since;
    p->since = t;
    p->now = next;
    return before;
}

void lap_stop(Laps *p) {
    lap_to(p, p->now);
    p->since = 0;
}

double laps_of(const Laps *p, LapOwner owner) {
    double sum = 0;
    for (int i = 0; i < LAP_COUNT; i++)
        if (lap_info[i].owner == owner) sum += p->seconds[i];
    return sum;
}
