// The screens of kata, from plain structs: text for people, JSON for programs.
//
// Nothing here prints, decides or reads a file; every function appends to a
// Buf. A number that was modelled says so wherever it stands.
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/err.h"
#include "gate/measure/ceiling.h"
#include "gate/measure/sweep.h"
#include "gate/result/explain.h"
#include "gate/result/result.h"
#include "gate/result/timeline.h"
#include "paper/paper.h"
#include "plan/lint.h"
#include "plan/plan.h"
#include "report/plot.h"
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
    bool verbose;        // everything, however long
    // After a pass: where that is in the track (NULL: none is followed), and
    // how to see our solution, with a word on what is in it, or NULL.
    const char *track;
    int done, total;
    const char *solution, *look;
} CheckHead;
void report_check(const Term *t, const CheckResult *r, const CheckHead *head,
                  Buf *out);
void report_check_json(const CheckResult *r, const CheckHead *head, Buf *out);
// The same as an HTML file: the source with the cost of every line beside it.
void report_check_html(const CheckResult *r, const CheckHead *head, Buf *out);
// Every key of that JSON, with its type and meaning.
void report_check_fields(const Term *t, Buf *out);
// The same of what has no kernel. then: earlier answers of an assessment,
// newest first, as the record has them (nthen attempts with their cases).
typedef struct PaperView {
    const PaperResult *r;
    const CheckHead *head;
    const Attempt *then;
    int nthen;
} PaperView;
void report_paper(const Term *t, const PaperView *v, Buf *out);
void report_paper_json(const PaperView *v, Buf *out);
// Every answer worked out, for `kata solution`.
void report_paper_worked(const Term *t, const PaperResult *r, Buf *out);
// Its parts that other screens use too.
// A file that lines are quoted from.
typedef struct SourceText {
    const char *file, *text;
    size_t len;
} SourceText;
// texts: the learner's files, of which the first is known by its name alone.
void report_traps(const Term *t, const TrapInfo *traps, int n, int ncases,
                  const SourceText *texts, int ntexts, Buf *out);
// Shows the untidy rather than the wrong, a line each: leaks.
void report_notes(const Term *t, const TrapInfo *notes, int n, Buf *out);
// Appends one launch per line, slowest first: kernel, shape, modelled time,
// what limits it, occupancy.
void report_kernels(const Term *t, const KernelCost *k, int n, Buf *out);
void report_kernels_json(const KernelCost *k, int n, Buf *out);
void report_traps_json(const TrapInfo *traps, int n, Buf *out);

// ---- the timeline of a program
// dropped: how many spans are missing.
void report_timeline(const Term *t, const TimelineSummary *s, int dropped,
                     Buf *out);
// All of it, in the Trace Event Format.
void report_timeline_json(Arena *a, const SimSpan *s, int n,
                          const TimelineSummary *t, const char *gpu, Buf *out);

// The GPU models, with their most telling columns; and all of them.
void report_models(const Term *t, Buf *out);
void report_models_json(Buf *out);

// ---- explain
typedef struct ExplainView {
    const char *title;    // "week06/transpose (transpose.cu)"
    const char *exercise; // id, or NULL: any program
    const char *file;     // the learner's, whose lines are shown
    const char *source;
    size_t len;
    const SimGpu *gpu;
    const char *shape; // "rows=8192 cols=8192", or NULL
    double call_us;    // of the timed call, as a check has it, or 0
    // Of that: copies are under way, and any work is; kernels of kata's own
    // tests, and which ("fill, check"), or NULL.
    double copies_us, busy_us, tests_us;
    const char *tests_kernels;
    const LineCost *lines;
    int nlines;
    const KernelCost *kernels;
    int nkernels;
    const Explanation *e;
} ExplainView;
void report_explain(const Term *t, const ExplainView *v, Buf *out);
void report_explain_json(const ExplainView *v, Buf *out);

// ---- what ncu counted on a GPU
typedef struct ProfileView {
    const char *device, *shape;
    const NcuKernel *at;
    int n;
    const char *file, *source; // the learner's, whose lines are shown
    size_t len;
    const LineCost *lines; // none: launches alone
    int nlines;
    const char *why; // why there is nothing, or NULL
} ProfileView;
void report_profile(const Term *t, const ProfileView *v, Buf *out);
void report_profile_json(const ProfileView *v, Buf *out);

// ---- progress
typedef struct GoalRow { // a gate or a milestone
    const char *says;
    const char *due;       // "2027-03-28", NULL: none
    int met, asked, parts; // requirements: met, of those that exist, in all
    bool opens;            // a gate that opens
} GoalRow;

typedef struct PhaseRow {
    const char *title;
    int done, total;
    const GoalRow *gate; // or NULL
} PhaseRow;

// How it goes beyond single weeks.
typedef struct Overview {
    const char *lag; // "2 days behind"
    int days_behind;
    int streak; // days of study in a row, up to today
    double hours;
    int run, measured;             // passes with code; those on a GPU
    int answered, shown, attested; // the others, by plan/kind.h's levels
    int read, readings; // those without a quiz, by the learner's word
    int skipped, stale;
    int outside, outside_passed; // exercises that the track does not have
    int reviews_due;
    const PhaseRow *phases;
    int nphases;
    const GoalRow *milestones;
    int nmilestones;
} Overview;
void report_overview(const Term *t, const Overview *v, Buf *out);

typedef struct ProgressView {
    const Track *track;
    const Progress *rows; // by exercise id
    int nrows;
    int week;                        // < 0: all
    const char *next;                // the command to type next
    const char *current;             // id of the current exercise, or NULL
    const Overview *overview;        // or NULL
    const struct Schedule *schedule; // says what counts here; NULL: what is not
                                     // optional
    const Attested *said;            // readings that are done
    int nsaid;
} ProgressView;
// Counts the track's exercises that have to be done, and those of them that are
// passed (stale ones too).
void progress_count(const ProgressView *v, const Week *only, int *done,
                    int *total);
void report_progress(const Term *t, const ProgressView *v, Buf *out);
void report_progress_json(const ProgressView *v, Buf *out);

// ---- history: newest first, as store_history returns it
void report_history(const Term *t, const char *address, const Attempt *rows,
                    int n, int total, Buf *out);
void report_history_json(const char *address, const Attempt *rows, int n,
                         Buf *out);

// ---- regress: passed sources run again (cli/cmd_regress.c)
typedef enum RegressKind {
    REGRESS_SAME,
    REGRESS_FASTER,
    REGRESS_SLOWER,
    REGRESS_GATE,    // right, but a gate that it passed fails
    REGRESS_WRONG,   // it does not build, crashes, or a case is wrong
    REGRESS_UNKNOWN, // cannot be compared on this machine
    REGRESS_COUNT,
} RegressKind;
const char *regress_name(RegressKind k);
bool regress_is_bad(RegressKind k);

typedef struct RegressTime {
    double us, lo, hi; // median and its 95 % interval; us 0: not timed
} RegressTime;

// Slower or faster: the intervals do not overlap and the medians differ by
// more than the threshold (0.05 is 5 %).
RegressKind regress_judge(const RegressTime *then, const RegressTime *now,
                          double threshold);

typedef struct MachineChange {
    const char *what, *then, *now; // "driver", "570.1", "580.2"
} MachineChange;

typedef struct RegressRow {
    const char *address;
    RegressKind kind;
    int64_t attempt; // whose source was run
    bool modelled;
    RegressTime then, now;
    const char *cause; // "machine" | "code" | "exercise" | "" : unknown
    const char *why;   // a sentence, or NULL
    MachineChange *changes;
    int nchanges;
} RegressRow;

typedef struct RegressView {
    const RegressRow *rows;
    int n;
    double threshold;
} RegressView;
void report_regress(const Term *t, const RegressView *v, Buf *out);
void report_regress_json(const RegressView *v, Buf *out);

// ---- bench: sizes swept
typedef struct BenchView {
    const char *title, *device;
    bool modelled;
    bool compute;                            // TFLOP/s, else GB/s
    double ceiling;                          // in that unit; 0 unknown
    const char *ceiling_name, *ceiling_from; // "copy", "measured here"
    const Sweep *sweep;
    const SweepOther *others;
    int nothers;
} BenchView;
// The rate of a time at a size, NaN if there is none.
double bench_rate(const BenchView *v, const SweepPoint *p, double us);
void report_bench(const Term *t, const BenchView *v, Buf *out);
void report_bench_json(const BenchView *v, Buf *out);

// ---- roofline: the best passes on one device
typedef struct RoofPoint {
    const char *name; // address
    const char *link; // id of a place in a page, or NULL
    int64_t attempt;
    bool modelled;
    double us, bytes, flops; // flops 0: the exercise does not say
    double ceiling_gbs;      // of its access class; 0: the view's
} RoofPoint;

typedef struct RoofCeiling {
    const char *name; // "copy"
    double gbs;
} RoofCeiling;

typedef struct RooflineView {
    const char *device;
    const char *source; // where the ceilings are from, a sentence
    const char *gbs_of; // "read"
    double gbs, tflops; // tflops 0: unknown
    double tensor;      // TFLOP/s of tensor cores, 0: unknown
    RoofCeiling memory[4];
    int nmemory;
    const RoofPoint *at;
    int n;
} RooflineView;
// TFLOP/s that the roof allows a kernel; NaN where it does no arithmetic.
double roofline_roof(const RooflineView *v, const RoofPoint *p);
// The part of its roof, arithmetic or traffic, that a kernel reaches.
double roofline_share(const RooflineView *v, const RoofPoint *p);
// The two pictures, in a: kernels that do arithmetic under the roof; and the
// traffic of those that only move memory. False: it would have no point.
bool roofline_plot(Arena *a, const RooflineView *v, Plot *out);
bool roofline_memory_plot(Arena *a, const RooflineView *v, Plot *out);
void report_roofline(const Term *t, const RooflineView *v, Buf *out);
void report_roofline_json(const RooflineView *v, Buf *out);

// ---- lint
// A source line under its message, with a caret at loc's column.
void report_source(const Term *t, Loc loc, const char *source, Buf *out);

// Every finding with its place, line and hint.
void report_findings(const Term *t, const Findings *f, Buf *out);
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
    double spent;     // of the error that is allowed, 0 to 1
    const char *note; // beside "ok": what is not proved; NULL or "": nothing
} VerifyRow;
// The rows under the name of their exercise, and the last line; before it, of a
// table longer than a screen, the rows that are not as they should be once
// more.
void report_verify_rows(const Term *t, const VerifyRow *rows, int n, Buf *out);
void report_verify_sum(const Term *t, const VerifyRow *rows, int n, Buf *out);
void report_verify_json(const VerifyRow *rows, int n, Buf *out);

// ---- calibrate
typedef struct CeilingView {
    const char *device, *driver, *uuid; // the latter two NULL: a model
    bool modelled;
    int64_t since;      // Unix seconds of the measurement; 0: now
    const Ceiling *all; // CEILING_COUNT of them
    const char *next;
} CeilingView;
void report_ceilings(const Term *t, const CeilingView *v, Buf *out);
void report_ceilings_json(const CeilingView *v, Buf *out);

// ---- selftest: rows as those of verify, and its own last line
typedef struct SelfTestSum {
    int cheats, rejected; // for the reason they state
    int honest, passed;
    int skipped; // of both: something is missing here; not in the others
    bool modelled;
} SelfTestSum;
// One row, under the name of its exercise if it is the first of that.
void report_selftest_row(const Term *t, const VerifyRow *r, bool first,
                         Buf *out);
void report_selftest_sum(const Term *t, const SelfTestSum *s, Buf *out);

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
// The same, with the digits that tell it from the bound: "2.004x" beside "2x".
void fmt_metric_beside(Buf *out, const char *metric, double value,
                       double bound);
void fmt_date(Buf *out, int64_t when); // "2025-11-20 14:03"

#endif
