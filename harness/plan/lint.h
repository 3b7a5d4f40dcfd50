// kata lint: the author's checks, without running anything.
#ifndef PLAN_LINT_H
#define PLAN_LINT_H

#include "plan/plan.h"

typedef struct Finding {
    Loc loc;
    bool is_error; // else a warning
    char msg[400];
    char hint[300];
    char source[200]; // the line that loc points at, or ""
} Finding;

typedef struct Findings {
    Finding *at;
    int n, cap;
} Findings; // free with vec_free

// Checks every exercise (or only `one`, by id, if not NULL): files there and
// none astray, a hint ladder of three of which one answers a failure, TODO in
// the stub, at least four mutants each with a "rejected by:" line, a README
// that names the entry and every gate, and no size or bound that the YAML does
// not have, no line covered by two exercises with code for no reason, needs
// known and without cycles, covers in the syllabus (ids of items_tsv, which may
// be NULL), gates with known metrics, no empty cases, a reference, a solution,
// NOTES.md; tracks: exercises exist, weeks in order.
void lint_run(const Plan *p, const char *one, const char *items_tsv,
              Findings *out);

#endif
