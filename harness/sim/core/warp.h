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
#include "sim/decode/insn.h"

typedef struct Block Block;
typedef struct Undefined Undefined; // check/undefined.h

typedef enum WarpState {
    WARP_READY,
    WARP_BARRIER, // all live lanes wait at a block barrier
    WARP_DONE,
    WARP_TRAPPED,
} WarpState;

// A lane's wait, while it is not running (exec/warp.c).
typedef struct LaneWait {
    const Insn *at; // the instruction it waits in, NULL: runnable
    uint32_t mask;  // the lanes it waits for
} LaneWait;

// Instructions and cycles of the warp.
typedef struct WarpIssue {
    int64_t left;    // instructions left of this turn
    uint64_t before; // instructions in earlier turns
    uint64_t cycles; // since its block met last (block_meets)
} WarpIssue;

// A loop of the warp that polls a word which others change.
typedef struct WarpPoll {
    int32_t left;      // polls left without progress (BlockCount.poll)
    bool exhausted;    // none is left, and nothing has changed since
    uint64_t progress; // block->progress when `left` was filled
    uint64_t last;     // of issue.cycles, when it polled last
    // In the wait of an mbarrier:
    uint64_t gave;  // block->progress + 1 when it gave others its turn ...
    uint32_t turns; // ... so often ...
    uint32_t same;  // ... and of them with this progress
} WarpPoll;

// The best of the groups that could run instead, while the warp is split.
typedef struct WarpNext {
    const Insn *at; // NULL: there is none
    struct CodeCounts *counts;
    uint32_t depth, base;
} WarpNext;

// Groups of a split warp, which run one after another.
typedef struct WarpRotation {
    int back_edges;    // budget before groups rotate; counts while split
    bool stays;        // the group was rotated in: it keeps running
    uint32_t count;    // rotations so far
    uint64_t snapshot; // of the warp's state, some rotations ago (launch.c)
    bool repeats;      // it has come back to that state
} WarpRotation;

// Each lane's place, valid for live lanes outside the group.
typedef struct WarpLanes {
    _Alignas(32) const Insn *pc[WARP_SIZE];
    struct CodeCounts *counts[WARP_SIZE];
    uint32_t base[WARP_SIZE];
    uint32_t depth[WARP_SIZE];
    uint32_t rotated[WARP_SIZE]; // when it was last rotated in or out
} WarpLanes;

typedef struct WarpWait {
    uint32_t lanes;  // with lane[l].at
    uint8_t barrier; // of the block, the one waited at (WARP_BARRIER)
    LaneWait lane[WARP_SIZE];
} WarpWait;

// The registers of all frames, and the returns from them.
typedef struct WarpStack {
    Lanes *regs;
    uint32_t *preds;
    uint32_t units;            // of regs
    struct Frame *frames;      // return addresses, [depth][lane]
    uint32_t taken[WARP_SIZE]; // bytes of the device's stack (stack.h)
    uint32_t max_depth;        // frames there is room for
} WarpStack;

typedef struct WarpLocal {
    uint8_t *at;            // [byte][lane] words interleaved by 4 bytes
    uint32_t bytes;         // of it, per lane, that the block uses (warp_local)
    uint32_t room;          // and that there is memory for
    uint32_t *wrote;        // [bytes / 4] lanes that have written a word
    uint32_t sp[WARP_SIZE]; // stack pointer, bytes
    uint32_t dynamic[WARP_SIZE]; // of the frame, by alloca, after it
} WarpLocal;

// The answers that __activemask() gave last, and the places of the questions.
typedef struct WarpAsked {
    struct MaskAsked {
        const Insn *at;
        const Code *code;
        uint32_t mask;
    } at[4];
    uint32_t n;     // ever
    uint32_t later; // lanes that were held back there, and ask after the others
} WarpAsked;

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
    uint32_t cc;              // CC.CF, one bit per lane (add.cc, addc ...)
    WarpState state;
    const Insn *resume; // of the group, when the warp is not running; NULL:
                        // a group is to be chosen first
    const Code *code;   // of the running frame
    struct CodeCounts *counts; // of that code in this launch
    uint32_t base;   // its window: units from the bottom of the register stack
    uint32_t depth;  // of its frame
    uint32_t ngroup; // lanes in the group
    // Bytes that it has loaded since its last barrier; Block.shared_reads then.
    uint32_t loaded, loaded_at;
    bool reads_shared; // it has loaded from shared memory
    WarpIssue issue;
    WarpPoll poll;
    WarpNext next;
    WarpRotation rotation;
    WarpLanes lane;
    WarpWait wait;
    WarpStack stack;
    WarpLocal local;
    Block *block;
    uint32_t index; // warp of the block
    uint32_t ahead; // of Block.clock, by barriers of some warps
    uint32_t met;   // barriers of the whole block that it has come to
    int32_t nregs;  // of a thread, by setmaxnreg; 0: as at the launch
    uint64_t clock; // last value of warp_clock
    uint64_t slept; // cycles of nanosleep, and those before its block met
    WarpAsked asked;
    Undefined *undefined; // NULL: no value has been without a giver
    const Insn *careful;  // a handler ends, so that warp_run goes on here, with
                          // an eye on undefined values
    bool has_sregs;       // its kernel's special registers are filled
    Lanes tid[3];         // %tid
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
