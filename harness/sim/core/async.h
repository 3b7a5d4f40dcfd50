// What a block has under way: asynchronous copies and mbarriers.
//
// A copy moves its bytes when it is waited for, not when it is issued: until
// then the destination holds what it held, and each of its words is marked as
// pending. An access that meets the mark comes too early, whoever makes it.
//
//     cp.async   -> AsyncCopy of the warp ---- wait_group, wait_all ----+
//     cp.async.bulk -> BulkCopy of the mbarrier's block -- try_wait ----+
//                                                                       |
//     pending[word]++                     bytes move, pending[word]-- <-+
#ifndef SIM_ASYNC_H
#define SIM_ASYNC_H

#include "sim/access/touch.h"
#include "sim/state/warp.h"

// One cp.async of a warp.
typedef struct AsyncCopy {
    const Insn *in;
    const Code *code;
    uint32_t lanes;         // whose copies are still to be made
    uint32_t size;          // bytes of each
    uint32_t to[WARP_SIZE]; // offsets in shared memory
    const uint8_t *from[WARP_SIZE];
    uint8_t bytes[WARP_SIZE];  // that are read; the rest becomes zero
    uint32_t group[WARP_SIZE]; // groups that the lane had committed before
    uint32_t number;           // of the warp's copies
    struct AsyncCopy *next;
} AsyncCopy;

// One cp.async.bulk into shared memory, or what cp.async.mbarrier.arrive left
// to be done (bytes is 0 then), of the block that owns the mbarrier.
typedef struct BulkCopy {
    const Insn *in;
    const Code *code;
    uint32_t mbarrier;           // offset
    uint32_t to, bytes;          // in this block's shared memory
    const uint8_t *from;         // in global memory, or data ...
    uint8_t data[16];            // what st.async and red.async carry along
    const struct Block *source;  // ... or, if not NULL, in its shared memory
    uint32_t source_at;          // there
    const struct BulkOp *reduce; // NULL: a plain copy
    Warp *warp;                  // an arrival: of this lane, when its copies
    uint32_t lane, copies;       // up to this one are made
    struct BulkCopy *next;
} BulkCopy;

// What is known of an mbarrier beyond its 64 bits.
typedef struct Mbarrier {
    uint32_t offset; // in shared memory
    bool live;
    SrcLoc made;                 // where it was initialised
    uint32_t arrived[WARP_SIZE]; // threads in this phase, a bit each
} Mbarrier;

typedef struct WarpAsync {
    AsyncCopy *first, **end;
    uint32_t issued;               // copies
    uint32_t committed[WARP_SIZE]; // groups
    // the mbarrier of the last wait that was not over
    const Insn *waits; // NULL: none
    uint32_t waits_at; // offset
    uint32_t waits_lanes;
    // barrier.cluster: lanes that have arrived in this phase, and those that
    // have in the last one and have not waited yet
    uint32_t arrived, passed;
} WarpAsync;

typedef struct ProxyWrites ProxyWrites; // async_proxy.c

typedef struct BlockAsync {
    uint8_t *pending;  // [words of shared memory]: copies on their way there
    uint32_t npending; // words with one, counted for each copy
    WarpAsync *warp;   // [nwarps]
    BulkCopy *bulk, **bulk_end;
    AsyncCopy *free; // for reuse
    BulkCopy *bulk_free;
    Mbarrier *mbarriers;
    uint32_t nmbarriers, cap_mbarriers;
    ProxyWrites *writes; // that no fence.proxy.async has followed; or NULL
} BlockAsync;

// The block's, made at the first need.
BlockAsync *async_of(Block *b);
static inline WarpAsync *warp_async(Warp *w) {
    return &async_of(w->block)->warp[w->index];
}
// A block begins: nothing is under way.
void async_reset(Block *b);

// The words of [to, to + bytes) are pending, once more or once less.
void async_mark(BlockAsync *x, uint32_t to, uint32_t bytes, int by);
// Notes an access to words that are pending. touch_shared calls it while there
// are any.
void async_check(Warp *w, const Insn *in, const Access *a, TouchKind k);
// Makes the bulk copies that complete on the mbarrier, as far as they are
// issued.
void bulk_arrive(Block *b, uint32_t mbarrier);
// Lane l arrives at the mbarrier of b when its copies so far are made.
void bulk_announce(Warp *w, const Insn *in, Block *b, uint32_t mbarrier,
                   uint32_t l);
// Makes the copies of lane l that are among the warp's first n.
void async_complete(Warp *w, uint32_t l, uint32_t n);

// ---- what bulk copies do not see without a fence (async_proxy.c)
// Lanes wrote to their block's shared memory, by plain stores or atomics.
// touch_shared calls it in kernels with bulk copies out of shared memory.
void proxy_wrote(Warp *w, const Insn *in, const Access *a);
// A lane of w executed fence.proxy.async.
void proxy_fence(Warp *w);
// A bulk copy wrote to the bytes, which other bulk copies see.
void proxy_forget(Block *b, uint32_t at, uint32_t bytes);
// The bulk copy of lane l reads these bytes of b: notes it if it is too early.
void proxy_check(Warp *w, const Insn *in, uint32_t l, const Block *b,
                 uint32_t at, uint32_t bytes);
void proxy_reset(BlockAsync *x);

// ---- mbarriers (exec/async_mbar.c)
// tx-count goes down by bytes.
void mbarrier_complete_tx(Block *b, uint32_t offset, uint32_t bytes);
// n arrivals of lane l at the mbarrier of b; false: w has trapped.
bool mbarrier_arrive(Warp *w, const Insn *in, Block *b, uint32_t offset, int l,
                     uint32_t n);
// One that cp.async.mbarrier.arrive announced: pending count up by one.
bool mbarrier_expect(Warp *w, const Insn *in, Block *b, uint32_t offset, int l);
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

bool select_cp(Decoder *d, const Stmt *s, Insn *in);       // exec/async_copy.c
bool select_bulk(Decoder *d, const Stmt *s, Insn *in);     // exec/async_bulk.c
bool select_remote(Decoder *d, const Stmt *s, Insn *in);   // exec/async_bulk.c
bool select_mbarrier(Decoder *d, const Stmt *s, Insn *in); // exec/async_mbar.c
bool select_cluster(Decoder *d, const Stmt *s, Insn *in);  // cluster.c
bool select_cluster_barrier(Decoder *d, const Stmt *s, Insn *in); // cluster.c

#endif
