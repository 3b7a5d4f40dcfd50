#include "sim/cache.h"

#include "base/heap.h"

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

    n->l2_sectors += (uint64_t)sectors_in(want);
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

static void l2_write(Cache *l2, const LineTouch *t, SiteCount *n) {
    uint64_t *e = l2_get(l2, t->line, n);
    uint32_t want = sectors_of(t);

    n->l2_sectors += (uint64_t)sectors_in(want);
    n->l2_hits += (uint64_t)sectors_in(want); // a write never waits for DRAM
    n->l2_work += (uint64_t)work_of(want, WORK_WRITE, WORK_WRITE_LONE);
    l2_dirty(e, want, n);
    for (int s = 0; s < LINE_SECTORS; s++) {
        uint32_t b = t->bytes[s];
        if (b == UINT32_MAX) *e |= 1u << s;
        if (b == UINT32_MAX || !b || *e >> s & 1) continue;
        int shift = FILLED + s * FILL_BITS;
        uint64_t have = *e >> shift & 63;
        have = min_of(have + (uint64_t)__builtin_popcount(b), (uint64_t)32);
        *e = (*e & ~(63ull << shift)) | have << shift;
        if (have == 32) *e |= 1u << s;
    }
}

// ---- requests

void caches_load(Warp *w, const Footprint *f, bool at_l2, SiteCount *n) {
    Launch *la = w->block->launch;
    Cache *l1 = &la->l1[w->block->sm], *l2 = la->l2;
    uint8_t want[REQUEST_LINES];
    uint64_t dropped;

    // All of L1 first: sets of L2 are on their way meanwhile.
    for (int i = 0; i < f->nlines; i++) {
        want[i] = (uint8_t)sectors_of(&f->at[i]);
        if (!at_l2) {
            uint64_t *e = line_get(l1, f->at[i].line, &dropped);
            uint32_t hit = want[i] & (uint32_t)*e;
            n->l1_hits += (uint64_t)sectors_in(hit);
            *e |= want[i];
            want[i] &= (uint8_t)~hit;
        }
        if (want[i]) __builtin_prefetch(set_of(l2, f->at[i].line), 1);
    }
    for (int i = 0; i < f->nlines; i++) {
        if (!want[i]) continue;
        l2_read(l2, f->at[i].line, want[i], n);
        n->l2_work += (uint64_t)work_of(want[i], WORK_READ, WORK_READ_LONE);
    }
}

void caches_store(Warp *w, const Footprint *f, SiteCount *n) {
    Cache *l2 = w->block->launch->l2;

    if (f->nlines > 1)
        for (int i = 0; i < f->nlines; i++)
            __builtin_prefetch(set_of(l2, f->at[i].line), 1);
    for (int i = 0; i < f->nlines; i++)
        l2_write(l2, &f->at[i], n);
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

void caches_atomic(Warp *w, const Footprint *f, AtomicCost cost, SiteCount *n) {
    Cache *l2 = w->block->launch->l2;
    uint32_t cycles = cost.line + cost.extra;

    for (int i = 0; i < f->nlines; i++) {
        uint32_t want = sectors_of(&f->at[i]);
        n->atomic_queue += cycles / atomic_age(l2, f->at[i].line);
        cycles = cost.line;
        l2_dirty(l2_read(l2, f->at[i].line, want, n), want, n);
        n->l2_work += (uint64_t)sectors_in(want) * WORK_ATOMIC;
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
