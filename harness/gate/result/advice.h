// From a judged check to words: the one line that decided, what to do next, and
// the hint that answers this failure.
#ifndef GATE_ADVICE_H
#define GATE_ADVICE_H

#include "gate/result/result.h"

// Fills res->summary, advice and hint from everything else in res.
void advice_give(CheckResult *res);

#endif
