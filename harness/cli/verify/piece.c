// See verify_piece.h.
//
// The stub must fail, and not by crashing; the solution must pass; every
// mutant must be rejected, and for the reason that its first line states. A
// mutant that fails for another reason is a test that nobody wrote.
#include "cli/verify/piece.h"

#include "cli/verify/bar.h"
#include "cli/verify/paper.h"

#include "base/path.h"
#include "build/toolkit.h"
#include "gate/check/check.h"
#include "gate/check/recorded.h"
#include "gate/judge/fingerprint.h"
#include "gate/measure/baseline.h"
#include "gate/measure/gates.h"
#include "gate/result/rejection.h"
#include "report/report.h"

#include <math.h>
#include <string.h>

// ---- what there is to prove

static Piece *add_piece(Piece *at, int *n, const Exercise *ex, PieceKind kind,
                        const char *what, const char *wanted) {
    Piece *p = &at[(*n)++];
    *p = (Piece){
        .ex = ex,
        .kind = kind,
        .row = {.exercise = ex->id, .what = what, .wanted = wanted, .got = ""}};
    return p;
}

static void add_mutant(const Verify *v, const Exercise *ex, const char *path,
                       Piece *at, int *n) {
    Arena *m = &v->a->arena;
    Err err = {0};
    Piece *p = add_piece(at, n, ex, PIECE_MUTANT, path_base(path), "");
    p->file = path;
    if (mutant_reason(path, m, &p->reason, &err)) {
        p->row.wanted = arena_fmt(m, "rejected by %s", p->reason.text);
    } else {
        p->kind = PIECE_KNOWN;
        p->row.wanted = "a reason in its first line";
        p->row.got = arena_str(m, err.msg);
    }
    err_clear(&err);
}

// Wrong values reject it, and no gate.
static bool has_fingerprint(const Piece *p) {
    bool values = false;
    for (int i = 0; i < p->reason.nways; i++) {
        WayKind k = p->reason.ways[i].kind;
        if (k == WAY_GATE || k == WAY_ANSWER || k == WAY_BUILD) return false;
        values |= k == WAY_CASE || k == WAY_PATTERN || k == WAY_UNWRITTEN;
    }
    return values && p->kind == PIECE_MUTANT;
}

static void add_with_fingerprint(const Verify *v, const Exercise *ex, Piece *at,
                                 int *n) {
    int mutants;
    char **path = mutant_list(&v->a->arena, ex, &mutants);
    for (int i = 0; i < mutants; i++) {
        add_mutant(v, ex, path[i], at, n);
        if (!has_fingerprint(&at[*n - 1])) --*n;
    }
}

// The program that a gate compares with must itself be right. On a GPU it runs
// in turn with the solution; here its cases alone.
static void add_baselines(const Verify *v, const Exercise *ex, Piece *at,
                          int *n) {
    Baselines b;
    if (v->has_gpu) return;
    baselines_find(&v->a->arena, ex, ex->gates, ex->ngates, &b);
    for (int i = 0; i < b.n; i++) {
        // The learner's own with one thread; what needs a library to link has
        // run in turn with the solution.
        const char *source = b.at[i].source;
        if (!source || strcmp(b.at[i].name, "blas") == 0) continue;
        add_piece(at, n, ex, PIECE_BASELINE, path_base(source), "is right")
            ->file = source;
    }
}

int pieces_most(const Verify *v, const Exercise *ex) {
    int mutants = 0;
    if (!ex->paper) mutant_list(&v->a->arena, ex, &mutants);
    return mutants + 3 + MAX_BASELINES;
}

// The programs that must be right, and those that must be rejected.
static void add_proofs(const Verify *v, const Exercise *ex, Piece *at, int *n) {
    Arena *m = &v->a->arena;
    int mutants;
    char **path = mutant_list(m, ex, &mutants);
    add_baselines(v, ex, at, n);
    for (int i = 0; i < mutants; i++)
        add_mutant(v, ex, path[i], at, n);
    if (mutants == 0)
        add_piece(at, n, ex, PIECE_KNOWN, "mutants", "four at least")->row.got =
            "none";
}

// PyTorch and Numba are optional steps: without one its exercises are left out,
// and the table says so.
static bool lacks_module(const Verify *v, const Exercise *ex,
                         const char **why) {
    Toolkit tk = {0};
    Err err = {0};
    bool torch = ex->machines & 1U << MACHINE_TORCH;
    bool numba = ex->machines & 1U << MACHINE_NUMBA;
    bool lacks = ex->kind == KIND_PYTHON && (torch || numba) &&
                 !(torch ? toolkit_find_torch : toolkit_find_numba)(
                     &v->a->arena, v->a->build, &tk, &err);
    if (lacks)
        *why = arena_fmt(&v->a->arena, "%s (make %s)", err.msg,
                         torch ? "torch" : "numba");
    err_clear(&err);
    return lacks;
}

// Leaves out what of at[known..*n] has been proved: all of it, or, where kata's
// sources have changed since and a sample is enough, all but one at most.
static void leave_out_proved(Verify *v, const Exercise *ex, Piece *at,
                             int known, int *n) {
    ProvedState state = proved_state(v->unchanged, ex);
    int all = *n - known, left = 0;
    if (state == PROVED_NOT || (state == PROVED_BEFORE && !v->sample)) return;
    if (state == PROVED_BEFORE && all > 0 &&
        proved_pick(v->unchanged, ex, "whether", (int)v->sample) == 0) {
        at[known] = at[known + proved_pick(v->unchanged, ex, "which", all)];
        left = 1;
        v->nsampled++;
    }
    v->nleft_out += all - left;
    *n = known + left;
}

// Stubs, solutions and exercises without a kernel are judged in one exercise of
// so many each, while they are as they were proved.
static bool leaves_out(Verify *v, const Exercise *ex, const char *what) {
    if (!v->unchanged || !v->sample) return false;
    if (proved_state(v->unchanged, ex) == PROVED_NOT ||
        proved_pick(v->unchanged, ex, what, (int)v->sample) == 0)
        return false;
    v->nleft_out++;
    return true;
}

// CUTLASS too.
static bool lacks_cutlass(const Verify *v, const Exercise *ex,
                          const char **why) {
    Err err = {0};
    bool lacks = ex->machines & 1U << MACHINE_CUTLASS &&
                 !cutlass_find(&v->a->arena, v->a->build, &err);
    if (lacks) *why = arena_fmt(&v->a->arena, "%s (make cutlass)", err.msg);
    err_clear(&err);
    return lacks;
}

void pieces_of(Verify *v, const Exercise *ex, Piece *at, int *n) {
    Arena *m = &v->a->arena;
    const char *why;
    if (ex->paper && v->values_alone) return;
    if (ex->paper) {
        if (leaves_out(v, ex, "paper")) return;
        add_piece(at, n, ex, PIECE_PAPER, kind_name(ex->kind), "proves itself");
        return;
    }
    if (!kind_is_checked(ex->kind)) {
        VerifyRow *row =
            &add_piece(at, n, ex, PIECE_KNOWN, kind_name(ex->kind), "checked")
                 ->row;
        row->skipped = true;
        row->got = "kata cannot check this kind yet";
        return;
    }
    if (lacks_module(v, ex, &why) || lacks_cutlass(v, ex, &why)) {
        VerifyRow *row =
            &add_piece(at, n, ex, PIECE_KNOWN, kind_name(ex->kind), "checked")
                 ->row;
        row->skipped = true;
        row->got = why;
        return;
    }
    if (v->values_alone) {
        add_with_fingerprint(v, ex, at, n);
        return;
    }
    if (!v->solutions && !leaves_out(v, ex, "stub"))
        add_piece(at, n, ex, PIECE_STUB, "stub",
                  ex->passes_as_shipped ? "passes as shipped"
                  : ex->nanswers > 0    ? "fails"
                                        : "fails, without a crash")
            ->file = path_join(m, ex->dir, ex->file);
    if (v->solutions || !leaves_out(v, ex, "solution"))
        add_piece(at, n, ex, PIECE_SOLUTION, "solution", "passes")->file =
            path_join(m, ex->sol, ex->file);
    if (v->solutions) return;
    int known = *n;
    add_proofs(v, ex, at, n);
    if (v->unchanged) leave_out_proved(v, ex, at, known, n);
}

// On a GPU the turn at it keeps timed cases apart.
bool piece_is_alone(const Piece *p) {
    return p->kind != PIECE_KNOWN && gates_time_cpu(p->ex);
}

// ---- answers

size_t piece_bytes(const Piece *p) {
    enum { ONE_ROW = 16 << 10, MANY = 256 << 10 };
    return p->kind == PIECE_KNOWN   ? 0
           : p->kind == PIECE_PAPER ? (size_t)MANY
                                    : (size_t)ONE_ROW;
}

static void *take_bytes(Answer *a, size_t bytes) {
    const size_t unit = _Alignof(max_align_t);
    size_t all = (bytes + unit - 1) / unit * unit;
    if (all > a->room) return NULL;
    a->room -= all;
    return a->bytes + a->room;
}

static const char *keep_text(Answer *a, const char *text) {
    size_t n = strlen(text);
    char *at = take_bytes(a, n + 1);
    if (!at) return "there was no room for what was found";
    return memcpy(at, text, n + 1);
}

static void keep_rows(Answer *a, const VerifyRow *rows, int n) {
    VerifyRow *out = take_bytes(a, (size_t)n * sizeof *out);
    if (!out) return; // and the piece has none: it is as if it had died
    for (int i = 0; i < n; i++) {
        out[i] = rows[i];
        out[i].exercise = keep_text(a, rows[i].exercise);
        out[i].what = keep_text(a, rows[i].what);
        out[i].wanted = keep_text(a, rows[i].wanted);
        out[i].got = keep_text(a, rows[i].got);
        out[i].note = rows[i].note ? keep_text(a, rows[i].note) : NULL;
    }
    a->rows = out;
    a->n = n;
}

const VerifyRow *piece_rows(Piece *p, const char *died, int *n) {
    *n = 1;
    if (p->kind == PIECE_KNOWN) return &p->row;
    if (!died && p->answer->n > 0) {
        *n = p->answer->n;
        return p->answer->rows;
    }
    p->row.ok = p->row.skipped = false;
    p->row.got = died ? died : "the process that judged it said nothing";
    return &p->row;
}

// ---- judging, in a process of its own

// On an Err of ours the row says so and is no success.
static bool check_file(Verify *v, const Piece *p, CheckResult *r,
                       VerifyRow *row) {
    bool baseline = p->kind == PIECE_BASELINE; // no gates
    Err err = {0};
    CheckRequest q = {
        .plan = &v->a->plan,
        .ex = p->ex,
        .file = p->file,
        .on = v->on,
        .gpu = v->gpu,
        .build_dir = v->a->build,
        .no_time = baseline || v->values_alone,
        .flags = baseline ? baseline_libraries : NULL,
        .ctx = &v->facts,
        .fact = gpu_limits_know,
        .facts_only = true,
        .fingerprint = v->fingerprints && p->kind == PIECE_MUTANT,
    };
    bool good = p->kind == PIECE_SOLUTION;
    bool ok = good ? check_known_good(&q, r, &err) : check_run(&q, r, &err);
    row->seconds += r->seconds;
    row->modelled |= ok && r->modelled;
    row->got =
        ok ? rejection_text(&v->a->arena, r) : arena_str(&v->a->arena, err.msg);
    // Too few GPUs for this exercise, and no fault of the file.
    const GpuState *gpu = &r->conditions.before;
    row->skipped = !ok && gpu->present && gpu->count < p->ex->devices;
    err_clear(&err);
    return ok;
}

static void look_at_solution(Verify *v, const CheckResult *r, VerifyRow *row,
                             Answer *answer) {
    row->ok = r->verdict == VERDICT_PASS;
    for (int i = 0; i < r->ncases; i++)
        row->spent = fmax(row->spent, r->cases[i].spent);
    // A bar that could not be measured is no bar.
    for (int i = 0; i < r->nrivals && row->ok; i++) {
        if (!r->rivals[i].why || r->rivals[i].missing) continue;
        row->ok = false;
        row->got = arena_fmt(&v->a->arena, "%s: %s", r->rivals[i].name,
                             r->rivals[i].why);
    }
    bool wrong = false;
    if (row->ok) row->note = bar_remark(&v->a->arena, r, &wrong);
    if (wrong) row->got = row->note;
    row->ok = row->ok && !wrong;
    if (row->ok)
        answer->measured = keep_text(answer, recorded_lines(&v->a->arena, r));
}

// Ranks that wait for each other on GPUs do so until they are stopped.
static bool may_hang(const Exercise *ex, const CheckResult *r) {
    return ex->devices > 1 && r->backend->has_driver;
}

// A faulty program that is to be repaired may do what the simulated device
// stops and explains. Any other stub must not.
static bool stub_fails_well(const Exercise *ex, const CheckResult *r) {
    if (ex->passes_as_shipped) return r->verdict == VERDICT_PASS;
    if (r->run_status == RUN_TIMEOUT && may_hang(ex, r)) return true;
    if (ex->nanswers > 0 && r->ntraps > 0) return r->verdict != VERDICT_PASS;
    return r->verdict == VERDICT_FAIL ||
           (r->verdict == VERDICT_INCONCLUSIVE && r->conditions.spoilt);
}

static void judge_once(Verify *v, const Piece *p, VerifyRow *row) {
    CheckResult r = {0};
    row->ok = false;
    if (check_file(v, p, &r, row)) {
        if (p->kind == PIECE_STUB) row->ok = stub_fails_well(p->ex, &r);
        if (p->kind == PIECE_SOLUTION) look_at_solution(v, &r, row, p->answer);
        if (p->kind == PIECE_BASELINE) row->ok = r.verdict == VERDICT_PASS;
        if (p->kind == PIECE_MUTANT)
            row->ok = rejection_happened(&r, &p->reason);
        if (p->kind == PIECE_MUTANT && !row->ok && r.backend->looks_simulated &&
            rejection_needs_sim(&r, &p->reason)) {
            row->skipped = true;
            row->got = "only the simulated device sees this";
        }
        if (!row->ok && rejection_is_open(&r)) {
            row->skipped = true;
            row->got = arena_str(&v->a->arena, r.summary);
        }
        if (r.fingerprint)
            p->answer->fingerprint = keep_text(p->answer, r.fingerprint);
    }
    check_free(&r);
}

void piece_judge(Verify *v, Piece *p) {
    Arena *m = &v->a->arena;
    VerifyRow row = p->row;
    const size_t room = p->answer->room;
    if (p->kind == PIECE_PAPER) {
        int n;
        v->a->term.err_tty = false; // the screen is not this process's
        const VerifyRow *rows = verify_paper(v->a, p->ex, &n);
        keep_rows(p->answer, rows, n);
        return;
    }
    const char *first = NULL; // fingerprint
    // With fresh seeds each time; good if it always was.
    for (long round = 1; round <= v->rounds; round++) {
        p->answer->room = room; // what a round kept goes with it
        p->answer->fingerprint = NULL;
        judge_once(v, p, &row);
        const char *print = p->answer->fingerprint;
        if (round == 1)
            first = print ? arena_str(m, print) : NULL;
        else if (!first || !print ||
                 fingerprint_share(str_of(first), str_of(print)) < 1)
            first = p->answer->fingerprint = NULL; // chance had a part in it
        if (row.ok || row.skipped) continue;
        if (round > 1)
            row.got = arena_fmt(m, "in round %ld: %s", round, row.got);
        break;
    }
    keep_rows(p->answer, &row, 1);
}
