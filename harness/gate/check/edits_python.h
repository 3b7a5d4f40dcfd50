// Small edits of a file in Python: python/small_edits.py finds them.
#ifndef GATE_EDITS_PYTHON_H
#define GATE_EDITS_PYTHON_H

#include "gate/check/edits.h"
#include "gate/check/state.h"

// Returns how many edits there are of the learner's file, and the edits,
// likeliest first.
int edits_python_of(Check *k, Edit **out);

// A file with n edited copies of the code, of which python/serve.py runs number
// small_edit_number.
char *edits_python_file(Arena *a, const char *code, const Edit *e, int n);

#endif
