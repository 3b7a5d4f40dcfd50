// See timed.h. Timing and testing are one path: no repetition counts whose
// output was not looked at.
#include "gate/measure/timed.h"

#include "gate/child/correct.h"
#include "gate/child/staging.h"
#include "gate/measure/persist.h"
#include "gate/measure/probe.h"

static bool put_out(Timed *t, const CaseResult *why) {
    t->program->out->bad = *why;
    t->program->out->bad.timed = true;
    t->out = true;
    return false;
}

bool timed_repeat(Timed *t, const Round *r, bool hold, CallResult *call) {
    Session *s = t->program->s;
    phase_to(t->plan->phases, PHASE_repeat);
    *call = staging_rep(s, t->plan->c, r->set, hold, r->change, r->nchanges);
    phase_to(t->plan->phases, PHASE_compare);
    CaseResult res = correct_call(s, t->plan->c, call);
    return res.verdict == VERDICT_PASS || put_out(t, &res);
}

bool timed_take_finding(Timed *t, bool right) {
    if (right) return true;
    CaseResult dead =
        correct_call(t->program->s, t->plan->c, &(CallResult){.alive = false});
    return put_out(
        t, t->verifier.bad.verdict == VERDICT_NONE ? &dead : &t->verifier.bad);
}

bool timed_escaped(const Timed *t, const CallResult *call) {
    if (t->program->s->program) return false; // correct_call has judged it
    return correct_outlasts(t->program->s, call);
}

bool timed_tell_escape(Timed *t, const CallResult *call) {
    return put_out(t, &(CaseResult){.name = t->plan->c->name,
                                    .seed = t->plan->c->seed,
                                    .verdict = VERDICT_FAIL,
                                    .kind = "escaped",
                                    .why = correct_tell_escape(
                                        t->program->s->arena, call)});
}

bool timed_probe(Timed *t, int n, int set, bool late) {
    const MeasurePlan *plan = t->plan;
    Probe p = {.s = t->program->s,
               .c = plan->c,
               .ex = plan->ex,
               .ref = plan->ref,
               .rng = &t->verifier.rng,
               .late = late,
               .all = t->program->s->backend->is_modelled};
    for (int i = 1; i < n; i++)
        if (!t[i].out) p.also[p.nalso++] = t[i].program->s;
    phase_to(plan->phases, PHASE_compare);
    if (!timed_take_finding(t, probe_run(&p, set, &t->verifier.bad)))
        return false;
    t->probe_us = p.call.us;
    // Of a GPU's calls one may be late; others ask.
    return !p.all || !timed_escaped(t, &p.call) ||
           timed_tell_escape(t, &p.call);
}

bool timed_nothing_escapes(Timed *t, int set) {
    Round r = {.set = set};
    CallResult call = {0};
    for (int i = 0; i < 3; i++) {
        if (!timed_repeat(t, &r, false, &call) ||
            !timed_take_finding(t, verify_samples(&t->verifier, set)))
            return false;
        if (!timed_escaped(t, &call)) return true;
    }
    return timed_tell_escape(t, &call);
}

// An output that is poison after a call that was held, and right after one that
// was not: the work was done while the device was to wait, before there was any
// input, and the poison came later. Returns false.
static bool tell_order(Timed *t, const CallResult *call, int set) {
    CaseResult bad = t->program->out->bad;
    Round again = {.set = set};
    CallResult idle;
    if (!call->held || !t->program->s->backend->is_asynchronous ||
        !bad.nfirst || !bad.first[0].got_poison)
        return false;
    t->out = false;
    bool right = timed_repeat(t, &again, false, &idle) &&
                 timed_take_finding(t, verify_samples(&t->verifier, set));
    if (right) {
        bad.kind = "escaped";
        bad.why = "Right on an idle device, and never written where the inputs "
                  "are still on their way: the work does not wait for the "
                  "default stream. Launch there, where the clock is, or have "
                  "your stream wait for it.";
    }
    return put_out(t, &bad);
}

// While everything was drawn and computed anew, an idle GPU slowed its clocks:
// a short call took three times as long, and looked like one that had lost the
// results that it kept. Calls on the old inputs wake it.
static bool wake_device(Timed *t, const Round *r) {
    static const double LEAST_MS = 20, MOST_MS = 200;
    Warm ignored;
    if (!t->program->s->backend->is_asynchronous ||
        !memo_asks(&t->memo, r->number))
        return true;
    return session_warm(t->program->s, LEAST_MS, MOST_MS, &ignored) ||
           timed_take_finding(t, false);
}

bool timed_round(Timed *t, const Round *r) {
    CallResult call;
    if (!wake_device(t, r) || !timed_repeat(t, r, true, &call)) return false;
    if (!timed_take_finding(t, verify_samples(&t->verifier, r->set)))
        return tell_order(t, &call, r->set);
    t->us[r->number] = call.us;
    t->mhz[r->number] = call.mhz;
    t->busy[r->number] = call.busy;
    t->together = max_of(t->together, call.together);
    if (memo_asks(&t->memo, r->number)) memo_note(&t->memo, call.us);
    t->unheld += !call.held;
    return r->number != t->whole_at ||
           timed_take_finding(t, verify_whole(&t->verifier, r->set));
}

bool timed_keeps_nothing(Timed *t, double typical_us) {
    const char *why = memo_judge(&t->memo, typical_us);
    return !why || put_out(t, &(CaseResult){.name = t->plan->c->name,
                                            .seed = t->plan->c->seed,
                                            .verdict = VERDICT_FAIL,
                                            .kind = "stale",
                                            .why = why});
}

bool timed_persists(Timed *t, int set, double median_us) {
    double us[2][PERSIST_PAIRS]; // plain, reset
    Round r = {.set = set};
    bool right = true;
    for (int i = 0; i < 2 * PERSIST_PAIRS && right; i++) {
        bool reset = t->program->s->forget = i % 2 == 0;
        CallResult call;
        right = timed_repeat(t, &r, true, &call) &&
                timed_take_finding(t, verify_samples(&t->verifier, set));
        us[reset][i / 2] = call.us;
    }
    t->program->s->forget = false;
    return right &&
           persist_judge(us[true], us[false], PERSIST_PAIRS, median_us);
}

void timed_freshen(const Timed *t, Round *r, Rng *rng) {
    const MeasurePlan *plan = t->plan;
    bool renewed = memo_asks(&t->memo, r->number);
    if (!renewed && !plan->ref->at && r->number != t->whole_at) return;
    r->nchanges =
        (renewed ? case_renew : case_freshen)(plan->c, r->set, rng, r->change);
    if (plan->ref->at) return;
    TimerPhase before = phase_to(plan->phases, PHASE_expect);
    expect_again(plan->c, plan->ref, r->set);
    phase_to(plan->phases, before);
}
