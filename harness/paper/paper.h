// Checking what has no kernel: sheets of questions, reports, projects.
//
// Each kind has a file of its own (sheet.c, essay.c, project.c) that fills a
// PaperResult: one row per question, part, citation or file. Nothing here
// prints or records; what a check must know of the record it asks through
// PaperRecord, so that `kata verify` can ask a made-up one.
#ifndef PAPER_PAPER_H
#define PAPER_PAPER_H

#include "base/buf.h"
#include "base/str.h"
#include "paper/prediction.h"
#include "paper/result.h"

// One attempt, as a citation needs it.
typedef struct Cited {
    int number;           // the exercise's n-th
    const char *exercise; // id
    const char *text;     // the text in the brackets: "attempt 17: ..."
    Verdict verdict;
    double us;          // median; NaN: not timed
    double value;       // the number that the citation shows; NaN: none
    const char *unit;   // of it
    const char *device; // as the citation names it
    bool modelled;
    Prediction prediction; // metric NULL: none
} Cited;

// An exercise that was passed, put back to its stub, and solved again. Times in
// Unix seconds, 0: never.
typedef struct Drill {
    int64_t passed;   // the last pass before it began
    int64_t begun;    // `kata reset` put the stub back
    int64_t solved;   // the first pass after that
    const char *same; // has the same text as that pass: "attempt 3"; or NULL
    int helped;       // hints and solutions looked at meanwhile
} Drill;

typedef struct PaperRecord {
    void *ctx;
    // The exercise's n-th attempt; false: there is none.
    bool (*attempt)(void *ctx, Arena *a, const char *exercise, int number,
                    Cited *out);
    // Its best passing attempt (fastest, newest if none is timed).
    bool (*best)(void *ctx, Arena *a, const char *exercise, Cited *out);
    // Returns true if the exercise has this text: its results or its reference
    // if the name, a path in the folder, ends like one; else the source of an
    // attempt that passed.
    bool (*files)(void *ctx, Arena *a, const Exercise *ex, const char *name,
                  Str text);
    // The exercise's i-th drill, the newest is 0; false: there is none.
    bool (*drill)(void *ctx, Arena *a, const Exercise *ex, int i, Drill *out);
} PaperRecord;

typedef struct PaperRequest {
    const Plan *plan;
    const Exercise *ex;
    const char *file; // the learner's; a project's folder is the one it is in
    uint64_t seed;    // of the sheet
    const PaperRecord *record;
    const char *scratch; // an empty folder for what commands write
    // Called before each slow step with a short text, or NULL.
    void (*progress)(void *ctx, const char *step);
    // Runs a program on the simulated device; *text receives its export.
    bool (*simulate)(void *ctx, Arena *a, const char *file, const char **args,
                     const char *gpu, bool timeline, const char **text,
                     Err *err);
    void *ctx;
} PaperRequest;

// Judges. False only if no verdict could be reached (the file cannot be read,
// the exercise's own YAML has no answer). Free with paper_free in every case.
bool paper_check(const PaperRequest *q, PaperResult *res, Err *err);

// Writes the learner's start: the sheet that seed draws, or the headings of a
// report, as Markdown.
bool paper_stub(const Exercise *ex, uint64_t seed, Buf *out, Err *err);

// ---- by kind

bool sheet_check(const PaperRequest *q, PaperResult *res, Err *err);
bool essay_check(const PaperRequest *q, PaperResult *res, Err *err);
bool project_check(const PaperRequest *q, PaperResult *res, Err *err);

#endif
