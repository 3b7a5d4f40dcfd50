// See what_if.h. Only floats are changed: another integer can be an index.
#include "gate/judge/what_if.h"

#include "base/heap.h"
#include "gate/judge/expect.h"
#include "gate/judge/pattern.h"

#include <math.h>
#include <string.h>

enum { SMALL = 1 << 18 }; // elements of all arguments

typedef struct Trial {
    Arena *a;
    CaseData *c;
    const Reference *ref;
    int g; // the wrong output
    const unsigned char *payload;
    CaseResult *r;
} Trial;

// The expectations of all outputs, put aside.
typedef struct Kept {
    void *want[MAX_ARGS];
    double *sizes[MAX_ARGS];
} Kept;

static void put_aside(CaseData *c, Kept *k) {
    for (int g = 0; g < c->nargs; g++) {
        k->want[g] = c->args[g].want[0];
        k->sizes[g] = c->args[g].sizes[0];
        c->args[g].want[0] = NULL;
        c->args[g].sizes[0] = NULL;
    }
}

static void bring_back(CaseData *c, const Kept *k) {
    for (int g = 0; g < c->nargs; g++) {
        heap_free(c->args[g].want[0]);
        heap_free(c->args[g].sizes[0]);
        c->args[g].want[0] = k->want[g];
        c->args[g].sizes[0] = k->sizes[g];
    }
}

// True if the output is right for the inputs as they are now.
static bool is_right_now(const Trial *t) {
    const ArgData *d = &t->c->args[t->g];
    bool right = true;
    Kept kept;
    put_aside(t->c, &kept);
    expect_case(t->c, t->ref);
    for (int64_t i = 0; right && i < (int64_t)d->count; i++)
        right = compare_at(t->c, d, compare_want(d, 0, i), t->payload, i, NULL);
    bring_back(t->c, &kept);
    return right;
}

static void take_pattern(const Trial *t, Pattern p, const char *about) {
    t->r->patterns |= 1u << p;
    t->r->about = about;
}

static bool is_single(const ArgData *d) {
    return d->arg->type == ELEM_F32 || d->arg->type == ELEM_F64;
}

static bool is_float_input(const ArgData *d) {
    return d->arg->is_pointer && !d->arg->is_output && is_single(d) && d->in[0];
}

static void exchange(ArgData *x, ArgData *y) {
    unsigned char *in = x->in[0];
    void *squared = x->squared[0];
    x->in[0] = y->in[0];
    x->squared[0] = y->squared[0];
    y->in[0] = in;
    y->squared[0] = squared;
}

static bool try_exchange(const Trial *t, ArgData *x, ArgData *y) {
    if (x->arg->type != y->arg->type || x->count != y->count) return false;
    exchange(x, y);
    bool right = is_right_now(t);
    exchange(x, y);
    if (right)
        take_pattern(
            t, PATTERN_SWAPPED_INPUT,
            arena_fmt(t->a, "`%s` and `%s`", x->arg->name, y->arg->name));
    return right;
}

// A scalar without its fraction. Returns false if it has none.
static bool cut(ArgData *d) {
    uint64_t before = d->scalar;
    float f;
    double v;
    if (d->arg->type == ELEM_F32) {
        memcpy(&f, &d->scalar, sizeof f);
        f = truncf(f);
        memcpy(&d->scalar, &f, sizeof f);
    } else {
        memcpy(&v, &d->scalar, sizeof v);
        v = trunc(v);
        memcpy(&d->scalar, &v, sizeof v);
    }
    return d->scalar != before;
}

static bool try_cut(const Trial *t, ArgData *d) {
    uint64_t before = d->scalar;
    if (d->arg->is_pointer || !is_single(d)) return false;
    bool right = cut(d) && is_right_now(t);
    d->scalar = before;
    if (right) take_pattern(t, PATTERN_CUT_SCALAR, d->arg->name);
    return right;
}

static bool try_columns(const Trial *t, ArgData *d) {
    int64_t rows = d->dims[0], cols = d->dims[1];
    if (d->arg->nshape != 2 || rows < 2 || cols < 2) return false;
    size_t size = (size_t)(d->arg->type == ELEM_F32 ? 4 : 8);
    unsigned char *in = d->in[0], *turned = heap_large(d->bytes + 1);
    void *squared = d->squared[0];
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < cols; j++)
            memcpy(turned + (size_t)(i * cols + j) * size,
                   in + (size_t)(j * rows + i) * size, size);
    d->in[0] = turned;
    d->squared[0] = NULL;
    bool right = is_right_now(t);
    d->in[0] = in;
    heap_free(d->squared[0]);
    d->squared[0] = squared;
    heap_free(turned);
    if (right) take_pattern(t, PATTERN_BY_COLUMNS, d->arg->name);
    return right;
}

static bool try_one(const Trial *t, int g) {
    ArgData *d = &t->c->args[g];
    if (try_cut(t, d)) return true;
    if (!is_float_input(d)) return false;
    if (!d->arg->is_inout && try_columns(t, d)) return true;
    for (int k = g + 1; k < t->c->nargs; k++)
        if (is_float_input(&t->c->args[k]) &&
            try_exchange(t, d, &t->c->args[k]))
            return true;
    return false;
}

void what_if(Arena *a, CaseData *c, const Reference *ref, int g,
             const unsigned char *payload, CaseResult *r) {
    Trial t = {a, c, ref, g, payload, r};
    size_t elements = 0;
    for (int k = 0; k < c->nargs; k++)
        elements += c->args[k].count;
    if (elements > SMALL || !is_single(&c->args[g]) || c->sets != 1) return;
    r->tried = true;
    for (int k = 0; k < c->nargs; k++)
        if (try_one(&t, k)) return;
}
