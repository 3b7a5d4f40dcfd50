// The streams of a stream-race by the names that they have in the learner's
// file; on the device they have numbers.
#ifndef GATE_STREAM_WORDS_H
#define GATE_STREAM_WORDS_H

#include "gate/result/told.h"

// Returns the message with both names, and sets the hint of t; NULL: a stream
// is no variable by itself, or both are the same one.
const char *stream_words(const Told *w, TrapInfo *t);

// A sentence on a launch without a stream, in a file that copies in streams; or
// NULL.
const char *stream_left_out(Arena *a, const char *code);

#endif
