// Loops that cannot end, in words that fit the learner's file.
#ifndef GATE_LOOP_WORDS_H
#define GATE_LOOP_WORDS_H

#include "gate/result/result.h"

// Says which loop of the file never ends, and why: one around that line, if
// there is one, else (0: or else) any. NULL: none is seen.
const char *loop_words(Arena *a, const char *code, int line);
// A call that took more than its time says which loop it may have been.
void loop_words_put(CheckResult *r);

#endif
