// What following a track from day to day asks of the record: what was done in
// a span of time, when anything was, and what reviews have shown.
#include "store/db.h"

#include "base/day.h"

#include <math.h>

static int count(Store *s, const char *sql, int64_t from, int64_t until) {
    Query q = query_new(s, sql);
    if (until) {
        query_int(&q, from);
        query_int(&q, until);
    }
    int n = query_row(&q) ? (int)col_int(&q, 0) : 0;
    query_end(&q, NULL, "count");
    return n;
}

bool store_between(Store *s, Arena *a, int64_t from, int64_t until,
                   DayRow **out, int *n, Err *err) {
    int most = count(s,
                     "SELECT count(DISTINCT exercise) FROM attempt"
                     " WHERE at >= ?1 AND at < ?2",
                     from, until);
    *out = arena_array(a, DayRow, (size_t)most);
    *n = 0;
    // With one max() in it, the bare columns are of the newest row.
    Query q = query_new(
        s, "SELECT exercise, count(*), sum(verdict = 'pass'), min(at), at,"
           "  summary, modelled, max(id),"
           "  (SELECT id FROM attempt b WHERE b.exercise = attempt.exercise"
           "    AND b.verdict = 'pass' AND b.at >= ?1 AND b.at < ?2"
           "    AND b.median_us IS NOT NULL ORDER BY b.median_us LIMIT 1) AS b"
           " FROM attempt WHERE at >= ?1 AND at < ?2"
           " GROUP BY exercise ORDER BY min(at), exercise");
    query_int(&q, from);
    query_int(&q, until);
    while (*n < most && query_row(&q)) {
        DayRow *r = &(*out)[(*n)++];
        *r = (DayRow){.exercise = col_text(&q, a, 0),
                      .attempts = (int)col_int(&q, 1),
                      .passes = (int)col_int(&q, 2),
                      .first = col_int(&q, 3),
                      .last = col_int(&q, 4),
                      .summary = col_text(&q, a, 5),
                      .modelled = col_int(&q, 6) != 0,
                      .best_us = NAN,
                      .best_id = col_int(&q, 8)};
        if (!r->best_id) continue;
        Query best =
            query_new(s, "SELECT median_us FROM attempt WHERE id = ?1");
        query_int(&best, r->best_id);
        if (query_row(&best)) r->best_us = col_real(&best, 0);
        query_end(&best, NULL, "read the best time");
    }
    return query_end(&q, err, "read the day");
}

bool store_active(Store *s, Arena *a, int64_t **out, int *n, Err *err) {
    int most = count(s, "SELECT count(*) FROM active", 0, 0);
    *out = arena_array(a, int64_t, (size_t)most);
    *n = 0;
    Query q = query_new(s, "SELECT quarter FROM active ORDER BY quarter");
    while (*n < most && query_row(&q))
        (*out)[(*n)++] = col_int(&q, 0);
    return query_end(&q, err, "read when you were at it");
}

bool store_memory(Store *s, Arena *a, MemoryRow **out, int *n, Err *err) {
    int most = count(s, "SELECT count(*) FROM memory", 0, 0);
    *out = arena_array(a, MemoryRow, (size_t)most);
    *n = 0;
    Query q = query_new(s, "SELECT exercise, stability, difficulty, day, due,"
                           " reviews, lapses FROM memory ORDER BY exercise");
    while (*n < most && query_row(&q))
        (*out)[(*n)++] = (MemoryRow){.exercise = col_text(&q, a, 0),
                                     .stability = col_real(&q, 1),
                                     .difficulty = col_real(&q, 2),
                                     .day = (int)col_int(&q, 3),
                                     .due = (int)col_int(&q, 4),
                                     .reviews = (int)col_int(&q, 5),
                                     .lapses = (int)col_int(&q, 6)};
    return query_end(&q, err, "read what reviews have shown");
}

static bool put_review(Store *s, const MemoryRow *m, int grade, Err *err) {
    Query q = query_new(s, "INSERT INTO review(at, exercise, grade, day,"
                           " stability, difficulty)"
                           " VALUES(?1, ?2, ?3, ?4, ?5, ?6)");
    query_int(&q, clock_now());
    query_text(&q, m->exercise);
    query_int(&q, grade);
    query_int(&q, m->day);
    query_real(&q, m->stability);
    query_real(&q, m->difficulty);
    return query_end(&q, err, "record the review");
}

bool store_set_memory(Store *s, const MemoryRow *m, Err *err) {
    Query q = query_new(s, "INSERT OR REPLACE INTO memory"
                           " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    query_text(&q, m->exercise);
    query_real(&q, m->stability);
    query_real(&q, m->difficulty);
    query_int(&q, m->day);
    query_int(&q, m->due);
    query_int(&q, m->reviews);
    query_int(&q, m->lapses);
    return query_end(&q, err, "record the review");
}

bool store_add_review(Store *s, const MemoryRow *after, int grade, Err *err) {
    if (!store_begin(s, err)) return false;
    bool ok =
        put_review(s, after, grade, err) && store_set_memory(s, after, err);
    return store_commit(s, ok, err);
}
