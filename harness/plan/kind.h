// Kinds of exercise, and what they prove. See kinds.def.
#ifndef PLAN_KIND_H
#define PLAN_KIND_H

#include <stdbool.h>

typedef enum Kind {
#define KIND(id, ...) KIND_##id,
#include "plan/kinds.def"
    KIND_COUNT,
} Kind;

// The proof of a line of the syllabus; the stronger the later.
typedef enum Proof {
    PROOF_NONE,     // nothing answers it
    PROOF_PLANNED,  // announced: an exercise that does not exist yet
    PROOF_ATTESTED, // the learner says so, and what was said is kept
    PROOF_SHOWN,    // a report or project, with evidence that a machine made
    PROOF_ANSWERED, // a quiz, or a worksheet with computed answers
    PROOF_RUN,      // code of the learner ran and was judged
    PROOF_COUNT,
} Proof;

const char *kind_name(Kind k);
// Returns whether `kata check` can judge this kind today.
bool kind_is_checked(Kind k);
// The proof that a pass of this kind gives of the lines that it covers:
// PROOF_ATTESTED or stronger.
Proof kind_proof(Kind k);
const char *proof_name(Proof p); // "run", "answered", ..., "announced"
// Returns the kind of that name, or KIND_COUNT.
Kind kind_find(const char *name);

#endif
