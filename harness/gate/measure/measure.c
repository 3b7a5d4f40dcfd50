// Rounds, their statistics and the run; what one program does in a round is in
// timed.c. See measure.h.
#include "gate/measure/measure.h"

#include "base/day.h"
#include "base/vec.h"

#include "gate/child/staging.h"
#include "gate/measure/launch_overhead.h"
#include "gate/measure/persist.h"
#include "gate/measure/timed.h"

#include <math.h>
#include <string.h>

enum {
    LEAST_ROUNDS = 30,
    SHORT_ROUNDS = 150,
    SEVERAL_ROUNDS = 60, // samples move their mean less than processes do
    CONTROLS = 10,
    FIRST_CONTROL = 5,
    POLL = 8
};
static const double WARM_AGAIN_MS = 20; // after another process
static const double SETTLED = 0.005,
                    LEAST_US = 6000, // short kernels are repeated more
    SLOW_CLOCK = 0.97;               // of the median: such a sample is dropped

CaseVar *measure_vars(Arena *a, const Measure *m, bool small, int *n) {
    CaseVar *vars = arena_array(a, CaseVar, m->nvars + m->nsim_vars);
    *n = m->nvars;
    memcpy(vars, m->vars, (size_t)m->nvars * sizeof *vars);
    for (int i = 0; small && i < m->nsim_vars; i++) {
        int k = 0;
        while (k < *n && strcmp(vars[k].name, m->sim_vars[i].name) != 0)
            k++;
        if (k == *n) (*n)++;
        vars[k] = m->sim_vars[i];
    }
    return vars;
}

void measure_least(Arena *a, const Measure *m, bool small, double *bytes,
                   double *flops) {
    int n;
    Env env = {0};
    Err mine = {0};
    Num moved = num_real(0), done = num_real(0);
    CaseVar *vars = measure_vars(a, m, small, &n);
    bool ok = plan_draw(vars, n, NULL, &env, &mine) &&
              (!m->bytes || expr_eval(m->bytes, &env, NULL, &moved, &mine)) &&
              (!m->flops || expr_eval(m->flops, &env, NULL, &done, &mine));
    vec_free(&env);
    err_clear(&mine);
    *bytes = ok ? moved.d : 0;
    *flops = ok ? done.d : 0;
}

// ---- rounds

static double median_of(const double *v, int n) {
    double copy[MOST_ROUNDS];
    int m = 0;
    for (int i = 0; i < n; i++)
        if (v[i] > 0) copy[m++] = v[i];
    return m ? stats_of(copy, m).median : 0;
}

// Statistics of the rounds that count; the samples of a low clock become NaN.
static Stats settle_stats(Timed *t, int rounds, Measured *out) {
    double usual = median_of(t->mhz, rounds), kept[MOST_ROUNDS];
    int n = 0;
    out->rounds = rounds;
    out->time.dropped = 0;
    for (int i = 0; i < rounds; i++) {
        bool slow = t->mhz[i] > 0 && t->mhz[i] < SLOW_CLOCK * usual;
        double us = t->us[i] - out->time.offset_us;
        out->round_us[i] = slow ? NAN : us;
        out->time.dropped += slow;
        if (!slow) kept[n++] = us;
    }
    stats_sort(kept, n); // most have the usual clock: n > 0
    memcpy(out->time.samples_us, kept, (size_t)n * sizeof *kept);
    if (t->program->s->backend->clock_has_ticks) stats_untie(kept, n);
    Stats st = stats_of(kept, n);
    out->time.n = n;
    out->time.mhz = usual;
    out->time.busy = median_of(t->busy, rounds);
    out->time.together = t->together;
    return st;
}

Stats measure_ratio(const Measured *first, const Measured *other) {
    double ratio[MOST_ROUNDS];
    int n = 0;
    for (int i = 0; i < first->rounds && i < other->rounds; i++) {
        double r = other->round_us[i] / first->round_us[i];
        if (r > 0) ratio[n++] = r;
    }
    return n ? stats_of(ratio, n) : (Stats){0};
}

static bool interval_crosses(double at, double lo, double hi) {
    return at > lo && at < hi;
}

// Returns true if more rounds could still change a verdict.
static bool measure_is_open(Timed *t, int n, int rounds) {
    const MeasurePlan *plan = t->plan;
    Stats st = settle_stats(&t[0], rounds, t[0].program->out);
    // On a shared processor more rounds make a time no truer, so only the gates
    // decide.
    bool open =
        !t[0].program->s->backend->is_shared && !stats_settled(&st, SETTLED);
    for (int i = 1; i < n; i++)
        if (!t[i].out) settle_stats(&t[i], rounds, t[i].program->out);
    for (int i = 0; i < plan->nedges && !open; i++) {
        const Edge *g = &plan->edges[i];
        if (g->over >= n || t[g->over].out) continue;
        Stats r =
            g->over ? measure_ratio(t[0].program->out, t[g->over].program->out)
                    : st;
        double us = t[0].program->out->time.bytes / 1e3 / g->at;
        open = interval_crosses(g->over ? g->at : us, r.lo, r.hi);
    }
    return open;
}

static void shuffle_order(Rng *r, int *order, int n) {
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int k = (int)rng_below(r, (uint64_t)i + 1), at = order[i];
        order[i] = order[k];
        order[k] = at;
    }
}

static bool is_last(Timed *t, int n, int round, double sum_us) {
    if (t->plan->one_of_several) return round >= SEVERAL_ROUNDS;
    // Enough to look at their interval.
    bool enough =
        round >= LEAST_ROUNDS && (sum_us >= LEAST_US || round >= SHORT_ROUNDS);
    return enough && !measure_is_open(t, n, round);
}

// All rounds. Returns how many there were; the first may be out.
static int rounds_of(Timed *t, int n) {
    Rng *rng = &t[0].verifier.rng;
    const Backend *on = t[0].program->s->backend;
    double end = clock_seconds() + on->budget_s;
    double sum_us = 0;
    int round = 0, order[MAX_TIMED];
    int probe_at = LEAST_ROUNDS / 2 + (int)rng_below(rng, LEAST_ROUNDS / 2);
    int late_at = on->is_asynchronous ? (int)rng_below(rng, LEAST_ROUNDS) : -1;
    while (round < MOST_ROUNDS) {
        int set = (int)rng_below(rng, (uint64_t)t->plan->c->sets);
        Round r = {.number = round, .set = set};
        timed_freshen(t, &r, rng);
        shuffle_order(rng, order, n);
        for (int i = 0; i < n && n > 1; i++)
            session_pause(t[i].program->s);
        for (int i = 0; i < n; i++) {
            Timed *one = &t[order[i]];
            if (!one->out && !timed_round(one, &r) && one == t) return 0;
            if (n > 1) session_pause(one->program->s);
        }
        if ((round == FIRST_CONTROL || rng_below(rng, CONTROLS) == 0) &&
            !timed_nothing_escapes(t, set))
            return 0;
        if (round == probe_at && !timed_probe(t, n, set, false)) return 0;
        if (round == late_at && !timed_probe(t, n, set, true)) return 0;
        sum_us += t->us[round++];
        if (round % POLL == 0 && t->plan->conditions)
            conditions_poll(t->plan->conditions);
        if (is_last(t, n, round, sum_us)) break;
        if (round >= LEAST_ROUNDS && clock_seconds() > end) break;
    }
    measure_is_open(t, n, round); // settles every program
    return timed_keeps_nothing(t, median_of(t->us, round)) ? round : 0;
}

// The rounds once more where lines of L2 outlived the flush: with these reset
// before each. Returns as rounds_of.
static int rounds_without(Timed *t, int n, int rounds) {
    bool again = false;
    for (int i = 0; i < n && n > 1; i++)
        session_pause(t[i].program->s);
    for (int i = 0; i < n; i++) {
        Session *s = t[i].program->s;
        double usual = median_of(t[i].us, rounds);
        if (!t[i].out && persist_matters(usual))
            s->forget = timed_persists(&t[i], 0, usual);
        if (n > 1) session_pause(s);
        if (t[i].out && i == 0) return 0;
        again |= s->forget;
    }
    return again ? rounds_of(t, n) : rounds;
}

// ---- the run

void measure_pool(Measured *m, const double *median, int n) {
    Timing *t = &m->time;
    double mean = 0, squares = 0;
    for (int i = 0; i < n; i++)
        mean += median[i] / n;
    for (int i = 0; i < n; i++)
        squares += (median[i] - mean) * (median[i] - mean);
    double error = sqrt(squares / (n - 1) / n), by = mean - median[0];
    for (int i = 0; i < m->rounds; i++)
        m->round_us[i] += by;
    for (int i = 0; i < t->n; i++)
        t->samples_us[i] += by;
    t->median_us = mean;
    t->lo_us = min_of(t->lo_us + by, mean - error);
    t->hi_us = max_of(t->hi_us + by, mean + error);
    t->offset_us -= by;
    t->gbs = t->bytes / (mean * 1e-6) / 1e9;
    t->processes = n;
}

static bool warm_program(Timed *t) {
    Warm w;
    Timing *time = &t->program->out->time;
    phase_to(t->plan->phases, PHASE_warm);
    const Backend *on = t->program->s->backend;
    double least_ms = t->plan->one_of_several ? WARM_AGAIN_MS : on->warm_ms;
    bool ok = session_warm(t->program->s, least_ms, on->warm_most_ms, &w);
    if (ok) {
        Overhead own = session_overhead(t->program->s);
        time->event_overhead_us = own.events_us;
        time->offset_us =
            launch_overhead_offset(t->plan->usual_overhead_us, own.launch_us);
        t->program->out->overhead_us = own.launch_us;
    }
    time->warm_us = w.us;
    time->warm_ms = w.ms;
    time->unsteady = w.mhz > 0 && !w.steady;
    return ok;
}

static bool prepare_program(Timed *t) {
    Session *s = t->program->s;
    bool modelled = s->backend->is_modelled;
    phase_to(t->plan->phases, PHASE_copy);
    // Whatever the simulated device counted for the small cases is not this.
    if (modelled) session_report(s, &t->program->out->counts);
    size_t flush =
        s->backend->flushes_l2 ? (size_t)(2 * s->device.l2_bytes) : 0;
    return session_prepare(s, t->plan->c, flush) &&
           staging_load(s, t->plan->c) && (modelled || warm_program(t));
}

// The call on a little that has changed was much shorter than the first: that
// had tables to make, or it has kept its result. A third call tells; if it is
// no longer, its time counts, and what it did in that time.
static bool simulated_anew(Timed *t) {
    const MeasurePlan *plan = t->plan;
    Round r = {0};
    CallResult call;
    Counts counts;
    if (!session_report(t->program->s, &counts)) return false; // the probe's
    r.nchanges = case_renew(plan->c, 0, &t->verifier.rng, r.change);
    expect_again(plan->c, plan->ref, 0);
    if (!timed_repeat(t, &r, true, &call) ||
        !timed_take_finding(t, verify_whole(&t->verifier, 0)))
        return false;
    if (!session_report(t->program->s, &counts)) return false;
    memo_note(&t->memo, call.us);
    if (call.us < t->us[0]) {
        t->us[0] = call.us;
        t->program->out->counts = counts;
    }
    return !t->memo.asked || timed_keeps_nothing(t, t->probe_us);
}

static bool simulate_call(Timed *t) {
    const MeasurePlan *plan = t->plan;
    CallResult call;
    Measured *out = t->program->out;
    t->program->s->sample = plan->sampled || plan->ex->measure.sample;
    bool right = timed_repeat(t, &(Round){0}, true, &call) &&
                 session_report(t->program->s, &out->counts);
    t->program->s->sample = false;
    if (!right) return false;
    t->us[0] = call.us;
    // Of blocks that never ran there is no output: the cases have shown that
    // it is right, at sizes that run whole.
    out->time.sampled = call.sampled;
    if (timed_escaped(t, &call)) return timed_tell_escape(t, &call);
    if (call.sampled || plan->sampled) return true;
    if (!timed_take_finding(t, verify_whole(&t->verifier, 0))) return false;
    return timed_probe(t, 1, 0, false) &&
           (t->probe_us >= 0.7 * t->us[0] || simulated_anew(t));
}

static void conclude_timing(Timed *t, int rounds) {
    Measured *out = t->program->out;
    Timing *time = &out->time;
    Session *s = t->program->s;
    Stats st = settle_stats(t, rounds, out);
    out->ok = true;
    time->present = true;
    time->modelled = s->backend->is_modelled;
    time->processes = 1;
    time->median_us = st.median;
    time->lo_us = st.lo;
    time->hi_us = st.hi;
    time->unheld = !time->modelled && t->unheld > 0;
    time->persists = s->forget;
    time->gbs = time->bytes / (st.median * 1e-6) / 1e9;
    time->theoretical_gbs = s->device.theoretical_gbs;
    time->access = t->plan->ex->measure.access;
    time->shape = t->plan->c->name;
}

static bool eval_or_zero(const Expr *x, const Env *env, double *out, Err *err) {
    Num v = num_real(0);
    if (x && !expr_eval(x, env, NULL, &v, err)) return false;
    *out = v.d;
    return true;
}

bool measure_work(const Exercise *ex, const CaseData *c, Work *out, Err *err) {
    *out = (Work){.calls = 1};
    for (int g = 0; g < c->nargs; g++) {
        const ArgData *d = &c->args[g];
        bool written = d->arg->is_output || d->arg->is_inout;
        if (written) out->elements += (double)d->count;
        if (d->arg->is_pointer) out->least += (double)d->bytes;
    }
    bool ok = eval_or_zero(ex->measure.bytes, &c->env, &out->bytes, err) &&
              eval_or_zero(ex->measure.flops, &c->env, &out->flops, err);
    out->least = min_of(out->least, out->bytes);
    out->most = out->bytes > 0 ? out->bytes : out->elements;
    return ok;
}

static bool begin_timed(Timed *t, const MeasurePlan *plan, TimedProgram *e,
                        Err *err) {
    Measured *out = e->out;
    Arena *a = e->s->arena;
    *out = (Measured){.round_us = arena_array(a, double, MOST_ROUNDS),
                      .overhead_us = NAN};
    out->time.samples_us = arena_array(a, double, MOST_ROUNDS);
    *t =
        (Timed){.plan = plan,
                .program = e,
                .verifier = {
                    .s = e->s, .c = plan->c, .ex = plan->ex, .ref = plan->ref}};
    rng_seed(&t->verifier.rng, rng_entropy());
    t->whole_at = (int)rng_below(&t->verifier.rng, LEAST_ROUNDS);
    if (!measure_work(plan->ex, plan->c, &out->work, err)) return false;
    out->time.bytes = out->work.bytes;
    out->time.flops = out->work.flops;
    memo_begin(&t->memo, a, &t->verifier.rng, out->time.bytes, out->time.flops,
               e->s->backend->is_modelled);
    return true;
}

// The machine's fault, not the learner's.
static bool no_room(const char *message, Err *err) {
    err_set(err, ERR_ENV, "the timed case cannot be set up on this GPU: %s",
            message);
    return err_hint(err, "is its memory in use? kata doctor says how much is "
                         "free; --quick checks without timing");
}

bool measure_run(const MeasurePlan *plan, TimedProgram *e, int n, Err *err) {
    Timed t[MAX_TIMED];
    for (int i = 0; i < n; i++)
        if (!begin_timed(&t[i], plan, &e[i], err)) return false;
    phase_to(plan->phases, PHASE_inputs);
    if (!case_fill(plan->c, NULL, err)) return false;
    phase_to(plan->phases, PHASE_expect);
    if (!plan->ref->at && !plan->sampled) expect_case(plan->c, plan->ref);

    device_lock_exclusive(plan->lock);
    for (int i = n - 1; i >= 0; i--) {
        if (prepare_program(&t[i])) continue;
        const char *refused = session_error(e[i].s);
        if (refused && i == 0) {
            device_lock_downgrade(plan->lock);
            return no_room(refused, err);
        }
        timed_take_finding(&t[i], false);
        if (!refused) continue;
        t[i].program->out->bad.kind = "env";
        t[i].program->out->bad.why = refused;
    }
    const Backend *on = e[0].s->backend;
    int rounds = 0;
    if (!t[0].out)
        rounds = on->is_modelled ? simulate_call(&t[0]) : rounds_of(t, n);
    if (rounds && on->flushes_l2) rounds = rounds_without(t, n, rounds);
    device_lock_downgrade(plan->lock);
    for (int i = 0; i < n && rounds; i++)
        if (!t[i].out) conclude_timing(&t[i], rounds);
    return true;
}
