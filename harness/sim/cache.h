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
// What a block finds in L2 that it loaded itself a while ago would have been
// pushed out as well, by the blocks that run beside it on all SMs. A table has
// who loaded a line last, and when. Each half of L2 keeps what its own SMs
// read, so half of it counts.
//
// L2's time is counted in quarters of what one sector of a read of several
// takes. Measured on an H200, whole chip, data in L2: reads 298 G sectors/s
// (190 if each is alone in its line), writes 120 to 145 (75), atomics 85 to
// 111, and some 50 if their results are wanted. What is written comes with its
// bytes, so that sectors written in part take less: words 12 bytes apart, a
// third of each sector, at least 230 G sectors/s, words 8 bytes apart 165.
//
// What fills and launches before have left dirty is written back when a later
// launch's reads push it out: counted apart, as dram_evicted, and not line by
// line. What is pushed out is dirty as often as L2 is.
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

#include "sim/exec.h"
#include "sim/sectors.h"

// One set is `ways` neighbouring words, the one used last first; a word is
//
//   | generation | line >> set_bits | state |
//
// small enough that a set of L2 is two lines of the host's own cache, and four
// sets of L1 one: looking a line up is what memory instructions spend most time
// with.
typedef struct Cache {
    uint64_t *lines; // [capacity]
    uint32_t capacity;
    uint32_t sets, ways;      // in use; sets is a power of two
    int set_bits;             // log2(sets)
    uint64_t generation;      // words of other generations are stale
    struct AtomicUnit *units; // L2: where atomics of this launch queue
    uint64_t launch, busiest; // L2: number of the launch; its busiest unit
    bool counted;             // L2: the request that is answered, in dram_loads
    uint64_t *rows;           // L2: of DRAM, used last
    // L2, in sectors / 65536: what launches and fills before this launch left
    // dirty and is not yet written back; what this launch has made dirty.
    uint64_t old_dirty, new_dirty;
    // L2: sectors that were written in part, and their neighbours, which DRAM
    // moves with them: they will be fetched; and how many lines those are of.
    int64_t torn, torn_lines;
    // L2: lines that blocks loaded last, by a hash; lines that came; those that
    // another block had brought; blocks at once on the chip.
    uint64_t *loaded;
    uint64_t clock, shared, together;
} Cache;

// L1, of words of 64 bits:
//
//   | generation 4 | line 24 | warps 12 | block 6 | stamp 14 | valid 4 |
//
// Lines that are apart less than device memory is large are never taken for
// each other; others once in 16 million.
//
// Blocks run one after the other here, warps for a turn, but on an SM all side
// by side. So what a warp finds that it touched itself a while ago would have
// been pushed out by the others, who have brought as many lines since: `stamp`
// is the clock, which counts lines that come, of the last touch. Unless they
// brought the same lines: how often that happens is counted. Lines that are
// written count as lines that come. And what another
// warp has brought, of the same block or of one that is there at the same time,
// is on its way: `warps` has who of the last block touched the line.
typedef struct L1 {
    uint64_t *lines; // [capacity]
    uint32_t capacity;
    uint32_t sets, ways;
    int set_bits;
    uint64_t generation; // in its place
    uint32_t together;   // blocks at once on the SM
    uint64_t clock;      // lines that came
    uint64_t shared;     // lines that another warp or block found there first
    uint64_t stored;     // the line that was written last
    const Warp *who;     // has the turn
    uint64_t began;      // the turn: what the clock was
    uint64_t round;      // its last round of loads, likewise
} L1;

enum {
    L1_STAMP = 4,
    L1_STAMP_BITS = 14,
    L1_BLOCK = L1_STAMP + L1_STAMP_BITS,
    L1_BLOCK_BITS = 6,
    L1_WARPS = L1_BLOCK + L1_BLOCK_BITS,
    L1_WARPS_BITS = 12,
    L1_STATE_BITS = L1_WARPS + L1_WARPS_BITS, // all that is no key
    L1_LINE_BITS = 24,
    L1_GENERATION = L1_STATE_BITS + L1_LINE_BITS
};

// Loads that do not wait for each other go out together: what a warp touches in
// one round of them nobody pushes out between.
static inline void l1_round(L1 *c) {
    c->round = c->clock;
}

// What a request has met in L1 so far.
enum { L1_MISSED = 1, L1_MET = 2 };

// The caches of a device. L2 lives as long as they do.
typedef struct Caches {
    Cache l2;
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
    uint32_t more; // load: block << 1, 1 if it is the first of its request;
                   // store: bytes written of each sector, 8 bits each; atomic:
                   // cycles / 256 for which it holds the line
} L2Record;

// Answers records in order: counts hits, DRAM bytes and queues in sites.
void l2_replay(Cache *l2, const L2Record *at, size_t n, SiteCount *sites);

// All records of a launch, or of a part of it that is counted by itself, have
// been answered: what it leaves written in part is fetched, to be made whole.
void l2_settle(Cache *l2, SiteCount *n);

// What the first warps of blocks load tends to go on from block to block by the
// same step, and each of these uses another SM's tags, seldom in a cache of the
// host: they are asked for when a block begins.
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

// What a request does to the caches of w's SM; counts hits, L2 sectors and DRAM
// bytes: now, or when the history of w's launch is replayed. at_l2: the load
// skips L1 (.cg, .volatile, .relaxed ...).
void caches_load(Warp *w, const Footprint *f, bool at_l2, SiteCount *n);
void caches_store(Warp *w, const Footprint *f, SiteCount *n);
// The same for one line that is touched in those sectors; filled: bytes written
// of each, 8 bits each. Make room (history_reserve) before. met: what the
// request has met so far, and does.
void caches_load_line(Warp *w, uint64_t line, uint32_t want, SiteCount *n,
                      uint32_t *met);
void caches_store_line(Warp *w, uint64_t line, uint32_t want, uint32_t filled,
                       SiteCount *n);
// What L2 has to do, in quarter sectors, where so many words of local memory
// are written to so many lines.
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
