// Why more goes through memory than the exercise allows, and in which line: the
// counts of the lines know more than a hint that is written before.
#ifndef GATE_TRAFFIC_WORDS_H
#define GATE_TRAFFIC_WORDS_H

#include "gate/result/result.h"

// Says that blocks do the same elements again, if much more is moved than the
// task takes and a loop steps by one block, or goes through all blocks before
// its own. NULL: it does not fit.
const char *traffic_repeats(CheckResult *r);

// Lanes that are far apart move whole sectors for a part of each: that is why
// the gate `traffic` fails that the hint is for, and no array moves twice.
bool traffic_is_of_lanes(const CheckResult *r, const Hint *h);
// What to say in place of the exercise's hint on traffic: that it is the lanes,
// or the hint with the line that moves most.
const char *traffic_words(CheckResult *r, const char *says);

#endif
