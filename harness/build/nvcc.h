// Command lines: what nvcc, the host compiler and the linker are told.
// Inside build/ only.
#ifndef BUILD_NVCC_H
#define BUILD_NVCC_H

#include "base/proc.h"
#include "build/build.h"

BuildTools nvcc_tools(const Toolkit *tk);
// nvcc -c of the job's source to object.
void nvcc_compile(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                  const BuildJob *job, const char *object, Args *out);
// The host compiler on the shim.
void nvcc_shim(const Toolkit *tk, const char *source, const char *object,
               Args *out);
// Whether a build is linked with the simulated libraries: whole programs, and
// baselines that ask for one. An exercise is not, as it is on a GPU.
bool nvcc_may_use_libraries(const BuildJob *job);
// Links the objects in dir to dir/program.
void nvcc_link(Arena *a, const Toolkit *tk, const BuildPlaces *where,
               const BuildJob *job, const char *dir, Args *out);
// The library of the simulated device that suits this CPU.
const char *nvcc_sim_library(Arena *a, const BuildPlaces *where);
// cuBLAS and NCCL over it, or NULL: not built.
const char *nvcc_libraries(Arena *a, const BuildPlaces *where);

// How many seconds a compiler may take before it is stopped: 300, or what
// $KATA_COMPILE_S says.
int tool_limit(void);

// Starts a command under `timeout`, which kills it and all that it started
// after tool_limit() seconds: its exit status is then 124 or 137.
ProcHandle *tool_start(const Args *command, Err *err);
bool tool_timed_out(const Proc *p);

// Runs a command that only answers a question, and waits: some seconds at most,
// then p->status is 124 or 137. False: it could not be started.
bool tool_ask(const char *const *argv, Proc *p);
int tool_ask_limit(void);

#endif
