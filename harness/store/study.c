// Following a track from day to day: what was done in a span of time, when
// anything was, what reviews have shown, which readings are done by the
// learner's word; and a learner's paces, pauses and choices in each track.
#include "store/db.h"

#include "base/day.h"

#include <math.h>

// ---- what was done

static int study_count_rows(Store *s, const char *sql, int64_t from,
                            int64_t until) {
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
    int most = study_count_rows(s,
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
    int most = study_count_rows(s, "SELECT count(*) FROM active", 0, 0);
    *out = arena_array(a, int64_t, (size_t)most);
    *n = 0;
    Query q = query_new(s, "SELECT quarter FROM active ORDER BY quarter");
    while (*n < most && query_row(&q))
        (*out)[(*n)++] = col_int(&q, 0);
    return query_end(&q, err, "read when you were at it");
}

// ---- reviews

bool store_memory(Store *s, Arena *a, MemoryRow **out, int *n, Err *err) {
    int most = study_count_rows(s, "SELECT count(*) FROM memory", 0, 0);
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

// ---- readings, by the learner's word
//
// They are kept apart from attempts, because nobody has checked them; one is
// taken back, never deleted.

bool store_attest(Store *s, const char *item, const char *text,
                  const char *note, Err *err) {
    Query q = query_new(s, "INSERT INTO attested(at, item, text, note)"
                           " VALUES(?1, ?2, ?3, ?4)");
    query_int(&q, clock_now());
    query_text(&q, item);
    query_text(&q, text);
    query_text(&q, note);
    return query_end(&q, err, "record it");
}

bool store_unattest(Store *s, const char *item, bool *was, Err *err) {
    Query q = query_new(s, "UPDATE attested SET taken = 1"
                           " WHERE item = ?1 AND NOT taken");
    query_text(&q, item);
    bool ok = query_end(&q, err, "take it back");
    *was = ok && sqlite3_changes(s->db) > 0;
    return ok;
}

bool store_attested(Store *s, Arena *a, Attested **out, int *n, Err *err) {
    int most = study_count_rows(
        s, "SELECT count(*) FROM attested WHERE NOT taken", 0, 0);
    *out = arena_array(a, Attested, (size_t)most);
    *n = 0;
    Query q = query_new(s, "SELECT item, text, note, at FROM attested"
                           " WHERE NOT taken ORDER BY at, id");
    while (*n < most && query_row(&q))
        (*out)[(*n)++] = (Attested){.item = col_text(&q, a, 0),
                                    .text = col_text(&q, a, 1),
                                    .note = col_text(&q, a, 2),
                                    .at = col_int(&q, 3)};
    return query_end(&q, err, "read what you said is done");
}

// ---- paces, pauses and choices, by track

static int count_of(Store *s, const char *sql, const char *track) {
    Query q = query_new(s, sql);
    query_text(&q, track);
    int n = query_row(&q) ? (int)col_int(&q, 0) : 0;
    query_end(&q, NULL, "count");
    return n;
}

bool store_paces(Store *s, Arena *a, const char *track, PaceRow **out, int *n,
                 Err *err) {
    int most = count_of(s, "SELECT count(*) FROM pace WHERE track = ?1", track);
    *out = arena_array(a, PaceRow, (size_t)most);
    *n = 0;
    Query q = query_new(s, "SELECT day, minutes, days FROM pace"
                           " WHERE track = ?1 ORDER BY day");
    query_text(&q, track);
    while (*n < most && query_row(&q))
        (*out)[(*n)++] = (PaceRow){.from = (int)col_int(&q, 0),
                                   .minutes = (int)col_int(&q, 1),
                                   .days = (unsigned)col_int(&q, 2)};
    return query_end(&q, err, "read your pace");
}

bool store_set_pace(Store *s, const char *track, PaceRow p, Err *err) {
    if (!store_begin(s, err)) return false;
    Query drop =
        query_new(s, "DELETE FROM pace WHERE track = ?1 AND day >= ?2");
    query_text(&drop, track);
    query_int(&drop, p.from);
    bool ok = query_end(&drop, err, "keep your pace");
    if (ok) {
        Query q = query_new(s, "INSERT INTO pace VALUES(?1, ?2, ?3, ?4)");
        query_text(&q, track);
        query_int(&q, p.from);
        query_int(&q, p.minutes);
        query_int(&q, p.days);
        ok = query_end(&q, err, "keep your pace");
    }
    return store_commit(s, ok, err);
}

bool store_pauses(Store *s, Arena *a, const char *track, PauseRow **out, int *n,
                  Err *err) {
    int most =
        count_of(s, "SELECT count(*) FROM pause WHERE track = ?1", track);
    *out = arena_array(a, PauseRow, (size_t)most);
    *n = 0;
    Query q = query_new(s, "SELECT day, until FROM pause"
                           " WHERE track = ?1 ORDER BY day, until");
    query_text(&q, track);
    while (*n < most && query_row(&q))
        (*out)[(*n)++] = (PauseRow){.from = (int)col_int(&q, 0),
                                    .until = (int)col_int(&q, 1)};
    return query_end(&q, err, "read your pauses");
}

bool store_set_pause(Store *s, const char *track, PauseRow p, int today,
                     Err *err) {
    if (!store_begin(s, err)) return false;
    Query drop =
        query_new(s, "DELETE FROM pause WHERE track = ?1 AND until > ?2");
    query_text(&drop, track);
    query_int(&drop, today);
    bool ok = query_end(&drop, err, "keep your pause");
    if (ok) {
        Query q = query_new(s, "INSERT OR REPLACE INTO pause"
                               " VALUES(?1, ?2, ?3)");
        query_text(&q, track);
        query_int(&q, p.from);
        query_int(&q, p.until);
        ok = query_end(&q, err, "keep your pause");
    }
    return store_commit(s, ok, err);
}

bool store_taken(Store *s, Arena *a, const char *track, const char ***out,
                 int *n, Err *err) {
    int most =
        count_of(s, "SELECT count(*) FROM taken WHERE track = ?1", track);
    *out = arena_array(a, const char *, (size_t)most);
    *n = 0;
    Query q = query_new(s, "SELECT exercise FROM taken WHERE track = ?1"
                           " ORDER BY exercise");
    query_text(&q, track);
    while (*n < most && query_row(&q))
        (*out)[(*n)++] = col_text(&q, a, 0);
    return query_end(&q, err, "read what you chose");
}

bool store_take(Store *s, const char *track, const char *exercise, Err *err) {
    Query q = query_new(s, "INSERT OR IGNORE INTO taken VALUES(?1, ?2)");
    query_text(&q, track);
    query_text(&q, exercise);
    return query_end(&q, err, "keep what you chose");
}
