// Command lines: what nvcc, the host compiler and the linker are told.
// Inside build/ only.
#ifndef BUILD_NVCC_H
#define BUILD_NVCC_H

#include "base/proc.h"
#include "build/build.h"

// How long a compiler may take before it is stopped.
#define COMPILE_S "120"

// nvcc -c of the job's source to object.
void nvcc_compile(Arena *a, const Toolkit *tk, const BuildJob *job,
                  const char *object, Args *out);
// The host compiler on the shim.
void nvcc_shim(Arena *a, const Toolkit *tk, const char *source,
               const char *object, Args *out);
// Links the objects in dir to dir/program.
void nvcc_link(Arena *a, const Toolkit *tk, const BuildPlaces *where,
               const BuildJob *job, const char *dir, Args *out);
// The library of the simulated device that suits this CPU.
const char *nvcc_sim_library(Arena *a, const BuildPlaces *where);

// Starts a command under `timeout`, which kills it and all that it started
// after COMPILE_S seconds: its exit status is then 124 or 137.
ProcHandle *tool_start(const Args *command, Err *err);
bool tool_timed_out(const Proc *p);

#endif
