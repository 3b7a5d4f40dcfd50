// progress.db: attempts are appended and never changed.
//
// WAL, foreign keys, busy timeout; versioned migrations (schema.c), a checked
// backup before each. Every write below is one transaction: after a kill at
// any moment the record holds all that was reported.
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/verdict.h"

typedef struct Store Store;

// Opens, creating or migrating it. A database from a newer kata is refused,
// a damaged one is named, with the backup and the command that restores it.
bool store_open(Store **out, const char *path, Err *err);
// The same for those who only read: a record that may not be written is opened
// as it is, and what would write to it fails.
bool store_look(Store **out, const char *path, Err *err);
void store_close(Store *s);

// ---- settings: the active track and the like
bool store_set(Store *s, const char *key, const char *value, Err *err);
// Returns NULL if it was never set.
char *store_get(Store *s, Arena *a, const char *key);

// ---- attempts
typedef struct CaseRow {
    const char *name;    // "rows=1023 cols=65"
    const char *verdict; // verdict_id
    const char *detail;  // first mismatch, or ""
    uint64_t seed;
} CaseRow;

typedef struct GateRow {
    const char *metric, *of;
    const char *verdict;
    double value, bound; // value NaN: unknown
    const char *why;
} GateRow;

typedef struct Attempt {
    int64_t id;           // set by store_add_attempt
    int number;           // likewise: the exercise's n-th, from 1
    const char *exercise; // id
    const char *track;    // or NULL
    Verdict verdict;
    const char *stage;   // build | run | correct | gates | done
    const char *device;  // "NVIDIA H200", "H200 (simulated)"
    const char *backend; // "gpu" | "sim"
    bool modelled;
    const char *summary; // one line: what decided
    const char *version; // exercise_version
    const char *harness; // kata's version
    const char *source;  // the learner's text; stored compressed, by content
    size_t source_len;
    const char *machine_json; // device, driver, clocks, toolkit, flags, host
    uint64_t seed;
    double seconds;   // of the whole check
    double median_us; // NaN: not timed
    double lo_us, hi_us;
    const double *samples_us; // raw, may be NULL
    int nsamples;
    const CaseRow *cases;
    int ncases;
    const GateRow *gates;
    int ngates;
    int64_t when; // Unix seconds; 0: now
} Attempt;

bool store_add_attempt(Store *s, Attempt *a, Err *err);

// Rows that do not agree with the checksum that was recorded with them.
typedef struct StoreFaults {
    int attempts;  // changed since they were recorded
    int64_t first; // id of the first of them
    int unsealed;  // without a checksum: rows that kata did not write
    int64_t first_unsealed;
    int sources; // learner's files that cannot be unpacked, or are others
} StoreFaults;
// Computes all checksums anew. False: the record cannot be read.
bool store_verify(Store *s, StoreFaults *out, Err *err);
// The same of attempts alone.
bool store_verify_attempts(Store *s, StoreFaults *out, Err *err);
// One attempt is as kata wrote it, into this record.
bool store_is_sealed(Store *s, int64_t id);

// Counts the attempts that lie more than a day ahead of the clock, and tells
// the time of the latest.
bool store_future(Store *s, int *n, int64_t *latest, Err *err);

// Attempts of one exercise, newest first; limit <= 0 is all. Strings in arena;
// source, cases, gates and samples are left out (see store_attempt).
bool store_history(Store *s, Arena *a, const char *exercise, int limit,
                   Attempt **out, int *n, Err *err);
// One attempt with everything. False with ERR_USAGE if there is none.
bool store_attempt(Store *s, Arena *a, int64_t id, Attempt *out, Err *err);

// Of every attempt the little that pictures need, by exercise, oldest first.
typedef struct TimeRow {
    int64_t id, when;
    const char *exercise, *device; // the same pointer in a run of equal ones
    Verdict verdict;
    bool modelled;
    double us;         // median, NaN: not timed
    double library_us; // of the same run, NaN: no library was timed
} TimeRow;
// Answers in well under a second with 100 000 attempts. library_us is left out.
bool store_times(Store *s, Arena *a, TimeRow **out, int *n, Err *err);
// Calls row with every gate of every attempt, in the order of attempts; its
// strings last until the next. `why` is left out.
bool store_each_gate(Store *s,
                     void (*row)(void *ctx, int64_t attempt, const GateRow *g),
                     void *ctx, Err *err);

// ---- progress
typedef enum State {
    STATE_TODO,
    STATE_ATTEMPTED,
    STATE_PASSED,
    STATE_STALE, // passed, but its tests or gates have changed since
    STATE_SKIPPED,
} State;
const char *state_text(State s);

typedef struct Progress {
    const char *exercise;
    State state;
    bool measured; // the pass was on a GPU; else modelled
    int attempts;
    int hints_seen;
    bool saw_solution; // before the pass
    int64_t last;      // Unix seconds of the last attempt, 0: none
    int64_t passed_at; // likewise of the last pass that counts
    double best_us;    // best passing median, NaN: none
    int64_t best_id;   // its attempt
} Progress;

// Says which version of an exercise counts now; NULL: any does. The text lasts
// until the next call. Asked once for each exercise that was passed.
typedef struct VersionNow {
    const char *(*of)(void *ctx, const char *exercise); // NULL: none is stale
    void *ctx;
} VersionNow;

// One row per exercise that has any record, by id. Must answer in well under
// 50 ms with 100 000 attempts. A pass of another version than `now` says is
// stale.
bool store_progress(Store *s, Arena *a, VersionNow now, Progress **out, int *n,
                    Err *err);
// The row of one exercise, or NULL.
const Progress *store_find_progress(const Progress *rows, int n,
                                    const char *id);
// The attempts between two moments (Unix seconds, until excluded), one
// row per exercise, in the order of the first attempt.
typedef struct DayRow {
    const char *exercise;
    int attempts, passes;
    int64_t first, last;
    const char *summary; // of the last attempt
    bool modelled;       // the last one
    double best_us;      // of a pass, NaN: none
    int64_t best_id;     // its attempt, or 0
} DayRow;
bool store_between(Store *s, Arena *a, int64_t from, int64_t until,
                   DayRow **out, int *n, Err *err);
// Quarter hours (Unix seconds / 900) in which something was done, rising.
bool store_active(Store *s, Arena *a, int64_t **out, int *n, Err *err);

// ---- reviews
typedef struct MemoryRow {
    const char *exercise;
    double stability, difficulty; // days; 1 to 10
    int day, due;                 // base/day.h
    int reviews, lapses;
} MemoryRow;
// By exercise.
bool store_memory(Store *s, Arena *a, MemoryRow **out, int *n, Err *err);
// Keeps a state that no review led to: what a first pass says.
bool store_set_memory(Store *s, const MemoryRow *m, Err *err);
// Appends a review with its grade (1 to 4) and keeps the state after it.
bool store_add_review(Store *s, const MemoryRow *after, int grade, Err *err);

// ---- what is done by the learner's word
typedef struct Attested {
    const char *item; // key of a reading (plan/track.h)
    const char *text; // what it said then
    const char *note; // the learner's
    int64_t at;
} Attested;
bool store_attest(Store *s, const char *item, const char *text,
                  const char *note, Err *err);
// Takes it back; *was: there was something to take back.
bool store_unattest(Store *s, const char *item, bool *was, Err *err);
// All that stands, by time.
bool store_attested(Store *s, Arena *a, Attested **out, int *n, Err *err);

// ---- a learner's time and choices in a track; days as in base/day.h
typedef struct PaceRow {
    int from, minutes; // from that day on, so much
    unsigned days;     // on these: bit 0 is Mondays
} PaceRow;
// By day.
bool store_paces(Store *s, Arena *a, const char *track, PaceRow **out, int *n,
                 Err *err);
// Keeps a pace; one that began on its day or later is dropped.
bool store_set_pace(Store *s, const char *track, PaceRow p, Err *err);

typedef struct PauseRow {
    int from, until; // until is the first day back
} PauseRow;
// By day.
bool store_pauses(Store *s, Arena *a, const char *track, PauseRow **out, int *n,
                  Err *err);
// Keeps a pause in place of those that last longer than until today.
bool store_set_pause(Store *s, const char *track, PauseRow p, int today,
                     Err *err);

// Ids of exercises in options that the learner took.
bool store_taken(Store *s, Arena *a, const char *track, const char ***out,
                 int *n, Err *err);
bool store_take(Store *s, const char *track, const char *exercise, Err *err);

// Hints and solutions seen, skips.
bool store_note(
    Store *s, const char *exercise, const char *what, int level,
    Err *err); // what: hint | solution | skip | unskip | start | reset
int store_hint_level(Store *s, const char *exercise); // highest shown, 0: none

typedef struct NoteRow {
    int64_t at; // Unix seconds
    const char *what;
} NoteRow;
// All of an exercise, newest first.
bool store_notes(Store *s, Arena *a, const char *exercise, NoteRow **out,
                 int *n, Err *err);

// ---- snapshots of the learner's file, for undo
bool store_snapshot(Store *s, const char *exercise, const char *why,
                    const char *text, size_t n, Err *err);
// Takes the newest snapshot off the pile. Returns NULL if there is none.
char *store_undo(Store *s, Arena *a, const char *exercise, size_t *n, Err *err);
// The source of the last passing attempt (or of any, if !passing); NULL: none.
char *store_source(Store *s, Arena *a, const char *exercise, bool passing,
                   size_t *n);

// ---- measured facts about a device: ceilings (key: "uuid|driver|copy")
bool store_set_fact(Store *s, const char *key, double value, Err *err);
double store_fact(Store *s, const char *key, int64_t max_age_seconds); // NaN
int64_t store_fact_when(Store *s, const char *key); // Unix seconds, 0: never

// For queries that print: the open connection.
struct sqlite3 *store_db(Store *s);

#endif
