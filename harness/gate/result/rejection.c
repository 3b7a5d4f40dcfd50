// A way is a question to a CheckResult; see way.h. Every failed case, trap and
// gate is asked, not only the first: a wrong kernel may be wrong in two ways.
#include "gate/result/rejection.h"

#include "plan/paper.h"

#include <string.h>

static bool case_failed(const CaseResult *c) {
    return c->verdict != VERDICT_PASS && c->verdict != VERDICT_SKIPPED;
}

// A case that failed in this way and whose name holds the text.
static bool case_has(const CheckResult *r, const char *kind, const char *text) {
    for (int i = 0; i < r->ncases; i++) {
        const CaseResult *c = &r->cases[i];
        if (case_failed(c) && c->kind && !strcmp(c->kind, kind) &&
            strstr(c->name, text))
            return true;
    }
    return false;
}

static bool case_unwritten(const CheckResult *r) {
    for (int i = 0; i < r->ncases; i++)
        if (case_failed(&r->cases[i]) && r->cases[i].nfirst > 0 &&
            r->cases[i].first[0].got_poison)
            return true;
    return false;
}

static bool timed_is_wrong(const CheckResult *r) {
    for (int i = 0; i < r->ncases; i++) {
        const CaseResult *c = &r->cases[i];
        if (case_failed(c) && c->timed && c->kind &&
            !strcmp(c->kind, "mismatch"))
            return true;
    }
    return false;
}

static bool pattern_has(const CheckResult *r, const char *name) {
    for (int i = 0; i < r->ncases; i++) {
        const CaseResult *c = &r->cases[i];
        if (case_failed(c) && c->pattern && !strcmp(c->pattern, name))
            return true;
    }
    return false;
}

static bool trap_has(const CheckResult *r, const char *kind) {
    for (int i = 0; i < r->ntraps; i++)
        if (!strcmp(r->traps[i].kind, kind)) return true;
    return false;
}

static bool gate_was(const CheckResult *r, const char *metric, Verdict v) {
    for (int i = 0; i < r->ngates; i++)
        if (r->gates[i].verdict == v &&
            !strcmp(r->gates[i].gate->metric, metric))
            return true;
    return false;
}

// Missed, but on a machine on which a time proves nothing.
static bool gate_missed_in_crowd(const CheckResult *r, const char *metric) {
    return r->conditions.spoilt && gate_was(r, metric, VERDICT_INCONCLUSIVE);
}

static bool answer_is_wrong(const CheckResult *r, const char *id) {
    for (int i = 0; i < r->nanswers; i++)
        if (r->answers[i].verdict == VERDICT_FAIL &&
            !strcmp(r->answers[i].question->id, id))
            return true;
    return false;
}

static bool way_happened(const CheckResult *r, const Way *w) {
    switch (w->kind) {
    case WAY_CASE:
        // A launch that a case makes impossible is a wrong case too.
        return case_has(r, "mismatch", w->what) ||
               case_has(r, "launch", w->what);
    case WAY_TRAP: return trap_has(r, w->what);
    case WAY_GATE:
        return gate_was(r, w->what, VERDICT_FAIL) ||
               gate_was(r, w->what, VERDICT_SUSPECT) ||
               gate_missed_in_crowd(r, w->what);
    case WAY_ANSWER: return answer_is_wrong(r, w->what);
    case WAY_SUSPECT: return gate_was(r, w->what, VERDICT_SUSPECT);
    case WAY_PATTERN: return pattern_has(r, w->what);
    case WAY_UNWRITTEN: return case_unwritten(r);
    case WAY_TIMED: return timed_is_wrong(r);
    case WAY_CRASH:
        return r->verdict == VERDICT_CRASH && r->run_status != RUN_TIMEOUT;
    case WAY_TIMEOUT:
        return r->run_status == RUN_TIMEOUT || case_has(r, "timeout", "");
    case WAY_BUILD: return r->verdict == VERDICT_BUILD;
    // The kind of a failed case has the way's own name.
    case WAY_STALE:
    case WAY_NO_KERNEL:
    case WAY_OTHER_BITS:
    case WAY_ESCAPED:
    case WAY_GUARD:
    case WAY_INPUT_CHANGED:
    case WAY_LAUNCH:
    case WAY_FORBIDDEN:
    case WAY_PROTOCOL:
    case WAY_FLOOD:
    case WAY_EXIT: return case_has(r, way_name(w->kind), "");
    case WAY_COUNT: break;
    }
    unreachable();
}

bool rejection_happened(const CheckResult *r, const MutantReason *m) {
    if (r->verdict == VERDICT_PASS || r->verdict == VERDICT_NONE) return false;
    for (int i = 0; i < m->nways; i++)
        if (way_happened(r, &m->ways[i])) return true;
    return false;
}

// A case of another model of the simulated device is like any other on a GPU.
static bool case_of_model(const CheckResult *r, const char *text) {
    for (int i = 0; r->ex && *text && i < r->ex->ncases; i++) {
        const Case *c = &r->ex->cases[i];
        if (c->model && c->name && strstr(c->name, text)) return true;
    }
    return false;
}

// A race need not show on a GPU, a gate may ask for counts that only the
// simulated device has, and a case for a model of it.
static bool way_may_hide(const CheckResult *r, const Way *w) {
    return w->kind == WAY_TRAP || w->kind == WAY_PATTERN ||
           (w->kind == WAY_CASE && case_of_model(r, w->what)) ||
           (w->kind == WAY_GATE && gate_was(r, w->what, VERDICT_SKIPPED));
}

bool rejection_needs_sim(const CheckResult *r, const MutantReason *m) {
    int traps = 0, hidden = 0;
    for (int i = 0; i < m->nways; i++) {
        traps += m->ways[i].kind == WAY_TRAP;
        hidden += way_may_hide(r, &m->ways[i]);
    }
    return traps == m->nways || (hidden > 0 && r->verdict == VERDICT_PASS);
}

// The first case that failed, and how.
static const CaseResult *worst_case(const CheckResult *r) {
    for (int i = 0; i < r->ncases; i++)
        if (case_failed(&r->cases[i])) return &r->cases[i];
    return NULL;
}

bool rejection_is_open(const CheckResult *r) {
    for (int i = 0; i < r->ngates; i++)
        if (r->gates[i].verdict == VERDICT_ENV) return true;
    return false;
}

const char *rejection_text(Arena *a, const CheckResult *r) {
    const char *decided = r->summary ? r->summary : "";
    const char *trap = r->ntraps > 0 ? r->traps[0].kind : NULL;
    const CaseResult *c = worst_case(r);
    const char *kind = c && c->kind ? c->kind : "";
    return arena_fmt(a, "%s at %s%s%s%s%s: %s", verdict_text(r->verdict),
                     stage_name(r->stage), *kind ? ", " : "", kind,
                     trap ? ", trap " : "", trap ? trap : "", decided);
}
