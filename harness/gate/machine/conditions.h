// The circumstances of a measurement on a GPU, as NVML tells them: kept with
// every attempt, and said aloud where they matter.
#ifndef GATE_CONDITIONS_H
#define GATE_CONDITIONS_H

#include "base/json.h"
#include "gate/machine/device_lock.h"
#include "run/nvml.h"

enum { MAX_REMARKS = 8 };

typedef struct Conditions {
    bool known;                      // there is a GPU, and NVML answered
    GpuState before, after;          // the measurement
    unsigned long long throttle;     // all that held the clock down in between
    const char *remark[MAX_REMARKS]; // sentences
    int nremarks;
    bool company;         // other kata processes were there
    double waited_s;      // for the lock
    const char *unlocked; // why it was measured without the lock, or NULL
    bool intruded;        // another kata had it
    const char *spoilt;   // why a time that is too slow proves nothing, or NULL
} Conditions;

// Facts about the samples besides their times.
typedef struct SampleState {
    double mhz;  // SM clock that ran; 0 unknown
    int n;       // kept
    int dropped; // for a low clock
    bool unsteady;
} SampleState;

void conditions_begin(Conditions *c); // before anything of ours uses the GPU
// Notes whether the processes that conditions_begin saw are kata's own. The
// lock is open.
void conditions_look_around(Conditions *c, const DeviceLock *t);
// Notes how the lock was waited for and held. Strings in a.
void conditions_take_lock(Arena *a, Conditions *c, const DeviceLock *t);
void conditions_poll(Conditions *c); // now and then
// After it: compares and remarks. Strings in a.
void conditions_end(Arena *a, Conditions *c, const SampleState *s);
// The pure half of it: from the states to remarks and `spoilt`.
void conditions_judge(Arena *a, Conditions *c, const SampleState *s);
void conditions_json(Json *j, const Conditions *c);

#endif
