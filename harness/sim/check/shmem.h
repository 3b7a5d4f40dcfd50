// The shadow of a block's shared memory: who wrote and read each word last, and
// whether a barrier lies between. It finds races and reads of what nobody
// wrote.
//
// Time is a counter of the block, `tick`, that every event which orders threads
// moves on: barriers, __syncwarp, fences. A record is one word,
//
//     tick:20 | thread:10 | kind:2
//
// so "is ordered" is mostly one comparison: records below `floor` lie behind a
// barrier of all threads, those of the own warp below `warp_floor` behind a
// __syncwarp. The rest, barriers of some warps and flags with fences, is kept
// as vector clocks, a tick of each warp as each warp knows it (after FastTrack,
// Flanagan and Freund, 2009), and looked at only when the comparison fails. An
// uncertain case is no race.
//
// A granule, what one record is for, is a word; half of one or a byte if the
// kernel's code has accesses that narrow. The shadow lives as long as the
// Block's memory; a new block moves the floor.
#ifndef SIM_SHMEM_H
#define SIM_SHMEM_H

#include "sim/check/harmless.h"
#include "sim/core/block.h"
#include "sim/core/rows.h"
#include "sim/decode/memop.h"
#include "sim/mem/shape.h"

enum {
    SHMEM_TICK_SHIFT = 12,
    SHMEM_TICK_MOST = 1 << 19, // records stay positive as int32_t
    SHMEM_THREAD = 0xffc,
    SHMEM_WARP = 0xf80, // the part of the thread that names its warp
    SHMEM_KIND = 3,
};

// Kinds of the last write.
enum {
    WROTE_WEAK,
    WROTE_STRONG, // an atomic, volatile or relaxed: no race with its like
    WROTE_SAME,   // several threads, the same value: no race
    WROTE_LANES,  // likewise, all of one warp: others race with them
};
// Kinds of the last reads.
enum {
    READ_ONE,    // by this thread
    READ_LANES,  // by this one and others of its warp
    READ_WARPS,  // and of other warps
    READ_STRONG, // by this one, strongly
};

// Something to wait for, and what each warp had done when it was last set.
typedef struct ShmemClock {
    uint64_t key;
    uint32_t *seen; // [nwarps]
} ShmemClock;

// A read of what nobody has written yet: a mistake in any case, which one is
// known when the threads meet. Did another thread write it meanwhile?
typedef struct ShmemEarly {
    Warp *w;
    const Code *code;
    const Insn *in;
    int lane;
    uint32_t offset, bytes;
    uint16_t site;
    bool is_atomic, told;
    bool is_followed; // its value is (undefined.h): told once that is used
    const char *hint; // made at the barrier, or NULL
} ShmemEarly;

typedef struct Origin Origin; // of an undefined value (undefined.c)

typedef struct Shmem {
    uint32_t *wrote, *read;           // [ngranules] records
    uint16_t *wrote_site, *read_site; // [ngranules], see site_number
    uint32_t ngranules;
    uint32_t shift; // log2 of a granule's bytes: 2, 1 or 0
    uint32_t tick;
    uint32_t floor;       // records below: before the last barrier of all
    uint32_t born;        // below: not by this block
    uint32_t *warp_floor; // [nwarps] before the warp's last __syncwarp
    uint32_t *fenced;     // [nwarps] before the warp's last fence
    uint32_t *seen;       // [nwarps][nwarps] of the second: known to the first
    ShmemClock *clocks;   // since the last barrier of all
    int nclocks, cap_clocks;
    ShmemEarly *early; // since then, one per instruction and warp
    int nearly, cap_early;
    // Granules that hold undefined values count as not written, and number
    // here where these come from; NULL or 0: nobody wrote them.
    uint8_t *tainted; // [ngranules]
    Origin *taints;
    int ntaints;          // of this block
    uint32_t any_fence;   // since then: != 0
    uint32_t any_partial; // was any warp ordered after another one?
    uint32_t *site_base;  // [ncodes] number of the code's site 0
    Judged judged;        // its races
    uint32_t gone; // threads that had returned at the last barrier of all
    const Block *block;
} Shmem;

// The shadow of b's shared memory; NULL if it has none.
Shmem *shmem_new(const Block *b, Arena *a);
// The block begins: nothing is written, nobody has read.
void shmem_start(Shmem *s);
// It has ended.
void shmem_end(Shmem *s);
// A trap of w has stopped it: tells what w used of that nobody had written.
void shmem_stopped(const Warp *w);
// All of its threads wait for ever: tells which reads came before a write.
void shmem_stuck(const Block *b);

// A checked, classified request, before its bytes change. strong: atomic,
// volatile, relaxed or more.
void shmem_access(Warp *w, const Insn *in, const Access *a, AccessKind k,
                  bool strong);

// As shmem_access, for a plain load.
void shmem_load_rows(Warp *w, const Insn *in, const Rows *t);

// ---- what orders threads. All take a block or warp without shared memory.
// All threads of the block have met.
void shmem_barrier(Block *b);
// The warp's lanes have met and see each other's memory.
void shmem_warp_sync(Warp *w);
// A fence of any scope: what the warp did before it is published by what it
// sets after it.
void shmem_fence(Warp *w);
// Publishes w's accesses up to now to any warp that acquires the same key
// later. Keys below 1 << 32 are shared memory's offsets; barriers and other
// objects take keys beyond.
void shmem_release(Warp *w, uint64_t key);
void shmem_acquire(Warp *w, uint64_t key);
// All that was published to `from` up to now is published to `to`: the arrivals
// of a phase, when it is complete.
void shmem_hand_on(Block *b, uint64_t from, uint64_t to);

// Bytes that no thread's store has put there: bulk copies, other blocks of the
// cluster. They are there for all.
void shmem_fill(Block *b, uint32_t offset, uint32_t bytes);

// ---- between shmem.c, shmem_access.c and shmem_report.c
// A record of what happens now, but for the thread.
static inline uint32_t shmem_now(const Shmem *s) {
    return s->tick << SHMEM_TICK_SHIFT;
}
// Updates the order that a strong access to a word sets and learns: flags and
// locks.
void shmem_order_by_flags(Warp *w, const Insn *in, const Access *a,
                          AccessKind k);

typedef enum Hazard { HAZARD_RAW, HAZARD_WAR, HAZARD_WAW } Hazard;
// The lane's access of `bytes` at offset races with a record, whose place in
// the code is site.
void shmem_report_race(Warp *w, const Insn *in, Hazard h, int lane,
                       uint32_t offset, uint32_t bytes, uint32_t record,
                       uint16_t site);
// A read of what nobody wrote; or, record != 0, of what a thread wrote after.
void shmem_report_blank(const ShmemEarly *e, uint32_t record, uint16_t site);
// True if record is of another thread than e's: they race.
bool shmem_is_early(const ShmemEarly *e, uint32_t record);
// Writes what is known of the cause now to hint; "" if no more than ever.
void shmem_hint_blank(const ShmemEarly *e, char *hint, size_t n);
#endif
