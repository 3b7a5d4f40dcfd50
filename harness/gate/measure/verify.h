// That a timed repetition did its work: its outputs, looked at where nobody
// could know beforehand.
#ifndef GATE_VERIFY_H
#define GATE_VERIFY_H

#include "base/rng.h"
#include "gate/child/session.h"
#include "gate/judge/expect.h"

typedef struct Verifier {
    Session *s;
    CaseData *c;
    const Exercise *ex;
    const Reference *ref;
    Rng rng;        // seeded by the system
    int64_t each;   // elements of a piece; 0: not yet known what they cost
    CaseResult bad; // the first mistake
} Verifier;

// Pieces of every output of the repetition that ran last: the first, the last,
// and random ones. False: p->bad, or the child ended.
bool verify_samples(Verifier *p, int set);
// Everything of it: outputs (at random places only, where the reference answers
// element by element), guards, inputs.
bool verify_whole(Verifier *p, int set);

#endif
