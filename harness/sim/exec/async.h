// Asynchronous copies and mbarriers: what their handlers share.
#ifndef SIM_EXEC_ASYNC_H
#define SIM_EXEC_ASYNC_H

#include "sim/core/async.h"

// Makes the bulk copies that complete on the mbarrier, as far as they are
// issued.
void bulk_arrive(Block *b, uint32_t mbarrier);
// Lane l arrives at the mbarrier of b when its copies so far are made.
void bulk_announce(Warp *w, const Insn *in, Block *b, uint32_t mbarrier,
                   uint32_t l);
// Makes the copies of lane l that are among the warp's first n.
void async_complete(Warp *w, uint32_t l, uint32_t n);

// The block has ended, and its warps took more registers by setmaxnreg than
// others had given back: a trap of the warp that took last.
void setmaxnreg_deadlock(Block *b);

// ---- mbarriers (async_mbar.c)
// Was the last that the warp saw of an mbarrier a wait that is not over?
static inline bool mbarrier_awaited(const Block *b, uint32_t warp) {
    return b->async && b->async->warp[warp].waits;
}
// If a warp of the block waits at an mbarrier: explains that nobody will end
// the wait, and returns true.
bool mbarrier_deadlock(Block *b);

// An address of the shared window: the block it belongs to, and the offset in
// its shared memory. Checks n bytes with this alignment. NULL: w has trapped.
Block *shared_find(Warp *w, const Insn *in, int l, uint64_t address, uint32_t n,
                   uint32_t align, const char *access, uint32_t *offset);

// The block of that rank in w's cluster; NULL: w has trapped.
Block *cluster_block(Warp *w, const Insn *in, int l, uint32_t rank);

bool select_cp(Decoder *d, const Stmt *s, Insn *in);        // exec/async_copy.c
bool select_cp_arrive(Decoder *d, const Stmt *s, Insn *in); // exec/async_mbar.c
bool select_bulk(Decoder *d, const Stmt *s, Insn *in);      // exec/async_bulk.c
bool select_remote(Decoder *d, const Stmt *s, Insn *in);    // exec/async_bulk.c
bool select_mbarrier(Decoder *d, const Stmt *s, Insn *in);  // exec/async_mbar.c
bool select_cluster(Decoder *d, const Stmt *s, Insn *in);   // cluster.c
bool select_cluster_barrier(Decoder *d, const Stmt *s, Insn *in); // cluster.c

#endif
