// The counts of all cases but the timed one, together, and their work: a
// program may have another way for the size that is timed. On a GPU the
// simulated device counts them, in its second look.
#ifndef GATE_CHECK_OF_CASES_H
#define GATE_CHECK_OF_CASES_H

#include "gate/check/state.h"

// Forgets what has been counted: the session begins.
void of_cases_begin(Check *k);
// One call of the case in s, counted with the others.
CallResult of_cases_run(Check *k, Session *s, const CaseData *c);
// Keeps what s has counted, if gates or rules are about it. False: the program
// has ended.
bool of_cases_end(Check *k, Session *s);

#endif
