// Drawing inputs and computing what is expected; see data.h.
#include "gate/data.h"

#include "base/heap.h"
#include "base/vec.h"
#include "gate/compare.h"
#include "gate/fill.h"

#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

// ---- the reference

bool reference_open(Reference *r, const char *path, Err *err) {
    *r = (Reference){.lib = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
    if (!r->lib)
        return err_set(err, ERR_ENV, "cannot load the reference: %s",
                       dlerror());
    int (*has_at)(void) = NULL;
    *(void **)&r->all = dlsym(r->lib, "kata_reference");
    *(void **)&r->at = dlsym(r->lib, "kata_reference_at");
    *(void **)&has_at = dlsym(r->lib, "kata_has_at");
    if (!r->all) {
        reference_close(r);
        return err_set(err, ERR_BUG, "'%s' defines no kata_reference", path);
    }
    if (!has_at || !has_at()) r->at = NULL;
    return true;
}

void reference_close(Reference *r) {
    if (r->lib) dlclose(r->lib);
    *r = (Reference){0};
}

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

// Bounds of a fill, evaluated: a and b.
static bool fill_bounds(const CaseData *c, const Fill *f, double *a, double *b,
                        Err *err) {
    Num x = num_real(0), y = num_real(0);
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
            if (!fill_bounds(c, f, &a, &b, err)) return false;
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

bool case_draw(CaseData *c, Arena *a, const Exercise *ex, const CaseVar *vars,
               int nvars, const ArgFill *fills, int nfills, const char *name,
               int sets, uint64_t seed, Err *err) {
    assert(sets >= 1 && sets <= MAX_SETS);
    *c = (CaseData){.seed = seed,
                    .sets = sets,
                    .fills = fills,
                    .nfills = nfills,
                    .nargs = ex->nargs,
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
    if (ex->compare.kind == COMPARE_MODEL && ex->compare.terms) {
        Num t;
        if (!expr_eval(ex->compare.terms, &c->env, NULL, &t, err)) return false;
        c->terms = t.d;
    }
    lay_out(c);
    return true;
}

// ---- filling

// Large pages where the system has them: to touch a fresh small one takes
// longer than to fill it.
static void advise_large(void *p, size_t bytes) {
    const uintptr_t page = (uintptr_t)2 << 20;
    uintptr_t from = ((uintptr_t)p + page - 1) & ~(page - 1);
    uintptr_t to = ((uintptr_t)p + bytes) & ~(page - 1);
    if (to > from) madvise((void *)from, to - from, MADV_HUGEPAGE);
}

static void drop_values(CaseData *c) {
    for (int g = 0; g < c->nargs; g++) {
        ArgData *d = &c->args[g];
        for (int s = 0; s < MAX_SETS; s++) {
            heap_free(d->in[s]);
            heap_free(d->want[s]);
            heap_free(d->squares[s]);
            heap_free(d->squared[s]);
            d->in[s] = NULL;
            d->squared[s] = NULL;
            d->want[s] = NULL;
            d->squares[s] = NULL;
        }
    }
}

bool case_fill(CaseData *c, char *region, Err *err) {
    drop_values(c);
    for (int s = 0; s < c->sets; s++) {
        for (int g = 0; g < c->nargs; g++) {
            ArgData *d = &c->args[g];
            if (!d->arg->is_pointer || d->arg->is_output) continue;
            const Fill *f = fill_of(c, g);
            double a, b;
            if (!fill_bounds(c, f, &a, &b, err)) return false;
            // One stream per set and argument: order does not matter.
            uint64_t seed =
                c->seed ^ ((uint64_t)(s + 1) << 56) ^ ((uint64_t)(g + 1) << 48);
            d->in[s] = heap_new(d->bytes + 1, 1);
            advise_large(d->in[s], d->bytes);
            fill_values(d->in[s], region + d->in_off[s], d->arg->type, d->count,
                        seed, f->kind, a, b);
        }
    }
    return true;
}

void case_copy(const CaseData *c, char *region) {
    for (int g = 0; g < c->nargs; g++)
        for (int s = 0; s < c->sets; s++)
            if (c->args[g].in[s])
                memcpy(region + c->args[g].in_off[s], c->args[g].in[s],
                       c->args[g].bytes);
}

void case_patch(const CaseData *c, int set, const Patch *patch, int n,
                char *region) {
    for (int i = 0; i < n; i++) {
        const ArgData *d = &c->args[patch[i].arg];
        memcpy(region + d->in_off[set] + patch[i].offset,
               d->in[set] + patch[i].offset, patch[i].bytes);
    }
}

int case_freshen(CaseData *c, int set, Rng *rng, char *region,
                 Patch out[MAX_PATCHES]) {
    int n = 0;
    for (int g = 0; g < c->nargs && n < MAX_PATCHES; g++) {
        ArgData *d = &c->args[g];
        const Fill *f = fill_of(c, g);
        double a, b;
        Err ignored = {0};
        if (!d->arg->is_pointer || d->arg->is_output || !d->count ||
            f->kind == FILL_IOTA || f->kind == FILL_CONST)
            continue;
        if (!fill_bounds(c, f, &a, &b, &ignored)) {
            err_clear(&ignored);
            continue;
        }
        size_t each = (size_t)elem_info[d->arg->type].bytes;
        size_t i = (size_t)rng_below(rng, d->count);
        fill_store(d->in[set], d->arg->type, i,
                   fill_draw(rng, f->kind, a, b, i));
        memcpy(region + d->in_off[set] + i * each, d->in[set] + i * each, each);
        if (d->squared[set]) {
            double v = d->arg->type == ELEM_F32
                           ? ((float *)(void *)d->in[set])[i]
                           : ((double *)(void *)d->in[set])[i];
            fill_store(d->squared[set], d->arg->type, i, v * v);
        }
        out[n++] = (Patch){g, i * each, each};
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

bool case_redraw(CaseData *c, int set, int g, size_t first, size_t n, Rng *rng,
                 char *region, Patch *out) {
    ArgData *d = &c->args[g];
    const Fill *f = &d->arg->fill;
    size_t each = (size_t)elem_info[d->arg->type].bytes;
    double a, b;
    Err ignored = {0};
    bool constant = f->kind == FILL_IOTA || f->kind == FILL_CONST;
    if (constant || !fill_bounds(c, f, &a, &b, &ignored)) {
        err_clear(&ignored);
        return false;
    }
    for (size_t i = first; i < first + n; i++)
        fill_store(d->in[set], d->arg->type, i, draw_large(rng, f, a, b));
    memcpy(region + d->in_off[set] + first * each, d->in[set] + first * each,
           n * each);
    heap_free(d->squared[set]);
    d->squared[set] = NULL;
    *out = (Patch){g, first * each, n * each};
    return true;
}

void case_drop(CaseData *c) {
    drop_values(c);
    vec_free(&c->env);
}

// ---- expecting

static bool is_written(const Arg *g) {
    return g->is_output || g->is_inout;
}

static size_t want_bytes(const ArgData *d) {
    size_t each = elem_info[d->arg->type].is_float
                      ? sizeof(double)
                      : (size_t)elem_info[d->arg->type].bytes;
    return d->count * each + sizeof(double);
}

// What an inout argument starts from, as the reference sees it.
static void start_from(void *want, const ArgData *d, int set, bool square) {
    ElemType t = d->arg->type;
    if (!elem_info[t].is_float) {
        memcpy(want, d->in[set], d->bytes);
        return;
    }
    for (size_t i = 0; i < d->count; i++) {
        double v = t == ELEM_F32 ? ((float *)(void *)d->in[set])[i]
                                 : ((double *)(void *)d->in[set])[i];
        ((double *)want)[i] = square ? v * v : v;
    }
}

// The same for one element.
static void start_element(void *want, const ArgData *d, int set, int64_t i,
                          bool square) {
    ElemType t = d->arg->type;
    double v = compare_value(t, d->in[set], i);
    if (elem_info[t].is_float)
        ((double *)want)[i] = square ? v * v : v;
    else
        fill_store(want, t, (size_t)i, v);
}

// The float inputs of an argument, squared; kept until case_drop.
static void *squared(ArgData *d, int set) {
    if (d->squared[set]) return d->squared[set];
    if (d->arg->type == ELEM_F32) {
        float *v = heap_new(d->count + 1, sizeof *v);
        for (size_t i = 0; i < d->count; i++) {
            float x = ((float *)(void *)d->in[set])[i];
            v[i] = x * x;
        }
        return d->squared[set] = v;
    }
    double *v = heap_new(d->count + 1, sizeof *v);
    for (size_t i = 0; i < d->count; i++) {
        double x = ((double *)(void *)d->in[set])[i];
        v[i] = x * x;
    }
    return d->squared[set] = v;
}

static uint64_t squared_scalar(const ArgData *d) {
    uint64_t bits = d->scalar;
    if (d->arg->type == ELEM_F32) {
        float f;
        memcpy(&f, &bits, sizeof f);
        f *= f;
        memcpy(&bits, &f, sizeof f);
    } else if (d->arg->type == ELEM_F64) {
        double f;
        memcpy(&f, &bits, sizeof f);
        f *= f;
        memcpy(&bits, &f, sizeof f);
    }
    return bits;
}

// Arguments for the reference: pointers to values. `square` squares floats.
typedef struct RefArgs {
    void *slot[32]; // pointers and scalar bits
    void *argv[32]; // &slot[i]
} RefArgs;

static void ref_args(RefArgs *r, CaseData *c, int set, bool square,
                     void *const *outputs) {
    assert(c->nargs <= (int)COUNT_OF(r->slot));
    *r = (RefArgs){0};
    for (int g = 0; g < c->nargs; g++) {
        ArgData *d = &c->args[g];
        bool is_float = elem_info[d->arg->type].is_float;
        r->argv[g] = &r->slot[g];
        if (!d->arg->is_pointer) {
            uint64_t bits = square ? squared_scalar(d) : d->scalar;
            memcpy(&r->slot[g], &bits, sizeof bits);
        } else if (is_written(d->arg)) {
            r->slot[g] = outputs[g];
        } else if (square && is_float) {
            r->slot[g] = squared(d, set);
        } else {
            r->slot[g] = d->in[set];
        }
    }
}

static void expect_set(CaseData *c, const Reference *ref, int set,
                       bool square) {
    void *out[32] = {0};
    for (int g = 0; g < c->nargs; g++) {
        ArgData *d = &c->args[g];
        if (!d->arg->is_pointer || !is_written(d->arg)) continue;
        out[g] = heap_new(want_bytes(d), 1);
        if (d->arg->is_inout) start_from(out[g], d, set, square);
        if (square)
            d->squares[set] = out[g];
        else
            d->want[set] = out[g];
    }
    RefArgs r;
    ref_args(&r, c, set, square, out);
    ref->all(r.argv);
}

typedef struct ExpectJob {
    CaseData *c;
    const Reference *ref;
    int set;
    bool squares;
} ExpectJob;

static void *expect_job(void *job) {
    ExpectJob *j = job;
    expect_set(j->c, j->ref, j->set, false);
    if (j->squares) expect_set(j->c, j->ref, j->set, true);
    return NULL;
}

// A set is nobody else's, so they can be computed side by side.
void case_expect(CaseData *c, const Exercise *ex, const Reference *ref) {
    pthread_t thread[MAX_SETS];
    ExpectJob job[MAX_SETS];
    bool started[MAX_SETS] = {false};
    for (int s = c->sets - 1; s >= 0; s--) {
        job[s] = (ExpectJob){c, ref, s, ex->compare.kind == COMPARE_MODEL};
        started[s] =
            s > 0 && pthread_create(&thread[s], NULL, expect_job, &job[s]) == 0;
        if (!started[s]) expect_job(&job[s]);
    }
    for (int s = 0; s < c->sets; s++)
        if (started[s]) pthread_join(thread[s], NULL);
}

void case_expect_again(CaseData *c, const Exercise *ex, const Reference *ref,
                       int set) {
    for (int g = 0; g < c->nargs; g++) {
        ArgData *d = &c->args[g];
        heap_free(d->want[set]);
        heap_free(d->squares[set]);
        d->want[set] = NULL;
        d->squares[set] = NULL;
    }
    expect_job(&(ExpectJob){c, ref, set, ex->compare.kind == COMPARE_MODEL});
}

// A buffer of address space, not memory: the reference writes one element.
static void *sparse_space(size_t need) {
    static void *space;
    static size_t bytes;
    if (need <= bytes) return space;
    if (space) munmap(space, bytes);
    space = mmap(NULL, need, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (space == MAP_FAILED) die("no address space for the reference");
    bytes = need;
    return space;
}

void case_expect_at(CaseData *c, const Exercise *ex, const Reference *ref,
                    int set, int g, int64_t i, double *want, double *square) {
    void *out[32] = {0};
    double *one = out[g] = sparse_space(want_bytes(&c->args[g]));
    const ArgData *d = &c->args[g];
    ElemType t = d->arg->type;
    RefArgs r;
    if (d->arg->is_inout) start_element(one, d, set, i, false);
    ref_args(&r, c, set, false, out);
    ref->at(r.argv, i);
    *want = elem_info[t].is_float ? one[i] : compare_value(t, one, i);
    *square = 0;
    if (ex->compare.kind != COMPARE_MODEL) return;
    if (d->arg->is_inout) start_element(one, d, set, i, true);
    ref_args(&r, c, set, true, out);
    ref->at(r.argv, i);
    *square = one[i];
}
