// How much of an object's arithmetic works on whole vectors.
#ifndef BUILD_SIMD_H
#define BUILD_SIMD_H

#include "base/arena.h"
#include "base/err.h"

typedef struct SimdCount {
    int packed; // instructions that compute several elements at once
    int scalar; // floating-point instructions that compute one
} SimdCount;

// Counts in a disassembly as `objdump -d` prints it, of x86-64 (SSE, AVX) or
// arm64 (Advanced SIMD, SVE). Moves, shuffles, conversions and address
// arithmetic are not counted.
SimdCount simd_count(const char *disassembly);

// The same of an object file. False with ERR_ENV if there is no objdump.
bool simd_of_object(Arena *a, const char *object, SimdCount *out, Err *err);

#endif
