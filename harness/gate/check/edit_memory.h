// Edits that are right by luck: with sanitizers they read or write memory that
// is not theirs.
#ifndef GATE_EDIT_MEMORY_H
#define GATE_EDIT_MEMORY_H

#include "gate/check/state.h"

// Builds a file of n edited copies with AddressSanitizer and UBSan, and runs
// each that is right, from number 1, on every case: right[i] becomes false
// where one is stopped. Does nothing where the file itself, copy 0, is stopped.
void edit_memory_look(Check *k, const char *file, bool *right, int n);

#endif
