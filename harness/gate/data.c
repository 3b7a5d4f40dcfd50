// Drawing inputs and computing what is expected; see data.h.
#include "gate/data.h"

#include "base/heap.h"
#include "base/vec.h"
#include "gate/compare.h"

#include <assert.h>
#include <dlfcn.h>
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

// One drawn value. Normal: the sum of four 16-bit uniforms has variance
// 4 * (2^32 - 1) / 12, so dividing by sqrt of it gives about N(0, 1), within
// +-3.46, at one random number a value.
static double draw(Rng *r, FillKind kind, double a, double b, size_t i) {
    uint64_t x;
    switch (kind) {
    case FILL_NORMAL:
        x = rng_next(r);
        return ((double)(x & 0xffff) + (double)(x >> 16 & 0xffff) +
                (double)(x >> 32 & 0xffff) + (double)(x >> 48) - 131070.0) /
               37837.2273;
    case FILL_UNIFORM: return a + (b - a) * rng_unit(r);
    case FILL_INT: return (double)rng_range(r, (int64_t)a, (int64_t)b);
    case FILL_TERNARY: return (double)(rng_next(r) % 3) - 1;
    case FILL_SKEWED:
        x = rng_next(r);
        return x & 1 ? a : (double)rng_range(r, (int64_t)a, (int64_t)b);
    case FILL_IOTA: return (double)i;
    case FILL_CONST: return a;
    }
    unreachable();
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
            v = num_real(draw(rng, f->kind, a, b, 0));
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

#define FILL_LOOP(T)                                                           \
    do {                                                                       \
        T *p = (T *)out;                                                       \
        for (size_t i = 0; i < n; i++)                                         \
            p[i] = (T)draw(rng, kind, a, b, i);                                \
    } while (0)

static void fill_values(void *out, ElemType type, size_t n, Rng *rng,
                        FillKind kind, double a, double b) {
    switch (type) {
    case ELEM_F32: FILL_LOOP(float); break;
    case ELEM_F64: FILL_LOOP(double); break;
    case ELEM_I8: FILL_LOOP(int8_t); break;
    case ELEM_U8: FILL_LOOP(uint8_t); break;
    case ELEM_I16: FILL_LOOP(int16_t); break;
    case ELEM_U16: FILL_LOOP(uint16_t); break;
    case ELEM_I32: FILL_LOOP(int32_t); break;
    case ELEM_U32: FILL_LOOP(uint32_t); break;
    case ELEM_I64: FILL_LOOP(int64_t); break;
    case ELEM_U64: FILL_LOOP(uint64_t); break;
    case ELEM_COUNT: unreachable();
    }
}

bool case_fill(CaseData *c, char *region, Err *err) {
    for (int s = 0; s < c->sets; s++) {
        for (int g = 0; g < c->nargs; g++) {
            ArgData *d = &c->args[g];
            if (!d->arg->is_pointer || d->arg->is_output) continue;
            const Fill *f = fill_of(c, g);
            double a, b;
            if (!fill_bounds(c, f, &a, &b, err)) return false;
            Rng rng; // one stream per set and argument: order does not matter
            rng_seed(&rng, c->seed ^ ((uint64_t)(s + 1) << 56) ^
                               ((uint64_t)(g + 1) << 48));
            d->in[s] = heap_new(d->bytes + 1, 1);
            fill_values(d->in[s], d->arg->type, d->count, &rng, f->kind, a, b);
            memcpy(region + d->in_off[s], d->in[s], d->bytes);
        }
    }
    return true;
}

void case_drop(CaseData *c) {
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

void case_expect(CaseData *c, const Exercise *ex, const Reference *ref) {
    for (int s = 0; s < c->sets; s++) {
        expect_set(c, ref, s, false);
        if (ex->compare.kind == COMPARE_MODEL) expect_set(c, ref, s, true);
    }
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
    RefArgs r;
    ref_args(&r, c, set, false, out);
    ref->at(r.argv, i);
    ElemType t = c->args[g].arg->type;
    *want = elem_info[t].is_float ? one[i] : compare_value(t, one, i);
    *square = 0;
    if (ex->compare.kind != COMPARE_MODEL) return;
    ref_args(&r, c, set, true, out);
    ref->at(r.argv, i);
    *square = one[i];
}
