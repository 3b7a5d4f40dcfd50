// What a check of an exercise in C has of its own: sanitizers before the cases,
// callgrind after the time. See check_parts.h.
#include "gate/check/check_parts.h"

#include "base/path.h"
#include "base/str.h"
#include "gate/child/correct.h"
#include "gate/judge/compare.h"
#include "gate/measure/gates.h"
#include "gate/tools/sanitized.h"

#include <math.h>
#include <signal.h>
#include <string.h>

// ---- sanitizers

// What they say of one case; *said stays empty if they say nothing.
static bool one_case(Check *k, Session *s, int at, CaseResult *said, Err *err) {
    CaseData c;
    if (!check_draw_case(k, at, &c, err) || !case_fill(&c, s->shm.base, err))
        return false;
    CallResult call = session_run(s, &c);
    TrapInfo *trap = arena_new(k->a, TrapInfo);
    if (!call.alive &&
        sanitized_read(k->a, buf_text(&s->result.err), k->q->file, trap)) {
        *said = correct_call(s, &c, &call);
        said->kind = "trap";
        said->why = trap->message;
        said->seed = k->res->seed;
        k->res->traps = trap;
        k->res->ntraps = 1;
    }
    case_drop(&c);
    return true;
}

bool check_sanitized(Check *k, size_t region, Err *err) {
    CheckResult *r = k->res;
    CaseResult said = {0};
    Session s;
    check_say(k, "running with sanitizers");
    lap_to(&r->laps, LAP_simulated);
    SessionStart how =
        check_how_to_start(k, k->second.binary, BACKEND_CPU, region);
    how.checked = true;
    bool ok = session_start(&s, k->a, &how, err);
    // Where it dies without a report, the plain binary tells what happened.
    for (int i = 0; ok && !s.ended && i < r->ncases; i++)
        ok = one_case(k, &s, i, &said, err);
    if (said.verdict != VERDICT_NONE) {
        r->cases[0] = said;
        r->ncases = 1; // none was judged yet
        r->note = "Found by AddressSanitizer and UBSan, with which your file "
                  "was built once more.";
        check_decide(k, VERDICT_FAIL, STAGE_CORRECT);
    }
    session_end(&s, ok && !s.ended);
    lap_to(&r->laps, LAP_cases);
    return ok;
}

// ---- counts

static bool is_asked(const Check *k) {
    for (int i = 0; i < k->ngates; i++)
        if (gate_asks_cpu(&k->gates[i])) return true;
    return false;
}

// A program that works, and leaves where it is counted. valgrind itself may
// have to: its last words then begin with its name.
static bool has_left(const Session *s) {
    const char *said = buf_text(&s->result.err);
    bool by_tool = str_starts(said, "valgrind: ") ||
                   strstr(said, "\nvalgrind: ") || strstr(said, "Valgrind: ");
    bool died = s->result.status == RUN_EXIT ||
                (s->result.status == RUN_SIGNAL && s->result.signal != SIGILL);
    return s->ended && died && !by_tool;
}

// What is counted must be the work. valgrind computes with doubles where a
// processor has longer ones, so it need not be as exact as a case.
static bool is_near(const CaseData *c, int g, const unsigned char *payload) {
    const double REL = 1e-3;
    const ArgData *d = &c->args[g];
    bool real = elem_info[d->arg->type].is_float;
    int64_t n = (int64_t)d->count;
    double scale = 0;
    for (int64_t i = 0; i < n && real; i++)
        scale += fabs(((double *)d->want[0])[i]) / (double)n;
    for (int64_t i = 0; i < n; i++) {
        double want = real ? ((double *)d->want[0])[i]
                           : compare_value(d->arg->type, d->want[0], i);
        double got = compare_value(d->arg->type, payload, i);
        double bound = real ? REL * (fabs(want) + scale) : 0;
        if (!compare_element(want, got, bound)) return false;
    }
    return true;
}

static bool counted_right(Check *k, Session *s, CaseData *c, CaseResult *bad) {
    case_expect(c, &k->ref);
    CaseResult r = correct_after(s, c, 0, false);
    bool right = true;
    for (int g = 0; g < c->nargs && right; g++)
        if (c->args[g].arg->is_output || c->args[g].arg->is_inout)
            right = is_near(c, g, session_payload(s, c, g));
    if (r.verdict == VERDICT_PASS || right) return true;
    *bad = r;
    bad->why = "Right where it is timed, wrong where it is counted (callgrind, "
               "with one thread). Look at what functions return, and do the "
               "same work wherever it runs.";
    return false;
}

static bool count(Check *k, CaseData *c, const SessionStart *how,
                  CaseResult *left, Err *err) {
    Session s;
    Buf text = {0};
    CallResult call = {0};
    bool ok =
        session_start(&s, k->a, how, err) && case_fill(c, s.shm.base, err);
    if (ok) call = session_run(&s, c);
    ok = ok && call.alive;
    if (!ok && has_left(&s)) {
        *left = correct_call(&s, c, &call);
        left->kind = "exit";
        left->why =
            "It works, but ends where it is counted (callgrind, with one "
            "thread). Leave the number of threads to OpenMP, look at what "
            "functions return, and do the same work wherever it runs.";
    }
    ok = ok && counted_right(k, &s, c, left);
    session_finish(&s, ok); // callgrind writes when the program ends
    ok = ok && file_read(how->counts, &text, err) &&
         callgrind_read(buf_text(&text), &k->cpu) &&
         measure_sums(k->ex, c, &k->cpu_bytes, &k->cpu_flops, err);
    session_end(&s, ok);
    buf_free(&text);
    return ok;
}

bool check_count_cpu(Check *k) {
    CaseData c = {0};
    CaseResult left = {.verdict = VERDICT_NONE};
    Err ignored = {0}; // without counts their gates are skipped, and say why
    k->cpu_why = "not counted";
    if (!is_asked(k)) return true;
    k->cpu_why = "valgrind is missing: install it (apt-get install valgrind)";
    if (!callgrind_present()) return true;
    k->cpu_why = "the call could not be counted";
    check_say(k, "counting (callgrind)");
    lap_to(&k->res->laps, LAP_simulated);
    if (check_draw_timed(k, &c, BACKEND_SIM, &ignored)) {
        SessionStart how =
            check_how_to_start(k, k->res->build.binary, BACKEND_CPU, c.region);
        how.counts = path_join(k->a, how.scratch, "callgrind.out");
        how.threads = 1;
        how.seconds *= 60; // of instrumented code
        how.total_seconds *= 10;
        if (count(k, &c, &how, &left, &ignored)) k->cpu_why = NULL;
    }
    case_drop(&c);
    err_clear(&ignored);
    if (left.verdict == VERDICT_NONE) return true;
    left.seed = k->res->seed;
    left.timed = true;
    k->res->cases[k->res->ncases++] = left;
    check_decide(k, left.verdict, STAGE_RUN);
    return false;
}
