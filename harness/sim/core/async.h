// A block's work under way: asynchronous copies and mbarriers.
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

#include "sim/core/block.h"
#include "sim/mem/tensor.h"

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
    uint32_t reads;            // Block.shared_reads when it was issued
    struct AsyncCopy *next;
} AsyncCopy;

// One cp.async.bulk into shared memory, or what cp.async.mbarrier.arrive left
// to be done (bytes is 0 then), of the block that owns the mbarrier.
typedef struct BulkCopy {
    const Insn *in;
    const Code *code;
    uint32_t mbarrier;           // offset
    uint32_t to, bytes;          // in this block's shared memory
    uint32_t reads;              // Block.shared_reads when it was issued
    const uint8_t *from;         // in global memory, or data ...
    uint8_t data[16];            // what st.async and red.async carry along
    const struct Block *source;  // ... or, if not NULL, in its shared memory
    uint32_t source_at;          // there
    const struct BulkOp *reduce; // NULL: a plain copy
    bool is_box;                 // by a tensor map, in ...
    TensorBox *box;              // ... which outlives the copy, for reuse
    Warp *warp;                  // an arrival: of this lane, when its copies
    uint32_t lane, copies;       // up to this one are made
    struct BulkCopy *next;
} BulkCopy;

// The state of an mbarrier beyond its 64 bits.
typedef struct Mbarrier {
    uint32_t offset;             // in shared memory
    SrcLoc made;                 // where it was initialised
    const Warp *maker;           // by its lane ...
    uint32_t maker_lane;         // ... this one
    uint64_t bits;               // that were stored last
    uint32_t arrived[WARP_SIZE]; // threads in this phase, a bit each
    int64_t expected, came;      // bytes in this phase
    uint32_t phases;             // that are over
    uint32_t passed[WARP_SIZE];  // of them, when each warp's last wait was
    const Insn *last;            // that arrived, of ...
    const Warp *last_warp;       // ... this warp, last by ...
    uint32_t last_lane;          // ... this lane
    uint32_t together, most;     // lanes that it had so far; the most ever
} Mbarrier;

// The descriptors of one wgmma: of A (0: A is in registers) and of B.
typedef struct MmaGiven {
    const Insn *in;
    uint64_t a, b;
} MmaGiven;

enum { MMA_GIVEN = 64 }; // the last ones are kept

// The groups of wgmma that a warp has issued, and the registers that they work
// with. A mark is the number of a group plus 1; those up to `over` are done.
typedef struct WarpMma {
    const Code *code; // whose registers
    uint32_t n;
    uint32_t committed, over;  // groups
    uint32_t *sums, *factors;  // [n] marks, by slot
    uint32_t fences;           // wgmma.fence
    uint32_t *written;         // [n] fences plus 1 when another instruction
                               // wrote it last
    const Insn *last;          // wgmma
    uint32_t issued;           // wgmmas, of which ...
    MmaGiven given[MMA_GIVEN]; // ... number i is at i % MMA_GIVEN
} WarpMma;

// Shared memory that a wgmma reads until its group is over.
typedef struct MmaRead {
    const WarpMma *of;
    const Code *code;
    const Insn *in;
    uint32_t group, lo, hi;
} MmaRead;

typedef struct WarpAsync {
    AsyncCopy *first, **end;
    uint32_t issued;               // copies
    uint32_t committed[WARP_SIZE]; // groups
    // the mbarrier of the last wait that was not over
    const Insn *waits; // NULL: none
    uint32_t waits_at; // offset
    uint32_t waits_lanes;
    // the last wait if it let the warp through at once: the phase was over at
    // its wait before, or (is_new) no phase has ended yet
    const Insn *early; // NULL: it did not
    bool is_new;
    // barrier.cluster: lanes that have arrived in this phase, and those that
    // have in the last one and have not waited yet
    uint32_t arrived, passed;
    WarpMma *mma; // or NULL
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
    MmaRead *reads;
    uint32_t nreads, cap_reads;
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

#endif
