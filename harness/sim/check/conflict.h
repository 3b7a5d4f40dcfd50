// Do the first blocks of a launch use each other's data by plain accesses?
//
// Such a program has a race, and what it computes depends on the order of its
// blocks. One worker always takes the same order, several do not. So the first
// few blocks run one after the other, watched word by word; if two of them
// meet, with at least one plain write, all blocks of the launch run that way.
// Neighbours are the likeliest to meet: elements counted into one place,
// stencils in place. A race further on is found by the checks of global memory.
#ifndef SIM_CONFLICT_H
#define SIM_CONFLICT_H

#include "sim/mem/sectors.h"

typedef struct Conflict Conflict;

// One for the process: watching begins anew.
Conflict *conflict_begin(void);
// A request of a block's. Atomics do not conflict with each other.
void conflict_access(Conflict *c, uint64_t block, const Access *a,
                     AccessKind k);
// The same of words of a line.
void conflict_words(Conflict *c, uint64_t block, uint64_t line, uint32_t words,
                    AccessKind k);
bool conflict_found(const Conflict *c);
// True if a block used, other than by atomics, a word that it had changed by an
// atomic itself.
bool conflict_found_own(const Conflict *c);

#endif
