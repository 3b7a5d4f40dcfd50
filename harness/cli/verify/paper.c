// kata verify for exercises without a kernel.
//
// A sheet proves itself: for many seeds its right answers must pass, every
// known mistake must be rejected by its name, every wrong option too. One sheet
// that a person has read over stands beside it, in
// solutions/<topic>/<id>/answers.yaml, and must agree with what kata computes;
// mutants/*.yaml are sheets with something wrong.
//
//   seed: 7
//   answers: ["30, 6, 1", free]      in a mutant: {2: copy}, the others right
#include "cli/verify/paper.h"

#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"
#include "cli/verify/folder.h"
#include "cli/verify/profile.h"
#include "paper/sheet.h"
#include "plan/mutant.h"
#include "plan/read.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 40 };

static void not_drawn(PaperProof *p, VerifyRow *row, Err *err) {
    row->ok = false;
    row->got = arena_fmt(p->m, "line %d: %s", err->loc.line, err->msg);
    err_clear(err);
}

// ---- a sheet against itself

static void right_answers(PaperProof *p) {
    VerifyRow *row = proof_row(
        p, "right answers", arena_fmt(p->m, "pass, of %d sheets", (int)SEEDS));
    row->ok = true;
    for (uint64_t seed = 1; seed <= SEEDS && row->ok; seed++) {
        Sheet s;
        Err err = {0};
        Arena a = {0};
        if (!sheet_draw(&a, p->ex, seed, &s, &err)) not_drawn(p, row, &err);
        for (int i = 0; row->ok && i < s.n; i++) {
            PaperRow got = {.kind = "", .why = ""};
            const char *said = sheet_answer(&a, &s.at[i]);
            sheet_judge(&a, &s.at[i], said, &got);
            if (got.verdict == VERDICT_PASS) continue;
            row->ok = false;
            row->got = arena_fmt(p->m, "sheet %llx, question %d: '%s' is %s %s",
                                 (unsigned long long)seed, i + 1, said,
                                 got.kind, got.why);
        }
        arena_reset(&a);
    }
}

static void planted_mistake(PaperProof *p, const Question *q,
                            const Mistake *m) {
    VerifyRow *row = proof_row(p, arena_fmt(p->m, "%s: %s", q->id, m->id),
                               "rejected by its name");
    int seen = 0;
    row->ok = true;
    for (uint64_t seed = 1; seed <= SEEDS && row->ok; seed++) {
        Sheet s = {0};
        Err err = {0};
        Arena a = {0};
        if (!sheet_draw(&a, p->ex, seed, &s, &err)) not_drawn(p, row, &err);
        for (int i = 0; row->ok && i < s.n; i++)
            for (int k = 0; s.at[i].q == q && k < s.at[i].nslips; k++) {
                PaperRow got;
                const Slip *slip = &s.at[i].slips[k];
                if (strcmp(slip->id, m->id) != 0) continue;
                seen++;
                if (proof_slip(&a, &s.at[i], slip, &got)) continue;
                row->ok = false;
                row->got = arena_fmt(p->m, "sheet %llx: %s %s",
                                     (unsigned long long)seed,
                                     verdict_text(got.verdict), got.kind);
            }
        arena_reset(&a);
    }
    if (seen || !row->ok) return;
    row->ok = false;
    row->got = "it never differs from the right answer";
}

static void wrong_options(PaperProof *p, const Sheet *s, const Drawn *d) {
    for (int i = 0; i < d->q->noptions; i++) {
        const Option *o = &d->q->options[d->shown[i]];
        if (d->q->kind == ASK_ORDER || o->right) continue;
        PaperRow got = {.kind = "", .why = ""};
        VerifyRow *row = proof_row(
            p, arena_fmt(p->m, "%s: %.40s", d->q->id, o->text), "is wrong");
        sheet_judge(p->m, d, arena_fmt(p->m, "%c", sheet_letter(i)), &got);
        row->ok = got.verdict == VERDICT_FAIL && strstr(got.why, o->why);
        row->got = row->ok ? "" : got.why;
    }
    (void)s;
}

static void open_sheet(PaperProof *p) {
    VerifyRow *row = proof_row(p, "stub", "is not passed");
    Sheet s;
    Err err = {0};
    Buf text = {0};
    uint64_t seed;
    if (!sheet_draw(p->m, p->ex, 1, &s, &err)) {
        not_drawn(p, row, &err);
        return;
    }
    sheet_print(&s, NULL, &text);
    char **answers = sheet_answers(p->m, buf_text(&text), s.n, &seed);
    row->ok = seed == 1 && s.n > 0;
    for (int i = 0; i < s.n; i++)
        if (*answers[i]) {
            row->ok = false;
            row->got = arena_fmt(p->m, "question %d reads as answered: '%s'",
                                 i + 1, answers[i]);
        }
    buf_free(&text);
    for (int i = 0; i < s.n; i++)
        wrong_options(p, &s, &s.at[i]);
}

// ---- what a person has read over

typedef struct Filled {
    uint64_t seed;
    const Node *answers;
} Filled;

static void key_seed(Read *r, const Node *n, void *out) {
    const char *text = read_text(r, n, "seed");
    ((Filled *)out)->seed = text ? strtoull(text, NULL, 0) : 0;
}

static void key_answers(Read *r, const Node *n, void *out) {
    (void)r;
    ((Filled *)out)->answers = n;
}

// Puts the answers of a YAML file into the right ones of its sheet.
static bool read_filled(PaperProof *p, const char *path, Sheet *s,
                        const char ***out, Err *err) {
    static const Key keys[] = {{"seed", key_seed, true},
                               {"answers", key_answers, true}};
    Filled f = {0};
    Read r = {p->m, err};
    const Node *root = yaml_load(p->m, arena_str(p->m, path), err);
    if (!root || !read_map(&r, root, "a filled sheet", keys, 2, &f) ||
        err_count(err) || !sheet_draw(p->m, p->ex, f.seed, s, err))
        return false;
    *out = arena_array(p->m, const char *, (size_t)s->n);
    bool list = f.answers->kind == NODE_LIST;
    for (int i = 0; i < s->n; i++)
        (*out)[i] = list ? "" : sheet_answer(p->m, &s->at[i]);
    for (int i = 0; i < f.answers->n; i++) {
        int at = list ? i : atoi(f.answers->keys[i]) - 1;
        if (at < 0 || at >= s->n)
            return node_err(f.answers->at[i], err,
                            "this sheet has %d questions", s->n);
        (*out)[at] = read_text(&r, f.answers->at[i], "answers");
    }
    return err_count(err) == 0;
}

// Through the text that is handed out, as a learner's answers go.
static PaperRow *judge_filled(PaperProof *p, const Sheet *s,
                              const char **answers) {
    Buf text = {0};
    uint64_t seed;
    PaperRow *rows = arena_array(p->m, PaperRow, (size_t)s->n);
    sheet_print(s, answers, &text);
    char **said = sheet_answers(p->m, buf_text(&text), s->n, &seed);
    for (int i = 0; i < s->n; i++) {
        rows[i] = (PaperRow){.kind = "", .why = ""};
        sheet_judge(p->m, &s->at[i], said[i], &rows[i]);
    }
    buf_free(&text);
    return rows;
}

static void written_out(PaperProof *p) {
    const char *path = path_join(p->m, p->ex->sol, "answers.yaml");
    VerifyRow *row = proof_row(p, "answers.yaml", "passes");
    Sheet s;
    const char **answers;
    Err err = {0};
    if (!read_filled(p, path, &s, &answers, &err)) {
        not_drawn(p, row, &err);
        return;
    }
    PaperRow *got = judge_filled(p, &s, answers);
    row->ok = s.n > 0;
    for (int i = 0; i < s.n; i++) {
        if (got[i].verdict == VERDICT_PASS) continue;
        row->ok = false;
        row->got = arena_fmt(p->m, "question %d: '%s' is not '%s'", i + 1,
                             answers[i], got[i].want ? got[i].want : "");
    }
}

static void wrong_sheet(PaperProof *p, const char *path) {
    VerifyRow *row =
        proof_row(p, path_base(path), "a reason in its first line");
    MutantReason reason;
    Sheet s;
    const char **answers;
    Err err = {0};
    if (!mutant_reason(path, p->m, &reason, &err) ||
        !read_filled(p, path, &s, &answers, &err)) {
        not_drawn(p, row, &err);
        return;
    }
    row->wanted = arena_fmt(p->m, "rejected by %s", reason.text);
    PaperRow *got = judge_filled(p, &s, answers);
    for (int i = 0; i < s.n; i++) {
        if (got[i].verdict == VERDICT_PASS) continue;
        char *found = arena_fmt(p->m, "question %d: %s", i + 1, got[i].kind);
        row->got = found;
        for (int w = 0; w < reason.nways; w++)
            row->ok |= reason.ways[w].kind == WAY_CASE &&
                       strstr(found, reason.ways[w].what) != NULL;
    }
    if (!*row->got) row->got = "every answer was right";
}

static void verify_sheet(PaperProof *p) {
    const Paper *paper = p->ex->paper;
    open_sheet(p);
    right_answers(p);
    for (int i = 0; i < paper->nquestions; i++)
        for (int k = 0; k < paper->questions[i].nmistakes; k++)
            planted_mistake(p, &paper->questions[i],
                            &paper->questions[i].mistakes[k]);
    if (p->ex->kind == KIND_WORKSHEET) written_out(p);
    for (char **path = mutant_list(p->m, p->ex, NULL); *path; path++)
        wrong_sheet(p, *path);
}

VerifyRow *verify_paper(App *a, const Exercise *ex, int *n) {
    PaperProof p = {.a = a,
                    .m = &a->arena,
                    .ex = ex,
                    .rows = arena_array(&a->arena, VerifyRow, PROOF_ROWS)};
    if (ex->kind == KIND_PROFILE)
        verify_profile(&p);
    else if (ex->paper->nquestions)
        verify_sheet(&p);
    else
        verify_folder(&p);
    *n = p.n;
    return p.rows;
}
