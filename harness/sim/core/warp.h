// A warp: its registers, which of its lanes run, where the others stand.
//
// Lanes of a warp that stand at the same pc in the same frame run together: the
// group. While a warp has not diverged its group is all its live lanes and the
// per-lane state below is not touched. After a divergent branch the group with
// the smallest pc in the deepest frame runs first, which reconverges where
// BSSY/BSYNC would (Collange, "Stack-less SIMT reconvergence at low cost",
// 2011); a budget of back edges rotates groups, so that no lane starves
// another.
#ifndef SIM_CORE_WARP_H
#define SIM_CORE_WARP_H

#include "sim/core/counts.h"
#include "sim/core/lanes.h"

typedef struct Block Block;

typedef enum WarpState {
    WARP_READY,
    WARP_BARRIER, // all live lanes wait at a block barrier
    WARP_DONE,
    WARP_TRAPPED,
} WarpState;

// What a lane waits for, when it is not running (exec/warp.c).
typedef struct LaneWait {
    const Insn *at; // the instruction it waits in, NULL: runnable
    uint32_t mask;  // the lanes it waits for
} LaneWait;

struct Warp {
    Lanes *bank[2];  // [0] register window of the running frame, [1] constants
    uint32_t *p;     // predicate window, one word per predicate
    uint32_t active; // lanes that execute the current instruction
    uint32_t group;  // lanes of the running group: active, but for guards
    _Alignas(128) Lanes mask; // active, expanded: all ones or zero per lane
    bool split;               // live lanes exist outside the group
    bool flat;                // the kernel calls no functions: one frame
    bool regroup;             // choose a group, when a handler has ended
    uint32_t live;            // lanes that have not exited
    uint32_t exist;           // lanes that the block has
    uint32_t carry;           // CC.CF, one bit per lane (add.cc, addc ...)
    WarpState state;
    const Insn *resume; // of the group, when the warp is not running; NULL:
                        // a group is to be chosen first
    const Code *code;   // of the running frame
    struct CodeCounts *counts; // of that code in this launch
    uint32_t base;    // its window: units from the bottom of the register stack
    uint32_t depth;   // of its frame
    uint32_t ngroup;  // lanes in the group
    int64_t fuel;     // instructions left of this turn
    int32_t patience; // polls left without progress (BlockCount.poll)
    bool polled;      // patience was used up, and nothing has changed since
    uint64_t seen;    // block->progress when patience was filled
    uint64_t executed;  // instructions in earlier turns
    uint64_t own;       // cycles since its block met last (block_meets)
    uint64_t last_poll; // of them, when it polled last
    uint64_t snapshot;  // of its state, some rotations ago (launch.c)
    bool stuck;         // it has come back to that state
    // the best of the groups that could run instead, while split:
    const Insn *rival; // NULL: there is none
    struct CodeCounts *rival_counts;
    uint32_t rival_depth, rival_base;
    int back_edges;   // budget before groups rotate; counts while split
    bool tenure;      // the group was rotated in: it keeps running
    uint32_t turns;   // rotations so far
    uint32_t waiting; // lanes with wait[l].at
    // per lane, valid for live lanes outside the group:
    _Alignas(32) const Insn *pc[WARP_SIZE];
    struct CodeCounts *lane_counts[WARP_SIZE];
    uint32_t lane_base[WARP_SIZE];
    uint32_t lane_depth[WARP_SIZE];
    uint32_t turn[WARP_SIZE]; // when it was last rotated in or out
    LaneWait wait[WARP_SIZE];
    // stacks
    Lanes *regs; // register stack
    uint32_t *preds;
    uint32_t stack_units;
    struct Frame *frames;      // return addresses, [depth][lane]
    uint32_t stack[WARP_SIZE]; // bytes of the device's that are taken (stack.h)
    uint32_t max_depth;        // frames there is room for
    uint8_t *local; // local memory: [byte][lane] words interleaved by 4 bytes
    uint32_t local_bytes;   // of it, per lane, that the block uses (warp_local)
    uint32_t local_room;    // and that there is memory for
    uint32_t *local_wrote;  // [local_bytes / 4] lanes that have written a word
    uint32_t sp[WARP_SIZE]; // local stack pointer, bytes
    uint32_t dynamic[WARP_SIZE]; // of the frame, by alloca, behind it
    Block *block;
    uint32_t index;    // warp of the block
    uint8_t bar;       // the barrier it waits at (WARP_BARRIER)
    uint64_t clock;    // last value of warp_clock
    uint64_t slept;    // cycles of nanosleep
    struct MaskAsked { // what __activemask() gave last, and where
        const Insn *at;
        const Code *code;
        uint32_t mask;
    } asked[4];
    uint32_t nasked; // ever
    bool has_sregs;  // its kernel's special registers are filled
    Lanes tid[3];    // %tid
};

static inline Lanes *unit(const Warp *w, Slot s) {
    return w->bank[s >> 31] + (s & ~SLOT_CONST);
}
static inline Lanes64 *unit64(const Warp *w, Slot s) {
    return (Lanes64 *)(void *)unit(w, s);
}

// The counters of in's site.
static inline SiteCount *site_count(Warp *w, const Insn *in) {
    return &w->counts->site[in->site];
}

#endif
