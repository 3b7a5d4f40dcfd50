// Which lanes of a warp run, and where the others continue.
//
// A live lane is in one of three places:
//
//   in the group      it runs; its pc is the executor's `in`
//   runnable          outside the group; pc[l] says where it continues
//   waiting           in `waiting`; wait[l].at is the instruction it waits in,
//                     pc[l] is the same
//
// Handlers move lanes between them with warp_leave and warp_park, and give the
// choice of what runs next to warp_regroup.
#ifndef SIM_CORE_GROUPS_H
#define SIM_CORE_GROUPS_H

#include "sim/core/frame.h"

enum {
#ifdef KATA_STRESS
    TURN = 1, // and the warps of a block in random order
    SHORT_TURN = 1,
#else
    TURN = 512,      // instructions of a warp's turn in its block
    SHORT_TURN = 16, // the same, of a shuffled launch
#endif
    PATIENCE = 256,        // poll budget of a warp while nothing changes
    PATIENCE_AGAIN = 32,   // and of each turn after it is used up
    QUIET = 4096,          // instructions without a poll: it does not wait
    BACK_EDGES = 65536,    // blocks that a group runs before groups rotate ...
    BACK_EDGE_POLL = 1024, // ... when a poll counts as that many
};

// Sets the lanes that execute: bits and expanded mask.
void warp_set_active(Warp *w, uint32_t lanes);
// What a handler returns when another group may have to run: what that is will
// be found out behind it (launch/warp_run.c).
static inline const Insn *warp_regroup(Warp *w) {
    w->regroup = true;
    return NULL;
}
// Chooses among the lanes that can run, which are some, merges what stands at
// the same pc and returns where it continues.
const Insn *warp_choose(Warp *w);
// Takes lanes out of the group; they continue at pc.
void warp_leave(Warp *w, uint32_t lanes, const Insn *pc);
// The active lanes wait in `in` for the lanes of mask; the rest of the group
// goes on behind it. Returns what runs next.
const Insn *warp_park(Warp *w, const Insn *in, const Lanes *mask);
// As warp_leave, for lanes that compete with the group, which goes on.
void warp_set_aside(Warp *w, uint32_t lanes, const Insn *pc);
// Lanes of the group enter a function, the others continue at back.
void warp_call(Warp *w, uint32_t lanes, CodeCounts *to, uint32_t base,
               const Insn *back);
// Lanes of the group return by the frames in row, the others continue at next.
const Insn *warp_return(Warp *w, uint32_t lanes, const Frame *row,
                        const Insn *next);
// Lanes of the group have ended, and are live no more: what is left of it goes
// on at next, unless waits may be over now.
const Insn *warp_go_on(Warp *w, const Insn *next);
// Lanes stop waiting and continue behind the instruction they waited in.
void warp_wake(Warp *w, uint32_t lanes);
// Splits the group at a branch; returns what runs first.
const Insn *warp_diverge(Warp *w, uint32_t taken, const Insn *target,
                         const Insn *next);
// While split: must the group give way at BLOCK in?
bool warp_gives_way(Warp *w, const Insn *in, const BlockCount *b);
// Charges a block that polls; false: the warp has polled enough for this turn.
bool warp_may_poll(Warp *w, const BlockCount *b);
// Instructions that the warp has executed.
uint64_t warp_executed(const Warp *w);
// The group (not empty) changes places with a better one.
const Insn *warp_switch(Warp *w, const Insn *in);

// Cycles since the launch began, for %clock: never the same value twice for a
// warp (warp.c).
uint64_t warp_clock(Warp *w);

#endif
