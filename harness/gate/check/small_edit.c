// See small_edit.h.
#include "gate/check/small_edit.h"

#include "base/day.h"
#include "base/path.h"
#include "base/str.h"
#include "gate/check/edit_memory.h"
#include "gate/check/edit_work.h"
#include "gate/check/edits.h"
#include "gate/check/edits_c.h"
#include "gate/check/edits_given.h"
#include "gate/check/edits_python.h"
#include "gate/child/correct.h"
#include "gate/result/source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Edits in a file, and lines of code: both cost time to build. Where a trap
// names lines, fewer do.
enum {
    MOST_EDITS = 100,
    MOST_TRITON = 60,
    MOST_LEFT = 10, // for the other cases, of those that were right in one
    MOST_TRAPPED = 60,
    LEAST_EDITS = 12,
    MOST_LINES = 4500,
    MOST_C_LINES = 15000,
    ROUNDS = 3 // files; the likeliest edits come in the first
};
// Seconds of a call of the file itself, and of all calls. An edit's may last as
// long as a few of the file's.
static const double CALL_S = 3, ALL_S = 6, SHORTEST_S = 0.2;
// Of all calls where the interpreter compiles the file for each edit: as long
// as nvcc takes for a file of edits.
static const double COMPILED_S = 15;
// No round begins later than this, or $KATA_EDITS.
static const double ROUND_S = 7;
// Costs that differ by no more are the same.
static const double MORE = 1.05;
// No gate that asks for so few leaves room for one more in a loop.
static const double FEW_BARRIERS = 2;

// A language whose files get edits.
typedef struct Language {
    const char *ending; // of a file
    // The text that edits replace parts of, and the edits of it.
    const char *(*code)(const Check *k);
    int (*edits)(Check *k, const char *code, const EditFocus *focus,
                 Edit **out);
    // A file with n edited copies of the code.
    char *(*file)(Check *k, const char *code, const Edit *e, int n);
    int most, lines;    // edits in a file, and lines of all its copies
    bool has_work;      // threads and atomics are counted
    bool outlives_trap; // an error of a copy leaves the others as they were
    bool has_luck;      // an access out of bounds may go unseen
    bool by_case;       // a file is compiled for each case: for the first one
                        // with all edits, for the others with the best
} Language;

typedef struct Trial {
    Check *k;
    const Language *language;
    Session s;
    bool started;
    const char *path; // of the file of this round
    int only;         // the case that it is compiled for; or negative: all
    const char *binary;
    double end, call_s;
    double next_case;   // when those that are right until then go on
    Edit *edits;        // of this file; the first changes nothing
    const char *unsure; // what is said of one that hides a mistake, or NULL
    bool *right;        // of each: in all cases so far
    EditWork *work;     // of each: in the case that had most
    bool counts;      // costs: not in the first case, which rejects most edits
    bool wastes;      // the file itself does
    bool lost;        // its process ended
    EditWork stopped; // the work of the file itself until an access of this
                      // case left its array; or nothing
    double fair; // stores in this case: the file's own, and for what it lacks
    int n;
    BuildJob job;
    Build *building;
    BuildResult build;
    Err *err;
} Trial;

// ---- languages

static const char *text_code(const Check *k) {
    return source_code(k->a, k->res->source, k->res->source_len);
}

static int text_edits(Check *k, const char *code, const EditFocus *focus,
                      Edit **out) {
    return edits_of(k->a, code, focus, out);
}

static char *cuda_file(Check *k, const char *code, const Edit *e, int n) {
    return edits_file(k->a, code, k->ex, e, n);
}

static char *c_file(Check *k, const char *code, const Edit *e, int n) {
    return edits_c_file(k->a, code, k->ex, e, n);
}

static const char *python_code(const Check *k) {
    return k->res->source;
}

static int python_edits(Check *k, const char *code, const EditFocus *focus,
                        Edit **out) {
    (void)code, (void)focus; // no trap is looked at
    return edits_python_of(k, out);
}

static char *python_file(Check *k, const char *code, const Edit *e, int n) {
    return edits_python_file(k->a, code, e, n);
}

static bool has_threads(const Exercise *ex) {
    for (const char *const *f = ex->flags; f && *f; f++)
        if (!strcmp(*f, "-fopenmp") || !strcmp(*f, "-pthread")) return true;
    return false;
}

// The language of the learner's file, where it can be run edit by edit; NULL.
static const Language *language_of(const Check *k) {
    static const Language cuda = {.ending = "cu",
                                  .code = text_code,
                                  .edits = text_edits,
                                  .file = cuda_file,
                                  .most = MOST_EDITS,
                                  .lines = MOST_LINES,
                                  .has_work = true},
                          triton = {.ending = "py",
                                    .code = python_code,
                                    .edits = python_edits,
                                    .file = python_file,
                                    .most = MOST_TRITON,
                                    .lines = MOST_LINES,
                                    .has_work = true,
                                    .by_case = true},
                          c = {.ending = "c",
                               .code = text_code,
                               .edits = text_edits,
                               .file = c_file,
                               .most = MOST_EDITS,
                               .lines = MOST_C_LINES,
                               .has_luck = true},
                          python = {.ending = "py",
                                    .code = python_code,
                                    .edits = python_edits,
                                    .file = python_file,
                                    .most = MOST_EDITS,
                                    .lines = MOST_LINES,
                                    .outlives_trap = true};
    const CheckResult *r = k->res;
    if (k->ex->kind == KIND_CUDA && r->backend->is_modelled) return &cuda;
    if (k->ex->kind == KIND_TRITON && r->backend->is_modelled && !k->ex->tunes)
        return &triton;
    // An access out of bounds is seen in a build of its own alone, and threads
    // that race may be right once.
    if (k->ex->kind == KIND_C && r->ntraps == 0 && !has_threads(k->ex))
        return &c;
    // Of an exception Python has said where and why.
    bool values = k->ex->kind == KIND_PYTHON && r->ntraps == 0;
    return values && r->backend == &backend_python ? &python : NULL;
}

// ---- building

static void drop_edit(Trial *t, int i) {
    memmove(&t->edits[i], &t->edits[i + 1],
            (size_t)(t->n - i - 1) * sizeof *t->edits);
    t->n--;
}

// Drops the edits that the compiler's words name; false: it names none.
static bool drop_refused(Trial *t, const char *words) {
    bool *bad = arena_array(t->k->a, bool, (size_t)t->n + 1);
    bool any = false;
    for (const char *p = words; (p = strstr(p, EDIT_FILE)); p++) {
        char *end;
        long i = strtol(p + strlen(EDIT_FILE), &end, 10);
        const char *line_end = strchrnul(end, '\n');
        bool wrong = memmem(end, (size_t)(line_end - end), "error", 5) != NULL;
        if (wrong && i > 0 && i < t->n) bad[i] = any = true;
    }
    for (int i = t->n - 1; i > 0; i--)
        if (bad[i]) drop_edit(t, i);
    return any;
}

static void start_build(Trial *t, const char *code) {
    Check *k = t->k;
    char *text = t->language->file(k, code, t->edits, t->n);
    if (file_write(t->path, text, strlen(text), t->err))
        t->building =
            check_build_soon(k, t->path, t->only, false, &t->job, &t->build);
}

static void drop_build(Trial *t) {
    if (t->building) build_drop(t->building);
    t->building = NULL;
}

// Waits for the build, and builds again without what does not compile.
static bool finish_build(Trial *t, const char *code) {
    // After a mistake of syntax a compiler of C says little of what follows.
    int tries = t->language->has_luck ? 6 : 3;
    for (int i = 0; i < tries && t->building; i++) {
        Err err = {0};
        bool ok = build_finish(t->building, &err);
        const char *words = t->build.diagnostics;
        err_clear(&err);
        t->building = NULL;
        t->binary = t->build.binary;
        if (ok) return true;
        if (!drop_refused(t, words ? words : "") || t->n < 2) return false;
        t->build = (BuildResult){0};
        start_build(t, code);
    }
    drop_build(t);
    return false;
}

// ---- running

static bool start_trial(Trial *t) {
    Check *k = t->k;
    SessionStart how =
        check_how_to_start(k, t->binary, k->res->backend, k->region);
    how.seconds = min_of(how.seconds, t->call_s);
    if (t->started) session_end(&t->s, true);
    t->started = true;
    return session_start(&t->s, k->a, &how, t->err);
}

// Adds what the last call has cost. Returns false where a right result cost
// many times what it should, and the file itself, edit 0, did not.
static bool is_cheap(Trial *t, const CaseData *c, int i) {
    Counts counted;
    if (!session_report(&t->s, &counted)) return false;
    EditWork w = edit_work(&counted, 0);
    EditWork *most = &t->work[i];
    most->barriers = max_of(most->barriers, w.barriers);
    most->stores = max_of(most->stores, w.stores);
    most->threads = max_of(most->threads, w.threads);
    most->atomics = max_of(most->atomics, w.atomics);
    if (t->lost) w.threads = 0; // those of the file itself are not known
    if (i == 0) t->fair *= w.stores;
    if (i > 0 && w.stores <= t->fair) w.stores = 0;
    bool wastes = edit_wastes(c, &w);
    if (i == 0) t->wastes |= wastes;
    return !wastes || t->wastes;
}

// A loop that goes wrong in its second round has none where every element has a
// thread: that keeps the program from the access that trapped, and leaves it as
// wrong as it was. The two arguments of a launch the other way round are
// another matter.
static bool starts_more(Trial *t, const Edit *e) {
    const double MANY = 1.5;
    Counts counted;
    bool is_order = e->of && str_starts(e->of, "another order");
    if (t->stopped.threads <= 0 || is_order || !session_report(&t->s, &counted))
        return false;
    return edit_work(&counted, t->stopped.launches).threads >
           MANY * t->stopped.threads;
}

static void note_stopped(Trial *t, const CallResult *call) {
    Counts counted;
    const CheckResult *r = t->k->res;
    bool left = r->ntraps > 0 && !strcmp(r->traps[0].kind, "out-of-bounds");
    if (left && call->alive && session_report(&t->s, &counted))
        t->stopped = edit_work(&counted, 0);
}

static bool is_compiled(const Check *k) {
    return k->ex->machines & 1U << MACHINE_NUMBA;
}

// All values are right, and of the facts one is about what Numba compiled: in
// one process it compiles every edit.
static bool counts_compilations(const Check *k, const CaseResult *r) {
    return is_compiled(k) && r->nfirst > 0 && r->first[0].fact && !r->also;
}

// Returns whether edit i is right in the case, whose inputs are in the region
// and whose expectation is there.
static bool is_right(Trial *t, CaseData *c, int i, bool *lost) {
    t->s.edit = i;
    CallResult call = session_run(&t->s, c);
    CaseResult r = correct_call(&t->s, c, &call);
    *lost =
        t->language->outlives_trap ? !call.alive : r.verdict == VERDICT_CRASH;
    bool cheap = t->counts
                     ? call.alive && is_cheap(t, c, i)
                     : i == 0 || !call.alive || !starts_more(t, &t->edits[i]);
    if (i == 0 && *lost && !t->counts) note_stopped(t, &call);
    if (r.verdict == VERDICT_PASS) r = correct_after(&t->s, c, 0, false);
    return (r.verdict == VERDICT_PASS || counts_compilations(t->k, &r)) &&
           cheap;
}

static bool is_late(const Trial *t) {
    return clock_seconds() > min_of(t->end, t->next_case);
}

// A file that leaves elements out stores less than one that is right, by as
// much.
static double share_written(const CaseResult *r) {
    bool lacks = r->nfirst > 0 && r->first[0].got_poison;
    return lacks ? (double)(r->total - r->wrong) / (double)r->total : 1;
}

// Runs a case with all edits that were right until then.
static bool run_case(Trial *t, int at) {
    Check *k = t->k;
    CaseData c;
    if (!check_draw_case(k, at, &c, t->err) ||
        !case_fill(&c, t->s.shm.base, t->err))
        return false;
    expect_case(&c, &k->ref);
    bool ok = true;
    Counts before;
    if (t->counts && !session_report(&t->s, &before)) return false;
    t->s.run_seconds = t->call_s = CALL_S;
    t->fair = t->lost ? 0 : MORE / share_written(&k->res->cases[at]);
    for (int i = 0; i < t->n && ok; i++) {
        bool lost = false;
        // The costs of the file itself are counted, though it is wrong.
        bool cost = i == 0 && t->counts && !t->lost;
        if (!t->right[i] && !cost) continue;
        bool was = t->right[i];
        double begin = clock_seconds();
        t->right[i] = !is_late(t) && is_right(t, &c, i, &lost) && was;
        double took = clock_seconds() - begin;
        if (i == 0)
            t->s.run_seconds = t->call_s =
                min_of(CALL_S, SHORTEST_S + 5 * took);
        if (i == 0) t->lost |= lost;
        if (!lost) continue;
        case_drop(&c);
        ok = start_trial(t) && check_draw_case(k, at, &c, t->err) &&
             case_fill(&c, t->s.shm.base, t->err);
        if (ok) expect_case(&c, &k->ref);
    }
    if (ok) case_drop(&c);
    return ok;
}

static bool is_wrong(const CaseResult *r) {
    return r->verdict == VERDICT_FAIL || r->verdict == VERDICT_CRASH;
}

// The order of the cases: wrong ones first, small ones before large ones.
static int *order_of(Check *k) {
    int *order = arena_array(k->a, int, (size_t)k->ncases + 1);
    for (int i = 0; i < k->ncases; i++) {
        int at = i;
        for (; at > 0; at--) {
            int other = order[at - 1];
            bool mine = is_wrong(&k->res->cases[i]),
                 its = is_wrong(&k->res->cases[other]);
            bool before = mine != its
                              ? mine
                              : k->cases[i].region < k->cases[other].region;
            if (!before) break;
            order[at] = other;
        }
        order[at] = i;
    }
    return order;
}

static double round_seconds(void) {
    const char *wanted = getenv("KATA_EDITS");
    return wanted && *wanted ? atof(wanted) : ROUND_S;
}

// ---- told

static bool any_right(const Trial *t) {
    bool any = false;
    for (int i = 1; i < t->n; i++)
        any |= t->right[i];
    return any;
}

// A barrier helps at any place between two lines: at the one where it is passed
// least often, the likeliest of those, and whether there are others.
static const char *barrier_words(Trial *t, const char *code) {
    const Edit *best = NULL, *other = NULL;
    double least = INFINITY;
    int places = 0;
    for (int i = 1; i < t->n; i++) {
        if (!t->right[i] || !t->edits[i].is_barrier ||
            t->work[i].barriers >= least)
            continue;
        best = &t->edits[i];
        least = t->work[i].barriers;
    }
    for (int i = 1; i < t->n && best; i++) {
        const Edit *e = &t->edits[i];
        if (!t->right[i] || !e->is_barrier || t->work[i].barriers > least)
            continue;
        if (strcmp(e->by, best->by)) continue;
        places++;
        if (e->line != best->line) other = e;
    }
    if (!best) return NULL;
    const char *says = edit_words(t->k->a, code, best);
    if (!other) return says;
    return places > 2 ? arena_fmt(t->k->a, "%s, for example,", says)
                      : arena_fmt(t->k->a, "%s, or before line %d,", says,
                                  other->line);
}

// Edits of the line that is wrong say more than those that hide it. Returns
// false if there are only those.
static bool drop_hiding(Trial *t) {
    bool sure = false;
    for (int i = 1; i < t->n; i++)
        sure |= t->right[i] && !t->edits[i].hides;
    for (int i = 1; i < t->n && sure; i++)
        t->right[i] &= !t->edits[i].hides;
    return sure;
}

// The likeliest of those that hide a mistake, where no other edit is right.
static const char *hiding_words(Trial *t, const char *code) {
    for (int i = 1; i < t->n; i++) {
        const Edit *e = &t->edits[i];
        if (!t->right[i]) continue;
        if (!e->hides) return NULL;
        return arena_fmt(t->k->a,
                         "kata has tried small changes of the file: %s every "
                         "case is right. %s",
                         edit_words(t->k->a, code, e), e->hides);
    }
    return NULL;
}

// Of those that are right, the ones that store most, start most threads or take
// most atomics do some of the work twice: they are no longer right. Nor are
// those that start more threads than the file, where every element has one: a
// loop goes wrong later then, and is as wrong as before. `is_sure`: that is not
// said of them.
static void drop_wasteful(Trial *t, bool is_sure) {
    double stores = INFINITY, threads = INFINITY, atomics = INFINITY;
    if (is_sure && !t->lost && t->work[0].threads > 0 &&
        !check_lacks_elements(t->k->res))
        threads = t->work[0].threads;
    for (int i = 1; i < t->n; i++) {
        if (!t->right[i]) continue;
        stores = min_of(stores, t->work[i].stores);
        threads = min_of(threads, t->work[i].threads);
        if (t->work[i].atomics > 0) // none: another way to the result
            atomics = min_of(atomics, t->work[i].atomics);
    }
    bool *kept = arena_array(t->k->a, bool, (size_t)t->n);
    for (int i = 1; i < t->n; i++)
        kept[i] = t->right[i] && t->work[i].stores <= MORE * stores &&
                  t->work[i].threads <= MORE * threads &&
                  t->work[i].atomics <= MORE * atomics;
    memcpy(t->right + 1, kept + 1, (size_t)(t->n - 1) * sizeof *kept);
}

static bool is_of_condition(const Edit *e) {
    return e->of && (str_starts(e->of, "another comparison") ||
                     str_starts(e->of, "another operator"));
}

// The best edit, and one other line if there is one; of more lines, nothing:
// what helps everywhere was made by none.
static const char *exchange_words(Trial *t, const char *code) {
    const Edit *best = NULL, *other = NULL;
    for (int i = 1; i < t->n; i++) {
        const Edit *e = &t->edits[i];
        if (!t->right[i] || e->is_barrier) continue;
        if (!best) best = e;
        if (e->line == best->line || e->is_odd) continue;
        // A check that is right leaves others nothing to do.
        if (e->is_check && (best->is_check || is_of_condition(best))) continue;
        if (other && other->line != e->line) return NULL;
        other = e;
    }
    if (!best) return NULL;
    const char *says = edit_words(t->k->a, code, best);
    if (!other) return says;
    const char *also = edit_words(t->k->a, code, other);
    size_t n = strlen(also), m = strlen(says);
    n -= str_ends(also, ",");
    m -= str_ends(says, ",");
    return arena_fmt(t->k->a, "%.*s, or %.*s,", (int)m, says, (int)n, also);
}

static const char *told_edit(Trial *t, const char *code) {
    drop_wasteful(t, drop_hiding(t));
    t->unsure = hiding_words(t, code);
    if (t->unsure) return NULL;
    const char *says = barrier_words(t, code);
    if (!says) says = exchange_words(t, code);
    if (!says) return NULL;
    return arena_fmt(t->k->a,
                     "kata has tried small changes of the file: %s every case "
                     "is right. Work out why.",
                     says);
}

// Drops the edits that were wrong, and the least likely of the others.
static void keep_right(Trial *t) {
    int n = 1;
    for (int i = 1; i < t->n && n <= MOST_LEFT; i++) {
        if (!t->right[i]) continue;
        t->edits[n] = t->edits[i];
        t->work[n] = t->work[i];
        t->right[n++] = true;
    }
    t->n = n;
}

// Drops those whose results are right by luck.
static void drop_lucky(Trial *t, const char *code) {
    if (!t->language->has_luck || !any_right(t)) return;
    keep_right(t);
    char *text = t->language->file(t->k, code, t->edits, t->n);
    if (file_write(t->path, text, strlen(text), t->err))
        edit_memory_look(t->k, t->path, t->right, t->n);
}

// Builds the file again for all cases, with the edits that are right until now.
// Returns false where that fails.
static bool build_for_others(Trial *t, const char *code) {
    keep_right(t);
    t->only = -1;
    t->build = (BuildResult){0};
    double begin = clock_seconds();
    start_build(t, code);
    bool ok = finish_build(t, code) && start_trial(t);
    t->end += clock_seconds() - begin;
    return ok;
}

// Tries n edits; fills in the result's words.
static bool try_edits(Trial *t, const char *code) {
    Check *k = t->k;
    if (!finish_build(t, code)) return true; // it may have been these edits
    t->right = arena_array(k->a, bool, (size_t)t->n);
    t->work = arena_array(k->a, EditWork, (size_t)t->n);
    for (int i = 0; i < t->n; i++)
        t->right[i] = true;
    bool ok = start_trial(t), compiles = is_compiled(k) || t->language->by_case;
    const int *order = order_of(k);
    double begin = clock_seconds(),
           all = max_of(compiles ? COMPILED_S : ALL_S, round_seconds());
    t->end = begin + all;
    for (int i = 0; i < k->ncases && ok; i++) {
        t->next_case = i == 0 && compiles ? begin + all / 2 : t->end;
        t->counts = i > 0 && t->language->has_work;
        ok = run_case(t, order[i]);
        // The file itself has to be as wrong as before.
        if (t->right[0] || !any_right(t)) break;
        if (i > 0) continue;
        if (t->language->by_case) ok &= build_for_others(t, code);
        // Most edits were rejected without their costs.
        t->counts = t->language->has_work;
        if (t->counts && ok) ok = run_case(t, order[0]);
    }
    if (ok && !t->right[0]) {
        drop_lucky(t, code);
        k->res->edit = told_edit(t, code);
    }
    if (t->started) session_end(&t->s, ok);
    t->started = false;
    return ok;
}

// Templates of libraries take seconds to compile, once for each file of edits.
static bool is_heavy(const CheckResult *r) {
    static const char *const headers[] = {"<cub/", "<thrust/", "<cuda/",
                                          "cute/", "cutlass/"};
    for (size_t i = 0; i < COUNT_OF(headers); i++)
        if (strstr(r->source, headers[i])) return true;
    return false;
}

static bool may_look(const Check *k) {
    const CheckResult *r = k->res;
    if (!k->q->edits || k->q->no_time || round_seconds() <= 0) return false;
    if (is_heavy(r) || check_is_stub(k->res)) return false;
    if (r->mistake && r->mistake_share >= 1) return false;
    bool wrong = false;
    for (int i = 0; i < k->ncases; i++) {
        if (k->case_of[i]->model || k->case_of[i]->loses_device) return false;
        wrong |= r->cases[i].nfirst > 0;
    }
    return r->ntraps > 0 || (wrong && !k->s.ended);
}

// Traps whose cause can be one place of the file that one edit repairs. Those
// of an order ask for a barrier. Many registers can be a mistake's, too.
static bool is_repairable(const TrapInfo *t, bool *is_order) {
    static const struct {
        const char *kind;
        bool is_order;
    } all[] = {
        {"shared-race", true},           {"global-race", true},
        {"exited-block", true},          {"uninitialised-shared", true},
        {"uninitialised-global", false}, {"uninitialised-local", false},
        {"out-of-bounds", false},        {"barrier-divergence", false},
        {"absent-lane", false},
    };
    if (!strcmp(t->kind, "bad-launch"))
        return strstr(t->message, "for its registers") != NULL;
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        if (strcmp(t->kind, all[i].kind)) continue;
        *is_order = all[i].is_order;
        return true;
    }
    return false;
}

// Fills in what the trap of the worst case says. Returns false for one that no
// edit of a line repairs, or that is not in the learner's file.
static bool focus_on_trap(const CheckResult *r, const char *code,
                          EditFocus *f) {
    const TrapInfo *t = check_trap_of(r, check_bad_case(r));
    if (!t) t = &r->traps[0];
    if (!is_repairable(t, &f->is_order) || t->line <= 0 ||
        strcmp(path_base(t->file), path_base(r->file)))
        return false;
    f->line = t->line;
    f->counts_threads = f->is_order || !strcmp(t->kind, "barrier-divergence");
    // A kernel whose threads share nothing has nothing to wait for.
    f->barriers = f->is_order &&
                  !exercise_limits(r->ex, "barriers", FEW_BARRIERS) &&
                  (strcmp(t->kind, "global-race") != 0 ||
                   strstr(code, "__shared__") || strstr(code, "__sync"));
    if (!strcmp(t->other_file, t->file)) f->other_line = t->other_line;
    return true;
}

static int count_lines(const char *code) {
    int n = 1;
    for (; *code; code++)
        n += *code == '\n';
    return n;
}

static Trial round_of(Check *k, const Language *language, const Edit *edits,
                      int n, int number, Err *err) {
    Trial t = {.k = k,
               .language = language,
               .only = language->by_case ? order_of(k)[0] : -1,
               .n = n + 1,
               .call_s = CALL_S,
               .err = err};
    t.edits = arena_array(k->a, Edit, (size_t)n + 1);
    memcpy(t.edits + 1, edits, (size_t)n * sizeof *edits);
    t.path = path_join(k->a, k->scratch.path,
                       arena_fmt(k->a, "edits%d.%s", number, language->ending));
    return t;
}

// While one round is tried, the next one is compiled.
static void try_rounds(Check *k, Trial *rounds, int n, const char *code) {
    double begin = clock_seconds();
    bool ok = true;
    if (n > 0) start_build(&rounds[0], code);
    const char *unsure = NULL;
    for (int i = 0; i < n && ok && !k->res->edit; i++) {
        if (clock_seconds() - begin > round_seconds()) break;
        if (i + 1 < n) start_build(&rounds[i + 1], code);
        ok = try_edits(&rounds[i], code);
        if (!unsure) unsure = rounds[i].unsure;
    }
    if (!k->res->edit) k->res->edit = unsure;
    for (int i = 0; i < n; i++)
        drop_build(&rounds[i]);
}

void small_edit_look(Check *k) {
    const Language *language = language_of(k);
    if (!language || !may_look(k)) return;
    Err err = {0};
    Edit *all;
    EditFocus focus = {0};
    bool trapped = k->res->ntraps > 0;
    const char *code = language->code(k);
    if (trapped && !focus_on_trap(k->res, code, &focus)) return;
    int n = language->edits(k, code, trapped ? &focus : NULL, &all),
        lines = count_lines(code);
    n = edits_given_drop(k, all, n);
    int most =
        max_of(LEAST_EDITS, min_of(trapped ? MOST_TRAPPED : language->most,
                                   language->lines / lines));
    check_say(k, "looking for the line");
    Trial rounds[ROUNDS];
    int nrounds = 0;
    for (int at = 0; at < n && nrounds < ROUNDS; at += most, nrounds++)
        rounds[nrounds] = round_of(k, language, all + at, min_of(most, n - at),
                                   nrounds, &err);
    try_rounds(k, rounds, nrounds, code);
    err_clear(&err); // nobody is worse off without
}
