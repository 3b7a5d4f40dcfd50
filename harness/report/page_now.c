// The things to do: next, today, this week, and what to review.
#include "report/page_parts.h"

#include <math.h>
#include <string.h>

static const PageTrack *active(const Page *p) {
    return p->ntracks ? &p->tracks[0] : NULL;
}

static int count_due_reviews(const Page *p) {
    int n = 0;
    for (int i = 0; i < p->nreviews; i++)
        n += p->reviews[i].due <= p->today;
    return n;
}

// ---- next

static void put_tracks_to_start(const Page *p, Buf *out) {
    buf_str(out, "<p>No track is active yet. Choose one:</p><ul>");
    for (int i = 0; i < p->nall; i++) {
        const Track *t = p->all[i];
        html_put(out, "<li><code>kata start %s</code> %s</li>", t->id,
                 t->title);
    }
    buf_str(out, "</ul>");
}

static void put_next(const Page *p, Buf *out) {
    const Exercise *ex = p->next;
    if (p->why && *p->why) {
        buf_str(out, "<p class=\"lines\">");
        html_prose(out, p->why);
        buf_str(out, "</p>");
    }
    buf_str(out, "<p class=\"big\">");
    put_exercise(p, ex, ex->title ? ex->title : ex->id, out);
    html_put(out, "</p><p class=\"mute\">%s", p->next_address);
    if (ex->minutes) html_put(out, ", about %d minutes", ex->minutes);
    buf_str(out, "</p>");
    if (ex->blurb) html_put(out, "<p>%s</p>", ex->blurb);
    html_put(out,
             "<p><code class=\"cmd\">kata next</code></p>"
             "<p class=\"mute\">then <code>kata check %s</code></p>",
             p->next_address);
}

static void put_due(const Page *p, Buf *out) {
    const PageTrack *t = active(p);
    int reviews = count_due_reviews(p), late = 0;
    for (int i = 0; t && i < t->s->n; i++) {
        const Slot *s = &t->s->slots[i];
        late += s->counts && s->due < p->today &&
                (s->state == SLOT_OPEN || s->state == SLOT_BLOCKED ||
                 s->state == SLOT_SHUT);
    }
    buf_str(out, "<ul>");
    if (t)
        html_put(out, "<li><a href=\"#today\">%d due today</a></li>",
                 t->s->due_today);
    if (late) html_put(out, "<li>%d from earlier days; no hurry</li>", late);
    if (reviews)
        html_put(out,
                 "<li><a href=\"#reviews\">%d to review</a>: <code>kata review"
                 "</code></li>",
                 reviews);
    else
        buf_str(out, "<li>nothing to review</li>");
    buf_str(out, "</ul>");
}

void page_next(const Page *p, Buf *out) {
    html_put(out,
             "\n<section id=\"next\" class=\"first%s\" "
             "aria-labelledby=\"next-h\"><h2 id=\"next-h\">Next</h2>",
             p->ntracks ? "" : " wide");
    if (p->next)
        put_next(p, out);
    else if (!p->ntracks)
        put_tracks_to_start(p, out);
    else
        buf_str(out, "<p class=\"big\">Nothing is left to do here.</p>"
                     "<p><code class=\"cmd\">kata review</code></p>");
    if (p->ntracks) {
        buf_str(out, "<p>");
        html_prose(out, p->say);
        buf_str(out, "</p>");
        put_due(p, out);
    }
    buf_str(out, "</section>");
}

// ---- today and this week

static bool is_waiting(const Slot *s) {
    return s->state == SLOT_OPEN || s->state == SLOT_BLOCKED ||
           s->state == SLOT_SHUT || s->state == SLOT_STALE;
}

static void put_slot(const Page *p, const Slot *s, Buf *out) {
    char text[DAY_TEXT + 8];
    const char *name = s->ex           ? s->ex->id
                       : s->item->text ? s->item->text
                                       : s->item->id;
    day_words(s->due, text);
    text[4 + strcspn(text + 4, " ")] = '\0'; // "Mon 28"
    html_put(out, "<tr><td class=\"w\">%s</td><td>", text);
    put_slot_state(out, s);
    buf_str(out, "</td><td>");
    if (s->ex)
        put_exercise(p, s->ex, name, out);
    else
        html_text(out, name);
    if (s->state == SLOT_BLOCKED)
        html_put(out, " <small>first %s</small>", s->first->id);
    if (s->item->optional) buf_str(out, " <small>optional</small>");
    int minutes = s->item->minutes ? s->item->minutes
                  : s->ex          ? s->ex->minutes
                                   : 0;
    buf_str(out, "</td><td class=\"n\">");
    if (minutes) buf_fmt(out, "%d min", minutes);
    buf_str(out, "</td></tr>");
}

static void open_slots(Buf *out, const char *caption) {
    html_put(out,
             "<div class=\"tall\" tabindex=\"0\" role=\"region\" "
             "aria-label=\"%s\"><table><caption>%s</caption><thead><tr>",
             caption, caption);
    buf_str(out, "<th scope=\"col\">day</th><th scope=\"col\">state</th>"
                 "<th scope=\"col\">what</th>"
                 "<th scope=\"col\" class=\"n\">time</th>"
                 "</tr></thead><tbody>");
}

static void put_today(const Page *p, const PageTrack *t, Buf *out) {
    enum { MOST = 8 };
    int n = 0;
    for (int i = 0; i < t->s->n; i++) {
        const Slot *s = &t->s->slots[i];
        if (!is_waiting(s) || s->due > p->today ||
            (!s->counts && s->due != p->today))
            continue;
        if (!n) open_slots(out, "Due by today");
        if (++n <= MOST) put_slot(p, s, out);
    }
    if (n)
        buf_str(out, "</tbody></table></div>");
    else
        buf_str(out, "<p>Nothing is due today.</p>");
    if (n > MOST) html_put(out, "<p class=\"mute\">and %d more</p>", n - MOST);
}

static void put_undated(const Page *p, const PageTrack *t, Buf *out) {
    const Track *track = t->track;
    int n = 0;
    for (int i = 0; i < t->s->nweekly; i++) {
        const Slot *s = &t->s->weekly[i];
        if (!s->ex || s->state != SLOT_OPEN) continue;
        buf_str(out, n++ ? "<li>" : "<ul><li>");
        buf_str(out, "every week: ");
        put_exercise(p, s->ex, s->ex->id, out);
        buf_str(out, "</li>");
    }
    for (int i = 0; i < track->nhabits; i++) {
        const Habit *h = &track->habits[i];
        if (h->by_kata) continue;
        html_put(out, "%s<li>every %s: %s</li>", n++ ? "" : "<ul>", h->every,
                 h->says);
    }
    if (n) buf_str(out, "</ul>");
}

static void put_week_gate(const PageTrack *t, Buf *out) {
    int met, asked;
    const Goal *g = t->week->gate;
    if (!g) return;
    schedule_goal_stands(t->f, g, &met, &asked);
    html_put(out, "<p>Gate: %s (%d of %d)</p>", g->says, met, g->nneeds);
}

void page_today(const Page *p, Buf *out) {
    const PageTrack *t = active(p);
    if (!t) return;
    char day[DAY_TEXT + 8];
    buf_str(out, "\n<section id=\"today\" aria-labelledby=\"today-h\">"
                 "<h2 id=\"today-h\">Today and this week</h2>");
    html_put(out, "<p class=\"mute\">%s</p>", day_words(p->today, day));
    put_today(p, t, out);
    if (t->week) {
        Buf caption = {0};
        buf_fmt(&caption, "Week %d", t->week->number);
        if (t->week->title) buf_fmt(&caption, ": %s", t->week->title);
        open_slots(out, buf_text(&caption));
        buf_free(&caption);
        for (int i = 0; i < t->s->n; i++)
            if (t->s->slots[i].week == t->week)
                put_slot(p, &t->s->slots[i], out);
        buf_str(out, "</tbody></table></div>");
        put_week_gate(t, out);
    }
    put_undated(p, t, out);
    buf_str(out, "</section>");
}

// ---- reviews

static void put_ahead(const Page *p, Buf *out) {
    enum { DAYS = 14 };
    int n = 0;
    for (int day = p->today + 1; day <= p->today + DAYS; day++) {
        int due = 0;
        for (int i = 0; i < p->nreviews; i++)
            due += p->reviews[i].due == day;
        if (!due) continue;
        buf_str(out, n++ ? ", " : "<p class=\"mute\">The next two weeks: ");
        buf_fmt(out, "%d on ", due);
        put_day(out, day);
    }
    if (n) buf_str(out, ".</p>");
}

void page_reviews(const Page *p, Buf *out) {
    enum { MOST = 20 };
    int due = count_due_reviews(p), n = 0;
    put_section(out, "reviews", "Reviews");
    if (!p->nreviews) {
        buf_str(out, "<p>What you pass comes back here when you are about to "
                     "forget it.</p></section>");
        return;
    }
    html_put(out, "<p>%d of %d due today.", due, p->nreviews);
    buf_str(out, due ? " <code>kata review</code></p>" : "</p>");
    if (due)
        buf_str(out, "<div class=\"scroll\"><table><thead><tr>"
                     "<th scope=\"col\">what</th><th scope=\"col\">due</th>"
                     "<th scope=\"col\" class=\"n\">still known</th></tr>"
                     "</thead><tbody>");
    for (int i = 0; i < p->nreviews && n < MOST; i++) {
        const PageReview *r = &p->reviews[i];
        if (r->due > p->today) continue;
        n++;
        html_put(out, "<tr><td>%s <small>%s</small></td><td class=\"w\">",
                 r->key, r->question ? "question" : "from scratch");
        put_day(out, r->due);
        html_put(out, "</td><td class=\"n\">%.0f %%</td></tr>",
                 100 * r->recall);
    }
    if (due) buf_str(out, "</tbody></table></div>");
    if (due > n) html_put(out, "<p class=\"mute\">and %d more</p>", due - n);
    put_ahead(p, out);
    buf_str(out, "</section>");
}
