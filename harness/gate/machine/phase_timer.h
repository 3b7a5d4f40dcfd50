// Times the phases of a check: time goes to the phase that was named last.
#ifndef GATE_PHASE_TIMER_H
#define GATE_PHASE_TIMER_H

#include "base/base.h"

typedef enum TimerPhase {
#define PHASE(id, ...) PHASE_##id,
#include "gate/machine/phases.def"
    PHASE_COUNT,
} TimerPhase;

typedef enum PhaseOwner {
    PHASE_TOOL,
    PHASE_REPS,
    PHASE_WAIT,
    PHASE_OURS
} PhaseOwner;

typedef struct PhaseInfo {
    const char *id, *what;
    PhaseOwner owner;
} PhaseInfo;
extern const PhaseInfo phase_info[PHASE_COUNT];

typedef struct PhaseTimer { // zero: not started
    double seconds[PHASE_COUNT];
    double since;
    TimerPhase now;
} PhaseTimer;

// Gives time to `next` from now on; returns the phase before. p may be NULL.
TimerPhase phase_to(PhaseTimer *p, TimerPhase next);
// Stops: the current phase gets its time.
void phase_stop(PhaseTimer *p);
double phase_seconds_of(const PhaseTimer *p, PhaseOwner owner);

#endif
