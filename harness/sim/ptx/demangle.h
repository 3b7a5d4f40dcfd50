// Names that a learner wrote, out of names that the linker needs.
#ifndef SIM_DEMANGLE_H
#define SIM_DEMANGLE_H

#include "base/arena.h"

// The readable name of a mangled one: without its parameters if the C++
// library is not there, as written if it is no C++ name.
const char *demangle(Arena *a, const char *name);

#endif
