// compute-sanitizer on the cases of a check, and what its words mean.
//
// Silence is no evidence: a tool that crashed, or a program that ended before
// it did anything, prints no error either. A run counts as clean only with the
// tool's summary line, no errors in it, and the program's own last word on how
// many cases it ran (runner/replay.c), with a number drawn for this run.
#ifndef GATE_MEMCHECK_H
#define GATE_MEMCHECK_H

#include "gate/result/result.h"

typedef struct MemcheckReport {
    bool ended;    // the summary line was there
    int ran;       // cases, by the program's last word; -1: it said nothing
    long errors;   // by the summary
    long warnings; // racecheck: hazards that it rates lower
    bool has_trap; // the first error, with its place
    TrapInfo trap;
} MemcheckReport;

// The tools, NULL-terminated: memcheck, racecheck, initcheck, synccheck.
extern const char *const memcheck_tools[];
// Reads what the tool and the program printed; word: of this run; file: the
// learner's, whose lines are looked for.
MemcheckReport memcheck_read(Arena *a, const char *text, const char *word,
                             const char *file);
// NULL: a clean run of n cases. Else why it is not, and whether the learner's
// program is at fault (else nothing is known).
const char *memcheck_why(Arena *a, const MemcheckReport *r, const char *tool,
                         int n, bool *fault);

#endif
