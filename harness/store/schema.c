// The shape of progress.db, as a list of steps.
//
// Step n brings version n - 1 to version n; `PRAGMA user_version` says where a
// file stands. A step that has shipped is never edited: add another. Before an
// existing database is changed it is copied to progress.db.bak-v<old>, and the
// copy is checked.
//
// Attempts are final: triggers refuse to change or delete them. `summary` and
// `passed` hold what `kata next` and `kata progress` ask for, kept up to date
// by triggers inside the transaction that adds the attempt, so that they can
// never disagree with it and never need a scan.
#include "store/db.h"

#include <stdio.h>
#include <string.h>

enum { APPLICATION_ID = 0x6b617461 }; // "kata"

static const char *const steps[] = {
    // version 1
    "CREATE TABLE setting("
    "  key TEXT PRIMARY KEY,"
    "  value TEXT NOT NULL) WITHOUT ROWID;"

    "CREATE TABLE source("     // a learner's file, once per content
    "  hash TEXT PRIMARY KEY," // SHA-256 of the text
    "  size INTEGER NOT NULL," // bytes before compression
    "  zstd BLOB NOT NULL);"

    "CREATE TABLE machine(" // where an attempt ran
    "  hash TEXT PRIMARY KEY,"
    "  json TEXT NOT NULL);"

    "CREATE TABLE attempt("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  at INTEGER NOT NULL," // Unix seconds
    "  exercise TEXT NOT NULL,"
    "  track TEXT,"
    "  verdict TEXT NOT NULL," // verdict_id
    "  stage TEXT NOT NULL,"
    "  device TEXT NOT NULL,"
    "  backend TEXT NOT NULL," // gpu, sim
    "  modelled INTEGER NOT NULL,"
    "  summary TEXT NOT NULL,"
    "  version TEXT NOT NULL," // of the exercise
    "  harness TEXT NOT NULL," // of kata
    "  source TEXT REFERENCES source(hash),"
    "  machine TEXT REFERENCES machine(hash),"
    "  seed INTEGER NOT NULL," // 64 bits, as signed
    "  seconds REAL,"
    "  median_us REAL, lo_us REAL, hi_us REAL,"
    "  samples BLOB," // doubles, microseconds, little endian
    "  hints INTEGER NOT NULL DEFAULT 0);" // seen before it
    "CREATE INDEX attempt_by_exercise ON attempt(exercise, id);"

    "CREATE TABLE attempt_case("
    "  attempt INTEGER NOT NULL REFERENCES attempt(id),"
    "  n INTEGER NOT NULL,"
    "  name TEXT NOT NULL, verdict TEXT NOT NULL, detail TEXT NOT NULL,"
    "  seed INTEGER NOT NULL,"
    "  PRIMARY KEY(attempt, n)) WITHOUT ROWID;"

    "CREATE TABLE attempt_gate("
    "  attempt INTEGER NOT NULL REFERENCES attempt(id),"
    "  n INTEGER NOT NULL,"
    "  metric TEXT NOT NULL, of TEXT, verdict TEXT NOT NULL,"
    "  value REAL, bound REAL, why TEXT NOT NULL,"
    "  PRIMARY KEY(attempt, n)) WITHOUT ROWID;"

    "CREATE TABLE note(" // hint, solution, skip, unskip, start, reset
    "  id INTEGER PRIMARY KEY,"
    "  at INTEGER NOT NULL,"
    "  exercise TEXT NOT NULL,"
    "  what TEXT NOT NULL,"
    "  level INTEGER NOT NULL);"
    "CREATE INDEX note_by_exercise ON note(exercise, what, level);"

    "CREATE TABLE snapshot(" // a file as it was before kata changed it
    "  id INTEGER PRIMARY KEY,"
    "  at INTEGER NOT NULL,"
    "  exercise TEXT NOT NULL,"
    "  why TEXT NOT NULL,"
    "  source TEXT NOT NULL REFERENCES source(hash),"
    "  taken INTEGER NOT NULL DEFAULT 0);" // by kata undo; never deleted
    "CREATE INDEX snapshot_by_exercise ON snapshot(exercise, taken, id);"

    "CREATE TABLE fact(" // measured: ceilings of a device
    "  key TEXT PRIMARY KEY,"
    "  value REAL NOT NULL,"
    "  at INTEGER NOT NULL) WITHOUT ROWID;"

    "CREATE TABLE summary(" // one row per exercise with any record
    "  exercise TEXT PRIMARY KEY,"
    "  attempts INTEGER NOT NULL DEFAULT 0,"
    "  last INTEGER NOT NULL DEFAULT 0,"
    "  hints INTEGER NOT NULL DEFAULT 0,"
    "  saw_solution INTEGER NOT NULL DEFAULT 0," // before the first pass
    "  skipped INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;"

    "CREATE TABLE passed(" // per version of the exercise
    "  exercise TEXT NOT NULL,"
    "  version TEXT NOT NULL,"
    "  modelled INTEGER NOT NULL,"
    "  newest INTEGER NOT NULL," // attempt
    "  best_us REAL, best_id INTEGER,"
    "  PRIMARY KEY(exercise, version, modelled)) WITHOUT ROWID;"

    "CREATE TRIGGER attempt_final BEFORE UPDATE ON attempt BEGIN"
    "  SELECT raise(ABORT, 'attempts are never changed'); END;"
    "CREATE TRIGGER attempt_kept BEFORE DELETE ON attempt BEGIN"
    "  SELECT raise(ABORT, 'attempts are never deleted'); END;"

    "CREATE TRIGGER attempt_summed AFTER INSERT ON attempt BEGIN"
    "  INSERT INTO summary(exercise, attempts, last)"
    "    VALUES(new.exercise, 1, new.at)"
    "    ON CONFLICT(exercise) DO UPDATE SET"
    "      attempts = attempts + 1, last = max(last, new.at);"
    "  INSERT INTO passed"
    "    SELECT new.exercise, new.version, new.modelled, new.id,"
    "      new.median_us, iif(new.median_us IS NULL, NULL, new.id)"
    "      WHERE new.verdict = 'pass'"
    "    ON CONFLICT DO UPDATE SET"
    "      newest = new.id,"
    "      best_id = iif(new.median_us < coalesce(best_us, 9e999),"
    "        new.id, best_id),"
    "      best_us = iif(new.median_us < coalesce(best_us, 9e999),"
    "        new.median_us, best_us);"
    "END;"

    "CREATE TRIGGER note_summed AFTER INSERT ON note BEGIN"
    "  INSERT INTO summary(exercise) VALUES(new.exercise)"
    "    ON CONFLICT DO NOTHING;"
    "  UPDATE summary SET"
    "    hints = iif(new.what = 'hint', max(hints, new.level), hints),"
    "    skipped = CASE new.what WHEN 'skip' THEN 1 WHEN 'unskip' THEN 0"
    "      ELSE skipped END,"
    "    saw_solution = saw_solution OR (new.what = 'solution' AND NOT EXISTS"
    "      (SELECT 1 FROM passed WHERE exercise = new.exercise))"
    "    WHERE exercise = new.exercise;"
    "END;",

    // version 2: following a track from day to day
    "CREATE INDEX attempt_by_time ON attempt(at);"

    // Quarter hours in which something was checked or reviewed: zones differ by
    // whole ones, so that days and streaks follow without a scan.
    "CREATE TABLE active(quarter INTEGER PRIMARY KEY);"
    "INSERT INTO active SELECT DISTINCT at / 900 FROM attempt;"
    "CREATE TRIGGER attempt_timed AFTER INSERT ON attempt BEGIN"
    "  INSERT OR IGNORE INTO active VALUES(new.at / 900); END;"

    "CREATE TABLE memory(" // what base/fsrs.h knows of each exercise
    "  exercise TEXT PRIMARY KEY,"
    "  stability REAL NOT NULL, difficulty REAL NOT NULL,"
    "  day INTEGER NOT NULL," // of the last review, since 1970-01-01
    "  due INTEGER NOT NULL,"
    "  reviews INTEGER NOT NULL, lapses INTEGER NOT NULL) WITHOUT ROWID;"

    "CREATE TABLE review(" // appended, like attempts
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  at INTEGER NOT NULL,"
    "  exercise TEXT NOT NULL,"
    "  grade INTEGER NOT NULL," // 1 again, 2 hard, 3 good, 4 easy
    "  day INTEGER NOT NULL,"
    "  stability REAL NOT NULL, difficulty REAL NOT NULL);" // after it
    "CREATE INDEX review_by_exercise ON review(exercise, id);"
    "CREATE TRIGGER review_final BEFORE UPDATE ON review BEGIN"
    "  SELECT raise(ABORT, 'reviews are never changed'); END;"
    "CREATE TRIGGER review_kept BEFORE DELETE ON review BEGIN"
    "  SELECT raise(ABORT, 'reviews are never deleted'); END;"
    "CREATE TRIGGER review_timed AFTER INSERT ON review BEGIN"
    "  INSERT OR IGNORE INTO active VALUES(new.at / 900); END;",

    // version 3: readings, by the learner's word
    "CREATE TABLE attested("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  at INTEGER NOT NULL,"
    "  item TEXT NOT NULL," // key of the reading: a hash of its text
    "  text TEXT NOT NULL," // as it was then
    "  note TEXT NOT NULL,"
    "  taken INTEGER NOT NULL DEFAULT 0);" // by kata undo; never deleted
    "CREATE INDEX attested_by_item ON attested(item, taken);"
    "CREATE TRIGGER attested_timed AFTER INSERT ON attested BEGIN"
    "  INSERT OR IGNORE INTO active VALUES(new.at / 900); END;"
    "CREATE TRIGGER attested_kept BEFORE DELETE ON attested BEGIN"
    "  SELECT raise(ABORT, 'what was said is never deleted'); END;",

    // version 4: paces, pauses and choices as rows. Before, each track had them
    // as lists in a setting: pace:ID "2026-12-01 60 mon,sat; ...", pause:ID
    // "2026-12-20 2027-01-04; ...", taken:ID "engine kv-cache".
    "CREATE TABLE pace("
    "  track TEXT NOT NULL,"
    "  day INTEGER NOT NULL," // the first on which it holds, since 1970-01-01
    "  minutes INTEGER NOT NULL,"
    "  days INTEGER NOT NULL," // of study; bit 0 is Mondays
    "  PRIMARY KEY(track, day)) WITHOUT ROWID;"
    "CREATE TABLE pause("
    "  track TEXT NOT NULL,"
    "  day INTEGER NOT NULL, until INTEGER NOT NULL," // the first day back
    "  PRIMARY KEY(track, day)) WITHOUT ROWID;"
    "CREATE TABLE taken("
    "  track TEXT NOT NULL,"
    "  exercise TEXT NOT NULL," // of the option that was taken
    "  PRIMARY KEY(track, exercise)) WITHOUT ROWID;"

    "CREATE TEMP TABLE part AS" // of those lists
    "  WITH RECURSIVE split(key, track, one, rest) AS ("
    "    SELECT substr(key, 1, instr(key, ':') - 1),"
    "      substr(key, instr(key, ':') + 1), '',"
    "      iif(key LIKE 'taken:%', replace(value, ' ', ';'), value) || ';'"
    "      FROM setting WHERE key LIKE 'pace:%' OR key LIKE 'pause:%'"
    "        OR key LIKE 'taken:%'"
    "    UNION ALL"
    "    SELECT key, track, trim(substr(rest, 1, instr(rest, ';') - 1)),"
    "      substr(rest, instr(rest, ';') + 1) FROM split WHERE rest <> '')"
    "  SELECT key, track, one,"
    "    CAST(julianday(substr(one, 1, 10)) - 2440587.5 AS INTEGER) AS day"
    "    FROM split WHERE one <> '';"
    "INSERT OR REPLACE INTO pace"
    "  SELECT track, day, CAST(substr(one, 12) AS INTEGER),"
    "    (one LIKE '%mon%') + 2 * (one LIKE '%tue%') + 4 * (one LIKE '%wed%')"
    "    + 8 * (one LIKE '%thu%') + 16 * (one LIKE '%fri%')"
    "    + 32 * (one LIKE '%sat%') + 64 * (one LIKE '%sun%')"
    "    FROM temp.part WHERE key = 'pace' AND day IS NOT NULL;"
    "DELETE FROM pace WHERE minutes < 1 OR days = 0;"
    "INSERT OR REPLACE INTO pause"
    "  SELECT track, day,"
    "    CAST(julianday(substr(one, 12, 10)) - 2440587.5 AS INTEGER)"
    "    FROM temp.part WHERE key = 'pause' AND day IS NOT NULL"
    "      AND julianday(substr(one, 12, 10)) IS NOT NULL;"
    "INSERT OR IGNORE INTO taken"
    "  SELECT track, one FROM temp.part WHERE key = 'taken';"
    "DROP TABLE temp.part;"
    "DELETE FROM setting WHERE key LIKE 'pace:%' OR key LIKE 'pause:%'"
    "  OR key LIKE 'taken:%';",

    // version 5: a checksum for each attempt (seal.c); those that are there get
    // theirs after this step
    "CREATE TABLE attempt_sum("
    "  attempt INTEGER PRIMARY KEY REFERENCES attempt(id),"
    "  sum TEXT NOT NULL);",

    // version 6: the record's own number enters the checksums, so that rows of
    // another record are known
    "INSERT OR IGNORE INTO setting"
    "  (key, value)"
    "  VALUES('record', lower(hex(randomblob(16))));",
};

enum { NEWEST = COUNT_OF(steps) };

// The program that a file belongs to, and how far it got.
typedef struct Owner {
    int64_t version, app, tables;
} Owner;

// In one statement, so of one moment: between two, another kata may make the
// record that the first found empty.
static bool read_owner(Store *s, Owner *out, Err *err) {
    Query q = query_new(s, "SELECT user_version, application_id,"
                           "  (SELECT count(*) FROM sqlite_schema)"
                           "  FROM pragma_user_version, pragma_application_id");
    *out = (Owner){0};
    if (query_row(&q))
        *out = (Owner){col_int(&q, 0), col_int(&q, 1), col_int(&q, 2)};
    return query_end(&q, err, "open the record");
}

static bool refuse_newer(Store *s, int64_t version, Err *err) {
    err_set(err, ERR_STORE,
            "%s was made by a newer kata (schema %lld, this kata knows %d)",
            s->path, (long long)version, (int)NEWEST);
    return err_hint(err, "update kata, or set KATA_DB to another file");
}

// A database of another program must not be touched.
static bool is_ours(const Owner *o) {
    return o->app == APPLICATION_ID ||
           (o->app == 0 && o->version == 0 && o->tables == 0);
}

static bool refuse_stranger(Store *s, Err *err) {
    err_set(err, ERR_STORE, "%s is a database of another program", s->path);
    return err_hint(err, "set KATA_DB to a file that kata may use");
}

static bool run_sql(Store *s, const char *sql, Err *err) {
    int rc = sqlite3_exec(s->db, sql, NULL, NULL, NULL);
    return rc == SQLITE_OK || store_fail(s, rc, err, "set up the record");
}

static bool run_steps(Store *s, int64_t from, Err *err) {
    for (int64_t v = from; v < NEWEST; v++)
        if (!run_sql(s, steps[v], err)) return false;

    char sql[100];
    snprintf(sql, sizeof sql,
             "PRAGMA user_version = %d; PRAGMA application_id = %d",
             (int)NEWEST, (int)APPLICATION_ID);
    return run_sql(s, sql, err);
}

static bool backup_before(Store *s, int64_t version, Err *err) {
    const char *file = sqlite3_db_filename(s->db, "main");
    if (!file || !file[0]) return true; // a copy in memory

    Arena a = {0};
    bool ok = backup_to(
        s, arena_fmt(&a, "%s.bak-v%lld", s->path, (long long)version), err);
    arena_reset(&a);
    return ok;
}

bool schema_is_older(Store *s) {
    Owner now;
    return read_owner(s, &now, NULL) && is_ours(&now) && now.version > 0 &&
           now.version < NEWEST;
}

bool schema_migrate(Store *s, Err *err) {
    Owner now;
    if (!read_owner(s, &now, err)) return false;
    if (!is_ours(&now)) return refuse_stranger(s, err);
    if (now.version == NEWEST) return true;
    if (now.version > NEWEST) return refuse_newer(s, now.version, err);
    if (now.version > 0 && !backup_before(s, now.version, err)) return false;

    if (!store_begin(s, err)) return false;
    // Another kata may have done it while this one waited for the lock.
    bool ok = read_owner(s, &now, err) &&
              (now.version >= NEWEST ||
               (run_steps(s, now.version, err) && seal_all(s, err)));
    return store_commit(s, ok, err);
}
