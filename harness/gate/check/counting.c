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

bool stage_costs(Check *k, Err *err) {
    (void)err;
    CheckResult *r = k->res;
    const Counts *c =
        k->simulated.wanted ? &k->simulated.run.counts : &k->run.counts;
    // Without a timed case: those of the cases.
    if (!k->timed_too && !session_report(&k->s, &k->run.counts)) return true;
    r->lines = c->lines;
    r->nlines = c->nlines;
    r->kernels = c->kernels;
    r->nkernels = c->nkernels;
    return true;
}

// A right result that no kernel has computed came from the CPU, or from memory.
// A kernel that is only launched for show touches a fraction of the bytes.
static bool not_by_kernels(Check *k, const char *why) {
    const char *shape = k->run.time.shape;
    check_add_case(k, (CaseResult){.name = shape ? shape : "the counted case",
                                   .seed = k->res->seed,
                                   .timed = true,
                                   .verdict = VERDICT_FAIL,
                                   .kind = "no-kernel",
                                   .why = why});
    return check_decide(k, VERDICT_FAIL, STAGE_CORRECT);
}

// Bytes of the timed case in device memory. True: all buffers are there, but
// for facts.
static bool device_bytes(const Check *k, double *in, double *out) {
    bool all = true;
    for (int g = 0; g < k->timed.nargs; g++) {
        const ArgData *d = &k->timed.args[g];
        if (!d->arg->is_pointer || d->arg->nfacts) continue;
        all &= strcmp(d->arg->memory, "device") == 0;
        if (d->arg->is_output || d->arg->is_inout) *out += (double)d->bytes;
        if (!d->arg->is_output) *in += (double)d->bytes;
    }
    return all;
}

// An output in the host's memory has come from a device, or the host made it.
static const char *host_made_it(Check *k, const Counts *c) {
    enum { OUTPUT_LEAST = 4096 };
    const double HALF = 0.5;
    double out = 0;
    for (int g = 0; g < k->timed.nargs; g++) {
        const ArgData *d = &k->timed.args[g];
        bool in_host = !strcmp(d->arg->memory, "host") ||
                       !strcmp(d->arg->memory, "pinned");
        if (d->arg->is_pointer && d->arg->is_output && !d->arg->nfacts &&
            in_host)
            out += (double)d->bytes;
    }
    if (out < OUTPUT_LEAST || c->host_got >= HALF * out) return NULL;
    return arena_fmt(k->a,
                     "The result is right, but %.3g MB came from the device, "
                     "and the output has %.3g MB: the rest was computed on "
                     "the host. Let the kernels do it.",
                     c->host_got / 1e6, out / 1e6);
}

// An output that devices have made, but for an eighth at most. What the host
// sends to a device as it is, and the device as an output, may be half of it.
static const char *host_wrote_it(Check *k, const Counts *c) {
    const double EIGHTH = 0.125, HALF = 0.5, MILLION = 1e6;
    double made = c->host_made / MILLION, given = c->host_given / MILLION;
    // Python puts what it returns into the outputs.
    if (k->res->backend->is_script) return NULL;
    if (made > EIGHTH)
        return arena_fmt(k->a,
                         "The result is right, but the host wrote %.0f %% of "
                         "an output itself: no kernel and no copy from a "
                         "device has put these values there. Let the kernels "
                         "compute them.",
                         100 * made);
    if (given > HALF)
        return arena_fmt(k->a,
                         "The result is right, but %.0f %% of an output are "
                         "values that the host sent to the device just so: "
                         "the host computed them. Let the kernels do it.",
                         100 * given);
    return NULL;
}

// The kernels were there, but the host took the input and gave the output; or,
// without an input to take, they did far less than the shipped solution's.
static const char *host_did_it(Check *k, const Counts *c) {
    enum { INPUT_LEAST = 4096 };
    const double HALF = 0.5, TENTH = 0.1;
    double in = 0, out = 0;
    if (k->ex->host) return NULL;
    const char *why = host_wrote_it(k, c);
    if (why) return why;
    if (!device_bytes(k, &in, &out)) return host_made_it(k, c);
    if (out <= 0) return NULL;
    if (in >= INPUT_LEAST && c->host_got >= HALF * in &&
        c->host_gave >= HALF * out)
        return arena_fmt(
            k->a,
            "The result is right, but the host took %.3g MB from the device "
            "in the call, of %.3g MB of input, and gave it %.3g MB, of %.3g MB "
            "of output. The kernels are to compute it: leave the data on the "
            "device.",
            c->host_got / 1e6, in / 1e6, c->host_gave / 1e6, out / 1e6);
    const Measured *ours = &k->solution.run;
    if (in < INPUT_LEAST && k->solution.wanted && ours->ok &&
        c->thread_insts < TENTH * ours->counts.thread_insts)
        return arena_fmt(k->a,
                         "The result is right, but the kernels executed %.3g "
                         "thousand instructions; the work takes the shipped "
                         "solution's %.3g thousand. They are to compute it.",
                         c->thread_insts / 1e3,
                         ours->counts.thread_insts / 1e3);
    return NULL;
}

bool stage_presence(Check *k, Err *err) {
    (void)err;
    const Measured *m = k->simulated.wanted ? &k->simulated.run : &k->run;
    const Counts *c = k->counts;
    if (!c) return true;
    double moved = max_of(32 * max_of(c->gmem_sectors, c->l2_sectors),
                          c->dram_read + c->dram_write);
    moved = max_of(moved, c->link_bytes + c->peer_bytes); // of a program
    // What is counted apart has no time.
    bool apart = k->res->backend->is_counted_apart;
    double least = apart ? k->counted.least : m->work.least;
    if (c->launches > 0 && moved >= 0.5 * least) {
        const char *why =
            k->res->backend->reports_itself ? host_did_it(k, c) : NULL;
        return why ? not_by_kernels(k, why) : true;
    }
    check_add_case(
        k,
        (CaseResult){
            .name = apart ? "the counted case" : m->time.shape,
            .seed = k->res->seed,
            .timed = true,
            .verdict = VERDICT_FAIL,
            .kind = "no-kernel",
            .why =
                c->launches > 0
                    ? arena_fmt(k->a,
                                "The result is right, but the kernels touched "
                                "%.3g MB, and its arrays have %.3g MB: who "
                                "computed it?",
                                moved / 1e6, least / 1e6)
                    : "The result is right, but no kernel was launched to "
                      "compute it.",
        });
    return check_decide(k, VERDICT_FAIL, STAGE_CORRECT);
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
