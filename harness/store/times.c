// The whole record in two queries, for pictures of it.
#include "store/db.h"

#include <math.h>
#include <string.h>

static int64_t count_attempts(Store *s) {
    Query q = query_new(s, "SELECT count(*) FROM attempt");
    int64_t n = query_row(&q) ? col_int(&q, 0) : 0;
    query_end(&q, NULL, "count");
    return n;
}

// The text of column i: the one that is there if it is the same.
static const char *same_or_new(const Query *q, Arena *a, int i,
                               const char *there) {
    const char *text = (const char *)sqlite3_column_text(q->st, i);
    if (!text) text = "";
    return there && !strcmp(there, text) ? there : arena_str(a, text);
}

bool store_times(Store *s, Arena *a, TimeRow **out, int *n, Err *err) {
    int most = (int)count_attempts(s);
    *out = arena_array(a, TimeRow, (size_t)most);
    *n = 0;
    const char *exercise = NULL, *device = NULL;
    Query q = query_new(s, "SELECT id, at, exercise, device, verdict, modelled,"
                           "  median_us FROM attempt ORDER BY exercise, id");
    while (*n < most && query_row(&q)) {
        const char *verdict = (const char *)sqlite3_column_text(q.st, 4);
        exercise = same_or_new(&q, a, 2, exercise);
        device = same_or_new(&q, a, 3, device);
        (*out)[(*n)++] = (TimeRow){
            .id = col_int(&q, 0),
            .when = col_int(&q, 1),
            .exercise = exercise,
            .device = device,
            .verdict = verdict_find(verdict ? verdict : ""),
            .modelled = col_int(&q, 5) != 0,
            .us = col_real(&q, 6),
            .library_us = NAN,
        };
    }
    return query_end(&q, err, "read the record");
}

bool store_each_gate(Store *s,
                     void (*row)(void *ctx, int64_t attempt, const GateRow *g),
                     void *ctx, Err *err) {
    Query q = query_new(s, "SELECT attempt, metric, of, verdict, value, bound"
                           " FROM attempt_gate ORDER BY attempt, n");
    while (query_row(&q)) {
        GateRow g = {
            .metric = (const char *)sqlite3_column_text(q.st, 1),
            .of = (const char *)sqlite3_column_text(q.st, 2),
            .verdict = (const char *)sqlite3_column_text(q.st, 3),
            .value = col_real(&q, 4),
            .bound = col_real(&q, 5),
            .why = "",
        };
        row(ctx, col_int(&q, 0), &g);
    }
    return query_end(&q, err, "read the gates");
}
