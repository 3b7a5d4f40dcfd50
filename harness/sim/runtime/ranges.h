// Sets of bytes: ranges by address that do not meet.
#ifndef SIM_RANGES_H
#define SIM_RANGES_H

#include "base/base.h"

typedef struct Range {
    uint64_t lo, hi; // [lo, hi)
    uint64_t digest; // of its bytes; 0: unknown
} Range;

typedef struct Ranges {
    Range *at;
    int n, cap;
} Ranges;

enum { RANGES_MOST = 1 << 13 };

// Adds [lo, hi) in any order, but no more than RANGES_MOST: what is beyond is
// left out.
void ranges_add(Ranges *s, uint64_t lo, uint64_t hi);
// Brings what was added into order. Call before it is asked.
void ranges_close(Ranges *s);
// Returns a digest for Range.digest, never 0.
uint64_t range_digest(const void *bytes, size_t n);
// The next bytes at or above *at that both sets have; *at moves on to their
// end. Their digest is known if they are a range of both, with one digest.
// False: there are none.
bool ranges_meet(const Ranges *a, const Ranges *b, uint64_t *at, Range *both);

#endif
