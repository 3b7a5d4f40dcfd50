// The result of one learner's exercise as the journal keeps it: enough for
// points, lists and pages, so that nothing is judged twice to be shown again.
#ifndef GRADE_GRADING_H
#define GRADE_GRADING_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/verdict.h"

typedef struct GradeCase { // that did not pass
    const char *name, *why;
    Verdict verdict;
} GradeCase;

typedef struct GradeGate { // or an answer about the code
    const char *metric;    // "bandwidth", or the id of the question
    const char *name;      // "bandwidth of copy"
    const char *value, *bound, *why;
    Verdict verdict;
} GradeGate;

typedef struct Grading {
    // Of these it is the result: another file or another test is judged anew.
    const char *learner, *exercise; // Learner.slug, id
    const char *hash, *version;     // of the file, of the exercise
    const char *on;                 // "sim h200"
    uint64_t seed;
    // The result. Texts are never NULL.
    Verdict verdict;
    const char *stage, *summary, *advice, *hint, *mistake, *medal, *device;
    const char *said; // by the compiler or the program, shortened
    bool modelled, untouched;
    int passed, ncases; // cases: right ones, of all
    GradeCase *cases;
    int nwrong;
    GradeGate *gates;
    int ngates;
    double seconds; // of the check
    int64_t at;     // Unix seconds
} Grading;

// Returns whether a result says something of the learner's file. If not (a tool
// is missing, kata's process was killed), it is judged again at the next run.
bool grading_counts(const Grading *g);
// Returns whether both are about the same file, tests, machine and seed.
bool grading_same_work(const Grading *a, const Grading *b);

// Writes it as lines of text, and reads that. False: it is no such text.
void grading_write(const Grading *g, Buf *out);
bool grading_read(Arena *a, Str text, Grading *out);

#endif
