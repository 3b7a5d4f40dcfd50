// Addresses: what a learner types to name an exercise.
//
//   transpose   week06/transpose   micro:week6/transpose   memory/transpose
//   work/transpose/transpose.cu   .   transp
//
// An exact id always wins, so that no file or folder can hide an exercise.
#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"
#include "plan/plan.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEAREST = 3, FITTING = 10 };

typedef struct Search {
    const Plan *p;
    const Track *track;
    const char *address; // as typed, for messages
    Err *err;
} Search;

char *plan_address(Arena *a, const Track *track, const Exercise *ex) {
    const Item *item = track_item(track, ex->id);
    return item && item->week >= 0
               ? arena_fmt(a, "week%02d/%s", item->week, ex->id)
               : arena_str(a, ex->id);
}

// ---- failing, with the nearest three

typedef struct Near {
    const Exercise *ex;
    int score; // smaller is nearer
} Near;

static int by_score(const void *a, const void *b) {
    const Near *x = a, *y = b;
    if (x->score != y->score) return x->score < y->score ? -1 : 1;
    return strcmp(x->ex->id, y->ex->id);
}

// A name that begins with the word, or holds it, is nearer than a misspelling.
static int score_of(const char *word, const char *id) {
    if (str_starts(id, word)) return -2;
    if (strlen(word) > 2 && strstr(id, word)) return -1;
    return str_distance(word, id);
}

// "nearest: week06/transpose, week07/..." of n candidates, the first `most`.
static void hint_nearest(const Search *s, Near *near, int n, int most) {
    Arena a = {0};
    Buf b = {0};
    if (n) qsort(near, (size_t)n, sizeof *near, by_score);
    for (int i = 0; i < min_of(n, most); i++)
        buf_fmt(&b, "%s%s", i ? ", " : "",
                plan_address(&a, s->track, near[i].ex));
    if (most == FITTING && n > most) buf_fmt(&b, " and %d more", n - most);
    if (b.len)
        err_hint(s->err, "%s: %s", most == FITTING ? "one of" : "nearest",
                 b.data);
    else
        err_hint(s->err, "kata bank lists what there is");
    buf_free(&b);
    arena_reset(&a);
}

static const Exercise *unknown_exercise(const Search *s, const char *word) {
    err_set(s->err, ERR_USAGE, "there is no exercise '%s'", s->address);
    Near *near = heap_new((size_t)s->p->nexercises, sizeof *near);
    int n = 0, far = 1 + (int)strlen(word) / 3; // as str_nearest
    for (int i = 0; i < s->p->nexercises; i++) {
        const Exercise *ex = s->p->exercises[i];
        int score = score_of(word, ex->id);
        if (score <= far) near[n++] = (Near){ex, score};
    }
    hint_nearest(s, near, n, NEAREST);
    heap_free(near);
    return NULL;
}

// ---- candidates: of all exercises, or of one week

typedef struct Candidates {
    const Exercise **at;
    int n, cap;
} Candidates;

// Returns the one that is the word, or the only one that begins with it.
static const Exercise *pick_candidate(const Search *s, const Candidates *c,
                                      const char *word) {
    const Exercise *found = NULL;
    int matches = 0;
    for (int i = 0; i < c->n; i++) {
        if (strcmp(c->at[i]->id, word) == 0) return c->at[i];
        if (!str_starts(c->at[i]->id, word)) continue;
        found = c->at[i];
        matches++;
    }
    if (matches == 1) return found;
    if (matches == 0) return unknown_exercise(s, word);

    err_set(s->err, ERR_USAGE, "'%s' fits %d exercises", s->address, matches);
    Near *near = heap_new((size_t)matches, sizeof *near);
    int n = 0;
    for (int i = 0; i < c->n; i++)
        if (str_starts(c->at[i]->id, word)) near[n++] = (Near){c->at[i], 0};
    hint_nearest(s, near, n, FITTING);
    heap_free(near);
    return NULL;
}

static void add_candidate(Candidates *c, const Exercise *ex) {
    for (int i = 0; i < c->n; i++)
        if (c->at[i] == ex) return;
    vec_push(c, ex);
}

// ---- the forms

// "week06" and "week6" are 6; anything else is -1.
static int week_number(Str s) {
    int number = 0;
    if (s.n < 5 || s.n > 8 || strncmp(s.p, "week", 4) != 0) return -1;
    for (size_t i = 4; i < s.n; i++) {
        if (!isdigit((unsigned char)s.p[i])) return -1;
        number = number * 10 + s.p[i] - '0';
    }
    return number;
}

static const Exercise *in_week(const Search *s, int week, const char *word) {
    Candidates c = {0};
    bool exists = false;
    if (!s->track) {
        err_set(s->err, ERR_USAGE, "week%02d of which track?", week);
        err_hint(s->err,
                 "choose one with kata start TRACK, or write "
                 "TRACK:week%02d/%s",
                 week, word);
        return NULL;
    }
    for (int w = 0; w < s->track->nweeks; w++) {
        const Week *at = &s->track->weeks[w];
        bool here = week >= at->number && week <= at->last;
        exists |= here;
        for (int i = 0; here && i < at->nitems; i++)
            if (at->items[i].ex) add_candidate(&c, at->items[i].ex);
    }
    const Exercise *ex = NULL;
    if (exists) {
        ex = pick_candidate(s, &c, word);
    } else {
        err_set(s->err, ERR_USAGE, "%s has no week %d", s->track->id, week);
        err_hint(s->err, "kata progress lists its weeks");
    }
    vec_free(&c);
    return ex;
}

static const Exercise *in_topic(const Search *s, Str topic, const char *word) {
    Candidates c = {0};
    for (int i = 0; i < s->p->nexercises; i++)
        if (str_eq(topic, s->p->exercises[i]->topic))
            add_candidate(&c, s->p->exercises[i]);
    const Exercise *ex =
        c.n ? pick_candidate(s, &c, word) : unknown_exercise(s, word);
    vec_free(&c);
    return ex;
}

// A path belongs to the exercise whose folder it is or lies in: that may be
// two steps up (mutants/x.cu), but no further, or a checkout below a folder
// called "copy" would be that exercise.
static const Exercise *of_path(const Search *s, const char *path) {
    char real[PATH_MAX];
    if (!realpath(path, real)) return NULL;
    for (int step = 0; step < 3; step++) {
        char *slash = strrchr(real, '/');
        const Exercise *ex = slash ? plan_find(s->p, slash + 1) : NULL;
        if (ex || !slash) return ex;
        *slash = '\0';
    }
    return NULL;
}

static const Exercise *by_word(const Search *s, const char *word) {
    Candidates c = {0};
    for (int i = 0; i < s->p->nexercises; i++)
        vec_push(&c, s->p->exercises[i]);
    const Exercise *ex =
        *word ? pick_candidate(s, &c, word) : unknown_exercise(s, word);
    vec_free(&c);
    return ex;
}

// name = ["week" digits "/" | topic "/"] (id | prefix)  |  path
static const Exercise *find_exercise(const Search *s, const char *name) {
    const Exercise *ex = plan_find(s->p, name);
    const char *slash = strrchr(name, '/');
    if (ex) return ex;
    if (!slash) {
        ex = of_path(s, name);
        return ex ? ex : by_word(s, name);
    }
    Str before = {name, (size_t)(slash - name)};
    int week = week_number(before);
    if (week >= 0) return in_week(s, week, slash + 1);
    ex = of_path(s, name);
    return ex ? ex : in_topic(s, before, slash + 1);
}

static bool unknown_track(const Search *s, Str id) {
    Buf b = {0};
    for (int i = 0; i < s->p->ntracks; i++)
        buf_fmt(&b, "%s%s", i ? ", " : "", s->p->tracks[i]->id);
    err_set(s->err, ERR_USAGE, "there is no track '%.*s'", (int)id.n, id.p);
    err_hint(s->err, b.len ? "tracks: %s" : "no track did load%s",
             buf_text(&b));
    buf_free(&b);
    return false;
}

// address = [track ":"] name
const Exercise *plan_resolve(const Plan *p, const Track *track,
                             const char *address, const Item **item, Err *err) {
    Search s = {p, track, address, err};
    const char *colon = strchr(address, ':'), *name = address;
    if (item) *item = NULL;
    if (colon && !path_exists(address)) {
        Arena a = {0};
        Str id = {address, (size_t)(colon - address)};
        s.track = plan_track(p, arena_strn(&a, id.p, id.n));
        arena_reset(&a);
        if (!s.track) return unknown_track(&s, id), NULL;
        name = colon + 1;
    }
    const Exercise *ex = find_exercise(&s, name);
    if (ex && item) *item = track_item(s.track, ex->id);
    return ex;
}
