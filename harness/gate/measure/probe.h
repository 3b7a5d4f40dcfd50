// The same call again, with an input that differs in a few places.
//
// A kernel that keeps results, and finds them again by a pointer, a length or a
// fingerprint of its input, is as right as any while the input is one of those
// that it knows. So a few windows of a set are drawn anew between two calls,
// and the second must follow. Late, it is a repetition like those that are
// timed, with more windows, which change when L2 has been overwritten: what
// another stream has computed by then, on the input as it was, is known by
// them.
#ifndef GATE_PROBE_H
#define GATE_PROBE_H

#include "base/rng.h"
#include "gate/child/session.h"
#include "gate/judge/expect.h"

typedef struct Probe {
    Session *s;
    CaseData *c;
    const Exercise *ex;
    const Reference *ref;
    Rng *rng;
    bool late;        // the inputs change at the last moment (a GPU)
    bool all;         // compare every element, however long the reference takes
    Session *also[8]; // other programs that are given the same inputs
    int nalso;
    // The second call's result: on an idle device, unless late.
    CallResult call;
} Probe;

// To be called when a repetition with this set has just run. Returns false
// where the child ended or the result was wrong: *bad then says how (kind
// "stale" if the old result came again), and holds no verdict where only
// s->result knows.
bool probe_run(Probe *p, int set, CaseResult *bad);

// Returns true if one of this many changed elements is compared: all of a few,
// and some thousands of many, each with the same chance wherever it lies.
bool probe_compares(Rng *rng, size_t changes);

#endif
