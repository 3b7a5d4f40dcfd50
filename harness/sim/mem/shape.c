// Shapes of addresses: all but the commonest, which is in shape.h.
//
// Every quarter of a full warp is compared with a line that begins at the
// quarter's own first address, all with one stride. If nothing differs the four
// beginnings say whether it is one line, or two or four rows. If lanes are
// missing, the comparison is under their mask.
#include "sim/mem/shape.h"

#define QUAD_ROW(i)                                                            \
    {                                                                          \
        -(uint64_t)((i)&1), -(uint64_t)((i) >> 1 & 1),                         \
            -(uint64_t)((i) >> 2 & 1), -(uint64_t)((i) >> 3 & 1)               \
    }
const Quad quad_mask[16] = {
    QUAD_ROW(0),  QUAD_ROW(1),  QUAD_ROW(2),  QUAD_ROW(3),
    QUAD_ROW(4),  QUAD_ROW(5),  QUAD_ROW(6),  QUAD_ROW(7),
    QUAD_ROW(8),  QUAD_ROW(9),  QUAD_ROW(10), QUAD_ROW(11),
    QUAD_ROW(12), QUAD_ROW(13), QUAD_ROW(14), QUAD_ROW(15)};
#undef QUAD_ROW

// ---- extents

// Lowest, highest and ored addresses of whatever shape.
static void extent_general(Access *a) {
    const Quad *at = (const Quad *)a->at;
    Quad first = (Quad){} + a->first, low = first;
    SignedQuad lo = (SignedQuad)first, hi = lo;

    for (int q = 0; q < 8; q++) {
        Quad m = quad_mask[a->lanes >> 4 * q & 15];
        Quad v = (at[q] & m) | (first & ~m);
        SignedQuad s = (SignedQuad)v, less = s<lo, more = s> hi;
        low |= v;
        lo = (s & less) | (lo & ~less);
        hi = (s & more) | (hi & ~more);
    }
    a->low = quad_or(&low);
    if (a->low >> 63) { // no address of a process: the sign decided wrongly
        a->lo = 0;
        a->hi = UINT64_MAX;
        return;
    }
    int64_t l = lo[0], h = hi[0];
    for (int i = 1; i < 4; i++) {
        l = min_of(l, lo[i]);
        h = max_of(h, hi[i]);
    }
    a->lo = (uint64_t)l;
    a->hi = (uint64_t)h + a->bytes;
}

// ---- all lanes

static void shape_rows(Access *a) {
    uint64_t p = a->at[0], q = a->at[8], r = a->at[16], s = a->at[24];
    uint64_t eight = 8 * (uint64_t)a->stride;
    uint64_t off16 = (p + eight) ^ q, off24 = (r + eight) ^ s;

    a->low = p | q | r | s | (uint64_t)a->stride;
    a->shape = SHAPE_LINE;
    if (!(off16 | off24 | ((q + eight) ^ r)) && extent_reach(a, p, p, 31))
        return;
    a->shape = SHAPE_ROWS;
    a->row = off16 | off24 ? 8 : 16;
    uint64_t least = min_of(min_of(p, q), min_of(r, s));
    uint64_t most = max_of(max_of(p, q), max_of(r, s));
    if (!extent_reach(a, least, most, 7)) extent_general(a);
}

static void shape_of_all(Access *a) {
    const Quad *at = (const Quad *)a->at;
    uint64_t stride = a->at[1] - a->at[0];
    Quad near, far, off = {};

    quad_ramp(&near, stride);
    far = near + 4 * stride;
    a->n = 32;
    a->even = false;
    a->first = a->at[0];
    a->stride = (int64_t)stride;
    for (int q = 0; q < 4; q++) {
        Quad from = (Quad){} + a->at[8 * q];
        off |= (at[2 * q] ^ (from + near)) | (at[2 * q + 1] ^ (from + far));
    }
    if (__builtin_expect(quad_or(&off) == 0, 1)) {
        shape_rows(a);
    } else {
        a->shape = SHAPE_GENERAL;
        extent_general(a);
    }
}

// ---- some lanes

// Of the active lanes, from lane `low` on, every gap-th?
static bool lanes_even(uint32_t lanes, int low, int gap, int n) {
    uint64_t want = 0;

    if (gap == 1) return lanes >> low == (uint32_t)((1ull << n) - 1);
    if (gap * (n - 1) + low > 31) return false;
    for (int i = 0, l = low; i < n; i++, l += gap)
        want |= 1ull << l;
    return want == lanes;
}

static void shape_of_some(Access *a) {
    const Quad *at = (const Quad *)a->at;
    int low = __builtin_ctz(a->lanes), top = 31 - __builtin_clz(a->lanes);
    uint32_t rest = a->lanes & (a->lanes - 1);

    a->n = __builtin_popcount(a->lanes);
    a->first = a->at[low];
    a->stride = 0;
    a->even = false;
    a->low = a->first;
    if (!rest) {
        a->shape = SHAPE_LINE;
        if (extent_reach(a, a->first, a->first, 0)) return;
        a->lo = a->first;
        a->hi = a->first + a->bytes;
        return;
    }
    int gap = __builtin_ctz(rest) - low;
    int64_t apart = (int64_t)(a->at[low + gap] - a->first), each = apart;
    if (gap > 1 && apart) each = apart / gap;

    uint64_t s = (uint64_t)each, zero = a->first - (uint64_t)low * s;
    Quad want, off = {};

    quad_ramp(&want, s);
    want += zero;
    for (int q = 0; q < 8; q++, want += 4 * s)
        off |= (at[q] ^ want) & quad_mask[a->lanes >> 4 * q & 15];
    a->stride = each;
    if (__builtin_expect(quad_or(&off) == 0, 1) &&
        !(s & (a->bytes - 1)) && // between active lanes there is no address
        extent_reach(a, a->first, a->first, (uint64_t)(top - low))) {
        bool line = !each || lanes_even(a->lanes, low, gap, a->n);
        a->low |= s;
        a->even = !line;
        a->shape = line ? SHAPE_LINE : SHAPE_GENERAL;
        a->stride = line ? apart : each;
        return;
    }
    a->shape = SHAPE_GENERAL;
    extent_general(a);
}

void access_shape_any(Access *a) {
    if (a->lanes == UINT32_MAX)
        shape_of_all(a);
    else
        shape_of_some(a);
}

void access_classify(Access *a) {
    access_shape_any(a);
}
