// Tracks: weeks of items that refer to exercises.
#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"
#include "plan/parts.h"

#include <string.h>

enum { FORMAT = 1, MAX_WEEK = 999, MAX_DAY_MINUTES = 1440 };

static const char *const days[] = {"mon", "tue", "wed", "thu",
                                   "fri", "sat", "sun"};

typedef struct TrackReader {
    Read r;
    Plan *p;
    Track *track;
    const Map *broken;
    const char *phase; // title of the phase being read, or NULL
    Week *week;        // the one being read
    struct {
        Week *at;
        int n, cap;
    } weeks;
    struct {
        Item *at;
        int n, cap;
    } items; // of the week being read
} TrackReader;

// ---- items

static void no_exercise(TrackReader *t, const Node *n, const char *id) {
    const Plan *p = t->p;
    const char **ids = arena_array(t->r.a, const char *, (size_t)p->nexercises);
    for (int i = 0; i < p->nexercises; i++)
        ids[i] = p->exercises[i]->id;
    int near = str_nearest(id, ids, p->nexercises);
    node_err(n, t->r.err, "there is no exercise '%s'", id);
    if (near >= 0)
        err_hint(t->r.err, "did you mean '%s'?", ids[near]);
    else
        err_hint(t->r.err,
                 "add exercises/<topic>/%s, or announce it with "
                 "{planned: \"%s\"}",
                 id, id);
}

// Fills the item's exercise. False if there is none.
static bool find_exercise(TrackReader *t, const Node *n, const char *id,
                          Item *item) {
    item->kind = ITEM_EXERCISE;
    item->id = id;
    item->ex = map_find(&t->p->by_id, id);
    if (!item->ex && !map_find(t->broken, id)) no_exercise(t, n, id);
    return item->ex;
}

// gates = {metric: bound, ...} | [full gate, ...]
static void key_gates(Read *r, const Node *n, void *out) {
    Item *item = out;
    if (n->kind == NODE_LIST)
        gates_read_list(r, n, item->ex, &item->gates, &item->ngates);
    else
        gates_read_short(r, n, item->ex, &item->gates, &item->ngates);
}

// {transpose: {gates: {bandwidth: 70%}}}
static bool exercise_with_bars(TrackReader *t, const Node *n, Item *item) {
    static const Key keys[] = {{"gates", key_gates, false}};
    if (n->n != 1) {
        node_err(n, t->r.err, "an item has one key, and this has %d", n->n);
        return err_hint(t->r.err, "write a list of items: [{a: {...}}, b]");
    }
    Node at = *n;
    at.loc = n->key_locs[0];
    return find_exercise(t, &at, n->keys[0], item) &&
           read_map(&t->r, n->at[0], "an exercise's item", keys, COUNT_OF(keys),
                    item);
}

static void key_reading(Read *r, const Node *n, void *out) {
    ((Item *)out)->kind = ITEM_READING;
    ((Item *)out)->text = read_text(r, n, "reading");
}

static void key_planned(Read *r, const Node *n, void *out) {
    ((Item *)out)->kind = ITEM_PLANNED;
    ((Item *)out)->text = read_text(r, n, "planned");
}

static void key_covers(Read *r, const Node *n, void *out) {
    ((Item *)out)->covers = read_words(r, n, "covers");
}

// {reading: "...", covers: [...]}
static bool text_item(TrackReader *t, const Node *n, Item *item) {
    static const Key keys[] = {{"reading", key_reading, false},
                               {"planned", key_planned, false},
                               {"covers", key_covers, false}};
    if (node_find(n, "reading") && node_find(n, "planned")) {
        node_err(n, t->r.err, "an item is a reading or planned, not both");
        return err_hint(t->r.err, "make two items of it");
    }
    read_map(&t->r, n, "an item", keys, COUNT_OF(keys), item);
    return item->text;
}

// item = id | {id: {gates}} | {reading, covers} | {planned, covers}
static void read_item(TrackReader *t, const Node *n, const char *day) {
    static const char *const none[] = {NULL};
    Item item = {.day = day,
                 .week = t->week->number,
                 .loc = n->loc,
                 .covers = (const char **)(void *)none};
    bool ok;
    if (n->kind != NODE_MAP)
        ok = read_text(&t->r, n, day ? day : "items") &&
             find_exercise(t, n, n->text, &item);
    else if (node_find(n, "reading") || node_find(n, "planned"))
        ok = text_item(t, n, &item);
    else
        ok = exercise_with_bars(t, n, &item);
    if (ok) vec_push(&t->items, item);
}

static void read_day(TrackReader *t, const Node *week, const char *key) {
    const Node *n = node_find(week, key);
    int count = 0;
    Node *const *at = n ? read_items(&n, &count) : NULL;
    for (int i = 0; i < count; i++)
        read_item(t, at[i], strcmp(key, "items") == 0 ? NULL : key);
}

// ---- weeks

static void key_week(Read *r, const Node *n, void *out) {
    read_int(r, n, "week", 0, MAX_WEEK, &((Week *)out)->number);
}

static void key_week_title(Read *r, const Node *n, void *out) {
    ((Week *)out)->title = read_text(r, n, "title");
}

// Days are read afterwards, in their own order.
static void key_day(Read *r, const Node *n, void *out) {
    (void)r, (void)n, (void)out;
}

static void read_week(TrackReader *t, const Node *n) {
    static const Key keys[] = {
        {"week", key_week, true},  {"title", key_week_title, true},
        {"mon", key_day, false},   {"tue", key_day, false},
        {"wed", key_day, false},   {"thu", key_day, false},
        {"fri", key_day, false},   {"sat", key_day, false},
        {"sun", key_day, false},   {"weekend", key_day, false},
        {"items", key_day, false},
    };
    Week w = {.title = "", .phase = t->phase};
    if (!read_map(&t->r, n, "a week", keys, COUNT_OF(keys), &w)) return;
    t->week = &w;
    t->items.n = 0;
    for (size_t d = 0; d < COUNT_OF(days); d++)
        read_day(t, n, days[d]);
    read_day(t, n, "weekend");
    read_day(t, n, "items");

    w.nitems = t->items.n;
    w.items = arena_array(t->r.a, Item, (size_t)w.nitems);
    for (int i = 0; i < w.nitems; i++)
        w.items[i] = t->items.at[i];
    vec_push(&t->weeks, w);
}

static void key_weeks(Read *r, const Node *n, void *out) {
    TrackReader *t = out;
    if (!read_is_list(r, n, "weeks", "- week: 1")) return;
    for (int i = 0; i < n->n; i++)
        read_week(t, n->at[i]);
}

// ---- pace

static void key_minutes(Read *r, const Node *n, void *out) {
    read_int(r, n, "minutes_per_day", 1, MAX_DAY_MINUTES,
             &((TrackReader *)out)->track->minutes_per_day);
}

static void key_days(Read *r, const Node *n, void *out) {
    Track *t = ((TrackReader *)out)->track;
    int count, k = 0;
    Node *const *at = read_items(&n, &count);
    for (int i = 0; i < count; i++) {
        int day = read_word(r, at[i], "days", days, COUNT_OF(days));
        if (day >= 0 && k < (int)COUNT_OF(days)) t->days[k++] = days[day];
    }
    t->days[k] = NULL;
}

static void key_weekend(Read *r, const Node *n, void *out) {
    static const char *const names[] = {"optional", "required", "none"};
    int i = read_word(r, n, "weekend", names, COUNT_OF(names));
    if (i >= 0) ((TrackReader *)out)->track->weekend = names[i];
}

static void key_pace(Read *r, const Node *n, void *out) {
    static const Key keys[] = {{"minutes_per_day", key_minutes, false},
                               {"days", key_days, false},
                               {"weekend", key_weekend, false}};
    read_map(r, n, "pace:", keys, COUNT_OF(keys), out);
}

// ---- files

static void key_format(Read *r, const Node *n, void *out) {
    (void)out;
    int format;
    if (!read_int(r, n, "format", 1, 1000000, &format) || format == FORMAT)
        return;
    node_err(n, r->err, "format %d is newer than this kata, which reads %d",
             format, FORMAT);
    err_hint(r->err, "update kata");
}

static void key_title(Read *r, const Node *n, void *out) {
    const char *title = read_text(r, n, "title");
    if (title) ((TrackReader *)out)->track->title = title;
}

static void key_phase_title(Read *r, const Node *n, void *out) {
    ((TrackReader *)out)->phase = read_text(r, n, "title");
}

static void read_phase(TrackReader *t, const char *path) {
    // The title first, wherever it is written: the weeks carry it.
    static const Key keys[] = {{"title", key_phase_title, true},
                               {"weeks", key_day, true}};
    Node *n = yaml_load(t->r.a, path, t->r.err);
    t->phase = NULL;
    if (!n || !read_map(&t->r, n, "a phase", keys, COUNT_OF(keys), t)) return;
    const Node *weeks = node_find(n, "weeks");
    if (weeks) key_weeks(&t->r, weeks, t);
}

static void read_phases(TrackReader *t, const char *track_yaml) {
    Arena a = {0};
    char *dir = path_join(&a, path_dir(&a, track_yaml), "phases");
    for (char **name = path_list(&a, dir, NULL); *name; name++)
        if (str_ends(*name, ".yaml") && (*name)[0] != '.')
            read_phase(t, path_join(&a, dir, *name));
    arena_reset(&a);
}

static void read_track(TrackReader *t, bool has_phases) {
    static const Key keys[] = {{"format", key_format, true},
                               {"title", key_title, true},
                               {"pace", key_pace, false},
                               {"weeks", key_weeks, false}};
    const Node *n = yaml_load(t->r.a, t->track->path, t->r.err);
    if (!n || !read_map(&t->r, n, "a track", keys, COUNT_OF(keys), t)) return;
    if (has_phases) read_phases(t, t->track->path);
    if (t->weeks.n || err_count(t->r.err)) return;
    node_err(n, t->r.err, "this track has no weeks");
    err_hint(t->r.err, has_phases ? "add phases/01-name.yaml with title: and "
                                    "weeks:"
                                  : "add weeks:");
}

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
    TrackReader t = {.r = {a, &all}, .p = p, .track = track, .broken = broken};
    read_track(&t, strcmp(path_base(path), "track.yaml") == 0);

    track->nweeks = t.weeks.n;
    track->weeks = arena_array(a, Week, (size_t)t.weeks.n);
    for (int i = 0; i < t.weeks.n; i++)
        track->weeks[i] = t.weeks.at[i];
    vec_free(&t.weeks);
    vec_free(&t.items);
    err_move(err, &all);
    return track;
}

const Item *track_item(const Track *t, const char *exercise_id) {
    for (int w = 0; t && w < t->nweeks; w++)
        for (int i = 0; i < t->weeks[w].nitems; i++) {
            const Item *item = &t->weeks[w].items[i];
            if (item->id && strcmp(item->id, exercise_id) == 0) return item;
        }
    return NULL;
}
