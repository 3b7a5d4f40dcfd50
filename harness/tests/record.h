// A record in a scratch folder, for the tests of store/.
#ifndef TESTS_RECORD_H
#define TESTS_RECORD_H

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "store/store.h"
#include "tests/tests.h"

static char dir[] = "/tmp/kata-store-XXXXXX";
static char db[200];
static Arena arena;

static inline void set_up(void) {
    strcpy(dir, "/tmp/kata-store-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(dir));
    snprintf(db, sizeof db, "%s/progress.db", dir);
}

static inline void tear_down(void) {
    path_remove_all(dir, NULL);
    arena_reset(&arena);
}

static inline Store *open_store(void) {
    Err err = {0};
    Store *s = NULL;
    ck_assert_msg(store_open(&s, db, &err), "%s", err.msg);
    return s;
}

static inline void sql(const char *text) {
    sqlite3 *raw;
    ck_assert_int_eq(sqlite3_open(db, &raw), SQLITE_OK);
    char *msg = NULL;
    ck_assert_msg(sqlite3_exec(raw, text, NULL, NULL, &msg) == SQLITE_OK, "%s",
                  msg);
    sqlite3_close(raw);
}

static inline Attempt attempt_of(const char *exercise, Verdict v, double us) {
    static const CaseRow cases[] = {
        {"rows=1", "pass", "", 11},
        {"rows=1023", "fail", "out[3]: expected 1, got 2", UINT64_MAX},
    };
    static const GateRow gates[] = {
        {"bandwidth", "copy", "pass", 0.84, 0.8, "1303 of 1550 GB/s"},
        {"speedup", NULL, "skipped", NAN, 3, ""},
    };
    static const double samples[] = {1.5, 2.5, 3.5};
    return (Attempt){
        .exercise = exercise,
        .track = "micro",
        .verdict = v,
        .stage = "gates",
        .device = "NVIDIA H200",
        .backend = "gpu",
        .summary = "fast enough",
        .version = "v1",
        .harness = "0.1",
        .source = "__global__ void f() {}\n",
        .source_len = 23,
        .machine_json = "{\"device\":\"NVIDIA H200\"}",
        .seed = UINT64_MAX - 1,
        .seconds = 1.25,
        .median_us = us,
        .lo_us = us,
        .hi_us = us,
        .samples_us = samples,
        .nsamples = 3,
        .cases = cases,
        .ncases = 2,
        .gates = gates,
        .ngates = 2,
    };
}

static inline void add(Store *s, Attempt a) {
    Err err = {0};
    ck_assert_msg(store_add_attempt(s, &a, &err), "%s", err.msg);
}

static VersionNow versions; // none, unless a test says so

// Progress of one exercise; state todo if it has no row.
static inline Progress progress_of(Store *s, const char *id) {
    Progress *rows;
    int n;
    ck_assert(store_progress(s, &arena, versions, &rows, &n, NULL));
    for (int i = 0; i < n; i++)
        if (!strcmp(rows[i].exercise, id)) return rows[i];
    return (Progress){.exercise = id};
}

#endif
