#include "sim/access/observe.h"

#include "sim/access/deferred.h"
#include "sim/access/flag_chain.h"
#include "sim/cache/cache.h"
#include "sim/check/async_check.h"
#include "sim/check/conflict.h"
#include "sim/check/local_check.h"
#include "sim/check/read_filter.h"
#include "sim/check/shadow.h"
#include "sim/check/shmem.h"
#include "sim/check/wgmma_check.h"
#include "sim/core/clock.h"

// ---- global memory

static bool all_known(Warp *w, const Footprint *f) {
    enum { MOST = 4 };
    bool known = true;
    uint32_t words;

    if (f->nlines > MOST) return false;
    read_filter_renew(w->block);
    for (int i = 0; i < f->nlines; i++) {
        if (!line_words(&f->at[i], &words)) return false;
        uint64_t line = f->at[i].line;
        known &=
            read_filter_know(read_filter_at(w->block, line), w, line, words);
    }
    return known;
}

static void forget_lines(Block *b, const Footprint *f) {
    for (int i = 0; i < f->nlines; i++)
        read_filter_forget(b, f->at[i].line);
}

static void tell_shadow(Warp *w, const Insn *in, const Access *a,
                        const Footprint *f, AccessKind k) {
    Launch *la = w->block->launch;
    ShadowAccess t;
    uint32_t clash;

    if (!la->checks.shadow) return;
    if (k != ACCESS_LOAD)
        forget_lines(w->block, f);
    else if (memop_of(in)->order == ORDER_WEAK && all_known(w, f))
        return;
    shadow_record(w, in, a, k, &t, &clash);
    if (la->checks.log)
        shadow_log_access(la, &t, a, f, clash);
    else
        shadow_access(la->checks.shadow, &t, a, f, clash);
}

static void load_lines(Warp *w, const Insn *in, const Footprint *f,
                       SiteCount *n) {
    bool timed = clock_runs(w->block->launch);
    SiteCount before;

    if (__builtin_expect(timed, 0)) before = *n;
    caches_load(w, f, memop_of(in)->at_l2, n);
    if (__builtin_expect(timed, 0)) clock_wait_global(w, in, &before);
}

void observe_global(Warp *w, const Insn *in, const Access *a, AccessKind k) {
    SiteCount *n = site_count(w, in);
    Footprint f;

    if (k != ACCESS_ATOMIC) deferred_look(w->block->launch, a->lo, a->hi);
    if (k == ACCESS_LOAD) caches_ahead(w, a->lo);
    if (w->block->launch->checks.conflict)
        conflict_access(w->block->launch->checks.conflict, w->block->linear, a,
                        k);
    access_footprint(a, &f);
    n->gmem_sectors += (uint64_t)f.sectors;
    n->gmem_ideal += (uint64_t)f.ideal;
    n->gmem_lines += (uint64_t)f.nlines;
    if (k != ACCESS_ATOMIC) {
        int ideal;
        n->gmem_wavefronts += (uint64_t)access_wavefronts(a, &ideal);
    }
    tell_shadow(w, in, a, &f, k);
    if (__builtin_expect(w->block->launch->cycles.flags != NULL, 0))
        flag_chain_access(w, in, a, k);
    switch (k) {
    case ACCESS_LOAD:
        n->gmem_loads++;
        observe_loaded(w, 32 * (uint32_t)f.ideal);
        if (memop_of(in)->begins_round)
            l1_round(&w->block->launch->caches.l1[w->block->sm]);
        load_lines(w, in, &f, n);
        break;
    case ACCESS_STORE:
        n->gmem_stores++;
        caches_store(w, &f, memop_of(in)->follows, n);
        break;
    case ACCESS_ATOMIC: atom_count_global(w, in, a, &f); break;
    }
}

// The wavefronts that a load of shared memory saves as part of a wider one: in
// quarters, all parts alike. The first part is the instruction.
static void count_merged(const Access *a, Wider w, SiteCount *n) {
    int ideal, wide = w.bytes ? access_wider(a, w.before, w.bytes) : 0;
    if (!wide) return;
    int alone = 4 * access_wavefronts(a, &ideal);
    int shared = 4 * wide * (int)a->bytes / w.bytes;
    n->smem_merged += (uint64_t)max_of(alone - shared, 0);
    n->smem_joined += w.before > 0;
}

static void count_shared(Warp *w, const Insn *in, const Access *a,
                         AccessKind k) {
    SiteCount *n = site_count(w, in);
    int ideal;

    n->smem_wavefronts += (uint64_t)access_wavefronts(a, &ideal);
    n->smem_ideal += (uint64_t)ideal;
    switch (k) {
    case ACCESS_LOAD:
        n->smem_loads++;
        w->block->shared_reads++;
        w->reads_shared = true;
        count_merged(a, memop_of(in)->wider, n);
        if (clock_runs(w->block->launch)) clock_wait_shared(w, in);
        break;
    case ACCESS_STORE: n->smem_stores++; break;
    case ACCESS_ATOMIC: atom_count_shared(w, in, a); break;
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
static void count_local(Warp *w, const Insn *in, const Access *a,
                        AccessKind k) {
    SiteCount *n = site_count(w, in);
    int lines = local_lines(a);

    n->local_requests++;
    n->local_lines += (uint64_t)lines;
    if (k == ACCESS_STORE)
        n->l2_work +=
            caches_local_work(lines, a->n * max_of((int)a->bytes / 4, 1));
}

void observe_local(Warp *w, const Insn *in, const Access *a, AccessKind k) {
    if (!memop_of(in)->in_frame) count_local(w, in, a, k);
    local_check(w, in, a, k);
}

void observe_shared(Warp *w, const Insn *in, const Access *a, AccessKind k) {
    const BlockAsync *x = w->block->async;
    if (x && x->npending) async_check(w, in, a, k);
    if (x && x->nreads && k != ACCESS_LOAD) wgmma_stored(w, in, a);
    if (w->block->has_proxy && k != ACCESS_LOAD) proxy_wrote(w, in, a);
    shmem_access(w, in, a, k,
                 k == ACCESS_ATOMIC || memop_of(in)->order != ORDER_WEAK);
    count_shared(w, in, a, k);
}

void observe_shared_rows(Warp *w, const Insn *in, const Rows *t) {
    SiteCount *n = site_count(w, in);
    Wider wider = memop_of(in)->wider;

    n->smem_loads++;
    w->block->shared_reads++;
    w->reads_shared = true;
    if (clock_runs(w->block->launch)) clock_wait_shared(w, in);
    n->smem_wavefronts += rows_wavefronts(t);
    n->smem_ideal++;
    if (wider.bytes) {
        uint32_t saved = rows_merged(t, wider);
        n->smem_merged += saved;
        n->smem_joined += saved && wider.before;
    }
    shmem_load_rows(w, in, t);
}

void observe_cluster(Warp *w, const Insn *in, const Access *a, AccessKind k,
                     Block *b) {
    if (b == w->block) {
        observe_shared(w, in, a, k);
        return;
    }
    count_shared(w, in, a, k);
    if (k == ACCESS_LOAD) return;
    for (uint32_t m = a->lanes; m; m &= m - 1)
        shmem_fill(b, (uint32_t)a->at[__builtin_ctz(m)], a->bytes);
}

// ---- copies made later

void observe_async_store(Warp *w, const Insn *in, const Access *a) {
    shmem_access(w, in, a, ACCESS_STORE, false);
}

void observe_bulk_read(Warp *w, const Insn *in, uint32_t l, const Block *b,
                       uint32_t at, uint32_t bytes) {
    proxy_check(w, in, l, b, at, bytes);
}

void observe_bulk_write(Block *b, uint32_t at, uint32_t bytes) {
    shmem_fill(b, at, bytes);
    proxy_forget(b, at, bytes);
}

// ---- order

void observe_fence(Warp *w, const Insn *in, MemScope scope) {
    Block *b = w->block;

    (void)in;
    block_syncs(b);
    shmem_fence(w);
    if (scope < SCOPE_CLUSTER) return;
    if (b->launch->checks.log)
        shadow_log_fence(b->launch, b->linear);
    else
        shadow_fence(b->launch->checks.shadow, b->linear);
}

void observe_cluster_barrier(Block *const *at, uint32_t n) {
    Shadow *s = at[0]->launch->checks.shadow;

    shadow_log_flush(at[0]->launch);
    for (uint32_t i = 0; i < n; i++)
        shadow_arrive(s, at[i]->linear, at[0]->linear);
    for (uint32_t i = 0; i < n; i++)
        shadow_wait(s, at[i]->linear, at[0]->linear);
}

void observe_proxy_fence(Warp *w) {
    proxy_fence(w);
}

void observe_barrier(Block *b) {
    shmem_barrier(b);
}

void observe_warp_sync(Warp *w) {
    shmem_warp_sync(w);
}

void observe_release(Warp *w, uint64_t key) {
    shmem_release(w, key);
}

void observe_acquire(Warp *w, uint64_t key) {
    shmem_acquire(w, key);
}

// The arrivals of a phase are known to those that wait when the phase is over.
static const uint64_t ARRIVALS = 2ull << 32;

void observe_arrival(Warp *w, uint32_t mbarrier) {
    shmem_release(w, ARRIVALS + mbarrier);
}

void observe_phase(Block *b, uint32_t mbarrier) {
    shmem_hand_on(b, ARRIVALS + mbarrier, mbarrier);
}

void observe_wait(Warp *w, uint32_t mbarrier) {
    shmem_acquire(w, mbarrier);
}

void observe_allocation(Launch *la) {
    shadow_log_flush(la);
}
