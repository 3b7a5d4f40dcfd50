// Element-wise comparison; the rules and the bound are explained in compare.h.
#include "gate/judge/compare.h"

#include "base/heap.h"
#include "base/str.h"
#include "gate/judge/element.h"
#include "gate/judge/pattern.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool compare_element(double want, double got, double bound) {
    if (isnan(want)) return isnan(got);
    if (isinf(want)) return got == want;
    return fabs(got - want) <= bound; // false for a NaN
}

char *compare_where(Arena *a, const ArgData *d, int64_t index) {
    int64_t at[MAX_DIMS];
    for (int k = d->arg->nshape - 1; k >= 0; k--) {
        at[k] = d->dims[k] ? index % d->dims[k] : 0;
        index = d->dims[k] ? index / d->dims[k] : 0;
    }
    char text[160];
    int n = snprintf(text, sizeof text, "%.60s", d->arg->name);
    for (int k = 0; k < d->arg->nshape; k++)
        n += snprintf(text + n, sizeof text - (size_t)n, "[%lld]",
                      (long long)at[k]);
    return arena_str(a, text);
}

static bool is_poison(const CaseData *c, const ArgData *d,
                      const unsigned char *payload, int64_t i) {
    size_t n = (size_t)elem_info[d->arg->type].bytes;
    for (size_t k = 0; k < n; k++)
        if (payload[n * (size_t)i + k] != c->poison) return false;
    return true;
}

static void say_fact(Arena *a, const Fact *f, Mismatch *m) {
    char want[40], got[40];
    str_pair(m->want, m->got, want, got);
    m->fact = f->id;
    if (m->got_poison)
        m->says = arena_fmt(a, "not reached: %s", f->text);
    else if (m->want == 1 && m->got == 0)
        m->says = arena_fmt(a, "not true: %s", f->text);
    else
        m->says = arena_fmt(a, "%s: %s, expected %s", f->text, got, want);
}

bool compare_at(const CaseData *c, const ArgData *d, Want want,
                const unsigned char *payload, int64_t i, Mismatch *m) {
    ElemType t = d->arg->type;
    double got = element_value(t, payload, i),
           nearest = element_round(t, want.value);
    bool is_float = elem_info[t].is_float;
    double bound = is_float ? compare_bound_of(c, d, want) : 0;
    // `exact` on floats asks for the correctly rounded fp64 reference.
    if (c->compare.kind == COMPARE_EXACT || (isinf(nearest) && isinf(got)))
        want.value = nearest;
    bool poison = is_poison(c, d, payload, i);
    bool below = d->arg->least && got < *d->arg->least;
    if (m)
        *m = (Mismatch){.index = i,
                        .want = want.value,
                        .got = got,
                        .bound = bound,
                        .got_poison = poison};
    return compare_element(want.value, got, bound) && !(poison && isnan(got)) &&
           !below;
}

// Of the error that is allowed, the part that a right element has. The best
// program rounds its result once, so this is left out of both.
static double part_spent(ElemType type, const Mismatch *m) {
    if (m->bound <= 0 || !isfinite(m->want)) return 0;
    double once = compare_stored(type, fabs(m->want) + m->bound);
    if (once >= m->bound) return 0;
    return fmax(fabs(m->got - m->want) - once, 0) / (m->bound - once);
}

// Integers beyond 2^53 do not fit a double: their bytes are compared.
static bool element_is_right(const CaseData *c, int set, const ArgData *d,
                             const unsigned char *payload, int64_t i,
                             Mismatch *m) {
    size_t n = (size_t)elem_info[d->arg->type].bytes;
    if (elem_info[d->arg->type].is_float)
        return compare_at(c, d, compare_want(d, set, i), payload, i, m);
    if (memcmp(payload + n * (size_t)i, (char *)d->want[set] + n * (size_t)i,
               n) == 0)
        return true;
    *m = (Mismatch){.index = i,
                    .want = compare_want(d, set, i).value,
                    .got = element_value(d->arg->type, payload, i),
                    .got_poison = is_poison(c, d, payload, i)};
    return false;
}

bool compare_output(Arena *a, const CaseData *c, int set, int g,
                    const unsigned char *payload, CaseResult *res) {
    const ArgData *d = &c->args[g];
    int64_t total = (int64_t)d->count, nwrong = 0;
    bool *wrong = NULL;

    for (int64_t i = 0; i < total; i++) {
        Mismatch m = {.bound = 0};
        if (element_is_right(c, set, d, payload, i, &m)) {
            res->spent = fmax(res->spent, part_spent(d->arg->type, &m));
            continue;
        }
        if (!wrong) wrong = heap_new((size_t)total, sizeof *wrong);
        wrong[i] = true;
        if (nwrong < (int64_t)COUNT_OF(res->first)) {
            m.where = compare_where(a, d, i);
            if (i < d->arg->nfacts) say_fact(a, &d->arg->facts[i], &m);
            res->first[nwrong] = m;
        }
        nwrong++;
    }
    res->total = total;
    if (nwrong == 0) return true;

    res->wrong = nwrong;
    res->nfirst = (int)min_of(nwrong, (int64_t)COUNT_OF(res->first));
    res->output = d->arg->name;
    if (!d->arg->nfacts) {
        PatternSet found = pattern_find(a, c, set, g, payload, wrong, nwrong);
        res->patterns = found.all;
        res->open = found.open;
        memcpy(res->about, found.about, sizeof found.about);
    }
    Pattern p = pattern_first(res->patterns);
    if (p != PATTERN_NONE) {
        res->pattern = pattern_info[p].name;
        res->pattern_text = pattern_says(a, p, res->about[p]);
    }
    heap_free(wrong);
    return false;
}

const char *compare_says(Arena *a, const CaseResult *r) {
    const Mismatch *m = &r->first[0];
    char want[40], got[40];
    if (m->says) return m->says;
    const char *start = arena_fmt(
        a, "%lld of %lld elements of '%s' are wrong; the first, %s,",
        (long long)r->wrong, (long long)r->total, r->output, m->where);
    if (m->got_poison) return arena_fmt(a, "%s was never written.", start);
    str_pair(m->want, m->got, want, got);
    return arena_fmt(a, "%s is %s instead of %s.", start, got, want);
}
