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

#include "sim/core/block.h"
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
} ShmemEarly;

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
    ShmemEarly early[8]; // since then, one per instruction
    int nearly;
    uint32_t any_fence;   // since then: != 0
    uint32_t any_partial; // was any warp ordered after another one?
    uint32_t *site_base;  // [ncodes] number of the code's site 0
    const Block *block;
} Shmem;

// The shadow of b's shared memory; NULL if it has none.
Shmem *shmem_new(const Block *b, Arena *a);
// The block begins: nothing is written, nobody has read.
void shmem_start(Shmem *s);
// It has ended.
void shmem_end(Shmem *s);

// A checked, classified request, before its bytes change. strong: atomic,
// volatile, relaxed or more.
void shmem_touch(Warp *w, const Insn *in, const Access *a, TouchKind k,
                 bool strong);

// A request of a full warp for words in two rows of 16, whose lanes want
// neighbouring words or all the same: how tiles are read. Its counts follow
// from where the rows begin; see span.h, which is the same for global memory.
typedef struct Rows {
    uint32_t at[2]; // offsets
    bool one;
} Rows;

// True if the request of op, at offsets in 32-bit registers, is such rows, in
// bounds, and no more than a touch. Fills t.
static inline bool rows_of(const Warp *w, const MemOp *op, Rows *t) {
    const uint32_t *r = unit(w, op->base)->u32;
    const Octet *v = (const Octet *)(const void *)r;
    const Block *b = w->block;
    uint32_t step = r[1] - r[0], offset = (uint32_t)op->offset;
    uint32_t reach = step ? 64 : 4, size = b->shared_bytes;

    if (w->active != UINT32_MAX || step & ~4u || !op->is_plain || !b->shmem)
        return false;
    Octet ramp = (Octet){0, 1, 2, 3, 4, 5, 6, 7} * step;
    Octet eight = (Octet){} + 8 * step, p = ramp + r[0], q = ramp + r[16];
    Quad off = (Quad)((v[0] ^ p) | (v[1] ^ (p + eight)) | (v[2] ^ q) |
                      (v[3] ^ (q + eight)));
    *t = (Rows){{r[0] + offset, r[16] + offset}, !step};
    return quad_is_zero(&off) && !((t->at[0] | t->at[1]) & 3) &&
           size >= reach && t->at[0] <= size - reach &&
           t->at[1] <= size - reach;
}

// Passes over the banks that they take.
static inline uint32_t rows_wavefronts(const Rows *t) {
    uint32_t apart = (t->at[1] - t->at[0]) / 4, banks = apart % BANKS;

    if (t->one) return apart && !banks ? 2 : 1;
    return banks == 16 || apart + 15 < 31 ? 1 : 2;
}

// The wavefronts that they save as part of a wider load, in quarters: it
// fetches one place for half a warp at least, in two passes if it is 16 bytes
// wide. Neighbouring words are not aligned for one.
static inline uint32_t rows_merged(const Rows *t, Wider w) {
    uint32_t from = (t->at[0] - w.before) | (t->at[1] - w.before);

    if (!t->one || from % w.bytes) return 0;
    return 4 * rows_wavefronts(t) - 2;
}

// As shmem_touch, for a plain load.
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

// Bytes that no thread's store has put there: bulk copies, other blocks of the
// cluster. They are there for all.
void shmem_fill(Block *b, uint32_t offset, uint32_t bytes);

// ---- between shmem.c, shmem_touch.c and shmem_report.c
// A record of what happens now, but for the thread.
static inline uint32_t shmem_now(const Shmem *s) {
    return s->tick << SHMEM_TICK_SHIFT;
}
// Updates the order that a strong access to a word sets and learns: flags and
// locks.
void shmem_order_by_flags(Warp *w, const Insn *in, const Access *a,
                          TouchKind k);

typedef enum Hazard { HAZARD_RAW, HAZARD_WAR, HAZARD_WAW } Hazard;
// The lane's access of `bytes` at offset races with a record, whose place in
// the code is site.
void shmem_report_race(Warp *w, const Insn *in, Hazard h, int lane,
                       uint32_t offset, uint32_t bytes, uint32_t record,
                       uint16_t site);
// A read of what nobody wrote; or, record != 0, of what a thread wrote after.
void shmem_report_blank(const ShmemEarly *e, uint32_t record, uint16_t site);
#endif
