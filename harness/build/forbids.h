// Libraries and headers that an exercise forbids. Inside build/ only.
#ifndef BUILD_FORBIDS_H
#define BUILD_FORBIDS_H

#include "build/build.h"

// The library that the object has headers of, whatever the file calls it, or
// the header that the file includes; or NULL. Thrust brings CUB along: the one
// that the file includes goes first. <cuda/std/bit> brings cuda_fp8.h along: of
// a header only the file's own line says that it is used.
const char *forbids_found(Arena *a, const BuildJob *job, const char *object);

// True of what is looked for in PTX: an instruction, or the end of one, such as
// wmma.mma or .tf32. It has a dot, and no header's name.
bool forbids_is_instruction(const char *word);
// The first such word that the object's kernels have, run or not; or NULL. An
// object for a GPU has no PTX: the one for the simulated device tells.
const char *forbids_instruction(const BuildJob *job, const char *object);

// Whose kernels the object has, where all should be the learner's own; or NULL.
// Functions for blocks and warps, like cub::BlockReduce, are no kernels.
const char *forbids_kernels_of(const BuildJob *job, const char *object);

#endif
