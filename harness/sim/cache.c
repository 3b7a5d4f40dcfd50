#include "sim/cache.h"

#include "base/heap.h"

#include <string.h>

// state, 8 bits apiece and up:
//   0-3   valid: the sector's 32 bytes are all there
//   4-7   dirty: some were written here
//   8-31  how many bytes of each sector were written, 6 bits each; writing the
//         same byte twice counts twice, so a sector may pass for complete early
enum { ALL_SECTORS = (1 << LINE_SECTORS) - 1, DIRTY = 4, FILLED = 8 };

enum { LINE_BITS = 40, FILL_BITS = 6 };
#define GENERATIONS (1ull << (64 - LINE_BITS))

static uint32_t most_sets(uint64_t lines, uint32_t ways) {
    uint32_t sets = 1;

    while ((uint64_t)sets * 2 * ways <= lines)
        sets *= 2;
    return sets;
}

void cache_init(Cache *c, uint64_t most_bytes) {
    c->capacity = (uint32_t)max_of(most_bytes / LINE_BYTES, 4u);
    c->lines = heap_new(c->capacity, sizeof *c->lines);
    c->generation = 0;
    cache_reset(c, most_bytes);
}

void cache_fini(Cache *c) {
    heap_free(c->lines);
    *c = (Cache){0};
}

void cache_reset(Cache *c, uint64_t bytes) {
    uint64_t lines = min_of(bytes / LINE_BYTES, (uint64_t)c->capacity);

    if (++c->generation == GENERATIONS) {
        memset(c->lines, 0, c->capacity * sizeof *c->lines);
        c->generation = 1;
    }
    // L1 has 4 ways or a few more, whatever uses up its size; L2 16 or more.
    uint32_t ways = lines > 8192 ? 16 : 4;
    lines = max_of(lines, (uint64_t)ways);
    c->sets = most_sets(min_of(lines, (uint64_t)c->capacity), ways);
    c->ways = (uint32_t)(lines / c->sets);
    c->ways = min_of(c->ways, c->capacity / c->sets);
    c->clock = 0;
}

// Folds the upper bits in, so that strides of a power of two spread.
static uint32_t set_of(const Cache *c, uint64_t line) {
    uint64_t h = line ^ (line >> 7) ^ (line >> 13) ^ (line >> 21);
    return (uint32_t)h & (c->sets - 1);
}

// The entry of the line, if it is there.
static CacheLine *line_find(Cache *c, uint64_t line) {
    CacheLine *set = c->lines + (size_t)set_of(c, line) * c->ways;
    uint64_t tag = c->generation << LINE_BITS | line;

    for (uint32_t i = 0; i < c->ways; i++) {
        if (set[i].tag != tag) continue;
        set[i].used = ++c->clock;
        return &set[i];
    }
    return NULL;
}

// The way to give up: a stale one, else the one used longest ago.
static CacheLine *line_victim(Cache *c, uint64_t line) {
    CacheLine *set = c->lines + (size_t)set_of(c, line) * c->ways;
    CacheLine *old = set;

    for (uint32_t i = 0; i < c->ways; i++) {
        if (set[i].tag >> LINE_BITS != c->generation) {
            set[i].state = 0;
            return &set[i];
        }
        // by distance: the clock may wrap
        if (c->clock - set[i].used > c->clock - old->used) old = &set[i];
    }
    return old;
}

static CacheLine *line_get(Cache *c, uint64_t line, uint32_t *evicted) {
    CacheLine *e = line_find(c, line);

    if (e) return e;
    e = line_victim(c, line);
    *evicted = e->state;
    *e = (CacheLine){.tag = c->generation << LINE_BITS | line,
                     .used = ++c->clock};
    return e;
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

static CacheLine *l2_get(Cache *l2, uint64_t line, SiteCount *n) {
    uint32_t old = 0;
    CacheLine *e = line_get(l2, line, &old);
    // sectors written in part must be fetched before they can be written back
    uint32_t torn = old >> DIRTY & ~old & ALL_SECTORS;

    if (torn) n->dram_read += (uint64_t)sectors_in(torn) * SECTOR_BYTES;
    return e;
}

static void l2_read(Cache *l2, uint64_t line, uint32_t want, SiteCount *n) {
    CacheLine *e = l2_get(l2, line, n);
    uint32_t valid = e->state & ALL_SECTORS, miss = want & ~valid;

    n->l2_sectors += (uint64_t)sectors_in(want);
    n->l2_hits += (uint64_t)sectors_in(want & valid);
    n->l2_work += want & (want - 1) ? (uint64_t)sectors_in(want) * WORK_READ
                                    : WORK_READ_LONE;
    if (!miss) return;
    uint32_t fetch = pairs(miss) & ~valid;
    n->dram_read += (uint64_t)sectors_in(fetch) * SECTOR_BYTES;
    e->state |= fetch;
}

static void l2_write(Cache *l2, const LineTouch *t, SiteCount *n) {
    CacheLine *e = l2_get(l2, t->line, n);
    uint32_t want = sectors_of(t);

    n->l2_sectors += (uint64_t)sectors_in(want);
    n->l2_hits += (uint64_t)sectors_in(want); // a write never waits for DRAM
    n->l2_work += want & (want - 1) ? (uint64_t)sectors_in(want) * WORK_WRITE
                                    : WORK_WRITE_LONE;
    for (int s = 0; s < LINE_SECTORS; s++) {
        uint32_t b = t->bytes[s];
        if (!b) continue;
        int shift = FILLED + s * FILL_BITS;
        uint32_t have = e->state >> shift & 63;
        have += b == UINT32_MAX ? 32 : (uint32_t)__builtin_popcount(b);
        have = min_of(have, 32u);
        e->state = (e->state & ~(63u << shift)) | have << shift;
        if (have == 32) e->state |= 1u << s;
        if (e->state >> DIRTY & 1u << s) continue;
        e->state |= 1u << (DIRTY + s);
        n->dram_write += SECTOR_BYTES;
    }
}

// ---- requests

void cache_load(Warp *w, const Footprint *f, bool at_l2, SiteCount *n) {
    Launch *la = w->block->launch;
    Cache *l1 = &la->l1[w->block->sm];
    uint32_t dropped;

    for (int i = 0; i < f->nlines; i++) {
        uint32_t want = sectors_of(&f->at[i]);
        if (!at_l2) {
            CacheLine *e = line_get(l1, f->at[i].line, &dropped);
            uint32_t hit = want & e->state;
            n->l1_hits += (uint64_t)sectors_in(hit);
            e->state |= want;
            want &= ~hit;
        }
        if (want) l2_read(la->l2, f->at[i].line, want, n);
    }
}

void cache_store(Warp *w, const Footprint *f, SiteCount *n) {
    Cache *l2 = w->block->launch->l2;

    for (int i = 0; i < f->nlines; i++)
        l2_write(l2, &f->at[i], n);
}

// L2 accesses since the line was last used, at least 1; most if it is not
// there.
static uint32_t line_age(const Cache *c, uint64_t line) {
    const CacheLine *set = c->lines + (size_t)set_of(c, line) * c->ways;

    for (uint32_t i = 0; i < c->ways; i++)
        if (set[i].tag == (c->generation << LINE_BITS | line))
            return c->clock - set[i].used + 1;
    return UINT32_MAX;
}

static void l2_atomic(Cache *l2, const LineTouch *t, SiteCount *n) {
    uint32_t want = sectors_of(t);
    uint64_t work = n->l2_work;

    l2_read(l2, t->line, want, n);
    n->l2_work = work + (uint64_t)sectors_in(want) * WORK_ATOMIC;
    CacheLine *e = line_find(l2, t->line);
    uint32_t clean = want & ~(e->state >> DIRTY);
    e->state |= clean << DIRTY;
    n->dram_write += (uint64_t)sectors_in(clean) * SECTOR_BYTES;
}

void cache_atomic(Warp *w, const Footprint *f, AtomicCost cost, SiteCount *n) {
    Cache *l2 = w->block->launch->l2;
    uint32_t cycles = cost.line + cost.extra;

    for (int i = 0; i < f->nlines; i++) {
        // the two accesses of an atomic count as one
        uint32_t age = max_of(line_age(l2, f->at[i].line) / 2, 1u);
        n->atomic_queue += cycles / age;
        cycles = cost.line;
        l2_atomic(l2, &f->at[i], n);
    }
    n->l2_work += (uint64_t)(cost.passes - 1) * WORK_ATOMIC;
}

// ---- of a device

Caches *caches_open(const SimGpu *g) {
    Caches *c = heap_new(1, sizeof *c);

    c->sms = g->sms;
    c->l1 = heap_new((size_t)g->sms, sizeof *c->l1);
    for (int i = 0; i < g->sms; i++)
        cache_init(&c->l1[i], (uint64_t)g->l1_kib << 10);
    cache_init(&c->l2, (uint64_t)(g->l2_mib * 1048576.0));
    return c;
}

void caches_close(Caches *c) {
    if (!c) return;
    for (int i = 0; i < c->sms; i++)
        cache_fini(&c->l1[i]);
    cache_fini(&c->l2);
    heap_free(c->l1);
    heap_free(c);
}

void caches_launch(Caches *c, Launch *la, uint32_t smem_sm) {
    uint64_t total = (uint64_t)la->gpu->l1_kib << 10;

    for (int i = 0; i < c->sms; i++)
        cache_reset(&c->l1[i], total - min_of(total, (uint64_t)smem_sm));
    la->l1 = c->l1;
    la->l2 = &c->l2;
}
