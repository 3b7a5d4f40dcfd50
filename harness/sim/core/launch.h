// A launch that runs.
#ifndef SIM_CORE_LAUNCH_H
#define SIM_CORE_LAUNCH_H

#include "base/buf.h"
#include "sim/core/child.h"
#include "sim/core/counts.h"
#include "sim/mem/mem.h"

typedef struct Turns Turns;

// What the kernels of a device may have of its memory by malloc and new, and
// have. Launches of the device share it.
typedef struct KernelHeap {
    uint64_t most, taken;
    bool is_used; // a kernel has asked for memory: too late to change most
    bool is_full; // and has not got it
} KernelHeap;

typedef struct Launch Launch;

// Sizes of the grid and of what it consists of.
typedef struct LaunchShape {
    uint32_t grid[3], block[3];
    uint32_t cluster[3];     // blocks of a cluster; 0: launched without
    uint32_t cluster_size;   // their product, at least 1
    uint32_t dynamic_shared; // bytes of a block
    uint32_t blocks_per_sm;  // residency, from the occupancy calculation
    uint32_t grid_id;        // %gridid
} LaunchShape;

// The memory that its threads may use.
typedef struct LaunchMemory {
    Mem *mem;
    uint32_t devices;        // bit i: memory of device i may be used
    const uint8_t *params;   // Code.param_bytes
    struct KernelHeap *heap; // or NULL
    uint32_t stack_room;     // bytes that a thread's stack may take (stack.h)
    uint64_t workspace;      // of a cooperative launch, for grid barriers
} LaunchMemory;

// Warp instructions: how many there may be, and how many there were.
typedef struct LaunchIssue {
    uint64_t left;          // before TRAP_TIMEOUT
    uint64_t block_most;    // that one block may execute
    uint64_t all;           // of all warps so far
    uint64_t longest_block; // of them, most of one block
    uint64_t prefetched;    // bytes (Block.prefetched)
    uint32_t *of_block;     // [blocks], or NULL
    int32_t turn;           // of a warp in its block
} LaunchIssue;

typedef struct LaunchCounts {
    CodeCounts *codes; // [ncodes] of the entry and of what it calls, in the
    int ncodes;        // order of Code.next
    SiteCount *sites;  // of all codes
    SimCounters total; // filled from the above when it ends
} LaunchCounts;

typedef struct LaunchCaches {
    struct L1 *l1; // one per modelled SM
    struct L2 *l2;
    struct Stream *streams; // [STREAMS], for caches_begin
    struct L2Log *log;      // what L2 is asked later; NULL: it answers now
} LaunchCaches;

// The order of blocks among workers (turn.h).
typedef struct LaunchOrder {
    Turns *turns;    // of workers that share this launch, or NULL
    uint64_t batch;  // number of the blocks that run
    uint64_t random; // decides which block goes on; 0: they run in order
    bool parts;      // lanes do not come to __activemask() together
    bool downwards;  // atomics of a warp begin with its highest lane
    bool has_turn;   // all blocks before have ended, and their logs are done
    bool abandoned;  // an earlier block has trapped: nobody will look at these
    void (*on_turn)(Launch *la); // does what waits for it, or NULL
} LaunchOrder;

// The checks of global memory.
typedef struct LaunchChecks {
    struct Conflict *conflict; // watches the first blocks, or NULL
    Shadow *shadow;            // of mem; NULL: nobody watches
    struct ShadowLog *log;     // what it is told later; NULL: at once
} LaunchChecks;

// Atomics whose results nobody uses.
typedef struct LaunchAtomics {
    struct Deferred *deferred; // done at their block's turn; NULL: at once
    bool never_deferred;       // its blocks use what they would have deferred
} LaunchAtomics;

typedef struct LaunchTraps {
    bool trapped;
    SimTrap trap; // the one that ended it
    SimTrap notes[16];
    int nnotes;
    bool uneven; // warps of a mixed block came to more barriers than others
} LaunchTraps;

typedef struct LaunchCycles {
    uint64_t alone, slowest; // sums of BlockCycles
    struct FlagChain *flags; // who waits for whom; NULL: nobody
    uint32_t most_hops;      // of a block
} LaunchCycles;

// A launch, or one worker's part of it: its own counts, logs and traps, which
// become the launch's when it is these blocks' turn (launch/workers.h).
struct Launch {
    const Code *code;
    const SimGpu *gpu;
    LaunchShape shape;
    LaunchMemory memory;
    LaunchIssue issue;
    LaunchCounts counts;
    LaunchCaches caches;
    LaunchOrder order;
    LaunchChecks checks;
    LaunchAtomics atomics;
    LaunchTraps traps;
    LaunchCycles cycles;
    Children children;     // work that its kernel gives; of the whole launch
    const PtxModule *ptx;  // the code that its kernel may launch, or NULL
    const char *main_file; // the kernel's own, for src_line
    Buf printed;           // by device printf, until the launch ends
    Arena arena;           // everything of this launch
};

#endif
