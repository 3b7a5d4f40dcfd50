// The bound of an element and its expectation; compare.h explains the rules.
#include "gate/judge/bound.h"

#include "gate/judge/element.h"

#include <float.h>
#include <math.h>

// The distance of neighbouring values of the type at |v|.
static double spacing(ElemType type, double v) {
    static const struct {
        int bits, least;
    } formats[ELEM_COUNT] = {
        [ELEM_F32] = {FLT_MANT_DIG, FLT_MIN_EXP - FLT_MANT_DIG},
        [ELEM_F64] = {DBL_MANT_DIG, DBL_MIN_EXP - DBL_MANT_DIG},
        [ELEM_F16] = {11, -24},
        [ELEM_B16] = {8, -133},
    };
    int least = formats[type].least;
    int e = v == 0 ? least : ilogb(v) - formats[type].bits + 1;
    return ldexp(1, max_of(e, least));
}

double compare_stored(ElemType type, double y) {
    return spacing(type, y) / 2;
}

// Adds to the bound of y the rounding of storing it: half precision is computed
// in single and rounded once.
static double stored(ElemType type, double y, double bound) {
    if (!elem_is_half(type) || !isfinite(y + bound)) return bound;
    return bound + compare_stored(type, y + bound);
}

// The relative error of adding up n terms in any order, with overwhelming
// probability; see compare.h.
static double of_a_sum(double n, ElemType type) {
    const double steps = 4;
    double u = type == ELEM_F64 ? DBL_EPSILON / 2 : FLT_EPSILON / 2;
    return min_of(n, steps * sqrt(n)) * u;
}

double compare_bound(const Compare *c, ElemType type, double terms, Want want) {
    const double partial = 3, beside = 16; // see compare.h
    double y = fabs(want.value), bound;
    switch (c->kind) {
    case COMPARE_EXACT: return 0;
    case COMPARE_ULP: return c->ulp * spacing(type, want.value);
    case COMPARE_TOL: return c->atol + c->rtol * y;
    case COMPARE_MODEL:
        bound = of_a_sum(terms + 2, type) * (y + partial * sqrt(want.size));
        return stored(type, y, bound) + spacing(type, 0);
    case COMPARE_ROW:
        if (!isfinite(want.size)) want.size = 0; // allows nothing
        bound = of_a_sum(terms + beside, type) * (y + want.size);
        return stored(type, y, bound) + spacing(type, 0);
    }
    unreachable();
}

double compare_bound_of(const CaseData *c, const ArgData *d, Want want) {
    Compare how = c->compare;
    if (d->arg->rtol && how.kind == COMPARE_TOL) how.rtol = *d->arg->rtol;
    return compare_bound(&how, d->arg->type, c->terms, want);
}

Want compare_want(const ArgData *d, int set, int64_t i) {
    ElemType t = d->arg->type;
    if (!elem_info[t].is_float)
        return (Want){.value = element_value(t, d->want[set], i)};
    return (Want){.value = ((double *)d->want[set])[i],
                  .size = d->sizes[set] ? d->sizes[set][i] : 0};
}
