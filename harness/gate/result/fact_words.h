// Facts that are not true, explained by the learner's file, in a program whose
// values nobody compares.
#ifndef GATE_FACT_WORDS_H
#define GATE_FACT_WORDS_H

#include "gate/result/result.h"

// Returns a sentence in the place of the exercise's hint, or NULL: the file
// does not show why.
const char *fact_words(CheckResult *r);

#endif
