// L2 of a device, and DRAM behind it; cache.h says what they are.
#ifndef SIM_L2_H
#define SIM_L2_H

#include "sim/cache/tags.h"
#include "sim/core/counts.h"

// One set is `ways` neighbouring words, the one used last first; a word is
//
//   | generation | line >> set_bits | state |
//
// small enough that a set is two lines of the host's own cache: looking a line
// up is what memory instructions spend most time with.
typedef struct L2 {
    uint64_t *lines; // [capacity]
    uint32_t capacity;
    uint32_t sets, ways;      // in use; sets is a power of two
    int set_bits;             // log2(sets)
    uint64_t generation;      // words of other generations are stale
    struct AtomicUnit *units; // where atomics of this launch queue
    uint64_t launch, busiest; // number of the launch; its busiest unit
    bool counted;             // the request that is answered, in dram_loads
    bool is_fresh;            // and in fresh_loads
    uint64_t *rows;           // of DRAM, used last
    // In sectors / 65536: what launches and fills before this launch left
    // dirty and is not yet written back; what this launch has made dirty.
    uint64_t old_dirty, new_dirty;
    // Sectors that were written in part, and their neighbours, which DRAM
    // moves with them: they will be fetched; and how many lines those are of.
    int64_t torn, torn_lines;
    // Lines that blocks loaded last, by a hash; lines that came; those that
    // another block had brought; blocks at once on the chip, and their warps.
    uint64_t *loaded;
    uint64_t clock, shared, together;
    uint32_t warps;
} L2;

// A request for one line from L2. L1 is an SM's own and answers at once; L2 is
// everybody's, so what it answers depends on the order of all blocks. A request
// to it is therefore written down (l2_log.h) and answered when all blocks
// before have been: the counts are the same however many workers run.
typedef struct L2Record {
    uint64_t what; // | who, of a store 17 | line 41 | kind 2 | sectors 4 |
    uint32_t site; // in Launch.sites
    uint32_t
        more; // load: l2_loader; store: bytes written of each sector, 8 bits
              // each; atomic: cycles / 256 for which it holds the line
} L2Record;

enum { L2_LOAD, L2_STORE, L2_ATOMIC };
enum { L2_KIND = 4, L2_LINE = 6, L2_LINE_BITS = 41 }; // of addresses of 48 bits

static inline uint64_t l2_what(uint64_t line, uint32_t kind, uint32_t want) {
    return line << L2_LINE | kind << L2_KIND | want;
}

static inline uint64_t l2_line(const L2Record *r) {
    return r->what >> L2_LINE & tag_ones(L2_LINE_BITS);
}

// A request for atomics, in L2Record.more: cycles / 256 for which it holds its
// unit; more of them if the last one was for the same sector, of a line, too.
enum { L2_HOLD_BITS = 16, L2_AGAIN_BITS = 11, L2_PART_BITS = 5 };

// The one that asks: | its turn 7 | block 10 |, a hash. Of a thousand blocks
// one takes another's for its own.
enum { L2_BLOCK_BITS = 10, L2_TURN_BITS = 7 };

static inline uint32_t l2_who(uint32_t turn, uint64_t block) {
    uint64_t hash = (block + 1) * 0x9e3779b97f4a7c15ull >> (64 - L2_BLOCK_BITS);
    return (turn & (uint32_t)tag_ones(L2_TURN_BITS)) << L2_BLOCK_BITS |
           (uint32_t)hash;
}

// The loader, in L2Record.more: | who | first 1 |, the last if it is the first
// line of its request.
static inline uint32_t l2_loader(uint32_t who, uint32_t first) {
    return who << 1 | first;
}

// A store, with who it is from, in L2Record.what.
static inline uint64_t l2_store(uint64_t line, uint32_t want, uint32_t who) {
    return (uint64_t)who << (L2_LINE + L2_LINE_BITS) |
           l2_what(line, L2_STORE, want);
}

// Answers one: counts in *n.
void l2_answer(L2 *l2, const L2Record *r, SiteCount *n);
// Answers records in order: counts hits, DRAM bytes and queues in sites.
void l2_replay(L2 *l2, const L2Record *at, size_t n, SiteCount *sites);

// All records of a launch, or of a part of it that is counted by itself, have
// been answered: what it leaves written in part is fetched, to be made whole.
void l2_settle(L2 *l2, SiteCount *n);

// *l2 is zeroed; gets room for so many lines.
void l2_open(L2 *l2, uint32_t capacity);
void l2_close(L2 *l2);
// As caches_fill.
void l2_fill(L2 *l2, uint64_t address, uint64_t bytes);
// Nothing is in it, as when it was opened.
void l2_empty(L2 *l2);
// A launch begins, with so many blocks on the chip at a time, of so many warps.
void l2_launch(L2 *l2, uint64_t together, uint32_t warps);

#endif
