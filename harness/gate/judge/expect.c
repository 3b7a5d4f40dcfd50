// See expect.h.
#include "gate/judge/expect.h"

#include "base/heap.h"
#include "base/share.h"
#include "gate/judge/element.h"
#include "gate/judge/guard.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

enum { MAKE_BLOCK = 1 << 18, SMALL_REGION = 1 << 20 };

// ---- inputs as the reference reads them

typedef struct Making {
    ElemType type;
    const void *in;
    void *out;
} Making;

static void see_block(void *ctx, size_t from, size_t to) {
    const Making *m = ctx;
    for (size_t i = from; i < to; i++)
        ((float *)m->out)[i] = (float)element_value(m->type, m->in, (int64_t)i);
}

static void square_block(void *ctx, size_t from, size_t to) {
    const Making *m = ctx;
    for (size_t i = from; i < to && m->type == ELEM_F32; i++) {
        float x = ((const float *)m->in)[i];
        ((float *)m->out)[i] = x * x;
    }
    for (size_t i = from; i < to && m->type == ELEM_F64; i++) {
        double x = ((const double *)m->in)[i];
        ((double *)m->out)[i] = x * x;
    }
}

static void *make(const ArgData *d, Making m, ShareWork *work) {
    m.out = heap_large(d->count * sizeof(double) + 1);
    share_range(d->count, MAKE_BLOCK, work, &m);
    return m.out;
}

// An input as the reference sees it: half precision as floats. Kept until
// case_drop.
static void *seen(ArgData *d, int set) {
    ElemType type = d->arg->type;
    if (!elem_is_half(type)) return d->in[set];
    if (!d->seen[set])
        d->seen[set] = make(d, (Making){type, d->in[set], NULL}, see_block);
    return d->seen[set];
}

static Making squaring(ArgData *d, int set) {
    ElemType type = elem_is_half(d->arg->type) ? ELEM_F32 : d->arg->type;
    return (Making){type, seen(d, set), d->squared[set]};
}

// The float inputs of an argument, squared; kept until case_drop.
static void *squared_input(ArgData *d, int set) {
    if (!d->squared[set])
        d->squared[set] = make(d, squaring(d, set), square_block);
    return d->squared[set];
}

void expect_changed(ArgData *d, int set, size_t first, size_t n) {
    Making m = {d->arg->type, d->in[set], d->seen[set]};
    if (d->seen[set]) see_block(&m, first, first + n);
    if (!d->squared[set]) return;
    m = squaring(d, set);
    square_block(&m, first, first + n);
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

// Fills an inout argument with its start value, as the reference sees it.
static void start_from(void *want, const ArgData *d, int set, bool square) {
    ElemType t = d->arg->type;
    if (!elem_info[t].is_float) {
        memcpy(want, d->in[set], d->bytes);
        return;
    }
    for (size_t i = 0; i < d->count; i++) {
        double v = element_value(t, d->in[set], (int64_t)i);
        ((double *)want)[i] = square ? v * v : v;
    }
}

// The same for one element.
static void start_element(void *want, const ArgData *d, int set, int64_t i,
                          bool square) {
    ElemType t = d->arg->type;
    double v = element_value(t, d->in[set], i);
    if (elem_info[t].is_float)
        ((double *)want)[i] = square ? v * v : v;
    else
        element_store(want, t, (size_t)i, v);
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
    void *slot[MAX_ARGS]; // pointers and scalar bits
    void *argv[MAX_ARGS]; // &slot[i]
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
            r->slot[g] = squared_input(d, set);
        } else {
            r->slot[g] = seen(d, set);
        }
    }
}

// The quantity that a call of the reference computes.
typedef enum Pass {
    PASS_VALUES,
    PASS_SQUARES, // the same of squared inputs
    PASS_SCALE,
} Pass;

static void expect_set(CaseData *c, const Reference *ref, int set, Pass pass) {
    bool square = pass == PASS_SQUARES;
    void *out[MAX_ARGS] = {0};
    for (int g = 0; g < c->nargs; g++) {
        ArgData *d = &c->args[g];
        if (!d->arg->is_pointer || !is_written(d->arg)) continue;
        out[g] = heap_large(want_bytes(d));
        if (d->arg->is_inout) start_from(out[g], d, set, square);
        if (pass == PASS_VALUES)
            d->want[set] = out[g];
        else
            d->sizes[set] = out[g];
    }
    RefArgs r;
    ref_args(&r, c, set, square, out);
    guard_begin();
    (pass == PASS_SCALE ? ref->scale : ref->all)(r.argv);
    guard_end();
}

// The largest expected value of each row, in the place of a scale.
static void take_largest(ArgData *d, int set) {
    size_t row = (size_t)d->dims[max_of(d->arg->nshape, 1) - 1];
    const double *want = d->want[set];
    double *size = d->sizes[set] = heap_large(want_bytes(d));
    for (size_t i = 0; i < d->count; i += row) {
        double most = 0;
        for (size_t k = i; k < i + row; k++)
            if (isfinite(want[k])) most = max_of(most, fabs(want[k]));
        for (size_t k = i; k < i + row; k++)
            size[k] = most;
    }
}

static void take_all_largest(CaseData *c, int set) {
    for (int g = 0; g < c->nargs; g++) {
        ArgData *d = &c->args[g];
        if (d->arg->is_pointer && is_written(d->arg) &&
            elem_info[d->arg->type].is_float)
            take_largest(d, set);
    }
}

// One call of the reference. No two share what they write, so that all can be
// made side by side.
typedef struct ExpectJob {
    CaseData *c;
    const Reference *ref;
    int set;
    Pass pass;
} ExpectJob;

static void run_expect_job(const ExpectJob *j) {
    expect_set(j->c, j->ref, j->set, j->pass);
}

static void *expect_job(void *job) {
    run_expect_job(job);
    guard_drop();
    return NULL;
}

static void expect_sets(CaseData *c, const Reference *ref, int first, int n) {
    enum { MOST = 2 * MAX_SETS };
    pthread_t thread[MOST];
    ExpectJob job[MOST];
    bool started[MOST] = {false};
    int jobs = 0;
    bool row = c->compare.kind == COMPARE_ROW;
    for (int s = first; s < first + n; s++) {
        job[jobs++] = (ExpectJob){c, ref, s, PASS_VALUES};
        if (c->compare.kind == COMPARE_MODEL)
            job[jobs++] = (ExpectJob){c, ref, s, PASS_SQUARES};
        if (row && ref->scale) job[jobs++] = (ExpectJob){c, ref, s, PASS_SCALE};
    }
    // The last here; a small case has no time for a thread.
    for (int i = 0; i < jobs; i++) {
        started[i] = c->region > SMALL_REGION && i < jobs - 1 &&
                     !pthread_create(&thread[i], NULL, expect_job, &job[i]);
        if (!started[i]) run_expect_job(&job[i]);
    }
    for (int i = 0; i < jobs; i++)
        if (started[i]) pthread_join(thread[i], NULL);
    for (int s = first; s < first + n && row && !ref->scale; s++)
        take_all_largest(c, s);
}

void expect_case(CaseData *c, const Reference *ref) {
    expect_sets(c, ref, 0, c->sets);
}

void expect_again(CaseData *c, const Reference *ref, int set) {
    enum { SMALL = 1 << 16 };
    for (int g = 0; g < c->nargs; g++) {
        ArgData *d = &c->args[g];
        bool kept = d->count <= SMALL && d->want[set];
        heap_free(kept ? d->was[set] : d->want[set]);
        if (kept) d->was[set] = d->want[set];
        heap_free(d->sizes[set]);
        d->want[set] = NULL;
        d->sizes[set] = NULL;
    }
    expect_sets(c, ref, set, 1);
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

static void call_at(void (*at)(void **, long long), RefArgs *r, int64_t i) {
    guard_begin();
    at(r->argv, i);
    guard_end();
}

Want expect_at(CaseData *c, const Reference *ref, int set, int g, int64_t i) {
    Want want = {0};
    void *out[MAX_ARGS] = {0};
    double *one = out[g] = sparse_space(want_bytes(&c->args[g]));
    const ArgData *d = &c->args[g];
    ElemType t = d->arg->type;
    RefArgs r;
    if (d->arg->is_inout) start_element(one, d, set, i, false);
    ref_args(&r, c, set, false, out);
    call_at(ref->at, &r, i);
    want.value = elem_info[t].is_float ? one[i] : element_value(t, one, i);
    bool square = c->compare.kind == COMPARE_MODEL;
    if (!square && c->compare.kind != COMPARE_ROW) return want;
    if (d->arg->is_inout) start_element(one, d, set, i, square);
    ref_args(&r, c, set, square, out);
    call_at(square ? ref->at : ref->scale_at, &r, i);
    want.size = one[i];
    return want;
}
