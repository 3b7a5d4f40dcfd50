// The schedule of today, and how to say it.
#include "cli/learn/course.h"

#include "base/day.h"
#include "cli/app/machine.h"
#include "cli/learn/reading.h"
#include "cli/learn/record.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

// ---- settings

static const char *start_key(App *a, const Track *t) {
    return arena_fmt(&a->arena, "start:%s", t->id);
}

bool course_set_start(App *a, const Track *t, int day, Err *err) {
    char text[DAY_TEXT];
    return store_set(a->store, start_key(a, t), day_text(day, text), err);
}

bool course_is_started(App *a, const Track *t) {
    return a->store && store_get(a->store, &a->arena, start_key(a, t));
}

bool course_day(const char *option, const char *text, int *day, Err *err) {
    enum { FAR = 20 * 366 };
    int nearest;
    char near[DAY_TEXT];
    if (day_parse(text, day, &nearest)) {
        if (abs(*day - day_today()) < FAR) return true;
        err_set(err, ERR_USAGE, "%s is more than 20 years from today", text);
        return err_hint(err, "%s %s is today", option,
                        day_text(day_today(), near));
    }
    if (nearest >= 0) {
        err_set(err, ERR_USAGE, "there is no %s", text);
        return err_hint(err, "the last day of that month: %s %s", option,
                        day_text(nearest, near));
    }
    err_set(err, ERR_USAGE, "'%s' is no date", text);
    return err_hint(err, "%s 2027-01-31: year, month, day with their zeros",
                    option);
}

// ---- what is known

static Standing standing_of(const Progress *p) {
    switch (p ? p->state : STATE_TODO) {
    case STATE_ATTEMPTED: return STANDING_FAILED;
    case STATE_PASSED: return STANDING_PASSED;
    case STATE_STALE: return STANDING_STALE;
    case STATE_SKIPPED: return STANDING_SKIPPED;
    default: return STANDING_NONE;
    }
}

static bool set_marks(Course *w, const char *const *taken, int ntaken,
                      Err *err) {
    App *a = w->a;
    DayRow *today;
    int ntoday;
    if (!store_between(a->store, &a->arena, day_begins(w->f.today),
                       day_begins(w->f.today + 1), &today, &ntoday, err))
        return false;
    Mark *marks = arena_array(&a->arena, Mark, (size_t)a->plan.nexercises);
    for (int i = 0; i < a->plan.nexercises; i++) {
        const Exercise *ex = a->plan.exercises[i];
        const Progress *p = store_find_progress(w->rows, w->nrows, ex->id);
        marks[i].standing = standing_of(p);
        marks[i].can_do = machine_can_do(a, ex);
        if (p && p->passed_at) marks[i].passed = day_at(p->passed_at);
    }
    for (int i = 0; i < ntoday; i++) {
        const Exercise *ex = plan_find(&a->plan, today[i].exercise);
        if (ex) marks[ex->at].tries_today = today[i].attempts;
    }
    for (int i = 0; i < ntaken; i++) {
        const Exercise *ex = plan_find(&a->plan, taken[i]);
        if (ex) marks[ex->at].taken = true;
    }
    w->f.marks = marks;
    return true;
}

static bool set_read(Course *w, Err *err) {
    App *a = w->a;
    Attested *said;
    int n;
    if (!store_attested(a->store, &a->arena, &said, &n, err)) return false;
    const char **keys = arena_array(&a->arena, const char *, (size_t)n);
    for (int i = 0; i < n; i++)
        keys[i] = said[i].item;
    w->said = said;
    w->nsaid = n;
    w->f.read = keys;
    w->f.nread = n;
    return true;
}

// The track's own pace comes first, then the learner's.
static bool set_calendar(Course *w, Err *err) {
    App *a = w->a;
    const Track *t = w->f.track;
    PaceRow *paces;
    PauseRow *pauses;
    int start = w->f.today, npaces, npauses;
    const char *from = store_get(a->store, &a->arena, start_key(a, t));
    if (from) day_parse(from, &start, NULL);
    if (!store_paces(a->store, &a->arena, t->id, &paces, &npaces, err) ||
        !store_pauses(a->store, &a->arena, t->id, &pauses, &npauses, err))
        return false;
    Calendar *c = &w->f.calendar;
    *c = calendar_of(&a->arena, t, start, npaces);
    c->pauses = arena_array(&a->arena, Pause, (size_t)npauses);
    for (int i = 0; i < npaces; i++)
        c->paces[c->npaces++] =
            (Pace){paces[i].from, paces[i].minutes, paces[i].days};
    for (int i = 0; i < npauses; i++)
        c->pauses[c->npauses++] = (Pause){pauses[i].from, pauses[i].until};
    return true;
}

bool course_open(App *a, const Track *t, Course *out, Err *err) {
    *out = (Course){.a = a};
    out->f = (Follower){.plan = &a->plan, .track = t, .today = day_today()};
    Progress *rows;
    const char **taken;
    int ntaken;
    if (!record_progress(a, &rows, &out->nrows, err) ||
        !store_taken(a->store, &a->arena, t->id, &taken, &ntaken, err))
        return false;
    out->rows = rows;
    if (!set_marks(out, taken, ntaken, err) || !set_read(out, err) ||
        !set_calendar(out, err))
        return false;
    schedule_make(&a->arena, &out->f, &out->s);
    return true;
}

// ---- words

static const char *count_days(const Course *w, int n) {
    return arena_fmt(&w->a->arena, "%d day%s", n, n == 1 ? "" : "s");
}

bool course_is_done(const Course *w, const Exercise *ex) {
    Standing s = w->f.marks[ex->at].standing;
    return s == STANDING_PASSED || s == STANDING_STALE || s == STANDING_SKIPPED;
}

const char *course_lag(const Course *w) {
    char text[DAY_TEXT + 8];
    const Calendar *c = &w->f.calendar;
    const Pause *p = calendar_pause(c, w->s.today);
    Arena *m = &w->a->arena;
    if (w->s.next.why == WHY_NOTHING)
        return w->s.lacking
                   ? arena_fmt(m, "done but for %d that cannot be done here",
                               w->s.lacking)
                   : "done";
    if (p) return arena_fmt(m, "paused until %s", day_words(p->until, text));
    if (w->s.today < c->start)
        return arena_fmt(m, "begins on %s", day_words(c->start, text));
    if (w->s.lag > 0) return arena_fmt(m, "%s behind", count_days(w, w->s.lag));
    if (w->s.lag < 0) return arena_fmt(m, "%s ahead", count_days(w, -w->s.lag));
    return "on time";
}

static int minutes_late(const Course *w, int *n) {
    int minutes = 0;
    *n = 0;
    for (int i = 0; i < w->s.n; i++) {
        const Slot *slot = &w->s.slots[i];
        bool waits = slot->state == SLOT_OPEN || slot->state == SLOT_BLOCKED ||
                     slot->state == SLOT_SHUT;
        if (!slot->counts || !waits || slot->due >= w->s.today) continue;
        minutes += item_minutes(slot->item);
        ++*n;
    }
    return minutes;
}

// Up to a week can be worked off; beyond that the plan should move, not the
// learner.
static void propose_pace(const Course *w, Buf *line) {
    enum { CATCH_UP = 5 };
    int n, minutes = minutes_late(w, &n);
    if (w->s.lag <= CATCH_UP) {
        int more = (minutes + CATCH_UP - 1) / CATCH_UP;
        buf_fmt(line,
                " That happens. %s more on each of the next five days and "
                "you are back: `kata next`.",
                app_time(w->a, max_of(more, 5)));
        return;
    }
    char day[DAY_TEXT];
    const Calendar *c = &w->f.calendar;
    int moved = c->start;
    for (int days = 0; days < w->s.lag; moved++)
        days += calendar_minutes(c, moved) > 0;
    buf_fmt(line,
            " That happens; nothing is lost. Let the plan begin later: "
            "`kata start %s --from %s`.",
            w->f.track->id, day_text(moved, day));
}

void course_say(const Course *w, Buf *out) {
    Buf line = {0};
    buf_fmt(&line, "%s: %s.", w->f.track->title, course_lag(w));
    bool paused = calendar_pause(&w->f.calendar, w->s.today) != NULL;
    if (w->s.next.why == WHY_NOTHING)
        buf_str(&line, " `kata review` keeps it fresh.");
    else if (paused)
        buf_str(&line, " `kata resume` ends the pause.");
    else if (w->s.lag > 0)
        propose_pace(w, &line);
    else if (w->s.lag < 0)
        buf_str(&line, " A good day for `kata review`, or to go on.");
    term_wrap(&w->a->term, out, 0, buf_text(&line));
    buf_free(&line);
}

static void say_choice(const Course *w, const Slot *slot, Buf *out) {
    const Choice *c = slot->item->choice;
    term_ink(&w->a->term, out, INK_BOLD, "%s: choose %d of %d\n",
             c->title ? c->title : "A choice", c->choose, c->noptions);
    for (int k = 0; k < c->noptions; k++) {
        const char *id = NULL;
        for (int i = 0; i < w->s.n && !id; i++)
            if (w->s.slots[i].item->choice == c &&
                w->s.slots[i].item->option == k && w->s.slots[i].undecided)
                id = w->s.slots[i].ex->id;
        if (id)
            buf_fmt(out, "  %s\n    kata next %s\n", c->options[k], id);
        else
            buf_fmt(out, "  %s (no exercise yet)\n", c->options[k]);
    }
    buf_str(out, "The first of them, unless you choose another:\n\n");
}

void course_why(const Course *w, Buf *out) {
    const NextUp *p = &w->s.next;
    Arena *m = &w->a->arena;
    const char *line = NULL;
    switch (p->why) {
    case WHY_NEED:
        line = arena_fmt(m, "First this: %s needs it.", p->slot->ex->id);
        break;
    case WHY_STALE:
        line = "You passed this. Its tests or gates have changed since: check "
               "it again, or skip it.";
        break;
    case WHY_GATE:
        line = arena_fmt(m, "The gate before what follows asks for it: %s",
                         w->s.shut->says);
        break;
    case WHY_WEEKLY:
        line = "The week is nearly over, and this is asked every week: a few "
               "minutes, and you see how you change.";
        break;
    default: break;
    }
    if (line) {
        term_wrap(&w->a->term, out, 0, line);
        buf_char(out, '\n');
    }
    if (p->slot && p->slot->undecided) say_choice(w, p->slot, out);
}

const char *course_text(const Course *w, const Slot *slot) {
    return arena_fmt(&w->a->arena, "%s; its quiz is %s", slot->item->text,
                     slot->ex->id);
}

void course_slot(const Course *w, const Slot *slot, Buf *out) {
    static const Ink inks[SLOT_COUNT] = {
        [SLOT_DONE] = INK_GOOD,   [SLOT_STALE] = INK_WARN,
        [SLOT_OPEN] = INK_BOLD,   [SLOT_BLOCKED] = INK_DIM,
        [SLOT_SHUT] = INK_DIM,    [SLOT_ABSENT] = INK_DIM,
        [SLOT_READING] = INK_DIM, [SLOT_UNASKED] = INK_DIM,
        [SLOT_LACKS] = INK_DIM,   [SLOT_READ] = INK_GOOD,
    };
    char day[DAY_TEXT + 8];
    Arena *m = &w->a->arena;
    const char *state = slot_text(slot->state);
    if (slot->state == SLOT_DONE && slot->standing == STANDING_SKIPPED)
        state = "skipped";
    if (slot->state == SLOT_OPEN && slot->standing == STANDING_FAILED)
        state = "again";
    bool with = slot->same && slot->state != SLOT_DONE;
    if (with) state = slot_text(SLOT_READING);
    day_words(slot->due, day);
    day[4 + strcspn(day + 4, " ")] = '\0'; // "Mon 28"
    buf_fmt(out, "  %-6s ", day);
    term_ink(&w->a->term, out, inks[with ? SLOT_READING : slot->state], "%-9s ",
             state);
    const char *name = slot->same ? course_text(w, slot)
                       : slot->ex ? plan_address(m, w->f.track, slot->ex)
                                  : slot->item->text;
    Buf text = {0};
    if (slot->state == SLOT_READING || slot->state == SLOT_READ)
        buf_fmt(&text, "%s: ", reading_address(w, slot));
    buf_str(&text, name ? name : slot->item->id);
    int minutes = item_minutes(slot->item);
    if (minutes) buf_fmt(&text, ", %d min", minutes);
    if (slot->item->optional && !slot->same) buf_str(&text, ", optional");
    if (slot->state == SLOT_BLOCKED && !slot->same)
        buf_fmt(&text, "; first %s", slot->first->id);
    if (slot->state == SLOT_LACKS)
        buf_fmt(&text, "; needs %s",
                machine_text(w->a, machine_lacks(w->a, slot->ex->machines)));
    if (slot->undecided) buf_str(&text, "; a choice");
    term_hang(&w->a->term, out, 19, 19, buf_text(&text));
    buf_free(&text);
}

void course_lacking(const Course *w, int until, int most, Buf *out) {
    int n = 0;
    for (int i = 0; i < w->s.n; i++) {
        const Slot *slot = &w->s.slots[i];
        if (slot->state != SLOT_LACKS || slot->due > until) continue;
        if (++n > most) continue;
        if (n == 1)
            buf_str(out, "Waiting for what this machine lacks; these do not "
                         "count against you:\n");
        buf_str(out, "  ");
        term_hang(&w->a->term, out, 2, 4,
                  arena_fmt(&w->a->arena, "%s needs %s", slot->ex->id,
                            machine_text(w->a, machine_lacks(
                                                   w->a, slot->ex->machines))));
    }
    if (n > most) buf_fmt(out, "  and %d more: kata week\n", n - most);
    if (n > 0) buf_char(out, '\n');
}
