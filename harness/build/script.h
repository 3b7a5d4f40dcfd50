// A Python script whose Triton kernels run on the simulated device: the command
// that starts it (triton/sim.py).
#ifndef BUILD_SCRIPT_H
#define BUILD_SCRIPT_H

#include "base/proc.h"
#include "build/build.h"

// True if it is a Python file, by its name.
bool script_is_python(const char *file);

// Appends the words that start the script; its own arguments come after them.
// title: of the GPU that is modelled. build: the folder .build. ERR_ENV with
// what to do if there is no Python with Triton.
bool script_command(Arena *a, const char *build, const BuildPlaces *where,
                    const char *title, const char *file, Args *out, Err *err);

#endif
