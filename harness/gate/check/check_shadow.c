// A second look at what was right on a GPU.
//
// A GPU forgives much that is undefined: a barrier in divergent code, a shuffle
// from an absent lane, a read past the end. The simulated device does not, so a
// learner with a GPU has it run the same cases. Its traps decide; its numbers
// do not, as they were judged on the GPU.
#include "gate/check/check_parts.h"
#include "gate/child/correct.h"
#include "gate/child/window.h"

// What the simulated device says of one case, if it stops the kernel or notes
// something: else *said stays empty.
static bool shadow_case(Check *k, Session *s, int at, CaseResult *said,
                        Err *err) {
    CaseData c;
    if (!check_draw_case(k, at, &c, err) || !case_fill(&c, s->shm.base, err))
        return false;
    CallResult call = session_run(s, &c);
    CaseResult r = correct_call(s, &c, &call);
    if (r.verdict != VERDICT_PASS && s->ntraps > 0) *said = r;
    case_drop(&c);
    return true;
}

bool check_shadow(Check *k, size_t region, Err *err) {
    CheckResult *r = k->res;
    CaseResult said = {0};
    CaseData timed = {0};
    Session s;
    bool counts = k->ex->measure.present;
    check_say(k, "looking again on the simulated device");
    lap_to(&r->laps, LAP_simulated);
    turn_leave(&k->turn); // the GPU has nothing to do
    if (counts && !check_draw_timed(k, &timed, BACKEND_SIM, err)) return false;
    region = max_of(region, window_bytes(&timed));
    bool ok = check_start(k, &s, k->second.binary, BACKEND_SIM, region, err);
    for (int i = 0; ok && i < r->ncases && said.verdict == VERDICT_NONE; i++)
        ok = shadow_case(k, &s, i, &said, err);
    if (said.verdict != VERDICT_NONE) {
        said.seed = r->seed;
        r->cases[r->ncases++] = said;
        r->traps = s.traps;
        r->ntraps = s.ntraps;
        r->note = "Right on this GPU, but not by right: the simulated device, "
                  "which forgives nothing, found this.";
        check_decide(k, VERDICT_FAIL, STAGE_CORRECT);
    } else if (ok && counts) {
        // Without counts their gates are skipped, and say so.
        Err ignored = {0};
        MeasurePlan plan = {
            .c = &timed, .ex = k->ex, .ref = &k->ref, .counts_alone = true};
        k->counted =
            measure_run(&plan, &(Entrant){&s, &k->other}, 1, &ignored) &&
            k->other.ok;
        err_clear(&ignored);
    }
    session_end(&s, ok && said.verdict == VERDICT_NONE);
    case_drop(&timed);
    return ok;
}
