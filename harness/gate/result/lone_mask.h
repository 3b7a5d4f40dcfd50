// Votes and shuffles whose mask is made of one lane, each lane's own.
#ifndef GATE_LONE_MASK_H
#define GATE_LONE_MASK_H

#include "base/arena.h"

// Returns a sentence about the first such call of the file, or NULL.
const char *lone_mask_words(Arena *a, const char *code);

#endif
