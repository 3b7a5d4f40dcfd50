#include "sim/cache/cache.h"

#include "sim/cache/l2_log.h"

#include "base/heap.h"

enum { // quarter sectors
    WORK_READ = 4,
    WORK_READ_LONE = 6,
    WORK_WRITE = 7, // and more for its bytes
    WORK_WRITE_BYTES = 2,
    WORK_WRITE_LONE = 16,
    WORK_WRITE_PART = 14, // and one for each two bytes
};

// Of the sectors of a store that follows another to the same ones. (Four words
// in a row for each thread, on an H200: 1.4 times as many sectors go to L2 as
// they fill; with loads between the stores 4 times; and hardly fewer if each
// lane has a sector of its own.)
enum { SENT_EIGHTHS = 3 };

static uint32_t sectors_of(const LineTouch *t) {
    return (t->bytes[0] != 0) | (t->bytes[1] != 0) << 1 |
           (t->bytes[2] != 0) << 2 | (t->bytes[3] != 0) << 3;
}

static int cache_work(uint32_t want, int each, int lone) {
    return want & (want - 1) ? sectors_in(want) * each : lone;
}

// Without a log, as in tests, L2 answers at once.
static void ask_l2(Launch *la, uint64_t what, uint32_t more, SiteCount *n) {
    L2Record r = {what, 0, more};

    if (!la->caches.log) {
        l2_answer(la->caches.l2, &r, n);
        return;
    }
    r.site = (uint32_t)(n - la->counts.sites);
    l2_log_add(la->caches.log, r);
}

// ---- requests

void caches_ahead(const Warp *w, uint64_t address) {
    const L1 *l1 = &w->block->launch->caches.l1[w->block->sm];
    __builtin_prefetch(l1_set(l1, address / LINE_BYTES), 1);
}

void caches_begin(const Launch *la, uint32_t sm) {
    for (int i = 0; i < STREAMS; i++) {
        const Stream *s = &la->caches.streams[i];
        uint64_t line = s->line + s->step;
        if (!s->line) continue;
        __builtin_prefetch(l1_set(&la->caches.l1[sm], line), 1);
        __builtin_prefetch(l1_set(&la->caches.l1[sm], line ^ 4), 1);
    }
}

static uint32_t who_asks(const Warp *w) {
    return l2_who(w->block->launch->caches.l1[w->block->sm].turn,
                  w->block->linear);
}

static void load_from_l2(const Warp *w, uint64_t line, uint32_t want,
                         SiteCount *n, uint32_t *met) {
    uint32_t first = !(*met & L1_MISSED);

    *met |= L1_MISSED;
    n->l2_loads += first;
    n->l2_lines++;
    n->l2_sectors += (uint64_t)sectors_in(want);
    n->l2_work += (uint64_t)cache_work(want, WORK_READ, WORK_READ_LONE);
    ask_l2(w->block->launch, l2_what(line, L2_LOAD, want),
           l2_loader(who_asks(w), first), n);
}

void caches_load_line(Warp *w, uint64_t line, uint32_t want, SiteCount *n,
                      uint32_t *met) {
    Launch *la = w->block->launch;
    L1 *l1 = &la->caches.l1[w->block->sm];
    uint64_t *e = l1_get(l1, line);
    uint32_t hit = want & l1_touch(l1, e, w, met);
    n->l1_hits += (uint64_t)sectors_in(hit);
    if (hit == want) return;
    *e |= want;
    load_from_l2(w, line, want & ~hit, n, met);
}

void caches_load(Warp *w, const Footprint *f, bool at_l2, SiteCount *n) {
    Launch *la = w->block->launch;
    const L1 *l1 = &la->caches.l1[w->block->sm];
    uint32_t met = 0;

    l2_log_reserve(la);
    // If lanes want many lines, their sets are in no cache of the host.
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
    L1 *l1 = &w->block->launch->caches.l1[w->block->sm];

    if (line != l1->stored) l1->clock += ++l1->writes & 1;
    l1->stored = line;
    n->l2_sectors += (uint64_t)sectors_in(want);
    n->l2_work += (uint64_t)write_work(want, filled);
    ask_l2(w->block->launch, l2_store(line, want, who_asks(w)), filled, n);
}

void caches_store(Warp *w, const Footprint *f, bool follows, SiteCount *n) {
    uint64_t sectors = n->l2_sectors, work = n->l2_work;

    l2_log_reserve(w->block->launch);
    for (int i = 0; i < f->nlines; i++) {
        const LineTouch *t = &f->at[i];
        uint32_t filled = 0;
        for (int s = 0; s < LINE_SECTORS; s++)
            filled |= (uint32_t)__builtin_popcount(t->bytes[s]) << (8 * s);
        caches_store_line(w, t->line, sectors_of(t), filled, n);
    }
    if (!follows || f->sectors == WARP_SIZE) return;
    n->l2_sectors -= (n->l2_sectors - sectors) * (8 - SENT_EIGHTHS) / 8;
    n->l2_work -= (n->l2_work - work) * (8 - SENT_EIGHTHS) / 8;
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

    l2_log_reserve(la);
    for (int i = 0; i < f->nlines; i++) {
        uint32_t want = sectors_of(&f->at[i]);
        uint32_t hold = cost.sector * (uint32_t)sectors_in(want) + extra;
        uint32_t more = min_of(hold, (1u << L2_HOLD_BITS) - 1) |
                        cost.again << L2_HOLD_BITS |
                        first_sector(&f->at[i])
                            << (L2_HOLD_BITS + L2_AGAIN_BITS);
        n->l2_sectors += (uint64_t)sectors_in(want);
        n->l2_work += (uint64_t)sectors_in(want) * cost.work;
        ask_l2(la, l2_what(f->at[i].line, L2_ATOMIC, want), more, n);
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
    l2_open(&c->l2, (uint32_t)(g->l2_mib * 1048576.0 / LINE_BYTES));
    return c;
}

void caches_close(Caches *c) {
    if (!c) return;
    arena_reset(&c->scratch);
    heap_free(c->l1_lines);
    heap_free(c->l1);
    l2_close(&c->l2);
    heap_free(c);
}

void caches_fill(Caches *c, uint64_t address, uint64_t bytes) {
    l2_fill(&c->l2, address, bytes);
}

void caches_empty(Caches *c) {
    l2_empty(&c->l2);
}

void caches_launch(Caches *c, Launch *la, uint32_t smem_sm) {
    uint64_t total = (uint64_t)la->gpu->l1_kib << 10;
    uint64_t blocks =
        (uint64_t)la->shape.grid[0] * la->shape.grid[1] * la->shape.grid[2];
    uint64_t each = (blocks + (uint64_t)c->sms - 1) / (uint64_t)c->sms;
    uint64_t together = min_of((uint64_t)la->shape.blocks_per_sm, each);
    const uint32_t *b = la->shape.block;

    for (int i = 0; i < c->sms; i++)
        l1_launch(&c->l1[i], total - min_of(total, (uint64_t)smem_sm),
                  max_of((uint32_t)together, 1u));
    la->caches.l1 = c->l1;
    la->caches.l2 = &c->l2;
    l2_launch(&c->l2,
              min_of((uint64_t)la->shape.blocks_per_sm * (uint64_t)c->sms,
                     max_of(blocks, (uint64_t)1)),
              (b[0] * b[1] * b[2] + WARP_SIZE - 1) / WARP_SIZE);
}
