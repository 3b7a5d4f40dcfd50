// L1 of one SM: its tags, and how what it holds is told from what the others
// beside a warp would have pushed out.
#ifndef SIM_L1_H
#define SIM_L1_H

#include "sim/cache/tags.h"
#include "sim/core/block.h"

#include <string.h>

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
// brought the same lines: how often that happens is counted. Of lines that are
// written every second counts as one that comes. And what another
// warp has brought, of the same block or of one that is there at the same time,
// is on its way: `warps` has who of the last block touched the line.
//
// A word is small enough that four sets are one line of the host's own cache.
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
    uint32_t writes;     // lines written; every second takes a place
    const Warp *who;     // has the turn
    uint32_t turn;       // how many there were
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

// The result of a request's lookups in L1 so far.
enum { L1_MISSED = 1, L1_MET = 2 };

// Empties it, in constant time but for every 15th launch.
static inline void l1_launch(L1 *c, uint64_t bytes, uint32_t together) {
    c->together = together;
    c->clock = c->shared = c->began = c->round = 0;
    c->who = NULL;
    c->turn = 0;
    c->stored = 0;
    c->writes = 0;
    tags_shape(bytes, c->capacity, &c->sets, &c->ways, &c->set_bits);
    c->generation += 1ull << L1_GENERATION;
    if (c->generation) return;
    memset(c->lines, 0, c->capacity * sizeof *c->lines);
    c->generation = 1ull << L1_GENERATION;
}

static inline uint64_t *l1_set(const L1 *c, uint64_t line) {
    return c->lines + (tag_spread(line) & (c->sets - 1)) * c->ways;
}

// The word of the line is not the first of its set: finds it, or makes it.
static inline void l1_search(const L1 *c, uint64_t *set, uint64_t key) {
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

// A number from 0 to 1 that only the set, the word's line and the clock decide.
static inline double l1_chance(const L1 *c, const uint64_t *e) {
    uint64_t set = (uint64_t)(e - c->lines) / c->ways;
    uint64_t h =
        (*e >> L1_STATE_BITS) + (set << L1_LINE_BITS) + (c->clock << 40);

    return tag_chance(h);
}

// `age` lines came since warp w's block touched *e, the one that it finds: on
// an SM those of the other blocks too, and of the other warps if it was in this
// turn. Which line has to go is chance where blocks have filled L1 before; the
// first ones find it empty. (Rows read twice by a warp each on an H200: where
// as many lines as L1 holds came between, 34 % were still there; where half as
// many, 60 %, or all if the blocks were the first; twice as many, none of the
// first blocks' and 14 % of the others'.)
static inline bool l1_is_lost(const L1 *c, uint64_t age, const Warp *w,
                              const uint64_t *e) {
    uint64_t lines = (uint64_t)c->sets * c->ways;
    bool now = age <= c->clock - c->began;
    uint64_t others = age * c->together * (now ? w->block->nwarps : 1);

    if (others * 16 <= lines || age <= c->clock - c->round) return false;
    double part = (double)others * (double)c->clock /
                  ((double)lines * (double)(c->clock + c->shared));
    if (w->block->sm_index < c->together)
        return part > 0.5 && l1_chance(c, e) > 1.5 - part;
    // more than exp(-part)
    return l1_chance(c, e) * (1 + part * (1 + part / 2 * (1 + part / 3))) > 1;
}

// Warp w touches the line of *e. Returns which of its sectors L1 has.
static inline uint32_t l1_touch(L1 *c, uint64_t *e, const Warp *w,
                                uint32_t *met) {
    uint64_t was = *e, block = w->block->sm_index & tag_ones(L1_BLOCK_BITS);
    uint64_t self = 1ull << (L1_WARPS + w->index % L1_WARPS_BITS);
    uint64_t warps = was & tag_ones(L1_WARPS_BITS) << L1_WARPS;
    uint64_t now = block << L1_BLOCK | (c->clock & tag_ones(L1_STAMP_BITS))
                                           << L1_STAMP;
    uint64_t place = tag_ones(L1_STAMP_BITS + L1_BLOCK_BITS) << L1_STAMP;
    uint32_t valid = was & ALL_SECTORS;

    // mostly nothing has happened since
    if (valid && was & self && !((was ^ now) & place)) return valid;
    if (c->who != w) {
        c->who = w;
        c->turn++;
        c->began = c->round = c->clock;
    }
    if (valid) {
        uint64_t since = (block - (was >> L1_BLOCK)) & tag_ones(L1_BLOCK_BITS);
        uint64_t age = (c->clock - (was >> L1_STAMP)) & tag_ones(L1_STAMP_BITS);
        if (since)
            warps = 0;
        else if (l1_is_lost(c, age, w, e))
            warps = valid = 0;
        if (valid && !(warps & self)) {
            c->shared++;
            if (since <= w->block->sm_index % c->together) *met |= L1_MET;
        }
    }
    if (!valid) {
        warps = 0;
        c->clock++;
    }
    *e = (was & ~tag_ones(L1_STATE_BITS)) | warps | self | block << L1_BLOCK |
         (c->clock & tag_ones(L1_STAMP_BITS)) << L1_STAMP | valid;
    return valid;
}

#endif
