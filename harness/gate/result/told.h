// A trap, and what the rules of trap_rules.def look at: the learner's file, the
// line, the array that the report is about.
#ifndef GATE_TOLD_H
#define GATE_TOLD_H

#include "base/str.h"
#include "gate/result/result.h"

typedef struct Told {
    CheckResult *r;
    const TrapInfo *t;
    const char *code;     // the file, without comments
    const char *line;     // of the trap; "" if it is not in the file
    const char *variable; // "tile" of "element 3 of `tile`", or ""
} Told;

Told told_of(CheckResult *r, const TrapInfo *t, const char *code);
// True if the trap is of that kind, as in "shared-race".
bool told_is(const Told *w, const char *kind);
// Both accesses of the trap are in one line.
bool told_one_line(const Told *w);
// Both accesses are of different blocks.
bool told_between_blocks(const Told *w);
// An access of global memory that is out of bounds.
bool told_of_global(const Told *w);
// The line is one of the hidden tests.
bool told_in_tests(const TrapInfo *t);
// The array of the exercise that the report is about, or NULL.
const Arg *told_array(const Told *w);
// The line uses an array of that name; a field, as in blockIdx.x, is none.
bool told_names(const char *line, const char *name);
// The word that makes the name a variable of the device, `__constant__` or
// `__device__`; NULL: it is none.
const char *told_symbol(const Told *w, Str name);
// The target of a line's assignment, "*out" or "out[i]"; empty: it has none.
Str told_target(const char *line);
// `x[i] += v` and `x[i] = x[i] + v`.
bool told_adds_up(const char *line);

// Advice for several threads that add to one element: "use atomicAdd", or,
// where a gate allows none in global memory, one thread for the element.
const char *told_add_up(const Told *w);

// Threads of a block store to one element in this line: a sentence on its index
// (trap_stores.c).
const char *told_same_index(const Told *w);
// The index of the line's store comes from the number of a lane.
bool told_uses_lane(const Told *w);

// How much a rule's sentence says: see trap_rules.def.
typedef enum ToldStrength { LIKELY, EXACT, CERTAIN } ToldStrength;

// Each returns a sentence, or NULL: it does not fit.
#define RULE(id, strength) const char *trap_##id(const Told *w);
#include "gate/result/trap_rules.def"

#endif
