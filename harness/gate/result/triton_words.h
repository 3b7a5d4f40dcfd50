// The traps of a Triton kernel, in words of Triton: programs, masks.
#ifndef GATE_TRITON_WORDS_H
#define GATE_TRITON_WORDS_H

#include "gate/result/result.h"

// Rewrites a trap's message and advice.
void triton_words(Arena *a, TrapInfo *t);

#endif
