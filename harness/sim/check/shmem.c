// The shadow of shared memory: its life, and what orders a block's threads.
#include "sim/check/shmem.h"

#include "sim/check/undefined.h"
#include "sim/core/launch.h"
#include "sim/decode/code.h"

#include <string.h>

// ---- the shadow itself

// The narrowest access that the launch's code may make to shared memory.
static uint32_t narrowest(const Launch *la) {
    uint32_t shift = 2;
    for (const Code *c = la->code; c; c = c->next) {
        for (uint32_t i = 0; i < c->ninsns; i++) {
            const Insn *in = &c->insns[i];
            if (!in->site || in->bytes == 0 || in->bytes >= 4) continue;
            Space s = c->sites[in->site].space;
            if (s != SPACE_SHARED && s != SPACE_GENERIC) continue;
            shift = min_of(shift, in->bytes == 1 ? 0u : 1u);
        }
    }
    return shift;
}

static uint32_t *site_bases(const Launch *la, Arena *a) {
    uint32_t *base = arena_array(a, uint32_t, (size_t)la->counts.ncodes), n = 0;
    for (int i = 0; i < la->counts.ncodes; i++) {
        base[i] = n;
        n += la->counts.codes[i].code->nsites;
    }
    return base;
}

Shmem *shmem_new(const Block *b, Arena *a) {
    enum { PAD = 32 }; // whole vectors
    uint32_t n = b->nwarps;
    if (!b->shared_bytes) return NULL;
    Shmem *s = arena_new(a, Shmem);
    s->block = b;
    s->shift = narrowest(b->launch);
    s->ngranules = (b->shared_bytes + 3) / 4 * 4 >> s->shift;
    s->wrote = arena_array(a, uint32_t, s->ngranules + PAD);
    s->read = arena_array(a, uint32_t, s->ngranules + PAD);
    s->wrote_site = arena_array(a, uint16_t, s->ngranules + PAD);
    s->read_site = arena_array(a, uint16_t, s->ngranules + PAD);
    s->warp_floor = arena_array(a, uint32_t, n);
    s->fenced = arena_array(a, uint32_t, n);
    s->seen = arena_array(a, uint32_t, (size_t)n * n);
    s->site_base = site_bases(b->launch, a);
    return s;
}

// The counter has come to its end: what was written stays so, and all is
// ordered.
static void renumber(Shmem *s) {
    uint32_t n = s->block->nwarps;
    for (uint32_t i = 0; i < s->ngranules; i++)
        s->wrote[i] = s->wrote[i] >= s->born ? 1u << SHMEM_TICK_SHIFT : 0;
    memset(s->read, 0, s->ngranules * sizeof *s->read);
    memset(s->warp_floor, 0, n * sizeof *s->warp_floor);
    memset(s->fenced, 0, n * sizeof *s->fenced);
    memset(s->seen, 0, (size_t)n * n * sizeof *s->seen);
    s->born = 1u << SHMEM_TICK_SHIFT;
    s->tick = 2;
    s->floor = shmem_now(s);
    s->nclocks = 0;
}

static void move_on(Shmem *s) {
    if (++s->tick >= SHMEM_TICK_MOST) renumber(s);
}

static void tell_early(const Shmem *s, const ShmemEarly *e) {
    uint32_t g = e->offset >> s->shift;
    uint32_t v = s->wrote[g] >= s->born ? s->wrote[g] : 0;
    if (e->is_atomic && (v & SHMEM_KIND) == WROTE_STRONG) v = 0; // its own kind
    if (e->is_followed && !shmem_is_early(e, v))
        undefined_settle(e);
    else
        shmem_report_blank(e, v, s->wrote_site[g]);
}

static void tell_all_early(Shmem *s) {
    for (int i = 0; i < s->nearly; i++)
        if (!s->early[i].told) tell_early(s, &s->early[i]);
    s->nearly = 0;
}

static void order_all(Shmem *s) {
    if (s->nearly) tell_all_early(s);
    move_on(s);
    s->floor = shmem_now(s);
    s->nclocks = 0;
    s->any_fence = s->any_partial = 0;
}

void shmem_end(Shmem *s) {
    if (s) tell_all_early(s);
}

void shmem_stopped(const Warp *w) {
    Shmem *s = w->block->shmem;
    for (int i = 0; s && i < s->nearly; i++) {
        const ShmemEarly *e = &s->early[i];
        if (e->told || e->w != w) continue;
        if (e->is_atomic || undefined_is_used(e)) tell_early(s, e);
    }
}

void shmem_stuck(const Block *b) {
    Shmem *s = b->shmem;
    for (int i = 0; s && i < s->nearly; i++) {
        const ShmemEarly *e = &s->early[i];
        uint32_t g = e->offset >> s->shift;
        uint32_t v = s->wrote[g] >= s->born ? s->wrote[g] : 0;
        if (!e->told && !e->is_atomic && shmem_is_early(e, v)) tell_early(s, e);
    }
    if (s) s->nearly = 0;
}

void shmem_start(Shmem *s) {
    if (!s) return;
    s->nearly = 0;
    // Not in the midst of a block, where it depends on the blocks before.
    if (s->tick > SHMEM_TICK_MOST / 2) renumber(s);
    order_all(s);
    s->born = s->floor;
    s->gone = 0;
    if (s->ntaints) memset(s->tainted, 0, s->ngranules);
    s->ntaints = 0;
}

// ---- order

static uint32_t threads_gone(const Block *b) {
    uint32_t live = 0;
    for (uint32_t w = 0; w < b->nwarps; w++)
        live += (uint32_t)__builtin_popcount(b->warps[w].live);
    return b->nthreads - live;
}

void shmem_barrier(Block *b) {
    if (!b->shmem) return;
    order_all(b->shmem);
    b->shmem->gone = threads_gone(b);
}

void shmem_warp_sync(Warp *w) {
    Shmem *s = w->block->shmem;
    if (!s) return;
    move_on(s);
    s->warp_floor[w->index] = shmem_now(s);
}

void shmem_fence(Warp *w) {
    Shmem *s = w->block->shmem;
    if (!s) return;
    move_on(s);
    s->fenced[w->index] = shmem_now(s);
    s->any_fence = 1;
}

static ShmemClock *clock_find(const Shmem *s, uint64_t key) {
    for (int i = 0; i < s->nclocks; i++)
        if (s->clocks[i].key == key) return &s->clocks[i];
    return NULL;
}

static ShmemClock *clock_get(Shmem *s, uint64_t key) {
    ShmemClock *c = clock_find(s, key);
    Arena *a = &s->block->launch->arena;
    uint32_t n = s->block->nwarps;
    if (c) return c;
    if (s->nclocks == s->cap_clocks) {
        int cap = s->cap_clocks ? 2 * s->cap_clocks : 16;
        ShmemClock *more = arena_array(a, ShmemClock, (size_t)cap);
        if (s->cap_clocks)
            memcpy(more, s->clocks, (size_t)s->cap_clocks * sizeof *more);
        for (int i = s->cap_clocks; i < cap; i++)
            more[i].seen = arena_array(a, uint32_t, n);
        s->clocks = more;
        s->cap_clocks = cap;
    }
    c = &s->clocks[s->nclocks++];
    c->key = key;
    memset(c->seen, 0, n * sizeof *c->seen);
    return c;
}

// own: what of w itself becomes known.
static void clock_release(Warp *w, uint64_t key, uint32_t own) {
    Shmem *s = w->block->shmem;
    ShmemClock *c = clock_get(s, key);
    const uint32_t *mine = s->seen + (size_t)w->index * s->block->nwarps;
    for (uint32_t v = 0; v < s->block->nwarps; v++)
        c->seen[v] = max_of(c->seen[v], mine[v]);
    c->seen[w->index] = max_of(c->seen[w->index], own);
}

void shmem_release(Warp *w, uint64_t key) {
    Shmem *s = w->block->shmem;
    if (!s) return;
    move_on(s);
    clock_release(w, key, shmem_now(s));
}

void shmem_acquire(Warp *w, uint64_t key) {
    Shmem *s = w->block->shmem;
    const ShmemClock *c = s ? clock_find(s, key) : NULL;
    if (!c) return;
    uint32_t *mine = s->seen + (size_t)w->index * s->block->nwarps;
    for (uint32_t v = 0; v < s->block->nwarps; v++)
        mine[v] = max_of(mine[v], c->seen[v]);
    s->any_partial = 1;
}

void shmem_hand_on(Block *b, uint64_t from, uint64_t to) {
    Shmem *s = b->shmem;
    if (!s || !clock_find(s, from)) return;
    ShmemClock *c = clock_get(s, to);
    const ShmemClock *was = clock_find(s, from);
    for (uint32_t v = 0; v < b->nwarps; v++)
        c->seen[v] = max_of(c->seen[v], was->seen[v]);
}

void shmem_order_by_flags(Warp *w, const Insn *in, const Access *a,
                          AccessKind k) {
    Shmem *s = w->block->shmem;
    MemOrder order = memop_of(in)->order;
    bool brings_fence = order == ORDER_RELEASE || order == ORDER_ACQ_REL;

    if (k != ACCESS_LOAD && brings_fence) shmem_fence(w);
    if (!s->any_fence) return;
    bool publishes = k != ACCESS_LOAD && s->fenced[w->index] > s->floor;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        uint64_t key = a->at[__builtin_ctz(m)];
        if (k != ACCESS_STORE) shmem_acquire(w, key);
        if (publishes) clock_release(w, key, s->fenced[w->index]);
    }
}
