// Mutants: wrong or slow kernels that an exercise must reject, each for the
// reason that its first line states.
//
//   // rejected by: case rows=1023 | trap out-of-bounds (no bounds check)
//
//   reason = "// rejected by:" way ("|" way)* "(" why ")"
//   way    = "case" text? | "trap" kind | "gate" metric | "guard"
//          | "input-changed" | "crash" | "timeout" | "build"
//
// One way is enough: the simulated device may see as a trap what shows on a GPU
// as a wrong result.
#ifndef PLAN_MUTANT_H
#define PLAN_MUTANT_H

#include "plan/plan.h"

typedef enum WayKind {
    WAY_CASE,          // wrong result, in a case whose name contains `what`
    WAY_TRAP,          // what: a trap kind of sim/traps.def
    WAY_GATE,          // what: a metric
    WAY_GUARD,         // wrote beside a buffer
    WAY_INPUT_CHANGED, // wrote into an input
    WAY_CRASH,
    WAY_TIMEOUT,
    WAY_BUILD, // does not compile
    WAY_COUNT,
} WayKind;
const char *way_name(WayKind k); // "input-changed" ...

typedef struct Way {
    WayKind kind;
    const char *what; // "" where the kind needs none
} Way;

typedef struct MutantReason {
    Way *ways; // one at least
    int nways;
    const char *text; // "case rows=1023 | trap out-of-bounds"
    const char *why;  // "no bounds check"
} MutantReason;

// Returns the mutants of an exercise, solutions/<topic>/<id>/mutants/*.cu (.c
// for kind c), in byte order, ended by NULL; *n may be NULL.
char **mutant_list(Arena *a, const Exercise *ex, int *n);

// Reads the reason from a mutant's first line.
bool mutant_reason(const char *path, Arena *a, MutantReason *out, Err *err);

#endif
