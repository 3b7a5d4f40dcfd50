// One wrong output, as the questions of the patterns see it (pattern.c,
// pattern_places.c, pattern_factor.c).
#ifndef GATE_PATTERN_VIEW_H
#define GATE_PATTERN_VIEW_H

#include "gate/judge/element.h"
#include "gate/judge/pattern.h"

#include <math.h>

// One wrong output, as the questions see it.
typedef struct View {
    const CaseData *c;
    const ArgData *d;
    int set;
    const unsigned char *got;
    const bool *wrong;
    int64_t nwrong, total, first, last; // first and last wrong element
    size_t size;                        // bytes of an element
} View;

enum { WARP = 32, MOST_THREADS = 1024 };

static inline double got_at(const View *v, int64_t i) {
    return element_value(v->d->arg->type, v->got, i);
}

static inline double want_at(const View *v, int64_t i) {
    return elem_info[v->d->arg->type].is_float
               ? ((double *)v->d->want[v->set])[i]
               : element_value(v->d->arg->type, v->d->want[v->set], i);
}

// The relative distance of numbers that the type cannot tell apart.
static inline double alike(const View *v) {
    ElemType type = v->d->arg->type;
    return type == ELEM_F16 ? 1e-3 : type == ELEM_B16 ? 8e-3 : 1e-6;
}

static inline bool close_to(double got, double want, double rel) {
    if (!isfinite(got) || !isfinite(want)) return got == want;
    return fabs(got - want) <= rel * (fabs(want) + 1e-30);
}

// True if ask holds for every wrong element.
static inline bool all_wrong(const View *v,
                             bool (*ask)(const View *, int64_t)) {
    for (int64_t i = v->first; i <= v->last; i++)
        if (v->wrong[i] && !ask(v, i)) return false;
    return true;
}

// Returns true if element i holds the value that belongs at `other`. Nearly
// equal values prove nothing, so it must also be far from its own.
static inline bool is_that_of(const View *v, int64_t i, int64_t other) {
    return close_to(got_at(v, i), want_at(v, other), alike(v)) &&
           !close_to(got_at(v, i), want_at(v, i), alike(v));
}

// True if a wrong element is near what it should be: that is one of precision.
static inline bool near_wanted(const View *v, int64_t i) {
    return close_to(got_at(v, i), want_at(v, i), 4e-3);
}

// ---- pattern_places.c: which elements are wrong, and whose values they hold

bool pattern_infinite(const View *v);
bool pattern_not_infinite(const View *v);
// Returns how the wrong whole numbers are off by one, "large" or "small", or
// NULL.
const char *pattern_by_one(const View *v);
bool pattern_untouched(const View *v);
bool pattern_kept(const View *v);
bool pattern_misplaced(const View *v);
bool pattern_total(const View *v);
bool pattern_last_one(const View *v);
bool pattern_first_one(const View *v);
// Returns the row, or the place in its row, that all wrong elements share and
// no right one has; -1: none.
int64_t pattern_one_row(const View *v);
int64_t pattern_one_column(const View *v);
// The patterns that an output of this size cannot show.
uint64_t pattern_too_small(const View *v);

// ---- pattern_rows.c: rows that are cut, sorted, or right in one thread

// Returns the place in its row from which on nothing is written, where what is
// written is wrong as well; -1: none.
int64_t pattern_row_cut(const View *v);
// All right elements are those of one thread of a block that takes a row.
bool pattern_one_thread(const View *v);
// Those of the first column: the rows may be too short to show another.
bool pattern_one_column_right(const View *v);
// The right values, where rows, columns or all of them should be in order.
bool pattern_unsorted(const View *v);

// ---- pattern_factor.c: values that are wrong by a factor

// Returns the factor of all wrong values as a text of the case's sizes, such as
// "cols / (cols - 1)", or NULL.
const char *pattern_ratio(Arena *a, const View *v);
// Returns the end of the sentence on a float argument of the call that all
// wrong values lack, or have once too often; or NULL.
const char *pattern_scaled(Arena *a, const View *v);
// Returns the end of the sentence on rows with a factor each, or NULL.
const char *pattern_row_factor(const View *v);
bool pattern_one_factor(const View *v);
bool pattern_first_right(const View *v);
uint64_t pattern_few_factors(const View *v);

#endif
