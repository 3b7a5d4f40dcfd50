// Compares the outputs of a timed repetition; see verify.h.
#include "gate/measure/verify.h"

#include "base/day.h"

#include "gate/child/correct.h"
#include "gate/child/staging.h"
#include "gate/judge/compare.h"
#include "gate/judge/element.h"

enum {
    SAMPLES = 4096,      // elements compared where the reference has `at`
    PIECES = 16,         // pieces compared after every repetition
    PIECE_ELEMENTS = 64, // of each, or what ENOUGH_SECONDS allow
};
static const double ENOUGH_SECONDS = 0.004;

static const unsigned char *payload(const Verifier *p, int g) {
    return session_payload(p->s, p->c, g);
}

// Returns the expectation of element i with an earlier input: another set's, or
// this set's before it changed. False: it is not known.
static bool earlier_want(Verifier *p, int set, int other, int g, int64_t i,
                         Want *want) {
    const ArgData *d = &p->c->args[g];
    *want = (Want){0};
    if (p->ref->at && other == set) return false;
    if (p->ref->at) {
        *want = expect_at(p->c, p->ref, other, g, i);
        return true;
    }
    const void *from = other == set ? d->was[set] : d->want[other];
    if (!from) return false;
    want->value = elem_info[d->arg->type].is_float
                      ? ((const double *)from)[i]
                      : element_value(d->arg->type, from, i);
    return true;
}

// Returns true if a wrong value would have been right for an earlier input.
static bool is_stale(Verifier *p, int set, int g, int64_t i) {
    for (int other = 0; other < p->c->sets; other++) {
        Want want;
        if (earlier_want(p, set, other, g, i, &want) &&
            compare_at(p->c, &p->c->args[g], want, payload(p, g), i, NULL))
            return true;
    }
    return false;
}

// ---- an output that is written up to some element

static bool is_unwritten(Verifier *p, int g, int64_t i, bool *is) {
    const ArgData *d = &p->c->args[g];
    size_t each = (size_t)elem_info[d->arg->type].bytes;
    BufferRange one = {g, GUARD_BYTES + (size_t)i * each, each};
    if (!staging_fetch(p->s, p->c, &one, 1)) return false;
    *is = true;
    for (size_t k = 0; k < each; k++)
        *is &= payload(p, g)[(size_t)i * each + k] == p->c->poison;
    return true;
}

// Elements at random places of a part are written, or are not.
static bool are_all(Verifier *p, int g, int64_t from, int64_t n, bool want) {
    enum { LOOKS = 16 };
    for (int k = 0; k < LOOKS && n > 0; k++) {
        bool is;
        int64_t i = from + (int64_t)rng_below(&p->rng, (uint64_t)n);
        if (!is_unwritten(p, g, i, &is) || is != want) return false;
    }
    return n > 0;
}

// Element i was not written: sets *edge to the first such one if none from
// there on was, and all before were.
static bool find_edge(Verifier *p, int g, int64_t i, int64_t *edge) {
    int64_t total = (int64_t)p->c->args[g].count, written = 0;
    bool first, last;
    if (!is_unwritten(p, g, 0, &first) ||
        !is_unwritten(p, g, total - 1, &last) || first || !last)
        return false;
    while (i - written > 1) {
        int64_t mid = written + (i - written) / 2;
        bool is;
        if (!is_unwritten(p, g, mid, &is)) return false;
        if (is)
            i = mid;
        else
            written = mid;
    }
    *edge = i;
    return are_all(p, g, i, total - i, true) && are_all(p, g, 0, i, false);
}

// Says from where on nothing was written, if that is so.
static void say_edge(Verifier *p, int set, int g, int64_t i) {
    const ArgData *d = &p->c->args[g];
    Mismatch *m = &p->bad.first[0];
    int64_t edge;
    if (!m->got_poison || !find_edge(p, g, i, &edge)) return;
    Want want = p->ref->at ? expect_at(p->c, p->ref, set, g, edge)
                           : compare_want(d, set, edge);
    *m = (Mismatch){.index = edge,
                    .where = compare_where(p->s->arena, d, edge),
                    .want = want.value,
                    .got_poison = true};
    p->bad.nfirst = 1;
    p->bad.pattern_text = arena_fmt(
        p->s->arena,
        "Everything from %s on was never written, %lld of %lld elements. "
        "Either the grid is too small for that many (is there a limit on its "
        "blocks?), or each thread must go on in a loop, in steps of all "
        "threads.",
        m->where, (long long)((int64_t)d->count - edge), (long long)d->count);
}

// Compares `n` elements of output g from `first`, as they lie in its image.
static bool elements_right(Verifier *p, int set, int g, int64_t first,
                           int64_t n) {
    const ArgData *d = &p->c->args[g];
    for (int64_t i = first; i < first + n; i++) {
        Mismatch m;
        Want want = p->ref->at ? expect_at(p->c, p->ref, set, g, i)
                               : compare_want(d, set, i);
        if (compare_at(p->c, d, want, payload(p, g), i, &m)) continue;

        m.where = compare_where(p->s->arena, d, i);
        p->bad = (CaseResult){
            .name = p->c->name,
            .seed = p->c->seed,
            .verdict = VERDICT_FAIL,
            .kind = "mismatch",
            .output = d->arg->name,
            .why = "The result of a timed repetition is wrong.",
            // Nobody has counted the wrong ones: wrong and total stay 0.
            .nfirst = 1,
        };
        p->bad.first[0] = m;
        if (is_stale(p, set, g, i)) {
            p->bad.kind = "stale";
            p->bad.why = "The result of a timed repetition is that of an "
                         "earlier input: results are kept between calls.";
        }
        say_edge(p, set, g, i);
        return false;
    }
    return true;
}

static bool fetch_and_compare(Verifier *p, int set, int g, int64_t first,
                              int64_t n) {
    const ArgData *d = &p->c->args[g];
    size_t each = (size_t)elem_info[d->arg->type].bytes;
    BufferRange some = {g, GUARD_BYTES + (size_t)first * each,
                        (size_t)n * each};
    return staging_fetch(p->s, p->c, &some, 1) &&
           elements_right(p, set, g, first, n);
}

// Pieces of every output: the first, the last, and random ones.
bool verify_samples(Verifier *p, int set) {
    for (int g = 0; g < p->c->nargs; g++) {
        const ArgData *d = &p->c->args[g];
        if (!d->arg->is_output && !d->arg->is_inout) continue;
        int64_t total = (int64_t)d->count;
        int64_t n = min_of(total, p->each ? p->each : PIECE_ELEMENTS);
        int64_t at[PIECES];
        BufferRange some[PIECES];
        int pieces = total <= n ? 1 : PIECES;
        size_t each = (size_t)elem_info[d->arg->type].bytes;
        for (int i = 0; i < pieces; i++) {
            at[i] = i == 0   ? 0
                    : i == 1 ? total - n
                             : (int64_t)rng_below(&p->rng,
                                                  (uint64_t)(total - n) + 1);
            some[i] = (BufferRange){g, GUARD_BYTES + (size_t)at[i] * each,
                                    (size_t)n * each};
        }
        if (!staging_fetch(p->s, p->c, some, pieces)) return false;
        double begin = clock_seconds();
        for (int i = 0; i < pieces; i++)
            if (!elements_right(p, set, g, at[i], n)) return false;
        // An element of a product costs the reference a row and a column.
        double share = ENOUGH_SECONDS / max_of(clock_seconds() - begin, 1e-9);
        if (!p->each)
            p->each = (int64_t)max_of(min_of(share, 1.0) * PIECE_ELEMENTS, 1.0);
    }
    return true;
}

// 4096 random elements of an output.
static bool samples_right(Verifier *p, int set, int g) {
    int64_t total = (int64_t)p->c->args[g].count;
    int64_t n = min_of(total, (int64_t)PIECE_ELEMENTS);
    for (int i = 0; i < SAMPLES / PIECE_ELEMENTS; i++) {
        int64_t at = (int64_t)rng_below(&p->rng, (uint64_t)(total - n) + 1);
        if (!fetch_and_compare(p, set, g, at, n)) return false;
    }
    return true;
}

// Everything of the repetition that ran last: outputs, guards, inputs.
bool verify_whole(Verifier *p, int set) {
    for (int g = 0; g < p->c->nargs; g++) {
        const ArgData *d = &p->c->args[g];
        if (!d->arg->is_pointer) continue;
        bool written = d->arg->is_output || d->arg->is_inout;
        bool ok = !written     ? staging_fetch_guards(p->s, p->c, g)
                  : p->ref->at ? samples_right(p, set, g) &&
                                     staging_fetch_guards(p->s, p->c, g)
                               : staging_fetch_whole(p->s, p->c, g);
        if (!ok) return false;
    }
    CaseResult r = correct_after(p->s, p->c, set, p->ref->at != NULL);
    if (r.verdict == VERDICT_PASS) return true;
    p->bad = r;
    return false;
}
