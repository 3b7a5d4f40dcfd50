// A stop-watch with one hand: time goes to the lap that was named last.
#ifndef GATE_LAPS_H
#define GATE_LAPS_H

#include "base/base.h"

typedef enum Lap {
#define LAP(id, ...) LAP_##id,
#include "gate/machine/laps.def"
    LAP_COUNT,
} Lap;

typedef enum LapOwner { LAP_TOOL, LAP_REPS, LAP_WAIT, LAP_OURS } LapOwner;

typedef struct LapInfo {
    const char *id, *what;
    LapOwner owner;
} LapInfo;
extern const LapInfo lap_info[LAP_COUNT];

typedef struct Laps { // zero: not started
    double seconds[LAP_COUNT];
    double since;
    Lap now;
} Laps;

// From now on time is `next`'s; returns the lap before. p may be NULL.
Lap lap_to(Laps *p, Lap next);
// Stops: the current lap gets its time.
void lap_stop(Laps *p);
double laps_of(const Laps *p, LapOwner owner);

#endif
