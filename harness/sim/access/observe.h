// The one way in which handlers report what an instruction does to memory that
// other threads see, and what orders threads.
//
// Handlers move bytes; all else that a request means follows from here, in
// program order: counters, caches, and the checks that need to know who used a
// byte before.
//
//     exec/mem, atom, tex ...    observe_global ... -> counters, caches,
//                                                      shadow of global memory
//                                observe_shared ... -> counters,
//                                                      shadow of shared memory
//     exec/barrier, warp, async  observe_barrier ... -> clocks of the shadows
//
// The bytes of a store or an atomic change after the call.
#ifndef SIM_OBSERVE_H
#define SIM_OBSERVE_H

#include "sim/core/block.h"
#include "sim/core/rows.h"
#include "sim/core/strip.h"
#include "sim/decode/memop.h"

// ---- requests, checked and classified

// To global memory, addresses as the program knows them.
void observe_global(Warp *w, const Insn *in, const Access *a, AccessKind k);
// The same for a plain access that is a strip.
void observe_strip_load(Warp *w, const Insn *in, const Strip *s);
void observe_strip_store(Warp *w, const Insn *in, const Strip *s);
// To the block's shared memory; addresses are offsets.
void observe_shared(Warp *w, const Insn *in, const Access *a, AccessKind k);
// The same for a plain load of rows.
void observe_shared_rows(Warp *w, const Insn *in, const Rows *t);
// To the shared memory of block b of the cluster, or of its own.
void observe_cluster(Warp *w, const Insn *in, const Access *a, AccessKind k,
                     Block *b);
// To local memory, addresses in each lane's stack. Arguments of calls are not
// counted: ptxas keeps them in registers.
void observe_local(Warp *w, const Insn *in, const Access *a, AccessKind k);

// ---- what comes from global memory while the block works on shared memory

// A load of the warp: it may be under way until the warp's next barrier.
static inline void observe_loaded(Warp *w, uint32_t bytes) {
    w->loaded += bytes;
    w->loaded_at = w->block->shared_reads;
}
// Bytes have arrived; reads: Block.shared_reads when the copy was issued.
static inline void observe_early(Block *b, uint32_t bytes, uint32_t reads) {
    if (b->shared_reads != reads) b->prefetched += bytes;
}

// ---- copies that are made later than they are issued

// The warp issues a copy from global into shared memory past its registers.
static inline void observe_async(Warp *w, const Insn *in, uint64_t bytes) {
    SiteCount *n = site_count(w, in);
    n->async_bytes += bytes;
    if (!w->reads_shared) n->apart_bytes += bytes;
}

// A cp.async writes now what the lanes have issued, with its instruction.
void observe_async_store(Warp *w, const Insn *in, const Access *a);
// The bulk copy of lane l reads bytes of b's shared memory.
void observe_bulk_read(Warp *w, const Insn *in, uint32_t l, const Block *b,
                       uint32_t at, uint32_t bytes);
// A bulk copy writes to b's shared memory.
void observe_bulk_write(Block *b, uint32_t at, uint32_t bytes);

// ---- order. Blocks and warps without shared memory are allowed.

// The active lanes execute a fence of this scope (membar, fence, and what
// brings one along).
void observe_fence(Warp *w, const Insn *in, MemScope scope);
// And fence.proxy.async.
void observe_proxy_fence(Warp *w);
// All threads of the block have met.
void observe_barrier(Block *b);
// The lanes of the warp have met.
void observe_warp_sync(Warp *w);
// The blocks of a cluster have met at its barrier.
void observe_cluster_barrier(Block *const *at, uint32_t n);
// What w has done is known to every warp that acquires the same key later. Keys
// below 1 << 32 are offsets of shared memory.
void observe_release(Warp *w, uint64_t key);
void observe_acquire(Warp *w, uint64_t key);
// The warp arrives at an mbarrier; its phase is complete; the warp has waited
// for one that is.
void observe_arrival(Warp *w, uint32_t mbarrier);
void observe_phase(Block *b, uint32_t mbarrier);
void observe_wait(Warp *w, uint32_t mbarrier);
// A kernel is about to allocate or free memory.
void observe_allocation(Launch *la);

#endif
