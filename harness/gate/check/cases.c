// Correctness: the cases are drawn, the learner's program is started, and every
// case is run and compared.
#include "gate/check/stages.h"

#include "gate/check/known.h"
#include "gate/check/of_cases.h"
#include "gate/check/reading.h"
#include "gate/check/small_edit.h"
#include "gate/child/correct.h"
#include "gate/child/staging.h"
#include "gate/judge/across.h"
#include "gate/judge/what_if.h"

#include <string.h>

// ---- drawing

// The variables of a case, for as long as the check lives.
static Env sizes_of(Arena *a, const Env *env) {
    Env out = {.at = arena_array(a, Var, max_of(env->n, 1)), .n = env->n};
    if (env->n) memcpy(out.at, env->at, (size_t)env->n * sizeof *env->at);
    return out;
}

static void leave_out(Check *k, int at) {
    memmove(&k->case_of[at], &k->case_of[at + 1],
            (size_t)(k->ncases - at - 1) * sizeof *k->case_of);
    k->ncases--;
}

// Draws all cases. Those that take more devices than this machine has are left
// out, and the screen says how many.
static bool draw_cases(Check *k, Err *err) {
    int all = k->ncases;
    for (int i = 0; i < k->ncases;) {
        if (!check_draw_case(k, i, &k->cases[i], err)) return false;
        if (check_case_fits(&k->cases[i], k->gpus))
            i++;
        else
            leave_out(k, i);
    }
    int left = all - k->ncases;
    if (left > 0)
        k->res->note = arena_fmt(
            k->a,
            "%d of %d cases %s more GPUs than the %d here, and %s left out. "
            "--on sim runs them.",
            left, all, left == 1 ? "takes" : "take", k->gpus,
            left == 1 ? "is" : "are");
    return true;
}

bool stage_draw(Check *k, Err *err) {
    const Exercise *ex = k->ex;
    int n = 0, at = 0;
    for (int i = 0; i < ex->ncases; i++)
        n += ex->cases[i].times;
    k->ncases = n;
    k->cases = arena_array(k->a, CaseData, n);
    k->case_of = arena_array(k->a, const Case *, n);
    k->sizes = arena_array(k->a, Env, n);
    // One more for what a later stage finds.
    k->res->cases = arena_array(k->a, CaseResult, n + 1);
    for (int i = 0; i < ex->ncases; i++)
        for (int t = 0; t < ex->cases[i].times; t++)
            k->case_of[at++] = &ex->cases[i];
    if (!draw_cases(k, err)) return false;
    for (int i = 0; i < k->ncases; i++) {
        k->sizes[i] = sizes_of(k->a, &k->cases[i].env);
        k->region = max_of(k->region, k->cases[i].region);
    }
    if (!k->timed_too) return true;
    if (!check_draw_timed(k, &k->timed, k->res->backend->is_modelled, err))
        return false;
    k->region = max_of(k->region, staging_bytes(&k->timed));
    return true;
}

// ---- starting

// The child was dead before the first case: static constructors, most likely.
static bool tell_early_death(Check *k, Err *err) {
    CallResult call = {.alive = false, .ntraps = k->s.ntraps};
    check_add_case(k, correct_call(&k->s, &k->cases[0], &call));
    check_take_reports(k, &k->s);
    err_clear(err);
    return check_decide(k, VERDICT_CRASH, STAGE_RUN);
}

bool stage_start(Check *k, Err *err) {
    CheckResult *r = k->res;
    DeviceInfo known = r->device;
    check_say(k, r->backend->is_modelled ? "simulating" : "running");
    phase_to(&r->phases, PHASE_start);
    if (r->backend->has_driver) device_lock_shared(&k->lock);
    k->started = true;
    bool ok =
        check_start(k, &k->s, r->build.binary, r->backend, k->region, err);
    phase_to(&r->phases, PHASE_cases);
    if (!ok) return err->kind == ERR_RUN && tell_early_death(k, err);
    r->device = k->s.device;
    if (!*r->device.uuid && known.uuid) r->device.uuid = known.uuid;
    if (known.driver) r->device.driver = known.driver;
    return true;
}

// ---- judging

static void show_pattern(CaseResult *r, Pattern p) {
    r->patterns = pattern_bit(p);
    r->pattern = pattern_info[p].name;
    r->pattern_text = pattern_info[p].text;
}

// A wrong result that comes out otherwise the second time is a race.
static void look_for_race(Check *k, CaseData *c, CaseResult *r) {
    if (strcmp(r->kind, "mismatch") != 0) return;
    int runs = check_uses_threads(k->ex) ? 5 : 1;
    int64_t wrong = r->wrong;
    double got = r->first[0].got;
    for (int i = 0; i < runs; i++) {
        CallResult call = of_cases_run(k, &k->s, c);
        if (correct_call(&k->s, c, &call).verdict != VERDICT_PASS) return;
        CaseResult again = correct_after(&k->s, c, 0, false);
        bool same = again.wrong == wrong &&
                    memcmp(&again.first[0].got, &got, sizeof got) == 0;
        if (same) continue;
        show_pattern(r, PATTERN_RACE);
        return;
    }
}

// The simulated device runs blocks one after another. A GPU does not: what was
// right must be right in another order, too.
static CaseResult run_shuffled(Check *k, CaseData *c, int order) {
    bool hip = exercise_is_hip(k->ex);
    k->s.shuffle = hip ? order : order | SIM_SHUFFLE_NOT_HIP;
    CallResult call = of_cases_run(k, &k->s, c);
    k->s.shuffle = 0;
    CaseResult r = correct_call(&k->s, c, &call);
    return r.verdict == VERDICT_PASS ? correct_after(&k->s, c, 0, false) : r;
}

static bool may_differ(const ArgData *d) {
    return d->arg->is_output || d->arg->is_inout;
}

static Buf copy_of_outputs(Check *k, const CaseData *c) {
    Buf kept = {0};
    for (int g = 0; g < c->nargs; g++)
        if (may_differ(&c->args[g]))
            buf_add(&kept, session_payload(&k->s, c, g), c->args[g].bytes);
    return kept;
}

// Sums of floats that are added as blocks arrive are right in any order, and
// differ in their last bits: same_bits asks for one order.
static void compare_bits(Check *k, const CaseData *c, const Buf *kept,
                         CaseResult *r) {
    const char *before = buf_text(kept);
    for (int g = 0; g < c->nargs; g++) {
        const ArgData *d = &c->args[g];
        if (!may_differ(d)) continue;
        bool same = memcmp(before, session_payload(&k->s, c, g), d->bytes) == 0;
        before += d->bytes;
        if (same) continue;
        r->verdict = VERDICT_FAIL;
        r->kind = "other-bits";
        r->output = d->arg->name;
        r->why = arena_fmt(k->a,
                           "'%s' is right, but its last bits change when the "
                           "blocks run in another order. Here every run must "
                           "give the same bits: add in a fixed order.",
                           d->arg->name);
        return;
    }
}

static void shuffle_blocks(Check *k, CaseData *c, CaseResult *r) {
    int order = ++k->shuffled;
    Buf kept = k->ex->same_bits ? copy_of_outputs(k, c) : (Buf){0};
    CaseResult again = run_shuffled(k, c, order);
    if (again.verdict == VERDICT_PASS && k->ex->same_bits)
        compare_bits(k, c, &kept, r);
    buf_free(&kept);
    if (again.verdict == VERDICT_PASS) return;
    *r = again;
    if (strcmp(r->kind, "mismatch") != 0) return;
    CaseResult whole = run_shuffled(k, c, order | SIM_SHUFFLE_TOGETHER);
    CaseResult upwards = run_shuffled(k, c, order | SIM_SHUFFLE_UPWARDS);
    show_pattern(r, whole.verdict == VERDICT_PASS     ? PATTERN_LANES_TOGETHER
                    : upwards.verdict == VERDICT_PASS ? PATTERN_LANE_ORDER
                                                      : PATTERN_BLOCK_ORDER);
}

// A wrong result of a small case: would another use of the inputs give it?
static void try_inputs(Check *k, CaseData *c, CaseResult *r) {
    enum { TRIALS = 6 };
    if (strcmp(r->kind, "mismatch") || r->first[0].says) return;
    if (k->trials++ >= TRIALS) return;
    for (int g = 0; g < c->nargs; g++)
        if (!strcmp(c->args[g].arg->name, r->output))
            what_if(k->a, c, &k->ref, g, session_payload(&k->s, c, g), r);
}

// A kernel of tests.cu has failed on purpose: that is not the learner's fault,
// and the device is lost to this process.
static void forgive(Session *s, CallResult *call) {
    if (!call->alive) return;
    s->ntraps -= call->ntraps;
    call->ntraps = 0;
    call->launch = call->sync = "ok";
    call->wall_us = call->us;
}

// The new session goes on with the traps of the old one.
static bool start_again(Check *k, Err *err) {
    TrapInfo *traps = k->s.traps;
    int n = k->s.ntraps, cap = k->s.cap, ndoubts = k->s.ndoubts;
    TrapInfo doubt = k->s.doubt;
    double own_memory = k->s.own_memory, most_buffers = k->s.most_buffers;
    double own_atomics = k->s.own_atomics;
    session_finish(&k->s, true);
    check_keep_printed(k);
    session_end(&k->s, true);
    if (!check_start(k, &k->s, k->res->build.binary, k->res->backend, k->region,
                     err))
        return false;
    of_cases_begin(k);
    k->s.traps = traps;
    k->s.ntraps = n;
    k->s.cap = cap;
    k->s.doubt = doubt;
    k->s.ndoubts = ndoubts;
    k->s.own_memory = own_memory;
    k->s.own_atomics = own_atomics;
    k->s.most_buffers = most_buffers;
    return true;
}

// Other programs that use the GPU can delay the answer to whether it is idle.
// Work that a function has not awaited is there in every call.
static CaseResult ask_again(Check *k, CaseData *c, CallResult *call,
                            CaseResult r) {
    enum { TRIES = 3 };
    for (int i = 0; i < TRIES && strcmp(r.kind, "escaped") == 0; i++) {
        *call = of_cases_run(k, &k->s, c);
        r = correct_call(&k->s, c, call);
    }
    return r;
}

static CaseResult judge_on(Check *k, int at, Err *err) {
    CaseData *c = &k->cases[at];
    bool lost = k->case_of[at]->loses_device;
    CaseResult r = {.name = c->name, .verdict = VERDICT_NONE};
    if (!case_fill(c, k->s.shm.base, err)) return r;
    CallResult call = of_cases_run(k, &k->s, c);
    const char *refused = call.alive ? NULL : session_refusal(&k->s);
    if (refused) {
        err_set(err, ERR_ENV, "'%s' cannot be tested here: %s", k->ex->id,
                refused);
        err_hint(err, "your file is not to blame: repair that, or check with "
                      "--on sim");
        case_drop(c);
        return r;
    }
    if (lost) forgive(&k->s, &call);
    r = correct_call(&k->s, c, &call);
    if (k->res->backend->has_driver) r = ask_again(k, c, &call, r);
    if (r.verdict == VERDICT_PASS) {
        expect_case(c, &k->ref);
        r = correct_after(&k->s, c, 0, false);
        if (r.verdict == VERDICT_FAIL && !lost &&
            !k->res->backend->reports_itself)
            look_for_race(k, c, &r);
        if (r.verdict == VERDICT_FAIL && !lost) try_inputs(k, c, &r);
        if (r.verdict == VERDICT_PASS && !lost && k->res->backend->is_modelled)
            shuffle_blocks(k, c, &r);
        const char *by_host =
            r.verdict == VERDICT_PASS ? presence_of_call(k, c, &call) : NULL;
        if (by_host) {
            r.verdict = VERDICT_FAIL;
            r.kind = "no-kernel";
            r.why = by_host;
        }
    }
    if (lost && call.alive && !start_again(k, err)) r.verdict = VERDICT_NONE;
    r.seed = k->res->seed;
    case_drop(c);
    return r;
}

// A case with a model of its own has a session of its own on it; on a GPU the
// device is what it is.
static CaseResult judge_case(Check *k, int at, Err *err) {
    const char *model = k->case_of[at]->model, *usual = k->model;
    CaseResult r = {.name = k->cases[at].name, .verdict = VERDICT_NONE};
    if (!model || !k->res->backend->is_modelled) return judge_on(k, at, err);
    DeviceInfo device = k->s.device;
    k->model = model;
    bool ok = start_again(k, err);
    if (ok) r = judge_on(k, at, err);
    k->model = usual;
    if (r.verdict == VERDICT_NONE || k->s.ended) return r;
    if (!start_again(k, err)) r.verdict = VERDICT_NONE;
    k->s.device = device;
    return r;
}

static CaseResult not_run(Check *k, CaseData *c) {
    case_drop(c);
    return (CaseResult){.name = c->name,
                        .seed = k->res->seed,
                        .verdict = VERDICT_SKIPPED,
                        .kind = "",
                        .why = "not run after the crash before it"};
}

// The case's whole numbers, for those who explain its result.
static void note_sizes(Check *k, int at, CaseResult *r) {
    const Env *env = &k->sizes[at];
    r->sizes = arena_array(k->a, CaseSize, (size_t)env->n + 1);
    r->is_empty = k->is_empty[at];
    for (int i = 0; i < env->n; i++)
        if (env->at[i].value.is_int)
            r->sizes[r->nsizes++] =
                (CaseSize){env->at[i].name, env->at[i].value.i};
}

static bool take_case(Check *k, int i, Verdict *worst, Err *err) {
    CaseResult *r = &k->res->cases[i];
    int before = k->s.ntraps;
    *r = *worst == VERDICT_CRASH ? not_run(k, &k->cases[i])
                                 : judge_case(k, i, err);
    note_sizes(k, i, r);
    if (r->verdict == VERDICT_NONE) return false;
    if (r->verdict != VERDICT_PASS && r->verdict != VERDICT_SKIPPED)
        *worst = r->verdict;
    for (int t = before; t < k->s.ntraps; t++)
        k->s.traps[t].case_no = i + 1;
    return true;
}

// Empty cases are run last: a launch of no blocks, which is an error, would
// keep the others from being run, and says less than they do.
static bool take_cases(Check *k, bool empty, Verdict *worst, Err *err) {
    for (int i = 0; i < k->ncases; i++)
        if (k->is_empty[i] == empty && !take_case(k, i, worst, err))
            return false;
    return true;
}

bool stage_cases(Check *k, Err *err) {
    Verdict worst = VERDICT_PASS;
    of_cases_begin(k);
    k->is_empty = arena_array(k->a, bool, (size_t)k->ncases + 1);
    for (int i = 0; i < k->ncases; i++)
        k->is_empty[i] = case_is_empty(&k->cases[i]);
    if (!take_cases(k, false, &worst, err) || !take_cases(k, true, &worst, err))
        return false;
    k->res->ncases = k->ncases;
    check_take_reports(k, &k->s);
    if (worst == VERDICT_PASS) return of_cases_end(k, &k->s);
    across_cases(k->a, k->case_of, k->sizes, k->ncases, k->res);
    if (worst == VERDICT_FAIL && !known_look(k, err)) return false;
    small_edit_look(k);
    reading_look(k);
    return check_decide(k, worst,
                        worst == VERDICT_CRASH ? STAGE_RUN : STAGE_CORRECT);
}
