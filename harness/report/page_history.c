// One exercise over time: a picture, and its last attempts as a table.
#include "report/page_parts.h"

#include <math.h>
#include <stdlib.h>

enum { MARKS = 48 };

// Too many attempts for a picture are thinned: the first, the last and the
// fastest stay, and of the others every k-th.
static bool keep_mark(const PageExercise *e, int i, int timed, int nth) {
    int every = timed / (e->marks ? e->marks : MARKS) + 1;
    return i == 0 || i == e->ntimes - 1 || nth % every == 0 ||
           (e->p && e->times[i].id == e->p->best_id);
}

typedef struct Marks {
    double *x, *y;
    int n;
} Marks;

typedef struct History {
    Marks pass[2], fail; // measured, modelled
    Marks best;          // so far, of the newest clock
    bool modelled;       // that clock
} History;

static Marks marks_new(Arena *a, int n) {
    return (Marks){arena_array(a, double, (size_t)n),
                   arena_array(a, double, (size_t)n), 0};
}

static void add_mark(Marks *m, double x, double y) {
    m->x[m->n] = x;
    m->y[m->n++] = y;
}

static void collect_marks(Arena *a, const PageExercise *e, History *h) {
    int timed = 0, nth = 0;
    double best[2] = {INFINITY, INFINITY};
    double shown = INFINITY; // the step of the curve, at least 2 % each
    *h = (History){0};
    for (int i = 0; i < e->ntimes; i++) {
        timed += e->times[i].us > 0;
        if (e->times[i].us > 0) h->modelled = e->times[i].modelled;
    }
    h->pass[0] = marks_new(a, e->ntimes);
    h->pass[1] = marks_new(a, e->ntimes);
    h->fail = marks_new(a, e->ntimes);
    h->best = marks_new(a, 2 * e->ntimes + 1);
    for (int i = 0; i < e->ntimes; i++) {
        const TimeRow *t = &e->times[i];
        if (!(t->us > 0)) continue;
        bool pass = t->verdict == VERDICT_PASS;
        bool better = pass && t->us < best[t->modelled];
        if (better && t->modelled == h->modelled &&
            (t->us < 0.98 * shown || t->id == e->p->best_id)) {
            if (h->best.n) add_mark(&h->best, i + 1, shown);
            add_mark(&h->best, i + 1, shown = t->us);
        }
        if (better) best[t->modelled] = t->us;
        if (keep_mark(e, i, timed, nth++))
            add_mark(pass ? &h->pass[t->modelled] : &h->fail, i + 1, t->us);
    }
    if (h->best.n) add_mark(&h->best, e->ntimes, shown);
}

static void add_marks(Plot *p, const char *name, const Marks *m, bool hollow,
                      bool cross) {
    p->series[p->n++] = (PlotSeries){.name = name,
                                     .x = m->x,
                                     .y = m->y,
                                     .n = m->n,
                                     .points = true,
                                     .hollow = hollow,
                                     .cross = cross};
}

static void add_level(Arena *a, Plot *p, const PageExercise *e,
                      const char *name, double us) {
    if (!(us > 0) || !isfinite(us)) return;
    double *x = arena_array(a, double, 2), *y = arena_array(a, double, 2);
    x[0] = 1;
    x[1] = max_of(e->ntimes, 2);
    y[0] = y[1] = us;
    p->series[p->n++] =
        (PlotSeries){.name = name, .x = x, .y = y, .n = 2, .ceiling = true};
}

// The library's time in the newest run that had one of that clock.
static double library_us(const PageExercise *e, bool modelled) {
    for (int i = e->ntimes - 1; i >= 0; i--)
        if (e->times[i].library_us > 0 && e->times[i].modelled == modelled)
            return e->times[i].library_us;
    return NAN;
}

bool history_plot(Arena *a, const PageExercise *e, Plot *out) {
    History h;
    collect_marks(a, e, &h);
    *out = (Plot){.title = arena_fmt(a, "Times of %s", e->ex->id),
                  .xlabel = e->passes_only ? "pass" : "attempt",
                  .ylabel = "time",
                  .log_y = true,
                  .linear_x = true,
                  .y_is_us = true};
    if (!h.pass[0].n && !h.pass[1].n && !h.fail.n) return false;
    if (h.best.n > 1 && e->ntimes > 1)
        out->series[out->n++] = (PlotSeries){
            .name = "best so far", .x = h.best.x, .y = h.best.y, .n = h.best.n};
    add_marks(out, "measured", &h.pass[0], false, false);
    add_marks(out, "modelled", &h.pass[1], true, false);
    add_marks(out, "not passed", &h.fail, false, true);
    for (int m = 0; m < 2; m++) {
        if (!h.pass[m].n && !(h.fail.n && h.modelled == (m == 1))) continue;
        if (e->least_of[m])
            add_level(a, out, e, e->least_of[m], e->least_us[m]);
        if (e->library)
            add_level(a, out, e,
                      arena_fmt(a, "%s%s", e->library, m ? ", estimated" : ""),
                      library_us(e, m));
    }
    Buf best = {0};
    fmt_us(&best, e->best ? e->best->median_us : NAN);
    out->desc =
        arena_fmt(a, "%d %s; the fastest pass took %s.", e->ntimes,
                  e->passes_only ? "passes" : "attempts", buf_text(&best));
    buf_free(&best);
    return true;
}

// ---- the last attempts

static void put_attempts(const PageExercise *e, Buf *out) {
    if (!e->nrecent) return;
    buf_str(
        out,
        "<div class=\"scroll\"><table class=\"att\"><caption>The last attempts"
        "</caption><thead><tr><th scope=\"col\">when</th>"
        "<th scope=\"col\">verdict</th>"
        "<th scope=\"col\" class=\"n\">time</th>"
        "<th scope=\"col\">reason</th></tr></thead><tbody>");
    for (int i = 0; i < e->nrecent; i++) {
        const Attempt *at = &e->recent[i];
        html_put(out, "<tr><td class=\"w\">%d: ", at->number);
        put_when(out, at->when);
        buf_str(out, "</td><td>");
        put_verdict(out, at->verdict);
        buf_str(out, "</td><td class=\"n\">");
        put_us(out, at->median_us, at->modelled);
        html_put(out, "</td><td>%s</td></tr>", at->summary);
    }
    buf_str(out, "</tbody></table></div>");
}

static void put_gates(const Attempt *at, Buf *out) {
    for (int i = 0; i < at->ngates; i++) {
        const GateRow *g = &at->gates[i];
        buf_str(out, "<li>");
        put_verdict(out, verdict_find(g->verdict));
        html_put(out, " %s: ", g->metric);
        fmt_metric(out, g->metric, g->value);
        buf_str(out, ", needed ");
        fmt_metric(out, g->metric, g->bound);
        buf_str(out, "</li>");
    }
}

void page_history(Arena *a, const PageExercise *e, Buf *out) {
    Plot p;
    html_put(out, "<p class=\"mute\">%s", e->ex->title ? e->ex->title : "");
    if (e->p && e->p->hints_seen)
        html_put(out, ", %d hint%s", e->p->hints_seen,
                 e->p->hints_seen == 1 ? "" : "s");
    if (e->p && e->p->saw_solution) buf_str(out, ", solution seen");
    buf_str(out, "</p><div class=\"two\"><div>");
    if (history_plot(a, e, &p))
        plot_svg(&p, arena_fmt(a, "h-%s", e->ex->id), out);
    else
        buf_str(out, "<p class=\"mute\">No attempt was timed.</p>");
    if (e->best && e->best->ngates) {
        buf_str(out, "<p>Gates of the fastest pass:</p><ul>");
        put_gates(e->best, out);
        buf_str(out, "</ul>");
    }
    buf_str(out, "</div><div>");
    put_attempts(e, out);
    if (e->best || e->fail) {
        Buf links = {0};
        if (put_source_links(e, &links)) {
            buf_str(out, "<p>Source: ");
            buf_add(out, links.data, links.len);
            buf_str(out, "</p>");
        }
        buf_free(&links);
    }
    if (e->fail) {
        html_put(out, "<p>The last failure, attempt %d:</p>", e->fail->number);
        page_attempt(e, e->fail, out);
    }
    buf_str(out, "</div></div>");
}
