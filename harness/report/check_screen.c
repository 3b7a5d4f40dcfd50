// The verdict, as a tutor would say it: what was asked, the first thing that
// is wrong, why it probably is, and what to type next.
//
// One row per stage, in the order in which they are judged. A stage that was
// not reached says so, so that silence never looks like a pass. A trap of the
// simulated device stands ahead of the wrong results that it caused.
#include "report/report.h"

#include "base/path.h"
#include "base/str.h"
#include "plan/paper.h"
#include "report/rows.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Screen {
    const Term *t;
    const CheckResult *r;
    const CheckHead *head;
    Buf *out;
} Screen;

// ---- the head

// "13000" and "13.0" are both ways to say it.
static void add_cuda(Buf *b, const char *runtime) {
    int v = atoi(runtime);
    if (v >= 1000)
        buf_fmt(b, ", CUDA %d.%d", v / 1000, v % 1000 / 10);
    else
        buf_fmt(b, ", CUDA %s", runtime);
}

static void add_device(const Screen *s, Buf *b) {
    const DeviceInfo *d = &s->r->device;
    if (!d->name || !*d->name) {
        buf_str(b, s->r->backend->title);
        return;
    }
    buf_str(b, d->name);
    if (s->r->backend->is_modelled && !strcasestr(d->name, "simul"))
        buf_str(b, " (simulated)");
    if (d->cc > 0) buf_fmt(b, " sm_%d", d->cc);
    if (d->runtime && *d->runtime) add_cuda(b, d->runtime);
}

static void show_head(const Screen *s) {
    Buf left = {0}, right = {0};
    buf_str(&left, s->head->address);
    if (s->head->attempt > 0) buf_fmt(&left, "   attempt %d", s->head->attempt);
    add_device(s, &right);
    buf_fmt(&right, ", seed 0x%llx", (unsigned long long)s->r->seed);

    term_ink(s->t, s->out, INK_BOLD, "%s", buf_text(&left));
    bool fits = (int)(left.len + 3 + right.len) <= s->t->width;
    buf_str(s->out, fits ? "   " : "\n");
    term_ink(s->t, s->out, INK_DIM, "%s", buf_text(&right));
    buf_char(s->out, '\n');
    buf_free(&left);
    buf_free(&right);
}

static void show_note(const Screen *s) {
    const char *note = s->r->note;
    if (!note && s->r->modelled)
        note = "Modelled: no GPU took part in this verdict.";
    if (note) term_wrap(s->t, s->out, 0, note);
    if (s->head->untouched)
        term_wrap(s->t, s->out, 0,
                  "Your file is still as it was handed out, so this does not "
                  "count as a try.");
    buf_char(s->out, '\n');
}

// ---- build

// The configurations that @triton.autotune has tried for the last key, which is
// the timed case's; the fastest one, which it took, comes first.
static void show_tuning(const Screen *s) {
    enum { MOST = 8 };
    Str rest = str_of(s->r->build.diagnostics ? s->r->build.diagnostics : "");
    Str line, last = {0}, part;
    int keys = 0, rows = 0;
    while (str_cut(&rest, '\n', &line))
        if (line.n > 9 && !memcmp(line.p, "autotune ", 9)) {
            last = line;
            keys++;
        }
    if (!keys || !str_cut(&last, ':', &part)) return;
    buf_fmt(s->out, "            %.*s", (int)part.n, part.p);
    if (keys > 1) buf_fmt(s->out, " (the last of %d keys)", keys);
    buf_char(s->out, '\n');
    while (str_cut(&last, ';', &part)) {
        part = str_trim(part);
        if (rows++ < MOST && part.n)
            buf_fmt(s->out, "              %.*s%s\n", (int)part.n, part.p,
                    rows == 1 ? "  taken" : "");
    }
    if (rows > MOST)
        buf_fmt(s->out, "              and %d slower\n", rows - MOST);
}

static void show_build(const Screen *s) {
    const BuildResult *b = &s->r->build;
    bool failed = s->r->verdict == VERDICT_BUILD;
    Buf text = {0};
    if (b->cached)
        buf_str(&text, "already built");
    else
        fmt_seconds(&text, b->seconds);
    if (!failed && b->registers >= 0)
        buf_fmt(&text, ", %d registers per thread", b->registers);
    if (!failed && b->spill_bytes == 0) buf_str(&text, ", no spills");
    if (!failed && b->spill_bytes > 0)
        buf_fmt(&text, ", %d bytes spilled to local memory", b->spill_bytes);
    report_row(s->t, s->out, "build", failed ? INK_BAD : INK_GOOD,
               failed ? "ERROR" : "ok", buf_text(&text));
    buf_free(&text);
    if (!failed) show_tuning(s);
}

static void show_diagnostics(const Screen *s) {
    const BuildResult *b = &s->r->build;
    if (b->diagnostics && *b->diagnostics) {
        // Unaltered and not indented: editors and search engines know the
        // compiler's own words.
        report_gap(s->out);
        buf_str(s->out, b->diagnostics);
    }
    if (b->remark && *b->remark) {
        report_gap(s->out);
        term_wrap(s->t, s->out, 4, b->remark);
    }
}

// ---- the run

static void show_crash(const Screen *s) {
    Buf text = {0};
    buf_str(&text, run_status_text(s->r->run_status));
    if (s->r->run_detail && *s->r->run_detail)
        buf_fmt(&text, ": %s", s->r->run_detail);
    report_row(s->t, s->out, "run", INK_BAD, "ERROR", buf_text(&text));
    buf_free(&text);
}

// ---- cases

static int count_cases(const CheckResult *r, Verdict v) {
    int n = 0;
    for (int i = 0; i < r->ncases; i++)
        n += r->cases[i].verdict == v;
    return n;
}

static void show_mismatch(const Screen *s, const Mismatch *m) {
    char want[40], got[40];
    Buf line = {0};
    if (m->says) {
        term_wrap(s->t, s->out, 6, m->says);
        return;
    }
    str_pair(m->want, m->got, want, got);
    buf_fmt(&line, "      %-14s expected %-12s ", m->where ? m->where : "",
            want);
    if (m->got_poison)
        buf_str(&line, "got nothing: never written");
    else
        buf_fmt(&line, "got %s", got);
    if (!m->got_poison && m->bound > 0)
        buf_fmt(&line, " (may differ by %.2g)", m->bound);
    buf_fmt(s->out, "%s\n", buf_text(&line));
    buf_free(&line);
}

static void show_mismatches(const Screen *s, const CaseResult *c) {
    for (int i = 0; i < c->nfirst; i++)
        show_mismatch(s, &c->first[i]);
    if (c->nfirst > 0 && c->wrong > c->nfirst)
        buf_fmt(s->out, "      and %lld more\n",
                (long long)(c->wrong - c->nfirst));
    if (c->also) {
        Buf line = {0};
        buf_fmt(&line, "also wrong in this case: %s", c->also);
        term_wrap(s->t, s->out, 4, buf_text(&line));
        buf_free(&line);
    }
    if (s->r->shared_text) term_wrap(s->t, s->out, 4, s->r->shared_text);
    if (s->r->contrast) term_wrap(s->t, s->out, 4, s->r->contrast);
}

// Returns whether text repeats what a trap has said already.
static const TrapInfo *told_by_trap(const CheckResult *r, const char *text) {
    for (int i = 0; i < r->ntraps; i++)
        if (text && *r->traps[i].message && strstr(text, r->traps[i].message))
            return &r->traps[i];
    return NULL;
}

static void show_case(const Screen *s, const CaseResult *c) {
    Buf line = {0};
    report_gap(s->out);
    buf_str(s->out, "    ");
    term_ink(s->t, s->out, INK_BAD, "%s", c->name);
    int column = 4 + term_columns(c->name, strlen(c->name));
    if (c->nfirst > 0 && c->first[0].says)
        buf_str(&line, ":");
    else if (c->wrong > 0 && c->total > 0)
        buf_fmt(&line, ": %lld of %lld elements of `%s` are wrong",
                (long long)c->wrong, (long long)c->total,
                c->output ? c->output : "the output");
    else if (told_by_trap(s->r, c->why))
        buf_str(&line, ": stopped by the error above");
    else
        buf_fmt(&line, ": %s", c->why && *c->why ? c->why : c->kind);
    term_hang(s->t, s->out, column, 6, buf_text(&line));
    show_mismatches(s, c);
    buf_free(&line);
}

// The other wrong cases, by name.
static void show_others(const Screen *s, const CaseResult *shown) {
    enum { MOST = 4 };
    Buf line = {0};
    int others = 0;
    for (int i = 0; i < s->r->ncases; i++) {
        const CaseResult *c = &s->r->cases[i];
        if (c == shown || c->verdict == VERDICT_PASS ||
            c->verdict == VERDICT_SKIPPED)
            continue;
        if (others < MOST)
            buf_fmt(&line, "%s%s", others ? "; " : "also wrong: ", c->name);
        others++;
    }
    if (others > MOST) buf_fmt(&line, "; and %d more", others - MOST);
    if (others > 0) {
        report_gap(s->out);
        term_wrap(s->t, s->out, 4, buf_text(&line));
    }
    buf_free(&line);
}

// The right cases, if they are so few that they say something.
static void show_right(const Screen *s) {
    enum { MOST = 3 };
    Buf line = {0};
    int right = 0, wrong = 0;
    for (int i = 0; i < s->r->ncases; i++) {
        const CaseResult *c = &s->r->cases[i];
        wrong += c->verdict == VERDICT_FAIL;
        if (c->verdict != VERDICT_PASS) continue;
        buf_fmt(&line, "%s%s", right ? "; " : "right: ", c->name);
        right++;
    }
    if (right > 0 && right <= MOST && wrong > right)
        term_wrap(s->t, s->out, 4, buf_text(&line));
    buf_free(&line);
}

static void show_correct(const Screen *s) {
    const CheckResult *r = s->r;
    if (r->ncases == 0) {
        report_row(s->t, s->out, "correct", INK_DIM, "not run",
                   r->stage == STAGE_BUILD ? "it has to build first" : "");
        return;
    }
    int passed = count_cases(r, VERDICT_PASS);
    int skipped = count_cases(r, VERDICT_SKIPPED);
    const CaseResult *bad = check_bad_case(r);
    Buf text = {0};
    if (passed == r->ncases)
        buf_fmt(&text, "%d case%s", passed, passed == 1 ? "" : "s");
    else
        buf_fmt(&text, "%d of %d case%s pass", passed, r->ncases,
                r->ncases == 1 ? "" : "s");
    if (skipped > 0) buf_fmt(&text, ", %d not run", skipped);
    bool ok = passed == r->ncases;
    report_row(s->t, s->out, "correct", ok ? INK_GOOD : INK_BAD,
               ok    ? "ok"
               : bad ? "FAIL"
                     : "not run",
               buf_text(&text));
    if (bad) {
        show_case(s, bad);
        show_others(s, bad);
        show_right(s);
        report_gap(s->out);
    }
    buf_free(&text);
}

// ---- answers

static int count_right(const CheckResult *r) {
    int n = 0;
    for (int i = 0; i < r->nanswers; i++)
        n += r->answers[i].verdict == VERDICT_PASS;
    return n;
}

static void show_answer(const Screen *s, const AnswerOutcome *o) {
    const char *id = o->question->id;
    buf_str(s->out, "    ");
    term_ink(s->t, s->out, o->verdict == VERDICT_PASS ? INK_GOOD : INK_BAD,
             "%s: ", id);
    term_hang(s->t, s->out, 6 + term_columns(id, strlen(id)), 6, o->why);
}

static void show_answers(const Screen *s) {
    const CheckResult *r = s->r;
    if (r->ex->nanswers == 0) return;
    if (r->nanswers == 0) {
        report_row(s->t, s->out, "answers", INK_DIM, "not read",
                   "the program comes first");
        return;
    }
    int right = count_right(r);
    bool ok = right == r->nanswers;
    Buf text = {0};
    buf_fmt(&text, "%d of %d right", right, r->nanswers);
    report_row(s->t, s->out, "answers", ok ? INK_GOOD : INK_BAD,
               ok ? "ok" : "FAIL", buf_text(&text));
    report_gap(s->out);
    for (int i = 0; i < r->nanswers; i++)
        show_answer(s, &r->answers[i]);
    report_gap(s->out);
    buf_free(&text);
}

// ---- the tail

static void show_printed(const Screen *s, const char *title, const char *text,
                         size_t dropped) {
    enum { LINES = 12 };
    if (!text || !*text) return;
    report_gap(s->out);
    buf_fmt(s->out, "  your program %s:\n", title);
    int lines = 0;
    while (*text && lines < LINES) {
        size_t n = strcspn(text, "\n");
        term_ink(s->t, s->out, INK_DIM, "    | ");
        for (size_t i = 0; i < n; i++) // no escape sequences of its own
            buf_char(s->out, iscntrl((unsigned char)text[i]) && text[i] != '\t'
                                 ? '?'
                                 : text[i]);
        buf_char(s->out, '\n');
        text += n + (text[n] == '\n');
        lines++;
    }
    size_t left = strlen(text) + dropped;
    if (left > 0) buf_fmt(s->out, "    (%zu more bytes)\n", left);
}

static void show_hint(const Screen *s) {
    if (!s->r->hint) return;
    report_gap(s->out);
    buf_str(s->out, "  ");
    term_ink(s->t, s->out, INK_NAME, "hint: ");
    term_hang(s->t, s->out, 8, 8, s->r->hint);
}

// Is what decided a wrong value, which is on the screen already?
static bool is_shown(const CheckResult *r) {
    const CaseResult *bad = check_bad_case(r);
    return r->verdict == VERDICT_FAIL && r->stage == STAGE_CORRECT && bad &&
           bad->nfirst > 0 && !bad->first[0].says;
}

static void show_verdict(const Screen *s) {
    const CheckResult *r = s->r;
    static const struct {
        const char *word;
        Ink ink;
    } words[VERDICT_COUNT] = {
        [VERDICT_NONE] = {"NOT JUDGED", INK_BAD},
        [VERDICT_PASS] = {"PASS", INK_GOOD},
        [VERDICT_FAIL] = {"FAIL", INK_BAD},
        [VERDICT_BUILD] = {"BUILD ERROR", INK_BAD},
        [VERDICT_CRASH] = {"CRASH", INK_BAD},
        [VERDICT_ENV] = {"NOT CHECKED", INK_WARN},
        [VERDICT_SKIPPED] = {"NOT FINISHED", INK_WARN},
        [VERDICT_INCONCLUSIVE] = {"INCONCLUSIVE", INK_WARN},
        [VERDICT_SUSPECT] = {"SUSPECT", INK_WARN},
    };
    const char *word = words[r->verdict].word;
    Buf line = {0};
    const char *summary = r->summary ? r->summary : "";
    // A file that does not compile was not run, on whatever device.
    bool ran = r->verdict != VERDICT_BUILD && r->verdict != VERDICT_ENV;
    if (r->modelled && ran && !strstr(summary, "(modelled)"))
        buf_str(&line, " (modelled)");
    if (r->medal) buf_fmt(&line, ", %s medal", r->medal);
    // "PASS: passed: ..." would say it twice.
    if (!strncmp(summary, "passed: ", 8)) summary += 8;
    const TrapInfo *trap = told_by_trap(r, summary);
    if (trap && *trap->file)
        buf_fmt(&line, ": %s at %s:%d", trap->kind, path_base(trap->file),
                trap->line);
    else if (trap)
        buf_fmt(&line, ": %s", trap->kind);
    else if (is_shown(r)) // element by element
        buf_fmt(&line, ": wrong in %d of %d cases",
                count_cases(r, VERDICT_FAIL), r->ncases);
    else if (*summary)
        buf_fmt(&line, ": %s", summary);

    report_gap(s->out);
    term_ink(s->t, s->out, words[r->verdict].ink, "%s", word);
    term_hang(s->t, s->out, (int)strlen(word), 2, buf_text(&line));
    bool twice = s->head->next && r->advice && strstr(r->advice, s->head->next);
    if (r->advice && *r->advice && !twice)
        term_wrap(s->t, s->out, 0, r->advice);
    buf_free(&line);
}

static void show_next(const Screen *s) {
    bool random = s->r->verdict == VERDICT_FAIL && s->r->stage < STAGE_GATES;
    if (random)
        buf_fmt(s->out, "same inputs again: add --seed 0x%llx\n",
                (unsigned long long)s->r->seed);
    if (s->r->verdict != VERDICT_PASS && s->head->file)
        buf_fmt(s->out, "edit: %s\n", s->head->file);
    if (s->head->next) {
        buf_str(s->out, "next: ");
        term_ink(s->t, s->out, INK_BOLD, "%s", s->head->next);
        buf_char(s->out, '\n');
    }
}

static bool is_library(const CheckResult *r, const Rival *v) {
    static const char of[] = "fraction_of_";
    for (int i = 0; i < r->ngates; i++) {
        const char *metric = r->gates[i].gate->metric;
        if (!strncmp(metric, of, sizeof of - 1) &&
            !strcmp(metric + sizeof of - 1, v->name))
            return true;
    }
    return false;
}

// The learner's time beside ours and the library's, as far as they are known.
static void show_times(const Screen *s) {
    const CheckResult *r = s->r;
    Buf line = {0}, others = {0};
    if (r->solution_us > 0) {
        buf_str(&others, ", our solution ");
        fmt_us(&others, r->solution_us);
        if (r->solution_date)
            buf_fmt(&others, " (measured %s)", r->solution_date);
    }
    for (int i = 0; i < r->nrivals; i++) {
        const Rival *v = &r->rivals[i];
        if (!is_library(r, v) || !(v->us > 0) || !isfinite(v->ratio)) continue;
        buf_fmt(&others, ", %s ", v->name);
        fmt_us(&others, v->us);
    }
    if (r->time.present && others.len) {
        buf_str(&line, "time: yours ");
        fmt_us(&line, r->time.median_us);
        buf_str(&line, buf_text(&others));
        if (r->time.modelled) buf_str(&line, " (all modelled)");
        term_wrap(s->t, s->out, 0, buf_text(&line));
    }
    buf_free(&line);
    buf_free(&others);
}

static void show_pass(const Screen *s) {
    enum { CELLS = 20 };
    const CheckHead *h = s->head;
    Buf line = {0};
    if (h->track && h->total > 0) {
        buf_fmt(s->out, "%s  ", h->track);
        term_bar(s->t, s->out, h->done, h->total, CELLS);
        buf_char(s->out, '\n');
    }
    show_times(s);
    if (h->solution && h->look)
        buf_fmt(&line, "our solution: %s (%s)", h->look, h->solution);
    else if (h->solution)
        buf_fmt(&line, "our solution, and why it is so: %s", h->solution);
    if (line.len) term_wrap(s->t, s->out, 0, buf_text(&line));
    buf_free(&line);
}

void report_check(const Term *t, const CheckResult *r, const CheckHead *head,
                  Buf *out) {
    Screen s = {t, r, head, out};
    show_head(&s);
    show_note(&s);
    show_build(&s);
    if (r->verdict == VERDICT_BUILD) show_diagnostics(&s);

    if (r->run_status != RUN_OK && r->verdict == VERDICT_CRASH) show_crash(&s);
    // Wrong values that come first, and are explained, are not caused by it.
    if (r->ntraps > 0 && !r->is_explained)
        report_traps(t, r->traps, r->ntraps, r->ncases, head->file, r->source,
                     r->source_len, out);
    if (r->verdict != VERDICT_BUILD) {
        show_correct(&s);
        report_gates(t, r, out);
        report_timing(t, r, out);
        show_answers(&s);
    }
    show_printed(&s, "printed", r->out_text, r->out_dropped);
    show_printed(&s, "wrote to stderr", r->err_text, r->err_dropped);
    show_hint(&s);
    show_verdict(&s);
    if (r->verdict == VERDICT_PASS) show_pass(&s);
    show_next(&s);
}
