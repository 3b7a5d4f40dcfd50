// See entrant.h. Timing and testing are one path: no repetition counts whose
// output was not looked at.
#include "gate/measure/entrant.h"

#include "gate/child/correct.h"
#include "gate/child/window.h"
#include "gate/measure/persist.h"
#include "gate/measure/probe.h"

static bool wrong(Timed *t, const CaseResult *why) {
    t->e->out->bad = *why;
    t->e->out->bad.timed = true;
    t->out = true;
    return false;
}

bool entrant_repeat(Timed *t, const Round *r, bool hold, CallResult *call) {
    Session *s = t->e->s;
    lap_to(t->plan->laps, LAP_repeat);
    *call = window_rep(s, t->plan->c, r->set, hold, r->patch, r->npatches);
    lap_to(t->plan->laps, LAP_compare);
    CaseResult res = correct_call(s, t->plan->c, call);
    return res.verdict == VERDICT_PASS || wrong(t, &res);
}

bool entrant_looked_at(Timed *t, bool right) {
    if (right) return true;
    CaseResult dead =
        correct_call(t->e->s, t->plan->c, &(CallResult){.alive = false});
    return wrong(t, t->witness.bad.verdict == VERDICT_NONE ? &dead
                                                           : &t->witness.bad);
}

bool entrant_escaped(const Timed *t, const CallResult *call) {
    if (t->e->s->program) return false; // correct_call has judged it
    double least = t->e->s->backend->tail_us;
    return call->wall_us - call->us > max_of(least, 0.1 * call->us);
}

bool entrant_tell_escape(Timed *t, const CallResult *call) {
    return wrong(t, &(CaseResult){
                        .name = t->plan->c->name,
                        .seed = t->plan->c->seed,
                        .verdict = VERDICT_FAIL,
                        .kind = "escaped",
                        .why = arena_fmt(
                            t->e->s->arena,
                            "The device worked on for %.3g us after the call's "
                            "own stream had ended: launch on the default "
                            "stream, where the clock is.",
                            call->wall_us - call->us)});
}

bool entrant_probed(Timed *t, int n, int set, bool late) {
    const MeasurePlan *plan = t->plan;
    Probe p = {.s = t->e->s,
               .c = plan->c,
               .ex = plan->ex,
               .ref = plan->ref,
               .rng = &t->witness.rng,
               .late = late,
               .all = t->e->s->backend->is_modelled};
    for (int i = 1; i < n; i++)
        if (!t[i].out) p.also[p.nalso++] = t[i].e->s;
    lap_to(plan->laps, LAP_compare);
    if (!entrant_looked_at(t, probe_run(&p, set, &t->witness.bad)))
        return false;
    t->probe_us = p.call.us;
    // Of a GPU's calls one may be late; others ask.
    return !p.all || !entrant_escaped(t, &p.call) ||
           entrant_tell_escape(t, &p.call);
}

bool entrant_nothing_escapes(Timed *t, int set) {
    Round r = {.set = set};
    CallResult call = {0};
    for (int i = 0; i < 3; i++) {
        if (!entrant_repeat(t, &r, false, &call) ||
            !entrant_looked_at(t, witness_pieces(&t->witness, set)))
            return false;
        if (!entrant_escaped(t, &call)) return true;
    }
    return entrant_tell_escape(t, &call);
}

// An output that is poison after a call that was held, and right after one that
// was not: the work was done while the device was to wait, before there was any
// input, and the poison came later. Returns false.
static bool tell_order(Timed *t, const CallResult *call, int set) {
    CaseResult bad = t->e->out->bad;
    Round again = {.set = set};
    CallResult idle;
    if (!call->held || !t->e->s->backend->is_asynchronous || !bad.nfirst ||
        !bad.first[0].got_poison)
        return false;
    t->out = false;
    bool right = entrant_repeat(t, &again, false, &idle) &&
                 entrant_looked_at(t, witness_pieces(&t->witness, set));
    if (right) {
        bad.kind = "escaped";
        bad.why = "Right on an idle device, and never written where the inputs "
                  "are still on their way: the work does not wait for the "
                  "default stream. Launch there, where the clock is, or have "
                  "your stream wait for it.";
    }
    return wrong(t, &bad);
}

bool entrant_round(Timed *t, const Round *r) {
    CallResult call;
    if (!entrant_repeat(t, r, true, &call)) return false;
    if (!entrant_looked_at(t, witness_pieces(&t->witness, r->set)))
        return tell_order(t, &call, r->set);
    t->us[r->number] = call.us;
    t->mhz[r->number] = call.mhz;
    if (kept_asks(&t->kept, r->number)) kept_note(&t->kept, call.us);
    t->unheld += !call.held;
    return r->number != t->whole_at ||
           entrant_looked_at(t, witness_whole(&t->witness, r->set));
}

bool entrant_keeps_nothing(Timed *t, double usual_us) {
    const char *why = kept_judge(&t->kept, usual_us);
    return !why || wrong(t, &(CaseResult){.name = t->plan->c->name,
                                          .seed = t->plan->c->seed,
                                          .verdict = VERDICT_FAIL,
                                          .kind = "stale",
                                          .why = why});
}

bool entrant_persists(Timed *t, int set, double usual) {
    double us[2][PERSIST_PAIRS]; // plain, reset
    Round r = {.set = set};
    bool right = true;
    for (int i = 0; i < 2 * PERSIST_PAIRS && right; i++) {
        bool reset = t->e->s->forget = i % 2 == 0;
        CallResult call;
        right = entrant_repeat(t, &r, true, &call) &&
                entrant_looked_at(t, witness_pieces(&t->witness, set));
        us[reset][i / 2] = call.us;
    }
    t->e->s->forget = false;
    return right && persist_judge(us[true], us[false], PERSIST_PAIRS, usual);
}

void entrant_freshen(const Timed *t, Round *r, Rng *rng) {
    const MeasurePlan *plan = t->plan;
    bool renewed = kept_asks(&t->kept, r->number);
    if (!renewed && !plan->ref->at && r->number != t->whole_at) return;
    r->npatches =
        (renewed ? case_renew : case_freshen)(plan->c, r->set, rng, r->patch);
    if (plan->ref->at) return;
    Lap before = lap_to(plan->laps, LAP_expect);
    case_expect_again(plan->c, plan->ref, r->set);
    lap_to(plan->laps, before);
}
