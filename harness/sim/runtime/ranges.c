#include "sim/runtime/ranges.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

void ranges_add(Ranges *s, uint64_t lo, uint64_t hi) {
    if (hi <= lo) return;
    if (s->n && s->at[s->n - 1].hi == lo) {
        s->at[s->n - 1].hi = hi;
        return;
    }
    if (s->n < RANGES_MOST) vec_push(s, (Range){lo, hi, 0});
}

static int by_address(const void *a, const void *b) {
    const Range *x = a, *y = b;
    return (x->lo > y->lo) - (x->lo < y->lo);
}

void ranges_close(Ranges *s) {
    int n = 0;
    bool sorted = true;
    for (int i = 1; i < s->n && sorted; i++)
        sorted = s->at[i - 1].hi < s->at[i].lo;
    if (sorted) return;
    qsort(s->at, (size_t)s->n, sizeof *s->at, by_address);
    for (int i = 1; i < s->n; i++) {
        Range *last = &s->at[n];
        if (s->at[i].lo > last->hi)
            s->at[++n] = s->at[i];
        else
            last->hi = max_of(last->hi, s->at[i].hi);
    }
    s->n = n + 1;
}

// The first range that ends above p, or n.
static int range_after(const Ranges *s, uint64_t p) {
    int lo = 0, hi = s->n;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (s->at[mid].hi > p)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

uint64_t range_digest(const void *bytes, size_t n) {
    const uint8_t *p = bytes;
    uint64_t h = n, word = 0;
    for (; n >= sizeof word; n -= sizeof word, p += sizeof word) {
        memcpy(&word, p, sizeof word);
        h = (h ^ word) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    word = 0;
    memcpy(&word, p, n);
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    return h | 1;
}

// The digest of both ranges, if they are one.
static uint64_t common_digest(const Range *a, const Range *b) {
    bool same = a->lo == b->lo && a->hi == b->hi && a->digest == b->digest;
    return same ? a->digest : 0;
}

bool ranges_meet(const Ranges *a, const Ranges *b, uint64_t *at, Range *both) {
    int i = range_after(a, *at), k = range_after(b, *at);
    while (i < a->n && k < b->n) {
        uint64_t lo = max_of(max_of(a->at[i].lo, b->at[k].lo), *at);
        uint64_t hi = min_of(a->at[i].hi, b->at[k].hi);
        if (lo < hi) {
            *both = (Range){lo, hi, common_digest(&a->at[i], &b->at[k])};
            *at = hi;
            return true;
        }
        if (a->at[i].hi <= b->at[k].hi)
            i++;
        else
            k++;
    }
    return false;
}
