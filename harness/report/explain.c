// kata explain: the learner's source with the cost of each line beside it, and
// the lines that matter most.
#include "report/rows.h"

#include "base/path.h"
#include "base/str.h"

#include <stdio.h>
#include <string.h>

enum {
    COST = 24,   // columns of the cost beside a line
    SOURCE = 40, // where the source begins
    AROUND = 2,  // lines shown before and after what was counted
    GAP = 6,     // more lines than this without a cost are left out
};

static bool is_own(const ExplainView *v, const LineCost *l) {
    return l->line > 0 && !strcmp(path_base(l->file), path_base(v->file));
}

static const LineCost *cost_of(const ExplainView *v, int line) {
    for (int i = 0; i < v->nlines; i++)
        if (v->lines[i].line == line && is_own(v, &v->lines[i]))
            return &v->lines[i];
    return NULL;
}

static double part_of(const ExplainView *v, double us) {
    return v->e->us > 0 ? us / v->e->us : 0;
}

static double per_count(uint64_t n, uint64_t of) {
    return of ? (double)n / (double)of : 0;
}

// ---- what a line costs, in a few columns

static void say_text(Buf *b, const char *text) {
    if (b->len) buf_str(b, ", ");
    buf_str(b, text);
}

// Counts that are what they must be are not worth a word, but for the sectors:
// they are the measure of everything.
void report_line_cost(const SimCounters *c, Buf *b) {
    char s[40];
    uint64_t requests = c->gmem_loads + c->gmem_stores;
    double lanes = per_count(c->thread_insts, c->warp_insts);
    if (requests) {
        double got = per_count(c->gmem_sectors, requests);
        double ideal = per_count(c->gmem_ideal, requests);
        if (got > 1.05 * ideal && !c->texture_fetches)
            snprintf(s, sizeof s, "%.3g sectors for %.3g", got, ideal);
        else
            snprintf(s, sizeof s, "%.3g sector%s", got, got > 1 ? "s" : "");
        say_text(b, s);
    }
    if (c->smem_wavefronts > c->smem_ideal + c->smem_ideal / 20) {
        snprintf(s, sizeof s, "%.3g passes for 1",
                 per_count(c->smem_wavefronts, c->smem_ideal));
        say_text(b, s);
    }
    if (c->atomic_requests) {
        double deep = per_count(c->atomic_serial + c->smem_atomic_serial,
                                c->atomic_requests);
        snprintf(s, sizeof s, "atomics %.3g deep", deep);
        say_text(b, deep < 1.05 ? "atomics" : s);
    }
    if (c->texture_fetches) say_text(b, "texture");
    if (c->local_requests) say_text(b, "local memory");
    if (c->barriers) say_text(b, "barrier");
    if (c->warp_insts && lanes < 31.5 && b->len < 14) {
        snprintf(s, sizeof s, "%.0f/32 lanes", lanes);
        say_text(b, s);
    }
}

// ---- the source

static Str source_line(const ExplainView *v, int line) {
    Str rest = {v->source, v->len}, part = {0};
    for (int i = 0; i < line; i++)
        if (!str_cut(&rest, '\n', &part)) return (Str){0};
    return part;
}

static void show_source(const Term *t, Str text, Buf *out) {
    int room = t->width - SOURCE, column = 0;
    for (size_t i = 0; i < text.n && column < room; i++) {
        if (text.p[i] != '\t') {
            buf_char(out, text.p[i]);
            column++;
            continue;
        }
        for (int to = (column / 4 + 1) * 4; column < to; column++)
            buf_char(out, ' ');
    }
}

static Ink heat(double part) {
    return part >= 0.25 ? INK_BAD : part >= 0.08 ? INK_WARN : INK_PLAIN;
}

static void show_line(const Term *t, const ExplainView *v, int line, Buf *out) {
    const LineCost *l = cost_of(v, line);
    double part = l ? part_of(v, l->us) : 0;
    Buf cost = {0};
    if (l) report_line_cost(&l->c, &cost);
    if (part >= 0.005)
        term_ink(t, out, heat(part), "%4.0f %%", part * 100);
    else
        buf_str(out, l ? "     ." : "      ");
    buf_fmt(out, "  %-*.*s ", COST, COST, buf_text(&cost));
    term_ink(t, out, INK_DIM, "%4d | ", line);
    show_source(t, source_line(v, line), out);
    buf_char(out, '\n');
    buf_free(&cost);
}

// The next line after `line` that has a cost, or 0.
static int next_counted(const ExplainView *v, int line) {
    int next = 0;
    for (int i = 0; i < v->nlines; i++) {
        const LineCost *l = &v->lines[i];
        if (is_own(v, l) && l->line > line && (!next || l->line < next))
            next = l->line;
    }
    return next;
}

static int count_lines(const ExplainView *v) {
    int n = 0;
    for (size_t i = 0; i < v->len; i++)
        n += v->source[i] == '\n';
    return n + (v->len > 0 && v->source[v->len - 1] != '\n');
}

static void show_lines(const Term *t, const ExplainView *v, const char *time,
                       Buf *out) {
    int last = 0, end = count_lines(v);
    term_ink(t, out, INK_DIM, "%6s  %-*s line\n", time, COST,
             "what a warp's request costs");
    for (int at = next_counted(v, 0); at; at = next_counted(v, at)) {
        int from = max_of(at - AROUND, last + 1);
        if (last && from - last <= GAP)
            from = last + 1;
        else if (last)
            term_ink(t, out, INK_DIM, "%*s...\n", SOURCE - 2, "");
        for (last = from - 1; last < at && last < end;)
            show_line(t, v, ++last, out);
        int next = next_counted(v, at);
        while (last < end && last < at + AROUND && (!next || last < next - 1))
            show_line(t, v, ++last, out);
    }
}

// Code of headers that the kernel uses, and what is no line's doing.
static void show_rest(const Term *t, const ExplainView *v, Buf *out) {
    double own = 0, others = 0;
    bool triton = true;
    for (int i = 0; i < v->nlines; i++) {
        if (is_own(v, &v->lines[i])) {
            own += v->lines[i].us;
            continue;
        }
        others += v->lines[i].us;
        triton &= strstr(v->lines[i].file, "/triton/language/") != NULL;
    }
    double start = 1 - part_of(v, own + others);
    if (part_of(v, others) >= 0.005)
        term_ink(t, out, INK_DIM, "%4.0f %%  in other files: %s\n",
                 part_of(v, others) * 100,
                 triton ? "Triton's own library" : "headers");
    if (start >= 0.005)
        term_ink(t, out, INK_DIM,
                 "%4.0f %%  launch and block start-up overhead\n", start * 100);
}

void report_costs(const Term *t, const ExplainView *v, const char *time,
                  Buf *out) {
    show_lines(t, v, time, out);
    show_rest(t, v, out);
}

int report_longest(const ExplainView *v, const LineCost **lines, int most) {
    int n = 0;
    for (int i = 0; i < v->nlines; i++) {
        const LineCost *l = &v->lines[i];
        if (!is_own(v, l)) continue;
        int at = n < most ? n++ : most;
        for (; at > 0 && lines[at - 1]->us < l->us; at--)
            if (at < most) lines[at] = lines[at - 1];
        if (at < most) lines[at] = l;
    }
    return n;
}

// ---- what a launch holds of an SM

static void show_holding(const Term *t, const KernelCost *k, Buf *out) {
    size_t name = strcspn(k->kernel, "(<");
    const char *from =
        strncmp(k->kernel, "void ", 5) ? k->kernel : k->kernel + 5;
    Buf b = {0};
    buf_fmt(&b, "%.*s: %d registers a thread",
            (int)(name - (size_t)(from - k->kernel)), from, k->regs);
    if (k->stack_bytes > 0)
        buf_fmt(&b, " and %d bytes of local memory", k->stack_bytes);
    else if (k->stack_bytes == 0)
        buf_str(&b, ", no spills");
    if (k->smem_bytes)
        buf_fmt(&b, ", %lld bytes of shared memory a block", k->smem_bytes);
    buf_fmt(&b, "; occupancy %.0f %%", k->occupancy * 100);
    if (k->occupancy < 0.995 && k->occupancy_limit && *k->occupancy_limit)
        buf_fmt(&b, ", limited by %s", k->occupancy_limit);
    term_wrap(t, out, 0, buf_text(&b));
    buf_free(&b);
}

// The first launch of each kernel, a few of them.
static void show_holdings(const Term *t, const ExplainView *v, Buf *out) {
    enum { MOST = 4 };
    int shown = 0;
    for (int i = 0; i < v->nkernels && shown < MOST; i++) {
        bool before = false;
        for (int k = 0; k < i; k++)
            before |= !strcmp(v->kernels[k].kernel, v->kernels[i].kernel);
        if (before) continue;
        show_holding(t, &v->kernels[i], out);
        shown++;
    }
}

static void add_time(Buf *b, const char *sep, const char *what, double us) {
    buf_fmt(b, "%s%s ", sep, what);
    fmt_us(b, us);
}

// The call takes longer than its kernels. Where they, or copies, lie side by
// side, the parts are more than the whole.
static void show_call(const Term *t, const ExplainView *v, Buf *out) {
    double kernels = v->tests_us;
    Buf b = {0};
    for (int i = 0; i < v->nkernels; i++)
        kernels += v->kernels[i].us;
    double busy = v->busy_us > 0 ? v->busy_us : kernels;
    double rest = v->call_us - busy, copies = v->copies_us;
    if (kernels > 0 && v->call_us >= 1.005 * busy) {
        add_time(&b, "", "The call takes", v->call_us);
        add_time(&b, ", the time that kata check shows: ", "kernels", kernels);
        if (copies >= 0.005 * v->call_us) add_time(&b, ", ", "copies", copies);
        add_time(&b, ", ",
                 copies > 0 ? "launches, gaps and the host"
                            : "launches and gaps",
                 rest);
        if (kernels + copies > 1.02 * busy)
            buf_str(&b, "; some of it at the same time");
        term_wrap(t, out, 0, buf_text(&b));
    }
    buf_clear(&b);
    if (v->tests_kernels) {
        add_time(&b, "", "kata's own kernels, left out below:", v->tests_us);
        buf_fmt(&b, " (%s)", v->tests_kernels);
        term_wrap(t, out, 0, buf_text(&b));
    }
    buf_free(&b);
}

// ---- the causes

static void show_cause(const Term *t, const ExplainView *v, int i, Buf *out) {
    const Cause *c = &v->e->at[i];
    Buf b = {0};
    buf_fmt(&b, "%d. ", i + 1);
    if (is_own(v, c->line))
        buf_fmt(&b, "line %d", c->line->line);
    else
        buf_fmt(&b, "%s:%d", path_base(c->line->file), c->line->line);
    for (int k = 0; k < c->nalso; k++)
        buf_fmt(&b, "%s%d", k ? ", " : " and ", c->also[k]->line);
    term_ink(t, out, INK_BOLD, "  %s", buf_text(&b));
    double us = c->line->us;
    for (int k = 0; k < c->nalso; k++)
        us += c->also[k]->us;
    bool is_most = v->e->us >= 0.6 * v->call_us;
    buf_fmt(out, "  %.0f %% of the %stime", part_of(v, us) * 100,
            is_most ? "" : "kernels' ");
    if (*c->line->limiter) buf_fmt(out, ", mostly %s", c->line->limiter);
    buf_char(out, '\n');
    buf_clear(&b);

    term_wrap(t, out, 5, c->why);
    if (c->own && v->exercise)
        buf_fmt(&b, "That is what this exercise is about: kata hint %s",
                v->exercise);
    else if (c->lesson)
        buf_fmt(&b, "The exercise that teaches it: kata show %s", c->lesson);
    if (b.len) term_wrap(t, out, 5, buf_text(&b));
    buf_free(&b);
}

static const char *nothing_of(const ExplainView *v) {
    if (v->nkernels)
        return "The kernels are a library's: there is no line of yours to "
               "explain.";
    return v->tests_kernels
               ? "No kernel of yours ran, so there is nothing to explain."
               : "No kernel ran, so there is nothing to explain.";
}

void report_explain(const Term *t, const ExplainView *v, Buf *out) {
    term_ink(t, out, INK_BOLD, "%s", v->title);
    buf_fmt(out, "  modelled on %s", v->gpu->name);
    if (v->shape && *v->shape) buf_fmt(out, ", %s", v->shape);
    buf_str(out, "\n\n");
    report_kernels(t, v->kernels, v->nkernels, out);
    show_call(t, v, out);
    show_holdings(t, v, out);
    report_gap(out);
    if (v->nlines == 0) {
        term_wrap(t, out, 0, nothing_of(v));
        return;
    }
    report_costs(t, v, "time", out);
    report_gap(out);
    if (v->e->n == 0) return;
    term_ink(t, out, INK_BOLD, "%s\n",
             v->e->n == 1 ? "the line that matters" : "the lines that matter");
    for (int i = 0; i < v->e->n; i++)
        show_cause(t, v, i, out);
}

// ---- for programs

static void put_line(Json *j, const ExplainView *v, const LineCost *l) {
    json_open(j, '{');
    json_kstr(j, "file", l->file);
    json_kint(j, "line", l->line);
    json_knum(j, "us", l->us);
    json_knum(j, "share", part_of(v, l->us));
    json_kstr(j, "limiter", l->limiter);
    report_counters_json(j, &l->c);
    json_close(j, '}');
}

static void put_cause(Json *j, const Cause *c) {
    json_open(j, '{');
    json_kstr(j, "file", c->line->file);
    json_kint(j, "line", c->line->line);
    json_key(j, "also");
    json_open(j, '[');
    for (int i = 0; i < c->nalso; i++)
        json_int(j, c->also[i]->line);
    json_close(j, ']');
    json_kstr(j, "cause", c->name);
    json_kstr(j, "why", c->why);
    json_kstr(j, "lesson", c->lesson);
    json_knum(j, "waste", c->waste);
    json_close(j, '}');
}

void report_explain_json(const ExplainView *v, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kbool(&j, "modelled", true);
    json_kstr(&j, "gpu", v->gpu->id);
    json_kstr(&j, "exercise", v->exercise);
    json_kstr(&j, "shape", v->shape);
    json_knum(&j, "us", v->e->us);
    json_knum(&j, "call_us", v->call_us);
    json_key(&j, "lines");
    json_open(&j, '[');
    for (int i = 0; i < v->nlines; i++)
        put_line(&j, v, &v->lines[i]);
    json_close(&j, ']');
    json_key(&j, "causes");
    json_open(&j, '[');
    for (int i = 0; i < v->e->n; i++)
        put_cause(&j, &v->e->at[i]);
    json_close(&j, ']');
    json_key(&j, "kernels");
    report_kernels_put(&j, v->kernels, v->nkernels);
    json_close(&j, '}');
    buf_char(out, '\n');
}
