// See fill_whole.h. A rising array is a walk of random steps, scaled so that it
// ends where it must: with exponential steps the places are those of uniform
// numbers that have been sorted, without sorting.
#include "gate/judge/fill_whole.h"

#include "gate/judge/element.h"

#include <math.h>
#include <string.h>

bool fill_is_whole(FillKind kind) {
    return kind == FILL_OFFSETS || kind == FILL_SORTED ||
           kind == FILL_PERMUTATION;
}

// ---- rising

static double step(Rng *r, double skew) {
    enum { REPEATS = 8 };
    double u;
    if (skew == 0) return 1;
    u = 1 - rng_unit(r); // (0, 1]
    if (skew > 0) return pow(u, -skew);
    return rng_next(r) % REPEATS ? -log(u) : 0;
}

static double length(Rng r, size_t steps, double skew) {
    double sum = 0;
    for (size_t i = 0; i < steps; i++)
        sum += step(&r, skew);
    return sum;
}

typedef struct Rise {
    double from, to; // both can be met
    double skew;
    bool ends; // the last element is `to`
} Rise;

// Elements [first, first + n) rise from `from` to `to`.
static void fill_rise(void *out, ElemType type, size_t first, size_t n,
                      Rng *rng, const Rise *how) {
    bool whole = !elem_info[type].is_float;
    size_t steps = how->ends ? n : n + 1;
    double total = length(*rng, steps, how->skew), at = 0;
    // Each whole number has the same chance, but the end is met by itself.
    double span = how->to - how->from + (whole && !how->ends);
    for (size_t i = 0; i < n; i++) {
        at += step(rng, how->skew);
        double v = total > 0 ? how->from + at * span / total : how->from;
        v = min_of(whole ? floor(v) : v, how->to);
        element_store(out, type, first + i, v);
    }
    if (how->ends && n) element_store(out, type, first + n - 1, how->to);
}

static void offsets(void *out, ElemType type, size_t n, Rng *rng, double last,
                    double skew) {
    if (!n) return;
    element_store(out, type, 0, n > 1 ? 0 : last);
    fill_rise(out, type, 1, n - 1, rng, &(Rise){0, last, skew, true});
}

static bool rise_again(void *data, ElemType type, size_t count, size_t *first,
                       size_t *n, Rng *rng, FillKind kind, double a, double b) {
    bool ends = kind == FILL_OFFSETS; // which stay
    size_t from = max_of(*first, (size_t)ends);
    size_t to = min_of(*first + *n, count - ends);
    if (from >= to) return false;
    Rise how = {
        .from = from ? element_value(type, data, (int64_t)from - 1) : a,
        .to = to < count ? element_value(type, data, (int64_t)to) : b,
        .skew = FILL_UNSKEWED,
    };
    if (!(how.from <= how.to)) return false;
    fill_rise(data, type, from, to - from, rng, &how);
    *first = from;
    *n = to - from;
    return true;
}

// ---- permutations

static void shuffle_values(void *data, size_t each, size_t first, size_t n,
                           Rng *rng) {
    unsigned char *at = (unsigned char *)data + first * each, tmp[8];
    for (size_t i = n; i > 1; i--) {
        size_t k = (size_t)rng_below(rng, i);
        memcpy(tmp, at + (i - 1) * each, each);
        memmove(at + (i - 1) * each, at + k * each, each);
        memcpy(at + k * each, tmp, each);
    }
}

static void permutation(void *out, ElemType type, size_t n, Rng *rng) {
    for (size_t i = 0; i < n; i++)
        element_store(out, type, i, (double)i);
    shuffle_values(out, (size_t)elem_info[type].bytes, 0, n, rng);
}

static bool shuffle_again(void *data, ElemType type, size_t count,
                          size_t *first, size_t *n, Rng *rng) {
    if (count < 2) return false;
    *n = max_of(*n, (size_t)2);
    *first = min_of(*first, count - *n);
    shuffle_values(data, (size_t)elem_info[type].bytes, *first, *n, rng);
    return true;
}

// ---- all

void fill_whole(void *out, ElemType type, size_t n, uint64_t seed,
                FillKind kind, double a, double b) {
    Rng rng;
    rng_seed(&rng, seed);
    if (kind == FILL_OFFSETS)
        offsets(out, type, n, &rng, a, b);
    else if (kind == FILL_SORTED)
        fill_rise(out, type, 0, n, &rng, &(Rise){a, b, FILL_UNSKEWED, false});
    else
        permutation(out, type, n, &rng);
}

bool fill_whole_again(void *data, ElemType type, size_t count, size_t *first,
                      size_t *n, Rng *rng, FillKind kind, double a, double b) {
    if (kind == FILL_PERMUTATION)
        return shuffle_again(data, type, count, first, n, rng);
    return rise_again(data, type, count, first, n, rng, kind, a, b);
}
