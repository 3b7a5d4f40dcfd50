// A toolkit folder for the simulated device: the layout of NVIDIA's, with an
// nvcc and libraries of kata's in the place of those that need a GPU.
// Makefiles, CMake and compilers that find it first build programs for the
// simulated device, without a change. Such a program runs alone.
#ifndef BUILD_SIM_TOOLKIT_H
#define BUILD_SIM_TOOLKIT_H

#include "build/build.h"

// Returns the folder, `build`/toolkit-sim, made again if tk or the simulated
// device is another one than then. NULL with ERR_ENV: it cannot be made.
const char *sim_toolkit(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                        const char *build, Err *err);

// Sets what build systems look for in this process's environment, for programs
// that it starts: the folder's nvcc comes first on PATH. cc: compute capability
// of the target, 90 for 9.0.
void sim_toolkit_use(Arena *a, const char *folder, int cc);

#endif
