// One program in a measurement, and what it does in a round: the parts of
// measure.c that ask whether a time was earned.
#ifndef GATE_TIMED_H
#define GATE_TIMED_H

#include "gate/measure/measure.h"
#include "gate/measure/memo.h"
#include "gate/measure/verify.h"

enum { MOST_ROUNDS = 300 };

// A program while it is timed.
typedef struct Timed {
    const MeasurePlan *plan;
    TimedProgram *program;
    Verifier verifier;
    double us[MOST_ROUNDS], mhz[MOST_ROUNDS], busy[MOST_ROUNDS];
    double together; // the most of any round
    int whole_at;    // the round after which everything is compared
    Memo memo;
    double probe_us; // on inputs that have changed a little
    bool out;        // wrong or dead
    int unheld;      // repetitions with launch latency in them
} Timed;

// The plan of a round, which all programs follow.
typedef struct Round {
    int number, set;
    InputChange change[MAX_CHANGES]; // elements that have changed
    int nchanges;
} Round;

// Each returns false once the program is out: its `bad` then says why.

// One repetition; its result goes to *call.
bool timed_repeat(Timed *t, const Round *r, bool hold, CallResult *call);

// One repetition that counts, looked at.
bool timed_round(Timed *t, const Round *r);

// Takes the finding of verify or probe; if they failed without one, the program
// died.
bool timed_take_finding(Timed *t, bool right);

// Work that the events did not bracket: the device was busy when the second
// event had passed. On a GPU the tail holds two synchronisations, some
// microseconds; the modelled clock has none.
bool timed_escaped(const Timed *t, const CallResult *call);
bool timed_tell_escape(Timed *t, const CallResult *call); // false

// Once more, with more of the input changed: not a sample. late: see probe.h.
// t: all n programs, the learner's first.
bool timed_probe(Timed *t, int n, int set, bool late);

// A repetition that is not for the time: it starts on an idle device, so that
// work which the entry leaves beside the clock's stream is still to be done
// when the clock has stopped. Up to three, as the machine may have stalled.
bool timed_nothing_escapes(Timed *t, int set);

// Returns true if calls on renewed inputs took as long as others.
bool timed_keeps_nothing(Timed *t, double typical_us);

// Returns true if its lines of L2 outlive the flush (persist.h). median_us: of
// its rounds without resets. Once it is out: false.
bool timed_persists(Timed *t, int set, double median_us);

// Gives a round inputs that no call has seen: an element of each has changed.
// The new expectation costs nothing if the reference answers element by
// element; else it is worth one round.
void timed_freshen(const Timed *t, Round *r, Rng *rng);

#endif
