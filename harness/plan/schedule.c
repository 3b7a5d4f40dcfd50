// Slots, their days and places, and the choice of what comes next.
#include "plan/schedule.h"

#include "base/day.h"

#include <string.h>

enum { ENOUGH_FOR_TODAY = 3 };

const char *slot_text(SlotState p) {
    static const char *const text[SLOT_COUNT] = {
        [SLOT_DONE] = "done",       [SLOT_STALE] = "stale",
        [SLOT_OPEN] = "open",       [SLOT_BLOCKED] = "waits",
        [SLOT_SHUT] = "shut",       [SLOT_ABSENT] = "planned",
        [SLOT_READING] = "reading", [SLOT_UNASKED] = "not taken",
        [SLOT_LACKS] = "not here",  [SLOT_READ] = "read",
    };
    return text[p];
}

// ---- what is known of an exercise

static bool is_done(Standing s) {
    return s == STANDING_PASSED || s == STANDING_STALE || s == STANDING_SKIPPED;
}

static bool is_passed(Standing s) {
    return s == STANDING_PASSED || s == STANDING_STALE;
}

static Mark mark_of(const Follower *f, const Exercise *ex) {
    return f->marks[ex->at];
}

static bool can_do(const Follower *f, const Exercise *ex) {
    return ex && mark_of(f, ex).can_do;
}

static bool is_read(const Follower *f, const Item *reading) {
    for (int i = 0; i < f->nread; i++)
        if (!strcmp(f->read[i], reading->key)) return true;
    return false;
}

// It can be asked for if it was passed somewhere, or can be done here.
static bool is_there(const Follower *f, const Exercise *ex) {
    return ex && (can_do(f, ex) || is_passed(mark_of(f, ex).standing));
}

static const Exercise *exercise_of(const Follower *f, const Ref *r) {
    return r->ex ? r->ex : r->id ? plan_find(f->plan, r->id) : NULL;
}

typedef struct Chain { // what led to an exercise, back to the first
    const Exercise *ex;
    const struct Chain *before;
    int depth; // of the first: 0
} Chain;

// The depth of ex in the chain; -1: it is not in it.
static int depth_in(const Chain *c, const Exercise *ex) {
    while (c && c->ex != ex)
        c = c->before;
    return c ? c->depth : -1;
}

// The first thing, however deep, that has to be passed before the end of the
// chain; NULL: none. *back is the least depth to which needs lead back.
static const Exercise *need_of(const Follower *f, const Chain *c, int *back) {
    for (const char **id = c->ex->needs; id && *id; id++) {
        const Exercise *need = plan_find(f->plan, *id);
        if (!can_do(f, need) || is_done(mark_of(f, need).standing)) continue;
        int at = depth_in(c, need);
        if (at < 0) {
            at = c->depth + 1;
            const Exercise *deeper =
                need_of(f, &(Chain){need, c, c->depth + 1}, &at);
            if (deeper) return deeper;
        }
        if (at > c->depth) return need;
        *back = min_of(*back, at);
    }
    return NULL;
}

// A need that does not exist yet, that the learner skipped, or that needs the
// exercise itself (a circle; lint tells its author) keeps nobody.
static const Exercise *first_need(const Follower *f, const Exercise *ex) {
    int back = 0;
    return need_of(f, &(Chain){ex, NULL, 0}, &back);
}

// ---- days

// Independence minutes of the track's own pace in one of its weeks.
static int64_t minutes_of_week(const Pace *own) {
    return (int64_t)own->minutes * __builtin_popcount(own->days);
}

static int undated_items(const Week *w) {
    int n = 0;
    for (int i = 0; i < w->nitems; i++)
        n += w->items[i].day == NULL;
    return n;
}

// Which of the days of study an item belongs to, from 0; their number: after
// them, on a day that the track leaves free.
static int day_of_item(const Item *it, unsigned days, int k, int n, int span) {
    int all = __builtin_popcount(days);
    if (!it->day) return k * all * span / max_of(n, 1);
    unsigned day = calendar_days(it->day); // "weekend" is no single day
    return day & days ? __builtin_popcount(days & (day - 1)) : all * span;
}

static void set_days(const Follower *f, Schedule *s) {
    const Track *t = f->track;
    Pace own = calendar_pace_of(t);
    int all = __builtin_popcount(own.days), at = 0;
    int first = t->nweeks ? t->weeks[0].number : 0;
    Walk walk = {0}, ahead;
    s->begins = f->calendar.start;
    for (int w = 0; w < t->nweeks; w++) {
        const Week *week = &t->weeks[w];
        int span = max_of(week->last - week->number + 1, 1);
        int64_t base = (week->number - first) * minutes_of_week(&own);
        int k = 0, n = undated_items(week), latest = 0;
        calendar_walk(&f->calendar, &walk, base);
        ahead = walk;
        for (int i = 0; i < week->nitems; i++, at++) {
            const Item *it = &week->items[i];
            int day = day_of_item(it, own.days, k, n, span);
            k += it->day == NULL;
            if (day < latest) ahead = walk; // sun before mon
            latest = day;
            int due = calendar_walk(&f->calendar, &ahead,
                                    base + (int64_t)day * own.minutes);
            // An item without a day may take until the next begins.
            s->slots[at].due = day < all * span ? due : due - 1;
            s->ends = max_of(s->ends, s->slots[at].due);
        }
    }
    s->ends = max_of(s->ends, s->begins);
}

int schedule_milestone_due(const Follower *f, const By *by) {
    enum { WEEKS_PER_QUARTER = 13, MONTHS_PER_QUARTER = 3 };
    int day = 0, first = f->track->nweeks ? f->track->weeks[0].number : 0;
    if (by->date) {
        day_parse(by->date, &day, NULL);
        return day;
    }
    Pace own = calendar_pace_of(f->track);
    int weeks = by->week ? by->week - first + 1
                         : by->month * WEEKS_PER_QUARTER / MONTHS_PER_QUARTER;
    Walk walk = {0};
    return calendar_walk(&f->calendar, &walk, weeks * minutes_of_week(&own)) -
           1;
}

// ---- choices

typedef struct Option {
    int doable, done;
    bool taken;
} Option;

typedef struct Decision {
    const Choice *choice;
    Option *options;
    int complete, taken, possible;
} Decision;

static Decision *decision_of(Decision *all, int *n, Arena *a, const Choice *c) {
    for (int i = 0; i < *n; i++)
        if (all[i].choice == c) return &all[i];
    all[*n] = (Decision){.choice = c};
    all[*n].options = arena_array(a, Option, (size_t)c->noptions);
    return &all[(*n)++];
}

static void count_options(const Follower *f, Schedule *s, Decision *all, int *n,
                          Arena *a) {
    for (int i = 0; i < s->n; i++) {
        const Slot *slot = &s->slots[i];
        if (!slot->item->choice) continue;
        Decision *d = decision_of(all, n, a, slot->item->choice);
        Option *o = &d->options[slot->item->option];
        if (!slot->ex || slot->state == SLOT_ABSENT ||
            slot->state == SLOT_LACKS)
            continue;
        o->doable++;
        o->done += is_done(slot->standing);
        o->taken |=
            slot->standing != STANDING_NONE || mark_of(f, slot->ex).taken;
    }
    for (int i = 0; i < *n; i++)
        for (int k = 0; k < all[i].choice->noptions; k++) {
            const Option *o = &all[i].options[k];
            all[i].possible += o->doable > 0;
            all[i].complete += o->doable > 0 && o->done == o->doable;
            all[i].taken += o->taken;
        }
}

static void settle_choices(const Follower *f, Schedule *s, Arena *a) {
    Decision *all = arena_array(a, Decision, (size_t)s->n);
    int n = 0;
    count_options(f, s, all, &n, a);
    for (int i = 0; i < s->n; i++) {
        Slot *slot = &s->slots[i];
        if (!slot->item->choice || !slot->counts) continue;
        const Decision *d = decision_of(all, &n, a, slot->item->choice);
        const Option *o = &d->options[slot->item->option];
        int most =
            d->choice->choose < d->possible ? d->choice->choose : d->possible;
        bool complete = o->done == o->doable;
        bool out = d->complete >= most ? !complete
                   : d->taken >= most  ? !o->taken
                                       : false;
        if (out) {
            slot->state = SLOT_UNASKED;
            slot->counts = false;
        } else {
            slot->undecided = !o->taken && d->possible > most;
        }
    }
}

// ---- gates

static int count_doable(const Follower *f, const Require *r) {
    int n = 0;
    for (int i = 0; i < r->n; i++)
        n += is_there(f, exercise_of(f, &r->of[i]));
    return n;
}

// Returns whether a requirement is met by what exists; *missing is the first
// part of it that is not passed.
static bool need_stands(const Follower *f, const Require *r,
                        const Exercise **missing) {
    int doable = count_doable(f, r), passed = 0;
    int choose = r->choose < doable ? r->choose : doable;
    const Exercise *lacks = NULL, *skipped = NULL;
    for (int i = 0; i < r->n; i++) {
        const Exercise *ex = exercise_of(f, &r->of[i]);
        if (!is_there(f, ex)) continue;
        Standing s = mark_of(f, ex).standing;
        passed += is_passed(s);
        if (s == STANDING_SKIPPED && !skipped) skipped = ex;
        if (!is_done(s) && !lacks) lacks = ex;
    }
    if (passed >= choose) return true;
    if (missing && !*missing) *missing = lacks ? lacks : skipped;
    return false;
}

bool schedule_goal_stands(const Follower *f, const Goal *g, int *met,
                          int *asked) {
    int nmet = 0, nasked = 0;
    for (int i = 0; i < g->nneeds; i++) {
        if (count_doable(f, &g->needs[i]) == 0) continue;
        nasked++;
        nmet += need_stands(f, &g->needs[i], NULL);
    }
    if (met) *met = nmet;
    if (asked) *asked = nasked;
    return nmet == nasked;
}

static const Exercise *goal_lacks(const Follower *f, const Goal *g) {
    const Exercise *missing = NULL;
    for (int i = 0; i < g->nneeds && !missing; i++)
        need_stands(f, &g->needs[i], &missing);
    return missing;
}

static bool keeps_shut(const Follower *f, const Goal *g) {
    return g && g->mode == GOAL_OPENS &&
           !schedule_goal_stands(f, g, NULL, NULL);
}

// The gate at the end of week w or of the phase that ends with it.
static const Goal *shut_after(const Follower *f, int w) {
    const Track *t = f->track;
    int p = track_phase(t, w);
    if (keeps_shut(f, t->weeks[w].gate)) return t->weeks[w].gate;
    if (p < 0 || w != t->phases[p].first_week + t->phases[p].nweeks - 1)
        return NULL;
    return keeps_shut(f, t->phases[p].gate) ? t->phases[p].gate : NULL;
}

static void shut_gates(const Follower *f, Schedule *s) {
    int at = 0;
    for (int w = 0; w < f->track->nweeks; w++) {
        for (int i = 0; i < f->track->weeks[w].nitems; i++, at++) {
            Slot *slot = &s->slots[at];
            bool waits =
                slot->state == SLOT_OPEN || slot->state == SLOT_BLOCKED;
            if (!s->shut || !waits) continue;
            slot->state = SLOT_SHUT;
            slot->gate = s->shut;
        }
        if (!s->shut) s->shut = shut_after(f, w);
    }
}

// ---- states

static SlotState state_of(const Follower *f, Slot *slot) {
    const Item *it = slot->item;
    if (!slot->ex && it->kind == ITEM_READING)
        return is_read(f, it) ? SLOT_READ : SLOT_READING;
    if (!slot->ex) return SLOT_ABSENT;
    Mark m = mark_of(f, slot->ex);
    bool here = can_do(f, slot->ex);
    slot->standing = m.standing;
    if (!here && !is_done(m.standing))
        return kind_is_checked(slot->ex->kind) ? SLOT_LACKS : SLOT_ABSENT;
    slot->aside = m.tries_today >= ENOUGH_FOR_TODAY;
    slot->counts = !it->optional;
    if (m.standing == STANDING_STALE && here) return SLOT_STALE;
    if (is_done(m.standing)) return SLOT_DONE;
    slot->first = first_need(f, slot->ex);
    return slot->first ? SLOT_BLOCKED : SLOT_OPEN;
}

static void set_slot(const Follower *f, Slot *slot, const Item *it) {
    slot->item = it;
    slot->ex = it->kind == ITEM_READING ? exercise_of(f, &it->quiz)
               : it->ex                 ? it->ex
               : it->id                 ? plan_find(f->plan, it->id)
                                        : NULL;
    slot->state = state_of(f, slot);
}

static void set_states(const Follower *f, Schedule *s) {
    int at = 0;
    for (int w = 0; w < f->track->nweeks; w++) {
        const Week *week = &f->track->weeks[w];
        for (int i = 0; i < week->nitems; i++) {
            Slot *slot = &s->slots[at++];
            slot->week = week;
            set_slot(f, slot, &week->items[i]);
            s->lacking += slot->state == SLOT_LACKS && !slot->item->optional;
        }
    }
}

// A quiz that the track has as an item, and again as that of a text, is asked
// once: the item is due, and the text only goes with it.
static void find_same(Schedule *s) {
    for (int i = 0; i < s->n; i++) {
        Slot *slot = &s->slots[i];
        bool again = false;
        if (!slot->ex || slot->item->kind != ITEM_READING) continue;
        for (int k = 0; k < s->n && !again; k++)
            again = s->slots[k].ex == slot->ex &&
                    (s->slots[k].item->kind != ITEM_READING || k < i) && k != i;
        if (!again) continue;
        slot->same = true;
        slot->counts = false;
    }
}

static void set_extras(const Follower *f, Schedule *s, Arena *a) {
    const Items *from = &f->track->extras;
    s->extras = arena_array(a, Slot, (size_t)from->n);
    s->nextras = from->n;
    for (int i = 0; i < from->n; i++) {
        set_slot(f, &s->extras[i], &from->at[i]);
        s->extras[i].counts = false;
    }
}

// ---- every week

// The last day of study of the week, counted from the first day of the track,
// in which today lies. False before it, in a pause, and in weeks without one.
static bool week_ends(const Follower *f, int *begins, int *last) {
    const Calendar *c = &f->calendar;
    if (f->today < c->start || calendar_pause(c, f->today)) return false;
    *begins = f->today - (f->today - c->start) % DAYS_PER_WEEK;
    *last = *begins + DAYS_PER_WEEK - 1;
    while (*last >= *begins && calendar_minutes(c, *last) == 0)
        --*last;
    return *last >= *begins;
}

// A question that was answered in an earlier week is open again in this one.
static void set_weekly(const Follower *f, Schedule *s, Arena *a) {
    const Items *from = &f->track->weekly;
    int begins, last;
    s->weekly = arena_array(a, Slot, (size_t)from->n);
    if (!week_ends(f, &begins, &last)) return;
    s->nweekly = from->n;
    for (int i = 0; i < from->n; i++) {
        Slot *slot = &s->weekly[i];
        set_slot(f, slot, &from->at[i]);
        slot->counts = false;
        slot->due = last;
        if (!can_do(f, slot->ex)) continue;
        Mark m = mark_of(f, slot->ex);
        bool now = is_passed(m.standing) && m.passed >= begins;
        bool out = m.standing == STANDING_SKIPPED;
        slot->state = now || out ? SLOT_DONE : SLOT_OPEN;
        if (!now && !out) slot->standing = STANDING_NONE;
    }
}

// ---- next

static Why why_of(const Schedule *s, const Slot *slot) {
    return slot->due < s->today    ? WHY_LATE
           : slot->due == s->today ? WHY_DUE
                                   : WHY_AHEAD;
}

static bool is_aside(const Follower *f, const Exercise *ex) {
    return mark_of(f, ex).tries_today >= ENOUGH_FOR_TODAY;
}

// The first open slot that is due (or not), in order. aside: also those that
// failed often enough for today.
static bool pick_open(const Follower *f, Schedule *s, bool due, bool aside) {
    for (int i = 0; i < s->n; i++) {
        const Slot *slot = &s->slots[i];
        if (!slot->counts || (slot->due <= s->today) != due) continue;
        bool waits = slot->state == SLOT_BLOCKED;
        if (slot->state != SLOT_OPEN && !waits) continue;
        const Exercise *ex = waits ? slot->first : slot->ex;
        if (!aside && is_aside(f, ex)) continue;
        s->next = (NextUp){ex, slot, waits ? WHY_NEED : why_of(s, slot)};
        return true;
    }
    return false;
}

static bool pick_stale(const Follower *f, Schedule *s, bool aside) {
    for (int i = 0; i < s->n; i++) {
        const Slot *slot = &s->slots[i];
        if (slot->state != SLOT_STALE || !slot->counts ||
            (!aside && is_aside(f, slot->ex)))
            continue;
        s->next = (NextUp){slot->ex, slot, WHY_STALE};
        return true;
    }
    return false;
}

// Picks what a shut gate still asks for and no week had to offer: something
// skipped, optional, or of no week at all.
static bool pick_gate(const Follower *f, Schedule *s, bool aside) {
    const Exercise *ex = s->shut ? goal_lacks(f, s->shut) : NULL;
    const Exercise *first = ex ? first_need(f, ex) : NULL;
    if (first) ex = first;
    if (!ex || (!aside && is_aside(f, ex))) return false;
    s->next = (NextUp){ex, NULL, WHY_GATE};
    return true;
}

// On the last day of study of the week, or on the free days after it.
static bool pick_weekly(const Follower *f, Schedule *s) {
    for (int i = 0; i < s->nweekly && s->done < s->total; i++) {
        const Slot *slot = &s->weekly[i];
        if (slot->state != SLOT_OPEN || slot->due > s->today ||
            is_aside(f, slot->ex))
            continue;
        s->next = (NextUp){slot->ex, NULL, WHY_WEEKLY};
        return true;
    }
    return false;
}

static void pick_next(const Follower *f, Schedule *s) {
    if (pick_weekly(f, s)) return;
    for (int aside = 0; aside < 2; aside++)
        if (pick_open(f, s, true, aside) || pick_stale(f, s, aside) ||
            pick_open(f, s, false, aside) || pick_gate(f, s, aside))
            return;
    s->next = (NextUp){NULL, NULL, WHY_NOTHING};
}

// ---- how it goes

// Nobody is late because of one hard item: what counts is how many are done,
// against the day by which so many should be.
static void set_lag(const Follower *f, Schedule *s, Arena *a) {
    int *due = arena_array(a, int, (size_t)s->n);
    for (int i = 0; i < s->n; i++) {
        const Slot *slot = &s->slots[i];
        s->stale += slot->state == SLOT_STALE;
        if (!slot->counts) continue;
        bool done = is_done(slot->standing);
        s->done += done;
        s->due_today += !done && slot->due == s->today;
        int k = s->total++;
        for (; k > 0 && due[k - 1] > slot->due; k--)
            due[k] = due[k - 1];
        due[k] = slot->due;
    }
    if (s->done < s->total && due[s->done] < s->today)
        s->lag = calendar_between(&f->calendar, due[s->done], s->today);
    else if (s->done > 0 && due[s->done - 1] > s->today)
        s->lag =
            -calendar_between(&f->calendar, s->today + 1, due[s->done - 1] + 1);
}

void schedule_make(Arena *a, const Follower *f, Schedule *out) {
    *out = (Schedule){.today = f->today};
    for (int w = 0; w < f->track->nweeks; w++)
        out->n += f->track->weeks[w].nitems;
    out->slots = arena_array(a, Slot, (size_t)out->n);
    set_states(f, out);
    find_same(out);
    set_extras(f, out, a);
    set_weekly(f, out, a);
    settle_choices(f, out, a);
    shut_gates(f, out);
    set_days(f, out);
    set_lag(f, out, a);
    pick_next(f, out);
}

const Slot *schedule_find(const Schedule *s, const char *id) {
    for (int i = 0; i < s->n; i++)
        if ((s->slots[i].ex && !strcmp(s->slots[i].ex->id, id)) ||
            (s->slots[i].item->id && !strcmp(s->slots[i].item->id, id)))
            return &s->slots[i];
    return NULL;
}
