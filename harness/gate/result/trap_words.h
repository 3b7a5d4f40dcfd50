// Likely causes of traps, in words that fit the learner's file. The simulated
// device knows addresses and threads; what the line says, only its text knows.
#ifndef GATE_TRAP_WORDS_H
#define GATE_TRAP_WORDS_H

#include "gate/result/result.h"

// Replaces the hints of traps for which the source or the case tells more.
void trap_words(CheckResult *r);

#endif
