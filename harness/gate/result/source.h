// The learner's file as text: a line of it, and whether it contains a word.
// Comments count as spaces.
#ifndef GATE_SOURCE_H
#define GATE_SOURCE_H

#include "base/arena.h"
#include "base/str.h"

// A copy without comments, line for line.
const char *source_code(Arena *a, const char *text, size_t n);
// A copy of the n-th line, from 1; "" if there is none.
const char *source_line(Arena *a, const char *code, int n);
// Finds the identifier in text: its place, or NULL.
const char *source_word(const char *text, const char *word);
// How often it does.
int source_count(const char *text, const char *word);
// Returns true if an `if` of the same kernel, up to the end of line n, compares
// by < or >=.
bool source_checks_bounds(const char *code, int n);
// A loop begins at the thread's number in the whole grid, and steps by
// blockDim.x alone.
bool source_steps_by_block(const char *code);

#endif
