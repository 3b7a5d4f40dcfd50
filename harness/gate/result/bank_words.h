// A shared array whose padding does not move its rows to other banks.
#ifndef GATE_BANK_WORDS_H
#define GATE_BANK_WORDS_H

#include "gate/result/result.h"

// Says which array of the learner's file has one row more in the place of
// longer rows, if bank conflicts failed the check; NULL: none.
const char *bank_words(CheckResult *r);

#endif
