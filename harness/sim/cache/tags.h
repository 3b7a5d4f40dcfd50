// Sets of tags, as both caches have them: their number, and where a line goes.
#ifndef SIM_TAGS_H
#define SIM_TAGS_H

#include "base/base.h"
#include "sim/mem/sectors.h"

#include <stdint.h>

enum { ALL_SECTORS = (1 << LINE_SECTORS) - 1 };

static inline uint64_t tag_ones(int bits) {
    return (1ull << bits) - 1;
}

// How many sets and ways make up so many bytes: L1 has 4 ways or a few more,
// whatever uses up its size; L2 16 or more.
static inline void tags_shape(uint64_t bytes, uint32_t capacity, uint32_t *sets,
                              uint32_t *ways, int *set_bits) {
    uint64_t lines = min_of(bytes / LINE_BYTES, (uint64_t)capacity);
    uint32_t least = lines > 8192 ? 16 : 4;

    lines = max_of(lines, (uint64_t)least);
    for (*set_bits = 0; 2ull << *set_bits <= lines / least;)
        ++*set_bits;
    *sets = 1u << *set_bits;
    *ways = (uint32_t)(lines >> *set_bits);
}

// Folds the upper bits in, so that strides of a power of two spread. Neighbours
// still get different sets.
static inline uint64_t tag_spread(uint64_t line) {
    return line ^ (line >> 7) ^ (line >> 13) ^ (line >> 21);
}

// A number from 0 to 1 that h decides, as good as by chance.
static inline double tag_chance(uint64_t h) {
    h = (h ^ h >> 31) * 0x9e3779b97f4a7c15ull;
    h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9ull;
    return (double)(h >> 40) / (double)(1 << 24);
}

// How many a mask of sectors has.
static inline int sectors_in(uint32_t mask) {
    // bits set in 0..15, four bits each: works without popcnt
    return (int)(0x4332322132212110ull >> (mask * 4) & 7);
}

#endif
