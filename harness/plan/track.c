// Tracks: phases of weeks of items, and what belongs to the whole.
//
// A track is curriculum/<id>.yaml, or a folder with track.yaml and phases/ in
// the order of their names. Either way the weeks end up in one list.
#include "base/day.h"
#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"
#include "plan/track_read.h"
#include "plan/yaml_cache.h"

#include <string.h>

enum { MAX_DAY_MINUTES = 1440, MAX_MONTHS = 120 };

static const char *const days[DAYS_PER_WEEK] = {"mon", "tue", "wed", "thu",
                                                "fri", "sat", "sun"};

// Keys that are read later, in an order of ours.
static void key_later(Read *r, const Node *n, void *out) {
    (void)r, (void)n, (void)out;
}

// ---- weeks

static Week *week_of(void *out) {
    return ((TrackReader *)out)->week;
}

static void week_number(Read *r, const Node *n, void *out) {
    Week *w = week_of(out);
    read_range(r, n, "week", 0, MAX_WEEK, &w->number, &w->last);
}

static void week_title(Read *r, const Node *n, void *out) {
    week_of(out)->title = read_text(r, n, "title");
}

static void week_due(Read *r, const Node *n, void *out) {
    week_of(out)->due = read_date(r, n, "due");
}

static void week_gate(Read *r, const Node *n, void *out) {
    (void)r;
    week_of(out)->gate = gate_read(out, n);
}

static void read_day(TrackReader *t, const Node *week, const char *key) {
    const Node *n = node_find(week, key);
    t->day = strcmp(key, "items") == 0 ? NULL : key;
    if (n) items_read(t, n);
}

// Weeks rise through all phases, and so do their dates.
static void check_order(TrackReader *t, const Node *n, const Week *w) {
    if (!t->weeks.n) return;
    const Week *before = &t->weeks.at[t->weeks.n - 1];
    int day, day_before;
    if (w->number <= before->last) {
        node_err(n, t->r.err, "week %d follows week %d", w->number,
                 before->last);
        err_hint(t->r.err, "weeks are numbered upwards through all phases");
    }
    for (int i = t->weeks.n - 1; w->due && i >= 0; i--) {
        if (!t->weeks.at[i].due) continue;
        day_parse(w->due, &day, NULL);
        day_parse(t->weeks.at[i].due, &day_before, NULL);
        if (day > day_before) return;
        node_err(n, t->r.err, "week %d is due on %s, not after week %d, %s",
                 w->number, w->due, t->weeks.at[i].number, t->weeks.at[i].due);
        err_hint(t->r.err, "dates rise with the weeks");
        return;
    }
}

static void read_week(TrackReader *t, const Node *n) {
    static const Key keys[] = {
        {"week", week_number, true}, {"title", week_title, true},
        {"due", week_due, false},    {"gate", week_gate, false},
        {"mon", key_later, false},   {"tue", key_later, false},
        {"wed", key_later, false},   {"thu", key_later, false},
        {"fri", key_later, false},   {"sat", key_later, false},
        {"sun", key_later, false},   {"weekend", key_later, false},
        {"items", key_later, false},
    };
    Week w = {
        .title = "", .phase = t->phase ? t->phase->title : NULL, .loc = n->loc};
    t->week = &w;
    if (!read_map(&t->r, n, "a week", keys, COUNT_OF(keys), t)) return;
    check_order(t, n, &w);
    for (size_t d = 0; d < COUNT_OF(days); d++)
        read_day(t, n, days[d]);
    read_day(t, n, "weekend");
    read_day(t, n, "items");
    t->day = NULL;
    t->week = NULL;

    Items items = items_take(t);
    w.items = items.at;
    w.nitems = items.n;
    vec_push(&t->weeks, w);
}

static void read_weeks(TrackReader *t, const Node *n) {
    if (!read_is_list(&t->r, n, "weeks", "- week: 1")) return;
    for (int i = 0; i < n->n; i++)
        read_week(t, n->at[i]);
}

static void key_weeks(Read *r, const Node *n, void *out) {
    (void)r;
    read_weeks(out, n);
}

// ---- phases

static Phase *phase_of(void *out) {
    return ((TrackReader *)out)->phase;
}

static void phase_title(Read *r, const Node *n, void *out) {
    phase_of(out)->title = read_text(r, n, "title");
}

static void phase_goal(Read *r, const Node *n, void *out) {
    phase_of(out)->goal = read_text(r, n, "goal");
}

static void phase_hardware(Read *r, const Node *n, void *out) {
    phase_of(out)->hardware = read_text(r, n, "hardware");
}

static void phase_months(Read *r, const Node *n, void *out) {
    Phase *p = phase_of(out);
    read_range(r, n, "months", 0, MAX_MONTHS, &p->from_month, &p->to_month);
}

static void phase_gate(Read *r, const Node *n, void *out) {
    (void)r;
    phase_of(out)->gate = gate_read(out, n);
}

static void phase_deliverables(Read *r, const Node *n, void *out) {
    Phase *p = phase_of(out);
    (void)r;
    p->deliverables =
        goals_read(out, n, "deliverables", false, &p->ndeliverables);
}

static void check_months(TrackReader *t, const Node *n, const Phase *p) {
    for (int i = t->phases.n - 1; p->to_month && i >= 0; i--) {
        int before = t->phases.at[i].to_month;
        if (p->from_month >= before) return;
        node_err(n, t->r.err,
                 "this phase begins in month %d, the one before "
                 "it ends in month %d",
                 p->from_month, before);
        err_hint(t->r.err, "phases follow one another: months: %d-...", before);
        return;
    }
}

static void read_phase(TrackReader *t, const Node *n) {
    static const Key keys[] = {
        {"title", phase_title, true},
        {"weeks", key_later, true}, // the title first: the weeks carry it
        {"goal", phase_goal, false},
        {"hardware", phase_hardware, false},
        {"months", phase_months, false},
        {"gate", phase_gate, false},
        {"deliverables", phase_deliverables, false},
    };
    Phase p = {.title = "", .first_week = t->weeks.n, .loc = n->loc};
    t->phase = &p;
    if (read_map(&t->r, n, "a phase", keys, COUNT_OF(keys), t)) {
        check_months(t, n, &p);
        const Node *weeks = node_find(n, "weeks");
        if (weeks) read_weeks(t, weeks);
        p.nweeks = t->weeks.n - p.first_week;
        vec_push(&t->phases, p);
    }
    t->phase = NULL;
}

static void key_phases(Read *r, const Node *n, void *out) {
    if (!read_is_list(r, n, "phases", "- title: First steps")) return;
    for (int i = 0; i < n->n; i++)
        read_phase(out, n->at[i]);
}

static void load_phases(TrackReader *t, const char *track_yaml) {
    Arena a = {0};
    char *dir = path_join(&a, path_dir(&a, track_yaml), "phases");
    for (char **name = path_list(&a, dir, NULL); *name; name++) {
        if (!str_ends(*name, ".yaml") || (*name)[0] == '.') continue;
        char *path = arena_str(t->r.a, path_join(&a, dir, *name));
        const Node *n =
            yaml_load_cached(t->names.p->cache, t->r.a, path, t->r.err);
        if (n) read_phase(t, n);
    }
    arena_reset(&a);
}

// ---- pace

static Track *track_of(void *out) {
    return ((TrackReader *)out)->track;
}

static void pace_minutes(Read *r, const Node *n, void *out) {
    read_int(r, n, "minutes_per_day", 1, MAX_DAY_MINUTES,
             &track_of(out)->minutes_per_day);
}

static void pace_hours(Read *r, const Node *n, void *out) {
    double hours;
    if (!read_number(r, n, "hours_per_day", &hours)) return;
    if (hours > 0 && hours <= MAX_DAY_MINUTES / MINUTES_PER_HOUR) {
        track_of(out)->minutes_per_day = (int)(hours * MINUTES_PER_HOUR + 0.5);
        return;
    }
    node_err(n, r->err, "a day has no %g hours", hours);
    err_hint(r->err, "above 0, up to 24");
}

static void pace_days(Read *r, const Node *n, void *out) {
    Track *t = track_of(out);
    int count, k = 0;
    Node *const *at = read_items(&n, &count);
    for (int i = 0; i < count; i++) {
        int day = read_word(r, at[i], "days", days, COUNT_OF(days));
        if (day >= 0 && k < (int)COUNT_OF(days)) t->days[k++] = days[day];
    }
    t->days[k] = NULL;
}

static void pace_weekend(Read *r, const Node *n, void *out) {
    static const char *const names[] = {"optional", "required", "none"};
    int i = read_word(r, n, "weekend", names, COUNT_OF(names));
    if (i >= 0) track_of(out)->weekend = names[i];
}

static void pace_weekend_minutes(Read *r, const Node *n, void *out) {
    read_int(r, n, "weekend_minutes", 1, MAX_DAY_MINUTES,
             &track_of(out)->weekend_minutes);
}

static void key_pace(Read *r, const Node *n, void *out) {
    static const Key keys[] = {
        {"minutes_per_day", pace_minutes, false},
        {"hours_per_day", pace_hours, false},
        {"days", pace_days, false},
        {"weekend", pace_weekend, false},
        {"weekend_minutes", pace_weekend_minutes, false}};
    if (read_map(r, n, "pace:", keys, COUNT_OF(keys), out) &&
        node_find(n, "hours_per_day") && node_find(n, "minutes_per_day")) {
        node_err(n, r->err, "pace: says how long a day is twice");
        err_hint(r->err, "keep hours_per_day or minutes_per_day");
    }
}

// ---- the whole

static void key_format(Read *r, const Node *n, void *out) {
    (void)out;
    read_format(r, n);
}

static void key_title(Read *r, const Node *n, void *out) {
    const char *title = read_text(r, n, "title");
    if (title) track_of(out)->title = title;
}

static void key_blurb(Read *r, const Node *n, void *out) {
    track_of(out)->blurb = read_text(r, n, "blurb");
}

static void key_who(Read *r, const Node *n, void *out) {
    track_of(out)->who = read_text(r, n, "who");
}

static void key_syllabus(Read *r, const Node *n, void *out) {
    track_of(out)->syllabus = read_text(r, n, "syllabus");
}

static void key_from(Read *r, const Node *n, void *out) {
    track_of(out)->from = read_date(r, n, "from");
}

static void key_until(Read *r, const Node *n, void *out) {
    track_of(out)->until = read_date(r, n, "until");
}

#define ITEMS(field)                                                           \
    static void key_##field(Read *r, const Node *n, void *out) {               \
        (void)r;                                                               \
        items_read(out, n);                                                    \
        track_of(out)->field = items_take(out);                                \
    }
ITEMS(daily)
ITEMS(weekly)
ITEMS(extras)

static void key_milestones(Read *r, const Node *n, void *out) {
    Track *t = track_of(out);
    (void)r;
    t->milestones = goals_read(out, n, "milestones", true, &t->nmilestones);
}

static void key_habits(Read *r, const Node *n, void *out) {
    Track *t = track_of(out);
    (void)r;
    t->habits = habits_read(out, n, &t->nhabits);
}

static void check_span(TrackReader *t, const Node *n) {
    int from, until;
    if (!t->track->from || !t->track->until) return;
    day_parse(t->track->from, &from, NULL);
    day_parse(t->track->until, &until, NULL);
    if (from < until) return;
    node_err(n, t->r.err, "this track ends on %s, before it begins on %s",
             t->track->until, t->track->from);
    err_hint(t->r.err, "from: comes before until:");
}

static void read_track(TrackReader *t, bool has_phases) {
    static const Key keys[] = {
        {"format", key_format, true},
        {"title", key_title, true},
        {"blurb", key_blurb, false},
        {"who", key_who, false},
        {"syllabus", key_syllabus, false},
        {"pace", key_pace, false},
        {"from", key_from, false},
        {"until", key_until, false},
        {"phases", key_phases, false},
        {"weeks", key_weeks, false},
        {"daily", key_daily, false},
        {"weekly", key_weekly, false},
        {"extras", key_extras, false},
        {"milestones", key_milestones, false},
        {"habits", key_habits, false},
    };
    const Node *n =
        yaml_load_cached(t->names.p->cache, t->r.a, t->track->path, t->r.err);
    if (!n || !read_map(&t->r, n, "a track", keys, COUNT_OF(keys), t)) return;
    check_span(t, n);
    if (node_find(n, "phases") && node_find(n, "weeks")) {
        node_err(n, t->r.err, "this track has both phases: and weeks:");
        err_hint(t->r.err, "move the weeks into a phase");
    }
    if (has_phases) load_phases(t, t->track->path);
    if (t->weeks.n || err_count(t->r.err)) return;
    node_err(n, t->r.err, "this track has no weeks");
    err_hint(t->r.err, has_phases ? "add phases/01-name.yaml with title: and "
                                    "weeks:"
                                  : "add weeks:");
}

static void list_items(Track *t, const Item *at, int n) {
    for (int i = 0; i < n; i++) {
        const Item *item = &at[i];
        t->all[t->nall++] = item;
        if (item->id && !map_find(&t->by_id, item->id))
            map_set(&t->by_id, item->id, (void *)(uintptr_t)item);
        if (item->quiz.id && !map_find(&t->by_id, item->quiz.id))
            map_set(&t->by_id, item->quiz.id, (void *)(uintptr_t)item);
    }
}

// Fills all and by_id, once every item has its final place.
static void index_items(Arena *a, Track *t) {
    int n = t->extras.n + t->weekly.n + t->daily.n;
    for (int w = 0; w < t->nweeks; w++)
        n += t->weeks[w].nitems;
    t->all = arena_array(a, const Item *, (size_t)n);
    for (int w = 0; w < t->nweeks; w++)
        list_items(t, t->weeks[w].items, t->weeks[w].nitems);
    list_items(t, t->extras.at, t->extras.n);
    list_items(t, t->weekly.at, t->weekly.n);
    list_items(t, t->daily.at, t->daily.n);
}

#define TAKE(a, T, list)                                                       \
    ((list).n ? memcpy(arena_array(a, T, (size_t)(list).n), (list).at,         \
                       (size_t)(list).n * sizeof(T))                           \
              : NULL)

Track *track_load(Plan *p, const char *id, const char *path, const Map *broken,
                  Err *err) {
    Err all = {0};
    Arena *a = &p->arena;
    Track *track = arena_new(a, Track);
    *track = (Track){.id = arena_str(a, id),
                     .title = arena_str(a, id),
                     .path = arena_str(a, path),
                     .minutes_per_day = 30,
                     .days = {"mon", "tue", "wed", "thu", "fri"},
                     .weekend = "optional"};
    TrackReader t = {.r = {a, &all}, .names = {p, broken}, .track = track};
    read_track(&t, strcmp(path_base(path), "track.yaml") == 0);

    track->nweeks = t.weeks.n;
    track->weeks = TAKE(a, Week, t.weeks);
    track->nphases = t.phases.n;
    track->phases = TAKE(a, Phase, t.phases);
    index_items(a, track);
    vec_free(&t.weeks);
    vec_free(&t.phases);
    vec_free(&t.items);
    err_move(err, &all);
    return track;
}
