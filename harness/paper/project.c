// Checking a project: a folder against its list.
//
// Commands run in a copy, in a sandbox: what builds there builds from what is
// in the folder and nothing else, and nothing of the learner's can be harmed.
#include "base/map.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/str.h"
#include "paper/drill.h"
#include "paper/evidence.h"
#include "paper/numbers.h"
#include "run/command.h"

#include <ctype.h>
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_FILES = 5000, MAX_DEPTH = 8, MAX_MIB = 256 };

typedef struct Project {
    const PaperRequest *q;
    PaperResult *res;
    Arena *a;
    const char *folder;
    const char **files; // relative to folder
    int nfiles;
    double bytes;
    const char *copy; // made when the first command needs it; NULL: not yet
    Map printed;      // by the name that it prints: const double *
} Project;

// ---- what is there

// Returns true for files that tools leave and nobody means by a file of the
// project.
static bool is_left_out(const char *name) {
    static const char *const names[] = {".git", "__pycache__", "node_modules",
                                        ".venv"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

static void walk_folder(Project *p, const char *below, int depth) {
    const char *dir = *below ? path_join(p->a, p->folder, below) : p->folder;
    for (char **name = path_list(p->a, dir, NULL); *name; name++) {
        struct stat st;
        const char *rel = *below ? path_join(p->a, below, *name) : *name;
        const char *full = path_join(p->a, p->folder, rel);
        if (is_left_out(*name) || lstat(full, &st) != 0) continue;
        if (S_ISDIR(st.st_mode) && depth < MAX_DEPTH)
            walk_folder(p, rel, depth + 1);
        if (!S_ISREG(st.st_mode) || p->nfiles == MAX_FILES) continue;
        p->files[p->nfiles++] = rel;
        p->bytes += (double)st.st_size;
    }
}

static PaperRow *add_row(Project *p, const char *what, const char *name) {
    PaperRow *row =
        paper_add_row(p->res, arena_fmt(p->a, "%s %s", what, name), "");
    row->verdict = VERDICT_PASS;
    return row;
}

static const char *purpose_text(const Project *p, const ProjectNeed *n,
                                const char *why) {
    return n->say ? arena_fmt(p->a, "%s. %s", why, n->say) : why;
}

// ---- files

// *open: it is there, and says that something will stand in its place.
static bool holds_part(Str text, const char *title, bool *open) {
    *open = false;
    return paper_part_words(text, title, open) > 0 && !*open;
}

// Returns a word for the part that a file lacks, or NULL. *parts receives how
// many of its parts are there: of several files, the one with most parts is
// judged.
static const char *missing_part(Project *p, const ProjectNeed *n,
                                const char *file, const char **kind,
                                int *parts) {
    Buf text = {0};
    const char *why = NULL;
    if (!file_read(path_join(p->a, p->folder, file), &text, NULL))
        why = "it cannot be read";
    Str all = {buf_text(&text), text.len};
    *kind = "short";
    *parts = 0;
    if (!why && text.len == 0) {
        *kind = "empty";
        why = "it is empty";
    }
    const char *missing = NULL;
    bool open = false, is_open;
    for (const char **part = n->parts; *part; part++) {
        bool has = holds_part(all, *part, &is_open);
        *parts += has;
        if (!has && !missing) missing = *part, open = is_open;
    }
    if (!why && missing) {
        *kind = "missing-part";
        why = arena_fmt(p->a,
                        open ? "the part '%2$s' of %1$s still holds a TODO, or "
                               "a sentence that says what will be written"
                             : "%s has no part '%s' that is written",
                        file, missing);
    }
    int words = paper_count_words(all);
    if (!why && words < n->words)
        why = arena_fmt(p->a, "%s has %d words, but at least %d are needed",
                        file, words, n->words);
    for (const char **want = n->holds; *want && !why; want++)
        if (!memmem(all.p, all.n, *want, strlen(*want))) {
            *kind = "missing-text";
            why = arena_fmt(p->a, "%s does not hold '%s'", file, *want);
        }
    *parts += !why; // it has what is looked for: nearer than a file without
    if (!why && n->words) {
        why = paper_filler(p->a, all);
        *kind = why ? "filler" : *kind;
        if (why) why = arena_fmt(p->a, "%s: %s", file, why);
    }
    if (!why && n->cites[0])
        why = evidence_cites(p->q->record, p->a, n->cites, n->each, file, all,
                             kind);
    if (!why && n->numbers)
        why = numbers_cited(p->q->record, p->a, file, all, kind);
    if (!why && n->filed) why = evidence_filed(p->q, p->a, file, all, kind);
    if (!why && n->passed)
        why = evidence_passed(p->q, p->a, n->passed, file, all, kind);
    buf_free(&text);
    return why;
}

static void check_file(Project *p, const ProjectNeed *n) {
    PaperRow *row = add_row(p, "file", n->file);
    int there = 0, good = 0, most = -1, parts = 0;
    const char *why = NULL, *kind = "missing", *first = "missing";
    for (int i = 0; i < p->nfiles; i++) {
        // A pattern without a '/' means that name in any folder.
        const char *name =
            strchr(n->file, '/') ? p->files[i] : path_base(p->files[i]);
        bool top = !strpbrk(n->file, "*?[");
        if (fnmatch(n->file, top ? p->files[i] : name, 0) != 0) continue;
        there++;
        const char *lack = missing_part(p, n, p->files[i], &kind, &parts);
        good += !lack;
        if (lack && parts > most) {
            most = parts;
            why = lack;
            first = kind;
        }
    }
    if (good >= n->at_least) {
        if (good > 1) row->why = arena_fmt(p->a, "%d of them", good);
        return;
    }
    if (why && there >= n->at_least)
        paper_fail_row(row, first, purpose_text(p, n, why));
    else
        paper_fail_row(row, "missing",
                       purpose_text(p, n,
                                    n->at_least > 1
                                        ? arena_fmt(p->a, "%d of %d are there",
                                                    there, n->at_least)
                                        : "it is not there"));
}

// ---- commands

static bool make_copy(Project *p, const char **why) {
    if (p->copy) return true;
    if (p->bytes > (double)MAX_MIB * 1048576 || p->nfiles == MAX_FILES) {
        *why = arena_fmt(p->a, "the folder is larger than %d MiB or %d files",
                         (int)MAX_MIB, (int)MAX_FILES);
        return false;
    }
    const char *to = path_join(p->a, p->q->scratch, "project");
    for (int i = 0; i < p->nfiles; i++) {
        struct stat st;
        const char *from = path_join(p->a, p->folder, p->files[i]);
        const char *file = path_join(p->a, to, p->files[i]);
        Err err = {0};
        if (!path_make_dirs(path_dir(p->a, file), &err) ||
            !file_copy(from, file, &err)) {
            *why = arena_str(p->a, err.msg);
            return false;
        }
        if (stat(from, &st) == 0) chmod(file, st.st_mode & 0777);
    }
    p->copy = to;
    return true;
}

// The last line that says something, for a failure.
static const char *last_line(Arena *a, const Buf *out) {
    Str rest = {buf_text(out), out->len}, line, last = {"", 0};
    while (str_cut(&rest, '\n', &line))
        if (str_trim(line).n) last = str_trim(line);
    return arena_strn(a, last.p, min_of(last.n, (size_t)200));
}

// Clones the last commit. git runs in the sandbox, on a copy of
// the learner's .git.
static bool make_clone(Project *p, double seconds, const char **why) {
    const char *from = path_join(p->a, p->folder, ".git");
    const char *at = path_join(p->a, p->q->scratch, "clone");
    const char *source = path_join(p->a, at, "source");
    CommandResult r = {0};
    Proc copy = {0};
    Err err = {0};
    *why = "it is no git repository: `git init`, then commit your files";
    if (!path_is_dir(from)) return false;
    bool ok = path_make_dirs(source, &err) &&
              proc_run((const char *const[]){"cp", "-R", from, source, NULL},
                       NULL, &copy, &err) &&
              copy.status == 0 &&
              run_command((const char *const[]){"git", "clone", "-q",
                                                "--no-hardlinks", "source",
                                                "project", NULL},
                          at, seconds, &r, &err);
    if (ok && r.status == 0 && !r.timed_out)
        p->copy = path_join(p->a, at, "project");
    else
        *why = arena_fmt(p->a, "git cannot clone it: %s%s", err.msg,
                         last_line(p->a, &r.out));
    err_clear(&err);
    proc_free(&copy);
    command_free(&r);
    return p->copy != NULL;
}

static void check_clone(Project *p, const ProjectNeed *n) {
    const char *why = NULL;
    PaperRow *row = add_row(p, "clone", "of what is committed");
    p->copy = NULL;
    if (!make_clone(p, n->seconds, &why))
        paper_fail_row(row, "not-cloned", purpose_text(p, n, why));
}

// bash -c SCRIPT kata NAME SEED: the script itself is nowhere in the folder.
static const char **test_command(Project *p, const ProjectNeed *n) {
    Buf script = {0};
    const char **argv = arena_array(p->a, const char *, 7);
    if (!file_read(p->q->ex->tests, &script, NULL)) return NULL;
    argv[0] = "bash";
    argv[1] = "-c";
    argv[2] = arena_str(p->a, buf_text(&script));
    argv[3] = "kata";
    argv[4] = n->test;
    argv[5] = arena_fmt(p->a, "%u", (unsigned)(p->q->seed % 100000));
    buf_free(&script);
    return argv;
}

static const char *command_text(Project *p, const ProjectNeed *n) {
    Args args = {0};
    for (const char **word = n->run; *word; word++)
        args_add(&args, *word);
    const char *text = args_text(p->a, &args);
    args_free(&args);
    return text;
}

// Reads the number after a name in the output: "bandwidth: 3893"
// "bandwidth=3893".
static double printed_number(const Buf *out, const char *name) {
    double value = NAN;
    for (const char *s = buf_text(out); (s = strstr(s, name)); s++) {
        const char *at = s + strlen(name);
        at += strspn(at, " \t:=");
        char *end;
        double v = strtod(at, &end);
        if (end > at && at > s + strlen(name)) value = v;
    }
    return value;
}

// "412 us, 3893 GB/s": does one of the numbers agree?
static bool number_agrees(const Cited *c, double value, double within) {
    const char *s = strchr(c->text, ':');
    for (s = s ? s : c->text; *s; s++) {
        if (!isdigit((unsigned char)*s) || isalnum((unsigned char)s[-1]))
            continue;
        char *end;
        double v = strtod(s, &end);
        if (end > s && *end == ' ' && fabs(value - v) <= within * fabs(v))
            return true;
        if (end > s) s = end - 1;
    }
    return false;
}

// below: at most that part of what the check before printed under that name.
static bool check_below(Project *p, const ProjectNeed *n, double value,
                        PaperRow *row) {
    const double *before = map_find(&p->printed, n->prints);
    if (n->below > 0 && before && !(value <= n->below * *before)) {
        paper_fail_row(
            row, "not-below",
            purpose_text(p, n,
                         arena_fmt(p->a,
                                   "it prints %s %g, and before it "
                                   "was %g: at most %g %% of that",
                                   n->prints, value, *before, 100 * n->below)));
        return false;
    }
    double *kept = arena_new(p->a, double);
    *kept = value;
    if (!(n->below > 0)) map_set(&p->printed, n->prints, kept);
    return true;
}

// Returns NAN where the command fails or prints no such number.
static double run_for_number(Project *p, const ProjectNeed *n) {
    CommandResult r = {0};
    Err err = {0};
    double value = NAN;
    if (run_command(n->run, p->copy, n->seconds, &r, &err) && r.status == 0)
        value = printed_number(&r.out, n->prints);
    err_clear(&err);
    command_free(&r);
    return value;
}

// again: two runs in a row print numbers that are as near as that. A shared
// machine disturbs one run or another, so a third and a fourth are tried.
static void check_again(Project *p, const ProjectNeed *n, double value,
                        PaperRow *row) {
    enum { MORE_RUNS = 3 };
    double last = value, next = NAN;
    for (int i = 0; i < MORE_RUNS; i++) {
        next = run_for_number(p, n);
        if (fabs(next - last) <= n->again * fmax(last, next)) return;
        if (!isfinite(next)) break;
        if (i < MORE_RUNS - 1) last = next;
    }
    paper_fail_row(
        row, "not-repeated",
        purpose_text(p, n,
                     arena_fmt(p->a,
                               "it prints %s %g, and the next time %g: within "
                               "%g %% of each other",
                               n->prints, last, next, 100 * n->again)));
}

static void check_printed(Project *p, const ProjectNeed *n, const Buf *out,
                          PaperRow *row) {
    double value = printed_number(out, n->prints);
    if (!isfinite(value)) {
        paper_fail_row(
            row, "no-number",
            arena_fmt(p->a, "it prints no number after '%s'", n->prints));
        return;
    }
    row->why = arena_fmt(p->a, "%s %g", n->prints, value);
    if (!check_below(p, n, value, row)) return;
    if (n->again > 0) check_again(p, n, value, row);
    if (!n->cited) return;
    Cited best;
    const PaperRecord *rec = p->q->record;
    if (!rec || !rec->best || !rec->best(rec->ctx, p->a, n->cited, &best))
        paper_fail_row(row, "no-attempt",
                       arena_fmt(p->a,
                                 "there is no attempt of %s to compare with",
                                 n->cited));
    else if (!number_agrees(&best, value, n->within))
        paper_fail_row(row, "not-reproduced",
                       arena_fmt(p->a,
                                 "it prints %s %g, and no number of [%s] is "
                                 "within %g %% of that",
                                 n->prints, value, best.text, 100 * n->within));
}

static void check_run(Project *p, const ProjectNeed *n) {
    bool own = n->kind == NEED_TEST;
    const char *text = own ? n->test : command_text(p, n), *why = NULL;
    const char **argv = own ? test_command(p, n) : n->run;
    PaperRow *row = add_row(p, own ? "test" : "run", text);
    CommandResult r = {0};
    Err err = {0};
    if (!argv) {
        paper_fail_row(row, "not-started", "kata's own test cannot be read");
        return;
    }
    if (!make_copy(p, &why)) {
        paper_fail_row(row, "not-copied", why);
        return;
    }
    if (p->q->progress) p->q->progress(p->q->ctx, text);
    if (!run_command(argv, p->copy, n->seconds, &r, &err)) {
        paper_fail_row(row, "not-started", arena_str(p->a, err.msg));
    } else if (r.timed_out) {
        paper_fail_row(row, "timeout",
                       arena_fmt(p->a, "stopped after %g seconds", n->seconds));
    } else if (r.status == 127 && n->optional) {
        row->verdict = VERDICT_SKIPPED;
        row->why = purpose_text(p, n, "not on this machine, which is fine");
    } else if (r.status == 127) {
        paper_fail_row(
            row, "not-found",
            arena_fmt(p->a, "'%s' is not there, or not on PATH", argv[0]));
    } else if (r.status != 0) {
        paper_fail_row(
            row, "failed",
            purpose_text(p, n,
                         own ? last_line(p->a, &r.out)
                             : arena_fmt(p->a, "exit status %d: %s", r.status,
                                         last_line(p->a, &r.out))));
    } else if (n->prints) {
        check_printed(p, n, &r.out, row);
    }
    err_clear(&err);
    command_free(&r);
}

// ---- drills

static void check_drill(Project *p, const ProjectNeed *n) {
    const char **ids = drill_draw(p->a, n, p->q->seed), *kind, *said = "";
    for (; *ids; ids++) {
        PaperRow *row = add_row(p, "drill", *ids);
        const char *why = drill_judge(p->q, p->a, n, *ids, &kind, &said);
        if (why)
            paper_fail_row(row, kind, why);
        else
            row->why = said;
    }
}

// ---- all of it

static void check_need(Project *p, const ProjectNeed *n) {
    switch (n->kind) {
    case NEED_FILE: check_file(p, n); break;
    case NEED_RUN:
    case NEED_TEST: check_run(p, n); break;
    case NEED_CLONE: check_clone(p, n); break;
    case NEED_DRILL: check_drill(p, n); break;
    }
}

bool project_check(const PaperRequest *q, PaperResult *res, Err *err) {
    (void)err;
    Project *p = arena_new(&res->arena, Project);
    *p = (Project){.q = q, .res = res, .a = &res->arena};
    char *real = realpath(path_dir(p->a, q->file), NULL);
    p->folder = arena_str(p->a, real ? real : path_dir(p->a, q->file));
    free(real);
    p->files = arena_array(p->a, const char *, MAX_FILES);
    walk_folder(p, "", 0);

    const Paper *paper = q->ex->paper;
    for (int i = 0; i < paper->nneeds; i++)
        check_need(p, &paper->needs[i]);

    int wrong = 0;
    for (int i = 0; i < res->nrows; i++) {
        res->right += res->rows[i].verdict == VERDICT_PASS;
        wrong += res->rows[i].verdict == VERDICT_FAIL;
    }
    res->asked = res->nrows;
    bool pass = res->right > 0 && wrong == 0;
    res->verdict = pass ? VERDICT_PASS : VERDICT_FAIL;
    res->summary = arena_fmt(p->a, "%d of %d checks, %d files", res->right,
                             res->nrows, p->nfiles);
    map_free(&p->printed);
    return true;
}
