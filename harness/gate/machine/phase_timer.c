#include "gate/machine/phase_timer.h"

#include "base/day.h"

const PhaseInfo phase_info[PHASE_COUNT] = {
#define PHASE(id, owner, what) [PHASE_##id] = {#id, what, PHASE_##owner},
#include "gate/machine/phases.def"
};

TimerPhase phase_to(PhaseTimer *p, TimerPhase next) {
    if (!p) return next;
    TimerPhase before = p->now;
    double t = clock_seconds();
    if (p->since > 0) p->seconds[before] += t - p->since;
    p->since = t;
    p->now = next;
    return before;
}

void phase_stop(PhaseTimer *p) {
    phase_to(p, p->now);
    p->since = 0;
}

double phase_seconds_of(const PhaseTimer *p, PhaseOwner owner) {
    double sum = 0;
    for (int i = 0; i < PHASE_COUNT; i++)
        if (phase_info[i].owner == owner) sum += p->seconds[i];
    return sum;
}
