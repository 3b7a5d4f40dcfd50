// Edits of lines that the file has had from the beginning, and that are right.
#ifndef GATE_EDITS_GIVEN_H
#define GATE_EDITS_GIVEN_H

#include "gate/check/edits.h"
#include "gate/check/state.h"

// Leaves out the edits of lines that stand, between the same two lines, in the
// file that the learner began with and in the shipped solution: the mistake is
// in none of them. Returns how many edits are left.
int edits_given_drop(Check *k, Edit *all, int n);

#endif
