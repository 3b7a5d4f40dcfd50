// The scripts of python/ that read a learner's file and run none of it.
#ifndef GATE_PYTHON_TOOL_H
#define GATE_PYTHON_TOOL_H

#include "gate/check/state.h"

// Runs python/NAME on a copy of the learner's file, in a sandbox, with the
// words of `more` (NULL-terminated) after it. Returns its answer, or "".
const char *python_tool(Check *k, const char *name, const char *const *more);

#endif
