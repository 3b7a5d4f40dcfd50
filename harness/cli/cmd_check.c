// kata check: judge a file and record the attempt.
//
// Recorded first, shown second: what the learner has seen is in the record,
// even if the terminal goes away in the middle of it. A file of the
// curriculum's own (a stub, a solution) is judged but not recorded, for it
// would be nobody's work.
#include "cli/cmd.h"

#include "base/path.h"
#include "base/str.h"
#include "cli/folder/repository.h"
#include "cli/folder/work.h"
#include "cli/learn/address.h"
#include "cli/learn/check_paper.h"
#include "cli/learn/course.h"
#include "cli/learn/review.h"
#include "gate/check/check.h"
#include "gate/measure/baseline.h"
#include "plan/paper.h"
#include "report/report.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct CheckOpts {
    const char *on, *gpu, *file, *seed, *html;
    bool no_record, quick, sanitize, verbose;
} CheckOpts;

static bool read_seed(const char *text, uint64_t *seed, Err *err) {
    char *end;
    errno = 0;
    *seed = strtoull(text, &end, 0);
    if (*text && *text != '-' && !*end && errno == 0 && *seed > 0) return true;
    err_set(err, ERR_USAGE, "'%s' is not a seed", text);
    return err_hint(err, "a seed is a number as a check prints it, for "
                         "example --seed 0x5eed91");
}

static bool check_on(const char *on, Err *err) {
    if (!on || !strcmp(on, "auto") || !strcmp(on, "gpu") || !strcmp(on, "sim"))
        return true;
    err_set(err, ERR_USAGE, "--on does not take '%s'", on);
    return err_hint(err, "--on auto, --on gpu or --on sim");
}

// ---- what to record

// The first thing wrong with a case, in one line, with the names that a hint's
// `when:` can give: `kata hint` looks for them later.
static const char *case_detail(Arena *a, const CaseResult *c) {
    if (c->verdict == VERDICT_PASS) return "";
    const char *kind = c->pattern ? c->pattern : c->kind ? c->kind : "";
    if (c->nfirst == 0)
        return arena_fmt(a, "%s (%s)", c->why ? c->why : "", kind);
    char want[40], got[40];
    str_pair(c->first[0].want, c->first[0].got, want, got);
    return arena_fmt(a, "%lld of %lld wrong; %s: expected %s, got %s (%s)",
                     (long long)c->wrong, (long long)c->total,
                     c->first[0].where ? c->first[0].where : "", want,
                     c->first[0].got_poison ? "nothing" : got, kind);
}

static CaseRow answer_row(Arena *a, const CheckResult *r,
                          const AnswerOutcome *o) {
    bool right = o->verdict == VERDICT_PASS;
    return (CaseRow){
        arena_fmt(a, "answer %s", o->question->id), verdict_id(o->verdict),
        right ? o->given : arena_fmt(a, "%s (answer)", o->why), r->seed};
}

// Traps are recorded as cases too: a kernel that they were seen in did not
// run clean. So are answers.
static const CaseRow *case_rows(Arena *a, const CheckResult *r, int *n) {
    CaseRow *rows =
        arena_array(a, CaseRow, (size_t)(r->ncases + r->ntraps + r->nanswers));
    *n = 0;
    for (int i = 0; i < r->ncases; i++)
        rows[(*n)++] =
            (CaseRow){r->cases[i].name, verdict_id(r->cases[i].verdict),
                      case_detail(a, &r->cases[i]), r->cases[i].seed};
    for (int i = 0; i < r->ntraps; i++)
        rows[(*n)++] =
            (CaseRow){arena_fmt(a, "trap %s", r->traps[i].kind), "fail",
                      arena_fmt(a, "%s:%d: %s", path_base(r->traps[i].file),
                                r->traps[i].line, r->traps[i].message),
                      r->seed};
    for (int i = 0; i < r->nanswers; i++)
        rows[(*n)++] = answer_row(a, r, &r->answers[i]);
    return rows;
}

static const GateRow *gate_rows(Arena *a, const CheckResult *r) {
    GateRow *rows = arena_array(a, GateRow, (size_t)r->ngates);
    for (int i = 0; i < r->ngates; i++) {
        const GateOutcome *o = &r->gates[i];
        rows[i] = (GateRow){
            o->gate->metric,        o->gate->of ? o->gate->of : o->gate->over,
            verdict_id(o->verdict), o->value,
            o->gate->bound,         o->why};
    }
    return rows;
}

static bool record_attempt(App *a, const CheckResult *r, int *number,
                           Err *err) {
    Arena *m = &a->arena;
    bool timed = r->time.present;
    Attempt at = {
        .exercise = r->ex->id,
        .track = a->track ? a->track->id : NULL,
        .verdict = r->verdict,
        .stage = stage_name(r->stage),
        .device = r->device.name ? r->device.name : "",
        .backend = r->backend->id,
        .modelled = r->modelled,
        .summary = r->summary,
        .version = r->version,
        .harness = KATA_VERSION,
        .source = r->source,
        .source_len = r->source_len,
        .machine_json = r->machine_json,
        .seed = r->seed,
        .seconds = r->seconds,
        .median_us = timed ? r->time.median_us : NAN,
        .lo_us = timed ? r->time.lo_us : NAN,
        .hi_us = timed ? r->time.hi_us : NAN,
        .samples_us = timed ? r->time.samples_us : NULL,
        .nsamples = timed && r->time.samples_us ? r->time.n : 0,
        .gates = gate_rows(m, r),
        .ngates = r->ngates,
    };
    at.cases = case_rows(m, r, &at.ncases);
    if (!store_add_attempt(a->store, &at, err)) return false;
    *number = at.number;
    return true;
}

// A pass is a pass of everything: correct alone is not recorded as one.
static void settle_quick(const CheckRequest *q, CheckResult *r) {
    bool has_gates = q->ex->ngates > 0 || (q->item && q->item->ngates > 0);
    if (r->verdict != VERDICT_PASS || !has_gates) return;
    r->verdict = VERDICT_SKIPPED;
    r->summary = "every case is right; the gates were not run (--quick)";
    r->advice = "Without --quick it counts.";
}

// ---- which file

static bool is_below(const char *path, const char *dir) {
    size_t n = strlen(dir);
    return !strncmp(path, dir, n) && path[n] == '/';
}

// `real` is a file of that folder of the repository, wherever a link leads.
static bool is_in(App *a, const char *real, const char *folder) {
    char *dir = realpath(path_join(&a->arena, a->root, folder), NULL);
    bool in = dir && is_below(real, dir);
    free(dir);
    return in;
}

static bool is_ours(App *a, const char *path) {
    char *real = realpath(path, NULL);
    bool ours =
        real && (is_in(a, real, "exercises") || is_in(a, real, "solutions"));
    free(real);
    return ours;
}

// ---- the verb

static void show_result(App *a, const CheckResult *r, const CheckHead *head) {
    Buf out = {0};
    if (a->json)
        report_check_json(r, head, &out);
    else
        report_check(&a->term, r, head, &out);
    app_print(&out);
}

static bool write_html(const CheckResult *r, const CheckHead *head,
                       const char *file, Err *err) {
    Buf html = {0};
    report_check_html(r, head, &html);
    bool ok = file_write(file, buf_text(&html), html.len, err);
    buf_free(&html);
    return ok;
}

// The same check once more.
static const char *check_command(App *a, const Exercise *ex,
                                 const CheckOpts *o) {
    const char *command = app_command(a, "check", ex);
    return o->file ? arena_fmt(&a->arena, "%s --file %s", command, o->file)
                   : command;
}

// A kernel that passed goes into the zoo, if there is one. That it could not
// be written there does not take the pass back.
static void file_kernel(App *a, const CheckRequest *q, const CheckResult *r) {
    const char *where;
    Err err = {0};
    if (r->verdict != VERDICT_PASS) return;
    bool filed = zoo_add(a, q->ex, &where, &err);
    if (filed && !a->json) printf("filed in %s\n", app_show_path(a, where));
    if (err.kind) fprintf(stderr, "kata: kernel zoo: %s\n", err.msg);
    err_clear(&err);
}

// The end of the sentence that begins at s, or of what belongs to it.
static const char *sentence_end(const char *s) {
    for (; *s && strncmp(s, "\n- ", 3) && strncmp(s, "\n\n", 2); s++)
        if (*s == '.' && (s[1] == ' ' || s[1] == '\n')) return s + 1;
    return s;
}

// The first thing that our notes on the solution point out: what stands there
// in bold, and the sentence after it.
static const char *first_point(App *a, const Exercise *ex) {
    enum { MOST = 220 };
    Buf notes = {0}, text = {0};
    Err ignored = {0};
    const char *point = NULL, *file = path_join(&a->arena, ex->sol, "NOTES.md");
    const char *from = file_read(file, &notes, &ignored)
                           ? strstr(buf_text(&notes), "\n- **")
                           : NULL;
    const char *bold = from ? strstr(from + 5, "**") : NULL;
    const char *to = bold ? sentence_end(bold + 2) : from;
    for (const char *c = from ? from + 5 : from; c < to; c++) {
        if (c == bold) c += 2;
        bool gap = *c == '\n' || *c == ' ';
        if (gap && text.len && buf_text(&text)[text.len - 1] == ' ') continue;
        if (c < to) buf_char(&text, gap ? ' ' : *c);
    }
    if (text.len > 40 && text.len <= MOST)
        point = arena_str(&a->arena, buf_text(&text));
    buf_free(&text);
    buf_free(&notes);
    err_clear(&ignored);
    return point;
}

// Fills in the place in the track, and our solution.
static void add_pass(App *a, const Exercise *ex, CheckHead *head) {
    Err ignored = {0};
    Course w;
    head->solution = app_command(a, "solution", ex);
    head->look = first_point(a, ex);
    if (a->track && course_open(a, a->track, &w, &ignored)) {
        head->track = a->track->title;
        head->done = w.s.done; // as kata list and kata watch count
        head->total = w.s.total;
    }
    err_clear(&ignored);
}

static bool judge_file(App *a, const CheckRequest *q, const CheckOpts *o,
                       int *status, Err *err) {
    CheckResult r = {0};
    bool ok = check_run(q, &r, err);
    term_spin_end();
    if (ok && o->quick) settle_quick(q, &r);
    CheckHead head = {
        .address = plan_address(&a->arena, a->track, q->ex),
        .file = app_show_path(a, q->file),
        .next = "kata next",
        .verbose = o->verbose,
    };
    if (r.verdict != VERDICT_PASS) head.next = check_command(a, q->ex, o);
    head.untouched =
        ok && !o->file && r.verdict != VERDICT_PASS && check_is_stub(&r);
    bool records = !o->no_record && !head.untouched;
    if (ok && records) ok = record_attempt(a, &r, &head.attempt, err);
    if (ok) {
        if (r.verdict == VERDICT_PASS) add_pass(a, q->ex, &head);
        show_result(a, &r, &head);
        if (o->html) ok = write_html(&r, &head, o->html, err);
        if (records) file_kernel(a, q, &r);
        if (ok && records)
            ok = review_heard(a, q->ex, r.verdict == VERDICT_PASS, err);
        *status = verdict_exit_status(r.verdict);
    }
    check_free(&r);
    return ok;
}

static void show_fields(App *a) {
    Buf out = {0};
    report_check_fields(&a->term, &out);
    app_print(&out);
}

static bool check_verb(App *a, int argc, char **argv, int *status, Err *err) {
    CheckOpts o = {0};
    bool fields = false;
    const char *words[1] = {NULL};
    const Opt opts[] = {
        {"--on", &o.on, NULL},
        {"--gpu", &o.gpu, NULL},
        {"--file", &o.file, NULL},
        {"--seed", &o.seed, NULL},
        {"--html", &o.html, NULL},
        {"--no-record", NULL, &o.no_record},
        {"--quick", NULL, &o.quick},
        {"--sanitize", NULL, &o.sanitize},
        {"--verbose", NULL, &o.verbose},
        {"--json-fields", NULL, &fields},
        {0},
    };
    CheckRequest q = {
        .plan = &a->plan,
        .build_dir = a->build,
        .progress = app_show_step,
        .ctx = a,
        .edits = true,
        .fact = app_know_fact,
        .set_fact = app_learn_fact,
    };
    int n;
    if (!opts_take(&cmd_check, argc, argv, opts, words, 1, &n, err) ||
        !check_on(o.on, err) || (o.seed && !read_seed(o.seed, &q.seed, err)))
        return false;
    if (fields) {
        show_fields(a);
        return true;
    }
    q.ex = address_exercise(a, words[0], &q.item, err);
    if (!q.ex) return false;
    o.file = work_named_file(a, q.ex, words[0], o.file);
    if (!work_find_file(a, q.ex, o.file, &q.file, err)) return false;

    if (!o.file && !o.no_record) address_remember(a, q.ex);
    q.on = o.on ? o.on : "auto";
    q.gpu = o.gpu;
    q.no_time = o.quick;
    q.sanitize = o.sanitize;
    if (is_ours(a, q.file)) {
        // A shipped baseline is judged as any file, with its library.
        if (strcmp(path_base(q.file), "baseline.cu") == 0)
            q.flags = baseline_libraries;
        o.no_record = true;
    }
    if (q.ex->paper && o.html) {
        err_set(err, ERR_USAGE, "'%s' has no code to show", q.ex->id);
        return err_hint(err, "--html is for exercises with code");
    }
    if (q.ex->paper)
        return check_paper(a, q.ex, q.file, o.no_record, status, err);
    return judge_file(a, &q, &o, status, err);
}

const Cmd cmd_check = {
    .name = "check",
    .args =
        "[EXERCISE] [--on auto|gpu|sim] [--gpu MODEL] [--file F]\n"
        "           [--seed N] [--quick] [--sanitize] [--html F] [--no-record]",
    .help = "judge your file and record the attempt",
    .more =
        "  --on WHERE    auto (a GPU if there is one), gpu, or sim: the\n"
        "                simulated device, where times are modelled\n"
        "  --gpu MODEL   which GPU the simulated device is: h100, a100, ...\n"
        "  --file F      judge another file than work/ID/\n"
        "  --seed N      the same inputs as the check that printed N\n"
        "  --quick       correctness only, and no small edits tried\n"
        "  --verbose     all there is to say, however many lines it takes\n"
        "  --sanitize    on a GPU: compute-sanitizer's tools, too; each has\n"
        "                to run every case to the end\n"
        "  --html F      write the check as a page: your source with the cost\n"
        "                of every line beside it\n"
        "  --no-record   leave no attempt in the record\n"
        "  --json-fields list every key of --json, with its meaning\n\n"
        "Exit status: 0 pass, 1 fail, 2 usage, 3 does not build, 4 crash or\n"
        "time-out, 5 something is missing on this machine, 6 inconclusive.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .reads = true,
    .completes = "exercise",
    .run = check_verb,
};
