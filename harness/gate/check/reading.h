// Classic mistakes in a Python file, which its text alone shows:
// python/mistakes.py reads it, with the interpreter of the exercise, and runs
// none of it.
#ifndef GATE_READING_H
#define GATE_READING_H

#include "gate/check/state.h"

// Fills in the result's `reading`, if the file is Python, its results are wrong
// or an error came up, and something was found that may be why. Takes a tenth
// of a second.
void reading_look(Check *k);

// The same of a Triton file that does not compile: only what explains why.
void reading_look_at_build(Check *k);

#endif
