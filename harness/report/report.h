// What kata shows, from plain structs: text for people, JSON for programs.
//
// Nothing here prints, decides or reads a file; every function appends to a
// Buf. A number that was modelled says so wherever it stands.
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/err.h"
#include "gate/check.h"
#include "gate/explain.h"
#include "plan/lint.h"
#include "plan/plan.h"
#include "report/term.h"
#include "store/store.h"

// ---- errors: "file:line:col: error: ..." + source line + caret + hint
void report_err(const Term *t, const Err *err, Buf *out);
// The chain as a JSON array.
void report_err_json(const Err *err, Buf *out);

// ---- a check
typedef struct CheckHead {
    const char *address; // "week06/transpose"
    const char *file;    // as the learner would type it
    int attempt;         // 0: not recorded
    const char *next;    // the command to type next
    bool untouched;      // the file is still the stub
} CheckHead;
void report_check(const Term *t, const CheckResult *r, const CheckHead *head,
                  Buf *out);
void report_check_json(const CheckResult *r, const CheckHead *head, Buf *out);
// Its parts that other screens use too.
void report_traps(const Term *t, const TrapInfo *traps, int n,
                  const char *source_file, const char *source, size_t len,
                  Buf *out);
// What is untidy rather than wrong, a line each: leaks.
void report_notes(const Term *t, const TrapInfo *notes, int n, Buf *out);
// Appends one launch per line, slowest first: kernel, shape, modelled time,
// what limits it, occupancy.
void report_kernels(const Term *t, const KernelCost *k, int n, Buf *out);
void report_kernels_json(const KernelCost *k, int n, Buf *out);
void report_traps_json(const TrapInfo *traps, int n, Buf *out);

// ---- explain
typedef struct ExplainView {
    const char *title;    // "week06/transpose (transpose.cu)"
    const char *exercise; // id, or NULL: any program
    const char *file;     // the learner's, whose lines are shown
    const char *source;
    size_t len;
    const SimGpu *gpu;
    const char *shape; // "rows=8192 cols=8192", or NULL
    const LineCost *lines;
    int nlines;
    const KernelCost *kernels;
    int nkernels;
    const Explanation *e;
} ExplainView;
void report_explain(const Term *t, const ExplainView *v, Buf *out);
void report_explain_json(const ExplainView *v, Buf *out);

// ---- progress
typedef struct ProgressView {
    const Track *track;
    const Progress *rows; // by exercise id
    int nrows;
    int week;            // < 0: all
    const char *next;    // the command to type next
    const char *current; // id of the current exercise, or NULL
} ProgressView;
// Counts the track's exercises and those that are passed (stale ones too).
void progress_count(const ProgressView *v, const Week *only, int *done,
                    int *total);
const Progress *progress_find(const Progress *rows, int n, const char *id);
void report_progress(const Term *t, const ProgressView *v, Buf *out);
void report_progress_json(const ProgressView *v, Buf *out);

// ---- history: newest first, as store_history returns it
void report_history(const Term *t, const char *address, const Attempt *rows,
                    int n, int total, Buf *out);
void report_history_json(const char *address, const Attempt *rows, int n,
                         Buf *out);

// ---- lint
// A source line under its message, with a caret at loc's column.
void report_source(const Term *t, Loc loc, const char *source, Buf *out);

void report_lint(const Term *t, const Findings *f, int nexercises, Buf *out);
void report_lint_json(const Findings *f, Buf *out);

// ---- verify
typedef struct VerifyRow {
    const char *exercise;
    const char *what;   // "stub", "solution", "mutants/no-sync.cu"
    const char *wanted; // "fails", "passes", "case rows=1023"
    const char *got;    // what happened, in a few words
    bool ok, skipped;
    bool modelled;
    double seconds;
} VerifyRow;
// The rows under the name of their exercise, and the last line.
void report_verify_rows(const Term *t, const VerifyRow *rows, int n, Buf *out);
void report_verify_sum(const Term *t, const VerifyRow *rows, int n, Buf *out);
void report_verify_json(const VerifyRow *rows, int n, Buf *out);

// ---- doctor
typedef enum Health { HEALTH_OK, HEALTH_WARN, HEALTH_BAD } Health;
typedef struct Symptom {
    const char *name; // "GPU"
    Health health;
    const char *state;   // what was found
    const char *meaning; // what follows from it, or NULL
    const char *todo;    // what to do, or NULL
} Symptom;
void report_doctor(const Term *t, const Symptom *rows, int n, Buf *out);
void report_doctor_json(const Symptom *rows, int n, Buf *out);

// ---- the brief: Markdown as plain text
void report_markdown(const Term *t, const char *text, size_t n, Buf *out);

// ---- numbers
void fmt_us(Buf *out, double us);     // "412 us", "3.07 ms"
void fmt_seconds(Buf *out, double s); // "1.4 s", "320 ms"
void fmt_metric(Buf *out, const char *metric, double value); // "84 %", "3.4x"
void fmt_date(Buf *out, int64_t when); // "2025-11-20 14:03"
// Two numbers, as short as keeps them apart.
void fmt_pair(double a, double b, char as[40], char bs[40]);

#endif
