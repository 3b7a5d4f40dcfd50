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
// A line that a block finds in L2 because it loaded it itself a while ago would
// have been evicted as well, by the blocks that run beside it on all SMs. A
// table has who loaded a line last, and when.
//
// L2's time is counted in quarters of what one sector of a read of several
// takes. Measured on an H200, whole chip, data in L2: reads 298 G sectors/s
// (190 if each is alone in its line), writes 120 to 145 (75), atomics 85 to
// 111, and some 50 if their results are wanted. A write brings its bytes, so
// that sectors written in part take less: words 12 bytes apart, a third of each
// sector, at least 230 G sectors/s, words 8 bytes apart 165.
//
// Lines that fills and earlier launches have left dirty are written back when a
// later launch's reads evict them: counted apart, as dram_evicted, and not line
// by line. An evicted line is dirty as often as L2 is.
//
// DRAM hands out its rows of 2 KiB one after the other quickly; to go to
// another row takes time. dram_opens counts how often that happens, with the
// few thousand rows that the chips hold open remembered.
//
// A dirty sector counts as DRAM write traffic when it becomes dirty, once, not
// when it leaves: a streaming copy of N bytes counts N read and N written
// whether or not the end of it still sits in L2 when the kernel ends.
#ifndef SIM_CACHE_H
#define SIM_CACHE_H

#include "base/arena.h"
#include "sim/cache/l1.h"
#include "sim/cache/l2.h"
#include "sim/core/counts.h"
#include "sim/mem/sectors.h"

typedef struct Launch Launch;

// The caches of a device. L2 lives as long as they do.
typedef struct Caches {
    L2 l2;
    L1 *l1; // [sms]
    int sms;
    uint64_t *l1_lines; // of all of them
    Arena scratch;      // memory of one launch after the other
} Caches;

Caches *caches_open(const SimGpu *g);
void caches_close(Caches *c);
// Memory was filled: that is in L2 now, dirty, and pushed out other lines. A
// fill as large as L2 empties it.
void caches_fill(Caches *c, uint64_t address, uint64_t bytes);
// L2 holds nothing, as when it was opened.
void caches_empty(Caches *c);
// Sets up la->l1 and la->l2 for a launch whose resident blocks take smem_sm
// bytes of shared memory per SM (Occupancy.smem_sm): what is left of the SM's
// memory is L1. Call before the first instruction.
void caches_launch(Caches *c, Launch *la, uint32_t smem_sm);

// The addresses that the first warps of blocks load tend to go on from block to
// block by the same step, and each of these uses another SM's tags, seldom in a
// cache of the host: they are prefetched when a block begins.
enum { STREAMS = 8 };
typedef struct Stream {
    uint64_t line, step;
} Stream; // of some sites

static inline void stream_note(Stream *s, uint64_t line) {
    *s = (Stream){line, line - s->line};
}
void caches_begin(const Launch *la, uint32_t sm);

// Fetches L1's tags for a load of this address, which follows.
void caches_ahead(const Warp *w, uint64_t address);

// Applies a request to the caches of w's SM; counts hits, L2 sectors and DRAM
// bytes: now, or when the log of its launch is replayed.
void caches_load(Warp *w, const Footprint *f, bool at_l2, SiteCount *n);
// follows: L1 joins it with the store before (MemOp.follows).
void caches_store(Warp *w, const Footprint *f, bool follows, SiteCount *n);
// The same for one line that is touched in those sectors; filled: bytes written
// of each, 8 bits each. Make room (l2_log_reserve) before. met: what the
// request has met so far, and does.
void caches_load_line(Warp *w, uint64_t line, uint32_t want, SiteCount *n,
                      uint32_t *met);
void caches_store_line(Warp *w, uint64_t line, uint32_t want, uint32_t filled,
                       SiteCount *n);
// The work of L2, in quarter sectors, when so many words of local memory are
// written to so many lines.
uint64_t caches_local_work(int lines, int words);
// A read and a write in L2 by one request. Atomics on the same 512 bytes follow
// each other: a request holds them for `sector` cycles / 256 per sector, and
// one of its lines for `extra` more. Others go on in parallel; what the chip
// waits for is the 512 bytes that are held longest.
typedef struct AtomicCost {
    uint32_t sector, extra; // cycles / 256
    uint32_t passes;        // over its sectors: lanes on one address, at most
    uint32_t again; // cycles / 256 more right behind one on the same sector
    uint32_t work;  // of L2 for a sector, in quarters of a read's
} AtomicCost;
void caches_atomic(Warp *w, const Footprint *f, AtomicCost cost, SiteCount *n);

#endif
