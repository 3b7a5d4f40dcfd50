// A second look at the same cases, by what forgives less than the machine.
//
// A GPU forgives much that is undefined: a barrier in divergent code, a shuffle
// from an absent lane, a read past the end. The simulated device does not, so a
// learner with a GPU has it run the same cases. Its traps decide, and so do the
// facts that hidden tests find out, since only there are the program's calls of
// CUDA counted; its numbers do not, as they were judged on the GPU. A case of
// another GPU's model has been on no such GPU: there all decides. A program in
// C runs them with sanitizers first: they know the line where the plain program
// only dies.
#include "gate/check/stages.h"

#include "gate/check/of_cases.h"
#include "gate/child/correct.h"
#include "gate/child/staging.h"
#include "gate/judge/pattern.h"
#include "gate/tools/sanitized.h"

#include <string.h>

typedef void Judge(Check *, Session *, CaseData *, const CallResult *,
                   CaseResult *said);

// Runs one case in another session; *said stays empty if judge finds nothing.
static bool look_at(Check *k, Session *s, int at, Judge *judge,
                    CaseResult *said, Err *err) {
    CaseData c;
    if (!check_draw_case(k, at, &c, err) || !case_fill(&c, s->shm.base, err))
        return false;
    CallResult call = of_cases_run(k, s, &c);
    judge(k, s, &c, &call, said);
    said->seed = k->res->seed;
    case_drop(&c);
    return true;
}

// ---- sanitizers

// A program with threads that is right with optimisation and wrong without: its
// threads share a variable that was in a register.
// *call: the last one, in which the program may have ended.
static void run_again(Check *k, Session *s, CaseData *c, CallResult *call,
                      CaseResult *said) {
    enum { RUNS = 20, MOST_US = 200000 };
    double us = 0;
    expect_case(c, &k->ref);
    for (int i = 0; i < RUNS && us < MOST_US; i++) {
        CaseResult r = correct_after(s, c, 0, false);
        if (r.verdict == VERDICT_FAIL && !strcmp(r.kind, "mismatch")) {
            *said = r;
            said->seed = k->res->seed;
            return;
        }
        *call = session_run(s, c);
        us += call->wall_us;
        if (correct_call(s, c, call).verdict != VERDICT_PASS) return;
    }
}

static void judge_sanitized(Check *k, Session *s, CaseData *c,
                            const CallResult *first, CaseResult *said) {
    CallResult call = *first;
    TrapInfo *trap = arena_new(k->a, TrapInfo);
    if (call.alive && check_uses_threads(k->ex) &&
        k->unoptimised.verdict == VERDICT_NONE)
        run_again(k, s, c, &call, &k->unoptimised);
    if (call.alive ||
        !sanitized_read(k->a, buf_text(&s->result.err), k->q->file, trap))
        return;
    *said = correct_call(s, c, &call);
    said->kind = "trap";
    said->why = trap->message;
    check_take_traps(k, trap, 1);
}

bool stage_sanitizers(Check *k, Err *err) {
    CheckResult *r = k->res;
    CaseResult said = {0};
    Session s;
    check_say(k, "running with sanitizers");
    phase_to(&r->phases, PHASE_simulated);
    SessionStart how =
        check_how_to_start(k, k->sanitized.build.binary, r->backend, k->region);
    how.checked = true;
    bool ok = session_start(&s, k->a, &how, err);
    // A death without a report is left to the plain binary, which tells it.
    for (int i = 0; ok && !s.ended && i < k->ncases; i++)
        ok = look_at(k, &s, i, judge_sanitized, &said, err);
    if (said.verdict != VERDICT_NONE) {
        check_add_case(k, said);
        r->note = "Found by AddressSanitizer and UBSan, with which your file "
                  "was built once more.";
        check_decide(k, VERDICT_FAIL, STAGE_CORRECT);
    }
    session_end(&s, ok && !s.ended);
    phase_to(&r->phases, PHASE_cases);
    return ok;
}

bool stage_threads(Check *k, Err *err) {
    CheckResult *r = k->res;
    (void)err;
    if (k->unoptimised.verdict == VERDICT_NONE) return true;
    check_add_case(k, k->unoptimised);
    r->shared_pattern = pattern_info[PATTERN_RACE].name;
    r->shared_text =
        "Right as it was built first, and wrong in a build without "
        "optimisation, in which every variable lies in memory: a race. Which "
        "variable do several threads share, and one of them stores to it?";
    return check_decide(k, VERDICT_FAIL, STAGE_CORRECT);
}

// ---- the simulated device

bool second_look_decides(const CaseData *c, const CaseResult *r, int ntraps) {
    if (r->verdict == VERDICT_PASS) return false;
    for (int i = 0; i < c->nargs && ntraps == 0; i++) {
        const Arg *arg = c->args[i].arg;
        if (arg->nfacts > 0 && r->output && !strcmp(r->output, arg->name))
            return true;
    }
    return ntraps > 0;
}

static bool has_facts(const CaseData *c) {
    for (int i = 0; i < c->nargs; i++)
        if (c->args[i].arg->nfacts > 0) return true;
    return false;
}

static void judge_simulated(Check *k, Session *s, CaseData *c,
                            const CallResult *call, CaseResult *said) {
    CaseResult r = correct_call(s, c, call);
    if (r.verdict == VERDICT_PASS && has_facts(c)) {
        expect_case(c, &k->ref);
        r = correct_after(s, c, 0, false);
    }
    const char *by_host = presence_of_call(k, c, call);
    if (r.verdict == VERDICT_PASS && by_host) {
        *said = r;
        said->verdict = VERDICT_FAIL;
        said->kind = "no-kernel";
        said->why = by_host;
    }
    if (second_look_decides(c, &r, s->ntraps)) *said = r;
}

// A case of a model: what that GPU would answer, the machine's own did not say.
static void judge_model(Check *k, Session *s, CaseData *c,
                        const CallResult *call, CaseResult *said) {
    if (!call->alive && session_refusal(s)) return;
    CaseResult r = correct_call(s, c, call);
    if (r.verdict == VERDICT_PASS) {
        expect_case(c, &k->ref);
        r = correct_after(s, c, 0, false);
    }
    if (r.verdict != VERDICT_PASS) *said = r;
}

// Takes what a session has found.
static void tell_simulated(Check *k, const Session *s, const CaseResult *said,
                           const char *note) {
    check_add_case(k, *said);
    check_take_reports(k, s);
    k->res->note = note;
    check_decide(k, VERDICT_FAIL, STAGE_CORRECT);
}

// A case of a model has a session of its own, as in stage_cases.
static bool look_on_model(Check *k, int at, Err *err) {
    const char *usual = k->model;
    CaseResult said = {0};
    Session s;
    k->model = k->case_of[at]->model;
    bool ok = check_start(k, &s, k->simulated.build.binary, &backend_sim,
                          k->region, err) &&
              look_at(k, &s, at, judge_model, &said, err);
    bool found = said.verdict != VERDICT_NONE;
    if (ok && found)
        tell_simulated(k, &s, &said,
                       arena_fmt(k->a,
                                 "The results are right on this GPU. One case "
                                 "is about another, so it ran on a simulated "
                                 "%s, which found this.",
                                 sim_gpu_find(k->model)->name));
    session_end(&s, ok && !found);
    k->model = usual;
    return ok;
}

static bool look_on_models(Check *k, Err *err) {
    for (int i = 0; i < k->ncases; i++) {
        if (!k->case_of[i]->model || k->case_of[i]->loses_device) continue;
        if (!look_on_model(k, i, err)) return false;
        if (k->res->verdict != VERDICT_NONE) return true;
    }
    return true;
}

static bool is_usual(const Case *c) {
    return !c->loses_device && !c->model;
}

// The timed case's counts. Without them their gates are skipped, and say so. A
// result that is kept between calls is told; whatever else goes wrong there,
// the cases and the GPU have judged.
static void count_simulated(Check *k, Session *s, CaseData *timed,
                            CaseResult *said) {
    Err ignored = {0};
    Measured *run = &k->simulated.run;
    MeasurePlan plan = {.c = timed, .ex = k->ex, .ref = &k->ref};
    bool done = measure_run(&plan, &(TimedProgram){s, run}, 1, &ignored);
    if (done && run->ok) {
        k->counts = &run->counts;
        k->counted = run->work;
    } else if (done && run->bad.kind && !strcmp(run->bad.kind, "stale")) {
        *said = run->bad;
    }
    err_clear(&ignored);
}

bool stage_simulated(Check *k, Err *err) {
    CaseResult said = {0};
    CaseData timed = {0};
    Session s;
    bool counts = k->ex->measure.present;
    check_say(k, "looking again on the simulated device");
    phase_to(&k->res->phases, PHASE_simulated);
    device_lock_release(&k->lock); // the GPU has nothing to do
    if (!look_on_models(k, err)) return false;
    if (k->res->verdict != VERDICT_NONE) return true;
    if (counts && !check_draw_timed(k, &timed, true, err)) return false;
    bool ok = check_start(k, &s, k->simulated.build.binary, &backend_sim,
                          max_of(k->region, staging_bytes(&timed)), err);
    of_cases_begin(k);
    for (int i = 0; ok && i < k->ncases && said.verdict == VERDICT_NONE; i++)
        if (is_usual(k->case_of[i]))
            ok = look_at(k, &s, i, judge_simulated, &said, err);
    bool clean = ok && said.verdict == VERDICT_NONE;
    if (clean) of_cases_end(k, &s);
    if (ok) check_take_doubt(k, &s);
    if (clean && counts) count_simulated(k, &s, &timed, &said);
    if (said.verdict != VERDICT_NONE)
        tell_simulated(k, &s, &said,
                       s.ntraps > 0
                           ? "Right on this GPU, but not by right: the "
                             "simulated device, which forgives nothing, found "
                             "this."
                           : "The results are right on this GPU. The simulated "
                             "device counts the calls of CUDA, and found "
                             "this.");
    session_end(&s, clean && said.verdict == VERDICT_NONE);
    case_drop(&timed);
    return ok;
}
