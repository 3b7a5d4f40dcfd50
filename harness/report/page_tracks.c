// Tracks: phases with their gates, weeks with their items, milestones.
#include "report/page_parts.h"

#include <string.h>

static bool is_done(const Slot *s) {
    return s->standing != STANDING_NONE && s->standing != STANDING_FAILED;
}

static void put_goal_state(const GoalRow *g, Buf *out) {
    if (g->asked > 0 && g->met == g->asked && g->asked == g->parts) {
        buf_str(out, "<span class=\"st g\">● met</span>");
        return;
    }
    html_put(out, "<span class=\"st m\">○ %d of %d</span>", g->met, g->parts);
    if (g->asked < g->parts)
        html_put(out, "<small>, %d to come</small>", g->parts - g->asked);
    else if (g->opens)
        buf_str(out, "<small>, what follows opens with it</small>");
}

// ---- weeks

static void count_week(const PageTrack *t, const Week *w, int *done,
                       int *total) {
    *done = *total = 0;
    for (int i = 0; i < t->s->n; i++) {
        const Slot *s = &t->s->slots[i];
        if (s->week != w || !s->counts) continue;
        ++*total;
        *done += is_done(s);
    }
}

static void put_items(const Page *p, const PageTrack *t, const Week *w,
                      Buf *out) {
    int n = 0;
    for (int i = 0; i < t->s->n; i++) {
        const Slot *s = &t->s->slots[i];
        if (s->week != w) continue;
        const char *name = s->ex           ? s->ex->id
                           : s->item->text ? s->item->text
                                           : s->item->id;
        if (n++) buf_str(out, "<br/>");
        put_slot_state(out, s);
        buf_char(out, ' ');
        if (s->ex)
            put_exercise(p, s->ex, name, out);
        else
            html_put(out, "<small>%s</small>", name);
    }
}

static void put_gate_of(const PageTrack *t, const Goal *g, Buf *out) {
    GoalRow row = {
        .says = g->says, .parts = g->nneeds, .opens = g->mode == GOAL_OPENS};
    schedule_goal_stands(t->f, g, &row.met, &row.asked);
    html_put(out, "<br/><small>gate: %s</small> ", g->says);
    put_goal_state(&row, out);
}

static void put_week(const Page *p, const PageTrack *t, const Week *w,
                     Buf *out) {
    int done, total;
    count_week(t, w, &done, &total);
    html_put(out, "<tr><td class=\"w\">%d", w->number);
    if (w->last > w->number) html_put(out, "-%d", w->last);
    html_put(out, "%s</td><td>%s<br/>", w == t->week ? " (now)" : "",
             w->title ? w->title : "");
    if (total)
        put_progress(out, done, total, "passed in this week");
    else
        buf_str(out, "<small>planned</small>");
    if (w->gate) put_gate_of(t, w->gate, out);
    buf_str(out, "</td><td>");
    put_items(p, t, w, out);
    buf_str(out, "</td></tr>");
}

static void put_weeks(const Page *p, const PageTrack *t, int first, int n,
                      Buf *out) {
    buf_str(out, "<div class=\"scroll\"><table class=\"wk\"><thead><tr>"
                 "<th scope=\"col\">week</th><th scope=\"col\">about</th>"
                 "<th scope=\"col\">items</th></tr></thead><tbody>");
    for (int i = first; i < first + n; i++)
        put_week(p, t, &t->track->weeks[i], out);
    buf_str(out, "</tbody></table></div>");
}

// ---- phases

static void put_phase(const Page *p, const PageTrack *t, int i, Buf *out) {
    const Phase *phase = &t->track->phases[i];
    const PhaseRow *row = &t->overview->phases[i];
    int now = t->week ? (int)(t->week - t->track->weeks) : -1;
    bool open =
        now >= phase->first_week && now < phase->first_week + phase->nweeks;
    html_put(out, "<details><summary>%s%s ", phase->title,
             open ? " (now)" : "");
    if (row->total)
        put_progress(out, row->done, row->total, "passed in this phase");
    else
        buf_str(out, "<small>planned</small>");
    if (row->gate) {
        buf_str(out, ", gate ");
        put_goal_state(row->gate, out);
    }
    buf_str(out, "</summary>");
    if (phase->goal) html_put(out, "<p>%s</p>", phase->goal);
    if (row->gate) html_put(out, "<p>Gate: %s</p>", row->gate->says);
    put_weeks(p, t, phase->first_week, phase->nweeks, out);
    buf_str(out, "</details>");
}

static void put_milestones(const Overview *v, Buf *out) {
    if (!v->nmilestones) return;
    buf_str(out, "<h3>Milestones</h3><ul>");
    for (int i = 0; i < v->nmilestones; i++) {
        const GoalRow *g = &v->milestones[i];
        html_put(out, "<li>%s ", g->says);
        put_goal_state(g, out);
        if (g->due) html_put(out, "<small>, by %s</small>", g->due);
        buf_str(out, "</li>");
    }
    buf_str(out, "</ul>");
}

static void put_evidence(const Overview *v, Buf *out) {
    html_put(out,
             "<p class=\"mute\">Passes: %d run, of these %d on a GPU; %d "
             "answered; %d shown; %d attested. %.4g hours.</p>",
             v->run, v->measured, v->answered, v->shown, v->attested, v->hours);
}

static void put_track(const Page *p, const PageTrack *t, bool first, Buf *out) {
    html_put(out, first ? "<h3>%s</h3><p>%s. " : "<details><summary>%s, %s. ",
             t->track->title, t->overview->lag);
    put_progress(out, t->s->done, t->s->total, "passed in this track");
    buf_str(out, first ? "</p>" : "</summary>");
    put_evidence(t->overview, out);
    for (int i = 0; i < t->overview->nphases; i++)
        put_phase(p, t, i, out);
    if (!t->overview->nphases) {
        buf_str(out, "<details><summary>Weeks</summary>");
        put_weeks(p, t, 0, t->track->nweeks, out);
        buf_str(out, "</details>");
    }
    put_milestones(t->overview, out);
    if (!first) buf_str(out, "</details>");
}

void page_tracks(const Page *p, Buf *out) {
    if (!p->ntracks) return;
    put_section(out, "tracks", "Tracks");
    for (int i = 0; i < p->ntracks; i++)
        put_track(p, &p->tracks[i], i == 0, out);
    buf_str(out, "</section>");
}
