// Opening progress.db, settings, and facts about devices.
//
// The learner's file system is not ours to choose: WAL needs shared memory
// between processes, which network file systems do not give, so there the
// rollback journal is used. Both survive a kill and a power cut, because
// synchronous is FULL.
#include "store/store.h"

#include "base/heap.h"
#include "base/path.h"
#include "store/db.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

// statfs types on which WAL cannot be trusted (linux/magic.h and others).
static const unsigned remote_types[] = {
    0x6969,     // NFS
    0xff534d42, // CIFS
    0xfe534d42, // SMB2
    0x517b,     // SMB
    0x01021997, // 9p
    0x65735546, // FUSE: sshfs and the like
    0x0bd00bd0, // Lustre
    0x47504653, // GPFS
    0x19830326, // BeeGFS
    0x5346414f, // AFS
    0x00c36400, // Ceph
};

static bool is_remote(const char *path) {
    Arena a = {0};
    struct statfs fs;
    bool remote = false;
    if (statfs(path_dir(&a, path), &fs) == 0)
        for (size_t i = 0; i < COUNT_OF(remote_types); i++)
            remote |= (unsigned)fs.f_type == remote_types[i];
    arena_reset(&a);
    return remote;
}

// For another kata that writes. Six at once, on a disk that others keep busy,
// have taken more than 10 s to open a new record; an attempt that is not
// recorded is worse than one that is recorded late.
enum { PATIENCE_MS = 60 * 1000, NAP_MS = 50 };

// Changing the journal mode needs the file for itself for a moment, and
// SQLite does not wait for that by itself.
static int set_journal(sqlite3 *db, const char *sql) {
    int rc = SQLITE_OK;
    for (int tries = 0; tries < PATIENCE_MS / NAP_MS; tries++) {
        rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
        if (rc != SQLITE_BUSY && rc != SQLITE_LOCKED) break;
        sqlite3_sleep(NAP_MS);
    }
    return rc;
}

static bool set_modes(Store *s, Err *err) {
    int rc = sqlite3_exec(s->db,
                          "PRAGMA foreign_keys = ON;"
                          "PRAGMA synchronous = FULL;"
                          "PRAGMA temp_store = MEMORY",
                          NULL, NULL, NULL);
    if (rc == SQLITE_OK && !is_remote(s->path)) {
        rc = set_journal(s->db, "PRAGMA journal_mode = WAL");
        // No shared memory here: the rollback journal does.
        if (rc != SQLITE_OK && rc != SQLITE_CORRUPT && rc != SQLITE_NOTADB)
            rc = set_journal(s->db, "PRAGMA journal_mode = DELETE");
    } else if (rc == SQLITE_OK) {
        rc = set_journal(s->db, "PRAGMA journal_mode = DELETE");
    }
    return rc == SQLITE_OK || store_fail(s, rc, err, "open the record");
}

static off_t file_size(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 ? st.st_size : 0;
}

// A log that still holds something was left by a kill, a crash or a kata that
// is running now: the one moment at which a look at the pages is worth its
// time.
static bool check_after_kill(Store *s, off_t wal, Err *err) {
    enum { MOST = 64 << 20 }; // above this it takes longer than a learner waits
    if (wal == 0 || file_size(s->path) > MOST) return true;

    Query q = query_new(s, "PRAGMA quick_check(1)");
    bool sound = query_row(&q) &&
                 !strcmp((const char *)sqlite3_column_text(q.st, 0), "ok");
    if (!query_end(&q, err, "open the record")) return false;
    return sound || store_fail(s, SQLITE_CORRUPT, err, "open the record");
}

static bool open_file(Store *s, Err *err) {
    Arena a = {0};
    bool ok = path_make_dirs(path_dir(&a, s->path), err);
    off_t wal = file_size(arena_fmt(&a, "%s-wal", s->path));
    off_t size = file_size(s->path);
    arena_reset(&a);
    if (!ok)
        return err_hint(err, "set KATA_DB to a file in a folder that you may "
                             "write");
    if (size == 0 && wal == 0 && backup_is_all_there_is(s->path, err))
        return false;

    int rc = sqlite3_open_v2(s->path, &s->db,
                             SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    if (rc != SQLITE_OK) return store_fail(s, rc, err, "open the record");
    sqlite3_extended_result_codes(s->db, 0);
    sqlite3_busy_timeout(s->db, PATIENCE_MS);

    // SQLite opens what it may not write without a word; the first attempt to
    // record would fail after the learner has waited for a check.
    if (sqlite3_db_readonly(s->db, "main") == 1)
        return store_fail(s, SQLITE_READONLY, err, "open the record");

    return set_modes(s, err) && schema_migrate(s, err) &&
           check_after_kill(s, wal, err) && (size == 0 || backup_daily(s, err));
}

// Beside a file in WAL mode SQLite writes even to read it. In a folder where
// it cannot, the file is read as one that nobody changes (`immutable`), which
// leaves out a log: then SQLite's refusal stands.
static int open_to_read(Store *s) {
    Buf uri = {0};
    buf_str(&uri, "file:");
    for (const char *p = s->path; *p; p++)
        buf_fmt(&uri, strchr("?#%", *p) ? "%%%02x" : "%c", *p);
    Arena a = {0};
    bool has_log = file_size(arena_fmt(&a, "%s-wal", s->path)) > 0;
    arena_reset(&a);
    int rc = SQLITE_ERROR;
    for (int way = 0; way < (has_log ? 1 : 2) && rc != SQLITE_OK; way++) {
        if (way) buf_str(&uri, "?immutable=1");
        sqlite3_close(s->db);
        rc = sqlite3_open_v2(buf_text(&uri), &s->db,
                             SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
        if (rc == SQLITE_OK)
            rc = sqlite3_exec(s->db,
                              "PRAGMA temp_store = MEMORY;"
                              "SELECT count(*) FROM sqlite_master",
                              NULL, NULL, NULL);
    }
    buf_free(&uri);
    return rc;
}

// Puts a copy of the open database, in memory, in its place.
static int into_memory(Store *s) {
    sqlite3 *copy = NULL;
    int rc = sqlite3_open_v2(":memory:", &copy,
                             SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    sqlite3_backup *b = NULL;
    if (rc == SQLITE_OK) {
        b = sqlite3_backup_init(copy, "main", s->db, "main");
        rc = b ? sqlite3_backup_step(b, -1) : sqlite3_errcode(copy);
        sqlite3_backup_finish(b);
    }
    sqlite3_close(s->db);
    s->db = copy;
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

// A record of an older kata is brought up to date in memory, and stays as it is
// on the disk.
static bool open_unwritable(Store *s, Err *err) {
    int rc = open_to_read(s);
    if (rc == SQLITE_OK) {
        sqlite3_busy_timeout(s->db, PATIENCE_MS);
        if (schema_is_older(s)) rc = into_memory(s);
    }
    if (rc != SQLITE_OK) return store_fail(s, rc, err, "open the record");
    return schema_migrate(s, err);
}

static bool may_write(const char *path) {
    Arena a = {0};
    bool may = access(path, W_OK) == 0 && access(path_dir(&a, path), W_OK) == 0;
    arena_reset(&a);
    return may;
}

static bool open_by(bool (*open)(Store *, Err *), Store **out, const char *path,
                    Err *err) {
    Store *s = heap_new(1, sizeof *s);
    s->path = heap_new(strlen(path) + 1, 1);
    strcpy(s->path, path);

    bool ok = open(s, err);
    if (!ok) {
        store_close(s);
        s = NULL;
    }
    *out = s;
    return ok;
}

bool store_open(Store **out, const char *path, Err *err) {
    return open_by(open_file, out, path, err);
}

bool store_look(Store **out, const char *path, Err *err) {
    bool as_it_is = file_size(path) > 0 && !may_write(path);
    return open_by(as_it_is ? open_unwritable : open_file, out, path, err);
}

void store_close(Store *s) {
    if (!s) return;
    sqlite3_close(s->db);
    heap_free(s->path);
    heap_free(s);
}

struct sqlite3 *store_db(Store *s) {
    return s->db;
}

bool store_set(Store *s, const char *key, const char *value, Err *err) {
    Query q = query_new(s, "INSERT OR REPLACE INTO setting VALUES(?1, ?2)");
    query_text(&q, key);
    query_text(&q, value);
    return query_end(&q, err, "keep a setting");
}

char *store_get(Store *s, Arena *a, const char *key) {
    Query q = query_new(s, "SELECT value FROM setting WHERE key = ?1");
    query_text(&q, key);
    char *value = query_row(&q) ? col_text(&q, a, 0) : NULL;
    query_end(&q, NULL, "read a setting");
    return value;
}

bool store_set_fact(Store *s, const char *key, double value, Err *err) {
    Query q = query_new(s, "INSERT OR REPLACE INTO fact VALUES(?1, ?2, ?3)");
    query_text(&q, key);
    query_real(&q, value);
    query_int(&q, time(NULL));
    return query_end(&q, err, "keep a measured fact");
}

double store_fact(Store *s, const char *key, int64_t max_age_seconds) {
    Query q = query_new(s, "SELECT value FROM fact WHERE key = ?1"
                           " AND at >= ?2");
    query_text(&q, key);
    query_int(&q, time(NULL) - max_age_seconds);
    double value = query_row(&q) ? col_real(&q, 0) : NAN;
    query_end(&q, NULL, "read a measured fact");
    return value;
}

int64_t store_fact_when(Store *s, const char *key) {
    Query q = query_new(s, "SELECT at FROM fact WHERE key = ?1");
    query_text(&q, key);
    int64_t when = query_row(&q) ? col_int(&q, 0) : 0;
    query_end(&q, NULL, "read a measured fact");
    return when;
}
