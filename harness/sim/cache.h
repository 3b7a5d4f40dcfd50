// The caches between an SM and DRAM: tags only, data is always in memory.
//
//   SM --- L1 (per SM, per launch) ---+
//   SM --- L1 -----------------------+--- L2 (of the device) --- DRAM
//
// Lines of 128 bytes in sectors of 32; least recently used out of a set.
//
//   L1: loads allocate the sectors they miss; stores and atomics go through it
//       to L2 without allocating. Empty when a launch begins.
//   L2: loads fetch what they miss from DRAM in pairs of sectors (64 bytes, the
//       least that HBM and GDDR6 hand out). Stores allocate without fetching; a
//       sector written in part only is fetched when it is read or evicted.
//       Write-back; it keeps its content between launches.
//
// L2's time is counted in quarters of what one sector of a read of several
// takes. Measured on an H200, whole chip, data in L2: reads 298 G sectors/s
// (163 if each is alone in its line), writes 120 to 145 (75), atomics 111.
//
// A dirty sector counts as DRAM write traffic when it becomes dirty, once, not
// when it leaves: a streaming copy of N bytes counts N read and N written
// whether or not the end of it still sits in L2 when the kernel ends.
#ifndef SIM_CACHE_H
#define SIM_CACHE_H

#include "sim/exec.h"
#include "sim/sectors.h"

// One set is `ways` neighbouring words, the one used last first; a word is
//
//   | generation | line >> set_bits | state |
//
// small enough that a set is two lines of the host's own cache: looking a line
// up is what memory instructions spend most time with.
typedef struct Cache {
    uint64_t *lines; // [capacity]
    uint32_t capacity;
    uint32_t sets, ways;     // in use; sets is a power of two
    int set_bits;            // log2(sets)
    int state_bits;          // see cache.c
    uint64_t generation;     // words of other generations are stale
    struct AtomicSeen *seen; // L2: lines that atomics touched lately
    uint32_t atomics;        // L2: lines touched by atomics so far
} Cache;

// Empties it, in constant time, and makes it `bytes` large (at most
// most_bytes).
void cache_reset(Cache *c, uint64_t bytes);

// The caches of a device. L2 lives as long as they do.
typedef struct Caches {
    Cache l2;
    Cache *l1; // [sms]
    int sms;
    uint64_t *l1_lines; // of all of them
    Arena scratch;      // memory of one launch after the other
} Caches;

Caches *caches_open(const SimGpu *g);
void caches_close(Caches *c);
// Sets up la->l1 and la->l2 for a launch whose resident blocks take smem_sm
// bytes of shared memory per SM (Occupancy.smem_sm): what is left of the SM's
// memory is L1. Call before the first instruction.
void caches_launch(Caches *c, Launch *la, uint32_t smem_sm);

// What one line of a request asks of L2. L1 is an SM's own and answers at once;
// L2 is everybody's, so what it answers depends on the order of all blocks. A
// request to it is therefore written down (history.h) and answered when all
// blocks before have been: the counts are the same however many workers run.
typedef struct L2Record {
    uint64_t what; // line << 8 | kind << 4 | sectors
    uint32_t site; // in Launch.sites
    uint32_t more; // store: bytes written of each sector, 8 bits each; atomic:
                   // cycles / 256 for which it holds the line
} L2Record;

// Answers records in order: counts hits, DRAM bytes and queues in sites.
void l2_replay(Cache *l2, const L2Record *at, size_t n, SiteCount *sites);

// Fetches L1's tags for a load of this address, which follows.
void caches_ahead(const Warp *w, uint64_t address);

// What a request does to the caches of w's SM; counts hits, L2 sectors and DRAM
// bytes: now, or when the history of w's launch is replayed. at_l2: the load
// skips L1 (.cg, .volatile, .relaxed ...).
void caches_load(Warp *w, const Footprint *f, bool at_l2, SiteCount *n);
void caches_store(Warp *w, const Footprint *f, SiteCount *n);
// A read and a write in L2 by one request. On one line they follow each other:
// a request holds each line for `line` cycles / 256, and one of them for
// `extra` more. Shared out over the L2 accesses since the line was last used,
// that is how long the chip waits: many lines in turn wait in parallel.
typedef struct AtomicCost {
    uint32_t line, extra; // cycles / 256
    uint32_t passes;      // over its sectors: lanes on one address, at most
} AtomicCost;
void caches_atomic(Warp *w, const Footprint *f, AtomicCost cost, SiteCount *n);

#endif
