// One check as an HTML page: the verdict, cases and gates as tables, and the
// source with the cost of every line as a column of heat.
#include "report/page_parts.h"
#include "report/rows.h"

#include "base/path.h"
#include "base/str.h"
#include "plan/paper.h"

#include <math.h>
#include <string.h>

typedef struct CheckPage {
    const CheckResult *r;
    const CheckHead *head;
    Buf *out;
    double us; // of all launches
    int end;   // lines of the source
} CheckPage;

static void open_part(const CheckPage *p, const char *id, const char *title) {
    put_section(p->out, id, title);
}

static void close_part(const CheckPage *p) {
    buf_str(p->out, "</section>\n");
}

static void open_table(const CheckPage *p, const char *const *heads, int n) {
    buf_str(p->out, "<div class=\"scroll\"><table class=\"att\"><thead><tr>");
    for (int i = 0; i < n; i++)
        html_put(p->out, "<th scope=\"col\">%s</th>", heads[i]);
    buf_str(p->out, "</tr></thead><tbody>");
}

static void close_table(const CheckPage *p) {
    buf_str(p->out, "</tbody></table></div>");
}

// ---- the verdict

static void page_verdict(const CheckPage *p) {
    const CheckResult *r = p->r;
    Buf *out = p->out;
    const char *device =
        r->device.name && *r->device.name ? r->device.name : r->backend->title;
    html_put(out, "<header><h1>%s</h1><p class=\"mute\">", p->head->address);
    if (p->head->attempt) html_put(out, "attempt %d, ", p->head->attempt);
    html_put(out, "%s%s, seed 0x%llx</p></header>\n<main>", device,
             r->backend->is_modelled ? " (simulated)" : "",
             (unsigned long long)r->seed);
    open_part(p, "verdict", "Verdict");
    buf_str(out, "<p class=\"big\">");
    put_verdict(out, r->verdict);
    if (r->medal) html_put(out, ", ★ %s", r->medal);
    html_put(out, "</p><p>%s</p>", r->summary);
    if (r->note || r->modelled)
        html_put(out, "<p class=\"mute\">%s</p>",
                 r->note ? r->note
                         : "Modelled: no GPU took part in this "
                           "verdict.");
    if (p->head->untouched)
        buf_str(out, "<p>Your file is still as it was handed out.</p>");
    if (r->hint) html_put(out, "<p><strong>Hint:</strong> %s</p>", r->hint);
    bool twice = p->head->next && r->advice && strstr(r->advice, p->head->next);
    if (r->advice && !twice) {
        buf_str(out, "<p>");
        html_prose(out, r->advice);
        buf_str(out, "</p>");
    }
    if (p->head->next)
        html_put(out, "<p><code class=\"cmd\">%s</code></p>", p->head->next);
    close_part(p);
}

static void page_build(const CheckPage *p) {
    const BuildResult *b = &p->r->build;
    if (p->r->verdict != VERDICT_BUILD) return;
    open_part(p, "build", "The compiler says");
    html_put(p->out, "<pre tabindex=\"0\">%s</pre>", b->diagnostics);
    if (b->remark) html_put(p->out, "<p>%s</p>", b->remark);
    close_part(p);
}

// ---- what went wrong where

static bool is_own_file(const CheckPage *p, const char *file) {
    return file && *file && p->head->file &&
           !strcmp(path_base(file), path_base(p->head->file));
}

static void put_place(const CheckPage *p, const char *file, int line) {
    if (!line || !file || !*file) return;
    if (is_own_file(p, file) && line <= p->end)
        html_put(p->out, " <a href=\"#L%d\">line %d</a>", line, line);
    else
        html_put(p->out, " at %s:%d", path_base(file), line);
}

static void page_traps(const CheckPage *p) {
    if (!p->r->ntraps) return;
    open_part(p, "traps", "Mistakes that were seen");
    buf_str(p->out, "<ul>");
    for (int i = 0; i < p->r->ntraps; i++) {
        const TrapInfo *t = &p->r->traps[i];
        html_put(p->out, "<li><strong>%s</strong>", t->kind);
        put_place(p, t->file, t->line);
        html_put(p->out, ": %s", t->message);
        if (t->other_line) {
            buf_str(p->out, "; the other one");
            put_place(p, t->other_file, t->other_line);
        }
        if (*t->hint) html_put(p->out, "<br/><small>%s</small>", t->hint);
        buf_str(p->out, "</li>");
    }
    buf_str(p->out, "</ul>");
    close_part(p);
}

static void put_wrong(const CheckPage *p, const Mismatch *m) {
    char want[40], got[40];
    if (m->says) {
        html_put(p->out, "<br/>%s", m->says);
        return;
    }
    str_pair(m->want, m->got, want, got);
    html_put(p->out, "<br/><code>%s</code> expected %s, got %s", m->where, want,
             m->got_poison ? "nothing: never written" : got);
}

// most: mismatches to show.
static void put_case(const CheckPage *p, const CaseResult *c, int most) {
    html_put(p->out, "<tr><td>%s</td><td>", c->name);
    put_verdict(p->out, c->verdict);
    buf_str(p->out, "</td><td>");
    if (c->wrong > 0)
        html_put(p->out, "%lld of %lld elements of <code>%s</code> are wrong",
                 (long long)c->wrong, (long long)c->total,
                 c->output ? c->output : "the output");
    else
        html_text(p->out, c->why);
    for (int i = 0; i < c->nfirst && i < most; i++)
        put_wrong(p, &c->first[i]);
    if (c->pattern_text) html_put(p->out, "<br/>%s", c->pattern_text);
    buf_str(p->out, "</td></tr>");
}

static void put_passed_cases(const CheckPage *p, int passed) {
    const CheckResult *r = p->r;
    int n = 0;
    if (!passed) return;
    html_put(p->out,
             "<details><summary><span class=\"st g\">● pass</span> "
             "%d case%s</summary><p>",
             passed, passed == 1 ? "" : "s");
    for (int i = 0; i < r->ncases; i++)
        if (r->cases[i].verdict == VERDICT_PASS)
            html_put(p->out, "%s%s", n++ ? "; " : "", r->cases[i].name);
    buf_str(p->out, "</p></details>");
}

static void page_cases(const CheckPage *p) {
    static const char *const heads[] = {"case", "verdict", "why"};
    enum { MOST = 100, DETAILS = 5 };
    const CheckResult *r = p->r;
    int passed = 0, n = 0;
    if (!r->ncases) return;
    for (int i = 0; i < r->ncases; i++)
        passed += r->cases[i].verdict == VERDICT_PASS;
    open_part(p, "cases", "Cases");
    if (passed < r->ncases) {
        open_table(p, heads, COUNT_OF(heads));
        for (int i = 0; i < r->ncases; i++)
            if (r->cases[i].verdict != VERDICT_PASS && n++ < MOST)
                put_case(p, &r->cases[i], n == 1 ? DETAILS : 1);
        close_table(p);
        if (n > MOST) html_put(p->out, "<p>and %d more</p>", n - MOST);
    }
    put_passed_cases(p, passed);
    close_part(p);
}

static void page_answers(const CheckPage *p) {
    const CheckResult *r = p->r;
    if (!r->nanswers) return;
    open_part(p, "answers", "Answers");
    buf_str(p->out, "<ul>");
    for (int i = 0; i < r->nanswers; i++) {
        buf_str(p->out, "<li>");
        put_verdict(p->out, r->answers[i].verdict);
        html_put(p->out, " %s: %s</li>", r->answers[i].question->id,
                 r->answers[i].why);
    }
    buf_str(p->out, "</ul>");
    close_part(p);
}

// ---- gates and time

static void page_gates(const CheckPage *p) {
    static const char *const heads[] = {"gate", "verdict", "value", "needed",
                                        "why"};
    if (!p->r->ngates) return;
    open_part(p, "gates", "Gates");
    open_table(p, heads, COUNT_OF(heads));
    for (int i = 0; i < p->r->ngates; i++) {
        const GateOutcome *o = &p->r->gates[i];
        Buf name = {0}, value = {0}, bound = {0};
        report_gate_texts(o, &name, &value, &bound);
        html_put(p->out, "<tr><td>%s</td><td>", buf_text(&name));
        put_verdict(p->out, o->verdict);
        html_put(p->out, "</td><td class=\"w\">%s</td><td>%s</td><td>%s</td>",
                 buf_text(&value), buf_text(&bound), o->why);
        buf_str(p->out, "</tr>");
        buf_free(&name);
        buf_free(&value);
        buf_free(&bound);
    }
    close_table(p);
    close_part(p);
}

static void page_time(const CheckPage *p) {
    const Term plain = {.width = 96};
    Buf text = {0};
    if (!p->r->time.present) return;
    report_timing(&plain, p->r, &text);
    if (p->r->nkernels) {
        buf_char(&text, '\n');
        report_kernels(&plain, p->r->kernels, p->r->nkernels, &text);
    }
    open_part(p, "time", "Time");
    html_put(p->out, "<pre tabindex=\"0\">%s</pre>", buf_text(&text));
    close_part(p);
    buf_free(&text);
}

// ---- the source

static const LineCost *line_cost(const CheckPage *p, int line) {
    for (int i = 0; i < p->r->nlines; i++)
        if (p->r->lines[i].line == line && is_own_file(p, p->r->lines[i].file))
            return &p->r->lines[i];
    return NULL;
}

static int heat_step(double part) {
    static const double least[] = {0.005, 0.03, 0.08, 0.25};
    int step = 0;
    while (step < (int)COUNT_OF(least) && part >= least[step])
        step++;
    return step;
}

static void put_heat(const CheckPage *p, const LineCost *l) {
    double part = l && p->us > 0 ? l->us / p->us : 0;
    Buf words = {0};
    buf_str(p->out, "<td class=\"n\">");
    if (part >= 0.005)
        html_put(p->out,
                 "%.0f %% <svg class=\"bar\" viewBox=\"0 0 50 10\" "
                 "aria-hidden=\"true\"><rect class=\"h%d\" width=\"%.1f\" "
                 "height=\"10\"/></svg>",
                 part * 100, heat_step(part), min_of(1.0, part) * 50);
    buf_str(p->out, "</td><td class=\"w o\">");
    if (l) report_line_cost(&l->c, &words);
    html_put(p->out, "<small>%s</small></td>", buf_text(&words));
    buf_free(&words);
}

static void put_code(const CheckPage *p, int line, Str text) {
    html_put(p->out, "<tr id=\"L%d\"><td class=\"n\">%d</td>", line, line);
    if (p->r->nlines) put_heat(p, line_cost(p, line));
    buf_str(p->out, "<td><code>");
    html_textn(p->out, text.p, text.n);
    buf_str(p->out, "</code>");
    for (int i = 0; i < p->r->ntraps; i++)
        if (p->r->traps[i].line == line && is_own_file(p, p->r->traps[i].file))
            html_put(p->out, " <span class=\"st b\">✕ %s</span>",
                     p->r->traps[i].kind);
    buf_str(p->out, "</td></tr>\n");
}

static void page_source(const CheckPage *p) {
    static const char *const heads[] = {"line", "time", "a warp's request",
                                        "source"};
    const CheckResult *r = p->r;
    Str rest = {r->source, r->source_len}, line;
    open_part(p, "source", path_base(p->head->file ? p->head->file : ""));
    if (r->nlines)
        buf_str(p->out, "<p class=\"mute\">The share of the modelled time that "
                        "each line takes, and what its requests cost.</p>");
    else if (r->verdict != VERDICT_PASS)
        buf_str(p->out, "<p class=\"mute\">No line was timed: a program has to "
                        "be right before its lines are.</p>");
    buf_str(p->out, "<div class=\"scroll src\"><table><thead><tr>");
    for (size_t i = 0; i < COUNT_OF(heads); i++)
        if (r->nlines || i == 0 || i == 3)
            html_put(p->out, "<th scope=\"col\" class=\"%s\">%s</th>",
                     i == 2 ? "o" : "", heads[i]);
    buf_str(p->out, "</tr></thead><tbody>");
    for (int n = 1; r->source && str_cut(&rest, '\n', &line); n++)
        put_code(p, n, line);
    close_table(p);
    close_part(p);
}

static void page_printed(const CheckPage *p, const char *id, const char *title,
                         const char *text) {
    if (!text || !*text) return;
    open_part(p, id, title);
    html_put(p->out, "<pre tabindex=\"0\">%s</pre>", text);
    close_part(p);
}

void report_check_html(const CheckResult *r, const CheckHead *head, Buf *out) {
    CheckPage p = {.r = r, .head = head, .out = out};
    const Frame frame = {.title = head->address};
    for (int i = 0; i < r->nkernels; i++)
        p.us += r->kernels[i].us;
    for (size_t i = 0; r->source && i < r->source_len; i++)
        p.end += r->source[i] == '\n';
    frame_open(&frame, out);
    page_verdict(&p);
    page_build(&p);
    page_traps(&p);
    page_cases(&p);
    page_gates(&p);
    page_answers(&p);
    page_time(&p);
    page_source(&p);
    page_printed(&p, "printed", "Your program printed", r->out_text);
    page_printed(&p, "stderr", "Your program wrote to stderr", r->err_text);
    buf_str(out, "</main>\n");
    frame_close(&frame, out);
}
