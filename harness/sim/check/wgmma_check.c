#include "sim/check/wgmma_check.h"

#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/decode/code.h"

#include <string.h>

WarpMma *wgmma_if_any(Warp *w) {
    BlockAsync *x = w->block->async;
    WarpMma *m = x ? x->warp[w->index].mma : NULL;
    return m && m->code == w->code ? m : NULL;
}

WarpMma *wgmma_of(Warp *w) {
    WarpAsync *q = warp_async(w);
    Arena *a = &w->block->launch->arena;
    uint32_t n = w->code->nslots;
    if (!q->mma) q->mma = arena_new(a, WarpMma);
    WarpMma *m = q->mma;
    if (m->code == w->code) return m;
    if (m->n < n) {
        m->n = n;
        m->sums = arena_array(a, uint32_t, n);
        m->factors = arena_array(a, uint32_t, n);
        m->written = arena_array(a, uint32_t, n);
    }
    memset(m->sums, 0, n * sizeof *m->sums);
    memset(m->factors, 0, n * sizeof *m->factors);
    memset(m->written, 0, n * sizeof *m->written);
    m->code = w->code;
    m->committed = m->over = m->fences = m->issued = 0;
    m->last = NULL;
    return m;
}

// ---- descriptors

static bool one_in_all_lanes(const Warp *w, const Lanes64 *v) {
    bool one = true;
    FOR_LANES(l, w->active) one &= v->u64[l] == v->u64[0];
    return one;
}

// The same wgmma of another warp of the four with other descriptors, or NULL.
static const MmaGiven *differs(const Warp *w, const MmaGiven *mine,
                               uint32_t number, uint32_t *other) {
    const WarpAsync *all = w->block->async->warp;
    uint32_t first = w->index / 4 * 4;
    for (uint32_t i = first; i < first + 4; i++) {
        const WarpMma *m = all[i].mma;
        if (i == w->index || !m || m->code != w->code) continue;
        if (m->issued <= number || m->issued - number > MMA_GIVEN) continue;
        const MmaGiven *x = &m->given[number % MMA_GIVEN];
        if (x->in != mine->in || (x->a == mine->a && x->b == mine->b)) continue;
        *other = i;
        return x;
    }
    return NULL;
}

void wgmma_descriptors(Warp *w, const Insn *in, const Lanes64 *a,
                       const Lanes64 *b) {
    WarpMma *m = wgmma_of(w);
    MmaGiven *mine = &m->given[m->issued % MMA_GIVEN];
    *mine = (MmaGiven){in, a ? a->u64[0] : 0, b->u64[0]};
    uint32_t other = 0;
    const MmaGiven *x = differs(w, mine, m->issued++, &other);
    if ((a && !one_in_all_lanes(w, a)) || !one_in_all_lanes(w, b))
        warp_note(w, in, SIM_TRAP_DESCRIPTOR, w->active,
                  "The lanes of a warp give wgmma different descriptors: one "
                  "descriptor describes the whole tile");
    else if (x)
        warp_note(w, in, SIM_TRAP_DESCRIPTOR, w->active,
                  "Warps %u and %u give this wgmma different descriptors of "
                  "%s: four warps multiply together, and each takes its 16 "
                  "rows of A by itself",
                  min_of(other, w->index), max_of(other, w->index),
                  x->a != mine->a ? "A" : "B");
}

// ---- shared memory

static bool read_is_over(const MmaRead *r) {
    return r->of->code != r->code || r->group < r->of->over;
}

void wgmma_reads(Warp *w, const Insn *in, uint32_t lo, uint32_t hi) {
    BlockAsync *x = async_of(w->block);
    const WarpMma *m = wgmma_of(w);
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->nreads; i++)
        if (!read_is_over(&x->reads[i])) x->reads[n++] = x->reads[i];
    x->nreads = n;
    if (n == x->cap_reads) {
        x->cap_reads = x->cap_reads * 2 + 32;
        MmaRead *at =
            arena_array(&w->block->launch->arena, MmaRead, x->cap_reads);
        if (n) memcpy(at, x->reads, n * sizeof *at);
        x->reads = at;
    }
    x->reads[x->nreads++] = (MmaRead){m, w->code, in, m->committed, lo, hi};
}

void wgmma_overwritten(Warp *w, const Insn *in, uint32_t lanes, const Block *b,
                       uint32_t lo, uint32_t hi) {
    const BlockAsync *x = b->async;
    for (uint32_t i = 0; x && i < x->nreads; i++) {
        const MmaRead *r = &x->reads[i];
        if (r->lo >= hi || lo >= r->hi || read_is_over(r)) continue;
        SrcLoc from = insn_loc(b->launch, r->code, r->in);
        warp_note(w, in, SIM_TRAP_WGMMA, lanes,
                  "This overwrites shared memory that the wgmma of line %d may "
                  "still be reading: its warp has not waited for it, and "
                  "wgmma.wait_group has to come before the place is given back",
                  from.line);
        return;
    }
}

void wgmma_stored(Warp *w, const Insn *in, const Access *a) {
    FOR_LANES(l, a->lanes)
    wgmma_overwritten(w, in, 1u << l, w->block, (uint32_t)a->at[l],
                      (uint32_t)a->at[l] + a->bytes);
}
