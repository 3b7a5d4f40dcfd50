// Waiting for other lanes of the warp, and for other warps of the block.
#ifndef SIM_EXEC_BARRIER_H
#define SIM_EXEC_BARRIER_H

#include "sim/core/block.h"

// Completes every warp-wide operation whose lanes are all there.
void collect_release(Warp *w);
// Where a mask that some lanes wait with came from, if __activemask() gave it
// to the warp: a sentence to follow another one's words, or "".
enum { MASK_STORY = 192 };
const char *mask_story(const Warp *w, uint32_t mask, char text[MASK_STORY]);

bool select_barrier(Decoder *d, const Stmt *s, Insn *in);
enum { BAR_ALIGNED = 8 }; // Insn.flags of one
// Is it an instruction that waits for the block?
static inline bool is_barrier(const Insn *in) {
    return in->kind == INSN_BARRIER;
}
static inline bool is_aligned_barrier(const Insn *in) {
    return is_barrier(in) && in->flags & BAR_ALIGNED;
}
// While lanes of the warp wait at a barrier, does the group pass it by, at
// BLOCK in? Then it has trapped.
bool barrier_skipped(Warp *w, const Insn *in);
// All live lanes of the warp wait. Returns what runs next.
const Insn *barrier_parked(Warp *w);
// A warp of the block has ended: barriers without a count may be complete.
void barrier_warp_done(Block *b);
// No warp of the block can run: explains it in a trap.
void barrier_deadlock(Block *b);
// Lanes wait for each other in ways that can never end.
void warp_deadlock(Warp *w);

#endif
