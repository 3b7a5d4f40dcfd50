// The end of a check's screen: what the program printed, the hint, the verdict,
// the moment of a pass, and what to type next.
#include "report/check_parts.h"
#include "report/rows.h"

#include "base/path.h"
#include "plan/paper.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

int check_count(const CheckResult *r, Verdict v) {
    int n = 0;
    for (int i = 0; i < r->ncases; i++)
        n += r->cases[i].verdict == v;
    return n;
}

const TrapInfo *check_told_by_trap(const CheckResult *r, const char *text) {
    for (int i = 0; i < r->ntraps; i++)
        if (text && *r->traps[i].message && strstr(text, r->traps[i].message))
            return &r->traps[i];
    return NULL;
}

static void show_printed(const Screen *s, const char *title, const char *text,
                         size_t dropped) {
    static const int most[] = {12, 6, 4};
    if (!text || !*text) return;
    report_gap(s->out);
    if (s->t->brief > 2) {
        buf_fmt(s->out, "  your program %s %zu bytes\n", title,
                strlen(text) + dropped);
        return;
    }
    buf_fmt(s->out, "  your program %s:\n", title);
    int lines = 0;
    while (*text && lines < most[s->t->brief]) {
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

// A gate has the name that its row has: "peak tensors", not "peak_tensors".
static void add_summary(Buf *line, const CheckResult *r, const char *summary) {
    size_t n = strcspn(summary, ":");
    bool gate = false;
    for (int i = 0; i < r->ngates; i++) {
        const char *metric = r->gates[i].gate->metric;
        gate |= strlen(metric) == n && !strncmp(metric, summary, n);
    }
    buf_str(line, ": ");
    for (size_t i = 0; gate && i < n; i++)
        buf_char(line, summary[i] == '_' ? ' ' : summary[i]);
    buf_str(line, summary + (gate ? n : 0));
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
    const TrapInfo *by = check_told_by_trap(r, r->summary);
    if (r->verdict == VERDICT_CRASH && check_is_out_of_time(r))
        word = "STOPPED";
    if (r->verdict == VERDICT_CRASH && by && !by->on_host)
        word = strcmp(by->kind, "bad-launch") ? "STOPPED" : "NOT LAUNCHED";
    Buf line = {0};
    const char *summary = r->summary ? r->summary : "";
    // A file that does not compile was not run, on whatever device.
    bool ran = r->verdict != VERDICT_BUILD && r->verdict != VERDICT_ENV;
    if (r->modelled && ran && !strstr(summary, "(modelled)"))
        buf_str(&line, " (modelled)");
    if (r->medal) buf_fmt(&line, ", %s medal", r->medal);
    // "PASS: passed: ..." would say it twice.
    if (!strncmp(summary, "passed: ", 8)) summary += 8;
    const TrapInfo *trap = by;
    if (trap && *trap->file && trap->line > 0)
        buf_fmt(&line, ": %s at %s:%d", trap->kind, path_base(trap->file),
                trap->line);
    else if (trap && *trap->file)
        buf_fmt(&line, ": %s in %s", trap->kind, path_base(trap->file));
    else if (trap)
        buf_fmt(&line, ": %s", trap->kind);
    else if (is_shown(r)) // element by element
        buf_fmt(&line, ": wrong in %d of %d cases",
                check_count(r, VERDICT_FAIL), r->ncases);
    else if (*summary)
        add_summary(&line, r, summary);

    report_gap(s->out);
    term_ink(s->t, s->out, words[r->verdict].ink, "%s", word);
    term_hang(s->t, s->out, (int)strlen(word), 2, buf_text(&line));
    bool twice = s->head->next && r->advice && strstr(r->advice, s->head->next);
    if (r->advice && *r->advice && !twice && s->t->brief < 2)
        term_wrap(s->t, s->out, 0, r->advice);
    buf_free(&line);
}

static void show_next(const Screen *s) {
    bool random = s->r->verdict == VERDICT_FAIL && s->r->stage < STAGE_GATES;
    if (random && !s->t->brief)
        buf_fmt(s->out, "same inputs again: add --seed 0x%llx\n",
                (unsigned long long)s->r->seed);
    if (s->r->verdict != VERDICT_PASS && s->head->file)
        term_line(s->t, s->out, 0, "edit: %s%s", s->head->file,
                  s->t->brief ? "   (--verbose shows all)" : "");
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

// By a gate of the same metric, which the check has judged.
static bool is_predicted(const CheckResult *r, const Gate *g) {
    for (int i = 0; i < r->ngates; i++)
        if (!strcmp(r->gates[i].gate->metric, g->metric) &&
            r->gates[i].is_expected)
            return true;
    return false;
}

static void show_next_medal(const Screen *s) {
    const Medal *m = s->r->next_medal;
    if (!m) return;
    Buf line = {0};
    buf_fmt(&line, "for %s: ", m->name);
    for (int i = 0; i < m->ngates; i++) {
        GateOutcome bar = {.gate = &m->gates[i],
                           .value = NAN,
                           .is_expected = is_predicted(s->r, &m->gates[i])};
        Buf name = {0}, none = {0}, bound = {0};
        report_gate_texts(&bar, &name, &none, &bound);
        buf_fmt(&line, "%s%s %s", i ? ", " : "", buf_text(&name),
                buf_text(&bound));
        buf_free(&name);
        buf_free(&none);
        buf_free(&bound);
    }
    term_wrap(s->t, s->out, 0, buf_text(&line));
    buf_free(&line);
}

// A predicted value beside the bar of a medal: m's gate of the same metric.
static bool is_near_medal(const CheckResult *r, const Medal *m) {
    for (int i = 0; m && i < r->ngates; i++)
        for (int k = 0; k < m->ngates; k++)
            if (!strcmp(r->gates[i].gate->metric, m->gates[k].metric) &&
                outcome_is_near(&r->gates[i], m->gates[k].bound))
                return true;
    return false;
}

static void show_near_medal(const Screen *s) {
    const CheckResult *r = s->r;
    bool won = is_near_medal(r, r->won);
    if (!won && !is_near_medal(r, r->next_medal)) return;
    Buf line = {0};
    buf_fmt(&line,
            "near the bar of %s: half of all predictions are off by 5 %% or "
            "more, so a GPU may give another medal",
            won ? r->won->name : r->next_medal->name);
    term_wrap(s->t, s->out, 0, buf_text(&line));
    buf_free(&line);
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
    show_next_medal(s);
    show_near_medal(s);
    if (h->solution && h->look)
        buf_fmt(&line, "our solution: %s (%s)", h->look, h->solution);
    else if (h->solution)
        buf_fmt(&line, "our solution, and why it is so: %s", h->solution);
    if (line.len) term_wrap(s->t, s->out, 0, buf_text(&line));
    buf_free(&line);
}

void check_show_end(const Screen *s) {
    const CheckResult *r = s->r;
    show_printed(s, "printed", r->out_text, r->out_dropped);
    show_printed(s, "wrote to stderr", r->err_text, r->err_dropped);
    show_hint(s);
    show_verdict(s);
    if (r->verdict == VERDICT_PASS) show_pass(s);
    show_next(s);
}
