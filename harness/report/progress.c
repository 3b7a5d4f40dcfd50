// kata progress: weeks, bars, and one line per item where asked for.
//
// A planned item is shown as planned and counts for nothing: the curriculum
// says what it does not have yet.
#include "report/report.h"

#include "base/json.h"
#include "plan/schedule.h"

#include <math.h>
#include <string.h>

// The id of what is passed for an item: a reading's quiz if there is one.
static const char *judged_id(const Item *it) {
    if (it->kind == ITEM_EXERCISE) return it->id;
    return it->kind == ITEM_READING && it->quiz.ex ? it->quiz.id : NULL;
}

static State state_of(const ProgressView *v, const Item *it) {
    const Progress *p = store_find_progress(v->rows, v->nrows, judged_id(it));
    return p ? p->state : STATE_TODO;
}

static const Slot *slot_of(const ProgressView *v, const Item *it) {
    for (int i = 0; v->schedule && i < v->schedule->n; i++)
        if (v->schedule->slots[i].item == it) return &v->schedule->slots[i];
    return NULL;
}

// Counted as by kata list, kata today and a check.
static bool item_counts(const ProgressView *v, const Item *it) {
    const Slot *slot = slot_of(v, it);
    return judged_id(it) && (slot ? slot->counts : !it->optional);
}

static void count_state(const ProgressView *v, const Week *w, int by[],
                        int *total) {
    for (int i = 0; i < w->nitems; i++) {
        if (!item_counts(v, &w->items[i])) continue;
        by[state_of(v, &w->items[i])]++;
        ++*total;
    }
}

static void count_all(const ProgressView *v, const Week *only, int by[],
                      int *total) {
    memset(by, 0, (STATE_SKIPPED + 1) * sizeof *by);
    *total = 0;
    for (int i = 0; i < v->track->nweeks; i++)
        if (!only || only == &v->track->weeks[i])
            count_state(v, &v->track->weeks[i], by, total);
}

void progress_count(const ProgressView *v, const Week *only, int *done,
                    int *total) {
    int by[STATE_SKIPPED + 1];
    count_all(v, only, by, total);
    *done = by[STATE_PASSED] + by[STATE_STALE];
}

// Of a week, or of all: with those that were skipped, which are done as well.
static int count_done(const ProgressView *v, const Week *only, int *total) {
    int by[STATE_SKIPPED + 1];
    count_all(v, only, by, total);
    return by[STATE_PASSED] + by[STATE_STALE] + by[STATE_SKIPPED];
}

static bool is_passed(State s) {
    return s == STATE_PASSED || s == STATE_STALE;
}

static int count_optional(const ProgressView *v) {
    int n = 0;
    for (int w = 0; w < v->track->nweeks; w++)
        for (int i = 0; i < v->track->weeks[w].nitems; i++) {
            const Item *it = &v->track->weeks[w].items[i];
            const Slot *slot = slot_of(v, it);
            n += judged_id(it) && !item_counts(v, it) &&
                 !(slot && slot->same) && is_passed(state_of(v, it));
        }
    return n;
}

// ---- text

static Ink state_ink(State s) {
    switch (s) {
    case STATE_PASSED: return INK_GOOD;
    case STATE_STALE: return INK_WARN;
    case STATE_ATTEMPTED: return INK_BAD;
    default: return INK_DIM;
    }
}

static void plural(Buf *b, int n, const char *one) {
    buf_fmt(b, "%d %s%s", n, one, n == 1 ? "" : "s");
}

static void add_details(Buf *b, const Progress *p) {
    if (!p) return;
    if (p->attempts > 0) plural(b, p->attempts, "attempt");
    if (isfinite(p->best_us)) {
        buf_str(b, ", best ");
        fmt_us(b, p->best_us);
        if (!p->measured) buf_str(b, " (modelled)");
    } else if ((p->state == STATE_PASSED || p->state == STATE_STALE) &&
               !p->measured) {
        buf_str(b, " (modelled)");
    }
    if (p->hints_seen > 0) {
        if (b->len) buf_str(b, ", ");
        plural(b, p->hints_seen, "hint");
    }
    if (p->saw_solution) buf_fmt(b, "%ssolution seen", b->len ? ", " : "");
}

static const Attested *said_of(const ProgressView *v, const Item *it) {
    for (int i = 0; it->key && i < v->nsaid; i++)
        if (!strcmp(v->said[i].item, it->key)) return &v->said[i];
    return NULL;
}

static const char *item_title(const Item *it) {
    return it->kind != ITEM_EXERCISE ? it->text : it->id;
}

static void show_item(const Term *t, const ProgressView *v, const Item *it,
                      Buf *out) {
    enum { NAME = 20, DETAILS = 43 };
    buf_fmt(out, "    %-8s ", it->day ? it->day : "");
    if (!judged_id(it)) {
        const Attested *said = said_of(v, it);
        term_ink(t, out, INK_DIM, "%-9s ",
                 said                       ? "attested"
                 : it->kind == ITEM_READING ? "reading"
                                            : "planned");
        term_hang(t, out, 23, 23, item_title(it));
        if (said) {
            buf_pad(out, ' ', 23);
            term_hang(t, out, 23, 23, said->note);
        }
        return;
    }
    State s = state_of(v, it);
    const Slot *slot = slot_of(v, it);
    bool with = slot && slot->same && s == STATE_TODO;
    term_ink(t, out, state_ink(s), "%-9s", with ? "reading" : state_text(s));
    if (it->kind == ITEM_READING) {
        Buf line = {0};
        buf_fmt(&line, "%s: %s", it->quiz.id, it->text);
        buf_char(out, ' ');
        term_hang(t, out, 23, 23, buf_text(&line));
        buf_free(&line);
        return;
    }
    Buf details = {0};
    add_details(&details, store_find_progress(v->rows, v->nrows, it->id));
    int column = 23 + term_columns(it->id, strlen(it->id));
    if (column > t->width && details.len == 0) {
        buf_char(out, ' ');
        term_hang(t, out, 23, 23, it->id);
        return;
    }
    buf_fmt(out, " %s", it->id);
    if (details.len > 0) {
        int gap = max_of(2, 23 + NAME - column);
        buf_pad(out, ' ', (size_t)gap);
        term_hang(t, out, column + gap, DETAILS, buf_text(&details));
    } else {
        buf_char(out, '\n');
    }
    buf_free(&details);
}

static void show_week(const Term *t, const ProgressView *v, const Week *w,
                      bool open, Buf *out) {
    enum { TITLE = 46, CELLS = 12, AFTER = 22, NUMBER = 11 };
    int total, done = count_done(v, w, &total);
    Buf title = {0};
    buf_fmt(&title, "week %2d  %s", w->number, w->title ? w->title : "");
    int columns = term_columns(buf_text(&title), title.len);
    if (t->width < TITLE + AFTER) {
        buf_str(out, "  ");
        term_hang(t, out, 2, NUMBER, buf_text(&title));
        buf_pad(out, ' ', NUMBER);
    } else {
        buf_str(out, "  ");
        term_ink(t, out, open ? INK_BOLD : INK_PLAIN, "%s", buf_text(&title));
        if (columns > TITLE) { // a long title has a line of its own
            buf_char(out, '\n');
            columns = -2;
        }
        buf_pad(out, ' ', (size_t)(TITLE + 2 - columns));
    }
    bool judged = false;
    for (int i = 0; i < w->nitems; i++)
        judged |= judged_id(&w->items[i]) != NULL;
    if (total > 0)
        term_bar(t, out, done, total, CELLS);
    else
        term_ink(t, out, INK_DIM, judged ? "none to do" : "planned");
    buf_char(out, '\n');
    for (int i = 0; open && i < w->nitems; i++)
        show_item(t, v, &w->items[i], out);
    buf_free(&title);
}

static void show_totals(const Term *t, const ProgressView *v, Buf *out) {
    int by[STATE_SKIPPED + 1], total;
    count_all(v, NULL, by, &total);
    int skipped = by[STATE_SKIPPED];
    int done = by[STATE_PASSED] + by[STATE_STALE] + skipped;
    int optional = count_optional(v);
    term_ink(t, out, INK_BOLD, "%s", v->track->title);
    buf_str(out, "\n  ");
    term_bar(t, out, done, total, t->width < 60 ? 12 : 30);
    buf_str(out, skipped ? " done" : " passed");
    static const State also[] = {STATE_ATTEMPTED, STATE_SKIPPED, STATE_STALE};
    for (size_t i = 0; i < COUNT_OF(also); i++)
        if (by[also[i]])
            buf_fmt(out, ", %d %s", by[also[i]], state_text(also[i]));
    if (optional) buf_fmt(out, ", and %d optional", optional);
    buf_str(out, "\n\n");
    if (by[STATE_STALE])
        term_wrap(t, out, 2,
                  "stale: passed, but its tests or gates have changed since; "
                  "`kata check` it again when you like.\n");
}

static bool progress_is_asked(const ProgressView *v, const Week *w) {
    return v->week < 0 || v->week == w->number;
}

// The week that holds the current exercise, which is the one shown open.
static bool is_current(const ProgressView *v, const Week *w) {
    if (v->week >= 0) return v->week == w->number;
    for (int i = 0; i < w->nitems; i++)
        if (v->current && judged_id(&w->items[i]) &&
            !strcmp(judged_id(&w->items[i]), v->current))
            return true;
    return false;
}

void report_progress(const Term *t, const ProgressView *v, Buf *out) {
    const char *phase = NULL;
    show_totals(t, v, out);
    if (v->overview) report_overview(t, v->overview, out);
    for (int i = 0; i < v->track->nweeks; i++) {
        const Week *w = &v->track->weeks[i];
        if (!progress_is_asked(v, w)) continue;
        if (w->phase && (!phase || strcmp(w->phase, phase) != 0))
            term_ink(t, out, INK_NAME, "%s\n", phase = w->phase);
        show_week(t, v, w, is_current(v, w), out);
    }
    if (v->next) {
        buf_str(out, "\nnext: ");
        term_ink(t, out, INK_BOLD, "%s\n", v->next);
    }
}

// ---- JSON

static void put_item(Json *j, const ProgressView *v, const Item *it) {
    static const char *const kinds[] = {"exercise", "reading", "planned"};
    json_open(j, '{');
    json_kstr(j, "kind", kinds[it->kind]);
    json_kstr(j, "day", it->day);
    if (it->kind != ITEM_EXERCISE) {
        const Attested *said = said_of(v, it);
        json_kstr(j, "text", it->text);
        json_kstr(j, "attested", said ? said->note : NULL);
        json_kstr(j, "quiz", judged_id(it));
        if (judged_id(it)) json_kstr(j, "state", state_text(state_of(v, it)));
        json_close(j, '}');
        return;
    }
    const Progress *p = store_find_progress(v->rows, v->nrows, it->id);
    json_kstr(j, "id", it->id);
    json_kstr(j, "state", state_text(p ? p->state : STATE_TODO));
    json_kbool(j, "measured", p && p->measured);
    json_kint(j, "attempts", p ? p->attempts : 0);
    json_kint(j, "hints", p ? p->hints_seen : 0);
    json_kbool(j, "saw_solution", p && p->saw_solution);
    json_knum(j, "best_us", p ? p->best_us : NAN);
    json_kint(j, "last", p ? p->last : 0);
    json_close(j, '}');
}

static void put_week(Json *j, const ProgressView *v, const Week *w) {
    int done, total;
    progress_count(v, w, &done, &total);
    json_open(j, '{');
    json_kint(j, "week", w->number);
    json_kstr(j, "title", w->title);
    json_kstr(j, "phase", w->phase);
    json_kint(j, "passed", done);
    json_kint(j, "exercises", total);
    json_key(j, "items");
    json_open(j, '[');
    for (int i = 0; i < w->nitems; i++)
        put_item(j, v, &w->items[i]);
    json_close(j, ']');
    json_close(j, '}');
}

static void put_goal(Json *j, const GoalRow *g) {
    json_open(j, '{');
    json_kstr(j, "says", g->says);
    json_kstr(j, "due", g->due);
    json_kint(j, "met", g->met);
    json_kint(j, "asked", g->asked);
    json_kint(j, "parts", g->parts);
    json_kbool(j, "opens", g->opens);
    json_close(j, '}');
}

static void put_phases(Json *j, const Overview *s) {
    json_key(j, "phases");
    json_open(j, '[');
    for (int i = 0; i < s->nphases; i++) {
        json_open(j, '{');
        json_kstr(j, "title", s->phases[i].title);
        json_kint(j, "done", s->phases[i].done);
        json_kint(j, "total", s->phases[i].total);
        json_key(j, "gate");
        if (s->phases[i].gate)
            put_goal(j, s->phases[i].gate);
        else
            json_null(j);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_overview(Json *j, const Overview *s) {
    json_kint(j, "days_behind", s->days_behind);
    json_kint(j, "streak", s->streak);
    json_knum(j, "hours", s->hours);
    json_kint(j, "measured", s->measured);
    json_kint(j, "run", s->run);
    json_kint(j, "answered", s->answered);
    json_kint(j, "shown", s->shown);
    json_kint(j, "attested", s->attested);
    json_kint(j, "read", s->read);
    json_kint(j, "readings", s->readings);
    json_kint(j, "outside", s->outside);
    json_kint(j, "outside_passed", s->outside_passed);
    json_kint(j, "reviews_due", s->reviews_due);
    put_phases(j, s);
    json_key(j, "milestones");
    json_open(j, '[');
    for (int i = 0; i < s->nmilestones; i++)
        put_goal(j, &s->milestones[i]);
    json_close(j, ']');
}

void report_progress_json(const ProgressView *v, Buf *out) {
    int done, total;
    progress_count(v, NULL, &done, &total);
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kstr(&j, "track", v->track->id);
    json_kstr(&j, "title", v->track->title);
    json_kint(&j, "passed", done);
    json_kint(&j, "done", count_done(v, NULL, &total));
    json_kint(&j, "exercises", total);
    json_kstr(&j, "current", v->current);
    if (v->overview) put_overview(&j, v->overview);
    json_key(&j, "weeks");
    json_open(&j, '[');
    for (int i = 0; i < v->track->nweeks; i++)
        if (progress_is_asked(v, &v->track->weeks[i]))
            put_week(&j, v, &v->track->weeks[i]);
    json_close(&j, ']');
    json_kstr(&j, "next", v->next);
    json_close(&j, '}');
    buf_char(out, '\n');
}
