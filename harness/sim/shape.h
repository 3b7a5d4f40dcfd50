// Which shape the addresses of a request have, found in one pass.
//
// Nearly all are a full warp on one line: what differs from the line through
// the first two addresses is ored together, while the addresses are still in
// the processor's registers. This part is in line in every handler of a load or
// a store (SHAPE_BY_QUADS); the other shapes are told apart in shape.c.
//
// Written with vectors of four addresses (GNU C's, on every processor): finding
// addresses and shape is what a memory instruction spends its time with.
#ifndef SIM_SHAPE_H
#define SIM_SHAPE_H

#include "sim/sectors.h"

typedef uint64_t Quad __attribute__((vector_size(32), may_alias));
typedef int64_t SignedQuad __attribute__((vector_size(32), may_alias));

static inline uint64_t quad_or(const Quad *v) {
    return (*v)[0] | (*v)[1] | (*v)[2] | (*v)[3];
}
// {0, s, 2s, 3s}. Quads go by pointer: what passes them in registers depends on
// the processor.
static inline void quad_ramp(Quad *ramp, uint64_t s) {
    Quad once = {s, s, s, s}, odd = {0, -1ull, 0, -1ull},
         upper = {0, 0, -1ull, -1ull};
    *ramp = (once & odd) + ((once + once) & upper);
}

// Extent of addresses from `least` to `most` and `steps` strides further. False
// if it is none: a stride of garbage can wrap.
static inline bool extent_reach(Access *a, uint64_t least, uint64_t most,
                                uint64_t steps) {
    int64_t s = a->stride, far = (int64_t)1 << 48;

    if (s < -far || s > far || most >> 62) return false;
    int64_t reach = s * (int64_t)steps;
    if (s < 0 && least < (uint64_t)-reach) return false;
    a->lo = least + (uint64_t)(s < 0 ? reach : 0);
    a->hi = most + (uint64_t)(s > 0 ? reach : 0) + a->bytes;
    return true;
}

// shape.c: whatever a->at and a->lanes are.
void access_shape_any(Access *a);

// Says that all lanes are on the line of the first two, unless it wraps.
static inline bool access_is_line(Access *a, uint64_t first, uint64_t stride) {
    a->shape = SHAPE_LINE;
    a->even = false;
    a->n = 32;
    a->first = first;
    a->stride = (int64_t)stride;
    a->low = first | stride;
    return extent_reach(a, first, first, 31);
}

#define EACH_QUAD(M)  M(0) M(1) M(2) M(3) M(4) M(5) M(6) M(7)
#define QUAD_STORE(i) ((Quad *)a->at)[i] = v##i;
#define QUAD_COMPARE(i)                                                        \
    off |= v##i ^ want;                                                        \
    want += step;
// Fills a->at from Quad v0, ... v7 in scope and classifies.
#define SHAPE_BY_QUADS(a)                                                      \
    do {                                                                       \
        uint64_t first = v0[0], stride = v0[1] - first;                        \
        Quad want, step = (Quad){} + 4 * stride, off = {};                     \
        EACH_QUAD(QUAD_STORE)                                                  \
        quad_ramp(&want, stride);                                              \
        want += first;                                                         \
        EACH_QUAD(QUAD_COMPARE)                                                \
        if (__builtin_expect((a)->lanes != UINT32_MAX, 0) || quad_or(&off) ||  \
            !access_is_line(a, first, stride))                                 \
            access_shape_any(a);                                               \
    } while (0)

#endif
