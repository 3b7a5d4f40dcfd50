// The timed case: repeated, verified, counted. One program, or several in turn
// on the same inputs: the learner's and a baseline, in every round each of them
// once, so that whatever the machine does meanwhile happens to both.
#ifndef GATE_MEASURE_H
#define GATE_MEASURE_H

#include "bench/stats.h"
#include "gate/child/session.h"
#include "gate/judge/expect.h"
#include "gate/machine/device_lock.h"
#include "gate/machine/phase_timer.h"
#include "gate/measure/counts.h"

typedef struct Measured {
    bool ok;        // timed, and every repetition verified
    CaseResult bad; // if not: what was wrong (verdict FAIL or CRASH)
    Timing time;
    Counts counts; // simulated device only
    Work work;     // of each call
    // Of each round, in microseconds; NaN where the clock of the GPU was low.
    double *round_us;
    int rounds;
    double overhead_us; // of a launch in this process; NaN: not known
} Measured;

// One program, in a session. Each has a region of its own: what one answers, or
// writes there, no other sees. While one runs the others are stopped, with
// whatever threads they have.
typedef struct TimedProgram {
    Session *s;
    Measured *out;
} TimedProgram;

enum { MAX_TIMED = 4, MAX_EDGES = 8 };

// A value at which a verdict turns: kata repeats while an interval lies across
// it.
typedef struct Edge {
    int over;  // program that the first is compared with; 0: none
    double at; // the ratio of times, other / first; GB/s without one
} Edge;

typedef struct MeasurePlan {
    CaseData *c;
    const Exercise *ex;
    const Reference *ref;
    Edge edges[MAX_EDGES];
    int nedges;
    // One of several processes that time the same: no more rounds than their
    // mean needs.
    bool one_of_several;
    // The launch overhead of processes on this device, microseconds, with which
    // a process's own is compared; 0: not known.
    double usual_overhead_us;
    PhaseTimer *phases; // or NULL
    bool sampled;       // simulated: one call, some of whose blocks stand for
                        // all; no output is compared
    DeviceLock *lock;   // taken alone for it, shared after it; or NULL
    Conditions *conditions; // polled meanwhile; or NULL
} MeasurePlan;

// The variables of the timed case: measure; of the small one, for a device that
// only models time, with `sim:` replacing those of the same name.
CaseVar *measure_vars(Arena *a, const Measure *m, bool small, int *n);
// The least work of that case: bytes to move and operations. 0: not said, or of
// sizes that are drawn.
void measure_least(Arena *a, const Measure *m, bool small, double *bytes,
                   double *flops);

// Draws inputs, gives all the same, warms up until the clock is steady, repeats
// and verifies.
//
// On a GPU: at least 30 rounds (short kernels: up to 150), at most 300 or 6
// seconds, until the interval of the first's median is within 0.5 % and across
// no edge; after each, pieces of the output chosen at random afterwards are
// compared, and after one that nobody can know everything (or 4096 random
// elements, where the reference answers element by element). Some repetitions,
// at random, are not for the time but start on an idle device, where work
// beside the clock shows. The first program decides: once it is wrong, nothing
// more is run. Others that fail are left out, with their `bad`. Returns false
// only for an error of ours.
bool measure_run(const MeasurePlan *plan, TimedProgram *e, int n, Err *err);

// Computes the work of one call of a drawn case.
bool measure_work(const Exercise *ex, const CaseData *c, Work *out, Err *err);

// The same program was timed in n processes, m's first, each on its own: these
// are their medians, microseconds. Moves all of m's times so that their median
// is the mean of those, as if m's process lay where processes lie on average;
// the interval takes in that mean's standard error. n >= 2.
void measure_pool(Measured *m, const double *median, int n);

// How many times faster the first is than the other: the median of the ratios
// of their rounds, with its 95 % interval. n: 0 if there is none.
Stats measure_ratio(const Measured *first, const Measured *other);

#endif
