// kata lint --coverage: what every line of the syllabi rests on.
//
// A track with `syllabus: micro12` answers the lines micro12-001 ... of
// items.tsv. A line is answered by what stands in that very track: a claim of
// an exercise that the track does not hold helps nobody who follows it.
#ifndef PLAN_COVERAGE_H
#define PLAN_COVERAGE_H

#include "plan/lint.h"

typedef struct CoverLine {
    const char *id, *section, *text;
    const Track *track; // whose syllabus it belongs to; NULL if none
    Proof proof;        // the strongest claim
    const char *by;     // who claims it: an id, "gate of week 6"; NULL if none
    // Of two claims of one line, a quiz, and an exercise still to be written in
    // which code runs: the quiz stands in for that, and the line is announced.
    const char *quiz, *announced; // NULL: none
    const char *remark;           // why it asks for nothing; NULL if it does
} CoverLine;

typedef struct CoverTotal {
    int lines, remarks;
    int by_proof[PROOF_COUNT]; // of the lines that ask for something
} CoverTotal;

typedef struct Coverage {
    Arena arena;
    CoverLine *lines; // in the order of items.tsv
    int n;
    Map by_id; // CoverLine *
} Coverage;

// Reads the syllabi and the remarks (`remarks: {id or first..last: words}`;
// remarks may be NULL), and weighs every claim of the plan. What is wrong is
// added to out: a line that nothing answers, one that is a remark and answered
// too, a remark on no line, a claim that its track does not hold (a warning).
// Returns false and sets err if a file cannot be read. Free with coverage_free.
bool coverage_make(Coverage *c, const Plan *p, const char *items_tsv,
                   const char *remarks, Findings *out, Err *err);
void coverage_free(Coverage *c);

// Of the track's lines; of all if track is NULL.
CoverTotal coverage_total(const Coverage *c, const Track *track);
// Lines that ask for something.
int coverage_asks(const CoverTotal *t);

#endif
