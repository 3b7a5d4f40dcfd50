// The verdict, as a tutor would say it: what was asked, the first thing that
// is wrong, why it probably is, and what to type next.
//
// One row per stage, in the order in which they are judged. A stage that was
// not reached says so, so that silence never looks like a pass. A trap of the
// simulated device stands ahead of the wrong results that it caused.
#include "report/report.h"

#include "base/str.h"
#include "plan/paper.h"
#include "report/check_parts.h"
#include "report/rows.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    if (!s->t->brief) add_device(s, &right);
    buf_fmt(&right, "%sseed 0x%llx", right.len ? ", " : "",
            (unsigned long long)s->r->seed);

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
    if (note && !s->t->brief) term_wrap(s->t, s->out, 0, note);
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
    bool is_of_use = s->r->stage == STAGE_GATES && s->t->brief < 2;
    Buf text = {0};
    if (s->t->brief && !failed && !is_of_use) return;
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

// A line with its line end. The types in one message about a template can fill
// 300 KB: the beginning says what is wrong.
static void add_line(const Screen *s, const char *line, size_t n) {
    enum { MOST = 400, KEPT = 240 };
    if (s->head->verbose || n <= MOST) {
        buf_add(s->out, line, n);
        return;
    }
    size_t kept = KEPT;
    while ((line[kept] & 0xc0) == 0x80)
        kept--; // not within a character
    buf_add(s->out, line, kept);
    buf_fmt(s->out, " ... (%zu characters more: --verbose)\n", n - kept);
}

// The compiler's first error is the one to fix, and it comes first.
static void add_lines(const Screen *s, const char *text) {
    static const int most[] = {1 << 20, 14, 11, 8};
    int lines = 0, left = 0;
    for (const char *p = text; *p; lines++) {
        size_t n = strcspn(p, "\n");
        n += p[n] == '\n';
        if (lines < most[s->t->brief])
            add_line(s, p, n);
        else
            left++;
        p += n;
    }
    if (left > 0) buf_fmt(s->out, "    (%d more lines)\n", left);
}

static void show_diagnostics(const Screen *s) {
    const BuildResult *b = &s->r->build;
    if (b->diagnostics && *b->diagnostics) {
        // Unaltered and not indented: editors and search engines know the
        // compiler's own words.
        report_gap(s->out);
        add_lines(s, b->diagnostics);
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
    if (!m->got_poison && m->bound > DBL_MIN) {
        char bound[40];
        snprintf(bound, sizeof bound, " (may differ by %.2g)", m->bound);
        bool fits = (int)(line.len + strlen(bound)) <= s->t->width;
        buf_fmt(&line, "%s%s", fits ? "" : "\n       ", bound);
    }
    buf_fmt(s->out, "%s\n", buf_text(&line));
    buf_free(&line);
}

static void show_mismatches(const Screen *s, const CaseResult *c) {
    static const int most[] = {5, 3, 2, 2};
    bool facts = c->nfirst > 0 && c->first[0].says;
    int shown = facts ? c->nfirst : min_of(c->nfirst, most[s->t->brief]);
    for (int i = 0; i < shown; i++)
        show_mismatch(s, &c->first[i]);
    if (shown > 0 && c->wrong > shown)
        buf_fmt(s->out, "      and %lld more\n", (long long)(c->wrong - shown));
    if (c->also) {
        Buf line = {0};
        buf_fmt(&line, "also wrong in this case: %s", c->also);
        term_wrap(s->t, s->out, 4, buf_text(&line));
        buf_free(&line);
    }
    if (s->r->shared_text) term_wrap(s->t, s->out, 4, s->r->shared_text);
    if (s->r->contrast) term_wrap(s->t, s->out, 4, s->r->contrast);
}

// A case has a name, and its sizes in brackets after that: the name alone will
// do on a short screen.
static int label_length(const Screen *s, const char *name) {
    const char *sizes = strchr(name, '=');
    int n = (int)strlen(name);
    if (s->t->brief < 2 || !sizes || name[n - 1] != ')') return n;
    while (sizes > name && *sizes != '(')
        sizes--;
    return sizes - name > 1 ? (int)(sizes - name) - 1 : n;
}

static void show_case(const Screen *s, const CaseResult *c) {
    Buf line = {0};
    report_gap(s->out);
    const char *name = c->name;
    int named = label_length(s, name);
    if (c->nfirst > 0 && c->first[0].says)
        buf_str(&line, ":");
    else if (c->wrong > 0 && c->total > 0)
        buf_fmt(&line, ": %lld of %lld elements of `%s` are wrong",
                (long long)c->wrong, (long long)c->total,
                c->output ? c->output : "the output");
    else if (check_told_by_trap(s->r, c->why))
        buf_str(&line, ": stopped by the error above");
    else
        buf_fmt(&line, ": %s", c->why && *c->why ? c->why : c->kind);
    int column = 4 + term_columns(name, (size_t)named);
    buf_str(s->out, "    ");
    if (column < s->t->width) {
        term_ink(s->t, s->out, INK_BAD, "%.*s", named, name);
        term_hang(s->t, s->out, column, 6, buf_text(&line));
    } else {
        Buf all = {0};
        buf_fmt(&all, "%.*s%s", named, name, buf_text(&line));
        term_hang(s->t, s->out, 4, 6, buf_text(&all));
        buf_free(&all);
    }
    show_mismatches(s, c);
    buf_free(&line);
}

// The other wrong cases, by name.
static void show_others(const Screen *s, const CaseResult *shown) {
    enum { MOST = 4 };
    Buf line = {0};
    int others = 0, named = 0;
    int room = s->t->brief ? s->t->width - 20 : 1 << 20;
    for (int i = 0; i < s->r->ncases; i++) {
        const CaseResult *c = &s->r->cases[i];
        if (c == shown || c->verdict == VERDICT_PASS ||
            c->verdict == VERDICT_SKIPPED)
            continue;
        others++;
        int n = label_length(s, c->name);
        bool fits = (int)line.len + n < room;
        if (named == MOST || (named > 0 && !fits)) continue;
        buf_fmt(&line, "%s%.*s", named ? "; " : "also wrong: ", n, c->name);
        named++;
    }
    if (others > named) buf_fmt(&line, "; and %d more", others - named);
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
    int passed = check_count(r, VERDICT_PASS);
    int skipped = check_count(r, VERDICT_SKIPPED);
    const CaseResult *bad = check_bad_case(r);
    Buf text = {0};
    if (passed == r->ncases)
        buf_fmt(&text, "%d case%s", passed, passed == 1 ? "" : "s");
    else
        buf_fmt(&text, "%d of %d case%s pass", passed, r->ncases,
                r->ncases == 1 ? "" : "s");
    if (skipped > 0) buf_fmt(&text, ", %d not run", skipped);
    bool ok = passed == r->ncases;
    bool by_trap = bad && bad->nfirst == 0 && check_told_by_trap(r, bad->why);
    bool in_short = by_trap && s->t->brief;
    if (in_short)
        buf_fmt(&text, "; the error above came in %.*s",
                label_length(s, bad->name), bad->name);
    report_row(s->t, s->out, "correct", ok ? INK_GOOD : INK_BAD,
               ok    ? "ok"
               : bad ? "FAIL"
                     : "not run",
               buf_text(&text));
    if (bad) {
        if (!in_short) show_case(s, bad);
        if (!in_short || s->t->brief < 2) show_others(s, bad);
        if (s->t->brief < 3) show_right(s);
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

// Wrong values that come first, and are explained, are not caused by a trap;
// a case that a trap stopped has none.
static bool traps_are_shown(const CheckResult *r) {
    const CaseResult *bad = check_bad_case(r);
    return r->ntraps > 0 &&
           (!r->is_explained || (bad && check_told_by_trap(r, bad->why)));
}

static void show_doubt(const Screen *s) {
    const CheckResult *r = s->r;
    SourceText text = {s->head->file, r->source, r->source_len};
    report_traps(s->t, r->doubts, r->ndoubts, 0, &text, 1, s->out);
    if (s->out->len > 1) s->out->len--; // right below
    term_wrap(s->t, s->out, 4,
              "It is right here, and CUDA does not promise that it always is.");
    report_gap(s->out);
}

static void show_all(const Screen *s) {
    const CheckResult *r = s->r;
    show_head(s);
    show_note(s);
    show_build(s);
    if (r->verdict == VERDICT_BUILD) show_diagnostics(s);

    if (r->run_status != RUN_OK && r->verdict == VERDICT_CRASH) show_crash(s);
    SourceText text = {s->head->file, r->source, r->source_len};
    if (traps_are_shown(r))
        report_traps(s->t, r->traps, r->ntraps, r->ncases, &text, 1, s->out);
    if (r->verdict == VERDICT_PASS && r->ndoubts) show_doubt(s);
    if (r->verdict != VERDICT_BUILD) {
        show_correct(s);
        report_gates(s->t, r, s->out);
        report_timing(s->t, r, s->out);
        show_answers(s);
    }
    check_show_end(s);
}

static int lines_of(const Buf *b) {
    int n = 0;
    for (size_t i = 0; i < b->len; i++)
        n += b->data[i] == '\n';
    return n;
}

// A failure is read as a whole: it leaves out what helps least until the screen
// holds it, with a line for the prompt.
void report_check(const Term *t, const CheckResult *r, const CheckHead *head,
                  Buf *out) {
    enum { USUAL = 24, BRIEFEST = 3 };
    int room = max_of(t->height, (int)USUAL) - 1;
    for (Term as = *t;; as.brief++) {
        Buf text = {0};
        show_all(&(Screen){&as, r, head, &text});
        bool whole = head->verbose || r->verdict == VERDICT_PASS;
        bool last = as.brief >= BRIEFEST || lines_of(&text) <= room;
        if (whole || last) buf_add(out, text.data, text.len);
        buf_free(&text);
        if (whole || last) return;
    }
}
