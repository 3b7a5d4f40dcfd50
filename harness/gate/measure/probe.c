// See probe.h. The outputs are fetched before and after. If the reference
// answers element by element only changed elements are compared, as a large
// case would take it seconds; but if none has changed, then all are.
#include "gate/measure/probe.h"

#include "base/heap.h"
#include "base/share.h"
#include "gate/child/correct.h"
#include "gate/child/staging.h"
#include "gate/judge/compare.h"

#include <string.h>

enum {
    WINDOWS = 2, // that are drawn anew, of each input: few, as a fingerprint of
                 // the input must miss them
    WINDOWS_LATE = 8, // many, as they must meet what was computed before
    LEAST = 16, // elements of one: of 64 each, one in ten probes of a small
                // matrix met what a cheat looked at
    COMPARED_MOST = 1 << 13, // about
    BLOCK = 1024, // elements that are looked at together, where none changed
};

// Elements of a window. The rounding that is allowed of a long sum grows with
// its length, about as 1e-6 of it, and the change must be more.
static size_t window_of(size_t count) {
    size_t n = max_of((size_t)LEAST, count / 250000);
    return max_of(min_of(n, count / 16), (size_t)1);
}

typedef struct Images { // payloads of outputs as they were, by argument
    unsigned char *of[MAX_ARGS];
} Images;

static bool is_written(const ArgData *d) {
    return d->arg->is_output || d->arg->is_inout;
}

static unsigned char *payload(const Probe *p, int g) {
    return session_payload(p->s, p->c, g);
}

// The outputs with their guards, and perhaps the guards of inputs.
static bool fetch_outputs(const Probe *p, bool outputs_alone) {
    for (int g = 0; g < p->c->nargs; g++) {
        const ArgData *d = &p->c->args[g];
        if (!d->arg->is_pointer || (outputs_alone && !is_written(d))) continue;
        if (is_written(d) ? !staging_fetch_whole(p->s, p->c, g)
                          : !staging_fetch_guards(p->s, p->c, g))
            return false;
    }
    return true;
}

static void images_take(const Probe *p, Images *m) {
    *m = (Images){0};
    for (int g = 0; g < p->c->nargs; g++) {
        const ArgData *d = &p->c->args[g];
        if (!d->arg->is_pointer || !is_written(d)) continue;
        m->of[g] = heap_large(d->bytes + 1);
        share_copy(m->of[g], payload(p, g), d->bytes);
    }
}

static void images_free(Images *m) {
    for (size_t g = 0; g < COUNT_OF(m->of); g++)
        heap_free(m->of[g]);
}

// Draws windows of every input anew. Returns how many there are to tell.
static int redraw_inputs(const Probe *p, int set,
                         InputChange changes[MAX_CHANGES]) {
    CaseData *c = p->c;
    int made = 0, windows = p->late ? WINDOWS_LATE : WINDOWS;
    for (int g = 0; g < c->nargs; g++) {
        ArgData *d = &c->args[g];
        if (!d->arg->is_pointer || d->arg->is_output || !d->count) continue;
        size_t n = window_of(d->count);
        for (int i = 0; i < windows && made < MAX_CHANGES; i++) {
            size_t at = rng_below(p->rng, d->count - n + 1);
            made += case_redraw(c, set, g, at, n, p->rng, &changes[made]);
        }
    }
    return made;
}

// Returns true if every output is as it was before.
static bool is_same(const Probe *p, const Images *before) {
    for (int g = 0; g < p->c->nargs; g++)
        if (before->of[g] &&
            !share_same(before->of[g], payload(p, g), p->c->args[g].bytes))
            return false;
    return true;
}

static bool element_right(const Probe *p, int set, int g, int64_t i) {
    Want want = expect_at(p->c, p->ref, set, g, i);
    return compare_at(p->c, &p->c->args[g], want, payload(p, g), i, NULL);
}

// The first element from i on that is another than before, or the count.
static size_t next_change(const Probe *p, int g, const Images *before,
                          size_t i) {
    const ArgData *d = &p->c->args[g];
    const unsigned char *was = before->of[g], *is = payload(p, g);
    size_t each = (size_t)elem_info[d->arg->type].bytes;
    while (i < d->count) {
        size_t n = min_of(d->count - i, (size_t)BLOCK);
        bool same = !memcmp(was + i * each, is + i * each, n * each);
        for (size_t k = i; k < i + n && !same; k++)
            if (memcmp(was + k * each, is + k * each, each) != 0) return k;
        i += n;
    }
    return d->count;
}

static size_t count_changes(const Probe *p, const Images *before) {
    size_t n = 0;
    for (int g = 0; g < p->c->nargs; g++) {
        size_t count = p->c->args[g].count;
        if (!before->of[g]) continue;
        for (size_t i = next_change(p, g, before, 0); i < count;
             i = next_change(p, g, before, i + 1))
            n++;
    }
    return n;
}

bool probe_compares(Rng *rng, size_t changes) {
    return rng_below(rng, max_of(changes, (size_t)1)) < COMPARED_MOST;
}

// Those elements that are others than before, by the reference's `at`; where
// they are many, some from all over: one input's change may lie after
// another's.
static bool changes_right(const Probe *p, int set, const Images *before) {
    size_t changes = count_changes(p, before);
    for (int g = 0; g < p->c->nargs; g++) {
        if (!before->of[g]) continue;
        for (size_t i = next_change(p, g, before, 0); i < p->c->args[g].count;
             i = next_change(p, g, before, i + 1))
            if (probe_compares(p->rng, changes) &&
                !element_right(p, set, g, (int64_t)i))
                return false;
    }
    return true;
}

static CaseResult judge_outputs(const Probe *p, int set, const Images *before) {
    bool same = is_same(p, before);
    bool by_change = p->ref->at && !p->all && !same;
    // A late one asks when the result was computed, and nothing else.
    CaseResult r = p->late ? (CaseResult){.verdict = VERDICT_PASS}
                           : correct_after(p->s, p->c, set, true);
    if (r.verdict != VERDICT_PASS) return r;
    if (by_change && changes_right(p, set, before)) return r;

    expect_again(p->c, p->ref, set);
    r = correct_outputs(p->s, p->c, set);
    if (r.verdict == VERDICT_PASS || !same) return r;
    r.kind = "stale";
    r.why = "The input had changed in a few places since the call before, and "
            "the result had not: results are kept between calls, or computed "
            "before them.";
    return r;
}

// The call on what has changed. False: wrong, or dead.
static bool call_again(Probe *p, int set, const InputChange *changes, int n,
                       const Images *before, CaseResult *bad) {
    p->s->late = p->late;
    p->call = staging_rep(p->s, p->c, set, p->late, changes, n);
    p->s->late = false;
    CaseResult r = correct_call(p->s, p->c, &p->call);
    if (r.verdict == VERDICT_PASS) {
        if (!fetch_outputs(p, false)) return false;
        r = judge_outputs(p, set, before);
    }
    if (r.verdict != VERDICT_PASS) *bad = r;
    return r.verdict == VERDICT_PASS;
}

// Exact sums of small numbers are exact in half precision as well. From the
// first probe on some values are of the argument's own fill, so that the bound
// is the exercise's.
static void allow_rounding(Probe *p) {
    if (p->ex) p->c->compare.kind = p->ex->compare.kind;
}

bool probe_run(Probe *p, int set, CaseResult *bad) {
    Images before;
    InputChange changes[MAX_CHANGES];
    if (!fetch_outputs(p, true)) return false;
    allow_rounding(p);
    images_take(p, &before);
    int n = redraw_inputs(p, set, changes);
    bool ok = n == 0 || call_again(p, set, changes, n, &before, bad);
    // They have to know the same inputs.
    for (int i = 0; i < p->nalso && ok && n; i++)
        staging_rep(p->also[i], p->c, set, false, changes, n);
    images_free(&before);
    return ok;
}
