// Each pattern is one question to the mismatches. Of those that are answered
// yes the first in patterns.def names the failure.
#include "gate/judge/pattern.h"

#include "base/str.h"
#include "gate/judge/bound.h"
#include "gate/judge/pattern_view.h"
#include "gate/result/result.h"

#include <math.h>
#include <string.h>

const PatternInfo pattern_info[PATTERN_COUNT] = {
#define PATTERN(id, name, cause, text) [PATTERN_##id] = {name, text, cause},
#include "plan/patterns.def"
};

static bool poisoned(const View *v, int64_t i) {
    for (size_t k = 0; k < v->size; k++)
        if (v->got[(size_t)i * v->size + k] != v->c->poison) return false;
    return true;
}
static bool is_zero(const View *v, int64_t i) {
    return got_at(v, i) == 0;
}
static bool is_nan(const View *v, int64_t i) {
    return isnan(got_at(v, i));
}
static bool wants_nan(const View *v, int64_t i) {
    return isnan(want_at(v, i));
}
static bool is_previous(const View *v, int64_t i) {
    return i > 0 && is_that_of(v, i, i - 1);
}
static bool is_next(const View *v, int64_t i) {
    return i + 1 < v->total && is_that_of(v, i, i + 1);
}
static bool within_rounding(const View *v, int64_t i) {
    return close_to(got_at(v, i), want_at(v, i), 10 * alike(v));
}

// Wanted is none: exercises about whole numbers have many.
static bool is_whole(const View *v, int64_t i) {
    double got = got_at(v, i), want = want_at(v, i);
    return got == trunc(got) && want != trunc(want) && fabs(got) < 1 << 20;
}
// The element is `times` what is expected, as far as can be told. Where little
// is expected, any number is near.
static bool is_times(const View *v, int64_t i, double times, int64_t *told) {
    Want want = compare_want(v->d, v->set, i);
    double bound = compare_bound_of(v->c, v->d, want);
    double off = 4 * bound + 4 * alike(v) * fabs(want.value);
    off *= fmax(times, 1);
    if (!elem_info[v->d->arg->type].is_float) off = 0;
    // Of small counts, 1 and 2 say nothing.
    *told += fabs(want.value) > fmax(8 * off, off > 0 ? 0 : 4);
    return fabs(got_at(v, i) - times * want.value) <= off;
}

typedef enum Times { NOT_TIMES, UNTOLD, TOLD } Times;

static Times times_all(const View *v, double times) {
    int64_t told = 0;
    for (int64_t i = v->first; i <= v->last; i++)
        if (v->wrong[i] && !is_times(v, i, times, &told)) return NOT_TIMES;
    return told > 0 ? TOLD : UNTOLD;
}

static bool all_times(const View *v, double times) {
    return times_all(v, times) == TOLD;
}

// Too little is expected to tell.
static uint64_t untold_times(const View *v) {
    static const struct {
        Pattern p;
        double times;
    } all[] = {
        {PATTERN_TWICE, 2}, {PATTERN_HALF_OF, 0.5}, {PATTERN_NEGATED, -1}};
    uint64_t open = 0;
    for (size_t k = 0; k < COUNT_OF(all); k++)
        if (times_all(v, all[k].times) == UNTOLD) open |= pattern_bit(all[k].p);
    return open;
}

static bool never_written(const View *v) {
    return v->nwrong == v->total && all_wrong(v, poisoned);
}

static bool all_zero(const View *v) {
    return all_wrong(v, is_zero);
}

static bool nan_lost(const View *v) {
    return all_wrong(v, wants_nan) && !all_wrong(v, poisoned);
}

static bool nan_spreads(const View *v) {
    return !all_wrong(v, poisoned) && all_wrong(v, is_nan);
}

// A 2D output whose flat content is the expected content of the other shape.
static bool transposed(const View *v) {
    if (v->d->arg->nshape != 2 || v->nwrong < 4) return false;
    int64_t rows = v->d->dims[0], cols = v->d->dims[1], agree = 0;
    for (int64_t i = v->first; i <= v->last; i++) {
        if (!v->wrong[i]) continue;
        int64_t r = i / cols, k = i % cols;
        // out[r][k] should hold what it now has at [k][r], in either shape.
        int64_t there = rows == cols ? k * cols + r : k * rows + r;
        if (there >= v->total) return false;
        if (is_that_of(v, i, there)) agree++;
    }
    return agree * 10 >= v->nwrong * 9;
}

static bool input_copied(const View *v) {
    if (v->total < 2) return false;
    for (int g = 0; g < v->c->nargs; g++) {
        const ArgData *in = &v->c->args[g];
        if (!in->arg->is_pointer || in->arg->is_output || in == v->d) continue;
        if (in->arg->type == v->d->arg->type && in->count >= v->d->count &&
            memcmp(in->in[v->set], v->got, v->d->bytes) == 0)
            return true;
    }
    return false;
}

static bool off_by_one(const View *v) {
    return v->nwrong > 3 &&
           (all_wrong(v, is_previous) || all_wrong(v, is_next));
}

// Blocks begin at multiples of 32 threads, vectors at multiples of 4.
static bool begins_like_a_block(const View *v) {
    return v->first % 32 == 0 || (v->first % 4 == 0 && v->nwrong < 4);
}

// Everything wrong from some element on, and that is less than half.
static bool is_tail(const View *v) {
    return v->total > 8 && v->first > v->total / 2 && begins_like_a_block(v) &&
           v->last - v->first + 1 <= v->nwrong + v->nwrong / 4 &&
           v->last == v->total - 1;
}
// Nothing was written after what may be a block. It may
// as well be a tail if that is less than half.
static bool ends_like_a_block(const View *v) {
    return v->first >= 32 && v->first <= 1024 &&
           (v->first == 32 || v->first % 64 == 0) &&
           v->total - v->first == v->nwrong && all_wrong(v, poisoned);
}
static bool first_block_only(const View *v) {
    return v->first <= v->total / 2 && ends_like_a_block(v);
}
// Several wrong elements have one value: it was computed from none of them.
static bool is_constant(const View *v) {
    if (v->nwrong < 2) return false;
    for (int64_t i = v->first; i <= v->last; i++)
        if (v->wrong[i] && got_at(v, i) != got_at(v, v->first)) return false;
    return true;
}
// Large numbers that are close are whole by rounding.
static bool may_be_whole(const View *v) {
    return elem_info[v->d->arg->type].is_float && all_wrong(v, is_whole) &&
           !all_wrong(v, near_wanted);
}
static bool all_whole(const View *v) {
    return may_be_whole(v) && !is_constant(v);
}
static bool all_negated(const View *v) {
    return all_times(v, -1);
}

// A count that has the value of each element added, in place of 1.
static bool is_times_index(const View *v, int64_t i) {
    return got_at(v, i) == (double)i * want_at(v, i);
}
static bool all_times_index(const View *v) {
    return !elem_info[v->d->arg->type].is_float && v->last > 1 &&
           all_wrong(v, is_times_index) && !all_wrong(v, is_zero);
}
static bool all_twice(const View *v) {
    return all_times(v, 2);
}
static bool all_half_of(const View *v) {
    return all_times(v, 0.5);
}
_Static_assert((int)PATTERN_COUNT <= (int)MOST_PATTERNS,
               "CaseResult.patterns has bits");

// The whole number of times that every wrong value is too large, as a word;
// NULL: it is not so. Lanes, warps and blocks that all add the same come in
// powers of two.
static const char *times_of(const View *v) {
    static const struct {
        double times;
        const char *word;
    } all[] = {{3, "three"}, {4, "four"},   {8, "eight"}, {16, "16"},
               {32, "32"},   {64, "64"},    {128, "128"}, {256, "256"},
               {512, "512"}, {1024, "1024"}};
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (all_times(v, all[i].times)) return all[i].word;
    return NULL;
}

// Values near 1 prove nothing.
static bool is_inverse(const View *v, int64_t i) {
    double got = got_at(v, i), want = want_at(v, i);
    return fabs(got * want - 1) <= 100 * alike(v) &&
           !close_to(want, 1 / want, 1e-2);
}
static bool all_inverse(const View *v) {
    return elem_info[v->d->arg->type].is_float && all_wrong(v, is_inverse);
}
static bool tail_unwritten(const View *v) {
    return is_tail(v) && all_wrong(v, poisoned);
}

// A block of one thread has only zeros, and three numbers are no sequence.
static bool may_begin_again(const View *v) {
    return v->nwrong < 4 || want_at(v, v->first) < 2;
}

// Integers that begin again at 0 where a block may begin.
static bool begins_again(const View *v) {
    int64_t block = (int64_t)want_at(v, v->first);
    if (elem_info[v->d->arg->type].is_float || block > MOST_THREADS ||
        may_begin_again(v))
        return false;
    for (int64_t i = 0; i < v->total; i++)
        if ((int64_t)got_at(v, i) != (int64_t)want_at(v, i) % block)
            return false;
    return true;
}

// True if the square of tiles' side at (r, k) holds what belongs at (to, tk).
static bool tile_is(const View *v, const int64_t at[2], const int64_t of[2]) {
    int64_t cols = v->d->dims[1];
    for (int64_t y = 0; y < WARP; y++)
        for (int64_t x = 0; x < WARP; x += WARP / 4) {
            int64_t i = (at[0] + y) * cols + at[1] + x;
            int64_t from = (of[0] + y) * cols + of[1] + x;
            if (!close_to(got_at(v, i), want_at(v, from), alike(v)))
                return false;
        }
    return true;
}

static int64_t whole_tiles(const ArgData *d) {
    return d->arg->nshape == 2 ? d->dims[0] / WARP * (d->dims[1] / WARP) : 0;
}

static bool is_elsewhere(const View *v, const int64_t at[2]) {
    int64_t rows = v->d->dims[0] / WARP, cols = v->d->dims[1] / WARP;
    for (int64_t u = 0; u < rows * cols; u++) {
        int64_t of[2] = {u / cols * WARP, u % cols * WARP};
        bool same = of[0] == at[0] && of[1] == at[1];
        if (!same && tile_is(v, at, of)) return true;
    }
    return false;
}

// Counts whole tiles that were written and are wrong, and those of them that
// hold another tile's values.
static int64_t wrong_tiles(const View *v, int64_t *moved) {
    enum { MOST = 16 };
    const ArgData *d = v->d;
    int64_t n = whole_tiles(d), cols = d->dims[1] / WARP, looked = 0;
    *moved = 0;
    for (int64_t t = 0; t < n && looked < MOST; t++) {
        int64_t at[2] = {t / cols * WARP, t % cols * WARP};
        int64_t first = at[0] * d->dims[1] + at[1];
        if (!v->wrong[first] || poisoned(v, first)) continue;
        *moved += is_elsewhere(v, at);
        looked++;
    }
    return looked;
}

static bool tiles_moved(const View *v) {
    int64_t moved, wrong = wrong_tiles(v, &moved);
    return moved >= 2 && 2 * moved >= wrong;
}

// One tile shows nothing.
static bool has_few_wrong_tiles(const View *v) {
    int64_t moved;
    return wrong_tiles(v, &moved) < 2;
}

// The output whose values these are, or NULL. A few may be alike by chance.
static const char *other_output(const View *v) {
    if (v->total < 4) return NULL;
    for (int g = 0; g < v->c->nargs; g++) {
        const ArgData *o = &v->c->args[g];
        View other = *v;
        if (o == v->d || !o->arg->is_output || o->count != v->d->count ||
            o->arg->type != v->d->arg->type || !o->want[v->set])
            continue;
        other.d = o;
        int64_t alike_n = 0;
        for (int64_t i = 0; i < v->total; i++)
            alike_n += close_to(got_at(v, i), want_at(&other, i), 1e-4);
        if (alike_n == v->total && v->nwrong * 2 >= v->total)
            return o->arg->name;
    }
    return NULL;
}

// Every wrong element is less than a quarter of a block away from an edge
// between two blocks, and some lie on either side.
static bool at_edges_of(const View *v, int64_t block) {
    bool before = false, after = false;
    for (int64_t i = v->first; i <= v->last; i++) {
        if (!v->wrong[i]) continue;
        int64_t at = i % block;
        if (at >= block / 4 && at < block - block / 4) return false;
        if (at < block / 4 && i < block) return false; // no edge there
        before |= at >= block / 2;
        after |= at < block / 2;
    }
    return before && after;
}

static bool block_edges(const View *v) {
    if (v->nwrong < 3) return false;
    for (int64_t block = MOST_THREADS; block >= WARP; block /= 2)
        if (at_edges_of(v, block)) return true;
    return false;
}

// The rows of an output: all of it if it has one dimension.
static int64_t row_length(const View *v) {
    int n = v->d->arg->nshape;
    return n ? v->d->dims[n - 1] : v->total;
}

static bool has_gaps(const View *v) {
    return all_wrong(v, poisoned);
}

static bool wants_zero(const View *v, int64_t i) {
    return want_at(v, i) == 0;
}
static bool is_zero_left(const View *v) {
    return has_gaps(v) && all_wrong(v, wants_zero);
}

// Returns true if row r is off by one amount, which is not 0. Where all should
// be the same, every constant would be.
static bool is_shifted(const View *v, int64_t first, int64_t n) {
    bool is_float = elem_info[v->d->arg->type].is_float;
    double by = got_at(v, first) - want_at(v, first), most = fabs(by);
    bool differ = false;
    for (int64_t i = first; i < first + n; i++) {
        most = fmax(most, fabs(want_at(v, i)));
        differ |= want_at(v, i) != want_at(v, first);
    }
    if (!differ) return false;
    for (int64_t i = first; i < first + n; i++) {
        double off = got_at(v, i) - want_at(v, i);
        double slack = is_float ? 1e-5 * most : 0;
        if (!v->wrong[i] || !(fabs(off - by) <= slack)) return false;
    }
    return fabs(by) > (is_float ? 1e-3 * most : 0);
}

static bool is_offset(const View *v) {
    int64_t n = row_length(v);
    if (n < 3 || v->nwrong != v->total) return false;
    for (int64_t i = 0; i < v->total; i += n)
        if (!is_shifted(v, i, n)) return false;
    return true;
}

static bool is_at_border(const View *v, int64_t i) {
    for (int d = v->d->arg->nshape - 1; d >= 0; d--) {
        int64_t n = v->d->dims[d], at = i % n;
        if (at == 0 || at == n - 1) return true;
        i /= n;
    }
    return false;
}

static bool has_no_inside(const View *v) {
    for (int d = 0; d < v->d->arg->nshape; d++)
        if (v->d->dims[d] < 3) return true;
    return v->d->arg->nshape < 2;
}

// Everything that is wrong is at the border, or nothing of it.
static bool is_part(const View *v, bool border) {
    if (has_no_inside(v)) return false;
    for (int64_t i = v->first; i <= v->last; i++)
        if (v->wrong[i] && is_at_border(v, i) != border) return false;
    return v->nwrong >= 2 || v->total <= 27; // 3 x 3 x 3 has one inside
}

// A few of them lie there by chance.
static bool border_only(const View *v) {
    int64_t border = 0;
    if (v->nwrong < 2 || !is_part(v, true)) return false;
    for (int64_t i = 0; i < v->total; i++)
        border += is_at_border(v, i);
    return v->nwrong >= border / 8;
}
static bool inner_only(const View *v) {
    return is_part(v, false);
}

static bool every_nth(const View *v) {
    if (v->nwrong < 4) return false;
    int64_t step = 0, before = -1;
    for (int64_t i = v->first; i <= v->last; i++) {
        if (!v->wrong[i]) continue;
        if (before >= 0) {
            if (step == 0) step = i - before;
            if (i - before != step) return false;
        }
        before = i;
    }
    return step > 1;
}

// Doubles that are off by what floats lose, seen against the largest of them.
static bool is_of_floats(const View *v) {
    double most = 0, off = 0;
    if (v->d->arg->type != ELEM_F64) return false;
    for (int64_t i = 0; i < v->total; i++)
        most = fmax(most, fabs(want_at(v, i)));
    for (int64_t i = 0; i < v->total; i++) {
        double d = fabs(got_at(v, i) - want_at(v, i));
        if (!(d <= 4e-6 * most)) return false;
        off = fmax(off, d);
    }
    return off > 1e-9 * most;
}
static bool low_precision(const View *v) {
    ElemType type = v->d->arg->type;
    return elem_info[type].is_float && !elem_is_half(type) &&
           all_wrong(v, near_wanted) && !all_wrong(v, within_rounding);
}
static bool rounding(const View *v) {
    return elem_info[v->d->arg->type].is_float && all_wrong(v, within_rounding);
}
static bool race(const View *v) { // needs a second run: see check.c
    (void)v;
    return false;
}

const char *pattern_says(Arena *a, Pattern p, const char *about) {
    const char *text = pattern_info[p].text, *at = strchr(text, '@');
    if (!at || !about) return text;
    return arena_fmt(a, "%.*s%s%s", (int)(at - text), text, about, at + 1);
}

static bool (*const ask[PATTERN_COUNT])(const View *) = {
    [PATTERN_NEVER_WRITTEN] = never_written,
    [PATTERN_ALL_ZERO] = all_zero,
    [PATTERN_INFINITE] = pattern_infinite,
    [PATTERN_NOT_INFINITE] = pattern_not_infinite,
    [PATTERN_ZERO_LEFT] = is_zero_left,
    [PATTERN_UNTOUCHED] = pattern_untouched,
    [PATTERN_KEPT] = pattern_kept,
    [PATTERN_ONE_FACTOR] = pattern_one_factor,
    [PATTERN_NEGATED] = all_negated,
    [PATTERN_TIMES_INDEX] = all_times_index,
    [PATTERN_UNSORTED] = pattern_unsorted,
    [PATTERN_ONE_THREAD] = pattern_one_thread,
    [PATTERN_MISPLACED] = pattern_misplaced,
    [PATTERN_TOTAL] = pattern_total,
    [PATTERN_LAST_ONE] = pattern_last_one,
    [PATTERN_FIRST_ONE] = pattern_first_one,
    [PATTERN_FIRST_RIGHT] = pattern_first_right,
    [PATTERN_NAN_LOST] = nan_lost,
    [PATTERN_NAN] = nan_spreads,
    [PATTERN_TRANSPOSED] = transposed,
    [PATTERN_INPUT_COPIED] = input_copied,
    [PATTERN_WHOLE] = all_whole,
    [PATTERN_TWICE] = all_twice,
    [PATTERN_HALF_OF] = all_half_of,
    [PATTERN_INVERSE] = all_inverse,
    [PATTERN_FIRST_ONLY] = first_block_only,
    [PATTERN_TILES_MOVED] = tiles_moved,
    [PATTERN_BEGINS_AGAIN] = begins_again,
    [PATTERN_BLOCK_EDGES] = block_edges,
    [PATTERN_OFFSET] = is_offset,
    [PATTERN_BORDER] = border_only,
    [PATTERN_INNER] = inner_only,
    [PATTERN_OFF_BY_ONE] = off_by_one,
    [PATTERN_TAIL_UNWRITTEN] = tail_unwritten,
    [PATTERN_TAIL_ONLY] = is_tail,
    [PATTERN_GAPS] = has_gaps,
    [PATTERN_EVERY_NTH] = every_nth,
    [PATTERN_FLOATS] = is_of_floats,
    [PATTERN_HALF] = low_precision,
    [PATTERN_ROUNDING] = rounding,
    [PATTERN_RACE] = race,
};

// The value of all wrong elements, which should differ; or NULL.
static const char *constant(Arena *a, const View *v) {
    char want[40], got[40];
    bool differ = false;
    if (v->nwrong < 3 || all_wrong(v, near_wanted) || !is_constant(v) ||
        all_wrong(v, poisoned))
        return NULL;
    for (int64_t i = v->first; i <= v->last; i++)
        differ |= v->wrong[i] && want_at(v, i) != want_at(v, v->first);
    str_pair(want_at(v, v->first), got_at(v, v->first), want, got);
    return differ ? arena_str(a, got) : NULL;
}

static bool just_below(const View *v, int64_t i) {
    double got = got_at(v, i), want = want_at(v, i);
    return got < *v->d->arg->least &&
           fabs(got - want) <= 1e-3 * (1 + fabs(want));
}

// The least value that an element may have, where rounding alone made the wrong
// elements less than that; or NULL.
static const char *below_least(Arena *a, const View *v) {
    const double *least = v->d->arg->least;
    return least && all_wrong(v, just_below) ? arena_fmt(a, "%g", *least)
                                             : NULL;
}

static void add_pattern(PatternSet *s, Pattern p, const char *about) {
    if (!about) return;
    s->all |= pattern_bit(p);
    s->about[p] = about;
}

static const char *in_digits(Arena *a, int64_t n) {
    return n < 0 ? NULL : arena_fmt(a, "%lld", (long long)n);
}

PatternSet pattern_find(Arena *a, const CaseData *c, int set, int g,
                        const unsigned char *got, const bool *wrong,
                        int64_t nwrong) {
    const ArgData *d = &c->args[g];
    View v = {
        .c = c,
        .d = d,
        .set = set,
        .got = got,
        .wrong = wrong,
        .nwrong = nwrong,
        .total = (int64_t)d->count,
        .first = -1,
        .size = (size_t)elem_info[d->arg->type].bytes,
    };
    for (int64_t i = 0; i < v.total; i++) {
        if (!wrong[i]) continue;
        if (v.first < 0) v.first = i;
        v.last = i;
    }
    PatternSet found = {.open = pattern_too_small(&v) | untold_times(&v) |
                                pattern_few_factors(&v)};
    add_pattern(&found, PATTERN_OTHER_OUTPUT, other_output(&v));
    add_pattern(&found, PATTERN_SCALED, pattern_scaled(a, &v));
    if (!found.all) add_pattern(&found, PATTERN_TIMES, times_of(&v));
    add_pattern(&found, PATTERN_RATIO, pattern_ratio(a, &v));
    add_pattern(&found, PATTERN_ROW_FACTOR, pattern_row_factor(&v));
    add_pattern(&found, PATTERN_ONE_MORE, pattern_by_one(&v));
    add_pattern(&found, PATTERN_CONSTANT, constant(a, &v));
    add_pattern(&found, PATTERN_BELOW, below_least(a, &v));
    add_pattern(&found, PATTERN_ROW_CUT, in_digits(a, pattern_row_cut(&v)));
    add_pattern(&found, PATTERN_ONE_ROW, in_digits(a, pattern_one_row(&v)));
    add_pattern(&found, PATTERN_ONE_COLUMN,
                in_digits(a, pattern_one_column(&v)));
    if (v.last <= 1 && all_wrong(&v, is_times_index))
        found.open |= pattern_bit(PATTERN_TIMES_INDEX);
    if (may_be_whole(&v) && is_constant(&v))
        found.open |= pattern_bit(PATTERN_WHOLE);
    if (has_few_wrong_tiles(&v)) found.open |= pattern_bit(PATTERN_TILES_MOVED);
    if (row_length(&v) < 3) found.open |= pattern_bit(PATTERN_OFFSET);
    if (has_no_inside(&v))
        found.open |= pattern_bit(PATTERN_BORDER) | pattern_bit(PATTERN_INNER);
    if (pattern_one_column_right(&v))
        found.open |= pattern_bit(PATTERN_ONE_THREAD);
    if (may_begin_again(&v)) found.open |= pattern_bit(PATTERN_BEGINS_AGAIN);
    if (ends_like_a_block(&v)) found.open |= pattern_bit(PATTERN_FIRST_ONLY);
    for (int p = 0; p < PATTERN_COUNT; p++)
        if (ask[p] && ask[p](&v)) found.all |= pattern_bit((Pattern)p);
    return found;
}
