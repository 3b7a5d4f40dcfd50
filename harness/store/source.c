// Texts of the learner: kept once per content, compressed, never deleted.
//
// Attempts and snapshots point at them by SHA-256, so that fifty checks of one
// file cost one row.
#include "store/db.h"

#include "base/day.h"
#include "base/hash.h"
#include "base/heap.h"

#include <string.h>
#include <zstd.h>

bool source_put(Store *s, const char *text, size_t n, char hex[HASH_HEX],
                Err *err) {
    enum { LEVEL = 12 }; // small files: the best ratio that is still instant
    hash_of(text, n, hex);

    size_t cap = ZSTD_compressBound(n);
    char *packed = heap_new(cap, 1);
    size_t len = ZSTD_compress(packed, cap, text, n, LEVEL);
    bool ok;
    if (ZSTD_isError(len)) {
        ok = err_set(err, ERR_BUG, "cannot compress a file of %zu bytes: %s", n,
                     ZSTD_getErrorName(len));
    } else {
        Query q = query_new(s, "INSERT OR IGNORE INTO source VALUES(?1,?2,?3)");
        query_text(&q, hex);
        query_int(&q, (int64_t)n);
        query_blob(&q, packed, len);
        ok = query_end(&q, err, "record your file");
    }
    heap_free(packed);
    return ok;
}

char *source_column(const Query *q, Arena *a, int i, size_t *n) {
    const void *packed = sqlite3_column_blob(q->st, i);
    size_t len = (size_t)sqlite3_column_bytes(q->st, i);
    if (!packed) return NULL;

    unsigned long long size = ZSTD_getFrameContentSize(packed, len);
    if (size > 1ull << 30) return NULL; // unknown, an error, or nonsense
    char *text = arena_alloc(a, (size_t)size + 1, 1, 1);
    size_t got = ZSTD_decompress(text, (size_t)size, packed, len);
    if (ZSTD_isError(got) || got != size) return NULL;
    *n = got;
    return text;
}

bool store_snapshot(Store *s, const char *exercise, const char *why,
                    const char *text, size_t n, Err *err) {
    char hex[HASH_HEX];
    if (!store_begin(s, err)) return false;
    bool ok = source_put(s, text, n, hex, err);
    if (ok) {
        Query q = query_new(s, "INSERT INTO snapshot(at, exercise, why, source)"
                               " VALUES(?1, ?2, ?3, ?4)");
        query_int(&q, clock_now());
        query_text(&q, exercise);
        query_text(&q, why);
        query_text(&q, hex);
        ok = query_end(&q, err, "keep a copy of your file");
    }
    return store_commit(s, ok, err);
}

// Taken, not deleted: the text is still there if kata is killed before it has
// written the file.
static bool take_snapshot(Store *s, int64_t id, Err *err) {
    Query q = query_new(s, "UPDATE snapshot SET taken = 1 WHERE id = ?1");
    query_int(&q, id);
    return query_end(&q, err, "undo");
}

char *store_undo(Store *s, Arena *a, const char *exercise, size_t *n,
                 Err *err) {
    if (!store_begin(s, err)) return NULL;
    Query q = query_new(s, "SELECT snapshot.id, zstd FROM snapshot"
                           " JOIN source ON source.hash = snapshot.source"
                           " WHERE exercise = ?1 AND NOT taken"
                           " AND why <> 'undo'"
                           " ORDER BY snapshot.id DESC LIMIT 1");
    query_text(&q, exercise);
    char *text = NULL;
    int64_t id = 0;
    if (query_row(&q)) {
        id = col_int(&q, 0);
        text = source_column(&q, a, 1, n);
    }
    bool ok = query_end(&q, err, "undo") && text && take_snapshot(s, id, err);
    return store_commit(s, ok, err) ? text : NULL;
}

char *store_source(Store *s, Arena *a, const char *exercise, bool passing,
                   size_t *n) {
    Query q = query_new(s, "SELECT zstd FROM attempt"
                           " JOIN source ON source.hash = attempt.source"
                           " WHERE exercise = ?1"
                           " AND (NOT ?2 OR verdict = 'pass')"
                           " ORDER BY attempt.id DESC LIMIT 1");
    query_text(&q, exercise);
    query_int(&q, passing);
    char *text = query_row(&q) ? source_column(&q, a, 0, n) : NULL;
    query_end(&q, NULL, "read your file");
    return text;
}
