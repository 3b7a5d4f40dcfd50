// See profile.h.
#include "cli/verify/profile.h"

#include "base/path.h"
#include "base/scratch.h"
#include "base/str.h"
#include "base/vec.h"
#include "cli/folder/simulated.h"
#include "paper/profile.h"
#include "plan/mutant.h"
#include "plan/read.h"

#include <stdlib.h>
#include <string.h>

enum { LEARNERS = 2, MISTAKES = 64, RUNS = 16 };

typedef struct Wrong { // mutants/*.yaml
    const char *program, *from, *to, *name;
    uint64_t seed;
    int cut; // -1: nothing
    const Node *answers;
} Wrong;

typedef struct Kept { // what a run of the program exported
    const char *key, *text;
} Kept;

typedef struct Runs { // the same run is made once
    PaperProof *p;
    Kept at[RUNS];
    int n;
} Runs;

typedef struct Learner {
    PaperProof *p;
    const char *folder;
    PaperRequest q;
    const char *text; // the export
    Sheet sheet;      // with answers
} Learner;

static bool run_once(void *ctx, Arena *a, const char *file, const char **args,
                     const char *gpu, bool timeline, const char **text,
                     Err *err) {
    Runs *runs = ctx;
    Arena *m = runs->p->m;
    const char *key =
        arena_fmt(m, "%s %s", file, *gpu ? gpu : "h100"); // the usual one
    (void)a; // what is kept lives as long as the proof
    for (int i = 0; args[i]; i++)
        key = arena_fmt(m, "%s %s", key, args[i]);
    for (int i = 0; i < runs->n; i++)
        if (!strcmp(runs->at[i].key, key)) {
            *text = runs->at[i].text;
            return true;
        }
    if (!simulated_export(runs->p->a, m, file, args, gpu, timeline, text, err))
        return false;
    if (runs->n < RUNS) runs->at[runs->n++] = (Kept){key, *text};
    return true;
}

// ---- one learner

static bool make_learner(Runs *runs, const char *folder, uint64_t seed,
                         Learner *out, Err *err) {
    PaperProof *p = runs->p;
    Export e;
    Env given = {0};
    *out = (Learner){.p = p, .folder = folder};
    out->q = (PaperRequest){.plan = &p->a->plan,
                            .ex = p->ex,
                            .file = path_join(p->m, folder, p->ex->file),
                            .seed = seed,
                            .simulate = run_once,
                            .ctx = runs};
    bool ok = profile_run(&out->q, p->m, "", &out->text, &e, err);
    if (ok) export_names(p->m, &e, &given);
    ok = ok && sheet_draw_given(p->m, p->ex, seed, &given, &out->sheet, err);
    vec_free(&given);
    return ok;
}

static const char **right_answers(const Learner *l) {
    const char **said = arena_array(l->p->m, const char *, (size_t)l->sheet.n);
    for (int i = 0; i < l->sheet.n; i++)
        said[i] = sheet_answer(l->p->m, &l->sheet.at[i]);
    return said;
}

// Hands in a sheet and an export. Returns the kinds of what was found wrong,
// "" for a pass, or NULL with the row's words filled in.
static const char *hand_in(const Learner *l, const char *const *said,
                           const char *name, const char *text, VerifyRow *row) {
    Arena *m = l->p->m;
    Buf sheet = {0};
    Err err = {0};
    PaperResult r = {0};
    sheet_print(&l->sheet, said, &sheet);
    const char *whole = buf_text(&sheet);
    const char *line = strstr(whole, "export: profile.json");
    const char *filled =
        line ? arena_fmt(m, "%.*sexport: %s%s", (int)(line - whole), whole,
                         name, line + strlen("export: profile.json"))
             : whole;
    const char *found = NULL;
    bool ok = file_write(l->q.file, filled, strlen(filled), &err) &&
              file_write(path_join(m, l->folder, "profile.json"), text,
                         strlen(text), &err) &&
              paper_check(&l->q, &r, &err);
    if (ok) {
        found = "";
        for (int i = 0; i < r.nrows; i++)
            if (r.rows[i].verdict != VERDICT_PASS)
                found = arena_fmt(m, "%s%s: %s; ", found, r.rows[i].name,
                                  r.rows[i].kind);
        row->seconds = r.seconds;
        if ((r.verdict == VERDICT_PASS) != !*found)
            found = arena_fmt(m, "%sand the verdict disagrees", found);
    } else {
        row->got = arena_str(m, err.msg);
    }
    err_clear(&err);
    buf_free(&sheet);
    paper_free(&r);
    return found;
}

// ---- the rows

static void planted_mistakes(const Learner *l, bool *seen) {
    const Paper *paper = l->p->ex->paper;
    int at = 0;
    for (int i = 0; i < l->sheet.n; i++) {
        const Drawn *d = &l->sheet.at[i];
        at = 0;
        for (const Question *q = paper->questions; q != d->q; q++)
            at += q->nmistakes;
        for (int k = 0; k < d->nslips; k++) {
            PaperRow got;
            for (int n = 0; n < d->q->nmistakes; n++)
                if (!strcmp(d->q->mistakes[n].id, d->slips[k].id) &&
                    at + n < MISTAKES)
                    seen[at + n] |= proof_slip(l->p->m, d, &d->slips[k], &got);
        }
    }
}

static void mistake_rows(PaperProof *p, const bool *seen) {
    int at = 0;
    for (int i = 0; i < p->ex->paper->nquestions; i++) {
        const Question *q = &p->ex->paper->questions[i];
        for (int k = 0; k < q->nmistakes; k++, at++) {
            VerifyRow *row = proof_row(
                p, arena_fmt(p->m, "%s: %s", q->id, q->mistakes[k].id),
                "rejected by its name");
            row->ok = at < MISTAKES && seen[at];
            if (!row->ok) row->got = "it passes, or has another name";
        }
    }
}

// Each wrong option is wrong for its reason.
static void option_rows(const Learner *l) {
    PaperProof *p = l->p;
    for (int i = 0; i < l->sheet.n; i++)
        for (int k = 0; k < l->sheet.at[i].q->noptions; k++) {
            const Drawn *d = &l->sheet.at[i];
            const Option *o = &d->q->options[d->shown[k]];
            PaperRow got = {.kind = "", .why = ""};
            if (o->right || d->q->kind == ASK_ORDER) continue;
            VerifyRow *row = proof_row(
                p, arena_fmt(p->m, "%s: %.40s", d->q->id, o->text), "is wrong");
            sheet_judge(p->m, d, arena_fmt(p->m, "%c", sheet_letter(k)), &got);
            row->ok = got.verdict == VERDICT_FAIL && strstr(got.why, o->why);
            if (!row->ok) row->got = got.why;
        }
}

static void learner_rows(const Learner *l) {
    PaperProof *p = l->p;
    VerifyRow *row = proof_row(p, "stub", "is not passed");
    const char *found = hand_in(l, NULL, "profile.json", l->text, row);
    row->ok = found && *found;
    row = proof_row(
        p, arena_fmt(p->m, "sheet %llx", (unsigned long long)l->q.seed),
        "right answers pass");
    found = hand_in(l, right_answers(l), "profile.json", l->text, row);
    row->ok = found && !*found;
    if (found && *found) row->got = found;
}

// ---- mutants

static void key_program(Read *r, const Node *n, void *out) {
    ((Wrong *)out)->program = read_text(r, n, "program");
}

static void key_seed(Read *r, const Node *n, void *out) {
    const char *text = read_text(r, n, "seed");
    ((Wrong *)out)->seed = text ? strtoull(text, NULL, 0) : 0;
}

static void key_replace(Read *r, const Node *n, void *out) {
    const char **words = read_words(r, n, "replace");
    if (!words[0] || !words[1]) return;
    ((Wrong *)out)->from = words[0];
    ((Wrong *)out)->to = words[1];
}

static void key_name(Read *r, const Node *n, void *out) {
    ((Wrong *)out)->name = read_text(r, n, "export");
}

static void key_cut(Read *r, const Node *n, void *out) {
    read_int(r, n, "cut", 0, 1 << 20, &((Wrong *)out)->cut);
}

static void key_answers(Read *r, const Node *n, void *out) {
    (void)r;
    ((Wrong *)out)->answers = n;
}

// The export that the mutant hands in, or NULL.
static const char *wrong_export(const Learner *l, const Wrong *w,
                                const char *path, Err *err) {
    Arena *m = l->p->m;
    const char *text = l->text;
    PaperRequest q = l->q;
    Export e;
    if (w->seed) q.seed = w->seed;
    if (w->program || w->seed) {
        Exercise *ex = arena_new(m, Exercise);
        Paper *paper = arena_new(m, Paper);
        *ex = *l->p->ex;
        *paper = *ex->paper;
        ex->paper = paper;
        q.ex = ex;
        if (w->program) {
            ex->dir = path_dir(m, path);
            paper->program = w->program;
        }
        if (!profile_run(&q, m, "", &text, &e, err)) return NULL;
    }
    const char *at = w->from ? strstr(text, w->from) : NULL;
    if (w->from && !at) {
        err_set(err, ERR_USAGE, "the export does not hold '%s'", w->from);
        return NULL;
    }
    if (at)
        text = arena_fmt(m, "%.*s%s%s", (int)(at - text), text, w->to,
                         at + strlen(w->from));
    return w->cut >= 0
               ? arena_strn(m, text, min_of((size_t)w->cut, strlen(text)))
               : text;
}

static void wrong_row(const Learner *l, const char *path) {
    static const Key keys[] = {
        {"program", key_program, false}, {"seed", key_seed, false},
        {"replace", key_replace, false}, {"export", key_name, false},
        {"cut", key_cut, false},         {"answers", key_answers, false}};
    PaperProof *p = l->p;
    VerifyRow *row = proof_row(p, path_base(path), "a reason");
    Err err = {0};
    Read r = {p->m, &err};
    Wrong w = {.name = "profile.json", .cut = -1};
    MutantReason reason;
    const Node *root = NULL;
    const char *text = NULL, *found = NULL;
    if (mutant_reason(path, p->m, &reason, &err) &&
        (root = yaml_load(p->m, arena_str(p->m, path), &err)) &&
        read_map(&r, root, "a wrong profile", keys, COUNT_OF(keys), &w) &&
        !err_count(&err))
        text = wrong_export(l, &w, path, &err);
    if (!text) {
        row->got = arena_str(p->m, err.msg);
        err_clear(&err);
        return;
    }
    const char **said = right_answers(l);
    for (int i = 0; w.answers && i < w.answers->n; i++) {
        int at = atoi(w.answers->keys[i]) - 1;
        if (at >= 0 && at < l->sheet.n) said[at] = w.answers->at[i]->text;
    }
    row->wanted = arena_fmt(p->m, "rejected by %s", reason.text);
    found = hand_in(l, said, w.name, text, row);
    for (int i = 0; found && i < reason.nways; i++)
        row->ok |= reason.ways[i].kind == WAY_CASE &&
                   strstr(found, reason.ways[i].what) != NULL;
    if (found && !row->ok) row->got = *found ? found : "it passes";
}

// ---- all of it

void verify_profile(PaperProof *p) {
    Scratch scratch = {0};
    Err err = {0};
    bool seen[MISTAKES] = {0};
    Runs runs = {.p = p};
    Learner l;
    bool ok = scratch_open(&scratch, p->m, p->a->build, "profile", &err);
    for (uint64_t seed = LEARNERS; ok && seed >= 1; seed--) {
        ok = make_learner(&runs, scratch.path, seed, &l, &err);
        if (!ok) break;
        planted_mistakes(&l, seen);
        learner_rows(&l);
    }
    if (ok) {
        option_rows(&l);
        mistake_rows(p, seen);
        for (char **path = mutant_list(p->m, p->ex, NULL); *path; path++)
            wrong_row(&l, *path);
    } else {
        VerifyRow *row = proof_row(p, "sheet", "is drawn from the profile");
        row->got =
            arena_fmt(p->m, "line %d: %s %s", err.loc.line, err.msg, err.hint);
    }
    err_clear(&err);
    scratch_close(&scratch);
}
