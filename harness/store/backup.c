// Copies of the record, and how to get back from one.
//
// A copy is made beside its place, checked from end to end, and only then
// renamed, so that a damaged database never replaces a good copy of itself. The
// copy before it gets its day as a name, and is kept: <path>.bak is the newest
// one, <path>.bak-20261124 an earlier one, <path>.bak-v3 one before a
// migration.
#include "store/db.h"

#include "base/path.h"
#include "base/proc.h"

#include <dirent.h>
#include <errno.h>
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

// ---- the copies that there are

enum { MOST_COPIES = 200 };

typedef struct Copy {
    char *path;
    time_t when;
    long long attempts; // -1: it cannot be read
} Copy;

static long long attempts_in(const char *path) {
    sqlite3 *db = NULL;
    sqlite3_stmt *st = NULL;
    long long n = -1;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, "SELECT count(*) FROM attempt", -1, &st, NULL) ==
            SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW)
        n = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(db);
    return n;
}

// Copies of path beside it, at most MOST_COPIES. Returns how many.
static int copies_of(Arena *a, const char *path, Copy *out) {
    const char *prefix = arena_fmt(a, "%s.bak", path_base(path));
    DIR *dir = opendir(path_dir(a, path));
    int n = 0;
    const struct dirent *e;
    while (dir && n < MOST_COPIES && (e = readdir(dir))) {
        struct stat st;
        size_t length = strlen(prefix);
        bool named = !strncmp(e->d_name, prefix, length) &&
                     (!e->d_name[length] || e->d_name[length] == '-');
        char *at = path_join(a, path_dir(a, path), e->d_name);
        if (!named || stat(at, &st) != 0 || !S_ISREG(st.st_mode)) continue;
        out[n++] = (Copy){at, st.st_mtime, attempts_in(at)};
    }
    if (dir) closedir(dir);
    return n;
}

// The one with the most attempts, of those the newest; NULL if there is none.
static const Copy *best_copy(const Copy *at, int n) {
    const Copy *best = NULL;
    for (int i = 0; i < n; i++)
        if (!best || at[i].attempts > best->attempts ||
            (at[i].attempts == best->attempts && at[i].when > best->when))
            best = &at[i];
    return best;
}

static int newer_than(const Copy *at, int n, const Copy *than) {
    int newer = 0;
    for (int i = 0; i < n; i++)
        newer += at[i].when > than->when;
    return newer;
}

// Copies of a month stay, the last ten, the one with the most attempts, and
// those before a migration.
static void drop_old_copies(Arena *a, const char *path) {
    enum { KEPT = 10, DAYS = 31 };
    Copy at[MOST_COPIES];
    int n = copies_of(a, path, at);
    const Copy *best = best_copy(at, n);
    for (int i = 0; i < n; i++)
        if (&at[i] != best && time(NULL) - at[i].when > DAYS * DAY &&
            newer_than(at, n, &at[i]) >= KEPT && !strstr(at[i].path, ".bak-v"))
            unlink(at[i].path);
}

// Gives the copy at `path` the name of its day. A second one of a day gets a
// number.
static bool keep_copy(Arena *a, const char *path) {
    struct stat st;
    struct tm tm;
    char day[40];
    if (stat(path, &st) != 0) return errno == ENOENT;
    strftime(day, sizeof day, "%Y%m%d", localtime_r(&st.st_mtime, &tm));
    for (int i = 1; i < 100; i++) {
        char *name = i == 1 ? arena_fmt(a, "%s-%s", path, day)
                            : arena_fmt(a, "%s-%s-%d", path, day, i);
        if (link(path, name) == 0) return true;
        if (errno != EEXIST) return rename(path, name) == 0;
    }
    return false;
}

bool backup_daily(Store *s, Err *err) {
    Arena a = {0};
    char *path = arena_fmt(&a, "%s.bak", s->path);
    struct stat st;
    bool due = stat(path, &st) != 0 || time(NULL) - st.st_mtime > DAY;
    Err mine = {0};
    bool ok = !due || (keep_copy(&a, path) && backup_to(s, path, &mine)) ||
              mine.kind != ERR_STORE;
    if (due && ok) drop_old_copies(&a, s->path);

    if (!ok && err) {
        err_set(err, mine.kind, "%s", mine.msg);
        err_hint(err, "%s", mine.hint);
    }
    err_clear(&mine);
    arena_reset(&a);
    return ok;
}

// As one word of a shell.
static const char *quoted(Arena *a, const char *path) {
    Args args = {0};
    args_add(&args, path);
    const char *text = args_text(a, &args);
    args_free(&args);
    return text;
}

static const char *day_of(Arena *a, time_t when) {
    struct tm tm;
    char day[40];
    strftime(day, sizeof day, "%Y-%m-%d", localtime_r(&when, &tm));
    return arena_str(a, day);
}

void backup_hint(const char *path, Err *err) {
    Arena a = {0};
    Copy at[MOST_COPIES];
    const Copy *backup = best_copy(at, copies_of(&a, path, at));
    // Names after a cd, so that a long path cannot cut the command short.
    const char *dir = quoted(&a, path_dir(&a, path));
    const char *db = quoted(&a, path_base(path));
    if (backup)
        err_hint(err,
                 "there is a backup of %s; to go back to it:\n"
                 "    cd %s && mv %s %s.damaged && rm -f %s-wal %s-shm && "
                 "cp %s %s",
                 day_of(&a, backup->when), dir, db, db, db, db,
                 quoted(&a, path_base(backup->path)), db);
    else
        err_hint(err,
                 "there is no backup yet; to put it aside and start anew:\n"
                 "    cd %s && mv %s %s.damaged && rm -f %s-wal %s-shm",
                 dir, db, db, db, db);
    arena_reset(&a);
}

bool backup_is_all_there_is(const char *path, Err *err) {
    Arena a = {0};
    Copy at[MOST_COPIES];
    const Copy *backup = best_copy(at, copies_of(&a, path, at));
    bool found = backup && backup->attempts > 0;
    if (found) {
        const char *dir = quoted(&a, path_dir(&a, path));
        const char *db = quoted(&a, path_base(path));
        err_set(err, ERR_STORE,
                "%s is empty or gone, and a backup of %s has %lld attempts",
                path, day_of(&a, backup->when), backup->attempts);
        err_hint(err,
                 "to go back to the backup:\n"
                 "    cd %s && cp %s %s\n"
                 "to begin anew, put the backups aside:\n"
                 "    cd %s && mkdir -p old && mv %s.bak* old/",
                 dir, quoted(&a, path_base(backup->path)), db, dir, db);
    }
    arena_reset(&a);
    return found;
}
