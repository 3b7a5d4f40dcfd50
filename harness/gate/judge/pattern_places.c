// Which elements are wrong, and whose values they hold: see pattern_view.h.
#include "gate/judge/pattern_view.h"

#include "base/heap.h"

#include <stdlib.h>
#include <string.h>

// ---- single values

static bool is_infinite(const View *v, int64_t i) {
    return isinf(got_at(v, i)) && isfinite(want_at(v, i));
}

static bool lacks_infinity(const View *v, int64_t i) {
    return isfinite(got_at(v, i)) && isinf(want_at(v, i));
}

bool pattern_infinite(const View *v) {
    return all_wrong(v, is_infinite);
}

bool pattern_not_infinite(const View *v) {
    return all_wrong(v, lacks_infinity);
}

static bool is_one_more(const View *v, int64_t i) {
    return got_at(v, i) == want_at(v, i) + 1;
}

static bool is_one_less(const View *v, int64_t i) {
    return got_at(v, i) == want_at(v, i) - 1;
}

static bool is_off_by_one(const View *v, int64_t i) {
    return is_one_more(v, i) || is_one_less(v, i);
}

// Several elements have one wrong value where they should have one other: 1 for
// 0, say, which is yes for no.
static bool is_one_answer(const View *v) {
    if (v->nwrong < 2) return false;
    for (int64_t i = v->first; i <= v->last; i++)
        if (v->wrong[i] && (got_at(v, i) != got_at(v, v->first) ||
                            want_at(v, i) != want_at(v, v->first)))
            return false;
    return true;
}

const char *pattern_by_one(const View *v) {
    if (elem_info[v->d->arg->type].is_float || is_one_answer(v)) return NULL;
    if (all_wrong(v, is_one_more)) return "large";
    if (all_wrong(v, is_one_less)) return "small";
    return all_wrong(v, is_off_by_one) ? "large or too small" : NULL;
}

// ---- elements that are changed in place

static bool is_as_before(const View *v, int64_t i) {
    return memcmp(v->got + (size_t)i * v->size,
                  v->d->in[v->set] + (size_t)i * v->size, v->size) == 0;
}

static bool wants_before(const View *v, int64_t i) {
    double was = element_value(v->d->arg->type, v->d->in[v->set], i);
    return close_to(want_at(v, i), was, alike(v));
}

static bool has_before(const View *v) {
    return v->d->arg->is_inout && v->d->in[v->set];
}

bool pattern_untouched(const View *v) {
    return has_before(v) && all_wrong(v, is_as_before);
}

bool pattern_kept(const View *v) {
    return has_before(v) && all_wrong(v, wants_before);
}

// ---- the right values in other places

static int rising_order(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The wrong elements' values, or what they should be, in rising order.
static double *sorted(const View *v, double (*at)(const View *, int64_t)) {
    double *all = heap_new((size_t)v->nwrong, sizeof *all);
    int64_t n = 0;
    for (int64_t i = v->first; i <= v->last; i++)
        if (v->wrong[i]) all[n++] = at(v, i);
    qsort(all, (size_t)n, sizeof *all, rising_order);
    return all;
}

static bool is_number(const View *v, int64_t i) {
    return isfinite(got_at(v, i)) && isfinite(want_at(v, i));
}

// Two that changed places may do so by chance of small numbers; so may many of
// a few values.
enum { LEAST_VALUES = 4 };

bool pattern_misplaced(const View *v) {
    if (v->nwrong < 4 || !all_wrong(v, is_number) || all_wrong(v, near_wanted))
        return false;
    double *got = sorted(v, got_at), *want = sorted(v, want_at);
    bool same = true;
    int64_t values = 1;
    for (int64_t i = 0; same && i < v->nwrong; i++) {
        same = close_to(got[i], want[i], alike(v));
        values += i > 0 && want[i] != want[i - 1];
    }
    same &= values >= LEAST_VALUES;
    heap_free(got);
    heap_free(want);
    return same;
}

static bool is_count(const View *v, int64_t i) {
    return got_at(v, i) >= 0 && want_at(v, i) >= 0;
}

bool pattern_total(const View *v) {
    bool counts = !elem_info[v->d->arg->type].is_float;
    double got = 0, want = 0;
    if (!counts || v->nwrong < 2 || !all_wrong(v, is_count)) return false;
    for (int64_t i = v->first; i <= v->last; i++) {
        if (!v->wrong[i]) continue;
        got += got_at(v, i);
        want += want_at(v, i);
    }
    return got == want && want > 0;
}

// ---- single places, rows and columns

enum { FEW = 3 };

bool pattern_last_one(const View *v) {
    return v->nwrong == 1 && v->total >= FEW && v->first == v->total - 1;
}

bool pattern_first_one(const View *v) {
    return v->nwrong == 1 && v->total >= FEW && v->first == 0;
}

static int64_t columns(const View *v) {
    int n = v->d->arg->nshape;
    return n >= 2 ? v->d->dims[n - 1] : 0;
}

static int64_t row_size(const View *v) {
    bool has_rows = v->d->arg->nshape >= 2 && v->d->dims[0] > 0;
    return has_rows ? v->total / v->d->dims[0] : 0;
}

int64_t pattern_one_row(const View *v) {
    int64_t n = row_size(v);
    if (n < 2 || v->d->dims[0] < 2 || v->nwrong < 2) return -1;
    return v->first / n == v->last / n ? v->first / n : -1;
}

int64_t pattern_one_column(const View *v) {
    int64_t n = columns(v);
    if (n < 2 || v->nwrong < FEW || v->nwrong * 2 * n < v->total) return -1;
    for (int64_t i = v->first; i <= v->last; i++)
        if (v->wrong[i] && i % n != v->first % n) return -1;
    return v->first % n;
}

uint64_t pattern_too_small(const View *v) {
    uint64_t open = 0;
    int64_t n = row_size(v);
    if (v->total < FEW)
        open |= pattern_bit(PATTERN_LAST_ONE) | pattern_bit(PATTERN_FIRST_ONE);
    if (n && (n < 2 || v->d->dims[0] < 2)) open |= pattern_bit(PATTERN_ONE_ROW);
    if (n && v->total / columns(v) < FEW)
        open |= pattern_bit(PATTERN_ONE_COLUMN);
    if (v->nwrong < 4) open |= pattern_bit(PATTERN_MISPLACED);
    if (v->nwrong < 2) open |= pattern_bit(PATTERN_TOTAL);
    return open;
}
