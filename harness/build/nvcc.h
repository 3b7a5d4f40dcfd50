// Command lines: what nvcc, the host compiler and the linker are told.
// Inside build/ only.
#ifndef BUILD_NVCC_H
#define BUILD_NVCC_H

#include "base/proc.h"
#include "build/build.h"
#include "build/tool.h"

// After an object's name: the list of the headers that it has, for make. It is
// there if the job forbids a library.
#define NVCC_INCLUDED ".d"

BuildTools nvcc_tools(const Toolkit *tk);
// nvcc -c of the job's source to object.
void nvcc_compile(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                  const BuildJob *job, const char *object, Args *out);
// The host compiler on the shim.
void nvcc_shim(const Toolkit *tk, const char *source, const char *object,
               Args *out);
// Returns whether a build is linked with the simulated libraries: whole
// programs, and baselines and exercises that ask for one. Others are not, as on
// a GPU.
bool nvcc_may_use_libraries(const BuildJob *job);
// Returns whether the exercise's kernels may launch kernels: it asks for CUDA's
// device runtime. nvcc then links the device code first.
bool nvcc_links_device(const BuildJob *job);
// nvcc's link of the device code of the objects in dir to dir/device.o.
void nvcc_device_link(Arena *a, const Toolkit *tk, const BuildJob *job,
                      const char *dir, Args *out);
// Links the objects in dir to dir/program.
void nvcc_link(Arena *a, const Toolkit *tk, const BuildPlaces *where,
               const BuildJob *job, const char *dir, Args *out);
// Returns what takes the network's place where NVIDIA's NCCL is linked, or
// NULL: the job links none.
const char *nvcc_ranks_net(Arena *a, const BuildPlaces *where,
                           const BuildJob *job);
// The library of the simulated device that suits this CPU.
const char *nvcc_sim_library(Arena *a, const BuildPlaces *where);
// cuBLAS, NCCL and the others over it, or NULL: not built.
const char *nvcc_libraries(Arena *a, const BuildPlaces *where);

// Headers of libraries that kata brings along, for toolkits without them: by
// the header that NVIDIA's library has ("": none), the folder below
// lib/include. A row of NULL ends the list.
typedef struct OwnHeaders {
    const char *header, *folder;
} OwnHeaders;
extern const OwnHeaders nvcc_own_headers[];

// Returns true if a file includes HIP's header. kata brings one along that
// gives HIP's names to a device of CUDA (harness/libs/include/hip).
bool nvcc_uses_hip(const char *source);

#endif
