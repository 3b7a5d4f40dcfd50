// See class.h: one file judged, in a process of its own.
#include "cli/grade/class.h"

#include "base/path.h"
#include "gate/check/check.h"
#include "report/report.h"
#include "report/rows.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    SAID_MOST = 4000,  // bytes of compilers and programs that are kept
    WRONG_MOST = 12,   // cases
    TEXT_MOST = 600,   // bytes of a sentence
    SLOT_LIMIT = 3600, // seconds; far above what builds and runs may take
};

// A sentence is one line: a line break and the indent after it are a space.
static const char *clean(Arena *a, const char *text, size_t most) {
    Buf line = {0};
    for (; text && *text; text++) {
        bool blank = *text == '\n' || *text == '\r' || *text == '\t';
        buf_char(&line, blank ? ' ' : *text);
        if (blank) text += strspn(text + 1, " \n\r\t");
    }
    const char *kept = roster_clean(a, buf_text(&line), most);
    buf_free(&line);
    return kept;
}

// Lines stay lines, all else that shows nothing goes.
static const char *clean_lines(Arena *a, const char *text, size_t n) {
    Buf out = {0};
    Str rest = {text, min_of(n, (size_t)SAID_MOST)}, line;
    while (n && str_cut(&rest, '\n', &line)) {
        buf_str(&out,
                roster_clean(a, arena_strn(a, line.p, line.n), SAID_MOST));
        buf_char(&out, '\n');
    }
    if (n > SAID_MOST) buf_str(&out, "...\n");
    const char *kept = arena_str(a, buf_text(&out));
    buf_free(&out);
    return kept;
}

// Compilers name the folder of the copy, which is nobody's business.
static const char *without_folder(Arena *a, const char *text,
                                  const char *file) {
    char *folder = arena_fmt(a, "%s/", path_dir(a, file));
    Buf out = {0};
    for (const char *at; text && (at = strstr(text, folder));
         text = at + strlen(folder))
        buf_add(&out, text, (size_t)(at - text));
    buf_str(&out, text ? text : "");
    const char *kept = arena_str(a, buf_text(&out));
    buf_free(&out);
    return kept;
}

static void hide_folder(CheckResult *r, const char *file) {
    const char **texts[] = {&r->build.diagnostics, &r->build.remark,
                            &r->summary, &r->advice};
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (*texts[i]) *texts[i] = without_folder(&r->arena, *texts[i], file);
}

// ---- a check's result as a Grading

static void add_cases(Arena *m, const CheckResult *r, Grading *g) {
    g->ncases = r->ncases;
    g->cases = arena_array(m, GradeCase, (size_t)(r->ncases + r->ntraps));
    for (int i = 0; i < r->ncases; i++) {
        const CaseResult *k = &r->cases[i];
        g->passed += k->verdict == VERDICT_PASS;
        if (k->verdict == VERDICT_PASS || g->nwrong == WRONG_MOST) continue;
        const char *why =
            k->wrong > 0
                ? arena_fmt(m, "%lld of %lld elements of %s are wrong%s%s",
                            (long long)k->wrong, (long long)k->total,
                            k->output ? k->output : "the output",
                            k->pattern_text ? ". " : "",
                            k->pattern_text ? k->pattern_text : "")
                : k->why;
        g->cases[g->nwrong++] = (GradeCase){
            clean(m, k->name, TEXT_MOST), clean(m, why, TEXT_MOST), k->verdict};
    }
    for (int i = 0; i < r->ntraps && g->nwrong < WRONG_MOST; i++) {
        const TrapInfo *t = &r->traps[i];
        const char *where =
            t->line ? arena_fmt(m, "%s in line %d", t->kind, t->line) : t->kind;
        g->cases[g->nwrong++] =
            (GradeCase){clean(m, where, TEXT_MOST),
                        clean(m, t->message, TEXT_MOST), VERDICT_FAIL};
    }
}

// Name and bar name a test in lists that other programs sum up: they are the
// same for everybody, and say nothing of the device.
static void add_gate(Arena *m, const GateOutcome *o, Grading *g) {
    Buf name = {0}, value = {0}, bound = {0};
    report_gate_texts(o, &name, &value, &bound);
    if (o->least > 0) buf_str(&value, " the shipped solution (modelled)");
    buf_clear(&bound);
    report_gate_bar(o->gate, &bound);
    g->gates[g->ngates++] = (GradeGate){
        .metric = o->gate->metric,
        .name = arena_str(m, buf_text(&name)),
        .value = arena_str(m, buf_text(&value)),
        .bound = arena_str(m, buf_text(&bound)),
        .why = clean(m, o->why, TEXT_MOST),
        .verdict = o->verdict,
    };
    buf_free(&name);
    buf_free(&value);
    buf_free(&bound);
}

// Gates that a check did not come to are not met. Those of another device are
// not counted, as they would not have been.
static void add_gates(Arena *m, const Task *t, const CheckResult *r,
                      Grading *g) {
    int n;
    const Gate *gates = plan_gates(m, t->ex, t->item, &n);
    bool sim = r->backend && r->backend->is_modelled;
    g->gates =
        arena_array(m, GradeGate, (size_t)(n + r->ngates + t->ex->nanswers));
    for (int i = 0; i < r->ngates; i++)
        add_gate(m, &r->gates[i], g);
    for (int i = 0; r->ngates == 0 && i < n; i++) {
        const char *on = gates[i].on;
        if (on && strcmp(on, sim ? "sim" : "gpu") != 0) continue;
        add_gate(m,
                 &(GateOutcome){.gate = &gates[i],
                                .verdict = VERDICT_FAIL,
                                .value = __builtin_nan(""),
                                .why = "not reached"},
                 g);
    }
    for (int i = 0; i < t->ex->nanswers; i++) {
        const AnswerOutcome *o = i < r->nanswers ? &r->answers[i] : NULL;
        g->gates[g->ngates++] = (GradeGate){
            .metric = t->ex->answers[i].id,
            .name = arena_fmt(m, "answer %s", t->ex->answers[i].id),
            .value = "",
            .bound = "",
            .why = o ? clean(m, o->why, TEXT_MOST) : "not reached",
            .verdict = o ? o->verdict : VERDICT_FAIL,
        };
    }
}

// The compiler's words, else what the program printed.
static const char *what_was_said(Arena *m, const CheckResult *r) {
    const char *text = r->verdict == VERDICT_BUILD   ? r->build.diagnostics
                       : r->err_text && *r->err_text ? r->err_text
                                                     : r->out_text;
    return clean_lines(m, text, text ? strlen(text) : 0);
}

static bool is_stub(Class *c, const Exercise *ex, const CheckResult *r) {
    Buf stub = {0};
    Err ignored = {0};
    bool same = r->source && !ex->passes_as_shipped &&
                file_read(path_join(&c->a->arena, ex->dir, ex->file), &stub,
                          &ignored) &&
                stub.len == r->source_len &&
                !memcmp(buf_text(&stub), r->source, stub.len);
    buf_free(&stub);
    err_clear(&ignored);
    return same;
}

static void fill_grading(Class *c, const Task *t, const CheckResult *r,
                         Grading *g) {
    Arena *m = &c->a->arena;
    g->verdict = r->verdict;
    g->stage = stage_name(r->stage);
    g->summary = clean(m, r->summary, TEXT_MOST);
    g->advice = clean(m, r->advice, TEXT_MOST);
    g->hint = clean(m, r->hint, TEXT_MOST);
    g->mistake = r->mistake ? clean(m, r->mistake, TEXT_MOST) : "";
    g->medal = r->medal ? r->medal : "";
    g->device = clean(m, r->device.name, TEXT_MOST);
    g->said = what_was_said(m, r);
    g->modelled = r->modelled;
    g->untouched = is_stub(c, t->ex, r);
    g->seconds = r->seconds;
    add_cases(m, r, g);
    add_gates(m, t, r, g);
}

// Nothing came of it, through no fault of the learner's.
static void fill_failed(const char *why, Grading *g) {
    g->verdict = VERDICT_ENV;
    g->stage = "";
    g->summary = why;
    g->advice = g->hint = g->mistake = g->medal = g->device = g->said = "";
}

static void start_grading(const Class *c, const ClassPiece *p, Grading *g) {
    *g = (Grading){
        .learner = c->roster.at[p->learner].slug,
        .exercise = c->view.tasks[p->task].ex->id,
        .hash = c->roster.at[p->learner].of[p->task].hash,
        .version = c->versions[p->task],
        .on = c->on,
        .seed = c->view.seed,
        .at = (int64_t)time(NULL),
    };
}

// ---- in the process of a piece

static bool write_check_page(Class *c, const ClassPiece *p,
                             const CheckResult *r, Err *err) {
    Arena *m = &c->a->arena;
    const Learner *l = &c->roster.at[p->learner];
    const Exercise *ex = c->view.tasks[p->task].ex;
    char *dir = path_join(m, c->out, arena_fmt(m, "pages/%s", l->slug));
    CheckHead head = {
        .address = arena_fmt(m, "%s, %s", ex->title, l->name),
        .file = ex->file,
    };
    Buf html = {0};
    report_check_html(r, &head, &html);
    bool ok = path_make_dirs(dir, err) &&
              file_write(path_join(m, dir, arena_fmt(m, "%s.html", ex->id)),
                         buf_text(&html), html.len, err);
    buf_free(&html);
    return ok;
}

static void put_record(ClassSlot *slot, Grading *g) {
    Buf text = {0};
    grading_write(g, &text);
    // The lists are bounded, so that only what was said can be too long.
    if (text.len > sizeof slot->record) {
        buf_clear(&text);
        g->said = "";
        g->nwrong = min_of(g->nwrong, 3);
        grading_write(g, &text);
    }
    if (text.len <= sizeof slot->record) {
        memcpy(slot->record, buf_text(&text), text.len);
        slot->len = text.len;
    }
    buf_free(&text);
}

void class_judge(Class *c, int piece) {
    const ClassPiece *p = &c->pieces[piece];
    const Task *t = &c->view.tasks[p->task];
    Grading g;
    Err err = {0};
    CheckResult r = {0};
    CheckRequest q = {
        .plan = &c->a->plan,
        .ex = t->ex,
        .item = t->item,
        .file = c->roster.at[p->learner].of[p->task].copy,
        .on = c->opts->on,
        .gpu = c->opts->gpu,
        .seed = c->view.seed,
        .build_dir = c->a->build,
        .ctx = &c->facts,
        .fact = gpu_limits_know,
        .facts_only = true,
    };
    // Builds and runs have limits of their own; this is for what nobody thought
    // of.
    alarm(SLOT_LIMIT);
    start_grading(c, p, &g);
    bool ok = check_run(&q, &r, &err);
    if (ok) hide_folder(&r, q.file);
    ok = ok && write_check_page(c, p, &r, &err);
    if (ok)
        fill_grading(c, t, &r, &g);
    else
        fill_failed(clean(&c->a->arena, err.msg, TEXT_MOST), &g);
    put_record(&c->slots[piece], &g);
    check_free(&r);
    err_clear(&err);
}

// ---- in kata's own

bool class_take(Class *c, int piece, const char *died, Err *err) {
    const ClassPiece *p = &c->pieces[piece];
    const ClassSlot *slot = &c->slots[piece];
    Arena *m = &c->a->arena;
    Grading *g = arena_new(m, Grading);
    Buf text = {0};
    if (died || !slot->len) {
        start_grading(c, p, g);
        fill_failed(died ? died : "the process that judged it said nothing", g);
        grading_write(g, &text);
    } else {
        buf_add(&text, slot->record, slot->len);
        if (!grading_read(m, (Str){buf_text(&text), text.len}, g)) {
            buf_free(&text);
            return err_set(err, ERR_BUG, "a result cannot be read");
        }
    }
    bool ok = journal_add(&c->journal, (Str){buf_text(&text), text.len}, err);
    if (ok) class_result(&c->view, p->learner, p->task)->g = g;
    buf_free(&text);
    return ok;
}
