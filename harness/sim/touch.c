#include "sim/touch.h"

#include "sim/async.h"
#include "sim/conflict.h"
#include "sim/memop.h"
#include "sim/shadow.h"
#include "sim/shmem.h"

// ---- what the shadow need not hear

// Of the 4-byte words of a line those that are touched; false: some in part.
static bool words_of(const LineTouch *t, uint32_t *words) {
    *words = 0;
    for (int s = 0; s < LINE_SECTORS; s++) {
        uint32_t b = t->bytes[s], x;
        if (!b) continue;
        x = b & b >> 1;
        x &= x >> 2;
        x &= 0x11111111; // one bit per word, if all four bytes are touched
        if (x * 15 != b) return false;
        x = (x | x >> 3) & 0x03030303;
        x = (x | x >> 6) & 0x000f000f;
        *words |= ((x | x >> 12) & 0xff) << 8 * s;
    }
    return true;
}

static LineRead *read_of(Block *b, uint64_t line) {
    return &b->reads[(line ^ line >> 8) % LINES_READ];
}

// The shadow knows the last two readers of a word: a warp that read it before,
// or a third one, is no news until something orders the block's warps anew.
static bool is_known(LineRead *r, const Warp *w, uint64_t line,
                     uint32_t words) {
    uint32_t era = w->block->reads_era;

    if (r->line != line + 1 || r->when != era) {
        *r = (LineRead){line + 1, words, era, (uint16_t)w->index, false};
        return false;
    }
    bool all = !(words & ~r->words);
    if (r->warp == w->index || r->by_several) {
        if (!r->by_several) r->words |= words;
        return all;
    }
    r->words &= words;
    r->by_several = true;
    return false;
}

static bool all_known(Warp *w, const Footprint *f) {
    enum { MOST = 4 };
    bool known = true;
    uint32_t words;

    if (f->nlines > MOST) return false;
    if (w->block->reads_syncs != w->block->syncs) {
        w->block->reads_syncs = w->block->syncs;
        w->block->reads_era++;
    }
    for (int i = 0; i < f->nlines; i++) {
        if (!words_of(&f->at[i], &words)) return false;
        uint64_t line = f->at[i].line;
        known &= is_known(read_of(w->block, line), w, line, words);
    }
    return known;
}

// What is written is to be read anew.
static void forget_lines(Block *b, const Footprint *f) {
    for (int i = 0; i < f->nlines; i++) {
        LineRead *r = read_of(b, f->at[i].line);
        if (r->line == f->at[i].line + 1) r->line = 0;
    }
}

static void shade(Warp *w, const Insn *in, const Access *a, const Footprint *f,
                  TouchKind k) {
    Launch *la = w->block->launch;
    ShadowTouch t;
    uint32_t clash;

    if (!la->shadow) return;
    if (k != TOUCH_LOAD)
        forget_lines(w->block, f);
    else if (memop_of(in)->order == ORDER_WEAK && all_known(w, f))
        return;
    shadow_record(w, in, a, k, &t, &clash);
    if (la->shades)
        shadow_log_touch(la, &t, a, clash);
    else
        shadow_touch(la->shadow, &t, a, f, clash);
}

void touch_global(Warp *w, const Insn *in, const Access *a, TouchKind k) {
    SiteCount *n = site_count(w, in);
    Footprint f;

    if (k == TOUCH_LOAD) caches_ahead(w, a->lo);
    if (w->block->launch->conflict)
        conflict_touch(w->block->launch->conflict, w->block->linear, a, k);
    access_footprint(a, &f);
    n->gmem_sectors += (uint64_t)f.sectors;
    n->gmem_ideal += (uint64_t)f.ideal;
    n->gmem_lines += (uint64_t)f.nlines;
    shade(w, in, a, &f, k);
    switch (k) {
    case TOUCH_LOAD:
        n->gmem_loads++;
        caches_load(w, &f, memop_of(in)->at_l2, n);
        break;
    case TOUCH_STORE:
        n->gmem_stores++;
        caches_store(w, &f, n);
        break;
    case TOUCH_ATOMIC: atom_count_global(w, in, a, &f); break;
    }
}

static void count_shared(Warp *w, const Insn *in, const Access *a,
                         TouchKind k) {
    SiteCount *n = site_count(w, in);
    int ideal;

    n->smem_wavefronts += (uint64_t)access_wavefronts(a, &ideal);
    n->smem_ideal += (uint64_t)ideal;
    switch (k) {
    case TOUCH_LOAD: n->smem_loads++; break;
    case TOUCH_STORE: n->smem_stores++; break;
    case TOUCH_ATOMIC: atom_count_shared(w, in, a); break;
    }
}

void touch_shared(Warp *w, const Insn *in, const Access *a, TouchKind k) {
    if (w->block->async && w->block->async->npending) async_check(w, in, a, k);
    shmem_touch(w, in, a, k,
                k == TOUCH_ATOMIC || memop_of(in)->order != ORDER_WEAK);
    count_shared(w, in, a, k);
}

void touch_cluster(Warp *w, const Insn *in, const Access *a, TouchKind k,
                   Block *b) {
    if (b == w->block) {
        touch_shared(w, in, a, k);
        return;
    }
    count_shared(w, in, a, k);
    if (k == TOUCH_LOAD) return;
    for (uint32_t m = a->lanes; m; m &= m - 1)
        shmem_fill(b, (uint32_t)a->at[__builtin_ctz(m)], a->bytes);
}

void touch_fence(Warp *w, const Insn *in, MemScope scope) {
    Block *b = w->block;

    (void)in;
    b->syncs++;
    shmem_fence(w);
    if (scope < SCOPE_CLUSTER) return;
    if (b->launch->shades)
        shadow_log_fence(b->launch, b->linear);
    else
        shadow_fence(b->launch->shadow, b->linear);
}

void touch_meeting(Block *const *at, uint32_t n) {
    Shadow *s = at[0]->launch->shadow;

    for (uint32_t i = 0; i < n; i++)
        shadow_arrive(s, at[i]->linear, at[0]->linear);
    for (uint32_t i = 0; i < n; i++)
        shadow_wait(s, at[i]->linear, at[0]->linear);
}
