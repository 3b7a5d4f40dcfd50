// A request that is one strip of memory, as nearly all are.
//
// All 32 lanes, side by side or all at one place, in whole words. Such a
// request needs no list of addresses and no table of lines: what it counts,
// what the caches and the shadow are asked, follows from where it begins and
// ends. The handlers look for it first (exec/mem.c); everything else goes the
// way of Access and Footprint, and both count and find the same.
#ifndef SIM_STRIP_H
#define SIM_STRIP_H

#include "sim/core/launch.h"
#include "sim/core/warp.h"
#include "sim/decode/memop.h"
#include "sim/mem/shape.h"

typedef struct Strip {
    uint64_t lo, hi;   // bytes [lo, hi), whole words
    uint64_t lo2, hi2; // of lanes from 16 on, if there are rows; in other lines
    bool rows;
    uint64_t shift; // its bytes are so much further
    bool one;       // all lanes at lo; else lane l at lo + l * bytes
} Strip;

// Two rows, the second one `apart` bytes behind the first.
static inline bool strip_split(Strip *s, uint64_t apart, unsigned bytes,
                               uint64_t stride) {
    s->rows = true;
    s->hi = s->lo + bytes + 15 * stride;
    s->lo2 = s->lo + apart;
    s->hi2 = s->hi + apart;
    return (s->hi - 1) / LINE_BYTES < s->lo2 / LINE_BYTES ||
           (s->hi2 - 1) / LINE_BYTES < s->lo / LINE_BYTES;
}

static inline bool strip_lies_in(uint64_t lo, uint64_t hi, const Alloc *in) {
    return lo >= in->lo && lo < in->hi && hi <= in->hi;
}

// True if the request of op, at addresses in 64-bit registers, is a strip that
// lies where op's last access lay.
static inline bool strip_of(const Warp *w, const MemOp *op, unsigned bytes,
                            Strip *s) {
    const Alloc *seen = __atomic_load_n(&op->seen, __ATOMIC_RELAXED);
    const uint64_t *r = unit64(w, op->base)->u64;
    const Quad *v = (const Quad *)r;
    uint64_t first = r[0], stride = r[1] - first, apart = r[16] - first;

    if (w->active != UINT32_MAX || !seen || stride & ~(uint64_t)bytes)
        return false;
    Quad want, also, four = (Quad){} + 4 * stride, off = {};
    quad_ramp(&want, stride);
    want += first;
    also = want + apart;
    for (int i = 0; i < 4; i++) {
        off |= (v[i] ^ want) | (v[i + 4] ^ also);
        want += four;
        also += four;
    }
    s->lo = first + (uint64_t)op->offset;
    s->hi = s->lo + bytes + 31 * stride;
    s->shift = seen->shift;
    s->one = !stride;
    s->rows = false;
    if (!quad_is_zero(&off) || s->lo & (bytes - 1)) return false;
    if (apart != 16 * stride &&
        (apart & (bytes - 1) || !strip_split(s, apart, bytes, stride) ||
         !strip_lies_in(s->lo2, s->hi2, seen)))
        return false;
    return strip_lies_in(s->lo, s->hi, seen);
}

// The strip of the second row alone.
static inline Strip strip_second(const Strip *s) {
    return (Strip){.lo = s->lo2, .hi = s->hi2, .one = s->one};
}

// The words of a line that a strip touches, which is some.
static inline uint32_t strip_words(const Strip *s, uint64_t line) {
    uint64_t lo = max_of(s->lo, line * LINE_BYTES) / 4;
    uint64_t hi = min_of(s->hi, (line + 1) * LINE_BYTES) / 4 - 1;

    return UINT32_MAX << lo % 32 & UINT32_MAX >> (31 - hi % 32);
}

// The sectors that hold the words of a strip, which are neighbours.
static inline uint32_t strip_sectors(uint32_t words) {
    uint32_t from = (uint32_t)__builtin_ctz(words) / 8;
    uint32_t to = 3 - (uint32_t)__builtin_clz(words) / 8;

    return 15u << from & 15u >> (3 - to);
}

// May strips go the short way?
static inline bool strip_may(const Launch *la) {
    return la->checks.log || !la->checks.shadow;
}

#endif
