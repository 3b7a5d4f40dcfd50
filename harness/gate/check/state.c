#include "gate/check/state.h"

#include "base/rng.h"
#include "build/python.h"

#include <stdlib.h>
#include <string.h>

void check_say(Check *k, const char *step) {
    k->step = step;
    if (k->q->progress) k->q->progress(k->q->ctx, step);
}

bool check_decide(Check *k, Verdict v, Stage stage) {
    k->res->verdict = v;
    k->res->stage = stage;
    return true;
}

void check_add_case(Check *k, CaseResult c) {
    k->res->cases[k->res->ncases++] = c;
}

void check_keep_printed(Check *k) {
    CheckResult *r = k->res;
    const RunResult *ended = &k->s.result;
    r->out_text = arena_fmt(k->a, "%s%.*s", r->out_text, (int)ended->out.len,
                            buf_text(&ended->out));
    r->err_text = arena_fmt(k->a, "%s%.*s", r->err_text, (int)ended->err.len,
                            buf_text(&ended->err));
    r->out_dropped += ended->out_dropped;
    r->err_dropped += ended->err_dropped;
}

void check_take_traps(Check *k, TrapInfo *traps, int n) {
    k->res->traps = traps;
    k->res->ntraps = n;
}

void check_take_reports(Check *k, const Session *s) {
    check_take_traps(k, s->traps, s->ntraps);
    check_take_doubt(k, s);
}

void check_take_doubt(Check *k, const Session *s) {
    k->res->ndoubts = s->ndoubts;
    if (!s->ndoubts) return;
    k->res->doubts = arena_new(k->a, TrapInfo);
    *k->res->doubts = s->doubt;
}

bool check_draw_case(Check *k, int at, CaseData *c, Err *err) {
    const Case *from = k->case_of[at];
    uint64_t seed = k->res->seed + 0x9e3779b97f4a7c15u * (uint64_t)(at + 1);
    return case_draw(c, k->a, k->ex, from->vars, from->nvars, from->fills,
                     from->nfills, from->name, 1, seed, err);
}

bool check_case_fits(const CaseData *c, int gpus) {
    const Num *devices = env_find(&c->env, "devices");
    return gpus == 0 || !devices || devices->d <= gpus;
}

static bool draw_timed(Check *k, CaseData *c, const CaseVar *vars, int n,
                       int sets, Err *err) {
    const Measure *m = &k->ex->measure;
    bool ok = case_draw(c, k->a, k->ex, vars, n, m->fills, m->nfills, NULL,
                        sets, rng_entropy(), err);
    if (m->exact) c->compare.kind = COMPARE_EXACT;
    return ok;
}

bool check_draw_timed(Check *k, CaseData *c, bool small, Err *err) {
    int n;
    CaseVar *vars = measure_vars(k->a, &k->ex->measure, small, &n);
    return draw_timed(k, c, vars, n, small ? 1 : 2, err);
}

bool check_draw_sampled(Check *k, CaseData *c, Err *err) {
    const Measure *m = &k->ex->measure;
    return draw_timed(k, c, m->sampled_vars, m->nsampled_vars, 1, err);
}

// An exercise about threads is timed by the longest of them, not by their sum.
bool check_uses_threads(const Exercise *ex) {
    for (const char **f = ex->flags; *f; f++)
        if (strcmp(*f, "-fopenmp") == 0) return true;
    return ex->machines & 1U << MACHINE_NUMBA;
}

static const Interpreter *interpreter_of(Check *k, const char *binary,
                                         const Backend *on) {
    Interpreter *p = arena_new(k->a, Interpreter);
    *p = (Interpreter){
        .program = k->tk.numpy_python,
        .script = python_script(k->a, k->places.lib),
        .runner = on->reads_ptx ? binary : python_runner(k->a, k->places.lib),
        .folders = python_folders(k->a, &k->tk),
        .name = k->q->file,
        .entry = k->ex->entry,
        .torch = k->ex->machines & 1U << MACHINE_TORCH,
        .cuda = on->reads_ptx,
        .numba = k->ex->machines & 1U << MACHINE_NUMBA,
        .tests = k->ex->tests,
    };
    return p;
}

// Returns the seconds that the exercise gives a call, or more by $KATA_RUN_S on
// a machine that is slow or crowded.
static double call_seconds(const Exercise *ex) {
    const char *given = getenv("KATA_RUN_S");
    return max_of(ex->seconds, given ? atof(given) : 0);
}

SessionStart check_how_to_start(Check *k, const char *binary, const Backend *on,
                                size_t region) {
    char *scratch = arena_fmt(k->a, "%s/%d", k->scratch.path, k->nsessions++);
    return (SessionStart){
        .binary = binary,
        .backend = on,
        .gpu = on->is_modelled ? k->model : NULL,
        .longest = check_uses_threads(k->ex),
        .tiles = k->ex->kind == KIND_TRITON,
        .program = k->ex->kind == KIND_PROGRAM,
        .python = on->is_script ? interpreter_of(k, binary, on) : NULL,
        .devices = k->ex->devices,
        .scratch = scratch,
        .region = region,
        .seconds = call_seconds(k->ex),
        // Many calls, each with its own limit; this one is the backstop.
        .total_seconds = 20 * call_seconds(k->ex) + on->session_s +
                         (on->needs_lock ? DEVICE_LOCK_PATIENCE : 0),
    };
}

bool check_start(Check *k, Session *s, const char *binary, const Backend *on,
                 size_t region, Err *err) {
    SessionStart how = check_how_to_start(k, binary, on, region);
    return session_start(s, k->a, &how, err);
}
