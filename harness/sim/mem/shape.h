// Which shape the addresses of a request have, found in one pass.
//
// Nearly all are a full warp on one line, or on two lines of half a warp each:
// what differs from the lines with the stride of the first two addresses is
// ored together, while the addresses are still in the processor's registers.
// This part is in line in the handlers of loads and stores; the other shapes
// are told apart in shape.c.
//
// Written with vectors of four addresses (GNU C's, on every processor): finding
// addresses and shape is what a memory instruction spends its time with.
#ifndef SIM_SHAPE_H
#define SIM_SHAPE_H

#include "sim/mem/sectors.h"

typedef uint64_t Quad __attribute__((vector_size(32), may_alias));
typedef int64_t SignedQuad __attribute__((vector_size(32), may_alias));

typedef uint32_t Octet __attribute__((vector_size(32), may_alias));

// Four lanes' bits as four masks (shape.c).
extern const Quad quad_mask[16];

static inline uint64_t quad_or(const Quad *v) {
    return (*v)[0] | (*v)[1] | (*v)[2] | (*v)[3];
}
// By the compiler's own name of VPTEST: <immintrin.h> would be nine tenths of
// what every file that includes this one makes the compiler read.
static inline bool quad_is_zero(const Quad *v) {
#ifdef __AVX2__
    typedef long long Tested __attribute__((vector_size(32)));
    return __builtin_ia32_ptestz256((Tested)*v, (Tested)*v);
#else
    return quad_or(v) == 0;
#endif
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

// Says that both halves of a full warp are lines with the same stride, from
// `first` and from `second`. False if one wraps.
static inline bool access_is_halves(Access *a, uint64_t first, uint64_t second,
                                    int64_t stride) {
    a->even = false;
    a->n = 32;
    a->first = first;
    a->stride = stride;
    if (__builtin_expect(second - first == 16 * (uint64_t)stride, 1)) {
        a->shape = SHAPE_LINE;
        a->low = first | (uint64_t)stride;
        return extent_reach(a, first, first, 31);
    }
    a->shape = SHAPE_ROWS;
    a->row = 16;
    a->low = first | second | (uint64_t)stride;
    return extent_reach(a, min_of(first, second), max_of(first, second), 15);
}

// Fills a->at with r[l] + offset and classifies, under a->lanes and a->bytes.
static inline void access_shape_64(Access *a, const uint64_t *r,
                                   uint64_t offset) {
    const Quad *v = (const Quad *)r;
    Quad *at = (Quad *)a->at;
    uint64_t stride = r[1] - r[0];
    Quad ramp, four = (Quad){} + 4 * stride, off = {};

    quad_ramp(&ramp, stride);
    Quad want = ramp + (r[0] + offset), also = ramp + (r[16] + offset);
#define QUAD(i)                                                                \
    Quad p##i = v[i] + offset, q##i = v[i + 4] + offset;                       \
    at[i] = p##i;                                                              \
    at[i + 4] = q##i;                                                          \
    off |= (p##i ^ want) | (q##i ^ also);                                      \
    want += four;                                                              \
    also += four;
    // clang-format off
    QUAD(0) QUAD(1) QUAD(2) QUAD(3)
    // clang-format on
#undef QUAD
        bool plain =
            a->lanes == UINT32_MAX && quad_is_zero(&off) &&
            access_is_halves(a, r[0] + offset, r[16] + offset, (int64_t)stride);
    if (__builtin_expect(!plain, 0)) access_shape_any(a);
}

// The same of 32-bit addresses, which wrap at 2^32.
static inline void access_shape_32(Access *a, const uint32_t *r,
                                   uint32_t offset) {
    const Octet *v = (const Octet *)r;
    uint32_t s = r[1] - r[0], first = r[0] + offset, second = r[16] + offset;
    Octet ramp = (Octet){0, 1, 2, 3, 4, 5, 6, 7} * s;
    Octet eight = (Octet){} + 8 * s, p = ramp + r[0], q = ramp + r[16];
    Octet off =
        (v[0] ^ p) | (v[1] ^ (p + eight)) | (v[2] ^ q) | (v[3] ^ (q + eight));
    Quad off64 = (Quad)off;

    for (int l = 0; l < 32; l++)
        a->at[l] = (uint32_t)(r[l] + offset);
    bool plain = a->lanes == UINT32_MAX && quad_is_zero(&off64) &&
                 access_is_halves(a, first, second, (int32_t)s) &&
                 !(a->hi >> 32);
    if (__builtin_expect(!plain, 0)) access_shape_any(a);
}

// The address of the i-th active lane's access, and of lane l.
static inline uint64_t lane_address(const Access *a, int l) {
    if (a->shape != SHAPE_LINE) return a->at[l];
    uint32_t below = a->lanes & ((1u << l) - 1);
    return a->first +
           (uint64_t)(a->stride * (int64_t)__builtin_popcount(below));
}

#endif
