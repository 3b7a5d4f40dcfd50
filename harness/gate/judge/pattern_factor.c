// Values that are wrong by a factor: one for all of them, which a size of the
// case gives, or one for each row. See pattern_view.h.
#include "gate/judge/pattern_view.h"

#include "gate/judge/bound.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// ---- a factor that a size gives

// The element is `times` what is expected, and not what is expected.
static bool is_by(const View *v, int64_t i, double times) {
    Want want = compare_want(v->d, v->set, i);
    double bound = compare_bound_of(v->c, v->d, want);
    if (!isfinite(want.value)) return false; // nothing is a part of infinity
    double off = bound + 4 * alike(v) * fabs(times * want.value);
    double half = 0.3 * fabs((times - 1) * want.value);
    return fabs(got_at(v, i) - times * want.value) <= fmin(off, half);
}

static bool are_all_by(const View *v, double times) {
    for (int64_t i = v->first; i <= v->last; i++)
        if (v->wrong[i] && !is_by(v, i, times)) return false;
    return true;
}

// `@` in the form is the name.
static const char *with_name(Arena *a, const char *form, const char *name) {
    Buf text = {0};
    for (const char *p = form; *p; p++)
        if (*p == '@')
            buf_str(&text, name);
        else
            buf_char(&text, *p);
    const char *kept = arena_str(a, buf_text(&text));
    buf_free(&text);
    return kept;
}

static const char *as_factor(Arena *a, const View *v, const char *name,
                             double n) {
    const struct {
        double times;
        const char *form; // `@` is the size
    } all[] = {{n / (n - 1), "@ / (@ - 1)"},
               {(n - 1) / n, "(@ - 1) / @"},
               {n, "@"},
               {1 / n, "1 / @"}};
    for (size_t k = 0; k < COUNT_OF(all); k++) {
        if (are_all_by(v, all[k].times)) return with_name(a, all[k].form, name);
    }
    return NULL;
}

static bool is_size(const char *text) {
    if (!isalpha((unsigned char)*text)) return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && *text != '_') return false;
    return true;
}

// As the exercise says it; "" if nothing is known.
static const char *extent(const Arg *arg, int k) {
    return arg->shape && arg->shape[k] ? arg->shape[k]->text : "";
}

static bool is_extent_of(const Arg *arg, const char *name) {
    for (int k = 0; k < arg->nshape; k++)
        if (!strcmp(extent(arg, k), name)) return true;
    return false;
}

// Sizes that the output has not are those that it was summed over.
static const char *by_sizes(Arena *a, const View *v, bool own) {
    enum { LEAST = 3 };
    for (int g = 0; g < v->c->nargs; g++) {
        const ArgData *d = &v->c->args[g];
        for (int k = 0; k < d->arg->nshape; k++) {
            const char *name = extent(d->arg, k), *says;
            if (d->dims[k] < LEAST || !is_size(name) ||
                is_extent_of(v->d->arg, name) != own)
                continue;
            if ((says = as_factor(a, v, name, (double)d->dims[k]))) return says;
        }
    }
    return NULL;
}

const char *pattern_ratio(Arena *a, const View *v) {
    if (!elem_info[v->d->arg->type].is_float || !v->nwrong) return NULL;
    const char *says = by_sizes(a, v, false);
    return says ? says : by_sizes(a, v, true);
}

// ---- a factor that is an argument

// The powers of x, and of 1 - x, that a formula with x can lose or win.
static const char *as_power(Arena *a, const View *v, const char *name,
                            double x) {
    const struct {
        double times;
        const char *form; // `@` is the argument
    } all[] = {
        {1 / x, "divided by `@`: is `@` used where it belongs?"},
        {x, "times `@`: does `@` enter it once too often?"},
        {1 / (x * x), "divided by the square of `@`: is it divided by `@` "
                      "where it is multiplied by it?"},
        {x * x, "times the square of `@`: is it multiplied by `@` where it is "
                "divided by it?"},
        {1 / (1 - x), "divided by 1 - `@`: does 1 - `@` enter it?"},
        {1 - x, "times 1 - `@`: does 1 - `@` enter it once too often?"},
        {1 / ((1 - x) * (1 - x)), "divided by the square of 1 - `@`: is it "
                                  "divided by 1 - `@` where it is multiplied "
                                  "by it?"},
        {(1 - x) * (1 - x), "times the square of 1 - `@`: is it multiplied by "
                            "1 - `@` where it is divided by it?"},
    };
    for (size_t k = 0; k < COUNT_OF(all); k++) {
        double by = all[k].times;
        if (!isfinite(by) || by == 0 || fabs(fabs(by) - 1) < 1e-2) continue;
        if (are_all_by(v, by)) return with_name(a, all[k].form, name);
    }
    return NULL;
}

const char *pattern_scaled(Arena *a, const View *v) {
    if (!elem_info[v->d->arg->type].is_float || !v->nwrong) return NULL;
    for (int g = 0; g < v->c->nargs; g++) {
        const ArgData *d = &v->c->args[g];
        if (d->arg->is_pointer || !elem_info[d->arg->type].is_float) continue;
        double x = element_value(d->arg->type, &d->scalar, 0);
        if (!isfinite(x) || x == 0) continue;
        const char *says = as_power(a, v, d->arg->name, x);
        if (says) return says;
    }
    return NULL;
}

// ---- a factor for each row

enum { LEAST_ROWS = 3, LEAST_COLS = 3 };

// Sums of many values are alike, too.
static const double ONE_FACTOR = 3e-4;

// Returns the factor of a row: 1: nothing of it is wrong, or too little is told
// by it; 0: there is none.
static double row_factor(const View *v, int64_t first, int64_t n) {
    double most = 0, times = 0,
           slack = elem_is_half(v->d->arg->type) ? 2e-2 : 1e-4;
    int64_t told = 0, nwrong = 0;
    bool differ = false;
    for (int64_t i = first; i < first + n; i++) {
        most = fmax(most, fabs(want_at(v, i)));
        nwrong += v->wrong[i];
        differ |= want_at(v, i) != want_at(v, first);
    }
    if (nwrong == 0) return 1;
    for (int64_t i = first; i < first + n; i++) {
        double want = want_at(v, i), by = got_at(v, i) / want;
        if (!isfinite(want) || !isfinite(got_at(v, i))) return 0;
        if (fabs(want) < 1e-2 * most) continue;
        if (!(by > 0) || (told && fabs(by - times) > slack * times)) return 0;
        if (!told) times = by;
        told++;
    }
    if (told < 3 || !differ) return 1;
    return fabs(times - 1) > 2 * slack ? times : 0;
}

typedef struct RowFactors {
    bool small, large; // rows with such a factor
    bool one;          // all of them have the same
    int n;             // rows
} RowFactors;

static bool row_factors(const View *v, RowFactors *f) {
    int n = v->d->arg->nshape;
    int64_t cols = n >= 2 ? v->d->dims[n - 1] : 0;
    double first = 1;
    *f = (RowFactors){.one = !elem_is_half(v->d->arg->type)};
    if (cols < LEAST_COLS || v->total < LEAST_ROWS * cols ||
        !elem_info[v->d->arg->type].is_float)
        return false;
    for (int64_t i = 0; i < v->total; i += cols) {
        double by = row_factor(v, i, cols);
        if (by == 0) return false;
        f->small |= by < 1;
        f->large |= by > 1;
        if (by == 1) continue;
        if (f->n++ == 0) first = by;
        f->one &= fabs(by - first) <= ONE_FACTOR * first;
    }
    return f->n > 0;
}

bool pattern_one_factor(const View *v) {
    RowFactors f;
    return row_factors(v, &f) && f.one && f.n >= LEAST_ROWS;
}

const char *pattern_row_factor(const View *v) {
    RowFactors f;
    if (!row_factors(v, &f)) return NULL;
    if (f.small && f.large)
        return "so what a row is divided by, or multiplied with, is wrong, and "
               "all else is right.";
    if (f.small)
        return "and they are too small: what a row is divided by may be too "
               "large. Does something enter its sum twice, or that is not of "
               "the row?";
    return "and they are too large: what a row is divided by may be too small. "
           "Is a part of the row missing in its sum, or is it multiplied by "
           "it?";
}

bool pattern_first_right(const View *v) {
    return v->total >= 3 && v->first == 1 && v->nwrong == v->total - 1;
}

// Those that an output of this size cannot show.
uint64_t pattern_few_factors(const View *v) {
    int n = v->d->arg->nshape;
    uint64_t open = 0;
    if (n >= 2 && (v->d->dims[n - 1] < LEAST_COLS ||
                   v->total < LEAST_ROWS * v->d->dims[n - 1]))
        open |=
            pattern_bit(PATTERN_ROW_FACTOR) | pattern_bit(PATTERN_ONE_FACTOR);
    if (v->total < 3) open |= pattern_bit(PATTERN_FIRST_RIGHT);
    return open;
}
