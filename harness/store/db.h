// Shared by the files of store/: the open database, and a prepared statement
// that remembers its first failure, so that a query reads as a list of steps
// with one check at the end.
//
//     Query q = query_new(s, "SELECT value FROM setting WHERE key = ?1");
//     query_text(&q, key);
//     if (query_row(&q)) value = col_text(&q, a, 0);
//     return query_end(&q, err, "read a setting");
#ifndef STORE_DB_H
#define STORE_DB_H

#include "store/store.h"

#include <sqlite3.h>

struct Store {
    sqlite3 *db;
    char *path; // as given
};

typedef struct Query {
    Store *s;
    sqlite3_stmt *st; // NULL: could not be prepared
    int nbound;
    int rc; // the first failure, or SQLITE_OK
} Query;

Query query_new(Store *s, const char *sql);
// Each binds the next parameter.
void query_text(Query *q,
                const char *v); // borrowed until query_end; NULL: null
void query_int(Query *q, int64_t v);
void query_real(Query *q, double v);                // NaN is null
void query_blob(Query *q, const void *p, size_t n); // borrowed until query_end
// Steps. True while there is a row to read.
bool query_row(Query *q);
// Steps to the end, frees, and reports the first failure: "cannot <doing>".
bool query_end(Query *q, Err *err, const char *doing);

char *col_text(const Query *q, Arena *a, int i); // NULL for null
int64_t col_int(const Query *q, int i);
double col_real(const Query *q, int i); // NaN for null

// Fills err for a failed call, in words that say what to do. Returns false.
bool store_fail(Store *s, int rc, Err *err, const char *doing);

// One transaction. store_commit rolls back if !ok; it fails if either failed.
bool store_begin(Store *s, Err *err);
bool store_commit(Store *s, bool ok, Err *err);

// Keeps text by content, compressed; hex receives its address.
bool source_put(Store *s, const char *text, size_t n, char hex[65], Err *err);
// Returns the text (NUL-terminated, in a) of column i, which holds the
// compressed blob; NULL if it is null or damaged.
char *source_column(const Query *q, Arena *a, int i, size_t *n);

// seal.c: records the checksum of an attempt, in the transaction that adds it;
// of all that have none.
bool seal_attempt(Store *s, int64_t id, Err *err);
bool seal_all(Store *s, Err *err);

// schema.c: brings an open database to the newest version, after a backup of
// one that is a file.
bool schema_migrate(Store *s, Err *err);
// A record that an older kata made.
bool schema_is_older(Store *s);

// backup.c: copies the open database to path, checks the copy, and only then
// puts it in the place of an older one.
bool backup_to(Store *s, const char *path, Err *err);
// Makes <path>.bak when the last one is over a day old. Only damage is an
// error; a full disk or a read-only folder is not.
bool backup_daily(Store *s, Err *err);
// Adds to err how to get back from the backup of path with the most attempts.
void backup_hint(const char *path, Err *err);
// Of a record that is empty or not there: whether a backup beside it has
// attempts. Fills err then (ERR_STORE), with how to go back to it.
bool backup_is_all_there_is(const char *path, Err *err);

#endif
