// Timing and testing are one path: no repetition counts whose output was not
// looked at. See measure.h.
#include "gate/measure.h"

#include "base/rng.h"
#include "bench/stats.h"
#include "gate/compare.h"
#include "gate/correct.h"

#include <math.h>
#include <string.h>
#include <time.h>

enum {
    LEAST_REPS = 30,
    MOST_REPS = 200,
    SAMPLES = 4096,      // elements compared where the reference has `at`
    PIECES = 16,         // pieces compared after every repetition
    PIECE_ELEMENTS = 64, // of each
};
static const double WARM_MS = 400, BUDGET_SECONDS = 6, SETTLED = 0.005;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

CaseVar *measure_vars(Arena *a, const Measure *m, Backend b, int *n) {
    CaseVar *vars = arena_array(a, CaseVar, m->nvars + m->nsim_vars);
    *n = m->nvars;
    memcpy(vars, m->vars, (size_t)m->nvars * sizeof *vars);
    for (int i = 0; b == BACKEND_SIM && i < m->nsim_vars; i++) {
        int k = 0;
        while (k < *n && strcmp(vars[k].name, m->sim_vars[i].name) != 0)
            k++;
        if (k == *n) (*n)++;
        vars[k] = m->sim_vars[i];
    }
    return vars;
}

typedef struct Timed {
    Session *s;
    CaseData *c;
    const Exercise *ex;
    const Reference *ref;
    Measured *out;
    Rng rng; // seeded by the system: nobody can know what is looked at
} Timed;

static const unsigned char *payload(const Timed *t, int g) {
    return (unsigned char *)t->s->shm.base + t->c->args[g].after_off +
           GUARD_BYTES;
}

// Compares `n` elements of output g from `first`, as they lie in the region.
static bool elements_right(Timed *t, int set, int g, int64_t first, int64_t n) {
    const ArgData *d = &t->c->args[g];
    const Compare *how = &t->ex->compare;
    for (int64_t i = first; i < first + n; i++) {
        double want, square = 0;
        if (t->ref->at) {
            case_expect_at(t->c, t->ex, t->ref, set, g, i, &want, &square);
        } else if (elem_info[d->arg->type].is_float) {
            want = ((double *)d->want[set])[i];
            if (d->squares[set]) square = d->squares[set][i];
        } else {
            want = compare_value(d->arg->type, d->want[set], i);
        }
        if (how->kind == COMPARE_EXACT && d->arg->type == ELEM_F32)
            want = (float)want;
        double got = compare_value(d->arg->type, payload(t, g), i);
        double bound =
            elem_info[d->arg->type].is_float
                ? compare_bound(how, d->arg->type, t->c->terms, want, square)
                : 0;
        if (compare_element(want, got, bound)) continue;

        t->out->bad = (CaseResult){
            .name = t->c->name,
            .seed = t->c->seed,
            .verdict = VERDICT_FAIL,
            .kind = "mismatch",
            .output = d->arg->name,
            .why = "The result of a timed repetition is wrong.",
            .wrong = 1,
            .total = (int64_t)d->count,
            .nfirst = 1,
        };
        t->out->bad.first[0] = (Mismatch){
            .index = i,
            .where = compare_where(t->s->arena, d, i),
            .want = want,
            .got = got,
            .bound = bound,
        };
        return false;
    }
    return true;
}

static bool fetch_and_compare(Timed *t, int set, int g, int64_t first,
                              int64_t n) {
    const ArgData *d = &t->c->args[g];
    size_t each = (size_t)elem_info[d->arg->type].bytes;
    Chunk c = {g, GUARD_BYTES + (size_t)first * each, (size_t)n * each, 0};
    c.to = d->after_off + c.offset;
    return session_fetch(t->s, &c, 1) && elements_right(t, set, g, first, n);
}

// Pieces of every output: the first, the last, and random ones.
static bool pieces_right(Timed *t, int set) {
    for (int g = 0; g < t->c->nargs; g++) {
        const ArgData *d = &t->c->args[g];
        if (!d->arg->is_output && !d->arg->is_inout) continue;
        int64_t total = (int64_t)d->count;
        int64_t n = min_of(total, (int64_t)PIECE_ELEMENTS);
        int64_t at[PIECES];
        Chunk chunks[PIECES];
        int pieces = total <= n ? 1 : PIECES;
        size_t each = (size_t)elem_info[d->arg->type].bytes;
        for (int i = 0; i < pieces; i++) {
            at[i] = i == 0   ? 0
                    : i == 1 ? total - n
                             : (int64_t)rng_below(&t->rng,
                                                  (uint64_t)(total - n) + 1);
            chunks[i] = (Chunk){g, GUARD_BYTES + (size_t)at[i] * each,
                                (size_t)n * each, 0};
            chunks[i].to = d->after_off + chunks[i].offset;
        }
        if (!session_fetch(t->s, chunks, pieces)) return false;
        for (int i = 0; i < pieces; i++)
            if (!elements_right(t, set, g, at[i], n)) return false;
    }
    return true;
}

// Everything of the repetition that ran last: outputs, guards, inputs.
static bool all_right(Timed *t, int set) {
    for (int g = 0; g < t->c->nargs; g++) {
        const ArgData *d = &t->c->args[g];
        if (!d->arg->is_pointer) continue;
        bool sampled = t->ref->at && d->arg->is_output;
        if (sampled) {
            for (int i = 0; i < SAMPLES / PIECE_ELEMENTS; i++) {
                int64_t n = min_of((int64_t)d->count, (int64_t)PIECE_ELEMENTS);
                int64_t at = (int64_t)rng_below(
                    &t->rng, (uint64_t)((int64_t)d->count - n) + 1);
                if (!fetch_and_compare(t, set, g, at, n)) return false;
            }
            Chunk guards[2] = {
                {g, 0, GUARD_BYTES, d->after_off},
                {g, GUARD_BYTES + d->bytes, GUARD_BYTES,
                 d->after_off + GUARD_BYTES + d->bytes},
            };
            if (!session_fetch(t->s, guards, 2)) return false;
            continue;
        }
        Chunk whole = {g, 0, d->bytes + 2 * GUARD_BYTES, d->after_off};
        if (!session_fetch(t->s, &whole, 1)) return false;
    }
    CaseResult r = correct_after(t->s, t->c, t->ex, set, t->ref->at != NULL);
    if (r.verdict == VERDICT_PASS) return true;
    t->out->bad = r;
    return false;
}

// Work that the events did not bracket: the device was busy long after the
// second event. 50 us is several times what a synchronisation takes.
static bool escaped(const Timed *t, const CallResult *call) {
    return t->s->backend == BACKEND_GPU && call->wall_us > call->us + 50 &&
           call->wall_us > 1.5 * call->us;
}

// One repetition; its time goes to *us.
static bool repeat(Timed *t, int set, double *us) {
    CallResult call = session_rep(t->s, set);
    CaseResult r = correct_call(t->s, t->c, &call);
    *us = call.us;
    if (r.verdict == VERDICT_PASS && escaped(t, &call)) {
        r.verdict = VERDICT_FAIL;
        r.kind = "escaped";
        r.why = arena_fmt(t->s->arena,
                          "The device worked on for %.0f us after the call's "
                          "own stream had ended: launch on the default stream, "
                          "where the clock is.",
                          call.wall_us - call.us);
    }
    if (r.verdict == VERDICT_PASS) return true;
    t->out->bad = r;
    return false;
}

static bool simulated(Timed *t, double *samples, int *n) {
    *n = 1;
    return repeat(t, 0, &samples[0]) && session_report(t->s, &t->out->counts) &&
           all_right(t, 0);
}

static bool measured(Timed *t, double *samples, int *n) {
    session_warm(t->s, WARM_MS);
    t->out->time.event_overhead_us = session_empty(t->s);
    bool seen[MAX_SETS] = {false};
    double sorted[MOST_REPS];
    double end = now() + BUDGET_SECONDS;

    for (*n = 0; *n < MOST_REPS;) {
        int set = (int)rng_below(&t->rng, (uint64_t)t->c->sets);
        if (!repeat(t, set, &samples[*n]) || !pieces_right(t, set))
            return false;
        (*n)++;
        if (!seen[set] && *n > LEAST_REPS / 2) {
            seen[set] = true;
            if (!all_right(t, set)) return false;
        }
        if (*n < LEAST_REPS) continue;
        memcpy(sorted, samples, (size_t)*n * sizeof *sorted);
        Stats st = stats_of(sorted, *n);
        if (stats_settled(&st, SETTLED) || now() > end) break;
    }
    return true;
}

static bool eval_or_zero(const Expr *x, const Env *env, double *out, Err *err) {
    Num v = num_real(0);
    if (x && !expr_eval(x, env, NULL, &v, err)) return false;
    *out = v.d;
    return true;
}

bool measure_run(Session *s, CaseData *c, const Exercise *ex,
                 const Reference *ref, Measured *out, Err *err) {
    Timed t = {.s = s, .c = c, .ex = ex, .ref = ref, .out = out};
    *out = (Measured){0};
    rng_seed(&t.rng, rng_entropy());

    Timing *time = &out->time;
    if (!eval_or_zero(ex->measure.bytes, &c->env, &time->bytes, err) ||
        !eval_or_zero(ex->measure.flops, &c->env, &time->flops, err) ||
        !case_fill(c, s->shm.base, err))
        return false;
    if (!ref->at) case_expect(c, ex, ref);

    bool gpu = s->backend == BACKEND_GPU;
    size_t flush = gpu ? (size_t)(2 * s->device.l2_bytes) : 0;
    double *samples = arena_array(s->arena, double, MOST_REPS);
    double *kept = arena_array(s->arena, double, MOST_REPS);
    int n = 0;
    // Whatever the simulated device counted for the small cases is not this.
    if (!gpu) session_report(s, &out->counts);
    out->ok = session_prepare(s, c, flush) &&
              (gpu ? measured(&t, samples, &n) : simulated(&t, samples, &n));
    if (!out->ok) {
        if (out->bad.verdict == VERDICT_NONE)
            out->bad = correct_call(s, c, &(CallResult){.alive = false});
        return true;
    }
    memcpy(kept, samples, (size_t)n * sizeof *kept);
    Stats st = stats_of(samples, n);
    time->present = true;
    time->modelled = !gpu;
    time->median_us = st.median;
    time->lo_us = st.lo;
    time->hi_us = st.hi;
    time->samples_us = kept;
    time->n = n;
    time->gbs = time->bytes / (st.median * 1e-6) / 1e9;
    time->theoretical_gbs = s->device.theoretical_gbs;
    time->access = ex->measure.access;
    time->shape = c->name;
    return true;
}
