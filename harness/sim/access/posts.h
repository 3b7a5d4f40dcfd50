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
// for (crew.h), or when its span is committed.
//
// The block itself must not notice. If it reads or writes, by plain accesses or
// any other, a word that it has posted an atomic to, it waits for its turn
// after all, and so it does before an atomic whose result it uses. Counters and
// the checks of global memory do not ask for values: they are told at once.
#ifndef SIM_POSTS_H
#define SIM_POSTS_H

#include "sim/access/atom.h"
#include "sim/core/launch.h"

typedef struct Posts Posts;

// Gives la->posts room, of its arena, if its code has atomics to post.
void posts_init(Launch *la);
void posts_fini(Launch *la);

// True if an atomic is posted now; false: it is done at once, in its turn.
bool posts_take(const Launch *la);
// Writes it down. a: checked, its addresses as the program knows them.
void posts_add(Warp *w, const AtomInsn *x, Access *a);
// Does all that was written down, in order, and forgets it. In the launch's
// turn only.
void posts_apply(Posts *p);

// Before an access to [lo, hi) that is no atomic: waits for the launch's turn
// if atomics to these bytes were posted.
void posts_meet(Launch *la, uint64_t lo, uint64_t hi);
static inline void posts_look(Launch *la, uint64_t lo, uint64_t hi) {
    if (__builtin_expect(la->posts != NULL, 0)) posts_meet(la, lo, hi);
}

#endif
