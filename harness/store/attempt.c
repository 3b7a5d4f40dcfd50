// Attempts: written once, in one transaction, and read back.
#include "store/db.h"

#include "base/day.h"
#include "base/hash.h"

#include <math.h>
#include <string.h>

static bool put_machine(Store *s, const char *json, char hex[HASH_HEX],
                        Err *err) {
    hash_of(json, strlen(json), hex);
    Query q = query_new(s, "INSERT OR IGNORE INTO machine VALUES(?1, ?2)");
    query_text(&q, hex);
    query_text(&q, json);
    return query_end(&q, err, "record this machine");
}

static const char *or_empty(const char *text) {
    return text ? text : "";
}

static bool put_attempt(Store *s, Attempt *a, const char *source,
                        const char *machine, Err *err) {
    Query q = query_new(
        s, "INSERT INTO attempt(at, exercise, track, verdict, stage, device,"
           "  backend, modelled, summary, version, harness, source, machine,"
           "  seed, seconds, median_us, lo_us, hi_us, samples, hints)"
           " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,"
           "  ?14, ?15, ?16, ?17, ?18, ?19,"
           "  coalesce((SELECT hints FROM summary WHERE exercise = ?2), 0))");
    query_int(&q, a->when ? a->when : clock_now());
    query_text(&q, a->exercise);
    query_text(&q, a->track);
    query_text(&q, verdict_id(a->verdict));
    query_text(&q, or_empty(a->stage));
    query_text(&q, or_empty(a->device));
    query_text(&q, or_empty(a->backend));
    query_int(&q, a->modelled);
    query_text(&q, or_empty(a->summary));
    query_text(&q, or_empty(a->version));
    query_text(&q, or_empty(a->harness));
    query_text(&q, source);
    query_text(&q, machine);
    query_int(&q, (int64_t)a->seed);
    query_real(&q, a->seconds);
    query_real(&q, a->median_us);
    query_real(&q, a->lo_us);
    query_real(&q, a->hi_us);
    query_blob(&q, a->samples_us, (size_t)a->nsamples * sizeof(double));
    if (!query_end(&q, err, "record the attempt")) return false;
    a->id = sqlite3_last_insert_rowid(s->db);

    q = query_new(s, "SELECT attempts FROM summary WHERE exercise = ?1");
    query_text(&q, a->exercise);
    if (query_row(&q)) a->number = (int)col_int(&q, 0);
    return query_end(&q, err, "record the attempt");
}

static bool put_cases(Store *s, const Attempt *a, Err *err) {
    for (int i = 0; i < a->ncases; i++) {
        const CaseRow *c = &a->cases[i];
        Query q = query_new(s, "INSERT INTO attempt_case"
                               " VALUES(?1, ?2, ?3, ?4, ?5, ?6)");
        query_int(&q, a->id);
        query_int(&q, i);
        query_text(&q, or_empty(c->name));
        query_text(&q, or_empty(c->verdict));
        query_text(&q, or_empty(c->detail));
        query_int(&q, (int64_t)c->seed);
        if (!query_end(&q, err, "record the cases")) return false;
    }
    return true;
}

static bool put_gates(Store *s, const Attempt *a, Err *err) {
    for (int i = 0; i < a->ngates; i++) {
        const GateRow *g = &a->gates[i];
        Query q = query_new(s, "INSERT INTO attempt_gate"
                               " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
        query_int(&q, a->id);
        query_int(&q, i);
        query_text(&q, or_empty(g->metric));
        query_text(&q, g->of);
        query_text(&q, or_empty(g->verdict));
        query_real(&q, g->value);
        query_real(&q, g->bound);
        query_text(&q, or_empty(g->why));
        if (!query_end(&q, err, "record the gates")) return false;
    }
    return true;
}

bool store_add_attempt(Store *s, Attempt *a, Err *err) {
    char source[HASH_HEX], machine[HASH_HEX];
    if (!store_begin(s, err)) return false;

    bool ok = true;
    if (a->source) ok = source_put(s, a->source, a->source_len, source, err);
    if (ok && a->machine_json)
        ok = put_machine(s, a->machine_json, machine, err);
    ok = ok &&
         put_attempt(s, a, a->source ? source : NULL,
                     a->machine_json ? machine : NULL, err) &&
         put_cases(s, a, err) && put_gates(s, a, err) &&
         seal_attempt(s, a->id, err);
    return store_commit(s, ok, err);
}

// ---- reading

#define COLUMNS                                                                \
    "attempt.id, at, exercise, track, verdict, stage, device, backend,"        \
    " modelled, summary, version, harness, seed, seconds, median_us, lo_us,"   \
    " hi_us"

static void read_columns(const Query *q, Arena *a, Attempt *out) {
    Arena scratch = {0};
    *out = (Attempt){
        .id = col_int(q, 0),
        .when = col_int(q, 1),
        .exercise = col_text(q, a, 2),
        .track = col_text(q, a, 3),
        .verdict = verdict_find(col_text(q, &scratch, 4)),
        .stage = col_text(q, a, 5),
        .device = col_text(q, a, 6),
        .backend = col_text(q, a, 7),
        .modelled = col_int(q, 8) != 0,
        .summary = col_text(q, a, 9),
        .version = col_text(q, a, 10),
        .harness = col_text(q, a, 11),
        .seed = (uint64_t)col_int(q, 12),
        .seconds = col_real(q, 13),
        .median_us = col_real(q, 14),
        .lo_us = col_real(q, 15),
        .hi_us = col_real(q, 16),
    };
    arena_reset(&scratch);
}

static int count_rows(Store *s, const char *sql, const char *text, int64_t id) {
    Query q = query_new(s, sql);
    if (text)
        query_text(&q, text);
    else
        query_int(&q, id);
    int n = query_row(&q) ? (int)col_int(&q, 0) : 0;
    query_end(&q, NULL, "count");
    return n;
}

bool store_history(Store *s, Arena *a, const char *exercise, int limit,
                   Attempt **out, int *n, Err *err) {
    int most = count_rows(s, "SELECT count(*) FROM attempt WHERE exercise = ?1",
                          exercise, 0);
    if (limit > 0 && limit < most) most = limit;
    *out = arena_array(a, Attempt, (size_t)most);
    *n = 0;

    Query q = query_new(s, "SELECT " COLUMNS " FROM attempt"
                           " WHERE exercise = ?1 ORDER BY id DESC LIMIT ?2");
    query_text(&q, exercise);
    query_int(&q, most);
    while (*n < most && query_row(&q))
        read_columns(&q, a, &(*out)[(*n)++]);
    return query_end(&q, err, "read the history");
}

static bool read_cases(Store *s, Arena *a, Attempt *out, Err *err) {
    int most =
        count_rows(s, "SELECT count(*) FROM attempt_case WHERE attempt = ?1",
                   NULL, out->id);
    CaseRow *rows = arena_array(a, CaseRow, (size_t)most);
    Query q = query_new(s, "SELECT name, verdict, detail, seed"
                           " FROM attempt_case WHERE attempt = ?1 ORDER BY n");
    query_int(&q, out->id);
    while (out->ncases < most && query_row(&q))
        rows[out->ncases++] = (CaseRow){
            .name = col_text(&q, a, 0),
            .verdict = col_text(&q, a, 1),
            .detail = col_text(&q, a, 2),
            .seed = (uint64_t)col_int(&q, 3),
        };
    out->cases = rows;
    return query_end(&q, err, "read an attempt's cases");
}

static bool read_gates(Store *s, Arena *a, Attempt *out, Err *err) {
    int most =
        count_rows(s, "SELECT count(*) FROM attempt_gate WHERE attempt = ?1",
                   NULL, out->id);
    GateRow *rows = arena_array(a, GateRow, (size_t)most);
    Query q = query_new(s, "SELECT metric, of, verdict, value, bound, why"
                           " FROM attempt_gate WHERE attempt = ?1 ORDER BY n");
    query_int(&q, out->id);
    while (out->ngates < most && query_row(&q))
        rows[out->ngates++] = (GateRow){
            .metric = col_text(&q, a, 0),
            .of = col_text(&q, a, 1),
            .verdict = col_text(&q, a, 2),
            .value = col_real(&q, 3),
            .bound = col_real(&q, 4),
            .why = col_text(&q, a, 5),
        };
    out->gates = rows;
    return query_end(&q, err, "read an attempt's gates");
}

static void read_samples(const Query *q, Arena *a, int i, Attempt *out) {
    size_t bytes = (size_t)sqlite3_column_bytes(q->st, i);
    out->nsamples = (int)(bytes / sizeof(double));
    double *copy = arena_array(a, double, (size_t)out->nsamples);
    if (bytes)
        memcpy(copy, sqlite3_column_blob(q->st, i),
               (size_t)out->nsamples * sizeof(double));
    out->samples_us = copy;
}

bool store_attempt(Store *s, Arena *a, int64_t id, Attempt *out, Err *err) {
    Query q = query_new(s, "SELECT " COLUMNS ", zstd, json, samples"
                           " FROM attempt"
                           " LEFT JOIN source ON source.hash = attempt.source"
                           " LEFT JOIN machine ON machine.hash ="
                           " attempt.machine WHERE attempt.id = ?1");
    query_int(&q, id);
    bool found = query_row(&q);
    if (found) {
        read_columns(&q, a, out);
        out->source = source_column(&q, a, 17, &out->source_len);
        out->machine_json = col_text(&q, a, 18);
        read_samples(&q, a, 19, out);
    }
    if (!query_end(&q, err, "read an attempt")) return false;
    if (!found) {
        err_set(err, ERR_USAGE, "there is no attempt %lld", (long long)id);
        return err_hint(err, "`kata history EXERCISE` lists them");
    }
    return read_cases(s, a, out, err) && read_gates(s, a, out, err);
}
