#include "sim/cache.h"

#include "base/heap.h"
#include "sim/history.h"

#include <string.h>

// state of L1, 4 bits: which sectors are valid. Of L2, 32 bits:
//   0-3   valid: the sector's 32 bytes are all there
//   4-7   dirty: some were written here
//   8-31  how many bytes of each sector were written, 6 bits each; writing the
//         same byte twice counts twice, so a sector may pass for complete early
enum { ALL_SECTORS = (1 << LINE_SECTORS) - 1, DIRTY = 4, FILLED = 8 };

enum {
    L1_STATE_BITS = 4,
    L2_STATE_BITS = 32,
    FILL_BITS = 6,
    LINE_NUMBER_BITS = 41, // of addresses of 48 bits
    SEEN = 4096,           // lines; more at a time hardly wait for each other
};

typedef struct AtomicSeen {
    uint64_t line;
    uint32_t when; // by Cache.atomics
} AtomicSeen;

static int generation_shift(const Cache *c) {
    return c->state_bits + LINE_NUMBER_BITS - c->set_bits;
}

void cache_reset(Cache *c, uint64_t bytes) {
    uint64_t lines = min_of(bytes / LINE_BYTES, (uint64_t)c->capacity);
    // L1 has 4 ways or a few more, whatever uses up its size; L2 16 or more.
    uint32_t ways = lines > 8192 ? 16 : 4;

    lines = max_of(lines, (uint64_t)ways);
    for (c->set_bits = 0; 2ull << c->set_bits <= lines / ways;)
        c->set_bits++;
    c->sets = 1u << c->set_bits;
    c->ways = (uint32_t)(lines >> c->set_bits);
    if (++c->generation >> (64 - generation_shift(c))) {
        memset(c->lines, 0, c->capacity * sizeof *c->lines);
        c->generation = 1;
    }
}

// Folds the upper bits in, so that strides of a power of two spread. Neighbours
// still get different sets.
static uint64_t *set_of(const Cache *c, uint64_t line) {
    uint64_t h = line ^ (line >> 7) ^ (line >> 13) ^ (line >> 21);
    return c->lines + (h & (c->sets - 1)) * c->ways;
}

// What the word of a line is, with a state of 0.
static uint64_t key_of(const Cache *c, uint64_t line) {
    return c->generation << generation_shift(c) | line >> c->set_bits
                                                              << c->state_bits;
}

// The word of the line, moved to the front of its set. If it was not there its
// state is 0, and *evicted what the word was that had to go.
static uint64_t *line_get(Cache *c, uint64_t line, uint64_t *evicted) {
    uint64_t *set = set_of(c, line), key = key_of(c, line);
    uint32_t i = 0;

    if ((set[0] ^ key) >> c->state_bits == 0) return set;
    for (i = 1; i < c->ways; i++)
        if ((set[i] ^ key) >> c->state_bits == 0) break;
    if (i == c->ways) {
        *evicted = set[--i];
    } else {
        key = set[i];
    }
    for (; i > 0; i--)
        set[i] = set[i - 1];
    set[0] = key;
    return set;
}

// ---- L2

enum { // quarter sectors
    WORK_READ = 4,
    WORK_READ_LONE = 7,
    WORK_WRITE = 9,
    WORK_WRITE_LONE = 16,
    WORK_ATOMIC = 11,
};

static int sectors_in(uint32_t mask) {
    // bits set in 0..15, four bits each: works without popcnt
    return (int)(0x4332322132212110ull >> (mask * 4) & 7);
}

// Both sectors of every pair that has one.
static uint32_t pairs(uint32_t mask) {
    return mask | (mask & 5) << 1 | (mask & 10) >> 1;
}

static uint32_t sectors_of(const LineTouch *t) {
    return (t->bytes[0] != 0) | (t->bytes[1] != 0) << 1 |
           (t->bytes[2] != 0) << 2 | (t->bytes[3] != 0) << 3;
}

static uint64_t *l2_get(Cache *l2, uint64_t line, SiteCount *n) {
    uint64_t old = 0, *e = line_get(l2, line, &old);
    // sectors written in part must be fetched before they can be written back
    uint32_t torn = (uint32_t)(old >> DIRTY & ~old) & ALL_SECTORS;

    if (torn) n->dram_read += (uint64_t)sectors_in(torn) * SECTOR_BYTES;
    return e;
}

static uint64_t *l2_read(Cache *l2, uint64_t line, uint32_t want,
                         SiteCount *n) {
    uint64_t *e = l2_get(l2, line, n);
    uint32_t valid = *e & ALL_SECTORS, miss = want & ~valid;

    n->l2_hits += (uint64_t)sectors_in(want & valid);
    if (miss) {
        uint32_t fetch = pairs(miss) & ~valid;
        n->dram_read += (uint64_t)sectors_in(fetch) * SECTOR_BYTES;
        *e |= fetch;
    }
    return e;
}

static int work_of(uint32_t want, int each, int lone) {
    return want & (want - 1) ? sectors_in(want) * each : lone;
}

// Makes sectors dirty; those that were not count as traffic to DRAM.
static void l2_dirty(uint64_t *e, uint32_t want, SiteCount *n) {
    uint32_t clean = want & ~(uint32_t)(*e >> DIRTY);

    *e |= (uint64_t)clean << DIRTY;
    n->dram_write += (uint64_t)sectors_in(clean) * SECTOR_BYTES;
}

static void l2_write(Cache *l2, uint64_t line, uint32_t want, uint32_t filled,
                     SiteCount *n) {
    uint64_t *e = l2_get(l2, line, n);

    n->l2_hits += (uint64_t)sectors_in(want); // a write never waits for DRAM
    l2_dirty(e, want, n);
    for (int s = 0; s < LINE_SECTORS; s++, filled >>= 8) {
        uint64_t bytes = filled & 255;
        if (bytes == SECTOR_BYTES) *e |= 1u << s;
        if (!bytes || *e >> s & 1) continue;
        int shift = FILLED + s * FILL_BITS;
        uint64_t have = min_of((*e >> shift & 63) + bytes, (uint64_t)32);
        *e = (*e & ~(63ull << shift)) | have << shift;
        if (have == SECTOR_BYTES) *e |= 1u << s;
    }
}

// Atomics on lines since the last one on this, at least 1; most if that is long
// ago. 4096 lines are remembered, by their low bits.
static uint32_t atomic_age(Cache *l2, uint64_t line) {
    AtomicSeen *seen = &l2->seen[line % SEEN];
    uint32_t now = ++l2->atomics;
    uint32_t age = seen->line == line ? now - seen->when : UINT32_MAX;

    *seen = (AtomicSeen){line, now};
    return age;
}

// ---- requests to L2, now or later

enum { KIND_LOAD, KIND_STORE, KIND_ATOMIC };

static inline uint64_t what_of(uint64_t line, uint32_t kind, uint32_t want) {
    return line << 8 | kind << 4 | want;
}

static void answer(Cache *l2, const L2Record *r, SiteCount *n) {
    uint64_t line = r->what >> 8;
    uint32_t want = r->what & ALL_SECTORS;

    switch (r->what >> 4 & 3) {
    case KIND_LOAD: l2_read(l2, line, want, n); break;
    case KIND_STORE: l2_write(l2, line, want, r->more, n); break;
    default:
        n->atomic_queue += r->more / atomic_age(l2, line);
        l2_dirty(l2_read(l2, line, want, n), want, n);
    }
}

void l2_replay(Cache *l2, const L2Record *at, size_t n, SiteCount *sites) {
    enum { AHEAD = 8 }; // sets come from the host's memory in time

    for (size_t i = 0; i < n; i++) {
        if (i + AHEAD < n) {
            const uint64_t *set = set_of(l2, at[i + AHEAD].what >> 8);
            __builtin_prefetch(set, 1);
            __builtin_prefetch(set + 8, 1);
            __builtin_prefetch(set + 16, 1);
        }
        answer(l2, &at[i], &sites[at[i].site]);
    }
}

// Without a history, as in tests, L2 answers at once.
static void ask_l2(Launch *la, uint64_t what, uint32_t more, SiteCount *n) {
    L2Record r = {what, 0, more};

    if (!la->history) {
        answer(la->l2, &r, n);
        return;
    }
    r.site = (uint32_t)(n - la->sites);
    history_add(la->history, r);
}

// ---- requests

void caches_ahead(const Warp *w, uint64_t address) {
    const Cache *l1 = &w->block->launch->l1[w->block->sm];
    __builtin_prefetch(set_of(l1, address / LINE_BYTES), 1);
}

void caches_load(Warp *w, const Footprint *f, bool at_l2, SiteCount *n) {
    Launch *la = w->block->launch;
    Cache *l1 = &la->l1[w->block->sm];
    uint64_t dropped;

    history_reserve(la);
    // Where lanes want many lines their sets are in no cache of the host.
    for (int i = 0; f->nlines > 2 && !at_l2 && i < f->nlines; i++)
        __builtin_prefetch(set_of(l1, f->at[i].line), 1);
    for (int i = 0; i < f->nlines; i++) {
        uint32_t want = sectors_of(&f->at[i]);
        if (!at_l2) {
            uint64_t *e = line_get(l1, f->at[i].line, &dropped);
            uint32_t hit = want & (uint32_t)*e;
            n->l1_hits += (uint64_t)sectors_in(hit);
            *e |= want;
            want &= ~hit;
        }
        if (!want) continue;
        n->l2_sectors += (uint64_t)sectors_in(want);
        n->l2_work += (uint64_t)work_of(want, WORK_READ, WORK_READ_LONE);
        ask_l2(la, what_of(f->at[i].line, KIND_LOAD, want), 0, n);
    }
}

void caches_store(Warp *w, const Footprint *f, SiteCount *n) {
    Launch *la = w->block->launch;

    history_reserve(la);
    for (int i = 0; i < f->nlines; i++) {
        const LineTouch *t = &f->at[i];
        uint32_t want = sectors_of(t), filled = 0;
        for (int s = 0; s < LINE_SECTORS; s++)
            filled |= (uint32_t)__builtin_popcount(t->bytes[s]) << (8 * s);
        n->l2_sectors += (uint64_t)sectors_in(want);
        n->l2_work += (uint64_t)work_of(want, WORK_WRITE, WORK_WRITE_LONE);
        ask_l2(la, what_of(t->line, KIND_STORE, want), filled, n);
    }
}

void caches_atomic(Warp *w, const Footprint *f, AtomicCost cost, SiteCount *n) {
    Launch *la = w->block->launch;
    uint32_t cycles = cost.line + cost.extra;

    history_reserve(la);
    for (int i = 0; i < f->nlines; i++) {
        uint32_t want = sectors_of(&f->at[i]);
        n->l2_sectors += (uint64_t)sectors_in(want);
        n->l2_work += (uint64_t)sectors_in(want) * WORK_ATOMIC;
        ask_l2(la, what_of(f->at[i].line, KIND_ATOMIC, want), cycles, n);
        cycles = cost.line;
    }
    n->l2_work += (uint64_t)(cost.passes - 1) * WORK_ATOMIC;
}

// ---- of a device

Caches *caches_open(const SimGpu *g) {
    Caches *c = heap_new(1, sizeof *c);
    uint32_t lines = (uint32_t)g->l1_kib * 1024 / LINE_BYTES;

    c->sms = g->sms;
    c->l1 = heap_new((size_t)g->sms, sizeof *c->l1);
    // one block, so large that its pages come zeroed and untouched
    c->l1_lines = heap_new((size_t)g->sms * lines, sizeof *c->l1_lines);
    for (int i = 0; i < g->sms; i++)
        c->l1[i] = (Cache){.lines = c->l1_lines + (size_t)i * lines,
                           .capacity = lines,
                           .state_bits = L1_STATE_BITS};
    c->l2.capacity = (uint32_t)(g->l2_mib * 1048576.0 / LINE_BYTES);
    c->l2.lines = heap_new(c->l2.capacity, sizeof *c->l2.lines);
    c->l2.state_bits = L2_STATE_BITS;
    c->l2.seen = heap_new(SEEN, sizeof *c->l2.seen);
    cache_reset(&c->l2, UINT64_MAX);
    return c;
}

void caches_close(Caches *c) {
    if (!c) return;
    arena_reset(&c->scratch);
    heap_free(c->l1_lines);
    heap_free(c->l1);
    heap_free(c->l2.lines);
    heap_free(c->l2.seen);
    heap_free(c);
}

void caches_launch(Caches *c, Launch *la, uint32_t smem_sm) {
    uint64_t total = (uint64_t)la->gpu->l1_kib << 10;

    for (int i = 0; i < c->sms; i++)
        cache_reset(&c->l1[i], total - min_of(total, (uint64_t)smem_sm));
    la->l1 = c->l1;
    la->l2 = &c->l2;
}
