#include "sim/access/touch.h"

#include "sim/access/hops.h"
#include "sim/access/posts.h"
#include "sim/cache/cache.h"
#include "sim/check/async_check.h"
#include "sim/check/conflict.h"
#include "sim/check/reads.h"
#include "sim/check/shadow.h"
#include "sim/check/shmem.h"

// ---- what the shadow need not hear

static bool all_known(Warp *w, const Footprint *f) {
    enum { MOST = 4 };
    bool known = true;
    uint32_t words;

    if (f->nlines > MOST) return false;
    reads_renew(w->block);
    for (int i = 0; i < f->nlines; i++) {
        if (!line_words(&f->at[i], &words)) return false;
        uint64_t line = f->at[i].line;
        known &= reads_know(reads_at(w->block, line), w, line, words);
    }
    return known;
}

static void forget_lines(Block *b, const Footprint *f) {
    for (int i = 0; i < f->nlines; i++)
        reads_forget(b, f->at[i].line);
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
        shadow_log_touch(la, &t, a, f, clash);
    else
        shadow_touch(la->shadow, &t, a, f, clash);
}

void touch_global(Warp *w, const Insn *in, const Access *a, TouchKind k) {
    SiteCount *n = site_count(w, in);
    Footprint f;

    if (k != TOUCH_ATOMIC) posts_look(w->block->launch, a->lo, a->hi);
    if (k == TOUCH_LOAD) caches_ahead(w, a->lo);
    if (w->block->launch->conflict)
        conflict_touch(w->block->launch->conflict, w->block->linear, a, k);
    access_footprint(a, &f);
    n->gmem_sectors += (uint64_t)f.sectors;
    n->gmem_ideal += (uint64_t)f.ideal;
    n->gmem_lines += (uint64_t)f.nlines;
    if (k != TOUCH_ATOMIC) {
        int ideal;
        n->gmem_wavefronts += (uint64_t)access_wavefronts(a, &ideal);
    }
    shade(w, in, a, &f, k);
    if (__builtin_expect(w->block->launch->hops != NULL, 0))
        hops_touch(w, in, a, k);
    switch (k) {
    case TOUCH_LOAD:
        n->gmem_loads++;
        if (memop_of(in)->begins_round)
            l1_round(&w->block->launch->l1[w->block->sm]);
        caches_load(w, &f, memop_of(in)->at_l2, n);
        break;
    case TOUCH_STORE:
        n->gmem_stores++;
        caches_store(w, &f, n);
        break;
    case TOUCH_ATOMIC: atom_count_global(w, in, a, &f); break;
    }
}

// The wavefronts that a load of shared memory saves as part of a wider one: in
// quarters, all parts alike.
static uint64_t merged(const Access *a, Wider w) {
    int ideal, wide = w.bytes ? access_wider(a, w.before, w.bytes) : 0;
    if (!wide) return 0;
    int alone = 4 * access_wavefronts(a, &ideal);
    int shared = 4 * wide * (int)a->bytes / w.bytes;
    return (uint64_t)max_of(alone - shared, 0);
}

static void count_shared(Warp *w, const Insn *in, const Access *a,
                         TouchKind k) {
    SiteCount *n = site_count(w, in);
    int ideal;

    n->smem_wavefronts += (uint64_t)access_wavefronts(a, &ideal);
    n->smem_ideal += (uint64_t)ideal;
    switch (k) {
    case TOUCH_LOAD:
        n->smem_loads++;
        n->smem_merged += merged(a, memop_of(in)->wider);
        break;
    case TOUCH_STORE: n->smem_stores++; break;
    case TOUCH_ATOMIC: atom_count_shared(w, in, a); break;
    }
}

// The word of an array that lanes have in common is a line, lane by lane. If
// lanes use different indices, each takes a line of its own.
static int local_lines(const Access *a) {
    int words = max_of((int)a->bytes / 4, 1), n = 0;
    uint64_t seen[16] = {0};

    if (a->shape == SHAPE_LINE && a->stride == 0) return words;
    if (a->hi - a->lo <= sizeof seen * 32) { // nearly always: one array
        for (uint32_t m = a->lanes; m; m &= m - 1) {
            uint64_t at = (a->at[__builtin_ctz(m)] - a->lo) / 4;
            seen[at / 64] |= 1ull << at % 64;
        }
        for (size_t i = 0; i < COUNT_OF(seen); i++)
            n += __builtin_popcountll(seen[i]);
        return n * words;
    }
    for (uint32_t m = a->lanes; m; n++) {
        uint64_t word = a->at[__builtin_ctz(m)] / 4;
        for (uint32_t k = m; k; k &= k - 1)
            if (a->at[__builtin_ctz(k)] / 4 == word) m &= ~(k & -k);
    }
    return n * words;
}

// Loads find it in L1. Stores go through it to L2: on an H200, where 4 warps an
// SM set words of their own in turn, that is what they wait for.
void count_local(Warp *w, const Insn *in, const Access *a, TouchKind k) {
    SiteCount *n = site_count(w, in);
    int lines = local_lines(a);

    n->local_requests++;
    n->local_lines += (uint64_t)lines;
    if (k == TOUCH_STORE)
        n->l2_work +=
            caches_local_work(lines, a->n * max_of((int)a->bytes / 4, 1));
}

void touch_shared(Warp *w, const Insn *in, const Access *a, TouchKind k) {
    if (w->block->async && w->block->async->npending) async_check(w, in, a, k);
    if (w->block->has_proxy && k != TOUCH_LOAD) proxy_wrote(w, in, a);
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

    shadow_log_flush(at[0]->launch);
    for (uint32_t i = 0; i < n; i++)
        shadow_arrive(s, at[i]->linear, at[0]->linear);
    for (uint32_t i = 0; i < n; i++)
        shadow_wait(s, at[i]->linear, at[0]->linear);
}
