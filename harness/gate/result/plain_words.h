// Mistakes of plain C that the learner's file shows, in host code or a kernel.
#ifndef GATE_PLAIN_WORDS_H
#define GATE_PLAIN_WORDS_H

#include "base/arena.h"

// Returns a sentence on the first one in the file (source_code), or NULL.
const char *plain_words(Arena *a, const char *code);
// The same of a file that gains nothing by more threads.
const char *plain_threads_words(Arena *a, const char *code);

#endif
