// The shadow of global memory: who touched a byte before, and was it ordered?
//
//   device memory   | line of 128 bytes | line | line | ...
//   shadow          | ShadowLine        |  ..  |      |     64 bytes each
//
// A line's record is found from its address alone. It knows which of its words
// were written and read in this launch, and by whom: a stamp of block, warp and
// two counts that say when, as far as others can tell:
//
//   sync    a clock of the warp: anything that can order it with others of its
//           block moves it on (barriers, fences)
//   fence   of the block: its device-wide fences, which other blocks can see
//
// Two accesses conflict if one of them writes, they are not by the same warp,
// not both strong (atomic, volatile, relaxed ...), and not ordered:
//
//   same block     the later one has the greater sync
//   other block    the earlier one was followed by a fence of its block, before
//                  a release that the later one's block has acquired (by a
//                  strong read of a word that a block wrote strongly after a
//                  fence)
//                  or the earlier one is a read, and its block's warps met (a
//                  sync) before the block wrote a word strongly that the later
//                  one's block has read strongly: what was read stays read, no
//                  fence is needed to keep it
//
// The reader's side needs a fence as well, where L1 may hold the sector since
// before it was written: some block loaded it plainly, and made no fence, which
// empties L1, until the write. A plain read after a flag, with no fence in
// between, is then reported although the two are ordered.
//
// Two strong writes of a block may be seen in the other order. A strong read
// outside of a loop takes the word as it is: if its block has waited, in a
// loop, for a word that the same block wrote later, and that block made no
// fence between the two, it is reported. (In a loop it may wait for either.)
//
// A plain read and an atomic update of the device's scope do not conflict: to
// look before one leaps (test, then atomicCAS; levels of a search; flags that
// end a loop early) is what published code does everywhere. Such a read orders
// nothing: data that a flag guards still needs the flag read strongly. Plain
// writes conflict with atomics, as do reads through the read-only cache.
//
// "Before" is by one clock of the launch, where the truth is a partial order:
// what is called ordered may not be, what is called a race is one in this run.
// If nothing is known (counts run over, memory is short), nothing is reported.
//
// Nothing here looks at a warp or at the bytes: an access says all in itself,
// so that it may be handed over later, as long as each block's come in its
// order. Calls are single-threaded.
#ifndef SIM_SHADOW_H
#define SIM_SHADOW_H

#include "sim/mem/mem.h"
#include "sim/mem/sectors.h"

typedef struct Insn Insn;
typedef struct Launch Launch;
typedef struct MemOp MemOp;
typedef struct Strip Strip;
typedef struct Warp Warp;

// How strong an access is: among whom it cannot race with its like. ATOMIC is a
// STRONG one that reads and writes at once.
typedef enum Strength { WEAK, STRONG_IN_BLOCK, STRONG, ATOMIC } Strength;

// One request to global memory: 24 bytes, its addresses apart.
typedef struct ShadowAccess {
    uint64_t block;   // linear
    uint32_t place;   // shadow_place: where in the code
    uint32_t digest;  // of stores: equal digests, equal values; 0 unknown
    uint16_t sync;    // warp_sync_clock, no more than SHADOW_SYNCS
    uint8_t warp;     // of the block
    uint8_t kind;     // AccessKind
    uint8_t strength; // Strength
    bool acquires, publishes; // strong reads and writes, seen by all blocks
    bool releases;            // with a fence of its own before
    bool settles;             // with one after
    bool waits;     // a strong read in a loop, which may wait for the word
    bool takes;     // a strong read outside of loops: the value counts as it is
    bool read_only; // ld.global.nc
} ShadowAccess;

enum { SHADOW_SYNCS = UINT16_MAX }; // and beyond: not known any more

// Shadow itself is declared in mem.h: a Mem has one.

// ---- while the warp is at hand

// Fills t from the warp that makes a request, but for its addresses. For stores
// it reads the registers. *clash: lanes that store other values than a higher
// lane to the same address, in one instruction.
void shadow_record(const Warp *w, const Insn *in, const Access *a, AccessKind k,
                   ShadowAccess *t, uint32_t *clash);
// The digest of a strip of stores.
uint32_t shadow_digest(const Warp *w, const MemOp *op, const Strip *s);
// The place of `in` in the code, small enough for a stamp; 0: unknown.
uint32_t shadow_place(const Warp *w, const Insn *in);

// ---- in an order that keeps each block's

// Begins a launch: what came before is ordered before it. la is used for what
// is told (notes, places) until shadow_end.
void shadow_begin(Shadow *s, Launch *la);
void shadow_end(Shadow *s);
// Checks a request and remembers it. a must be classified; at[] is looked at
// for SHAPE_ROWS and SHAPE_GENERAL only. f is its footprint. clash: as
// recorded.
void shadow_access(Shadow *s, const ShadowAccess *t, const Access *a,
                   const Footprint *f, uint32_t clash);
// A fence of a block, seen by other blocks (scope of the device or wider).
void shadow_fence(Shadow *s, uint64_t block);
// The barrier of a cluster's blocks: arrive publishes the block's accesses up
// to now, wait orders them before the block's later accesses.
void shadow_arrive(Shadow *s, uint64_t block, uint64_t key);
void shadow_wait(Shadow *s, uint64_t block, uint64_t key);

// The same of a strip (strip.h), with so many bytes per lane, by a warp with
// all its lanes: but for the lines in known, a bit each. t says the rest.
void shadow_strip(Shadow *s, const ShadowAccess *t, const Strip *sp,
                  uint32_t bytes, uint32_t known);
// Words of a line that these lanes of a warp have read one after the other, all
// of them `bytes` at one place each time.
void shadow_words(Shadow *s, const ShadowAccess *t, uint64_t line,
                  uint32_t words, uint32_t bytes, uint32_t lanes);
// Asks the host for the record of a line that is touched soon.
void shadow_fetch(const Shadow *s, uint64_t line);

// ---- which words a launch used, and how (touched.c)

// Updates are atomic, volatile, relaxed ...: they do not race with their like.
typedef enum SimUse {
    SIM_USE_READ,
    SIM_USE_WRITE,
    SIM_USE_UPDATE,
    SIM_USES
} SimUse;
typedef void UseFn(void *ctx, SimUse k, uint64_t lo, uint64_t hi);

// From the next launch on it is remembered (or not).
void shadow_track(Shadow *s, bool on);
// Calls fn for the ranges of the last launch, those of one use by address.
void shadow_touched(Shadow *s, UseFn *fn, void *ctx);

// ---- later

typedef struct ShadowLog ShadowLog;

// Gives la->checks.log a log of its own, made of its arena: a long one for
// blocks that run before their turn. A full one waits for the turn of its
// launch's blocks.
void shadow_log_init(Launch *la, bool is_long);
void shadow_log_fini(Launch *la);
void shadow_log_access(Launch *la, const ShadowAccess *t, const Access *a,
                       const Footprint *f, uint32_t clash);
void shadow_log_fence(Launch *la, uint64_t block);
// A weak access, but for the lines that are known, a bit each.
void shadow_log_strip(const Warp *w, const Insn *in, const Strip *s,
                      AccessKind k, uint32_t known);
// Tells the shadow all that the log holds, and empties it.
void shadow_replay(ShadowLog *g, Shadow *s);
// The same for the launch's own, in its turn. Call before anything else is told
// to the shadow, or asked.
void shadow_log_flush(Launch *la);

// ---- initialised or not; addresses as programs know them
//
// Only memory of the device alone is watched: all else, and all addresses that
// the shadow does not know, count as initialised.

// NULL: no address space. [base, base + size) is the arena of device addresses.
Shadow *shadow_open(uint64_t base, uint64_t size);
void shadow_close(Shadow *s);
// [lo, hi) becomes an allocation. fresh: its addresses were never used before.
void shadow_alloc(Shadow *s, uint64_t lo, uint64_t hi, bool fresh);
// The bytes were written from outside kernels (wrote), count as never written
// (forgot), or were copied from others.
void shadow_wrote(Shadow *s, uint64_t p, uint64_t n);
void shadow_forgot(Shadow *s, uint64_t p, uint64_t n);
void shadow_copied(Shadow *s, uint64_t to, uint64_t from, uint64_t n);
// True if any of the bytes was ever written.
bool shadow_is_written(const Shadow *s, uint64_t p, uint64_t n);
// How many of the bytes nothing has written, 0 if that is not known; *first:
// how far in the first of them lies.
uint64_t shadow_unwritten(const Shadow *s, uint64_t p, uint64_t n,
                          uint64_t *first);

// Memory that is watched: mem_open, and a shadow of it.
Mem *shadow_mem_open(uint64_t limit_bytes);

#endif
