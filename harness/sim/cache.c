#include "sim/cache.h"

#include "base/heap.h"
#include "sim/history.h"

#include <string.h>

// state of L2, 32 bits:
//   0-3   valid: the sector's 32 bytes are all there
//   4-7   dirty: some were written here
//   8-31  how many bytes of each sector were written, 6 bits each; writing the
//         same byte twice counts twice, so a sector may pass for complete early
enum { ALL_SECTORS = (1 << LINE_SECTORS) - 1, DIRTY = 4, FILLED = 8 };

enum {
    L2_STATE_BITS = 32,
    FILL_BITS = 6,
    LINE_NUMBER_BITS = 41, // of addresses of 48 bits
    UNITS = 4096,          // of atomics; more at a time hardly meet
    UNIT_LINES = 4,
    SAMPLED = 61,     // one of so many requests is kept
    ROWS = 4096,      // of DRAM that are open
    ROW_LINES = 16,   // of a row of 2 KiB
    LOADED = 1 << 16, // the hash's upper bits
};
// Of L2, who loaded a line, in one word: | hash of line and launch 24 | block
// 20 | clock 20 |. Of two blocks a million apart one takes the other's for its
// own.
enum { LOADED_BITS = 20 };

// What memset leaves dirty of an L2, of 64: what reads behind it cost more.
enum { FILL_DIRTY = 50 };

// 512 bytes of L2, whose atomics follow each other.
typedef struct AtomicUnit {
    uint64_t launch; // the rest is of that one
    uint64_t busy;   // cycles / 256
    uint64_t one;    // number of the sector that one of the last requests
                     // was for
    uint64_t requests;
} AtomicUnit;

// A request for atomics, in L2Record.more: cycles / 256 for which it holds its
// unit; more of them if the last one was for the same sector, of a line, too.
enum { HOLD_BITS = 16, AGAIN_BITS = 11, PART_BITS = 5 };

static uint64_t ones(int bits) {
    return (1ull << bits) - 1;
}

// How many sets and ways make up so many bytes: L1 has 4 ways or a few more,
// whatever uses up its size; L2 16 or more.
static void shape_of(uint64_t bytes, uint32_t capacity, uint32_t *sets,
                     uint32_t *ways, int *set_bits) {
    uint64_t lines = min_of(bytes / LINE_BYTES, (uint64_t)capacity);
    uint32_t least = lines > 8192 ? 16 : 4;

    lines = max_of(lines, (uint64_t)least);
    for (*set_bits = 0; 2ull << *set_bits <= lines / least;)
        ++*set_bits;
    *sets = 1u << *set_bits;
    *ways = (uint32_t)(lines >> *set_bits);
}

// Folds the upper bits in, so that strides of a power of two spread. Neighbours
// still get different sets.
static uint64_t spread(uint64_t line) {
    return line ^ (line >> 7) ^ (line >> 13) ^ (line >> 21);
}

// ---- L1

// Empties it, in constant time but for every 15th launch.
static void l1_launch(L1 *c, uint64_t bytes, uint32_t together) {
    c->together = together;
    c->clock = c->shared = c->began = c->round = 0;
    c->who = NULL;
    c->stored = 0;
    shape_of(bytes, c->capacity, &c->sets, &c->ways, &c->set_bits);
    c->generation += 1ull << L1_GENERATION;
    if (c->generation) return;
    memset(c->lines, 0, c->capacity * sizeof *c->lines);
    c->generation = 1ull << L1_GENERATION;
}

static uint64_t *l1_set(const L1 *c, uint64_t line) {
    return c->lines + (spread(line) & (c->sets - 1)) * c->ways;
}

// The word of the line is not the first of its set: finds it, or makes it.
static void l1_search(const L1 *c, uint64_t *set, uint64_t key) {
    uint32_t i = 1;

    while (i < c->ways && (set[i] ^ key) >> L1_STATE_BITS)
        i++;
    if (i < c->ways)
        key = set[i];
    else
        i--;
    for (; i > 0; i--)
        set[i] = set[i - 1];
    set[0] = key;
}

// The word of the line, moved to the front of its set; of state 0 if it was not
// there.
static inline uint64_t *l1_get(const L1 *c, uint64_t line) {
    uint64_t *set = l1_set(c, line);
    uint64_t t = line >> c->set_bits;
    uint64_t key = (t ^ t >> L1_LINE_BITS) << L1_STATE_BITS;

    key = (key & ((1ull << L1_GENERATION) - 1)) | c->generation;
    if ((set[0] ^ key) >> L1_STATE_BITS) l1_search(c, set, key);
    return set;
}

// `age` lines came since warp w's block touched the one that it finds: on an SM
// those of the other blocks too, and of the other warps if it was in this turn.
static inline bool l1_is_lost(const L1 *c, uint64_t age, const Warp *w) {
    uint64_t lines = (uint64_t)c->sets * c->ways;
    bool now = age <= c->clock - c->began;
    uint64_t others = age * c->together * (now ? w->block->nwarps : 1);

    lines += lines / 8; // it is not strict about who has to go
    if (others <= lines || age <= c->clock - c->round) return false;
    return others * c->clock > lines * (c->clock + c->shared);
}

// Warp w touches the line of *e. Returns which of its sectors L1 has.
static inline uint32_t l1_touch(L1 *c, uint64_t *e, const Warp *w,
                                uint32_t *met) {
    uint64_t was = *e, block = w->block->turn & ones(L1_BLOCK_BITS);
    uint64_t self = 1ull << (L1_WARPS + w->index % L1_WARPS_BITS);
    uint64_t warps = was & ones(L1_WARPS_BITS) << L1_WARPS;
    uint64_t now = block << L1_BLOCK | (c->clock & ones(L1_STAMP_BITS))
                                           << L1_STAMP;
    uint64_t place = ones(L1_STAMP_BITS + L1_BLOCK_BITS) << L1_STAMP;
    uint32_t valid = was & ALL_SECTORS;

    // mostly nothing has happened since
    if (valid && was & self && !((was ^ now) & place)) return valid;
    if (c->who != w) {
        c->who = w;
        c->began = c->round = c->clock;
    }
    if (valid) {
        uint64_t since = (block - (was >> L1_BLOCK)) & ones(L1_BLOCK_BITS);
        uint64_t age = (c->clock - (was >> L1_STAMP)) & ones(L1_STAMP_BITS);
        if (since)
            warps = 0;
        else if (l1_is_lost(c, age, w))
            warps = valid = 0;
        if (valid && !(warps & self)) {
            c->shared++;
            if (since <= w->block->turn % c->together) *met |= L1_MET;
        }
    }
    if (!valid) {
        warps = 0;
        c->clock++;
    }
    *e = (was & ~ones(L1_STATE_BITS)) | warps | self | block << L1_BLOCK |
         (c->clock & ones(L1_STAMP_BITS)) << L1_STAMP | valid;
    return valid;
}

// ---- words of L2

enum { GENERATION = L2_STATE_BITS + LINE_NUMBER_BITS };

static void l2_reset(Cache *c, uint64_t bytes) {
    shape_of(bytes, c->capacity, &c->sets, &c->ways, &c->set_bits);
    if (++c->generation >> (64 - GENERATION + c->set_bits)) {
        memset(c->lines, 0, c->capacity * sizeof *c->lines);
        c->generation = 1;
    }
}

static uint64_t *set_of(const Cache *c, uint64_t line) {
    return c->lines + (spread(line) & (c->sets - 1)) * c->ways;
}

// What the word of a line is, with a state of 0.
static uint64_t key_of(const Cache *c, uint64_t line) {
    return c->generation << (GENERATION - c->set_bits) |
           line >> c->set_bits << L2_STATE_BITS;
}

// The word of the line, moved to the front of its set. If it was not there its
// state is 0, and *evicted what the word was that had to go.
static uint64_t *line_get(const Cache *c, uint64_t line) {
    uint64_t *set = set_of(c, line), key = key_of(c, line);
    uint32_t i = 0;

    if ((set[0] ^ key) >> L2_STATE_BITS == 0) return set;
    for (i = 1; i < c->ways; i++)
        if ((set[i] ^ key) >> L2_STATE_BITS == 0) break;
    if (i == c->ways)
        i--;
    else
        key = set[i];
    for (; i > 0; i--)
        set[i] = set[i - 1];
    set[0] = key;
    return set;
}

// ---- L2

enum { // quarter sectors
    WORK_READ = 4,
    WORK_READ_LONE = 6,
    WORK_WRITE = 3, // and more for its bytes
    WORK_WRITE_BYTES = 6,
    WORK_WRITE_LONE = 16,
    WORK_WRITE_PART = 14, // and one for each two bytes
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

// DRAM moves sectors of this line: is its row open?
static void dram_row(Cache *l2, uint64_t line, SiteCount *n) {
    uint64_t row = line / ROW_LINES + 1;
    uint64_t *seen = &l2->rows[(row ^ row >> 12) % ROWS];

    n->dram_opens += *seen != row;
    *seen = row;
}

// A line that comes has pushed another one out, all of it; some were dirty
// since before this launch.
static void push_out(Cache *l2, SiteCount *n) {
    uint64_t all = (uint64_t)l2->capacity * LINE_SECTORS;
    uint64_t out = LINE_SECTORS * (l2->old_dirty / all);
    uint64_t before = l2->old_dirty >> 16;

    l2->old_dirty -= min_of(out, l2->old_dirty);
    n->dram_evicted += (before - (l2->old_dirty >> 16)) * SECTOR_BYTES;
}

// Sectors that a fetch moves to complete those of the line that were written in
// part.
static int torn_in(uint64_t e) {
    uint32_t open = (uint32_t)(e >> DIRTY & ~e) & ALL_SECTORS, torn = 0;

    if (!open || !(e >> FILLED & ((1u << LINE_SECTORS * FILL_BITS) - 1)))
        return 0;
    for (int s = 0; s < LINE_SECTORS; s++)
        if (open >> s & 1 &&
            (e >> (FILLED + s * FILL_BITS) & (SECTOR_BYTES - 1)))
            torn |= 1u << s;
    return sectors_in(pairs(torn));
}

// The line's word has changed.
static void count_torn(Cache *l2, uint64_t before, uint64_t now) {
    int was = torn_in(before), is = torn_in(now);

    l2->torn += is - was;
    l2->torn_lines += (is > 0) - (was > 0);
}

// An H200 pays for them even where they stay in L2: 4 bytes of every 8, 16 or
// 32 take equally long.
void l2_settle(Cache *l2, SiteCount *n) {
    n->dram_read += (uint64_t)max_of(l2->torn, (int64_t)0) * SECTOR_BYTES;
    n->dram_opens += (uint64_t)max_of(l2->torn_lines, (int64_t)0);
    l2->torn = l2->torn_lines = 0;
}

// *e is the line's word. Returns it.
static uint64_t *l2_read(Cache *l2, uint64_t line, uint64_t *e, uint32_t want,
                         SiteCount *n) {
    uint32_t valid = *e & ALL_SECTORS, miss = want & ~valid;

    n->l2_hits += (uint64_t)sectors_in(want & valid);
    if (miss) {
        uint32_t fetch = pairs(miss) & ~valid;
        n->dram_read += (uint64_t)sectors_in(fetch) * SECTOR_BYTES;
        dram_row(l2, line, n);
        if (!(*e & (ALL_SECTORS | ALL_SECTORS << DIRTY))) push_out(l2, n);
        l2->clock += !valid;
        uint64_t before = *e;
        *e |= fetch;
        count_torn(l2, before, *e);
    }
    return e;
}

static int work_of(uint32_t want, int each, int lone) {
    return want & (want - 1) ? sectors_in(want) * each : lone;
}

// Makes sectors dirty; those that were not count as traffic to DRAM.
static void l2_dirty(Cache *l2, uint64_t line, uint64_t *e, uint32_t want,
                     SiteCount *n) {
    uint32_t clean = want & ~(uint32_t)(*e >> DIRTY);

    if (!clean) return;
    *e |= (uint64_t)clean << DIRTY;
    n->dram_write += (uint64_t)sectors_in(clean) * SECTOR_BYTES;
    dram_row(l2, line, n);
    l2->new_dirty += (uint64_t)sectors_in(clean) << 16;
    l2->clock += !(*e & ALL_SECTORS) && clean == want; // a new line
    // pushes out as much, which is what was counted
    uint64_t all = (uint64_t)l2->capacity * LINE_SECTORS;
    l2->old_dirty -= min_of((uint64_t)sectors_in(clean) * (l2->old_dirty / all),
                            l2->old_dirty);
}

static void l2_write(Cache *l2, uint64_t line, uint32_t want, uint32_t filled,
                     SiteCount *n) {
    uint64_t *e = line_get(l2, line), before = *e;

    n->l2_hits += (uint64_t)sectors_in(want); // a write never waits for DRAM
    l2_dirty(l2, line, e, want, n);
    for (int s = 0; s < LINE_SECTORS; s++, filled >>= 8) {
        uint64_t bytes = filled & 255;
        if (bytes == SECTOR_BYTES) *e |= 1u << s;
        if (!bytes || *e >> s & 1) continue;
        int shift = FILLED + s * FILL_BITS;
        uint64_t have = min_of((*e >> shift & 63) + bytes, (uint64_t)32);
        *e = (*e & ~(63ull << shift)) | have << shift;
        if (have == SECTOR_BYTES) *e |= 1u << s;
    }
    count_torn(l2, before, *e);
}

// How much longer the launch's busiest unit is busy by this atomic: summed up,
// what the chip waits for it. Units beside it wait in parallel.
static uint64_t atomic_wait(Cache *l2, uint64_t line, uint32_t more) {
    AtomicUnit *u = &l2->units[line / UNIT_LINES % UNITS];
    uint64_t before = l2->busiest;
    uint64_t part = (line << PART_BITS | more >> (HOLD_BITS + AGAIN_BITS)) + 1;

    if (u->launch != l2->launch) *u = (AtomicUnit){.launch = l2->launch};
    u->busy += more & ((1u << HOLD_BITS) - 1);
    if (u->one == part) u->busy += more >> HOLD_BITS & ((1u << AGAIN_BITS) - 1);
    // Requests come in another order on an SM's way to L2 than here: which one
    // was just before is one of the last ones, as chance would have it.
    if (u->requests++ % SAMPLED == 0) u->one = part;
    l2->busiest = max_of(before, u->busy);
    return l2->busiest - before;
}

// ---- requests to L2, now or later

enum { KIND_LOAD, KIND_STORE, KIND_ATOMIC };

static inline uint64_t what_of(uint64_t line, uint32_t kind, uint32_t want) {
    return line << 8 | kind << 4 | want;
}

static uint64_t loaded_hash(const Cache *l2, uint64_t line) {
    return (line + (l2->launch << 40)) * 0x9e3779b97f4a7c15ull;
}

static uint64_t *loaded_at(const Cache *l2, uint64_t line) {
    return &l2->loaded[loaded_hash(l2, line) >> 48];
}

// The block loads a line of L2, whose word is *e.
static void l2_touch(Cache *l2, uint64_t line, uint64_t block, uint64_t *e) {
    uint64_t mask = ones(LOADED_BITS), *at = loaded_at(l2, line), was = *at;
    uint64_t tag = loaded_hash(l2, line) >> 8 << 2 * LOADED_BITS;
    uint64_t now = tag | (block & mask) << LOADED_BITS | (l2->clock & mask);
    uint64_t half = (uint64_t)l2->sets * l2->ways / 2;

    *at = now;
    if ((was ^ now) >> 2 * LOADED_BITS || !(*e & ALL_SECTORS)) return;
    if ((was ^ now) >> LOADED_BITS) {
        l2->shared++;
        return;
    }
    uint64_t others = ((now - was) & mask) * l2->together;
    if (others <= half || *e >> DIRTY & ALL_SECTORS) return;
    double alike = (double)(l2->clock + l2->shared) / (double)l2->clock;
    if ((double)others > (double)half * alike) *e &= ~(uint64_t)ALL_SECTORS;
}

// A request counts once, however many of its lines come from DRAM.
static void answer_load(Cache *l2, const L2Record *r, SiteCount *n) {
    uint64_t before = n->dram_read, line = r->what >> 8;

    if (r->more & 1) l2->counted = false;
    uint64_t *e = line_get(l2, line);
    l2_touch(l2, line, r->more >> 1, e);
    l2_read(l2, line, e, r->what & ALL_SECTORS, n);
    if (n->dram_read == before || l2->counted) return;
    n->dram_loads++;
    l2->counted = true;
}

static void answer(Cache *l2, const L2Record *r, SiteCount *n) {
    uint64_t line = r->what >> 8;
    uint32_t want = r->what & ALL_SECTORS;

    switch (r->what >> 4 & 3) {
    case KIND_LOAD: answer_load(l2, r, n); break;
    case KIND_STORE: l2_write(l2, line, want, r->more, n); break;
    default:
        n->atomic_queue += atomic_wait(l2, line, r->more);
        l2_dirty(l2, line, l2_read(l2, line, line_get(l2, line), want, n), want,
                 n);
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
            __builtin_prefetch(loaded_at(l2, at[i + AHEAD].what >> 8), 1);
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
    const L1 *l1 = &w->block->launch->l1[w->block->sm];
    __builtin_prefetch(l1_set(l1, address / LINE_BYTES), 1);
}

void caches_begin(const Launch *la, uint32_t sm) {
    for (int i = 0; i < STREAMS; i++) {
        const Stream *s = &la->streams[i];
        uint64_t line = s->line + s->step;
        if (!s->line) continue;
        __builtin_prefetch(l1_set(&la->l1[sm], line), 1);
        __builtin_prefetch(l1_set(&la->l1[sm], line ^ 4), 1);
    }
}

static void load_from_l2(const Warp *w, uint64_t line, uint32_t want,
                         SiteCount *n, uint32_t *met) {
    uint32_t first = !(*met & L1_MISSED);

    *met |= L1_MISSED;
    n->l2_loads += first;
    n->l2_sectors += (uint64_t)sectors_in(want);
    n->l2_work += (uint64_t)work_of(want, WORK_READ, WORK_READ_LONE);
    ask_l2(w->block->launch, what_of(line, KIND_LOAD, want),
           (uint32_t)w->block->linear << 1 | first, n);
}

void caches_load_line(Warp *w, uint64_t line, uint32_t want, SiteCount *n,
                      uint32_t *met) {
    Launch *la = w->block->launch;
    L1 *l1 = &la->l1[w->block->sm];
    uint64_t *e = l1_get(l1, line);
    uint32_t hit = want & l1_touch(l1, e, w, met);

    n->l1_hits += (uint64_t)sectors_in(hit);
    if (hit == want) return;
    *e |= want;
    load_from_l2(w, line, want & ~hit, n, met);
}

void caches_load(Warp *w, const Footprint *f, bool at_l2, SiteCount *n) {
    Launch *la = w->block->launch;
    const L1 *l1 = &la->l1[w->block->sm];
    uint32_t met = 0;

    history_reserve(la);
    // Where lanes want many lines their sets are in no cache of the host.
    for (int i = 0; f->nlines > 2 && !at_l2 && i < f->nlines; i++)
        __builtin_prefetch(l1_set(l1, f->at[i].line), 1);
    for (int i = 0; i < f->nlines; i++) {
        uint32_t want = sectors_of(&f->at[i]);
        if (at_l2)
            load_from_l2(w, f->at[i].line, want, n, &met);
        else
            caches_load_line(w, f->at[i].line, want, n, &met);
    }
    n->met_loads += met == L1_MET;
}

// `filled`: bytes of each sector, 8 bits each.
// L2 takes 64 bytes at a time: a part of a sector that stands alone there costs
// more than both whole ones.
static uint32_t write_work(uint32_t want, uint32_t filled) {
    uint32_t work = 0, bytes = 0;

    for (int half = 0; half < 2; half++, want >>= 2, filled >>= 16) {
        uint32_t in_half = (filled & 255) + (filled >> 8 & 255);
        bool lone = (want & 3) == 1 || (want & 3) == 2;
        if (lone && in_half < SECTOR_BYTES) {
            work += WORK_WRITE_PART + in_half / 2;
            continue;
        }
        work += (uint32_t)sectors_in(want & 3) * WORK_WRITE;
        bytes += in_half;
    }
    work += bytes * WORK_WRITE_BYTES / SECTOR_BYTES;
    return work;
}

void caches_store_line(Warp *w, uint64_t line, uint32_t want, uint32_t filled,
                       SiteCount *n) {
    L1 *l1 = &w->block->launch->l1[w->block->sm];

    l1->clock += line != l1->stored; // it takes a place
    l1->stored = line;
    n->l2_sectors += (uint64_t)sectors_in(want);
    n->l2_work += (uint64_t)write_work(want, filled);
    ask_l2(w->block->launch, what_of(line, KIND_STORE, want), filled, n);
}

void caches_store(Warp *w, const Footprint *f, SiteCount *n) {
    history_reserve(w->block->launch);
    for (int i = 0; i < f->nlines; i++) {
        const LineTouch *t = &f->at[i];
        uint32_t filled = 0;
        for (int s = 0; s < LINE_SECTORS; s++)
            filled |= (uint32_t)__builtin_popcount(t->bytes[s]) << (8 * s);
        caches_store_line(w, t->line, sectors_of(t), filled, n);
    }
}

uint64_t caches_local_work(int lines, int words) {
    int each = words / lines; // of 32 in a line

    if (each < SECTOR_BYTES / 4) return (uint64_t)lines * WORK_WRITE_LONE;
    return (uint64_t)words * (WORK_WRITE + WORK_WRITE_BYTES) * 4 / SECTOR_BYTES;
}

static uint32_t first_sector(const LineTouch *t) {
    uint32_t s = 0;

    while (!t->bytes[s])
        s++;
    return s;
}

void caches_atomic(Warp *w, const Footprint *f, AtomicCost cost, SiteCount *n) {
    Launch *la = w->block->launch;
    uint32_t extra = cost.extra;

    history_reserve(la);
    for (int i = 0; i < f->nlines; i++) {
        uint32_t want = sectors_of(&f->at[i]);
        uint32_t hold = cost.sector * (uint32_t)sectors_in(want) + extra;
        uint32_t more = min_of(hold, (1u << HOLD_BITS) - 1) |
                        cost.again << HOLD_BITS |
                        first_sector(&f->at[i]) << (HOLD_BITS + AGAIN_BITS);
        n->l2_sectors += (uint64_t)sectors_in(want);
        n->l2_work += (uint64_t)sectors_in(want) * cost.work;
        ask_l2(la, what_of(f->at[i].line, KIND_ATOMIC, want), more, n);
        extra = 0;
    }
    n->l2_work += (uint64_t)(cost.passes - 1) * cost.work;
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
        c->l1[i] =
            (L1){.lines = c->l1_lines + (size_t)i * lines, .capacity = lines};
    c->l2.capacity = (uint32_t)(g->l2_mib * 1048576.0 / LINE_BYTES);
    c->l2.lines = heap_new(c->l2.capacity, sizeof *c->l2.lines);
    c->l2.units = heap_new(UNITS, sizeof *c->l2.units);
    c->l2.rows = heap_new(ROWS, sizeof *c->l2.rows);
    c->l2.loaded = heap_new(LOADED, sizeof *c->l2.loaded);
    l2_reset(&c->l2, UINT64_MAX);
    return c;
}

void caches_close(Caches *c) {
    if (!c) return;
    arena_reset(&c->scratch);
    heap_free(c->l1_lines);
    heap_free(c->l1);
    heap_free(c->l2.lines);
    heap_free(c->l2.units);
    heap_free(c->l2.rows);
    heap_free(c->l2.loaded);
    heap_free(c);
}

static uint64_t most_dirty(const Cache *l2) {
    return ((uint64_t)l2->capacity * LINE_SECTORS << 16) / 64 * FILL_DIRTY;
}

void caches_fill(Caches *c, uint64_t address, uint64_t bytes) {
    Cache *l2 = &c->l2;
    SiteCount n = {0};

    if (bytes >= (uint64_t)l2->capacity * LINE_BYTES) {
        l2_reset(l2, UINT64_MAX);
        l2->old_dirty = most_dirty(l2);
        return;
    }
    for (uint64_t i = 0; i < bytes; i += LINE_BYTES)
        l2_write(l2, (address + i) / LINE_BYTES, ALL_SECTORS, 0x20202020, &n);
}

void caches_launch(Caches *c, Launch *la, uint32_t smem_sm) {
    uint64_t total = (uint64_t)la->gpu->l1_kib << 10;
    uint64_t blocks = (uint64_t)la->grid[0] * la->grid[1] * la->grid[2];
    uint64_t each = (blocks + (uint64_t)c->sms - 1) / (uint64_t)c->sms;
    uint64_t together = min_of((uint64_t)la->blocks_per_sm, each);

    for (int i = 0; i < c->sms; i++)
        l1_launch(&c->l1[i], total - min_of(total, (uint64_t)smem_sm),
                  max_of((uint32_t)together, 1u));
    la->l1 = c->l1;
    la->l2 = &c->l2;
    la->l2->old_dirty =
        min_of(most_dirty(la->l2), la->l2->old_dirty + la->l2->new_dirty);
    la->l2->new_dirty = 0;
    la->l2->launch++;
    la->l2->busiest = 0;
    la->l2->together = min_of((uint64_t)la->blocks_per_sm * (uint64_t)c->sms,
                              max_of(blocks, (uint64_t)1));
    la->l2->shared = 0;
    la->l2->clock = 1;
}
