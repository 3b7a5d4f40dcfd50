// The learner's progress, from the two tables that schema.c's triggers keep.
//
// A pass counts for the version of the exercise that it passed. When tests or
// gates change, the version does, and the pass is stale: kept, and marked.
#include "store/db.h"

#include "base/day.h"

#include <math.h>
#include <string.h>

const char *state_text(State s) {
    static const char *const text[] = {
        [STATE_TODO] = "todo",       [STATE_ATTEMPTED] = "attempted",
        [STATE_PASSED] = "passed",   [STATE_STALE] = "stale",
        [STATE_SKIPPED] = "skipped",
    };
    return text[s];
}

// One row of `passed` seen against what is known of the exercise so far.
static void add_pass(Progress *p, const Query *q, int col, const char *now) {
    const char *version = (const char *)sqlite3_column_text(q->st, col);
    if (!version) return; // never passed
    bool current = !now || !strcmp(version, now);
    bool measured = col_int(q, col + 1) == 0;
    double us = col_real(q, col + 2);

    State state = current ? STATE_PASSED : STATE_STALE;
    // A current pass beats a stale one, a measured one a modelled one: a time
    // under other tests, or of another clock, is no rival to beat.
    bool better = p->state == STATE_TODO ||
                  (p->state == STATE_STALE && current) ||
                  (p->state == state && measured && !p->measured);
    bool equal = p->state == state && p->measured == measured;
    if (!better && !equal) return;
    p->state = state;
    p->passed_at = max_of(p->passed_at, col_int(q, col + 4));
    p->measured = measured;
    if (better || !(p->best_us <= us)) {
        p->best_us = us;
        p->best_id = col_int(q, col + 3);
    }
}

static void settle_state(Progress *p, bool skipped) {
    if (p->state == STATE_PASSED) return;
    if (skipped)
        p->state = STATE_SKIPPED;
    else if (p->state == STATE_TODO && p->attempts > 0)
        p->state = STATE_ATTEMPTED;
}

static int count_rows(Store *s) {
    Query q = query_new(s, "SELECT count(*) FROM summary");
    int n = query_row(&q) ? (int)col_int(&q, 0) : 0;
    query_end(&q, NULL, "count");
    return n;
}

bool store_progress(Store *s, Arena *a, VersionNow now, Progress **out, int *n,
                    Err *err) {
    int most = count_rows(s);
    Progress *rows = arena_array(a, Progress, (size_t)most);
    int count = 0;
    bool skipped = false;
    const char *version = NULL; // that counts now, of the last row

    Query q = query_new(
        s, "SELECT summary.exercise, attempts, last, hints, saw_solution,"
           "  skipped, version, modelled, best_us, best_id,"
           "  (SELECT at FROM attempt WHERE id = newest)"
           " FROM summary LEFT JOIN passed USING(exercise)"
           " ORDER BY summary.exercise");
    while (query_row(&q)) {
        const char *id = (const char *)sqlite3_column_text(q.st, 0);
        bool same = count > 0 && !strcmp(rows[count - 1].exercise, id);
        if (!same) {
            if (count > 0) settle_state(&rows[count - 1], skipped);
            if (count == most) break; // somebody added one meanwhile
            rows[count++] = (Progress){
                .exercise = arena_str(a, id),
                .attempts = (int)col_int(&q, 1),
                .last = col_int(&q, 2),
                .hints_seen = (int)col_int(&q, 3),
                .saw_solution = col_int(&q, 4) != 0,
                .best_us = NAN,
            };
            skipped = col_int(&q, 5) != 0;
            bool passed = sqlite3_column_type(q.st, 6) != SQLITE_NULL;
            version = passed && now.of ? now.of(now.ctx, id) : NULL;
        }
        add_pass(&rows[count - 1], &q, 6, version);
    }
    if (count > 0) settle_state(&rows[count - 1], skipped);
    *out = rows;
    *n = count;
    return query_end(&q, err, "read the progress");
}

const Progress *store_find_progress(const Progress *rows, int n,
                                    const char *id) {
    int lo = 0, hi = n;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        int order = strcmp(rows[mid].exercise, id);
        if (order == 0) return &rows[mid];
        if (order < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NULL;
}

bool store_note(Store *s, const char *exercise, const char *what, int level,
                Err *err) {
    Query q = query_new(s, "INSERT INTO note(at, exercise, what, level)"
                           " VALUES(?1, ?2, ?3, ?4)");
    query_int(&q, clock_now());
    query_text(&q, exercise);
    query_text(&q, what);
    query_int(&q, level);
    return query_end(&q, err, "record it");
}

bool store_notes(Store *s, Arena *a, const char *exercise, NoteRow **out,
                 int *n, Err *err) {
    Query count = query_new(s, "SELECT count(*) FROM note WHERE exercise = ?1");
    query_text(&count, exercise);
    int most = query_row(&count) ? (int)col_int(&count, 0) : 0;
    query_end(&count, NULL, "count");
    *out = arena_array(a, NoteRow, (size_t)most);
    *n = 0;
    Query q = query_new(s, "SELECT at, what FROM note WHERE exercise = ?1"
                           " ORDER BY at DESC, id DESC");
    query_text(&q, exercise);
    while (*n < most && query_row(&q))
        (*out)[(*n)++] =
            (NoteRow){.at = col_int(&q, 0), .what = col_text(&q, a, 1)};
    return query_end(&q, err, "read the notes");
}

int store_hint_level(Store *s, const char *exercise) {
    Query q = query_new(s, "SELECT hints FROM summary WHERE exercise = ?1");
    query_text(&q, exercise);
    int level = query_row(&q) ? (int)col_int(&q, 0) : 0;
    query_end(&q, NULL, "read the hints");
    return level;
}
