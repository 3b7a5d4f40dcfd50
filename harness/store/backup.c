// Copies of the record, and how to get back from one.
//
// A copy is made beside its place, checked from end to end, and only then
// renamed, so that a damaged database never replaces a good copy of itself.
#include "store/db.h"

#include "base/path.h"
#include "base/proc.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DAY = 24 * 60 * 60 };

static int copy_pages(sqlite3 *from, sqlite3 *to) {
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    if (!b) return sqlite3_errcode(to);
    int rc;
    // BUSY: somebody writes. Ten seconds, as for everything else.
    for (int tries = 0; tries < 100; tries++) {
        rc = sqlite3_backup_step(b, -1);
        if (rc != SQLITE_BUSY && rc != SQLITE_LOCKED) break;
        sqlite3_sleep(100);
    }
    return sqlite3_backup_finish(b);
}

// SQLITE_OK, SQLITE_CORRUPT, or why it could not be told.
static int check_pages(sqlite3 *db, const char *pragma) {
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(db, pragma, -1, &st, NULL);
    if (rc == SQLITE_OK && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(st, 0);
        rc = text && !strcmp(text, "ok") ? SQLITE_OK : SQLITE_CORRUPT;
    }
    sqlite3_finalize(st);
    return rc;
}

static int copy_checked(Store *s, const char *path) {
    sqlite3 *to = NULL;
    int rc = sqlite3_open(path, &to);
    if (rc == SQLITE_OK) rc = copy_pages(s->db, to);
    if (rc == SQLITE_OK)
        // The copy says WAL too; a backup should be one file.
        rc = sqlite3_exec(to, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    if (rc == SQLITE_OK) rc = check_pages(to, "PRAGMA integrity_check(1)");
    sqlite3_close(to);
    return rc & 0xff;
}

bool backup_to(Store *s, const char *path, Err *err) {
    Arena a = {0};
    char *tmp = arena_fmt(&a, "%s.%d.tmp", path, (int)getpid());
    int rc = copy_checked(s, tmp);
    bool ok = rc == SQLITE_OK && rename(tmp, path) == 0;

    if (rc == SQLITE_CORRUPT || rc == SQLITE_NOTADB) {
        err_set(err, ERR_STORE, "%s is damaged", s->path);
        backup_hint(s->path, err);
    } else if (!ok) {
        err_set(err, ERR_ENV, "cannot write the backup %s: %s", path,
                rc ? sqlite3_errstr(rc) : "rename failed");
        err_hint(err, "kata changes the record only after a backup: make "
                      "room, or make the folder writable, and try again");
    }
    if (!ok) unlink(tmp);
    arena_reset(&a);
    return ok;
}

bool backup_daily(Store *s, Err *err) {
    Arena a = {0};
    char *path = arena_fmt(&a, "%s.bak", s->path);
    struct stat st;
    bool due = stat(path, &st) != 0 || time(NULL) - st.st_mtime > DAY;
    Err mine = {0};
    bool ok = !due || backup_to(s, path, &mine) || mine.kind == ERR_ENV;

    if (!ok && err) {
        err_set(err, mine.kind, "%s", mine.msg);
        err_hint(err, "%s", mine.hint);
    }
    err_clear(&mine);
    arena_reset(&a);
    return ok;
}

// The newest of <path>.bak and <path>.bak-v*, or NULL.
static char *newest_backup(Arena *a, const char *path, time_t *when) {
    char *best = NULL;
    for (int v = 0; v < 100; v++) {
        char *name = v ? arena_fmt(a, "%s.bak-v%d", path, v)
                       : arena_fmt(a, "%s.bak", path);
        struct stat st;
        if (stat(name, &st) != 0 || (best && st.st_mtime <= *when)) continue;
        best = name;
        *when = st.st_mtime;
    }
    return best;
}

// As one word of a shell.
static const char *quoted(Arena *a, const char *path) {
    Args args = {0};
    args_add(&args, path);
    const char *text = args_text(a, &args);
    args_free(&args);
    return text;
}

void backup_hint(const char *path, Err *err) {
    Arena a = {0};
    time_t when = 0;
    const char *backup = newest_backup(&a, path, &when);
    struct tm tm;
    char date[40] = "";
    if (backup)
        strftime(date, sizeof date, "%Y-%m-%d", localtime_r(&when, &tm));

    // Names after a cd, so that a long path cannot cut the command short.
    const char *dir = quoted(&a, path_dir(&a, path));
    const char *db = quoted(&a, path_base(path));
    if (backup)
        err_hint(err,
                 "there is a backup of %s; to go back to it:\n"
                 "    cd %s && mv %s %s.damaged && rm -f %s-wal %s-shm && "
                 "cp %s %s",
                 date, dir, db, db, db, db, quoted(&a, path_base(backup)), db);
    else
        err_hint(err,
                 "there is no backup yet; to put it aside and start anew:\n"
                 "    cd %s && mv %s %s.damaged && rm -f %s-wal %s-shm",
                 dir, db, db, db, db);
    arena_reset(&a);
}
