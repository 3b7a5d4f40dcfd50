// Drawing inputs, and changing them; see data.h.
#include "gate/judge/case_data.h"

#include "base/heap.h"
#include "base/vec.h"
#include "gate/judge/element.h"
#include "gate/judge/expect.h"
#include "gate/judge/fill.h"
#include "gate/judge/fill_whole.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- drawing

static const char *case_name(Arena *a, const Env *env) {
    char text[400];
    size_t n = 0;
    text[0] = '\0';
    for (int i = 0; i < env->n && n < sizeof text - 60; i++) {
        const Var *v = &env->at[i];
        n += (size_t)snprintf(text + n, sizeof text - n,
                              v->value.is_int ? "%s%.40s=%lld" : "%s%.40s=",
                              i ? " " : "", v->name, (long long)v->value.i);
        if (!v->value.is_int && n < sizeof text - 20)
            n += (size_t)snprintf(text + n, sizeof text - n, "%g", v->value.d);
    }
    return arena_str(a, text);
}

static void store_scalar(uint64_t *bits, ElemType type, Num v) {
    *bits = 0;
    if (type == ELEM_F32) {
        float f = (float)v.d;
        memcpy(bits, &f, sizeof f);
    } else if (type == ELEM_F64) {
        memcpy(bits, &v.d, sizeof v.d);
    } else {
        int64_t i = v.is_int ? v.i : (int64_t)v.d;
        memcpy(bits, &i, (size_t)elem_info[type].bytes); // little-endian
    }
}

static const Fill *fill_of(const CaseData *c, int arg) {
    for (int i = 0; i < c->nfills; i++)
        if (c->fills[i].arg == arg) return &c->fills[i].fill;
    return &c->args[arg].arg->fill;
}

// Bounds of a fill of an argument, evaluated: a and b.
static bool fill_bounds(const CaseData *c, int arg, const Fill *f, double *a,
                        double *b, Err *err) {
    const double SPECIAL_PART = 0.25;
    Num x = num_real(f->kind == FILL_SPECIAL ? SPECIAL_PART : 0);
    Num y = num_real(0);
    if (f->kind == FILL_SPECIAL) y = num_real((double)c->args[arg].arg->type);
    if (f->kind == FILL_OFFSETS) y = num_real(FILL_UNSKEWED);
    if (f->a && !expr_eval(f->a, &c->env, NULL, &x, err)) return false;
    if (f->b && !expr_eval(f->b, &c->env, NULL, &y, err)) return false;
    *a = x.d;
    *b = y.d;
    return true;
}

static bool draw_scalar(CaseData *c, int g, Rng *rng, Err *err) {
    ArgData *d = &c->args[g];
    Num v;
    if (d->arg->value) {
        if (!expr_eval(d->arg->value, &c->env, rng, &v, err)) return false;
    } else {
        const Num *named = env_find(&c->env, d->arg->name);
        if (named) {
            v = *named;
        } else {
            double a, b;
            const Fill *f = fill_of(c, g);
            if (!fill_bounds(c, g, f, &a, &b, err)) return false;
            v = num_real(fill_draw(rng, f->kind, a, b, 0));
            if (f->kind == FILL_INT) v = num_int((int64_t)v.d);
        }
    }
    store_scalar(&d->scalar, d->arg->type, v);
    return true;
}

static bool size_buffer(ArgData *d, const Env *env, Err *err) {
    assert(d->arg->nshape <= MAX_DIMS);
    d->count = 1;
    for (int i = 0; i < d->arg->nshape; i++) {
        if (!expr_size(d->arg->shape[i], env, NULL, &d->dims[i], err))
            return false;
        d->count *= (size_t)d->dims[i];
    }
    d->bytes = d->count * (size_t)elem_info[d->arg->type].bytes;
    return true;
}

static size_t round_up(size_t n) {
    return (n + 255) & ~(size_t)255;
}

static void lay_out(CaseData *c) {
    size_t at = 0;
    for (int g = 0; g < c->nargs; g++) {
        ArgData *d = &c->args[g];
        if (!d->arg->is_pointer) continue;
        for (int s = 0; s < c->sets && !d->arg->is_output; s++) {
            d->in_off[s] = at;
            at += round_up(d->bytes);
        }
        d->after_off = at;
        at += round_up(d->bytes + 2 * GUARD_BYTES);
    }
    c->region = at;
}

// A byte is 255 where it saturates, and an index of -1 says that there is none.
static bool is_integer_output(const ArgData *d) {
    return d->arg->is_output && !d->arg->nfacts &&
           (elem_info[d->arg->type].bytes == 1 ||
            !elem_info[d->arg->type].is_float);
}

bool case_draw(CaseData *c, Arena *a, const Exercise *ex, const CaseVar *vars,
               int nvars, const ArgFill *fills, int nfills, const char *name,
               int sets, uint64_t seed, Err *err) {
    assert(sets >= 1 && sets <= MAX_SETS);
    *c = (CaseData){.seed = seed,
                    .sets = sets,
                    .fills = fills,
                    .nfills = nfills,
                    .nargs = ex->nargs,
                    .compare = ex->compare,
                    .terms = 1};
    Rng rng;
    rng_seed(&rng, seed);
    if (!plan_draw(vars, nvars, &rng, &c->env, err)) return false;
    const char *drawn = case_name(a, &c->env);
    c->name = name ? arena_fmt(a, "%s (%s)", name, drawn) : drawn;

    c->args = arena_array(a, ArgData, ex->nargs);
    for (int g = 0; g < ex->nargs; g++) {
        ArgData *d = &c->args[g];
        d->arg = &ex->args[g];
        if (d->arg->is_pointer ? !size_buffer(d, &c->env, err)
                               : !draw_scalar(c, g, &rng, err))
            return false;
    }
    if (ex->compare.terms) {
        Num t;
        if (!expr_eval(ex->compare.terms, &c->env, NULL, &t, err)) return false;
        c->terms = t.d;
    }
    lay_out(c);
    c->poison = POISON;
    for (int g = 0; g < c->nargs; g++)
        if (fill_of(c, g)->kind == FILL_SPECIAL ||
            is_integer_output(&c->args[g]))
            c->poison = POISON_FINITE;
    return true;
}

// ---- filling

static void drop_values(CaseData *c) {
    for (int g = 0; g < c->nargs; g++) {
        ArgData *d = &c->args[g];
        for (int s = 0; s < MAX_SETS; s++) {
            heap_free(d->in[s]);
            heap_free(d->want[s]);
            heap_free(d->was[s]);
            heap_free(d->sizes[s]);
            heap_free(d->squared[s]);
            heap_free(d->seen[s]);
            heap_free(d->largest[s]);
            d->seen[s] = NULL;
            d->largest[s] = NULL;
            d->in[s] = NULL;
            d->squared[s] = NULL;
            d->want[s] = NULL;
            d->was[s] = NULL;
            d->sizes[s] = NULL;
        }
    }
}

// Fills an input of a set from a seed, and a copy of it (may be NULL).
static void fill_input(ArgData *d, int set, void *copy, uint64_t seed,
                       FillKind kind, double a, double b) {
    ElemType type = d->arg->type;
    if (!fill_is_whole(kind)) {
        fill_values(d->in[set], copy, type, d->count, seed, kind, a, b);
        return;
    }
    fill_whole(d->in[set], type, d->count, seed, kind, a, b);
    if (copy) memcpy(copy, d->in[set], d->bytes);
}

bool case_fill(CaseData *c, char *region, Err *err) {
    drop_values(c);
    for (int s = 0; s < c->sets; s++) {
        for (int g = 0; g < c->nargs; g++) {
            ArgData *d = &c->args[g];
            if (!d->arg->is_pointer || d->arg->is_output) continue;
            const Fill *f = fill_of(c, g);
            double a, b;
            if (!fill_bounds(c, g, f, &a, &b, err)) return false;
            // One stream per set and argument: order does not matter.
            uint64_t seed =
                c->seed ^ ((uint64_t)(s + 1) << 56) ^ ((uint64_t)(g + 1) << 48);
            d->in[s] = heap_large(d->bytes + 1);
            fill_input(d, s, region ? region + d->in_off[s] : NULL, seed,
                       f->kind, a, b);
        }
    }
    return true;
}

// ---- changing

// Returns true if argument g is an input that is drawn at random, from *a to
// *b.
static bool is_drawn(const CaseData *c, int g, double *a, double *b) {
    const ArgData *d = &c->args[g];
    const Fill *f = fill_of(c, g);
    Err ignored = {0};
    if (!d->arg->is_pointer || d->arg->is_output || !d->count ||
        f->kind == FILL_IOTA || f->kind == FILL_CONST)
        return false;
    bool ok = fill_bounds(c, g, f, a, b, &ignored);
    err_clear(&ignored);
    return ok;
}

int case_renew(CaseData *c, int set, Rng *rng, InputChange out[MAX_CHANGES]) {
    int n = 0;
    double a, b;
    for (int g = 0; g < c->nargs && n < MAX_CHANGES; g++) {
        ArgData *d = &c->args[g];
        if (!is_drawn(c, g, &a, &b)) continue;
        fill_input(d, set, NULL, rng_next(rng), fill_of(c, g)->kind, a, b);
        expect_changed(d, set, 0, d->count);
        out[n++] = (InputChange){g, 0, d->bytes};
    }
    return n;
}

// Elements of an input that are others now.
static InputChange note_change(ArgData *d, int set, int g, size_t first,
                               size_t n) {
    size_t each = (size_t)elem_info[d->arg->type].bytes;
    expect_changed(d, set, first, n);
    return (InputChange){g, first * each, n * each};
}

int case_freshen(CaseData *c, int set, Rng *rng, InputChange out[MAX_CHANGES]) {
    int n = 0;
    double a, b;
    for (int g = 0; g < c->nargs && n < MAX_CHANGES; g++) {
        ArgData *d = &c->args[g];
        const Fill *f = fill_of(c, g);
        if (!is_drawn(c, g, &a, &b)) continue;
        size_t i = (size_t)rng_below(rng, d->count), k = 1;
        if (!fill_is_whole(f->kind))
            element_store(d->in[set], d->arg->type, i,
                          fill_draw(rng, f->kind, a, b, i));
        else if (!fill_whole_again(d->in[set], d->arg->type, d->count, &i, &k,
                                   rng, f->kind, a, b))
            continue;
        out[n++] = note_change(d, set, g, i, k);
    }
    return n;
}

// The largest of three: sums move by much more than their rounding, whichever
// way the values were spread.
static double draw_large(Rng *rng, const Fill *f, double a, double b) {
    double v = fill_draw(rng, f->kind, a, b, 0);
    for (int i = 0; i < 2; i++)
        v = max_of(v, fill_draw(rng, f->kind, a, b, 0));
    return v;
}

// The largest element of an input when it was first needed.
static double largest_of(ArgData *d, int set) {
    if (!d->largest[set]) {
        double most = -INFINITY;
        for (size_t i = 0; i < d->count; i++)
            most = fmax(most, element_value(d->arg->type, d->in[set], i));
        d->largest[set] = heap_new(1, sizeof most);
        *d->largest[set] = most;
    }
    return *d->largest[set];
}

// Elements from `first` on, each large.
static void redraw_each(ArgData *d, int set, size_t first, size_t n, Rng *rng,
                        const Fill *f, double a, double b) {
    for (size_t i = first; i < first + n; i++)
        element_store(d->in[set], d->arg->type, i, draw_large(rng, f, a, b));
}

// One of them is as large as any of the input: what keeps the largest of an
// earlier call has to look at it.
static void repeat_largest(ArgData *d, int set, size_t first, size_t n,
                           Rng *rng) {
    double most = largest_of(d, set);
    if (isfinite(most))
        element_store(d->in[set], d->arg->type, first + rng_below(rng, n),
                      most);
}

bool case_redraw(CaseData *c, int set, int g, size_t first, size_t n, Rng *rng,
                 InputChange *out) {
    ArgData *d = &c->args[g];
    const Fill *f = fill_of(c, g);
    double a, b;
    Err ignored = {0};
    bool constant = f->kind == FILL_IOTA || f->kind == FILL_CONST;
    bool sizes = constant && !elem_info[d->arg->type].is_float;
    if (c->compare.kind != COMPARE_EXACT && !fill_is_whole(f->kind) && !sizes)
        f = &d->arg->fill;
    constant = f->kind == FILL_IOTA || f->kind == FILL_CONST;
    if (constant || !fill_bounds(c, g, f, &a, &b, &ignored)) {
        err_clear(&ignored);
        return false;
    }
    if (!fill_is_whole(f->kind)) {
        redraw_each(d, set, first, n, rng, f, a, b);
        if (f == fill_of(c, g)) repeat_largest(d, set, first, n, rng);
    } else if (!fill_whole_again(d->in[set], d->arg->type, d->count, &first, &n,
                                 rng, f->kind, a, b))
        return false;
    *out = note_change(d, set, g, first, n);
    return true;
}

bool case_is_empty(const CaseData *c) {
    for (int g = 0; g < c->nargs; g++)
        for (int d = 0;
             c->args[g].arg->is_pointer && d < c->args[g].arg->nshape; d++)
            if (c->args[g].dims[d] == 0) return true;
    return false;
}

void case_drop(CaseData *c) {
    drop_values(c);
    vec_free(&c->env);
}
