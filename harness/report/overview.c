// How it goes beyond single weeks: pace, streak, hours, what the passes rest
// on, phases with their gates, milestones reached and next.
//
// A requirement that no exercise exists for yet is said to be missing and is
// never counted as met.
#include "report/report.h"

#include <stdio.h>

static bool is_met(const GoalRow *g) {
    return g->asked > 0 && g->met == g->asked && g->asked == g->parts;
}

static void show_pace(const Term *t, const Overview *v, Buf *out) {
    buf_str(out, "  ");
    term_ink(t, out, v->days_behind > 0 ? INK_WARN : INK_GOOD, "%s", v->lag);
    buf_fmt(out, ", %d day%s in a row, %.4g hours", v->streak,
            v->streak == 1 ? "" : "s", v->hours);
    if (v->reviews_due > 0) buf_fmt(out, ", %d to review", v->reviews_due);
    buf_char(out, '\n');
    term_line(t, out, 2,
              "passes: %d run (%d measured), %d answered, %d shown, "
              "%d attested",
              v->run, v->measured, v->answered, v->shown, v->attested);
    if (v->readings)
        term_line(t, out, 2, "readings: %d of %d, on your word", v->read,
                  v->readings);
    if (v->outside)
        term_line(t, out, 2, "outside the track: %d of %d passed%s",
                  v->outside_passed, v->outside,
                  v->outside_passed ? " (kata list --passed; all: kata bank)"
                                    : " (kata bank lists them)");
}

// An announced exercise keeps nothing shut, and nothing met: it is to come.
static void show_gate(const Term *t, const GoalRow *g, Buf *out) {
    Ink ink = g->opens && g->met < g->asked ? INK_WARN : INK_DIM;
    if (is_met(g)) {
        term_ink(t, out, INK_GOOD, "  gate met");
        return;
    }
    int to_come = g->parts - g->asked;
    char more[32] = "";
    if (to_come)
        snprintf(more, sizeof more, ", %d to come", to_come);
    else if (g->opens)
        snprintf(more, sizeof more, ", opens");
    term_ink(t, out, ink, "  gate %d/%d%s", g->met, g->parts, more);
}

static void show_phases(const Term *t, const Overview *v, Buf *out) {
    enum { TITLE = 40, CELLS = 8, AFTER = 24 };
    bool below = t->width < TITLE + AFTER; // the bar is below the title
    for (int i = 0; i < v->nphases; i++) {
        const PhaseRow *p = &v->phases[i];
        if (below) {
            term_wrap(t, out, 2, p->title);
            buf_pad(out, ' ', 4);
        } else {
            buf_fmt(out, "  %-*.*s ", TITLE, TITLE, p->title);
        }
        if (p->total)
            term_bar(t, out, p->done, p->total, CELLS);
        else
            term_ink(t, out, INK_DIM, "planned");
        if (p->gate) show_gate(t, p->gate, out);
        buf_char(out, '\n');
    }
    if (v->nphases) buf_char(out, '\n');
}

static void show_milestone(const Term *t, const GoalRow *g, const char *word,
                           Ink ink, Buf *out) {
    Buf line = {0};
    buf_str(out, "  ");
    term_ink(t, out, ink, "%-8s ", word);
    buf_fmt(&line, "%s (%d of %d", g->says, g->met, g->parts);
    if (g->asked < g->parts)
        buf_fmt(&line, ", %d without exercises yet", g->parts - g->asked);
    if (g->due) buf_fmt(&line, "; by %s", g->due);
    buf_char(&line, ')');
    term_hang(t, out, 11, 11, buf_text(&line));
    buf_free(&line);
}

// All that are reached, and the next two.
static void show_milestones(const Term *t, const Overview *v, Buf *out) {
    enum { NEXT = 2 };
    int next = 0;
    for (int i = 0; i < v->nmilestones; i++)
        if (is_met(&v->milestones[i]))
            show_milestone(t, &v->milestones[i], "reached", INK_GOOD, out);
    for (int i = 0; i < v->nmilestones && next < NEXT; i++)
        if (!is_met(&v->milestones[i]) && ++next)
            show_milestone(t, &v->milestones[i], "next", INK_DIM, out);
    if (v->nmilestones) buf_char(out, '\n');
}

void report_overview(const Term *t, const Overview *v, Buf *out) {
    show_pace(t, v, out);
    buf_char(out, '\n');
    show_phases(t, v, out);
    show_milestones(t, v, out);
}
