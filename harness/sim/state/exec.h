// The machine: warps, blocks, a launch; and how handlers are written.
//
// One 32-bit PTX register of a whole warp:
//
//            lane 0     lane 1            lane 31
//          +----------+----------+-----+----------+
//    %r7   |   u32    |   u32    | ... |   u32    |    128 bytes, one unit
//          +----------+----------+-----+----------+
//
// Structure of arrays, so that one PTX instruction is one straight loop. A
// 64-bit register is two consecutive units seen as u64[32].
//
// Lanes of a warp that stand at the same pc in the same frame run together: the
// group. While a warp has not diverged its group is all its live lanes and the
// per-lane state below is not touched. After a divergent branch the group with
// the smallest pc in the deepest frame runs first, which reconverges where
// BSSY/BSYNC would (Collange, "Stack-less SIMT reconvergence at low cost",
// 2011); a budget of back edges rotates groups, so that no lane starves
// another.
#ifndef SIM_EXEC_H
#define SIM_EXEC_H

#include "base/buf.h"
#include "sim/decode/insn.h"
#include "sim/mem/mem.h"
#include "sim/occupancy.h"
#include "sim/sim.h"
#include "sim/state/sample.h"

enum { WARP_SIZE = 32, ALL_LANES = -1 };

typedef union Lanes {
    _Alignas(128) uint32_t u32[WARP_SIZE];
    int32_t s32[WARP_SIZE];
    float f32[WARP_SIZE];
} Lanes;

typedef union Lanes64 { // two units
    _Alignas(128) uint64_t u64[WARP_SIZE];
    int64_t s64[WARP_SIZE];
    double f64[WARP_SIZE];
} Lanes64;

// Lines that the block has read lately (touch.c): what the shadow of global
// memory has been told already it need not hear again.
typedef struct LineRead {
    uint64_t line;   // plus 1; 0: nothing
    uint32_t words;  // that were read, whole
    uint32_t when;   // Block.reads_era then
    uint16_t warp;   // who read them first
    bool by_several; // warps
} LineRead;

enum { LINES_READ = 256 };

typedef enum WarpState {
    WARP_READY,
    WARP_BARRIER, // all live lanes wait at a block barrier
    WARP_DONE,
    WARP_TRAPPED,
} WarpState;

typedef struct Block Block;
typedef struct Launch Launch;
typedef struct Crew Crew;

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
    uint32_t live;            // lanes that have not exited
    uint32_t exist;           // lanes that the block has
    uint32_t carry;           // CC.CF, one bit per lane (add.cc, addc ...)
    WarpState state;
    const Insn *resume; // of the group, when the warp is not running; NULL:
                        // warp_pick chooses the group first
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

struct Block {
    Launch *launch;
    uint32_t ctaid[3];
    uint64_t linear;
    uint32_t sm;   // the modelled SM it runs on
    uint32_t turn; // of the launch's blocks there, from 0
    Warp *warps;
    uint32_t nwarps, nthreads, ndone;
    uint8_t *shared;
    uint32_t shared_bytes; // static and dynamic
    struct Barrier {
        uint32_t arrived;  // threads, counted in whole warps
        uint32_t expected; // 0: all
        uint32_t red;      // true predicates so far ...
        uint32_t threads;  // ... of so many
        const Insn *first; // the instruction first seen waiting
        const Code *code;  // and where it is
    } barrier[16];
    uint64_t progress; // counts events that can end another block's wait:
                       // stores and atomics that change memory
    uint64_t spent;    // warp instructions so far
    uint64_t own;      // cycles of its warps by themselves, and if all of them
    uint64_t slowest;  // took as long as the slowest from barrier to barrier
    uint64_t until;    // of those, the end of its turn among blocks
    uint64_t began;    // what blocks before it in its place have spent
    uint32_t epoch;    // barriers that all its threads have passed
    LineRead reads[LINES_READ]; // by a hash of the line
    uint32_t reads_era;         // counts blocks and syncs: older ones are void
    uint32_t reads_syncs;       // syncs when it was counted last
    uint32_t syncs; // all that may order its warps: barriers, fences ...
    struct BlockAsync *async; // async.h: copies under way, mbarriers; or NULL
    struct Cluster *cluster;  // cluster.h: its cluster, or NULL
    struct Cluster *own_cluster; // memory for one, of its first block
    uint32_t rank;               // in it
    bool ended;                  // its cluster is still there
    bool has_proxy;              // bulk copies read its shared memory
    Sreg sregs[16];              // special registers that differ between blocks
    uint32_t nsregs;             // of them, that the kernel reads
    uint64_t random;     // state; stress builds shuffle the warps with it
    struct Shmem *shmem; // shadow of shared, NULL if there is none
    uint32_t hops;       // blocks that waited for each other before it went on
    struct Arrival {     // hops.c: the word that it has added to last
        uint64_t word;   // plus 1; 0: none
        uint32_t round;
        bool looked; // at it since
    } arrival;
};

typedef SimCounters SiteCount; // counters of one site

// What is counted of one function's code while a launch runs.
typedef struct CodeCounts {
    const Code *code;
    SiteCount *site; // [code->nsites]
    struct BlockCount {
        uint64_t runs;  // by warps
        uint64_t lanes; // the same, times active lanes
        uint32_t insns; // of the block, for budgets
        uint32_t poll;  // how much it looks like waiting for other threads
        uint32_t own;   // cycles that a warp alone would take, with usual waits
    } * block;          // [code->nblocks]
    struct Past *past;  // barrier.c: which blocks lie behind a barrier
} CodeCounts;

// A launch, or one worker's part of it: its own counts, history and traps,
// which become the launch's when it is these blocks' turn (crew.h).
struct Launch {
    const Code *code;
    uint32_t grid[3], block[3];
    uint32_t smem_dynamic;
    const uint8_t *params; // Code.param_bytes
    Mem *mem;
    uint32_t devices; // bit i: memory of device i may be used
    const SimGpu *gpu;
    uint32_t blocks_per_sm;  // residency, from the occupancy calculation
    struct KernelHeap *heap; // or NULL
    uint64_t budget;         // warp instructions left before TIMEOUT
    CodeCounts *counts; // [ncodes] of the entry and of what it calls, in the
    int ncodes;         // order of Code.next
    SiteCount *sites;   // of all codes
    struct L1 *l1;      // one per modelled SM
    struct L2 *l2;
    struct Stream *streams;  // [STREAMS], for caches_begin
    struct History *history; // what L2 is asked later; NULL: it answers now
    Crew *crew;              // workers that share this launch, or NULL
    uint64_t span;           // the blocks that run: a number of the crew's
    bool has_turn;  // all blocks before have ended, and their history is done
    bool abandoned; // an earlier block has trapped: nobody will look at these
    struct Conflict *conflict; // watches the first blocks, or NULL
    Shadow *shadow;            // of mem; NULL: nobody watches
    struct ShadowLog *shades;  // what it is told later; NULL: at once
    struct Posts *posts; // atomics that are done later (posts.h); NULL: at once
    bool sees_posts;     // its blocks use what they would have posted
    uint32_t stack_room; // bytes that a thread's stack may take (stack.h)
    SimCounters total;   // filled from the above when it ends
    bool trapped;
    SimTrap trap; // the one that ended it
    SimTrap notes[16];
    int nnotes;
    uint64_t issued;       // warp instructions so far, of all warps
    uint64_t longest;      // of them, most of one block
    uint64_t own, slowest; // cycles: sums of Block's
    struct Hops *hops;     // who waits for whom (hops.h); NULL: nobody
    uint32_t most_hops;    // of a block
    uint32_t *spent;       // [blocks] warp instructions of each, or NULL
    uint64_t block_budget; // warp instructions that one block may execute
    const char *main_file; // the kernel's own, for src_line
    Buf printed;           // by device printf, until the launch ends
    uint64_t workspace;    // of a cooperative launch, for grid barriers
    uint32_t cluster[3];   // blocks of a cluster; 0: launched without
    uint32_t cluster_size; // their product, at least 1
    uint32_t grid_id;
    Arena arena; // everything of this launch
};

// ---- handlers

#define LANES for (int l = 0; l < WARP_SIZE; l++)
#if defined(__clang__)
// Unrolled whole, which clang does first, a loop is not seen as one any more.
#define VECTOR_LOOP                                                            \
    _Pragma("clang loop vectorize(assume_safety) unroll(disable)")
#else
#define VECTOR_LOOP _Pragma("GCC ivdep")
#endif

static inline Lanes *unit(const Warp *w, Slot s) {
    return w->bank[s >> 31] + (s & ~SLOT_CONST);
}
static inline Lanes64 *unit64(const Warp *w, Slot s) {
    return (Lanes64 *)(void *)unit(w, s);
}

// Sets the lanes that execute: bits and expanded mask.
void warp_set_active(Warp *w, uint32_t lanes);
// Expands bits into all-ones lanes.
static inline void mask_expand(Lanes *m, uint32_t bits) {
    VECTOR_LOOP
    LANES
        m->u32[l] = -((bits >> l) & 1u);
}

// Records a trap for the lowest lane of `lanes` and returns NULL: a handler
// ends with `return warp_trap(...)`. The message is composed in trap.c from
// kind, address, size and the instruction's site.
const Insn *warp_trap(Warp *w, const Insn *in, SimTrapKind kind, uint32_t lanes,
                      uint64_t address, const char *access, uint32_t bytes);
// Notes a trap that does not stop the kernel (SHUFFLE, BARRIER as a report).
void warp_note(Warp *w, const Insn *in, SimTrapKind kind, uint32_t lanes,
               const char *fmt, ...) __attribute__((format(printf, 5, 6)));
// Adds a note made elsewhere; merges kind and line.
void launch_note(Launch *la, const SimTrap *t);

// Where t->address lies, in t->alloc_note: "4 bytes past the end of a 4096-byte
// allocation"; nothing if a is NULL. Safe in a signal handler.
void trap_note_allocation(SimTrap *t, const Alloc *a);

// The counters of in's site.
static inline SiteCount *site_count(Warp *w, const Insn *in) {
    return &w->counts->site[in->site];
}
// As warp_trap, with a message of its own.
const Insn *warp_trap_text(Warp *w, const Insn *in, SimTrapKind kind,
                           uint32_t lanes, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
// Makes sure that each lane has at least `bytes` of local memory and returns
// w->local: byte a of lane l is at (a / 4) * 128 + l * 4 + a % 4.
uint8_t *warp_local(Warp *w, uint32_t bytes);
// Cycles since the launch began, for %clock: never the same value twice for a
// warp (warp.c).
uint64_t warp_clock(Warp *w);
// The value of a special register that never changes while the warp lives, for
// one lane (warp.c fills the sreg_slots with it when a frame begins).
uint32_t warp_sreg(const Warp *w, Sreg r, int lane);

// ---- launching (launch.c)
// What the kernels of a device may have of its memory by malloc and new, and
// have. Launches of the device share it.
typedef struct KernelHeap {
    uint64_t most, taken;
    bool is_used; // a kernel has asked for memory: too late to change most
    bool is_full; // and has not got it
} KernelHeap;

typedef struct LaunchDesc {
    const Code *code;
    uint32_t grid[3], block[3];
    uint32_t smem_dynamic;
    const void *params;
    bool cooperative;
    uint32_t cluster[3];   // as the launch asks for it; 0: as the kernel says
    bool any_cluster;      // more than the portable 8 blocks are allowed
    uint32_t devices;      // whose memory it may use, one bit each; 0: all
    struct Caches *caches; // of the device; NULL: caches of this launch alone
    KernelHeap *heap;      // NULL: without a limit
    size_t stack_limit;    // bytes per thread; 0: what a device begins with
    uint64_t budget;       // warp instructions of one block, 0: the default
    Sampling sample;       // which of its blocks to run
    // Where device printf goes when the launch ends; NULL: stdout.
    void (*print)(void *ctx, const char *text, size_t n);
    void *print_ctx;
} LaunchDesc;

typedef struct LaunchOutcome {
    SimLaunchInfo info; // us, limiter ... filled by model_time
    bool trapped;       // then the program sees traps.def's CUDA error
    SimTrap trap;
    SimTrap notes[16]; // what did not stop the kernel
    int nnotes;
    int error;   // CUDA's, for a launch that is impossible
    int workers; // that ran its blocks
} LaunchOutcome;

// Runs the grid to its end and fills *out (arena: for lines). Traps are values
// in out and in the trap list. Returns false only for an impossible launch:
// err says why, out->error is what the CUDA call returns.
bool launch_run(Mem *mem, const SimGpu *gpu, const LaunchDesc *d, Arena *a,
                LaunchOutcome *out, Err *err);

// ---- is it possible (launch_check.c)
// *occ receives how many blocks fit on an SM; *error what the CUDA call
// returns.
bool launch_is_possible(const SimGpu *gpu, const LaunchDesc *d, Occupancy *occ,
                        int *error, Err *err);
// Blocks of a cluster in each dimension; zeros: none.
void launch_cluster_shape(const LaunchDesc *d, uint32_t shape[3]);

// Modelled time (model.c): fills us, limiter, share, occupancy of info from its
// counters, shape and registers.
void model_time(const SimGpu *g, const Occupancy *occ, SimLaunchInfo *info);
// What one block that does nothing takes.
double model_empty_us(const SimGpu *g);
// From the end of one kernel of a stream to the end of the next, which takes
// us; and from an event before it to one behind: as the clock (clock.c) adds it
// up.
double model_next_us(const SimGpu *g, double us);
double model_event_us(const SimGpu *g, double us);
// The model's numbers (model.def). Nobody changes them but the fit.
typedef struct ModelNumbers {
#define MODEL(name, value, unit, meaning) double name;
#include "sim/time/model.def"
} ModelNumbers;
extern ModelNumbers model_numbers;
// Dense multiply-adds of halves per clock and SM.
double model_tensor_rate(int cc);

#endif
