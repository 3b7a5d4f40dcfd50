// kata verify: prove that exercises teach (verify_piece.c says how).
//
// Every row is judged by a process of its own, several at once; they are shown
// in their order, as soon as all before them are known.
#include "cli/cmd.h"
#include "cli/jobs.h"
#include "cli/verify/mistakes.h"
#include "cli/verify/piece.h"

#include "base/path.h"
#include "cli/learn/address.h"
#include "gate/check/recorded.h"
#include "gate/machine/gpu_model.h"

#include <signal.h>
#include <string.h>

typedef struct Table {
    Verify v;
    Piece *at;
    int n;
    const char **died; // of each piece: how, or NULL
    int ended;         // pieces
    int shown;         // pieces, in order
    VerifyRow *rows;   // of those
    int nrows, cap;
    const char *measured; // file that solutions' times are written to, or NULL
    const char *proved;   // file of what is proved, to be written, or NULL
    const char *mistakes; // file of fingerprints, to be written, or NULL
} Table;

// ---- planning

static bool asks_the_gpu(const Table *t) {
    for (int i = 0; i < t->n; i++)
        if (exercise_is_cuda(t->at[i].ex) && t->at[i].ex->measure.present)
            return true;
    return false;
}

static void plan_pieces(Table *t, const Exercise **list, int count) {
    Arena *m = &t->v.a->arena;
    int most = 0;
    size_t bytes = 0;
    for (int i = 0; i < count; i++)
        most += pieces_most(&t->v, list[i]);
    t->at = arena_array(m, Piece, (size_t)most);
    for (int i = 0; i < count; i++)
        pieces_of(&t->v, list[i], t->at, &t->n);
    t->died = arena_array(m, const char *, (size_t)t->n);
    for (int i = 0; i < t->n; i++)
        bytes += piece_bytes(&t->at[i]);
    char *room = jobs_memory(bytes);
    for (int i = 0; i < t->n; i++) {
        size_t own = piece_bytes(&t->at[i]);
        if (own == 0) {
            t->at[i].ended = true;
            t->ended++;
            continue;
        }
        t->at[i].answer = (Answer *)room;
        t->at[i].answer->room = own - sizeof(Answer);
        room += own;
    }
}

// ---- showing

static void keep_measured(Table *t, const Piece *p, VerifyRow *row) {
    Err err = {0};
    if (!t->measured || t->died[p - t->at] || !p->answer->measured) return;
    if (!recorded_write(t->measured, p->answer->measured, &err)) {
        row->ok = false;
        row->got = arena_str(&t->v.a->arena, err.msg);
    }
    err_clear(&err);
}

// Of an exercise nothing but its reference runs in kata's own process. It may
// have written past its arrays before.
static const char *words_of_death(Table *t, const char *died) {
    if (!died || (!strstr(died, strsignal(SIGSEGV)) &&
                  !strstr(died, strsignal(SIGABRT))))
        return died;
    return arena_fmt(&t->v.a->arena,
                     "%s; does reference.c stay within its arrays?", died);
}

static void take_rows(Table *t, Piece *p) {
    int n;
    const VerifyRow *rows =
        piece_rows(p, words_of_death(t, t->died[p - t->at]), &n);
    if (t->nrows + n > t->cap) {
        t->cap = 2 * (t->nrows + n);
        VerifyRow *more =
            arena_array(&t->v.a->arena, VerifyRow, (size_t)t->cap);
        if (t->nrows) memcpy(more, t->rows, (size_t)t->nrows * sizeof *more);
        t->rows = more;
    }
    memcpy(t->rows + t->nrows, rows, (size_t)n * sizeof *rows);
    t->nrows += n;
    if (p->kind == PIECE_SOLUTION) keep_measured(t, p, &t->rows[t->nrows - 1]);
}

// An exercise at a time, if all before it were.
static void show_rows(Table *t) {
    for (;;) {
        int end = t->shown, from = t->nrows;
        while (end < t->n && t->at[end].ended &&
               t->at[end].ex == t->at[t->shown].ex)
            end++;
        bool whole = end == t->n || t->at[end].ex != t->at[t->shown].ex;
        if (end == t->shown || !whole) return;
        while (t->shown < end)
            take_rows(t, &t->at[t->shown++]);
        if (t->v.a->json) continue;
        Buf out = {0};
        report_verify_rows(&t->v.a->term, t->rows + from, t->nrows - from,
                           &out);
        term_spin_end();
        app_print(&out);
    }
}

// One row that is not as it should be, and its exercise is not proved.
static bool record_proved(Table *t, Err *err) {
    Proved *p =
        t->v.unchanged ? t->v.unchanged : proved_load(t->v.a, t->proved, err);
    const char *last = "";
    if (!p) return false;
    for (int i = 0; i < t->nrows; i++) {
        const VerifyRow *row = &t->rows[i];
        const Exercise *ex = plan_find(&t->v.a->plan, row->exercise);
        if (!ex->paper && !kind_is_checked(ex->kind)) continue;
        if (strcmp(last, ex->id) != 0) proved_set(p, ex, true);
        if (!row->ok) proved_set(p, ex, false);
        last = ex->id;
    }
    return proved_write(p, t->proved, err);
}

// What was judged is written anew, mutants that are gone included.
static bool record_mistakes(Table *t, Err *err) {
    Mistakes m;
    if (!mistakes_load(&m, t->v.a, t->mistakes, err)) return false;
    for (int i = 0; i < t->n; i++)
        if (t->at[i].kind == PIECE_MUTANT) mistakes_drop(&m, t->at[i].ex);
    for (int i = 0; i < t->n; i++) {
        const Piece *p = &t->at[i];
        if (p->kind == PIECE_MUTANT && !t->died[i] && p->answer->fingerprint)
            mistakes_add(&m, p->ex, path_base(p->file), p->answer->fingerprint);
    }
    return mistakes_write(&m, t->mistakes, err);
}

static void say_left_out(const Table *t) {
    Buf out = {0};
    if (!t->v.nleft_out || t->v.a->json) return;
    buf_fmt(&out,
            "proved before and left out: %d row%s of stubs, baselines, wrong "
            "kernels and\npapers that are as they were then\n",
            t->v.nleft_out, t->v.nleft_out == 1 ? "" : "s");
    if (t->v.nsampled)
        buf_fmt(&out,
                "sampled: one row of one in %ld exercises that were proved "
                "before kata itself\nchanged (%d); `make prove` judges all\n",
                t->v.sample, t->v.nsampled);
    app_print(&out);
}

static bool finish_table(Table *t, int *status, Err *err) {
    int ran = 0;
    for (int i = 0; i < t->nrows; i++) {
        ran += !t->rows[i].skipped;
        if (!t->rows[i].ok && !t->rows[i].skipped) *status = 1;
    }
    say_left_out(t);
    Buf out = {0};
    if (t->v.a->json)
        report_verify_json(t->rows, t->nrows, &out);
    else
        report_verify_sum(&t->v.a->term, t->rows, t->nrows, &out);
    app_print(&out);
    // Zero checks run is an error, never a pass.
    if (ran == 0) return err_set(err, ERR_INPUT, "nothing was verified");
    return (!t->proved || record_proved(t, err)) &&
           (!t->mistakes || record_mistakes(t, err));
}

// ---- judging

static void judge_piece(void *ctx, int i) {
    Table *t = ctx;
    piece_judge(&t->v, &t->at[i]);
}

static bool is_alone(void *ctx, int i) {
    Table *t = ctx;
    return piece_is_alone(&t->at[i]);
}

// A reference without an end would be waited for once for each row.
static bool reference_is_endless(const Table *t, const Exercise *ex) {
    for (int i = 0; i < t->n; i++)
        if (t->at[i].ex == ex && t->died[i] &&
            strstr(t->died[i], "did not end"))
            return true;
    return false;
}

static bool piece_is_known(void *ctx, int i) {
    Table *t = ctx;
    if (t->at[i].ended || !reference_is_endless(t, t->at[i].ex))
        return t->at[i].ended;
    t->died[i] = "not judged: reference.c does not end";
    t->at[i].ended = true;
    t->ended++;
    return true;
}

static void show_step(Table *t) {
    term_spin(&t->v.a->term,
              arena_fmt(&t->v.a->arena, "judging: %d of %d", t->ended, t->n));
}

static void piece_ended(void *ctx, int i, const char *died) {
    Table *t = ctx;
    t->died[i] = died;
    t->at[i].ended = true;
    t->ended++;
    show_rows(t);
    show_step(t);
}

static bool judge_all(Table *t, long most, Err *err) {
    Jobs jobs = {.n = t->n,
                 .most = most,
                 .ctx = t,
                 .work = judge_piece,
                 .is_alone = is_alone,
                 .is_known = piece_is_known,
                 .ended = piece_ended};
    show_rows(t);
    show_step(t);
    bool ok = jobs_run(&jobs, &t->v.a->arena, err);
    show_rows(t);
    term_spin_end();
    return ok;
}

// ---- the verb

// mistakes.tsv has what a seed of its own gives on the simulated device.
// Without --proved nothing else is judged.
static bool take_mistakes(Table *t, Err *err) {
    if (!t->mistakes) return true;
    t->v.fingerprints = true;
    t->v.values_alone = !t->proved;
    if (!t->v.solutions && !t->v.sample && strcmp(t->v.on, "sim") == 0)
        return true;
    err_set(err, ERR_INPUT,
            "--mistakes is about all wrong solutions on the simulated device");
    return err_hint(err, "add --on sim, leave out --solutions and --sample");
}

// proved.tsv speaks of whole exercises on the simulated device.
static bool take_proved(Table *t, const char *unchanged, Err *err) {
    if (t->v.sample && (t->proved || !unchanged)) {
        err_set(err, ERR_INPUT,
                "--sample leaves out rows of --unchanged, and proves nothing");
        return err_hint(err, "leave out --proved, add --unchanged");
    }
    if (!unchanged && !t->proved) return true;
    if (t->v.solutions || strcmp(t->v.on, "sim") != 0) {
        err_set(err, ERR_INPUT,
                "--unchanged and --proved are about all rows on the simulated "
                "device");
        return err_hint(err, "add --on sim, leave out --solutions");
    }
    if (unchanged) t->v.unchanged = proved_load(t->v.a, unchanged, err);
    return !unchanged || t->v.unchanged;
}

static bool verify_run(App *a, int argc, char **argv, int *status, Err *err) {
    enum { MOST = 500 };
    const char *text = NULL, *jobs_text = NULL, *unchanged = NULL;
    const char *sample = NULL;
    const char *words[MOST];
    Table t = {.v = {.a = a, .on = "auto", .rounds = 1}};
    long most;
    int n;
    const Opt opts[] = {{"--on", &t.v.on, NULL},
                        {"--gpu", &t.v.gpu, NULL},
                        {"--rounds", &text, NULL},
                        {"--measured", &t.measured, NULL},
                        {"--unchanged", &unchanged, NULL},
                        {"--proved", &t.proved, NULL},
                        {"--mistakes", &t.mistakes, NULL},
                        {"--jobs", &jobs_text, NULL},
                        {"--sample", &sample, NULL},
                        {"--solutions", NULL, &t.v.solutions},
                        {0}};
    GpuState gpu = {0};
    if (!opts_take(&cmd_verify, argc, argv, opts, words, MOST, &n, err) ||
        (t.v.gpu && !gpu_model_find(&a->arena, t.v.gpu, err)) ||
        (text && !opts_int("--rounds", text, 1, &t.v.rounds, err)) ||
        (sample && !opts_int("--sample", sample, 1, &t.v.sample, err)))
        return false;
    if (strcmp(t.v.on, "sim") != 0) nvml_probe(&gpu);
    t.v.has_gpu = gpu.present;
    if (!jobs_take(jobs_text, gpu.present, &most, err) ||
        !take_mistakes(&t, err) || !take_proved(&t, unchanged, err) ||
        !app_may_build(a, err))
        return false;

    int count = n ? n : a->plan.nexercises;
    const Exercise **list =
        arena_array(&a->arena, const Exercise *, (size_t)count);
    for (int i = 0; i < count; i++) { // all addresses before the first minute
        list[i] =
            n ? address_exercise(a, words[i], NULL, err) : a->plan.exercises[i];
        if (!list[i]) return false;
    }
    plan_pieces(&t, list, count);
    if (asks_the_gpu(&t)) gpu_limits_gather(a, &gpu, &t.v.facts);
    return judge_all(&t, most, err) && finish_table(&t, status, err);
}

const Cmd cmd_verify = {
    .name = "verify",
    .args = "[EXERCISE...] [--on auto|gpu|sim] [--gpu MODEL] [--rounds N]\n"
            "            [--jobs N]",
    .help = "prove that exercises reject what is wrong (authors)",
    .more = "  --rounds N        everything N times, with fresh inputs\n"
            "  --jobs N          how many rows are judged at once; on a GPU "
            "only one is timed\n"
            "  --measured FILE   write the solutions' times on this GPU there\n"
            "  --solutions       no stubs and no mutants\n"
            "  --proved FILE     write there which exercises are proved as "
            "they are now\n"
            "  --unchanged FILE  of exercises that FILE has, stubs and "
            "solutions alone\n"
            "  --mistakes FILE   write there what tells wrong values from "
            "others; without\n                    --proved, nothing else is "
            "judged\n"
            "  --sample N        of those one in N; where kata has changed "
            "since, one wrong\n                    kernel of one in N, "
            "too\n\n"
            "Stubs must fail, solutions pass, mutants be rejected for the "
            "reason they state.\nNothing is recorded.\n",
    .needs = NEED_PLAN | WANT_STORE,
    .reads = true,
    .completes = "exercise",
    .run = verify_run,
};
