// Libraries and headers that an exercise forbids. Inside build/ only.
#ifndef BUILD_FORBIDS_H
#define BUILD_FORBIDS_H

#include "build/build.h"

// The library that the object has headers of, whatever the file calls it, or
// the header that the file includes; or NULL. Thrust brings CUB along: the one
// that the file includes goes first. <cuda/std/bit> brings cuda_fp8.h along: of
// a header only the file's own line says that it is used.
const char *forbids_found(Arena *a, const BuildJob *job, const char *object);

#endif
