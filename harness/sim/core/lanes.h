// Registers of a whole warp, and loops over its lanes.
//
// One 32-bit PTX register of a whole warp:
//
//            lane 0     lane 1            lane 31
//          +----------+----------+-----+----------+
//    %r7   |   u32    |   u32    | ... |   u32    |    128 bytes, one unit
//          +----------+----------+-----+----------+
//
// Structure of arrays, so that one PTX instruction is one straight loop. A
// 64-bit register is two consecutive units seen as u64[32].
#ifndef SIM_CORE_LANES_H
#define SIM_CORE_LANES_H

#include "base/base.h"
#include "sim/sim.h"

typedef union Lanes {
    _Alignas(128) uint32_t u32[WARP_SIZE];
    int32_t s32[WARP_SIZE];
    float f32[WARP_SIZE];
} Lanes;

typedef union Lanes64 { // two units
    _Alignas(128) uint64_t u64[WARP_SIZE];
    int64_t s64[WARP_SIZE];
    double f64[WARP_SIZE];
} Lanes64;

#define LANES for (int l = 0; l < WARP_SIZE; l++)
#if defined(__clang__)
// Unrolled whole, which clang does first, a loop is not seen as one any more.
#define VECTOR_LOOP                                                            \
    _Pragma("clang loop vectorize(assume_safety) unroll(disable)")
#else
#define VECTOR_LOOP _Pragma("GCC ivdep")
#endif

// Expands bits into all-ones lanes.
static inline void mask_expand(Lanes *m, uint32_t bits) {
    VECTOR_LOOP
    LANES
        m->u32[l] = -((bits >> l) & 1u);
}

// For each lane l of a set, lowest first.
#define FOR_LANES(l, set)                                                      \
    for (uint32_t l = 0, l##_set = (set);                                      \
         l##_set && (l = (uint32_t)__builtin_ctz(l##_set), true);              \
         l##_set &= l##_set - 1)

static inline int lowest(uint32_t lanes) {
    return __builtin_ctz(lanes);
}

#endif
