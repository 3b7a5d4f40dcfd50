// Rows that end early, that one thread alone gets right, or that should be in
// order: see pattern_view.h.
#include "gate/judge/pattern_view.h"

#include <string.h>

static int64_t row_extent(const View *v) {
    int n = v->d->arg->nshape;
    return n >= 2 ? v->d->dims[n - 1] : 0;
}

static bool is_unwritten(const View *v, int64_t i) {
    for (size_t k = 0; k < v->size; k++)
        if (v->got[(size_t)i * v->size + k] != v->c->poison) return false;
    return true;
}

// Threads come in warps, and so do the elements that they take.
int64_t pattern_row_cut(const View *v) {
    int64_t n = row_extent(v), cut = 0;
    if (n <= WARP || v->nwrong != v->total) return -1;
    while (cut < n && !is_unwritten(v, cut))
        cut++;
    if (cut == 0 || cut == n || cut % WARP) return -1;
    for (int64_t i = 0; i < v->total; i++)
        if (is_unwritten(v, i) != (i % n >= cut)) return -1;
    return cut;
}

// Threads of a block take every threads-th element. A 0 may be right without
// what the others lack, and few others are near enough by chance.
static bool is_of_thread(const View *v, int64_t n, int64_t threads) {
    enum { ONE_IN = 200 };
    int64_t lucky = 0;
    for (int64_t i = 0; i < v->total; i++) {
        bool mine = i % n % threads == 0;
        if (mine && v->wrong[i]) return false;
        lucky += !mine && !v->wrong[i] && want_at(v, i) != 0;
    }
    return lucky * ONE_IN <= v->total;
}

bool pattern_one_column_right(const View *v) {
    int64_t n = row_extent(v);
    return n >= 2 && is_of_thread(v, n, n);
}

// Most wrong elements of the first row are others of that row: no result is
// missing, they lie in the wrong places.
static bool are_exchanged(const View *v, int64_t n) {
    enum { DENSE = 256 }; // among more, some value is near by chance
    int64_t wrong = 0, moved = 0;
    if (n > DENSE) return false;
    for (int64_t i = 0; i < n; i++) {
        int64_t other = 0;
        if (!v->wrong[i]) continue;
        while (other < n && !is_that_of(v, i, other))
            other++;
        wrong++;
        moved += other < n;
    }
    return 2 * moved > wrong;
}

// With one column alone the index may be what is wrong elsewhere.
bool pattern_one_thread(const View *v) {
    int64_t n = row_extent(v);
    if (n < 3 || v->total < 2 * n) return false;
    for (int64_t threads = WARP; threads <= MOST_THREADS && threads < n;
         threads *= 2)
        if (is_of_thread(v, n, threads)) return !are_exchanged(v, n);
    return false;
}

// Each stretch of n elements, `step` apart, rises, and not by one amount.
static bool rises(const View *v, int64_t from, int64_t n, int64_t step,
                  bool *uneven) {
    for (int64_t k = 1; k < n; k++) {
        double by =
            want_at(v, from + k * step) - want_at(v, from + (k - 1) * step);
        if (!(by >= 0)) return false;
        *uneven |= by != want_at(v, from + step) - want_at(v, from);
    }
    return true;
}

static bool are_sorted(const View *v, int64_t n, int64_t step) {
    bool uneven = false;
    if (n < 3) return false;
    for (int64_t i = 0; i < v->total; i++)
        if (i / step % n == 0 && !rises(v, i, n, step, &uneven)) return false;
    return uneven;
}

bool pattern_unsorted(const View *v) {
    int64_t n = row_extent(v);
    if (!pattern_misplaced(v)) return false;
    if (n == 0) return are_sorted(v, v->total, 1);
    return are_sorted(v, n, 1) || are_sorted(v, v->total / n, n);
}
