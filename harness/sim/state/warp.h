// Inside the machine: what warp.c, block.c, launch.c and the control-flow
// handlers share.
//
// A live lane is in one of three places:
//
//   in the group      it runs; its pc is the executor's `in`
//   runnable          outside the group; pc[l] says where it continues
//   waiting           in `waiting`; wait[l].at is the instruction it waits in,
//                     pc[l] is the same
//
// Handlers move lanes between them with warp_leave and warp_park, and give the
// choice of what runs next to warp_pick.
#ifndef SIM_WARP_H
#define SIM_WARP_H

#include "sim/state/exec.h"

typedef struct CodeCounts CodeCounts;
typedef struct BlockCount BlockCount;

// What a return needs.
typedef struct Frame {
    const Insn *ret; // where the caller continues; ret - 1 is its call
    CodeCounts *counts;
    uint32_t base;
    uint32_t sp, dynamic, stack;
} Frame;

enum {
#ifdef KATA_STRESS
    TURN = 1, // and the warps of a block in random order
#else
    TURN = 512, // instructions of a warp's turn in its block
#endif
    POLL_STRONG = 16,      // of a block that polls (volatile, acquire, cas ...)
    POLL_WEAK = 4,         // of a block that has another atomic
    PATIENCE = 256,        // poll budget of a warp while nothing changes
    PATIENCE_AGAIN = 32,   // and of each turn after it is used up
    QUIET = 4096,          // instructions without a poll: it does not wait
    BACK_EDGES = 65536,    // blocks that a group runs before groups rotate ...
    BACK_EDGE_POLL = 1024, // ... when a poll counts as that many
    MAX_DEPTH = 8192,      // nested calls
    MAX_LOCAL = 512 << 10, // bytes of local memory per lane
    IDLE_ROTATIONS = 64,   // of all resident blocks, then it is a deadlock
    IDLE_WAITS = 2048,     // the same, of waits that also look at a clock
};

// For each lane l of a set, lowest first.
#define FOR_LANES(l, set)                                                      \
    for (uint32_t l = 0, l##_set = (set);                                      \
         l##_set && (l = (uint32_t)__builtin_ctz(l##_set), true);              \
         l##_set &= l##_set - 1)

static inline int lowest(uint32_t lanes) {
    return __builtin_ctz(lanes);
}

// ---- warp.c
// Executes until the warp gives up.
void warp_run(Warp *w);
// Chooses the group that runs next, merges what stands at its pc and returns
// where it continues; NULL: none can run, and w->state says why.
const Insn *warp_pick(Warp *w);
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
// Lanes end. Returns what runs next, `next` if the group goes on.
const Insn *warp_exit(Warp *w, uint32_t lanes, const Insn *next);
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

// ---- frame.c: register stack, local memory, special registers
// Makes the window at base of code the running one.
void warp_enter(Warp *w, CodeCounts *counts, uint32_t base, uint32_t depth);
// Of a warp whose kernel calls no functions: says of all lanes that they are in
// its only frame, once for a launch.
void warp_flatten(Warp *w);
// Fills the special-register slots of the running frame for lanes.
void warp_fill_sregs(Warp *w, uint32_t lanes);
// The same of a warp that begins: nobody else ever writes to those slots, so
// that the next block finds most of them filled.
void warp_renew_sregs(Warp *w);
// Finds those that each block has its own of, for warp_renew_sregs.
void block_find_sregs(Block *b);
// Room for a window of `units` at base, and for frames up to depth.
void warp_reserve(Warp *w, uint32_t units, uint32_t depth);
// The register of lane l as insn at (in that lane's frame) sees it.
uint32_t lane_u32(const Warp *w, int l, Slot s);
uint64_t lane_u64(const Warp *w, int l, Slot s);
void lane_set_u32(Warp *w, int l, Slot s, uint32_t v);
bool lane_pred(const Warp *w, int l, Slot s);
void lane_set_pred(Warp *w, int l, Slot s, bool v);
// Local memory, byte by byte.
void local_read(Warp *w, int l, uint32_t offset, void *to, uint32_t n);
void local_write(Warp *w, int l, uint32_t offset, const void *from, uint32_t n);

// ---- exec/warp.c
// Completes every warp-wide operation whose lanes are all there.
void collect_release(Warp *w);
// Where a mask that some lanes wait with came from, if __activemask() gave it
// to the warp: a sentence to follow another one's words, or "".
enum { MASK_STORY = 128 };
const char *mask_story(const Warp *w, uint32_t mask, char text[MASK_STORY]);

// ---- barrier.c
bool select_barrier(Decoder *d, const Stmt *s, Insn *in);
// Is it an instruction that waits for the block?
bool is_barrier(const Insn *in);
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

// ---- block.c
typedef enum BlockEnd {
    BLOCK_DONE,
    BLOCK_WAITS,
    BLOCK_YIELDS, // its turn is over
    BLOCK_TRAPPED
} BlockEnd;

// Memory of one resident block, used for one block after the other.
Block *block_new(Launch *la);
void block_start(Block *b, uint64_t linear);
// All its warps have got as far as the slowest.
void block_meets(Block *b);
// Runs it until it ends, traps, or only waits for other blocks.
BlockEnd block_run(Block *b);

// ---- launch.c
// Blocks that run in turn, as many as the modelled GPU holds. Those of a
// cluster run at the same time, begin together, and give their memory back
// together: those that have ended wait, `ended`, for the others.
typedef struct Resident {
    Block **at; // [0, n) run; beyond: free memory of blocks that have ended
    uint32_t n, made, most;
    uint64_t next, total; // blocks of the grid
    uint32_t idle;        // rotations without progress
    uint64_t freed;       // of the block that ended last: began + spent
} Resident;
// Runs blocks [r->next, r->total) until they have ended, or one has trapped.
void run_blocks(Launch *la, Resident *r);
// Before the blocks run: what each does will be written down, if they are not
// too many.
void balance_watch(Launch *la, uint64_t blocks);
// What the busiest SM gets, over the average one; 0 if nobody watched, or a
// trap kept blocks from running.
double balance_busiest(Launch *la);

// ---- counts.c
void counts_init(Launch *la);
// Adds what from has counted to to, of the same code, and begins anew.
void counts_move(Launch *to, Launch *from);
// What la has counted so far stands for `weight` times as much.
void counts_scale(Launch *la, double weight);
bool counts_have_atomics(const Launch *la);
CodeCounts *counts_of(const Launch *la, const Code *code);
// Rolls them up: la->total, and the lines of out (arena a).
void counts_roll_up(Launch *la, Arena *a, SimLaunchInfo *info);

// ---- trap.c
// Adds the notes of from, which came later, to those of to.
void notes_move(Launch *to, Launch *from);
// Gives the trap just recorded a second place.
void warp_trap_other(Warp *w, SrcLoc loc);
// Where in stands, as the learner knows it; line 0 unknown.
SrcLoc insn_loc(const Launch *la, const Code *code, const Insn *in);
// The same of a site.
SrcLoc site_loc(const Launch *la, const Code *code, uint32_t site);
// Whether in itself stands in a file of the toolkit: a library's own code, for
// which its caller's line is only the way there.
bool insn_in_library(const Launch *la, const Code *code, const Insn *in);
// A note (warp_note) to be filled: kind, place and the lowest of lanes are
// there. NULL: it has been told of this line before, and is counted.
SimTrap *warp_note_begin(Warp *w, const Insn *in, SimTrapKind kind,
                         uint32_t lanes);
// The same for an instruction of other code than what runs now.
SimTrap *warp_note_at(Warp *w, const Code *code, const Insn *in,
                      SimTrapKind kind, uint32_t lanes);
// Gives t its sentence, and the kind's hint if it has none.
void trap_say(SimTrap *t, const char *fmt, ...) PRINTF(2, 3);

#endif
