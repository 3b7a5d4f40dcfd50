#include "sim/runtime/pool.h"

#include "base/heap.h"
#include "sim/runtime/piece.h"

#include <string.h>

enum { CHUNK = 32 << 20, PLACE = 512 };

// A stretch of places. Stretches follow each other without gaps; behind the
// last one lie places that were never used.
typedef struct Stretch {
    uint64_t at, bytes;
    uint64_t address;        // of the allocation there, or 0: it is free
    uint64_t asked;          // bytes of the allocation
    const SimStream *stream; // that gave it back; NULL: no one need wait
    Job *job;                // the last one of that stream then, held
    uint64_t piece;          // the free's own number, if there are pieces
    struct Stretch *next;
} Stretch;

struct SimPool {
    int device;
    uint64_t attributes[POOL_ATTRIBUTES];
    Stretch *first;
    uint8_t *holds; // by chunk: whether the pool has it
    uint64_t nholds;
    SimPool *next;
};

static SimPool *pools; // all of them
static SimPool *firsts[DEVICES_MOST], *current[DEVICES_MOST];

// ---- which pool

int pool_device(const SimPool *p) {
    return p->device;
}

SimPool *pool_new(int device) {
    SimPool *p = heap_new(1, sizeof *p);
    p->device = device;
    for (int i = POOL_FOLLOWS_EVENTS; i <= POOL_MAY_WAIT; i++)
        p->attributes[i] = 1;
    p->next = pools;
    return pools = p;
}

SimPool *pool_first(int device) {
    if (!firsts[device]) firsts[device] = pool_new(device);
    return firsts[device];
}

SimPool *pool_current(int device) {
    return current[device] ? current[device] : pool_first(device);
}

void pool_choose(int device, SimPool *p) {
    current[device] = p;
}

static void stretch_free(Stretch *s) {
    job_release(s->job);
    heap_free(s);
}

static void pool_empty(SimPool *p) {
    while (p->first) {
        Stretch *s = p->first;
        p->first = s->next;
        stretch_free(s);
    }
    heap_free(p->holds);
    p->holds = NULL;
    p->nholds = 0;
    p->attributes[POOL_RESERVED] = p->attributes[POOL_USED] = 0;
}

// One that still has allocations stays, as they do.
bool pool_end(SimPool *p) {
    for (int i = 0; i < DEVICES_MOST; i++)
        if (firsts[i] == p) return false;
    for (int i = 0; i < DEVICES_MOST; i++)
        if (current[i] == p) current[i] = NULL;
    if (p->attributes[POOL_USED]) return true;
    SimPool **at = &pools;
    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    pool_empty(p);
    heap_free(p);
    return true;
}

void pools_reset(int device) {
    for (SimPool *p = pools; p; p = p->next)
        if (p->device == device) pool_empty(p);
}

// ---- attributes

uint64_t pool_attribute(const SimPool *p, PoolAttribute which) {
    return p->attributes[which];
}

bool pool_set(SimPool *p, PoolAttribute which, uint64_t value) {
    bool counts = which >= POOL_RESERVED;
    bool most = which == POOL_RESERVED_MOST || which == POOL_USED_MOST;
    if (counts && (!most || value)) return false;
    p->attributes[which] = most ? p->attributes[which - 1] : value;
    return true;
}

static void pool_count(SimPool *p, PoolAttribute which, int64_t more) {
    uint64_t *n = &p->attributes[which], *most = &p->attributes[which + 1];
    *n += (uint64_t)more;
    if (*n > *most) *most = *n;
}

uint64_t pools_idle(int device) {
    uint64_t sum = 0;
    for (const SimPool *p = pools; p; p = p->next)
        if (p->device == device)
            sum += p->attributes[POOL_RESERVED] - p->attributes[POOL_USED];
    return sum;
}

// ---- chunks

static uint64_t chunks_end(uint64_t at) {
    return (at + CHUNK - 1) / CHUNK;
}

static bool pool_holds(const SimPool *p, uint64_t chunk) {
    return chunk < p->nholds && p->holds[chunk];
}

static uint64_t chunks_missing(const SimPool *p, uint64_t lo, uint64_t hi) {
    uint64_t n = 0;
    for (uint64_t c = lo / CHUNK; c < chunks_end(hi); c++)
        n += !pool_holds(p, c);
    return n;
}

static uint64_t chunks_add(SimPool *p, uint64_t lo, uint64_t hi) {
    uint64_t end = chunks_end(hi), n = chunks_missing(p, lo, hi);
    if (end > p->nholds) {
        p->holds = heap_grow(p->holds, end, 1);
        memset(p->holds + p->nholds, 0, end - p->nholds);
        p->nholds = end;
    }
    for (uint64_t c = lo / CHUNK; c < end; c++)
        p->holds[c] = 1;
    pool_count(p, POOL_RESERVED, (int64_t)(n * CHUNK));
    return n;
}

// True if the host knows that nobody uses the chunk.
static bool chunk_is_idle(const Runtime *r, const SimPool *p, uint64_t chunk) {
    uint64_t lo = chunk * CHUNK, hi = lo + CHUNK;
    for (const Stretch *s = p->first; s && s->at < hi; s = s->next)
        if (s->at + s->bytes > lo && (s->address || !job_has_passed(r, s->job)))
            return false;
    return true;
}

uint64_t pool_trim(const Runtime *r, SimPool *p, uint64_t keep) {
    uint64_t n = 0;
    for (uint64_t c = p->nholds; c-- > 0;) {
        uint64_t has = p->attributes[POOL_RESERVED];
        if (has < CHUNK || has - CHUNK < keep) break;
        if (!p->holds[c] || !chunk_is_idle(r, p, c)) continue;
        p->holds[c] = 0;
        pool_count(p, POOL_RESERVED, -(int64_t)CHUNK);
        n++;
    }
    return n;
}

uint64_t pools_waited(const Runtime *r) {
    uint64_t n = 0;
    for (SimPool *p = pools; p; p = p->next)
        n += pool_trim(r, p, p->attributes[POOL_THRESHOLD]);
    return n;
}

// ---- stretches

static bool may_have(Runtime *r, const SimPool *p, const Stretch *of,
                     const SimStream *s) {
    if (of->address) return false;
    if (!of->stream || of->stream == s) return true;
    if (p->attributes[POOL_FOLLOWS_EVENTS] && piece_is_over(r, of->piece, s))
        return true;
    return p->attributes[POOL_IS_OPPORTUNISTIC] && job_has_passed(r, of->job);
}

// Free stretches in a row.
typedef struct Room {
    Stretch **first;
    uint64_t at, bytes;
    uint64_t missing; // chunks that it would cost
} Room;

static bool room_is_better(const Room *a, const Room *b) {
    if (!b->first || a->missing != b->missing)
        return !b->first || a->missing < b->missing;
    return a->bytes < b->bytes;
}

// The room that costs the fewest chunks, and of those the smallest.
static Room room_find(Runtime *r, SimPool *p, uint64_t need,
                      const SimStream *s) {
    Room best = {0}, now = {.first = &p->first};
    for (Stretch **at = &p->first;; at = &(*at)->next) {
        if (*at && may_have(r, p, *at, s)) {
            now.bytes += (*at)->bytes;
            continue;
        }
        if (!*at) now.bytes = UINT64_MAX; // nothing is behind
        now.missing = chunks_missing(p, now.at, now.at + need);
        if (now.bytes >= need && room_is_better(&now, &best)) best = now;
        if (!*at) return best;
        now = (Room){.first = &(*at)->next, .at = (*at)->at + (*at)->bytes};
    }
}

uint64_t pool_take(Runtime *r, SimPool *p, uint64_t address, uint64_t bytes,
                   const SimStream *s) {
    uint64_t need = (bytes + PLACE - 1) / PLACE * PLACE, left = need;
    Room room = room_find(r, p, need, s);
    while (left && *room.first) {
        Stretch *of = *room.first;
        uint64_t n = of->bytes < left ? of->bytes : left;
        of->at += n;
        of->bytes -= n;
        left -= n;
        if (of->bytes) break;
        *room.first = of->next;
        stretch_free(of);
    }
    Stretch *mine = heap_new(1, sizeof *mine);
    *mine = (Stretch){.at = room.at,
                      .bytes = need,
                      .address = address,
                      .asked = bytes,
                      .next = *room.first};
    *room.first = mine;
    pool_count(p, POOL_USED, (int64_t)bytes);
    return chunks_add(p, room.at, room.at + need);
}

void pool_give(Runtime *r, uint64_t address, const SimStream *s) {
    for (SimPool *p = pools; p; p = p->next)
        for (Stretch *of = p->first; of; of = of->next) {
            if (of->address != address) continue;
            pool_count(p, POOL_USED, -(int64_t)of->asked);
            of->address = 0;
            of->stream = s;
            of->job = s && s->last ? job_hold(s->last) : NULL;
            of->piece = piece_newest(r);
            return;
        }
}
