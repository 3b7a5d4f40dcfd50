// Finds a program that keeps its results between calls and only updates them.
//
// Inputs of timed calls are those of earlier ones, changed in a few places. A
// program that keeps them beside their results finds the places and computes
// only what follows from those: right every time, and far less than the work.
// So a few rounds have inputs of which everything is new, and must not take
// longer.
#ifndef GATE_MEMO_H
#define GATE_MEMO_H

#include "base/arena.h"
#include "base/rng.h"

typedef struct Memo {
    bool asked;   // else it does not pay: looking is as long as computing
    int first;    // the round that has new inputs first
    double us;    // the shortest call on such; 0: none yet
    double ratio; // that it may take longer
    Arena *arena;
} Memo;

// bytes, flops: what a call has to move and compute; 0: unknown. modelled:
// times are, and have no noise.
void memo_begin(Memo *k, Arena *a, Rng *rng, double bytes, double flops,
                bool modelled);
// Returns true if a round, counted from 0, needs new inputs.
bool memo_asks(const Memo *k, int round);
// Notes the time of a call on new inputs.
void memo_note(Memo *k, double us);
// Returns NULL, or a sentence about what is wrong. typical_us: the time of
// calls on inputs that have changed in a few places.
const char *memo_judge(const Memo *k, double typical_us);

#endif
