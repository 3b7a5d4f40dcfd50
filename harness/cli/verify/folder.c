// kata verify for reports and projects: the shipped one passes, the stub and
// every mutant fail, each for the reason that its first line states.
//
// The attempts that a report cites are in solutions/<topic>/<id>/record.yaml, a
// record made up for it:
//
//   - {of: transpose, number: 1, facts: "812 us, 661 GB/s, H200", us: 812}
//
// The same file says which drills there were, in minutes since some day:
//
//   - {drill: transpose, passed: 1, begun: 20000, solved: 20030}
//
// A project's mutants are shell scripts that damage a copy of the shipped one;
// a record.yaml that they leave there is read in place of the solution's. A
// copy is a git repository with one commit if the project wants to be cloned.
// A repository starts from its scaffold, as `kata init` sets it up: the
// scaffold alone is the stub, and the shipped one holds only what a learner
// adds to it.
#include "cli/verify/folder.h"

#include "base/path.h"
#include "base/proc.h"
#include "base/scratch.h"
#include "base/str.h"
#include "base/vec.h"
#include "cli/folder/repository.h"
#include "paper/paper.h"
#include "plan/mutant.h"
#include "plan/read.h"

#include <math.h>
#include <string.h>

typedef struct MadeUp {
    Cited *at;
    int n, cap;
    struct MadeUpDrills {
        struct MadeUpDrill {
            const char *exercise;
            int passed, begun, solved; // minutes
            Drill d;
        } * at;
        int n, cap;
    } drills;
    const char *shipped; // the solution's folder: what `kata zoo` would file
} MadeUp;

// ---- the record

static Cited *last_of(void *out) {
    MadeUp *m = out;
    return &m->at[m->n - 1];
}

static void key_of(Read *r, const Node *n, void *out) {
    last_of(out)->exercise = read_text(r, n, "of");
}

static void key_number(Read *r, const Node *n, void *out) {
    read_int(r, n, "number", 1, 100000, &last_of(out)->number);
}

static void key_facts(Read *r, const Node *n, void *out) {
    last_of(out)->text = read_text(r, n, "facts");
}

static void key_us(Read *r, const Node *n, void *out) {
    read_number(r, n, "us", &last_of(out)->us);
}

static void key_modelled(Read *r, const Node *n, void *out) {
    read_bool(r, n, "modelled", &last_of(out)->modelled);
}

static void key_failed(Read *r, const Node *n, void *out) {
    bool failed = false;
    read_bool(r, n, "failed", &failed);
    if (failed) last_of(out)->verdict = VERDICT_FAIL;
}

static void key_predicts(Read *r, const Node *n, void *out) {
    last_of(out)->prediction.metric = read_text(r, n, "predicts");
}

static void key_said(Read *r, const Node *n, void *out) {
    read_number(r, n, "said", &last_of(out)->prediction.said);
}

static void key_got(Read *r, const Node *n, void *out) {
    read_number(r, n, "got", &last_of(out)->prediction.got);
}

static void key_before(Read *r, const Node *n, void *out) {
    read_number(r, n, "before", &last_of(out)->prediction.before);
}

static void key_stale(Read *r, const Node *n, void *out) {
    read_bool(r, n, "stale", &last_of(out)->prediction.stale);
}

static struct MadeUpDrill *last_drill(void *out) {
    MadeUp *m = out;
    return &m->drills.at[m->drills.n - 1];
}

static void key_drill(Read *r, const Node *n, void *out) {
    last_drill(out)->exercise = read_text(r, n, "drill");
}

static void key_passed(Read *r, const Node *n, void *out) {
    read_int(r, n, "passed", 0, 100000000, &last_drill(out)->passed);
}

static void key_begun(Read *r, const Node *n, void *out) {
    read_int(r, n, "begun", 1, 100000000, &last_drill(out)->begun);
}

static void key_solved(Read *r, const Node *n, void *out) {
    read_int(r, n, "solved", 0, 100000000, &last_drill(out)->solved);
}

static void key_same(Read *r, const Node *n, void *out) {
    last_drill(out)->d.same = read_text(r, n, "same");
}

static void key_helped(Read *r, const Node *n, void *out) {
    read_int(r, n, "helped", 0, 100, &last_drill(out)->d.helped);
}

static void load_drill(Read *r, const Node *n, MadeUp *out) {
    static const Key keys[] = {
        {"drill", key_drill, true}, {"passed", key_passed, false},
        {"begun", key_begun, true}, {"solved", key_solved, false},
        {"same", key_same, false},  {"helped", key_helped, false}};
    vec_push(&out->drills, (struct MadeUpDrill){0});
    read_map(r, n, "a drill", keys, COUNT_OF(keys), out);
    struct MadeUpDrill *d = last_drill(out);
    d->d.passed = 60 * (int64_t)d->passed;
    d->d.begun = 60 * (int64_t)d->begun;
    d->d.solved = 60 * (int64_t)d->solved;
}

static bool load_record(Arena *a, const char *path, MadeUp *out, Err *err) {
    static const Key keys[] = {{"of", key_of, true},
                               {"number", key_number, true},
                               {"facts", key_facts, true},
                               {"us", key_us, false},
                               {"modelled", key_modelled, false},
                               {"failed", key_failed, false},
                               {"predicts", key_predicts, false},
                               {"said", key_said, false},
                               {"got", key_got, false},
                               {"before", key_before, false},
                               {"stale", key_stale, false}};
    Read r = {a, err};
    if (!path_exists(path)) return true;
    const Node *root = yaml_load(a, arena_str(a, path), err);
    if (!root || !read_is_list(&r, root, "record.yaml", "- {of: transpose}"))
        return false;
    for (int i = 0; i < root->n; i++) {
        if (node_find(root->at[i], "drill")) {
            load_drill(&r, root->at[i], out);
            continue;
        }
        vec_push(out, (Cited){.us = NAN,
                              .verdict = VERDICT_PASS,
                              .prediction = {.got = NAN, .before = NAN}});
        read_map(&r, root->at[i], "an attempt", keys, COUNT_OF(keys), out);
        Cited *c = last_of(out);
        const char *comma = c->text ? strrchr(c->text, ',') : NULL;
        if (comma) c->device = arena_str(a, comma + 1 + (comma[1] == ' '));
        if (c->exercise && c->text)
            c->text = arena_fmt(a, "attempt %d: %s %s", c->number, c->exercise,
                                c->text);
    }
    return err_count(err) == 0;
}

static bool find_made_up(void *ctx, Arena *a, const char *exercise, int number,
                         Cited *out) {
    const MadeUp *m = ctx;
    (void)a;
    for (int i = 0; i < m->n; i++)
        if (m->at[i].number == number && !strcmp(m->at[i].exercise, exercise)) {
            *out = m->at[i];
            return true;
        }
    return false;
}

static bool best_made_up(void *ctx, Arena *a, const char *exercise,
                         Cited *out) {
    const MadeUp *m = ctx;
    const Cited *best = NULL;
    (void)a;
    for (int i = 0; i < m->n; i++)
        if (!strcmp(m->at[i].exercise, exercise) &&
            (!best || m->at[i].us < best->us))
            best = &m->at[i];
    if (best) *out = *best;
    return best != NULL;
}

static bool made_up_files(void *ctx, Arena *a, const Exercise *ex,
                          const char *name, Str text) {
    const MadeUp *m = ctx;
    Buf want = {0};
    (void)ex;
    bool same = file_read(path_join(a, m->shipped, name), &want, NULL) &&
                want.len == text.n && !memcmp(buf_text(&want), text.p, text.n);
    buf_free(&want);
    return same;
}

static bool find_drill(void *ctx, Arena *a, const Exercise *ex, int i,
                       Drill *out) {
    const MadeUp *m = ctx;
    (void)a;
    for (int k = 0; k < m->drills.n; k++)
        if (!strcmp(m->drills.at[k].exercise, ex->id) && i-- == 0) {
            *out = m->drills.at[k].d;
            return true;
        }
    return false;
}

static void drop_record(MadeUp *m) {
    vec_free(&m->drills);
    vec_free(m);
}

// ---- one run

typedef struct Folder {
    PaperProof *p;
    MadeUp record;
    const char *scratch;
} Folder;

// Lists what was found, a name and a word for each: "part Results: missing".
static const char *findings_text(Arena *a, const PaperResult *r) {
    Buf out = {0};
    for (int i = 0; i < r->nrows; i++)
        if (r->rows[i].verdict == VERDICT_FAIL)
            buf_fmt(&out, "%s%s: %s", out.len ? "; " : "", r->rows[i].name,
                    r->rows[i].kind);
    char *text = arena_str(a, buf_text(&out));
    buf_free(&out);
    return text;
}

// Judges; returns what was found, or NULL with the row's words filled in.
static const char *judge_file(Folder *f, const char *file, VerifyRow *row,
                              bool *pass) {
    PaperRecord rec = {.ctx = &f->record,
                       .attempt = find_made_up,
                       .best = best_made_up,
                       .files = made_up_files,
                       .drill = find_drill};
    const char *scratch = path_join(f->p->m, f->scratch, "tmp");
    PaperRequest q = {.plan = &f->p->a->plan,
                      .ex = f->p->ex,
                      .file = file,
                      .seed = 1,
                      .record = &rec,
                      .scratch = scratch,
                      .progress = app_show_step,
                      .ctx = f->p->a};
    PaperResult r = {0};
    Err err = {0};
    const char *what = NULL;
    if (paper_check(&q, &r, &err)) {
        what = findings_text(f->p->m, &r);
        *pass = r.verdict == VERDICT_PASS;
        row->seconds = r.seconds;
    } else {
        row->got = arena_str(f->p->m, err.msg);
    }
    term_spin_end();
    err_clear(&err);
    paper_free(&r);
    path_remove_all(scratch, NULL);
    return what;
}

static bool only_tools_lack(const char *what) {
    Str rest = str_of(what), one;
    bool only = true;
    while (str_cut(&rest, ';', &one))
        only &= memmem(one.p, one.n, ": not-found", 11) != NULL ||
                memmem(one.p, one.n, "import ", 7) != NULL;
    return only;
}

static void expect_verdict(Folder *f, const char *file, VerifyRow *row,
                           bool want) {
    bool pass = false;
    const char *what = judge_file(f, file, row, &pass);
    row->ok = what && pass == want;
    if (what && !row->ok) row->got = want ? what : "it passes";
    // Nothing is wrong with an exercise because this machine lacks a tool.
    row->skipped = what && want && !pass && only_tools_lack(what);
}

static void is_rejected(Folder *f, const char *file, const MutantReason *why,
                        VerifyRow *row) {
    bool pass = false;
    const char *what = judge_file(f, file, row, &pass);
    row->wanted = arena_fmt(f->p->m, "rejected by %s", why->text);
    for (int w = 0; what && !pass && w < why->nways; w++)
        row->ok |= why->ways[w].kind == WAY_CASE &&
                   strstr(what, why->ways[w].what) != NULL;
    if (what && !row->ok) row->got = pass ? "it passes" : what;
}

// ---- reports

static void report_rows(Folder *f) {
    PaperProof *p = f->p;
    Arena *m = p->m;
    Buf stub = {0};
    const char *file = path_join(m, f->scratch, p->ex->file);
    VerifyRow *row = proof_row(p, "stub", "is not passed");
    if (paper_stub(p->ex, 1, &stub, NULL) &&
        file_write(file, buf_text(&stub), stub.len, NULL))
        expect_verdict(f, file, row, false);
    buf_free(&stub);
    expect_verdict(f, path_join(m, p->ex->sol, p->ex->file),
                   proof_row(p, "solution", "passes"), true);
    for (char **path = mutant_list(m, p->ex, NULL); *path; path++) {
        MutantReason why;
        Err err = {0};
        row = proof_row(p, path_base(*path), "a reason in its first line");
        if (mutant_reason(*path, m, &why, &err))
            is_rejected(f, *path, &why, row);
        else
            row->got = arena_str(m, err.msg);
        err_clear(&err);
    }
}

// ---- projects

static bool run_command(Arena *m, const char *cwd, const char *const *argv,
                        const char **said) {
    Proc p = {0};
    Err err = {0};
    bool ok = proc_run(argv, cwd, &p, &err) && p.status == 0;
    if (!ok)
        *said =
            arena_fmt(m, "%s: %s%.200s", argv[0], err.msg, buf_text(&p.err));
    proc_free(&p);
    err_clear(&err);
    return ok;
}

// Copies the repository's scaffold, if this is one, beside what is in dir.
static bool add_scaffold(Folder *f, const char *dir, const char **said) {
    const char *name = f->p->ex->paper->repository;
    Err err = {0};
    int made;
    bool ok = !name || repository_scaffold(f->p->a, name, dir, &made, &err);
    if (!ok) *said = arena_str(f->p->m, err.msg);
    err_clear(&err);
    return ok;
}

static bool wants_clone(const Paper *p) {
    for (int i = 0; i < p->nneeds; i++)
        if (p->needs[i].kind == NEED_CLONE) return true;
    return false;
}

// Commits the folder, as a learner does who was told to.
static bool commit_all(Folder *f, const char *dir, const char **said) {
    static const char *const commands[][9] = {
        {"git", "init", "-q", NULL},
        {"git", "config", "user.name", "kata", NULL},
        {"git", "config", "user.email", "kata@localhost", NULL},
        {"git", "add", "-A", NULL},
        {"git", "commit", "-q", "-m", "all", NULL},
    };
    if (!wants_clone(f->p->ex->paper)) return true;
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (!run_command(f->p->m, dir, commands[i], said)) return false;
    return true;
}

static bool copy_project(Folder *f, const char *to, const char **said) {
    const char *from = arena_fmt(f->p->m, "%s/project/.", f->p->ex->sol);
    return path_make_dirs(to, NULL) &&
           run_command(f->p->m, NULL,
                       (const char *const[]){"cp", "-R", from, to, NULL},
                       said) &&
           add_scaffold(f, to, said) && commit_all(f, to, said);
}

// A folder as it is before the learner's first word.
static bool make_stub(Folder *f, const char *dir, const char **said) {
    const PaperProof *p = f->p;
    Buf stub = {0};
    bool ok = path_make_dirs(dir, NULL) && add_scaffold(f, dir, said);
    const char *file = path_join(p->m, dir, p->ex->file);
    if (ok && !path_exists(file))
        ok = paper_stub(p->ex, 1, &stub, NULL) &&
             file_write(file, buf_text(&stub), stub.len, NULL);
    buf_free(&stub);
    return ok;
}

// Judges a damaged copy by the record that it brings along, if it does.
static void judge_damaged(Folder *f, const char *dir, const MutantReason *why,
                          VerifyRow *row) {
    Arena *m = f->p->m;
    const char *own = path_join(m, dir, "record.yaml");
    const char *file = path_join(m, dir, f->p->ex->file);
    MadeUp kept = f->record;
    Err err = {0};
    if (!path_exists(own)) {
        is_rejected(f, file, why, row);
        return;
    }
    f->record = (MadeUp){.shipped = kept.shipped};
    if (load_record(m, own, &f->record, &err))
        is_rejected(f, file, why, row);
    else
        row->got = arena_str(m, err.msg);
    drop_record(&f->record);
    f->record = kept;
    err_clear(&err);
}

static void project_rows(Folder *f) {
    PaperProof *p = f->p;
    Arena *m = p->m;
    const char *said = "";
    const char *empty = path_join(m, f->scratch, "empty");
    const char *good = path_join(m, f->scratch, "good");
    VerifyRow *row = proof_row(p, "stub", "is not passed");
    if (make_stub(f, empty, &said))
        expect_verdict(f, path_join(m, empty, p->ex->file), row, false);
    else
        row->got = said;
    row = proof_row(p, "solution", "passes");
    if (copy_project(f, good, &said))
        expect_verdict(f, path_join(m, good, p->ex->file), row, true);
    else
        row->got = said;
    for (char **path = mutant_list(m, p->ex, NULL); *path; path++) {
        MutantReason why;
        Err err = {0};
        const char *dir = path_join(m, f->scratch, path_base(*path));
        row = proof_row(p, path_base(*path), "a reason in its first line");
        if (!mutant_reason(*path, m, &why, &err))
            row->got = arena_str(m, err.msg);
        else if (!copy_project(f, dir, &said) ||
                 !run_command(m, dir, (const char *const[]){"sh", *path, NULL},
                              &said))
            row->got = said;
        else
            judge_damaged(f, dir, &why, row);
        err_clear(&err);
    }
}

void verify_folder(PaperProof *p) {
    Folder f = {.p = p};
    Scratch scratch;
    Err err = {0};
    bool ok = scratch_open(&scratch, p->m, p->a->build, "verify", &err);
    f.scratch = scratch.path;
    f.record.shipped = path_join(p->m, p->ex->sol, "project");
    if (!ok || !load_record(p->m, path_join(p->m, p->ex->sol, "record.yaml"),
                            &f.record, &err)) {
        VerifyRow *row = proof_row(p, "record.yaml", "can be read");
        row->got = arena_str(p->m, err.msg);
    } else if (p->ex->paper->nneeds) {
        project_rows(&f);
    } else {
        report_rows(&f);
    }
    err_clear(&err);
    drop_record(&f.record);
    scratch_close(&scratch);
}
