// What the shadow is told later: touches and fences of blocks that run before
// their turn, replayed in the order of blocks (history.h has the whole story).
//
//   | Entry | 8-byte addresses of active lanes, for shapes that need them |
#include "sim/shadow_lines.h"

#include "sim/crew.h"

#include <string.h>

enum {
#ifdef KATA_STRESS
    LOG_WORDS = 2 * (16 + WARP_SIZE),
#else
    LOG_WORDS = 256 << 10, // of 8 bytes
#endif
};

struct ShadowLog {
    uint64_t *at; // [LOG_WORDS]
    uint32_t n;
};

// Fences have no lanes.
typedef struct Entry {
    ShadowTouch t;
    uint64_t first;
    int64_t stride;
    uint32_t lanes, clash;
    uint8_t bytes, shape, row;
} Entry;

enum { ENTRY_WORDS = (sizeof(Entry) + 7) / 8 };

void shadow_log_init(Launch *la) {
    ShadowLog *g = arena_new(&la->arena, ShadowLog);
    g->at = arena_array(&la->arena, uint64_t, LOG_WORDS);
    la->shades = g;
}

// Classifies nothing anew: the shape is as it was.
static const uint64_t *unpack(const Entry *e, const uint64_t *at, Access *a) {
    a->lanes = e->lanes;
    a->bytes = e->bytes;
    a->shape = (Shape)e->shape;
    a->row = e->row;
    a->n = __builtin_popcount(e->lanes);
    a->even = false;
    a->first = e->first;
    a->stride = e->stride;
    a->lo = e->first;
    a->hi = e->first + e->bytes;
    if (a->shape == SHAPE_LINE) {
        uint64_t reach = (uint64_t)e->stride * (uint64_t)(a->n - 1);
        if (e->stride < 0)
            a->lo += reach;
        else
            a->hi += reach;
        return at;
    }
    for (uint32_t m = e->lanes; m; m &= m - 1)
        a->at[__builtin_ctz(m)] = *at++;
    return at;
}

void shadow_replay(ShadowLog *g, Shadow *s) {
    const uint64_t *at = g->at, *end = g->at + g->n;

    while (at < end) {
        Entry e;
        Access a;
        Footprint f;
        memcpy(&e, at, sizeof e);
        at += ENTRY_WORDS;
        if (!e.lanes) {
            shadow_fence(s, e.t.block);
            continue;
        }
        at = unpack(&e, at, &a);
        access_footprint(&a, &f);
        shadow_touch(s, &e.t, &a, &f, e.clash);
    }
    g->n = 0;
}

// Room for one entry.
static void reserve(Launch *la) {
    ShadowLog *g = la->shades;
    if (g->n + ENTRY_WORDS + WARP_SIZE <= LOG_WORDS) return;
    // Abandoned blocks need none: nothing of them is ever looked at.
    if (crew_wait_turn(la)) shadow_replay(g, la->shadow);
    g->n = 0;
}

static void add(ShadowLog *g, const Entry *e, const Access *a) {
    uint64_t *to = g->at + g->n;

    memcpy(to, e, sizeof *e);
    to += ENTRY_WORDS;
    if (e->lanes && e->shape != SHAPE_LINE)
        for (uint32_t m = e->lanes; m; m &= m - 1)
            *to++ = a->at[__builtin_ctz(m)];
    g->n = (uint32_t)(to - g->at);
}

void shadow_log_touch(Launch *la, const ShadowTouch *t, const Access *a,
                      uint32_t clash) {
    Entry e = {.t = *t,
               .first = a->first,
               .stride = a->stride,
               .lanes = a->lanes,
               .clash = clash,
               .bytes = (uint8_t)a->bytes,
               .shape = (uint8_t)a->shape,
               .row = (uint8_t)a->row};
    reserve(la);
    add(la->shades, &e, a);
}

void shadow_log_fence(Launch *la, uint64_t block) {
    Entry e = {.t.block = block};
    reserve(la);
    add(la->shades, &e, NULL);
}
