// Mutants: wrong or slow kernels that an exercise must reject, each for the
// reason that its first line states.
//
//   // rejected by: case rows=1023 | trap out-of-bounds (no bounds check)
//
//   reason = "// rejected by:" way ("|" way)* "(" why ")"
//   way    = name what?                  see plan/ways.def
//
// A second line may say the mistake in sentences of their own, for the learner
// whose results are the same (gate/check/known.h):
//
//   // says: The last, partial block is never launched: round the grid up.
//
// One way is enough: the simulated device may see as a trap what shows on a GPU
// as a wrong result.
#ifndef PLAN_MUTANT_H
#define PLAN_MUTANT_H

#include "base/str.h"
#include "plan/plan.h"

typedef enum WayKind {
#define WAY(id, ...) WAY_##id,
#include "plan/ways.def"
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
    const char *says; // the second line, or NULL
} MutantReason;

// Returns the mutants of an exercise, solutions/<topic>/<id>/mutants/*.cu (.c
// for kind c), in byte order, ended by NULL; *n may be NULL.
char **mutant_list(Arena *a, const Exercise *ex, int *n);

// True if a mutant's second line is such words: they are for learners, and
// nothing is judged by them.
bool mutant_is_words(Str line);

// Reads the reason from the first lines of a mutant, or of a cheat.
bool mutant_reason(const char *path, Arena *a, MutantReason *out, Err *err);

#endif
