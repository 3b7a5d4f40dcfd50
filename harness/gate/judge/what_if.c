// See what_if.h. Only floats are changed: another integer can be an index.
#include "gate/judge/what_if.h"

#include "base/heap.h"
#include "gate/judge/element.h"
#include "gate/judge/expect.h"
#include "gate/judge/pattern.h"

#include <math.h>
#include <string.h>

enum {
    SMALL = 1 << 18, // elements of all arguments
    TINY = 1 << 14,  // for trials that are many
};

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
    t->r->patterns |= pattern_bit(p);
    t->r->about[p] = about;
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

// Of a number below 1 nothing is left: it may as well not be used at all.
static bool is_below_one(const ArgData *d) {
    return fabs(element_value(d->arg->type, &d->scalar, 0)) < 1;
}

static bool try_cut(const Trial *t, ArgData *d) {
    uint64_t before = d->scalar;
    if (d->arg->is_pointer || !is_single(d)) return false;
    bool nothing = is_below_one(d), right = cut(d) && is_right_now(t);
    d->scalar = before;
    if (right && nothing) t->r->open |= pattern_bit(PATTERN_CUT_SCALAR);
    if (right && !nothing) take_pattern(t, PATTERN_CUT_SCALAR, d->arg->name);
    return right && !nothing;
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

// ---- an input that is left out, or enters in another way

typedef struct Change {
    double times, plus;
    bool turned; // round, the last element first
    const char *says;
} Change;

static const Change changes[] = {
    {0, 0, false, "without %s, as if it were 0: is it used where it belongs?"},
    {0, 1, false, "with %s = 1: is it used where it belongs?"},
    {2, 0, false, "with twice %s: does it enter two times?"},
    {-1, 0, false,
     "with -%s: look at its sign, and at the order of differences."},
    {1, 0, true, "with %s turned round, its last element first."},
};

// Changes n elements; returns false if they stay what they were.
static bool change(const ArgData *d, const Change *how, const void *from,
                   void *to, size_t n) {
    bool differs = false;
    for (size_t i = 0; i < n; i++) {
        size_t k = how->turned ? n - 1 - i : i;
        double was = element_value(d->arg->type, from, (int64_t)k);
        double v = how->times * was + how->plus;
        element_store(to, d->arg->type, i, v);
        differs |= v != element_value(d->arg->type, from, (int64_t)i);
    }
    return differs;
}

static bool try_change(const Trial *t, ArgData *d, const Change *how) {
    uint64_t scalar = d->scalar;
    unsigned char *in = d->in[0];
    void *squared = d->squared[0], *other = NULL;
    bool right = false;
    if (d->arg->is_pointer) {
        other = heap_large(d->bytes + 1);
        d->squared[0] = NULL;
        d->in[0] = other;
        right = change(d, how, in, other, d->count) && is_right_now(t);
        heap_free(d->squared[0]);
        heap_free(other);
        d->in[0] = in;
        d->squared[0] = squared;
    } else {
        right = !how->turned && change(d, how, &scalar, &d->scalar, 1) &&
                is_right_now(t);
        d->scalar = scalar;
    }
    if (right)
        take_pattern(
            t, PATTERN_CHANGED_INPUT,
            arena_fmt(t->a, how->says, arena_fmt(t->a, "`%s`", d->arg->name)));
    return right;
}

// ---- rows that are left over where a division rounds down

static bool is_without(const Trial *t, ArgData *d, int64_t rest) {
    size_t row = d->bytes / (size_t)d->dims[0];
    unsigned char *in = d->in[0], *other = heap_large(d->bytes + 1);
    void *squared = d->squared[0];
    memcpy(other, in, d->bytes);
    memset(other + d->bytes - (size_t)rest * row, 0, (size_t)rest * row);
    d->in[0] = other;
    d->squared[0] = NULL;
    bool right = is_right_now(t);
    d->in[0] = in;
    heap_free(d->squared[0]);
    d->squared[0] = squared;
    heap_free(other);
    return right;
}

// How many rows that are is not told: several divisors leave as many.
static bool try_rest(const Trial *t, ArgData *d) {
    enum { MOST = 1024 };
    int64_t rows = d->arg->nshape > 0 ? d->dims[0] : 0, last = 0;
    if (d->count == 0) return false;
    for (int64_t by = 2; by <= MOST; by *= 2) {
        int64_t rest = rows % by;
        if (rest == last) continue;
        last = rest;
        if (!is_without(t, d, rest)) continue;
        take_pattern(t, PATTERN_CHANGED_INPUT,
                     arena_fmt(t->a,
                               "without the last %s of `%s`: a division "
                               "rounds down, and what is left over is "
                               "nobody's.",
                               d->arg->nshape > 1 ? "rows" : "elements",
                               d->arg->name));
        return true;
    }
    return false;
}

// Zeros prove nothing: an output that nobody computes may hold them.
static bool is_blank(const Trial *t) {
    const ArgData *d = &t->c->args[t->g];
    for (size_t i = 0; i < d->count; i++) {
        double v = element_value(d->arg->type, t->payload, (int64_t)i);
        if (v != 0 && !isnan(v)) return false;
    }
    return true;
}

static bool try_changes(const Trial *t) {
    for (int g = 0; g < t->c->nargs; g++) {
        ArgData *d = &t->c->args[g];
        bool scalar = !d->arg->is_pointer && is_single(d);
        if (!scalar && !is_float_input(d)) continue;
        for (size_t k = 0; k < COUNT_OF(changes); k++)
            if (try_change(t, d, &changes[k])) return true;
        if (!scalar && try_rest(t, d)) return true;
    }
    return false;
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
    bool found = false;
    for (int k = 0; k < c->nargs && !found; k++)
        found = try_one(&t, k);
    // Both may fit in one case, and one of them in another.
    if (elements > TINY || is_blank(&t))
        r->open |= pattern_bit(PATTERN_CHANGED_INPUT);
    else
        try_changes(&t);
}
