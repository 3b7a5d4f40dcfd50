// A launch that runs.
#ifndef SIM_CORE_LAUNCH_H
#define SIM_CORE_LAUNCH_H

#include "base/buf.h"
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
    Turns *turns;            // of workers that share this launch, or NULL
    uint64_t span;           // the blocks that run: a number of turn.h's
    bool has_turn; // all blocks before have ended, and their history is done
    void (*on_turn)(Launch *la); // what waits for it (posts.h), or NULL
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

#endif
