// The record: what was reported is there, whatever happens to the process,
// the disk or the file.
//
// The fault loops put a layer between SQLite and the file system that fails,
// or kills the process, at the n-th write, for n = 1, 2, ... until nothing
// is left to break.
#include "base/day.h"
#include "tests/record.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

START_TEST(an_attempt_comes_back_with_everything) {
    Store *s = open_store();
    Attempt a = attempt_of("transpose", VERDICT_PASS, 412.5), b;
    ck_assert(store_add_attempt(s, &a, NULL));
    ck_assert_int_eq(a.number, 1);
    ck_assert(store_add_attempt(s, &a, NULL));
    ck_assert_int_eq(a.number, 2);
    store_close(s);

    s = open_store();
    ck_assert(store_attempt(s, &arena, a.id, &b, NULL));
    ck_assert_str_eq(b.exercise, "transpose");
    ck_assert_str_eq(b.track, "micro");
    ck_assert_int_eq(b.verdict, VERDICT_PASS);
    ck_assert_str_eq(b.stage, "gates");
    ck_assert(b.seed == UINT64_MAX - 1);
    ck_assert_double_eq(b.median_us, 412.5);
    ck_assert_str_eq(b.source, "__global__ void f() {}\n");
    ck_assert_uint_eq(b.source_len, 23);
    ck_assert_str_eq(b.machine_json, "{\"device\":\"NVIDIA H200\"}");
    ck_assert_int_eq(b.nsamples, 3);
    ck_assert_double_eq(b.samples_us[2], 3.5);
    ck_assert_int_eq(b.ncases, 2);
    ck_assert_str_eq(b.cases[1].detail, "out[3]: expected 1, got 2");
    ck_assert(b.cases[1].seed == UINT64_MAX);
    ck_assert_int_eq(b.ngates, 2);
    ck_assert_double_eq(b.gates[0].value, 0.84);
    ck_assert_double_nan(b.gates[1].value);
    ck_assert_ptr_null(b.gates[1].of);
    ck_assert_int_gt(b.when, 1600000000);
    store_close(s);
}
END_TEST

START_TEST(a_missing_attempt_is_a_usage_error) {
    Store *s = open_store();
    Err err = {0};
    Attempt a;
    ck_assert(!store_attempt(s, &arena, 7, &a, &err));
    ck_assert_int_eq(err.kind, ERR_USAGE);
    ck_assert_str_eq(err.msg, "there is no attempt 7");
    store_close(s);
}
END_TEST

START_TEST(history_is_newest_first_and_limited) {
    Store *s = open_store();
    for (int i = 1; i <= 5; i++)
        add(s, attempt_of("a", VERDICT_FAIL, i));
    add(s, attempt_of("b", VERDICT_PASS, 99));

    Attempt *rows;
    int n;
    ck_assert(store_history(s, &arena, "a", 0, &rows, &n, NULL));
    ck_assert_int_eq(n, 5);
    ck_assert_double_eq(rows[0].median_us, 5);
    ck_assert_double_eq(rows[4].median_us, 1);
    ck_assert(store_history(s, &arena, "a", 2, &rows, &n, NULL));
    ck_assert_int_eq(n, 2);
    ck_assert_double_eq(rows[1].median_us, 4);
    ck_assert(store_history(s, &arena, "none", 0, &rows, &n, NULL));
    ck_assert_int_eq(n, 0);
    store_close(s);
}
END_TEST

START_TEST(attempts_cannot_be_changed_or_deleted) {
    Store *s = open_store();
    add(s, attempt_of("a", VERDICT_FAIL, 1));
    char *msg = NULL;
    ck_assert_int_ne(sqlite3_exec(store_db(s),
                                  "UPDATE attempt SET verdict = 'pass'", NULL,
                                  NULL, &msg),
                     SQLITE_OK);
    ck_assert_str_eq(msg, "attempts are never changed");
    sqlite3_free(msg);
    ck_assert_int_ne(
        sqlite3_exec(store_db(s), "DELETE FROM attempt", NULL, NULL, NULL),
        SQLITE_OK);
    store_close(s);
}
END_TEST

// Each changes one thing of the second of three attempts, past the triggers.
static const char *const damages[] = {
    "DROP TRIGGER attempt_final;"
    "UPDATE attempt SET median_us = median_us + 1e-9 WHERE id = 2",
    "DROP TRIGGER attempt_final;"
    "UPDATE attempt SET verdict = 'pass' WHERE id = 2",
    "DROP TRIGGER attempt_final;"
    "UPDATE attempt SET samples = zeroblob(length(samples)) WHERE id = 2",
    "UPDATE attempt_case SET detail = detail || '!' WHERE attempt = 2",
    "DELETE FROM attempt_gate WHERE attempt = 2 AND n = 1",
};

START_TEST(a_changed_attempt_is_found) {
    Store *s = open_store();
    StoreFaults f;
    for (int i = 0; i < 3; i++)
        add(s, attempt_of("a", VERDICT_FAIL, 5));
    ck_assert(store_verify(s, &f, NULL));
    ck_assert_int_eq(f.attempts + f.sources + f.unsealed, 0);
    store_close(s);
    sql(damages[_i]);
    s = open_store();
    ck_assert(store_verify(s, &f, NULL));
    ck_assert_int_eq(f.attempts, 1);
    ck_assert_int_eq(f.first, 2);
    ck_assert_int_eq(f.sources, 0);
    store_close(s);
}
END_TEST

START_TEST(a_flipped_byte_of_a_kept_file_is_found) {
    Store *s = open_store();
    StoreFaults f;
    add(s, attempt_of("a", VERDICT_FAIL, 5));
    store_close(s);
    sql("UPDATE source SET zstd = CAST(substr(zstd, 1, length(zstd) - 1) ||"
        " x'ff' AS BLOB)");
    s = open_store();
    ck_assert(store_verify(s, &f, NULL));
    ck_assert_int_eq(f.sources, 1);
    ck_assert_int_eq(f.attempts, 0);
    store_close(s);
}
END_TEST

START_TEST(rows_that_kata_did_not_write_are_known) {
    Store *s = open_store();
    StoreFaults f;
    for (int i = 0; i < 3; i++)
        add(s, attempt_of("a", VERDICT_PASS, 5));
    ck_assert(store_is_sealed(s, 2));
    store_close(s);
    sql("DELETE FROM attempt_sum WHERE attempt = 2");
    s = open_store();
    ck_assert(store_verify_attempts(s, &f, NULL));
    ck_assert_int_eq(f.unsealed, 1);
    ck_assert_int_eq(f.first_unsealed, 2);
    ck_assert_int_eq(f.attempts, 0);
    ck_assert(!store_is_sealed(s, 2));
    ck_assert(store_is_sealed(s, 3));
    ck_assert(!store_is_sealed(s, 9));
    store_close(s);
    sql("INSERT INTO attempt_sum SELECT 2, sum FROM attempt_sum"
        " WHERE attempt = 1");
    s = open_store();
    ck_assert(store_verify_attempts(s, &f, NULL));
    ck_assert_int_eq(f.attempts, 1);
    ck_assert_int_eq(f.first, 2);
    store_close(s);
}
END_TEST

START_TEST(attempts_of_another_record_are_known) {
    Store *s = open_store();
    StoreFaults f;
    add(s, attempt_of("a", VERDICT_PASS, 5));
    add(s, attempt_of("b", VERDICT_PASS, 5));
    store_close(s);
    sql("UPDATE setting SET value = 'other' WHERE key = 'record'");
    s = open_store();
    ck_assert(store_verify_attempts(s, &f, NULL));
    ck_assert_int_eq(f.attempts, 2);
    ck_assert(!store_is_sealed(s, 1));
    store_close(s);
}
END_TEST

// Attempts of an older kata get their checksum when the record is brought up
// to date.
START_TEST(older_attempts_are_sealed_by_the_migration) {
    Store *s = open_store();
    StoreFaults f;
    add(s, attempt_of("a", VERDICT_FAIL, 5));
    add(s, attempt_of("b", VERDICT_PASS, 6));
    store_close(s);
    sql("DROP TABLE attempt_sum; PRAGMA user_version = 4");
    s = open_store();
    ck_assert(store_verify(s, &f, NULL));
    ck_assert_int_eq(f.attempts + f.unsealed, 0);
    store_close(s);
    sql("DROP TRIGGER attempt_final;"
        "UPDATE attempt SET seed = 1 WHERE exercise = 'b'");
    s = open_store();
    ck_assert(store_verify(s, &f, NULL));
    ck_assert_int_eq(f.attempts, 1);
    ck_assert_int_eq(f.first, 2);
    store_close(s);
}
END_TEST

START_TEST(attempts_from_the_future_are_counted) {
    Store *s = open_store();
    Attempt a = attempt_of("a", VERDICT_FAIL, 5);
    int n;
    int64_t latest;
    ck_assert(store_add_attempt(s, &a, NULL));
    ck_assert(store_future(s, &n, &latest, NULL));
    ck_assert_int_eq(n, 0);
    a.when = 10413792000; // 2300-01-01
    ck_assert(store_add_attempt(s, &a, NULL));
    ck_assert(store_future(s, &n, &latest, NULL));
    ck_assert_int_eq(n, 1);
    ck_assert_int_eq(latest, 10413792000);
    store_close(s);
}
END_TEST

START_TEST(one_text_is_kept_once) {
    Store *s = open_store();
    for (int i = 0; i < 3; i++)
        add(s, attempt_of("a", VERDICT_FAIL, 1));
    store_close(s);
    sql("CREATE TEMP TABLE t AS SELECT 1 / (count(*) = 1) AS ok FROM source;"
        "CREATE TEMP TABLE u(x CHECK(x = 1));"
        "INSERT INTO u SELECT count(*) FROM source;"
        "INSERT INTO u SELECT count(*) FROM machine");
}
END_TEST

START_TEST(a_large_and_an_empty_text_come_back) {
    Store *s = open_store();
    size_t n = 3 << 20;
    char *text = malloc(n);
    for (size_t i = 0; i < n; i++)
        text[i] = (char)(i * 2654435761u >> 13);
    Attempt a = attempt_of("big", VERDICT_PASS, 1);
    a.source = text;
    a.source_len = n;
    add(s, a);
    a = attempt_of("empty", VERDICT_BUILD, NAN);
    a.source = "";
    a.source_len = 0;
    add(s, a);

    size_t got;
    char *back = store_source(s, &arena, "big", true, &got);
    ck_assert_uint_eq(got, n);
    ck_assert(!memcmp(back, text, n));
    back = store_source(s, &arena, "empty", false, &got);
    ck_assert_ptr_nonnull(back);
    ck_assert_uint_eq(got, 0);
    ck_assert_ptr_null(store_source(s, &arena, "empty", true, &got));
    free(text);
    store_close(s);
}
END_TEST

// ---- progress

START_TEST(a_later_failure_does_not_take_a_pass_away) {
    Store *s = open_store();
    ck_assert_int_eq(progress_of(s, "a").state, STATE_TODO);
    add(s, attempt_of("a", VERDICT_FAIL, NAN));
    ck_assert_int_eq(progress_of(s, "a").state, STATE_ATTEMPTED);
    add(s, attempt_of("a", VERDICT_PASS, 400));
    add(s, attempt_of("a", VERDICT_PASS, 300));
    add(s, attempt_of("a", VERDICT_FAIL, 100));
    add(s, attempt_of("a", VERDICT_PASS, NAN));
    Progress p = progress_of(s, "a");
    ck_assert_int_eq(p.state, STATE_PASSED);
    ck_assert(p.measured);
    ck_assert_int_eq(p.attempts, 5);
    ck_assert_double_eq(p.best_us, 300);
    ck_assert_int_eq(p.best_id, 3);
    store_close(s);
}
END_TEST

START_TEST(a_measured_best_is_not_beaten_by_a_modelled_one) {
    Store *s = open_store();
    Attempt a = attempt_of("a", VERDICT_PASS, 5);
    a.modelled = true;
    add(s, a);
    ck_assert(!progress_of(s, "a").measured);
    ck_assert_double_eq(progress_of(s, "a").best_us, 5);
    add(s, attempt_of("a", VERDICT_PASS, 50));
    ck_assert(progress_of(s, "a").measured);
    ck_assert_double_eq(progress_of(s, "a").best_us, 50);
    store_close(s);
}
END_TEST

static const char *second_of_a(void *ctx, const char *exercise) {
    (void)ctx;
    return !strcmp(exercise, "a") ? "v2" : !strcmp(exercise, "b") ? "v1" : NULL;
}

START_TEST(a_pass_of_other_tests_is_stale_until_passed_again) {
    Store *s = open_store();
    add(s, attempt_of("a", VERDICT_PASS, 10));
    add(s, attempt_of("b", VERDICT_PASS, 10));
    add(s, attempt_of("c", VERDICT_PASS, 10));
    versions.of = second_of_a;
    ck_assert_int_eq(progress_of(s, "a").state, STATE_STALE);
    ck_assert_int_eq(progress_of(s, "b").state, STATE_PASSED);
    ck_assert_int_eq(progress_of(s, "c").state, STATE_PASSED);

    Attempt again = attempt_of("a", VERDICT_PASS, 20);
    again.version = "v2";
    again.modelled = true;
    add(s, again);
    Progress p = progress_of(s, "a");
    ck_assert_int_eq(p.state, STATE_PASSED);
    ck_assert_double_eq(p.best_us, 20); // not the stale 10
    ck_assert(!p.measured);
    versions.of = NULL;
    store_close(s);
}
END_TEST

START_TEST(a_solution_seen_counts_only_before_the_pass) {
    Store *s = open_store();
    ck_assert(store_note(s, "before", "solution", 0, NULL));
    add(s, attempt_of("before", VERDICT_PASS, 1));
    add(s, attempt_of("after", VERDICT_PASS, 1));
    ck_assert(store_note(s, "after", "solution", 0, NULL));
    ck_assert(progress_of(s, "before").saw_solution);
    ck_assert(!progress_of(s, "after").saw_solution);
    store_close(s);
}
END_TEST

START_TEST(hints_and_skips_are_remembered) {
    Store *s = open_store();
    ck_assert_int_eq(store_hint_level(s, "a"), 0);
    ck_assert(store_note(s, "a", "hint", 2, NULL));
    ck_assert(store_note(s, "a", "hint", 1, NULL));
    ck_assert_int_eq(store_hint_level(s, "a"), 2);
    ck_assert_int_eq(progress_of(s, "a").hints_seen, 2);
    ck_assert_int_eq(progress_of(s, "a").state, STATE_TODO);
    ck_assert(store_note(s, "a", "skip", 0, NULL));
    ck_assert_int_eq(progress_of(s, "a").state, STATE_SKIPPED);
    ck_assert(store_note(s, "a", "unskip", 0, NULL));
    ck_assert_int_eq(progress_of(s, "a").state, STATE_TODO);
    ck_assert(store_note(s, "a", "skip", 0, NULL));
    add(s, attempt_of("a", VERDICT_PASS, 1));
    ck_assert_int_eq(progress_of(s, "a").state, STATE_PASSED);
    store_close(s);
}
END_TEST

START_TEST(notes_come_newest_first) {
    Store *s = open_store();
    Arena m = {0};
    NoteRow *rows;
    int n;
    ck_assert(store_note(s, "a", "reset", 0, NULL));
    ck_assert(store_note(s, "b", "reset", 0, NULL));
    ck_assert(store_note(s, "a", "hint", 1, NULL));
    ck_assert(store_notes(s, &m, "a", &rows, &n, NULL));
    ck_assert_int_eq(n, 2);
    ck_assert_str_eq(rows[0].what, "hint");
    ck_assert_str_eq(rows[1].what, "reset");
    ck_assert(rows[0].at >= rows[1].at && rows[1].at > 0);
    ck_assert(store_notes(s, &m, "none", &rows, &n, NULL));
    ck_assert_int_eq(n, 0);
    arena_reset(&m);
    store_close(s);
}
END_TEST

START_TEST(progress_looks_at_no_attempt_however_many_there_are) {
    Store *s = open_store();
    sqlite3_stmt *st;
    // The plan, not a stopwatch: no step may touch the attempt table.
    ck_assert_int_eq(
        sqlite3_prepare_v2(store_db(s),
                           "EXPLAIN QUERY PLAN SELECT * FROM summary"
                           " LEFT JOIN passed USING(exercise)"
                           " ORDER BY summary.exercise",
                           -1, &st, NULL),
        SQLITE_OK);
    while (sqlite3_step(st) == SQLITE_ROW) {
        const char *step = (const char *)sqlite3_column_text(st, 3);
        ck_assert_msg(!strstr(step, "attempt"), "%s", step);
        ck_assert_msg(!strstr(step, "TEMP B-TREE"), "%s", step);
    }
    sqlite3_finalize(st);
    store_close(s);
}
END_TEST

// ---- settings, facts, snapshots

START_TEST(settings_and_facts_last) {
    Store *s = open_store();
    ck_assert_ptr_null(store_get(s, &arena, "track"));
    ck_assert(store_set(s, "track", "micro", NULL));
    ck_assert(store_set(s, "track", "bootcamp", NULL));
    ck_assert(store_set_fact(s, "gpu|copy", 4102.5, NULL));
    store_close(s);
    s = open_store();
    ck_assert_str_eq(store_get(s, &arena, "track"), "bootcamp");
    ck_assert_double_eq(store_fact(s, "gpu|copy", 60), 4102.5);
    ck_assert_double_nan(store_fact(s, "gpu|copy", -60)); // too old
    ck_assert_double_nan(store_fact(s, "gpu|read", 60));
    store_close(s);
}
END_TEST

START_TEST(undo_gives_back_snapshots_newest_first) {
    Store *s = open_store();
    size_t n;
    ck_assert(store_snapshot(s, "a", "reset", "one", 3, NULL));
    ck_assert(store_snapshot(s, "a", "reset", "two", 3, NULL));
    ck_assert(store_snapshot(s, "a", "undo", "kept, not offered", 17, NULL));
    ck_assert(store_snapshot(s, "b", "reset", "other", 5, NULL));
    ck_assert_str_eq(store_undo(s, &arena, "a", &n, NULL), "two");
    ck_assert_str_eq(store_undo(s, &arena, "a", &n, NULL), "one");
    ck_assert_uint_eq(n, 3);
    Err err = {0};
    ck_assert_ptr_null(store_undo(s, &arena, "a", &n, &err));
    ck_assert_int_eq(err.kind, ERR_NONE);
    store_close(s);
}
END_TEST

// ---- a learner's time and choices

START_TEST(a_pace_holds_from_its_day_and_drops_later_ones) {
    Store *s = open_store();
    PaceRow *paces;
    int n;
    ck_assert(store_set_pace(s, "t", (PaceRow){100, 60, 3}, NULL));
    ck_assert(store_set_pace(s, "t", (PaceRow){120, 30, 5}, NULL));
    ck_assert(store_set_pace(s, "other", (PaceRow){1, 1, 1}, NULL));
    ck_assert(store_set_pace(s, "t", (PaceRow){110, 45, 7}, NULL));
    ck_assert(store_paces(s, &arena, "t", &paces, &n, NULL));
    ck_assert_int_eq(n, 2);
    ck_assert_int_eq(paces[0].from, 100);
    ck_assert_int_eq(paces[1].from, 110);
    ck_assert_int_eq(paces[1].minutes, 45);
    ck_assert_uint_eq(paces[1].days, 7);
    store_close(s);
}
END_TEST

START_TEST(a_pause_replaces_one_that_lasts_yet) {
    Store *s = open_store();
    PauseRow *pauses;
    int n;
    ck_assert(store_set_pause(s, "t", (PauseRow){10, 20}, 10, NULL));
    ck_assert(store_set_pause(s, "t", (PauseRow){30, 40}, 30, NULL));
    ck_assert(store_set_pause(s, "t", (PauseRow){30, 35}, 35, NULL));
    ck_assert(store_pauses(s, &arena, "t", &pauses, &n, NULL));
    ck_assert_int_eq(n, 2);
    ck_assert_int_eq(pauses[0].until, 20);
    ck_assert_int_eq(pauses[1].from, 30);
    ck_assert_int_eq(pauses[1].until, 35);
    store_close(s);
}
END_TEST

START_TEST(an_option_is_taken_once_in_its_track) {
    Store *s = open_store();
    const char **ids;
    int n;
    ck_assert(store_take(s, "t", "engine", NULL));
    ck_assert(store_take(s, "t", "engine", NULL));
    ck_assert(store_take(s, "other", "cache", NULL));
    ck_assert(store_taken(s, &arena, "t", &ids, &n, NULL));
    ck_assert_int_eq(n, 1);
    ck_assert_str_eq(ids[0], "engine");
    store_close(s);
}
END_TEST

// A record of schema 3, in which paces, pauses and choices were lists in
// settings, some of them damaged.
static void make_schema_3(void) {
    store_close(open_store());
    sql("DROP TABLE pace; DROP TABLE pause; DROP TABLE taken;"
        "DROP TABLE attempt_sum;"
        "INSERT INTO setting VALUES"
        " ('start:a', '2026-11-20'),"
        " ('pace:a', '2026-12-01 60 mon,sat; 2027-01-15 45 tue,wed,thu'),"
        " ('pause:a', '2026-12-20 2027-01-04; 2028-02-29 2028-03-01'),"
        " ('taken:a', 'capstone-engine kv-cache'),"
        " ('pace:b', '2026-12-07 30 sat,sun; nonsense; 2026-12-09 0 mon'),"
        " ('pause:b', ''), ('taken:b', ''), ('track', 'a');"
        "PRAGMA user_version = 3");
}

START_TEST(lists_in_settings_become_rows) {
    make_schema_3();
    Store *s = open_store();
    PaceRow *paces;
    PauseRow *pauses;
    const char **ids;
    int n;
    ck_assert(store_paces(s, &arena, "a", &paces, &n, NULL));
    ck_assert_int_eq(n, 2);
    ck_assert_int_eq(paces[0].from, day_of(2026, 12, 1));
    ck_assert_int_eq(paces[0].minutes, 60);
    ck_assert_uint_eq(paces[0].days, 1 | 32); // Mondays, Saturdays
    ck_assert_int_eq(paces[1].from, day_of(2027, 1, 15));
    ck_assert_uint_eq(paces[1].days, 2 | 4 | 8);
    ck_assert(store_pauses(s, &arena, "a", &pauses, &n, NULL));
    ck_assert_int_eq(n, 2);
    ck_assert_int_eq(pauses[0].from, day_of(2026, 12, 20));
    ck_assert_int_eq(pauses[0].until, day_of(2027, 1, 4));
    ck_assert_int_eq(pauses[1].from, day_of(2028, 2, 29));
    ck_assert(store_taken(s, &arena, "a", &ids, &n, NULL));
    ck_assert_int_eq(n, 2);
    ck_assert_str_eq(ids[0], "capstone-engine");
    ck_assert_str_eq(ids[1], "kv-cache");
    // Parts that could not be read were left out before, and are now.
    ck_assert(store_paces(s, &arena, "b", &paces, &n, NULL));
    ck_assert_int_eq(n, 1);
    ck_assert_int_eq(paces[0].from, day_of(2026, 12, 7));
    ck_assert_uint_eq(paces[0].days, 32 | 64);
    ck_assert(store_pauses(s, &arena, "b", &pauses, &n, NULL));
    ck_assert_int_eq(n, 0);
    ck_assert(store_taken(s, &arena, "b", &ids, &n, NULL));
    ck_assert_int_eq(n, 0);
    ck_assert_ptr_null(store_get(s, &arena, "pace:a"));
    ck_assert_str_eq(store_get(s, &arena, "start:a"), "2026-11-20");
    ck_assert_str_eq(store_get(s, &arena, "track"), "a");
    ck_assert(path_exists(arena_fmt(&arena, "%s.bak-v3", db)));
    store_close(s);
    store_close(open_store()); // and that is that
}
END_TEST

START_TEST(two_that_open_a_new_record_at_once_both_write) {
    enum { MANY = 6, EACH = 5 };
    for (int i = 0; i < MANY; i++)
        if (fork() == 0) {
            Store *s;
            Err err = {0};
            if (!store_open(&s, db, &err)) _exit(1);
            for (int k = 0; k < EACH; k++) {
                Attempt a = attempt_of("a", VERDICT_FAIL, 1);
                if (!store_add_attempt(s, &a, &err)) _exit(2);
            }
            store_close(s);
            _exit(0);
        }
    for (int i = 0; i < MANY; i++) {
        int status;
        wait(&status);
        ck_assert_int_eq(status, 0);
    }
    Store *s = open_store();
    ck_assert_int_eq(progress_of(s, "a").attempts, MANY * EACH);
    store_close(s);
}
END_TEST

// ---- another kata, between two statements

static int other;           // socket to it
static int statements_left; // of this one, before the other's turn

// In the other kata: at each byte, opens the record and closes it again.
static void open_when_told(int fd) {
    char c;
    while (read(fd, &c, 1) == 1) {
        Store *s;
        Err err = {0};
        c = store_open(&s, db, &err) ? 'y' : 'n';
        store_close(s);
        if (write(fd, &c, 1) != 1) _exit(1);
    }
    _exit(0);
}

// Not longer than a moment: the other may have to wait for this one.
static int let_the_other(unsigned kind, void *ctx, void *p, void *x) {
    (void)kind, (void)ctx, (void)p, (void)x;
    if (statements_left-- != 0) return 0;
    struct pollfd fd = {other, POLLIN, 0};
    if (write(other, "x", 1) != 1) abort();
    poll(&fd, 1, 200);
    return 0;
}

static int watch_statements(sqlite3 *c, char **msg, const void *api) {
    (void)msg, (void)api;
    return sqlite3_trace_v2(c, SQLITE_TRACE_STMT, let_the_other, NULL);
}

// Where the other may find a new record, or none, or one half made, this one
// opens it all the same.
START_TEST(another_that_makes_the_record_before_any_statement_is_no_stranger) {
    int before = 0;
    do {
        tear_down();
        set_up();
        int fd[2];
        ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
        pid_t pid = fork();
        if (pid == 0) {
            close(fd[0]);
            open_when_told(fd[1]);
        }
        close(fd[1]);
        other = fd[0];
        statements_left = before;
        sqlite3_auto_extension((void (*)(void))watch_statements);
        Store *s;
        Err err = {0};
        ck_assert_msg(store_open(&s, db, &err), "before statement %d: %s",
                      before, err.msg);
        sqlite3_cancel_auto_extension((void (*)(void))watch_statements);
        store_close(s);
        if (statements_left < 0) {
            char c;
            ck_assert_int_eq(read(other, &c, 1), 1);
            ck_assert_int_eq(c, 'y');
        }
        close(other);
        int status;
        waitpid(pid, &status, 0);
        ck_assert_int_eq(status, 0);
    } while (statements_left < 0 && ++before < 1000);
    ck_assert_int_gt(before, 5); // the other really had its turns
    ck_assert_int_lt(before, 1000);
}
END_TEST

// ---- faults

enum Fault { FAULT_KILL, FAULT_FULL };
static enum Fault fault;
static int writes_left; // until the fault; < 0: never

static sqlite3_io_methods patched[4];
static const sqlite3_io_methods *original[4];

static const sqlite3_io_methods *real_of(sqlite3_file *f) {
    return original[f->pMethods - patched];
}

static bool is_time(void) {
    if (writes_left < 0 || writes_left-- > 0) return false;
    if (fault == FAULT_KILL) raise(SIGKILL);
    writes_left = 0; // a full disk stays full
    return true;
}

static int bad_write(sqlite3_file *f, const void *p, int n, sqlite3_int64 at) {
    if (is_time()) {
        // Half of it gets there.
        if (n > 1) real_of(f)->xWrite(f, p, n / 2, at);
        return SQLITE_FULL;
    }
    return real_of(f)->xWrite(f, p, n, at);
}

static int bad_sync(sqlite3_file *f, int flags) {
    if (is_time()) return SQLITE_FULL;
    return real_of(f)->xSync(f, flags);
}

static sqlite3_vfs bad_vfs;
static sqlite3_vfs *good_vfs;

static int bad_open(sqlite3_vfs *v, const char *name, sqlite3_file *f,
                    int flags, int *out) {
    (void)v;
    int rc = good_vfs->xOpen(good_vfs, name, f, flags, out);
    if (!f->pMethods) return rc;
    int i = 0;
    while (original[i] && original[i] != f->pMethods)
        i++;
    original[i] = f->pMethods;
    patched[i] = *f->pMethods;
    patched[i].xWrite = bad_write;
    patched[i].xSync = bad_sync;
    f->pMethods = &patched[i];
    return rc;
}

static void use_bad_vfs(enum Fault kind, int after) {
    good_vfs = sqlite3_vfs_find(NULL);
    bad_vfs = *good_vfs;
    bad_vfs.zName = "bad";
    bad_vfs.xOpen = bad_open;
    fault = kind;
    writes_left = after;
    ck_assert_int_eq(sqlite3_vfs_register(&bad_vfs, 1), SQLITE_OK);
}

enum { ATTEMPTS = 3 };

// In a child: opens, adds ATTEMPTS, says each on the pipe once it is reported
// recorded. Exits with 1 if an error was told, 0 if all went well.
static void add_until_fault(int fd, enum Fault kind, int after) {
    use_bad_vfs(kind, after);
    Store *s;
    Err err = {0};
    bool ok = store_open(&s, db, &err);
    for (int i = 0; ok && i < ATTEMPTS; i++) {
        Attempt a = attempt_of("a", VERDICT_PASS, 1);
        ok = store_add_attempt(s, &a, &err);
        if (ok && write(fd, "x", 1) != 1) _exit(3);
    }
    if (!ok && err.kind != ERR_ENV) _exit(2); // must be told as a full disk
    _exit(ok ? 0 : 1);
}

// Every attempt there is whole.
static int count_whole(Store *s) {
    Attempt *rows;
    int n;
    Err err = {0};
    ck_assert_msg(store_history(s, &arena, "a", 0, &rows, &n, &err), "%s",
                  err.msg);
    for (int i = 0; i < n; i++) {
        Attempt a;
        ck_assert(store_attempt(s, &arena, rows[i].id, &a, NULL));
        ck_assert_int_eq(a.ncases, 2);
        ck_assert_int_eq(a.ngates, 2);
        ck_assert_str_eq(a.source, "__global__ void f() {}\n");
    }
    ck_assert_int_eq(progress_of(s, "a").attempts, n);
    return n;
}

static void fault_loop(enum Fault kind) {
    for (int after = 0; after < 1000; after++) {
        set_up();
        int fd[2];
        ck_assert_int_eq(pipe(fd), 0);
        pid_t pid = fork();
        if (pid == 0) add_until_fault(fd[1], kind, after);
        close(fd[1]);
        int told = 0, status;
        char c;
        while (read(fd[0], &c, 1) == 1)
            told++;
        close(fd[0]);
        waitpid(pid, &status, 0);

        Store *s = open_store();
        int kept = count_whole(s);
        ck_assert_msg(kept >= told, "write %d: told %d, kept %d", after, told,
                      kept);
        ck_assert_int_le(kept, told + 1);
        store_close(s);
        bool done = WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if (WIFEXITED(status))
            ck_assert_msg(WEXITSTATUS(status) <= 1, "write %d: status %d",
                          after, WEXITSTATUS(status));
        tear_down();
        if (done) {
            ck_assert_int_gt(after, 20); // the faults were really met
            set_up();
            return;
        }
    }
    ck_abort_msg("never got through");
}

START_TEST(a_kill_at_any_write_loses_nothing_that_was_reported) {
    tear_down();
    fault_loop(FAULT_KILL);
}
END_TEST

START_TEST(a_full_disk_at_any_write_is_told_and_breaks_nothing) {
    tear_down();
    fault_loop(FAULT_FULL);
}
END_TEST

START_TEST(a_file_size_limit_is_told_as_no_space) {
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGXFSZ, SIG_IGN);
        Store *s = open_store();
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){200000, 200000});
        Err err = {0};
        bool ok = true;
        for (int i = 0; ok && i < 100000; i++) {
            Attempt a = attempt_of("a", VERDICT_PASS, i);
            ok = store_add_attempt(s, &a, &err);
        }
        _exit(ok                             ? 1
              : err.kind != ERR_ENV          ? 2
              : !strstr(err.msg, "no space") ? 3
              : !strstr(err.hint, "df -h")   ? 4
                                             : 0);
    }
    int status;
    waitpid(pid, &status, 0);
    ck_assert_int_eq(status, 0);
    Store *s = open_store();
    ck_assert_int_gt(count_whole(s), 0);
    store_close(s);
}
END_TEST

SUITE_OF(store) {
    Suite *s = suite_create("store");
    TCase *t = tcase_create("store");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, an_attempt_comes_back_with_everything);
    tcase_add_test(t, a_missing_attempt_is_a_usage_error);
    tcase_add_test(t, history_is_newest_first_and_limited);
    tcase_add_test(t, attempts_cannot_be_changed_or_deleted);
    tcase_add_loop_test(t, a_changed_attempt_is_found, 0, COUNT_OF(damages));
    tcase_add_test(t, a_flipped_byte_of_a_kept_file_is_found);
    tcase_add_test(t, rows_that_kata_did_not_write_are_known);
    tcase_add_test(t, attempts_of_another_record_are_known);
    tcase_add_test(t, older_attempts_are_sealed_by_the_migration);
    tcase_add_test(t, attempts_from_the_future_are_counted);
    tcase_add_test(t, one_text_is_kept_once);
    tcase_add_test(t, a_large_and_an_empty_text_come_back);
    tcase_add_test(t, a_later_failure_does_not_take_a_pass_away);
    tcase_add_test(t, a_measured_best_is_not_beaten_by_a_modelled_one);
    tcase_add_test(t, a_pass_of_other_tests_is_stale_until_passed_again);
    tcase_add_test(t, a_solution_seen_counts_only_before_the_pass);
    tcase_add_test(t, hints_and_skips_are_remembered);
    tcase_add_test(t, notes_come_newest_first);
    tcase_add_test(t, progress_looks_at_no_attempt_however_many_there_are);
    tcase_add_test(t, settings_and_facts_last);
    tcase_add_test(t, undo_gives_back_snapshots_newest_first);
    tcase_add_test(t, a_pace_holds_from_its_day_and_drops_later_ones);
    tcase_add_test(t, a_pause_replaces_one_that_lasts_yet);
    tcase_add_test(t, an_option_is_taken_once_in_its_track);
    tcase_add_test(t, lists_in_settings_become_rows);
    tcase_add_test(t, two_that_open_a_new_record_at_once_both_write);
    tcase_add_test(
        t, another_that_makes_the_record_before_any_statement_is_no_stranger);
    tcase_add_test(t, a_kill_at_any_write_loses_nothing_that_was_reported);
    tcase_add_test(t, a_full_disk_at_any_write_is_told_and_breaks_nothing);
    tcase_add_test(t, a_file_size_limit_is_told_as_no_space);
    suite_add_tcase(s, t);
    return s;
}
