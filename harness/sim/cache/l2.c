#include "sim/cache/l2.h"

#include "sim/mem/mem.h"

#include "base/heap.h"

#include <string.h>

// state of L2, 32 bits:
//   0-3   valid: the sector's 32 bytes are all there
//   4-7   dirty: some were written here
//   8-31  how many bytes of each sector were written, 6 bits each; writing the
//         same byte twice counts twice, so a sector may pass for complete early
enum {
    DIRTY = 4,
    FILLED = 8,
    STATE_BITS = 32,
    FILL_BITS = 6,
    UNITS = 4096, // of atomics; more at a time hardly meet
    UNIT_LINES = 4,
    SAMPLED = 61,                    // one of so many requests is kept
    ROWS = 4096,                     // of DRAM that are open
    ROW_LINES = 16,                  // of a row of 2 KiB
    LOADED_BITS = 17,                // of a hash of the line
    PLACE_BITS = MEM_ARENA_BITS - 7, // in which its lines of 128 bytes differ
};
// Of L2, who had a line last, in one word: | hash of line and launch 20 | turn
// 7 | block 10 | fetched 1 | clock 20 |. fetched: from DRAM, by this launch.
enum {
    CLOCK_BITS = 20,
    FETCHED = CLOCK_BITS,
    BLOCK = FETCHED + 1,
    WHO = BLOCK + L2_BLOCK_BITS,
    TAG = WHO + L2_TURN_BITS,
    TAG_BITS = 20,
};

// Bytes written of each sector, where all are.
enum { WHOLE_LINE = 0x20202020 };

// The part of an L2 that memset leaves dirty, of 64: later reads cost more.
enum { FILL_DIRTY = 50 };

// 512 bytes of L2, whose atomics follow each other.
typedef struct AtomicUnit {
    uint64_t launch; // the rest is of that one
    uint64_t busy;   // cycles / 256
    uint64_t one;    // number of the sector that one of the last requests
                     // was for
    uint64_t requests;
} AtomicUnit;

// ---- words

enum { GENERATION = STATE_BITS + L2_LINE_BITS };

static void l2_reset(L2 *c, uint64_t bytes) {
    tags_shape(bytes, c->capacity, &c->sets, &c->ways, &c->set_bits);
    if (++c->generation >> (64 - GENERATION + c->set_bits)) {
        memset(c->lines, 0, c->capacity * sizeof *c->lines);
        c->generation = 1;
    }
}

static uint64_t *set_of(const L2 *c, uint64_t line) {
    return c->lines + (tag_spread(line) & (c->sets - 1)) * c->ways;
}

// The word of a line, with a state of 0.
static uint64_t l2_key(const L2 *c, uint64_t line) {
    return c->generation << (GENERATION - c->set_bits) |
           line >> c->set_bits << STATE_BITS;
}

// The word of the line, moved to the front of its set. If it was not there its
// state is 0, and *evicted what the word was that had to go.
static uint64_t *line_get(const L2 *c, uint64_t line) {
    uint64_t *set = set_of(c, line), key = l2_key(c, line);
    uint32_t i = 0;

    if ((set[0] ^ key) >> STATE_BITS == 0) return set;
    for (i = 1; i < c->ways; i++)
        if ((set[i] ^ key) >> STATE_BITS == 0) break;
    if (i == c->ways)
        i--;
    else
        key = set[i];
    for (; i > 0; i--)
        set[i] = set[i - 1];
    set[0] = key;
    return set;
}

// ---- reads and writes

// Both sectors of every pair that has one.
static uint32_t pairs(uint32_t mask) {
    return mask | (mask & 5) << 1 | (mask & 10) >> 1;
}

// DRAM moves sectors of this line: is its row open?
static void dram_row(L2 *l2, uint64_t line, SiteCount *n) {
    uint64_t row = line / ROW_LINES + 1;
    uint64_t *seen = &l2->rows[(row ^ row >> 12) % ROWS];

    n->dram_opens += *seen != row;
    *seen = row;
}

// A line that comes has pushed another one out, all of it; some were dirty
// since before this launch.
static void push_out(L2 *l2, SiteCount *n) {
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
static void count_torn(L2 *l2, uint64_t before, uint64_t now) {
    int was = torn_in(before), is = torn_in(now);

    l2->torn += is - was;
    l2->torn_lines += (is > 0) - (was > 0);
}

// An H200 pays for them even where they stay in L2: 4 bytes of every 8, 16 or
// 32 take equally long.
void l2_settle(L2 *l2, SiteCount *n) {
    n->dram_read += (uint64_t)max_of(l2->torn, (int64_t)0) * SECTOR_BYTES;
    n->dram_opens += (uint64_t)max_of(l2->torn_lines, (int64_t)0);
    l2->torn = l2->torn_lines = 0;
}

// *e is the line's word. Returns it. again: it was there and has been pushed
// out; else the sector beside a missing one comes too.
static uint64_t *l2_read(L2 *l2, uint64_t line, uint64_t *e, uint32_t want,
                         bool again, SiteCount *n) {
    uint32_t valid = *e & ALL_SECTORS, miss = want & ~valid;

    n->l2_hits += (uint64_t)sectors_in(want & valid);
    if (miss) {
        uint32_t fetch = again ? miss : pairs(miss) & ~valid;
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

// Makes sectors dirty; those that were not count as traffic to DRAM.
static void l2_dirty(L2 *l2, uint64_t line, uint64_t *e, uint32_t want,
                     SiteCount *n) {
    uint32_t clean = want & ~(uint32_t)(*e >> DIRTY);

    if (!clean) return;
    *e |= (uint64_t)clean << DIRTY;
    n->dram_write += (uint64_t)sectors_in(clean) * SECTOR_BYTES;
    dram_row(l2, line, n);
    l2->new_dirty += (uint64_t)sectors_in(clean) << 16;
    l2->clock += 2 * (!(*e & ALL_SECTORS) && clean == want); // a new line
    // pushes out as much, which is what was counted
    uint64_t all = (uint64_t)l2->capacity * LINE_SECTORS;
    l2->old_dirty -= min_of((uint64_t)sectors_in(clean) * (l2->old_dirty / all),
                            l2->old_dirty);
}

// *e is the line's word.
static void l2_write(L2 *l2, uint64_t line, uint64_t *e, uint32_t want,
                     uint32_t filled, SiteCount *n) {
    uint64_t before = *e;

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
static uint64_t atomic_wait(L2 *l2, uint64_t line, uint32_t more) {
    AtomicUnit *u = &l2->units[line / UNIT_LINES % UNITS];
    uint64_t before = l2->busiest;
    uint64_t part =
        (line << L2_PART_BITS | more >> (L2_HOLD_BITS + L2_AGAIN_BITS)) + 1;

    if (u->launch != l2->launch) *u = (AtomicUnit){.launch = l2->launch};
    u->busy += more & ((1u << L2_HOLD_BITS) - 1);
    if (u->one == part)
        u->busy += more >> L2_HOLD_BITS & ((1u << L2_AGAIN_BITS) - 1);
    // Requests come in another order on an SM's way to L2 than here: which one
    // was just before is one of the last ones, as chance would have it.
    if (u->requests++ % SAMPLED == 0) u->one = part;
    l2->busiest = max_of(before, u->busy);
    return l2->busiest - before;
}

// ---- requests

// The place at which the arena begins is chance, and must change nothing.
static uint64_t loaded_hash(const L2 *l2, uint64_t line) {
    uint64_t place = line & tag_ones(PLACE_BITS);
    return (place + (l2->launch << 40)) * 0x9e3779b97f4a7c15ull;
}

// The same place in every launch, so that equal ones count the same.
static uint64_t *loaded_at(const L2 *l2, uint64_t line) {
    uint64_t hash = (line & tag_ones(PLACE_BITS)) * 0x9e3779b97f4a7c15ull;
    return &l2->loaded[hash >> (64 - LOADED_BITS)];
}

// Of L2, what has come since: after so much of it every line is still there,
// and after one more none. (Rows that a warp each reads twice, on an H200: 100
// % of lines are there after 0.55, 89 % with writes, 32 to 61 % after 1.1, 7 %
// after 2.2. Lines written count twice.)
static const double L2_KEEPS_ALL = 0.55;

// Of L2, what others have brought since `was`, if the same block had the line
// then: lines that came since came to all the other blocks as well; and to all
// its warps, if it was in the same turn of one. -1: another had it. *at is the
// line's place in `loaded`, and says from now on that it is had by `who`.
static double l2_since(L2 *l2, uint64_t line, uint32_t who, uint64_t *at) {
    uint64_t was = *at;
    uint64_t tag = loaded_hash(l2, line) >> (64 - TAG_BITS) << TAG;
    uint64_t clock = l2->clock & tag_ones(CLOCK_BITS);
    uint64_t now = tag | (uint64_t)who << BLOCK | clock;

    *at = now;
    if ((was ^ now) >> TAG) return -1;
    *at |= was & 1ull << FETCHED;
    if ((was ^ now) >> BLOCK & tag_ones(L2_BLOCK_BITS)) {
        l2->shared++;
        return -1;
    }
    uint64_t others = ((now - was) & tag_ones(CLOCK_BITS)) * l2->together;
    if (!((was ^ now) >> WHO)) others *= l2->warps;
    double alike = (double)(l2->clock + l2->shared) / (double)l2->clock;
    return (double)others / ((double)l2->sets * l2->ways * alike);
}

// The line would no longer be there after so much has come since. If it is, it
// is used again: as if it had come.
static bool is_pushed_out(L2 *l2, uint64_t line, double part) {
    if (part < L2_KEEPS_ALL / 4) return false;
    double chance = tag_chance(loaded_hash(l2, line) + l2->clock);
    if (part - L2_KEEPS_ALL > chance) return true;
    l2->clock++;
    return false;
}

// A load of a line of L2, whose word is *e. Returns true if it has been pushed
// out.
static bool l2_touch(L2 *l2, uint64_t line, uint32_t who, uint64_t *e) {
    double part = l2_since(l2, line, who, loaded_at(l2, line));

    if (!(*e & ALL_SECTORS) || *e >> DIRTY & ALL_SECTORS) return false;
    if (!is_pushed_out(l2, line, part)) return false;
    *e &= ~(uint64_t)ALL_SECTORS;
    return true;
}

// A store to a line that has been written in part: what was pushed out in the
// meantime went to DRAM, and is whole there. (32 words in a row for each
// thread, one after the other: an H200 writes 5.5 times as many bytes, and
// reads what it has to complete.)
static void l2_rewrite(L2 *l2, uint64_t line, uint64_t *e, uint32_t who,
                       SiteCount *n) {
    uint64_t before = *e;
    double part = l2_since(l2, line, who, loaded_at(l2, line));

    if (!(*e >> DIRTY & ALL_SECTORS)) return;
    if (!is_pushed_out(l2, line, part)) return;
    int torn = torn_in(before) / 2; // without the sectors beside them
    *e &= ~tag_ones(STATE_BITS);
    count_torn(l2, before, *e);
    n->dram_read += (uint64_t)torn * SECTOR_BYTES;
    if (torn) dram_row(l2, line, n);
    n->dram_lines += torn > 0;
    l2->clock--; // what comes again counts once, though it is written
}

// A request counts once, however many of its lines come from DRAM.
static void answer_load(L2 *l2, const L2Record *r, SiteCount *n) {
    uint64_t before = n->dram_read, line = l2_line(r);

    if (r->more & 1) l2->counted = l2->is_fresh = false;
    uint64_t *e = line_get(l2, line);
    bool again = l2_touch(l2, line, r->more >> 1, e);
    uint64_t *who = loaded_at(l2, line);
    l2_read(l2, line, e, r->what & ALL_SECTORS, again, n);
    bool fetched = n->dram_read != before, fresh = *who >> FETCHED & 1;
    *who |= (uint64_t)fetched << FETCHED;
    n->dram_lines += fetched;
    if (l2->counted) return;
    if (fetched) {
        n->fresh_loads -= l2->is_fresh;
        n->dram_loads++;
        l2->counted = true;
    } else {
        n->fresh_loads += fresh && !l2->is_fresh;
        l2->is_fresh |= fresh;
    }
}

static void answer(L2 *l2, const L2Record *r, SiteCount *n) {
    uint64_t line = l2_line(r);
    uint32_t want = r->what & ALL_SECTORS;

    switch (r->what >> L2_KIND & 3) {
    case L2_LOAD: answer_load(l2, r, n); break;
    case L2_STORE: {
        uint64_t *e = line_get(l2, line);
        uint64_t who = r->what >> (L2_LINE + L2_LINE_BITS);
        if (r->more != WHOLE_LINE) l2_rewrite(l2, line, e, (uint32_t)who, n);
        l2_write(l2, line, e, want, r->more, n);
        break;
    }
    default:
        n->atomic_queue += atomic_wait(l2, line, r->more);
        l2_dirty(l2, line,
                 l2_read(l2, line, line_get(l2, line), want, false, n), want,
                 n);
    }
}

void l2_answer(L2 *l2, const L2Record *r, SiteCount *n) {
    answer(l2, r, n);
}

void l2_replay(L2 *l2, const L2Record *at, size_t n, SiteCount *sites) {
    enum { AHEAD = 8 }; // sets come from the host's memory in time

    for (size_t i = 0; i < n; i++) {
        if (i + AHEAD < n) {
            const uint64_t *set = set_of(l2, l2_line(&at[i + AHEAD]));
            __builtin_prefetch(set, 1);
            __builtin_prefetch(set + 8, 1);
            __builtin_prefetch(set + 16, 1);
            __builtin_prefetch(loaded_at(l2, l2_line(&at[i + AHEAD])), 1);
        }
        answer(l2, &at[i], &sites[at[i].site]);
    }
}

// ---- of a device

void l2_open(L2 *l2, uint32_t capacity) {
    l2->capacity = capacity;
    l2->lines = heap_new(capacity, sizeof *l2->lines);
    l2->units = heap_new(UNITS, sizeof *l2->units);
    l2->rows = heap_new(ROWS, sizeof *l2->rows);
    l2->loaded = heap_new(1 << LOADED_BITS, sizeof *l2->loaded);
    l2_reset(l2, UINT64_MAX);
}

void l2_close(L2 *l2) {
    heap_free(l2->lines);
    heap_free(l2->units);
    heap_free(l2->rows);
    heap_free(l2->loaded);
}

static uint64_t most_dirty(const L2 *l2) {
    return ((uint64_t)l2->capacity * LINE_SECTORS << 16) / 64 * FILL_DIRTY;
}

void l2_fill(L2 *l2, uint64_t address, uint64_t bytes) {
    SiteCount n = {0};

    if (bytes >= (uint64_t)l2->capacity * LINE_BYTES) {
        l2_reset(l2, UINT64_MAX);
        l2->old_dirty = most_dirty(l2);
        return;
    }
    for (uint64_t i = 0; i < bytes; i += LINE_BYTES)
        l2_write(l2, (address + i) / LINE_BYTES,
                 line_get(l2, (address + i) / LINE_BYTES), ALL_SECTORS,
                 WHOLE_LINE, &n);
}

void l2_empty(L2 *l2) {
    l2_reset(l2, UINT64_MAX);
    l2->old_dirty = l2->new_dirty = 0;
}

void l2_launch(L2 *l2, uint64_t together, uint32_t warps) {
    l2->old_dirty = min_of(most_dirty(l2), l2->old_dirty + l2->new_dirty);
    l2->new_dirty = 0;
    l2->launch++;
    l2->busiest = 0;
    l2->together = together;
    l2->warps = warps;
    l2->shared = 0;
    l2->clock = 1;
}
