// Queries, transactions, and failures in words.
//
// SQLite says "attempt to write a readonly database"; a learner needs to hear
// which file, and what to type. store_fail is where one becomes the other.
#include "store/db.h"

#include "base/heap.h"

#include <math.h>
#include <string.h>

Query query_new(Store *s, const char *sql) {
    Query q = {.s = s};
    q.rc = sqlite3_prepare_v2(s->db, sql, -1, &q.st, NULL);
    return q;
}

static void note_rc(Query *q, int rc) {
    if (q->rc == SQLITE_OK && rc != SQLITE_OK) q->rc = rc;
}

void query_text(Query *q, const char *v) {
    if (!q->st) return;
    note_rc(q, sqlite3_bind_text(q->st, ++q->nbound, v, -1, SQLITE_STATIC));
}

void query_int(Query *q, int64_t v) {
    if (!q->st) return;
    note_rc(q, sqlite3_bind_int64(q->st, ++q->nbound, v));
}

void query_real(Query *q, double v) {
    if (!q->st) return;
    note_rc(q, sqlite3_bind_double(q->st, ++q->nbound, v));
}

void query_blob(Query *q, const void *p, size_t n) {
    if (!q->st) return;
    note_rc(q, sqlite3_bind_blob64(q->st, ++q->nbound, p, n, SQLITE_STATIC));
}

bool query_row(Query *q) {
    if (q->rc != SQLITE_OK) return false;
    int rc = sqlite3_step(q->st);
    if (rc == SQLITE_ROW) return true;
    if (rc != SQLITE_DONE) q->rc = rc;
    return false;
}

bool query_end(Query *q, Err *err, const char *doing) {
    while (query_row(q))
        ;
    bool ok = q->rc == SQLITE_OK;
    if (!ok) store_fail(q->s, q->rc, err, doing);
    sqlite3_finalize(q->st);
    q->st = NULL;
    return ok;
}

char *col_text(const Query *q, Arena *a, int i) {
    const unsigned char *text = sqlite3_column_text(q->st, i);
    return text ? arena_str(a, (const char *)text) : NULL;
}

int64_t col_int(const Query *q, int i) {
    return sqlite3_column_int64(q->st, i);
}

double col_real(const Query *q, int i) {
    if (sqlite3_column_type(q->st, i) == SQLITE_NULL) return NAN;
    return sqlite3_column_double(q->st, i);
}

// A quota or a file size limit shows as a failed write, not as "full".
static bool is_full(Store *s, int rc) {
    int more = s->db ? sqlite3_extended_errcode(s->db) : 0;
    return rc == SQLITE_FULL || more == SQLITE_IOERR_WRITE ||
           more == SQLITE_IOERR_SHMSIZE || more == SQLITE_IOERR_FSYNC;
}

bool store_fail(Store *s, int rc, Err *err, const char *doing) {
    const char *text = s->db ? sqlite3_errmsg(s->db) : sqlite3_errstr(rc);
    rc &= 0xff;

    if (is_full(s, rc)) {
        err_set(err, ERR_ENV, "cannot %s: no space left for %s", doing,
                s->path);
        return err_hint(err,
                        "free some space (see `df -h`, `quota` and `ulimit "
                        "-f`) and try again; what was recorded before "
                        "is safe");
    }
    switch (rc) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        err_set(err, ERR_STORE, "%s is damaged (%s)", s->path, text);
        backup_hint(s->path, err);
        return false;
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        err_set(err, ERR_STORE, "cannot %s: %s cannot be written (%s)", doing,
                s->path, text);
        return err_hint(err,
                        "kata writes that file and others beside it: make it "
                        "and its folder writable, or set KATA_DB to a file "
                        "elsewhere");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        err_set(err, ERR_STORE, "cannot %s: %s is in use by another program",
                doing, s->path);
        return err_hint(err,
                        "wait for the other kata to finish and try "
                        "again; `fuser %s` names it",
                        s->path);
    default:
        err_set(err, ERR_STORE, "cannot %s: %s: %s", doing, s->path, text);
        return err_hint(err, "`kata doctor` looks at the disk and at the "
                             "database");
    }
}

bool store_begin(Store *s, Err *err) {
    // IMMEDIATE: two checks that finish together wait for each other here,
    // where waiting works, and never half-way.
    Query q = query_new(s, "BEGIN IMMEDIATE");
    return query_end(&q, err, "record");
}

bool store_commit(Store *s, bool ok, Err *err) {
    if (ok) {
        Query q = query_new(s, "COMMIT");
        ok = query_end(&q, err, "record");
    }
    // A failed COMMIT can leave the transaction open; a failed statement may
    // have rolled it back already.
    if (!ok && !sqlite3_get_autocommit(s->db))
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return ok;
}
