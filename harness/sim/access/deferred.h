// Atomics that nobody waits for, until it is their block's turn.
//
//   block 0   red  red          end  commit
//   block 1   red      red           end .... commit    each writes down what
//   block 2        red           end ........... commit it would have done
//
// A sum of floats depends on the order of its terms, so that blocks must add in
// their order; but a block that never looks at the sum need not stand and wait
// for those before it. Its atomics are written down with their operands, and
// done when all blocks before have ended: when the block's own turn is asked
// for (launch/workers.h), or when its batch is committed.
//
// The block itself must not notice. If it reads or writes, by plain accesses or
// any other, a word that it has deferred an atomic to, it waits for its turn
// after all, and so it does before an atomic whose result it uses. Counters and
// the checks of global memory do not ask for values: they are told at once.
#ifndef SIM_DEFERRED_H
#define SIM_DEFERRED_H

#include "sim/access/atom.h"
#include "sim/core/launch.h"

typedef struct Deferred Deferred;

// Gives la->atomics.deferred room, of its arena, if its code has such atomics.
void deferred_init(Launch *la);
void deferred_fini(Launch *la);

// True if an atomic is deferred now; false: it is done at once, in its turn.
bool deferred_take(const Launch *la);
// Writes it down. a: checked, its addresses as the program knows them.
void deferred_add(Warp *w, const AtomInsn *x, Access *a);
// Does all that was written down, in order, and forgets it. In the launch's
// turn only.
void deferred_apply(Deferred *p);

// Before an access to [lo, hi) that is no atomic: waits for the launch's turn
// if atomics to these bytes were deferred.
void deferred_meet(Launch *la, uint64_t lo, uint64_t hi);
static inline void deferred_look(Launch *la, uint64_t lo, uint64_t hi) {
    if (__builtin_expect(la->atomics.deferred != NULL, 0))
        deferred_meet(la, lo, hi);
}

#endif
