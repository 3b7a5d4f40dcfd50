// Clusters: blocks that run at the same time and reach into each other's shared
// memory.
//
// The shared window of 16 MiB, as one block sees it:
//
//   0          8 MiB        8.5 MiB
//   | own      | of rank 0  | of rank 1  | ...       | of rank 15 |
//
// mapa computes such an address; handlers meet one when an access lies beyond
// the block's own memory.
#ifndef SIM_CLUSTER_H
#define SIM_CLUSTER_H

#include "sim/core/block.h"
#include "sim/mem/sectors.h"

enum {
    CLUSTER_BASE = 8 << 20,   // offset in the window of rank 0's memory
    CLUSTER_STEP = 512 << 10, // more than any block's shared memory
    MOST_CLUSTER = 16,        // blocks
    PORTABLE_CLUSTER = 8,     // that every GPU with clusters can hold
    CLUSTER_BARRIER = 16,     // Warp.bar of one that waits for its cluster
};

typedef struct Cluster {
    uint32_t size, left; // blocks; that have not ended
    uint32_t waited_for; // threads that have not arrived in this phase
    Block *at[MOST_CLUSTER];
} Cluster;

// The blocks of the cluster are about to run: all have been started.
void cluster_start(Cluster *c);
// Lanes end, and no cluster waits for them any more. Returns what runs next,
// `next` if the group goes on.
const Insn *cluster_exit(Warp *w, uint32_t lanes, const Insn *next);
// Does the lane wait at a barrier of the cluster?
static inline bool is_cluster_wait(const Insn *in) {
    return in && in->kind == INSN_CLUSTER_WAIT;
}
// All live lanes of w wait, some at a barrier of the cluster. Sets the state of
// the warp; false: the others wait for something else.
bool cluster_parked(Warp *w);
// If warps of the block wait for its cluster: explains why nobody will end it,
// and returns true.
bool cluster_deadlock(Block *b);

// The block of that rank in w's cluster; NULL: w has trapped.
Block *cluster_block(Warp *w, const Insn *in, int l, uint32_t rank);

// Is the access, to shared memory, not all to the block's own?
static inline bool access_is_remote(const Warp *w, const Access *a) {
    return a->hi > CLUSTER_BASE && w->block->cluster &&
           w->block->cluster->size > 1;
}
// Takes those lanes of `left` that access the memory of the same block as the
// lowest: a becomes theirs, with offsets, classified and checked. Returns the
// block; NULL: w has trapped.
Block *cluster_take(Warp *w, const Insn *in, Access *a, uint32_t left);

#endif
