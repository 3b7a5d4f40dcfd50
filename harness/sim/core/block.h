// A block: its warps, shared memory and barriers.
#ifndef SIM_CORE_BLOCK_H
#define SIM_CORE_BLOCK_H

#include "sim/core/warp.h"

typedef struct Launch Launch;

// Lines that the block has read lately (access/observe.c): what the shadow of
// global memory has been told already it need not hear again.
typedef struct LineRead {
    uint64_t line;   // plus 1; 0: nothing
    uint32_t words;  // that were read, whole
    uint32_t when;   // BlockReads.era then
    uint16_t warp;   // who read them first
    bool by_several; // warps
} LineRead;

enum { LINES_READ = 256 };

typedef struct BlockReads {
    LineRead line[LINES_READ]; // by a hash of the line
    uint32_t era;              // counts blocks and syncs: older ones are void
    uint32_t syncs;            // Block.syncs when era was counted last
} BlockReads;

// Warp instructions.
typedef struct BlockIssue {
    uint64_t spent;  // so far
    uint64_t until;  // of those, where other blocks go on in its place
    uint64_t before; // that blocks before it in its place have spent
} BlockIssue;

typedef struct BlockCycles {
    uint64_t all;     // of its warps by themselves
    uint64_t slowest; // if each took as long as the slowest between barriers
} BlockCycles;

struct Block {
    Launch *launch;
    uint32_t ctaid[3];
    uint64_t linear;
    uint32_t sm;       // the modelled SM it runs on
    uint32_t sm_index; // among the launch's blocks there, from 0
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
        uint32_t clock;    // above the clocks of those that have arrived
    } barrier[16];
    // Registers that warps have given back by setmaxnreg, less those that
    // others have taken; and who took last.
    struct RegisterPool {
        int32_t left;
        Warp *taker;
        const Insn *takes;
        const Code *code; // that `takes` is in
    } pool;
    uint64_t progress; // counts events that can end another block's wait:
                       // stores and atomics that change memory
    BlockIssue issue;
    BlockCycles cycles;
    // Bytes that come from global memory while shared memory is read
    // (observe_early).
    uint32_t shared_reads;
    uint64_t prefetched; // bytes
    uint32_t epoch;      // barriers that all its threads have passed
    bool mixed;          // its warps have met at barriers of different lines
    BlockReads reads;
    uint32_t syncs; // all that may order its warps: barriers, fences ...
    // When an access of a warp is, for the shadow: of two that are ordered the
    // later one has the greater clock. A barrier of some warps moves only
    // theirs on (Warp.ahead), everything else in syncs that of all.
    uint32_t clock;
    bool any_ahead;
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
    struct Arrival {     // flag_chain.c: the word that it has added to last
        uint64_t word;   // plus 1; 0: none
        uint32_t round;
        bool looked; // at it since
    } arrival;
};

// Something may have ordered all of its warps.
void block_syncs(Block *b);
// A warp arrives at a barrier of some warps; it leaves it.
void block_arrives(Warp *w, struct Barrier *bar);
void block_leaves(Warp *w, const struct Barrier *bar);
static inline uint32_t warp_sync_clock(const Warp *w) {
    return w->block->clock + w->ahead;
}
// All its warps have got as far as the slowest.
void block_meets(Block *b);

#endif
