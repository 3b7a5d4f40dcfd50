// A checksum for each attempt: over all that was recorded of it, so that a byte
// that has flipped on a disk, or a row that was changed past the triggers, is
// found, as is a row of somebody else's record: the record's number is in it.
// It is no signature: who can write the file can make another.
#include "store/db.h"

#include "base/day.h"
#include "base/hash.h"
#include "base/str.h"

#include <stdio.h>
#include <string.h>

// Fixed lists: a column that a later version adds changes no checksum.
static const char *const parts[] = {
    "SELECT id, at, exercise, track, verdict, stage, device, backend, modelled,"
    " summary, version, harness, source, machine, seed, seconds, median_us,"
    " lo_us, hi_us, samples, hints FROM attempt WHERE id = ?1",
    "SELECT n, name, verdict, detail, seed FROM attempt_case"
    " WHERE attempt = ?1 ORDER BY n",
    "SELECT n, metric, of, verdict, value, bound, why FROM attempt_gate"
    " WHERE attempt = ?1 ORDER BY n",
};

// With type and length, so that no two rows look the same.
static void add_column(Hash *h, sqlite3_stmt *st, int i) {
    int64_t whole;
    double real;
    int type = sqlite3_column_type(st, i);
    hash_add(h, &type, sizeof type);
    switch (type) {
    case SQLITE_INTEGER:
        whole = sqlite3_column_int64(st, i);
        hash_add(h, &whole, sizeof whole);
        break;
    case SQLITE_FLOAT:
        real = sqlite3_column_double(st, i);
        hash_add(h, &real, sizeof real);
        break;
    case SQLITE_NULL: break;
    default: {
        const void *bytes = sqlite3_column_blob(st, i);
        int n = sqlite3_column_bytes(st, i);
        hash_add(h, &n, sizeof n);
        hash_add(h, bytes ? bytes : "", (size_t)n);
    }
    }
}

// With the record's number, or without it as version 5 had them.
static bool sum_of(Store *s, int64_t id, bool numbered, char hex[HASH_HEX],
                   Err *err) {
    Hash h;
    bool ok = true;
    hash_start(&h);
    if (numbered) {
        Query q =
            query_new(s, "SELECT value FROM setting WHERE key = 'record'");
        if (query_row(&q)) add_column(&h, q.st, 0);
        ok = query_end(&q, err, "read an attempt");
    }
    for (size_t p = 0; p < COUNT_OF(parts) && ok; p++) {
        Query q = query_new(s, parts[p]);
        query_int(&q, id);
        while (query_row(&q))
            for (int i = 0; i < sqlite3_column_count(q.st); i++)
                add_column(&h, q.st, i);
        ok = query_end(&q, err, "read an attempt");
    }
    hash_end(&h, hex);
    return ok;
}

#define NUMBERED "2:"

bool seal_attempt(Store *s, int64_t id, Err *err) {
    char hex[HASH_HEX], sum[sizeof NUMBERED + HASH_HEX];
    if (!sum_of(s, id, true, hex, err)) return false;
    snprintf(sum, sizeof sum, NUMBERED "%s", hex);
    Query q = query_new(s, "INSERT OR REPLACE INTO attempt_sum VALUES(?1, ?2)");
    query_int(&q, id);
    query_text(&q, sum);
    return query_end(&q, err, "record the attempt");
}

// A sum of version 5 that is right gives way to one with the number; one that
// is wrong stays, and stays wrong.
bool seal_all(Store *s, Err *err) {
    bool ok = true;
    char hex[HASH_HEX];
    Query q = query_new(s, "SELECT attempt.id, sum FROM attempt"
                           " LEFT JOIN attempt_sum ON attempt = attempt.id"
                           " ORDER BY attempt.id");
    while (ok && query_row(&q)) {
        int64_t id = col_int(&q, 0);
        const char *kept = (const char *)sqlite3_column_text(q.st, 1);
        ok = sum_of(s, id, false, hex, err);
        if (ok && (!kept || !strcmp(hex, kept))) ok = seal_attempt(s, id, err);
    }
    return query_end(&q, ok ? err : NULL, "set up the record") && ok;
}

// A file of a learner is its own checksum: it is kept under its hash.
static bool source_is_whole(const Query *q) {
    Arena a = {0};
    char hex[HASH_HEX];
    size_t n = 0;
    const char *kept = (const char *)sqlite3_column_text(q->st, 0);
    char *text = source_column(q, &a, 1, &n);
    if (text) hash_of(text, n, hex);
    bool same = text && kept && !strcmp(hex, kept);
    arena_reset(&a);
    return same;
}

bool store_verify_attempts(Store *s, StoreFaults *out, Err *err) {
    bool ok = true;
    char hex[HASH_HEX];
    *out = (StoreFaults){0};
    Query q = query_new(s, "SELECT attempt.id, sum FROM attempt"
                           " LEFT JOIN attempt_sum ON attempt = attempt.id"
                           " ORDER BY attempt.id");
    while (ok && query_row(&q)) {
        int64_t id = col_int(&q, 0);
        const char *kept = (const char *)sqlite3_column_text(q.st, 1);
        ok = sum_of(s, id, true, hex, err);
        bool numbered = kept && str_starts(kept, NUMBERED);
        bool wrong =
            kept && (!numbered || strcmp(hex, kept + strlen(NUMBERED)) != 0);
        if (ok && wrong && out->attempts++ == 0) out->first = id;
        if (ok && !kept && out->unsealed++ == 0) out->first_unsealed = id;
    }
    return query_end(&q, ok ? err : NULL, "read the attempts") && ok;
}

bool store_verify(Store *s, StoreFaults *out, Err *err) {
    if (!store_verify_attempts(s, out, err)) return false;
    Query q = query_new(s, "SELECT hash, zstd FROM source");
    while (query_row(&q))
        out->sources += !source_is_whole(&q);
    return query_end(&q, err, "read your files");
}

bool store_is_sealed(Store *s, int64_t id) {
    char hex[HASH_HEX];
    Err ignored = {0};
    bool same = false;
    Query q = query_new(s, "SELECT sum FROM attempt_sum WHERE attempt = ?1");
    query_int(&q, id);
    if (query_row(&q)) {
        const char *kept = (const char *)sqlite3_column_text(q.st, 0);
        same = sum_of(s, id, true, hex, &ignored) &&
               str_starts(kept, NUMBERED) &&
               !strcmp(hex, kept + strlen(NUMBERED));
    }
    query_end(&q, NULL, "read an attempt");
    err_clear(&ignored);
    return same;
}

bool store_future(Store *s, int *n, int64_t *latest, Err *err) {
    enum { DAY = 24 * 60 * 60 }; // machines of other zones, clocks a little off
    Query q = query_new(s, "SELECT count(*), max(at) FROM attempt"
                           " WHERE at > ?1");
    query_int(&q, clock_now() + DAY);
    *n = 0;
    *latest = 0;
    if (query_row(&q)) {
        *n = (int)col_int(&q, 0);
        *latest = col_int(&q, 1);
    }
    return query_end(&q, err, "read the attempts");
}
