// The traps of a Triton kernel, in words of Triton: programs, masks.
#ifndef GATE_TRITON_WORDS_H
#define GATE_TRITON_WORDS_H

#include "gate/result/result.h"

// Rewrites a trap's message and advice.
void triton_words(Arena *a, TrapInfo *t);
// Rewrites the advice about an access out of bounds, now that the learner's
// file is at hand: a line that has a mask needs no other.
void triton_mask_words(Arena *a, const char *source, TrapInfo *t);
// The tensor that the line of such an access means, if the memory that it met
// is another's; else NULL.
const char *triton_other_tensor(Arena *a, const char *source,
                                const TrapInfo *t);

#endif
