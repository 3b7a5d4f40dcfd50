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
    PROOF_MACHINE,  // kata checks it
} Proof;

const char *kind_name(Kind k);
// Returns whether `kata check` can judge this kind today.
bool kind_is_checked(Kind k);
// The proof that a pass of this kind gives of the lines that it covers:
// PROOF_MACHINE or PROOF_ATTESTED.
Proof kind_proof(Kind k);
// Returns the kind of that name, or KIND_COUNT.
Kind kind_find(const char *name);

#endif
