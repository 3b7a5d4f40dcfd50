// Counts of the timed case: of a device, which reports them itself, and of a
// processor, by callgrind.
#include "gate/check/stages.h"

#include "base/path.h"
#include "base/str.h"
#include "gate/child/correct.h"
#include "gate/judge/compare.h"
#include "gate/judge/element.h"
#include "gate/measure/gates.h"

#include <math.h>
#include <signal.h>
#include <string.h>

// ---- of a device

// "busy", then "busy, fill".
static void add_tests_kernel(Check *k, const KernelCost *of) {
    CheckResult *r = k->res;
    const char *from =
        str_starts(of->kernel, "void ") ? of->kernel + 5 : of->kernel;
    const char *name = arena_strn(k->a, from, strcspn(from, "(<"));
    if (!r->tests_kernels)
        r->tests_kernels = name;
    else if (!strstr(r->tests_kernels, name))
        r->tests_kernels = arena_fmt(k->a, "%s, %s", r->tests_kernels, name);
    r->tests_us += of->us;
}

// The costs of what the learner wrote, and of libraries.
static void take_costs(Check *k, const Counts *c) {
    CheckResult *r = k->res;
    r->lines = arena_array(k->a, LineCost, c->nlines + 1);
    r->kernels = arena_array(k->a, KernelCost, c->nkernels + 1);
    r->nlines = r->nkernels = 0;
    for (int i = 0; i < c->nlines; i++)
        if (!k->ex->tests || !file_is_of_tests(c->lines[i].file))
            r->lines[r->nlines++] = c->lines[i];
    for (int i = 0; i < c->nkernels; i++)
        if (!k->ex->tests || !file_is_of_tests(c->kernels[i].file))
            r->kernels[r->nkernels++] = c->kernels[i];
        else
            add_tests_kernel(k, &c->kernels[i]);
    r->copies_us = c->copies_us;
    r->busy_us = c->busy_us;
}

bool stage_costs(Check *k, Err *err) {
    (void)err;
    const Counts *c =
        k->simulated.wanted ? &k->simulated.run.counts : &k->run.counts;
    if (k->res->backend->is_counted_apart) c = k->counts;
    // Without a timed case: those of the cases.
    if (!k->timed_too && !session_report(&k->s, &k->run.counts)) return true;
    if (c) take_costs(k, c);
    return true;
}

// ---- by callgrind

static bool is_asked(const Check *k) {
    if (k->res->backend->reads_ptx) return true;
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

// The counted call must do the work. valgrind computes with doubles where a
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
                           : element_value(d->arg->type, d->want[0], i);
        double got = element_value(d->arg->type, payload, i);
        double bound = real ? REL * (fabs(want) + scale) : 0;
        if (!compare_element(want, got, bound)) return false;
    }
    return true;
}

static bool counted_right(Check *k, Session *s, CaseData *c, CaseResult *bad) {
    expect_case(c, &k->ref);
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

// The counted case by itself, with the bounds of every case: a program may know
// its size. *left stays as it is if the result is right.
static bool run_uncounted(Check *k, CaseData *c, CaseResult *left, Err *err) {
    Session s;
    CaseResult r = {.verdict = VERDICT_NONE};
    bool ok = check_start(k, &s, k->res->build.binary, k->res->backend,
                          c->region, err) &&
              case_fill(c, s.shm.base, err);
    if (ok) {
        CallResult call = session_run(&s, c);
        r = correct_call(&s, c, &call);
        if (r.verdict == VERDICT_PASS) {
            expect_case(c, &k->ref);
            r = correct_after(&s, c, 0, false);
        }
    }
    session_end(&s, ok && !s.ended);
    if (r.verdict != VERDICT_NONE && r.verdict != VERDICT_PASS) *left = r;
    return ok && r.verdict == VERDICT_PASS;
}

static bool count_call(Check *k, CaseData *c, const SessionStart *how,
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
    CpuCounts *counts = arena_new(k->a, CpuCounts);
    ok = ok && file_read(how->counts, &text, err) &&
         callgrind_read(buf_text(&text), counts) &&
         measure_work(k->ex, c, &k->counted, err);
    if (ok) k->cpu = counts;
    session_end(&s, ok);
    buf_free(&text);
    return ok;
}

// ---- by the interpreter

static bool count_script(Check *k, CaseData *c, const SessionStart *how,
                         CaseResult *left, Err *err) {
    Session s;
    Counts *counts = arena_new(k->a, Counts);
    CallResult call = {0};
    bool ok =
        session_start(&s, k->a, how, err) && case_fill(c, s.shm.base, err);
    if (ok) {
        call = session_run(&s, c);
        *left = correct_call(&s, c, &call);
        if (left->verdict == VERDICT_PASS) {
            expect_case(c, &k->ref);
            *left = correct_after(&s, c, 0, false);
        }
        check_take_traps(k, s.traps, s.ntraps);
        ok = left->verdict == VERDICT_PASS;
    }
    ok = ok && session_report(&s, counts) &&
         measure_work(k->ex, c, &k->counted, err);
    if (ok) k->counts = counts;
    session_end(&s, ok);
    return ok;
}

static bool stage_script(Check *k) {
    CaseData c = {0};
    CaseResult left = {.verdict = VERDICT_PASS};
    Err ignored = {0};
    if (!is_asked(k)) return true;
    k->cpu_why = "the call could not be counted";
    check_say(k, "counting");
    phase_to(&k->res->phases, PHASE_simulated);
    if (check_draw_timed(k, &c, true, &ignored)) {
        SessionStart how = check_how_to_start(k, k->res->build.binary,
                                              k->res->backend, c.region);
        how.traced = true;
        how.seconds *= 10;
        how.total_seconds *= 10;
        if (count_script(k, &c, &how, &left, &ignored)) k->cpu_why = NULL;
    }
    case_drop(&c);
    err_clear(&ignored);
    if (left.verdict == VERDICT_PASS) return true;
    left.seed = k->res->seed;
    left.timed = true;
    check_add_case(k, left);
    return check_decide(k, left.verdict, STAGE_RUN);
}

bool stage_callgrind(Check *k, Err *err) {
    (void)err;
    if (k->res->backend->is_script) return stage_script(k);
    CaseData c = {0};
    CaseResult left = {.verdict = VERDICT_NONE};
    Err ignored = {0}; // without counts their gates are skipped, and say why
    k->cpu_why = "not counted";
    if (!is_asked(k)) return true;
    k->cpu_why = "valgrind is missing: install it (apt-get install valgrind)";
    if (!callgrind_present()) return true;
    k->cpu_why = "the call could not be counted";
    check_say(k, "counting (callgrind)");
    phase_to(&k->res->phases, PHASE_simulated);
    if (check_draw_timed(k, &c, true, &ignored)) {
        SessionStart how = check_how_to_start(k, k->res->build.binary,
                                              k->res->backend, c.region);
        how.counts = path_join(k->a, how.scratch, "callgrind.out");
        how.threads = 1;
        how.seconds *= 60; // of instrumented code
        how.total_seconds *= 10;
        if (run_uncounted(k, &c, &left, &ignored) &&
            count_call(k, &c, &how, &left, &ignored))
            k->cpu_why = NULL;
    }
    case_drop(&c);
    err_clear(&ignored);
    if (left.verdict == VERDICT_NONE) return true;
    left.seed = k->res->seed;
    left.timed = true;
    check_add_case(k, left);
    return check_decide(k, left.verdict, STAGE_RUN);
}
