// Counts of the cases that are not timed, beside those of the timed one.
#ifndef GATE_CHECK_ELSEWHERE_H
#define GATE_CHECK_ELSEWHERE_H

#include "gate/check/state.h"
#include "gate/measure/gates.h"

// Adds one outcome to the result's gates, for which there must be room, if a
// program has a way of its own for the timed case. Of kinds cuda and triton;
// gates of the exercise `of: cases` take the place of this.
void elsewhere_judge(Check *k, const Evidence *e);

#endif
