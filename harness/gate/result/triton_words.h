// The traps of a Triton kernel, in words of Triton: programs, masks.
#ifndef GATE_TRITON_WORDS_H
#define GATE_TRITON_WORDS_H

#include "gate/result/result.h"

// Rewrites messages and advice of n traps.
void triton_words(Arena *a, TrapInfo *traps, int n);

#endif
