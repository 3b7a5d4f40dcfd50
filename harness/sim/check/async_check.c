// Accesses to shared memory that an asynchronous copy is still filling.
#include "sim/check/async_check.h"

#include "sim/core/trap.h"

#include <stdio.h>

static bool is_pending(const BlockAsync *x, uint64_t at, uint32_t bytes) {
    for (uint64_t i = at / 4; i < (at + bytes + 3) / 4; i++)
        if (x->pending[i]) return true;
    return false;
}

static bool overlaps(uint64_t a, uint64_t na, uint64_t b, uint64_t nb) {
    return a < b + nb && b < a + na;
}

// Finds the copy that writes the word: returns its line, and "thread (x,y,z)"
// in text.
static SrcLoc culprit(const Block *b, uint64_t at, uint32_t bytes, char *text,
                      size_t n) {
    BlockAsync *x = b->async;
    for (uint32_t i = 0; i < b->nwarps; i++) {
        for (AsyncCopy *c = x->warp[i].first; c; c = c->next) {
            FOR_LANES(l, c->lanes) {
                if (!overlaps(c->to[l], c->size, at, bytes)) continue;
                const Lanes *t = b->warps[i].tid;
                snprintf(text, n, "thread (%u,%u,%u)", t[0].u32[l], t[1].u32[l],
                         t[2].u32[l]);
                return insn_loc(b->launch, c->code, c->in);
            }
        }
    }
    for (BulkCopy *c = x->bulk; c; c = c->next) {
        if (!overlaps(c->to, c->bytes, at, bytes)) continue;
        snprintf(text, n, "a bulk copy");
        return insn_loc(b->launch, c->code, c->in);
    }
    snprintf(text, n, "a thread");
    return (SrcLoc){.file = ""};
}

void async_check_bytes(Warp *w, const Insn *in, uint32_t at, uint32_t bytes) {
    const Block *b = w->block;
    if (!b->async->npending || !is_pending(b->async, at, bytes)) return;
    char who[80];
    SrcLoc from = culprit(b, at, bytes, who, sizeof who);
    warp_note(w, in, SIM_TRAP_ASYNC_COPY, w->active,
              "This wgmma reads shared memory that the asynchronous copy of "
              "line %d, by %s, may still be filling: nobody has waited for it",
              from.line, who);
}

void async_check(Warp *w, const Insn *in, const Access *a, AccessKind k) {
    const Block *b = w->block;
    uint32_t early = 0;
    FOR_LANES(l, a->lanes) {
        if (is_pending(b->async, a->at[l], a->bytes)) early |= 1u << l;
    }
    if (!early) return;
    char who[80];
    int l = lowest(early);
    SrcLoc from = culprit(b, a->at[l], a->bytes, who, sizeof who);
    warp_note(w, in, SIM_TRAP_ASYNC_COPY, early,
              "Thread (%u,%u,%u) %s shared memory that the asynchronous copy "
              "of line %d, by %s, may still be filling: nobody has waited for "
              "it",
              w->tid[0].u32[l], w->tid[1].u32[l], w->tid[2].u32[l],
              k == ACCESS_LOAD ? "reads" : "writes", from.line, who);
}
